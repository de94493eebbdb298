"""Tests of the engine's counters for measures against counting ply by ply on the reference."""

from __future__ import annotations

import math
import sys
from array import array
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

import pytest

from lusory._engine import stream
from lusory.engine import Machine
from lusory.games import load
from lusory.reference import Reference
from lusory.rules import Place, own
from lusory.rules.events import CHANCE, Result
from lusory.rules.game import Game

from .games import games_by_name

GAMES = {
    "susan": load("susan", size=3),
    "ndengrod": load("ndengrod", size=3, length=4),
    "doppel": load("doppel", size=4),
    "serendipity": load("serendipity", size=6, rows=2),
    "hidden-gomoku": load("hidden-gomoku", size=5, length=3),
    "connect-four": load("connect-four", columns=4, rows=4, length=3, swap=True),
    "breakthrough": load("breakthrough", size=4),
    "reversi": load("reversi", size=4),
    "pente": load("pente", size=7),
    "hex": load("hex", size=3, swap=True),
    "race": games_by_name()["race"](),
    "nine-mens-morris": games_by_name()["nine-mens-morris"](),
    "yavalath-for-three": games_by_name()["yavalath-for-three"](),
}
"""Some with a kernel and some without; with captures, chance, secrets, turns of several plies, exchanges of sides."""

MANY, LIMIT, SEED = 12, 100, 5
NUMBERS = ("choices", "legal", "forced", "captures", "tree")


@dataclass
class Played:
    """A random game, as the reference tells it."""

    ids: list[int] = field(default_factory=list)
    legal: list[int] = field(default_factory=list)
    by_chance: list[bool] = field(default_factory=list)
    captured: list[int] = field(default_factory=list)
    cells: list[int | None] = field(default_factory=list)
    turns: int = 0
    pieces: set[tuple[int, int]] = field(default_factory=set)
    result: Result | None = None

    def numbers(self) -> tuple[int, ...]:
        """What `moments` adds up."""
        tree = sum(round(math.log2(legal) * 2**20) for legal in self.legal)
        choices = [legal for legal, by_chance in zip(self.legal, self.by_chance, strict=True) if not by_chance]
        return len(choices), sum(choices), choices.count(1), sum(self.captured), tree


def random_engine_plies(machine: Machine, number: int) -> list[int]:
    """The plies of a random game of the engine, drawn one by one."""
    state, bounds, ids = machine.start(), list[int](), list[int]()
    while state.result() is None and len(ids) < LIMIT:
        bounds.append(state.count())
        ply = state.select(stream(SEED, number, bounds)[-1])
        assert ply is not None
        ids.append(ply)
        engine_events = state.play(ply)
        assert engine_events is not None
        state = engine_events[0]
    return ids


def replay_on_reference(game: Game, ids: list[int]) -> Played:
    """The same game on the reference."""
    reference, cells = Reference(game), len(game.geometry.names)
    state, counts = reference.start(), Played(ids)
    counts.pieces = pieces(reference, state)
    for id_ in ids:
        options = {option.id: option for option in reference.options(state)}
        counts.legal.append(len(options))
        key, place = game.actions.split(id_)
        counts.by_chance.append(reference.to_move(state) == CHANCE)
        counts.cells.append(None if key[0] in ("word", "roll", "reveal") else place % cells)
        word, side = options[id_].word, state.side
        state = reference.follow(state, options[id_])[0]
        pieces_before, counts.pieces = counts.pieces, pieces(reference, state)
        had = Counter(side for _, side in pieces_before)
        if isinstance(word, Place):  # a piece that dies on the ply that placed it is captured, too
            had[side + 1 if word.owner == own else 0] += 1 + len(word.shape)
        fewer = had - Counter(side for _, side in counts.pieces)
        counts.captured.append(fewer.total())
        counts.turns += reference.result(state) is not None or reference.turn_over(state)
    counts.result = reference.result(state)
    return counts


