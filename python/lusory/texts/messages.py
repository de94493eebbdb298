"""Read the messages of a language from a file in gettext's format, which needs no compiling."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable
from gettext import NullTranslations, c2py

LINE = re.compile(r'(msgid|msgid_plural|msgstr(?:\[\d\])?)?\s*("(?:[^"\\]|\\.)*")')
PLURAL = re.compile(r"plural=([-n0-9 ()!=<>&|?:%*+]+);")
DEFAULT = "n != 1"
"""Which form of the plural English takes."""


class Messages(NullTranslations):
    """The texts of a language. texts: the translations of each English text, one for each form of the plural; without
    those that are missing, which stay English. plural: gettext's expression for the form of a number `n`."""

    def __init__(self, texts: dict[str, tuple[str, ...]], plural: str = DEFAULT) -> None:
        super().__init__()
        self.texts, self.plural = texts, plural
        self._form: Callable[[int], int] = c2py(plural)

    def gettext(self, message: str) -> str:
        """A text in this language."""
        return self.texts.get(message, (message,))[0]

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        """A text that counts something."""
        forms = self.texts.get(msgid1)
        if forms is None:
            return msgid1 if n == 1 else msgid2
        return forms[min(self._form(n), len(forms) - 1)]


def entries(text: str) -> list[dict[str, str]]:
    """The fields of each entry: `msgid`, `msgid_plural`, `msgstr` or `msgstr[0]` … Raises ValueError with the line."""
    catalogue: list[dict[str, str]] = []
    field = ""
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        match = LINE.fullmatch(line.strip())
        if match is None or not (match[1] or field):
            raise ValueError(f"line {number}: expected msgid, msgid_plural or msgstr and a text in quotes")
        if match[1] == "msgid":
            catalogue.append({})
        field = match[1] or field
        if not catalogue:
            raise ValueError(f"line {number}: expected msgid first")
        catalogue[-1][field] = catalogue[-1].get(field, "") + ast.literal_eval(match[2])
    return catalogue


def read_po(text: str) -> Messages:
    """The messages in a file. Raises ValueError with the line."""
    texts: dict[str, tuple[str, ...]] = {}
    plural = DEFAULT
    for entry in entries(text):
        forms = tuple(value for key, value in sorted(entry.items()) if key.startswith("msgstr"))
        if entry["msgid"] and all(forms):
            texts[entry["msgid"]] = forms
        elif not entry["msgid"] and (plural_header := PLURAL.search(forms[0])):
            plural = plural_header[1].strip()
    return Messages(texts, plural)
