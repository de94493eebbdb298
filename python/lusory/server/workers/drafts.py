"""Drafts of rules from the editor: parsed from Python or JSON, faults with their place, a first measurement."""

from __future__ import annotations

import ast
import json
import re
import time
from collections.abc import Iterator
from typing import Any

import msgspec

from ...errors import LusoryError, RuleError
from ...games import find
from ...play.program import contract_of
from ...rules import codec
from ...rules.english.grammar import Speech
from ...rules.english.sheet_text import choice_of_sides
from ...rules.expression_layout import lay_out
from ...rules.expression_text import spell
from ...rules.faults import faults_of
from ...rules.game import Game
from ...rules.places import json_place
from ...rules.turns import Either, First
from ..game_info import info
from .rules_check import check_size, read, steady_games

GAMES, LIMIT, BATCH = 1_000, 2_000, 100
"""Random games of a measurement, plies after which one is stopped, and games between two looks at the clock."""
SEED = 1
QUANTILES = {"low": 0.1, "middle": 0.5, "high": 0.9}
WHERE = re.compile(r"^(?:\w+ at line \d+\.?|line \d+(?:, column \d+)?)+")
"""The part of a path that the place of a fault says, too."""


def draft(source: str, budget: dict[str, Any]) -> dict[str, Any]:
    """What is known of a text that may be a game: `game`, both spellings and the board; or its `faults`."""
    try:
        game = game_of(source, budget)
        steady_games(game, budget)
    except RuleError as fault:
        return {"faults": faults(source, fault)}
    return {
        "game": msgspec.to_builtins(info(game, guest=True)),
        **spell_both(game),
        "svg": game.start().svg(),
        "owned": colours_name_players(game),
        "colours": game.colours_of_sides,
    }


def colours_name_players(game: Game) -> bool:
    """Whether players own stones whose colours name them on boards. Not where they choose their sides first."""
    return not Speech(game).nobody and not choice_of_sides(game)


def example(name: str, options: dict[str, str]) -> dict[str, Any]:
    """Both spellings of a game of the catalogue."""
    return spell_both(find(name).build(**options))


def spell_both(game: Game) -> dict[str, str]:
    """A game in Python and as JSON."""
    return {"python": lay_out(game), "json": codec.write(game)}


def game_of(source: str, budget: dict[str, Any]) -> Game:
    """The game, if it is small enough for this server."""
    if source.lstrip().startswith("{"):
        return read(source, budget)
    size = len(source.encode())
    if size > budget["bytes"]:
        raise RuleError("", f"{size} bytes", f"expected at most {budget['bytes']} on this server")
    limit_parts(source, budget["nodes"])
    game = codec.read(source)
    check_size(game, budget)
    return game


def limit_parts(source: str, most: int) -> None:
    """Raises RuleError where an expression has more parts than this server reads. Nothing is built for that."""
    try:
        tree = ast.parse(source.strip(), mode="eval")
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return  # whoever reads it says what is wrong
    parts = sum(1 for node in ast.walk(tree) if isinstance(node, ast.expr))
    if parts > most:
        raise RuleError("", f"{parts} parts", f"expected at most {most} on this server")


def faults(source: str, first: RuleError) -> list[dict[str, Any]]:
    """All faults of a text in the order in which they stand in it. first: the one that it was refused for, which is the
    only one where every part is right alone, or the text is larger than the server reads."""
    faults_found = [
        fault_at(source, fault) for fault in faults_of(source) if "on this server" not in first.expected
    ] or [fault_at(source, first)]
    return sorted(faults_found, key=lambda fault: (fault["start"], fault["end"]))


def fault_at(source: str, fault: RuleError) -> dict[str, Any]:
    """A fault in words, and where it stands, in UTF-16 units, as browsers count."""
    location = place_of(source, fault)
    part = WHERE.sub("", fault.path)
    name = f"{fault.word}.{part}" if fault.word and part else part or fault.word
    text = f"{name}: {fault.found}, {fault.expected}" if name else f"{fault.found}, {fault.expected}"
    return {"said": text, "start": units(source, location[0]), "end": units(source, location[1])}


def place_of(source: str, fault: RuleError) -> tuple[int, int]:
    """Where a fault stands; the whole text where that is not known."""
    if source.lstrip().startswith("{"):
        try:
            json.loads(source)
        except json.JSONDecodeError as broken:
            return broken.pos, broken.pos + 1
        except RecursionError:
            return 0, len(source)
        return json_place(source, fault.path) or (0, len(source))
    return fault.place or (0, len(source))


