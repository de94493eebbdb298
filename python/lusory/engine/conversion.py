"""Converts the engine's positions and events (form.py) to the reference's values, and back."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING

from ..reference.progression import NOTHING_LEGAL
from ..reference.state import LoggedPly, Pending, Standing, State
from ..rules.cells import Enemy, Last, Own
from ..rules.events import Event, Result
from ..rules.expression_text import spell
from ..rules.geometry import bits, mask_of
from .form import (
    Agenda,
    Cells,
    EndingForm,
    EventForm,
    PendingForm,
    PlyForm,
    PositionForm,
    StandingForm,
    WitnessPart,
)

if TYPE_CHECKING:
    from .machine import Machine


def reason(name: str, number: int, names: dict[str, tuple[str, ...]]) -> str:
    """A part of a witness as the rule value spells it. names: of facts that are told, sets of pieces, and marks."""
    if name in names:
        return names[name][number]
    return spell(Last(Own() if name == "own" else Enemy(), number)) if name in ("own", "enemy") else name


def state_of(machine: Machine, form: PositionForm) -> State:
    """The reference's state of an engine's position."""
    planes = tuple(map(mask_of, form.pieces))
    log, plies = _log(machine, form.past)
    return State(
        pieces=planes,
        shown=tuple(map(mask_of, form.shown)) if machine.hidden else (0,) * len(planes),
        side=form.side,
        seats=form.seats,
        turn=form.turn,
        agenda=_agenda(form.agenda),
        captured=form.captured,
        scores=form.scores,
        hands=form.hands,
        quiet=form.quiet,
        fresh=form.fresh,
        to=_bit(form.to),
        origin=_bit(form.origin),
        heading=_bit(form.heading),
        just=_bit(form.just),
        moved=mask_of(form.moved),
        visited=mask_of(form.visited),
        lasts=tuple((side, -1 if cell is None else cell, is_known) for side, cell, is_known in form.lasts),
        standings=frozenset(_standings(form.standings).items()),
        happened=form.happened,
        told=mask_of(form.told),
        out=form.out,
        acted=form.acted,
        again=form.again,
        dice=form.dice,
        pending=_pending(form.pending),
        log=log,
        plies=plies,
        result=_result(machine, form.result),
        marks=tuple(map(mask_of, form.marks)),
    )


def _bit(number: int | None) -> int:
    return 0 if number is None else 1 << number


def _agenda(steps: Agenda) -> tuple[int, ...]:
    return tuple(node * 2 + stop for node, stop in steps)


def _standings(forms: Iterable[StandingForm]) -> Counter[Standing]:
    return Counter((tuple(map(mask_of, form.pieces)), form.side, form.seats) for form in forms)


def _pending(form: PendingForm | None) -> Pending | None:
    if form is None:
        return None
    return Pending(form.node, form.target, form.choice, mask_of(form.announced), _agenda(form.agenda))


def _result(machine: Machine, form: EndingForm | None) -> Result | None:
    if form is None:
        return None
    by = NOTHING_LEGAL if form.end is None else spell(machine.game.ends[form.end])
    return Result(form.values, by, machine.game.geometry.named(mask_of(form.witness)), form.counts or ())


def _log(machine: Machine, past: Iterable[PlyForm]) -> tuple[tuple[Event, ...], tuple[LoggedPly, ...]]:
    log: list[Event] = []
    plies: list[LoggedPly] = []
    for ply in past:
        log += [machine.event(event) for event in ply.events]
        plies.append(LoggedPly(ply.player, ply.action, len(log)))
    return tuple(log), tuple(plies)


def form_of(machine: Machine, state: State) -> PositionForm:
    """The form of a state of the reference, for the engine."""
    repeated = [standing for standing, times in sorted(state.standings) for _ in range(times)]
    return PositionForm(
        pieces=_sets(state.pieces),
        shown=_sets(state.shown) if machine.hidden else (),
        moved=tuple(bits(state.moved)),
        visited=tuple(bits(state.visited)),
        marks=_sets(state.marks),
        side=state.side,
        seats=state.seats,
        turn=state.turn,
        agenda=_steps(state.agenda),
        fresh=state.fresh,
        acted=state.acted,
        again=state.again,
        happened=state.happened,
        out=state.out,
        to=_cell(state.to),
        origin=_cell(state.origin),
        just=_cell(state.just),
        heading=_cell(state.heading),
        dice=state.dice,
        captured=state.captured,
        scores=state.scores,
        hands=state.hands,
        quiet=state.quiet,
        told=tuple(bits(state.told)),
        lasts=tuple((side, None if cell < 0 else cell, is_known) for side, cell, is_known in state.lasts),
        standings=tuple(StandingForm(_sets(pieces), side, seats) for pieces, side, seats in repeated),
        pending=_waiting(state.pending),
        result=_ending(machine, state.result),
        past=_past(machine, state),
    )


def _cell(mask: int) -> int | None:
    return next(bits(mask), None)


def _sets(masks: Iterable[int]) -> tuple[Cells, ...]:
    return tuple(tuple(bits(mask)) for mask in masks)


def _steps(agenda: Iterable[int]) -> Agenda:
    return tuple((entry >> 1, bool(entry & 1)) for entry in agenda)


def _waiting(pending: Pending | None) -> PendingForm | None:
    if pending is None:
        return None
    announced = tuple(bits(pending.announced))
    return PendingForm(pending.node, pending.target, pending.choice, announced, _steps(pending.agenda))


def _ending(machine: Machine, result: Result | None) -> EndingForm | None:
    if result is None:
        return None
    index = machine.game.geometry.index
    spelled = [spell(end) for end in machine.game.ends]
    end = spelled.index(result.by) if result.by != NOTHING_LEGAL else None
    witness = tuple(index[name] for name in result.witness)
    return EndingForm(result.values, end, witness, result.counts or None)


def _past(machine: Machine, state: State) -> tuple[PlyForm, ...]:
    before, past = 0, []
    for ply in state.plies:
        events = tuple(_event(machine, event) for event in state.log[before : ply.events])
        past.append(PlyForm(ply.player, ply.action, events))
        before = ply.events
    return tuple(past)


def _event(machine: Machine, event: Event) -> EventForm:
    index = machine.game.geometry.index
    cells = tuple(index[name] for name in event.cells)
    piece = machine.kinds.index(event.piece) if event.piece else None
    witness = tuple(_part(machine, fact, tuple(index[name] for name in cells)) for fact, cells in event.why)
    seen_by = event.seen_by[0] if event.seen_by else None
    return EventForm(event.kind, cells, event.player, event.amount, piece, witness, seen_by)


def _part(machine: Machine, fact: str, cells: Cells) -> WitnessPart:
    """A part of a witness. Remembered events of games with secrets have no other parts than told facts, and pieces that
    became open."""
    if fact in machine.sets:
        return ("set", machine.sets.index(fact)), cells
    return ("told", machine.facts.index(fact)), ()
