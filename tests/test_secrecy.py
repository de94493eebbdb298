"""Tests that no output leaks a secret: states that a viewer cannot distinguish give him equal outputs, in any game.

The states are those that agree with his knowledge. Games are random, from fixed seeds; spectators are tested like
players. Everything that is revealed must also be described in the game's rules sheet.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import islice
from typing import Any

import pytest

from lusory.engine import Machine
from lusory.errors import RuleError
from lusory.games.hidden_gomoku import hidden_gomoku
from lusory.play import record, spectator
from lusory.play.event_texts import event_text
from lusory.play.position import Position, last_cells
from lusory.reference import Reference, State
from lusory.reference.evaluation_context import Scene
from lusory.rules import (
    Adjacent,
    Capture,
    Chance,
    Commit,
    Count,
    Draw,
    Either,
    Flip,
    Game,
    If,
    InHand,
    Pass,
    Place,
    Reveal,
    Row,
    Sequence,
    Slide,
    Square,
    check,
    empty,
    enemy,
    everywhere,
    just,
    moved,
    neutral,
    origin,
    own,
    to,
    visited,
)
from lusory.rules import open as open_
from lusory.rules.english import sheet
from lusory.rules.english.grammar import Speech, plural
from lusory.rules.events import SPECTATOR, Event
from lusory.rules.secrecy import check_secrecy
from lusory.server import visibility
from lusory.testing import draw_secret_game

from .hidden_play import GAMES, consistent_states, outputs_for, play, play_randomly, random_games, reference

HIDDEN = Place(to=~own & ~open_)
FULL = Draw(Count(everywhere & ~empty) >= 9)


def assert_indistinguishable(r: Reference, state: State, viewer: int, most: int = 3) -> int:
    """Assert that the outputs for a viewer are the same in other states that agree with his knowledge; returns how many
    states were compared."""
    compared, mine = 0, None
    for twin in consistent_states(r, state, viewer, most):
        mine = mine or outputs_for(r, r.game, state, viewer)
        assert outputs_for(r, r.game, twin, viewer) == mine
        compared += 1
    return compared


def test_states_nobody_can_tell_apart_look_and_read_the_same() -> None:
    compared = {"player": 0, "watcher": 0}
    for r, state in random_games(120, "told"):
        for viewer in (*range(r.players), SPECTATOR):
            compared["watcher" if viewer == SPECTATOR else "player"] += assert_indistinguishable(r, state, viewer)
    assert compared["player"] > 100 and compared["watcher"] > 60, compared


def test_the_engine_gives_equal_outputs_for_such_states() -> None:
    compared = 0
    for r, state in random_games(60, "told by the engine"):
        m = Machine(r.game)
        for viewer in range(r.players):
            mine = outputs_for(m, r.game, state, viewer)
            for other in islice(m.consistent(m.restored(state), viewer), 3):
                twin = m.stored(other)
                compared += twin != state
                assert outputs_for(m, r.game, twin, viewer) == mine
    assert compared > 40, compared


# The sheet describes everything that is revealed

SAYS = {
    "capture": "where {} are captured",
    "earn": "how many points",
    "flip": "turned over",
    "promote": "changed into another kind",
    "tell": "facts that had to be told",
    "show": ("targets of failed moves", "you must show the target"),
    "fail": "targets of failed moves",
    "reveal": "were revealed to which announcement",
    "announce": "what was announced",
    "out": "who is out",
    "again": "whose turn it is",
    "skip": "whose turn it is",
    "move": "not made in secret",
    "remove": "not made in secret",
    "roll": "not made in secret",
    "pass": "not made in secret",
    "end": "whose turn it is",
}
"""The sheet's sentences about public events."""


def sheet_line(game: Game) -> str:
    """The sheet as one line, in lower case."""
    return " ".join(clause.text for section in sheet(game).sections for clause in section.clauses).lower()


def test_the_sheet_describes_every_public_event() -> None:
    kinds: set[str] = set()
    rng = random.Random("lines")
    for _ in range(400):
        game = draw_secret_game(rng.randrange)
        if Reference(game).start().result is not None:
            continue
        r, state = play_randomly(game, 12, rng)
        text, stones = sheet_line(r.game), plural(Speech(r.game).stone)
        for event in state.log:
            sentence = SAYS.get(event.kind, "") if event.seen_by is None else ""
            forms = sentence if isinstance(sentence, tuple) else (sentence,)
            assert any(form.format(stones) in text for form in forms), (event, r.game)
            kinds.add(event.kind)
    assert kinds >= {*SAYS} - {"end", "roll"}, {*SAYS} - kinds


