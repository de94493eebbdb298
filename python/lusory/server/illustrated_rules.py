"""The illustrated rules sheet of a game as plain data for the page templates; its texts are escaped HTML."""

from __future__ import annotations

import re
from typing import Any

import msgspec

from ..draw import rules_sheet, svg
from ..explain.sheet import illustrated_sheet
from ..rules.english import Example, Sheet
from ..rules.game import Game
from ..rules.picture import Picture

OWNER = re.compile(r"\b(First|Second|Third|Fourth) \(., (black|white|orange|blue)\)")
APPLIES = "Does this rule apply here?"
ALLOWED = "Does this rule allow what is marked?"


def as_data(game: Game) -> dict[str, Any]:
    """Both, as plain data for the templates."""
    sheet = named_by_colours(illustrated_sheet(game))
    refs = rules_sheet.firsts(sheet)
    clauses: dict[str, str] = {}
    sections = []
    for section in sheet.sections:
        parts = []
        for clause in section.clauses:
            clauses.setdefault(clause.path, clause.text)
            parts.append({"text": code_html(clause.text), "mark": clause.mark, "depth": clause.depth,
                         "ref": refs.get(id(clause), "")})  # fmt: skip
        sections.append({"title": section.title, "clauses": parts})
    figures = [figure(number, example, clauses) for number, example in rules_sheet.number_examples(sheet)]
    return {"title": sheet.title, "goal": code_html(sheet.goal), "sections": sections, "figures": figures,
            "note": sheet.note, "about": [code_html(parts) for parts in sheet.about]}  # fmt: skip


def named_by_colours(sheet: Sheet) -> Sheet:
    """The sheet with the players as boards on pages show them: Black for First (x, black)."""
    owners = {name: colour.capitalize() for name, colour in OWNER.findall(str(msgspec.to_builtins(sheet.sections)))}
    if not owners:
        return sheet

    def renamed(text: str) -> str:
        text_of_owner = OWNER.sub(lambda match: match[1], text)
        return re.sub(rf"\b({'|'.join(owners)})\b", lambda match: owners[match[1]], text_of_owner)

    change = msgspec.structs.replace
    sections = tuple(
        change(section, clauses=tuple(change(clause, text=renamed(clause.text)) for clause in section.clauses))
        for section in sheet.sections
    )
    examples = tuple(change(example, caption=renamed(example.caption)) for example in sheet.examples)
    return change(sheet, goal=renamed(sheet.goal), sections=sections, examples=examples)


def figure(number: int, example: Example, clauses: dict[str, str]) -> dict[str, Any]:
    """A diagram, and the clause that it belongs to."""
    return {
        "number": number,
        "good": example.good,
        "caption": code_html(example.caption),
        "clause": code_html(clauses.get(example.path, "")),
        "svg": svg.board(example.picture),
        "asked": svg.board(without_answer(example)),
        "question": ALLOWED if about_a_move(example) else APPLIES,
    }


def about_a_move(example: Example) -> bool:
    """Whether the example shows what may be played, rather than what follows."""
    return example.path.split(".")[0] == "turn"


def without_answer(example: Example) -> Picture:
    """The diagram of a lesson before its answer: what follows is not marked; what is played is, but in one way, be it
    allowed or not."""
    picture = example.picture
    marked = (*picture.targets, *picture.line) if about_a_move(example) else ()
    return msgspec.structs.replace(picture, targets=marked, line=())


def code_html(text: str) -> str:
    """A text with `plies` as code, escaped."""
    return rules_sheet.code_html(text)
