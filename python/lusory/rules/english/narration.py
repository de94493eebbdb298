"""Generates English sentences for events and results."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from .. import ends as e
from ..cells import Last, Own
from ..effects import Earn
from ..events import CHANCE, Event, Result
from ..expression_text import spell
from ..game import Game
from ..geometry import Geometry
from ..setup import InHand, Put
from ..shapes import ShapeWord
from ..traversal import words
from ..word import REGISTRY, Word, plain, sort_of
from .cells import NOUNS, noun
from .conditions import AMOUNTS, CLAUSES, amount, clause
from .direction_text import WAYS, way
from .effects import EFFECTS, ENDS, counting, effect, end, is_end, letters_for_cells, more
from .grammar import LETTERS, PLAYERS, Speech, a, count_phrase, joined, plural, sentence
from .plies import VERBS, verb
from .sheet_text import put_text


def phrase(word: Any, game: Game, condition: bool = False) -> str:
    """One word of a game in English, as a part of a sentence. condition: cells become a clause, `there is ...`."""
    s = Speech(game, after=condition)
    sort = plain(sort_of(word))
    if condition and sort in ("cells", "condition"):
        return clause(s, word)
    return SORTS[sort](s, word)


def words_with_english() -> set[type]:
    """Every word that has an English form."""
    tables: tuple[dict[type, Any], ...] = (NOUNS, WAYS, AMOUNTS, CLAUSES, VERBS, EFFECTS, ENDS)
    boards = {word for word in REGISTRY.values() if issubclass(word, ShapeWord)}
    return {Put, InHand}.union(boards, *tables)


def _setup(s: Speech, word: Any) -> str:
    if isinstance(word, Put):
        return put_text(s, word)
    if isinstance(word, InHand):
        return f"each player holds {count_phrase(word.n, word.kind)}"
    when = f" if {clause(s, word.when)}" if hasattr(word, "when") else ""
    parts = word.parts if hasattr(word, "parts") else (word.then,)
    return joined(_setup(s, part) for part in parts) + when


SORTS: dict[str, Callable[[Speech, Any], str]] = {
    "board": lambda s, w: w.geometry().described,
    "cells": lambda s, w: noun(s, w).one(),
    "directions": lambda s, w: way(s, w) or "in any direction",
    "number": amount,
    "condition": lambda s, w: clause(replace(s, after=True), w),
    "ply": verb,
    "effect": lambda s, w: effect(replace(s, after=True), w),
    "end": lambda s, w: end(replace(s, after=True), w),
    "setup": _setup,
}


def player_name(player: int, seats: tuple[int, ...] | None = None, letters: bool = True) -> str:
    """First (x); seats: the player of each side, where sides have been exchanged."""
    if player == CHANCE:
        return "Chance"
    side = player if seats is None else seats.index(player)
    return f"{PLAYERS[player]} ({LETTERS[side]})" if letters else PLAYERS[player]


def clause_of(game: Game, by: str) -> Word | None:
    """The end clause that decided a result."""
    return next((word for word in words(game.ends) if is_end(word) and spell(word) == by), None)


def result_text(game: Game, result: Result, seats: tuple[int, ...] | None = None) -> str:
    """How a game ended and why: `First (x) wins: First's stones form a line ...: c4 d5 e6 f7 g8.`"""
    s = Speech(game, after=True)
    word = clause_of(game, result.by)
    reason = _reason(s, word, result, seats) if word is not None else result.by
    shown = f": {' '.join(result.witness)}" if result.witness else ""
    return sentence(f"{_outcome(s, result, seats)}: {reason}{shown}" if reason else _outcome(s, result, seats))


def _outcome(s: Speech, result: Result, seats: tuple[int, ...] | None) -> str:
    letters = not s.nobody
    if len(result.values) == 1:
        return f"The game is over with {result.values[0]:g} of 1"
    text = _counts(s, result)
    if result.winner is not None:
        return f"{player_name(result.winner, seats, letters)} wins{text}"
    best = [i for i, value in enumerate(result.values) if value == max(result.values)]
    if len(best) == len(result.values):
        return f"A draw{text}"
    return f"{joined(player_name(i, seats, letters) for i in best)} share the win{text}"


def _counts(s: Speech, result: Result) -> str:
    """with 83 to 5: the winner's number first; with more than two players each with its player."""
    counts = ["out" if n is None else str(n) for n in result.counts]
    if not counts or len(set(result.counts)) == 1:
        return f" with {counts[0]} each" if counts else ""
    if len(counts) > 2:
        return f" ({joined(f'{name} {count}' for name, count in zip(PLAYERS, counts, strict=False))})"
    return f" with {' to '.join(counts[::-1] if result.winner == 1 else counts)}"


