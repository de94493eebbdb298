"""Helpers for tests of hidden information: games with secrets, random play, consistent states, observations."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from functools import cache
from itertools import islice
from typing import Any

from lusory.games.hidden_gomoku import hidden_gomoku
from lusory.play.contract import Contract
from lusory.play.narration import explain_ply, sentences, status
from lusory.play.position import Position
from lusory.reference import Reference, State
from lusory.reference.knowledge import knowledge_of
from lusory.reference.sampling import search
from lusory.rules import (
    Adjacent,
    Again,
    Capture,
    Captured,
    Chance,
    Column,
    Commit,
    Count,
    Draw,
    Earn,
    Either,
    Enclosed,
    First,
    Flip,
    Game,
    If,
    Last,
    Line,
    Loss,
    No,
    NoPly,
    Pass,
    Place,
    Promote,
    Quiet,
    Reveal,
    Row,
    Sequence,
    Square,
    Step,
    Tell,
    Win,
    empty,
    enemy,
    everywhere,
    neutral,
    own,
    revealed,
    to,
)
from lusory.rules import open as open_
from lusory.rules.events import SPECTATOR, Event
from lusory.server import visibility
from lusory.testing import draw_secret_game

SECRET = Commit(Place(to=~own & ~open_), fails=to & enemy)
GAMES: dict[str, Callable[[], Game]] = {
    "hidden gomoku": lambda: hidden_gomoku(),
    "small": lambda: hidden_gomoku(size=5, length=3),
    "one line": lambda: hidden_gomoku(size=4, length=3, lines=1),
    "phantom tic-tac-toe": lambda: Game(board=Square(3), turn=SECRET, ends=[Win(Line(3)), Draw(No(empty))]),
    "announced, not answered": lambda: Game(
        board=Square(4),
        turn=Commit(Place(to=~own & ~open_), announce=[Row(to)], fails=to & enemy),
        ends=[Win(Line(4)), Draw(No(empty))],
    ),
    "open and secret plies, captures": lambda: Game(
        board=Square(3),
        turn=Either(Place(), Commit(Place(to=empty), announce=[Column(to)], fails=to & enemy)),
        effects=[Capture(Enclosed(enemy)), Earn(1, when=Line(2))],
        ends=[Draw(Count(everywhere & ~empty) >= 8)],
    ),
    "after the other's last": lambda: Game(
        board=Square(4),
        turn=First(Commit(Place(to=~own & ~open_ & ~Adjacent(Last(enemy)))), Pass()),
        effects=[Tell(Line(3))],
        ends=[Draw(Quiet(2)), Draw(Count(own) >= 7)],
    ),
    "moving hidden pieces": lambda: Game(
        board=Square(4),
        turn=Either(Commit(Place(to=~own & ~open_), announce=[Row(to)]), Step(own, to=~own)),
        ends=[Win(Captured(own) >= 2), Draw(Count(own) >= 6)],
    ),
    "three players": lambda: Game(
        board=Square(4),
        turn=Commit(Place(to=~own & ~open_), announce=[Row(to), Column(to)], answer=Reveal(own), fails=to & revealed),
        ends=[Win(Line(3)), Draw(NoPly())],
        players=3,
    ),
    "captures and points of hidden stones": lambda: Game(
        board=Square(3),
        turn=Commit(Place(to=~own & ~open_), fails=to & enemy),
        effects=[Capture(enemy & Adjacent(to)), Earn(Count(enemy)), Earn(2, when=Line(2))],
        ends=[Win(Captured(own) >= 4), Draw(Count(own) >= 5)],
    ),
    "kinds, flipped and promoted": lambda: Game(
        board=Square(3),
        turn=Either(Commit(Place(to=~own & ~open_)), Commit(Place(to=~own & ~open_, kind="king"))),
        effects=[Flip(enemy & to), Promote(enemy & Adjacent(to), "king")],
        ends=[Win(Line(3)), Draw(Count(own) >= 5)],
    ),
    "another turn": lambda: Game(
        board=Square(3),
        turn=Sequence(Commit(Place(to=~own & ~open_)), If(Line(2), Commit(Place(to=~own & ~open_)))),
        effects=[Again(when=enemy & Adjacent(to))],
        ends=[Draw(Count(own) >= 5)],
    ),
    "four players, some out": lambda: Game(
        board=Square(3),
        turn=Commit(Place(to=~own & ~open_), announce=[Row(to), Column(to)], answer=Reveal(own), fails=to & revealed),
        effects=[Capture(enemy & to)],
        ends=[Loss(Count(enemy & Adjacent(to)) >= 2), Draw(NoPly())],
        players=4,
    ),
    "chance": lambda: Game(
        board=Square(4),
        turn=Sequence(Commit(Place(to=~own & ~open_)), Chance(Place(owner=neutral))),
        ends=[Win(Line(3)), Draw(Count(empty) <= 2)],
    ),
}


@cache
def reference(name: str) -> Reference:
    return Reference(GAMES[name]())


def play(r: Reference, texts: str) -> tuple[State, list[Event]]:
    """The state after these plies, and the events of the last."""
    state: State = r.start()
    events: tuple[Event, ...] = ()
    for text in texts.split():
        action = next((a for a in r.legal(state) if r.text(a) == text), None)
        assert action is not None, f"{text} is not legal: {r.why_not(state, text).said()}"
        state, events = r.play(state, action)
    return state, list(events)


def replayed(r: Reference, actions: list[int]) -> State | None:
    state = r.start()
    for action in actions:
        if action not in r.legal(state):
            return None
        state, _ = r.play(state, action)
    return state


def random_state(r: Reference, plies: int, seed: int) -> State:
    """A state of an unfinished game after `plies` random plies, or a few less."""
    rng, state = random.Random(seed), r.start()
    for _ in range(plies):
        after, _ = r.play(state, rng.choice(r.legal(state)))
        if after.result is not None:
            break
        state = after
    return state


def seen(r: Reference, state: State, viewer: int) -> list[tuple[int, list[Event]]]:
    """The player of each ply and the events the viewer may know of; then the player to move. Independent of the
    reference's own filter."""
    rows, before = [], 0
    for ply in state.plies:
        events = [e for e in state.log[before : ply.events] if e.seen_by is None or viewer in e.seen_by]
        rows.append((ply.player, events))
        before = ply.events
    return [*rows, (r.to_move(state), [])]


