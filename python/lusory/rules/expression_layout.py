"""Lays out the Python expression of a game on indented lines, as people write it."""

from __future__ import annotations

import re

from .game import Game

QUOTED = re.compile(r"""\"(?:[^"\\]|\\.)*"|'((?:[^'\\"]|\\[^'])*)'|'(?:[^'\\]|\\.)*'""")
"""A text between quotes; the group is one that double quotes could hold as well."""
WIDTH = 88
STEP = "    "
OPENING, CLOSING = "([{", ")]}"
GROUPS = re.compile(r"(?<!\w)\($")
"""A bracket that groups, as in `a & (b | c)`: a comma in it would make a list."""


def lay_out(game: Game, width: int = WIDTH) -> str:
    """The expression of a game, with a line for each of its fields, and more where a line would be too long."""
    head, inner, tail = split_brackets(double_quoted(repr(game)))
    return f"{head}\n{parts_below(inner, STEP, width)}\n{tail}\n"


def double_quoted(text: str) -> str:
    """An expression with double quotes wherever it can have them, as the documentation writes it."""
    return QUOTED.sub(lambda match: match[0] if match[1] is None else f'"{match[1]}"', text)


def lay_out_at(text: str, indent: str, width: int, room: int = 0) -> str:
    """An expression that stands behind an indent; where it is too long, each part in its outer brackets on a line.
    room: characters that follow it on its last line."""
    if len(indent) + len(text) + room <= width:
        return text
    head, inner, tail = split_brackets(text)
    if not inner:
        return text
    if GROUPS.search(head):
        return f"{head}\n{indent + STEP}{lay_out_at(inner, indent + STEP, width)}\n{indent}{tail}"
    return f"{head}\n{parts_below(inner, indent + STEP, width)}\n{indent}{tail}"


def parts_below(inner: str, indent: str, width: int) -> str:
    """Each of the parts that commas separate on a line of its own."""
    return "\n".join(f"{indent}{lay_out_at(part, indent, width, 1)}," for part in split_commas(inner))


def split_brackets(text: str) -> tuple[str, str, str]:
    """A text before, in and behind its last brackets that stand in no others; the text alone without them."""
    depth, opening = 0, -1
    for at, sign in characters_outside_quotes(text):
        if sign in OPENING:
            opening = at if depth == 0 else opening
            depth += 1
        elif sign in CLOSING:
            depth -= 1
    if opening < 0 or text[-1] not in CLOSING:
        return text, "", ""
    return text[: opening + 1], text[opening + 1 : -1], text[-1]


def split_commas(text: str) -> list[str]:
    """The parts between commas that stand in no brackets."""
    depth, begin, pieces = 0, 0, list[str]()
    for at, sign in characters_outside_quotes(text):
        depth += (sign in OPENING) - (sign in CLOSING)
        if sign == "," and depth == 0:
            pieces.append(text[begin:at].strip())
            begin = at + 1
    return [*pieces, text[begin:].strip()]


def characters_outside_quotes(text: str) -> list[tuple[int, str]]:
    """The characters that stand in no quotation marks."""
    characters, quote, skip = list[tuple[int, str]](), "", False
    for at, sign in enumerate(text):
        if skip or (quote and sign == "\\"):
            skip = not skip
        elif quote:
            quote = "" if sign == quote else quote
        elif sign in "'\"":
            quote = sign
        else:
            characters.append((at, sign))
    return characters
