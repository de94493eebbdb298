"""Retrograde analysis layer by layer agrees with the other methods, position by position."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from lusory.cli import app
from lusory.errors import LusoryError
from lusory.games import load
from lusory.play.position import Position
from lusory.players.perfect import PerfectPlayer
from lusory.rules import (
    Draw,
    Either,
    Enclosed,
    Game,
    Hexagon,
    Line,
    Loss,
    Place,
    Quiet,
    Slide,
    Square,
    Step,
    Win,
    enemy,
    own,
)
from lusory.solve import Solver, Unsolvable, solver
from lusory.solve.certificate import DamagedProof, certificate, read, verify
from lusory.solve.layer_check import LayerChecker, LayerTable, WrongLayer
from lusory.solve.layers import layers
from lusory.solve.symmetry import symmetries
from lusory.solve.table_file import read as read_table
from lusory.solve.table_file import table_parts
from lusory.solve.table_lookup import TableLookup
from lusory.testing.exact import ExhaustiveSolver

LITTLE = 1 << 24
"""Bytes that suffice for these boards."""
SUSANS = [("none", None), ("repeat:2", None), *((f"slides:{n}", n) for n in range(1, 7))]


@pytest.fixture(autouse=True)
def small_boards_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solver, "MANY", 1)


def other_value(position: Position) -> tuple[float, tuple[str, ...] | None]:
    """The value and the plies that keep it, by other methods."""
    other = Solver(position, memory=LITTLE)
    other.layers = None
    found = other.solve(best=True)
    assert found.method != solver.LAYERED
    return found.at_least, found.best


def by_layers(position: Position, **options: Any) -> tuple[float, tuple[str, ...] | None]:
    found = Solver(position, memory=LITTLE, **options).solve(best=True)
    assert found.method == solver.LAYERED and found.at_least == found.at_most
    return found.at_least, found.best


def after_random_plies(game: Game, count: int, seed: int) -> Position:
    position, rng = game.start(), random.Random(seed)
    for _ in range(count):
        after = position.follow(rng.choice(position.moves().ids))
        if after.result is not None:
            break
        position = after
    return position


@pytest.mark.parametrize(("draw", "limit"), SUSANS)
def test_susan_on_seven_cells(draw: str, limit: int | None) -> None:
    game = load("susan", size=2, draw=draw)
    assert by_layers(game.start(), threads=2) == other_value(game.start())
    if draw != "repeat:2":
        found = layers(game, symmetries(game))
        assert found is not None and found.limit == limit
        for seed in range(6):
            position = after_random_plies(game, 2 + seed % 3, seed)
            assert by_layers(position) == other_value(position)


GAMES = {
    "slide to a line": Game(
        board=Square(3), turn=Either(Place(), Slide(own)), ends=[Win(Line(3)), Draw(Quiet(3, without="placement"))]
    ),
    "move first, no stone may be enclosed": Game(
        board=Square(2, 4), turn=Either(Step(own), Place()), ends=[Loss(Enclosed(own, unit="cell")), Win(Line(3))]
    ),
    "lose by capture of room": Game(
        board=Hexagon(2), turn=Either(Place(), Step(own)), ends=[Win(Enclosed(enemy)), Loss(Enclosed(own))]
    ),
}


@pytest.mark.parametrize("name", GAMES)
def test_other_rules(name: str) -> None:
    game = GAMES[name]
    assert by_layers(game.start()) == other_value(game.start())
    for seed in range(4):
        position = after_random_plies(game, 3, seed)
        assert by_layers(position) == other_value(position)


def test_rules_that_do_not_fit_are_left_to_other_methods() -> None:
    susan = load("susan", size=3)
    assert layers(susan, symmetries(susan)) is not None
    for name, options in (("hex", {}), ("ndengrod", {"size": 2, "length": 3}), ("reversi", {}), ("susan", {"size": 4})):
        game = load(name, **options)
        assert layers(game, symmetries(game)) is None, name


def test_a_proof_by_layers_is_checked_by_the_reference() -> None:
    for draw in ("none", "slides:3", "slides:1"):
        solving = Solver(load("susan", size=2, draw=draw).start(), memory=LITTLE)
        file = read(certificate(solving, solving.solve()))
        assert all(checked.is_proven for checked in verify(file)), draw


def test_a_checkpoint_keeps_the_layers_that_are_solved(tmp_path: Path) -> None:
    start, path = load("susan", size=2, draw="none").start(), tmp_path / "layers.save"
    first = Solver(start, memory=LITTLE, checkpoint=path)
    assert first.layers is not None
    for _ in range(4):
        first.engine.solve_layer(first.layers.bare.start().state, first.layers.cells)
    first.save()
    second = Solver(start, memory=LITTLE, checkpoint=path)
    assert second.layers is not None
    left = second.engine.solve_layer(second.layers.bare.start().state, second.layers.cells)
    assert left == first.layers.cells + 1 - 5
    assert by_layers(start, checkpoint=path) == other_value(start)
    path.write_bytes(path.read_bytes()[:-9] + b"x" * 9)
    with pytest.raises(Unsolvable, match="damaged"):
        Solver(start, memory=LITTLE, checkpoint=path)


def table_of(draw: str) -> bytes:
    """The file of the table of a small board."""
    solving = Solver(load("susan", size=2, draw=draw).start(), memory=LITTLE)
    return b"".join(table_parts(solving, solving.solve()))


@pytest.mark.parametrize("draw", ["none", "slides:3", "slides:1"])
def test_a_table_is_checked_with_the_reference(draw: str) -> None:
    checker = LayerChecker(read_table(table_of(draw)).values)
    told: list[tuple[int, int]] = []
    sampled = checker.check(2400, seed=0, progress=lambda *report: told.append(report))
    assert sampled.samples == 2400 and sampled.positions == 549 and not sampled.is_proven
    assert told == [(1000, 2400), (2000, 2400)]
    assert checker.check_all().is_proven


def test_a_wrong_value_in_a_table_is_refused_and_so_is_a_table_that_lacks_layers() -> None:
    table = read_table(table_of("slides:1"))
    rng, data, refused = random.Random(3), bytes(table.values.data), 0
    for _ in range(20):
        pieces = rng.randrange(1, 8)
        at = table.values.at[pieces] + rng.randrange(table.values.sizes[pieces])
        wrong = LayerTable(data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :], table.rules)
        try:
            LayerChecker(wrong).check_all()
        except WrongLayer as fault:
            refused += "expected" in str(fault)
    # Positions without a ply have no value.
    assert refused >= 15
    with pytest.raises(WrongLayer, match="expected more than"):
        LayerTable(data[:70], table.rules)
    with pytest.raises(WrongLayer, match="lacks layers"):
        LayerTable(data[:-80], table.rules)
    for longer_or_shorter in (data + bytes(8), data[:-8]):
        with pytest.raises(WrongLayer, match="more or less"):
            LayerTable(longer_or_shorter, table.rules)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda data: data[:-9], "damaged"),
        (lambda data: data[:-100], "damaged"),
        (lambda data: data + b"junk", "damaged"),
        (lambda data: data.replace(b"table 1", b"table 9"), "expected a file that begins"),
        (lambda data: data.replace(b'"bytes":', b'"bytes":9'), "damaged"),
        (lambda data: data.replace(b'"bytes":', b'"bytes":-'), "expected 1 to"),
        (lambda data: data.replace(b'"hash":"', b'"hash":"0'), "hash"),
    ],
)
def test_a_damaged_table_is_refused_with_the_reason(change: Any, message: str) -> None:
    with pytest.raises(LusoryError, match=message):
        read_table(change(table_of("none")))


def test_a_game_that_is_not_solved_layer_by_layer_has_no_table() -> None:
    start = load("hex", size=2).start()
    with pytest.raises(Unsolvable, match="layer by layer"):
        Solver(start, memory=LITTLE, table=True)
    solving = Solver(start, memory=LITTLE)
    with pytest.raises(Unsolvable, match="layer by layer"):
        list(table_parts(solving, solving.solve()))
    with pytest.raises(Unsolvable, match="needs --memory"):
        Solver(load("susan", size=3).start(), memory=LITTLE, table=True)
    data = table_of("none").replace(b"lusory table 1", b"lusory proof 1")
    with pytest.raises(DamagedProof):
        read(data)


@pytest.mark.parametrize("draw", ["none", "slides:3", "slides:1"])
def test_a_table_says_what_every_ply_of_every_position_is_worth(draw: str) -> None:
    """Also in the middle of a layer, where few plies are left until the draw."""
    lookup = TableLookup(read_table(table_of(draw)))
    for position in random_positions(load("susan", size=2, draw=draw), 1 if draw == "none" else 3):
        mover = position.to_move or 0
        exact = {ply: exact_halves(position.follow(ply), mover) for ply in position.moves().ids}
        for ply, halves in exact.items():
            assert held(lookup, position, ply) == (halves, 2 - halves), (position.past, ply)
        best = lookup.ply(position, mover)
        assert best is not None and best.halves == exact[best.action] == max(exact.values())


def test_a_table_of_rules_with_repetition_claims_no_win_that_a_repetition_may_draw() -> None:
    game = load("susan", size=2, draw="repeat:2")
    lookup, certain, uncertain = TableLookup(read_table(table_of("repeat:2"))), 0, 0
    exhaustive = ExhaustiveSolver(game.start().contract)
    for position in random_positions(game, 8):
        for ply in position.moves().ids:
            after = position.follow(ply)
            mover = position.to_move or 0
            halves = round(2 * exhaustive.worth(after.state)[mover])
            of_mover, of_other = held(lookup, position, ply)
            assert of_mover <= halves and of_other <= 2 - halves, (position.past, ply)
            certain += of_mover + of_other == 2
            uncertain += of_mover + of_other < 2
    assert 0 < 5 * uncertain < certain


def random_positions(game: Game, games: int) -> Iterator[Position]:
    """The positions of random games."""
    rng = random.Random(7)
    for _ in range(games):
        position = game.start()
        while position.result is None and position.ply < 14:
            yield position
            position = position.follow(rng.choice(position.moves().ids))


def held(lookup: TableLookup, position: Position, ply: int) -> tuple[int, int]:
    """What the side to move and the other one get at least after a ply."""
    claims = {claim.player: claim.halves for claim in lookup.after(position, ply)}
    mover = position.to_move or 0
    return claims.get(mover, 0), claims.get(1 - mover, 0)


def test_a_position_that_was_set_up_is_not_in_a_table() -> None:
    game, lookup = load("susan", size=2, draw="none"), TableLookup(read_table(table_of("none")))
    later = game.start().line("b2 b1")
    set_up = game.position(str(later), later.to_move or 0)
    assert lookup.ply(later, 0) is not None and lookup.ply(set_up, set_up.to_move or 0) is None
    assert not list(lookup.after(set_up, set_up.moves().ids[0]))


def test_a_perfect_player_plays_a_lost_position_by_its_table(monkeypatch: pytest.MonkeyPatch) -> None:
    game, lookup = load("susan", size=2, draw="none"), TableLookup(read_table(table_of("none")))
    lost = next(p for p in random_positions(game, 60) if p.to_move and lookup.halves_of(p, p.to_move) == 0)
    player = PerfectPlayer(lookup, game)
    monkeypatch.setattr(player, "search", lambda *_: pytest.fail("searched"))
    best = lookup.ply(lost, lost.to_move or 0)
    assert best is not None and player.choose(lost, random.Random(1)) == best.action


@pytest.mark.parametrize("draw", ["none", "slides:3"])
def test_who_plays_by_a_table_comes_nearer_to_the_win(draw: str) -> None:
    game, lookup = load("susan", size=2, draw=draw), TableLookup(read_table(table_of(draw)))
    for seed in range(20):
        rng, position = random.Random(seed), game.start()
        while position.result is None:
            proven = lookup.ply(position, 0)
            assert position.ply < 40 and (proven is None or proven.halves == 2)
            position = position.follow(rng.choice(position.moves().ids) if proven is None else proven.action)
        assert position.result.values[0] == 1.0


def exact_halves(position: Position, player: int) -> int:
    """What a position is worth for a player, by another method."""
    if position.result is not None:
        return round(2 * position.result.values[player])
    other = Solver(position, memory=LITTLE)
    other.layers = None
    first = round(2 * other.solve().at_least)
    return first if player == 0 else 2 - first


def lusory(*arguments: str) -> Any:
    return CliRunner().invoke(app, arguments)


def test_the_command_writes_a_table_checks_it_and_plays_by_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solver, "MANY", 1 << 20)
    path = tmp_path / "susan.table"
    options = ("susan", "-o", "size=2", "-o", "draw=slides:3")
    assert f"--verify {path}" in lusory("solve", *options, "--table", str(path)).stderr
    proven = lusory("solve", "--verify", str(path)).stdout
    assert "Proven: the values of all 549 positions" in proven and "From the start: First wins." in proven
    sampled = json.loads(lusory("solve", "--verify", str(path), "--samples", "50", "--json").stdout)
    assert sampled["at_least"] == sampled["at_most"] == 1.0 and not sampled["checked"][0]["proven"]
    seats = ("--first", f"perfect:{path}", "--second", "random", "--games", "4", "--opening", "0", "--json")
    assert json.loads(lusory("match", *options, *seats).stdout)["score"][0] > 0.5
    refused = lusory("match", "susan", "-o", "size=2", *seats)
    assert refused.exit_code and "other rules" in str(refused.exception)
    assert "are for proofs" in lusory("solve", "--verify", str(path), "--line").output
    assert "--verify FILE" in lusory("solve", *options, "--samples", "3").output
