"""Sentences of rules sheets that told other rules than are played, each beside a game that shows what is played."""

from typing import Any

import pytest
from msgspec.structs import replace

from lusory.play.position import begin
from lusory.reference import Reference
from lusory.rules import (
    Adjacent,
    At,
    Capture,
    Captured,
    Compare,
    Connected,
    Count,
    Dir,
    Draw,
    Earn,
    Edges,
    Either,
    Enclosed,
    Flip,
    Game,
    Group,
    Groups,
    Hexagon,
    Hop,
    If,
    Last,
    Leap,
    Loss,
    Mark,
    Marked,
    Most,
    No,
    Pass,
    Place,
    Put,
    Quiet,
    Remove,
    Ring,
    Score,
    Slide,
    Some,
    Square,
    Step,
    Tell,
    Win,
    diagonal,
    empty,
    enemy,
    every,
    everywhere,
    forward,
    own,
    to,
)
from lusory.rules import Any as AnyOf
from lusory.rules.english import fact_told, result_reason, rules_text


def after(game: Game, line: str) -> Any:
    """The position after these plies, the same by the engine and by the reference."""
    positions = [game.start(), begin(game, Reference(game), None)]
    for ply in line.split():
        positions = [position.play(ply) for position in positions]
    engine, reference = positions
    assert engine.result == reference.result and engine.scores == reference.scores
    return engine


ONE_EACH = (Put(At("a1"), side=1), Put(At("b1"), side=2), Put(At("d4"), side=3))
TWO_OF_THE_THIRD = (Put(At("a1"), side=1), Put(At("b1"), side=2), Put(At("b4 c4"), side=3))
LAST_IS_B3 = "a1-a2 b1-b2 b4-b3 a2-a3"
OTHERS = [
    (ONE_EACH, Win(No(enemy)), "You win if no other player has a stone left", "a1-b1", None),
    (ONE_EACH, Win(Count(enemy) <= 1), "the other players together have at most one stone on the board", "a1-b1", 0),
    (ONE_EACH, Win(AnyOf(No(own), No(enemy))), "you have no stone left or no other player has a stone left", "a1-b1",
     None),
    (TWO_OF_THE_THIRD, Win(Last(enemy) & At("b3")), "the last square that the other players played on is b3",
     LAST_IS_B3, 0),
    (TWO_OF_THE_THIRD, Win(Last(enemy, 2) & At("b2")), "the second last square that the other players played on is b2",
     LAST_IS_B3, 0),
    (TWO_OF_THE_THIRD, Win(Score(enemy) >= 1), "the other players together have at least one point", LAST_IS_B3, 0),
    (TWO_OF_THE_THIRD, Win(Captured(enemy) >= 1), "the other players together have captured at least one stone",
     "a1-a2 b1-b2 b4-b3 a2-a3 b2-b3 c4-c3", 2),
]  # fmt: skip


@pytest.mark.parametrize(("setup", "end", "sentence", "line", "winner"), OTHERS, ids=[case[2] for case in OTHERS])
def test_of_three_players_the_enemy_is_all_others(setup, end, sentence, line, winner):
    game = Game(
        board=Square(4),
        players=3,
        setup=setup,
        turn=Step(own, to=empty | enemy),
        effects=[If(to & At("b3"), Earn(1))],
        ends=[end],
    )
    result = after(game, line).result
    assert (result and result.winner) == winner
    text = rules_text(game)
    assert sentence in text and "next player" not in text


def test_of_three_players_the_others_are_those_of_the_player_spoken_of():
    game = Game(board=Square(4), players=3, setup=ONE_EACH, turn=Step(own, to=empty | enemy),
                effects=[Tell(No(enemy))], ends=[Win(Count(enemy) <= 1)])  # fmt: skip
    assert fact_told(game, 0) == "no player other than First has a stone left"
    reason = result_reason(game, after(game, "a1-b1").result)
    assert reason == "the players other than First together have at most one stone on the board"


