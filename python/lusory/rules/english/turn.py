"""Generates English clauses for a turn (steps, choices, secrets) and for the opening."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import msgspec

from .. import plies as p
from .. import turns as t
from ..cells import Column, Moved, Row, To, just, neutral
from ..effects import Promote
from ..events import PLAYER_NAMES
from ..logic import BySide, If
from ..same_ply import shared_beginnings
from ..traversal import words
from .cells import noun
from .conditions import clause
from .grammar import LETTERS, Speech, a, count_phrase, join_with_and, plural, sentence
from .plies import SEATS, STAY, VERBS, conditions, handed, hidden_noun, on_a_hidden_one, piece, speech_after_ply, verb
from .sheet import Clause

DASH = "–"


def tell(s: Speech, word: Any, path: str, depth: int = 0, mark: str = "") -> Iterator[Clause]:
    """A turn as clauses; a simple turn is one sentence."""
    s = s.at(path)
    clauses = TELL.get(type(word))
    if clauses is not None:
        yield from clauses(s, word, path, depth, mark)
    else:
        yield Clause(sentence(verb(s, word)), path, mark, depth)


def _parts(word: Any) -> Iterator[tuple[int, Any]]:
    yield from enumerate(word.parts)


def _either(s: Speech, word: t.Either, path: str, depth: int, mark: str) -> Iterator[Clause]:
    if len(word.parts) == 1:
        yield from tell(s, word.parts[0], f"{path}.parts[0]", depth, mark)
        return
    yield Clause("Do one of these:", path, mark, depth)
    common = shared_unless([part for _, part in offered_plies(word, path)])
    text = (
        f"none of these may be done if afterwards {clause(speech_after_ply(s), common)}" if common is not None else ""
    )
    for (place, part), alike in crownings(word, path):
        if text and not isinstance(part, p.ActionWord):
            yield Clause(sentence(text), path, "", depth)
            yield Clause("Or do one of these:", path, "", depth)
            text = ""
        is_bare_word = common is not None and isinstance(part, p.ActionWord)
        alternative = msgspec.structs.replace(part, unless=None) if is_bare_word else part
        if len(alike) > 1:
            yield Clause(sentence(choice_of_kind(s.at(place), alternative, alike)), place, DASH, depth + 1)
        else:
            yield from tell(s, alternative, place, depth + 1, DASH)
    if text:
        yield Clause(sentence(text), path, "", depth)
    if shared_beginnings(s.game, word.parts):
        yield Clause(f"A {s.move} that several of these allow counts as the first of them.", path, "", depth)


def offered_plies(word: t.Either, path: str) -> Iterator[tuple[str, Any]]:
    """The plies offered, with their paths: a choice in a choice is one choice."""
    for i, part in _parts(word):
        at = f"{path}.parts[{i}]"
        yield from offered_plies(part, at) if isinstance(part, t.Either) else [(at, part)]


def crownings(word: t.Either, path: str) -> list[tuple[tuple[str, Any], list[Any]]]:
    """The plies offered, with their paths; those that differ only in what the piece becomes are together."""
    by_ply: dict[Any, tuple[tuple[str, Any], list[Any]]] = {}
    for at, part in offered_plies(word, path):
        effects: tuple[Any, ...] = part.then if isinstance(part, p.ActionWord) else ()
        crowned = len(effects) == 1 and isinstance(effects[0], Promote)
        key = (msgspec.structs.replace(part, mark="", then=()), effects[0].of) if crowned else at
        by_ply.setdefault(key, ((at, part), []))[1].append(part)
    return list(by_ply.values())


def choice_of_kind(s: Speech, ply: Any, alike: list[Any]) -> str:
    """One of several plies that differ in what the piece becomes: `then it becomes a queen or a knight`."""
    kinds = [f"{a(ply.then[0].kind)}{f' (written with `:{ply.mark}`)' if ply.mark else ''}" for ply in alike]
    text = verb(s, msgspec.structs.replace(ply, then=(), mark=""))
    pieces = noun(speech_after_ply(s), ply.then[0].of).each()
    return f"{text}; then {pieces} becomes, as you choose, {join_with_and(kinds, 'or')}"


def shared_unless(parts: list[Any]) -> Any:
    """The `unless` that the plies share which come before all turns of several plies, if there is one."""
    ply_words = [part for part in parts if isinstance(part, p.ActionWord)]
    if len(ply_words) < 2 or not all(isinstance(part, p.ActionWord) for part in parts[: len(ply_words)]):
        return None
    return ply_words[0].unless if all(ply.unless == ply_words[0].unless for ply in ply_words) else None


def _first(s: Speech, word: t.First, path: str, depth: int, mark: str) -> Iterator[Clause]:
    yield Clause("Do the first of these that is possible; if you can, you must:", path, mark, depth)
    for i, part in _parts(word):
        yield from tell(s, part, f"{path}.parts[{i}]", depth + 1, DASH)


def _sequence(s: Speech, word: t.Sequence, path: str, depth: int, mark: str) -> Iterator[Clause]:
    n = len(word.parts) - goes_on(word)
    if n == 1 and goes_on(word) and not word.stop:
        yield from tell(s, word.parts[0], f"{path}.parts[0]", depth, mark)
        yield Clause(onward(s, word.parts[1]), f"{path}.parts[1].ply", "", depth + (mark == DASH))
        return
    if len(word.parts) == 1:
        if word.stop:
            head = "If you like:" if depth else "Your turn has one step, which you may leave out:"
            yield Clause(head, path, mark, depth)
        yield from tell(s, word.parts[0], f"{path}.parts[0]", depth + word.stop, DASH if word.stop else mark)
        return
    steps = f"{'up to ' if word.stop else ''}{count_phrase(n, 'step')}, in this order:"
    rest = depth + (mark == DASH)
    yield Clause(sentence(steps if depth else f"your turn has {steps}"), path, mark, depth)
    for i, part in _parts(word):
        if i == n:
            yield Clause(onward(s, part), f"{path}.parts[{i}].ply", "", depth + 1)
        else:
            yield from tell(s, part, f"{path}.parts[{i}]", depth + 1, f"{i + 1}.")
    if jumps_over_moved(word):
        yield Clause(f"A {s.stone} that has moved this turn may still be jumped over and captured.", path, "", rest)
    yield Clause(f"{ending(word, depth)}{another_turn(s, word)}", path, "", rest)


def ending(word: t.Sequence, depth: int) -> str:
    """How a turn of several steps ends before its last one."""
    if not word.stop:
        return "A step that is impossible ends the turn."
    whose = " of your own" if any(isinstance(part, t.Chance) for part in word.parts) else ""
    pass_note = " (even before the first: that is a pass)" if not depth else ""
    return (
        f"You may end the turn before any step{whose}{pass_note}, but you cannot "
        "leave out a step and then do a later one. When nothing is left to do, the turn ends by itself."
    )


def another_turn(s: Speech, word: t.Sequence) -> str:
    """Who moves next where a turn ends after plies of chance alone: such a turn is not counted as the player's."""
    if s.game.players == 1 or not begins_with_chance(word):
        return ""
    ends = "it ends by itself" if word.stop else "the turn ends"
    return f" If {ends} before you have made a step of your own, you have the next turn, too."


