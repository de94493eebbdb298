"""Trains the nets that come with lusory: `python -m tools.nets susan yavalath --minutes 4 --games 60`.

Each game is trained for about so long on one thread, in a number of rounds that is kept in the file: with that number
`lusory learn GAME --rounds N --seed 1` makes the same net anywhere. Then the net plays the player that `best` was
without nets, both for the same time. Only a net whose score is above a half with 95 % confidence is kept, and `best`
takes it.
Results are kept in docs/nets.json; docs/learning.md shows them.

    python -m tools.nets GAME --net FILE measures a net that `lusory learn` has made, and keeps it if it is better
    python -m tools.nets GAME --curve 60 trains a net for 60 rounds and measures it meanwhile
    python -m tools.nets --learnt        looks what the shipped nets have learnt, and draws it
    python -m tools.nets GAME --build DIR plays the shipped net against `best` of an older build (tools/old_builds.py)
    python -m tools.nets --page          writes docs/learning.md anew
"""

from __future__ import annotations

import argparse
import time
from datetime import date
from pathlib import Path

import msgspec

from benchmarks import random_nets
from lusory import load
from lusory.lab.learning import StrengthPoint
from lusory.lab.matches import MatchSetting, match
from lusory.learn.net import GameNet
from lusory.learn.net import load as load_net
from lusory.learn.training import train
from lusory.players.levels import BestPlayers, BestSpec, load_best
from lusory.players.shipped_nets import shipped_net
from lusory.rules.game import Game
from tools import old_builds
from tools.learnt import Learnt, curve, curve_rows, learnt, learnt_row
from tools.net_notes import RANDOM_NOTES, SPEED, UNTRAINED
from tools.old_builds import BuildMatch

ROOT = Path(__file__).parent.parent
BEST = ROOT / "python/lusory/players/data/best.json"
NETS = ROOT / "python/lusory/players/nets"
RESULTS = ROOT / "docs/nets.json"
PAGE = ROOT / "docs/learning.md"
RANDOM_RULES = ROOT / "docs/random-nets.jsonl"
RANDOM_MINUTES = 2

"""What is told of games without a net to measure."""
SEED = 1
OPENING = 4
PROBE = 4
"""Rounds that tell how fast a game is learnt."""
SPEC = "net:shipped,{}"
NET = "NET"
"""Stands for the net in --player."""
LARGEST = 1_000_000
"""The most bytes of a shipped net; weights of larger ones are rounded more coarsely."""


class NetResult(msgspec.Struct, frozen=True, omit_defaults=True):
    """How a net did. rounds, positions, seconds: of training, on one thread. score: with the bounds of 95 %, against
    `rival`, in so many games. untrained: the score of a net that has learnt nothing. kept: whether it is shipped.
    played: the day of the match. seed: of the training.
    tried: what was tried, where it is not, or for a stronger one. curve: its strength
    while it learnt. learnt: what a shipped net has learnt. builds: matches against older builds."""

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
    played: str = ""
    tried: str = ""
    curve: tuple[StrengthPoint, ...] = ()
    learnt: Learnt | None = None
    builds: tuple[BuildMatch, ...] = ()
    seed: int = SEED


def rounds_for(game: Game, seconds: float) -> int:
    """About how many rounds there are in so many seconds of one core to itself."""
    started = time.process_time()
    train(game, rounds=PROBE, seed=SEED)
    return max(PROBE, round(seconds * PROBE / max(time.process_time() - started, 1e-6)))


def rival_of(game: Game) -> str:
    """What `best` is without a net, with `{}` for its limit."""
    best = load_best().games.get(game.hash)
    if best is None:
        return "mcts:{}"
    return best.counted if best.spec == SPEC else best.spec


def score_of(game: Game, net: GameNet, rival: str, limit: str, games: int, folder: Path) -> tuple[float, float, float]:
    """What a net scores."""
    path = folder / f"{game.name}.net"
    net.save_small(path, LARGEST)
    setting = MatchSetting.of(game, f"net:{path},{limit}", rival.format(limit), seed=SEED, opening=OPENING)
    value, low, high = match(setting, game, games=games, workers=1).score
    return round(value, 3), round(low, 3), round(high, 3)


