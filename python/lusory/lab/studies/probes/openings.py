"""The value of openings: games that continue from given plies."""

from __future__ import annotations

from collections.abc import Sequence

from ....rules.game import Game
from ....rules.symmetry import symmetries
from ... import intervals
from ...collect.observe import Observed
from ...collect.series import SECRETS, SeriesSetting, SeriesWorker
from ...figures import Figure, FigureTable, TableRow
from ...json_log import JsonLog
from ...pool import worker_count
from ..run import StudyRun
from ..study import Contender, Version

RANDOM_GAMES = 50_000
"""Random games of each, by the engine."""


def corner(game: Game) -> list[tuple[str, int]]:
    """One cell of each class under the board's symmetries, with the size of the class. Only for rules that respect
    the symmetries."""
    alike = symmetries(game.geometry)
    classes = {min(images[cell] for images in alike) for cell in range(len(game.geometry.names))}
    return [(game.geometry.names[cell], len({images[cell] for images in alike})) for cell in sorted(classes)]


def beginnings(
    bench: StudyRun, version: str, players: Sequence[Contender], then: Sequence[str] = (), column: str = "score"
) -> FigureTable:
    """A row for each first cell: what the first player scores after it and the plies `then`, by player."""
    chosen_version = bench.study.version(version)
    game = bench.rules(chosen_version)
    rows = []
    for name, equivalent_count in corner(game):
        label = name + (f" and {equivalent_count - 1} like it" if equivalent_count > 1 else "")
        rows.append(
            TableRow(label, tuple(score_after(bench, chosen_version, player, (name, *then)) for player in players))
        )
    return FigureTable("beginnings", tuple(f"{column}, {player.label}" for player in players), tuple(rows))


def score_after(bench: StudyRun, version: Version, player: Contender, plies: Sequence[str]) -> Figure:
    """What the first player scores after these plies."""
    game, start = bench.rules(version), bench.rules(version).start()
    for ply in plies:
        start = start.play(ply)
    if player.spec == "random" and hasattr(start.state, "playouts"):
        outcomes = start.state.playouts(
            bench.scaled_games(RANDOM_GAMES), seed=bench.seed, threads=worker_count(bench.workers)
        )
        return interval_of_totals(
            outcomes["results"][1][0] / 2, outcomes["results"][2][0], outcomes["results"][3], outcomes["results"][0]
        )
    setting = SeriesSetting.of(game, player.spec, seed=bench.seed, limit=player.limit)
    values = [
        opening_game.values[0]
        for opening_game in opening_games(bench, version, player, plies, setting, SeriesWorker(setting, game))
        if opening_game.values
    ]
    return mean_of_values(values)


def opening_games(
    bench: StudyRun,
    version: Version,
    player: Contender,
    plies: Sequence[str],
    setting: SeriesSetting,
    worker: SeriesWorker,
) -> list[Observed]:
    """The games, those of the log first. Their numbers begin past those for which hidden information is
    measured."""
    for ply in plies:
        worker.start = worker.start.play(ply)
    task, games = f"{version.label}, {player.label} after {' '.join(plies)}", bench.scaled_games(player.games)
    with JsonLog(bench.log(version.label, player.label, *plies), "measurement", setting, Observed) as log:
        have = {game.number: game for game in log.entries()}
        for number in range(SECRETS, SECRETS + games):
            if number not in have:
                have[number] = worker.do(number)
                log.add(have[number])
            bench.on_progress(task, (number - SECRETS) / games)
    worker.close()
    return [have[number] for number in range(SECRETS, SECRETS + games)]


def mean_of_values(values: Sequence[float]) -> Figure:
    """The mean score of a player."""
    n = len(values)
    if n < 2:
        return Figure("score", unit="points", why="too few games for an interval")
    mean = sum(values) / n
    interval = intervals.bounded_mean(n, mean, sum((value - mean) ** 2 for value in values) / (n - 1))
    return Figure("score", mean, interval.low, interval.high, n, "points", interval.how, interval.error)


def interval_of_totals(points: float, wins: int, draws: int, games: int) -> Figure:
    """The same of the engine's totals, whose points are twelfths; wins and draws tell as much in games of two."""
    mean = (wins + draws / 2) / games
    spread = (wins * (1 - mean) ** 2 + draws * (0.5 - mean) ** 2 + (games - wins - draws) * mean**2) / (games - 1)
    interval = intervals.bounded_mean(games, mean, spread)
    return Figure("score", mean, interval.low, interval.high, games, "points", interval.how, interval.error)
