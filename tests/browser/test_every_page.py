"""Every page that has an address of its own, light and dark, on a wide screen and on a phone: axe finds nothing, and no
page is wider than its window."""

import pytest
from playwright.sync_api import expect

from tests.browser.test_accounts import sign_up

OPEN = ["/", "/game/susan", "/game/susan/boards", "/game/susan/standings", "/nursery", "/own", "/edit", "/puzzles",
        "/puzzles/clobber", "/surveys", "/recover", "/sign-in"]  # fmt: skip
STUDIES = [f"/game/{name}/study" for name in ("serendipity", "doppel", "susan", "ndengrod", "hidden-gomoku")]
PRIVATE = ["/my", "/account"]
WINDOWS = [(1280, 800), (360, 740)]


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_nothing_on_any_page_keeps_anybody_out(visit, dark):
    visitor = visit(dark=dark)
    look_at(visitor, OPEN + STUDIES)
    name = f"Sees{int(dark)}"
    sign_up(visitor, name)
    look_at(visitor, [*PRIVATE, f"/people/{name}"])


def look_at(visitor, paths):
    for path in paths:
        visitor.go(path)
        expect(visitor.page.get_by_role("heading", level=1)).to_be_visible()
        visitor.page.wait_for_load_state("networkidle")
        for wide, high in WINDOWS:
            visitor.page.set_viewport_size({"width": wide, "height": high})
            assert visitor.page.evaluate("document.documentElement.scrollWidth") <= wide, (path, wide)
            visitor.axe()
