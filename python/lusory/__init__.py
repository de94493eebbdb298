"""lusory: a laboratory and a playhouse for abstract board games.

>>> import lusory
>>> game = lusory.load("susan", size=4)
>>> position = game.start().play("b2").play("c3")
>>> len(position.moves())
41
"""

from . import _interrupt, _library  # noqa: F401 - first: Ctrl-C is heeded, the build of the engine is chosen
from .errors import LusoryError
from .games import catalogue
from .play.catalogue import load
from .play.position import Position
from .play.record import Record
from .play.record import read as read_record
from .play.view import View
from .rules import Game
from .version import __version__

__all__ = ["Game", "LusoryError", "Position", "Record", "View", "__version__", "catalogue", "load", "read_record"]