def begins_with_chance(word: Any) -> bool:
    """Whether the first ply of a turn may be one of chance."""
    if isinstance(word, t.Sequence):
        return begins_with_chance(word.parts[0])
    if isinstance(word, If):
        return begins_with_chance(word.then) or begins_with_chance(word.otherwise)
    return isinstance(word, t.Chance) or (isinstance(word, BySide) and any(map(begins_with_chance, word.parts)))


def goes_on(word: t.Sequence) -> bool:
    """Whether the last part repeats the one before, with the piece just moved, as often as the player likes."""
    if len(word.parts) < 2:
        return False
    before, last = word.parts[-2:]
    return (
        isinstance(last, t.Repeat)
        and last.while_ is None
        and isinstance(last.ply, p.Hop)
        and last.ply.what == just
        and isinstance(before, p.Hop)
        and msgspec.structs.replace(before, what=just) == last.ply
    )


def onward(s: Speech, word: Any) -> str:
    """The clause for a repetition: a jump that goes on."""
    turning = ", changing direction as you like" if word.ply.directions is None else ""
    if word.must:
        return f"You must go on jumping with that {s.stone} as long as it can jump{turning}."
    return f"You may go on jumping with that {s.stone}{turning}."


def jumps_over_moved(word: t.Sequence) -> bool:
    """Whether a piece that has moved may not move again, but may be jumped over."""
    ply_words = [w for w in words(word) if isinstance(w, p.MOVES)]
    keeps_moved = any(isinstance(w, Moved) for ply in ply_words for w in words(ply.what))
    over = [w for w in ply_words if isinstance(w, p.Hop) and w.captures]
    return keeps_moved and bool(over) and not any(isinstance(w, Moved) for ply in over for w in words(ply.over))


