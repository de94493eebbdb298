"""Narration: sentences about a game as it is played or shown: events, score, result."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ..rules.events import CHANCE, PLAYER_NAMES, Event
from ..rules.game import Game
from ..texts import SOURCE, current, gettext

if TYPE_CHECKING:
    from .past import PastPly
    from .position import Position

EVENTS_OF_THE_PLY = {"place", "move", "commit", "announce", "reveal", "pass", "end", "remove", "roll", "swap", "keep"}
"""Events that the text of the ply contains."""


WORD_EVENTS = {"commit", "announce", "reveal", "pass", "end", "roll", "swap", "keep"}
"""Events of plies whose texts are words of English."""
SENTENCE_EVENTS = {"reveal", "pass", "end", "swap", "keep"}
"""Events of plies that are sentences in English, too: `First reveals nothing.`, not `First: reveal none.`"""


def name(player: int) -> str:
    """First, Second, ...; a chance ply is made by Chance."""
    return "Chance" if player == CHANCE else PLAYER_NAMES[player]


def headline(game: Any) -> str:
    """The name of a game and its board."""
    return f"{game.name or 'a game'}, {game.geometry.described}" if isinstance(game, Game) else repr(game).strip("<>")


def sentences(position: Position, viewer: int | None = None) -> list[str]:
    """The last ply and what it brought about, as far as the viewer may know: a player, SPECTATOR, or None for all."""
    past_ply = position.past[-1]
    parts = [
        e for e in known_events(position, viewer) if not (e.kind in EVENTS_OF_THE_PLY and e.player == past_ply.player)
    ]
    if is_concealed(position, viewer):
        parts = known_events(position, viewer)
        return [event_sentence(position, event) for event in parts] or [secret_ply_sentence(past_ply)]
    head = ply_sentence(position, known_events(position, viewer))
    return [" ".join([head, *(event_sentence(position, event) for event in parts)])]


def ply_sentence(position: Position, events: Sequence[Event]) -> str:
    """The last ply as it is printed; where that is in words, its events, in English only some."""
    past_ply = position.past[-1]
    kinds = SENTENCE_EVENTS if current() == SOURCE else WORD_EVENTS
    worded = [event for event in events if event.kind in kinds and event.player == past_ply.player]
    if worded:
        return " ".join(event_sentence(position, event) for event in worded)
    return f"{name(past_ply.player)}: {position.contract.printed(past_ply.action)}."


def explain_ply(position: Position, viewer: int | None = None) -> list[str]:
    """Every event of the last ply as a sentence, after the ply as it is printed."""
    ply = position.past[-1]
    parts = [event_sentence(position, event) for event in known_events(position, viewer)]
    if is_concealed(position, viewer):
        return parts or [secret_ply_sentence(ply)]
    parts += missed_points(position)
    return [f"{position.contract.printed(ply.action)}: {' '.join(parts)}"]


def missed_points(position: Position) -> list[str]:
    """Why the last ply earned no point, where points depend on the cells of earlier plies; else empty."""
    from ..rules.english.narration import no_points

    game, past_ply = position.game, position.past[-1]
    events = [event for ply in position.past for event in ply.events]
    moved = any(event.kind == "swap" or event.seen_by is not None for event in events)
    if moved or not isinstance(game, Game) or past_ply.player == CHANCE or not past_ply.turn_over:
        return []
    if any(event.kind == "earn" for event in past_ply.events):
        return []
    ends = {player: landings(position.past, player) for player in range(game.players)}
    return no_points(game, past_ply.player, ends)


def landings(past: Sequence[PastPly], player: int) -> list[str]:
    """The cells on which the plies of a player ended, in order."""
    plies = [[e.cells[-1] for e in ply.events if e.kind in ("place", "move")] for ply in past if ply.player == player]
    return [cells[0] for cells in plies if cells]


def secret_ply_sentence(past_ply: PastPly) -> str:
    """The sentence for other players about a secret ply without announcement."""
    return gettext("%(player)s has moved in secret.") % {"player": name(past_ply.player)}


def known_events(position: Position, viewer: int | None) -> list[Event]:
    """The events of the last ply that the viewer may know of; of a finished game all."""
    events = position.past[-1].events
    sees_all = viewer is None or position.result is not None
    return [e for e in events if sees_all or e.known_to(viewer)]


def is_concealed(position: Position, viewer: int | None) -> bool:
    """Whether the text of the last ply itself is a secret from the viewer."""
    from .record import secret

    past_ply: PastPly = position.past[-1]
    return bool(secret(past_ply)) and viewer not in (None, past_ply.player) and position.result is None


def seats(position: Position) -> tuple[int, ...] | None:
    """The player of each side, where sides may have been exchanged."""
    from . import contract

    return contract.seats(position.contract, position.state)


def event_sentence(position: Position, event: Event) -> str:
    """One event, in the language of whoever is served; of a Python class in plain words."""
    if not isinstance(position.game, Game):
        parts = (name(event.player), event.kind, *event.cells, str(event.amount or ""))
        return f"{' '.join(part for part in parts if part)}."
    from .event_texts import event_text

    return event_text(position.game, event, seats(position))


def result_line(position: Position) -> str:
    """The result, its reason and its witness."""
    result = position.result
    assert result is not None
    points = "" if result.counts == position.scores else score(position)
    points_sentence = f" {points[:1].upper()}{points[1:]}." if points else ""
    if isinstance(position.game, Game):
        from .result_texts import ending_text

        return ending_text(position.game, result, seats(position)) + points_sentence
    outcome = "A draw" if result.winner is None else f"{name(result.winner)} wins"
    reason = " ".join(part for part in (result.by, f"({' '.join(result.witness)})" if result.witness else "") if part)
    return (f"{outcome}: {reason}." if reason else f"{outcome}.") + points_sentence


def status(position: Position) -> str:
    """The player to move, and the points."""
    mover = position.to_move
    text = (
        gettext("The game is over")
        if mover is None
        else gettext("%(player)s to move") % {"player": player_with_stones(position, mover)}
    )
    if mover not in (None, CHANCE) and not position.contract.turn_over(position.state):
        turn = players_this_turn(position)
        if turn and turn[-1] not in (mover, CHANCE):
            text = gettext("%(player)s to answer") % {"player": player_with_stones(position, mover)}
        elif mover in turn:
            text = f"{text} ({gettext('the turn goes on')})"
    points = score(position)
    return f"{text}; {points}." if points else f"{text}."


def players_this_turn(position: Position) -> list[int]:
    """The players of the plies of the unfinished turn."""
    players: list[int] = []
    for past_ply in reversed(position.past):
        if past_ply.turn_over:
            break
        players.append(past_ply.player)
    return players[::-1]


def player_with_stones(position: Position, player: int) -> str:
    """First (x): with the stones this player has, where stones have owners."""
    if player == CHANCE or not isinstance(position.game, Game):
        return name(player)
    from ..rules.english import player_name
    from ..rules.english.grammar import Speech

    return player_name(player, seats(position), letters=not Speech(position.game).nobody)


def side_letter(position: Position, player: int) -> str:
    """`x`, `o`, ...: whose stones this player has now; empty where stones have no owners, and of a Python class."""
    if not isinstance(position.game, Game):
        return ""
    from ..rules.english.grammar import LETTERS, Speech

    owners = seats(position) or tuple(range(position.contract.players))
    return "" if Speech(position.game).nobody else LETTERS[owners.index(player)]


def score(position: Position) -> str:
    """`captured 3 : 2`, once anybody has any."""
    scores = position.scores
    if not any(scores):
        return ""
    score_kind = getattr(position.contract, "counted", "scores")
    return f"{gettext('captured') if score_kind == 'captured' else gettext('points')} {' : '.join(map(str, scores))}"
