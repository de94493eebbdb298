"""Puts the sheet of a game together: goal, board, start, turn, what follows, how it ends, secrets, notation."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

import msgspec

from .. import cells as c
from .. import ends as e
from ..actions import Key
from ..boards import Square
from ..cells import Empty
from ..directions import Heading
from ..effects import Capture
from ..game import Game
from ..logic import All, BySide, If, No
from ..numbers import Captured, Score
from ..plies import Hop, Leap, Pass, Place, Slide, Step
from ..setup import InHand, Put
from ..static_evaluation import BoardScene
from ..traversal import words
from ..word import And, Compare
from .background import background
from .cell_names import listed_cells
from .cells import noun
from .conditions import clause
from .effects import effect, end, explain_count, is_end, who_has_more
from .figures import surrounds
from .grammar import (
    COLOURS,
    GROUPS,
    LETTERS,
    PLAYERS,
    Speech,
    a,
    count_phrase,
    join_long_parts,
    join_with_and,
    number,
    plural,
    sentence,
)
from .impossible import ends_when_full, fills_up, never_full, possible_ends
from .notation import notation
from .notes import FOREMOST, OTHER, letters_for, notes
from .plies import speech_after_ply
from .secrets import secrets
from .sheet import Clause, Section, Sheet
from .terms import term_clauses
from .turn import only_chooses_sides, opening_clauses, tell


def sheet(game: Game, plies: Mapping[Key, tuple[int, ...]] | None = None) -> Sheet:
    """The rules of a game in English, without examples. plies: ids of plies to show how they are written, by block."""
    s = aims_with_letters(Speech(game, notes=notes(game)))
    parts = {
        "Board": board(s),
        "Terms": term_clauses(s),
        "Start": [*start(s), *opening_clauses(s)],
        "Your turn": [*tell(s, game.turn, "turn"), *pass_sentence(s)],
        f"After each {s.move}": follows(speech_after_ply(s)),
        "End": ends(speech_after_ply(s)),
        "What you know": secrets(s),
        "Writing it down": notation(s, plies or {}),
    }
    sections = [Section(title, tuple(clauses)) for title, clauses in parts.items()]
    filled = tuple(section for section in sections if section.clauses)
    return Sheet(title(game), goal(speech_after_ply(s)), filled, about=background(game.about))


def end_texts(game: Game) -> dict[int, tuple[int, str]]:
    """The number, from 1, and the text of each end as a sheet tells it, by its index in `game.ends`. An end that is
    proven never to apply is missing, as on the sheet."""
    s = speech_after_ply(aims_with_letters(Speech(game, notes=notes(game))))
    texts = {clause.path: clause for clause in ends(s) if clause.path != "ends"}
    return {
        i: (ordinal, texts[path].text)
        for ordinal, (i, _) in enumerate(possible_ends(game), 1)
        if (path := f"ends[{i}]") in texts
    }


def title(game: Game) -> str:
    """The name as people write it."""
    text = game.about.title if game.about and game.about.title else game.name.replace("-", " ")
    return text[:1].upper() + text[1:] if text else "A game without a name"


def goal(s: Speech) -> str:
    """How to win, in one sentence; in one for each side, where their aims differ."""
    if any(isinstance(ending, BySide) for ending in s.game.ends):
        parts = [goal_of(s, side) for side in range(s.game.players)]
        text = " ".join(f"For {LETTERS[side]}: {text[0].lower()}{text[1:]}" for side, text in enumerate(parts))
    else:
        text = goal_of(s, -1)
    return f"{text} {where_letters_are_told(text)}".strip()


def where_letters_are_told(text: str) -> str:
    """The sentence that says where the lettered conditions of a text are told; empty if there are none."""
    letters = sorted(set(re.findall(r"\b[Cc]ondition ([A-Z])\b", text)))
    if not letters:
        return ""
    subject = f"Condition {letters[0]} is" if len(letters) == 1 else f"Conditions {join_with_and(letters)} are"
    return f"{subject} told under Terms."


def goal_of(s: Speech, side: int) -> str:
    """How to win. side: for which side, from 0; -1 where the aims are the same for all."""
    end_words = [word for ending in s.game.ends for word in ends_with_conditions(ending, side=side)]
    s = replace(s, brief=True, side=side)
    aims = [word for word in end_words if isinstance(word, (e.Win, e.Loss))]
    foremost = next((word for word in aims if isinstance(word, e.Win)), aims[0] if aims else None)
    # Another end with the same condition adds nothing here.
    wins = list(dict.fromkeys(aim(s, word, word is foremost) for word in aims if isinstance(word, e.Win)))
    losses = [aim(s, word, word is foremost) for word in aims if isinstance(word, e.Loss)]
    ply = f"after your {s.move}" if s.move == "move" else f"after a {s.move} of yours"
    count_ends = [word for word in end_words if isinstance(word, e.Most)]
    if side < 0 and (race := first_to(s, end_words)):
        return race
    if wins:
        counts = sentence(f"at the end {who_has_more(s, count_ends[0].number)} wins") if count_ends else ""
        wins_text = sentence(f"you {'also ' if count_ends else ''}win if, {ply}, {join_long_parts(wins, 'or')}")
        return " ".join(
            text for text in (counts, wins_text, ways_to_lose(s, end_words, losses) if losses else "") if text
        )
    if losses:
        text = sentence(f"you lose if, {ply}, {join_long_parts(losses, 'or')}")
        return (
            f"{text} {sentence(f'otherwise, at the end, {who_has_more(s, count_ends[0].number)} wins')}"
            if count_ends
            else text
        )
    if count_ends:
        hint = " (under End it is said what is counted)" if explain_count(s, count_ends[0].number) else ""
        return sentence(f"at the end {who_has_more(s, count_ends[0].number)} wins{hint}")
    return "The game has no winner."


def ends_with_conditions(word: Any, conditions: tuple[Any, ...] = (), side: int = -1) -> Iterator[Any]:
    """The ends in a clause, each with the conditions that lead to it. side: those of one side alone, where told."""
    if is_end(word):
        yield msgspec.structs.replace(word, when=All(*conditions, word.when)) if conditions else word
    elif isinstance(word, If):
        yield from ends_with_conditions(word.then, (*conditions, word.when), side)
        if word.otherwise is not None:
            yield from ends_with_conditions(word.otherwise, (*conditions, No(word.when)), side)
    else:
        parts = getattr(word, "parts", ())
        for part in parts[side : side + 1] if side >= 0 else parts:
            yield from ends_with_conditions(part, conditions, side)


def first_to(s: Speech, end_words: list[Any]) -> str:
    """Where captures or points win and nothing else does: who has so many first."""
    decisive = [word for word in end_words if isinstance(word, (e.Win, e.Loss))]
    if len(decisive) != 1 or not isinstance(decisive[0], e.Win) or decisive[0].at != "ply":
        return ""
    condition = decisive[0].when
    if not (isinstance(condition, Compare) and condition.op == ">=" and isinstance(condition.right, int)):
        return ""
    if condition.left == Captured(c.own):
        return f"The first to capture {count_phrase(condition.right, s.stone)} wins."
    return (
        f"The first to score {count_phrase(condition.right, 'point')} wins." if condition.left == Score(c.own) else ""
    )


def ways_to_lose(s: Speech, end_words: list[Any], losses: list[str]) -> str:
    """How to lose, and which of the two counts where both would apply."""
    kinds = [type(word) for word in end_words]
    but = "but " if kinds.index(e.Loss) < kinds.index(e.Win) else "otherwise "
    return sentence(f"{but}you lose if, after your own {s.move}, {join_long_parts(losses, 'or')}")


LONGEST = 120
"""A longer condition of an effect or end is told once."""


def aim(s: Speech, word: Any, foremost: bool) -> str:
    """The condition of a win or loss; of a long one parts have letters, and the foremost may be longer than others."""
    term = s.term(word.when)
    text = clause(replace(s, telling=term.name) if term and term.note else s, word.when)
    return text if len(text) <= (FOREMOST if foremost else OTHER) else clause(s, word.when)


def aims_with_letters(s: Speech) -> Speech:
    """The same, with letters for the parts of the conditions of wins and losses that are too long for the headline."""
    sides: Iterable[int] = range(s.game.players) if any(isinstance(ending, BySide) for ending in s.game.ends) else (-1,)
    for side in sides:
        end_words = [word for ending in s.game.ends for word in ends_with_conditions(ending, side=side)]
        aims = [word for word in end_words if isinstance(word, (e.Win, e.Loss))]
        foremost = next((word for word in aims if isinstance(word, e.Win)), aims[0] if aims else None)
        for word in aims:
            speech = replace(s, brief=True, side=side, after=True)
            new_letters = letters_for(speech, word.when, FOREMOST if word is foremost else OTHER)
            s = replace(s, notes=new_letters)
    return s


def explain_at_first_use(s: Speech, word: Any, place: int) -> Speech:
    """The same, with the long conditions of a clause known by its number."""
    conditions = [condition for w in words(word) if (condition := getattr(w, "when", None)) is not None]
    parts = [(w, f"the condition of {place} holds") for w in conditions if len(clause(s, w)) > LONGEST]
    return replace(s, conditions=(*s.conditions, *parts))


def board(s: Speech) -> Iterator[Clause]:
    """The sentence about the board and its neighbourhood."""
    geometry = s.game.geometry
    naming = f": {geometry.naming}" if geometry.naming else ""
    yield Clause(sentence(f"play on {geometry.described}{naming}"), "board")
    parts = list(s.game.words)
    if any(isinstance(w, NEAR) and getattr(w, "directions", None) is None for w in parts):
        yield Clause(neighbours(s), "board")
    if any(isinstance(w, GROUPS) and getattr(w, "unit", "group") == "group" for w in parts):
        yield Clause(groups(s), "board")
    if any(surrounds(w) for w in parts):
        yield Clause(surrounded_sentence(s), "board")
    if any(isinstance(w, c.Line) and w.directions is None for w in parts):
        yield Clause(lines(s), "board")
    yield Clause(players(s), "players")


NEAR = (*GROUPS, c.Adjacent, Step, Slide, Hop, Leap, Heading)
"""Words that speak of neighbours."""


def neighbours(s: Speech) -> str:
    """The definition of `next to`."""
    geometry = s.game.geometry
    if geometry.sides == geometry.diagonals:
        return f"Two {s.cell}s are next to each other (adjacent) when they touch at a corner."
    touch = "when a line joins them" if s.cell == "point" else "when they share a side"
    square = " (up, down, left or right), not diagonally" if isinstance(s.game.board, Square) else ""
    return f"Two {s.cell}s are next to each other (adjacent) {touch}{square}."


def groups(s: Speech) -> str:
    """The definition of `connected`."""
    things = f"filled {s.cell}s" if s.fills else plural(s.stone)
    owner_text = "" if s.nobody else " of one side"
    if s.groups_diagonally:
        return (
            f"{things.capitalize()}{owner_text} next to each other, directly or diagonally, are connected; all that "
            "are connected, directly or through others, form one group, and one alone is a group too."
        )
    return (
        f"Adjacent {things}{owner_text} are connected; all that are connected, directly or through others, form one "
        "group, and one alone is a group too."
    )


def surrounded_sentence(s: Speech) -> str:
    """The definition of `surrounded`."""
    owner_text = "" if s.nobody else " of either side" if s.game.players == 2 else " of every side"
    return (
        f"A {s.stone} is surrounded when no {s.cell} next to it is empty: {plural(s.stone)}{owner_text} and the edge "
        "of the board may surround it together."
    )


def lines(s: Speech) -> str:
    """The directions of lines."""
    if isinstance(s.game.board, Square):
        return "Straight lines run across, up and down, and along both diagonals."
    return f"Straight lines run from {s.cell} to adjacent {s.cell} without a bend."


def players(s: Speech) -> str:
    """The players and their pieces."""
    n = s.game.players
    if n == 1:
        return "One player plays alone."
    if n == 2 and choice_of_sides(s.game):
        sides = (
            join_with_and(f"{LETTERS[i]} ({COLOURS[i]})" for i in range(2))
            if not s.nobody
            else join_with_and(LETTERS[:2])
        )
        return f"First and Second play {sides} and take turns; who plays which is settled at the start."
    names = [f"{PLAYERS[i]}{side_name(s, i)}" for i in range(n)]
    ownership = ""
    if s.nobody:
        ownership = (
            f" The {plural(s.stone)} belong to nobody." if not s.fills else f" Filled {s.cell}s belong to nobody."
        )
        ownership = f" The {s.stone} belongs to nobody." if s.only_neutral(s.stone) else ownership
    return f"{join_with_and(names)} take turns; First begins.{ownership}"


def side_name(s: Speech, side: int) -> str:
    """The letter and the colour of a player's stones; no colour where the stones belong to nobody."""
    if not s.nobody:
        return f" ({LETTERS[side]}, {COLOURS[side]})"
    return f" ({LETTERS[side]})" if swaps(s.game) else ""


