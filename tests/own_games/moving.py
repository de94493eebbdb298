"""Games of moving pieces."""

from __future__ import annotations

from typing import Annotated

from lusory.games import game
from lusory.rules import *
from lusory.rules.word import Cells, Ply

EAST, WEST, NORTH, SOUTH = (Dir(name) for name in "EWNS")


@game
def oware(capacity: Annotated[int, Whole(6, 40)] = 20) -> Game:
    """Sowing as plies: a house is a column, a seed a stone, and a turn takes the seeds of a house one by one.

    A house holds at most `capacity` seeds. Without the duty to leave the opponent a move; a grand slam captures.
    """
    half = [Column(At("a1 b1 c1 d1 e1 f1")), Column(At("g1 h1 i1 j1 k1 l1"))]
    own_houses, enemy_houses = BySide(half[0], half[1]), BySide(half[1], half[0])
    top = neutral & ~Shift(neutral, SOUTH)
    lowest = empty & (Shift(neutral, NORTH) | Row(At("a1")))
    emptied = Column(visited & empty)

    def after(house: Cells) -> Cells:
        return Shift(house, EAST) | (Column(At("a1")) & Row(house & Column(At("l1"))))

    following = after(Column(Last(own)))
    target = (following & ~emptied) | after(following & emptied)
    small_houses = enemy_houses & Column(neutral & Row(At("a2"))) & ~Column(neutral & Row(At("a4")))
    last = Column(to) & small_houses
    captured = neutral & (last | Ray(last, WEST, through=small_houses))
    final_seeds = Captured(own) + Count(neutral & own_houses)
    return Game(
        board=Square(12, capacity),
        setup=[Put(Row(At("a1 a2 a3 a4")), side=0, kind="seed")],
        turn=Sequence(
            Leap(own_houses & top, to=lowest, needs=to & after(Column(origin))),
            Repeat(Leap(emptied & top, to=lowest, needs=to & target), must=True),
        ),
        effects=[If(No(neutral & emptied), Capture(captured))],
        ends=[Win(Captured(own) >= 25), Most(final_seeds, when=NoPly()), Most(final_seeds, when=Repeats(2))],
        terms={
            "top": top,
            "lowest empty": lowest,
            "in the emptied column": emptied,
            "in the next column": following,
            "in the column to sow": target,
            "in an enemy column of two or three": small_houses,
        },
    )


@game
def tablut() -> Game:
    """Linnaeus saw it in Lapland in 1732: the king makes for the edge."""
    king = Kind("king")
    beset = enemy & king & ~Adjacent(~own)
    return Game(
        board=Square(9),
        setup=[
            Put(At("d1 e1 f1 e2 d9 e9 f9 e8 a4 a5 a6 b5 i4 i5 i6 h5"), side=1, kind="soldier"),
            Put(At("e3 e4 e6 e7 c5 d5 f5 g5"), side=2, kind="soldier"),
            Put(At("e5"), side=2, kind="king"),
        ],
        turn=Slide(own, to=empty & ~Center()),
        effects=[Capture(Ray(to, orthogonal, through=enemy & ~king, until=own, length=1) | beset)],
        ends=[Win(own & king & Edges()), Win(No(king)), Win(NoPly()), Draw(Repeats(3)), Draw(Quiet(200, "capture"))],
    )


@game
def fox_and_geese() -> Game:
    """Thirteen geese, who never go back, hem in a fox, who jumps over them."""
    holes = [(x, y) for x in range(7) for y in range(7) if 2 <= x <= 4 or 2 <= y <= 4]
    name = {(x, y): f"{'abcdefg'[x]}{y + 1}" for x, y in holes}
    links = [
        (label, name[x, y], name[x + right, y + up])
        for x, y in holes
        for label, right, up in (("E", 1, 0), ("N", 0, 1))
        if (x + right, y + up) in name
    ]
    flock = " ".join(name[x, y] for x, y in holes if y > 3) + " a4 g4"
    return Game(
        board=Graph(
            tuple((name[x, y], float(x), float(6 - y)) for x, y in holes),
            tuple(links),
            opposites=(("E", "W"), ("N", "S")),
            forward=("N", "S"),
        ),
        setup=[Put(At("d4"), side=1, kind="fox"), Put(At(flock), side=2, kind="goose")],
        turn=BySide(
            Either(Sequence(Hop(own, over=enemy), Repeat(Hop(just, over=enemy))), Step(own)),
            Step(own, directions=~-forward),
        ),
        ends=[
            BySide(Win(Count(enemy) <= 5), Win(NoPly())),
            Draw(NoPly()),
            Draw(Repeats(3)),
            Draw(Quiet(100, "capture")),
        ],
    )


def along(what: Cells) -> Ply:
    """A step along the lines of a board of points, of which every other has diagonals."""
    return Either(Step(what, directions=orthogonal), Step(what & Shade(0), directions=diagonal))


