"""Games of moving pieces, and games of placing first and moving later."""

from typing import Annotated

from lusory.games import game
from lusory.rules import *
from lusory.rules.word import Ply


@game
def brandubh() -> Game:
    """Irish tafl: the king goes for a corner; captures by flanking, also against the empty throne and corners."""
    special = Center() | Corners()
    guarded = Kind("king") & (Center() | Adjacent(Center()))
    flanked = Ray(to, through=enemy & ~guarded, until=own | (empty & special), length=1)
    beset = enemy & guarded & Adjacent(to) & ~Adjacent(~(own | Center()))
    soldiers = Slide(own & ~Kind("king"), to=empty & ~special)
    return Game(
        board=Square(7),
        setup=[
            Put(At("d1 d2 d6 d7 a4 b4 f4 g4"), side=1, kind="soldier"),
            Put(At("d3 d5 c4 e4"), side=2, kind="soldier"),
            Put(Center(), side=2, kind="king"),
        ],
        turn=Either(soldiers, Slide(own & Kind("king"))),
        effects=[Capture(flanked | beset)],
        ends=[Win(own & Kind("king") & Corners()), Win(No(Kind("king"))), Win(NoPly()), Draw(Repeats(3))],
        terms={"guarded": guarded},
    )


@game
def fanorona() -> Game:
    """Madagascar: capture by approach (a) or withdrawal (w); a chain turns at every step and visits no point twice."""
    ahead, behind = Ray(to, heading, through=enemy), Ray(origin, -heading, through=enemy)
    lines = ((everywhere, orthogonal), (Shade(0), diagonal))

    def capture(pieces: Cells, target: Cells, barred: bool) -> Ply:
        return Either(
            *(
                Step(
                    pieces & points,
                    to=target,
                    directions=ways & ~heading if barred else ways,
                    needs=captured,
                    then=(Capture(captured),),
                    mark=mark,
                )
                for points, ways in lines
                for mark, captured in (("a", ahead), ("w", behind))
            )
        )

    chain = Sequence(capture(own, empty, False), Repeat(capture(just, empty & ~visited, True)))
    return Game(
        board=Square(9, 5, look="points"),
        setup=[
            Put(Ranks(1, 2) | At("b3 d3 g3 i3"), side=1),
            Put(Ranks(1, 2) | At("a3 c3 f3 h3"), side=2),
        ],
        turn=First(chain, Either(*(Step(own & points, directions=ways) for points, ways in lines))),
        ends=[Win(No(enemy)), Win(NoPly()), Draw(Repeats(3))],
    )


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
            if (there := at.get((x + right * (r if along else 1), y + down * (r if along else 1)))) is not None:
                links.append((label, name, there))
    return Graph(
        tuple((name, float(x), float(y)) for name, (x, y) in points.items()),
        tuple(links),
        opposites=(("E", "W"), ("N", "S")),
    )


@game
def nine_mens_morris() -> Game:
    """Close a mill and lift an enemy's man; with three men left they fly."""
    lift = First(Remove(enemy & ~Line(3, enemy)), Remove(enemy))
    move = If(Hand(own) >= 1, Place(), If(Count(own) <= 3, Leap(own), Step(own)))
    return Game(
        board=mills(),
        setup=[InHand(9)],
        turn=Sequence(move, If(moved & Line(3), lift)),
        ends=[Win(All(Hand(enemy) <= 0, Count(enemy) <= 2)), Win(NoPly()), Draw(Repeats(3))],
    )


@game
def three_mens_morris() -> Game:
    """Three men each, on nine points: place them, then move; three in a row win."""
    return Game(
        board=Square(3, look="points"),
        setup=[InHand(3)],
        turn=If(Hand(own) >= 1, Place(), Step(own, directions=every)),
        ends=[Win(Line(3)), Draw(Repeats(3))],
    )


