"""Tests of alpha-beta: exact values of small games against an exhaustive solver; values of features."""

from __future__ import annotations

import random
import time
from functools import cache
from typing import Any

import msgspec
import pytest

from lusory import load
from lusory._engine import AlphaBeta, features
from lusory.errors import LusoryError, UnfitPlayer, UnknownPlayer
from lusory.games import studied_games
from lusory.play.program import contract_of
from lusory.players import player, weights
from lusory.players.alphabeta import unfit
from lusory.players.tuning import priors, tune_weights
from lusory.rules import (
    At,
    BySide,
    Chance,
    Connected,
    Dir,
    Draw,
    Edges,
    Game,
    Line,
    No,
    Place,
    Put,
    Quiet,
    Roll,
    Rolled,
    Sequence,
    Slide,
    Square,
    Win,
    empty,
    enemy,
    everywhere,
    own,
)
from lusory.rules.events import CHANCE

SMALL: list[tuple[str, dict[str, Any], int]] = [
    ("tic-tac-toe", {}, 0),
    ("susan", {"size": 2}, 0),
    ("breakthrough", {"size": 4}, 3),
    ("connect-four", {"columns": 4, "rows": 4, "length": 3}, 5),
    ("hex", {"size": 3}, 2),
    ("clobber", {"rows": 3, "columns": 4}, 0),
    ("doppel", {"size": 2}, 1),
]
UNTUNED = {"y", "havannah"}
"""Games whose priors have not been bettered."""
OPEN = sorted(name for name in studied_games() if not unfit(load(name)))


def solver(contract: Any) -> Any:
    """What a position is worth, one number a player, by trying everything."""

    @cache
    def worth(state: Any) -> tuple[float, ...]:
        result = contract.result(state)
        if result:
            return tuple(result.values)
        mover = contract.to_move(state)
        return max((worth(contract.play(state, ply)[0]) for ply in contract.legal(state)), key=lambda v: v[mover])

    return worth


def random_position(game: Any, plies: int, seed: int) -> Any:
    """A position after so many random plies."""
    position, rng = game.start(seed=seed), random.Random(seed)
    for _ in range(plies):
        if position.result:
            break
        position = position.play(rng.choice(position.moves().ids))
    return position


@pytest.mark.parametrize(("name", "options", "plies"), SMALL)
def test_small_games_are_solved_as_a_plain_solver_solves_them(name: str, options: dict[str, Any], plies: int) -> None:
    game = load(name, **options)
    worth = solver(contract_of(game))
    for seed in range(4):
        position = random_position(game, plies + seed, seed)
        if position.result or position.to_move < 0:
            continue
        search = AlphaBeta(position.state)
        search.run(depth=60)
        report = search.report()
        assert report["proven"], (name, seed, report)
        assert report["value"] == worth(position.state)[position.to_move], (name, seed, report)
        best = position.play(report["best"])
        assert worth(best.state)[position.to_move] == report["value"], (name, seed, report)


def test_what_is_proven_at_any_depth_is_true() -> None:
    game = load("connect-four", columns=4, rows=4, length=3)
    worth = solver(contract_of(game))
    for seed in range(30):
        position = random_position(game, 4 + seed % 5, seed)
        if position.result:
            continue
        for depth in range(1, 7):
            search = AlphaBeta(position.state, memory=1000)
            search.run(depth=depth)
            report = search.report()
            assert not report["proven"] or report["value"] == worth(position.state)[position.to_move], (seed, report)


def test_a_search_that_follows_the_game_finds_what_a_new_one_finds() -> None:
    position = load("tic-tac-toe").start()
    search = AlphaBeta(position.state)
    worth = solver(position.contract)
    while not position.result:
        search.go_to(position.state)
        search.run(depth=20)
        report = search.report()
        assert report["proven"] and report["value"] == worth(position.state)[position.to_move]
        assert report["line"][0] == report["best"]
        position = position.play(report["best"])
    assert position.result.values == (0.5, 0.5)


def test_it_wins_in_one_and_does_not_lose_in_one() -> None:
    position = load("connect-four").start().line("a1 d1 a2 d2 b1 d3")
    for spec in ("alphabeta:2", "alphabeta:4", "alphabeta:4,weights=unit", "alphabeta:4,weights=prior,memory=1"):
        choice: Any = player(spec, position.game).choose(position, random.Random(1))
        assert position.contract.text(choice) == "d4"