def over(what: Cells) -> Ply:
    """A jump along these lines."""
    return Either(
        Hop(what, over=enemy, directions=orthogonal),
        Hop(what & Shade(0), over=enemy, directions=diagonal),
    )


@game
def bagh_chal() -> Game:
    """Nepal: twenty goats come on one by one to shut in four tigers, who want to eat five of them."""
    return Game(
        board=Square(5, look="points"),
        setup=[Put(Corners(), side=2, kind="tiger")],
        turn=BySide(
            If(Count(own) + Captured(enemy) < 20, Place(kind="goat"), along(own)),
            Either(over(own), along(own)),
        ),
        ends=[
            BySide(Win(NoPly()), Win(Captured(own) >= 5)),
            Draw(NoPly()),
            Draw(Repeats(3)),
            Draw(Quiet(200, "capture")),
        ],
    )


@game
def alquerque() -> Game:
    """The book of Alfonso X, 1283: the ancestor of draughts, on lines. Captures are a duty."""
    return Game(
        board=Square(5, look="points"),
        setup=[Put(Ranks(1, 2) | At("d3 e3"), side=1), Put(Ranks(1, 2) | At("a3 b3"), side=2)],
        turn=First(Sequence(over(own), Repeat(over(just), must=True)), along(own)),
        ends=[Win(NoPly()), Draw(Repeats(3)), Draw(Quiet(60, "capture"))],
    )


@game
def neutron() -> Game:
    """Robert Kraus, 1978: everything slides as far as it can; bring the neutron to your own home row."""
    stopped = No(empty & Shift(to, heading))
    soldier = Slide(own, directions=every, needs=stopped)
    return Game(
        board=Square(5),
        setup=[*(Put(Ranks(1), side=side, kind="soldier") for side in (1, 2)), Put(Center(), side=0, kind="neutron")],
        opening=[soldier],
        turn=Sequence(Slide(neutral, directions=every, needs=stopped), soldier),
        ends=[Win(neutral & Ranks(1)), Loss(neutral & Ranks(-1)), Win(NoPly()), Draw(Repeats(3))],
    )


@game
def isola() -> Game:
    """Bernd Kienitz, 1972: step, then take a square away for good."""
    return Game(
        board=Square(7),
        setup=[Put(At("d1"), side=1, kind="king"), Put(At("d7"), side=2, kind="king")],
        turn=Sequence(Step(own, directions=every), Place(kind="hole", owner=neutral)),
        ends=[Win(NoPly())],
    )


@game
def hasami_shogi() -> Game:
    """Japan: rooks that take what they flank, a row of any length."""
    return Game(
        board=Square(9),
        setup=[Put(Ranks(1), side=1), Put(Ranks(1), side=2)],
        turn=Slide(own),
        effects=[Capture(Ray(to, orthogonal, through=enemy, until=own))],
        ends=[Win(Captured(own) >= 8), Win(NoPly()), Draw(Repeats(3)), Draw(Quiet(200, "capture"))],
    )


@game
def mu_torere() -> Game:
    """The Māori's star: eight points round a centre, which one may enter only from beside an enemy."""
    ring = "abcdefgh"
    places = [(0, -2), (1.4, -1.4), (2, 0), (1.4, 1.4), (0, 2), (-1.4, 1.4), (-2, 0), (-1.4, -1.4)]
    centre = At("z")
    return Game(
        board=Graph(
            (*((x, float(right), float(down)) for x, (right, down) in zip(ring, places, strict=True)), ("z", 0.0, 0.0)),
            (
                *(("R", x, ring[(i + 1) % 8]) for i, x in enumerate(ring)),
                *((f"O{i}", "z", x) for i, x in enumerate(ring)),
            ),
            opposites=(("R", "L"), *((f"O{i}", f"I{i}") for i in range(8))),
        ),
        setup=[Put(At("a b c d"), side=1), Put(At("e f g h"), side=2)],
        turn=Either(
            Step(own, to=empty & ~centre),
            Step(own & Adjacent(enemy), to=empty & centre),
        ),
        ends=[Win(NoPly()), Draw(Repeats(3))],
    )


@game
def dodgem() -> Game:
    """Colin Vout: two cars each, off the board over the far edge. Whoever shuts the other in loses."""
    ways, edges = BySide(Dir("N E W"), Dir("E N S")), BySide(Edges("top"), Edges("right"))
    return Game(
        board=Square(3),
        setup=[Put(At("b1 c1"), side=1, kind="car"), Put(At("a2 a3"), side=2, kind="car")],
        turn=Either(Step(own, directions=ways), Remove(own & edges)),
        ends=[Win(No(own)), Loss(NoPly()), Draw(Repeats(3))],
    )
