"""Renders a Document as the bytes of a PDF or an OpenDocument spreadsheet."""

from __future__ import annotations

from .document import Document

FORMS = ("pdf", "ods")
"""The file formats of a document."""


def write(document: Document, form: str) -> bytes:
    """The file in one of FORMS. Equal documents give equal files. Raises ValueError for another form."""
    if form == "pdf":
        from .pdf import pdf

        return pdf(document)
    if form == "ods":
        from .ods import ods

        return ods(document)
    raise ValueError(f"form: {form!r}, expected {' or '.join(FORMS)}")
