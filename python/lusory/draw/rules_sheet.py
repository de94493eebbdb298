"""Renders the rules sheet as text, Markdown and HTML: one page, with boards."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import escape
from itertools import zip_longest

import msgspec

from ..rules.english import Clause, Example, Section, Sheet
from ..rules.picture import Picture
from . import svg as svg_board
from . import text as text_board
from .kind_letters import kind_letters

YES, NO = "✓", "✗"
MARKS = {True: "right", False: "not so"}


def number_examples(sheet: Sheet) -> list[tuple[int, Example]]:
    """Examples with their figure numbers."""
    return list(enumerate(sheet.examples, 1))


def figures(sheet: Sheet, clause: Clause) -> str:
    """(fig. 1, 2): the examples of a clause."""
    numbers = [str(n) for n, example in number_examples(sheet) if example.path == clause.path]
    return f" (fig. {', '.join(numbers)})" if numbers else ""


def firsts(sheet: Sheet) -> dict[int, str]:
    """References to examples, only after the first clause of each path: clause id → reference."""
    described: set[str] = set()
    figure_lists: dict[int, str] = {}
    for section in sheet.sections:
        for clause in section.clauses:
            if clause.path not in described:
                figure_lists[id(clause)] = figures(sheet, clause)
                described.add(clause.path)
    return figure_lists


# ---- text


def text(sheet: Sheet, width: int = 100) -> str:
    """The sheet for a terminal: clauses, then the boards, two side by side."""
    refs = firsts(sheet)
    lines = [sheet.title, "=" * len(sheet.title), "", *wrap(sheet.goal, "", width)]
    for section in sheet.sections:
        lines += ["", section.title]
        for clause in section.clauses:
            mark = f"{clause.mark} " if clause.mark else ""
            lead = "  " * (clause.depth + 1) + mark
            lines += wrap(clause.text + refs.get(id(clause), ""), lead, width)
    if sheet.examples:
        lines += ["", "Examples", *([f"  {sheet.note}"] if sheet.note else [])]
        lines += boards(sheet, width)
    if sheet.about:
        lines += [
            "",
            "About this game",
            *(line for paragraph in sheet.about for line in wrap(paragraph, "  ", width)),
        ]
    return "\n".join(line.rstrip() for line in lines) + "\n"


def wrap(sentence: str, lead: str, width: int) -> list[str]:
    """Text broken into lines, with a hanging indent."""
    lines, line = [], lead
    for word in sentence.split():
        if len(line) + len(word) + 1 > width and line.strip() and line != lead:
            lines.append(line)
            line = " " * len(lead)
        line += word if line == lead or not line.strip() else f" {word}"
    return [*lines, line]


def boards(sheet: Sheet, width: int) -> Iterator[str]:
    """Each example with its caption above, in pairs."""
    blocks = [block(n, example) for n, example in number_examples(sheet)]
    if len(blocks) % 2:
        blocks.append([])
    for left, right in zip(blocks[::2], blocks[1::2], strict=True):
        yield ""
        gap = max((len(line) for line in left), default=0) + 6
        if gap + max((len(line) for line in right), default=0) > width + 20:
            yield from (*left, "", *right)
            continue
        for a, b in zip_longest(left, right, fillvalue=""):
            yield f"{a:<{gap}}{b}"


def block(number: int, example: Example) -> list[str]:
    """One example as lines; marked cells are listed by name, since text boards show no marks."""
    picture = example.picture
    board_lines = text_board.board(picture).split("\n")
    caption = wrap(f"Fig. {number} ({MARKS[example.good]}): {example.caption}{marked_cells(picture)}", "  ", 48)
    return [*caption, *(f"  {line}" for line in board_lines)]


def marked_cells(picture: Picture) -> str:
    """The marked cells by name."""
    names = picture.geometry.names
    cells = [names[cell] for cell in picture.line or picture.targets]
    return f" Marked: {' '.join(cells)}." if cells else ""


# ---- Markdown


def markdown(sheet: Sheet) -> str:
    """The sheet in Markdown, with boards as code blocks."""
    refs = firsts(sheet)
    lines = [f"# {sheet.title}", "", sheet.goal]
    for section in sheet.sections:
        lines += ["", f"## {section.title}", ""]
        for clause in section.clauses:
            lead = "    " * max(clause.depth - 1, 0) + {"": "- ", "–": "    - "}.get(clause.mark, f"{clause.mark} ")
            lines.append(lead + clause.text + refs.get(id(clause), ""))
    if sheet.examples:
        lines += ["", "## Examples", *(["", sheet.note] if sheet.note else [])]
        for n, example in number_examples(sheet):
            lines += ["", f"**Fig. {n} ({MARKS[example.good]}).** {example.caption}{marked_cells(example.picture)}", ""]
            lines += ["```text", text_board.board(example.picture), "```"]
    if sheet.about:
        lines += ["", "## About this game", *(line for paragraph in sheet.about for line in ("", paragraph))]
    return "\n".join(line.rstrip() for line in lines) + "\n"


# ---- HTML

CSS = """
@page { size: A4; margin: 11mm 12mm; }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 186mm; padding: 4mm; color: #2b2419; background: #fffefb;
  font: 9.2pt/1.34 Georgia, 'DejaVu Serif', 'Times New Roman', serif; }
