"""Sentences of rules sheets that told other rules than are played, each beside a game that shows what is played."""

from typing import Any

import pytest

from lusory.play.position import begin
from lusory.reference import Reference
from lusory.rules import (
    Any as AnyOf,
)
from lusory.rules import (
    At,
    Captured,
    Count,
    Earn,
    Game,
    If,
    Last,
    Most,
    No,
    Put,
    Score,
    Some,
    Square,
    Step,
    Win,
    empty,
    enemy,
    own,
    to,
)
from lusory.rules.english import result_reason, rules_text


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


def test_of_three_players_a_name_is_not_said_of_the_enemy():
    game = Game(board=Square(4), players=3, setup=ONE_EACH, turn=Step(own, to=empty | enemy),
                terms={"ruined": No(own)}, ends=[Win(No(enemy)), Most(Count(own), when=No(empty))])  # fmt: skip
    assert "You win if no other player has a stone left" in rules_text(game)


def test_a_result_tells_whose_stones_there_are():
    game = Game(board=Square(3), setup=ONE_EACH[:2], turn=Step(own), ends=[Win(Some(enemy))])
    result = after(game, "a1-a2").result
    assert result_reason(game, result) == "Second has a stone"
