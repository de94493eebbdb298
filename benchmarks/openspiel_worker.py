"""Plays random games in OpenSpiel. Runs in a virtual environment (.bench) with OpenSpiel and without lusory.

Each line on stdin is JSON, [what, game, seconds, ...]; each gets a line on stdout: games a second, their mean length,
or the simulations a second of a search with random games.

OpenSpiel is driven by the fastest that its package has. RandomRolloutEvaluator plays n random games from a state in
C++. Python cannot call it, but a search can: a search of one simulation asks for the value of the position it starts
from, and that is n random games from there, without a tree and without Python. (`evaluate_bots` with two uniform random
bots plays one game a call, in C++ too; where that is faster it is taken.)
"""

from __future__ import annotations

import json
import random
import sys
import time
from collections.abc import Callable
from typing import Any

import pyspiel

Play = Callable[[int], None]
"""Plays so many games."""


def rollouts(game: Any) -> Play:
    """By a search of one simulation."""
    state = game.new_initial_state()

    def play(games: int) -> None:
        evaluator = pyspiel.RandomRolloutEvaluator(games, random.getrandbits(30))
        pyspiel.MCTSBot(game, evaluator, 1.0, 1, 1000, False, 1, False).mcts_search(state)

    return play


def matches(game: Any) -> Play:
    """By matches of random bots."""
    bots = [pyspiel.make_uniform_random_bot(player, random.getrandbits(30)) for player in range(game.num_players())]

    def play(games: int) -> None:
        for _ in range(games):
            pyspiel.evaluate_bots(game.new_initial_state(), bots, random.getrandbits(30))

    return play


def rate(play: Play, seconds: float) -> float:
    """Games a second of our own time, in batches that take ever longer until they take a tenth of a second."""
    size, games, started = 1, 0, time.process_time()
    while (elapsed := time.process_time() - started) < seconds:
        play(size)
        games += size
        size = size * 2 if time.process_time() - started - elapsed < 0.1 else size
    return games / elapsed


def fastest(name: str, play_by_game: dict[str, Play]) -> Play:
    """The faster way to play a game, found once."""
    if name not in play_by_game:
        game = pyspiel.load_game(name)
        play_by_game[name] = max((rollouts(game), matches(game)), key=lambda play: rate(play, 0.3))
    return play_by_game[name]


def length(name: str, seconds: float) -> float:
    """The mean length of random games, played in Python: a check that these are the rules that lusory plays."""
    game, plies, games, started = pyspiel.load_game(name), 0, 0, time.process_time()
    while time.process_time() - started < seconds:
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(random.choice(state.legal_actions()))
            plies += 1
        games += 1
    return plies / games


def simulation_rate(name: str, seconds: float, simulations: int) -> float:
    """Simulations a second of our own time: searches in C++ from the start, each of so many simulations in a new tree,
    with one random game from each new node."""
    game, searches, started = pyspiel.load_game(name), 0, time.process_time()
    state = game.new_initial_state()
    while (elapsed := time.process_time() - started) < seconds or not searches:
        evaluator = pyspiel.RandomRolloutEvaluator(1, random.getrandbits(30))
        pyspiel.MCTSBot(game, evaluator, 1.4, simulations, 1000, False, searches, False).mcts_search(state)
        searches += 1
    return searches * simulations / elapsed


def main() -> None:
    """Answer until stdin ends."""
    play_by_game: dict[str, Play] = {}
    for line in sys.stdin:
        request, name, seconds, *arguments = json.loads(line)
        if request == "search":
            reply = simulation_rate(name, seconds, *arguments)
        else:
            reply = length(name, seconds) if request == "length" else rate(fastest(name, play_by_game), seconds)
        print(json.dumps(reply), flush=True)


if __name__ == "__main__":
    main()
