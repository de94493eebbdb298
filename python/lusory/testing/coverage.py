"""Lists the words and arguments that a rule value uses, so that tests can require coverage of the vocabulary."""

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
"""Arguments that a word inherits but does not accept."""


def arguments() -> frozenset[str]:
    """Every word (`place`) and every argument of every word (`place.shape`) of the vocabulary."""
    fields = (
        f"{tag}.{s.name}" for tag, cls in REGISTRY.items() for s in specs(cls) if s.name not in REFUSED.get(tag, ())
    )
    return frozenset(REGISTRY) | frozenset(fields)


def words_and_arguments(value: Any) -> Iterator[str]:
    """The words of a rule value and the arguments given to them; arguments at their default do not count."""
    for word in words(value):
        tag = type(word).tag()
        yield tag
        for spec in specs(type(word)):
            if spec.required or getattr(word, spec.name) != spec.default:
                yield f"{tag}.{spec.name}"
