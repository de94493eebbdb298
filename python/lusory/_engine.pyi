from collections.abc import Sequence

__all__ = ["stream"]

def stream(seed: int, index: int, bounds: Sequence[int]) -> list[int]:
    """Draws of game number `index` of `seed`, one below each bound, without bias."""
