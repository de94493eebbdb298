"""Whole games in a browser: by mouse, by keyboard alone, on a phone."""

import random

import msgspec
import pytest
from playwright.sync_api import expect

from lusory.play.entry import Node

GAMES = {
    "susan": {"size": 3},
    "ndengrod": {"size": 3, "length": 4},
    "doppel": {"size": 4},
    "serendipity": {"size": 6},
    "hidden-gomoku": {"size": 5, "length": 3, "lines": 1},
}


def choice(visitor, rng):
    """A ply of those on offer, as the map of clicks leads to it; empty where another is to move."""
    entry = visitor.shown()["entry"]
    return rng.choice([ply for _, ply in msgspec.convert(entry, Node).ways()]) if entry else ""


def to_the_end(visitor, play, rng):
    """Play on until the page says how it ended."""
    for _ in range(400):
        expect(visitor.page.locator("#bar").get_by_text("thinking")).to_have_count(0)
        shown = visitor.shown()
        if shown["result"]:
            break
        ply = choice(visitor, rng)
        if ply:
            play(ply)
    expect(visitor.page.locator("#bar.end .told")).to_have_text(visitor.shown()["result"]["text"])


@pytest.mark.parametrize("game", GAMES)
def test_a_game_is_played_to_its_end_by_mouse(visit, game):
    visitor = visit()
    visitor.table(game=game, options=GAMES[game], seats=["human", "level:4"], seed=1)
    to_the_end(visitor, visitor.play, random.Random(game))
    visitor.picture(f"end-{game}")
    assert len(visitor.shown()["moves"]) == visitor.ply() > 4
    expect(visitor.page.get_by_role("button", name="Rematch")).to_be_visible()


def test_two_clicks_lead_from_the_first_page_to_the_first_stone(visit):
    visitor = visit()
    visitor.go("/")
    visitor.meet("susan")
    visitor.page.locator(".game", has_text="SUSAN").get_by_role("button", name="Play").click()
    visitor.board()
    visitor.click("e5")
    expect(visitor.page.locator('#board [data-on="e5"].side-1')).to_have_count(1)