def _reason(s: Speech, word: Any, result: Result, seats: tuple[int, ...] | None) -> str:
    """The clause that decided the game, with the player it applies to."""
    mover = None
    if isinstance(word, e.Win):
        mover = result.winner
    if isinstance(word, e.Loss) and len(result.values) == 2 and result.winner is not None:
        mover = 1 - result.winner
    if isinstance(word, e.Loss) and len(result.values) > 2 and result.winner is not None:
        last = "the last of the other players"
        named = replace(s, you=last, your=f"{last}'s", foe="the next player", third=True)
    else:
        named = _of_mover(s, mover, seats)
    most = ""
    if isinstance(word, e.Most) and len(result.values) > 1:
        counted_ = counting(s, word.number)
        most = f", and {more(s, word.number)} wins" if result.winner is not None and not counted_ else counted_
    return _condition(named, word, most)


def _of_mover(s: Speech, mover: int | None, seats: tuple[int, ...] | None) -> Speech:
    """The same, about the player who moved; None where it is not known who that was."""
    if mover is None:
        return replace(s, you="the mover", your="the mover's", foe="the next player", third=True)
    if s.game.players == 2:
        named = s.of(PLAYERS[mover], PLAYERS[1 - mover])
        return replace(named, side=mover if seats is None else seats.index(mover))
    return replace(s, you=PLAYERS[mover], your=f"{PLAYERS[mover]}'s", third=True)


def _condition(s: Speech, word: Any, more_: str = "") -> str:
    """The condition of a clause. more_: what is said after it."""
    named, letters = letters_for_cells(replace(s, brief=True), word.when)
    return clause(named, word.when) + more_ + (f" (where {letters[4:-2]})" if letters else "")


def reason_text(game: Game, word: Any, mover: int, seats: tuple[int, ...] | None = None) -> str:
    """The condition of an end clause that holds after a ply of that player: `First's stones form a line ...`."""
    return _condition(_of_mover(Speech(game, after=True), mover, seats), word)


def event_text(game: Game, event: Event, seats: tuple[int, ...] | None = None) -> str:
    """One event as a sentence. seats: the player of each side then, where sides may have been exchanged."""
    s = Speech(game, after=True)
    who = player_name(event.player, seats, letters=False)
    tell = EVENTS.get(event.kind)
    return sentence(tell(s, event, who) if tell else f"{who}: {event.kind} {' '.join(event.cells)}")


def _piece(s: Speech, event: Event, n: int = 1) -> str:
    name = event.piece or s.stone
    return name if n == 1 else plural(name)


def _place(s: Speech, event: Event, who: str) -> str:
    if s.fills:
        return f"{who} {'fills' if event.player != CHANCE else 'has filled'} {joined(event.cells)}"
    one = len(event.cells) == 1
    what = a(_piece(s, event)) if one else _piece(s, event, 2)
    return f"{who} places {what} on {joined(event.cells)}"


def _move(s: Speech, event: Event, who: str) -> str:
    origin, landing = event.cells
    return f"{who} moves the {_piece(s, event)} on {origin} to {landing}"


def _some(s: Speech, event: Event) -> str:
    """a stone, two stones."""
    n = len(event.cells)
    return a(_piece(s, event)) if n == 1 else count_phrase(n, _piece(s, event))


def _many(event: Event, s: Speech, one: str, many: str) -> str:
    n = len(event.cells)
    return f"the {_piece(s, event, n)} on {joined(event.cells)} {one if n == 1 else many}"


def _capture(s: Speech, event: Event, who: str) -> str:
    text = _many(event, s, "is captured", "are captured") + _why_captured(s, event)
    return text if event.amount == len(event.cells) else f"{text} (counts as {event.amount})"


def _why_captured(s: Speech, event: Event) -> str:
    """The reason of a capture, where groups without an empty neighbour are captured."""
    effects = [w for w in words(s.game.effects) if type(w).__name__ == "Capture"]
    enclosed = [w for w in effects if type(w.of).__name__ == "Enclosed"]  # type: ignore[attr-defined]
    moved = any(type(w).__name__ in ("Step", "Slide", "Leap", "Hop") for w in words(s.game.turn))
    if not enclosed or len(enclosed) != len(effects) or moved:
        return ""
    return f": no empty {s.cell} is next to {'it' if len(event.cells) == 1 else 'them'}"


