"""Renders the text of a comment: Markdown to sanitised HTML.

HTML in a comment is shown as it was typed. Pictures and headings are not made, links lead to http and https alone and
say that they come from a guest. What Markdown leaves goes through nh3 once more, which knows only the few tags of
`TAGS`: two walls, so that a hole in one is none in both.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from typing import Any

from ..errors import LusoryError

LONGEST = 4_000
"""Characters of a comment."""
LINES = 200
MARKS = 4
"""Combining marks on a letter; more are dropped, since they would cover the lines around it."""
TAGS = {"a", "blockquote", "br", "code", "em", "hr", "li", "ol", "p", "pre", "strong", "ul"}
SCHEMES = {"http", "https"}
ABSOLUTE_ADDRESS = re.compile(r"https?://[^/?#\s]", re.IGNORECASE)
"""A whole address with a host: no path of this server, nothing that a browser would complete."""
REL = "nofollow ugc noopener noreferrer"
RULES = ("image", "html_block", "html_inline", "heading", "lheading", "reference", "entity")
"""Rules of Markdown that are switched off. `reference` would let a definition at the end change what is above it."""
NESTING = 12
"""Quotes and lists inside each other are read to this depth."""
ALLOWED_FORMAT_CHARACTERS = {"\n", "\u200d", "\ufe0f"}
"""Line ends, and the joiners that emoji need; all other control and format characters go, those that change the
direction of text included."""


def clean(text: str) -> str:
    """The comment as it is stored: NFC, without control characters, blank lines joined. Raises LusoryError for one that
    is empty or too long."""
    lines = unicodedata.normalize("NFC", text.replace("\r\n", "\n").replace("\r", "\n")).replace("\t", "    ")
    printable = "".join(
        sign for sign in lines if sign in ALLOWED_FORMAT_CHARACTERS or unicodedata.category(sign)[0] != "C"
    )
    paragraphs = re.sub(r"\n{3,}", "\n\n", "\n".join(line.rstrip() for line in printable.split("\n"))).strip("\n")
    cleaned = few_marks(paragraphs)
    if not cleaned.strip():
        raise LusoryError("comment: empty, expected some text")
    if len(cleaned) > LONGEST:
        raise LusoryError(f"comment: {len(cleaned)} characters, expected at most {LONGEST}")
    if cleaned.count("\n") >= LINES:
        raise LusoryError(f"comment: {cleaned.count(chr(10)) + 1} lines, expected at most {LINES}")
    return cleaned


def few_marks(text: str) -> str:
    """At most MARKS combining marks in a row."""
    signs, run = [], 0
    for sign in text:
        run = run + 1 if unicodedata.combining(sign) or unicodedata.category(sign) == "Me" else 0
        if run <= MARKS:
            signs.append(sign)
    return "".join(signs)


def html(text: str) -> str:
    """The comment as HTML for a page. Raises LusoryError as `cleaned` does."""
    return sanitise(parser().render(clean(text)))


def sanitise(page: str) -> str:
    """HTML with nothing but TAGS and whole links."""
    import nh3

    return nh3.clean(
        page,
        tags=TAGS,
        attributes={"a": {"href"}, "*": set()},
        url_schemes=SCHEMES,
        url_relative="deny",
        link_rel=REL,
    )


@cache
def parser() -> Any:
    """Markdown without what RULES names."""
    from markdown_it import MarkdownIt

    markdown = MarkdownIt("commonmark", {"html": False, "linkify": False, "breaks": True, "maxNesting": NESTING})
    markdown.disable(RULES)
    markdown.validateLink = lambda url: bool(ABSOLUTE_ADDRESS.match(url))  # type: ignore[method-assign]
    return markdown
