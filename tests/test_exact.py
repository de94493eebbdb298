"""Tests that searching players lose no value on small boards; `python -m lusory.testing.exact` tests far more."""

from __future__ import annotations

import random
from typing import Any

import pytest

from lusory import load
from lusory.play.program import contract_of
from lusory.players import KINDS, PlayerKind, player
from lusory.players.player import Player
from lusory.testing import exact

EACH = {"hex": 3, "yavalath": 3}
"""The number of positions where each takes long; six elsewhere."""


@pytest.mark.parametrize("board", exact.BOARDS, ids=lambda board: f"{board.name} {board.options}")
def test_what_is_won_or_drawn_is_not_given_away(board: exact.Board) -> None:
    numbers = range(EACH.get(board.name, 6))
    blunders = list(exact.find_blunders(board, numbers, ["alphabeta:5s", "mcts:20s", "best:5s"]))
    assert len(blunders) == 3 * len(numbers) and not any(blunders), blunders


def test_the_solver_knows_what_is_known() -> None:
    start: Any = load("tic-tac-toe").start()
    solver = exact.ExhaustiveSolver(start.contract)
    assert solver.worth(start.state) == (0.5, 0.5)
    assert solver.worth(start.line("a1 b1").state) == (1.0, 0.0), "the centre wins"
    assert solver.worth(load("tic-tac-toe").start().line("a1 b1 a2 b2 a3").state) == (1.0, 0.0)
    square = load("doppel", size=2)
    assert exact.ExhaustiveSolver(contract_of(square)).worth(square.start().state) == (0.5, 0.5), "a chance ply begins"
    first = load("hex", size=3).start()
    assert exact.ExhaustiveSolver(first.contract).worth(first.state) == (1.0, 0.0)
    with pytest.raises(exact.TooLarge, match="more than 100 positions"):
        exact.ExhaustiveSolver(first.contract, 100).worth(first.state)


class Blunderer(Player):
    """A player that always chooses the first ply."""

    def choose(self, view: Any, rng: random.Random) -> Any:
        return view.moves().ids[0]


def test_who_gives_something_away_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    kind = PlayerKind("first", ("first",), "the first ply", lambda text, game: Blunderer())
    monkeypatch.setattr("lusory.players.KINDS", (*KINDS, kind))
    assert isinstance(player("first", load("hex")), Blunderer)
    board = exact.Board("tic-tac-toe", {}, 0, 6)
    faults = [fault for fault in exact.find_blunders(board, range(40), ["first"]) if fault]
    assert faults and all(fault.after < fault.before for fault in faults)
    assert str(faults[0]).startswith("tic-tac-toe {} after")


def test_the_command_tells_what_it_found(capsys: pytest.CaptureFixture[str]) -> None:
    assert exact.main(["--positions", "4", "--board", "tic-tac-toe", "--player", "alphabeta:20"]) == 0
    output = capsys.readouterr().out
    assert "tic-tac-toe {}: 4 positions" in output and "0 faults in 4 plies of alphabeta:20" in output