def swaps(game: Game) -> bool:
    """Whether sides can be exchanged."""
    return any(type(word).__name__ == "Swap" for word in game.words)


def choice_of_sides(game: Game) -> bool:
    """Whether there is a turn of the opening in which sides are chosen and nothing else is done."""
    return any(only_chooses_sides(turn) for turn in game.opening)


def start(s: Speech) -> Iterator[Clause]:
    """The pieces on the board and in hand at the start."""
    puts = [(i, word) for i, word in enumerate(s.game.setup) if isinstance(word, Put)]
    if not puts:
        yield Clause("The board starts empty.", "setup")
    if len(puts) > MANY_PUTS and all(word.side for _, word in puts):
        for side in sorted({word.side for _, word in puts}):
            numbered_puts = [(i, word) for i, word in puts if word.side == side]
            yield Clause(array_text(s, [word for _, word in numbered_puts]), f"setup[{numbered_puts[0][0]}]")
        puts = []
    for i, piece in puts:
        yield Clause(sentence(put_text(s, piece)), f"setup[{i}]")
    for i, word in enumerate(s.game.setup):
        if isinstance(word, InHand):
            yield Clause(sentence(f"each player holds {count_phrase(word.n, word.kind)}"), f"setup[{i}]")


MANY_PUTS = 6
"""More pieces are told side by side, each kind with its cells."""


