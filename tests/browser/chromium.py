"""Test support: starts the browser and says where screenshots go."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # Playwright's own, and the distance at which Chromium loads pictures of cards on a fast line.
    "--blink-settings=primaryHoverType=2,availableHoverTypes=2,primaryPointerType=4,availablePointerTypes=4,"
    "lazyLoadingImageMarginPxUnknown=1250",
)
NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
"""The browser without windows first: the same engine, and a third of the processor time a page."""
SCREENSHOTS = Path(__file__).parent.parent.parent / "target" / "screenshots"


def executable() -> str:
    """The browser that is here; a failure names the command that brings one."""
    for name in (os.environ.get("LUSORY_BROWSER", ""), *NAMES):
        path = shutil.which(name) if name else None
        if path:
            return path
    raise AssertionError("no browser, which these tests drive: run tools/setup.sh browser (or apt install chromium)")
