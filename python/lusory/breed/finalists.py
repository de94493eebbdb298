"""Finalists: the best games of a run between nets that learnt each of them for a minute or so.

Searches of some dozens of simulations play games of the litter too weakly to say whether good players would draw, or
whether the first always wins. Nets that learnt a game say it better, and people may play against them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from ..errors import LusoryError
from ..lab.matches import MatchSetting, match
from ..lab.pool import WorkerSpec, worker_count
from ..learn import DamagedNet, GameNet, load, train
from ..players import net as net_player
from ..rules import codec
from ..rules.game import Game

FINALISTS = 6
"""So many of the best games of a run have nets."""
NETS = "nets"
"""The folder of the nets beside the games."""
GAMES, STRENGTH_GAMES = 40, 20
"""Games between two nets, and against a search."""
DEPTH = 2
"""Plies that a net looks ahead."""
RIVAL = "mcts:100"
"""The search that a net is held against: what a net that is weaker says of a game means little."""
OPENING, LIMIT = 2, 200
"""Random plies before the players begin, without which all games between two nets would be one; plies of a game."""
MEASURES = {
    "net score": "first's score, nets",
    "net draws": "draws, nets",
    "net strength": f"nets against {RIVAL}",
}
"""Figures of finalists, each with its column heading."""
FIGURES = (*MEASURES, "net plies")
"""All figures of finalists."""
NetFigures = dict[str, dict[str, float]]
"""Figures of finalists by the names of the games."""


def learn_finalists(
    values: Sequence[str],
    out: Path,
    minutes: float,
    *,
    workers: WorkerSpec = 0,
    most: int = FINALISTS,
    on_progress: Callable[[str], object] = lambda name: None,
) -> NetFigures:
    """Learns the best games that nets can play, and plays each between nets. A net that has learnt as long is read from
    its file.

    values: rules as stored, the best first, each with a name of its own. out: the folder of the litter, which keeps the
    nets. minutes: for each net. workers: processes that play the matches; threads of the training. on_progress: called
    before each game. Raises LusoryError where a net cannot be written.
    """
    figures: NetFigures = {}
    for game in fit_games(values):
        if len(figures) >= most:
            break
        on_progress(game.name)
        file = out / NETS / f"{game.name}.net"
        net = learnt(game, file, minutes, worker_count(workers))
        if net is not None:
            figures[game.name] = net_figures(game, file, workers)
    return figures


def fit_games(values: Sequence[str]) -> Iterator[Game]:
    """The games that nets can learn."""
    return (game for game in map(codec.read, values) if not net_player.unfit(game))


def learnt(game: Game, file: Path, minutes: float, threads: int) -> GameNet | None:
    """The net of a game, from its file if that has learnt so long, else learnt and written now; None where the training
    diverges. Raises LusoryError where it cannot be written."""
    kept = kept_net(game, file)
    if kept is not None and kept.training.seconds >= 60 * minutes:
        return kept
    try:
        net = train(game, seconds=60 * minutes, threads=threads)
    except LusoryError:
        return None
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        net.save(file)
    except OSError as fault:
        raise LusoryError(f"{file}: the net is not written: {fault.strerror or fault}") from None
    return net


def kept_net(game: Game, file: Path) -> GameNet | None:
    """The net in a file, if it is one of this game."""
    try:
        net = load(file)
    except (OSError, DamagedNet):
        return None
    return net if net.game.hash == game.hash else None


def net_figures(game: Game, file: Path, workers: WorkerSpec) -> dict[str, float]:
    """What a game comes to between nets."""
    spec = f"net:{file},{DEPTH}"
    equals = match(setting(game, spec, spec), game, games=GAMES, workers=workers)
    against = match(setting(game, spec, RIVAL), game, games=STRENGTH_GAMES, workers=workers)
    return {
        "net score": equals.first_seat,
        "net draws": equals.draws / equals.games,
        "net plies": equals.length,
        "net strength": against.score[0],
    }


def setting(game: Game, first: str, second: str) -> MatchSetting:
    """A match from short random openings."""
    return MatchSetting.of(game, first, second, opening=OPENING, limit=LIMIT)