def array_text(s: Speech, puts: list[Put]) -> str:
    """x: a king on e1, rooks on a1 and h1, ..."""
    kinds: dict[str, int] = {}
    for word in puts:
        cells = BoardScene(s.game.geometry, word.side - 1).cells(word.at)
        kinds[word.kind] = kinds.get(word.kind, 0) | cells
    parts = []
    for kind, cells in kinds.items():
        place_text = _rows(s, cells) or join_with_and(s.game.geometry.named(cells))
        parts.append(f"{a(kind) if cells.bit_count() == 1 else plural(kind)} on {place_text}")
    return f"{LETTERS[puts[0].side - 1]}: {join_long_parts(parts)}."


def put_text(s: Speech, word: Put) -> str:
    """The text of a Put: its pieces and cells."""
    geometry = s.game.geometry
    cells = BoardScene(geometry, max(word.side - 1, 0)).cells(word.at)
    kind = word.kind if len(s.kinds) > 1 else s.stone
    n = cells.bit_count()
    owner_name = LETTERS[word.side - 1]
    place_text = join_with_and(geometry.named(cells)) if n <= 12 else _rows(s, cells)
    if not place_text:
        at = word.at
        place_text = (
            listed_cells(s, at.names.split()) if isinstance(at, c.At) else f"all {noun(home(s, word), at).many()}"
        )
    owner = f" of {owner_name}" if word.side else ""
    kind = kind if word.side or s.nobody or s.alone(word.kind) else f"neutral {kind}"
    if n > 12:
        return f"{plural(kind)}{owner} stand on {place_text} ({n} in all)"
    return f"{count_phrase(n, kind)}{owner} {'stands' if n == 1 else 'stand'} on {place_text}"