def test_of_three_players_a_name_is_not_said_of_the_enemy():
    game = Game(board=Square(4), players=3, setup=ONE_EACH, turn=Step(own, to=empty | enemy),
                terms={"ruined": No(own)}, ends=[Win(No(enemy)), Most(Count(own), when=No(empty))])  # fmt: skip
    assert "You win if no other player has a stone left" in rules_text(game)


DIRECTIONS = [
    ({"turn": Leap(own, distance=2, directions=diagonal)}, "exactly two steps away (each step diagonally), whatever"),
    ({"turn": Leap(own, distance=2, directions=Dir("E"))}, "exactly two steps away (each step right), whatever"),
    ({"turn": Leap(own, distance=2, directions=every), "board": Hexagon(4)}, "exactly two steps away, whatever"),
    ({"ends": [Win(Connected(own, Edges("left right"), directions=diagonal))]},
     "your stones form a connected group (connected diagonally) that links the left and right edges"),
    ({"ends": [Win(Ring(own, directions=every)), Win(Groups(own) >= 9)]},
     "your stones form a closed ring (diagonal neighbours connect too) round at least one square"),
    ({"ends": [Win(Group(own, size=4, directions=every)), Win(Groups(own) >= 9)]},
     "your stones form a connected group of four or more (diagonal neighbours connect too)."),
    ({"ends": [Win(Group(own, size=3, at=Adjacent(to), directions=diagonal))]},
     "a connected group of your stones of three or more (connected diagonally) touches the stone just placed"),
    ({"effects": [Capture(Enclosed(enemy, directions=Dir("N")))]},
     "Every connected group of enemy stones (connected up) with no empty square one step up from it is captured"),
    ({"effects": [Capture(Enclosed(enemy, unit="cell", directions=Dir("E W")))]},
     "Every enemy stone that has no empty square one step right or left from it is captured"),
    ({"effects": [Capture(Enclosed(enemy, unit="cell", directions=-forward))]},
     "no empty square one step backward, straight or diagonally, from it is captured"),
]  # fmt: skip


@pytest.mark.parametrize(("fields", "sentence"), DIRECTIONS, ids=[sentence for _, sentence in DIRECTIONS])
def test_directions_are_told(fields, sentence):
    game = Game(**({"board": Square(5), "turn": Place(), "setup": ONE_EACH[:1]} | fields))
    assert sentence in rules_text(game)


def test_each_step_of_a_leap_has_its_direction():
    game = Game(board=Square(5), setup=[Put(At("c3"), side=1)], turn=Leap(own, distance=2, directions=Dir("E")))
    assert list(after(game, "").moves()) == ["c3-e3"]


def test_a_group_is_enclosed_in_the_directions_that_count():
    game = Game(board=Square(3), setup=[Put(At("a1"), side=1)], turn=Place(),
                effects=[Capture(Enclosed(enemy, directions=Dir("N")))])  # fmt: skip
    assert after(game, "c1 b1 b2").events[-1].cells == ("b1",)


def test_passes_and_removals_count_as_moves_without_a_placement():
    plies = (Place(), Step(own), Remove(own), Pass())
    game = Game(board=Square(3), turn=Either(*plies), ends=[Draw(Quiet(3, without="placement"))])
    assert after(game, "a1 pass pass pass").result and after(game, "a1 b1 xa1 xb1 pass").result
    told = rules_text(game)
    assert "three moves in a row, both players' counted together, went by without a stone being placed" in told
    assert "slides in a row" in rules_text(replace(game, turn=Either(*plies[:2])))


def test_the_cell_of_a_ply_may_be_one_that_was_emptied():
    game = Game(board=Square(4, 1), setup=[Put(At("a1 b1"), side=2)], turn=Either(Place(), Remove(enemy)),
                effects=[Earn(3, when=to & Edges("left"))], ends=[Draw(No(empty))])  # fmt: skip
    assert after(game, "xa1").scores == (3, 0)
    assert "You earn three points if the square of the move is on the left edge" in rules_text(game)


