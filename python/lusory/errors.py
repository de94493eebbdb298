"""Error classes. Every message says what was found, what was expected, and where."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple


class LusoryError(Exception):
    """The base class of all errors that lusory raises on purpose."""


class RuleError(LusoryError, ValueError):
    """A rule value that makes no sense.

    `path` leads from the root of the value to the fault (`ends[0].when.length`), `found` is what stands
    there and `expected` what could. `word` is the name of the word that was being built, where the path begins there.
    `place` is where the fault stands in the text that was read: from and to which character; None where that is not
    known.
    """

    place: tuple[int, int] | None = None

    def __init__(self, path: str, found: object, expected: str, word: str = "") -> None:
        self.path, self.found, self.expected, self.word = path, found, expected, word
        where = f"{word}.{path}" if word and path else path or word or "the value"
        super().__init__(f"{where}: {found}, {expected}")

    def __reduce__(self) -> tuple[type[RuleError], tuple[str, object, str, str], dict[str, object]]:
        return RuleError, (self.path, self.found, self.expected, self.word), {"place": self.place}

    def under(self, prefix: str) -> RuleError:
        """The same error with a longer path."""
        joint = "" if not self.path or self.path.startswith("[") else "."
        return RuleError(f"{prefix}{joint}{self.path}", self.found, self.expected).at(self.place)

    def at(self, place: tuple[int, int] | None) -> RuleError:
        """The same error, which stands there in the text that was read."""
        self.place = place
        return self


class Phrase(NamedTuple):
    """A text in English with `%(name)s` where one of `values` stands, which may be phrases too. Whoever speaks to
    players says it in their language."""

    text: str
    values: dict[str, str | Phrase] = {}  # noqa: RUF012

    def said(self, translated: Callable[[str], str] = str) -> str:
        """The text with its values put in. translated: a text in another language."""
        values = {
            name: value.said(translated) if isinstance(value, Phrase) else value for name, value in self.values.items()
        }
        text = translated(self.text)
        return text % values if values else text

    @classmethod
    def verbatim(cls, text: str) -> Phrase:
        """A text that is the same in every language: it has no translation."""
        return cls("%(verbatim)s", {"verbatim": text})

    @property
    def is_verbatim(self) -> bool:
        """Whether it is the same in every language."""
        return "verbatim" in self.values


class PhraseError(LusoryError):
    """An error that players see. phrase: what is wrong, to be said in any language; a text is said as it is."""

    def __init__(self, phrase: Phrase | str) -> None:
        self.phrase = Phrase(phrase) if isinstance(phrase, str) else phrase
        super().__init__(self.phrase.said())

    def __reduce__(self) -> tuple[type[PhraseError], tuple[Phrase]]:
        return type(self), (self.phrase,)


class OptionError(PhraseError, ValueError):
    """An option a game does not have, or a value outside its range."""


class UnknownGame(PhraseError, LookupError):
    """A name, path or `file.py:function` that leads to no game."""


class IllegalPly(PhraseError, ValueError):
    """A ply that may not be played here. text: the ply. why: the reason, in words for players; where it is a text all
    is said in its language. legal: some of what is legal. ply, reason, choice: these three, to be said in any language.
    rule: for authors, the expression of the rules that forbids it (`Place(to=empty)`); empty where none does."""

    def __init__(self, text: Phrase | str, why: Phrase | str, legal: Phrase | str = "", rule: str = "") -> None:
        # A ply is written alike in every language, though words like `pass` have translations elsewhere.
        parts = (Phrase.verbatim(part) if isinstance(part, str) else part for part in (text, why, legal))
        self.ply, self.reason, self.choice = parts
        self.text, self.why, self.legal, self.rule = self.ply.said(), self.reason.said(), self.choice.said(), rule
        values: dict[str, str | Phrase] = {"text": self.ply, "why": self.reason, "legal": self.choice}
        with_legal = Phrase("%(text)s: %(why)s; legal here: %(legal)s", values)
        phrase = with_legal if self.legal else Phrase("%(text)s: %(why)s", values)
        super().__init__(Phrase.verbatim(phrase.said()) if self.reason.is_verbatim else phrase)

    def __reduce__(self) -> tuple[type[IllegalPly], tuple[Phrase, Phrase, Phrase, str]]:  # type: ignore[override]
        return IllegalPly, (self.ply, self.reason, self.choice, self.rule)


class RecordError(LusoryError, ValueError):
    """A record that cannot be read, or does not replay; the message says at which line or ply."""


class MeasurementError(LusoryError, ValueError):
    """Stored figures that cannot be read; the message says where they fail."""


class UnknownPlayer(LusoryError, LookupError):
    """A player spec that names no player."""


class UnfitPlayer(LusoryError, ValueError):
    """A player spec that this game cannot have; the message says why, and what to use instead."""


class PlayerFault(LusoryError, RuntimeError):
    """A player that failed: it died, took too long, or returned what is no legal ply."""


class LongTurn(LusoryError, RuntimeError):
    """A turn without end, which the rules allow."""


class GoalError(LusoryError, ValueError):
    """A goal of a repair that cannot be read, or cannot be met by anything."""


class EngineError(LusoryError, ImportError):
    """The engine, or the build of it, that was requested is not installed, or this CPU cannot run it."""


class EngineWarning(UserWarning):
    """The engine cannot play a rule value; the reference plays it, slowly."""
