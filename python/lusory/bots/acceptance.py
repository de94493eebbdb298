"""Which challenges a bot accepts."""

from __future__ import annotations

from typing import Any, NamedTuple

CLOCKS = ("unlimited", "clock", "correspondence", "bank")
"""Kinds of clocks, as challenges name them."""
RATED = ("any", "rated", "casual")


class Acceptance(NamedTuple):
    """games: names in the catalogue, all where there are none. clocks: of CLOCKS. rated: any, rated or casual. least:
    seconds of the game that a clock has to give at least. most: games at once."""

    games: tuple[str, ...] = ()
    clocks: tuple[str, ...] = CLOCKS
    rated: str = "any"
    least: float = 0.0
    most: int = 4

    def refusal(self, challenge: dict[str, Any], playing: int) -> str:
        """Why a challenge is declined; empty where it is accepted. playing: how many games go on."""
        clock, game = challenge["timeControl"], challenge["variant"]["key"]
        if playing >= self.most:
            return f"{playing} games go on already"
        if not game:
            return "it is a game of one's own"
        if self.games and game not in self.games:
            return f"{game} is not played"
        if clock["type"] not in self.clocks:
            return f"a clock of the kind {clock['type']}"
        if clock["type"] == "clock" and clock["limit"] < self.least:
            return f"{clock['limit']:g} seconds are too few"
        if self.rated != "any" and challenge["rated"] != (self.rated == "rated"):
            return "it is rated" if challenge["rated"] else "it is not rated"
        return ""
