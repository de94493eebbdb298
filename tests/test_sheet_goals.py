"""Tests of the first paragraph of a rules sheet: it keeps the order in which the ends are judged."""

from lusory.rules import At, Count, Game, Loss, Most, No, Place, Square, empty, own
from lusory.rules.english import rules_text

COUNT = Most(Count(own), when=No(empty))
LOSS = Loss(own & At("c1"))


def goal(*ends):
    game = Game(board=Square(3, 1), turn=Place(), ends=list(ends))
    return game, rules_text(game).split("\n\n")[1]


def test_a_count_that_is_judged_first_comes_before_a_loss():
    game, text = goal(COUNT, LOSS)
    assert text.startswith("At the end the player who has more stones on the board wins. Otherwise you lose if, after")
    assert game.start().line("a1 b1 c1").result.values == (1.0, 0.0)


def test_a_loss_that_is_judged_first_comes_before_a_count():
    game, text = goal(LOSS, COUNT)
    assert text.startswith("You lose if, after your move") and "Otherwise, at the end, the player" in text
    assert game.start().line("a1 b1 c1").result.values == (0.0, 1.0)
