"""Draws random games with secrets on small boards that combine everything that may leak them, such as effects."""

from __future__ import annotations

from typing import Any

from ..rules.boards import Square
from ..rules.cells import (
    Adjacent,
    Column,
    Enclosed,
    Last,
    Line,
    Ray,
    Row,
    announced,
    empty,
    enemy,
    everywhere,
    neutral,
    open_,
    own,
    revealed,
    to,
)
from ..rules.directions import every
from ..rules.effects import Again, Capture, Earn, Flip, Promote, Tell
from ..rules.ends import Draw, Loss, NoPly, Quiet, Win
from ..rules.game import Game
from ..rules.logic import If, No
from ..rules.numbers import Captured, Count
from ..rules.plies import Hop, Keep, Leap, Pass, Place, Remove, Roll, Slide, Step, Swap
from ..rules.setup import InHand
from ..rules.turns import Chance, Commit, Either, First, Repeat, Reveal, Sequence
from .game_patterns import Fields
from .games import attempt
from .random_words import Below, Drawing

BOARDS = (Square(3), Square(3, 2), Square(2), Square(4, 2), Square(1, 5))
KINDS = (("stone",), ("stone",), ("stone", "king"))


def draw_secret_game(below: Below) -> Game:
    """A valid rule value with secret placements."""
    for _ in range(60):
        game = attempt(_fields(below))
        if game is not None:
            return game
    return Game(board=Square(3), turn=Commit(Place(to=~own & ~open_), fails=to & enemy), ends=[Win(Line(3))])


def _fields(below: Below) -> Fields:
    board, players = BOARDS[below(5)], (2, 2, 3, 2, 4, 1)[below(6)]
    d = Drawing(below, board.geometry(), players, KINDS[below(3)])
    full_board = Draw(Count(everywhere & ~empty) >= len(d.geometry.names))
    fields: Fields = {"board": board, "players": players, "turn": _turn(d)}
    fields["effects"] = tuple(_effect(d) for _ in range(below(4)))
    fields["ends"] = (*(_end(d) for _ in range(below(3))), full_board)
    if d.odds(1, 3):
        fields["opening"] = tuple(
            d.one((Place(), _turn(d), _commit(d), Chance(Place(owner=neutral)))) for _ in range(1 + below(2))
        )
    if players == 2 and d.odds(1, 8):
        fields["opening"] = (Place(), Either(Swap(), Keep()))
    if d.odds(1, 4):
        fields["setup"] = tuple(InHand(1 + below(4), kind) for kind in d.kinds)
    return fields


def _turn(d: Drawing) -> Any:
    """A turn with a Commit in it."""
    number = d.below(12)
    if number < 4:
        return _commit(d)
    return (
        lambda: Either(_commit(d), _open(d)),
        lambda: Sequence(_commit(d), _commit(d), stop=d.odds(1, 2)),
        lambda: Sequence(_commit(d), _open(d), stop=d.odds(1, 2)),
        lambda: First(_commit(d), Pass()),
        lambda: Sequence(_commit(d), Chance(d.one((Place(owner=neutral), Roll(2), Remove(neutral))))),
        lambda: Sequence(_commit(d), If(d.word("condition", 2), _commit(d))),
        lambda: Either(_commit(d), _commit(d)),
        lambda: Sequence(_open(d), _commit(d), Repeat(_open(d))),
    )[number - 4]()


def _commit(d: Drawing) -> Commit:
    targets = (~own & ~open_, ~own, empty, everywhere, ~open_, ~own & ~open_ & ~Adjacent(Last(enemy)))
    fields: dict[str, Any] = {"to": d.one(targets), "kind": d.one(d.kinds)}
    fields |= {field: d.word("condition", 2) for field in ("needs", "unless") if d.odds(1, 5)}
    fields |= {"then": (d.word("effect", 2),)} if d.odds(1, 4) else {}
    reveal_cells: Any = d.one((own, own & announced, everywhere))
    announce = d.one(((), (Row(to),), (Row(to), Column(to)), (Adjacent(to),), (to,)))
    reveal = Reveal(reveal_cells) if d.players > 1 and d.odds(1, 3) else None
    fails = d.one((None, to & enemy, to & revealed, to & (own | enemy), None))
    return Commit(Place(**fields), announce=announce, answer=reveal, fails=fails)


def _open(d: Drawing) -> Any:
    """A public ply."""
    far_cells = ~own
    return d.one(
        (
            Place(),
            Place(to=far_cells),
            Step(own),
            Step(own, to=far_cells),
            Step(own | enemy, to=everywhere),
            Remove(own),
            Remove(everywhere),
            Pass(),
            Place(kind=d.kinds[-1], mark="k"),
            Leap(own, to=far_cells),
            Hop(own, over=enemy),
            Slide(own, to=far_cells),
        )
    )


def _effect(d: Drawing) -> Any:
    ring, flanked = enemy & Adjacent(to), Ray(to, every, through=enemy, until=own)
    cells: Any = d.one((own, enemy, to, Adjacent(to), ring, Enclosed(enemy), enemy & to, d.word("cells", 2), flanked))
    condition: Any = d.one((ring, Line(2), Count(enemy) >= 2, own & enemy, to & enemy, d.word("condition", 2)))
    points: Any = d.one((1, Count(enemy), Count(own & enemy)))
    return d.one(
        (
            Capture(cells),
            Capture(cells),
            Earn(points, condition),
            Earn(points),
            Flip(cells),
            Promote(cells, d.kinds[-1]),
            Again(condition),
            Again(condition),
            Tell(condition, once=d.odds(1, 2)),
            d.word("effect", 2),
        )
    )


def _end(d: Drawing) -> Any:
    near_condition = Count(enemy & Adjacent(to)) >= 1
    quiet = (Quiet(3), Quiet(2, unit="turn", without="capture"))
    condition: Any = d.one(
        (Line(2), Line(3), near_condition, own & enemy, No(own), Captured(own) >= 2, NoPly(), *quiet, Count(own) >= 4)
    )
    return d.one((Win, Loss, Loss, Draw))(condition, at=d.one(("ply", "turn")))
