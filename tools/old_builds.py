"""Matches of a net against an older build of lusory, over UGI: the searches have become faster since the first nets
learnt, and an opponent that never changes makes figures of different days comparable.

    git worktree add --detach DIR COMMIT
    (cd DIR && tools/setup.sh base)
    python -m tools.nets GAME --build DIR --limit 0.3s --games 100

Both sides think on this machine in turn, never at once, for the same time a ply. docs/nets.json keeps the results.
"""

from __future__ import annotations

import shlex
import subprocess
from collections.abc import Callable
from pathlib import Path

import msgspec

from lusory.lab.matches import MatchSetting, match
from lusory.rules.game import Game

HASH = "import sys; from lusory import load; print(load(sys.argv[1]).hash)"
"""What the other build's Python runs to say which rules it plays."""
RIVAL = "best:{}"
ALONE = ("env", "-u", "PYTHONPATH")
"""Where PYTHONPATH names this build, the other would import it instead of its own."""


class BuildMatch(msgspec.Struct, frozen=True, omit_defaults=True):
    """A match against another build. commit: it was built from. player: of this build, with `{}` for its limit.
    rounds: of the net's training. score: with the bounds of 95 %. seconds: a ply, of both sides. played: the day."""

    commit: str
    player: str
    rounds: int
    limit: str
    games: int
    score: tuple[float, float, float]
    seconds: tuple[float, float]
    seed: int
    played: str


def commit_of(build: Path) -> str:
    """The commit that a build was made from."""
    return run(["git", "-C", str(build), "rev-parse", "--short=8", "HEAD"])


def rival_command(game: Game, build: Path, limit: str) -> str:
    """The spec of the other build's best player. Raises ValueError where that build plays other rules."""
    python, command = ([*ALONE, str(build / ".venv/bin" / name)] for name in ("python", "lusory"))
    if run([*python, "-P", "-c", HASH, game.name]) != game.hash:
        raise ValueError(f"{game.name}: the build in {build} plays other rules")
    milliseconds = round(1000 * float(limit.removesuffix("s")))
    return f"ugi:movetime={milliseconds} {shlex.join(command)} engine {game.name} --player {RIVAL.format(limit)}"


def run(command: list[str]) -> str:
    """The output of a command."""
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()


def play(
    game: Game,
    player: str,
    build: Path,
    *,
    limit: str,
    games: int,
    seed: int,
    opening: int,
    on_progress: Callable[[str], object] = lambda text: None,
) -> tuple[tuple[float, float, float], tuple[float, float]]:
    """The score of a player against the best player of a build, and the seconds a ply of both."""
    setting = MatchSetting.of(game, player.format(limit), rival_command(game, build, limit), seed=seed, opening=opening)
    result = match(
        setting,
        game,
        games=games,
        workers=1,
        on_progress=lambda played: on_progress(f"{game.name} {len(played.played)} of {games}: {played.report().score}"),
    )
    if result.forfeits:
        raise RuntimeError(f"{game.name}: {result.forfeits[0].player} failed: {result.forfeits[0].message}")
    value, low, high = (round(share, 3) for share in result.score)
    return (value, low, high), (round(result.seconds[0], 3), round(result.seconds[1], 3))


def table(matches: dict[str, tuple[BuildMatch, ...]]) -> list[str]:
    """The section of docs/learning.md; nothing where no match was played. matches: by game."""
    rows = [row(name, played) for name in sorted(matches) for played in matches[name]]
    if not rows:
        return []
    commits = sorted({played.commit for of_game in matches.values() for played in of_game})
    return [
        "",
        f"## Against the build of commit {' and '.join(commits)}",
        "",
        "An opponent that never changes: the first build with nets, of 2026-11-23, whose `best` was a search in",
        "every game, before rules ran as machine code. Only the net's side is of the day of the match. They play",
        "over UGI ([engines](howto-engines.md)): each side has a process of its own, which waits while the other",
        "thinks. The openings are as above. Both have the same limit of time a ply, and the column *s a ply* is",
        "what they took of it on average: `mcts` ends early where its choice cannot change any more, alpha-beta",
        "where a result is proven. Other programs shared the machine's two cores, so both thought less than on an",
        "idle one. `net:shipped` without a limit looks one ply ahead.",
        "",
        "    git worktree add --detach DIR b9dc458f",
        "    (cd DIR && tools/setup.sh base)",
        "    python -m tools.nets GAME --build DIR --limit 0.3s --games 100",
        "",
        "| game | player | rounds | score (95 %) | against | games | s a ply | played |",
        "| --- | --- | ---: | --- | --- | ---: | --- | --- |",
        *rows,
    ]


def row(name: str, played: BuildMatch) -> str:
    """A line of that table."""
    value, low, high = (f"{100 * share:.0f}" for share in played.score)
    own, other = (f"{seconds:.2f}" for seconds in played.seconds)
    return (
        f"| {name} | {played.player.format(played.limit)} | {played.rounds} | {value} % ({low} to {high}) "
        f"| {RIVAL.format(played.limit)} of {played.commit} | {played.games} | {own} and {other} | {played.played} |"
    )
