"""Differential test of the engine: plays random games on it and on the reference, and compares them after every ply.

    compare(game, seed=1)          one game of one rule value
    compare_seed(5000)             games of a random rule value; fuzz.py compares many

An EngineMismatch holds the rule value, the plies, and the difference; it is minimized: parts of the rule value that
are not needed to reproduce it are removed, and the shortest of several random games is taken.
"""

from __future__ import annotations

import random
import time
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from ..engine import Machine
from ..errors import LusoryError, RuleError
from ..reference import Reference, State
from ..rules.game import Game
from ..rules.spec import specs
from .coverage import words_and_arguments
from .games import draw_game

PLIES = 300
"""The default limit of plies of a game."""
GAMES = 20
"""The most games of one rule value in a fuzz run: drawing a rule value takes as long as many plies."""
LASTING = 10
"""Games with more plies than this count as long."""
SEVERAL = 200
"""With more legal plies than this only a sample of them is selected by number."""
LOOK = 5
"""The interval in plies between expensive comparisons, which are also made at the end."""
DETOUR = 10
"""The interval in plies between transposition tests, which make the next plies in another order."""
PATIENCE = 30
"""The approximate time limit for minimizing a difference, in seconds."""
TRIES = 12
"""The number of other random games tried for a shorter reproduction."""


class EngineMismatch(LusoryError, AssertionError):
    """A difference between the engine and the reference."""

    def __init__(self, game: Game, plies: Sequence[str], quantity: str, expected: object, value: object) -> None:
        self.game, self.plies, self.what, self.expected, self.found = game, tuple(plies), quantity, expected, value
        lines = (f"  reference: {short(expected)}", f"  engine:    {short(value)}")
        context = (f"  after:     {' '.join(plies) or 'the start'}", f"  in:        {game!r}")
        super().__init__("\n".join((quantity, *lines, *context)))

    def __reduce__(self) -> tuple[Any, ...]:
        return EngineMismatch, (self.game, self.plies, self.what, self.expected, self.found)


def short(value: object) -> str:
    """A value as text, truncated to a readable length."""
    text = repr(value)
    return text if len(text) <= 600 else f"{text[:600]} ... ({len(text)} characters)"


def compare(game: Game, seed: int | str = 0, plies: int = PLIES, small: bool = True, seconds: float = 60) -> int:
    """Play one random game on both; returns the number of compared plies. Stops after `plies` plies, or `seconds`.

    Raises EngineMismatch. small: it is minimized first.
    """
    try:
        return Sides(game).play(random.Random(f"differential:{seed}"), plies, time.monotonic() + seconds)
    except EngineMismatch as mismatch:
        if not small:
            raise
        raise smallest(mismatch, plies) from None


