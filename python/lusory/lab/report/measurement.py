"""The report of a measurement."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..._counts import count_phrase
from ...draw.animation import Parts
from ...rules.english import Sheet
from ..figures import Curve, Figure, FigureTable, Measurement
from ..measures import MEASURES
from . import charts, maps, numbers, verdict
from .document import Grid, Plot, Report, ReportSection, figure_text, figures_grid, table_grid
from .figure_names import CURVES, GROUPS, HISTOGRAMS, MAPS, OTHER, Name, group_of, name_of
from .games import replays
from .rules import explain_spelling, game_of, rules_heading, rules_sheet
from .verdict.players import opens_at_random, opens_by_chance, people

ROWS = 40
"""The most rows of a printed table; the JSON has all."""


def build(measurement: Measurement) -> Report:
    """The whole report."""
    parts = Parts()
    games = replays(measurement, parts)
    return Report(
        title=rules_heading(measurement),
        about=about(measurement),
        verdict=verdict.sentences(measurement),
        sections=tuple(section for section in sections(measurement) if section.plots or section.grids),
        figures=(all_figures(measurement),),
        replays=games,
        parts=tuple(parts.texts),
        rules=rules(measurement),
        notes=measurement.notes,
        facts=facts(measurement),
        definitions=definitions(measurement),
    )


def about(measurement: Measurement) -> str:
    """A line about the players and the number of games."""
    game_count = count_phrase(measurement.games, "game")
    cut = f", {count_phrase(measurement.cut, 'game')} cut as too long" if measurement.cut else ""
    return f"Measured on {game_count} {people(measurement)}{cut}."


def facts(measurement: Measurement) -> tuple[tuple[str, str], ...]:
    """How it was made and can be reproduced."""
    parts = (
        ("Made by", measurement.command),
        ("lusory", measurement.lusory),
        ("Player", measurement.players),
        ("Games", f"{measurement.games:,}"),
        ("Cut as too long", f"{measurement.cut:,}" if measurement.cut else ""),
        ("Seed", str(measurement.seed)),
    )
    return tuple((label, value) for label, value in parts if value)


def definitions(measurement: Measurement) -> tuple[tuple[str, str], ...]:
    """The definition of each figure: the docstring of its measure."""
    names_shown = {figure.name for figure in measurement.figures if figure.value is not None}
    return tuple((name_of(m.name).title, m.about) for m in MEASURES if m.kind == "figure" and m.name in names_shown)


def rules(measurement: Measurement) -> tuple[Sheet, ...]:
    """The rules for people, where they are known."""
    game = game_of(measurement)
    return (rules_sheet(game),) if game else ()


def sections(measurement: Measurement) -> Iterator[ReportSection]:
    """The sections for which there are figures."""
    yield beginning_section(measurement)
    yield results(measurement)
    yield ReportSection("length", "How long games are", plots=lengths(measurement))
    yield ReportSection("course", "How games go", plots=courses(measurement))
    yield boards(measurement)
    yield ladder(measurement)


def beginning_section(measurement: Measurement) -> ReportSection:
    """What was measured: the board before the first ply; the rules stand at the end of the report."""
    game = game_of(measurement)
    if game is None:
        return ReportSection("game", "The game")
    title = "The starting board"
    plot = Plot("start", title, f"{title} of {rules_heading(measurement)}.", board=game.start().svg())
    lead = (f"{rules_heading(measurement)}, for {count_phrase(game.players, 'player')}. Its rules are below.",)
    return ReportSection("game", "The game", lead=lead, plots=(plot,))


def all_figures(measurement: Measurement) -> ReportSection:
    """All single figures."""
    return ReportSection("figures", "All figures", grids=tuple(grids(measurement)))


def plot_of(measurement: Measurement, name: str, title: str) -> tuple[Plot, ...]:
    """The chart of this name, where there is one."""
    plot = charts.CHARTS[name](measurement)
    return (Plot(name, title, plot_text(measurement, name, title), plot),) if plot is not None else ()


def plot_text(measurement: Measurement, name: str, title: str) -> str:
    """A description of a plot, in words."""
    if name == "seats":
        seats = ("first", "second", "lost", "draws")
        seat_figures = [f for f in measurement.figures if f.name in seats or f.name.startswith("player ")]
        return f"{title}: {numbers.join_list(f'{f.name} {numbers.with_interval(f)}' for f in seat_figures)}."
    if name in ("ends", "ladder"):
        rows = [row for row in measurement.table(name).rows if row.figures]
        return f"{title}: {numbers.join_list(f'{row.label} {figure_text(row.figures[0])}' for row in rows)}."
    curve = next((c for c in measurement.curves if c.name == name and c.points), None)
    return f"{title}: {range_text(curve)}." if curve else f"{title}."


def range_text(curve: Curve) -> str:
    """Where a curve begins and ends."""
    first, last = curve.points[0], curve.points[-1]
    return f"from {first.value:.3g} at {curve.along} {first.x:g} to {last.value:.3g} at {last.x:g}"


def results(measurement: Measurement) -> ReportSection:
    """Who wins, and which end clauses fired."""
    table = measurement.table("ends")
    rulings = [(row.label, explain_spelling(measurement, row.label)) for row in table.rows]
    labels = tuple(f"{end.number}. {label}" if end.number else label for label, end in rulings)
    meanings = tuple("" if end.text == label else end.text for label, end in rulings)
    grids = (table_grid("How games end", table, "End", labels, meanings),) if table.rows else ()
    plots = (*plot_of(measurement, "seats", "Who wins"), *plot_of(measurement, "ends", "How games end"))
    return ReportSection("results", "Who wins, and how games end", plots=plots, grids=grids)


def lengths(measurement: Measurement) -> tuple[Plot, ...]:
    """Histograms of lengths; that of turns only where turns are not plies."""
    plies, turns = (next((h for h in measurement.histograms if h.name == n), None) for n in HISTOGRAMS)
    are_equal = plies and turns and (plies.low, plies.count) == (turns.low, turns.count)
    names = ["plies"] if are_equal else list(HISTOGRAMS)
    length_plots = [
        plot for name in names for plot in plot_of(measurement, f"length in {name}", HISTOGRAMS[name].title)
    ]
    return (*length_plots, *plot_of(measurement, "still going", CURVES["still going"].title))


def courses(measurement: Measurement) -> tuple[Plot, ...]:
    """Curves along the game."""
    names = [name for name in CURVES if name != "still going"]
    return tuple(plot for name in names for plot in plot_of(measurement, name, CURVES[name].title))


def map_plots(measurement: Measurement) -> Iterator[Plot]:
    """Maps on the board."""
    for cell_map in measurement.maps:
        if cell_map.name == "first ply" and opens_at_random(measurement):
            continue
        if drawing := maps.draw_map(measurement, cell_map):
            title, note = MAPS.get(cell_map.name, Name(cell_map.name, ""))
            note = f"{note} {maps.sample(cell_map.cells)}".strip()
            yield Plot(f"map {cell_map.name}", title, f"{title}. {note}", board=drawing, note=note)


def boards(measurement: Measurement) -> ReportSection:
    """Openings and other maps; the value of first plies in a table, too."""
    table = FigureTable("openings") if opens_at_random(measurement) else measurement.table("openings")
    by_chance = opens_by_chance(measurement)
    title = "First plies, by chance" if by_chance else "First plies"
    grids = (first_rows(title, measurement, "openings", "First ply"),) if table.rows else ()
    lead = (fairest(table),) if table.rows and not by_chance and fairest(table) else ()
    return ReportSection("board", "On the board", lead=lead, plots=tuple(map_plots(measurement)), grids=grids)


NEAREST = 3
"""The number of openings named."""
NARROW = 0.06
"""The widest half interval of a named opening."""


def fairest(table: FigureTable) -> str:
    """The first plies that are nearest to even."""
    if "score" not in table.columns:
        return ""
    at = table.columns.index("score")
    shares = [(row.label, numbers.as_share(row.figures[at])) for row in table.rows if row.figures[at].value is not None]
    shares = [(label, figure) for label, figure in shares if (numbers.half(figure) or 1.0) <= NARROW]
    nearest = sorted(shares, key=lambda opening: (abs((opening[1].value or 0) - maps.FAVOUR), opening[0]))[:NEAREST]
    text = numbers.join_list(f"{label} ({numbers.with_interval(figure)})" for label, figure in nearest)
    return f"With a swap rule the nearest to even are {text}." if len(shares) > NEAREST else ""


def first_rows(title: str, measurement: Measurement, name: str, head: str) -> Grid:
    """The first rows of a long table."""
    table = measurement.table(name)
    grid = table_grid(title, table, head)
    if len(grid.rows) <= ROWS:
        return grid
    return Grid(f"{title}: {ROWS} of {len(grid.rows)}", grid.head, grid.rows[:ROWS])


def ladder(measurement: Measurement) -> ReportSection:
    """The section about the worth of more search."""
    table = measurement.table("ladder")
    grids = (table_grid("Each doubling", table, "Match"),) if table.rows else ()
    plots = plot_of(measurement, "ladder", "More search against less")
    return ReportSection("ladder", "How much skill counts", plots=plots, grids=grids)


def grids(measurement: Measurement) -> Iterator[Grid]:
    """All single figures, by heading."""
    for group in (*GROUPS, OTHER):
        group_figures = tuple(figure for figure in measurement.figures if group_of(figure.name) == group)
        if any(figure.value is not None for figure in group_figures):
            yield figures_grid(group, tuple(figure for figure in group_figures if figure.value is not None))
    if silent := [figure for figure in measurement.figures if figure.value is None]:
        yield missing_rows(silent)


def missing_rows(figures: Sequence[Figure]) -> Grid:
    """Figures without a value, a row for each reason."""
    reasons: dict[str, list[str]] = {}
    for figure in figures:
        reasons.setdefault(figure.why or "not measured", []).append(name_of(figure.name).title)
    rows = tuple((numbers.join_list(titles), reason) for reason, titles in reasons.items())
    return Grid("Not measured", ("Figures", "Why"), rows)
