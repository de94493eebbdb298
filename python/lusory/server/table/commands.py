"""Table commands besides plies (undo, resign, draws, rematch): who may give them, and the entries they make."""

from __future__ import annotations

from collections.abc import Sequence

from ...play.past import PastPly
from ...rules.events import CHANCE
from ..ending_texts import ending_told
from .outline import Outline
from .setup import HUMAN, OPEN
from .table import Refused, Table

TELLING = {"announce", "reveal", "show", "fail", "tell", "commit"}
"""Events that reveal something to a player."""
NewEntry = tuple[str, int | None, int | None, str | None]
"""An entry not stored yet: its kind, player, number, text."""

PATIENCE = 10
"""A player offers a draw again after so many plies at the earliest."""


def reveals(past_ply: PastPly) -> bool:
    """Whether this ply has revealed something: a secret, or a chance result."""
    return past_ply.player == CHANCE or any(e.seen_by is not None or e.kind in TELLING for e in past_ply.events)


def undoable(table: Table, players: Sequence[int]) -> int | None:
    """How many plies stay when one of these takes the last decision back; None where that cannot be."""
    past = tuple(table.position.past)
    for stay in range(len(past) - 1, len(table.setup.plies) - 1, -1):
        # Once something is hidden every ply reveals something, at least that nothing was captured.
        if (table.hidden and any(map(reveals, past[: stay + 1]))) or past[stay].player == CHANCE:
            return None
        if past[stay].player in players:
            return stay
    return None


def others(table: Table, players: Sequence[int]) -> list[int]:
    """The persons that these would play with."""
    return [p for p in table.people() if p not in players]


def other_has_offered(table: Table, players: Sequence[int], proposal: str) -> bool:
    """Whether another player has offered this."""
    return any(offer == proposal and p not in players for p, offer in table.offers.items())


def may_analyse(table: Table, players: Sequence[int]) -> bool:
    """Whether the holders of these seats may ask a machine about any position. Not while other people play, and of a
    rated game or one with secrets only when it is over."""
    return bool(table.ending) or not (
        table.hidden or table.setup.rated or others(table, [p for p in players if table.kinds[p] == HUMAN])
    )


def may_resign(table: Table, players: Sequence[int]) -> bool:
    """With three or more players a game cannot go on without one of them, so nobody may end it for the other people."""
    return table.players == 2 or not others(table, players)


def can(table: Table, players: Sequence[int]) -> list[str]:
    """What these players may do now."""
    seated = [p for p in players if table.kinds[p] == HUMAN]
    if not seated:
        return []
    if table.ending:
        return _after(table, seated)
    people = others(table, seated)
    commands = ["resign"] if may_resign(table, seated) else []
    if may_abort(table, seated):
        commands.append("abort")
    has_asked = any(table.asked.get((p, "undo")) == table.ply for p in seated)
    unasked = table.setup.rated and not people  # against machines nobody is asked, and it counts
    if undoable(table, seated) is not None and not has_asked and not unasked:
        commands.append("undo")
    if people and not _asking(table, seated, "draw") and not _too_soon(table, seated):
        commands.append("offer-draw")
    for proposal in ("draw", "undo"):
        if other_has_offered(table, seated, proposal):
            commands += [f"take-{proposal}", f"refuse-{proposal}"]
        if _asking(table, seated, proposal):
            commands.append(f"withdraw-{proposal}")
    if table.to_move in seated and not people and not unasked:
        commands.append("hint")
    return commands


def may_abort(table: Table, seated: Sequence[int]) -> bool:
    """Before one's own first ply, and before everybody has made one, a game may be broken off; nobody wins."""
    movers = [ply.player for ply in table.position.past[len(table.setup.plies) :] if ply.player != CHANCE]
    return len(movers) < table.players and any(player not in movers for player in seated)


def _asking(table: Table, seated: Sequence[int], proposal: str) -> bool:
    """Whether an offer of one of these is open."""
    return any(offer == proposal and p in seated for p, offer in table.offers.items())


