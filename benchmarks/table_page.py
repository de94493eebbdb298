"""Page load times of the web table in a browser: `python -m benchmarks.table_page`, or `--every-game` for the weight of
the first load of a table of each game.

How heavy the first page, a table and a ply are, and how soon the first page is seen by somebody who was never here; and
how long a click takes to show the stone, on the board that was clicked and on the other player's, in two browsers
beside each other. All on this machine. A stone counts as seen in the frame after it came to the page.
"""

from __future__ import annotations

import argparse
import random
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median, quantiles
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

from lusory.games import catalogue, find
from tests.browser.chromium import ARGUMENTS, executable
from tests.server.running_server import Server

GAME, SIZE = "susan", 5
LOBBY, TABLE = 58, 84
"""Most kilobytes of a first load."""
PAINTED = """() => new Promise((resolve) => {
  const look = () => {
    const found = performance.getEntriesByName("first-contentful-paint")[0];
    if (found) resolve(found.startTime);
    else setTimeout(look, 10);
  };
  look();
})"""
WATCH = """
window.met = new Map();
const began = (event) => { if (event.isTrusted) window.clicked = performance.timeOrigin + event.timeStamp; };
addEventListener("pointerup", began, true);
new MutationObserver((changes) => {
  const fresh = changes.flatMap((change) => [...change.addedNodes]).filter((node) => node instanceof Element)
    .flatMap((node) => [node, ...node.querySelectorAll("[data-on]")])
    .map((node) => node.getAttribute("data-on")).filter((cell) => cell && !window.met.has(cell));
  for (const cell of fresh) window.met.set(cell, NaN);
  if (fresh.length) requestAnimationFrame(() => {
    const channel = new MessageChannel();
    channel.port1.onmessage = () => {
      for (const cell of fresh) window.met.set(cell, performance.timeOrigin + performance.now());
    };
    channel.port2.postMessage("painted");
  });
}).observe(document, { childList: true, subtree: true });
"""
MET = "(cell) => Number.isFinite(window.met.get(cell))"
WHEN = "(cell) => window.met.get(cell)"


@contextmanager
def serve_with_browser(folder: Path) -> Iterator[tuple[Server, Browser]]:
    """A server and a browser."""
    server = Server(folder)
    try:
        with sync_playwright() as driver:
            browser = driver.chromium.launch(executable_path=executable(), args=list(ARGUMENTS))
            yield server, browser
            browser.close()
    finally:
        server.stop()


def visit(browser: Browser, url: str) -> tuple[float, float]:
    """A first visit: milliseconds until something is seen, bytes over the wire, those of its stream included."""
    context = browser.new_context()
    page = context.new_page()
    sizes = count_bytes(page)
    page.goto(url, wait_until="networkidle")
    milliseconds: float = page.evaluate(PAINTED)
    context.close()
    return milliseconds, sum(sizes)


def count_bytes(page: Page) -> list[float]:
    """A list that grows by the bytes of each answer, and of each message of a stream, that comes to a page."""
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    sizes: list[float] = []
    session.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
    session.on("Network.webSocketFrameReceived", lambda event: sizes.append(len(event["response"]["payloadData"])))
    return sizes


LARGEST: dict[str, dict[str, Any]] = {"gomoku": {"size": 19}, "hidden-gomoku": {"size": 13}, "go": {"size": 19}}
"""Games that are weighed on a larger board, too."""


def weigh_tables(server: Server, browser: Browser) -> dict[str, float]:
    """Bytes of the first load of a table of each game, by its name; the opponent is a person."""
    games: list[tuple[str, dict[str, Any]]] = [(name, {}) for name in catalogue()] + list(LARGEST.items())
    weights = {}
    for name, options in games:
        seats = ["human"] * find(name).build(**options).players
        table = server.guest().table(game=name, options=options, seats=seats)["table"]
        label = " ".join([name, *(f"{key}={value}" for key, value in options.items())])
        weights[label] = visit(browser, f"{server.url}/t/{table}")[1]
    return weights


def report_weights(weights: dict[str, float]) -> None:
    """The heaviest tables and the median."""
    by_weight = sorted(weights, key=lambda name: -weights[name])
    for name in by_weight[:12]:
        print(f"{name}: {weights[name] / 1000:.1f} kB")
    print(f"{len(by_weight)} tables: median {median(weights.values()) / 1000:.1f} kB, most "
          f"{weights[by_weight[0]] / 1000:.1f} (wanted: {TABLE})")  # fmt: skip


