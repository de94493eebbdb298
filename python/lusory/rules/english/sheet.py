"""The rules of a game as a sheet: titles, clauses, examples; how it looks is decided elsewhere."""

from __future__ import annotations

import msgspec

from ..picture import Picture


class Clause(msgspec.Struct, frozen=True):
    """One sentence or two. path: the word it tells (`ends[0].when`). mark: `1.` or a bullet. depth: how far in."""

    text: str
    path: str = ""
    mark: str = ""
    depth: int = 0


class Section(msgspec.Struct, frozen=True):
    """A heading and what stands under it."""

    title: str
    clauses: tuple[Clause, ...]


class Example(msgspec.Struct, frozen=True):
    """A position that shows a clause. path: the word it belongs to. good: it applies here, or only seems to."""

    path: str
    good: bool
    caption: str
    picture: Picture


class Sheet(msgspec.Struct, frozen=True):
    """All that a player is told.

    goal: one sentence. note: about the examples.
    start: the board before the first move. about: inventor, story and so on, a paragraph each.
    """

    title: str
    goal: str
    sections: tuple[Section, ...]
    examples: tuple[Example, ...] = ()
    note: str = ""
    start: Picture | None = None
    about: tuple[str, ...] = ()

    def of(self, path: str) -> tuple[Example, ...]:
        """The examples of one clause."""
        return tuple(example for example in self.examples if example.path == path)
