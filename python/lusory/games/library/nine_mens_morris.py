"""Three in a line is a mill, and takes an enemy's man; with three men left they fly."""

from ...rules import *
from .. import game


def mills() -> Graph:
    """Three squares, one in another, joined in the middle of their sides."""
    points = {
        f"{'abcdefg'[3 + x * r]}{4 + y * r}": (3 + x * r, 3 - y * r)
        for r in (3, 2, 1)
        for x in (-1, 0, 1)
        for y in (-1, 0, 1)
        if x or y
    }
    at = {place: name for name, place in points.items()}
    links = []
    for name, (x, y) in points.items():
        r = max(abs(x - 3), abs(y - 3))
        for label, (right, down) in {"E": (1, 0), "N": (0, -1)}.items():
            along = abs(y - 3) == r if label == "E" else abs(x - 3) == r
            if (neighbour := at.get((x + right * (r if along else 1), y + down * (r if along else 1)))) is not None:
                links.append((label, name, neighbour))
    return Graph(
        tuple((name, float(x), float(y)) for name, (x, y) in points.items()),
        tuple(links),
        opposites=(("E", "W"), ("N", "S")),
    )


@game
def nine_mens_morris() -> Game:
    lift = First(Remove(enemy & ~Line(3, enemy)), Remove(enemy))
    move = If(Hand(own) >= 1, Place(), If(Count(own) <= 3, Leap(own), Step(own)))
    return Game(
        board=mills(),
        setup=[InHand(9)],
        turn=Sequence(move, If(moved & Line(3), lift)),
        ends=[Win(All(Hand(enemy) <= 0, Count(enemy) <= 2)), Win(NoPly()), Draw(Repeats(3))],
        colours=("white", "black"),
    )
