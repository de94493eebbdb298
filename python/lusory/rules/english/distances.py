"""Distances in English: the number of steps of a shortest way, and what counts where there is none."""

from __future__ import annotations

from .. import cells as c
from .. import numbers as n
from ..boards import Graph
from ..directions import Every, Orthogonal
from .cells import noun
from .direction_text import direction_phrase
from .grammar import Speech


def distance(s: Speech, w: n.Distance) -> str:
    """The number of steps from the stone just placed to the centre over empty squares."""
    kind = direction_phrase(s, w.directions) if w.directions is not None else ""
    start, end = ("the centre" if isinstance(of, c.Center) else noun(s, of).one() for of in (w.start, w.end))
    text = f"the number of steps{f' {kind}' if kind else ''} from {start} to {end}"
    if not isinstance(w.through, c.Everywhere):
        text += f" over {noun(s, w.through).many()}"
    return text if leads_there(s, w) else f"{text} ({len(s.game.geometry.names)} where there is no way)"


def leads_there(s: Speech, w: n.Distance) -> bool:
    """Whether there always is a way: over any cells, in all directions, between sets that are never empty."""
    anywhere = isinstance(w.through, c.Everywhere) and not isinstance(s.game.board, Graph)
    ends = (c.At, c.Center, c.Corners, c.Edges, c.Ranks, c.Shade, c.Everywhere, c.To, c.Origin)
    in_all_directions = w.directions is None or isinstance(w.directions, (Every, Orthogonal))
    return anywhere and in_all_directions and isinstance(w.start, ends) and isinstance(w.end, ends)
