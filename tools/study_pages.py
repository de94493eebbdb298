"""Generates the studies for the pages of the web table (`make docs`), from the results beside the documents of the
studies."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec
from markdown_it import MarkdownIt

from lusory.lab.studies import Study, StudyResults, studies_with_results
from lusory.lab.studies import page as study_page
from lusory.server.studies import StudyPage

FILE = Path(__file__).parent.parent / "python/lusory/server/data/studies.json"


def page(folder: Path) -> str:
    """The file as it should be: the study of each game that has one."""
    results_by_game = {study.game: study_page_of(study, results) for study, results in studies_with_results(folder)}
    return msgspec.json.format(msgspec.json.encode(results_by_game), indent=1).decode() + "\n"


def study_page_of(study: Study, results: StudyResults) -> StudyPage:
    """A study for the web table."""
    text = study_page.page(study, results)
    return StudyPage(study.name, study.title, study.question, study.sentence(results), html(text))


def html(text: str) -> str:
    """The body of a page: without its title, comment, pictures and links to files that are not served. Alignment is by
    class, since pages allow no styles of their own."""
    text = re.sub(r"\A# .*\n", "", text)
    text = re.sub(r"<!--.*?-->", "", text, flags=re.DOTALL)
    text = re.sub(r"!\[[^\]]*\]\([^)]*\)\n\n\*[^\n]*\*\n", "", text)
    text = re.sub(r"\[([^\]]*)\]\((?![a-z]+://)[^)]*\)", r"\1", text)
    page_html: str = MarkdownIt("commonmark", {"html": False}).enable("table").render(text)
    page_html = page_html.replace(' style="text-align:right"', ' class="number"').replace("<th></th>", "<td></td>")
    page_html = page_html.replace("<pre>", '<pre tabindex="0">')  # what is wide scrolls by itself, also by keys
    for number in range(1, page_html.count("<table>") + 1):
        frame = f'<div class="wide" role="region" tabindex="0" aria-label="Table {number}"><table >'
        page_html = page_html.replace("<table>", frame, 1)
    return page_html.replace("<table >", "<table>").replace("</table>", "</table></div>")
