"""Reads plies as people type them: `b2->c3`, `B2 C3`, `g1xe3xc5`, `reveal F4 C4`."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from itertools import pairwise

from .contract import Contract

ELLIPSIS = "…"
SYNONYMS = {"pass": "end", "": "reveal:none", "none": "reveal:none"}
"""Texts that people type for plies; a ply with exactly this text takes precedence."""
NUMBERED = re.compile(r"\d{1,4}\.+\s*(?=\S)")
"""The number of a turn before a ply, as records and mails show it."""


def find(contract: Contract, legal: Sequence[int], typed: str) -> int | None:
    """The legal ply a text means, or None. The canonical text first, then ever more lenient readings; a reading
    that fits two plies fits none."""
    texts = {contract.text(action): action for action in legal}
    typed = " ".join(typed.split())
    typed = typed if typed in texts else bare(typed)
    typed = SYNONYMS.get(typed.casefold(), typed) if typed not in texts else typed
    if typed in texts:
        return texts[typed]
    for reading in (_normalise_arrows, _strip_signs, _sort_listed):
        reading_typed = reading(typed)
        matching = {a for text, a in texts.items() if reading_typed in (reading(text), reading(contract.printed(a)))}
        if len(matching) == 1 and reading_typed:
            return matching.pop()
    unmarked = match_unmarked(texts, typed)
    return match_abbreviation(texts, typed) if unmarked is None else unmarked


def bare(typed: str) -> str:
    """What was typed, without the number of the turn before it and a full stop behind it: `c3` for `12. c3.`. Letters
    and digits as wide as Chinese signs, as input methods write them, are plain ones."""
    plain = unicodedata.normalize("NFKC", typed)
    numbered = NUMBERED.match(plain)
    unnumbered = plain[numbered.end() :] if numbered else plain
    unstopped = unnumbered.rstrip(".!")
    return (unnumbered if unstopped == unnumbered else unstopped.rstrip()) or typed


def match_abbreviation(texts: dict[str, int], typed: str) -> int | None:
    """The only ply whose mark begins with what is typed after the cell: `A1 col` for `A1:column`."""
    head, _, cut = re.sub(r"[:\s]+", " ", typed.casefold()).partition(" ")
    parts = [(*text.casefold().partition(":")[::2], action) for text, action in texts.items()]
    matching = (
        [action for start, mark, action in parts if start == head and mark.startswith(cut)] if len(cut) > 1 else []
    )
    return matching[0] if len(matching) == 1 else None


def match_unmarked(texts: dict[str, int], typed: str) -> int | None:
    """The only ply that is written so before its mark: `a1` where `a1:0` is the only one on a1."""
    parts = [(*text.partition(":")[:2], action) for text, action in texts.items()]
    heads = [(_strip_signs(head), action) for head, sign, action in parts if sign and head not in ("reveal", "roll")]
    matching = [action for head, action in heads if head == _strip_signs(typed)]
    return matching[0] if len(matching) == 1 else None


def _normalise_arrows(text: str) -> str:
    """Ignores case, blanks and the shape of arrows."""
    return re.sub(r"\s+", "", re.sub(r"\s*(->|→|–|—)\s*", "-", text.casefold()))


def _strip_signs(text: str) -> str:
    """Also ignores the signs between the parts, except that of a jump."""
    return re.sub(r"[-:,;>]", " ", _without_arrows(text)).replace(" ", "")


def _without_arrows(text: str) -> str:
    return re.sub(r"\s*(->|→|–|—)\s*", " ", text.casefold())


def _sort_listed(text: str) -> str:
    """Also ignores the order of what is listed after the first word (`reveal F4 C4`)."""
    first, *rest = re.findall(r"[a-z0-9]+", text.casefold()) or [""]
    return " ".join([first, *sorted(rest)])


def expand(line: str) -> list[str]:
    """Splits a line into the plies of a turn: chained jumps are separated (`g1xe3xc5`: `g1xe3 e3xc5`)."""
    plies: list[str] = []
    for token in re.sub(r" ?(->|→) ?", "-", " ".join(line.split())).split():
        cells = token.split("x")
        if len(cells) > 2 and all(cells):
            plies += [f"{a}x{b}" for a, b in pairwise(cells)]
        else:
            plies.append(token)
    return plies


def pieces_of(line: str) -> list[str]:
    """The parts of a line of several plies of any players, separated by blanks, commas and semicolons."""
    return expand(re.sub(r"[,;\s]+", " ", line))


def turn_text(plies: Sequence[str], unfinished: bool = False) -> str:
    """A turn on one line: jumps of one piece are chained, `end` is left out, an empty turn is `pass`."""
    plies_shown = [ply for ply in plies if ply != "end"]
    joined: list[str] = []
    for ply in plies_shown:
        jump = joined and "x" in ply and "x" in joined[-1] and joined[-1].rsplit("x", 1)[1] == ply.split("x", 1)[0]
        if jump and ply.split("x", 1)[0]:
            joined[-1] += "x" + ply.split("x", 1)[1]
        else:
            joined.append(ply)
    return " ".join(joined or ["pass"]) + (f" {ELLIPSIS}" if unfinished else "")
