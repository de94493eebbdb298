"""Draws the pictures of the README: a position of each of the five games."""

from __future__ import annotations

import lusory

PLAYED = {
    "serendipity": "c3-d4 g3-f4 e3xc5 f4-e3 c5-d4 d2xf4 f6-e5 d6-c5 f8xd6 d6xb4 b4-c3 g7-f8 d4xf6 "
    "f2-g3 g1-f2 a7xc5 e1-d2 f4-e3 h2xf4 c7-d6 f6-e7 e3xg1",
    "doppel": "h2 h3 h4 h5 g2 g5 f2 f5 e2 e5 d2 d5 c2 c5 b2 b5 a2 a5 d4 a4 d3 a3 h1 a1 e3 b1 f3 c1 g3 d1 c4 d6 b6 c6",
    "susan": "d4 f7 b6 e8 f2 i4 e9 h4 c2 d5 f3 h6 i3 g4 i1 g7 d8 f7-f8",
    "ndengrod": "c4 c5 d3 e3 d5 e5 e6 f4 g5 f5 g8 g7 f7",
    "hidden-gomoku": "E5 x D6:column reveal:none C4:row reveal:none F5:column reveal:none G5:row reveal:F5 "
    "E4:row reveal:none E6:column reveal:none D4:row reveal:C4",
}
"""The plies that lead to each picture."""

VIEWERS = {"hidden-gomoku": 0}
"""Through whose eyes a game with secrets is shown."""


def pictures() -> dict[str, str]:
    """Every picture by the name of its game, as SVG."""
    return {name: position_after(name, plies) for name, plies in PLAYED.items()}


def position_after(name: str, plies: str) -> str:
    """The position after the plies."""
    position = lusory.load(name).start()
    for ply in plies.split():
        position = position.play(ply)
    return position.view(VIEWERS[name]).svg() if name in VIEWERS else position.svg()
