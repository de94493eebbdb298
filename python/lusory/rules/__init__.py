"""The vocabulary. `from lusory.rules import *` gives every word a game is made of."""

from ..errors import RuleError
from .about import About, Note
from .boards import Checkered, Graph, Hexagon, Rhombus, Square, Trapezium, Triangle
from .cells import (
    Adjacent,
    At,
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
    Shift,
    announced,
    empty,
    enemy,
    everywhere,
    just,
    moved,
    neutral,
    open_ as open,
    origin,
    own,
    revealed,
    to,
    visited,
)
from .directions import Dir, Heading, diagonal, every, forward, heading, orthogonal
from .effects import Again, Capture, Earn, Flip, Promote, Tell
from .ends import Draw, Loss, Most, NoPly, Quiet, Repeats, Win
from .game import Game
from .logic import All, Any, BySide, If, No, Some
from .numbers import Captured, Count, Groups, Hand, Rolled, Score
from .plies import Hop, Keep, Leap, Pass, Place, Remove, Roll, Slide, Step, Swap
from .setup import InHand, Put
from .turns import Chance, Commit, Either, First, Repeat, Reveal, Sequence
from .word import REGISTRY, And, Board, Cells, Compare, Minus, Not, Opposite, Or, Sum, Word

__all__ = [name for name in dir() if not name.startswith("_") and name not in {"annotations"}]
