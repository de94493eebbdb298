"""A measurement as a Paper."""

from __future__ import annotations

from collections.abc import Iterator

from ...draw.film import Parts
from ...rules.english import Sheet
from ..figures import Figure, Measurement, Row
from . import charts, maps, verdict, words
from .games import replays
from .names import CURVES, GROUPS, HISTOGRAMS, MAPS, OTHER, group_of
from .pieces import Grid, Paper, Plot, Section, figures_grid, table_grid
from .rulings import game_of, heading, leaflet, ruling

ROWS = 40
"""So many rows of a table are printed; the JSON has all."""


def paper(measurement: Measurement) -> Paper:
    """All of it, in the order of reading."""
    parts = Parts()
    games = replays(measurement, parts)
    return Paper(
        title=heading(measurement),
        about=about(measurement),
        verdict=verdict.sentences(measurement),
        sections=tuple(section for section in sections(measurement) if section.plots or section.grids or section.lead),
        replays=games,
        parts=tuple(parts.texts),
        rules=rules(measurement),
        notes=measurement.notes,
        facts=facts(measurement),
    )


def about(measurement: Measurement) -> str:
    """Who played how much, in a line."""
    played = words.counted(measurement.games, "game")
    who = {"records": "played by people", "random": "by random players"}.get(
        measurement.player, f"by {measurement.player}"
    )
    cut = f", {words.counted(measurement.cut, 'game')} cut as too long" if measurement.cut else ""
    return f"Measured on {played} {who}{cut}."


def facts(measurement: Measurement) -> tuple[tuple[str, str], ...]:
    """How it was made, and how it is made again."""
    told = (
        ("Made by", measurement.command),
        ("lusory", measurement.lusory),
        ("Player", measurement.player),
        ("Games", f"{measurement.games:,}"),
        ("Cut as too long", f"{measurement.cut:,}" if measurement.cut else ""),
        ("Seed", str(measurement.seed)),
    )
    return tuple((what, value) for what, value in told if value)


def rules(measurement: Measurement) -> tuple[Sheet, ...]:
    """The rules for people, where they are known."""
    game = game_of(measurement)
    return (leaflet(game),) if game else ()


def sections(measurement: Measurement) -> Iterator[Section]:
    """The parts that the figures fill."""
    yield Section("seats", "Who wins", plots=plotted(measurement, "seats", "Who wins"))
    yield ends(measurement)
    yield Section("length", "How long games are", plots=lengths(measurement))
    yield Section("course", "How games go", plots=courses(measurement))
    yield openings(measurement)
    yield Section("board", "On the board", plots=tuple(mapped(measurement, ("occupied", "first ply", "last ply"))))
    yield ladder(measurement)
    yield Section("figures", "All figures", grids=tuple(grids(measurement)), folded=True)


def plotted(measurement: Measurement, name: str, title: str) -> tuple[Plot, ...]:
    """The chart of this name, where there is one."""
    found = charts.CHARTS[name](measurement)
    return (Plot(name, title, spoken(measurement, name, title), found),) if found is not None else ()


def spoken(measurement: Measurement, name: str, title: str) -> str:
    """What a plot shows, in words."""
    if name == "seats":
        shown = [
            f for f in measurement.figures if f.name in ("first", "second", "draws") or f.name.startswith("player ")
        ]
        return f"{title}: {words.listed(f'{f.name} {words.both(f)}' for f in shown)}."
    if name in ("ends", "ladder"):
        table = measurement.table(name)
        return f"{title}: {words.listed(f'{row.label} {words.both(row.figures[0])}' for row in table.rows if row.figures)}."
    found = next((c for c in measurement.curves if c.name == name and c.points), None)
    if found:
        return f"{title}: from {found.points[0].value:.3g} at {found.along} {found.points[0].x:g} to {found.points[-1].value:.3g} at {found.points[-1].x:g}."  # fmt: skip
    return f"{title}."


def ends(measurement: Measurement) -> Section:
    """Which end clauses fired."""
    table = measurement.table("ends")
    told = [ruling(measurement, row.label) for row in table.rows]
    labels = tuple(
        f"{r.number}. {row.label}" if r.number else row.label for r, row in zip(told, table.rows, strict=True)
    )
    said = tuple("" if r.told == row.label else r.told for r, row in zip(told, table.rows, strict=True))
    grid = table_grid("How games end", table, "End", labels, said) if table.rows else None
    return Section(
        "ends", "How games end", plots=plotted(measurement, "ends", "How games end"), grids=(grid,) if grid else ()
    )


def lengths(measurement: Measurement) -> tuple[Plot, ...]:
    """Histograms of lengths; that of turns only where turns are not plies."""
    plies, turns = (next((h for h in measurement.histograms if h.name == n), None) for n in HISTOGRAMS)
    same = plies and turns and (plies.low, plies.count) == (turns.low, turns.count)
    names = ["plies"] if same else list(HISTOGRAMS)
    shown = [plot for name in names for plot in plotted(measurement, f"length in {name}", HISTOGRAMS[name].title)]
    return (*shown, *plotted(measurement, "still going", CURVES["still going"].title))


def courses(measurement: Measurement) -> tuple[Plot, ...]:
    """Curves along the game."""
    names = [name for name in CURVES if name != "still going"]
    return tuple(plot for name in names for plot in plotted(measurement, name, CURVES[name].title))


def mapped(measurement: Measurement, names: tuple[str, ...]) -> Iterator[Plot]:
    """Maps on the board."""
    for found in measurement.maps:
        if found.name in names and (drawing := maps.drawn(measurement, found)):
            title, told = MAPS[found.name] if found.name in MAPS else (found.name, "")
            yield Plot(f"map {found.name}", title, f"{title}. {told}", board=drawing, note=told)


def openings(measurement: Measurement) -> Section:
    """The value of first plies: on the board, and in a table."""
    table = measurement.table("openings")
    grids = (ranked("First plies", measurement, "openings", "First ply"),) if table.rows else ()
    return Section("openings", "Openings", plots=tuple(mapped(measurement, ("openings",))), grids=grids, folded=True)


def ranked(title: str, measurement: Measurement, name: str, head: str) -> Grid:
    """A long table, its first rows."""
    table = measurement.table(name)
    found = table_grid(title, table, head)
    if len(found.rows) <= ROWS:
        return found
    return Grid(f"{title}: {ROWS} of {len(found.rows)}", found.head, found.rows[:ROWS])


def ladder(measurement: Measurement) -> Section:
    """How much more search is worth."""
    table = measurement.table("ladder")
    grids = (table_grid("Each doubling", table, "Match"),) if table.rows else ()
    return Section(
        "ladder",
        "How much skill counts",
        plots=plotted(measurement, "ladder", "More search against less"),
        grids=grids,
        folded=True,
    )


def grids(measurement: Measurement) -> Iterator[Grid]:
    """All single figures, by what they are about."""
    for group in (*GROUPS, OTHER):
        shown = tuple(figure for figure in measurement.figures if group_of(figure.name) == group)
        if shown:
            yield figures_grid(group, shown)


def best(rows: tuple[Row, ...]) -> Figure | None:
    """The first figure of the first row."""
    return rows[0].figures[0] if rows else None
