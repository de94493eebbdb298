"""Jump over the enemy's men; whoever cannot move loses."""

from ...rules import *
from .. import game


def checkers(lost: bool) -> Game:
    """A man's chain ends where it is crowned: its next jump would have to be a man's."""
    man, king = Kind("man"), Kind("king")
    chains = [
        Sequence(
            Hop(own & kind, over=enemy, directions=directions),
            Repeat(Hop(just & kind, over=enemy, directions=directions), must=True),
        )
        for kind, directions in ((man, forward), (king, every))
    ]
    steps = Either(Step(own & man, directions=forward), Step(own & king))
    return Game(
        board=Checkered(8),
        setup=[Put(Ranks(1, 3), side=1, kind="man"), Put(Ranks(1, 3), side=2, kind="man")],
        turn=First(Either(*chains), steps),
        effects=[Promote(own & man & Ranks(-1), "king")],
        ends=[Loss(NoPly()) if lost else Win(NoPly()), Draw(Repeats(3)), Draw(Quiet(80, without="capture"))],
    )


@game
def draughts() -> Game:
    return checkers(lost=False)