def pieces(reference: Reference, state: Any) -> set[tuple[int, int]]:
    """The cell of every piece and whose it is; 0 is nobody. Where placements are secret two may share a cell."""
    return {(stone.cell, stone.side) for stone in reference.picture(state, None).stones}


def results(games: list[Played]) -> tuple[Any, ...]:
    """Of finished games, as `playouts` tells them."""
    values = [game.result.values for game in games if game.result]
    players = range(len(values[0])) if values else ()
    points = [round(12 * sum(value[player] for value in values)) for player in players]
    wins = [sum(value[player] == 1 for value in values) for player in players]
    return len(values), points, wins, len(values) - sum(wins)


def draws_other_games(machine: Machine) -> bool:
    """Programs draw other games of a seed than the general way; what they tell of each ply is tested in Rust."""
    return "program" in machine.engine.playout_method


@pytest.mark.parametrize("general", [False, True])
@pytest.mark.parametrize("name", GAMES)
def test_what_is_counted_is_what_the_reference_tells(name: str, general: bool) -> None:
    machine, game = Machine(GAMES[name]), GAMES[name]
    games = [replay_on_reference(game, random_engine_plies(machine, number)) for number in range(MANY)]
    finished = [game for game in games if game.result]
    general = general or draws_other_games(machine)
    totals = machine.start().playouts(MANY, SEED, limit=LIMIT, measures=True, general=general)
    assert finished and (totals["games"], totals["cut_off"]) == (MANY, MANY - len(finished))
    assert totals["turns"] == histogram([result.turns for result in finished])
    assert totals["lengths"] == histogram([len(result.ids) for result in finished])
    by_ply = range(max(len(game.ids) for game in games))
    at = [[game for game in games if len(game.ids) > n] for n in by_ply]
    choices = [[game.legal[n] for game in at[n] if not game.by_chance[n]] for n in by_ply]
    assert totals["branching"] == [(len(legal), sum(legal), legal.count(1)) for legal in choices]
    assert totals["captures"] == [(len(at[n]), sum(game.captured[n] for game in at[n])) for n in by_ply]
    rows = [game.numbers() for game in games]
    for i, x in enumerate(NUMBERS):
        sums = sum(row[i] for row in rows), sum(row[i] ** 2 for row in rows), sum(row[i] * row[0] for row in rows)
        assert totals["moments"][x] == sums, x
    occupied = [len({cell for cell, _ in result.pieces}) for result in finished]
    assert totals["occupied"] == [sum(occupied), sum(n * n for n in occupied)]
    by_reason(machine, finished, totals)
    by_cell(game, games, totals["cells"])


def histogram(numbers: list[int]) -> list[int]:
    """How often each came."""
    times = Counter(numbers)
    return [times[n] for n in range(max(times) + 1)]


def by_reason(machine: Machine, finished: list[Played], totals: dict[str, Any]) -> None:
    """Results by what ended the game, and by its first ply."""
    ends = machine._ends
    for number, end in enumerate(ends):
        of_clause = [result for result in finished if result.result and result.result.by == end]
        if ends.count(end) == 1 and of_clause:
            assert totals["ends"][number] == results(of_clause)
    assert totals["ended_by"] == [of_end[0] for of_end in totals["ends"]]
    every = [*totals["ends"], totals["nothing"]]
    assert sum(of_end[0] for of_end in every) == len(finished) and totals["nothing"][0] == totals["nothing_legal"]
    firsts = {result.ids[0] for result in finished}
    assert totals["first_plies"] == {
        id_: results([result for result in finished if result.ids[0] == id_]) for id_ in firsts
    }


def by_cell(game: Game, games: list[Played], cells: dict[str, Any]) -> None:
    """What is counted by cell."""
    every, finished = range(len(game.geometry.names)), [game for game in games if game.result]
    assert cells["played"] == [sum(game.cells.count(cell) for game in games) for cell in every]
    lasts = [next((cell for cell in reversed(result.cells) if cell is not None), None) for result in finished]
    assert cells["last"] == [lasts.count(cell) for cell in every]
    for cell in every:
        first = [result for result in finished if result.cells[0] == cell]
        assert cells["first"][cell][0] == len(first)
        assert not first or cells["first"][cell] == results(first)
    for side, owned in enumerate(cells["owned"]):
        assert owned == [sum((cell, side) in result.pieces for result in finished) for cell in every]


