"""Tests of games that the vocabulary was not designed for: they pass `lusory check` and end."""

import random

import msgspec
import pytest
from typer.testing import CliRunner

from lusory.cli.app import app
from lusory.engine import Machine
from lusory.games.library.chess import KING, ROOK
from lusory.play.census import census
from lusory.rules import At, Put, codec

from .own_games import own_games

GAMES = own_games()
ENOUGH = 15


def test_there_are_as_many_as_promised():
    assert len(GAMES) >= ENOUGH


@pytest.mark.parametrize("name", GAMES)
def test_lusory_check_finds_nothing_wrong(name, tmp_path):
    path = tmp_path / f"{name}.json"
    path.write_text(codec.write(GAMES[name].build()))
    result = CliRunner().invoke(app, ["check", str(path), "--games", "2", "--seconds", "1.5"])
    assert result.exit_code == 0 and "names no part" not in result.output, result.output


@pytest.mark.parametrize("name", GAMES)
def test_random_games_come_to_an_end(name):
    for seed in range(3):
        position, chance = GAMES[name].build().start(), random.Random(f"{name}/{seed}")
        while position.result is None and position.ply < 3000:
            position = position.follow(chance.choice(position.moves().ids))
        assert position.result is not None, position


def count_turn_sequences(game, depth):
    return [row[0] for row in census(Machine(game), depth, turns=True)]


def test_chess_has_as_many_games_as_chess():
    assert count_turn_sequences(GAMES["chess"].build(), 3) == [20, 400, 8902]


def test_shogi_has_as_many_games_as_shogi_until_a_piece_can_be_dropped():
    assert count_turn_sequences(GAMES["shogi-without-drops"].build(), 3) == [30, 900, 25470]


KIWIPETE = {
    1: {
        ROOK: "a1 h1", KING: "e1", "knight": "c3 e5", "bishop": "d2 e2", "queen": "f3",
        "pawn": "a2 b2 c2 d5 e4 f2 g2 h2",
    },
    2: {
        ROOK: "a8 h8", KING: "e8", "knight": "b6 f6", "bishop": "a6 g7", "queen": "e7",
        "pawn": "a7 b4 c7 d7 e6 f7 g6 h3",
    },
}  # fmt: skip


def test_castling_and_promotion_are_those_of_chess():
    """A position that others count with, full of castling, pins and captures in passing."""
    setup = [Put(At(cells), side=side, kind=kind) for side, kinds in KIWIPETE.items() for kind, cells in kinds.items()]
    assert count_turn_sequences(msgspec.structs.replace(GAMES["chess"].build(), setup=setup), 2) == [48, 2039]


def after(seeds, *plies):
    """Where seeds are after these plies, from a board with these seeds."""
    game = msgspec.structs.replace(GAMES["oware"].build(), setup=[Put(At(seeds), side=0, kind="seed")])
    position = game.start()
    for ply in plies:
        position = position.play(ply)
    names = [game.geometry.names[stone.cell] for stone in position.picture().stones]
    return " ".join(sorted(names)), position.to_move


def test_oware_sows_and_captures_what_becomes_two_or_three_last_and_before():
    assert after("f1 f2 g1 h1 i1 a1", "f2-g2", "f1-h2") == ("a1 i1", 1)
    assert after("f1 f2 g1 g2 g3 h1 i1", "f2-g4", "f1-h2") == ("g1 g2 g3 g4 i1", 1)
    assert after("e1 e2 f1 f2 g1", "e2-f3", "e1-g2")[0] == "f1 f2 f3"  # one's own are not captured


def test_oware_goes_round_and_leaves_out_the_house_it_came_from():
    sown = ["a1", "b1", "c1", "d2", "e2", "f1", "g1", "h1", "i1", "j1", "k1", "a2"]
    plies = [f"l{12 - k}-{cell}" for k, cell in enumerate(sown)]
    full = " ".join(f"l{k}" for k in range(1, 13))
    plies_made = "b1 c1 d1 d2 e1 e2 f1 g1 h1 i1 j1 k1"
    assert after(f"{full} c2 c1", "c2-d1", "c1-e1", *plies) == (plies_made, 0)


def shogi_after(*plies):
    """Where the pieces of dobutsu shogi stand after these plies: cell to kind and side."""
    game = GAMES["dobutsu-shogi"].build()
    position = game.start()
    for ply in plies:
        position = position.play(ply)
    stones = position.picture().stones
    return position, {game.geometry.names[stone.cell]: (stone.kind, stone.side) for stone in stones}


def test_dobutsu_shogi_has_as_many_turns_as_on_paper():
    assert count_turn_sequences(GAMES["dobutsu-shogi"].build(), 2) == [4, 17]


def test_a_captured_piece_goes_to_the_hand_and_may_be_dropped_in_the_next_turn():
    position, stones = shogi_after("b3-p1:take", "b2-b3")
    assert stones["p1"] == ("chick", 1) and stones["b3"] == ("chick", 1) and "b2" not in stones
    assert position.to_move == 1
    position, stones = shogi_after("b3-p1:take", "b2-b3", "b3-q1:take", "b4-b3", "p1-b2")
    assert stones["b2"] == ("chick", 1) and stones["q1"] == ("chick", 2) and "p1" not in stones
    assert not {"p1-b1", "p1-p2"} & {str(move) for move in position.moves()}


def test_a_captured_hen_is_a_chick_in_hand():
    plies = ["b3-p1:take", "b2-b3", "b4-a3", "b3-b4"]
    _, stones = shogi_after(*plies)
    assert stones["b4"] == ("hen", 1)
    _, stones = shogi_after(*plies, "b4-q1:take", "a4-b4")
    assert stones["q1"] == ("chick", 2) and stones["b4"] == ("giraffe", 2)


def test_taking_the_lion_wins():
    position, _ = shogi_after("b3-p1:take", "b2-b3", "a4-a3", "b3-b4")
    assert position.result.winner == 0


def test_a_pawn_that_went_two_squares_long_ago_is_not_taken_in_passing() -> None:
    chess = GAMES["chess"].build()
    later = chess.start().line("e2-e4 d7-d5 e4-d5 a7-a6 d5-d6 a6-a5 d6-d7")
    assert not [ply for ply in later.moves() if ply.endswith(":e")]
    at_once = chess.start().line("e2-e4 a7-a6 e4-e5 d7-d5")
    assert [ply for ply in at_once.moves() if ply.endswith(":e")] == ["e5-d6:e"]
