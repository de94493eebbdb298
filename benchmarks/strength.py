"""Strength of the opponents: a match for every claim, kept in a log and resumable.

    python -m benchmarks.strength                 what there is to be shown
    python -m benchmarks.strength openspiel --logs DIR --workers 2

A claim names who must get which share of the points against whom. `until` matches stop as soon as a sequential test
says whether the share is reached; the others play all their games. Each line is printed with the command that plays it
without a log. How well secrets are kept is measured by hidden_match.py, small boards by `lusory.testing.exact`.
"""

from __future__ import annotations

import argparse
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from lusory.games import load
from lusory.lab.matches.result import MatchResult
from lusory.lab.matches.run import MatchRun, follow
from lusory.lab.matches.score import Sprt, elo_of
from lusory.lab.matches.setting import OPENING, MatchSetting
from lusory.rules.game import Game

MARGIN = 60.0
"""A sequential test tells a share from one that is so much worse, in Elo."""
FIVE = ("serendipity", "doppel", "susan", "ndengrod", "hidden-gomoku")
CLASSICS = ("connect-four", "hex", "breakthrough", "reversi", "gomoku", "havannah", "y", "yavalath")
TUNED = ("susan", "ndengrod", "doppel", "serendipity", "connect-four", "hex", "breakthrough", "reversi")
BESIDE_OPENSPIEL = {
    "hex": 0.9,
    "breakthrough": 0.9,
    "reversi": 0.9,
    "havannah": 0.9,
    "gomoku": 0.9,
    "connect-four": 0.75,
}
LADDER = ("random", "tries", "greedy", "greedy-reply")


class Claim(NamedTuple):
    """first gets at least `share` of the points against second; in the seat that is named, if one is (0, 1). A claim
    about seats has no random opening: that would be the first player's turn, so that the second moved first."""

    group: str
    game: str
    first: str
    second: str
    games: int
    share: float
    until: bool = False
    seat: int | None = None
    options: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """What its log is called."""
        return "-".join((self.group, self.game, *self.options)).replace("=", "")

    def is_named(self, name: str) -> bool:
        """Whether a group, or the whole name, selects this part."""
        return self.name == name or self.group.startswith(name)

    @property
    def opening(self) -> int:
        """So many random plies first."""
        return OPENING if self.seat is None else 0

    @property
    def sprt(self) -> Sprt | None:
        """The sequential test, where it has one."""
        claimed = elo_of(self.share)
        return Sprt(claimed - MARGIN, claimed) if self.until else None

    @property
    def command(self) -> str:
        """What plays it."""
        options = [part for option in self.options for part in ("-o", option)]
        test = ["--sprt", f"{self.sprt.elo0:.0f},{self.sprt.elo1:.0f}"] if self.sprt else []
        players = ["--first", self.first, "--second", self.second]
        opening = [] if self.opening == OPENING else ["--opening", str(self.opening)]
        return shlex.join(
            ["lusory", "match", self.game, *options, *players, "--games", str(self.games), *opening, *test]
        )


def openspiel(game: str) -> str:
    """The spec of their search."""
    return f"ugi:movetime=300 .bench/bin/python benchmarks/openspiel_ugi.py {game}"


def claims() -> Iterator[Claim]:
    """All of them."""
    for above, below in zip(LADDER[1:], LADDER, strict=False):
        yield Claim(f"ladder-{above}", "serendipity", above, below, 200, 0.6)
    for game in (*FIVE, *CLASSICS):
        yield Claim("double", game, "mcts:2000", "mcts:1000", 200, 0.55)
    for game in TUNED:
        depth = 2 if game in ("hex", "serendipity", "reversi", "doppel") else 3
        yield Claim("tuned", game, f"alphabeta:{depth}", f"alphabeta:{depth},weights=unit", 400, 0.55)
    for seat, share in ((0, 0.95), (1, 0.0)):
        yield Claim("reply", "serendipity", "best:1s", "greedy-reply", 400, share, seat=seat)
    for game, share in BESIDE_OPENSPIEL.items():
        yield Claim("openspiel", game, "best:0.3s", openspiel(game), 200, share, until=True)


def play_claim(claim: Claim, logs: Path, workers: int) -> MatchResult:
    """The match of a claim, played to its end."""
    game = load(claim.game, **dict(option.split("=") for option in claim.options))
    assert isinstance(game, Game)
    setting = MatchSetting.of(game, claim.first, claim.second, opening=claim.opening)
    run = MatchRun(setting, game, claim.games, claim.sprt)
    logs.mkdir(parents=True, exist_ok=True)
    follow(run, workers, logs / f"{claim.name}.jsonl", None, lambda run: None)
    return run.report()


def line(claim: Claim, report: MatchResult) -> str:
    """What came of it."""
    if claim.seat is None:
        value, low, high = report.score
        score_text = f"{100 * value:.1f} % ({100 * low:.1f} to {100 * high:.1f}) of {report.games} games"
    else:
        seat = report.seats[claim.seat]
        games = seat.wins + seat.draws + seat.losses
        value = (seat.wins + seat.draws / 2) / max(games, 1)
        score_text = f"{100 * value:.1f} % of {games} games as {('first', 'second')[claim.seat]}"
    verdict = "met" if value >= claim.share else "NOT MET"
    return f"{claim.name:28} wanted {100 * claim.share:.0f} %: {score_text}: {verdict}\n    {claim.command}"


def main() -> None:
    """Play what is named, or list all."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", help="groups, or whole names")
    parser.add_argument("--logs", type=Path, default=Path(".bench/strength"))
    parser.add_argument("--workers", type=int, default=1)
    parsed = parser.parse_args()
    for name in parsed.names:
        if not any(claim.is_named(name) for claim in claims()):
            parser.error(f"{name}: no claim, expected a group or a whole name; without one all are listed")
    for claim in claims():
        if not parsed.names:
            print(f"{claim.name:28} {claim.command}")
        elif any(claim.is_named(name) for name in parsed.names):
            print(line(claim, play_claim(claim, parsed.logs, parsed.workers)), flush=True)


if __name__ == "__main__":
    main()