@pytest.mark.parametrize("name", OPEN)
def test_every_open_game_of_two_is_played_and_the_same_again(name: str) -> None:
    def choices() -> list[Any]:
        plies_chosen: list[Any] = []
        position, mine = random_position(load(name), 3, 1), player("alphabeta:1", load(name))
        for _ in range(4):
            if not position.result:
                plies_chosen.append(mine.choose(position, random.Random(len(plies_chosen))))
                position = position.play(plies_chosen[-1])
        return plies_chosen

    assert choices() == choices()


def test_whole_turns_are_found_and_played_without_another_search() -> None:
    position = load("serendipity", size=6).start()
    search = AlphaBeta(position.state)
    search.run(depth=1)
    report = search.report()
    most = max(gain for _, (gain, _) in position.state.turns()[0])
    mine, after = player("alphabeta:1", position.game), position
    for ply in report["turn"]:
        assert after.to_move == 0 and after.play(ply) == after.play(mine.choose(after, random.Random(1)))
        after = after.play(ply)
    assert len(report["turn"]) > 3 and after.past[-1].turn_over and after.scores == (most, 0)
    after_first = position.play(report["turn"][0])
    assert after_first.play(mine.choose(after_first, random.Random(1))).to_move == 0, (
        "what is left of a turn is one, too"
    )


def test_a_search_of_whole_turns_finds_what_a_plain_one_finds() -> None:
    """Two turns deep, with everything looked at; captures are all that counts."""
    for seed in range(5):
        position = random_position(load("serendipity", size=6), 8 * seed, seed)
        while not position.result and position.past and not position.past[-1].turn_over:
            position = position.play(position.moves().ids[0])
        if position.result:
            continue
        search = AlphaBeta(position.state, weights={"captured": 0.5, "turn": 0, "jumps": 0})
        search.run(depth=2)
        (lead, won), mover = position.state.best_turn("reply", 1)[1], position.to_move
        ahead = position.scores[mover] - position.scores[1 - mover]
        sign = 1 if mover == 0 else -1
        assert won or search.report()["score"] == sign * 500 * (lead + ahead)


def test_time_is_kept() -> None:
    position = load("gomoku").start()
    started = time.monotonic()
    assert player("alphabeta:0.05s", position.game).choose(position, random.Random(1)) in position.moves().ids
    assert time.monotonic() - started >= 0.05


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("alphabeta", "alphabeta:4"),
        ("alphabeta:0", "plies"),
        ("alphabeta:101", "1 to 100"),
        ("alphabeta:4,depth=3", "depth=3"),
        ("alphabeta:4,memory=0", "MiB"),
        ("alphabeta:4,weights=nowhere.json", "nowhere.json: no weights"),
    ],
)
def test_specs_that_make_no_sense_are_refused(spec: str, message: str) -> None:
    with pytest.raises(UnknownPlayer, match=message):
        player(spec, load("susan"))


def test_games_it_cannot_play_say_what_to_use() -> None:
    with pytest.raises(UnfitPlayer, match=r"hides something.*use mcts"):
        player("alphabeta:2", load("hidden-gomoku"))
    game_of_three = Game(board=Square(3), players=3, turn=Place(), ends=[Win(Line(3)), Draw(No(empty))])
    with pytest.raises(UnfitPlayer, match=r"it is for 3.*use mcts"):
        player("alphabeta:2", game_of_three)
    state: Any = load("hidden-gomoku").start().state
    with pytest.raises(ValueError, match="hides something"):
        AlphaBeta(state)
    over: Any = load("tic-tac-toe").start().line("a1 b1 a2 b2 a3").state
    with pytest.raises(ValueError, match="over"):
        AlphaBeta(over)
    other: Any = load("susan").start().state
    with pytest.raises(ValueError, match="another game"):
        AlphaBeta(load("tic-tac-toe").start().state).go_to(other)


