"""Random games of a rule value on the engine, by their numbers: one by one, or added up."""

from __future__ import annotations

import struct
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from ..play.position import Position
from ..reference.progression import NOTHING_LEGAL
from ..rules.expression_text import spell
from .collect import totals
from .collect.collected import Collected
from .collect.tallies import ONE
from .figures import BY, ended_by
from .measures.length import PREFERRED
from .measures.registry import LACKS
from .quantities import ENGINE, Outcome, Part, Quantity, ending_quantities, length_quantity, watched_quantities
from .quantity_sums import Base, Tally

LENGTHS = ("plies", "duration")
CUT = -2
"""The engine's number for the end of a game that was cut off."""
Sums = tuple[float, float, float, float, float]
"""Sums over games: of a number, its squares, its divisor, the squares of that, and the products of both."""


class Playouts:
    """Random games of a rule value. quantities: reported besides how games end. Those that are counted ply by ply cost
    a call a game where games are reported one by one."""

    def __init__(
        self, position: Position, *, seed: int, limit: int, threads: int, quantities: Sequence[Quantity] = ()
    ) -> None:
        self.state: Any = position.state
        contract: Any = position.contract
        self.players, self.clauses = contract.players, [spell(end) for end in contract.game.ends]
        self.chance, self.threads = {"seed": seed, "limit": limit}, threads
        quantity_of = {quantity.name: quantity for quantity in (*ending_quantities(self.players), *quantities)}
        self.ending_quantities = [quantity for quantity in quantity_of.values() if not quantity.counted]
        self.counted_names = [quantity.name for quantity in quantity_of.values() if quantity.counted]

    def take(self, first: int, count: int) -> list[Outcome]:
        """The outcomes of games `first`, `first` + 1, ..."""
        measures = bool(self.counted_names)
        reply = self.state.outcomes(count, first=first, threads=self.threads, measures=measures, **self.chance)
        points, ends = reply["points"], struct.unpack(f"<{count}h", reply["ends"])
        lengths = struct.unpack(f"<{count}I", reply["lengths"])
        starts = range(0, len(points), self.players)
        values = (tuple(part / 12 for part in points[i : i + self.players]) for i in starts)
        quantities_of_games: Iterable[Mapping[str, Part]] = ({} for _ in range(count))
        if self.counted_names:
            quantities_of_games = map(self.one_game, range(first, first + count))
        rows = zip(values, lengths, ends, quantities_of_games, strict=True)
        return [
            Outcome(player_values, plies, self.by(end), end == CUT, quantities)
            for player_values, plies, end, quantities in rows
        ]

    def by(self, end: int) -> str:
        """The end clause of this number."""
        return "" if end == CUT else NOTHING_LEGAL if end < 0 else self.clauses[end]

    def one_game(self, number: int) -> dict[str, Part]:
        """The quantities of one game; of one that was cut, ratios of plies alone."""
        reply = self.state.playouts(1, first=number, threads=1, measures=True, **self.chance)
        return {name: (a, b) for name, (a, _, b, _, _) in count_quantities(reply).items() if name in self.counted_names}

    def tally(self, first: int, count: int) -> Tally:
        """The sums over these games."""
        measures = bool(self.counted_names)
        reply = self.state.playouts(count, first=first, threads=self.threads, measures=measures, **self.chance)
        sums, squares = (
            {quantity.name: self.sum(quantity.name, reply, power) for quantity in self.ending_quantities}
            for power in (1, 2)
        )
        counts = count_quantities(reply) if measures else {}
        bases: dict[str, Base] = {name: counts[name][2:] for name in self.counted_names}
        games = reply["results"][0]
        bases["duration"] = (PREFERRED * games, PREFERRED**2 * games, PREFERRED * sums["duration"])
        sums |= {name: counts[name][0] for name in self.counted_names}
        squares |= {name: counts[name][1] for name in self.counted_names}
        cubes = {
            quantity.name: self.sum(quantity.name, reply, 3)
            for quantity in self.ending_quantities
            if quantity.name in LENGTHS
        }
        if "turns" in self.counted_names:
            cubes["turns"] = float(sum(games * n**3 for n, games in enumerate(reply["turns"])))
        return Tally(games, reply["cut_off"], sums, squares, bases, cubes)

    def blocks(self, first: int, count: int, size: int) -> list[dict[str, Part]]:
        """Sums of quantities over blocks of games first, first + 1, ..., by the names of the figures."""
        numbers = ((at, min(size, first + count - at)) for at in range(first, first + count, size))
        chance = {"measures": True, "threads": 1, **self.chance}
        sums_of_blocks = (count_quantities(self.state.playouts(games, first=at, **chance)) for at, games in numbers)
        return [{name: (a, b) for name, (a, _, b, _, _) in sums.items()} for sums in sums_of_blocks]

    def sum(self, name: str, reply: dict[str, Any], power: int) -> float:
        """The sum of a power of a quantity that the end of a game determines."""
        games, points, wins, draws = reply["results"]
        if name.startswith(BY):
            ends = [*zip(self.clauses, reply["ended_by"], strict=False), (NOTHING_LEGAL, reply["nothing_legal"])]
            return float(sum(count for end, count in ends if ended_by(end, name[len(BY) :])))
        if name in LENGTHS:
            return float(sum(count * length_quantity(name, n) ** power for n, count in enumerate(reply["lengths"])))
        if name == "score":
            # Of two, a draw is a half each; of more, its shares differ: a square is at most the share.
            return float(wins[0] + draws / 4 if power == 2 and self.players == 2 else points[0] / 12)
        if self.players == 1:
            draws = points[0] // 6 - 2 * wins[0]
        seats = {
            quantity.name: win_count for quantity, win_count in zip(ending_quantities(self.players), wins, strict=False)
        }
        odd = sum(reply["lengths"][1::2])
        return float(
            {**seats, "odd lengths": odd, "draws": draws, "decisiveness": games - draws, "completion": games}[name]
        )

    def tells(self, quantity: Quantity) -> str:
        """Why these games have no such number; empty where they have."""
        if not quantity.counted or quantity.name in ENGINE:
            return ""
        return LACKS.get(quantity.needs, "the engine does not count it in random games: it takes players who search")

    def close(self) -> None:
        """Does nothing: it holds no resources."""


def count_quantities(reply: dict[str, Any]) -> dict[str, Sums]:
    """The quantities that the engine counted in games. Means have no value where some games were cut."""
    collected, games = Collected(players=2), reply["games"]
    totals.add_by_game(collected, reply["moments"], games)
    square = ONE * ONE
    sums: dict[str, Sums] = {}
    for name, pairs in collected.ratios.items():
        lower = (pairs.below / ONE, pairs.below2 / square, pairs.product / square)
        sums[name] = (pairs.above / ONE, pairs.above2 / square, *lower)
    scales = {measure.name: measure.scale for measure in watched_quantities()}
    for name, moments in collected.sums.items():
        scale = scales[name]
        sums[name] = mean(
            games, reply["cut_off"], moments.sum / ONE * scale, (moments.squares or 0) / square * scale**2
        )
    turns = list(enumerate(reply["turns"]))
    total, squares = (float(sum(count * n**power for n, count in turns)) for power in (1, 2))
    sums["turns"] = mean(reply["results"][0], 0, total, squares)
    return sums


def mean(games: int, cut: int, total: float, squares: float) -> Sums:
    """The mean of a number that each game has."""
    return (total, squares, float(games), float(games), total) if not cut else (0.0, 0.0, 0.0, 0.0, 0.0)