def home(s: Speech, word: Put) -> Speech:
    """Rows are counted from the home of the side."""
    return replace(s, your=f"{LETTERS[word.side - 1]}'s") if word.side else replace(s, your="First's")


def _rows(s: Speech, cells: int) -> str:
    """Whole rows by their labels, if that is what the cells are."""
    rows = [(label, mask) for label, mask in s.game.geometry.rows if mask & cells]
    if not rows or any(mask & ~cells for _, mask in rows):
        return ""
    return f"every {s.cell} of row{'s' if len(rows) > 1 else ''} {join_with_and(label for label, _ in rows)}"


def pass_sentence(s: Speech) -> Iterator[Clause]:
    """Says that one may not pass, if so."""
    parts = list(words(s.game.turn))
    if not any(isinstance(w, Pass) or getattr(w, "stop", False) for w in parts):
        yield Clause("You may not pass.", "turn")


def follows(s: Speech) -> Iterator[Clause]:
    """Effects, in order."""
    game = s.game
    if len(game.effects) > 1:
        yield Clause("These things then happen by themselves, in this order, each judged anew:", "effects")
    for i, word in enumerate(game.effects):
        mark = f"{i + 1}." if len(game.effects) > 1 else ""
        own_freedom = "; so a move may make its own freedom by capturing" if i == 1 and frees_itself(game) else ""
        yield Clause(sentence(effect(s, word) + own_freedom), f"effects[{i}]", mark, 1 if mark else 0)
        s = explain_at_first_use(s, word, i + 1)


