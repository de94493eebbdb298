"""`lusory play` where there is a terminal: a board with colours, mouse and arrow keys. All of this needs textual."""

from .app import BoardApp

__all__ = ["BoardApp"]
