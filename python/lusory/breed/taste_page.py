"""The page of `lusory taste`: how well measures predict people's preferences."""

from __future__ import annotations

from collections.abc import Sequence

from .foretold import Foretold
from .litter import pages, style


def page(model: str, measures: Sequence[Foretold]) -> str:
    """A page that needs no network. model: what the whole model is worth, in a sentence."""
    from markupsafe import Markup

    html: str = pages().get_template("taste.html").render(model=model, measures=measures, css=Markup(style()))
    return html
