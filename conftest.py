"""Set-up of all tests: the profiles of hypothesis, and the Python blocks of the documents, which run as tests."""

import os
import re
import shutil
import signal
import tempfile
from pathlib import Path

import pytest
from hypothesis import settings
from sybil import Sybil
from sybil.parsers.markdown import PythonCodeBlockParser, SkipParser

from tests.forked_workers import fork_workers

os.environ["LUSORY_LANGUAGE"] = "en"  # whatever the locale of whoever runs them

settings.register_profile("default", derandomize=True, deadline=None, max_examples=50, database=None)
settings.register_profile("fuzz", deadline=None, max_examples=2000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "default"))

# Databases wait for the disk at each commit; in memory they do not.
MEMORY, ENOUGH = Path("/dev/shm"), 4 * 2**30


def has_room_in_memory() -> bool:
    """Whether files in memory leave enough of it: what lies there may be most of what the system calls free."""
    if not os.access(MEMORY, os.W_OK) or shutil.disk_usage(MEMORY).free < ENOUGH:
        return False
    available = re.search(r"MemAvailable:\s+(\d+) kB", Path("/proc/meminfo").read_text())
    return available is not None and int(available[1]) * 1024 > 2 * ENOUGH


if "TMPDIR" not in os.environ and has_room_in_memory():
    os.environ["TMPDIR"] = str(MEMORY)
    tempfile.tempdir = None

# Whoever starts the tests in the background may have Ctrl-C ignored; some of them press it.
signal.signal(signal.SIGINT, signal.default_int_handler)

fork_workers()

FIRST = (
    "test_wheel.py",
    "test_ray.py",
    "test_postgres.py",
    "test_two_people.py",
    "test_isolation.py",
    "test_host.py",
    "test_identical_bytes.py",
    "test_engine_differential.py",
    "test_analysis.py",
    "test_run.py",
    "test_games.py",
    "test_pages.py",
)
"""Files that take long: they come first, so that no process is left alone with one of them at the end."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put the files that take long first; whatever else stays in its order."""
    items.sort(key=lambda item: item.path.name not in FIRST)


pytest_collect_file = Sybil(
    parsers=[PythonCodeBlockParser(), SkipParser()],
    patterns=["README.md", "docs/*.md", "docs/**/*.md"],
    path=os.path.dirname(__file__),
).pytest()
