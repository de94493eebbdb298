"""Takes screenshots of tables for a design review: five games, five window sizes, light and dark, into
target/screenshots.

python -m tools.screenshots [--prefix before-] [--locale de-DE] [GAME ..]

With a prefix, pictures from before a change are kept beside those from after it.
"""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.browser.chromium import ARGUMENTS, SCREENSHOTS, executable
from tests.browser.visitor import Visitor
from tests.server.running_server import Server

from .pictures import PLAYED

WINDOWS = [(1280, 800), (360, 740), (740, 360), (1280, 600), (320, 480)]


def main() -> None:
    """Takes a picture of each game in each window."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--prefix", default="")
    parser.add_argument("--locale", default="en-US")
    parser.add_argument("games", nargs="*", default=list(PLAYED))
    arguments = parser.parse_args()
    SCREENSHOTS.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as driver:
        server = Server(Path(folder))
        browser = driver.chromium.launch(executable_path=executable(), args=list(ARGUMENTS))
        for game in arguments.games:
            for dark in (False, True):
                take(
                    Visitor(browser, server.url, errors=False, dark=dark, locale=arguments.locale),
                    game,
                    arguments.prefix,
                )
        server.stop()


def take(visitor: Visitor, game: str, prefix: str) -> None:
    """Takes pictures of a game after its opening, in each window."""
    plies = PLAYED[game].split()
    clock = {"kind": "increment", "seconds": 300, "add": 5}
    visitor.table(game=game, seats=["human", "human"], mine=[0, 1], shared=True, plies=plies, clock=clock)
    covered = visitor.page.locator(".handover button")
    if covered.count():
        covered.first.click()
    tone = visitor.page.locator("html").get_attribute("data-theme")
    for wide, high in WINDOWS:
        visitor.page.set_viewport_size({"width": wide, "height": high})
        visitor.page.wait_for_timeout(200)
        visitor.picture(f"{prefix}table-{game}-{wide}x{high}-{tone}")
    visitor.context.close()


if __name__ == "__main__":
    main()
