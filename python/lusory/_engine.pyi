from collections.abc import Sequence
from typing import Literal

__all__ = ["level", "stream"]

level: Literal["plain", "v3"]

def stream(seed: int, index: int, bounds: Sequence[int]) -> list[int]:
    """Draws of game number `index` of `seed`, one below each bound, without bias."""