def test_the_cell_of_a_ply_is_the_first_of_a_shape():
    game = Game(
        board=Square(4),
        turn=Either(Place(shape=("E",)), Pass()),
        ends=[Draw(No(empty))],
        effects=[Earn(1, when=to & Edges("right")), Mark(to, "m"), If(Marked("m") & Edges("right"), Earn(10))],
    )
    assert after(game, "c1").scores == (0, 0)
    told = rules_text(game)
    assert "one point if the first square of the stone just placed is on the right edge" in told
    assert 'The first square of the move is marked "m"' in told


TAKEN = "(a stone that stands there is captured)"
LANDINGS = [
    (Place(to=enemy), "on an enemy stone, which is captured."),
    (Place(to=~own), f"on a square with no stone of your own on it {TAKEN}."),
    (Place(to=Edges() & ~own), f"on a square on the edge and with no stone of your own on it {TAKEN}."),
    (Place(to=everywhere), f"on any square {TAKEN}."),
    (Place(to=enemy | empty), "on an empty square or on an enemy stone, which is captured."),
    (Hop(own, over=enemy, to=enemy | empty), "to an empty square or onto an enemy stone, which is captured; the"),
    (Slide(own, to=own | empty), "to an empty square or onto one of your stones, which is captured."),
    (Slide(own, to=own | enemy), "one of your stones, which is captured, or onto an enemy stone, which is captured."),
    (Place(to=Adjacent(own)), f"on a square next to one of your stones {TAKEN}."),
    (Place(to=Last(enemy)), f"on the square your opponent played on last {TAKEN}."),
    (Place(to=empty & Adjacent(own)), "on an empty square next to one of your stones."),
    (Remove(everywhere), "Take a stone off the board."),
    (Remove(~own), "Take a stone on a square with no stone of your own on it off the board."),
    (Step(everywhere), "Move a stone one square"),
]  # fmt: skip


@pytest.mark.parametrize(("turn", "sentence"), LANDINGS, ids=[sentence for _, sentence in LANDINGS])
def test_a_ply_tells_what_it_moves_and_captures(turn, sentence):
    assert sentence in rules_text(Game(board=Square(8), setup=ONE_EACH[:2], turn=turn))


def test_a_placement_captures():
    game = Game(board=Square(3), turn=Place(to=~own), ends=[Win(Captured(own) >= 1)])
    assert after(game, "a1 a1").result.winner == 1


OCCUPANTS = [
    (Capture(everywhere), "Every stone is captured"),
    (Capture(Edges()), "Every stone on the edge is captured"),
    (Capture(At("a1")), "The stone on a1 is captured"),
    (Capture(Last(enemy)), "The stone on the square your opponent played on last is captured"),
    (Flip(empty), "Every stone on an empty square is turned over"),
    (Flip(~own), "Every stone on a square with no stone of your own on it is turned over"),
    (Capture(to), "The stone just placed is captured"),
]


@pytest.mark.parametrize(("effect", "sentence"), OCCUPANTS, ids=[sentence for _, sentence in OCCUPANTS])
def test_effects_are_told_of_pieces_not_of_cells(effect, sentence):
    assert sentence in rules_text(Game(board=Square(8), turn=Place(), effects=[effect]))


def test_points_are_many():
    game = Game(board=Square(4), players=3, setup=ONE_EACH, turn=Step(own), effects=[Earn(1)],
                ends=[Win(Score(own) > Score(enemy)), Loss(Compare(Score(own), "==", Score(enemy) + 1))])  # fmt: skip
    told = rules_text(game)
    assert "your points are greater than the other players' points together" in told
    assert "your points equal the other players' points together plus one" in told


def test_a_result_tells_whose_stones_there_are():
    game = Game(board=Square(3), setup=ONE_EACH[:2], turn=Step(own), ends=[Win(Some(enemy))])
    result = after(game, "a1-a2").result
    assert result_reason(game, result) == "Second has a stone"