@game
def ataxx(size: Annotated[int, Whole(3, 8)] = 7) -> Game:
    """Grow next to a stone or leap two away; enemy stones next to the landing cell turn over."""
    move = Either(Place(to=empty & Adjacent(own, every)), Leap(own, distance=2, directions=every))
    last = "abcdefgh"[size - 1]
    return Game(
        board=Square(size),
        setup=[Put(At(f"a{size} {last}1"), side=1), Put(At(f"a1 {last}{size}"), side=2)],
        turn=First(move, Pass()),
        effects=[Flip(enemy & Adjacent(to, every))],
        ends=[
            Win(No(enemy)),
            Most(Count(own), when=No(empty)),
            Most(Count(own), when=NoPly(move, by="all")),
            Draw(Quiet(100, without="placement")),
        ],
    )


def checkers(lost: bool) -> Game:
    """A man's chain ends where it is crowned: its next jump would have to be a man's."""
    man, king = Kind("man"), Kind("king")
    chains = [
        Sequence(
            Hop(own & kind, over=enemy, directions=ways),
            Repeat(Hop(just & kind, over=enemy, directions=ways), must=True),
        )
        for kind, ways in ((man, forward), (king, every))
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
    """English draughts."""
    return checkers(lost=False)


@game
def giveaway_draughts() -> Game:
    """The same, but whoever cannot move wins."""
    return checkers(lost=True)


@game
def amazons(size: Annotated[int, Whole(6, 10)] = 10) -> Game:
    """Walter Zamkauskas: a queen's move, then an arrow from where it ended."""
    near, far = 3 if size < 9 else 4, size - (2 if size < 9 else 3)
    x = "abcdefghij"
    corners = ((x[0], near), (x[near - 1], 1), (x[far - 1], 1), (x[size - 1], near))
    first = " ".join(f"{column}{row}" for column, row in corners)
    second = " ".join(f"{column}{size + 1 - row}" for column, row in corners)
    return Game(
        board=Square(size),
        setup=[Put(At(first), side=1, kind="amazon"), Put(At(second), side=2, kind="amazon")],
        turn=Sequence(Slide(own, directions=every), Place(to=Ray(just, every), kind="arrow", owner=neutral)),
        ends=[Win(NoPly())],
    )


@game
def lines_of_action() -> Game:
    """Claude Soucie: move as far as there are pieces in the line; unite all of one's own."""
    line = origin | Ray(origin, heading, through=everywhere) | Ray(origin, -heading, through=everywhere)
    move = Slide(own, to=empty | enemy, directions=every, distance=Count(line & ~empty), through=empty | own)
    return Game(
        board=Square(8),
        setup=[
            Put((Ranks(1) | Ranks(-1)) & ~Corners(), side=1),
            Put(Edges("left right") & ~Corners(), side=2),
        ],
        turn=First(move, Pass()),
        ends=[Win(Groups(own, every) <= 1), Loss(Groups(enemy, every) <= 1), Draw(Repeats(3))],
    )


@game
def halma(size: Annotated[int, Whole(4, 16)] = 8) -> Game:
    """George Monks: hop over anything, without capture, into the far corner. A chain visits no cell twice."""
    most = 4 if size >= 8 else 2
    x = "abcdefghijklmnop"

    def camp(turned: bool) -> Cells:
        cells = [(i, j) for i in range(most) for j in range(most - i)]
        return At(" ".join(f"{x[size - 1 - i]}{size - j}" if turned else f"{x[i]}{j + 1}" for i, j in cells))

    hop = Hop(own, captures=False, directions=every)
    again = Hop(just, captures=False, directions=every, to=empty & ~visited)
    return Game(
        board=Square(size),
        setup=[Put(camp(False), side=1), Put(camp(True), side=2)],
        turn=Either(Step(own, directions=every), Sequence(hop, Repeat(again))),
        ends=[Win(No(BySide(camp(True), camp(False)) & ~own)), Draw(Repeats(3))],
    )


@game
def peg_solitaire() -> Game:
    """The triangle of fifteen holes, the top one empty: one player, who wants to be left with one peg."""
    return Game(
        board=Triangle(5),
        setup=[Put(~At("a1"), side=0, kind="peg")],
        turn=Hop(neutral),
        ends=[Win(Count(neutral) <= 1), Loss(NoPly())],
        players=1,
    )