def pair(server: Server, browser: Browser) -> tuple[Page, Page]:
    """Two people at a table, each with a browser of his own."""
    pages = []
    created: dict[str, Any] = {}
    for player in (0, 1):
        context = browser.new_context(viewport={"width": 1280, "height": 860})
        context.add_init_script(WATCH)
        page = context.new_page()
        if not created:
            terms = {"game": GAME, "options": {"size": SIZE}, "seats": ["human", "human"], "mine": [0]}
            created = context.request.post(f"{server.url}/api/tables", data=terms).json()
        page.goto(created["seats"][1]["link"] if player else created["watch"])
        if player:
            page.get_by_role("button", name="Take the seat").click()
        page.wait_for_selector("#board svg.board")
        pages.append(page)
    time.sleep(0.5)
    return pages[0], pages[1]


def clicks(server: Server, browser: Browser, number: int) -> tuple[list[float], list[float]]:
    """Milliseconds from a click to the own stone, and to the other's board; game after game."""
    own_delays: list[float] = []
    other_delays: list[float] = []
    rng = random.Random(1)
    while len(own_delays) < number:
        pages = pair(server, browser)
        position = find(GAME).build(size=SIZE).start()
        for ply in range(min(16, number - len(own_delays))):
            placed = [text for text in position.moves() if "-" not in text]
            cell = rng.choice(placed)
            took = click(pages[ply % 2], pages[1 - ply % 2], cell)
            own_delays.append(took[0])
            other_delays.append(took[1])
            position = position.play(cell)
            if position.result:
                break
        for page in pages:
            page.context.close()
    return own_delays, other_delays


def click(mine: Page, theirs: Page, cell: str) -> tuple[float, float]:
    """Place a stone; when each saw it."""
    mine.wait_for_selector(f'#board [data-cell="{cell}"].can')
    box = mine.locator(f'#board [data-cell="{cell}"]').bounding_box()
    assert box
    mine.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    for page in (mine, theirs):
        page.wait_for_function(MET, arg=cell)
    clicked_at: float = mine.evaluate("window.clicked")
    return mine.evaluate(WHEN, cell) - clicked_at, theirs.evaluate(WHEN, cell) - clicked_at


def ply_sizes(server: Server, plies: int = 60) -> tuple[int, int]:
    """Bytes of the whole table after so many plies of hex, and of the next one on the stream of who has that."""
    guest = server.guest()
    start = find("hex").build().start()
    table = guest.table(game="hex", seats=["human", "human"], shared=True, plies=list(start.moves())[:plies])["table"]
    with guest.stream(table, "?cells=none&view=none") as stream:
        full_size = len(stream.socket.recv())
        text = guest.get(f"/api/tables/{table}/plies")["plies"][-1]
        guest.play(table, plies + 1, text)
        while b'"kind":"shown"' not in (message := stream.socket.recv(decode=False)):
            pass
    return full_size, len(message)


def report_line(name: str, ms: list[float], target: float) -> str:
    """Median, 90th percentile, and what is wanted."""
    cut = quantiles(ms, n=10)[8] if len(ms) > 1 else ms[0]
    return f"{name}: median {median(ms):.0f} ms, one in ten over {cut:.0f} ms (wanted: {target:.0f})"


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.table_page", description="The pages in a browser.")
    parser.add_argument("--visits", type=int, default=10, help="first visits to the lobby")
    parser.add_argument("--clicks", type=int, default=40)
    parser.add_argument("--every-game", action="store_true", help="weigh a table of each game, nothing else")
    parsed = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, serve_with_browser(Path(folder)) as (server, browser):
        if parsed.every_game:
            return report_weights(weigh_tables(server, browser))
        visits = [visit(browser, f"{server.url}/") for _ in range(parsed.visits)]
        print(report_line("the first page is seen after", [milliseconds for milliseconds, _ in visits], 300))
        print(f"it weighs {max(size for _, size in visits) / 1000:.0f} kB over the wire (wanted: {LOBBY})")
        table = server.guest().table(game=GAME, options={"size": SIZE}, seats=["human", "human"], shared=True)["table"]
        print(f"a table weighs {visit(browser, f'{server.url}/t/{table}')[1] / 1000:.0f} kB (wanted: {TABLE})")
        full_size, ply = ply_sizes(server)
        print(
            f"a table of hex after 60 plies weighs {full_size / 1000:.0f} kB, the next ply {ply / 1000:.1f} (wanted: 3)"
        )
        own_delays, other_delays = clicks(server, browser, parsed.clicks)
        print(report_line("from a click to the own stone", own_delays, 50))
        print(report_line("to the other's board", other_delays, 100))


if __name__ == "__main__":
    main()
