"""A Report as Markdown: the verdict, the tables, the games in their notation."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ...draw import rules_sheet
from .document import Grid, Report
from .games import Replay


def markdown(report: Report) -> str:
    """The report without pictures."""
    return "\n".join(line.rstrip() for line in lines(report)) + "\n"


def safe(text: str) -> str:
    """A text escaped for Markdown."""
    return re.sub(r"([\\`*_\[\]<>|#&])", r"\\\1", " ".join(text.split(" ")).replace("\n", " "))


def code(text: str) -> str:
    """A text as Markdown code."""
    fence = "`" * (max((len(run) for run in re.findall("`+", text)), default=0) + 1)
    space = " " if text.startswith("`") or text.endswith("`") else ""
    return f"{fence}{space}{' '.join(text.splitlines())}{space}{fence}"


def lines(report: Report) -> Iterator[str]:
    """The lines of the report."""
    yield from (f"# {safe(report.title)}", "", safe(report.about), "")
    yield from (f"- {safe(sentence)}" for sentence in report.verdict)
    for section in (*report.sections, *report.figures):
        if section.grids or section.lead:
            yield from ("", f"## {safe(section.title)}")
            yield from (line for sentence in section.lead for line in ("", safe(sentence)))
            yield from (line for grid in section.grids for line in table(grid))
    if report.replays:
        yield from ("", "## Games")
        yield from (line for replay in report.replays for line in game(replay))
    for sheet in report.rules:
        yield from ("", *rules_sheet.markdown(sheet).replace("\n#", "\n##").replace("# ", "## Rules: ", 1).splitlines())
    yield from ("", "## How this was made", "")
    yield from (f"{safe(note)}\n" for note in report.notes)
    yield from (f"- {label}: {code(value)}" for label, value in report.facts)
    if report.definitions:
        yield from ("", "## What each figure is, exactly", "")
        yield from (f"- {safe(title)}: {safe(definition)}" for title, definition in report.definitions)


def table(grid: Grid) -> Iterator[str]:
    """A table, with what its figures mean in the last column."""
    has_meanings = any(grid.about)
    rules = ["---", *["---:"] * (len(grid.head) - 1), *(["---"] if has_meanings else [])]
    yield from (
        "",
        f"### {safe(grid.title)}",
        "",
        row([*grid.head, *(["Meaning"] if has_meanings else [])]),
        row(rules, True),
    )
    for i, cells in enumerate(grid.rows):
        yield row([*cells, *([grid.about[i]] if has_meanings else [])])


def row(cells: list[str], is_bare: bool = False) -> str:
    """A line of a table."""
    return f"| {' | '.join(cell if is_bare else safe(cell) for cell in cells)} |"


def game(replay: Replay) -> Iterator[str]:
    """The lines of a game, turn by turn."""
    yield from ("", f"### {safe(replay.sample.why)}", "")
    yield from (f"{i}. {code(turn.text)}" for i, turn in enumerate(replay.turns, 1))
    yield from (("", safe(replay.end)) if replay.end else ())
    yield from (("", safe(replay.fault)) if replay.fault else ())
