"""Renders a Report as one self-contained page of HTML: style, script, plots and boards are in it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import lru_cache
from importlib import resources
from typing import TYPE_CHECKING, Any

from markupsafe import Markup

from ...draw.rules_sheet import code_html, firsts, number_examples
from ...draw.svg import board as board_svg
from ...rules.english import Sheet
from . import chart_svg, theme
from .document import Plot, Report
from .games import Replay

if TYPE_CHECKING:
    from jinja2 import Environment


@lru_cache(maxsize=1)
def environment() -> Environment:
    """The templates; everything that is not marked as safe is escaped."""
    from jinja2 import Environment, PackageLoader, StrictUndefined

    loader = PackageLoader("lusory.lab.report", "templates")
    environment = Environment(
        loader=loader, autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    environment.filters["key"] = key
    return environment


def key(text: str) -> str:
    """A text as a valid id."""
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-") or "x"


def html(report: Report, *, interactive: bool = False) -> str:
    """The page. interactive: plots react to the pointer, by Vega, which makes the page about a megabyte larger."""
    page = environment().get_template("report.html")
    text: str = page.render(
        report=report,
        css=Markup(style()),
        script=Markup(script(report, interactive)),
        plot=lambda plot: Markup(picture(plot)),
        games=[game(report, replay, i) for i, replay in enumerate(report.replays)],
        animations=Markup(embed_json(animations(report))),
        specs=Markup(embed_json(specs(report))) if interactive else "",
        rules=[rules(sheet) for sheet in report.rules],
        interactive=interactive,
    )
    return re.sub(r"\n\s*\n+", "\n", text)


def text_of(name: str) -> str:
    """The text of a file of the package."""
    return (resources.files("lusory.lab.report") / "templates" / name).read_text("utf-8")


def style() -> str:
    """The style sheet with its colours."""
    return (
        text_of("report.css")
        .replace("/*LIGHT*/", theme.variables(theme.LIGHT))
        .replace("/*DARK*/", theme.variables(theme.DARK))
    )


def script(report: Report, interactive: bool) -> str:
    """Scripts that step through games; with Vega, if wanted."""
    parts = [text_of("replay.js")] if any(replay.film for replay in report.replays) else []
    if interactive:
        parts = [bundle(), text_of("plots.js"), *parts]
    return re.sub(r"<(?=/script|!--)", r"\\x3c", "\n".join(parts), flags=re.IGNORECASE)


@lru_cache(maxsize=1)
def bundle() -> str:
    """Vega, Vega-Lite and Vega-Embed in one script."""
    import vl_convert

    return str(vl_convert.javascript_bundle("window.vegaEmbed = vegaEmbed;"))


def embed_json(value: Any) -> str:
    """JSON that can stand in a page."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026").replace("\u2028", "\\u2028")


def picture(plot: Plot) -> str:
    """The drawing of a plot."""
    if plot.board:
        return chart_svg.board(plot.board, plot.description)
    return chart_svg.inline(chart_svg.svg(plot.chart), plot.description)


def specs(report: Report) -> dict[str, Any]:
    """Every chart as Vega-Lite, by its name; and the colours for dark mode."""
    plots = [plot for section in report.sections for plot in section.plots if plot.chart is not None]
    colours = [(theme.LIGHT[name], theme.DARK[name]) for name in theme.LIGHT]
    return {"specs": {key(plot.name): spec(plot) for plot in plots}, "colours": colours}


def spec(plot: Plot) -> dict[str, Any]:
    """A chart as Vega-Lite without the address of its schema."""
    vega: dict[str, Any] = plot.chart.to_dict()
    vega.pop("$schema", None)
    return vega | {"config": theme.configuration()}


def animations(report: Report) -> dict[str, Any]:
    """The data of the script that replays the games."""
    games = [
        {"changes": replay.film.changes, "said": replay.said, "ends": [turn.ply for turn in replay.turns]}
        if replay.film
        else None
        for replay in report.replays
    ]
    return {"parts": report.parts, "games": games}


def final_caption(number: int, ply: int) -> str:
    """The text alternative of the final board of a sample game."""
    return f"The board of game {number + 1} after ply {ply}"


def game(report: Report, replay: Replay, number: int) -> dict[str, Any]:
    """A sample game for the template."""
    film = replay.film
    return {
        "replay": replay,
        "number": number,
        "board": Markup(chart_svg.board(film.final, final_caption(number, len(film.changes) - 1))) if film else "",
        "last": len(film.changes) - 1 if film else 0,
        "curve": Markup(values(replay.sample.after)) if len(search_values(replay)) > 1 else "",
    }


def search_values(replay: Replay) -> list[tuple[int, float]]:
    """The values that the search gave, with their plies."""
    return [(i, value) for i, value in enumerate(replay.sample.after, 1) if value is not None]


def values(after: tuple[float | None, ...]) -> str:
    """The lead as a small curve: above the middle the first player, below the second."""
    plies = max(1, len(after))
    points = [(100 * i / plies, 30 - 28 * value + 0.0) for i, value in enumerate(after, 1) if value is not None]
    line = " ".join(f"{x:.2f},{y:.2f}" for x, y in points)
    return (
        '<svg class="values" viewBox="0 0 100 32" preserveAspectRatio="none" role="img" '
        'aria-label="What the search gave the first player after each ply: the higher, the better for First">'
        '<line class="even" x1="0" x2="100" y1="16" y2="16"/>'
        f'<polyline class="value" points="{line}"/><line class="now" x1="100" x2="100" y1="0" y2="32"/></svg>'
    )


def rules(sheet: Sheet) -> dict[str, Any]:
    """A sheet of rules for the template."""
    return {"title": sheet.title, "goal": Markup(code_html(sheet.goal)), "sections": list(_sections(sheet)),
            "figures": list(_figures(sheet)), "note": sheet.note}  # fmt: skip


def _sections(sheet: Sheet) -> Iterator[dict[str, Any]]:
    refs = firsts(sheet)
    for section in sheet.sections:
        clauses = [
            {"mark": c.mark, "depth": min(c.depth, 3), "text": Markup(code_html(c.text)), "ref": refs.get(id(c), "")}
            for c in section.clauses
        ]
        yield {"title": section.title, "clauses": clauses}


def _figures(sheet: Sheet) -> Iterator[dict[str, Any]]:
    for number, example in number_examples(sheet):
        svg = Markup(chart_svg.board(board_svg(example.picture), f"Figure {number}"))
        yield {"number": number, "good": example.good, "caption": Markup(code_html(example.caption)), "svg": svg}
