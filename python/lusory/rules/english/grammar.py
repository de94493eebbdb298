"""The context of a sentence (class Speech), and English grammar: numbers, plurals, articles, lists."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from ..boards import Checkered, Graph, Square
from ..cells import Connected, Enclosed, Group, Ring
from ..directions import Every
from ..earlier_plies import Before
from ..effects import Again, Flip, Promote
from ..logic import BySide
from ..numbers import Groups
from ..plies import MOVES, Place, Remove, Step
from ..setup import InHand, Put
from ..static_evaluation import BoardScene
from ..terms import Term
from ..traversal import parts, words
from ..turns import Repeat, Sequence
from ..word import Word

if TYPE_CHECKING:
    from ..game import Game

GROUPS = (Group, Connected, Enclosed, Ring, Groups)
"""Words that speak of connected groups."""

NUMBERS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"]
ORDINALS = [
    "first",
    "second",
    "third",
    "fourth",
    "fifth",
    "sixth",
    "seventh",
    "eighth",
    "ninth",
    "tenth",
    "eleventh",
    "twelfth",
]
LETTERS = ("x", "o", "#", "%")
PLURALS = {"goose": "geese", "mouse": "mice", "wolf": "wolves", "ox": "oxen", "child": "children", "sheep": "sheep"}
"""Plurals of piece names that do not end in s."""

IRREGULAR = {"have": "has", "be": "is", "are": "is", "do": "does", "pass": "passes"}


def number(n: int) -> str:
    """Words up to twelve."""
    return NUMBERS[n] if 0 < n < len(NUMBERS) else str(n)


def ordinal(n: int) -> str:
    """first, second, ... twelfth, 13th."""
    if 0 < n <= len(ORDINALS):
        return ORDINALS[n - 1]
    ending = "th" if n // 10 % 10 == 1 else {1: "st", 2: "nd", 3: "rd"}.get(n % 10, "th")
    return f"{n}{ending}"


def plural(noun: str) -> str:
    """The plural of a noun: squares, groups, men."""
    if noun == "man" or noun.endswith(" man"):
        return noun[:-2] + "en"
    if noun in PLURALS:
        return PLURALS[noun]
    if re.search(r"[^aeiou]y$", noun):
        return noun[:-1] + "ies"
    return noun + "es" if noun.endswith(("s", "x", "ch", "sh")) else noun + "s"


def count_phrase(n: int, noun: str) -> str:
    """one stone, two stones, 24 stones."""
    return f"{number(n)} {noun if n == 1 else plural(noun)}"


def a(text: str) -> str:
    """The text with its article."""
    letter = re.match(r"[aefhilmnorsx](?![a-z])|8|11\b|18\b", text, re.I)  # said as a letter or a number: an s1, an 8
    return f"an {text}" if letter or re.match(r"[aeiou]", text, re.I) else f"a {text}"


def join_with_and(parts: Iterable[str], last: str = "and") -> str:
    """One, two and three."""
    parts = list(parts)
    parts = [part.rstrip(",") for part in parts] if len(parts) > 1 else parts
    return f"{', '.join(parts[:-1])} {last} {parts[-1]}" if len(parts) > 1 else "".join(parts)


def join_long_parts(parts: Iterable[str], last: str = "and") -> str:
    """A list of long parts, with a comma before the last."""
    parts = list(parts)
    parts = [part.rstrip(",") for part in parts] if len(parts) > 1 else parts
    unparenthesised = [re.sub(r"\([^()]*\)", "", part) for part in parts]
    if any(", " in part or "; " in part for part in unparenthesised):
        return f"; {last} ".join(("; ".join(parts[:-1]), parts[-1])) if len(parts) > 1 else "".join(parts)
    if any(len(part) > LONG or re.search(r" (and|or) ", part) for part in parts) and len(parts) > 1:
        return f"{', '.join(parts[:-1])}, {last} {parts[-1]}"
    return join_with_and(parts, last)


LONG = 45


def sentence(text: str) -> str:
    """Begins with a capital (but x and o, p and q stay as they are), ends with a full stop."""
    text = re.sub(r",+(?=[,;.:)]|$)", "", re.sub(r"\s+", " ", text.strip()))
    if not re.match(r"[b-z] ", text):
        text = text[:1].upper() + text[1:]
    return text if text.endswith((".", ":", "!")) else text + "."


@dataclass(frozen=True)
class Speech:
    """How a game is spoken of. you, your: the mover. foe: the next player. third: the mover is `he`, not `you`.
    names: words that have a short name here (letters, `the target`). after: words are read after the ply.
    whose: the others' things, where they are not just enemy stones. side: the mover's, where it is known.
    conditions: those told before, with where that was. brief: what was explained before is only named.
    telling: the term that is being explained. of_ply: a ply's own condition or distance, judged before it is made.
    shaped: that ply places on several cells.
    notes: long parts that are told once, under a letter. flow: what comes before each part of a turn, by path.
    before: what comes before the part that is told; None where that is not known."""

    game: Game
    you: str = "you"
    your: str = "your"
    foe: str = ""
    third: bool = False
    names: tuple[tuple[Word, str], ...] = ()
    after: bool = False
    whose: str = ""
    side: int = -1
    conditions: tuple[tuple[Word, str], ...] = ()
    brief: bool = False
    telling: str = ""
    of_ply: bool = False
    shaped: bool = False
    notes: Mapping[Word, Term] = field(default_factory=dict, hash=False)
    flow: Mapping[str, Before] = field(default_factory=dict, hash=False)
    before: Before | None = None

    def at(self, path: str) -> Speech:
        """The speech about the part of a turn at this path."""
        return replace(self, before=self.flow[path]) if path in self.flow else self

    def term(self, word: Any) -> Term | None:
        """The name that the game gives this part of its rules, unless it is being explained."""
        terms = self.game.named_parts
        term = terms.get(word) if terms and isinstance(word, Word) else None
        if term is None and self.notes and isinstance(word, Word):
            term = self.notes.get(word)
        if term is None or term.name == self.telling:
            return None
        return None if term.other and self.game.players > 2 else term  # of three players `enemy` is no one player

    def named(self, *names: tuple[Word, str]) -> Speech:
        """The speech with more short names."""
        return replace(self, names=(*names, *self.names))

    def name(self, word: Any) -> str:
        """The short name of a word, if it has one here."""
        return next((text for named_part, text in self.names if named_part == word), "")

    def of(self, player: str, foe: str) -> Speech:
        """Told of a player by name: `First's stones`."""
        return replace(self, you=player, your=f"{player}'s", foe=foe, third=True,
                       whose=f"{foe}'s" if self.game.players == 2 else "the others'")  # fmt: skip

    def they(self) -> Speech:
        """Told of the next player."""
        side = (self.side + 1) % self.game.players if self.side >= 0 else -1
        return replace(self, you=self.opponent, your="their", foe="the mover", third=True, after=False, side=side)

    def do(self, verb: str) -> str:
        """A verb of the mover: have or has, place or places."""
        if not self.third:
            return "are" if verb == "be" else verb
        if verb in IRREGULAR:
            return IRREGULAR[verb]
        return re.sub(r"^(\w+)", lambda m: m[1] + ("es" if m[1].endswith(("s", "ch", "sh")) else "s"), verb)

    def by_side(self, parts: tuple[Any, ...]) -> list[tuple[Any, str]]:
        """The parts of a BySide with the letters of their sides; the mover's alone, where the side is known."""
        items = list(zip(parts, LETTERS, strict=False))
        return [items[self.side]] if self.side >= 0 else items

    @property
    def opponent(self) -> str:
        """The noun for the player whose turn comes next; of two players that is the enemy, too."""
        return self.foe or ("your opponent" if self.game.players == 2 else "the next player")

    @property
    def others(self) -> str:
        """The noun for all the others of more than two players."""
        return f"the players other than {self.you}" if self.third else "the other players"

    @property
    def enemy_has(self) -> str:
        """The enemy as a subject, with its verb; of more than two players numbers are those of all others together."""
        return f"{self.opponent} has" if self.game.players <= 2 else f"{self.others} together have"

    @property
    def has_hands(self) -> bool:
        """Whether pieces lie in hand, which those on the board have to be told from."""
        return any(isinstance(word, InHand) for word in self.game.words)

    @property
    def left(self) -> str:
        """What is said of pieces of which there are none."""
        return "on the board" if self.has_hands else "left"

    @property
    def upcoming(self) -> str:
        """Whose turn comes next: where a turn may be followed by another of the same player, not always another's."""
        if self.game.players == 1:
            return "you"
        has_extra_turns = any(isinstance(word, Again) for word in self.game.words)
        return "the player whose turn comes next" if has_extra_turns else self.opponent

    def kind_of(self, owner: str) -> str:
        """The kind of all pieces of an owner (own, enemy, neutral); empty where they may be of several."""
        items = list(self.game.words)
        if len(self.kinds) < 2 or any(isinstance(word, (Promote, Flip)) for word in items):
            return ""
        if owner != "neutral" and self.side >= 0 and self.game.players == 2:
            side = self.side if owner == "own" else 1 - self.side
            kinds = {
                word.kind for word in words_of_side(self.game, side) if kind_brought(word) and brings_own_pieces(word)
            }
            return kinds.pop() if len(kinds) == 1 else ""
        owner = "own" if owner == "enemy" else owner
        piece_kinds = {
            word.kind: None
            for word in items
            if isinstance(word, (Put, InHand, Place)) and owner_of_new_pieces(word) == owner
        }
        return next(iter(piece_kinds)) if len(piece_kinds) == 1 else ""

    def single(self, kind: str) -> bool:
        """Whether each side has at most one piece of this kind, ever."""
        if self.game.players != 2:
            return False
        items = [word for word in self.game.words if kind_brought(word) == kind]
        if any(not isinstance(word, Put) for word in items) or self.turns_over:
            return False
        counts = Counter(word.side for word in items if isinstance(word, Put))
        one_cell = all(self.cells_of(w).bit_count() == 1 for w in items if isinstance(w, Put))
        return one_cell and bool(counts) and not counts[0] and max(counts.values()) == 1

    def only_neutral(self, kind: str) -> bool:
        """Whether there is one piece of this kind, which is nobody's and stays the only one of its kind."""
        items = [word for word in self.game.words if kind_brought(word) == kind]
        if any(map(gives_pieces, items)) or self.turns_over:
            return False
        placed = [word for word in items if isinstance(word, Put)]
        return len(items) == len(placed) == 1 and self.cells_of(placed[0]).bit_count() == 1

    def only_set_up(self, kind: str) -> bool:
        """Whether pieces of this kind stand on the board at the start, and none come later."""
        items = [word for word in self.game.words if kind_brought(word) == kind]
        return bool(items) and all(isinstance(word, Put) for word in items)

    @property
    def groups_diagonally(self) -> bool:
        """Whether diagonal neighbours connect in every group that the rules speak of, on a board with other
        neighbours."""
        directions = [
            w.directions for w in self.game.words if isinstance(w, GROUPS) and getattr(w, "unit", "") != "cell"
        ]
        return (
            bool(directions)
            and set(directions) == {Every()}
            and self.game.geometry.sides != self.game.geometry.diagonals
        )

    def cells_of(self, word: Put) -> int:
        """The cells that a Put fills, as a bit set."""
        return BoardScene(self.game.geometry, max(word.side - 1, 0)).cells(word.at)

    def alone(self, kind: str) -> bool:
        """Whether pieces of this kind belong to one sort of owner only."""
        items = [word for word in self.game.words if isinstance(word, (Put, InHand, Place))]
        owners = {owner_of_new_pieces(word) for word in items if word.kind == kind}
        return len(owners) == 1 and not ("neutral" in owners and self.turns_over)

    @property
    def enemy_of(self) -> str:
        """Whose the others' things are."""
        if self.game.players > 2:
            return "the other players'"
        return f"{self.opponent}'s"

    @property
    def cell(self) -> str:
        """The noun for the cells of this board."""
        board = self.game.board
        if isinstance(board, Graph):
            return "point" if board.look == "points" else "cell"
        if isinstance(board, Square) and (board.look == "points" or board.names == "go"):
            return "point"
        return "square" if isinstance(board, (Square, Checkered)) else "cell"

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of piece."""
        return kinds_of(self.game)

    @property
    def stone(self) -> str:
        """The noun for a piece of any kind."""
        kinds = self.kinds
        return kinds[0] if len(kinds) == 1 else "piece"

    @property
    def fills(self) -> bool:
        """Nothing ever moves and nothing belongs to anybody: then cells are just filled."""
        return fills(self.game)

    @property
    def turns_over(self) -> bool:
        """Whether pieces are turned over to another owner."""
        return any(isinstance(word, Flip) for word in self.game.words)

    @property
    def nobody(self) -> bool:
        """Whether all pieces are neutral."""
        return not any(map(gives_pieces, self.game.words))

    @property
    def slides(self) -> bool:
        """Whether a turn may either place a piece or move one. Then the second is a slide, since each ply is called a
        move."""
        items = [word for word in words(self.game.turn) if isinstance(word, (Place, *MOVES))]
        return {type(word) for word in items} == {Place, Step} and not self.steps

    @property
    def steps(self) -> bool:
        """Whether a turn may have several plies."""
        return any(isinstance(word, (Sequence, Repeat, Again)) for word in self.game.words)

    @property
    def move(self) -> str:
        """The noun for one ply: a move, where a turn is one ply."""
        several = any(isinstance(word, (Sequence, Repeat)) for word in self.game.words)
        return "step" if several else "move"


def brings_own_pieces(word: Word) -> bool:
    """Whether this word brings pieces of a side into the game."""
    if isinstance(word, Put):
        return word.side > 0
    return isinstance(word, InHand) or (isinstance(word, Place) and word.owner.atom == "own")


def gives_pieces(word: Word) -> bool:
    """Whether this word gives pieces to a side: new ones, or neutral ones that it turns over."""
    return isinstance(word, Flip) or brings_own_pieces(word)


def words_of_side(game: Game, side: int) -> Iterator[Any]:
    """The words by which pieces of a side come, and others; what is said of another side alone is left out."""
    yield from (word for word in game.setup if not isinstance(word, Put) or word.side == side + 1)
    stack: list[Any] = [*game.opening, game.turn]
    while stack:
        word = stack.pop()
        yield word
        word_parts = parts(word)
        stack += (
            word_parts[0][side : side + 1]
            if isinstance(word, BySide)
            else [w for part in word_parts for w in flat(part)]
        )


def flat(part: Any) -> Iterator[Any]:
    """A word, or the words of a list."""
    yield from (part if isinstance(part, tuple) else (part,)) if isinstance(part, (tuple, Word)) else ()


def owner_of_new_pieces(word: Word) -> str:
    """Whose pieces a word brings into the game: own or neutral."""
    return "own" if brings_own_pieces(word) else "neutral"


def fills(game: Game) -> bool:
    """Pieces belong to nobody and stay where they are."""
    has_owners_or_moves = any(gives_pieces(word) or isinstance(word, (*MOVES, Remove)) for word in game.words)
    return not has_owners_or_moves and len(kinds_of(game)) == 1


def kinds_of(game: Game) -> tuple[str, ...]:
    """Every kind of piece the game knows."""
    return tuple({k: None for w in game.words if (k := kind_brought(w))}) or ("stone",)


def kind_brought(word: Word) -> str:
    """The kind a word brings into the game."""
    return getattr(word, "kind", "") if isinstance(word, (Put, Place, Promote, InHand)) else ""
