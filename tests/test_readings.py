"""Tests against second implementations of the five games: the census, random games, rules that are easily misread."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from lusory.play.contract import CHANCE, Contract, Event, Result

from .readings.census import census, play_text
from .readings.doppel import Doppel
from .readings.hidden_gomoku import HiddenGomoku
from .readings.ndengrod import Ndengrod
from .readings.serendipity import Serendipity
from .readings.susan import Susan

READINGS: dict[str, Callable[..., Contract]] = {
    "serendipity": Serendipity,
    "doppel": Doppel,
    "susan": Susan,
    "ndengrod": Ndengrod,
    "hidden-gomoku": HiddenGomoku,
}
VECTORS: list[dict[str, Any]] = json.loads((Path(__file__).parent / "vectors" / "census.json").read_text())


def title(row: dict[str, Any]) -> str:
    return " ".join([row["game"], *(f"{name}={value}" for name, value in row["options"].items())])


@pytest.mark.parametrize("row", VECTORS, ids=title)
def test_census(row: dict[str, Any]) -> None:
    """Every row to its full depth: about ten seconds for all of them."""
    game = READINGS[row["game"]](**row["options"])
    start = [row["start"]] if "start" in row else []
    assert census(game, len(row["census"]), start) == row["census"]


# Whole games


OPTIONS: list[tuple[str, dict[str, Any], bool]] = [
    ("serendipity", {}, True),
    ("serendipity", {"target": 13}, True),
    ("serendipity", {"size": 4, "rows": 1, "target": 2, "quiet": 0}, True),
    ("serendipity", {"size": 6, "repeat": 0, "quiet": 8}, True),
    ("doppel", {}, True),
    ("doppel", {"size": 2}, True),
    ("doppel", {"size": 5, "growth": True}, True),
    ("susan", {}, True),
    ("susan", {"size": 3, "draw": "repeat:2"}, True),
    ("susan", {"size": 2, "draw": "repeat:3"}, True),
    ("susan", {"size": 3, "draw": "last:3"}, True),
    ("susan", {"size": 4, "draw": "none"}, False),
    ("ndengrod", {}, True),
    ("ndengrod", {"board": "trapezium", "swap": True}, True),
    ("ndengrod", {"size": 2, "length": 3, "suicide": "forbidden"}, True),
    ("ndengrod", {"size": 3, "length": 5, "suicide": "forbidden", "swap": True, "repeat": 2}, True),
    ("ndengrod", {"size": 3, "length": 4, "repeat": 0}, False),
    ("hidden-gomoku", {}, True),
    ("hidden-gomoku", {"size": 5, "length": 3}, True),
    ("hidden-gomoku", {"size": 4, "length": 3, "lines": 1}, True),
    ("hidden-gomoku", {"size": 3}, True),
]
CAP = 4000


def check_legal(game: Contract, state: Any) -> list[int]:
    """The legal plies, after looking at their numbers and texts."""
    legal = list(game.legal(state))
    assert legal == sorted(set(legal))
    assert all(0 <= action < game.num_actions for action in legal)
    texts = [game.text(action) for action in legal]
    assert len(set(texts)) == len(texts)
    assert not any(" " in text for text in texts)
    for action in legal[:3]:
        assert play_text(game, state, game.text(action)) == game.play(state, action)
        assert game.printed(action)
    return legal


def check_end(game: Contract, state: Any) -> None:
    result = game.result(state)
    assert result is not None
    assert list(game.legal(state)) == []
    assert result.by
    assert sorted(result.values) in ([0.0, 1.0], [0.5, 0.5])


@pytest.mark.parametrize(("name", "options", "ends"), OPTIONS, ids=[f"{n} {o}" for n, o, _ in OPTIONS])
def test_random_games(name: str, options: dict[str, Any], ends: bool) -> None:
    game = READINGS[name](**options)
    assert isinstance(game, Contract)
    for seed in range(4):
        rng = random.Random(seed)
        state = game.start()
        assert game.turn_over(state)
        meaning: dict[int, str] = {}
        for _ in range(CAP):
            legal = check_legal(game, state)
            if not legal:
                break
            assert game.result(state) is None
            if game.to_move(state) == CHANCE:
                assert len(game.weights(state)) == len(legal)
            action = rng.choice(legal)
            assert meaning.setdefault(action, game.text(action)) == game.text(action)
            hash(state)
            state, events = game.play(state, action)
            assert events
        if ends or game.result(state) is not None:
            check_end(game, state)
        assert len(game.scores(state)) == 2
        assert game.picture(state, None).stones
        assert all(game.information(state, viewer) for viewer in (0, 1))


REFUSED: list[tuple[str, dict[str, Any]]] = [
    ("serendipity", {"size": 5}),
    ("serendipity", {"size": 14}),
    ("serendipity", {"rows": 4}),
    ("serendipity", {"target": 24}),
    ("serendipity", {"target": 0}),
    ("serendipity", {"repeat": -1}),
    ("serendipity", {"quiet": -1}),
    ("doppel", {"size": 1}),
    ("doppel", {"size": 20}),
    ("doppel", {"growth": "yes"}),
    ("susan", {"size": 1}),
    ("susan", {"size": 9}),
    ("susan", {"draw": "slides:0"}),
    ("susan", {"draw": "repeat:1"}),
    ("susan", {"draw": "slides"}),
    ("ndengrod", {"size": 2}),
    ("ndengrod", {"length": 10}),
    ("ndengrod", {"board": "square"}),
    ("ndengrod", {"suicide": "yes"}),
    ("ndengrod", {"repeat": -1}),
    ("hidden-gomoku", {"size": 2}),
    ("hidden-gomoku", {"size": 14}),
    ("hidden-gomoku", {"length": 10}),
    ("hidden-gomoku", {"lines": 3}),
]


@pytest.mark.parametrize(("name", "options"), REFUSED)
def test_options_outside_their_range_are_refused(name: str, options: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="expected"):
        READINGS[name](**options)


# One rule at a time


def played(game: Contract, line: str) -> tuple[Any, list[tuple[Event, ...]]]:
    """The state after these plies, and what each brought about."""
    state, events_told = game.start(), []
    for text in line.split():
        state, events = play_text(game, state, text)
        events_told.append(events)
    return state, events_told


def legal_texts(game: Contract, state: Any) -> list[str]:
    return [game.text(action) for action in game.legal(state)]


def finished(game: Contract, state: Any) -> Result:
    result = game.result(state)
    assert result is not None
    return result


def test_serendipity_turn() -> None:
    game = Serendipity()
    state, _ = played(game, "c3-d4")
    assert not any(text.startswith("d4-") for text in legal_texts(game, state)), "the second stone is another one"
    state, events = played(game, "a3-b4 c3-d4 e3xc5")
    assert events[-1] == (Event("move", ("e3", "c5")), Event("capture", ("d4",), amount=1))
    assert game.scores(state) == (1, 0)
    assert sorted(legal_texts(game, state)) == ["c5xa3", "end"], "the same stone may go on, over a moved one"
    assert game.to_move(state) == 0
    assert game.turn_over(played(game, "a3-b4 c3-d4 e3xc5 c5xa3")[0]), "nothing is left, so the turn ends by itself"


def test_serendipity_two_passes() -> None:
    game = Serendipity()
    state, events = played(game, "end end")
    assert events == [(Event("end", player=0),), (Event("end", player=1),)]
    assert finished(game, state) == Result((0.5, 0.5), "both passed")
    state, _ = played(game, "a3-b4 c3-d4 e3xc5 end end end")
    assert finished(game, state) == Result((1.0, 0.0), "both passed")


def test_serendipity_repetition_and_quiet() -> None:
    back_and_forth = "c3-d4 end f6-e5 end d4-c3 end e5-f6 end "
    game = Serendipity()
    assert game.result(played(game, back_and_forth)[0]) is None
    assert finished(game, played(game, back_and_forth * 2)[0]).by == "repetition", "the start counts"
    game = Serendipity(quiet=4)
    assert finished(game, played(game, back_and_forth)[0]).by == "quiet"
    game = Serendipity(quiet=4, repeat=2)
    assert finished(game, played(game, back_and_forth)[0]).by == "repetition", "the order of the reasons"


def test_serendipity_wins_in_the_middle_of_jumping() -> None:
    game = Serendipity(target=1)
    state, _ = played(game, "a3-b4 c3-d4 e3xc5")
    assert finished(game, state).values == (1.0, 0.0)


def test_doppel_point() -> None:
    """p = a2, q = b2 to its right, b = b1: the square to the left of b is a1, filled."""
    game = Doppel(size=3)
    state, events = played(game, "a1 a2 b1 b2")
    witness = (("p", ("a2",)), ("q", ("b2",)), ("b", ("b1",)), ("b-d", ("a1",)))
    assert events[0] == (Event("place", ("a1",), player=CHANCE),)
    assert events[-1] == (Event("place", ("b2",), player=0), Event("earn", ("a1",), player=0, amount=1, why=witness))
    assert game.scores(state) == (1, 0)


def test_doppel_growth() -> None:
    """p = a2, q = b2 to its right, b = c2: the square to the left of b is q itself."""
    line = "c1 b1 a1 a2 c2 b2"
    for growth, scores in ((False, (1, 0)), (True, (0, 0))):
        game = Doppel(size=3, growth=growth)
        assert game.scores(played(game, line)[0]) == scores


def test_susan_surrounds() -> None:
    game = Susan(size=2)
    result = finished(game, played(game, "a1 a2 b1 b2")[0])
    assert (result.values, result.witness) == ((0.0, 1.0), ("a1",))
    result = finished(game, played(game, "a1 a2 b1 b3 b2")[0])
    assert (result.values, result.witness) == ((0.0, 1.0), ("a1",)), "a2 is surrounded too, but the mover loses"


def test_susan_sixth_slide_draws() -> None:
    game = Susan()
    state, events = played(game, "a1 i1 a1-a2 i1-i2 a2-a1 i2-i1 a1-a2")
    assert events[-1] == (Event("move", ("a1", "a2"), player=0),)
    assert game.result(state) is None
    state, _ = play_text(game, state, "i1-i2")
    assert finished(game, state).values == (0.5, 0.5)
    assert game.printed(game.ids["a1-a2"]) == "a1 -> a2"


def test_susan_repetition_counts_the_empty_start_and_not_before_a_placement() -> None:
    game = Susan(draw="repeat:2")
    state, _ = played(game, "a1 i1 a1-a2 i1-i2 a2-a1")
    assert game.result(state) is None
    assert finished(game, play_text(game, state, "i2-i1")[0]).values == (0.5, 0.5)


def test_ndengrod_example_of_the_help_page() -> None:
    game = Ndengrod()
    state, _ = played(game, "c4 c5 d3 e3 d5 e5 e6 f4 g5 f5 g8 g7 f7")
    result = finished(game, state)
    assert (result.values, result.witness) == ((1.0, 0.0), ("c4", "d5", "e6", "f7", "g8"))


def test_ndengrod_captures() -> None:
    game = Ndengrod(size=2, length=3)
    state, events = played(game, "a1 a2 c3 b1 c2 b2")
    assert events[-1] == (Event("place", ("b2",), player=1), Event("capture", ("a1",), player=1, amount=1))
    assert game.scores(state) == (0, 1)
    state, events = played(game, "a2 c3 b1 c2 b2 a1")
    assert events[-1] == (Event("place", ("a1",), player=1), Event("capture", ("a1",), player=1, amount=1))
    assert game.scores(state) == (0, 0), "own stones are no booty"
    game = Ndengrod(size=2, length=3, suicide="forbidden")
    assert "a1" not in legal_texts(game, played(game, "a2 c3 b1 c2 b2")[0])


def test_ndengrod_swap_exchanges_sides() -> None:
    game = Ndengrod(swap=True)
    assert "swap" not in legal_texts(game, game.start())
    state, events = played(game, "e5 swap")
    assert events[-1] == (Event("swap", player=1),)
    assert game.to_move(state) == 0
    assert "swap" not in legal_texts(game, state)
    state, events = played(game, "e5 swap a1 e6 a2 e7 b1 e8 i5 e9")
    assert finished(game, state).values == (0.0, 1.0), "the first stone is second's"
    assert "swap" not in legal_texts(game, played(game, "e5 e6")[0])


def test_ndengrod_trapezium() -> None:
    game = Ndengrod(board="trapezium")
    assert game.num_actions == 70
    assert {"a1", "a7", "g1", "g13"} <= set(game.ids)
    assert not {"a8", "g14", "h1"} & set(game.ids)


def test_hidden_gomoku_opening() -> None:
    game = HiddenGomoku()
    assert game.ids["J9"] and "I9" not in game.ids
    for choice, kind, mover in (("x", "swap", 0), ("o", "keep", 1)):
        state, events = played(game, f"E5 {choice}")
        assert events == [(Event("place", ("E5",), player=0),), (Event(kind, player=1),)]
        assert game.to_move(state) == mover
        assert "E5:row" not in legal_texts(game, state)


def test_hidden_gomoku_reveal() -> None:
    game = HiddenGomoku()
    column = tuple(f"B{row}" for row in range(1, 10))
    state, events_by_ply = played(game, "E5 o B4:row reveal:none B4:column")
    assert events_by_ply[2][0] == Event("commit", ("B4",), player=1, seen_by=(1,))
    assert events_by_ply[3] == (Event("reveal", player=0), Event("place", ("B4",), player=1, seen_by=(1,)))
    assert events_by_ply[4] == (Event("commit", ("B4",), player=0, seen_by=(0,)), Event("announce", column, player=0))
    assert legal_texts(game, state) == ["reveal:none", "reveal:B4"]
    assert game.to_move(state) == 1
    after_none, events = play_text(game, state, "reveal:none")
    assert events[-1] == Event("place", ("B4",), player=0, seen_by=(0,))
    assert len(game.picture(after_none, None).stones) == 3, "both stand on B4"
    after_reveal, events = play_text(game, state, "reveal:B4")
    assert events == (
        Event("reveal", ("B4",), player=1, amount=1),
        Event("show", ("B4",), player=0),
        Event("fail", ("B4",), player=0),
    )
    assert not {"B4:row", "B4:column"} & set(legal_texts(game, after_reveal)), "nobody may aim there again"


def test_hidden_gomoku_shown_target_succeeds_over_a_stone_kept_hidden() -> None:
    game = HiddenGomoku()
    state, _ = played(game, "E5 o C4:row reveal:none A1:row reveal:none F4:row reveal:none C4:row")
    assert legal_texts(game, state) == ["reveal:none", "reveal:C4", "reveal:F4", "reveal:C4,F4"]
    assert game.printed(game.legal(state)[-1]) == "reveal C4 F4"
    _, events = play_text(game, state, "reveal:F4")
    assert [event.kind for event in events] == ["reveal", "show", "place"]
    assert events[-1].seen_by is None


def test_hidden_gomoku_lines() -> None:
    game = HiddenGomoku()
    row = [(0, column) for column in range(9)]
    assert not game.winning(frozenset(row[:6]))
    assert not game.winning(frozenset(row[:8]))
    assert game.winning(frozenset(row)) == frozenset(row)
    assert HiddenGomoku(lines=1).winning(frozenset(row[:6])) == frozenset(row[:6])


def test_hidden_gomoku_tells_the_first_line_once() -> None:
    game = HiddenGomoku(size=4, length=2)
    state, events = played(game, "A1 o D4:row reveal:none A2:row reveal:none")
    assert events[-1][-1] == Event("tell", player=0)
    state, events = played(game, "A1 o D4:row reveal:none A2:row reveal:none D1:row reveal:none A3:row reveal:none")
    assert "tell" not in [event.kind for event in events[-1]]
    assert finished(game, state).witness == ("A1", "A2", "A3")


def seen(events: tuple[Event, ...], viewer: int) -> list[Event]:
    return [event for event in events if event.seen_by is None or viewer in event.seen_by]


def twin(game: HiddenGomoku, text: str, legal: list[str], rng: random.Random) -> str:
    """Another target of the same row or column, if `text` is a secret ply."""
    if not text.endswith((":row", ":column")):
        return text
    target, axis = text.split(":")
    line = target[1:] if axis == "row" else target[0]
    place = slice(1, None) if axis == "row" else slice(0, 1)
    return rng.choice([other for other in legal if other.endswith(f":{axis}") and other.split(":")[0][place] == line])


@pytest.mark.parametrize("seed", range(10))
def test_hidden_gomoku_does_not_tell_what_a_player_may_not_know(seed: int) -> None:
    """Two games that first cannot tell apart, because only second's secret targets differ."""
    game, rng = HiddenGomoku(), random.Random(seed)
    state, twin_state = played(game, "E5 o")[0], played(game, "E5 o")[0]
    differed = False
    for _ in range(24):
        choices, twin_choices = legal_texts(game, state), legal_texts(game, twin_state)
        if "reveal:none" in choices:
            text = changed = "reveal:none"
        else:
            text = rng.choice(choices)
            changed = twin(game, text, twin_choices, rng) if game.to_move(state) == 1 else text
            assert changed in twin_choices, "legal plies depend on what the mover knows"
        differed |= text != changed
        (state, events), (twin_state, other_events) = play_text(game, state, text), play_text(game, twin_state, changed)
        if seen(events, 0) != seen(other_events, 0):
            break  # one of the two had a line to tell
        assert game.information(state, 0) == game.information(twin_state, 0)
        assert game.picture(state, 0).stones == game.picture(twin_state, 0).stones
        if differed:
            assert game.information(state, 1) != game.information(twin_state, 1)
        if game.to_move(state) == 0 and game.turn_over(state):
            assert legal_texts(game, state) == legal_texts(game, twin_state)
    assert differed
