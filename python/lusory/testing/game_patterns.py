"""Patterns of known kinds of games, as the fields of a Game, from which most random games are derived."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..rules.cells import (
    Adjacent,
    Center,
    Column,
    Connected,
    Corners,
    Edges,
    Enclosed,
    Group,
    Kind,
    Last,
    Line,
    Ranks,
    Ray,
    Ring,
    Row,
    Shade,
    announced,
    empty,
    enemy,
    everywhere,
    just,
    moved,
    neutral,
    open_,
    own,
    revealed,
    to,
    visited,
)
from ..rules.directions import diagonal, every, forward, heading
from ..rules.effects import Again, Capture, Earn, Flip, Promote, Tell
from ..rules.ends import Draw, Loss, Most, NoPly, Quiet, Repeats, Win
from ..rules.logic import Any as AnyOf
from ..rules.logic import BySide, If, No
from ..rules.numbers import Captured, Count, Groups, Hand, Rolled, Score
from ..rules.plies import Hop, Keep, Leap, Pass, Place, Remove, Roll, Slide, Step, Swap
from ..rules.setup import InHand, Put
from ..rules.turns import Chance, Commit, Either, First, Repeat, Reveal, Sequence
from ..rules.word import Compare
from .random_words import Drawing

Fields = dict[str, Any]


def ranks_of(d: Drawing, rows: int = 1, kind: str = "stone") -> tuple[Any, ...]:
    """Each side's home rows, or single cells where the board has too few of them."""
    ranks = d.geometry.ranks
    deep = min(len(r) for r in ranks[: max(d.players, 1)])
    if deep >= 2 * rows + 1 and d.players <= 2 and min(len(r) for r in ranks) >= rows:
        return tuple(Put(Ranks(1, rows), side=side + 1, kind=kind) for side in range(d.players))
    return spread(d, kind)


def spread(d: Drawing, kind: str = "stone", neutrals: bool = False) -> tuple[Any, ...]:
    """A third of the cells, dealt out to the sides in turn."""
    from ..rules.cells import At

    names = d.geometry.names
    owners = range(0 if neutrals else 1, d.players + 1)
    dealt: dict[int, list[str]] = {owner: [] for owner in owners}
    for i, cell in enumerate(range(d.below(2), len(names), 2 + d.below(2))):
        dealt[owners[i % len(owners)]].append(names[cell])
    return tuple(Put(At(" ".join(cells)), side=owner, kind=kind) for owner, cells in dealt.items() if cells)


def shaded_pattern(d: Drawing) -> tuple[Any, ...]:
    """A full board, one colour of cells for each side."""
    shades = len(d.geometry.shades)
    if shades < d.players or d.players < 2:
        return spread(d)
    return tuple(Put(Shade(side), side=side + 1) for side in range(d.players))


def _line(d: Drawing, low: int = 3) -> Any:
    longest = d.geometry.longest(d.geometry.every)
    return Line(max(2, min(low + d.below(3), longest))) if longest > 1 else Group(own, size=4)


def lines(d: Drawing) -> Fields:
    """Tic-tac-toe, gomoku, connect four, yavalath."""
    turn = d.one((Place(), Place(to=empty & Adjacent(~empty) | Center() & empty), Sequence(Place(), Place())))
    return {"turn": turn, "ends": (Win(_line(d, 4)), Draw(NoPly()))}


def enclosing(d: Drawing) -> Fields:
    """Ndengrod, go without scoring, susan."""
    turn = d.one((Place(), Place(unless=Enclosed(own)), Either(Place(), Step(own))))
    effects = d.one(((Capture(Enclosed(enemy)), Capture(Enclosed(own))), (Capture(Enclosed(enemy)),), ()))
    ends = d.one(
        (
            (Win(_line(d, 4)), Draw(Repeats(3))),
            (Loss(Enclosed(own, unit="cell")), Win(Enclosed(enemy, unit="cell")), Draw(Quiet(6, without="placement"))),
            (Most(Captured(own), when=Captured(own) >= 6), Loss(NoPly())),
        )
    )
    return {"turn": turn, "effects": effects, "ends": ends}


def marching(d: Drawing) -> Fields:
    """Breakthrough, clobber, lines of action."""
    turn = d.one(
        (
            Step(own, to=empty | enemy, directions=forward),
            Step(own, to=empty | enemy, directions=every),
            Slide(own, to=~own, distance=Count(Ray(origin_line(), -heading | heading, through=everywhere) & ~empty)),
            Either(Step(own), Slide(own, to=enemy, directions=every, through=empty | own)),
        )
    )
    ends = (d.one((Win(own & Ranks(-1)), Win(Groups(own, every) <= 1), Loss(No(own)))), Win(NoPly()), Draw(Quiet(20)))
    return {"turn": turn, "setup": ranks_of(d, 1 + d.below(2)), "ends": ends[d.below(2) :]}


