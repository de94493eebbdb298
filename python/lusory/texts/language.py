"""The language of a request or a mail, from a cookie, an account or the browser's Accept-Language."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from importlib.resources import files

from .messages import Messages, read_po

SOURCE = "en"
"""The language of the texts in the code."""
LANGUAGES = {"en": "English", "de": "Deutsch"}
"""Every language by its code, with its own name."""
_language: ContextVar[str] = ContextVar("language", default=SOURCE)
MOST = 20
"""At most so many languages of a header are read."""


@cache
def translations_in(language: str) -> Messages:
    """The texts of a language. Raises KeyError where there is none."""
    if language == SOURCE:
        return Messages({})
    LANGUAGES[language]
    return read_po((files(__package__) / f"{language}.po").read_text("utf-8"))


def current() -> str:
    """The code of the language of whoever is served now."""
    return _language.get()


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Within, texts are in this language; in English where there is no such one."""
    token = _language.set(language if language in LANGUAGES else SOURCE)
    try:
        yield
    finally:
        _language.reset(token)


def speak(language: str) -> None:
    """From now on until the end of what `speaking` began, texts are in this language: who is served is known now."""
    _language.set(language if language in LANGUAGES else SOURCE)


def gettext(text: str) -> str:
    """A text in the language of whoever is served now."""
    return translations_in(current()).gettext(text)


def ngettext(singular: str, plural: str, n: int) -> str:
    """A text that counts something, in the same language."""
    return translations_in(current()).ngettext(singular, plural, n)


def negotiated(chosen: str, accepted: str) -> str:
    """The language to serve: the chosen one where there is such, else the first that the browser accepts.
    accepted: the header Accept-Language."""
    if chosen in LANGUAGES:
        return chosen
    wishes = [_wish(part) for part in accepted.split(",")[:MOST]]
    best = sorted((wish for wish in wishes if wish[1] in LANGUAGES and wish[0] > 0), key=lambda wish: -wish[0])
    return best[0][1] if best else SOURCE


def terminal_language() -> str:
    """The language of the terminal: of LUSORY_LANGUAGE, else of the locale (LC_ALL, LC_MESSAGES, LANG)."""
    names = ("LUSORY_LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
    setting = next((value for name in names if (value := os.environ.get(name))), "")
    return negotiated("", setting.replace("_", "-").partition(".")[0])


def _wish(part: str) -> tuple[float, str]:
    """A language and its weight, as in `de-AT;q=0.8`."""
    name, _, weight = part.partition(";")
    try:
        value = float(weight.strip().removeprefix("q=") or 1)
    except ValueError:
        value = 0.0
    return value, name.strip().lower().partition("-")[0]
