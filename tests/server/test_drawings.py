"""Tests of the views that the server keeps to send differences."""

import msgspec
import pytest

from lusory.server.bounded_cache import Cache
from lusory.server.web import drawings


@pytest.fixture
def cache(monkeypatch):
    view_cache = Cache(drawings.MOST_VIEWS, 10_000, drawings.size_of)
    monkeypatch.setattr(drawings, "_sent", view_cache)
    return view_cache


def sent(svg):
    """The name of a view with this drawing."""
    return drawings.since({"svg": drawings.raw(svg), "moves": msgspec.Raw(b"[]")}, svg, drawings.CallerViews())


def test_views_are_kept_up_to_a_number_of_bytes(cache):
    names = [sent(f"{number}" + "x" * 2_000) for number in range(10)]
    assert cache.get(names[-1]) is not None and cache.get(names[0]) is None
    assert sum(cache.get(name) is not None for name in names) == 4


def test_a_view_that_is_too_large_is_not_kept(cache, monkeypatch):
    monkeypatch.setattr(drawings, "LARGEST_VIEW", 1_000)
    small = sent("small")
    large = sent("x" * 2_000)
    assert cache.get(small) is not None and cache.get(large) is None
