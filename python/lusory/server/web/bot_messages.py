"""The JSON that bots are sent, in the form that authors of bots for chess know, with the words of this interface where
games differ: sides are `first` and `second`, plies are a list of texts, any number may play."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...play.renaming import SEATS
from ..accounts import Account
from ..accounts.challenges import Challenge

Lines = list[dict[str, Any]]


def user_of(name: str, bot: bool = False) -> dict[str, Any]:
    """A person or a bot."""
    return {"id": name, "name": name, "title": "BOT" if bot else None}


def time_control(clock: dict[str, Any] | None) -> dict[str, Any]:
    """A clock; times in seconds, days in days."""
    if clock is None:
        return {"type": "unlimited"}
    if clock["kind"] == "days":
        return {"type": "correspondence", "daysPerTurn": clock["days"]}
    if clock["kind"] == "bank":
        return {"type": "bank", "days": clock["days"], "addDays": clock.get("add_days", 0)}
    return {"type": "clock", "limit": clock["seconds"], "increment": clock.get("add", 0)}


def challenge(challenge: Challenge, url: str) -> dict[str, Any]:
    """A challenge; `side` is of who is challenged, `color` is another name of it."""
    side = {"first": "second", "second": "first"}.get(challenge.terms["side"], "random")
    return {
        "id": challenge.id, "url": url, "status": "created", "rated": challenge.rated, "side": side, "color": side,
        "challenger": user_of(challenge.by), "destUser": user_of(challenge.to) if challenge.to else None,
        "variant": {"key": challenge.game, "name": challenge.title, "options": challenge.terms["options"]},
        "timeControl": time_control(challenge.terms["clock"]),
    }  # fmt: skip


def game(row: dict[str, Any], setup: dict[str, Any], player: int) -> dict[str, Any]:
    """A game in the stream of events. player: the bot's."""
    opponents = [name for i, name in enumerate(setup["names"]) if i != player]
    return {
        "id": row["id"], "gameId": row["id"], "side": SEATS[player], "color": SEATS[player], "player": player,
        "variant": {"key": setup.get("game", ""), "name": row["title"], "options": setup.get("options", {})},
        "opponent": user_of(opponents[0]) if len(opponents) == 1 else None, "rated": setup.get("rated", False),
        "isMyTurn": row["to_move"] == player, "compat": {"bot": True},
    }  # fmt: skip


def game_full(view: dict[str, Any], rated: bool, value: Any, people: dict[int, Account]) -> dict[str, Any]:
    """The first message about a game. shown: the table as the bot may see it. value: the rules, where they are in no
    catalogue. people: the accounts at the table."""
    seats = [
        {"player": seat["player"], "side": SEATS[seat["player"]],
         **user_of(seat["name"], seat["player"] in people and people[seat["player"]].bot), "kind": seat["kind"]}
        for seat in view["seats"]
    ]  # fmt: skip
    about, clock = view["game"], view["clock"]
    return {
        "type": "gameFull", "id": view["table"], "rated": rated, "you": view["you"],
        "variant": {"key": about["name"], "name": about["title"], "options": about["options"], "hash": about["hash"]},
        "hidden": view["hidden"], "players": seats, "clock": clock["kind"] if clock else None,
        "state": game_state(view), **({"value": value} if value is not None else {}),
    }  # fmt: skip


def game_state(view: dict[str, Any]) -> dict[str, Any]:
    """How a game stands. moves: all plies as the bot knows them; `? row 4` is another's secret. times: seconds left of
    each player. winner: who won alone."""
    result, clock = view["result"], view["clock"]
    values: Sequence[float] = result["values"] if result else ()
    best = [i for i, value in enumerate(values) if value == max(values)]
    return {
        "type": "gameState", "moves": [move["text"] for move in view["moves"]], "ply": view["ply"],
        "toMove": view["to_move"], "status": result["by"] if result else "started",
        "winner": best[0] if len(best) == 1 else None, "result": result,
        "times": clock["left"] if clock else None, "offers": view["offers"], "can": view["can"],
    }  # fmt: skip


def chat_lines(previous: Lines, current: Lines) -> Lines:
    """The lines of the chat that came since. previous, current: the last lines, as the table shows them."""
    added = list(current)
    for length in range(min(len(previous), len(current)), 0, -1):
        if previous[-length:] == current[:length]:
            added = current[length:]
            break
    return [
        {"type": "chatLine", "room": "spectator" if entry["player"] is None else "player", "username": entry["name"],
         "player": entry["player"], "text": entry["text"]}
        for entry in added
    ]  # fmt: skip
