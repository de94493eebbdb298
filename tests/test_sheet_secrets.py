"""Tests of what rules sheets say of secret placements, and of exchanges of sides in the course of play."""

import pytest

from lusory.rules import (
    Capture,
    Commit,
    Count,
    Draw,
    Earn,
    Either,
    Game,
    InHand,
    Keep,
    Line,
    Most,
    NoPly,
    Pass,
    Place,
    Quiet,
    Reveal,
    Square,
    Swap,
    Win,
    announced,
    enemy,
    open,
    own,
    revealed,
    to,
)
from lusory.rules.english import rules_text

SECRET = Commit(Place(to=~own & ~open))
ENDS = [Win(Line(3)), Draw(NoPly())]


def test_a_secret_placement_tells_the_kind_and_the_hand():
    turn = Either(Commit(Place(to=~own & ~open, kind="bomb")), Pass())
    text = rules_text(Game(Square(3), turn, setup=[InHand(1, kind="bomb"), InHand(2)], ends=[Draw(Quiet(9))]))
    assert "Secretly write down a target for a bomb of your own from your hand:" in text
    assert "Your bomb is placed, and stays hidden" in text


def test_pieces_on_the_same_square_are_told_of():
    text = rules_text(Game(Square(3), Either(SECRET, Place(to=~own & ~open)), ends=ENDS))
    both = "even where your opponent has a hidden stone on the same square: then both stand there"
    assert f"Your stone is placed, and stays hidden, {both}." in text
    assert f"no open stone on it, {both}, and nobody is told." in text


@pytest.mark.parametrize(
    "effect, told",
    [
        (Capture(to & enemy), "Every enemy stone on the square of the stone just placed is captured"),
        (Earn(1, when=to & enemy), "if the square of the stone just placed holds an enemy stone."),
    ],
)
def test_a_hidden_piece_on_the_square_of_a_ply_is_not_the_piece_just_placed(effect, told):
    assert told in rules_text(Game(Square(3), SECRET, effects=[effect], ends=ENDS))


def test_of_three_players_any_other_may_have_a_hidden_piece_there():
    turn = Commit(Place(to=~own & ~open), answer=Reveal(own & announced), fails=to & revealed)
    text = rules_text(Game(Square(3), turn, players=3, ends=ENDS))
    assert "even where another player has a hidden stone on the same square" in text


def test_who_moves_after_an_exchange_of_sides_in_the_course_of_play():
    game = Game(Square(3), Either(Place(), Swap(), Keep()), ends=ENDS)
    assert "Exchange sides with your opponent, who moves next (written `swap`)." in rules_text(game)
    assert "Keep the sides as they are, and move again (written `keep`)." in rules_text(game)
    after_one = game.start().play("a1")
    assert after_one.play("keep").to_move == after_one.to_move != after_one.play("swap").to_move


@pytest.mark.parametrize(
    ("players", "text"),
    [
        (2, "has more stones on the board wins, and equal numbers are a draw"),
        (3, "those level at the top share the win"),
    ],
)
def test_equal_numbers_of_three_players_share_the_win(players, text):
    game = Game(Square(5, 1), Place(), players=players, ends=[Most(Count(own), when=NoPly())])
    assert text in rules_text(game)
    result = game.start().line("a1 b1 c1 d1 e1").result
    assert players == 2 or (result and result.values == (0.5, 0.5, 0.0))
