"""Reports: a measurement or a comparison as HTML, Markdown, JSON or PDF; its plots as objects.

>>> from lusory.lab.figures import Figure, Measurement
>>> from lusory.lab.report import markdown
>>> score = Figure("score", 0.482, 0.473, 0.491, 9000, "points", "mean")
>>> found = Measurement(game="{}", name="mine", player="random", games=9000, figures=(score,))
>>> "by random players" in markdown(found)
True
"""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import Any

from ..._files import check_places
from ..._renamed import renamed
from ...errors import LusoryError
from ..compare import Comparison
from ..figures import Measurement
from . import charts, comparison, measurement, page, text
from .charts import CHARTS
from .document import Report
from .maps import board

__all__ = ["CHARTS", "board", "build", "chart", "check", "html", "markdown", "write"]


def build(result: Measurement | Comparison) -> Report:
    """Builds the parts of a report: sentences, plots, tables, games."""
    return comparison.build(result) if isinstance(result, Comparison) else measurement.build(result)


def chart(result: Measurement | Comparison, name: str) -> charts.Chart:
    """A plot as an altair chart: of a measurement one of CHARTS, of a comparison a figure of all versions.

    Raises LusoryError for a name that is none, and where there is nothing to plot.
    """
    return comparison.chart(result, name) if isinstance(result, Comparison) else charts.chart(result, name)


def html(result: Measurement | Comparison, *, interactive: bool = False) -> str:
    """One self-contained page: it loads no files and needs no network. Equal figures make equal pages."""
    return page.html(build(result), interactive=interactive)


def markdown(result: Measurement | Comparison) -> str:
    """The verdict, all figures and the sample games."""
    return text.markdown(build(result))


def write(result: Measurement | Comparison, path: str | Path, *, interactive: bool = False) -> tuple[Path, ...]:
    """Writes the report to a file in the format of its suffix: .html (with .md and .json beside it), .md, .json, .pdf.
    Returns the files written.

    Raises LusoryError for another suffix, and where a file cannot be written; the unfinished file is removed.
    """
    path = check(path)
    beside = SUFFIXES[:3] if path.suffix == ".html" else (path.suffix,)
    printed = None if beside == (".json",) else build(result)
    files = tuple(path.with_suffix(suffix) for suffix in beside)
    for file in files:
        keep(file, result.json() if printed is None or file.suffix == ".json" else render(printed, file, interactive))
    return files


def keep(file: Path, data: bytes) -> None:
    """Writes a file; on an error removes it and raises LusoryError."""
    try:
        file.write_bytes(data)
    except OSError as fault:
        with contextlib.suppress(OSError):
            file.unlink()
        raise LusoryError(f"{file} is not written: {fault.strerror or fault}") from None


def check(path: str | Path) -> Path:
    """The path, if a report can be written there; called before games are played.

    Raises LusoryError for an unknown suffix and for a folder that does not exist.
    """
    path = Path(path)
    if path.suffix not in SUFFIXES:
        raise LusoryError(f"{path}: expected a name that ends in {', '.join(SUFFIXES)}")
    check_places(path)
    return path


def render(printed: Report, file: Path, interactive: bool) -> bytes:
    """The report in the format of the file's suffix."""
    if file.suffix == ".pdf":
        from .pdf import pdf

        return pdf(printed)
    if file.suffix == ".md":
        return text.markdown(printed).encode()
    return page.html(printed, interactive=interactive).encode()


SUFFIXES = (".html", ".md", ".json", ".pdf")

RENAMED = {"Paper": "Report", "paper": "build"}
"""Old names to new, kept for one release."""


def __getattr__(name: str) -> Any:
    return renamed(__name__, RENAMED, name)
