"""Match-ups of players: one against another in either seat, and one with full information against one without."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from ....play.position import Position
from ....players import Player, seen_by
from ....players.player import imagine
from ...collect.series import SeriesSetting
from ...figures import Figure, FigureTable, Measurement, TableRow
from ...matches.game import GameOutcome, Players, position_after
from ...matches.game import MatchGame as Round
from ...matches.log import MatchLog
from ...matches.result import count_pairs
from ...matches.score import score
from ...matches.setting import MatchSetting as Match
from ...measure import Measuring
from ..run import StudyRun
from ..study import Version

SEATS = ("games", "wins", "draws", "loses", "score", "plies")


def meetings(bench: StudyRun, pairs: Sequence[tuple[str, str, str]], games: int) -> FigureTable:
    """A row for each (version, player, opponent) and seat: the results of the player. One of the two
    must use randomness: deterministic players would repeat one game."""
    rows = []
    for version, player, opponent in pairs:
        for seat, specs in ((0, (player, opponent)), (1, (opponent, player))):
            measurement = play_pairing(bench, bench.study.version(version), specs, games)
            label = f"{version}: {player} moves {('first', 'second')[seat]} against {opponent}"
            rows.append(TableRow(label, seat_scores(measurement, seat)))
    return FigureTable("meetings", SEATS, tuple(rows))


def play_pairing(bench: StudyRun, version: Version, specs: tuple[str, str], games: int) -> Measurement:
    """Games of two players, from the start."""
    game, (first, second) = bench.rules(version), specs
    run = Measuring(game, SeriesSetting.of(game, first, second, seed=bench.seed), bench.scaled_games(games))
    name = f"{first} against {second}"
    run.run(bench.workers, bench.log(version.label, name), bench.progress_reporter(f"{version.label}, {name}"))
    return run.measurement()


def seat_scores(measurement: Measurement, seat: int) -> tuple[Figure, ...]:
    """The figures from the side of that seat."""
    win_share, loss_share = (
        measurement.figure(name) for name in (("first", "second") if seat == 0 else ("second", "first"))
    )
    score = measurement.figure("score") if seat == 0 else other_score(measurement.figure("score"))
    games = Figure("games", float(measurement.games), how="exact")
    return games, win_share, measurement.figure("draws"), loss_share, score, measurement.figure("plies")


def other_score(score: Figure) -> Figure:
    """The other player's."""
    if score.value is None or score.low is None or score.high is None:
        return score
    return msgspec.structs.replace(score, value=1 - score.value, low=1 - score.high, high=1 - score.low)


class FullInformationRound(Round):
    """A game in which the player of `slot` is shown the true position, and the other one drawn at random from all that
    agree with what it knows. Both search a single position, so that they differ in nothing but what they know."""

    slot = 1

    def play_ply(self, player: Player, slot: int, mover: int) -> Position:
        """See MatchGame."""
        true_position = self.position
        position_shown = true_position if slot == self.slot else imagine(seen_by(true_position, mover), self.rngs[slot])
        return position_after(true_position, player.choose(position_shown, self.rngs[slot]))


def knowledge_table(bench: StudyRun, versions: Sequence[str], specs: Sequence[str], games: int) -> FigureTable:
    """A row for each version and player: what it scores on the true position against itself on a guessed one."""
    rows = []
    for label in versions:
        for spec in specs:
            outcomes = full_information_games(bench, bench.study.version(label), spec, bench.scaled_games(games))
            honest = score(count_pairs(outcomes))
            figure = Figure(
                "score", 1 - honest.value, 1 - honest.high, 1 - honest.low, len(outcomes), "points", "pairs"
            )
            rows.append(TableRow(f"{label}, {spec}", (Figure("games", float(len(outcomes)), how="exact"), figure)))
    return FigureTable("knowing", ("games", "score of who sees everything"), tuple(rows))


def full_information_games(bench: StudyRun, version: Version, spec: str, games: int) -> list[GameOutcome]:
    """Games in pairs from the same random opening, seats swapped; the player in the second slot sees everything."""
    game = bench.rules(version)
    setting = Match.of(game, spec, spec, seed=bench.seed)
    players, start = Players(setting.specs, game), game.start()
    task = f"{version.label}, {spec} on the true position against a guess"
    log = MatchLog(bench.log(version.label, spec, "shown"), setting)
    with log:
        have = {outcome.key: outcome for outcome in log.played}
        for number in range(games // 2 * 2):
            key = number // 2, bool(number % 2)
            if key not in have:
                have[key] = FullInformationRound(setting, start, players, *key).play()
                log.add(have[key])
            bench.on_progress(task, number / games)
    players.close()
    return [have[number // 2, bool(number % 2)] for number in range(games // 2 * 2)]
