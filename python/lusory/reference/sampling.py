"""Full states that agree with all one player knows: one at random, or all of them."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import msgspec

from .knowledge import Known, Observation, announcement, known, present, visible
from .offered_ply import OfferedPly
from .plan import Targets, plan_of
from .state import State

if TYPE_CHECKING:
    from .interpreter import Reference

TRIES = 50
Allowed = Callable[[Targets], bool]


def sample(reference: Reference, state: State, viewer: int, rng: random.Random) -> State:
    """A state in which the viewer would have observed exactly what he has: the same of every ply, the same board now.
    Only what he knows is looked at, so states he cannot tell apart give the same samples for the same seed. Without
    secrets, and once the game is over, it is the state itself.

    The distribution is not uniform. Where pieces never leave their cells (and nobody aims at a cell with an own piece)
    a try goes like this. For each line that another side has told (Tell of a Line, once), one of the lines it can have
    been, each with the same chance. Then what is least free is settled first: either a cell that another side is known
    to hold (which of its secret plies was it?) or a secret ply (which cell?), each among all answers that leave every
    other question an answer, each answer with the same chance. So a try has the chance of the product of 1 / (number
    of answers) over its questions. A try that the rules contradict on replaying it is thrown away; with `TRIES` of
    them thrown away, and in all other games, the first state of a depth-first search is taken which tries the targets
    of each secret ply, from first to last, in random order. Every consistent state can come up.
    """
    if not reference.tables.hidden or state.result is not None:
        return state
    return draw(reference, known(reference, state, viewer), rng)


def draw(reference: Reference, knows: Known, rng: random.Random) -> State:
    """A sample from knowledge alone; see `sample`."""
    plan = plan_of(reference, knows)
    for _ in range(TRIES if plan is not None else 0):
        targets = plan.draw(rng) if plan is not None else None
        found = None if targets is None else replay(reference, knows, targets, rng)
        if found is not None:
            return found
    return next(search(reference, knows, rng, None if plan is None else plan.possible))


def consistent(reference: Reference, state: State, viewer: int) -> Iterator[State]:
    """Every state that agrees with all the viewer knows, once each, by playing all choices over. For small boards."""
    if not reference.tables.hidden or state.result is not None:
        yield state
        return
    yield from search(reference, known(reference, state, viewer))


def replay(reference: Reference, knows: Known, targets: Targets, rng: random.Random) -> State | None:
    """Play what is known, with these targets of the secret plies; None where the viewer would have seen otherwise."""
    state = reference.start()
    for i, seen in enumerate(knows.past):
        fits = [o for o in candidates(reference, state, seen) if o.to == targets.get(i, o.to)]
        option = rng.choice(fits) if len(fits) > 1 else next(iter(fits), None)
        after = None if option is None else follow(reference, state, option, seen, knows)
        if after is None:
            return None
        state = after
    return state if agrees(reference, state, knows) else None


def search(
    reference: Reference, knows: Known, rng: random.Random | None = None, allowed: Allowed | None = None
) -> Iterator[State]:
    """All consistent states, depth first; with `rng` in random order. allowed: can targets chosen so far go on?"""
    start = reference.start()
    if not knows.past:
        yield start
        return
    targets: Targets = {}
    trail = [(start, iter(ordered(reference, start, knows.past[0], rng)))]
    while trail:
        state, untried = trail[-1]
        i = len(trail) - 1
        targets.pop(i, None)
        option = next(untried, None)
        if option is None:
            trail.pop()
            continue
        if knows.past[i].action < 0:
            targets[i] = option.to
            if allowed is not None and not allowed(targets):
                continue
        after = follow(reference, state, option, knows.past[i], knows)
        if after is None:
            continue
        if i + 1 < len(knows.past):
            trail.append((after, iter(ordered(reference, after, knows.past[i + 1], rng))))
        elif agrees(reference, after, knows):
            yield after


def ordered(reference: Reference, state: State, seen: Observation, rng: random.Random | None) -> list[OfferedPly]:
    """The plies this can have been, shuffled where there is a source of chance."""
    found = candidates(reference, state, seen)
    if rng is not None:
        rng.shuffle(found)
    return found


def candidates(reference: Reference, state: State, seen: Observation) -> list[OfferedPly]:
    """The legal plies that look like the one observed, before their events are looked at."""
    if state.result is not None or reference.to_move(state) != seen.player:
        return []
    if seen.action >= 0:
        return [option for option in reference.options(state) if option.id == seen.action]
    return [option for option in reference.options(state) if announcement(reference, option.id) == seen.said]


def follow(reference: Reference, state: State, option: OfferedPly, seen: Observation, knows: Known) -> State | None:
    """The state after a ply, where the viewer sees of it what he saw."""
    after, events = reference.follow(state, option)
    return after if visible(events, knows.viewer) == seen.events else None


def agrees(reference: Reference, state: State, knows: Known) -> bool:
    """Does the viewer see now what he sees?"""
    return present(reference, state, knows.viewer) == msgspec.structs.replace(knows, past=())
