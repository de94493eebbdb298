"""Texts for players in their language: one catalogue for pages, notices and mails, in gettext's format (`de.po`).

The English text is the key. It holds its values as `%(name)s`, in Python, in templates and in the modules of pages.
"""

from __future__ import annotations

from .language import (
    LANGUAGES,
    SOURCE,
    current,
    gettext,
    negotiated,
    ngettext,
    speak,
    speaking,
    terminal_language,
    translations_in,
)
from .messages import Messages, read_po

__all__ = [
    "LANGUAGES",
    "Messages",
    "SOURCE",
    "current",
    "gettext",
    "negotiated",
    "ngettext",
    "read_po",
    "speak",
    "speaking",
    "terminal_language",
    "translations_in",
]
