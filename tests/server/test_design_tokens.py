"""Tests of the design tokens of page.css: stones, marks and texts have enough contrast on every background, in both
themes and with colour blindness."""

from __future__ import annotations

import re
from itertools import product
from math import dist

import pytest

from lusory.draw import svg
from lusory.server.web.pages import styles_of
from tests.server.test_game_pages import STATIC

Colour = tuple[float, float, float]
STYLES = styles_of(STATIC / "page.css")
THEMES, BOARDS = ("light", "dark"), ("", "slate", "green", "paper")
GROUNDS = ("shade-0", "shade-1", "shade-2", "shade-dark", "board-ground", "wood")
EYES = {
    "usual": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "deuteranopia": ((0.367, 0.861, -0.228), (0.280, 0.673, 0.047), (-0.012, 0.043, 0.969)),
    "protanopia": ((0.152, 1.053, -0.205), (0.115, 0.786, 0.099), (-0.004, -0.048, 1.052)),
    "tritanopia": ((1.256, -0.077, -0.179), (-0.078, 0.931, 0.148), (0.005, 0.691, 0.304)),
}
"""How colours look to whom, as matrices on linear light (Machado, Oliveira and Fernandes 2009)."""


def tokens(theme: str, board: str) -> dict[str, str]:
    """All tokens as they are where this theme and this board are chosen."""
    values: dict[str, str] = {}
    for selector, body in re.findall(r"^(:root[^{]*)\{([^}]*)\}", STYLES, re.MULTILINE):
        selected = dict(re.findall(r'\[data-(\w+)="(\w+)"\]', selector))
        if all({"theme": theme, "board": board}.get(key) == value for key, value in selected.items()):
            values |= dict(re.findall(r"--([\w-]+):\s*(#\w{6})\b", body))
    return values


def linear(colour: str) -> Colour:
    """Red, green and blue as light."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    r, g, b = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return r, g, b


def light(colour: str) -> float:
    """The relative luminance of WCAG."""
    r, g, b = linear(colour)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


def contrast(a: str, b: str) -> float:
    """The contrast of WCAG, from 1 to 21."""
    high, low = sorted((light(a), light(b)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def mixed(over: str, under: str, opacity: float) -> str:
    """A colour over another."""
    parts = [(int(over[at : at + 2], 16), int(under[at : at + 2], 16)) for at in (1, 3, 5)]
    return "#" + "".join(f"{round(opacity * a + (1 - opacity) * b):02x}" for a, b in parts)


def lab(colour: str, eye: str) -> Colour:
    """A colour in CIELAB, as an eye sees it."""
    r, g, b = (max(0.0, sum(k * part for k, part in zip(row, linear(colour), strict=True))) for row in EYES[eye])
    x, y, z = (
        0.4124 * r + 0.3576 * g + 0.1805 * b,
        0.2126 * r + 0.7152 * g + 0.0722 * b,
        0.0193 * r + 0.1192 * g + 0.9505 * b,
    )
    fx, fy, fz = (v ** (1 / 3) if v > 0.008856 else 7.787 * v + 16 / 116 for v in (x / 0.9505, y, z / 1.089))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def difference(a: str, b: str, eye: str = "usual") -> float:
    """How far two colours are apart; below 2.3 nobody tells them apart, from 10 everybody at a glance."""
    return dist(lab(a, eye), lab(b, eye))


def test_the_colours_of_boards_are_said_once():
    """Drawings have those of the light theme; no file of styles says one of them again."""
    token_list = tokens("light", "")
    assert [token_list["shade-dark"], token_list["wood"], token_list["last"]] == [svg.DARK, svg.WOOD, svg.LAST]
    names = [name for name, _ in re.findall(r"--([\w-]+): *(#\w+)", STYLES.partition("{")[2].partition("}")[0])]
    pages = "".join(path.read_text() for path in STATIC.glob("*.css"))
    assert len(names) > 20 and not [name for name in names if f"--{name}:" in pages]


CHOICES = pytest.mark.parametrize(("theme", "board"), list(product(THEMES, BOARDS)))


@CHOICES
def test_every_stone_is_seen_on_every_ground(theme, board):
    token_list = tokens(theme, board)
    for stone, ground in product(("black", "white", "grey"), GROUNDS):
        contrast_seen = max(contrast(token_list[part], token_list[ground]) for part in (stone, f"{stone}-rim"))
        assert contrast_seen >= 3, (stone, ground, contrast_seen)


@CHOICES
def test_marks_are_seen_on_every_ground_by_every_eye(theme, board):
    """The last move as a tint, the others as lines: legal, selected and threatened."""
    token_list = tokens(theme, board)
    (opacity,) = map(float, re.findall(r"\.board \.last \{[^}]*fill-opacity: ([.\d]+)", STYLES))
    for ground in GROUNDS:
        tinted = mixed(token_list["last"], token_list[ground], opacity)
        for eye in EYES:
            assert difference(tinted, token_list[ground], eye) >= 10, (
                ground,
                eye,
                difference(tinted, token_list[ground], eye),
            )
        for mark in ("target", "danger-mark"):
            assert contrast(token_list[mark], token_list[ground]) >= 3, (
                mark,
                ground,
                contrast(token_list[mark], token_list[ground]),
            )


@pytest.mark.parametrize("theme", THEMES)
def test_texts_are_read_and_boards_stand_out_from_the_page(theme):
    token_list = tokens(theme, "")
    for ink, surface in product(("ink", "soft", "accent", "danger"), ("page", "card", "raise")):
        assert contrast(token_list[ink], token_list[surface]) >= 4.5, (ink, surface)
    assert contrast(token_list["on-accent"], token_list["accent"]) >= 4.5
    assert contrast(token_list["lines-ink"], token_list["wood"]) >= 4.5
    for ground, surface in product(GROUNDS, ("page", "card")):
        assert difference(token_list[ground], token_list[surface]) >= 12, (
            ground,
            surface,
            difference(token_list[ground], token_list[surface]),
        )
