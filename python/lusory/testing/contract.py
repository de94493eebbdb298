"""Checks by random play that a game meets the contract (play/contract.py)."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

from ..errors import LusoryError
from ..reference import Reference
from ..rules.events import CHANCE
from ..rules.game import Game

if TYPE_CHECKING:
    from ..play.contract import Contract


class BrokenPromise(LusoryError, AssertionError):
    """A violation of the contract; the message ends with the plies that led to it."""


class RandomGame(NamedTuple):
    """Random play. states has one more than actions; the last state may be of a finished game."""

    contract: Any
    states: tuple[Any, ...]
    actions: tuple[int, ...]

    def __repr__(self) -> str:
        texts = " ".join(self.contract.text(action) for action in self.actions)
        return f"Played({getattr(self.contract, 'game', self.contract.name)!r}: {texts})"


def play_random(contract: Contract, below: Callable[[int], int], plies: int) -> RandomGame:
    """Play until the game is over or `plies` plies are made; all legal plies are equally likely."""
    states: list[Any] = [contract.start()]
    actions: list[int] = []
    while len(actions) < plies and contract.result(states[-1]) is None:
        legal = contract.legal(states[-1])
        actions.append(legal[below(len(legal))])
        states.append(contract.play(states[-1], actions[-1])[0])
    return RandomGame(contract, tuple(states), tuple(actions))


def random_play(game: Game | Contract, seed: int | str = 0, plies: int = 200) -> RandomGame:
    """Random play of a rule value, or of any class with the contract; reproducible by its seed."""
    contract = Reference(game) if isinstance(game, Game) else game
    return play_random(contract, random.Random(f"play:{seed}").randrange, plies)


def check(game: Game | Contract, games: int = 100, seed: int | str = 0, plies: int = 400) -> None:
    """Play random games and check each state against the contract (play/contract.py).

    Raises BrokenPromise with the violation and the plies before it.
    """
    contract = Reference(game) if isinstance(game, Game) else game
    texts: dict[str, int] = {}
    for number in range(games):
        _Game(contract, texts, random.Random(f"check:{seed}:{number}")).play(plies)


class _Game:
    """One random game, with the whole contract checked at every ply."""

    def __init__(self, contract: Contract, texts: dict[str, int], rng: random.Random) -> None:
        self.contract, self.texts, self.rng = contract, texts, rng
        self.path: list[int] = []

    def broken(self, promise: str) -> BrokenPromise:
        """The error, with the plies so far."""
        path = " ".join(str(self.contract.text(action)) for action in self.path) or "the start"
        return BrokenPromise(f"{self.contract.name or 'the game'}: {promise}, after {path}")

    def demand(self, condition: object, promise: str) -> None:
        """Raise unless the condition holds."""
        if not condition:
            raise self.broken(promise)

    def attempt(self, call_name: str, call: Callable[..., Any], *args: Any) -> Any:
        """The result of a call; an exception is a violation of the contract."""
        try:
            return call(*args)
        except BrokenPromise:
            raise
        except Exception as fault:
            raise self.broken(f"{call_name} raised {type(fault).__name__}: {fault}") from fault

    def play(self, plies: int) -> None:
        """Play to the end, or up to `plies` plies."""
        state = self.attempt("start()", self.contract.start)
        self.demand(state == self.attempt("start()", self.contract.start), "start() gives two different states")
        self.demand(self.contract.turn_over(state) or self.contract.result(state), "turn_over(start) is not True")
        for _ in range(plies):
            legal = self.look(state)
            if not legal:
                return
            state = self.step(state, self.rng.choice(list(legal)))
        self.look(state)

    def look(self, state: Any) -> Sequence[int]:
        """Check a state; returns its legal plies."""
        contract = self.contract
        self.attempt("hash(state)", hash, state)
        legal: Sequence[int] = self.attempt("legal()", contract.legal, state)
        result = self.attempt("result()", contract.result, state)
        mover = self.attempt("to_move()", contract.to_move, state)
        self.demand(all(a < b for a, b in pairwise(legal)), f"legal() is not ascending: {list(legal)[:20]}")
        self.demand(
            all(0 <= a < contract.num_actions for a in legal), f"an id is not below num_actions, {contract.num_actions}"
        )
        self.demand((result is None) == bool(legal), f"result() is {result}, but {len(legal)} plies are legal")
        self.demand(CHANCE <= mover < contract.players, f"to_move() is {mover}")
        self.names(legal)
        if mover == CHANCE and result is None:
            self.weights(state, legal)
        if result is not None:
            self.final(state, result)
        self.shown(state)
        return legal

    def names(self, legal: Sequence[int]) -> None:
        """Check that texts and ids correspond one to one."""
        for action in legal:
            text = self.attempt(f"text({action})", self.contract.text, action)
            self.attempt(f"printed({action})", self.contract.printed, action)
            self.demand(text and not any(map(str.isspace, text)), f"text({action}) is {text!r}, expected no blank")
            other_action = self.texts.setdefault(text, action)
            self.demand(other_action == action, f"the plies {other_action} and {action} have one text, {text!r}")

    def weights(self, state: Any, legal: Sequence[int]) -> None:
        """Check that chance plies have positive integer weights."""
        weights = self.attempt("weights()", self.contract.weights, state)
        are_valid = len(weights) == len(legal) and all(isinstance(w, int) and w > 0 for w in weights)
        self.demand(
            are_valid, f"weights() is {list(weights)[:20]}, expected a positive whole number for each legal ply"
        )

    def final(self, state: Any, result: Any) -> None:
        """Check that a result gives each player a share of one point."""
        values = result.values
        self.demand(len(values) == self.contract.players, f"{values} has not one value a player")
        sums_to_one = abs(sum(values) - 1) < 1e-9 or self.contract.players == 1
        self.demand(sums_to_one and all(0 <= v <= 1 for v in values), f"the values {values} do not share one point")

    def shown(self, state: Any) -> None:
        """Check that every viewer's picture and knowledge can be computed."""
        contract = self.contract
        scores = self.attempt("scores()", contract.scores, state)
        self.demand(len(scores) == contract.players, f"scores() is {scores}, expected one a player")
        for viewer in (None, *range(contract.players)):
            picture = self.attempt(f"picture(viewer={viewer})", contract.picture, state, viewer)
            cells = len(picture.geometry.names)
            self.demand(all(0 <= stone.cell < cells for stone in picture.stones), "a stone stands on no cell")
        for viewer in range(contract.players):
            text = self.attempt(f"information({viewer})", contract.information, state, viewer)
            self.demand(isinstance(text, str), f"information({viewer}) is no text")

    def step(self, state: Any, action: int) -> Any:
        """Make a ply; check that it does not change the old state and always leads to the same new one."""
        contract, before = self.contract, hash(state)
        legal = list(contract.legal(state))
        after, events = self.attempt(f"play({contract.text(action)})", contract.play, state, action)
        repeated_state, same_events = self.attempt(f"play({contract.text(action)})", contract.play, state, action)
        unchanged = hash(state) == before and list(contract.legal(state)) == legal
        self.demand(unchanged, f"play({contract.text(action)}) changed the state it was given")
        self.demand(
            after == repeated_state and tuple(events) == tuple(same_events),
            f"play({contract.text(action)}) differs twice",
        )
        self.demand(
            hash(after) == hash(repeated_state), f"equal states after {contract.text(action)} have different hashes"
        )
        players = range(CHANCE, contract.players)
        self.demand(all(e.player in players for e in events), f"an event names no player: {events}")
        self.path.append(action)
        return after