@pytest.mark.parametrize("name", ["susan", "serendipity", "hidden-gomoku", "nine-mens-morris"])
def test_outcomes_are_those_of_the_games_one_by_one(name: str) -> None:
    machine, game = Machine(GAMES[name]), GAMES[name]
    games = [replay_on_reference(game, random_engine_plies(machine, number)) for number in range(MANY)]
    reply = machine.start().outcomes(MANY, SEED, limit=LIMIT, general=draws_other_games(machine))
    ends, lengths = (array(code, reply[part]) for code, part in (("h", "ends"), ("I", "lengths")))
    if sys.byteorder == "big":
        ends.byteswap()
        lengths.byteswap()
    assert lengths.tolist() == [len(game_.ids) for game_ in games]
    points = [round(12 * value) for game_ in games for value in (game_.result.values if game_.result else (0, 0))]
    assert list(reply["points"]) == points
    for game_, end in zip(games, ends, strict=True):
        by = game_.result.by if game_.result else None
        assert (end == -2) == (by is None)
        assert end < 0 or machine._ends[end] == by


@pytest.mark.parametrize("name", ["susan", "doppel", "hidden-gomoku", "nine-mens-morris"])
def test_the_same_games_come_to_the_same_on_any_number_of_threads(name: str) -> None:
    start = Machine(GAMES[name]).start()
    one_thread, three_threads = (
        start.playouts(700, 3, limit=LIMIT, threads=threads, measures=True) for threads in (1, 3)
    )
    assert one_thread == three_threads
    in_one_go = start.outcomes(700, 3, limit=LIMIT, threads=3)
    parts = [start.outcomes(350, 3, first=first, limit=LIMIT) for first in (0, 350)]
    assert in_one_go == {part: parts[0][part] + parts[1][part] for part in in_one_go}
    assert sum(bool(end) for end in array("h", in_one_go["ends"])) <= 700 == len(in_one_go["lengths"]) // 4


def test_outcomes_that_would_fill_the_memory_are_refused() -> None:
    with pytest.raises(ValueError, match="games: 1000000000000, expected at most 67108864 at a time"):
        Machine(load("tic-tac-toe")).start().outcomes(10**12)


def test_outcomes_are_what_the_totals_add_up() -> None:
    start = Machine(load("susan", draw="slides:4")).start()
    totals, outcomes = start.playouts(2000, 1, measures=True), start.outcomes(2000, 1)
    lengths, ends = array("I", outcomes["lengths"]), array("h", outcomes["ends"])
    assert totals["results"][1] == [sum(outcomes["points"][player::2]) for player in (0, 1)]
    assert (sum(lengths), max(lengths)) == (totals["plies"], len(totals["lengths"]) - 1)
    assert [ends.count(end) for end in range(3)] == totals["ended_by"]
    assert totals["moments"]["choices"][1] == sum(length**2 for length in lengths)


def test_a_game_of_fixed_choices() -> None:
    totals = Machine(load("tic-tac-toe")).start().playouts(3000, 9, measures=True)
    assert [games and legal // games for games, legal, _ in totals["branching"]] == [9, 8, 7, 6, 5, 4, 3, 2, 1]
    tree = [round(sum(math.log2(9 - ply) for ply in range(length)) * 2**20) for length in range(10)]
    expected = sum(games * tree[length] for length, games in enumerate(totals["lengths"]))
    assert math.isclose(totals["moments"]["tree"][0], expected, rel_tol=1e-6)
    assert [captured for _, captured in totals["captures"]] == [0] * 9
    assert sum(totals["cells"]["played"]) == totals["plies"]
    assert sum(map(sum, totals["cells"]["owned"])) == totals["occupied"][0] == totals["plies"]
