"""The colours of boards, read from board.css, with which pages begin their styles: each colour is said once."""

from __future__ import annotations

import re
from importlib.resources import files

STYLES = (files(__package__) / "board.css").read_text("utf-8")
"""Colours of boards in both themes, as pages get them."""
LIGHT = STYLES.partition("{")[2].partition("}")[0]
COLOURS = dict(re.findall(r"--([\w-]+): (#\w{6});", LIGHT))
"""The colours of the light theme by name."""
