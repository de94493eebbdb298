"""Generates English sentences for events and results."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import msgspec

from .. import ends as e
from ..cells import Last, Own
from ..effects import Earn, Tell
from ..events import CHANCE, PLAYER_NAMES, Event, Result
from ..expression_text import spell
from ..game import Game
from ..geometry import Geometry
from ..logic import All, BySide, If
from ..setup import InHand, Put
from ..shapes import ShapeWord
from ..traversal import words
from ..word import REGISTRY, Word, plain, sort_of
from .cells import NOUNS, noun
from .conditions import AMOUNTS, CLAUSES, amount, clause
from .direction_text import WAYS, direction_phrase
from .effects import EFFECTS, ENDS, effect, end, explain_count, is_end, letters_for_cells, who_has_more
from .grammar import LETTERS, Speech, count_phrase, join_with_and, sentence
from .plies import VERBS, verb
from .setup_text import put_text


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
    condition_text = f" if {clause(s, word.when)}" if hasattr(word, "when") else ""
    parts = word.parts if hasattr(word, "parts") else (word.then,)
    return join_with_and(_setup(s, part) for part in parts) + condition_text


SORTS: dict[str, Callable[[Speech, Any], str]] = {
    "board": lambda s, w: w.geometry().described,
    "cells": lambda s, w: noun(s, w).one(),
    "directions": lambda s, w: direction_phrase(s, w) or "in any direction",
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
    return f"{PLAYER_NAMES[player]} ({LETTERS[side]})" if letters else PLAYER_NAMES[player]


def clause_of(game: Game, by: str) -> Word | None:
    """The end clause that decided a result, or the choice between several."""
    choices = (BySide, If)
    return next((w for w in words(game.ends) if (is_end(w) or isinstance(w, choices)) and spell(w) == by), None)


def result_text(game: Game, result: Result, seats: tuple[int, ...] | None = None) -> str:
    """How a game ended and why: `First (x) wins: First's stones form a line ...: c4 d5 e6 f7 g8.`"""
    s = Speech(game, after=True)
    reason = result_reason(game, result, seats)
    witness_text = f": {' '.join(result.witness)}" if result.witness else ""
    return sentence(f"{_outcome(s, result, seats)}: {reason}{witness_text}" if reason else _outcome(s, result, seats))


def deciding_clause(game: Game, result: Result, seats: tuple[int, ...] | None) -> Word | None:
    """The end clause that decided a result; of a BySide the winner's, if that is one that wins, else the loser's; of an
    If the first, with its condition."""
    word = clause_of(game, result.by)
    if isinstance(word, If):
        return with_condition(word)
    if not isinstance(word, BySide):
        return word
    if result.winner is None or len(result.values) != 2:
        return None
    side = result.winner if seats is None else seats.index(result.winner)
    mine, other = word.parts[side], word.parts[1 - side]
    return mine if isinstance(mine, e.Win) else other if isinstance(other, e.Loss) else None


def with_condition(word: If) -> Word | None:
    """The end of an If that has no other, as one clause: `If(NoPly(), Win(x))` as `Win(All(NoPly(), x))`."""
    if word.otherwise is not None or not isinstance(word.then, (e.Win, e.Loss, e.Draw)):
        return None
    return msgspec.structs.replace(word.then, when=All(word.when, word.then.when))


def result_reason(game: Game, result: Result, seats: tuple[int, ...] | None = None) -> str:
    """Why a game ended, without its result."""
    word = deciding_clause(game, result, seats)
    if word is None:
        return "" if isinstance(clause_of(game, result.by), (BySide, If)) else result.by
    return _reason(Speech(game, after=True), word, result, seats)


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
    return f"{join_with_and(player_name(i, seats, letters) for i in best)} share the win{text}"


def _counts(s: Speech, result: Result) -> str:
    """83 to 5: the winner's number first; with more than two players each with its player."""
    counts = ["out" if n is None else str(n) for n in result.counts]
    if not counts or len(set(result.counts)) == 1:
        return f", {counts[0]} each" if counts else ""
    if len(counts) > 2:
        return f" ({join_with_and(f'{name} {count}' for name, count in zip(PLAYER_NAMES, counts, strict=False))})"
    return f" {' to '.join(counts[::-1] if result.winner == 1 else counts)}"


