"""Charts as inline SVG: unique ids, no external names, colours that follow the page."""

from __future__ import annotations

import re
from html import escape
from typing import Any

from . import theme

_COLOURS = {colour: f"var(--{name})" for name, colour in theme.LIGHT.items()}
_COLOUR = re.compile("|".join(_COLOURS))
_HEAD = re.compile(r"^<svg\b[^>]*?viewBox=\"([^\"]*)\"[^>]*>")
_NOISE = re.compile(r' (?:aria-[a-z]+|role)="[^"]*"| pointer-events="none"|<path class="(?:fore|back)ground"[^>]*/>')
_FRACTION = re.compile(r"-?\d+\.\d{3,}")


def svg(chart: Any) -> str:
    """A chart as SVG that stands alone, in light colours."""
    import vl_convert

    spec = chart.to_dict()
    spec["config"] = {**spec.get("config", {}), **theme.configuration()}
    return str(vl_convert.vegalite_to_svg(spec))


def inline(drawing: str, text: str) -> str:
    """A drawing inside a page, with what it shows in words, for those who do not see it."""
    match = _HEAD.match(drawing)
    assert match, drawing[:80]
    body = _NOISE.sub("", drawing[match.end() :])
    body = _FRACTION.sub(lambda number: f"{float(number[0]):.2f}".rstrip("0").rstrip("."), body)
    body = _COLOUR.sub(lambda colour: _COLOURS[colour[0]], body.replace(' font-family="DejaVu Sans"', ""))
    return f'<svg class="plot" viewBox="{match[1]}" role="img" aria-label="{escape(text)}">{body}'


def board(drawing: str, text: str = "") -> str:
    """A board of ours inside a page."""
    svg = drawing.replace(' xmlns="http://www.w3.org/2000/svg"', "", 1).strip()
    return svg.replace(' role="img"', f' role="img" aria-label="{escape(text)}"', 1) if text else svg