class Board:
    """A position as the slow readings see it: whose stone is on each cell, and where steps lead."""

    def __init__(self, position: Any) -> None:
        self.geometry = position.game.geometry
        self.count = len(self.geometry.names)
        self.owner = [0] * self.count
        for cell, owner, _, _ in position.state.stones(None):
            self.owner[cell] = owner

    def next(self, cell: int, direction: int) -> int:
        return int(self.geometry.steps[direction][cell])

    def neighbours(self, cell: int) -> set[int]:
        sides = [d for d in range(len(self.geometry.steps)) if self.geometry.sides >> d & 1]
        return {self.next(cell, d) for d in sides} - {-1}

    def windows(self, n: int, stones: int, side: int) -> int:
        """Straight stretches of n cells with so many stones of the side's and none of the other's."""
        cells_of_windows = set()
        for cell in range(self.count):
            for d in range(len(self.geometry.steps)):
                line = [cell]
                while len(line) < n and line[-1] >= 0:
                    line.append(self.next(line[-1], d))
                owners = [self.owner[cell] for cell in line if cell >= 0]
                if len(owners) == n and 3 - side not in owners and owners.count(side) == stones:
                    cells_of_windows.add(frozenset(line))
        return len(cells_of_windows)

    def liberties(self, count: int, side: int) -> int:
        own_cells = [cell for cell in range(self.count) if self.owner[cell] == side]
        return sum(sum(not self.owner[near] for near in self.neighbours(cell)) == count for cell in own_cells)

    def missing(self, start: int, goal: int, side: int) -> int | None:
        """How many empty cells the best way from one set of cells to another needs."""
        cost = {cell: 1 - (self.owner[cell] == side) for cell in range(self.count) if self.owner[cell] != 3 - side}
        far = {cell: cost[cell] for cell in cost if start >> cell & 1}
        for _ in range(self.count):
            for cell in list(far):
                for near in self.neighbours(cell) & cost.keys():
                    far[near] = min(far.get(near, 99), far[cell] + cost[near])
        return min((far[cell] for cell in far if goal >> cell & 1), default=None)


def measured(position: Any) -> dict[str, float]:
    return {name: value for name, _, value in features(position.state)}


@pytest.mark.parametrize(("name", "n"), [("gomoku", 5), ("connect-four", 4), ("yavalath", 4), ("yavalath", 3)])
def test_lines_are_windows_counted_one_by_one(name: str, n: int) -> None:
    for seed in range(6):
        position = random_position(load(name), 6 + 5 * seed, seed)
        board, features = Board(position), measured(position)
        for stones in range(1, n):
            assert features[f"lines.{n}.{stones}"] == board.windows(n, stones, 1) - board.windows(n, stones, 2)


def test_liberties_are_empty_neighbours() -> None:
    for seed in range(6):
        position = random_position(load("susan"), 8 + 4 * seed, seed)
        board, features = Board(position), measured(position)
        for count in range(1, 5):
            assert features[f"liberties.{count}"] == board.liberties(count, 1) - board.liberties(count, 2)


def test_links_are_the_cells_that_are_missing() -> None:
    for seed in range(8):
        position = random_position(load("hex", size=6), 4 + 3 * seed, seed)
        if position.result:
            continue
        board, features = Board(position), measured(position)
        edges = {label: cells for label, cells in board.geometry.edges}
        ways = [board.missing(edges["top"], edges["bottom"], 1), board.missing(edges["left"], edges["right"], 2)]
        mine, other = (7 - direction if direction is not None else 0 for direction in ways)
        assert features["links"] == mine - other


def test_a_link_of_one_region_is_one_cell_of_it() -> None:
    goal = Connected(own, BySide(Edges("top"), Edges("bottom")), n=1)
    game = Game(board=Square(5), turn=Place(), ends=[Win(goal)])
    features = measured(game.start().play("a1"))
    assert features["links"] == 0 and features["links.ways"] == pytest.approx(5**0.5 - 4**0.5, rel=1e-6)


