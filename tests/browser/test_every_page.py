"""Pages that no other file looks at in both tones, light on a wide screen and dark on a phone: axe finds nothing, and
no page is wider than its window."""

from pathlib import Path

import pytest
from playwright.sync_api import expect

import lusory
from tests.browser.test_accounts import sign_up
from tests.browser.visitor import Visitor
from tests.server.running_server import Server

SHELF = Path(lusory.__file__).parent / "shelves" / "bred"
OPEN = [
    "/game/susan/boards",
    "/game/susan/standings",
    "/nursery",
    "/own",
    "/puzzles",
    "/surveys",
    "/pupils",
    "/recover",
    "/edit",
    "/sign-in",
]
STUDIES = [f"/game/{name}/study" for name in ("serendipity", "doppel", "susan", "ndengrod", "hidden-gomoku")]
PRIVATE = ["/my", "/account"]
WIDE, NARROW = (1280, 800), (360, 740)


@pytest.fixture(scope="module")
def server_with_shelf(tmp_path_factory):
    running = Server(tmp_path_factory.mktemp("every-page"), "--shelf", str(SHELF))
    yield running
    running.stop()


@pytest.mark.parametrize(("dark", "window"), [(False, WIDE), (True, NARROW)], ids=["light", "dark"])
def test_nothing_on_any_page_keeps_anybody_out(server_with_shelf, browser, dark, window):
    """Light on a wide screen, dark on a phone: each page twice, not four times; in the dark one study."""
    wide, high = window
    visitor = Visitor(browser, server_with_shelf.url, wide=wide, high=high, dark=dark)
    look_at(visitor, OPEN + STUDIES[: 1 if dark else None])
    name = f"Sees{int(dark)}"
    sign_up(visitor, name)
    look_at(visitor, [*PRIVATE, f"/people/{name}"])
    visitor.leave()


def look_at(visitor, paths):
    for path in paths:
        response = visitor.page.goto(path)
        assert response and response.ok, path
        expect(visitor.page.get_by_role("heading", level=1)).to_be_visible()
        visitor.page.wait_for_load_state("networkidle")
        wide = visitor.page.viewport_size["width"]
        assert visitor.page.evaluate("document.documentElement.scrollWidth") <= wide, path
        visitor.axe()