def twins(r: Reference, state: State, viewer: int, rng: random.Random) -> Iterator[State]:
    """States in which one secret ply of another player has another target, with the same observations of the viewer."""
    actions = [ply.action for ply in state.plies]
    for i, ply in enumerate(state.plies):
        text = r.text(ply.action)
        if ply.player == viewer or ":" not in text or text.startswith("reveal"):
            continue
        announced = text.partition(":")[2]
        others = [r.tables.actions.ids[f"{cell}:{announced}"] for cell in r.tables.geometry.names]
        others.remove(ply.action)
        for other in rng.sample(others, min(4, len(others))):
            twin = replayed(r, [*actions[:i], other, *actions[i + 1 :]])
            if twin is not None and twin.result is None and seen(r, twin, viewer) == seen(r, state, viewer):
                yield twin


def assert_alike(r: Reference, state: State, twin: State, viewer: int) -> None:
    assert r.picture(state, viewer) == r.picture(twin, viewer)
    assert r.information(state, viewer) == r.information(twin, viewer)
    assert r.to_move(state) == r.to_move(twin) and r.scores(state) == r.scores(twin)
    if r.to_move(state) in (viewer, -1):
        assert r.legal(state) == r.legal(twin)
        texts = [r.text(a) for a in range(min(r.num_actions, 60))]
        assert [r.why_not(state, t) for t in texts] == [r.why_not(twin, t) for t in texts]


def positions(contract: Contract, game: Game, actions: list[int]) -> list[Position]:
    """The positions of a game, from the first."""
    positions = [Position(game, contract, contract.start())]
    for action in actions:
        positions.append(positions[-1].follow(action))
    return positions


def outputs_for(contract: Contract, game: Game, state: State, viewer: int) -> dict[Any, Any]:
    """All that a viewer (a player, or SPECTATOR) receives of a game so far, now and after each ply."""
    past = positions(contract, game, [ply.action for ply in state.plies])
    received: dict[Any, Any] = {
        (name, ply): value for ply, p in enumerate(past) for name, value in told_of(p, viewer).items()
    }
    current, observer = past[-1], None if viewer == SPECTATOR else viewer
    received["record"] = current.record().seen_by(observer).json()
    if current.to_move == viewer:
        texts = [*(contract.text(action) for action in range(min(contract.num_actions, 60))), "z9", "reveal:a1", "end"]
        received["refusals"] = [current.refusal(text).args for text in texts]
        received["drawn"] = [refused(contract, game, current.state, viewer, text) for text in texts[:3]]
    elif current.to_move == -1:
        received["chance"] = contract.legal(current.state), contract.weights(current.state)
    return received


def refused(contract: Any, game: Game, state: State, viewer: int, text: str) -> tuple[Any, ...]:
    """The server's refusal of a ply: computed from a state sampled from what the player knows."""
    sampled = contract.imagined(contract.knowledge(state, viewer), random.Random(0))
    return Position(game, contract, sampled).refusal(text).args


def told_of(position: Position, viewer: int) -> dict[str, Any]:
    """All that a viewer receives of one position."""
    observer = None if viewer == SPECTATOR else viewer
    picture, texts = visibility.picture(position, observer), visibility.texts(position, observer, False)
    received: dict[str, Any] = {
        "picture": (picture.stones, picture.last, picture.line),
        "course": (position.to_move, position.scores, position.result, status(position)),
        "texts": texts,
        "turns": (visibility.turn_numbers(position), visibility.plies_of_turn(position, [text for text, _ in texts])),
        "sheet": visibility.sheet(position, observer, False),
    }
    if observer is not None:
        received["view"] = (view := position.view(observer)), view.knows
    if position.past:
        received["sentences"] = (
            sentences(position, viewer),
            explain_ply(position, viewer),
            visibility.last_ply_sentences(position, observer, False),
        )
        received["events"] = visibility.events(position, position.ply, observer, False)
    return received


def play_randomly(game: Game, plies: int, rng: random.Random) -> tuple[Reference, State]:
    """A state of an unfinished game after `plies` random plies, or a few less."""
    r = Reference(game)
    state = r.start()
    for _ in range(plies):
        after, _ = r.follow(state, rng.choice(r.options(state)))
        if after.result is not None:
            break
        state = after
    return r, state


def random_games(count: int, seed: str) -> Iterator[tuple[Reference, State]]:
    """Random games with secrets, after a few plies."""
    rng = random.Random(seed)
    games = (draw_secret_game(rng.randrange) for _ in range(4 * count))
    unfinished = (game for game in games if Reference(game).start().result is None)
    return (play_randomly(game, rng.randrange(2, 7), rng) for game in islice(unfinished, count))


def consistent_states(r: Reference, state: State, viewer: int, most: int, seed: int = 0) -> Iterator[State]:
    """Other states that agree with all the viewer knows, in random order."""
    if state.plies:
        states = islice(search(r, knowledge_of(r, state, viewer), random.Random(seed)), most)
        yield from (twin for twin in states if twin != state)
