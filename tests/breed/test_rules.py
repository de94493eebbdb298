"""Tests of rule comparison: equality up to order and symmetry, pruning, distance."""

import itertools
from typing import Any

import msgspec
import pytest

from lusory.breed import playing
from lusory.breed.canonical import canonical, key
from lusory.breed.distance import distance, near
from lusory.breed.founders import founders
from lusory.breed.necessity import matters
from lusory.breed.parts import rules_of
from lusory.breed.pruning import prune, same
from lusory.breed.screening import Climb, Ladder
from lusory.breed.traits import traits
from lusory.games import find
from lusory.rules import (
    All,
    At,
    BySide,
    Capture,
    Center,
    Connected,
    Draw,
    Earn,
    Edges,
    Either,
    Enclosed,
    Game,
    Hexagon,
    If,
    Line,
    Loss,
    No,
    NoPly,
    Pass,
    Place,
    Put,
    Repeats,
    Rhombus,
    Sequence,
    Shade,
    Square,
    Step,
    Win,
    empty,
    enemy,
    everywhere,
    own,
)
from lusory.rules.traversal import walk, words

KNOWN = founders()


def test_order_and_repetition_do_not_count():
    game = Game(Hexagon(4), Either(Place(), Step(own)), ends=[Win(Line(4)), Win(Enclosed(enemy)), Draw(No(empty))])
    other = Game(
        Hexagon(4, names="diagonals"),
        Either(Step(own), Either(Place(to=empty & everywhere & empty), Place())),
        ends=[Win(All(Enclosed(enemy))), Win(Line(4)), Draw(No(empty))],
    )
    repeated = Game(**rules_of(other) | {"turn": Either(Step(own), Place())})
    assert key(game) == key(repeated) != key(other)
    assert key(Game(**rules_of(other) | {"turn": Place(to=empty & everywhere)})) == key(
        Game(**rules_of(other) | {"turn": Place(to=everywhere & (empty & everywhere))})
    )


def test_draws_that_need_not_be_written_do_not_count():
    lines = [Win(Line(4)), Loss(Line(3))]
    yavalath = Game(Hexagon(5), Place(), ends=[*lines, Draw(No(empty))])
    assert key(yavalath) == key(Game(Hexagon(5), Place(), ends=[*lines, Draw(Repeats(3)), Draw(NoPly())]))
    assert canonical(yavalath).ends == tuple(lines)
    before = Game(Hexagon(5), Place(), ends=[Draw(No(empty)), *lines])  # a line that fills the board draws here
    assert key(before) != key(yavalath)


@pytest.mark.parametrize(
    "rules",
    [
        {"turn": Either(Place(), Step(own))},
        {"turn": Either(Place(), Pass())},
        {"turn": Place(to=empty | enemy)},
        {"turn": Sequence(Place(), Place(), stop=True)},
        {"turn": Place(), "effects": [Capture(Enclosed(enemy))]},
    ],
    ids=repr,
)
def test_positions_repeat_where_pieces_move_or_leave(rules):
    game = Game(**{"board": Hexagon(3), "ends": [Win(Line(4)), Draw(Repeats(3))]} | rules)
    assert Draw(Repeats(3)) in canonical(game).ends


def test_the_order_of_ends_that_differ_counts():
    yavalath = find("yavalath").build()
    turned = Game(**rules_of(yavalath) | {"ends": (yavalath.ends[1], yavalath.ends[0], yavalath.ends[2])})
    assert key(turned) != key(yavalath)


def test_a_symmetry_of_the_board_does_not_count():
    def hexed(first, second):
        return Game(Rhombus(5), Place(), ends=[Win(Connected(own, BySide(Edges(first), Edges(second))))])

    assert key(hexed("top bottom", "left right")) == key(hexed("left right", "bottom top"))
    assert key(hexed("top bottom", "left right")) != key(hexed("top left", "bottom right"))
    corners = [Game(Square(4), Place(), [Put(At(cell), side=1)], ends=[Win(Line(3))]) for cell in ("a1", "d4", "b1")]
    assert key(corners[0]) == key(corners[1]) != key(corners[2])
    shades = [
        Game(Square(4), Step(own), [Put(Shade(i)), Put(Shade(1 - i), side=2)], ends=[Win(NoPly())]) for i in (0, 1)
    ]
    assert key(shades[0]) == key(shades[1])


@pytest.mark.parametrize("game", KNOWN, ids=lambda game: game.name)
def test_the_canonical_form_is_a_game_and_its_own(game):
    canonical_once = canonical(game)
    assert canonical(canonical_once) == canonical_once and key(canonical_once) == key(game)


def test_what_never_matters_is_left_out():
    yavalath = find("yavalath").build(size=4)
    more = Game(
        **rules_of(yavalath)
        | {
            "effects": (Earn(1), Capture(enemy & own)),
            "turn": Either(Place(unless=Connected(enemy, Edges(), n=6)), Step(enemy & own)),
            "ends": (Win(All(Line(4), Line(3))), Loss(Line(3)), Draw(No(empty)), Win(Line(7))),
        }
    )
    pruned = prune(more, playing.tests(more))
    assert pruned.turn == Place() and pruned.effects == ()
    assert pruned.ends[:2] == (Win(Line(4)), Loss(Line(3)))
    assert Win(Line(7)) not in pruned.ends


def test_what_another_part_made_needed_is_tried_again():
    """Beside a win by four in a line, the loss by four matters; once the win is gone, the loss by three says it."""
    game = Game(board=Rhombus(7), turn=Place(), ends=[Loss(Line(4)), Win(Line(4)), Loss(Line(3))])
    assert prune(game, playing.tests(game)).ends == (Loss(Line(3)),)


