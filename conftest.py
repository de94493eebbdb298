"""What all tests share: the profiles of hypothesis, and the Python of the documents, which runs as tests."""

import os
import shutil
import signal
import tempfile
from pathlib import Path

from hypothesis import settings
from sybil import Sybil
from sybil.parsers.markdown import PythonCodeBlockParser, SkipParser

settings.register_profile("default", derandomize=True, deadline=None, max_examples=50, database=None)
settings.register_profile("fuzz", deadline=None, max_examples=2000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "default"))

# Databases wait for the disk at each commit; in memory they do not.
MEMORY, ENOUGH = Path("/dev/shm"), 4 * 2**30
if "TMPDIR" not in os.environ and os.access(MEMORY, os.W_OK) and shutil.disk_usage(MEMORY).free > ENOUGH:
    os.environ["TMPDIR"] = str(MEMORY)
    tempfile.tempdir = None

# Whoever starts the tests in the background may have Ctrl-C ignored; some of them press it.
signal.signal(signal.SIGINT, signal.default_int_handler)

pytest_collect_file = Sybil(
    parsers=[PythonCodeBlockParser(), SkipParser()],
    patterns=["README.md", "docs/*.md", "docs/**/*.md"],
    path=os.path.dirname(__file__),
).pytest()