def _reason(s: Speech, word: Any, result: Result, seats: tuple[int, ...] | None) -> str:
    """The clause that decided the game, with the player it applies to."""
    mover = None
    if isinstance(word, e.Win):
        mover = result.winner
    if isinstance(word, e.Loss) and len(result.values) == 2 and result.winner is not None:
        mover = 1 - result.winner
    if isinstance(word, e.Loss) and len(result.values) > 2 and result.winner is not None:
        last = "the last of the other players"
        speech = replace(s, you=last, your=f"{last}'", foe="the next player", third=True)
    else:
        speech = _of_mover(s, mover, seats)
    most = ""
    if isinstance(word, e.Most) and len(result.values) > 1:
        explanation = explain_count(s, word.number)
        most = (
            f", and {who_has_more(s, word.number)} wins"
            if result.winner is not None and not explanation
            else explanation
        )
    return _condition(speech, word, most)


def _of_mover(s: Speech, mover: int | None, seats: tuple[int, ...] | None) -> Speech:
    """The sentence about the player who moved; None where it is not known who that was."""
    if mover is None:
        return replace(s, you="the mover", your="the mover's", foe="the next player", third=True)
    if s.game.players == 2:
        speech = s.of(PLAYER_NAMES[mover], PLAYER_NAMES[1 - mover])
        return replace(speech, side=mover if seats is None else seats.index(mover))
    return replace(s, you=PLAYER_NAMES[mover], your=f"{PLAYER_NAMES[mover]}'s", third=True)


def _condition(s: Speech, word: Any, addition: str = "") -> str:
    """The condition of a clause. addition: what is said after it."""
    speech, letters = letters_for_cells(replace(s, brief=True), word.when)
    return clause(speech, word.when) + addition + (f" (where {letters[4:-2]})" if letters else "")


def reason_text(game: Game, word: Any, mover: int, seats: tuple[int, ...] | None = None) -> str:
    """The condition of an end clause that holds after a ply of that player: `First's stones form a line ...`."""
    return _condition(_of_mover(Speech(game, after=True), mover, seats), word)


def fact_told(game: Game, player: int) -> str:
    """The public announcement after a ply of that player; empty where it is not always the same."""
    facts = [word for word in words(game.effects) if isinstance(word, Tell)]
    return (
        clause(Speech(game, after=True).of(PLAYER_NAMES[player], "the opponent"), facts[0].fact)
        if len(facts) == 1
        else ""
    )


def why_earned(game: Game, event: Event) -> str:
    """Why points were earned: the letters of the cells that count and the condition; empty where nothing is to tell."""
    player_name = PLAYER_NAMES[event.player]
    witness = dict(event.why)
    for word in words(game.effects):
        if isinstance(word, Earn) and word.when is not None and witness:
            speech, letters = letters_for_cells(Speech(game, after=True).of(player_name, "the other player"), word.when)
            places = [(text, witness.get(spell(w), ())) for w, text in speech.names]
            places_text = list(dict.fromkeys(f"{text} is {' '.join(names)}" for text, names in places if names))
            if letters and places_text:
                return f"{join_with_and(places_text)}; {clause(speech, word.when)}"
    return ""


def no_points(game: Game, player: int, ends: dict[int, list[str]]) -> list[str]:
    """Why a player of a game of two earned nothing with the last ply: a sentence for each Earn that looks at earlier
    plies. ends: the cells on which the plies of each player ended, in order."""
    if game.players != 2:
        return []
    lines, player_name = [], PLAYER_NAMES[player]
    for word in words(game.effects):
        if not isinstance(word, Earn) or word.when is None:
            continue
        speech, letters = letters_for_cells(Speech(game, after=True).of(player_name, "the other player"), word.when)
        if not letters:
            continue
        sides = [(w, ends[player if isinstance(w.side, Own) else 1 - player], text) for w, text in speech.names
                 if isinstance(w, Last)]  # fmt: skip
        head = f"{player_name} earns no point"
        if any(len(cells) < w.back for w, cells, _ in sides):
            lines.append(f"{head}: not all of the moves that count have been made yet.")
            continue
        places = list(dict.fromkeys(f"{text} is {cells[-w.back]}" for w, cells, text in sides))
        lines.append(f"{head}: {join_with_and(places)}; it is not so that {clause(speech, word.when)}.")
    return lines


def announced_line(geometry: Geometry, cells: tuple[str, ...]) -> tuple[str, str]:
    """`row` or `column` and its label, where these are the cells of one; else two empty texts."""
    for kind, lines in (("row", geometry.rows), ("column", geometry.columns)):
        for label, mask in lines:
            if geometry.named(mask) == cells:
                return kind, label
    return "", ""
