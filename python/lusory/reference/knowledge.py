"""Computes what a player knows, all that he has observed, as a value and as text (the information state)."""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING

import msgspec

from ..rules.events import CHANCE, PLAYER_NAMES, Event
from ..rules.geometry import mask_of
from ..rules.picture import Stone
from .state import State

if TYPE_CHECKING:
    from .interpreter import Reference

VERBS = {
    "place": "places",
    "move": "moves",
    "capture": "captures",
    "flip": "flips",
    "promote": "promotes",
    "mark": "marks",
    "unmark": "unmarks",
    "remove": "removes",
    "earn": "earns",
    "fail": "fails at",
    "tell": "tells",
    "show": "shows",
    "out": "is out",
    "again": "has another turn",
    "skip": "is passed over",
}
IN_THE_PLY = {"commit", "announce", "reveal", "roll"}
"""Events that add nothing to the text of the ply."""


class Observation(msgspec.Struct, frozen=True):
    """A ply as one player observed it.

    action: its id, or -1 for another player's secret ply. announcement: of a secret ply (`row`).
    region: the cells announced; 0 where none were. events: those he may know of.
    """

    player: int
    action: int
    announcement: str
    region: int
    events: tuple[Event, ...]


class Known(msgspec.Struct, frozen=True):
    """A player's knowledge in a game with secrets. Whatever is computed for the player depends on this alone.

    viewer: None knows all: the referee, and every viewer once the game is over; SPECTATOR knows what is public.
    past: ply by ply. to_move: a player or CHANCE. board: the visible pieces. counters: captured pieces, points, pieces
    in hand, which are public.
    seats: the player of each side.
    """

    viewer: int | None
    past: tuple[Observation, ...]
    to_move: int
    board: tuple[Stone, ...]
    counters: tuple[tuple[int, ...], ...]
    seats: tuple[int, ...]
    over: bool


def knowledge_of(reference: Reference, state: State, viewer: int | None) -> Known:
    """The viewer's knowledge; once the game is over every viewer knows all."""
    sees = None if state.result else viewer
    return msgspec.structs.replace(present(reference, state, sees), past=tuple(past(reference, state, sees)))


def present(reference: Reference, state: State, viewer: int | None) -> Known:
    """The viewer's present view, without past plies."""
    return Known(
        viewer=viewer,
        past=(),
        to_move=reference.to_move(state),
        board=reference.picture(state, viewer).stones,
        counters=(state.captured, state.scores, state.hands, state.quiet),
        seats=state.seats,
        over=state.result is not None,
    )


def past(reference: Reference, state: State, viewer: int | None) -> list[Observation]:
    """The plies of a game with secrets, as the viewer observed them."""
    observations, before = [], 0
    for ply in state.plies:
        events = visible(state.log[before : ply.events], viewer)
        observations.append(observation(reference, ply.player, ply.action, events, viewer))
        before = ply.events
    return observations


def observation(
    reference: Reference, player: int, action: int, events: tuple[Event, ...], viewer: int | None
) -> Observation:
    """One ply, with the events the viewer may know of."""
    announced = announcement(reference, action)
    if not announced or viewer in (None, player):
        return Observation(player, action, "", 0, events)
    index = reference.tables.geometry.index
    region = mask_of(index[name] for event in events if event.kind == "announce" for name in event.cells)
    return Observation(player, -1, announced, region, events)


def visible(events: tuple[Event, ...], viewer: int | None) -> tuple[Event, ...]:
    """The events the viewer may know of."""
    return tuple(e for e in events if e.known_to(viewer))


