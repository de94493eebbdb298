"""OpenSpiel's Monte Carlo tree search as a UGI engine, so that `lusory match` can play against it.

    lusory match hex --first best:0.3s --second "ugi:movetime=300 .bench/bin/python benchmarks/openspiel_ugi.py hex"

Runs in an environment of its own (.bench), which has OpenSpiel and nothing of ours: plies are translated here. The
search is C++ (pyspiel.MCTSBot) with random rollouts and the settings of OpenSpiel's own example (uct_c 2, solver on,
one rollout); it gets the wall time that `go movetime` says and one thread.

`check` instead of a limit plays the plies on stdin, a game a line, and prints the first player's return of each.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from string import ascii_lowercase
from typing import Any

import pyspiel

Translate = Callable[[Any, str], int]
"""A state and the text of a ply of ours; the action it is there."""
THEIRS = {
    "connect-four": "connect_four",
    "breakthrough": "breakthrough",
    "reversi": "othello",
    "hex": "hex(board_size=11)",
    "havannah": "havannah(board_size=8)",
    "gomoku": "gomoku(size=15)",
}
"""Our game, and the one of theirs that has its rules."""
MEMORY = 4000
"""MiB that the tree may take."""
MANY = 1 << 30
"""Simulations: as many as there is time for."""


def square(size: int) -> list[str]:
    """The cells row by row."""
    return [f"{column}{row}" for row in range(1, size + 1) for column in ascii_lowercase[:size]]


def hexagon(size: int) -> list[str]:
    """The cells of a hexagon, row by row; its rows are lettered."""
    widths = [*range(size, 2 * size), *range(2 * size - 2, size - 1, -1)]
    return [f"{ascii_lowercase[row]}{cell + 1}" for row, width in enumerate(widths) for cell in range(width)]


def by_cells(cells: list[str]) -> Translate:
    """Of a game of placements: the plies of the empty board, in order, are the cells in order."""
    actions_by_cells: dict[str, int] = {}

    def action(state: Any, ply: str) -> int:
        if not actions_by_cells:
            actions_by_cells.update(zip(cells, state.get_game().new_initial_state().legal_actions(), strict=True))
        return actions_by_cells[ply]

    return action


def by_name(our_text: Callable[[str], str]) -> Translate:
    """Of a game whose plies have names there."""

    def action(state: Any, ply: str) -> int:
        actions = {state.action_to_string(state.current_player(), a).rstrip("*"): a for a in state.legal_actions()}
        return int(actions[our_text(ply)])

    return action


def mirror_ply(ply: str) -> str:
    """Theirs begins at the top of the board, ours at the bottom: a2-a3 is a7a6."""
    return "".join(f"{cell[0]}{9 - int(cell[1])}" for cell in ply.split("-"))


HOW: dict[str, Translate] = {
    "connect-four": lambda state, ply: ascii_lowercase.index(ply[0]),
    "breakthrough": by_name(mirror_ply),
    "reversi": by_name(lambda ply: ply),
    "hex": by_cells(square(11)),
    "havannah": by_cells(hexagon(8)),
    "gomoku": by_cells(square(15)),
}


def their_state(name: str, plies: list[str]) -> Any:
    """Their state after our plies."""
    state = pyspiel.load_game(THEIRS[name]).new_initial_state()
    for ply in plies:
        state.apply_action(HOW[name](state, ply))
    return state


def our_text(name: str, state: Any, action: int, plies: list[str]) -> str:
    """Our text of their action."""
    if name == "connect-four":
        column = ascii_lowercase[action]
        return f"{column}{1 + sum(ply[0] == column for ply in plies)}"
    text: str = state.action_to_string(state.current_player(), action).rstrip("*")
    if name == "breakthrough":
        return f"{mirror_ply(text[:2])}-{mirror_ply(text[2:])}"
    if name == "reversi":
        return text
    cells = hexagon(8) if name == "havannah" else square(11 if name == "hex" else 15)
    first_actions: list[int] = state.get_game().new_initial_state().legal_actions()
    return cells[first_actions.index(action)]


def chosen(name: str, plies: list[str], seconds: float, seed: int) -> str:
    """What their search plays."""
    state = their_state(name, plies)
    evaluator = pyspiel.RandomRolloutEvaluator(1, seed)
    game = pyspiel.load_game(THEIRS[name])
    bot = pyspiel.MCTSBot(game, evaluator, 2.0, MANY, MEMORY, True, seed, False, max_wall_clock_time=seconds)
    return our_text(name, state, bot.step(state), plies)


def serve(name: str) -> None:
    """Answer until `quit`."""
    plies: list[str] = []
    for line in sys.stdin:
        command, *rest = line.split() or [""]
        if command == "ugi":
            print("id name OpenSpiel MCTS\nugiok", flush=True)
        elif command == "isready":
            print("readyok", flush=True)
        elif command == "position":
            plies = rest[2:]
        elif command == "go":
            seconds = int(rest[1 + rest.index("movetime")]) / 1000
            print(f"bestmove {chosen(name, plies, seconds, len(plies) + 1)}", flush=True)
        elif command == "quit":
            return


def check(name: str) -> None:
    """Whole games of ours, and what they are worth there."""
    for line in sys.stdin:
        state = their_state(name, line.split())
        print(state.returns()[0] if state.is_terminal() else "unfinished", flush=True)


if __name__ == "__main__":
    (check if sys.argv[2:] == ["check"] else serve)(sys.argv[1])