def origin_line() -> Any:
    """The cell a slide starts from."""
    from ..rules.cells import origin

    return origin


def hopping(d: Drawing) -> Fields:
    """Draughts, konane, solitaire."""
    chain = Sequence(Hop(own, over=~own & ~empty), Repeat(Hop(just, over=~own & ~empty), must=d.odds(1, 2)))
    turn = d.one(
        (
            First(chain, Step(own, directions=forward)),
            Either(Hop(own, over=enemy), Step(own)),
            Sequence(Hop(own, over=everywhere), Repeat(Hop(just, over=everywhere, directions=heading))),
            Sequence(Hop(own), Repeat(Hop(just, captures=False, to=empty & ~visited), while_=No(own & Corners()))),
        )
    )
    promote = (Promote(own & Ranks(-1), d.kinds[-1]),) if len(d.kinds) > 1 and d.geometry.rows else ()
    return {
        "turn": turn,
        "setup": shaded_pattern(d) if d.odds(1, 3) else ranks_of(d, 2),
        "effects": promote,
        "ends": _stuck(d),
    }


def _stuck(d: Drawing) -> tuple[Any, ...]:
    return (d.one((Win(NoPly()), Loss(NoPly(by="all")), Most(Count(own), when=NoPly()))), Draw(Quiet(30, "placement")))


def arrows(d: Drawing) -> Fields:
    """Amazons; ataxx."""
    shot = Place(to=Ray(just, every), owner=neutral)
    spawn = Either(Place(to=empty & Adjacent(own)), Leap(own, distance=2, directions=every))
    if d.odds(1, 2):
        return {"turn": Sequence(Slide(own, directions=every), shot), "setup": spread(d), "ends": (Win(NoPly()),)}
    effects = (Flip(Adjacent(to, every) & enemy),)
    ends = (Most(Count(own), when=No(empty)), Loss(No(own)), Draw(Quiet(12, "placement", "turn")))
    return {"turn": First(spawn, Pass()), "setup": ranks_of(d), "effects": effects, "ends": ends}


def flanking(d: Drawing) -> Fields:
    """Reversi, pente."""
    flank = Ray(to, every, through=enemy, until=own)
    if d.odds(1, 2):
        effects = (Capture(Ray(to, every, through=enemy, until=own, length=1 + d.below(2))),)
        return {"turn": Place(), "effects": effects, "ends": (Win(Captured(own) >= 6), Win(_line(d, 4)))}
    turn = First(Place(needs=flank, then=(Flip(flank),)), Pass())
    ends = (Most(Count(own), when=AnyOf(No(empty), Quiet(d.players, "anything"))),)
    return {"turn": turn, "setup": spread(d), "ends": ends}


def linking(d: Drawing) -> Fields:
    """Hex, y, havannah, with the pie."""
    goal = Connected(own, Edges(), n=2) if len(d.geometry.edges) > 2 else Group(own, size=5)
    ends: tuple[Any, ...] = (Win(goal), Win(Ring(own)), Most(Group_size(), when=No(empty)))
    opening = (Place(), Either(Place(), Swap())) if d.players == 2 else ()
    return {"turn": Place(), "opening": opening, "ends": ends[d.below(2) :]}


def Group_size() -> Any:
    """A number that differs between the sides at the end."""
    return Count(Group(own, size=2)) - Groups(own)


def hands(d: Drawing) -> Fields:
    """Nine men's morris."""
    kind = d.kinds[-1]
    turn = Sequence(
        If(Hand(own, kind) >= 1, Place(kind=kind), Either(Step(own), If(Count(own) <= 3, Leap(own), Step(own)))),
        If(to & _line(d, 3), Remove(enemy)),
    )
    few_pieces_end = d.one((Loss(Count(own) + Hand(own, kind) <= 2), Win(Count(enemy) + Hand(enemy, kind) <= 2)))
    ends = (Win(NoPly()), few_pieces_end, Draw(Quiet(20, "capture")))
    return {"turn": turn, "setup": (InHand(4 + d.below(6), kind),), "ends": ends}


def rolling(d: Drawing) -> Fields:
    """Dice for distances; chance placements."""
    turn = Sequence(
        Chance(d.build(Roll, "ply", 1) if d.odds(1, 2) else Roll(3 + d.below(4))),
        d.one((First(Slide(own, directions=every, distance=Rolled(), through=everywhere), Pass()), Place(), Step(own))),
    )
    setup = spread(d)
    return {"turn": turn, "setup": setup, "ends": (Most(Captured(own), when=Quiet(24)), Win(Count(own) >= 9))}


