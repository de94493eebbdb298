"""Plots as Altair charts: who wins, how games end, how long they are, how they go on, how much skill counts.

Each is a function of a measurement and gives None where there is nothing to show. All numbers stand in the chart
itself, so that it can be kept, changed and shown anywhere.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any

import altair as alt

from ...errors import LusoryError
from ..figures import Curve, Figure, FigureTable, Histogram, Measurement, Point, TableRow
from . import numbers, theme
from .figure_names import CURVES, HISTOGRAMS, name_of
from .rules import explain_spelling

Chart = Any
"""An altair chart of any kind: their classes have no common name."""

BARS = 40
"""The most bars of a histogram; neighbours are joined where there are more."""
LABEL, ROOM = 38, 49
"""Letters of a label above a bar, and of it and what stands to its right; the whole stands in the table."""
POINTS, THIN, FEWEST = 240, 0.01, 5
"""So many points of a curve at most; those that fewer games came to than this share, or so many, are left out."""
ROUGH = 0.25
"""A curve that bends at each point by this part of its height, on average, is drawn as dots."""
EVEN = 0.5
NEVER = "it never comes about in these games"


def chart(measurement: Measurement, name: str) -> Chart:
    """The plot of this name, as an altair chart.

    Raises LusoryError for a name that is none, and where there is nothing to plot.
    """
    if name not in CHARTS:
        raise LusoryError(f"chart {name!r}: expected one of {', '.join(CHARTS)}")
    plot = CHARTS[name](measurement)
    if plot is None:
        raise LusoryError(f"chart {name!r}: {missing_text(measurement, name)}")
    return plot


def missing_text(measurement: Measurement, name: str) -> str:
    """Why a plot cannot be drawn."""
    parts = [(part.name, part.why) for part in measurement.curves]
    parts += [(part.name, part.why) for part in measurement.tables]
    parts += [(f"length in {part.name}", part.why) for part in measurement.histograms]
    is_reached = any(curve.name == name and curve.points for curve in measurement.curves)
    return next(
        (reason for part_name, reason in parts if part_name == name and reason), NEVER if is_reached else "not measured"
    )


def data(rows: Iterable[Mapping[str, Any]]) -> Any:
    """Rows as chart data."""
    return alt.InlineData(values=[dict(row) for row in rows])


def set_size(plot: Any, high: int = theme.HIGH) -> Chart:
    """Sets the common size of plots."""
    fit = alt.AutoSizeParams(type="fit", contains="padding")
    return plot.properties(width=theme.WIDE, height=high, autosize=fit, padding=4)


def seats(measurement: Measurement) -> Chart | None:
    """Who wins: a bar a seat and one for draws, with the interval."""
    names = [name for name in ("first", "second") if measurement.figure(name).value is not None]
    others = [f.name for f in measurement.figures if f.value is not None]
    names = names or [name for name in others if name == "lost" or name.startswith("player ")]
    colours = {name_of(name).title: theme.LIGHT[theme.SEATS[i % 4]] for i, name in enumerate(names)}
    if measurement.figure("draws").value is not None:
        names.append("draws")
        colours[name_of("draws").title] = theme.LIGHT["draw"]
    rows = [bar(name_of(name).title, measurement.figure(name)) for name in names]
    return bars(rows, "share of games", colours) if rows else None


def ends(measurement: Measurement) -> Chart | None:
    """How often each end clause ended a game."""
    rows = [bar(label, figure) for label, figure in label_rows(measurement, measurement.table("ends"), "share")]
    return bars(rows, "share of games") if rows else None


def label_rows(measurement: Measurement, table: FigureTable, column: str) -> list[tuple[str, Figure]]:
    """Labels short enough for a plot, each unique, with their figure of one column."""
    cells = [(row, cell(table, row, column)) for row in table.rows]
    parts = [(short(measurement, row, ROOM - len(numbers.with_interval(figure))), figure) for row, figure in cells]
    label_counts: dict[str, int] = {}
    for label, _ in parts:
        label_counts[label] = label_counts.get(label, 0) + 1
    return [
        (f"{i}: {label}" if label_counts[label] > 1 else label, figure)
        for i, (label, figure) in enumerate(parts, 1)
        if figure.value is not None
    ]


def short(measurement: Measurement, row: TableRow, room: int = LABEL) -> str:
    """An end by its number and the beginning of its text."""
    explanation = explain_spelling(measurement, row.label)
    return numbers.cut(
        f"{explanation.number}. {explanation.text}" if explanation.number else explanation.text, min(room, LABEL)
    )


def cell(table: FigureTable, row: TableRow, column: str) -> Figure:
    """The figure of a row in a column; without a value where the table has none."""
    figures = dict(zip(table.columns, row.figures, strict=False))
    return numbers.as_share(figures.get(column, Figure(column, why="not measured")))


def bar(label: str, figure: Figure) -> dict[str, Any]:
    """A row of the data."""
    assert figure.value is not None
    low, high = (figure.value if end is None else end for end in (figure.low, figure.high))
    return {
        "label": label,
        "value": figure.value,
        "low": low,
        "high": high,
        "figure_text": numbers.with_interval(figure),
    }


def bars(rows: list[dict[str, Any]], title: str, colours: Mapping[str, str] | None = None) -> Chart:
    """Level bars with their labels above them, so that labels of any length have room, and intervals."""
    most = max([row["high"] for row in rows] + [0.05])
    order = [row["label"] for row in rows]
    colour_by_label = colours or {}
    scale = alt.Scale(domain=order, range=[colour_by_label.get(label, theme.LIGHT["plot"]) for label in order])
    base = alt.Chart(data(rows)).encode(y=alt.Y("label:N", sort=order, axis=None, scale=alt.Scale(padding=0.2)))
    x = alt.X("value:Q", title=title, axis=alt.Axis(format="%", tickCount=5), scale=alt.Scale(domain=[0, most]))
    bar_marks = base.mark_bar(height=14, yOffset=8).encode(x=x, color=alt.Color("label:N", scale=scale, legend=None))
    rule = base.mark_rule(strokeWidth=1.6, yOffset=8).encode(x="low:Q", x2="high:Q")
    label = base.mark_text(align="left", baseline="bottom", dy=-2, color=theme.LIGHT["ink"])
    name = label.encode(x=alt.value(0), text="label:N")
    labels = base.mark_text(align="right", baseline="bottom", dy=-2, color=theme.LIGHT["soft"])
    number = labels.encode(x=alt.value("width"), text="figure_text:N")
    return set_size(bar_marks + rule + name + number, 46 + 40 * len(rows))


def histogram(measurement: Measurement, name: str) -> Chart | None:
    """How often each number came."""
    histogram = next((h for h in measurement.histograms if h.name == name and any(h.count)), None)
    if histogram is None:
        return None
    games = sum(histogram.count)
    rows = [{"from": low, "to": high, "share": count / games} for low, high, count in group_bars(histogram)]
    axis = alt.Axis(format="~s", tickCount=6, grid=False)
    title = histogram.unit or HISTOGRAMS[name].description
    x = alt.X("from:Q", bin="binned", title=title, axis=axis, scale=alt.Scale(zero=False, nice=False))
    y = alt.Y("share:Q", title="share of games", axis=alt.Axis(format="%", tickCount=4))
    return set_size(alt.Chart(data(rows)).mark_bar(binSpacing=1).encode(x=x, x2="to:Q", y=y))


def group_bars(histogram: Histogram) -> list[tuple[float, float, int]]:
    """(from, below, count), neighbours joined until there are few enough bars; empty ones between them kept."""
    first, last = min(histogram.low), max(histogram.low) + histogram.width
    cells = max(1, round((last - first) / histogram.width))
    by = -(-cells // BARS)
    counts = [0] * -(-cells // by)
    for low, count in zip(histogram.low, histogram.count, strict=True):
        counts[round((low - first) / histogram.width) // by] += count
    step = histogram.width * by
    return [(first + i * step, first + (i + 1) * step, count) for i, count in enumerate(counts)]


def curve(measurement: Measurement, name: str) -> Chart | None:
    """A curve by ply, with its band; None where the number never occurs."""
    curve = next((c for c in measurement.curves if c.name == name and any(p.value for p in c.points)), None)
    return line(curve, CURVES[name].description if name in CURVES else name) if curve else None


def line(curve: Curve, title: str) -> Chart:
    """A line and its band."""
    rows = [{"x": p.x, "value": p.value, "low": either(p.low, p.value), "high": either(p.high, p.value)}
            for p in thin_points(curve.points)]  # fmt: skip
    if all(row["value"] >= 0 for row in rows):
        rows = [row | {"low": max(0.0, row["low"])} for row in rows]
    form = number(curve.unit, [row["value"] for row in rows])
    x = alt.X("x:Q", title=curve.along, axis=alt.Axis(tickCount=6, grid=False), scale=alt.Scale(nice=False))
    y = alt.Y("value:Q", title=title, axis=alt.Axis(format=form, tickCount=5))
    base = alt.Chart(data(rows)).encode(x=x)
    band = base.mark_area() if not rough(rows) else base.mark_rule(opacity=0.4, color=theme.LIGHT["plot"])
    mark = base.mark_line() if not rough(rows) else base.mark_point(size=9, opacity=1, color=theme.LIGHT["plot"])
    return set_size(band.encode(y=alt.Y("low:Q", title=title), y2="high:Q") + mark.encode(y=y))


def number(unit: str, values: Iterable[float]) -> str:
    """The number format of an axis: thousands separators, no thousandths."""
    return "%" if unit == "share" else "~s" if max(map(abs, values), default=0.0) >= 1000 else "~f"


def rough(rows: Sequence[Mapping[str, float]]) -> bool:
    """Whether the curve jumps up and down. Where every other ply is of another kind, two rows of dots are clearer than
    a line."""
    values = [row["value"] for row in rows]
    turns = [abs(a - 2 * b + c) for a, b, c in zip(values, values[1:], values[2:], strict=False)]
    return bool(turns) and sum(turns) / len(turns) > ROUGH * (max(values) - min(values))


def either(number: float | None, otherwise: float) -> float:
    """The number; `otherwise` where it is None."""
    return otherwise if number is None else number


def thin_points(points: Sequence[Point]) -> list[Point]:
    """The points to draw: no more than can be seen, and none that few games reached."""
    most = max(point.games for point in points)
    kept_points = [point for point in points if point.games >= max(THIN * most, min(FEWEST, most))]
    return kept_points[:: -(-len(kept_points) // POINTS)]


def ladder(measurement: Measurement) -> Chart | None:
    """The score of each doubling of the search against the one before, and the line of no gain."""
    table = measurement.table("ladder")
    scores = [(row.label, cell(table, row, "score")) for row in table.rows]
    rows = [bar(label, figure) for label, figure in scores if figure.value is not None]
    if not rows:
        return None
    base = alt.Chart(data(rows)).encode(y=alt.Y("label:N", sort=[row["label"] for row in rows], axis=None))
    axis, scale = alt.Axis(format="%", tickCount=5), alt.Scale(domain=[0, 1])
    point = base.mark_point(yOffset=8).encode(x=alt.X("value:Q", title="score of the stronger", axis=axis, scale=scale))
    rule = base.mark_rule(yOffset=8, strokeWidth=2).encode(x="low:Q", x2="high:Q")
    dashed = alt.Chart(data([{"value": EVEN}])).mark_rule(strokeDash=[4, 3], opacity=0.6, color=theme.LIGHT["soft"])
    name = base.mark_text(align="left", baseline="bottom", dy=-2).encode(x=alt.value(0), text="label:N")
    return set_size(dashed.encode(x="value:Q") + rule + point + name, 46 + 40 * len(rows))


CHARTS: dict[str, Callable[[Measurement], Chart | None]] = {
    "seats": seats,
    "ends": ends,
    **{f"length in {name}": partial(histogram, name=name) for name in HISTOGRAMS},
    **{name: partial(curve, name=name) for name in CURVES},
    "ladder": ladder,
}