def announcement(reference: Reference, action: int) -> str:
    """The announcement of a committed ply, `secret` where it has none; empty for any other ply."""
    actions = reference.tables.actions
    key, place = actions.split(action)
    return str(key[1][place // len(actions.geometry.names)]) if key[0] == "commit" else ""


def information(reference: Reference, state: State, viewer: int) -> str:
    """The player's knowledge, an observation a line: equal texts, equal knowledge. Without secrets: the whole state."""
    if not reference.tables.hidden:
        return whole_state_text(reference, state)
    knowledge = knowledge_of(reference, state, viewer)
    lines = [line for observation in knowledge.past for line in public_lines(reference, observation, knowledge.viewer)]
    lines += [*board(reference, state, knowledge.board), *counters(state)]
    lines.append(f"seats: {' '.join(name(player) for player in knowledge.seats)}")
    if state.result is not None:
        return "\n".join([*lines, f"result: {' '.join(f'{value:g}' for value in state.result.values)}"])
    return "\n".join([*lines, f"to {'answer' if state.pending else 'move'}: {name(knowledge.to_move)}"])


def name(player: int) -> str:
    """The name of a player in the text."""
    return "chance" if player == CHANCE else PLAYER_NAMES[player].lower()


def public_lines(reference: Reference, observation: Observation, viewer: int | None) -> list[str]:
    """The lines for a ply: its text, and those of its events that the text does not imply."""
    lines = [f"{name(observation.player)}: {ply_text(reference, observation, viewer)}"]
    for i, event in enumerate(observation.events):
        is_plain = i == 0 and observation.action >= 0 and not (event.piece or event.amount)
        landed = event.kind == "place" and event.seen_by is not None  # a secret placement either fails or takes place
        if event.kind not in IN_THE_PLY and not is_plain and not landed:
            lines.append(f"{name(event.player)}: {event_text(event)}")
    return lines


def ply_text(reference: Reference, observation: Observation, viewer: int | None) -> str:
    """The text of a ply; of another player's secret ply, the announcement."""
    if observation.action < 0:
        return f"{observation.announcement} {region_text(reference, observation)}".strip()
    key, _ = reference.tables.actions.split(observation.action)
    text = reference.printed(observation.action)
    if key[0] == "reveal":
        return text.replace("reveal", "reveals", 1)
    return f"{text} (secret)" if key[0] == "commit" and observation.player == viewer else text


def region_text(reference: Reference, observation: Observation) -> str:
    """The label of the row or column announced; other regions by their cells."""
    geometry = reference.tables.geometry
    lines = {"row": geometry.rows, "column": geometry.columns}.get(observation.announcement.rstrip("0123456789"), ())
    label = next((label for label, cells in lines if cells == observation.region), None)
    return label or " ".join(geometry.named(observation.region))


def event_text(event: Event) -> str:
    """An event without its player: kind, cells, amount, reason, and whether it is secret."""
    witness = [part for fact, cells in event.why for part in (fact, *cells)]
    amount = str(event.amount) if event.amount else ""
    secret = "(secret)" if event.seen_by is not None else ""
    parts = (VERBS.get(event.kind, event.kind), *event.cells, amount, event.piece, *witness, secret)
    return " ".join(part for part in parts if part)


def board(reference: Reference, state: State, stones: tuple[Stone, ...]) -> list[str]:
    """The pieces by side and kind; a star marks hidden pieces."""
    names = reference.tables.geometry.names
    rows: dict[tuple[int, str], list[str]] = {}
    for stone in sorted(stones, key=lambda s: (s.side, s.kind, s.cell)):
        rows.setdefault((stone.side, stone.kind), []).append(names[stone.cell] + "*" * stone.hidden)
    return [f"{f'side {side}' if side else 'nobody'}, {kind}: {' '.join(at)}" for (side, kind), at in rows.items()]


def counters(state: State) -> list[str]:
    """The public counters that are not 0."""
    values = {"captured": state.captured, "scores": state.scores, "hands": state.hands, "quiet": state.quiet}
    return [f"{name}: {' '.join(map(str, numbers))}" for name, numbers in values.items() if any(numbers)]


def whole_state_text(reference: Reference, state: State) -> str:
    """All of a state without secrets: every piece by cell, and every counter that can still matter."""
    cells = reference.tables.geometry.named
    stones = reference.picture(state, None).stones
    lines = [*board(reference, state, stones), *counters(state)]
    lines.append(f"seats: {' '.join(name(player) for player in state.seats)}")
    marks = ("to", "origin", "just", "moved", "visited")
    lines += [f"{mark}: {' '.join(cells(getattr(state, mark)))}" for mark in marks if getattr(state, mark)]
    if any(state.marks):
        lines.append("marks: " + ", ".join(" ".join(cells(layer)) or "-" for layer in state.marks))
    if state.lasts:
        lines.append("last: " + " ".join(f"{side + 1} {cells(1 << cell)[0]}" for side, cell, _ in state.lasts))
    rest = ("turn", "agenda", "heading", "happened", "told", "out", "acted", "again", "dice")
    lines.append(" ".join(f"{field} {_plain(getattr(state, field))}" for field in rest))
    if state.standings:
        lines.append(f"standings: {len(state.standings)}, {history(state)}")
    lines.append(f"to move: {name(reference.to_move(state))}")
    if state.result is not None:
        lines.append(f"result: {' '.join(f'{value:g}' for value in state.result.values)}")
    return "\n".join(lines)


def history(state: State) -> str:
    """The positions Repeats compares with, as 16 hexadecimal digits: the first of the SHA-256 of sorted lines, one a
    position. A line is `0,1c,8000 1 0,1 2`: the sets of pieces as hexadecimal numbers with bit i for cell i, the
    side to move, the players of the sides, how often it occurred."""
    lines = []
    for (pieces, side, seats), times in state.standings:
        sets, players = ",".join(f"{cells:x}" for cells in pieces), ",".join(map(str, seats))
        lines.append(f"{sets} {side} {players} {times}")
    return sha256("\n".join(sorted(lines)).encode()).hexdigest()[:16]


def _plain(value: object) -> str:
    if isinstance(value, tuple):
        return ",".join(map(str, value)) or "-"
    return str(int(value)) if isinstance(value, bool) else str(value)