def _repeat(s: Speech, word: t.Repeat, path: str, depth: int, mark: str) -> Iterator[Clause]:
    if isinstance(word.ply, p.ActionWord):
        yield Clause(sentence(verb(s.at(f"{path}.ply"), word)), f"{path}.ply", mark, depth)
        return
    condition = f" while {clause(s, word.while_)}" if word.while_ is not None else ""
    manner_text = "as long as you can" if word.must else "as often as you can and like"
    yield Clause(f"Again and again, {manner_text}{condition}:", path, mark, depth)
    yield from tell(s, word.ply, f"{path}.ply", depth + 1, DASH)


def _if_(s: Speech, word: If, path: str, depth: int, mark: str) -> Iterator[Clause]:
    yield Clause(f"If {clause(s, word.when)}:", path, mark, depth)
    yield from tell(s, word.then, f"{path}.then", depth + 1, DASH)
    otherwise = word.otherwise
    at = f"{path}.otherwise"
    while isinstance(otherwise, If):
        yield Clause(f"Otherwise, if {clause(s, otherwise.when)}:", at, "", depth + (mark == DASH))
        yield from tell(s, otherwise.then, f"{at}.then", depth + 1, DASH)
        otherwise, at = otherwise.otherwise, f"{at}.otherwise"
    if otherwise is not None:
        yield Clause("Otherwise:", at, "", depth + (mark == DASH))
        yield from tell(s, otherwise, at, depth + 1, DASH)


def _by_side(s: Speech, word: BySide, path: str, depth: int, mark: str) -> Iterator[Clause]:
    for i, part in _parts(word):
        yield Clause(f"As {LETTERS[i]}:", path, mark, depth)
        yield from tell(replace(s, side=i), part, f"{path}.parts[{i}]", depth + 1, DASH)


def _chance(s: Speech, word: t.Chance, path: str, depth: int, mark: str) -> Iterator[Clause]:
    s = s.at(f"{path}.ply")
    if isinstance(word.ply, p.Roll):
        yield Clause(sentence(f"{verb(s, word.ply)}; chance decides"), path, mark, depth)
        return
    alike = "chosen at random, every possibility being alike"
    yield Clause(sentence(f"{verb(s, word.ply)}, {alike} (this is nobody's move)"), path, mark, depth)


def commit(s: Speech, word: t.Commit, path: str, depth: int, mark: str) -> Iterator[Clause]:
    """The steps of a secret placement: target, announcement, answer, outcome."""
    steps = [text for text in (_target(s, word), _announce(s, word), _answer(s, word), *_then(s, word)) if text]
    paths = [f"{path}.ply", path, f"{path}.answer", *[f"{path}.fails"] * 2]
    yield Clause("A turn is made in secret, step by step:", path, mark, depth)
    for i, (text, at) in enumerate(zip(steps, paths, strict=False)):
        yield Clause(sentence(text), at, f"{i + 1}.", depth + 1)


def _target(s: Speech, word: t.Commit) -> str:
    target = noun(s, word.ply.to).one()  # type: ignore[union-attr]
    for_what = f" for {piece(s, word.ply)}" if len(s.kinds) > 1 or handed(s, word.ply) else ""  # type: ignore[arg-type]
    return (f"secretly write down a target{for_what}: {target}{conditions(s, word.ply)}. "  # type: ignore[arg-type]
            f"Hidden enemy {plural(s.stone)} do not count here, since you do not see them")  # fmt: skip


def _announce(s: Speech, word: t.Commit) -> str:
    speech = s.named((To(), "the target"))
    sets = [announced_regions_phrase(speech, part) for part in word.announce]
    if not sets:
        return f"tell {s.opponent} that you have done so, and nothing else"
    only_one = "" if len(sets) == 1 else ", but not both" if len(sets) == 2 else ", only one of them"
    return f"announce {join_with_and(sets, 'or')}{only_one}"


def announced_regions_phrase(s: Speech, word: Any) -> str:
    """its row, its column, or any other set of cells."""
    if isinstance(word, (Row, Column)) and isinstance(word.of, To):
        return "its row" if isinstance(word, Row) else "its column"
    return f"the {s.cell}s {noun(s, word).many()}".replace(f"{s.cell}s {s.cell}s", f"{s.cell}s")


def _answer(s: Speech, word: t.Commit) -> str:
    if word.answer is None:
        return ""
    pieces_text = hidden_noun(noun(s.they(), word.answer.what)).many()  # type: ignore[union-attr]
    return (
        f"{s.opponent} may now reveal any number of {pieces_text}, or none. A revealed {s.stone} is open from then on. "
        "The answer is given in the same way whether or not there is anything to reveal"
    )


