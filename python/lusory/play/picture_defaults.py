"""Fills in what pictures of hand-written games leave out, so that every board can be drawn."""

from __future__ import annotations

from dataclasses import replace
from math import dist

import msgspec

from .contract import Geometry, Picture


def drawable(picture: Picture) -> Picture:
    """The same picture; a board without outlines gets squares about its centres, one without rows no coordinates."""
    geometry = picture.geometry
    if geometry.outlines and (geometry.rows or geometry.text == "graph"):
        return picture
    text = geometry.text if geometry.rows else "graph"
    outlines = geometry.outlines or squares(geometry)
    return msgspec.structs.replace(picture, geometry=replace(geometry, text=text, outlines=outlines))


def squares(geometry: Geometry) -> tuple[tuple[tuple[float, float], ...], ...]:
    """A square about each centre, half as wide as it is far to the next."""
    centres = geometry.centres
    half = min((dist(a, b) for i, a in enumerate(centres) for b in centres[:i]), default=1.0) / 2
    corners = ((-half, -half), (half, -half), (half, half), (-half, half))
    return tuple(tuple((x + dx, y + dy) for dx, dy in corners) for x, y in centres)