def test_a_sheet_says_what_is_told_and_no_more() -> None:
    plain = sheet_line(GAMES["phantom tic-tac-toe"]())
    assert "and nothing else" in plain and "everybody is told" not in plain
    text = sheet_line(GAMES["captures and points of hidden stones"]())
    assert "what everybody is told (below), and nothing else" in text
    assert "where stones are captured, who captures them, and how many of them were not the captor's own" in text
    assert "how many points a player earns with each move, but not what for" in text
    assert "whose turn it is" not in text and "in hand" not in text
    kinds = sheet_line(GAMES["kinds, flipped and promoted"]())
    assert "a piece that is turned over or changed into another kind is open from then on" in kinds
    assert "whose turn it is, and when a turn ends" in sheet_line(GAMES["another turn"]())
    assert "who is out of the game" in sheet_line(GAMES["four players, some out"]())
    assert "everybody is told, those" not in sheet_line(hidden_gomoku())


# Points and captures


def test_points_are_told_and_not_what_for() -> None:
    """Second's stone on c3 or on b3: first earns for enemy stones wherever they are."""
    r = reference("captures and points of hidden stones")
    state, events = play(r, "a1:secret c3:secret a3:secret")
    other, same_events = play(r, "a1:secret c2:secret a3:secret")
    public = [event for event in events if event.seen_by is None]
    assert public == [Event("earn", (), 0, 1)] == [event for event in same_events if event.seen_by is None]
    for viewer in (0, SPECTATOR):
        assert outputs_for(r, r.game, state, viewer) == outputs_for(r, r.game, other, viewer)
    assert r.scores(state) == (1, 1)


def test_a_captured_hidden_stone_is_told_with_its_cell_to_everybody() -> None:
    r = reference("captures and points of hidden stones")
    state, events = play(r, "a1:secret c1:secret c3:secret a3:secret b3:secret")
    captures = [event for event in events if event.kind == "capture"]
    assert [(e.cells, e.amount, e.seen_by) for e in captures] == [(("a3",), 1, None)]
    assert "first: captures a3 1" in r.information(state, 1) and "captures a3" in r.information(state, 0)
    assert all("a3" not in stone for stone in r.information(state, 1).splitlines() if "*" in stone)


def test_how_many_of_several_stones_on_a_cell_count_is_told() -> None:
    """First takes his own hidden stone off, and second's on the same cell or not: the difference is public."""
    rules = Game(
        board=Square(3),
        turn=Either(Commit(Place(to=~own & ~open_)), Pass()),
        effects=[If(Count(own) >= 2, Capture(own & ~to | enemy & ~to))],
        ends=[FULL],
    )
    r = Reference(rules)
    _, events = play(r, "a1:secret a1:secret a3:secret")
    _, own_alone = play(r, "a1:secret pass a3:secret")
    amounts = [[e.amount for e in events if e.kind == "capture"] for events in (events, own_alone)]
    assert amounts == [[1], [0]]
    assert event_text(rules, Event("capture", ("a1",), 0, 0)) == "The stone on a1 is captured. That counts as 0."
    assert event_text(rules, Event("capture", ("a1",), 0, 1)) == "The stone on a1 is captured."


# Whose turn it is


def test_another_turn_is_told_and_so_differs_from_a_turn_that_goes_on() -> None:
    r = reference("another turn")
    goes_on, events = play(r, "a1:secret c3:secret a2:secret")
    once_more, events_told = play(r, "a1:secret b2:secret c2:secret")
    assert (r.to_move(goes_on), r.to_move(once_more)) == (0, 0)
    assert [e.kind for e in events if e.seen_by is None] == []
    assert [(e.kind, e.player) for e in events_told if e.seen_by is None] == [("again", 0)]
    assert event_text(r.game, events_told[-1]) == "First has another turn."
    assert r.information(goes_on, 1) != r.information(once_more, 1)


def test_a_turn_without_a_ply_is_told() -> None:
    """Second has a stone and no ply: his turn is skipped."""
    turn = If(Count(own) <= 0, Commit(Place(to=~own)))
    r = Reference(Game(board=Square(3), turn=turn, ends=[FULL], players=2))
    _, events = play(r, "a1:secret b1:secret")
    assert [(e.kind, e.player) for e in events if e.seen_by is None][:2] == [("skip", 0), ("skip", 1)]


