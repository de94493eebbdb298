"""Tests of the binding between the engine and Python: the random stream of a game."""

import subprocess
import sys
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lusory import _engine

WORD = 2**64
GOLDEN = 0x9E3779B97F4A7C15
words = st.integers(0, WORD - 1)


def split(x):
    """One step of SplitMix64."""
    z = (x + GOLDEN) % WORD
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9 % WORD
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB % WORD
    return z ^ (z >> 31)


def rotate(x, k):
    return ((x << k) | (x >> (64 - k))) % WORD


def raw(seed, index):
    """The documented stream, written again: xoshiro256++ filled by SplitMix64."""
    start = split((split(seed) + index) % WORD)
    a, b, c, d = (split(start + i * GOLDEN) for i in range(4))
    while True:
        yield (rotate((a + d) % WORD, 23) + a) % WORD
        t = (b << 17) % WORD
        c, d = c ^ a, d ^ b
        b, a = b ^ c, a ^ d
        c, d = c ^ t, rotate(d, 45)


def draws(seed, index, bounds):
    stream = raw(seed, index)
    for bound in bounds:
        while True:
            high, low = divmod(next(stream) * bound, WORD)
            if low >= WORD % bound:
                yield high
                break


@given(words, words, st.lists(st.integers(1, WORD - 1), max_size=20))
def test_the_stream_is_the_documented_one(seed, index, bounds):
    assert _engine.stream(seed, index, bounds) == list(draws(seed, index, bounds))


def test_a_seed_means_the_same_for_ever():
    assert _engine.stream(1, 0, [6] * 10) == [1, 2, 0, 2, 2, 1, 1, 2, 3, 5]
    assert _engine.stream(1, 1, (6,) * 10) == [2, 5, 0, 4, 1, 2, 5, 2, 1, 0]
    assert _engine.stream(1, 0, []) == []


def test_every_number_below_the_bound_is_equally_likely():
    counts = Counter(_engine.stream(5, 0, [7] * 70_000))
    assert sorted(counts) == list(range(7))
    assert sum((n - 10_000) ** 2 / 10_000 for n in counts.values()) < 22.5  # chi square, 6 degrees, 0.1 %


@pytest.mark.parametrize(
    ("arguments", "refusal"),
    [
        ((-1, 0, []), "seed: -1, expected a whole number from 0 to 2**64 - 1"),
        ((0, 2**64, []), "index: 18446744073709551616, expected a whole number from 0 to 2**64 - 1"),
        ((0, 0, [3, 0]), "bounds[1]: 0, expected a whole number from 1 to 2**64 - 1"),
        ((0, 0, [-4]), "bounds[0]: -4, expected a whole number from 1 to 2**64 - 1"),
    ],
)
def test_a_wrong_value_is_refused_with_its_path(arguments, refusal):
    with pytest.raises(ValueError) as caught:
        _engine.stream(*arguments)
    assert str(caught.value) == refusal


@pytest.mark.parametrize(
    ("arguments", "refusal"),
    [
        ((1.5, 0, []), "seed: 1.5, expected a whole number from 0 to 2**64 - 1"),
        ((0, 0, [1, "a"]), "bounds[1]: 'a', expected a whole number from 1 to 2**64 - 1"),
        ((0, 0, 3), "Sequence"),
    ],
)
def test_a_wrong_type_is_refused_too(arguments, refusal):
    with pytest.raises(TypeError) as caught:
        _engine.stream(*arguments)
    assert refusal in str(caught.value)


def test_the_stub_tells_the_truth():
    result = subprocess.run([sys.executable, "-m", "mypy.stubtest", "lusory._engine"], capture_output=True, text=True)
    assert result.returncode == 0, result.stdout + result.stderr
