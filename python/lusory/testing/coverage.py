"""Which words and which of their arguments a value uses: so a test can ask that none is left untried."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..rules.plies import ActionWord
from ..rules.spec import specs
from ..rules.traversal import words
from ..rules.word import REGISTRY

REFUSED = {
    "reveal": ("needs", "unless", "then", "mark"),
    **{tag: ("mark",) for tag, cls in REGISTRY.items() if issubclass(cls, ActionWord) and cls.form in ("word", "roll")},
}
"""Arguments that a word inherits and does not take."""


def arguments() -> frozenset[str]:
    """Every word (`place`) and every argument of every word (`place.shape`) of the vocabulary."""
    fields = (
        f"{tag}.{s.name}" for tag, cls in REGISTRY.items() for s in specs(cls) if s.name not in REFUSED.get(tag, ())
    )
    return frozenset(REGISTRY) | frozenset(fields)


def said(value: Any) -> Iterator[str]:
    """The words of a rule value and the arguments given to them; those left at their default do not count."""
    for word in words(value):
        tag = type(word).tag()
        yield tag
        for spec in specs(type(word)):
            if spec.required or getattr(word, spec.name) != spec.default:
                yield f"{tag}.{spec.name}"
