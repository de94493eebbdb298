"""The census: counts sequences of plies by length, how many of them end the game, and how."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from .._numbers import whole
from ..errors import IllegalPly, LongTurn, LusoryError
from .contract import Contract
from .position import LONGEST_TURN

Row = list[int]
"""[nodes, finished, first wins, second wins, draws]: a column for each player's wins, the last for draws."""
DEEPEST = 2**32 - 1
"""The engine counts to no greater depth."""
Level = dict[Any, int]
"""States, and how many sequences lead to each: equal states have equal futures, so they are counted together."""


def census(game: Contract, depth: int, *, start: Iterable[str] = (), turns: bool = False) -> list[Row]:
    """The rows of depths 1 to `depth`, counted in plies or in whole turns, after the plies of `start`. Raises
    LusoryError for a depth below 0."""
    check_depth(depth)
    return list(rows(game, depth, state_after(game, start), turns))


def divide(
    game: Contract, depth: int, *, start: Iterable[str] = (), turns: bool = False
) -> Iterator[tuple[str, list[Row]]]:
    """The same for each first ply alone, with its text; the rows begin with that ply (or the turn it begins)."""
    check_depth(depth)
    state = state_after(game, start)
    for action in game.legal(state):
        yield game.text(action), list(rows_from(game, depth, game.play(state, action)[0], turns))


def check_depth(depth: int) -> None:
    """Raises LusoryError for a depth that cannot be counted to."""
    number = whole(depth)
    if number is None or not 0 <= number <= DEEPEST:
        raise LusoryError(f"depth: {depth!r}, expected a whole number from 0 to {DEEPEST:,}")


def rows_from(game: Contract, depth: int, state: Any, turns: bool) -> Iterator[Row]:
    """The rows of the sequences whose first ply led to a state: the first row is that ply, or the turn it begins."""
    own_census = getattr(game, "census", None)
    if own_census is not None:
        yield from own_census(state, depth, turns=turns, begun=True)
        return
    level = whole_turns(game, [(state, 1)]) if turns else {state: 1}
    yield count_row(game, level.items())
    yield from rows_after(game, depth - 1, running_states(game, level), turns)


def state_after(game: Contract, texts: Iterable[str]) -> Any:
    """The state after plies given by their canonical texts."""
    state = game.start()
    for text in texts:
        matching = [action for action in game.legal(state) if game.text(action) == text]
        if not matching:
            raise IllegalPly(text, "not legal here", " ".join(game.text(a) for a in game.legal(state)[:20]))
        state, _ = game.play(state, matching[0])
    return state


def rows(game: Contract, depth: int, state: Any, turns: bool) -> Iterator[Row]:
    """Yields rows one by one, so that a census can be stopped at any time. A contract that has
    a `census` of its own counts faster than is done here, by its words alone."""
    own_census = getattr(game, "census", None)
    return rows_after(game, depth, {state: 1}, turns) if own_census is None else own_census(state, depth, turns=turns)


def rows_after(game: Contract, depth: int, level: Level, turns: bool) -> Iterator[Row]:
    """The rows of what follows a level."""
    for plies_left in range(depth, 0, -1):
        reached = successor_states(game, level)
        if plies_left == 1 and not turns:
            yield count_row(game, reached)  # nothing follows: no need to hold the last states in memory
            return
        level = whole_turns(game, reached) if turns else merge(reached)
        yield count_row(game, level.items())
        level = running_states(game, level)


def successor_states(game: Contract, level: Level) -> Iterator[tuple[Any, int]]:
    """Every state one ply later, with the number of ways to it; the same state may come more than once."""
    for state, ways in level.items():
        for successor in successors(game, state):
            yield successor, ways


def successors(game: Contract, state: Any) -> Iterator[Any]:
    """The states after each legal ply. The reference keeps its options, so they need not be looked up again."""
    options, follow = getattr(game, "options", None), getattr(game, "follow", None)
    if options is not None and follow is not None:
        return (follow(state, option)[0] for option in options(state))
    return (game.play(state, action)[0] for action in game.legal(state))


def merge(states: Iterable[tuple[Any, int]]) -> Level:
    """Merges equal states."""
    level: Level = {}
    for state, ways in states:
        level[state] = level.get(state, 0) + ways
    return level


def whole_turns(game: Contract, states: Iterable[tuple[Any, int]]) -> Level:
    """Continues until every turn is over: turns are sequences of plies, and may be of different lengths."""
    finished: Level = {}
    for _ in range(LONGEST_TURN + 1):
        reached = merge(states)
        if not reached:
            return finished
        going = {}
        for state, ways in reached.items():
            if game.result(state) is None and not game.turn_over(state):
                going[state] = ways
            else:
                finished[state] = finished.get(state, 0) + ways
        states = successor_states(game, going)
    raise LongTurn(f"a turn of more than {LONGEST_TURN} plies")


def running_states(game: Contract, level: Level) -> Level:
    """The states whose game is not over."""
    return {state: ways for state, ways in level.items() if game.result(state) is None}


def count_row(game: Contract, states: Iterable[tuple[Any, int]]) -> Row:
    """The row of a level."""
    row = [0] * (game.players + 3)
    for state, ways in states:
        row[0] += ways
        result = game.result(state)
        if result is not None:
            row[1] += ways
            row[2 + result.values.index(1.0) if 1.0 in result.values else -1] += ways
    return row
