"""Puts the sheet of a game together: goal, board, start, turn, what follows, how it ends, secrets, notation."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from .. import cells as c
from .. import ends as e
from ..actions import Key
from ..boards import Graph, Square
from ..cells import Empty
from ..directions import Heading
from ..earlier_plies import before_each
from ..effects import Capture, Flip
from ..events import PLAYER_NAMES
from ..game import Game
from ..link_chains import chains, drawn_straight, links
from ..logic import BySide, If, No
from ..plies import Hop, Leap, Pass, Place, Slide, Step, Swap
from ..traversal import words
from ..word import And, Or
from .background import background
from .board_places import places
from .conditions import clause
from .effects import effect, end
from .figures import surrounds
from .goal import aims_with_letters, goal
from .grammar import (
    GROUPS,
    LETTERS,
    Speech,
    gives_pieces,
    join_with_and,
    kind_brought,
    number,
    plural,
    sentence,
)
from .impossible import ends_when_full, fills_up, never_full, possible_ends
from .notation import notation
from .notes import notes
from .plies import speech_after_ply
from .secrets import secrets
from .setup_text import start
from .sheet import Clause, Section, Sheet
from .terms import term_clauses
from .turn import only_chooses_sides, opening_clauses, tell


def sheet(game: Game, plies: Mapping[Key, tuple[int, ...]] | None = None) -> Sheet:
    """The rules of a game in English, without examples. plies: ids of plies to show how they are written, by block."""
    s = aims_with_letters(Speech(game, notes=notes(game), flow=before_each(game)))
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


LONGEST = 120
"""A longer condition of an effect or end is told once."""


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
    for text in places(s):
        yield Clause(text, "board")


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
    owner_text = "" if s.nobody or mixed_groups(s) else " of one side"
    if s.groups_diagonally:
        return (
            f"{things.capitalize()}{owner_text} next to each other, directly or diagonally, are connected; all that "
            "are connected, directly or through others, form one group, and one alone is a group too."
        )
    return (
        f"Adjacent {things}{owner_text} are connected; all that are connected, directly or through others, form one "
        "group, and one alone is a group too."
    )


def mixed_groups(s: Speech) -> bool:
    """Whether a group that the rules speak of may hold pieces of several owners."""
    groups_of = [w.of for w in s.game.words if isinstance(w, GROUPS) and getattr(w, "unit", "group") == "group"]
    return any(len(owners(s, of)) > 1 for of in groups_of)


def owners(s: Speech, word: Any) -> set[str]:
    """Whose pieces a set of cells may hold, as far as its words say."""
    if isinstance(word, (c.Own, c.Enemy, c.Neutral)):
        return {word.atom}
    if isinstance(word, And):
        return set.intersection(*(owners(s, part) for part in word.parts))
    if isinstance(word, (Or, BySide)):
        parts = [owners(s, part) for part in word.parts]
        return max(parts, key=len) if isinstance(word, BySide) else set().union(*parts)
    if isinstance(word, c.Kind):
        items = [w for w in s.game.words if kind_brought(w) == word.kind or isinstance(w, Flip)]
        return {"neutral"} if items and not any(map(gives_pieces, items)) else {"own", "enemy"}
    if isinstance(word, (c.Where, c.Line, c.Group, c.Enclosed)):
        return owners(s, word.of)
    return set() if isinstance(word, c.Empty) else {"own", "enemy", "neutral"}


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
    geometry = s.game.geometry
    if not isinstance(s.game.board, Graph) or drawn_straight(geometry):
        return f"Straight lines run from {s.cell} to adjacent {s.cell} without a bend."
    named = [f"{label}: {', '.join(parts)}" for label, parts in chains(geometry, links(geometry))]
    return f"A line is straight if all its steps are in one direction, whatever bends are drawn. {'. '.join(named)}."


def players(s: Speech) -> str:
    """The players and their pieces."""
    n = s.game.players
    if n == 1:
        return "One player plays alone."
    if n == 2 and choice_of_sides(s.game):
        sides = (
            join_with_and(f"{LETTERS[i]} ({s.game.colours_of_sides[i]})" for i in range(2))
            if not s.nobody
            else join_with_and(LETTERS[:2])
        )
        return f"First and Second play {sides} and take turns; who plays which is settled at the start."
    names = [f"{PLAYER_NAMES[i]}{side_name(s, i)}" for i in range(n)]
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
        return f" ({LETTERS[side]}, {s.game.colours_of_sides[side]})"
    return f" ({LETTERS[side]})" if swaps(s.game) else ""


def swaps(game: Game) -> bool:
    """Whether sides can be exchanged."""
    return any(isinstance(word, Swap) for word in game.words)


def choice_of_sides(game: Game) -> bool:
    """Whether there is a turn of the opening in which sides are chosen and nothing else is done."""
    return any(only_chooses_sides(turn) for turn in game.opening)


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