def units(text: str, at: int) -> int:
    """UTF-16 units before a character."""
    return len(text[:at].encode("utf-16-le", "surrogatepass")) // 2


def measure_draft(value: str, budget: dict[str, Any]) -> dict[str, Any]:
    """What random games come to. games: how many were played in the time. wins: of each player. draws: games that
    ended with equal shares. cut: games stopped after `limit` plies. plies: of most games, from and to. ends: what ended
    them. idle: parts of the rules without which all these games would have gone alike."""
    until = time.monotonic() + budget["seconds"] / 2
    game = read(value, budget)
    games = play_games(game, GAMES, until)
    figures = summary(game, games)
    figures["idle"] = list(dict.fromkeys(idle(game, games, until)))
    return figures


class Counted(msgspec.Struct):
    """How random games went. lengths: games by their number of plies. ended_by: games by the end that ended them;
    nothing: those in which nothing was legal."""

    ends: int
    games: int = 0
    wins: list[int] = []
    draws: int = 0
    cut: int = 0
    nothing: int = 0
    lengths: dict[int, int] = {}
    ended_by: list[int] = []

    def add(self, counts: dict[str, Any]) -> None:
        """More games, as the engine counts them; it leaves trailing zeros out."""
        games, _, wins, draws = counts["results"]
        self.games += games + counts["cut_off"]
        self.wins = [a + b for a, b in zip(self.wins or [0] * len(wins), wins, strict=True)]
        self.draws, self.cut = self.draws + draws, self.cut + counts["cut_off"]
        self.nothing += counts["nothing_legal"]
        for plies, games_of_length in enumerate(counts["lengths"]):
            if games_of_length:
                self.lengths[plies] = self.lengths.get(plies, 0) + games_of_length
        counts_by_end = [*counts["ended_by"], *[0] * self.ends]
        self.ended_by = [a + b for a, b in zip(self.ended_by or [0] * self.ends, counts_by_end, strict=False)]


def play_games(game: Game, games: int, until: float) -> Counted:
    """Random games, added up; fewer where time is over. until: time.monotonic()."""
    contract: Any = contract_of(game)
    state = contract.start()
    counts = Counted(len(game.ends))
    for first in range(0, games, BATCH):
        counts.add(state.playouts(BATCH, seed=SEED, first=first, threads=1, limit=LIMIT, measures=False, progress=None))
        if time.monotonic() > until:
            break
    return counts


def summary(game: Game, counts: Counted) -> dict[str, Any]:
    """The counts as the page shows them."""
    ends = [{"end": spell(end), "games": count} for end, count in zip(game.ends, counts.ended_by, strict=True)]
    if counts.nothing:
        ends.append({"end": "", "games": counts.nothing})
    return {
        "games": counts.games,
        "wins": counts.wins,
        "draws": counts.draws,
        "cut": counts.cut,
        "limit": LIMIT,
        "plies": {name: quantile(counts.lengths, share) for name, share in QUANTILES.items()},
        "ends": ends,
    }


def quantile(lengths: dict[int, int], share: float) -> int | None:
    """So many plies have at least that share of the games at most; None without games."""
    threshold, cumulative = sum(lengths.values()) * share, 0
    for plies in sorted(lengths):
        cumulative += lengths[plies]
        if cumulative >= threshold:
            return plies
    return None


def idle(game: Game, counts: Counted, until: float) -> Iterator[str]:
    """Parts without which all the games go alike: ends that ended none, and what makes no difference when it is left
    out. Nothing is said of what time was too short for."""
    yield from (spell(end) for end, count in zip(game.ends, counts.ended_by, strict=True) if not count)
    for part, shorter in without_one(game):
        if time.monotonic() > until:
            return
        try:
            if play_games(shorter, counts.games, until) == counts:
                yield part
        except LusoryError:
            continue


def without_one(game: Game) -> Iterator[tuple[str, Game]]:
    """Each effect and each choice of the turn, and the game without it."""
    changes: list[tuple[str, dict[str, Any]]] = []
    for i, effect in enumerate(game.effects):
        changes.append((spell(effect), {"effects": game.effects[:i] + game.effects[i + 1 :]}))
    if isinstance(game.turn, (Either, First)) and len(game.turn.parts) > 1:
        for i, choice in enumerate(game.turn.parts):
            remaining = game.turn.parts[:i] + game.turn.parts[i + 1 :]
            changes.append(
                (spell(choice), {"turn": type(game.turn)(*remaining) if len(remaining) > 1 else remaining[0]})
            )
    for part, change in changes:
        try:
            yield part, msgspec.structs.replace(game, **change, terms={})
        except LusoryError:
            continue