def _then(s: Speech, word: t.Commit) -> Iterator[str]:
    speech = speech_after_ply(s.named((To(), "the target")))
    everybody = "both" if s.game.players == 2 else "all"
    fails = "" if word.fails is None else clause(speech, word.fails)
    failure = (
        f"your move fails: you place nothing there, and your turn is over. The failed target is known to {everybody}"
    )
    placed = word.ply.kind if len(s.kinds) > 1 else s.stone  # type: ignore[union-attr]
    if word.answer is None:
        yield f"if {fails}, {failure}" if fails else ""
        yield f"your {placed} is placed, and stays hidden{'' if fails else f', {on_a_hidden_one(s)}'}"
        return
    sentence = f"your {placed} is placed and is open from then on"
    target_shown = "if anything was revealed, you must show the target"
    yield f"{target_shown}. If {fails}, {failure}. Otherwise {sentence}" if fails else f"{target_shown}; {sentence}"
    yield f"if nothing was revealed, your {placed} is placed and stays hidden, {on_a_hidden_one(s)}"


TELL: dict[type, Any] = {
    t.Either: _either,
    t.First: _first,
    t.Sequence: _sequence,
    t.Repeat: _repeat,
    t.Chance: _chance,
    t.Commit: commit,
    If: _if_,
    BySide: _by_side,
}


def opening_clauses(s: Speech) -> Iterator[Clause]:
    """The turns of the opening: who makes each, and what an exchange of sides means."""
    side = 0
    s = s.named(*opening_plies_of_turns(s))
    if any(only_chooses_sides(turn) for turn in s.game.opening):
        s = s.named((p.Place(), f"place an {LETTERS[0]} on an empty {s.cell}"))
    numbered = len(s.game.opening) > 1
    for i, word in enumerate(s.game.opening):
        parts = list(words(word))
        is_chance = any(isinstance(w, t.Chance) for w in parts)
        subject = "Chance" if is_chance else PLAYER_NAMES[side]
        names = (
            (SEATS, seats(s, side, only_chooses_sides(word))),
            (STAY, f"stay {LETTERS[side]}{_next(only_chooses_sides(word))}"),
        )
        speech = s.named(*names) if any(isinstance(w, p.Swap) for w in parts) else s
        if i == 0 and (text := filled_by_chance(s, word)):
            yield Clause(text, f"opening[{i}]", "1." if numbered else "")
            continue
        head, *rest = tell(speech, word, f"opening[{i}]", 0, f"{i + 1}." if numbered else "")
        yield Clause(f"{subject}: {head.text[0].lower()}{head.text[1:]}", head.path, head.mark, head.depth)
        yield from rest
        idle = all(isinstance(w, (p.Swap, p.Keep)) for w in parts if isinstance(w, p.ActionWord))
        if only_chooses_sides(word):
            yield Clause(f"Then {LETTERS[side]} moves next.", f"opening[{i}]")
        side = side if is_chance or idle else (side + 1) % s.game.players


def only_chooses_sides(word: Any) -> bool:
    """Whether a turn of the opening is only a choice of sides, after which the same side moves either way."""
    ply_words = [w for w in words(word) if isinstance(w, p.ActionWord)]
    return {type(w) for w in ply_words} == {p.Swap, p.Keep}


def _next(said_later: bool) -> str:
    return "" if said_later else " and move next"


def filled_by_chance(s: Speech, word: Any) -> str:
    """The clause for an opening turn in which chance places a neutral piece on any cell of an empty board."""
    if s.game.setup or not isinstance(word, t.Chance) or word.ply != p.Place(owner=neutral):
        return ""
    if s.fills:
        return f"Before the first move one {s.cell}, chosen at random, is filled."
    return f"Before the first move {a(s.stone)} is placed on one {s.cell}, chosen at random."


def opening_plies_of_turns(s: Speech) -> Iterator[tuple[Any, str]]:
    """The plies of the opening that are also plies of normal turns, where their conditions are described."""
    parts = list(words(s.game.turn))
    for word in words(s.game.opening):
        if isinstance(word, p.ActionWord) and word in parts and conditions(s, word):
            yield word, f"{VERBS[type(word)](s, word)}, on the same conditions as in any other turn"


def seats(s: Speech, side: int, said_later: bool = False) -> str:
    """The meaning of an exchange of sides for the mover. said_later: a later sentence says who moves next."""
    mine, other = LETTERS[side], LETTERS[(side + 1) % s.game.players]
    own = "" if s.nobody else f", with the {plural(s.stone)} already on the board,"
    text = f"exchange sides: you become {other}{own} and your opponent becomes {mine}"
    return text + _next(said_later).replace("move", "moves")
