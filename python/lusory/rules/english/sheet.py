"""The rules sheet as data: sections, clauses, examples. `lusory.draw` renders it."""

from __future__ import annotations

import msgspec

from ..picture import Picture


class Clause(msgspec.Struct, frozen=True):
    """A few sentences. path: the word described (`ends[0].when`). mark: `1.` or a bullet. depth: of indentation."""

    text: str
    path: str = ""
    mark: str = ""
    depth: int = 0


class Section(msgspec.Struct, frozen=True):
    """A heading and its clauses."""

    title: str
    clauses: tuple[Clause, ...]


class Example(msgspec.Struct, frozen=True):
    """A position that illustrates a clause. path: the word it belongs to. good: whether the clause applies here."""

    path: str
    good: bool
    caption: str
    picture: Picture


class Sheet(msgspec.Struct, frozen=True):
    """The whole rules sheet.

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
