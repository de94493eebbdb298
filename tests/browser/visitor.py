"""Test support: a person at a page of the browser. Every error that the browser reports fails the test."""

from __future__ import annotations

import re
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, FloatRect, Locator, Page, expect

from tests.browser.chromium import SCREENSHOTS

SHIFTS = """
window.shifts = [];
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) {
    const moved = entry.sources.map((source) => source.node?.id || source.node?.className || source.node?.nodeName);
    if (!entry.hadRecentInput) window.shifts.push([entry.value, moved.join()]);
  }
}).observe({ type: "layout-shift", buffered: true });
"""
MET = """
const kept = Storage.prototype.getItem;
Storage.prototype.getItem = function (key) {
  return String(key).startsWith("met-") ? "yes" : kept.call(this, key);
};
"""
SHIFTED = 0.03
"""How far a page may shift while it loads (cumulative layout shift; 0.1 is what people notice). On a busy machine a
browser paints a form before all of it has arrived, and a label moves by 0.02."""
WAIT = 20_000
POLL = 50


class Visitor:
    """A browser of his own: cookies, a screen, a taste for dark or light."""

    def __init__(
        self, browser: Browser, url: str, *, wide: int = 1280, high: int = 860, dark: bool = False, touch: bool = False,
        reduced_motion: bool = True, errors: bool = True, locale: str = "en-US",
    ) -> None:  # fmt: skip
        self.near: dict[str, dict[str, str]] = {}
        self.made: dict[str, Any] = {}
        self.made_player = 0
        self.context = browser.new_context(
            viewport={"width": wide, "height": high}, color_scheme="dark" if dark else "light", has_touch=touch,
            is_mobile=touch, reduced_motion="reduce" if reduced_motion else "no-preference", base_url=url,
            locale=locale,
        )  # fmt: skip
        self.url, self.faults, self.touch = url, list[str](), touch
        self.page: Page = self.context.new_page()
        self.page.add_init_script(SHIFTS)
        self.page.set_default_timeout(WAIT)
        if errors:
            self.page.on("console", lambda m: self.faults.append(m.text) if m.type in ("error", "warning") else None)
        self.page.on("pageerror", lambda fault: self.faults.append(str(fault)))

    def leave(self) -> None:
        """Go; nothing was wrong."""
        shifts = self.page.evaluate("window.shifts ?? []")
        self.context.close()
        assert not self.faults, self.faults
        assert sum(value for value, _ in shifts) <= SHIFTED, f"the page shifted: {shifts}"

    def go(self, path: str) -> None:
        self.page.goto(path)

    def table(self, **terms: Any) -> str:
        """A new table, made by this visitor; he is at it."""
        response = self.context.request.post(f"{self.url}/api/tables", data=terms)
        assert response.status == 201, response.text()
        new_table: dict[str, Any] = response.json()
        self.made = new_table
        self.skip_introductions()
        self.go(f"/t/{new_table['table']}")
        self.board()
        return str(new_table["table"])

    def claim(self, link: str) -> None:
        """Take the seat that a link leads to."""
        self.page.goto(link)
        self.page.get_by_role("button", name="Take the seat").click()
        self.board()

    def skip_introductions(self) -> None:
        """Mark the games as known to this browser, so that no page offers to teach one."""
        self.page.add_init_script(MET)

    def board(self) -> Locator:
        locator = self.page.locator("#board svg.board")
        expect(locator).to_be_visible()
        return locator

    def box(self, selector: str) -> FloatRect:
        """Where an element is. One that is drawn anew at this moment has no place: then again."""
        for _ in range(WAIT // POLL):
            box = self.page.locator(selector).bounding_box()
            if box:
                return box
            self.page.wait_for_timeout(POLL)
        pytest.fail(f"{selector} is not shown")

    def cell(self, name: str) -> Locator:
        return self.page.locator(f'#board [data-cell="{name}"]')

    def click(self, *cells: str) -> None:
        """Cell by cell, as a hand does."""
        for name in cells:
            self.cell(name).scroll_into_view_if_needed()
            box = self.box(f'#board [data-cell="{name}"]')
            x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
            if self.touch:
                self.page.touchscreen.tap(x, y)
            else:
                self.page.mouse.click(x, y)

    def press_button(self, text: str) -> None:
        """Press the button below the board that has this text."""
        self.page.locator("#bar").get_by_role("button", name=text).click()

    def play(self, text: str) -> None:
        """A ply by its canonical text, clicked together."""
        before = self.current()["ply"]
        self.enter(text)
        expect(self.page.locator("#table")).not_to_have_attribute("data-ply", str(before))

    def enter(self, text: str) -> None:
        if text.startswith("reveal:"):
            cells = [] if text == "reveal:none" else text.removeprefix("reveal:").split(",")
            self.click(*cells)
            self.press_button("Reveal")
            return
        head, _, word = text.partition(":")
        names = set(self.names())
        parts = next((p for p in splits(head) if set(p) <= names), None)
        if parts is None:
            self.page.locator(f'#bar [data-key="word-{text}"]').click()
            return
        self.click(*parts)
        if word:
            button = self.page.locator(f'#bar [data-key="word-{text}"]')
            if button.count() or len(parts) == 1:
                button.click()

    def wait_until(self, function: str, value: Any = None) -> None:
        """Ask a JavaScript function of the page again and again until it says yes.

        Playwright's own wait_for_function evaluates text inside the page, which the page's security policy refuses.
        """
        for _ in range(WAIT // POLL):
            if self.page.evaluate(function, value):
                return
            self.page.wait_for_timeout(POLL)
        pytest.fail(f"{function} did not come true within {WAIT} ms")

    def names(self) -> list[str]:
        return [cell.get_attribute("data-cell") or "" for cell in self.page.locator("#board [data-cell]").all()]

    def ply(self) -> int:
        return int(self.page.locator("#table").get_attribute("data-ply") or 0)

    def shown(self) -> dict[str, Any]:
        """The table as the server shows it to this visitor."""
        table = re.search(r"/t/([^/?#]+)", self.page.url)
        assert table
        view: dict[str, Any] = self.context.request.get(f"{self.url}/api/tables/{table[1]}").json()
        return view

    def current(self) -> dict[str, Any]:
        """The same once the page has it, too: what others did reaches the server first."""
        for _ in range(WAIT // POLL):
            view = self.shown()
            if view["ply"] == self.ply():
                return view
            self.page.wait_for_timeout(POLL)
        pytest.fail("the page stays behind the server")

    def picture(self, name: str, full: bool = False) -> None:
        """Keep what is seen."""
        SCREENSHOTS.mkdir(parents=True, exist_ok=True)
        self.page.screenshot(path=SCREENSHOTS / f"{name}.png", full_page=full)

    def axe(self) -> None:
        """Nothing that keeps anybody out; what the page fades while it waits for the newer is not for reading."""
        expect(self.page.locator('[aria-busy="true"]:visible')).to_have_count(0)
        result = Axe().run(self.page)
        violations = [(v["id"], [n["html"][:160] for n in v["nodes"][:3]]) for v in result.response["violations"]]
        assert not violations, violations


def splits(head: str) -> list[list[str]]:
    """How a text may name cells: one; two with a sign between; one lifted."""
    splits = [[head]]
    for sign in "-x":
        for at in range(1, len(head) - 1):
            if head[at] == sign:
                splits.append([head[:at], head[at + 1 :]])
    if head.startswith("x"):
        splits.append([head[1:]])
    return splits
