"""Tests of draw offers to computer players: refused where a better result is possible."""

from math import inf
from multiprocessing import Pipe

from lusory.games import load
from lusory.rules import codec
from lusory.server.workers import draw_policy, worker


def passed():
    """A game of which the first player passes; another pass ends it in a draw."""
    return load("serendipity", size=6).start().play("end")


def test_a_pass_that_draws_is_not_played_while_there_is_more_to_win():
    position = passed()
    assert draw_policy.draws(position, "end")
    ply_chosen = draw_policy.avoid_draw(position, "level:3", "end", inf)
    assert not draw_policy.draws(position, ply_chosen)
    assert draw_policy.avoid_draw(position, "random", "end", inf) == "end"


def test_a_draw_is_taken_where_nothing_better_is_left():
    position = load("tic-tac-toe").start()
    for ply in ["a1", "b2", "c3", "a2", "c2", "c1", "a3", "b3"]:
        position = position.play(ply)
    assert draw_policy.draws(position, "b1")
    assert draw_policy.avoid_draw(position, "level:3", "b1", inf) == "b1"


def test_no_level_ends_a_game_that_has_hardly_begun():
    request = {
        "do": "choose",
        "game": codec.canonical(load("serendipity", size=6)).decode(),
        "plies": ["end"],
        "player": 1,
    }
    ours, _theirs = Pipe()
    for seed in range(25):
        (reply,) = worker.choose(request | {"spec": "level:1", "seed": seed}, ours)
        assert reply["ply"] != "end"
