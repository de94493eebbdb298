"""The report of a comparison: versions of a game side by side, by how much they differ, and what is still open."""

from __future__ import annotations

from collections.abc import Iterator

import altair as alt
import msgspec

from ..._counts import count_phrase
from ...draw.animation import Parts
from ...errors import LusoryError
from ..compare import Comparison, Gap, difference_lines
from ..compare.surely import surely_different
from ..figures import Figure
from ..intervals import round_up
from . import charts, numbers, theme
from .document import Grid, Plot, Report, ReportSection, figure_text
from .figure_names import name_of
from .games import Replay, replay
from .measurement import definitions
from .rules import explain_spelling, game_of, rules_sheet

PLOTTED_FIGURES = (
    "first",
    "second",
    "draws",
    "score",
    "plies",
    "turns",
    "branching",
    "drama",
    "lead change",
    "ladder rungs",
)
"""Figures that have a plot of their own."""
SPOKEN = ("score", "draws", "plies")
"""Figures that the verdict always mentions, settled or not. The score accounts for draws: where more games are drawn,
both players win less often and neither gains."""
LABEL = 40


def build(comparison: Comparison) -> Report:
    """The whole report."""
    parts = Parts()
    replays = tuple(games(comparison, parts))
    first = game_of(comparison.versions[0]) if comparison.versions else None
    return Report(
        title=title(comparison),
        about=about(comparison),
        verdict=tuple(verdict(comparison)),
        sections=tuple(part for part in sections(comparison) if part.lead or part.plots or part.grids),
        replays=replays,
        parts=tuple(parts.texts),
        rules=(rules_sheet(first),) if first else (),
        notes=(*comparison.notes, "The intervals of one figure hold for all versions together with 95 %; of twenty "
                                  "figures that do not differ, one looks settled. What is said to differ for sure does "
                                  "so with 95 % in all these figures together (Holm 1979)."),
        facts=facts(comparison),
        definitions=definitions(comparison.versions[0]) if comparison.versions else (),
    )  # fmt: skip


def title(comparison: Comparison) -> str:
    """The game and its versions, or the games."""
    games = {version.name for version in comparison.versions}
    names = numbers.join_list(comparison.names)
    return f"{games.pop()}: {names}" if len(games) == 1 and games.isdisjoint(comparison.names) else names


def about(comparison: Comparison) -> str:
    """A line about the players and the number of games."""
    game_count = count_phrase(comparison.games, "game")
    players_text = "random players" if comparison.player == "random" else comparison.player
    return f"{game_count} of each of {numbers.small(len(comparison.names))} versions, played by {players_text}."


def facts(comparison: Comparison) -> tuple[tuple[str, str], ...]:
    """How it was made and can be reproduced."""
    parts = (("Made by", comparison.command), ("lusory", comparison.lusory), ("Player", comparison.player),
            ("Games of each", f"{comparison.games:,}"), ("Seed", str(comparison.seed)))  # fmt: skip
    return tuple((label, value) for label, value in parts if value)


def verdict(comparison: Comparison) -> Iterator[str]:
    """The settled differences, the open ones, and how many games would settle them."""
    for i, name in enumerate(comparison.names[1:], 1):
        gaps = [gap for gap in comparison.gaps if gap.version == i]
        for gap in sorted((gap for gap in gaps if gap.figure in SPOKEN), key=lambda gap: SPOKEN.index(gap.figure)):
            if text := sentence(comparison, gap):
                yield text
        sure = surely_different([gap for gap in gaps if gap.figure not in SPOKEN], len(comparison.names) - 1)
        spoken = [name_of(gap.figure).title.lower() for gap in sure]
        if spoken:
            yield f"For sure {name} differs from {comparison.names[0]} in {numbers.join_list(spoken)}, too."


def sentence(comparison: Comparison, gap: Gap) -> str:
    """A sentence about the difference of one figure."""
    title, names = name_of(gap.figure).title, comparison.names
    base, own_figure = (
        numbers.with_interval_inside_brackets(numbers.as_share(comparison.versions[i].figure(gap.figure)))
        for i in (0, gap.version)
    )
    if gap.value is None:
        return ""
    if gap.settled:
        direction = "more" if gap.value > 0 else "less"
        return f"{title}: {names[gap.version]} has {direction}, {own_figure} against {base} of {names[0]}."
    if alike(gap):
        return f"{title}: no game of {names[gap.version]} came out otherwise than that of {names[0]}."
    if gap.low is None or gap.high is None:
        return f"{title}: {names[gap.version]} has {own_figure}, {names[0]} {base}; {gap.why or 'too few games'}."
    if gap.more is None:
        return f"{title}: nothing tells {names[gap.version]} from {names[0]} ({own_figure} and {base})."
    more_games = f"about {round_up(gap.more):,} games more would settle it four times in five"
    return f"{title}: {names[gap.version]} ({own_figure}) and {names[0]} ({base}) may be alike; {more_games}."


def alike(gap: Gap) -> bool:
    """Whether the figure was equal in every pair of games."""
    return gap.value == 0 and gap.why.startswith("equal") and (gap.low is None or gap.low == gap.high == 0)


