"""Tests of hidden information on the engine: information states as text, and sampled consistent states."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from itertools import islice
from math import prod
from typing import Any

import pytest

from lusory.engine import Machine
from lusory.errors import LusoryError
from lusory.games.hidden_gomoku import hidden_gomoku
from lusory.reference import Reference, State
from lusory.reference.knowledge import knowledge_of
from lusory.reference.matching import solvable
from lusory.reference.placement_constraints import Plan, Targets, plan_of
from lusory.reference.sampling import consistent, replay
from lusory.rules import Capture, Commit, Count, Draw, Game, Line, Place, Ranks, Square, Tell, enemy, own
from lusory.rules import open as open_
from lusory.rules.geometry import bits
from lusory.rules.traversal import words
from lusory.testing import draw_game

from .hidden_play import GAMES, random_state, reference, replayed, seen, twins
from .test_hidden import LENGTHS, SMALL


@cache
def machine(name: str) -> Machine:
    return Machine(GAMES[name]())


def drawn(count: int) -> Iterator[Game]:
    """Random rule values with secrets, on small boards; their games are not over at once."""
    rng = random.Random("games with secrets")
    games = (draw_game(rng.randrange, cells=20) for _ in range(40 * count))
    secret = (game for game in games if any(isinstance(word, Commit) for word in words(game)))
    return islice((game for game in secret if Reference(game).start().result is None), count)


@pytest.mark.parametrize("name", GAMES)
def test_what_a_player_knows_is_said_in_the_words_of_the_reference(name: str) -> None:
    r, m = reference(name), machine(name)
    for seed in range(3):
        rng, ours, theirs = random.Random(seed), r.start(), m.start()
        for _ in range(60):
            for viewer in range(r.players):
                assert m.information(theirs, viewer) == r.information(ours, viewer)
            if ours.result is not None:
                break
            action = rng.choice(r.legal(ours))
            ours, theirs = r.play(ours, action)[0], m.play(theirs, action)[0]


@pytest.mark.parametrize("viewer", [-1, 2, 2**40])
@pytest.mark.parametrize("contract_of", [reference, machine])
def test_who_is_no_player_knows_nothing(viewer: int, contract_of: Callable[[str], Any]) -> None:
    contract = contract_of("small")
    state = contract.start()
    for ask in (contract.information, contract.knowledge, contract.consistent):
        with pytest.raises(ValueError, match=f"player {viewer}: expected 0 to 1"):
            ask(state, viewer)
    with pytest.raises(ValueError, match=f"player {viewer}: expected 0 to 1"):
        contract.sample(state, viewer, random.Random(1))


def assert_consistent(r: Reference, m: Machine, state: State, sampled_state: Any, viewer: int) -> None:
    """It came about by legal plies, and the viewer observed and observes the same."""
    sampled = m.stored(sampled_state)
    assert sampled == replayed(r, [ply.action for ply in sampled.plies])
    assert seen(r, sampled, viewer) == seen(r, state, viewer)
    assert m.information(sampled_state, viewer) == r.information(state, viewer)
    assert r.to_move(sampled) == r.to_move(state)


@pytest.mark.parametrize("name", GAMES)
def test_samples_agree_with_all_the_viewer_has_seen(name: str) -> None:
    r, m = reference(name), machine(name)
    for seed in range(4):
        state = random_state(r, LENGTHS.get(name, 8), seed)
        for viewer in range(r.players):
            for k in range(5):
                assert_consistent(r, m, state, m.sample(m.restored(state), viewer, random.Random(k)), viewer)


def test_samples_of_random_games_agree_with_all_the_viewer_has_seen() -> None:
    for game in drawn(10):
        r, m = Reference(game), Machine(game)
        state = random_state(r, 8, 1)
        for viewer in range(r.players):
            assert_consistent(r, m, state, m.sample(m.restored(state), viewer, random.Random(viewer)), viewer)


@pytest.mark.parametrize("name", GAMES)
def test_samples_rest_on_knowledge_alone(name: str) -> None:
    """Two states a player cannot tell apart give him the same samples, seed by seed."""
    r, m, samples = reference(name), machine(name), 0
    for seed in range(4):
        rng = random.Random(seed)
        state = random_state(r, min(16, LENGTHS.get(name, 6)), seed)
        for viewer in range(r.players):
            for twin in list(twins(r, state, viewer, rng))[:2]:
                samples += 1
                first, other = m.restored(state), m.restored(twin)
                for k in range(3):
                    assert m.sample(first, viewer, random.Random(k)) == m.sample(other, viewer, random.Random(k))
    assert samples


@pytest.mark.parametrize("name", SMALL)
def test_all_consistent_states_are_those_of_the_reference(name: str) -> None:
    game = SMALL[name]()
    r, m = Reference(game), Machine(game)
    for seed in range(6):
        state = random_state(r, random.Random(seed).randrange(2, 8), seed)
        for viewer in (0, 1):
            states = list(m.consistent(m.restored(state), viewer))
            assert len(set(states)) == len(states)
            assert {m.stored(state) for state in states} == set(consistent(r, state, viewer))


@pytest.mark.parametrize("name", SMALL)
def test_every_consistent_state_is_sampled(name: str) -> None:
    game = SMALL[name]()
    r, m, tries = Reference(game), Machine(game), 0
    for seed in range(40):
        state = m.restored(random_state(r, random.Random(seed).randrange(2, 10), seed))
        for viewer in (0, 1):
            consistent_states = set(m.consistent(state, viewer))
            if 2 <= len(consistent_states) <= 60:
                tries += 1
                rng = random.Random(seed)
                sampled = {m.sample(state, viewer, rng) for _ in range(20 * len(consistent_states))}
                while sampled < consistent_states and rng.random() < 0.999:
                    sampled.add(m.sample(state, viewer, rng))
                assert sampled == consistent_states
        if tries >= 6:
            break
    assert tries >= 3


# The distribution is the one that the sampler's documentation says

Chances = dict[tuple[tuple[int, int], ...], float]


def chances(plan: Plan) -> Chances:
    """The chance that a try has these targets, by going through all answers to all questions."""
    chances_found: Chances = {}
    for domains, demands, chance in narrowed(plan, plan.domains, plan.demands, plan.announced_lines, 1.0):
        parts: list[tuple[Targets, float]] = [(dict(plan.fixed), chance)]
        for part, wanted in zip(domains, demands, strict=True):
            parts = [(a | b, p * q) for a, p in parts for b, q in settled(part, wanted)]
        for targets, p in parts:
            key = tuple(sorted(targets.items()))
            chances_found[key] = chances_found.get(key, 0.0) + p
    return chances_found


Asked = tuple[list[dict[int, int]], list[int], float]


def narrowed(
    plan: Plan, domains: list[dict[int, int]], demands: list[int], announced: Any, chance: float
) -> Iterator[Asked]:
    """Every way to choose the lines that were told."""
    if not announced:
        yield domains, demands, chance
        return
    (side, i, fact), *others = announced
    choices = []
    for window in plan.windows(fact.n):
        missing = window & ~plan.held_then[i]
        if domains[side][i] & missing:
            part = {q: m if q < i else m & (missing if q == i else ~missing) for q, m in domains[side].items()}
            if solvable(part, demands[side] | missing):
                choices.append((part, demands[side] | missing))
    for part, demand in choices:
        after = [*domains[:side], part, *domains[side + 1 :]], [*demands[:side], demand, *demands[side + 1 :]]
        yield from narrowed(plan, *after, others, chance / len(choices))


def settled(domains: dict[int, int], demands: int) -> list[tuple[Targets, float]]:
    """Every answer to what is asked of one side, with its chance."""
    if not domains:
        return [({}, 1.0)]
    askers = {cell: [i for i, mask in domains.items() if mask >> cell & 1] for cell in bits(demands)}
    _, kind, index = min(
        [(len(plies), 0, cell) for cell, plies in askers.items()]
        + [(mask.bit_count(), 1, i) for i, mask in domains.items()]
    )
    pairs = [(index, cell) for cell in bits(domains[index])] if kind else [(i, index) for i in askers[index]]
    good = []
    for i, cell in pairs:
        rest = {q: mask & ~(1 << cell) for q, mask in domains.items() if q != i}
        if solvable(rest, demands & ~(1 << cell)):
            good.append((i, cell, rest))
    return [
        (targets | {i: cell}, chance / len(good))
        for i, cell, rest in good
        for targets, chance in settled(rest, demands & ~(1 << cell))
    ]


TELLING: dict[str, Callable[[], Game]] = {
    "small board": lambda: hidden_gomoku(size=3, length=3),
    "lines told": lambda: hidden_gomoku(size=4, length=2, lines=2),
    "without answers": lambda: Game(
        board=Square(3, 2),
        turn=Commit(Place(to=~own & ~open_)),
        effects=[Tell(Line(2), once=True), Tell(Line(3))],
        ends=[Draw(Count(own) >= 4)],
    ),
}


@pytest.mark.parametrize("name", TELLING)
def test_the_distribution_is_the_one_documented(name: str) -> None:
    game = TELLING[name]()
    r, m, tries, lines = Reference(game), Machine(game), 0, 0
    for seed in range(60):
        state = random_state(r, random.Random(seed).randrange(4, 16), seed)
        for viewer in (0, 1):
            knowledge = knowledge_of(r, state, viewer)
            plan = plan_of(r, knowledge)
            assert plan is not None
            if prod(mask.bit_count() for part in plan.domains for mask in part.values()) > 120:
                continue
            expected = kept(r, knowledge, chances(plan))
            if sum(expected.values()) < 0.3 or not 3 <= len(expected) <= 60:
                continue  # so many tries are thrown away that the search has its say, or it would take too long
            tries, lines = tries + 1, lines + len(plan.announced_lines)
            assert_drawn(m, state, viewer, expected)
        if tries >= 6 and (lines or name == "small board"):
            break
    assert tries >= 6, "too few to say anything"


def kept(r: Reference, knowledge: Any, chances: Chances) -> dict[State, float]:
    """The states that tries lead to, without those that the rules contradict."""
    states: dict[State, float] = {}
    for targets, chance in chances.items():
        state = replay(r, knowledge, dict(targets), random.Random(0))
        if state is not None:
            states[state] = chance
    return states


def assert_drawn(m: Machine, state: State, viewer: int, expected: dict[State, float]) -> None:
    """Pearson's chi-square of samples against chances, at about one in a million."""
    draws, total = 20 * len(expected) + 600, sum(expected.values())
    start, rng = m.restored(state), random.Random(7)
    counts = Counter(m.stored(m.sample(start, viewer, rng)) for _ in range(draws))
    assert set(counts) <= set(expected)
    off = sum((counts[s] - p / total * draws) ** 2 / (p / total * draws) for s, p in expected.items())
    free = len(expected) - 1
    assert off < free + 5 * (2 * free) ** 0.5 + 20, (off, free)


def test_a_search_that_takes_too_long_is_given_up() -> None:
    """Six of eight stones in one row are told at the end, and nothing before: millions of ways to go wrong."""
    game = Game(
        board=Square(8),
        turn=Commit(Place(to=~own & ~open_)),
        effects=[Capture(own & enemy), Tell(Count(own & Ranks(1)) >= 6)],
        ends=[Draw(Count(own) >= 20)],
    )
    m = Machine(game)
    state = m.start()
    for cell in ("a8", "a5", "b8", "b5", "a1", "c5", "b1", "d5", "c1", "e5", "d1", "f5", "e1", "g5", "f1", "h5"):
        state, _ = m.play(state, game.actions.ids[f"{cell}:secret"])
    with pytest.raises(LusoryError, match="too many to try"):
        m.sample(state, 1, random.Random(0))
    assert m.sample(state, 0, random.Random(0)) is not None
