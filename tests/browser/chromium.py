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
)
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
SCREENSHOTS = Path(__file__).parent.parent.parent / "target" / "screenshots"


def executable() -> str:
    """The browser that is here; a failure names the command that brings one."""
    for name in (os.environ.get("LUSORY_BROWSER", ""), *NAMES):
        found = shutil.which(name) if name else None
        if found:
            return found
    raise AssertionError("no browser, which these tests drive: run tools/setup.sh browser (or apt install chromium)")
