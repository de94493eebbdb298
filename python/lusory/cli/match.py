"""`lusory match`: plays a match of two players and reports the score and the Elo difference."""

from __future__ import annotations

import math
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from .._counts import count_phrase
from .arguments import (
    GameName,
    GameOptions,
    Json,
    RayAddress,
    Workers,
    complete_player,
    game_of,
    options_of,
    seed_option,
    worker_spec,
)
from .progress import Timer, progress

if TYPE_CHECKING:
    from ..lab import MatchResult, MatchRun, MatchSetting, Sprt

First = Annotated[str, typer.Option("--first", metavar="SPEC", autocompletion=complete_player, help="One player.")]
Second = Annotated[str, typer.Option("--second", metavar="SPEC", autocompletion=complete_player, help="The other.")]
Games = Annotated[int, typer.Option("--games", metavar="N", help="How many, an even number: at most, with --sprt.")]
Opening = Annotated[int, typer.Option("--opening", min=0, max=1000, metavar="N", help="Random plies to begin with.")]
Limit = Annotated[int, typer.Option("--limit", min=1, max=100_000, metavar="N", help="Cut games after so many plies.")]
Test = Annotated[str, typer.Option("--sprt", metavar="ELO0,ELO1", help="Stop once it is decided which is right.")]
LogFile = Annotated[Path | None, typer.Option("--log", metavar="FILE", help="Keep the games, and go on from them.")]
Seed = Annotated[int, seed_option("The same seed, the same match.")]

BAR = 20
FARTHEST = 4000
"""No test asks for more Elo: a score of all but one game in ten thousand million."""
PAIRS = ("0-2", "½-1½", "1-1", "1½-½", "2-0")


def match(
    game: GameName,
    first: First,
    second: Second,
    games: Games = 100,
    option: GameOptions = None,
    opening: Opening = 2,
    seed: Seed = 0,
    workers: Workers = 0,
    ray: RayAddress = "",
    sprt: Test = "",
    log: LogFile = None,
    limit: Limit = 2000,
    json: Json = False,
) -> None:
    """Let two players play a match, and say which is stronger, by how much, and how sure that is.

    \b
    lusory match serendipity --first greedy --second tries --games 40
    lusory match susan --first greedy --second random --games 20 --json
    lusory match doppel --first greedy --second tries --games 400 --sprt 0,50
    lusory match connect-four --first greedy --second tries --games 40 --log match.jsonl

    Games are played in pairs: both from the same random opening, with seats swapped. With --log an interrupted match
    goes on where it was; with --sprt it stops as soon as it is decided whether --first is stronger by ELO1 or by no
    more than ELO0. A player that fails, or returns no legal ply, loses that game, and is reported.
    """
    from ..lab import MatchRun, MatchSetting
    from ..lab.matches.run import follow
    from ..lab.matches.workers import ClassSource

    rules = game_of(game, option)
    setting = MatchSetting.of(rules, first, second, seed=seed, opening=opening, limit=limit)
    run = MatchRun(setting, rules, games, test_of(sprt))
    clock = Timer()
    source = None if setting.game.startswith("{") else ClassSource(game, options_of(option))
    try:
        follow(run, worker_spec(workers, ray), log, source, lambda run: report_progress(run, clock))
    except KeyboardInterrupt:
        progress.wipe()
        if run.counted:
            show(run, setting, json)
        raise
    progress.wipe()
    show(run, setting, json)


def test_of(text: str) -> Sprt | None:
    """`0,50` as a test."""
    from ..lab import Sprt

    if not text:
        return None
    try:
        low, high = map(float, text.split(","))
    except ValueError:
        raise typer.BadParameter(f"--sprt {text}: expected two numbers, as in 0,50") from None
    if not all(math.isfinite(bound) and abs(bound) <= FARTHEST for bound in (low, high)):
        raise typer.BadParameter(f"--sprt {text}: expected numbers from -{FARTHEST} to {FARTHEST}")
    return Sprt(low, high)