def _too_soon(table: Table, seated: Sequence[int]) -> bool:
    """Whether one of these offered a draw a few plies ago. Who was offered one may agree all the same."""
    last = max((table.asked.get((p, "draw"), -PATIENCE) for p in seated), default=-PATIENCE)
    return table.ply < last + PATIENCE and not other_has_offered(table, seated, "draw")


def _after(table: Table, seated: Sequence[int]) -> list[str]:
    """The same, once the game is over."""
    assert table.ending
    if table.next or table.closed:
        return []
    commands = ["rematch", "refuse-rematch"] if other_has_offered(table, seated, "rematch") else ["rematch"]
    return [*commands, "withdraw-rematch"] if _asking(table, seated, "rematch") else commands


def entry_for_command(table: Table, players: Sequence[int], act: str, ply: int) -> NewEntry | None:
    """What follows when one of these players acts; None where the registry does it (rematch, hint). Raises Refused."""
    if act not in ("undo", "take-undo", "refuse-undo", "withdraw-undo", "offer-draw", "take-draw", "refuse-draw",
                   "withdraw-draw", "abort", "resign",
                   "rematch", "refuse-rematch", "withdraw-rematch", "hint"):  # fmt: skip
        raise Refused(422, "%(act)s: there is no such command", "act", act=act[:40])
    if ply != table.ply:
        raise Refused(409, "move %(ply)s: the game stands after move %(now)s", "ply", ply=ply, now=table.ply)
    if act == "resign" and not table.ending and players and not may_resign(table, players):
        raise Refused(
            409, "you cannot resign while other people play on; offer a draw, which everybody must accept", "act"
        )
    if act == "offer-draw" and _too_soon(table, players):
        raise Refused(409, "you can offer a draw once in %(patience)s moves", "act", patience=PATIENCE)
    if act not in can(table, players):
        raise Refused(409, "%(act)s: not possible now", "act", act=act)
    player = who(table, players)
    verb, _, kind = act.rpartition("-")
    if act == "abort":
        return "abort", next((p for p in players if may_abort(table, [p])), player), None, None
    if act == "resign":
        return "resign", player, None, None
    if verb in ("refuse", "withdraw"):
        return "refuse", player, None, kind
    if act in ("undo", "take-undo"):
        return _undo(table, players, player, act)
    if act in ("offer-draw", "take-draw"):
        agreed = other_has_offered(table, players, "draw") and len(others(table, players)) == 1
        return ("agree", player, None, None) if agreed else ("offer", player, None, "draw")
    return None


def _undo(table: Table, players: Sequence[int], player: int, act: str) -> NewEntry:
    if act == "undo" and others(table, players) and not _unfinished(table, players):
        return "offer", player, None, "undo"
    askers = [p for p, offer in table.offers.items() if offer == "undo"] if act == "take-undo" else list(players)
    stay = undoable(table, askers)
    if stay is None:
        raise Refused(409, "%(act)s: there is no move to take back", "act", act=act)
    return "undo", player, stay, None


def _unfinished(table: Table, players: Sequence[int]) -> bool:
    """Whether the last ply is a step of one of these in a turn that goes on. Then nobody has answered it."""
    past = table.position.past
    return undoable(table, players) == len(past) - 1 and not past[-1].turn_over


def who(table: Table | Outline, players: Sequence[int]) -> int:
    """Which of several seats acts: the one to move, else the first."""
    seated = [p for p in players if table.kinds[p] in (HUMAN, OPEN)]
    return table.to_move if table.to_move in seated and table.to_move is not None else seated[0]


def mover_of_ply(table: Table | Outline, players: Sequence[int], ply: int) -> int:
    """Who makes ply number `ply`. Raises Refused where it is not their turn, or the number is not the next."""
    if table.ending:
        raise Refused(409, "the game is over: %(result)s", "", result=ending_told(table))
    if ply != table.ply + 1:
        raise Refused(409, "move %(ply)s: the next move is number %(next)s", "ply", ply=ply, next=table.ply + 1)
    mover = table.to_move
    if mover is None or mover not in players:
        raise Refused(403 if not players else 409, "it is not your turn", "")
    return mover
