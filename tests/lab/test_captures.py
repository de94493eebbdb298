"""Tests of captures per ply, against the events of the reference."""

import random

import pytest

from lusory import load
from lusory.lab.collect.observe import Watch, count_captures
from lusory.play.position import Position
from lusory.rules.events import Event
from lusory.rules.picture import Stone
from tests.games import games_by_name

GAMES = {
    "ndengrod": load("ndengrod", size=3, length=4),
    "serendipity": load("serendipity", size=6, rows=2),
    "reversi": load("reversi", size=4),
    "pente": load("pente", size=7),
    "breakthrough": load("breakthrough", size=4),
    "nine-mens-morris": games_by_name()["nine-mens-morris"](),
}


LOSSES = ("capture", "remove", "flip")


def watch_random_game(start: Position, seed: int) -> tuple[tuple[int, ...], list[int]]:
    """A random game: what Watch counts, and the cells of its events that cost a side a piece."""
    rng, position, watch, reported = random.Random(seed), start, Watch(0, start), []
    while position.result is None and position.ply < 120:
        after = position.follow(rng.choice(position.moves().ids))
        watch.ply(position, after)
        reported.append(sum(len(e.cells) for e in after.past[-1].events if e.kind in LOSSES))
        position = after
    return watch.record(position).captures, reported


@pytest.mark.parametrize("name", GAMES)
def test_captures_are_those_that_the_events_report(name):
    total = 0
    for seed in range(20):
        counts, reported = watch_random_game(GAMES[name].start(), seed)
        assert list(counts) == (reported if any(reported) else [])
        total += sum(reported)
    assert total > 0


def test_a_stone_that_dies_on_its_own_ply_is_captured():
    """In ndengrod a stone placed where its group has no empty neighbour leaves the board at once."""
    game, deaths = GAMES["ndengrod"], 0
    for seed in range(30):
        rng, position = random.Random(seed), game.start()
        while position.result is None:
            after = position.follow(rng.choice(position.moves().ids))
            events = after.past[-1].events
            placed = {cell for e in events if e.kind == "place" for cell in e.cells}
            if any(placed & set(e.cells) for e in events if e.kind == "capture"):
                watch = Watch(0, position)
                watch.ply(position, after)
                assert watch.captures[0] >= 1
                deaths += 1
            position = after
    assert deaths > 0


def test_a_placement_hides_no_loss_of_another_piece_of_its_side():
    before, after = (Stone(1, 1), Stone(2, 0)), (Stone(0, 0), Stone(1, 1))
    events = (Event("place", ("a",)), Event("capture", ("c",)))
    assert count_captures(before, after, ("a", "b", "c"), events) == 1


def test_a_piece_placed_where_a_hidden_one_stands_captures_nothing():
    before, after = (Stone(0, 2),), (Stone(0, 1), Stone(0, 2))
    assert count_captures(before, after, ("a",), (Event("place", ("a",)),)) == 0


def test_nothing_is_captured_where_two_stones_may_share_a_cell():
    start = load("hidden-gomoku").start()
    assert [watch_random_game(start, seed) for seed in range(5)] == [((), [0] * 120)] * 5
