"""Trains the nets that come with lusory: `python -m tools.nets susan yavalath --minutes 4 --games 60`.

Each game is trained for about so long on one thread, in a number of rounds that is kept in the file: with that number
`lusory learn GAME --rounds N --seed 1` makes the same net anywhere. Then the net plays the player that `best` was
without nets, both for the same time. Only a net whose score is above a half with 95 % confidence is kept, and `best`
takes it.
Results are kept in docs/nets.json; docs/learning.md shows them.

    python -m tools.nets --page          writes docs/learning.md anew
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

import msgspec

from lusory import load
from lusory.lab.matches import MatchSetting, match
from lusory.learn.net import GameNet
from lusory.learn.training import train
from lusory.players.levels import BestPlayers, BestSpec, load_best
from lusory.rules.game import Game

ROOT = Path(__file__).parent.parent
BEST = ROOT / "python/lusory/players/data/best.json"
NETS = ROOT / "python/lusory/players/nets"
RESULTS = ROOT / "docs/nets.json"
PAGE = ROOT / "docs/learning.md"
SEED = 1
OPENING = 4
PROBE = 4
"""Rounds that tell how fast a game is learnt."""
SPEC = "net:shipped,{}"


class NetResult(msgspec.Struct, frozen=True):
    """How a net did. rounds, positions, seconds: of training, on one thread. score: with the bounds of 95 %, against
    `rival`, in so many games. untrained: the score of a net that has learnt nothing. kept: whether it is shipped."""

    rounds: int
    positions: int
    seconds: float
    bytes: int
    limit: str
    rival: str
    games: int
    score: tuple[float, float, float]
    untrained: tuple[float, float, float]
    kept: bool


def rounds_for(game: Game, seconds: float) -> int:
    """About how many rounds there are in so many seconds of one core to itself."""
    begun = time.process_time()
    train(game, rounds=PROBE, seed=SEED)
    return max(PROBE, round(seconds * PROBE / max(time.process_time() - begun, 1e-6)))


def rival_of(game: Game) -> str:
    """What `best` is without a net, with `{}` for its limit."""
    known = load_best().games.get(game.hash)
    if known is None:
        return "mcts:{}"
    return known.counted if known.spec == SPEC else known.spec


def score_of(game: Game, net: GameNet, rival: str, limit: str, games: int, folder: Path) -> tuple[float, float, float]:
    """What a net scores."""
    path = folder / f"{game.name}.net"
    net.save(path)
    setting = MatchSetting.of(game, f"net:{path},{limit}", rival.format(limit), seed=SEED, opening=OPENING)
    value, low, high = match(setting, game, games=games, workers=1).score
    return round(value, 3), round(low, 3), round(high, 3)


def train_and_ship(name: str, asked: argparse.Namespace) -> NetResult:
    """Trains and measures the net of a game, and ships it if it is better than what there was."""
    game = load(name)
    assert isinstance(game, Game), f"{name}: nets learn rule values"
    net = train(game, rounds=rounds_for(game, 60 * asked.minutes), seed=SEED)
    work = ROOT / ".bench"
    work.mkdir(exist_ok=True)
    rival = rival_of(game)
    untrained = score_of(game, GameNet.untrained(game, SEED), rival, asked.limit, asked.games // 2, work)
    score = score_of(game, net, rival, asked.limit, asked.games, work)
    log, file = net.training, work / f"{name}.net"
    size = file.stat().st_size
    kept = score[1] > 0.5 and size <= 1_000_000
    if kept:
        NETS.mkdir(exist_ok=True)
        file.replace(NETS / file.name)
        take(game, rival, f"{name}: net:shipped,{asked.limit} against {rival.format(asked.limit)}", score, asked.games)
    return NetResult(
        log.rounds, log.positions, round(log.seconds), size, asked.limit, rival, asked.games, score, untrained, kept
    )


def take(game: Game, rival: str, players: str, score: tuple[float, float, float], games: int) -> None:
    """Has `best` take the net of a game."""
    known = msgspec.json.decode(BEST.read_bytes(), type=BestPlayers)
    said = f"{players}, {games} games, {100 * score[0]:.1f} %, lusory match with --opening {OPENING} --seed {SEED}"
    games_known = {**known.games, game.hash: BestSpec(SPEC, said, rival)}
    text = msgspec.json.encode(msgspec.structs.replace(known, games=games_known))
    BEST.write_bytes(msgspec.json.format(text, indent=2) + b"\n")


def results() -> dict[str, NetResult]:
    """All that were measured."""
    return msgspec.json.decode(RESULTS.read_bytes(), type=dict[str, NetResult]) if RESULTS.exists() else {}


def page(found: dict[str, NetResult]) -> str:
    """docs/learning.md."""
    lines = [
        "# What nets have learnt",
        "",
        "<!-- made by `python -m tools.nets --page` -->",
        "",
        "Each net began with no knowledge and learnt by games against itself, on one thread. Then it played the search",
        "that was best for its game before, both for the same time a ply, from positions after four random plies, each",
        "position twice with seats exchanged. The column *untrained* is the same net before it had learnt anything. A",
        "net comes with lusory (`net:shipped`), and is what `best:1s` takes, where the whole interval lies above 50 %.",
        "",
        "    python -m tools.nets GAME --minutes 4 --games 60",
        "    lusory learn GAME --rounds N --seed 1",
        "",
        "The first command makes a row, the second the same net again, where N is the number of rounds.",
        "",
        "| game | rounds | positions | minutes | kB | score (95 %) | against | games | untrained | shipped |",
        "| --- | ---: | ---: | ---: | ---: | --- | --- | ---: | --- | --- |",
    ]
    return "\n".join([*lines, *(row(name, found[name]) for name in sorted(found))]) + "\n"


def row(name: str, found: NetResult) -> str:
    """A line of the table."""
    value, low, high = (f"{100 * share:.0f}" for share in found.score)
    return (
        f"| {name} | {found.rounds} | {found.positions:,} | {found.seconds / 60:.1f} | {found.bytes / 1000:.0f} "
        f"| {value} % ({low} to {high}) | {found.rival.format(found.limit)} | {found.games} "
        f"| {100 * found.untrained[0]:.0f} % | {'yes' if found.kept else 'no'} |"
    )


def main() -> None:
    """See the module."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="GAME")
    parser.add_argument("--minutes", type=float, default=4.0)
    parser.add_argument("--games", type=int, default=60)
    parser.add_argument("--limit", default="0.1s")
    parser.add_argument("--page", action="store_true")
    asked = parser.parse_args()
    for name in asked.names:
        found = train_and_ship(name, asked)
        RESULTS.write_bytes(msgspec.json.format(msgspec.json.encode({**results(), name: found}), indent=1) + b"\n")
        print(row(name, found), flush=True)
    if asked.page or asked.names:
        PAGE.write_text(page(results()))


if __name__ == "__main__":
    main()
