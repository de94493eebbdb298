"""Tests of the engine's positions in Python: immutable values, interruptible calls."""

from __future__ import annotations

import _thread
import pickle
import random
import re
import sys
import threading
import time
from pathlib import Path
from typing import Any

import msgspec
import pytest

from lusory._engine import Engine
from lusory.cli.failure import warn
from lusory.engine import Machine, program
from lusory.errors import EngineError, EngineWarning, IllegalPly, LusoryError
from lusory.games import load
from lusory.play import census
from lusory.play.position import Position
from lusory.play.program import contract_of
from lusory.reference import Reference
from lusory.reference.sampling import consistent
from lusory.rules import Draw, Game, Line, No, Place, Square, Win, empty

from .hidden_play import GAMES as SECRET
from .hidden_play import random_state

BINDING = Path(__file__).parent.parent / "crates" / "python" / "src"
LINES = Game(board=Square(4), turn=Place(), ends=[Win(Line(3)), Draw(No(empty))])
LONG = Game(board=Square(19), turn=Place(), ends=[Draw(No(empty))])


@pytest.fixture
def no_cache():
    """contract_of as in a new process."""
    contract_of.cache_clear()
    yield
    contract_of.cache_clear()


def test_nothing_in_the_binding_panics():
    for path in BINDING.glob("*.rs"):
        code = re.sub(r"//.*", "", path.read_text(encoding="utf-8"))
        matches = re.findall(r"\.unwrap\(\)|\.expect\(|panic!|todo!|unreachable!|unimplemented!|assert\w*!", code)
        assert matches == [], path.name


def test_equal_positions_are_equal_however_they_came_about():
    position = LINES.start()
    first, other = position.line("a1 b1 c2 d4"), position.line("c2 d4 a1 b1")
    assert first == other and hash(first) == hash(other) and len({first.state, other.state}) == 1
    assert first != position.line("a1 b1 c2 d3") and first.state != "a1"


def test_two_engines_of_the_same_rules_speak_of_the_same_positions():
    named = Game(board=Square(4), turn=Place(), ends=[Win(Line(3)), Draw(No(empty))], name="lines")
    first, other = Machine(LINES), Machine(named)
    assert first.start() == other.start() and hash(first.start()) == hash(other.start())
    longer = Machine(Game(board=Square(4), turn=Place(), ends=[Win(Line(4)), Draw(No(empty))]))
    assert first.start() != longer.start() and first.start() != Machine(LONG).start()


def test_a_position_never_changes():
    start = Machine(LINES).start()
    legal, number = start.legal(), hash(start)
    assert start.play(3) is not None and start.play(99) is None
    assert (start.legal(), hash(start)) == (legal, number)
    assert start.count() == 16 and start.select(16) is None and start.select(2**64 - 1) is None


@pytest.mark.parametrize("action", [-1, 16, 2**40])
def test_an_id_that_no_ply_has_is_refused(action):
    machine = Machine(LINES)
    with pytest.raises(ValueError, match="ply id"):
        machine.play(machine.start(), action)


def test_an_illegal_ply_is_refused_by_its_text():
    machine = Machine(LINES)
    after, _ = machine.play(machine.start(), 0)
    with pytest.raises(IllegalPly, match="a1: not legal here"):
        machine.play(after, 0)


@pytest.mark.parametrize(
    "text", ["", "{}", "[1]", '{"rules": 1}', program(LINES)[:-9], program(LINES).replace("place", "plaice")]
)
def test_a_program_that_is_none_is_refused(text):
    with pytest.raises(ValueError, match="expected"):
        Engine(text)


def test_what_is_taken_apart_is_put_together_again_and_nothing_else():
    machine = Machine(load("hidden-gomoku", size=4))
    state: Any = machine.start()
    for action in (0, state.play(0)[0].legal()[-1]):
        state = state.play(action)[0]
    dump = state.dump()
    assert machine.engine.load(dump) == state
    parts = msgspec.msgpack.decode(dump)
    assert machine.engine.load(msgspec.msgpack.encode(parts)) == state
    unfit = {"pieces": [[99]], "seats": [0, 5], "side": 9, "agenda": [(99, False)], "to": 999, "told": [128], "more": 1}
    for name, wrong in unfit.items():
        with pytest.raises(ValueError, match=r"position|told|above 127|more|invalid|unknown"):
            machine.engine.load(msgspec.msgpack.encode(parts | {name: wrong}))
    for bytes_of_no_position in (b"", b"\x80", dump[:-1], b"\xff" * 40):
        with pytest.raises(ValueError):
            machine.engine.load(bytes_of_no_position)


@pytest.mark.parametrize("name", ["susan", "hidden-gomoku", "serendipity"])
def test_positions_travel_between_engine_and_reference(monkeypatch, no_cache, name):
    position: Position = load(name).start(seed=1)
    rng = random.Random(name)
    for _ in range(9):
        position = position.play(rng.choice(position.moves().ids))
    packed = pickle.dumps(position)
    assert pickle.loads(packed) == position
    contract_of.cache_clear()
    monkeypatch.setenv("LUSORY_ENGINE", "reference")
    again = pickle.loads(packed)
    assert isinstance(again.contract, Reference)
    assert again.view(0) == position.view(0) and again.moves().ids == position.moves().ids
    packed = pickle.dumps(again)
    contract_of.cache_clear()
    monkeypatch.delenv("LUSORY_ENGINE")
    assert pickle.loads(packed) == position


