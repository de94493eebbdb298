"""`lusory check`: tests a game by random play and reports faults."""

from __future__ import annotations

import contextlib
import random
import sys
from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Any, cast

import typer

from .._counts import count_phrase
from ..errors import LusoryError, UnknownGame
from .arguments import GameOptions, Json, complete_game, options_of
from .progress import Timer, progress

if TYPE_CHECKING:
    from ..play.contract import Contract
    from ..play.position import Position
    from .turn_warnings import Offers

GAMES, PLIES, SECONDS = 100, 400, 30.0
TIMES_FILLED = 4
"""A game may last as many plies as fill its board so often, and PLIES at least, before it is cut."""
CLOSELY = 20
"""The number of games in which the contract is tested at every ply, which is slow."""
ENOUGH = 20
"""The number of games from which something that never occurred gets a warning."""

File = Annotated[
    str, typer.Argument(metavar="FILE", help="mygame.py, file.py:function, mygame.json.", autocompletion=complete_game)
]


Games = Annotated[int | None, typer.Option("--games", min=1, metavar="N", help="Random games; else 100.")]
Seconds = Annotated[
    float | None,
    typer.Option("--seconds", min=0, metavar="S", help="Time for sheet and games; else 30, and 0 is no limit."),
]


class TimeIsUp(BaseException):
    """Stops a game that takes too long."""


class Timed:
    """A contract that stops when the time is up and reports progress meanwhile."""

    def __init__(self, contract: Contract, clock: Timer) -> None:
        self._contract, self._clock = contract, clock

    def __getattr__(self, name: str) -> Any:
        return getattr(self._contract, name)

    def legal(self, state: Any) -> Any:
        """The legal plies; raises TimeIsUp where the time is over."""
        if self._clock.over:
            raise TimeIsUp
        wait(self._clock, "the contract is held against random games")
        return self._contract.legal(state)


def wait(clock: Timer, text: str) -> None:
    """Reports progress of a slow test at a terminal."""
    if sys.stderr.isatty() and clock.is_report_due():
        progress.tell(f"{text}, {clock.passed:.0f} s")


def check(
    file: File,
    option: GameOptions = None,
    games: Games = None,
    seconds: Seconds = None,
    json: Json = False,
) -> int:
    """Try a game out: build it, tell its rules, draw it, play a hundred random games.

    \b
    lusory check mygame.py
    lusory check mygame.py --games 20 --seconds 5
    lusory check mygame.py:other -o size=5
    lusory check mygame.json --json

    What is wrong is said with file, line and path; then the exit code is 1. What is only odd is a warning.
    """
    report: dict[str, Any] = {"warnings": [], "problems": []}
    try:
        trials = Trials(GAMES if games is None else games, SECONDS if seconds is None else seconds)
        for key, value, line in trials.run(file, options_of(option)):
            progress.wipe()
            report[key] = value
            if not json:
                typer.echo(line)
    except LusoryError as fault:
        report["problems"] = [str(fault)]
        if not json:
            raise
    if json:
        import msgspec

        typer.echo(msgspec.json.format(msgspec.json.encode(report), indent=2))
    elif not report["warnings"]:
        typer.echo("Nothing is wrong.")
    return 1 if report["problems"] else 0


