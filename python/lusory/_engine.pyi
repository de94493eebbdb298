from collections.abc import Sequence

def stream(seed: int, index: int, bounds: Sequence[int]) -> list[int]:
    """Draws of game number `index` of `seed`, one below each bound, without bias."""
