"""Renders a Report as PDF with Typst, on pages of A4. The file holds neither a date nor fonts of the machine, so equal
reports make equal files."""

from __future__ import annotations

import json
from typing import Any

from ...draw import svg as draw_svg
from ...rules.english import Sheet
from . import chart_svg
from .document import Grid, Plot, Report, ReportSection
from .page import text_of


def pdf(report: Report) -> bytes:
    """The PDF file of a report."""
    import typst

    compiler = typst.Compiler(ignore_system_fonts=True)
    inputs = {"report": json.dumps(fields_of(report), sort_keys=True)}
    content = compiler.compile(text_of("report.typ").encode(), format="pdf", sys_inputs=inputs, timestamp=0)
    assert isinstance(content, bytes)
    return content


def fields_of(report: Report) -> dict[str, Any]:
    """The data of the template: texts, tables, drawings as SVG."""
    return {
        "title": report.title,
        "about": report.about,
        "verdict": report.verdict,
        "sections": [section(part) for part in (*report.sections, *report.figures)],
        "games": [
            {
                "title": replay.sample.why,
                "board": replay.film.final if replay.film else "",
                "turns": [turn.text for turn in replay.turns],
                "end": " ".join(part for part in (replay.end, replay.fault) if part),
            }
            for replay in report.replays
        ],
        "rules": [rules(sheet) for sheet in report.rules],
        "notes": report.notes,
        "facts": report.facts,
        "definitions": report.definitions,
    }


def section(part: ReportSection) -> dict[str, Any]:
    """A section with its plots and tables."""
    return {
        "title": part.title,
        "lead": part.lead,
        "plots": [plot(part_plot) for part_plot in part.plots],
        "grids": [grid(part_grid) for part_grid in part.grids],
    }


def plot(shown_plot: Plot) -> dict[str, str]:
    """A plot as SVG in light colours, with its title and notes."""
    return {
        "title": shown_plot.title,
        "description": shown_plot.description,
        "note": shown_plot.note,
        "svg": shown_plot.board or chart_svg.svg(shown_plot.chart),
    }


def grid(shown_grid: Grid) -> dict[str, Any]:
    """A table; the note of a row is printed below its first cell."""
    about = shown_grid.about or ("",) * len(shown_grid.rows)
    return {"title": shown_grid.title, "head": shown_grid.head, "rows": shown_grid.rows, "about": about}


def rules(sheet: Sheet) -> dict[str, Any]:
    """The rules as paragraphs, with their examples."""
    parts = [
        {"title": part.title, "clauses": [f"{clause.mark} {clause.text}".strip() for clause in part.clauses]}
        for part in sheet.sections
    ]
    boards = [
        {"svg": draw_svg.board(example.picture), "text": f"{'✓' if example.good else '✗'} {example.caption}"}
        for example in sheet.examples
    ]
    return {"title": sheet.title, "goal": sheet.goal, "parts": parts, "boards": boards}