class Trials:
    """The tests of the command. games: the number of random games, as far as the seconds allow: a third of the time is
    for the sheet, a third for the contract, and a third for the games."""

    def __init__(self, games: int, seconds: float) -> None:
        self.games, self.seconds = games, seconds

    def run(self, file: str, options: dict[str, str]) -> Iterator[tuple[str, Any, str]]:
        """(name, value, what is said of it) of each trial; LusoryError when one fails."""
        from ..play.catalogue import load
        from ..rules.game import Game
        from .turn_warnings import Offers, empty_places, unset_words

        game = load(file, **options)
        yield "game", game.name, f"{game.name}: it builds, {game.num_actions} different plies"
        yield from self.try_description(game)
        yield from edges(file)
        check_contract(game, min(CLOSELY, self.games), Timer(self.seconds / 3))
        offers = Offers(game, self.seconds / 9) if isinstance(game, Game) else None
        ends, last = self.play_games(game, Timer(self.seconds / 3), offers)
        draw(ends[0] if ends else last)
        yield "drawn", True, "it draws itself as text and SVG"
        yield "games", len(ends), self.games_text(ends)
        results = Counter(outcome(end) for end in ends)
        lengths = sorted(end.ply for end in ends) or [0]
        half = lengths[len(lengths) // 2]
        outcomes = ", ".join(f"{outcome_text} {n}" for outcome_text, n in results.most_common())
        yield "results", dict(results), f"results: {outcomes or 'none'}"
        stuck = without_ply(ends)
        yield (
            "stuck",
            len(stuck),
            f"ended because the side to move had no legal move: {numbers_text(stuck) or 'no game'}",
        )
        yield "plies", half, f"plies: {lengths[0]} to {lengths[-1]}, half of the games at most {half}"
        odd = [f"the term {name!r} names no part of the rules" for name in unused_names(game)]
        odd += [*unset_words(game), *empty_places(game)] if offers else []
        odd += list(warnings(game, ends, results)) if len(ends) >= min(ENOUGH, self.games) else []
        odd += offers.warnings(min(ENOUGH, self.games)) if offers else []
        odd += self.too_few(len(ends), len(ends) - results["unfinished"])
        yield "warnings", odd, "\n".join(f"warning: {text}" for text in odd) or "no warnings"

    @property
    def third(self) -> str:
        """The seconds of one of three parts."""
        return f"{self.seconds / 3:.2g}" if self.seconds < 30 else f"{self.seconds / 3:,.0f}"

    def try_description(self, game: Any) -> Iterator[tuple[str, Any, str]]:
        """The length of the sheet, and the part that was left out for lack of time."""
        from ..rules.game import Game

        if not isinstance(game, Game):
            yield "described", False, "it tells no rules"
            return
        text, cut = sheet_text(game, self.seconds / 3)
        words = f"it tells its rules in {len(text.split())} words" if text else "its rules are not told"
        cut_note = f"; {cut} was cut after {self.third} s: --seconds gives it more time" if cut else ""
        yield "described", bool(text), words + cut_note

    def games_text(self, ends: list[Position]) -> str:
        """The number of games played in the time."""
        if len(ends) == self.games:
            return count_phrase(self.games, "random game")
        return f"{len(ends)} of {self.games} random games, in a third of the {self.seconds:g} s there are (--seconds)"

    def too_few(self, played: int, finished: int) -> list[str]:
        """The warning that the time was too short for enough games that came to their end."""
        if played == self.games or finished >= min(ENOUGH, self.games):
            return []
        came = "no game" if finished == 0 else f"only {finished} of {self.games} games"
        return [f"{came} came to an end in {self.third} s, too few to judge by: --seconds gives more time"]

    def play_games(self, game: Any, clock: Timer, offers: Offers | None) -> tuple[list[Position], Position]:
        """The final positions of random games, and the last position. offers: notes who offers their plies."""
        ends: list[Position] = []
        position: Position = game.start()
        most = plies_limit(game)
        for number in range(self.games):
            rng = random.Random(number)
            position = game.start()
            while position.result is None and position.ply < most:
                if clock.over:
                    return ends, position
                wait(clock, f"{number} of {self.games} games played")
                if offers and offers.wants(number):
                    offers.look(position)
                mover = position.to_move
                position = position.chance(rng) if mover == -1 else position.follow(rng.choice(position.moves().ids))
            ends.append(position)
            if offers and offers.wants(number):
                offers.games += 1
        return ends, position


def plies_limit(game: Any) -> int:
    """The plies after which a random game is cut: they grow with the board, which a game may have to fill."""
    geometry = getattr(game, "geometry", None)
    return max(PLIES, TIMES_FILLED * len(geometry.names)) if geometry else PLIES


def sheet_text(game: Any, seconds: float) -> tuple[str, str]:
    """The rules in English, and the part for which the time was too short: the examples, or the whole sheet."""
    from ..rules import codec
    from ..rules.english import rules_text
    from ..rules.time_limit import OutOfTime, time_limit
    from .rules import Format
    from .rules import rules_text as format_rules

    if codec.read(codec.write(game)).hash != game.hash:
        raise UnknownGame(f"{game.name}: its JSON is read back as another game")
    text, cut = "", "the sheet"
    try:
        with time_limit(seconds):
            text, cut = rules_text(game), "the search for examples"
            return format_rules(game, Format.text, True), ""
    except OutOfTime:
        return text, cut
    except Exception as fault:
        raise UnknownGame(f"telling its rules failed: {type(fault).__name__}: {fault}") from fault


def edges(file: str) -> Iterator[tuple[str, Any, str]]:
    """Tests the ends of the range of each option, and its default: a value must build a game, or be refused with a
    reason."""
    from ..games import catalogue
    from ..play.game_file import definition
    from ..rules.options import text_of
    from .arguments import values_of

    catalogued = catalogue().get(file) or definition(file)
    if catalogued is None or not catalogued.options:
        return
    refused = []
    for option in catalogued.options:
        values = values_of(option.reader)
        default = [] if option.default is None else [text_of(option.default)]
        for value in dict.fromkeys([*values[:1], *values[-1:], *default]):
            try:
                catalogued.build(**{option.name: value})
            except LusoryError as fault:
                refused.append(str(fault))
    lines = [f"its options build, each at its ends; {len(refused)} refused", *(f"  {text}" for text in refused)]
    yield "refused", refused, "\n".join(lines)


def check_contract(game: Any, games: int, clock: Timer) -> None:
    """Tests the contract in random games. BrokenPromise names the plies after which it is violated."""
    from ..play.program import contract_of
    from ..testing.contract import BrokenPromise
    from ..testing.contract import check as run_contract_check
    from .failure import place

    try:
        with contextlib.suppress(TimeIsUp):
            run_contract_check(cast("Contract", Timed(contract_of(game), clock)), games=games, plies=PLIES)
    except BrokenPromise as fault:
        location = place(fault.__cause__)
        raise BrokenPromise(f"{location}: {fault}" if location else str(fault)) from fault


def draw(position: Position) -> None:
    """Draws a position as text and as SVG."""
    try:
        position.text()
        position.svg()
    except Exception as fault:
        raise UnknownGame(f"drawing it failed: {type(fault).__name__}: {fault}, after {position!r}") from fault


def outcome(position: Position) -> str:
    """Who won, in a word; of a game for one player whether he did."""
    from ..play.narration import name

    if position.result is None:
        return "unfinished"
    if len(position.result.values) == 1:
        return {0.0: "lost", 1.0: "won"}.get(position.result.values[0], "draw")
    return "draw" if position.result.winner is None else f"{name(position.result.winner).lower()} wins"


def warnings(game: Any, ends: list[Position], results: Counter[str]) -> Iterator[str]:
    """Warnings about what is allowed but unusual."""
    if results["unfinished"] == len(ends):
        yield f"no game ended within {plies_limit(game)} plies: is there an end that must come?"
    elif results["unfinished"]:
        yield f"{count_phrase(results['unfinished'], 'game')} did not end within {plies_limit(game)} plies"
    for outcome in ("draw", "first wins", "second wins", "lost", "won"):
        if results[outcome] == len(ends):
            yield f"every game ended alike: {outcome}"
    if all(end.ply <= game.players for end in ends):
        yield "no game lasted longer than a ply for each player"
    if hasattr(game, "ends"):
        yield from unused_parts(game, ends)


def unused_parts(game: Any, ends: list[Position]) -> Iterator[str]:
    """Warnings about ends and kinds of piece that never occurred."""
    from ..rules.english import end_texts
    from ..rules.expression_text import spell

    fired = {end.result.by for end in ends if end.result}
    texts = end_texts(game)
    for i, word in enumerate(game.ends):
        if i not in texts:
            yield f"ends[{i}] can never apply: the rules sheet leaves it out"
        elif spell(word) not in fired and type(word).__name__ not in ("If", "BySide"):
            yield f'ends[{i}] never came: "{texts[i][1]}"'
    kinds = end_kinds(ends[0])
    for kind in kinds:
        if kind not in kinds_seen(ends, kinds):
            yield f"no {kind} ever stood on the board"


def unused_names(game: Any) -> list[str]:
    """The terms of a rule value that no part of its rules has."""
    from ..rules.terms import unused_terms

    return list(unused_terms(game)) if hasattr(game, "terms") else []


def kinds_seen(ends: list[Position], kinds: tuple[str, ...]) -> set[str]:
    """The kinds of piece that stood on the board in some game, whoever owned them. An event names the kind only where
    there are several."""
    from ..play.position import Position

    boards = [Position(ends[0].game, ends[0].contract, ends[0].contract.start()), *ends]
    present = {stone.kind for board in boards for stone in board.picture().stones}
    events = [event for end in ends for ply in end.past for event in ply.events]
    present |= {event.piece for event in events}
    return present | set(kinds if len(kinds) == 1 and any(event.kind == "place" for event in events) else ())


def without_ply(ends: list[Position]) -> list[int]:
    """The random games, by number from 0, that ended because the side to move had no legal ply: an end with `NoPly`
    said so, or no end said anything."""
    from ..reference.progression import NOTHING_LEGAL
    from ..rules.ends import NoPly

    results = [(number, end.result.by) for number, end in enumerate(ends) if end.result]
    return [number for number, by in results if by == NOTHING_LEGAL or NoPly.__name__ in by]


def numbers_text(numbers: list[int]) -> str:
    """How many games, and the numbers of the first of them."""
    first_numbers = ", ".join(map(str, numbers[:5])) + (", ..." if len(numbers) > 5 else "")
    return f"{count_phrase(len(numbers), 'game')} (number {first_numbers})" if numbers else ""


def end_kinds(position: Position) -> tuple[str, ...]:
    """The kinds of piece the rules speak of."""
    return tuple(getattr(position.contract, "kinds", ()))
