"""Tests of the warnings of `lusory check` about parts of a turn that are never on offer."""

import json

import pytest
from typer.testing import CliRunner

from lusory.cli.app import app
from lusory.cli.turn_warnings import empty_places
from lusory.games import catalogue, load
from lusory.reference.places import key_of_offer, offering_places
from lusory.rules import codec
from lusory.rules.earlier_plies import unset_words

RULES = (
    "Game(Square(5), {}, setup=[Put(Ranks(1), side=1), Put(Ranks(1), side=2)], "
    "ends=[Win(own & Ranks(-1)), Draw(NoPly()), Draw(Quiet(30))])"
)


@pytest.fixture
def warnings(tmp_path):
    def check(turn):
        path = tmp_path / "mine.json"
        path.write_text(RULES.format(turn))
        result = CliRunner().invoke(app, ["check", str(path), "--games", "20", "--json"])
        return "\n".join(json.loads(result.stdout)["warnings"])

    return check


def unset(turn):
    return [path for path, _ in unset_words(codec.read(RULES.format(turn)))]


@pytest.mark.parametrize(
    ("turn", "paths"),
    [
        ("Leap(own, to=empty & Column(origin))", ["turn.to.parts[1].of"]),
        ("Step(own, to=empty & Adjacent(to))", ["turn.to.parts[1].of"]),
        ("Step(own, directions=heading)", ["turn.directions"]),
        ("Step(own, needs=Adjacent(to) & Row(origin), then=[Capture(Adjacent(just))])", []),
        ("Place(needs=Adjacent(just))", ["turn.needs.of"]),
        ("Sequence(Step(own), Step(own & ~moved, to=origin | Adjacent(to), directions=heading))", []),
        ("Sequence(Step(own), Remove(enemy), Step(just))", ["turn.parts[2].what"]),
        ("Sequence(Place(), Slide(just, directions=heading))", ["turn.parts[1].directions"]),
        ("Sequence(Either(Leap(own), Hop(own)), Step(just, directions=heading))", []),
        ("Sequence(Step(own), If(Some(own & just), Step(just), Pass()), Place(to=visited))", []),
        ("Sequence(Repeat(Step(just | own)), Place(to=to))", []),
        ("Either(Step(own), BySide(Step(just), Step(own)))", ["turn.parts[1].parts[0].what"]),
    ],
)
def test_words_of_earlier_plies_that_nothing_sets_are_found(turn, paths):
    assert unset(turn) == paths


@pytest.mark.parametrize(
    ("turn", "message"),
    [
        ("Sequence(Step(own), Remove(enemy), Step(just))", "turn.parts[2] was never on offer in"),
        ("Either(Step(own), Leap(own, to=(empty | enemy) & Column(origin)))", "turn.parts[1] was never on offer"),
        (
            "Either(Sequence(Step(own), Remove(enemy)), Sequence(Step(own), Place(owner=neutral)))",
            ": where turn.parts[0].parts[0] offers the same ply, as",
        ),
        (
            "Either(Step(own, directions=forward), Step(own, then=[Capture(to)]))",
            "turn.parts[1]: where turn.parts[0] offers the same ply, as",
        ),
        ("Either(Pass(), Step(own, directions=heading))", "turn.parts[1].directions: heading is nothing here"),
    ],
)
def test_parts_that_are_never_on_offer_are_warnings(warnings, turn, message):
    assert message in warnings(turn)


def test_what_comes_after_a_missing_step_is_not_told_of(warnings):
    told = warnings("Either(Sequence(Step(own), Remove(enemy)), Sequence(Step(own), Place(owner=neutral)))")
    assert "turn.parts[1].parts[1]" not in told


@pytest.mark.parametrize(
    "turn",
    [
        "Either(Step(own), Hop(own))",
        "Either(Step(own), Slide(own))",
        "Sequence(Step(own), Repeat(Step(just)), stop=True)",
    ],
)
def test_turns_all_of_which_can_be_played_get_no_warning(warnings, turn):
    assert "offer" not in warnings(turn) and "nothing here" not in warnings(turn)


@pytest.mark.parametrize("name", list(catalogue()))
def test_words_of_earlier_plies_mean_something_in_shipped_games(name):
    assert not list(unset_words(load(name)))


@pytest.mark.parametrize("name", ["chess", "konane", "serendipity", "oust", "hidden-gomoku", "draughts"])
def test_every_offer_has_its_place(name):
    from lusory.reference import Reference

    reference = Reference(load(name))
    keys = {place.key for place in offering_places(reference.tables)}
    state = reference.start()
    for _ in range(8):
        offers = reference.offers(state)
        assert {key_of_offer(option) for option in offers if option.word is not None} <= keys
        if legal := reference.legal(state):
            state, _ = reference.play(state, legal[-1])


def test_places_that_a_board_does_not_have_are_empty():
    game = codec.read(
        'Game(Graph([["a", 0, 0], ["b", 1, 0]], [["E", "a", "b"]]), Place(to=empty & ~Row(to) & ~Corners()))'
    )
    assert list(empty_places(game)) == [
        "turn.to.parts[1].of: Row(to) is empty: the board has no rows",
        "turn.to.parts[2].of: Corners() is empty: the board has no corners",
    ]
    assert not list(empty_places(load("chess")))
