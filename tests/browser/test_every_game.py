"""Every shipped game from the first page to the first ply: by two clicks, and by keys alone."""

import msgspec
import pytest
from playwright.sync_api import expect

from lusory.games import studied_games
from lusory.play.entry import Node, entry
from tests.browser.test_games import KEYS, neighbours_by_cell, walk

SCREENS = [(1280, 800), (360, 740)]
AGAINST_HAND = 100  # at most so many times the tabulator is pressed


KINDS = ("breakthrough", "connect-four", "doppel", "hex", "hidden-gomoku", "konane", "susan", "yavalath")
"""Games that are begun by hand: each sort of board and of first ply once. Of the others the clicks are counted."""


def simplest(node):
    """The clicks of the simplest ply on offer: cells, then the text of a button in brackets."""
    return min(node.ways(), key=lambda route: (route[0][0].startswith("["), len(route[0])))[0]


def first_way(visitor):
    """The clicks of the simplest ply that a page offers."""
    visitor.wait_until("() => document.querySelector('#bar')?.textContent && !/thinking/.test(document.body.innerText)")
    return simplest(msgspec.convert(visitor.current()["entry"], Node))


def test_two_clicks_lead_from_the_first_page_to_the_first_stone_of_every_game(visit):
    """One on Play, one on a cell; a piece that moves or a secret that is chosen needs one more."""
    visitor = visit()
    visitor.skip_introductions()
    visitor.go("/")
    for name, definition in studied_games().items():
        expect(visitor.page.locator(f'[data-play="{name}"]')).to_be_attached()
        position = definition.build().start(seed=1)
        assert position.to_move is not None
        assert len(simplest(entry(position.view(position.to_move)))) <= 2, name
    for name in KINDS:
        visitor.go("/")
        visitor.page.locator(f'[data-play="{name}"]').click()
        visitor.board()
        route, before = first_way(visitor), visitor.ply()
        assert len(route) <= 2, (name, route)
        for step in route:
            if step in visitor.names():
                visitor.click(step)
            else:
                visitor.page.locator(f'#bar [data-key="word-{step.strip("[]")}"]').click()
        visitor.wait_until("(before) => Number(document.querySelector('#table').dataset.ply) > before", before)


def test_play_is_on_the_first_screen_of_every_game(visit):
    visitor = visit()
    for name in sorted(studied_games()):
        visitor.go(f"/game/{name}")
        for wide, high in SCREENS:
            visitor.page.set_viewport_size({"width": wide, "height": high})
            box = visitor.box("#play")
            assert box["y"] >= 0 and box["y"] + box["height"] <= high, (name, wide, box)


def tab_to(visitor, selector):
    """Press the tabulator until an element has the focus."""
    for _ in range(AGAINST_HAND):
        if visitor.page.evaluate("(selector) => document.activeElement.matches(selector)", selector):
            return
        visitor.page.keyboard.press("Tab")
    pytest.fail(f"the tabulator does not lead to {selector}")


def test_a_game_of_each_sort_is_begun_by_keys_alone(visit):
    visitor = visit()
    visitor.skip_introductions()
    press = visitor.page.keyboard.press
    for name in KINDS:
        visitor.go("/")
        tab_to(visitor, "#search")
        visitor.page.keyboard.type(name)
        tab_to(visitor, f'[data-play="{name}"]')
        press("Enter")
        visitor.board()
        route, before = first_way(visitor), visitor.ply()
        table = visitor.page.url.rsplit("/", 1)[1].partition("#")[0]
        visitor.near = neighbours_by_cell(visitor, table)
        assert {direction for near in visitor.near.values() for direction in near} <= set(KEYS), name
        for step in route:
            if step in visitor.near:
                if not visitor.page.evaluate("() => document.activeElement.hasAttribute('data-cell')"):
                    tab_to(visitor, "[data-cell]")
                walk(visitor, step)
            else:
                tab_to(visitor, f'#bar [data-key="word-{step.strip("[]")}"]')
            press("Enter")
        visitor.wait_until("(before) => Number(document.querySelector('#table').dataset.ply) > before", before)
        expect(visitor.page.locator(".toast")).to_have_count(0)
