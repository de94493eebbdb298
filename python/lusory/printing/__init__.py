"""Sheets for pen and paper: boards to play on, record sheets, private sheets of games with secrets, rules; as PDF or as
a spreadsheet.

>>> import lusory
>>> from lusory.printing import document
>>> [page.name for page in document(lusory.load("hidden-gomoku")).pages]
['Board', 'Record', 'First, private', 'Second, private']
"""

from __future__ import annotations

from typing import Any

from .._renamed import renamed
from .build import ENDED, SHEETS, PrintRequest, document, with_rules
from .document import PAPERS, Document
from .write import FORMS, write

__all__ = ["ENDED", "FORMS", "PAPERS", "SHEETS", "PrintRequest", "Document", "document", "with_rules", "write"]

RENAMED = {"Asked": "PrintRequest"}
"""Old names to new, kept for one release."""


def __getattr__(name: str) -> Any:
    return renamed(__name__, RENAMED, name)
