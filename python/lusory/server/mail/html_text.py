"""Converts HTML mails to plain text, with quotations marked by `>` and without signatures."""

from __future__ import annotations

import re
from html.parser import HTMLParser

LONGEST = 20_000
"""Characters of HTML that are looked at, without what nobody sees."""
UNSEEN = {"<style": "</style", "<script": "</script", "<!--": "-->", "<![": ">"}
BLOCKS = {
    "address", "article", "blockquote", "body", "center", "dd", "div", "dl", "dt", "fieldset", "footer", "form", "h1",
    "h2", "h3", "h4", "h5", "h6", "header", "hr", "li", "main", "ol", "p", "pre", "section", "table", "tr", "ul",
}  # fmt: skip
SILENT = {"head", "script", "style", "title", "template", "noscript", "svg", "object", "select"}
VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}
QUOTES = re.compile(
    r"gmail_quote|gmail_extra|gmail_attr|yahoo_quoted|protonmail_quote|moz-cite-prefix|moz-forward-container"
    r"|ms-outlook-mobile-reference-message|appendonsend|divrplyfwdmsg|zmail_extra|tutanota_quote|k9mail-quote"
    r"|x_divrplyfwdmsg|olk_src_body_section|mailcontainer-quote",
    re.IGNORECASE,
)
"""Classes and ids of what mail programs put around the mail that is answered."""
QUOTE_MARKERS = re.compile(r"appendonsend|divrplyfwdmsg|ms-outlook-mobile-reference-message", re.IGNORECASE)
"""After these the quoted mail follows, and is not inside them."""
CONTAINERS = re.compile(r"\b(?:gmail_quote|protonmail_quote)\b", re.IGNORECASE)
"""Put around a quotation that is a `blockquote` of the same class; what is written below it stands inside, too."""
TAG = re.compile(r"<(/?)([a-z][a-z0-9]*)\b([^<>]*)>", re.IGNORECASE)
CLASS_OR_ID = re.compile(r"""(?<!\S)(?:class|id)\s*=\s*("[^"]*"|'[^']*'|[^\s"']+)""", re.IGNORECASE)
STRING = re.compile(r""""[^"]*"|'[^']*'""")
UNCLOSED = re.compile(r"<(?=[^<>]*(?:<|\Z))")
"""A tag that another begins in. For each of them the library's parser reads all that follows, which takes seconds for
thousands of them, so they are read as text."""
SIGNATURES = re.compile(
    r"gmail_signature|moz-signature|ms-outlook-mobile-signature|protonmail_signature|signature-container|^signature$",
    re.IGNORECASE,
)


DEEPEST, NEAREST = 1_000, 50
"""Open tags that are kept, and those among which the one is looked for that an end belongs to."""
NO_BREAK = "\xa0"