def report_progress(run: MatchRun, clock: Timer) -> None:
    """Report progress on stderr."""
    if not clock.is_report_due():
        return
    share = len(run.played) / run.games
    bar = "#" * int(share * BAR) + "." * (BAR - int(share * BAR))
    result = run.report()
    seconds_left = clock.passed / share * (1 - share) if share else 0
    test = f", llr {result.test.llr:+.2f} of {result.test.bound:.2f}" if result.test else ""
    progress.tell(
        f"{result.game} [{bar}] {len(run.played)} of {run.games} games, "
        f"{percent(result.score[0])}, Elo {elo(result.elo[0], result.score[0])}{test}, about {seconds_left:.0f} s left"
    )


def show(run: MatchRun, setting: MatchSetting, json: bool) -> None:
    """Print the result."""
    result = run.report()
    if json:
        import msgspec

        typer.echo(msgspec.json.encode(result))
        return
    for line in lines(result, run.game, setting, len(run.played), run.games):
        typer.echo(line)


def lines(result: MatchResult, rules: Any, setting: MatchSetting, games_played: int, games: int) -> Iterator[str]:
    """The result as lines of text."""
    played = count_phrase(result.games, "game")
    yield f"{result.game or 'game'}: {result.first} against {result.second}, {played}, seed {result.seed}"
    for name, seat in (("all games", None), ("moving first", 0), ("moving second", 1)):
        part: Any = result if seat is None else result.seats[seat]
        yield f"  {name:<15}{part.wins:>6} won {part.draws:>6} drawn {part.losses:>6} lost"
    s, low, high = result.score
    yield f"  score {percent(s)}, 95 % between {percent(low)} and {percent(high)}"
    value, least, most = (elo(part, bound) for part, bound in zip(result.elo, result.score, strict=True))
    yield f"  Elo {value}, 95 % between {least} and {most}"
    yield "  pairs " + ", ".join(
        f"{name_of_pair} {count}" for name_of_pair, count in zip(PAIRS, result.pairs, strict=True)
    )
    yield f"  whoever moves first gets {percent(result.first_seat)}; {result.length:.1f} plies a game"
    yield f"  {result.first} {1000 * result.seconds[0]:.2f} ms a ply, {result.second} {1000 * result.seconds[1]:.2f} ms"
    yield from remarks(result, rules, setting, games_played, games)


def remarks(result: MatchResult, rules: Any, setting: MatchSetting, games_played: int, games: int) -> Iterator[str]:
    """Remarks on the result: the decision of the test, cut games, unplayed games."""
    if result.test is not None:
        remark = f"first is stronger by {result.test.elo1:g}" if result.test.decided == "passed" else ""
        remark = remark or (
            f"first is not stronger than by {result.test.elo0:g}" if result.test.decided else "not decided"
        )
        yield f"  test of {result.test.elo0:g} against {result.test.elo1:g} Elo: {remark} (llr {result.test.llr:+.2f})"
        if result.test.decided:
            yield "  the test ended the match: score and Elo lean to its side, and their intervals are too narrow"
    if result.cut:
        yield f"  {count_phrase(result.cut, 'game')} cut off after {setting.limit} plies, counted as draws"
    if games_played < games and not (result.test and result.test.decided):
        yield f"  {count_phrase(games - games_played, 'game')} not played yet"
    for spec in setting.specs:
        if remark := spec.remark(rules):
            yield f"  {remark}"
    for fault in result.forfeits[:10]:
        seat = ("first", "second")[fault.seat]
        at = " ".join(fault.plies) or "the start"
        yield f"  game {fault.game}: {fault.player}, moving {seat}, forfeits: {fault.message}; after {at}"
    if len(result.forfeits) > 10:
        yield f"  and {len(result.forfeits) - 10} more games were forfeited"


def percent(part: float | None, digits: int = 1) -> str:
    """A share in hundredths; nothing where there is none."""
    return "" if part is None else f"{100 * part:.{digits}f} %"


def elo(value: float | None, score: float) -> str:
    """A difference; without bounds where the score is all or nothing."""
    return f"{value:+.0f}" if value is not None else ("+inf" if score > 0.5 else "-inf")
