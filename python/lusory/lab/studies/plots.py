"""Plots of studies, as Altair charts: dots with their intervals, versions by players."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ...draw.heat import heat
from ...rules.symmetry import symmetries
from ..figures import Figure
from ..report import theme
from ..report.charts import Chart, data
from ..report.maps import tints
from ..report.numbers import as_share, scale
from .results import StudyResults
from .study import Study, Version

PAPER = "#fbf6ea"
"""The background of pictures, since a reader's page may be dark."""
WIDE, ROW, SHIFT = 460, 22, 40
COLOURS = ("p1", "p2", "p3", "p4", "plot", "draw")
SHAPES = ("circle", "square", "triangle-up", "diamond", "cross", "triangle-down")


def dots(
    study: Study,
    results: StudyResults,
    figure_of: Callable[[Version, str], Figure],
    title: str,
    balance: float | None = None,
) -> str:
    """A dot plot: a group for each version, a dot with its interval for each player. balance: a value
    marked by a line."""
    rows = [row for version in study.versions for row in group(study, version, figure_of)]
    return chart_svg(
        dot_plot(rows, [v.label for v in study.versions], [c.label for c in study.contenders], title, balance)
    )


def group(study: Study, version: Version, figure_of: Callable[[Version, str], Figure]) -> list[dict[str, Any]]:
    """The dots of a version."""
    labelled_figures = [(c.label, figure_of(version, c.label)) for c in study.contenders if c.plays(version)]
    return [
        {"version": version.label, "player": player, **bounds(figure)}
        for player, figure in labelled_figures
        if figure.value is not None
    ]


def bounds(figure: Figure) -> dict[str, float]:
    """A figure's numbers, shares and points in hundredths."""
    by = 100.0 if figure.unit == "points" else scale(figure.unit)
    value = (figure.value or 0.0) * by
    low, high = (value if end is None else end * by for end in (figure.low, figure.high))
    return {"value": round(value, 4), "low": round(low, 4), "high": round(high, 4)}


def dot_plot(
    rows: Sequence[dict[str, Any]], versions: Sequence[str], players: Sequence[str], title: str, balance: float | None
) -> Chart:
    """The chart: versions from top to bottom, players within each."""
    import altair as alt

    shown_players = [player for player in players if any(row["player"] == player for row in rows)]
    colours = [theme.LIGHT[COLOURS[i % len(COLOURS)]] for i in range(len(shown_players))]
    y = alt.Y("version:N", sort=list(versions), title=None, axis=alt.Axis(labelLimit=180))
    offset = alt.YOffset("player:N", sort=shown_players, scale=alt.Scale(domain=shown_players, paddingOuter=0.25))
    base = alt.Chart(data(rows)).encode(
        y=y,
        yOffset=offset,
        color=alt.Color("player:N", sort=shown_players, title=None,
                        scale=alt.Scale(domain=shown_players, range=colours),
                        legend=alt.Legend(orient="top", columns=3, labelLimit=220)),
    )  # fmt: skip
    x = alt.X("value:Q", title=title, scale=alt.Scale(zero=balance is None, nice=True))
    shape = alt.Shape(
        "player:N",
        sort=shown_players,
        legend=None,
        scale=alt.Scale(domain=shown_players, range=list(SHAPES[: len(shown_players)])),
    )
    layers: Any = base.mark_rule(strokeWidth=2).encode(x="low:Q", x2="high:Q")
    layers += base.mark_point(filled=True, size=45).encode(x=x, shape=shape)
    if balance is not None:
        line = alt.Chart(data([{"even": balance}])).mark_rule(strokeDash=[4, 3], color=theme.LIGHT["soft"])
        layers = line.encode(x="even:Q") + layers
    high = SHIFT + len(versions) * max(ROW, 11 * len(shown_players))
    return layers.properties(width=WIDE, height=high)


def shares(rows: Sequence[tuple[str, str, float]], title: str, parts: Mapping[str, str]) -> str:
    """Stacked bars of shares: (bar, part, share). parts: in order, each with the name of its colour."""
    import altair as alt

    part_names = list(parts)
    items = [{"bar": bar, "part": part, "share": share, "place": part_names.index(part)} for bar, part, share in rows]
    colours = [theme.LIGHT[name] for name in parts.values()]
    bars = list(dict.fromkeys(bar for bar, _, _ in rows))
    chart = (
        alt.Chart(data(items))
        .mark_bar(height=14, stroke=PAPER)
        .encode(
            y=alt.Y("bar:N", sort=bars, title=None, axis=alt.Axis(labelLimit=220)),
            x=alt.X("share:Q", title=title, axis=alt.Axis(format="%"), stack="zero", scale=alt.Scale(domain=[0, 1])),
            order="place:Q",
            color=alt.Color("part:N", sort=part_names, title=None, scale=alt.Scale(domain=part_names, range=colours),
                            legend=alt.Legend(orient="top", columns=3, labelLimit=260)),
        )
        .properties(width=WIDE, height=SHIFT + ROW * len(bars))
    )  # fmt: skip
    return chart_svg(chart)


def lines(rows: Sequence[dict[str, Any]], along: str, title: str, balance: float | None = None) -> str:
    """A line with its band for each player: rows with x, value, low, high, player."""
    import altair as alt

    players = list(dict.fromkeys(str(row["player"]) for row in rows))
    colours = [theme.LIGHT[COLOURS[i % len(COLOURS)]] for i in range(len(players))]
    colour = alt.Color("player:N", sort=players, title=None, scale=alt.Scale(domain=players, range=colours),
                       legend=alt.Legend(orient="top", columns=3, labelLimit=220))  # fmt: skip
    x = alt.X("x:Q", title=along, axis=alt.Axis(tickMinStep=1, grid=False), scale=alt.Scale(zero=False))
    y = alt.Y("value:Q", title=title, scale=alt.Scale(zero=False))
    base = alt.Chart(data(rows)).encode(x=x, color=colour)
    layers: Any = base.mark_area(opacity=0.2).encode(y=alt.Y("low:Q", title=title), y2="high:Q")
    layers += base.mark_line().encode(y=y) + base.mark_point(filled=True, size=30).encode(y=y)
    if balance is not None:
        rule = alt.Chart(data([{"even": balance}])).mark_rule(strokeDash=[4, 3], color=theme.LIGHT["soft"])
        layers = rule.encode(y="even:Q") + layers
    return chart_svg(layers.properties(width=WIDE, height=theme.HIGH))


def chart_svg(chart: Chart) -> str:
    """A chart as the text of an SVG file."""
    import vl_convert

    spec = chart.properties(background=PAPER, padding=8).to_dict()
    spec["config"] = {**spec.get("config", {}), **theme.configuration(), "background": PAPER}
    return str(vl_convert.vegalite_to_svg(spec)) + "\n"


def score_board(study: Study, version: Version, scores: Sequence[tuple[str, Figure]], title: str = "") -> str:
    """Scores on the cells of the board, blue above a half and vermilion below. scores: a cell that stands for all alike
    ones, its name the first word of the label."""
    geometry = version.rules(study.game).geometry
    alike = symmetries(geometry)
    cells = {
        geometry.names[images[geometry.index[label.split()[0]]]]: as_share(figure)
        for label, figure in scores
        for images in alike
    }
    return heat(geometry, tints(cells, True), title) + "\n" if cells else ""
