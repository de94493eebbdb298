"""Games of placing pieces."""

from typing import Annotated

from lusory.games import game
from lusory.rules import *


@game
def squava() -> Game:
    """Nestor Romeral Andrés: four in a row win, three lose."""
    return Game(
        board=Square(5),
        turn=Place(),
        ends=[Win(Line(4)), Loss(Line(3)), Draw(No(empty))],
    )


@game
def yavalath_for_three(size: Annotated[int, Whole(3, 8)] = 5) -> Game:
    """Who makes three is out; without the duty to block the next player."""
    return Game(
        board=Hexagon(size),
        turn=Place(),
        ends=[Win(Line(4)), Loss(Line(3)), Draw(No(empty))],
        players=3,
    )


@game
def connect6(size: Annotated[int, Whole(6, 19)] = 19) -> Game:
    """I-Chen Wu: one stone, then two a turn."""
    return Game(
        board=Square(size, look="points"),
        opening=[Place()],
        turn=Sequence(Place(), Place()),
        ends=[Win(Line(6)), Draw(No(empty))],
    )


@game
def rex(size: Annotated[int, Whole(2, 19)] = 5) -> Game:
    """Reverse hex: whoever links the two edges loses. Second chooses the side after the first stone."""
    return Game(
        board=Rhombus(size),
        opening=[Place(), Either(Swap(), Keep())],
        turn=Place(),
        ends=[Loss(Connected(own, BySide(Edges("top bottom"), Edges("left right"))))],
    )


@game
def atari_go(size: Annotated[int, Whole(2, 19)] = 9) -> Game:
    """Whoever captures first wins; suicide is forbidden."""
    return Game(
        board=Square(size, names="go", look="points"),
        turn=Place(unless=Enclosed(own)),
        effects=[Capture(Enclosed(enemy))],
        ends=[Win(Captured(own) >= 1), Win(NoPly())],
    )


@game
def go(size: Annotated[int, Whole(2, 19)] = 9) -> Game:
    """Positional superko by the player to move, no suicide; stones and surrounded points are counted."""
    territory = empty & ~Group(empty, at=Adjacent(enemy))
    return Game(
        board=Square(size, names="go", look="points"),
        turn=Either(Place(unless=Any(Enclosed(own), Repeats(2))), Pass()),
        effects=[Capture(Enclosed(enemy))],
        ends=[Most(Count(own) + Count(territory), when=Quiet(2))],
    )


@game
def oust(size: Annotated[int, Whole(2, 8)] = 3) -> Game:
    """Mark Steere: a stone that joins own ones must capture smaller groups, and another is placed after it."""
    joined = Group(own, at=Adjacent(to))
    met = Adjacent(joined | to)
    smaller = All(Some(Group(enemy, at=met)), No(Group(enemy, at=met, size=Count(joined) + 1)))
    beaten = Group(enemy, at=Adjacent(Group(own, at=to)))
    capturing = Place(to=empty & Adjacent(own), needs=smaller, then=(Capture(beaten),))
    return Game(
        board=Hexagon(size),
        turn=First(Sequence(Repeat(capturing), Place(to=empty & ~Adjacent(own))), Pass()),
        ends=[Win(All(No(enemy), Captured(own) >= 1))],
    )


@game
def domineering(size: Annotated[int, Whole(2, 19)] = 8) -> Game:
    """Göran Andersson: upright dominoes against lying ones."""
    return Game(
        board=Square(size),
        turn=BySide(Place(shape=("N",)), Place(shape=("E",))),
        ends=[Win(NoPly())],
    )


@game
def queens(size: Annotated[int, Whole(1, 19)] = 8) -> Game:
    """Noon and Van Brummelen: place queens that attack no other; whoever cannot loses."""
    attacked = Row(neutral) | Column(neutral) | Ray(neutral, diagonal, through=everywhere)
    return Game(
        board=Square(size),
        turn=Place(to=empty & ~attacked, kind="queen", owner=neutral),
        ends=[Win(NoPly())],
    )


@game
def geography(size: Annotated[int, Whole(2, 19)] = 4) -> Game:
    """Undirected vertex geography (Fraenkel): go on from the last cell, never back to one that was used."""
    return Game(
        board=Square(size),
        opening=[Place(owner=neutral)],
        turn=Place(to=empty & Adjacent(Last(enemy)), owner=neutral),
        ends=[Win(NoPly())],
    )


@game
def dots_and_boxes(boxes: Annotated[int, Whole(1, 9)] = 2) -> Game:
    """Lucas: close a box, earn a point and go again. Every box is a piece until it is closed."""
    size = 2 * boxes + 1
    letters = "abcdefghijklmnopqrs"[:size]
    dots = At(" ".join(f"{x}{y + 1}" for x in letters[::2] for y in range(0, size, 2)))
    cells = At(" ".join(f"{x}{y + 1}" for x in letters[1::2] for y in range(1, size, 2)))
    closed = Enclosed(Kind("box"), unit="cell")
    return Game(
        board=Square(size),
        setup=[Put(dots, side=0, kind="dot"), Put(cells, side=0, kind="box")],
        turn=Place(to=empty & Shade(1), kind="line", owner=neutral),
        effects=[Earn(Count(closed), when=closed), Again(when=closed), Capture(closed)],
        ends=[Most(Score(own), when=No(empty & Shade(1)))],
    )


@game
def phantom_tic_tac_toe() -> Game:
    """Tic-tac-toe where nobody sees the other's stones; a turn aimed at one of them is lost."""
    return Game(
        board=Square(3),
        turn=Commit(Place(to=~own & ~open), fails=to & enemy),
        ends=[Win(Line(3)), Draw(No(empty))],
    )