def _earn(s: Speech, event: Event, who: str) -> str:
    description = f"{who} earns {count_phrase(event.amount, 'point')}"
    why = dict(event.why)
    for word in words(s.game.effects):
        if isinstance(word, Earn) and word.when is not None and why:
            speech, letters = letters_for_cells(s.of(who, "the other player"), word.when)
            places = [(text, why.get(spell(w), ())) for w, text in speech.names]
            places_text = list(dict.fromkeys(f"{text} is {' '.join(names)}" for text, names in places if names))
            if letters and places_text:
                return f"{description} with {' '.join(event.cells)}: {joined(places_text)}; {clause(speech, word.when)}"
    return description + (f" with {' '.join(event.cells)}" if event.cells else "")


def no_points(game: Game, player: int, ends: dict[int, list[str]]) -> list[str]:
    """Why a player of a game of two earned nothing with the last ply: a sentence for each Earn that looks at earlier
    plies. ends: the cells on which the plies of each player ended, in order."""
    if game.players != 2:
        return []
    sentences_, who = [], PLAYERS[player]
    for word in words(game.effects):
        if not isinstance(word, Earn) or word.when is None:
            continue
        speech, letters = letters_for_cells(Speech(game, after=True).of(who, "the other player"), word.when)
        if not letters:
            continue
        sides = [(w, ends[player if isinstance(w.side, Own) else 1 - player], text) for w, text in speech.names
                 if isinstance(w, Last)]  # fmt: skip
        head = f"{who} earns no point"
        if any(len(cells) < w.back for w, cells, _ in sides):
            sentences_.append(f"{head}: not all of the moves that count have been made yet.")
            continue
        places = list(dict.fromkeys(f"{text} is {cells[-w.back]}" for w, cells, text in sides))
        sentences_.append(f"{head}: {joined(places)}; it is not so that {clause(speech, word.when)}.")
    return sentences_


def _announce(s: Speech, event: Event, who: str) -> str:
    kind, label = announced_line(s.game.geometry, event.cells)
    return f"{who} announces {kind} {label}" if kind else f"{who} announces {' '.join(event.cells)}"


def announced_line(geometry: Geometry, cells: tuple[str, ...]) -> tuple[str, str]:
    """`row` or `column` and its label, where these are the cells of one; else two empty texts."""
    for kind, lines in (("row", geometry.rows), ("column", geometry.columns)):
        for label, mask in lines:
            if geometry.named(mask) == cells:
                return kind, label
    return "", ""


def _reveal(s: Speech, event: Event, who: str) -> str:
    if not event.cells:
        return f"{who} reveals nothing"
    return f"{who} reveals {_some(s, event)} on {joined(event.cells)}"


def _tell(s: Speech, event: Event, who: str) -> str:
    from ..effects import Tell

    facts = [w for w in words(s.game.effects) if isinstance(w, Tell)]
    text = s.of(who, "the opponent")
    if len(facts) != 1:
        return f"{who} has something to tell"
    return f"It is told to all that {clause(text, facts[0].fact)}"


def _swap(s: Speech, event: Event, who: str) -> str:
    return f"{who} exchanges sides with {'the other player' if s.game.players == 2 else 'another player'}"


EVENTS: dict[str, Callable[[Speech, Event, str], str]] = {
    "place": _place,
    "move": _move,
    "capture": _capture,
    "flip": lambda s, event, who: _many(event, s, f"turns over to {who}", f"turn over to {who}"),
    "promote": lambda s, event, who: f"now {_some(s, event)} stands on {joined(event.cells)}",
    "remove": lambda s, event, who: f"{who} takes the {_piece(s, event)} on {joined(event.cells)} off the board",
    "earn": _earn,
    "commit": lambda s, event, who: f"{who} secretly aims at {joined(event.cells)}",
    "announce": _announce,
    "reveal": _reveal,
    "fail": lambda s, event, who: f"The move of {who} fails: {joined(event.cells)} is taken",
    "tell": _tell,
    "show": lambda s, event, who: f"{who} shows the target {joined(event.cells)}",
    "swap": _swap,
    "keep": lambda s, event, who: f"{who} keeps the sides as they are",
    "pass": lambda s, event, who: f"{who} passes",
    "end": lambda s, event, who: f"{who} ends the turn",
    "roll": lambda s, event, who: f"The die shows {event.amount}",
    "out": lambda s, event, who: f"{who} has lost and is out of the game",
    "again": lambda s, event, who: f"{who} has another turn",
    "skip": lambda s, event, who: f"{who} can do nothing and is passed over",
}


def events_text(game: Game, events: tuple[Event, ...], seats: tuple[int, ...] | None = None) -> Iterator[str]:
    """A sentence an event."""
    for event in events:
        yield event_text(game, event, seats)
