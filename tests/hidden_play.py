"""Games with secrets, and what the tests of hidden information share: play, twins, what a player has seen."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from functools import cache

from lusory.games.hidden_gomoku import hidden_gomoku
from lusory.reference import Reference, State
from lusory.rules import (
    Adjacent,
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
    Game,
    Last,
    Line,
    No,
    NoPly,
    Pass,
    Place,
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
from lusory.rules.events import Event

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
        assert action is not None, f"{text} is not legal: {r.why_not(state, text)}"
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
    """A state of an unfinished game after so many random plies, or a few less."""
    rng, state = random.Random(seed), r.start()
    for _ in range(plies):
        after, _ = r.play(state, rng.choice(r.legal(state)))
        if after.result is not None:
            break
        state = after
    return state


def seen(r: Reference, state: State, viewer: int) -> list[tuple[int, list[Event]]]:
    """Ply by ply who played, and the events the viewer may know of. Written without the reference's own filter."""
    rows, before = [], 0
    for ply in state.plies:
        events = [e for e in state.log[before : ply.events] if e.seen_by is None or viewer in e.seen_by]
        rows.append((ply.player, events))
        before = ply.events
    return rows


def twins(r: Reference, state: State, viewer: int, rng: random.Random) -> Iterator[State]:
    """States in which one secret ply of another player went elsewhere, and the viewer saw the same."""
    actions = [ply.action for ply in state.plies]
    for i, ply in enumerate(state.plies):
        text = r.text(ply.action)
        if ply.player == viewer or ":" not in text or text.startswith("reveal"):
            continue
        said = text.partition(":")[2]
        others = [r.tables.actions.ids[f"{cell}:{said}"] for cell in r.tables.geometry.names]
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