def test_races_material_and_mobility() -> None:
    position = load("breakthrough").start()
    assert {name: value for name, value in measured(position).items() if value} == {"turn": 1}
    position = random_position(load("breakthrough"), 40, 3)
    board, features = Board(position), measured(position)
    assert features["material.stone"] == board.owner.count(1) - board.owner.count(2)
    rank = {cell: int(name[1:]) for cell, name in enumerate(board.geometry.names)}
    for steps in range(1, 8):
        first = sum(board.owner[cell] == 1 and rank[cell] == 8 - steps for cell in rank)
        second = sum(board.owner[cell] == 2 and rank[cell] == 1 + steps for cell in rank)
        assert features[f"race.{steps}"] == first - second


def test_sides_that_are_exchanged_exchange_their_features() -> None:
    position = load("gomoku", swap=True).start().play("h8")
    unswapped, swapped = measured(position), measured(position.play("swap"))
    assert unswapped["lines.5.1"] == -swapped["lines.5.1"] != 0


@pytest.mark.parametrize("name", OPEN)
def test_every_open_game_of_two_has_features(name: str) -> None:
    game: Any = load(name)
    shipped, names = weights.shipped_weights(game), priors(game)
    assert "turn" in names and (shipped is None) == (name in UNTUNED)
    if shipped is None:
        return
    assert "turn" in shipped.weights and shipped.weights.keys() <= names.keys()
    assert shipped.hash == game.hash and shipped.command.startswith(
        f"lusory tune {name} --games {shipped.games} --seed "
    )


def test_tuning_is_the_same_for_a_seed_and_knows_what_wins() -> None:
    game = load("tic-tac-toe")
    tuned = tune_weights(game, 300, seed=1)
    assert tuned == tune_weights(game, 300, seed=1) != tune_weights(game, 300, seed=2)
    assert tuned.weights["lines.3.2"] > tuned.weights["lines.3.1"] > 0
    with pytest.raises(UnfitPlayer, match="cannot be tuned: it hides"):
        tune_weights(load("hidden-gomoku"), 1)


def test_weights_are_those_of_the_rules_whatever_they_are_called() -> None:
    """The same rules under another name were played with other weights, or none."""
    susan: Any = load("susan")
    smaller: Any = load("susan", size=4)
    for name in ("", "mine", "hex"):
        assert weights.shipped_weights(msgspec.structs.replace(susan, name=name)) == weights.shipped_weights(susan)
    assert weights.shipped_weights(smaller) == weights.shipped_weights(susan), "other options, one name"
    assert weights.shipped_weights(msgspec.structs.replace(smaller, name="mine")) is None


def test_weights_are_read_as_they_were_written(tmp_path: Any) -> None:
    game = load("susan")
    weights_made = weights.make_weights(game, 10, 3, {"turn": 0.1234567, "mobility": 2.0})
    assert weights.read(weights_made.text().encode(), "") == weights_made and weights_made.weights["turn"] == 0.1235
    path = tmp_path / "weights.json"
    path.write_text(weights_made.text())
    assert weights.options(game, str(path)) == {"weights": weights_made.weights}
    assert weights.options(game, "unit") == {"unit": True} and weights.options(game, "prior") == {}
    text = weights_made.text()
    for damaged in ("{}", "[]", text.replace("weights", "other"), text.replace('"version": 1', '"version": 2')):
        with pytest.raises(LusoryError, match="here"):
            weights.read(damaged.encode(), "here")
    assert isinstance(game, Game)
    smaller: Any = load("susan", size=4)
    stranger = msgspec.structs.replace(smaller, name="../susan")
    assert weights.options(stranger, "") == {}


def test_rolls_that_allow_no_ply_end_at_the_depth():
    """Who cannot move rolls again, and so without an end."""
    stuck = Game(
        board=Square(7, 1),
        setup=[Put(At("a1"), side=1), Put(At("g1"), side=2)],
        turn=Sequence(
            Chance(Roll(4)),
            Slide(own, distance=Rolled(), to=everywhere, through=everywhere, directions=Dir("E W")),
        ),
        ends=[Win(No(enemy)), Draw(Quiet(20, without="capture"))],
    )
    position, plies = stuck.start(), 0
    chooser: Any = player("alphabeta:3", stuck)
    while not position.result and plies < 60:
        legal = position.moves()
        chance = position.to_move == CHANCE
        chosen = legal.ids[-1] if chance else chooser.choose(position, random.Random(1))
        position = position.follow(chosen)
        plies += 1
    assert plies > 4