# Which ply it was


def test_a_revealed_stone_opens_only_the_ply_that_must_have_placed_it() -> None:
    game = hidden_gomoku(size=5)
    opening, none = ["C3", "x", "B2:row", "reveal:none"], "reveal:none"

    def texts(plies: list[str]) -> list[str]:
        position = game.start()
        for ply in plies:
            position = position.play(ply)
        texts_shown = [text for text, _ in visibility.texts(position, None, False)]
        assert [ply.text for ply in position.record().seen_by(None).plies] == texts_shown
        return texts_shown

    alone = texts([*opening, "A2:column", "reveal:none", "D5:row", "reveal:none", "B4:column", "reveal:B2"])
    assert alone[2] == "B2:row", "no other stone of first's can stand in row 2"
    swapped = [
        texts([*opening[:2], reply, none, "A4:column", none, other, none, "B4:column", "reveal:B2"])
        for reply, other in (("B2:row", "D2:row"), ("D2:row", "B2:row"))
    ]
    assert swapped[0] == swapped[1] and swapped[0][2] == "? row 2", "which of the two it was nobody is told"


def test_records_made_before_are_still_read() -> None:
    """Old records name the ply that revealed a stone even if another ply could have placed it."""
    position = hidden_gomoku(size=5).start()
    for ply in ("C3", "x", "B2:row", "reveal:none", "A4:column", "reveal:none", "D2:row", "reveal:none", "B4:column"):
        position = position.play(ply)
    position = position.play("reveal:B2")
    new_record = position.record()
    assert new_record.plies[2].public == 0
    old = new_record.json().replace('"text": "B2:row",\n      "public": 0', '"text": "B2:row",\n      "public": 10')
    assert old != new_record.json() and record.read(old).replay() == position


# Rule values that would leak more are refused


def commit(**fields: Any) -> Commit:
    return Commit(HIDDEN, **fields)


SHOW = Reveal(own)
REFUSED: dict[str, tuple[dict[str, Any], str]] = {
    "chance next to the secret": (
        {"turn": Sequence(commit(), Chance(Place(to=empty & Adjacent(just), owner=neutral)))},
        "turn.parts[1].ply.to.parts[1].of",
    ),
    "chance where nobody was": (
        {"turn": Sequence(commit(), Chance(Place(to=empty & ~visited, owner=neutral)))},
        "turn.parts[1].ply.to.parts[1].of",
    ),
    "chance by the ply before": (
        {"turn": Sequence(commit(), Chance(Place(to=empty & ~Row(to), owner=neutral)))},
        "turn.parts[1].ply.to.parts[1].of.of",
    ),
    "in an opening": (
        {"opening": [Sequence(commit(), Chance(Place(to=empty & ~moved, owner=neutral)))], "turn": commit()},
        "opening[0].parts[1].ply.to.parts[1].of",
    ),
    "one is answered, one is not": (
        {"turn": Either(commit(announce=[Row(to)], answer=SHOW), Commit(Place(mark="k"), announce=[Row(to)]))},
        "turn.parts[1].answer",
    ),
    "two answers": (
        {"turn": Either(commit(answer=SHOW), Commit(Place(to=~own, mark="k"), answer=Reveal(everywhere)))},
        "turn.parts[1].answer",
    ),
    "kinds in hand": (
        {"turn": Either(commit(), Commit(Place(kind="king"))), "setup": [InHand(2, "king")]},
        "turn.parts[1].ply.kind",
    ),
}


@pytest.mark.parametrize("name", REFUSED)
def test_rules_that_would_leak_a_secret_are_refused(name: str) -> None:
    fields, path = REFUSED[name]
    with pytest.raises(RuleError) as fault:
        Game(board=Square(3), **fields)
    assert str(fault.value).startswith(f"{path}:"), fault.value


@pytest.mark.parametrize(
    "fields",
    [
        {"turn": Sequence(commit(), Chance(Place(owner=neutral, needs=Row(to) & own)))},
        {"turn": Sequence(commit(), Chance(Slide(neutral, distance=Count(origin))))},
        {"turn": Sequence(commit(), Chance(Place(owner=neutral, then=(Capture(Adjacent(just)),))))},
        {"turn": commit(), "opening": [Sequence(Place(), Chance(Place(to=Adjacent(just), owner=neutral)))]},
        {"turn": commit(answer=SHOW), "opening": [commit()]},
        {"turn": Either(commit(), Commit(Place(kind="king")))},
        {"turn": commit(), "setup": [InHand(4)]},
    ],
)
def test_rules_that_leak_no_secret_are_accepted(fields: dict[str, Any]) -> None:
    assert Game(board=Square(3), ends=[FULL], **fields)