def frees_itself(game: Game) -> bool:
    """Whether enemy groups without an empty neighbour are captured before the mover's own."""
    return game.effects[:2] == (Capture(c.Enclosed(c.enemy)), Capture(c.Enclosed(c.own)))


def ends(s: Speech) -> Iterator[Clause]:
    """How the game ends, in the order of judgement."""
    game = s.game
    ends_shown = possible_ends(game)
    if len(ends_shown) > 1:
        yield Clause(
            f"After each {s.move}, and all that follows from it, these are looked at in this order, you being the "
            "player who has just moved. The first that applies decides, whatever else happened:",
            "ends",
        )
    for ordinal, (i, word) in enumerate(ends_shown, 1):
        mark = f"{ordinal}." if len(ends_shown) > 1 else ""
        yield Clause(sentence(end(s, word)), f"ends[{i}]", mark, 1 if mark else 0)
        s = explain_at_first_use(s, word, ordinal)
    loses = ["the game"] if any(isinstance(w, e.Loss) for w in words(game.ends)) else []
    loses += [f"{plural(s.stone)} of your own"] if costs(game) else []
    if loses:
        yield Clause(f"A {s.move} is legal even if it loses {join_with_and(loses, 'or')}.", "ends")
    if stuck(game) and not (fills_up(game) and (never_full(game) or ends_when_full(game))):
        is_filling = all(isinstance(w, Place) and w.to == Empty() for w in words(game.turn) if hasattr(w, "form"))
        condition_text = "the board is full" if is_filling else f"the player to move has no legal {s.move}"
        yield Clause(f"If {condition_text} and nothing above has ended the game, it is a draw.", "ends")


def costs(game: Game) -> bool:
    """Whether a ply can capture the mover's own."""
    return any(isinstance(w, Capture) and own_of(w.of) for w in game.effects)


def own_of(word: Any) -> bool:
    """Whether the word is a set of the mover's own pieces."""
    if isinstance(word, And):
        return any(own_of(part) for part in word.parts)
    return isinstance(word, c.Own) or (not isinstance(word, c.Ray) and isinstance(getattr(word, "of", None), c.Own))


def stuck(game: Game) -> bool:
    """Whether the game can run out of plies without an end that says so."""
    parts = list(words(game.ends))
    ends_by_name = any(isinstance(w, e.NoPly) or (isinstance(w, No) and w.of == Empty()) for w in parts)
    return not ends_by_name and not any(isinstance(w, Pass) or getattr(w, "stop", False) for w in words(game.turn))


__all__ = ["BySide", "If", "number", "sheet"]


def plain(rules: Sheet) -> Iterator[Any]:
    """The lines of a sheet without drawings."""
    yield from (rules.title.upper(), "", rules.goal)
    for section in rules.sections:
        yield from ("", section.title)
        for part in section.clauses:
            yield "  " * (part.depth + 1) + (f"{part.mark} " if part.mark else "") + part.text
