"""Formats tables of measurements as text, Markdown and JSON."""

from __future__ import annotations

import json
import platform
import re
import subprocess
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

Cell = str | float | tuple[float, float] | list[float]

OPEN, CLOSE = "<!-- measured: made by `make bench args=--write` -->\n", "<!-- end of what was measured -->\n"


@dataclass
class Table:
    """Rows of a name and what was measured. A pair is ours and theirs."""

    name: str
    title: str
    heads: tuple[str, ...]
    rows: list[tuple[Cell, ...]] = field(default_factory=list)
    note: str = ""

    def add(self, *row: Cell) -> None:
        """One more."""
        self.rows.append(row)

    def without(self, reason: str) -> Table:
        """Nothing was measured."""
        self.note = reason
        return self

    def text(self) -> str:
        """For people."""
        rows = [self.heads, *(tuple(map(shown, row)) for row in self.rows)] if self.rows else []
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        lines = [
            "  ".join(align(cell, w, i) for i, (cell, w) in enumerate(zip(row, widths, strict=True))) for row in rows
        ]
        return "\n".join(
            [self.title, "", *(f"  {line}".rstrip() for line in lines), *([f"  {self.note}"] * bool(self.note))]
        )

    def markdown(self) -> str:
        """For the documents."""
        rows = [self.heads, ("---", *["---:"] * (len(self.heads) - 1)), *(tuple(map(shown, row)) for row in self.rows)]
        table = "\n".join(f"| {' | '.join(row)} |" for row in rows) if self.rows else ""
        return "\n\n".join(part for part in (f"### {self.title}", table, self.note) if part) + "\n"

    def plain(self) -> dict[str, Any]:
        """For programs."""
        rows = [dict(zip(self.heads, row, strict=True)) for row in self.rows]
        return {"title": self.title, "heads": self.heads, "rows": rows, "note": self.note}


def table_of(name: str, data: dict[str, Any]) -> Table:
    """A table that was kept."""
    rows = [tuple(row[head] for head in data["heads"]) for row in data["rows"]]
    return Table(name, data["title"], tuple(data["heads"]), rows, data["note"])


def align(cell: str, width: int, column: int) -> str:
    """Names to the left, numbers to the right."""
    return cell.rjust(width) if column else cell.ljust(width)


def shown(cell: Cell) -> str:
    """A cell as it is printed: three digits that matter."""
    if isinstance(cell, (tuple, list)):
        return " and ".join(f"{number:.1f}" for number in cell)
    if isinstance(cell, str):
        return cell
    return f"{cell:,.0f}" if cell >= 100 else f"{cell:.3g}"


def machine() -> str:
    """What it was measured on."""
    from lusory import _engine

    rustc = subprocess.run(["rustc", "--version"], capture_output=True, text=True, check=True).stdout.split()[1]
    return f"{cpu()}; engine built for {_engine.level}, rustc {rustc}, Python {platform.python_version()}"


def cpu() -> str:
    """The name of the CPU, where the system tells."""
    info = Path("/proc/cpuinfo")
    match = re.search(r"model name\s*:\s*(.*)", info.read_text()) if info.exists() else None
    return match[1] if match else platform.machine()


def keep(file: Path, tables: list[Table]) -> None:
    """Keep tables in a file, beside those of other parts that it holds."""
    stored_tables = json.loads(file.read_text(encoding="utf-8"))["tables"] if file.exists() else {}
    stored_tables |= {table.name: table.plain() for table in tables}
    file.write_text(json.dumps({"machine": machine(), "tables": stored_tables}, indent=1) + "\n", encoding="utf-8")


def write(page: Path, file: Path) -> None:
    """Put the tables that were kept into a page, between its two marks."""
    before, rest = page.read_text(encoding="utf-8").split(OPEN)
    stored = json.loads(file.read_text(encoding="utf-8"))
    tables = [table_of(name, data).markdown() for name, data in stored["tables"].items()]
    body = "\n".join([f"On {stored['machine']}.\n", *tables])
    page.write_text(f"{before}{OPEN}\n{body}\n{CLOSE}{rest.split(CLOSE)[1]}", encoding="utf-8")