class _Reader(HTMLParser):
    """Collects lines. Each open tag is kept with whether it makes its content quoted or left out, and whether it is of
    the class of CONTAINERS."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.lines: list[str] = []
        self._line = ""
        self._open: list[tuple[str, bool, bool, bool]] = []
        self._quoted = self._silent = 0
        self._pre = 0
        self.ended = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """See HTMLParser."""
        if tag in BLOCKS or tag == "br":
            self._break(tag == "br")
        if tag in VOID or self.ended:
            return
        attributes = {name: value or "" for name, value in attrs}
        class_and_id = f"{attributes.get('class', '')} {attributes.get('id', '')}"
        if QUOTE_MARKERS.search(class_and_id):
            self.ended = True
            return
        quoted = tag == "blockquote" or bool(QUOTES.search(class_and_id))
        silent = tag in SILENT or any(SIGNATURES.search(part) for part in class_and_id.split())
        if len(self._open) < DEEPEST:
            self._open.append((tag, quoted, silent, bool(CONTAINERS.search(class_and_id))))
            self._quoted, self._silent = self._quoted + quoted, self._silent + silent
            self._pre += tag == "pre"

    def handle_endtag(self, tag: str) -> None:
        """See HTMLParser. What was not closed before it is closed by it."""
        if tag in BLOCKS:
            self._break()
        if tag in VOID or not any(name == tag for name, *_ in self._open[-NEAREST:]):
            return
        while self._open:
            name, quoted, silent, contained = self._open.pop()
            self._quoted, self._silent = self._quoted - quoted, self._silent - silent
            self._pre -= name == "pre"
            if name == tag:
                if contained and tag == "blockquote":
                    self._leave_container()
                break

    def _leave_container(self) -> None:
        """The quotation in a container has ended: what follows there is not quoted by it."""
        if self._open and self._open[-1][1] and self._open[-1][3] and self._open[-1][0] != "blockquote":
            name, _, silent, _ = self._open[-1]
            self._open[-1] = (name, False, silent, False)
            self._quoted -= 1

    def handle_data(self, data: str) -> None:
        """See HTMLParser."""
        if self._silent or self.ended:
            return
        if not self._pre:
            self._line += re.sub(r"[ \t\r\n]+", " ", data)
            return
        for number, part in enumerate(data.split("\n")):
            if number:
                self._break(True)
            self._line += part

    def _break(self, always: bool = False) -> None:
        """End the line. always: also an empty one."""
        text = self._line if self._pre else self._line.strip()
        always = always or NO_BREAK in self._line  # a paragraph with nothing else is an empty line that was typed
        if (text or always) and not self._silent and not self.ended:
            self.lines.append((f"> {text}" if self._quoted else text).rstrip())
        self._line = ""

    def whole(self) -> str:
        """All lines."""
        self._break()
        return "\n".join(self.lines)


def visible_html(html: str) -> str:
    """A page without style sheets, scripts and comments: what mail programs write much of, before the text."""
    parts, at = [], 0
    for opening in re.finditer("|".join(map(re.escape, UNSEEN)), html, re.IGNORECASE):
        if opening.start() < at:
            continue
        closing = re.compile(re.escape(UNSEEN[opening.group().lower()]), re.IGNORECASE).search(html, opening.end())
        parts.append(html[at : opening.start()])
        at = html.find(">", closing.start()) + 1 if closing else len(html)
        if at in (0, len(html)):
            return "".join(parts)
    return "".join([*parts, html[at:]])


def without_quotations(html: str) -> str:
    """A page with dots for what its outermost quotations say: answers may stand below long ones. As it is where a tag
    or a quotation has no end, or holds the mark of one that has none: what is quoted must not be taken for what
    somebody wrote."""
    parts, at = [], 0
    open_names: list[str] = []
    quotation: int | None = None
    for tag in TAG.finditer(html):
        name = tag[2].lower()
        if re.search("[\"']", STRING.sub("", tag[3])) or QUOTE_MARKERS.search(_class_and_id(tag[3])):
            return html
        if name in VOID or tag[3].endswith("/"):
            continue
        if len(open_names) == DEEPEST:
            return html
        if not tag[1]:
            if quotation is None and _quotes(name, tag[3]):
                parts += [html[at : tag.end()], "…"]
                quotation = len(open_names)
            open_names.append(name)
        elif name in open_names[-NEAREST:]:
            while open_names.pop() != name:
                pass
            if quotation is not None and len(open_names) <= quotation:
                at, quotation = tag.start(), None
    return html if quotation is not None else "".join([*parts, html[at:]])


def _quotes(name: str, attributes: str) -> bool:
    """Whether all that an element holds is quoted."""
    class_and_id = _class_and_id(attributes)
    return name == "blockquote" or bool(QUOTES.search(class_and_id) and not CONTAINERS.search(class_and_id))


def _class_and_id(attributes: str) -> str:
    return " ".join(CLASS_OR_ID.findall(attributes))


def html_text(html: str) -> str:
    """What an HTML page says, as lines of text."""
    reader, visible = _Reader(), UNCLOSED.sub("&lt;", visible_html(html))
    if len(visible) > LONGEST:
        visible = without_quotations(visible)
    try:
        reader.feed(UNCLOSED.sub("&lt;", visible[:LONGEST]))
        reader.close()
    except (AssertionError, ValueError, RecursionError):  # what the library raises for broken declarations
        pass
    return reader.whole()