def test_what_plays_can_be_chosen(monkeypatch, no_cache):
    assert isinstance(contract_of(LINES), Machine)
    contract_of.cache_clear()
    monkeypatch.setenv("LUSORY_ENGINE", "reference")
    assert isinstance(contract_of(LINES), Reference)
    contract_of.cache_clear()
    monkeypatch.setenv("LUSORY_ENGINE", "fast")
    with pytest.raises(EngineError, match="LUSORY_ENGINE: 'fast', expected reference or nothing"):
        contract_of(LINES)


def test_what_the_engine_refuses_is_played_by_the_reference_and_said_so_once(monkeypatch, no_cache):
    monkeypatch.setattr("lusory.engine.machine.program", lambda game: "{}")
    with pytest.warns(EngineWarning, match="played slowly, by the reference: the engine cannot"):
        assert LINES.start().play("a1").to_move == 1
    assert isinstance(LINES.start().contract, Reference)


def test_the_command_line_says_so_in_one_line(capsys):
    warn(EngineWarning("a game\nis slow"), EngineWarning, "somewhere.py", 3)
    assert capsys.readouterr() == ("", "lusory: a game is slow\n")


# ---- long calls


def test_others_work_while_random_games_are_played():
    is_finished, count = threading.Event(), 0

    def play() -> None:
        Machine(LONG).start().playouts(10_000)
        is_finished.set()

    worker = threading.Thread(target=play)
    worker.start()
    while not is_finished.is_set():
        count += 1
        time.sleep(0.001)
    worker.join()
    assert count > 3


@pytest.mark.parametrize("threads", [1, 2])
def test_random_games_stop_at_ctrl_c(threads):
    check_interrupt(lambda: Machine(LONG).start().playouts(10**9, threads=threads))


def test_a_census_stops_at_ctrl_c():
    check_interrupt(lambda: census.census(Machine(load("gomoku", size=9)), 9))


def test_a_search_for_states_stops_at_ctrl_c():
    machine = Machine(load("hidden-gomoku", size=9))
    state: Any = machine.start()
    rng = random.Random(5)
    for _ in range(40):
        quiet = [action for action in state.legal() if machine.text(action) == "reveal:none"]
        state = state.play(rng.choice(quiet or state.legal()))[0]
    check_interrupt(lambda: list(machine.consistent(state, 0)))


def check_interrupt(call: Any) -> None:
    """The call stops soon after Ctrl-C."""
    timer = threading.Timer(0.2, _thread.interrupt_main)
    started = time.monotonic()
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        call()
    assert time.monotonic() - started < 5


def test_an_error_in_what_is_told_of_progress_stops_the_games():
    def progress(games: int) -> None:
        raise OSError("nobody listens")

    with pytest.raises(OSError, match="nobody listens"):
        Machine(LONG).start().playouts(10**9, progress=progress)


def test_games_are_the_same_on_any_number_of_threads():
    start = Machine(LINES).start()
    one_thread, two_threads = (start.playouts(500, seed=3, threads=n, branching=True, first_plies=True) for n in (1, 2))
    assert one_thread == two_threads and one_thread["games"] == 500 and sum(one_thread["lengths"]) == 500
    halves = [start.playouts(250, seed=3, first=first) for first in (0, 250)]
    assert sum(half["plies"] for half in halves) == one_thread["plies"]


def test_a_census_holds_no_more_states_than_half_the_memory_takes(monkeypatch):
    monkeypatch.setattr("lusory.engine.machine.memory", lambda: 100_000)
    with pytest.raises(LusoryError, match=r"states to be held at once.*expected a smaller depth"):
        census.census(Machine(LINES), 6)


# ---- secrets


@pytest.mark.parametrize("name", SECRET)
def test_states_that_agree_with_what_a_player_knows(name):
    game = SECRET[name]()
    machine, reference = Machine(game), Reference(game)
    state = random_state(reference, 5, seed=2)
    engine_state = machine.restored(state)
    for viewer in range(game.players):
        for k in range(3):
            sampled = machine.sample(engine_state, viewer, random.Random(k))
            assert machine.information(sampled, viewer) == machine.information(engine_state, viewer)
            assert machine.sample(engine_state, viewer, random.Random(k)) == sampled
        if len(game.geometry.names) <= 16:
            expected = list(consistent(reference, state, viewer))
            states = [machine.stored(agreeing) for agreeing in machine.consistent(engine_state, viewer)]
            assert len(states) == len(expected) and set(states) == set(expected)
            first_two = engine_state.consistent(viewer, 2)
            assert len(first_two) == min(2, len(expected))


def test_a_state_tells_its_size():
    """It grows with the width that the board has."""
    sizes = [
        sys.getsizeof(Machine(Game(board=Square(columns), turn=Place())).start()) for columns in (8, 11, 16, 19, 32, 64)
    ]
    assert sizes == sorted(set(sizes))
    assert sys.getsizeof(Machine(LINES).start()) < 500 < 1500 < sizes[-1]
