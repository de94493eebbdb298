"""Tests of entry by clicks: every legal ply is reached by exactly one path, and nothing else is."""

import random

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings

from lusory.games import catalogue
from lusory.play.entry import Choice, EntryButton, Node, clicks, entry
from lusory.rules import Either, Game, Hexagon, Pass, Place, Remove, Square, Step, own
from lusory.testing import plays
from tests.games import games_by_name

roomy = settings(suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much])
ALL = catalogue() | games_by_name()


def checked_entry(view):
    """The click map of a view, checked: its paths lead to all legal plies, each to one."""
    node = entry(view)
    assert node is not None
    ways = list(node.ways())
    assert sorted(ply for _, ply in ways) == sorted(view.moves)
    assert len({clicks for clicks, _ in ways}) == len(ways)
    return node


@pytest.mark.parametrize("name", ALL)
def test_every_ply_of_a_game_is_reached_by_one_way(name):
    rng = random.Random(name)
    for number in range(2):
        position = ALL[name].build().start(seed=number)
        while position.result is None and position.ply < 60:
            mover = position.to_move
            if mover is not None and mover >= 0:
                checked_entry(position.view(mover))
                other_players = [player for player in range(position.contract.players) if player != mover]
                assert all(entry(position.view(player)) is None for player in other_players)
            position = position.play(rng.choice(position.moves().ids))


@roomy
@given(plays(plies=12))
def test_every_ply_of_any_rule_value_is_reached_by_one_way(play):
    names = play.contract.tables.geometry.names
    for state in play.states:
        legal = [play.contract.text(action) for action in play.contract.legal(state)]
        ways = list(clicks(legal, names).ways())
        assert sorted(ply for _, ply in ways) == sorted(legal)
        assert len({clicks for clicks, _ in ways}) == len(ways)
        assert all(set(clicks) <= {*names, "."} or len(clicks) == 1 or clicks[-1][0] in "[{" for clicks, _ in ways)


def test_the_map_of_a_placement_is_a_list_of_cells():
    assert clicks(["a1", "b1"], ["a1", "b1"]) == Node(ends={"*": ("a1", "b1")})


def test_moves_jumps_and_lifts_are_cells_one_after_the_other():
    node = clicks(["a1-b1", "a1-c1", "b1xb3", "xc1", "pass"], ["a1", "b1", "c1", "b3"], {"pass": "Pass"})
    assert node.cells == {"a1": Node(ends={"a1-*": ("b1", "c1")}), "b1": Node(ends={"b1x*": ("b3",)})}
    assert node.ends == {"x*": ("c1",)} and node.words == (EntryButton("pass", "Pass"),)


def test_a_cell_where_a_ply_ends_and_another_goes_on_asks_for_confirmation():
    node = clicks(["a1", "a1-b1"], ["a1", "b1"])
    assert node.cells == {"a1": Node(ends={"a1-*": ("b1",)}, ply="a1")}
    assert dict(node.ways()) == {("a1", "."): "a1", ("a1", "b1"): "a1-b1"}


def test_plies_on_the_same_cells_are_told_apart_by_their_marks_or_by_what_they_do():
    node = clicks(["B4:row", "B4:column", "a1-b1", "a1xb1", "c1:king", "c1"], ["B4", "a1", "b1", "c1"])
    assert [word.label for word in node.cells["B4"].words] == ["row", "column"]
    assert [word.label for word in node.cells["a1"].cells["b1"].words] == ["move", "jump"]
    assert [word.label for word in node.cells["c1"].words] == ["king", "place"]


def test_one_mark_alone_is_no_question():
    assert clicks(["B4:secret", "C4:secret"], ["B4", "C4"]) == Node(ends={"*:secret": ("B4", "C4")})


def test_any_set_to_be_shown_is_a_list_of_cells():
    node = clicks(["reveal:none", "reveal:C4", "reveal:F4", "reveal:C4,F4"], ["C4", "F4"])
    assert node.set == Choice(("C4", "F4"), "reveal:none")
    assert dict(node.ways())[("{C4,F4}",)] == "reveal:C4,F4"
    assert clicks(["reveal:none"], ["C4"]).set == Choice((), "reveal:none")


def test_sets_of_which_some_are_no_plies_are_listed():
    node = clicks(["reveal:C4", "reveal:F4"], ["C4", "F4"])
    assert node.set == Choice(("C4", "F4"), "", {"C4": "reveal:C4", "F4": "reveal:F4"})


def test_shapes_are_told_by_the_cells_they_fill_besides():
    game = Game(board=Square(3), turn=Either(Place(shape=("N",)), Place(shape=("E",))))
    node = checked_entry(game.start().view(0))
    assert [word.label for word in node.cells["a1"].words] == ["N", "E"]
    assert node.ends == {"*:0": ("c1", "c2"), "*:1": ("a3", "b3")}


def test_a_piece_that_is_set_down_or_taken_up_on_one_cell_asks_which():
    game = Game(board=Hexagon(2), turn=Either(Place(), Step(own), Remove(own), Pass()))
    node = checked_entry(game.start().play("a1").play("b1").view(0))
    assert node.cells["a1"].ply == "xa1" and node.cells["a1"].ends["a1-*"] == ("a2", "b2")
    assert node.words == (EntryButton("pass", "pass"),)


def test_texts_that_name_no_cells_are_buttons():
    """Hand-written Python classes may use any text for a ply."""
    node = clicks(["take three", "a1:", "*"], ["a1", "*"])
    assert sorted(ply for _, ply in node.ways()) == ["*", "a1:", "take three"]
    assert [word.text for word in node.words] == ["take three"]


def test_the_map_is_written_shortly():
    """A board of 19 x 19 on which eight queens move, as in the amazons."""
    names = [f"{column}{row}" for row in range(1, 20) for column in "abcdefghijklmnopqrs"]
    plies = [f"{a}-{b}" for a in names[::23] for b in names[::7] if a != b]
    assert len(msgspec.json.encode(clicks(plies, names))) < len(plies) * 8
    assert len(msgspec.json.encode(clicks(names, names))) < len(names) * 7
