"""Regenerates every generated document: `make docs`."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from lusory.games import catalogue
from lusory.lab.studies import page as study_page
from lusory.lab.studies import studies_with_results
from lusory.rules.options import Definition, text_of
from lusory.rules.schema import schema

from . import behaviours, level_pages, measures, nets, openings, solved, study_pages, vocabulary
from .pictures import pictures

ROOT = Path(__file__).parent.parent
OPEN, CLOSE = "<!-- the games: made by `make docs` -->\n", "<!-- end of the games -->\n"


def documents() -> dict[Path, str]:
    """Every generated file with the text it should have."""
    docs = ROOT / "docs"
    drawn_pictures = {docs / "pictures" / f"{name}.svg": svg for name, svg in pictures().items()}
    text = json.dumps(schema(), indent=1, ensure_ascii=False) + "\n"
    return {
        docs / "vocabulary.md": vocabulary.page(),
        docs / "measures.md": measures.page(),
        docs / "levels.md": level_pages.page(),
        docs / "game.schema.json": text,
        docs / "solved.md": solved.page(solved.stored_rows(solved.DATA)),
        nets.PAGE: nets.page(nets.results()),
        openings.FILE: openings.page(),
        behaviours.FILE: behaviours.page(),
        study_pages.FILE: study_pages.page(docs / "studies"),
        ROOT / "README.md": readme(),
        **drawn_pictures,
        **studies(docs / "studies"),
    }


def studies(folder: Path) -> dict[Path, str]:
    """The pages of the studies, from the results beside them; their pictures are drawn by `lusory study`."""
    pairs = studies_with_results(folder)
    pages = {folder / f"{study.name}.md": study_page.page(study, results) for study, results in pairs}
    return {folder / "index.md": study_page.index(pairs), **pages}


def readme() -> str:
    """The README with its table of games made anew."""
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    before, rest = text.split(OPEN)
    return before + OPEN + "\n" + games() + "\n" + CLOSE + rest.split(CLOSE)[1]


def games() -> str:
    """The table of the shipped games."""
    rows = [row(definition) for _, definition in sorted(catalogue().items())]
    return "\n".join(["| game | what it is | options |", "| --- | --- | --- |", *rows]) + "\n"


def row(definition: Definition) -> str:
    """One game."""
    options = ", ".join(f"`{option.name}={text_of(option.default)}`" for option in definition.options)
    return f"| `{definition.name}` | {summary(definition)} | {options.replace('worked out', '…')} |"


def summary(definition: Definition) -> str:
    """What a game is, in a line: the first of its function, or of the file it stands in."""
    text = definition.__doc__ or sys.modules[definition.function.__module__].__doc__ or ""
    return text.strip().partition("\n")[0].removesuffix(".")


def main() -> None:
    """Write what differs."""
    for path, text in documents().items():
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")
            print(f"wrote {path.relative_to(ROOT)}")


if __name__ == "__main__":
    main()
