"""The background of a game for its sheet: inventor, year, names, story, other versions, source, rights."""

from __future__ import annotations

from ..about import About


def background(about: About | None) -> tuple[str, ...]:
    """Paragraphs, the most asked for first; none where nothing is known."""
    if about is None:
        return ()
    parts = (
        inventor_and_year(about),
        other_names(about),
        about.story,
        about.naming,
        *versions(about),
        sources(about),
        about.rights,
    )
    return tuple(text.strip() for text in parts if text.strip())


def inventor_and_year(about: About) -> str:
    """Inventor and year."""
    if not about.inventor and not about.year:
        return ""
    return f"Inventor: {about.inventor or 'not known'}{f', {about.year}' if about.year else ''}."


def other_names(about: About) -> str:
    """Other names."""
    return f"Also known as {', '.join(about.other_names)}." if about.other_names else ""


def versions(about: About) -> list[str]:
    """Other versions, with the options that play them."""
    return [f"`{options_text(version.options)}`: {version.text}" for version in about.versions]


def options_text(options: dict[str, str]) -> str:
    """Options as one types them: `target=13`."""
    return " ".join(f"{name}={value}" for name, value in options.items())


def sources(about: About) -> str:
    """The sources of the rules."""
    return f"Source: {about.source.removesuffix('.')}." if about.source else ""
