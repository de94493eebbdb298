"""Converts the engine's tuples and numbers to the reference's values, and back."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from ..reference.progression import NOTHING_LEGAL
from ..reference.state import LoggedPly, Pending, State
from ..rules.cells import Enemy, Last, Own
from ..rules.events import Event, Result
from ..rules.expression_text import spell
from ..rules.geometry import bits, mask_of

if TYPE_CHECKING:
    from .machine import Machine

WitnessPart = tuple[str, int, tuple[int, ...]]
"""A part of a reason: `to`, `origin`, `just`; `own` or `enemy`, whose last ply, how many ago; `told`, which fact;
`set`, which set of pieces; `mark`, which mark."""
EventFields = tuple[str, tuple[int, ...], int, int, int | None, tuple[WitnessPart, ...], int | None]
"""An event: kind, cells, player, amount, kind of piece, reasons, who alone may know of it."""

PLAIN = ("side", "turn", "fresh", "happened", "told", "out", "acted", "again", "dice")
"""Fields of a state that are numbers on both sides."""


def reason(name: str, number: int, names: dict[str, tuple[str, ...]]) -> str:
    """A part of a witness as the rule value spells it. names: of facts that are told, sets of pieces, and marks."""
    if name in names:
        return names[name][number]
    return spell(Last(Own() if name == "own" else Enemy(), number)) if name in ("own", "enemy") else name


def state_of(machine: Machine, parts: dict[str, Any]) -> State:
    """The reference's state, from the parts of an engine's state."""
    fields = {
        name: parts[name] for name in ("side", "turn", "fresh", "happened", "told", "out", "acted", "again", "dice")
    }
    planes = tuple(map(mask_of, parts["pieces"]))
    shown_pieces = tuple(map(mask_of, parts["shown"])) if machine.hidden else (0,) * len(planes)
    log, plies = _log(machine, parts["past"])
    return State(
        pieces=planes,
        shown=shown_pieces,
        seats=tuple(parts["seats"]),
        agenda=_agenda(parts["agenda"]),
        captured=tuple(parts["captured"]),
        scores=tuple(parts["scores"]),
        hands=tuple(parts["hands"]),
        quiet=tuple(parts["quiet"]),
        to=_bit(parts["to"]),
        origin=_bit(parts["origin"]),
        heading=_bit(parts["heading"]),
        just=_bit(parts["just"]),
        moved=mask_of(parts["moved"]),
        visited=mask_of(parts["visited"]),
        marks=tuple(map(mask_of, parts["marks"])),
        lasts=tuple((side, -1 if cell is None else cell, is_known) for side, cell, is_known in parts["lasts"]),
        standings=frozenset(_standings(parts["standings"]).items()),
        pending=_pending(parts["pending"]),
        log=log,
        plies=plies,
        result=_result(machine, parts["result"]),
        **fields,
    )


def _bit(number: int | None) -> int:
    return 0 if number is None else 1 << number


def _agenda(steps: Iterable[tuple[int, bool]]) -> tuple[int, ...]:
    return tuple(node * 2 + stop for node, stop in steps)


def _standings(positions: Iterable[Any]) -> Counter[Any]:
    return Counter((tuple(map(mask_of, pieces)), side, tuple(seats)) for pieces, side, seats in positions)


def _pending(parts: Any) -> Pending | None:
    if parts is None:
        return None
    node, target, choice, announced, agenda = parts
    return Pending(node, target, choice, mask_of(announced), _agenda(agenda))


def _result(machine: Machine, parts: Any) -> Result | None:
    if parts is None:
        return None
    values, end, witness, counts = parts
    by = NOTHING_LEGAL if end is None else spell(machine.game.ends[end])
    return Result(tuple(values), by, machine.game.geometry.named(mask_of(witness)), tuple(counts or ()))


def _log(machine: Machine, past: Iterable[Any]) -> tuple[tuple[Event, ...], tuple[LoggedPly, ...]]:
    log: list[Event] = []
    plies: list[LoggedPly] = []
    for player, action, events in past:
        log += [machine.event(event) for event in events]
        plies.append(LoggedPly(player, action, len(log)))
    return tuple(log), tuple(plies)


def parts_of(machine: Machine, state: State) -> dict[str, Any]:
    """The parts of a state of the reference, for the engine."""
    parts: dict[str, Any] = {name: getattr(state, name) for name in State.__struct_fields__}
    parts |= {name: _sets(parts[name]) for name in ("pieces", "shown", "marks")}
    parts |= {name: list(bits(parts[name])) for name in ("moved", "visited")}
    parts |= {name: next(bits(parts[name]), None) for name in ("to", "origin", "heading", "just")}
    repeated = [standing for standing, times in sorted(state.standings) for _ in range(times)]
    return parts | {
        "shown": parts["shown"] if machine.hidden else [],
        "agenda": _steps(state.agenda),
        "lasts": [(side, None if cell < 0 else cell, is_known) for side, cell, is_known in state.lasts],
        "standings": [(_sets(pieces), side, seats) for pieces, side, seats in repeated],
        "pending": _waiting(state.pending),
        "result": _ending(machine, state.result),
        "past": _past(machine, state),
    }


def _sets(masks: Iterable[int]) -> list[list[int]]:
    return [list(bits(mask)) for mask in masks]


def _steps(agenda: Iterable[int]) -> list[tuple[int, bool]]:
    return [(entry >> 1, bool(entry & 1)) for entry in agenda]


def _waiting(pending: Pending | None) -> Any:
    if pending is None:
        return None
    return pending.node, pending.target, pending.choice, list(bits(pending.announced)), _steps(pending.agenda)


def _ending(machine: Machine, result: Result | None) -> Any:
    if result is None:
        return None
    index = machine.game.geometry.index
    spelled = [spell(end) for end in machine.game.ends]
    end = spelled.index(result.by) if result.by != NOTHING_LEGAL else None
    return result.values, end, [index[name] for name in result.witness], result.counts or None


def _past(machine: Machine, state: State) -> list[Any]:
    before, past = 0, []
    for ply in state.plies:
        past.append(
            (ply.player, ply.action, [_engine_event(machine, event) for event in state.log[before : ply.events]])
        )
        before = ply.events
    return past


def _engine_event(machine: Machine, event: Event) -> EventFields:
    """An event in the engine's form."""
    index = machine.game.geometry.index
    cells = tuple(index[name] for name in event.cells)
    piece = machine.kinds.index(event.piece) if event.piece else None
    witness = tuple(_part(machine, fact, tuple(index[name] for name in cells)) for fact, cells in event.why)
    return event.kind, cells, event.player, event.amount, piece, witness, event.seen_by[0] if event.seen_by else None


def _part(machine: Machine, fact: str, cells: tuple[int, ...]) -> WitnessPart:
    """A part of a witness in the engine's form. Remembered events of games with secrets have no other parts than told
    facts, and pieces that became open."""
    if fact in machine.sets:
        return "set", machine.sets.index(fact), cells
    return "told", machine.facts.index(fact), ()
