"""Colours and fonts of plots. Blue stands for the first player, vermilion for the second: people of every colour vision
distinguish them (M. Okabe and K. Ito, Color Universal Design, 2008). Dark mode has lighter ones of the same set."""

from __future__ import annotations

from typing import Any

LIGHT = {
    "ink": "#2b2620",
    "soft": "#655a47",
    "line": "#d8cbb0",
    "p1": "#0072b2",
    "p2": "#d55e00",
    "p3": "#00805f",
    "p4": "#a8467f",
    "draw": "#8c8373",
    "plot": "#3b6f94",
}
DARK = {
    "ink": "#efe8da",
    "soft": "#b9ae99",
    "line": "#484136",
    "p1": "#56b4e9",
    "p2": "#f08c3c",
    "p3": "#2fc39b",
    "p4": "#df9cc2",
    "draw": "#a49a88",
    "plot": "#7fb6db",
}
"""The colours of dark mode; a style sheet has them as `--ink` and so on."""

SEATS = ("p1", "p2", "p3", "p4")
WIDE, HIGH = 340, 210
"""The size of a plot in pixels, readable on the smallest phone."""
LETTERS = 12


def variables(colours: dict[str, str]) -> str:
    """The colours as variables of a style sheet."""
    return " ".join(f"--{name}: {colour};" for name, colour in colours.items())


def configuration() -> dict[str, Any]:
    """The Vega-Lite configuration of every plot."""
    axis = {
        "labelColor": LIGHT["soft"], "titleColor": LIGHT["soft"], "domainColor": LIGHT["line"],
        "tickColor": LIGHT["line"], "gridColor": LIGHT["line"], "gridOpacity": 0.6, "gridWidth": 0.7,
        "labelFontSize": LETTERS, "titleFontSize": LETTERS, "titleFontWeight": "normal", "titlePadding": 6,
    }  # fmt: skip
    return {
        "background": None,
        "font": "DejaVu Sans",
        "aria": False,
        "view": {"stroke": None},
        "axis": axis,
        "text": {"fontSize": LETTERS, "color": LIGHT["ink"]},
        "legend": {"labelColor": LIGHT["soft"], "titleColor": LIGHT["soft"], "labelFontSize": LETTERS},
        "bar": {"color": LIGHT["plot"]},
        "rule": {"color": LIGHT["ink"]},
        "line": {"color": LIGHT["plot"], "strokeWidth": 2},
        "area": {"color": LIGHT["plot"], "opacity": 0.25},
        "point": {"color": LIGHT["ink"], "filled": True, "size": 40},
    }
