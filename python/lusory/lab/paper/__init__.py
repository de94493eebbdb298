"""What a measurement says, on paper: one page of HTML, Markdown, JSON, or PDF; and its plots as objects.

>>> from lusory.lab.figures import Figure, Measurement
>>> from lusory.lab.paper import markdown
>>> score = Figure("score", 0.482, 0.473, 0.491, 9000, "points", "mean")
>>> found = Measurement(game="{}", name="mine", player="random", games=9000, figures=(score,))
>>> "by random players" in markdown(found)
True
"""

from __future__ import annotations

from pathlib import Path

from ...errors import LusoryError
from ..figures import Measurement
from . import page, text
from .charts import CHARTS, chart
from .maps import board
from .report import paper

__all__ = ["CHARTS", "board", "chart", "html", "markdown", "write"]


def html(measurement: Measurement, *, interactive: bool = False) -> str:
    """One page that needs nothing else, neither files nor a network. The same measurement is always the same page."""
    return page.html(paper(measurement), interactive=interactive)


def markdown(measurement: Measurement) -> str:
    """The verdict, all figures and the sample games."""
    return text.markdown(paper(measurement))


def write(measurement: Measurement, path: str | Path, *, interactive: bool = False) -> tuple[Path, ...]:
    """Keep it in a file, in the form that its suffix says: .html (with .md and .json beside it), .md, .json, .pdf.
    Gives the files that were written.

    Raises LusoryError for another suffix, OSError where a file cannot be written.
    """
    path = Path(path)
    if path.suffix not in SUFFIXES:
        raise LusoryError(f"{path}: expected a name that ends in {', '.join(SUFFIXES)}")
    if path.suffix == ".pdf":
        from .pdf import pdf

        path.write_bytes(pdf(paper(measurement)))
        return (path,)
    made = {".md": lambda: markdown(measurement), ".html": lambda: html(measurement, interactive=interactive)}
    beside = SUFFIXES[:3] if path.suffix == ".html" else (path.suffix,)
    files = tuple(path.with_suffix(suffix) for suffix in beside)
    for file in files:
        told = measurement.json() if file.suffix == ".json" else made[file.suffix]().encode()
        file.write_bytes(told)
    return files


SUFFIXES = (".html", ".md", ".json", ".pdf")