class Sides:
    """The same game on the engine and on the reference."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.plies: list[str] = []
        self.compared = 0
        self.reference = Reference(game)
        try:
            self.machine = Machine(game)
        except (ValueError, RuntimeError) as fault:
            raise self.mismatch("the engine refuses the value", "a game", fault) from fault

    def mismatch(self, subject: str, expected: object, actual: object) -> EngineMismatch:
        """The error for a value that differs."""
        return EngineMismatch(self.game, self.plies, subject, expected, actual)

    def require_equal(self, subject: str, expected: object, actual: object) -> None:
        """Raise unless both values are equal, with equal types."""
        if expected != actual or type(expected) is not type(actual):
            raise self.mismatch(subject, expected, actual)

    def play(self, rng: random.Random, plies: int, until: float) -> int:
        """Play a random game; returns the number of compared plies, transposition tests included."""
        try:
            self._play(rng, plies, until)
            return self.compared
        except RuntimeError as fault:
            raise self.mismatch("the engine is at fault", "no error", fault) from fault

    def _play(self, rng: random.Random, plies: int, until: float) -> None:
        ours, theirs = self.reference.start(), self.machine.start()
        state_index = StateIndex(self)
        seldom = rng.random() < 0.7
        for ply in range(plies + 1):
            legal = self.look(ours, theirs, rng, ply % LOOK == 0)
            state_index.add(ours, theirs)
            if not legal or ply == plies or time.monotonic() > until:
                self.look_closely(ours, theirs)
                return
            if ply % DETOUR == 1:
                self.detour(ours, theirs, rng, state_index)
            action = self.choose(legal, rng, seldom)
            self.plies.append(self.reference.text(action))
            ours, theirs = self.step(ours, theirs, action)

    def choose(self, legal: tuple[int, ...], rng: random.Random, seldom: bool) -> int:
        """A random ply; most games seldom end a turn early, so that long turns occur."""
        if seldom and len(legal) > 1 and self.reference.text(legal[-1]) == "end" and rng.random() < 0.8:
            return rng.choice(legal[:-1])
        return rng.choice(legal)

    def step(self, ours: State, theirs: Any, action: int) -> tuple[State, Any]:
        """Make a ply on both, and compare its events."""
        self.compared += 1
        after, events = self.reference.play(ours, action)
        reached, engine_events = self.machine.play(theirs, action)
        self.require_equal("events", events, engine_events)
        fault = theirs.audit(action)
        if fault is not None:
            raise self.mismatch("the engine contradicts itself", None, fault)
        return after, reached

    def look(self, ours: State, theirs: Any, rng: random.Random, closely: bool) -> tuple[int, ...]:
        """Compare everything the contract defines for a state."""
        reference, machine = self.reference, self.machine
        self.require_equal("result", reference.result(ours), machine.result(theirs))
        legal = reference.legal(ours)
        self.same_plies(legal, machine.legal(theirs))
        self.require_equal("to move", reference.to_move(ours), machine.to_move(theirs))
        self.require_equal("turn over", reference.turn_over(ours), machine.turn_over(theirs))
        self.require_equal("scores", reference.scores(ours), machine.scores(theirs))
        self.require_equal("weights", reference.weights(ours), machine.weights(theirs))
        if closely or self.machine.hidden:
            self.look_closely(ours, theirs)
        self.numbers(legal, theirs, rng)
        return legal

    def same_plies(self, legal: tuple[int, ...], actual: tuple[int, ...]) -> None:
        """Raise unless the same plies are legal, in the same order; the error names those that only one side has."""
        if legal != actual:
            either = sorted(set(legal) ^ set(actual)) or legal
            text = self.reference.text
            ours, theirs = ([text(a) for a in either if a in side] for side in (legal, actual))
            raise self.mismatch("legal plies", ours, theirs)

    def look_closely(self, ours: State, theirs: Any) -> None:
        """Compare every field of the state, every viewer's picture and knowledge, and the stored form."""
        reference, machine = self.reference, self.machine
        stored = machine.stored(theirs)
        for name in State.__struct_fields__:
            self.require_equal(f"state.{name}", getattr(ours, name), getattr(stored, name))
        self.require_equal("seats", reference.seats(ours), machine.seats(theirs))
        for viewer in (None, *range(reference.players)):
            self.require_equal(
                f"picture for {viewer}", reference.picture(ours, viewer), machine.picture(theirs, viewer)
            )
        for viewer in range(reference.players):
            information = machine.information(theirs, viewer)
            self.require_equal(f"information of {viewer}", reference.information(ours, viewer), information)
        restored = machine.restored(ours)
        if restored != theirs or hash(restored) != hash(theirs):
            raise self.mismatch("the state put together again", ours, machine.stored(restored))

    def numbers(self, legal: tuple[int, ...], theirs: Any, rng: random.Random) -> None:
        """Compare the count of legal plies, and their selection by number."""
        self.require_equal("count of plies", len(legal), theirs.count())
        self.require_equal("ply beyond the last", None, theirs.select(len(legal)))
        numbers = range(len(legal)) if len(legal) <= SEVERAL else rng.sample(range(len(legal)), SEVERAL // 4)
        selected = [theirs.select(number) for number in numbers]
        if len(selected) == len(legal):
            self.require_equal("selected plies", list(legal), sorted(selected))
        elif not set(selected) <= set(legal) or len(set(selected)) != len(selected):
            raise self.mismatch("selected plies", legal, selected)

    def detour(self, ours: State, theirs: Any, rng: random.Random, state_index: StateIndex) -> None:
        """Make the same plies in another order; both must agree whether the states are equal (a transposition)."""
        first = self.reference.legal(ours)
        walks = [tuple(rng.choice(first) for _ in range(3)) for _ in range(2)]
        before = len(self.plies)
        for walk in (*walks, *(walk[::-1] for walk in walks)):
            our_state, their_state = ours, theirs
            for action in walk:
                legal = self.reference.legal(our_state)
                self.same_plies(legal, self.machine.legal(their_state))
                if action not in legal:
                    break
                self.plies.append(self.reference.text(action))
                our_state, their_state = self.step(our_state, their_state, action)
                state_index.add(our_state, their_state)
            del self.plies[before:]


class StateIndex:
    """All states of a game on both sides; states equal on one side must be equal on the other."""

    def __init__(self, sides: Sides) -> None:
        self.sides = sides
        self.ours: dict[Any, tuple[str, ...]] = {}
        self.theirs: dict[Any, tuple[str, ...]] = {}

    def add(self, ours: State, theirs: Any) -> None:
        """Add a pair of states."""
        plies = tuple(self.sides.plies)
        first, other_plies = self.ours.setdefault(ours, plies), self.theirs.setdefault(theirs, plies)
        if first != other_plies:
            raise self.sides.mismatch("this state equals that after", " ".join(first), " ".join(other_plies))


def smallest(mismatch: EngineMismatch, plies: int = PLIES) -> EngineMismatch:
    """A smaller rule value with the same kind of difference, after fewer plies."""
    until = time.monotonic() + PATIENCE
    for _ in range(40):
        if time.monotonic() > until:
            return mismatch
        simpler = next(
            (smaller for game in simplifications(mismatch.game) if (smaller := smaller_example(game, mismatch, plies))),
            None,
        )
        if simpler is None:
            break
        mismatch = simpler
    return smaller_example(mismatch.game, mismatch, len(mismatch.plies), TRIES) or mismatch


def smaller_example(game: Game, mismatch: EngineMismatch, plies: int, tries: int = 4) -> EngineMismatch | None:
    """The shortest example of the same kind of difference in another rule value."""
    best = None
    for seed in range(tries):
        try:
            compare(game, f"small:{seed}", plies if best is None else len(best.plies) - 1, small=False, seconds=5)
        except EngineMismatch as candidate:
            if candidate.what == mismatch.what:
                best = candidate
        except (LusoryError, RecursionError):
            return None
    return best


def simplifications(game: Game) -> Iterator[Game]:
    """The rule value with one part removed, in every way."""
    fields = {spec.name: getattr(game, spec.name) for spec in specs(Game)}
    for name in ("ends", "effects", "opening", "setup"):
        for i in range(len(fields[name])):
            try:
                yield Game(**(fields | {name: fields[name][:i] + fields[name][i + 1 :]}))
            except RuleError:
                continue


class ValueReport(NamedTuple):
    """The outcome of a random rule value. long: plies of long games. words: the words it uses (coverage.said)."""

    seed: int
    plies: int
    long: int
    difference: EngineMismatch | None
    words: frozenset[str]


def random_game(seed: int, cells: int = 420) -> Game:
    """The random rule value of a seed."""
    return draw_game(random.Random(f"value:{seed}").randrange, cells)


def compare_seed(seed: int, plies: int = PLIES, cells: int = 420, seconds: float = 10, games: int = 4) -> ValueReport:
    """Play games of the random rule value of a seed: one, or up to `games` where they are short."""
    game, until = random_game(seed, cells), time.monotonic() + seconds
    plies_played = lasting = 0
    mismatch = None
    try:
        for number in range(games):
            plies_of_game = compare(game, f"{seed}:{number}", plies, seconds=max(0.0, until - time.monotonic()))
            plies_played, lasting = (
                plies_played + plies_of_game,
                lasting + (plies_of_game if plies_of_game >= LASTING else 0),
            )
            if plies_played * 8 > plies * games:
                break
    except EngineMismatch as difference:
        mismatch = difference
    return ValueReport(seed, plies_played, lasting, mismatch, frozenset(words_and_arguments(game)))