TWO: Any = [Center(), Edges()]
ONE: Any = [Center()]
NOT_LOWERED = Connected(own, If(No(empty), TWO, otherwise=ONE))
"""Cells of which no program is made: how many regions there are depends on the position."""


def with_idle_end(name):
    """A game that a program plays, and the same with an end that never applies, which only the general engine plays."""
    game = find(name).build()
    ends = (*game.ends[:1], Win(NOT_LOWERED & empty), *game.ends[1:])
    longer = Game(**rules_of(game) | {"ends": ends})
    assert playing.is_by_program(game) and not playing.is_by_program(longer)
    return game, longer


@pytest.mark.parametrize("name", ["ataxx", "neutron"])
def test_rules_are_compared_by_games_of_one_method(name):
    """A program and the general engine play other games of one seed, though the rules mean the same."""
    game, longer = with_idle_end(name)
    assert playing.outcomes(game, 30) != playing.outcomes(longer, 30)._replace(ends=playing.outcomes(game, 30).ends)
    assert same(longer, game, playing.tests(longer))
    assert Climb(Ladder(), longer, [game]).different() == 0
    assert matters(game, longer, playing.search_game(longer)) == 0


def test_programs_that_draw_otherwise_are_compared_by_the_general_engine():
    ataxx, connect6 = find("ataxx").build(), find("connect6").build()
    assert playing.draws_otherwise(ataxx) and not playing.draws_otherwise(connect6)
    assert playing.draws_differ(ataxx, connect6) and not playing.draws_differ(connect6, connect6)


def test_what_matters_stays():
    for name, options in (("ndengrod", {"size": 4}), ("susan", {"size": 3}), ("reversi", {"size": 6})):
        game = find(name).build(**options)
        pruned = prune(game, playing.tests(game))
        assert len(pruned.ends) == len(canonical(game).ends) and len(pruned.effects) == len(game.effects)
    serendipity = find("serendipity").build(size=6)
    assert [end for end in prune(serendipity, playing.tests(serendipity)).ends if "Repeats" in repr(end)]


def test_distance_is_a_distance():
    games = founders(["susan", "hex", "yavalath", "gomoku", "y", "clobber", "konane", "reversi", "ndengrod"])
    for first, other in itertools.combinations(games, 2):
        assert distance(first, other) == distance(other, first) > 0
    assert all(distance(game, game) == 0 for game in games)
    for a, b, c in itertools.permutations(games[:5], 3):
        assert distance(a, c) <= distance(a, b) + distance(b, c) + 1e-9


def test_distance_is_small_where_little_differs():
    yavalath, hexed = find("yavalath"), find("hex").build(size=6)
    assert distance(yavalath.build(), yavalath.build(size=6)) < 0.5
    squava = Game(**rules_of(yavalath.build()) | {"board": Square(5)})
    assert distance(yavalath.build(), squava) < distance(yavalath.build(), find("gomoku").build(size=9))
    assert [KNOWN[i].name for _, i in near(squava, KNOWN)[:2]] == ["squava", "yavalath"]
    assert distance(hexed, find("y").build(size=8)) < distance(hexed, find("clobber").build())


def test_edits_of_small_trees():
    def cost(a, other):
        games = [Game(Square(5), Place(), ends=ends) for ends in (a, other)]
        return distance(*games)

    assert cost([Win(Line(4))], [Win(Line(4))]) == 0
    assert cost([Win(Line(4))], [Win(Line(4)), Loss(Line(3))]) == 2
    assert cost([Win(Line(4))], [Loss(Line(4))]) == pytest.approx(0.8)
    assert 0 < cost([Win(Line(4))], [Win(Line(5))]) < cost([Win(Line(3))], [Win(Line(5))]) < 1


def test_a_word_stays_in_its_field():
    game = Game(Square(5), Place(), effects=[Capture(enemy)], ends=[Win(Line(4))])
    none = Game(Square(5), Place(), ends=[Win(Line(4))])
    turned = Game(Square(5), Place(then=(Capture(enemy),)), ends=[Win(Line(4))])
    assert distance(game, turned) == pytest.approx(distance(game, none) + distance(none, turned))


def test_traits_have_names():
    figures = {"plies": 30.0, "branching": 50.0}
    traits_by_name = {game.name: traits(game, figures) for game in KNOWN}
    assert traits_by_name["hex"].cell == "hexagons/placing/none/connection/medium/broad"
    assert traits_by_name["breakthrough"].cell.startswith("squares/moving/replaces/reach/")
    assert traits_by_name["susan"].cell.startswith("hexagons/placing and moving/none/no surround and win/")
    assert traits_by_name["reversi"].capture == "flips" and traits_by_name["reversi"].goal == "most"
    assert traits_by_name["ndengrod"].capture == "encloses" and traits_by_name["pente"].capture == "takes"
    assert traits_by_name["yavalath"].goal == "line and loss" and traits_by_name["gomoku"].goal == "line"
    assert traits_by_name["konane"].capture == "jumps" and traits_by_name["konane"].goal == "last move"


def test_rules_without_a_canonical_form_stay_as_they_are():
    regions: Any = (Center(),)
    regions = BySide(regions, regions)
    game = Game(Hexagon(3), Place(), ends=[Win(Enclosed(regions))], name="odd")
    assert canonical(game) == msgspec.structs.replace(game, name="") and canonical(game).name == ""


def test_words_of_a_game_are_listed_once():
    game = find("susan").build(size=3)
    assert list(walk(game)) == list(walk(game)) and list(words(game)) == [word for _, word in walk(game)]
    assert [path for path, _ in walk(game, "here")] == [f"here.{path}" for path, _ in walk(game)]
    other = msgspec.structs.replace(game, turn=Place())
    assert Place() in set(words(other)) and len(list(words(other))) < len(list(words(game)))
