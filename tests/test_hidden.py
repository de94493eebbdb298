"""Tests of hidden information: views, texts, legal plies and samples depend only on what the player may know."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable

import pytest

from lusory.games.hidden_gomoku import hidden_gomoku
from lusory.reference import Reference, State
from lusory.reference.sampling import consistent, sample
from lusory.rules import (
    Chance,
    Commit,
    Count,
    Draw,
    Either,
    Game,
    Line,
    Place,
    Sequence,
    Square,
    Tell,
    Win,
    empty,
    neutral,
    own,
)
from lusory.rules import open as open_

from .hidden_play import GAMES, assert_alike, play, random_state, reference, replayed, seen, twins

LENGTHS = {"hidden gomoku": 40, "small": 24, "one line": 14, "three players": 12}


@pytest.mark.parametrize("name", GAMES)
def test_nothing_shown_or_allowed_depends_on_what_a_player_may_not_know(name: str) -> None:
    r, compared = reference(name), 0
    for seed in range(80):
        if compared > 20:
            break
        rng = random.Random(seed)
        state = random_state(r, rng.randrange(3, LENGTHS.get(name, 9)), seed)
        for viewer in range(r.players):
            for twin in twins(r, state, viewer, rng):
                assert_alike(r, state, twin, viewer)
                compared += twin.pieces != state.pieces
    assert compared > 10, "too few twins to say anything"


@pytest.mark.parametrize("name", GAMES)
def test_samples_agree_with_all_the_viewer_has_seen(name: str) -> None:
    r = reference(name)
    for seed in range(4):
        state = random_state(r, LENGTHS.get(name, 8), seed)
        for viewer in range(r.players):
            for k in range(3):
                sampled = sample(r, state, viewer, random.Random(k))
                assert seen(r, sampled, viewer) == seen(r, state, viewer)
                assert_alike(r, state, sampled, viewer)
                assert sampled == replayed(r, [ply.action for ply in sampled.plies])


@pytest.mark.parametrize("name", GAMES)
def test_samples_rest_on_knowledge_alone(name: str) -> None:
    """Two states that a player cannot distinguish give the same samples for the same seed."""
    r, compared = reference(name), 0
    for seed in range(4):
        rng = random.Random(seed)
        state = random_state(r, min(10, LENGTHS.get(name, 6)), seed)
        for viewer in range(r.players):
            for twin in list(twins(r, state, viewer, rng))[:2]:
                compared += 1
                for k in range(2):
                    assert sample(r, state, viewer, random.Random(k)) == sample(r, twin, viewer, random.Random(k))
    assert compared


def test_knowledge_and_its_text_are_the_same_thing() -> None:
    """Among all states after a fixed opening: equal texts exactly where observations are equal; and these are the
    consistent states."""
    r = Reference(hidden_gomoku(size=3, length=3))
    states = [play(r, "B2 o")[0]]
    for _ in range(4):
        states = [r.play(s, a)[0] for s in states for a in r.legal(s)]
    for viewer in (0, 1):
        groups: dict[str, list[State]] = {}
        for state in states:
            groups.setdefault(r.information(state, viewer), []).append(state)
        keys = {text: (seen(r, group[0], viewer), r.picture(group[0], viewer)) for text, group in groups.items()}
        for text, group in groups.items():
            assert all((seen(r, s, viewer), r.picture(s, viewer)) == keys[text] for s in group)
        assert len({repr(key) for key in keys.values()}) == len(keys)
        for group in list(groups.values())[::40]:
            assert set(consistent(r, group[0], viewer)) == set(group)


SMALL: dict[str, Callable[[], Game]] = {
    "length 3": lambda: hidden_gomoku(size=3, length=3),
    "length 2, one line": lambda: hidden_gomoku(size=3, length=2, lines=1),
    "phantom tic-tac-toe": GAMES["phantom tic-tac-toe"],
    "captures": GAMES["open and secret plies, captures"],
    "chance": lambda: Game(
        board=Square(3),
        turn=Sequence(Commit(Place(to=~own & ~open_)), Chance(Place(owner=neutral))),
        ends=[Win(Line(3)), Draw(Count(empty) <= 1)],
    ),
    "placed on others": lambda: Game(
        board=Square(2), turn=Either(Place(to=~own), Commit(Place(to=~own))), ends=[Draw(Count(own) >= 3)]
    ),
    "placed by chance": lambda: Game(
        board=Square(3), turn=Sequence(Commit(Place(to=~own)), Chance(Place())), ends=[Draw(Count(own) >= 5)]
    ),
    "told of some plies": lambda: Game(
        board=Square(3),
        turn=Either(Place(), Commit(Place(to=~own & ~open_, then=(Tell(Line(2), once=True),)))),
        ends=[Draw(Count(own) >= 5)],
    ),
}


@pytest.mark.parametrize("name", SMALL)
def test_every_consistent_state_is_sampled_and_nothing_else(name: str) -> None:
    r, tries = Reference(SMALL[name]()), 0
    for seed in range(40):
        state = random_state(r, random.Random(seed).randrange(2, 10), seed)
        for viewer in (0, 1):
            consistent_states = set(consistent(r, state, viewer))
            assert state in consistent_states
            if not 2 <= len(consistent_states) <= 16:
                continue
            tries += 1
            rng = random.Random(seed)
            sampled = {sample(r, state, viewer, rng) for _ in range(12 * len(consistent_states))}
            while sampled < consistent_states and rng.random() < 0.999:
                sampled.add(sample(r, state, viewer, rng))
            assert sampled == consistent_states
        if tries >= 5:
            break
    assert tries >= 3


def test_the_distribution_is_the_one_documented() -> None:
    """A3 was revealed after `row 3` and `column A`: one of the two went there, with equal odds; the other is free."""
    r = reference("hidden gomoku")
    state, _ = play(r, "E5 x J9:row reveal:none A3:row reveal:none J8:row reveal:none A6:column reveal:none B3:row")
    state, _ = r.play(state, next(a for a in r.legal(state) if r.text(a) == "reveal:A3"))
    rng = random.Random(0)
    counts = Counter(first_secret(r, sample(r, state, 0, rng)) for _ in range(300))
    assert set(counts) == {f"{column}3:row" for column in "ACDEFGHJB"} and 120 < counts["A3:row"] < 180


def first_secret(r: Reference, state: State) -> str:
    return next(r.text(p.action) for p in state.plies if p.player == 1 and ":row" in r.text(p.action))


def test_a_told_five_is_sampled_as_a_five() -> None:
    r = reference("hidden gomoku")
    firsts = "A1:row B1:row C1:column D1:column E1:row"
    seconds = "A9:row C9:row E9:row G9:row J7:row"
    turns = [f"{a} reveal:none {b} reveal:none" for a, b in zip(firsts.split(), seconds.split(), strict=True)]
    state, _ = play(r, "E5 x " + " ".join(turns))
    assert sum(event.kind == "tell" for event in state.log) == 1
    for seed in range(20):
        sampled = sample(r, state, 1, random.Random(seed))
        assert seen(r, sampled, 1) == seen(r, state, 1)