@media print { body { padding: 0; max-width: none; background: none; } }
h1 { margin: 0; font-size: 21pt; font-weight: normal; letter-spacing: .02em; line-height: 1.1; }
.goal { margin: 1mm 0 3mm; font-style: italic; font-size: 10.6pt; }
.rules { columns: 2; column-gap: 8mm; }
h2 { margin: 2.4mm 0 .6mm; font-size: 8.4pt; font-weight: bold; letter-spacing: .11em; text-transform: uppercase;
  color: #8a3324; break-after: avoid; }
.rules section:first-child > :first-child h2 { margin-top: 0; }
p { margin: 0 0 .7mm; text-wrap: pretty; orphans: 2; widows: 2; }
p.in { padding-left: 4.6mm; text-indent: -4.6mm; margin-left: 1.5mm; }
p.deep { margin-left: 6.5mm; }
p b { display: inline-block; width: 4.6mm; text-indent: 0; font-weight: normal; color: #8a3324; }
.keep { break-inside: avoid; }
.start { margin: 0 0 2mm; text-align: center; break-inside: avoid; }
.start svg { max-width: 52mm; max-height: 46mm; width: auto; height: 46mm; }
.ref { white-space: nowrap; color: #7a6a52; font-size: 8pt; }
.figures { display: grid; gap: 2.5mm 4mm; margin-top: 3mm; padding-top: 2.5mm; border-top: .3mm solid #d9cbb0; }
figure { margin: 0; break-inside: avoid; text-align: center; }
figure svg { width: auto; max-width: 100%; }
figcaption { font-size: 7.8pt; line-height: 1.25; text-align: left; text-wrap: pretty; }
.yes b { color: #2f7d4f; } .no b { color: #c1272d; }
code { font: .94em 'DejaVu Sans Mono', Consolas, monospace; }
.about { margin: 2.5mm 0 0; padding-top: 1.5mm; border-top: .3mm solid #d9cbb0; font-size: 7.4pt; line-height: 1.25; }
.note { grid-column: 1 / -1; margin: 0; font-size: 7.8pt; color: #7a6a52; }
""".strip()


def html(sheet: Sheet) -> str:
    """A self-contained page that prints on one sheet of A4."""
    refs = firsts(sheet)
    parts = ["<!DOCTYPE html>", '<html lang="en">', "<head>", '<meta charset="utf-8"/>',
             f"<title>{escape(sheet.title)}: rules</title>",
             '<meta name="viewport" content="width=device-width, initial-scale=1"/>',
             f"<style>\n{CSS}\n{sizes(sheet)}\n</style>", "</head>", "<body>", f"<h1>{escape(sheet.title)}</h1>",
             f'<p class="goal">{code_html(sheet.goal)}</p>', '<div class="rules">']  # fmt: skip
    for i, section in enumerate(sheet.sections):
        parts += list(_section(section, refs, sheet.start if i == 0 else None))
    parts.append("</div>")
    if sheet.examples:
        notes = [
            f'<p class="note">{code_html(paragraph)}</p>' for paragraph in (sheet.note, legend(sheet)) if paragraph
        ]
        parts += ['<div class="figures">', *notes]
        parts += [_figure(n, example) for n, example in number_examples(sheet)]
        parts.append("</div>")
    if sheet.about:
        parts.append(f'<p class="about">{code_html(" ".join(sheet.about))}</p>')
    return "\n".join([*parts, "</body>", "</html>"]) + "\n"


PAGE, HEAD, NOTE, LETTERS = 272.0, 22.0, 6.0, 54
"""Millimetres of the printable page, its heading and a note; characters in a line of a column."""


def sizes(sheet: Sheet) -> str:
    """The CSS sizes of text and boards with which everything fits on the page."""
    clauses = [clause for section in sheet.sections for clause in section.clauses]
    lines = sum(-(-(len(clause.text) + 12) // LETTERS) + 0.17 for clause in clauses) + 1.9 * len(sheet.sections)
    n = len(sheet.examples)
    across = max(4, -(-n // 2))
    rows = -(-n // across)
    width = 186 / across - 4
    point, captions = 9.2, caption_height(sheet, across, width)
    notes = NOTE * sum(1 for paragraph in (sheet.note, legend(sheet)) if paragraph) + about_height(sheet)
    while True:
        height = lines / 2 * point * 0.3528 * 1.34 * point / 9.2 + (26 if sheet.start else 0) + notes
        high = (PAGE - HEAD - height - 6 - captions) / rows if rows else 0.0
        if high >= min(30.0, width) or point < 7.4:
            break
        point -= 0.2
    high = max(18.0, min(high, 46.0, width * 1.1))
    columns = f".figures {{ grid-template-columns: repeat({across}, 1fr); }}"
    return (f"body {{ font-size: {point:.1f}pt; }}\n{columns}\nfigure svg {{ height: {high:.0f}mm; }}\n"
            f"figure .label {{ {labels(sheet, high, width)} }}")  # fmt: skip


ABOUT_LINE, ABOUT_LETTERS = 3.5, 140
"""Millimetres of a line about the game below all boards, and its letters."""


def about_height(sheet: Sheet) -> float:
    """Millimetres that the text about the game needs."""
    letters = sum(len(paragraph) + 1 for paragraph in sheet.about)
    return 6.0 + ABOUT_LINE * -(-letters // ABOUT_LETTERS) if letters else 0.0


CAPTION, LETTER, GAP = 3.44, 1.45, 6.0
"""Millimetres of a line of a caption, of the average letter in it, and of the gap between rows of boards."""


def caption_height(sheet: Sheet, across: int, width: float) -> float:
    """The height of the captions of all rows of boards, in millimetres."""
    texts = [len(example.caption) + len("10 x ") for example in sheet.examples]
    rows = [texts[i : i + across] for i in range(0, len(texts), across)]
    return sum(-(-max(row) * LETTER // width) * CAPTION + GAP for row in rows)


READABLE, TINY, PLAIN, LARGE = 1.7, 1.0, 13.0, 25.0
"""Sizes of a board's labels: well readable and barely readable in millimetres; as drawn, and the largest that fits."""


def labels(sheet: Sheet, high: float, width: float) -> str:
    """The CSS for the labels of small boards: enlarged, or hidden where they would not be readable."""
    boards = [svg_board.size(example.picture) for example in sheet.examples]
    scale = min((min(high / tall, width / wide) for wide, tall in boards), default=1.0)
    if LARGE * scale < TINY:
        return "display: none;"
    return f"font-size: {min(LARGE, max(PLAIN, READABLE / scale)):.0f}px;"


def legend(sheet: Sheet) -> str:
    """The legend of colours, letters and marks in the boards."""
    pictures = [*([sheet.start] if sheet.start else []), *(example.picture for example in sheet.examples)]
    stones = [stone for picture in pictures for stone in picture.stones]
    owners = sorted({stone.side for stone in stones})
    parts = [
        f"{symbol(pictures[0], side) if side else 'of nobody'} {pictures[0].colours[side - 1] if side else 'grey'}"
        for side in owners
        if owners != [0]
    ]
    kinds = kind_letters(msgspec.structs.replace(pictures[0], stones=tuple(stones))) if pictures else {}
    there = {stone.kind for stone in stones}
    parts += [f"{letter} {kind}" for kind, letter in kinds.items() if kind in there]
    parts += ["faded: hidden"] if any(stone.hidden for stone in stones) else []
    parts += ["on yellow: just played"] if any(picture.last for picture in pictures) else []
    parts += ["red: what shows it"] if any(picture.line for picture in pictures) else []
    parts += ["green dot: the cell meant"] if any(picture.targets for picture in pictures) else []
    return f"Boards: {'; '.join(parts)}." if parts else ""


def symbol(picture: Picture, side: int) -> str:
    """The letter of a side."""
    return picture.symbols[side]


def _section(section: Section, refs: dict[int, str], start: Picture | None) -> Iterator[str]:
    yield "<section>"
    nested = any(clause.mark and not clause.depth for clause in section.clauses)
    yield '<div class="keep">'  # no page break after a heading or a list's introduction
    yield f"<h2>{escape(section.title)}</h2>"
    if start is not None:
        yield f'<div class="start">{board_svg(start)}</div>'
    kept_together = True
    for i, clause in enumerate(section.clauses):
        if clause.text.endswith(":") and not kept_together:
            yield '<div class="keep">'
            kept_together = True
        ref = f'<span class="ref">{refs[id(clause)]}</span>' if refs.get(id(clause)) else ""
        css = f' class="in{" deep" if clause.depth > 1 - nested else ""}"' if clause.mark else ""
        mark = f"<b>{escape(clause.mark)}</b>" if clause.mark else ""
        yield f"<p{css}>{mark}{code_html(clause.text)}{ref}</p>"
        if kept_together and (not clause.text.endswith(":") or i + 1 == len(section.clauses)):
            yield "</div>"
            kept_together = False
    yield "</section>"


def _figure(number: int, example: Example) -> str:
    css, mark = ("yes", YES) if example.good else ("no", NO)
    sentence = f"<b>{number} {mark}</b> {code_html(example.caption)}"
    return f'<figure class="{css}">{board_svg(example.picture)}<figcaption>{sentence}</figcaption></figure>'


def board_svg(picture: Picture) -> str:
    """The board as SVG for the page."""
    return svg_board.board(picture).strip()


def code_html(sentence: str) -> str:
    """Escaped text with `plies` as code."""
    return re.sub(r"`([^`]*)`", r"<code>\1</code>", escape(sentence))
