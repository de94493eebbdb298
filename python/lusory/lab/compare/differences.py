"""The difference of two games' rules, word by word and in English."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from typing import Any

import msgspec

from ..._renamed import renamed_attribute
from ...rules.english import phrase
from ...rules.expression_text import spell
from ...rules.game import Game
from ...rules.spec import specs
from ...rules.word import Word

PARTS = ("board", "setup", "opening", "turn", "effects", "ends", "players")
"""The fields of a game, in the order in which they are listed."""
CLAUSE = re.compile(r"^\w+(\[\d+\])?")
SHORT = 4
"""Where no more words than these were replaced, only they are printed beside the clause."""


class Difference(msgspec.Struct, frozen=True):
    """One place where the rules differ.

    path: leads to it, in the later rules; in the earlier ones where something was left out. was, now: the expressions
    that stand there; empty where there is nothing. sentence: the clause it belongs to, in English.
    """

    path: str
    was: str
    now: str
    sentence: str = msgspec.field(name="said")

    @property
    def clause(self) -> str:
        """The path of the clause it belongs to: `ends[2]`."""
        match = CLAUSE.match(self.path)
        return match[0] if match else self.path

    said = renamed_attribute("Difference", "said", "sentence")


def differences(was: Game, now: Game) -> list[Difference]:
    """Where `now` differs from `was`; nothing where the rules are equal, whatever they are called.

    >>> from lusory import load
    >>> [found] = differences(load("susan"), load("susan", draw="slides:4"))
    >>> found.path, found.was, found.now
    ('ends[2].when.n', '6', '4')
    """
    differences: list[Difference] = []
    for part in PARTS:
        old, new = getattr(was, part), getattr(now, part)
        pairs = align(part, old, new) if isinstance(new, tuple) else [(part, old, new)]
        for path, x, y in pairs:
            text = sentence(was, now, x, y)
            differences.extend(
                Difference(place, expression_of(a), expression_of(b), text) for place, a, b in leaves(path, x, y)
            )
    return differences


def difference_lines(differences: Sequence[Difference]) -> list[str]:
    """Each clause that differs, once, with its path: `ends[2]: the game is a draw if ... (was: six)`."""
    return list(dict.fromkeys(f"{difference.clause}: {difference.sentence}" for difference in differences))


class _Absent:
    """Stands for an absent part."""


ABSENT = _Absent()


def expression_of(value: Any) -> str:
    """A part as Python would write it; nothing is empty."""
    return "" if value is ABSENT else spell(value)


def leaves(path: str, was: Any, now: Any) -> Iterator[tuple[str, Any, Any]]:
    """The smallest parts that differ."""
    if are_identical(was, now):
        return
    if isinstance(was, Word) and type(was) is type(now):
        for spec in specs(type(was)):
            yield from leaves(f"{path}.{spec.name}", getattr(was, spec.name), getattr(now, spec.name))
    elif isinstance(was, tuple) and isinstance(now, tuple):
        for place, x, y in align(path, was, now):
            yield from leaves(place, x, y)
    else:
        yield path, was, now


def are_identical(was: Any, now: Any) -> bool:
    """Equal, and of one type: True is not 1 here."""
    return type(was) is type(now) and bool(was == now)


def align(path: str, was: tuple[Any, ...], now: tuple[Any, ...]) -> Iterator[tuple[str, Any, Any]]:
    """Parts of two lists side by side, as few as possible of them different."""
    matcher = SequenceMatcher(None, [spell(part) for part in was], [spell(part) for part in now], autojunk=False)
    for tag, i, j, k, m in matcher.get_opcodes():
        if tag == "equal":
            continue
        old, new = list(was[i:j]), list(now[k:m])
        for n in range(max(len(old), len(new))):
            x = old[n] if n < len(old) else ABSENT
            y = new[n] if n < len(new) else ABSENT
            yield f"{path}[{i + n if y is ABSENT else k + n}]", x, y


def sentence(was: Game, now: Game, x: Any, y: Any) -> str:
    """A clause as it is now, with its former words."""
    old, new = part_text(x, was), part_text(y, now)
    if x is ABSENT:
        return f"new: {new}"
    if y is ABSENT:
        return f"left out: {old}"
    if old == new:
        return f"{expression_of(y)} (was: {expression_of(x)})"
    return f"{new} (was: {former(old, new)})"


def part_text(part: Any, game: Game) -> str:
    """A clause in English; the number of players as a number."""
    if part is ABSENT:
        return ""
    return phrase(part, game) if isinstance(part, Word) else str(part)


def former(old: str, new: str) -> str:
    """The former words of a clause: the replaced ones where as many took their place, in one run, else the whole
    clause: of 12 points in place of 12 by 2 squares, `points` alone tells too little."""
    before, after = old.split(), new.split()
    codes = [code for code in SequenceMatcher(None, before, after, autojunk=False).get_opcodes() if code[0] != "equal"]
    tag, i, j, k, m = codes[0] if len(codes) == 1 else ("", 0, 0, 0, 0)
    run = " ".join(before[i:j])
    return run if tag == "replace" and j - i == m - k <= SHORT and "," not in run else old
