"""Words that combine conditions, and words that choose by condition or by side."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, ClassVar

from ..errors import RuleError
from .spec import value_text
from .word import Condition, ConditionWord, FlexibleWord, Word, plain, sort_of


class Some(ConditionWord, frozen=True):
    """True when the condition holds; of a set of cells: when there are some. The cells are its witness."""

    of: Condition
    example = "Some(enemy & Ranks(-1))"
    source = "logic: there is"
    fields = {"of": "a condition, or cells"}


class No(ConditionWord, frozen=True):
    """True when the condition does not hold; of a set of cells: when there are none."""

    of: Condition
    example = "No(enemy)"
    source = "logic: there is no"
    fields = {"of": "a condition, or cells"}


class All(ConditionWord, frozen=True):
    """True when every part holds. The witnesses are those of all parts."""

    parts: tuple[Condition, ...]
    variadic = True
    example = "All(No(own & moved), Count(own) >= 3)"
    source = "logic: and"
    fields = {"parts": "conditions"}

    if TYPE_CHECKING:

        def __init__(self, *parts: Condition) -> None: ...

    def check(self) -> None:
        if not self.parts:
            raise self.refuse("parts", "expected one condition or more")


class Any(ConditionWord, frozen=True):
    """True when at least one part holds. The witness is that of the first part that does."""

    parts: tuple[Condition, ...]
    variadic = True
    example = "Any(No(own), No(enemy))"
    source = "logic: or"
    fields = {"parts": "conditions"}

    if TYPE_CHECKING:

        def __init__(self, *parts: Condition) -> None: ...

    def check(self) -> None:
        if not self.parts:
            raise self.refuse("parts", "expected one condition or more")


class If(FlexibleWord, frozen=True):
    """`then` where the condition holds, else `otherwise`. Without `otherwise` a ply is skipped, a set is empty,
    a number is 0, an effect or an end is nothing."""

    when: Condition
    then: Word
    otherwise: Word | None = None
    example = "If(Count(own) <= 3, Leap(own), Step(own))"
    source = "choice by condition; Ludii's `if`"
    fields = {"when": "the condition", "then": "a part of any sort", "otherwise": "a part of the same sort"}

    def check(self) -> None:
        is_same_sort = self.otherwise is None or plain(sort_of(self.then)) == plain(sort_of(self.otherwise))
        if not is_same_sort:
            raise RuleError(
                "otherwise", value_text(self.otherwise), f"expected the sort of `then`, {sort_of(self.then)}"
            )

    def sort_here(self) -> str:
        return _common_sort([self.then] if self.otherwise is None else [self.then, self.otherwise])


class BySide(FlexibleWord, frozen=True):
    """A part for each side: the first where the mover is side 1, the second where the mover is side 2, ..."""

    parts: tuple[Word, ...]
    variadic: ClassVar[bool] = True
    example = 'BySide(Edges("top bottom"), Edges("left right"))'
    source = "asymmetric rules; Ludii's `P1`, `P2`"
    fields = {"parts": "parts of one sort, one a side"}

    if TYPE_CHECKING:

        def __init__(self, *parts: Word | int) -> None: ...

    def check(self) -> None:
        sorts = {plain(sort_of(part)) for part in self.parts}
        if len(self.parts) < 2 or len(sorts) > 1:
            raise RuleError("parts", value_text(self.parts), "expected a part of one sort for each side, two or more")

    def sort_here(self) -> str:
        return _common_sort(self.parts)


def _common_sort(parts: Iterable[object]) -> str:
    """The common sort of the parts: regions only where each is a list of regions."""
    sorts = {sort_of(part) for part in parts}
    return sorts.pop() if len(sorts) == 1 else plain(sorts.pop())