def train_and_ship(name: str, arguments: argparse.Namespace) -> NetResult:
    """Trains the net of a game, or takes that of a file; measures it, and ships it if it is better than a search."""
    game = rule_value(name)
    if arguments.net:
        net = load_net(arguments.net)
    else:
        net = train(game, rounds=rounds_for(game, 60 * arguments.minutes), seed=SEED)
    work = ROOT / ".bench"
    work.mkdir(exist_ok=True)
    rival = rival_of(game)
    untrained = score_of(game, GameNet.untrained(game, SEED), rival, arguments.limit, arguments.games // 2, work)
    score = score_of(game, net, rival, arguments.limit, arguments.games, work)
    log, file = net.training, work / f"{name}.net"
    size = file.stat().st_size
    is_shipped = score[1] > 0.5 and size <= LARGEST
    if is_shipped:
        NETS.mkdir(exist_ok=True)
        file.replace(NETS / file.name)
        take(
            game,
            rival,
            f"{name}: net:shipped,{arguments.limit} against {rival.format(arguments.limit)}",
            score,
            arguments.games,
        )
    return NetResult(
        log.rounds,
        log.positions,
        round(log.seconds),
        size,
        arguments.limit,
        rival,
        arguments.games,
        score,
        untrained,
        is_shipped,
        f"{date.today():%Y-%m-%d}",
        seed=log.seed,
    )


def play_build(name: str, arguments: argparse.Namespace) -> BuildMatch:
    """Plays the shipped net of a game, or that of a file, against an older build."""
    game = rule_value(name)
    net = load_net(arguments.net) if arguments.net else shipped_net(game)
    if net is None:
        raise SystemExit(f"{name}: no net is shipped; name a file with --net")
    score, seconds = old_builds.play(
        game,
        arguments.player.replace(NET, str(arguments.net or "shipped")),
        arguments.build,
        limit=arguments.limit,
        games=arguments.games,
        seed=arguments.seed,
        opening=OPENING,
        on_progress=lambda text: print(text, flush=True),
    )
    return BuildMatch(
        old_builds.commit_of(arguments.build),
        arguments.player.replace(NET, "FILE" if arguments.net else "shipped"),
        net.training.rounds,
        arguments.limit,
        arguments.games,
        score,
        seconds,
        arguments.seed,
        f"{date.today():%Y-%m-%d}",
    )


def take(game: Game, rival: str, players: str, score: tuple[float, float, float], games: int) -> None:
    """Has `best` take the net of a game."""
    best_players = msgspec.json.decode(BEST.read_bytes(), type=BestPlayers)
    description = (
        f"{players}, {games} games, {100 * score[0]:.1f} %, lusory match with --opening {OPENING} --seed {SEED}"
    )
    games_known = {**best_players.games, game.hash: BestSpec(SPEC, description, rival)}
    text = msgspec.json.encode(msgspec.structs.replace(best_players, games=games_known))
    BEST.write_bytes(msgspec.json.format(text, indent=2) + b"\n")


def results() -> dict[str, NetResult]:
    """All that were measured."""
    return msgspec.json.decode(RESULTS.read_bytes(), type=dict[str, NetResult]) if RESULTS.exists() else {}


def page(results_by_game: dict[str, NetResult]) -> str:
    """docs/learning.md."""
    seeds = [f"`--seed {result.seed}` for {name}" for name, result in results_by_game.items() if result.seed != SEED]
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
        "The rivals are those of the day of the match: since 2026-11-26 rules run as machine code, and in many games",
        "`mcts` counts three to ten times as many simulations in the same time as before. Matches against a rival that",
        "stays the same follow below.",
        "",
        "    python -m tools.nets GAME --minutes 4 --games 60",
        "    lusory learn GAME --rounds N --seed 1",
        "",
        "The first command makes a row, the second the same net again, where N is the number of rounds"
        + (f" ({', '.join(seeds)})." if seeds else "."),
        "Nets that would be larger than a megabyte have coarser weights in their files.",
        "",
        "| game | rounds | positions | minutes | kB | score (95 %) | against | games | played | untrained | shipped |",
        "| --- | ---: | ---: | ---: | ---: | --- | --- | ---: | --- | --- | --- |",
    ]
    lines += [row(name, results_by_game[name]) for name in sorted(results_by_game)]
    lines += old_builds.table({name: result.builds for name, result in results_by_game.items()})
    sections = (failures, curves, lessons)
    lines += [line for section in sections for line in section(results_by_game)]
    return "\n".join([*lines, *random_rules(), *SPEED]) + "\n"


def failures(results_by_game: dict[str, NetResult]) -> list[str]:
    """What was tried for the nets that are not shipped, or for stronger ones than those that are."""
    attempts = [
        f"- **{name}**: {results_by_game[name].tried}"
        for name in sorted(results_by_game)
        if results_by_game[name].tried
    ]
    return ["", "## Where nets fail, or get no stronger", "", *attempts, *UNTRAINED] if attempts else []


def curves(results_by_game: dict[str, NetResult]) -> list[str]:
    """The strength of nets while they learn."""
    lines = []
    for name in sorted(results_by_game):
        if results_by_game[name].curve:
            rungs = list(results_by_game[name].curve[0].rungs)
            head = ["positions", "Elo", "against the net before", *(f"against {rung}" for rung in rungs)]
            lines += ["", f"### {name}", "", f"| {' | '.join(head)} |", f"|{' ---: |' * len(head)}"]
            lines += curve_rows(results_by_game[name].curve)
    if not lines:
        return []
    return [
        "",
        "## Strength while they learn",
        "",
        "One ply ahead, in matches of few games; Elo is above the untrained net, summed from match to match.",
        "",
        "    python -m tools.nets GAME --curve 32 --games 20",
        *lines,
    ]


