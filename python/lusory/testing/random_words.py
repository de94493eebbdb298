"""Draws random words: a word of a given sort, and a value for each of its fields by the field's type.

All randomness comes from one function, `below(n)`: a number from 0 to n - 1, where 0 is the simplest choice.
Hypothesis provides it while it searches and shrinks, a seeded generator where speed matters.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from typing import Any, TypeVar

from ..errors import RuleError
from ..rules.cells import everywhere
from ..rules.geometry import Geometry
from ..rules.spec import SORTS, FieldSpec, specs
from ..rules.static_evaluation import WORDS
from ..rules.word import REGISTRY, FlexibleWord, Word
from .field_hints import HINTS, SETS, WHOLE

_T = TypeVar("_T")
Below = Callable[[int], int]

SPECIAL = frozenset(
    {"commit", "reveal", "chance", "roll", "rolled", "swap", "keep", "here", "mark", "unmark", "marked"}
)
"""Words that make sense in a few places only, where the caller allows them with `allowing`."""
COURSE = frozenset({"quiet", "repeats", "no-ply"})
SECRETS = frozenset({"announced", "revealed"})
ONE_SORT = {"and": ("cells", "directions"), "or": ("cells", "directions"), "not": ("cells", "directions")}
"""Flexible words that do not fit every sort."""


class Drawing:
    """Draws words for one board and number of players."""

    def __init__(self, below: Below, geometry: Geometry, players: int = 2, kinds: tuple[str, ...] = ("stone",)) -> None:
        self.below: Below = below
        self.geometry: Geometry = geometry
        self.players: int = players
        self.kinds: tuple[str, ...] = kinds
        self.without: frozenset[str] = (
            SPECIAL | COURSE | SECRETS | (frozenset({"by-side"}) if players < 2 else frozenset())
        )
        self.only: frozenset[str] | None = None

    def one(self, among: Sequence[_T]) -> _T:
        """Draws one of several, of which the first is the simplest."""
        return among[self.below(len(among))]

    def odds(self, times: int, of: int) -> bool:
        """True with probability `times` / `of`."""
        return self.below(of) >= of - times

    def some(self, among: Sequence[_T], most: int) -> tuple[_T, ...]:
        """One or more different ones, at most `most`."""
        remaining = list(among)
        return tuple(
            remaining.pop(self.below(len(remaining))) for _ in range(min(len(remaining), 1 + self.below(most)))
        )

    @contextmanager
    def allowing(self, *tags: str) -> Iterator[None]:
        """Allow these words inside this block."""
        before, self.without = self.without, self.without - frozenset(tags)
        try:
            yield
        finally:
            self.without = before

    @contextmanager
    def board_only(self, *tags: str) -> Iterator[None]:
        """Inside this block draw only words that depend on the board alone, and these."""
        before = self.only
        self.only = frozenset(cls.tag() for cls in WORDS if issubclass(cls, Word)) | frozenset(tags)
        try:
            yield
        finally:
            self.only = before

    def word(self, sort: str, depth: int = 2) -> Any:
        """A word of a sort (or a number, or a list of regions) with at most `depth` levels of words in it."""
        for _ in range(6 if depth > -3 else 0):
            try:
                return self._word(sort, depth)
            except RuleError:
                depth = max(depth - 1, 0)
        return plainest(sort) if self.only is None or sort != "cells" else everywhere

    def _word(self, sort: str, depth: int) -> Any:
        if sort == "number" and not self.odds(1, 2 if depth > 0 else 4):
            return self.below(5)
        if sort == "regions" and self.odds(1, 2):
            return tuple(self.word("cells", depth - 1) for _ in range(1 + self.below(3)))
        if sort == "condition" and self.odds(2, 3 if depth > 0 else 5):
            sort = "cells"
        if sort == "cells" and depth > 0 and self.odds(1, 16):
            sort = "regions"
        return self.build(self.one(self.candidates(sort, depth)), sort, depth)

    def candidates(self, sort: str, depth: int) -> list[type[Word]]:
        """The words allowed here; only leaves where nothing more may be nested."""
        candidates_found = [
            cls
            for cls in of_sort(sort)
            if cls.tag() not in self.without and (self.only is None or cls.tag() in self.only)
        ]
        leaf_classes = [cls for cls in candidates_found if is_leaf(cls)]
        atoms = [cls for cls in candidates_found if cls.atom]
        return (leaf_classes if depth <= 0 and leaf_classes else candidates_found + atoms) or [REGISTRY["everywhere"]]

    def build(self, cls: type[Word], sort: str, depth: int, **given: Any) -> Any:
        """A word of a class with the given fields, the others drawn."""
        drawn_together = SETS.get(cls.tag())
        fields = dict(given) if drawn_together is None else {**drawn_together(self, depth), **given}
        for spec in specs(cls):
            if spec.name not in fields and (spec.required or self.odds(1, 4)):
                fields[spec.name] = self.field(cls, spec, sort, depth - 1)
        if cls.variadic:
            return cls(*fields.pop("parts"), **fields)
        return cls(**fields)

    def field(self, cls: type[Word], spec: FieldSpec, sort: str, depth: int) -> Any:
        """A value for one field: by its hint, else by its type."""
        hint = HINTS.get(f"{cls.tag()}.{spec.name}") or HINTS.get(spec.name)
        if hint is not None:
            return hint(self)
        if spec.sort == "Word":
            accepted = sort
        elif spec.sort in SORTS:
            accepted = SORTS[spec.sort][0]
        else:
            return self.plain(spec)
        if not spec.many:
            return self.word(accepted, depth)
        length = (
            self.players if cls.tag() == "by-side" else (2 if accepted not in ("ply", "effect") else 1) + self.below(2)
        )
        return tuple(self.word(accepted, depth) for _ in range(length))

    def plain(self, spec: FieldSpec) -> Any:
        """A value that is not a word."""
        if spec.many:
            single = FieldSpec(spec.name, spec.sort, False, False, spec.choices, True, None)
            return tuple(self.plain(single) for _ in range(1 + self.below(2)))
        if spec.sort == "bool":
            return not spec.default if isinstance(spec.default, bool) else self.odds(1, 2)
        return self.one(spec.choices or ("a", "b")) if spec.sort == "str" else self.one(WHOLE)


@cache
def of_sort(sort: str) -> tuple[type[Word], ...]:
    """The words that may be of a sort, in the order of the vocabulary, atoms first."""
    classes = [
        cls
        for tag, cls in REGISTRY.items()
        if cls.sort == sort or (issubclass(cls, FlexibleWord) and sort in ONE_SORT.get(tag, (sort,)))
    ]
    return tuple(sorted(classes, key=lambda cls: (not cls.atom, not is_leaf(cls))))


@cache
def is_leaf(cls: type[Word]) -> bool:
    """Whether it can be built without another word."""
    return not any(spec.required and spec.sort in SORTS for spec in specs(cls))


def plainest(sort: str) -> Any:
    """The fallback where no drawn value made sense."""
    from ..rules import effects, ends, plies, setup
    from ..rules.cells import Corners, own
    from ..rules.directions import every
    from ..rules.logic import No

    return {
        "number": 1,
        "cells": own,
        "regions": Corners(),
        "directions": every,
        "condition": No(own),
        "ply": plies.Place(),
        "effect": effects.Earn(1),
        "end": ends.Draw(No(own)),
        "setup": setup.InHand(9),
    }[sort]