def test_a_refusal_describes_an_if_over_pieces() -> None:
    """The condition that forbids a ply may be an `If` of sets of cells."""
    condition = If(Count(own) >= 1, Adjacent(own) | enemy)
    r = Reference(Game(board=Square(3), turn=Either(Place(needs=condition), Pass()), ends=[FULL]))
    assert "it is not so that" in r.why_not(r.start(), "a1").said()


# Planted leaks are found


def without_event_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """A leak: no event says that a player has another turn."""
    say = Scene.say
    quiet = lambda scene, kind, *a, **more: None if kind == "again" else say(scene, kind, *a, **more)  # noqa: E731
    monkeypatch.setattr(Scene, "say", quiet)


def without_checks(monkeypatch: pytest.MonkeyPatch) -> None:
    """A leak: rule values are not checked for leaks."""
    monkeypatch.setattr(check, "PARTS", tuple(part for part in check.PARTS if part is not check_secrecy))


def with_true_ply(monkeypatch: pytest.MonkeyPatch) -> None:
    """A leak: a revealed stone shows which ply placed it, even if another ply could have."""

    def named(position: Position) -> dict[int, int]:
        views = {
            i: record.plies_that_showed(position, i) for i, played in enumerate(position.past) if record.secret(played)
        }
        return {i: numbers[0] for i, numbers in views.items() if numbers}

    monkeypatch.setattr(record, "disclosures", named)
    monkeypatch.setattr(visibility, "disclosures", named)


def with_last_cell(monkeypatch: pytest.MonkeyPatch) -> None:
    """A leak: spectators see the last cell that first sees."""
    last = last_cells
    monkeypatch.setattr(spectator, "last_cells", lambda position, viewer: last(position, 0))


def all_events_public(monkeypatch: pytest.MonkeyPatch) -> None:
    """A leak: all events are public."""
    monkeypatch.setattr(visibility, "visible_to", lambda event, viewer: True)


def without_kinds(monkeypatch: pytest.MonkeyPatch) -> None:
    """A leak: events do not state the kinds of pieces that become open."""
    monkeypatch.setattr(Scene, "public_witness", lambda scene, planes: ())


PLANTED: dict[str, tuple[Callable[[], Game], Callable[[pytest.MonkeyPatch], None]]] = {
    "another turn": (GAMES["another turn"], without_event_again),
    "chance": (lambda: Game(board=Square(3), ends=[FULL], **REFUSED["chance next to the secret"][0]), without_checks),
    "answers": (
        lambda: Game(board=Square(3), ends=[FULL], **REFUSED["one is answered, one is not"][0]),
        without_checks,
    ),
    "hands": (lambda: Game(board=Square(3), ends=[FULL], **REFUSED["kinds in hand"][0]), without_checks),
    "which ply": (
        lambda: Game(board=Square(4, 1), turn=commit(announce=[Row(to)], answer=SHOW), ends=[Draw(Count(own) >= 3)]),
        with_true_ply,
    ),
    "the last cell": (lambda: Game(board=Square(3), turn=commit(), ends=[FULL], players=1), with_last_cell),
    "events": (GAMES["captures and points of hidden stones"], all_events_public),
    "kinds": (
        lambda: Game(
            board=Square(2),
            turn=Either(commit(), Commit(Place(to=~own & ~open_, kind="king")), Pass()),
            effects=[Capture(own & open_), Flip(enemy & to)],
            ends=[Draw(Count(everywhere & ~empty) >= 4)],
        ),
        without_kinds,
    ),
}


@pytest.mark.parametrize("name", PLANTED)
def test_a_planted_leak_is_found(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    make, plant = PLANTED[name]
    plant(monkeypatch)
    game, rng = make(), random.Random(name)
    with pytest.raises(AssertionError):
        for _ in range(100):
            r, state = play_randomly(game, rng.randrange(3, 8), rng)
            for viewer in (*range(r.players), SPECTATOR):
                assert_indistinguishable(r, state, viewer, 6)
