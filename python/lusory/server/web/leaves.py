"""What stands beside a board: the rules of its game with diagrams, and positions that teach it."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from markupsafe import Markup

from ...draw import leaflet, svg
from ...play.sheet import illustrated
from ...rules.english import Example
from ...rules.game import Game


@lru_cache(maxsize=64)
def told(game: Game) -> dict[str, Any]:
    """The rules as a template needs them."""
    sheet = illustrated(game)
    refs = leaflet.firsts(sheet)
    sections = [
        {
            "title": section.title,
            "clauses": [
                {"text": coded(c.text), "mark": c.mark, "depth": c.depth, "ref": refs.get(id(c), "")}
                for c in section.clauses
            ],
        }
        for section in sheet.sections
    ]
    figures = [figure(example) | {"number": number} for number, example in leaflet.numbered(sheet)]
    return {"title": sheet.title, "goal": coded(sheet.goal), "sections": sections, "figures": figures,
            "note": sheet.note}  # fmt: skip


def lessons(game: Game) -> list[dict[str, Any]]:
    """Each example with the clause that it belongs to: right ones and wrong ones."""
    sheet = illustrated(game)
    clauses: dict[str, str] = {}
    for section in sheet.sections:
        for clause in section.clauses:
            clauses.setdefault(clause.path, clause.text)
    return [figure(example) | {"clause": coded(clauses.get(example.path, ""))} for example in sheet.examples]


def figure(example: Example) -> dict[str, Any]:
    """A diagram."""
    return {"good": example.good, "caption": coded(example.caption), "svg": Markup(svg.board(example.picture))}


def coded(text: str) -> Markup:
    """A text with `plies` as code, fit to stand in a page."""
    return Markup(leaflet.coded(text))