def growing(d: Drawing) -> Fields:
    """Doppel: neutral pieces, points for patterns."""
    earn = d.one(
        (
            Earn(1, when=Adjacent(to) & Adjacent(Last(enemy, 1))),
            Earn(Count(Adjacent(to) & neutral), when=Last(own, 2)),
            Earn(Count(Row(to) & neutral) - 1),
        )
    )
    place = Place(owner=neutral, to=empty & Adjacent(neutral))
    extra_turns = (Again(when=Enclosed(neutral, unit="cell") & to),) if d.odds(1, 3) else ()
    return {
        "opening": (Chance(Place(owner=neutral)),),
        "turn": place,
        "effects": (earn, *extra_turns),
        "ends": (Most(Score(own), when=No(empty)), Draw(NoPly())),
    }


def gathering(d: Drawing) -> Fields:
    """Serendipity: turns of several steps with neutral pieces."""
    turn = Sequence(Step(neutral), Step(neutral & ~moved), Hop(neutral & ~moved), Repeat(Hop(just)), stop=True)
    ends = (
        Win(Captured(own) >= 4),
        Most(Captured(own), when=Quiet(2, unit="turn"), at="turn"),
        Draw(Repeats(3), at="turn"),
    )
    return {"turn": turn, "setup": spread(d, neutrals=True)[:1], "ends": ends}


def hiding(d: Drawing) -> Fields:
    """Hidden gomoku, phantom games, on boards small enough for answers."""
    longest = max((mask.bit_count() for _, mask in (*d.geometry.rows, *d.geometry.columns)), default=99)
    announce = (Row(to), Column(to)) if longest <= 10 and d.geometry.columns else (to, to | Adjacent(to))
    reveal = Reveal(own & announced) if d.players > 1 and not d.odds(1, 4) else None
    announce_words = announce if reveal is None or longest <= 10 or len(d.geometry.names) <= 99 else (to,)
    commit = Commit(Place(to=~own & ~open_), announce=announce_words, answer=reveal, fails=to & revealed)
    turn = d.one((commit, Sequence(commit, Place()), Either(commit, Step(own & open_)), Sequence(Place(), commit)))
    opening = (Place(), Either(Swap(), Keep())) if d.players == 2 and d.odds(1, 2) else ()
    effects = (Tell(_line(d, 3), once=True),) if d.odds(1, 2) else (Capture(Enclosed(enemy)),)
    return {"turn": turn, "opening": opening, "effects": effects, "ends": (Win(_line(d, 4)), Draw(NoPly()))}


def sided_pattern(d: Drawing) -> Fields:
    """Different goals and plies for the sides: tablut."""
    if d.players < 2:
        return lines(d)
    parts = [Step(own), Slide(own), Either(Place(), Step(own, directions=every)), Leap(own, distance=2)][: d.players]
    goals = [Win(own & Corners()), Win(Count(own) >= 8), Loss(No(own)), Win(Ring(own))][: d.players]
    king = (Win(Kind(d.kinds[-1]) & own & Edges()),) if len(d.kinds) > 1 else ()
    effects = (Capture(Ray(to, every, through=enemy, until=own, length=1)),)
    setup = tuple(
        Put(item.at, side=item.side, kind=d.kinds[-1] if item.side == 1 else d.kinds[0]) for item in spread(d)
    )
    ends = (BySide(*goals), *king[: len([p for p in setup if p.kind == d.kinds[-1]])], Draw(Quiet(40)))
    return {"turn": BySide(*parts), "setup": setup, "effects": effects, "ends": ends}


def scoring(d: Drawing) -> Fields:
    """Counts compared at the end of every turn."""
    turn = Either(
        Place(mark="a"), Place(kind=d.kinds[-1], mark="b", shape=_bar(d)), Remove(enemy & Adjacent(own, diagonal))
    )
    ends = (Most(Count(own) - Captured(enemy), when=Compare(Count(empty), "==", d.below(3)), at="turn"), Win(NoPly()))
    return {"turn": turn, "effects": (Earn(1, when=_line(d, 3)),), "ends": ends}


def _bar(d: Drawing) -> tuple[str, ...]:
    return (d.geometry.directions[0],) if d.geometry.directions else ()


PATTERNS: tuple[Callable[[Drawing], Fields], ...] = (
    lines,
    enclosing,
    marching,
    hopping,
    arrows,
    flanking,
    linking,
    hands,
    rolling,
    growing,
    gathering,
    hiding,
    sided_pattern,
    scoring,
)
