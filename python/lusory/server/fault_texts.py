"""What is said of an error, in the language of whoever is served now."""

from __future__ import annotations

from ..errors import LusoryError, PhraseError
from ..texts import gettext
from .table import Refused
from .workers import Overdue


def fault_text(fault: LusoryError) -> str:
    """An error as players read it; those of rules and of the database are in English."""
    if isinstance(fault, Refused):
        return fault.told()
    if isinstance(fault, PhraseError | Overdue):
        return fault.phrase.said(gettext)
    return str(fault)