def lessons(results_by_game: dict[str, NetResult]) -> list[str]:
    """What the shipped nets have learnt."""
    rows = [
        learnt_row(name, lessons_of_net)
        for name in sorted(results_by_game)
        if (lessons_of_net := results_by_game[name].learnt)
    ]
    if not rows:
        return []
    return [
        "",
        "## What they learnt",
        "",
        "How each begins when it looks one ply ahead, and the pattern around a ply (the cell where it ends and the",
        "cells around it) that it likes and fears most, with how much better or worse its plies are than the mean ply,",
        "in chances of winning.",
        "",
        "    python -m tools.nets --learnt",
        "",
        "| game | opening | likes | fears |",
        "| --- | --- | --- | --- |",
        *rows,
    ]


def random_rules() -> list[str]:
    """How nets of random rules do; nothing where they were not measured."""
    measured = random_nets.resume(RANDOM_RULES)
    if not measured:
        return []
    return [
        "",
        "## Random rules",
        "",
        f"{random_nets.summary(measured)}. Each learnt for {RANDOM_MINUTES} minutes of the processor; the rival is",
        "what `best:0.1s` is for these rules. Openings are two random plies, each played twice with seats exchanged.",
        "",
        f"    python -m benchmarks.random_nets --values {len(measured)} --minutes {RANDOM_MINUTES} "
        f"--games {measured[0].games} --log {RANDOM_RULES.relative_to(ROOT)}",
        "",
        "| draw | rounds | positions | score (95 %) | against | games | plies | drawn | moving first "
        "| ten times the time | untrained |",
        "| ---: | ---: | ---: | --- | --- | ---: | ---: | ---: | ---: | ---: | ---: |",
        *map(random_row, measured),
        "",
        *RANDOM_NOTES,
    ]


def random_row(result: random_nets.ValueResult) -> str:
    """A line of that table."""
    value, low, high = (f"{100 * share:.0f}" for share in result.score)
    return (
        f"| {result.number} | {result.rounds} | {result.positions:,} | {value} % ({low} to {high}) | {result.rival} "
        f"| {result.games} | {result.plies:.0f} | {result.draws} | {random_nets.mover(result)} "
        f"| {random_nets.share_text(result.thinking)} | {100 * result.untrained:.0f} % |"
    )


def row(name: str, result: NetResult) -> str:
    """A line of the table."""
    value, low, high = (f"{100 * share:.0f}" for share in result.score)
    return (
        f"| {name} | {result.rounds} | {result.positions:,} | {result.seconds / 60:.1f} | {result.bytes / 1000:.0f} "
        f"| {value} % ({low} to {high}) | {result.rival.format(result.limit)} | {result.games} | {result.played} "
        f"| {100 * result.untrained[0]:.0f} % | {'yes' if result.kept else 'no'} |"
    )


def main() -> None:
    """See the module."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="GAME")
    parser.add_argument("--minutes", type=float, default=4.0)
    parser.add_argument("--games", type=int, default=60)
    parser.add_argument("--limit", default="0.1s")
    parser.add_argument("--curve", type=int, default=0, metavar="ROUNDS")
    parser.add_argument("--learnt", action="store_true")
    parser.add_argument("--page", action="store_true")
    parser.add_argument("--build", type=Path, metavar="DIR")
    parser.add_argument("--net", type=Path, metavar="FILE")
    parser.add_argument("--player", default=f"net:{NET},{{}}", metavar="SPEC")
    parser.add_argument("--seed", type=int, default=SEED)
    arguments = parser.parse_args()
    for name in arguments.names:
        if arguments.build:
            played = play_build(name, arguments)
            result = results()[name]
            keep(name, msgspec.structs.replace(result, builds=(*result.builds, played)))
        elif arguments.curve:
            points = curve(rule_value(name), arguments.curve, SEED, arguments.games)
            keep(name, msgspec.structs.replace(results()[name], curve=points))
        else:
            keep(name, train_and_ship(name, arguments))
        print(row(name, results()[name]), flush=True)
    for name, result in results().items() if arguments.learnt else ():
        if net := shipped_net(rule_value(name)):
            keep(name, msgspec.structs.replace(result, learnt=learnt(net, SEED)))
    PAGE.write_text(page(results()))


def keep(name: str, result: NetResult) -> None:
    """Writes a result."""
    RESULTS.write_bytes(msgspec.json.format(msgspec.json.encode({**results(), name: result}), indent=1) + b"\n")


def rule_value(name: str) -> Game:
    """A game of the catalogue."""
    game = load(name)
    assert isinstance(game, Game), f"{name}: nets learn rule values"
    return game


if __name__ == "__main__":
    main()