def sections(comparison: Comparison) -> Iterator[ReportSection]:
    """The sections for which there are figures."""
    yield ReportSection("changes", "What is different in the rules", lead=tuple(changes(comparison)))
    yield ReportSection("figures", "Side by side", plots=tuple(plots(comparison)), grids=(side_by_side(comparison),))
    yield ReportSection("ends", "How games end", grids=tuple(endings(comparison)))


def changes(comparison: Comparison) -> Iterator[str]:
    """The clauses that differ, version by version."""
    for name, differences in zip(comparison.names[1:], comparison.changes[1:], strict=False):
        for line in difference_lines(differences):
            yield f"{name}: {line.partition(': ')[2] or line}"


def chart(comparison: Comparison, name: str) -> charts.Chart:
    """One figure of all versions, each with its interval, as an altair chart. Raises LusoryError where none has it."""
    figures = [
        (n, numbers.as_share(m.figure(name))) for n, m in zip(comparison.names, comparison.versions, strict=True)
    ]
    rows = [
        charts.bar(numbers.cut(f"{i}. {n}", LABEL), f) for i, (n, f) in enumerate(figures, 1) if f.value is not None
    ]
    if not rows:
        raise LusoryError(f"chart {name!r}: no version has this figure")
    unit = next(figure.unit for _, figure in figures if figure.value is not None)
    order = [row["label"] for row in rows]
    base = alt.Chart(charts.data(rows)).encode(y=alt.Y("label:N", sort=order, axis=None))
    form = charts.number(unit, [row["value"] for row in rows])
    axis, scale = alt.Axis(format=form, tickCount=5), alt.Scale(zero=False)
    x = alt.X("value:Q", title=name_of(name).title, axis=axis, scale=scale)
    point = base.mark_point(yOffset=8, color=theme.LIGHT["plot"], opacity=1).encode(x=x)
    rule = base.mark_rule(yOffset=8, strokeWidth=2, color=theme.LIGHT["plot"]).encode(x="low:Q", x2="high:Q")
    text = base.mark_text(align="left", baseline="bottom", dy=-2).encode(x=alt.value(0), text="label:N")
    right = base.mark_text(align="right", baseline="bottom", dy=-2, color=theme.LIGHT["soft"])
    return charts.set_size(
        rule + point + text + right.encode(x=alt.value("width"), text="figure_text:N"), 46 + 40 * len(rows)
    )


def plots(comparison: Comparison) -> Iterator[Plot]:
    """The plots of figures that every version has."""
    for name in PLOTTED_FIGURES:
        figures = [m.figure(name) for m in comparison.versions]
        if figures and all(figure.value is not None for figure in figures):
            figure_texts = numbers.join_list(
                f"{n} {figure_text(f)}" for n, f in zip(comparison.names, figures, strict=True)
            )
            title = name_of(name).title
            yield Plot(name, title, f"{title}: {figure_texts}.", chart(comparison, name))


def side_by_side(comparison: Comparison) -> Grid:
    """Every figure: its value in each version, and the difference of each from the first."""
    names = list(dict.fromkeys(f.name for m in comparison.versions for f in m.figures if f.value is not None))
    head = ("Figure", *comparison.names, *(f"{name} less {comparison.names[0]}" for name in comparison.names[1:]))
    rows, statuses = [], []
    for name in names:
        gaps = [comparison.gap(name, i) for i in range(1, len(comparison.names))]
        values = (figure_text(m.figure(name)) for m in comparison.versions)
        rows.append((name_of(name).title, *values, *(difference(gap) for gap in gaps)))
        statuses.append(status(gaps))
    return Grid("All figures", head, tuple(rows), tuple(statuses))


def difference(gap: Gap) -> str:
    """A difference with its sign and interval."""
    figure = Figure(gap.figure, gap.value, gap.low, gap.high, gap.games, gap.unit)
    difference_text = figure_text(figure)
    return f"+{difference_text}" if gap.value is not None and gap.value > 0 else difference_text


def status(gaps: list[Gap]) -> str:
    """Whether the differences are settled."""
    if all(gap.value is None for gap in gaps):
        return ""
    return "; ".join("settled" if gap.settled else "equal" if alike(gap) else "open" for gap in gaps)


def endings(comparison: Comparison) -> Iterator[Grid]:
    """How often each end ended the games of each version."""
    tables = [m.table("ends") for m in comparison.versions]
    labels = list(dict.fromkeys(row.label for table in tables for row in table.rows))
    if not labels:
        return
    shares = [{row.label: figure_text(row.figures[0]) for row in table.rows if row.figures} for table in tables]
    rows = tuple((label, *(share_by_label.get(label, numbers.NONE) for share_by_label in shares)) for label in labels)
    meanings = [
        next((r.text for m in comparison.versions if (r := explain_spelling(m, label)).number), "") for label in labels
    ]
    yield Grid("How games end", ("End", *comparison.names), rows, tuple(meanings))


def games(comparison: Comparison, parts: Parts) -> Iterator[Replay]:
    """A sample game of each version."""
    for name, m in zip(comparison.names, comparison.versions, strict=True):
        for sample in m.samples[:1]:
            labelled_sample = msgspec.structs.replace(sample, why=f"{sample.why}: {name}")
            yield replay(game_of(m), labelled_sample, parts, name)
