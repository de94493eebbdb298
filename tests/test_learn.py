"""Tests of nets: files, training, the player, the command, a second implementation of the network, bad input."""

import json
import math
import os
import random
import re
import signal
import struct
import subprocess
import threading
import time
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from typer.testing import CliRunner

from lusory import load as load_game
from lusory._engine import Net as EngineNet
from lusory._engine import features
from lusory._files import file_for
from lusory.cli import app
from lusory.cli.learn import doubts, results_text
from lusory.errors import LusoryError, UnfitPlayer, UnknownPlayer
from lusory.lab.learning import StrengthPoint
from lusory.learn import DamagedNet, GameNet, Training, read, train
from lusory.learn.board import board, board_symmetries, line_length
from lusory.learn.net import NET_FILE, ROW, digest, halves, machine, singles
from lusory.learn.records import recorded_games
from lusory.learn.training import TrainingRound, check_sound
from lusory.learn.troubles import troubles
from lusory.players import player
from lusory.rules import Connected, Edges, Win, own
from lusory.server.allowed_players import check_spec
from lusory.server.settings import Settings
from lusory.solve.symmetry import symmetries

from .commands import LUSORY
from .games import games_by_name
from .rule_values import rule_value

GAMES: dict[str, dict[str, Any]] = {
    "tic-tac-toe": {},
    "susan": {"size": 3},
    "ndengrod": {"size": 3, "length": 4},
    "connect-four": {"columns": 5, "rows": 4},
    "breakthrough": {"size": 5},
    "hex": {"size": 4},
    "reversi": {"size": 4},
    "serendipity": {"size": 6},
    "doppel": {"size": 4},
    "yavalath-for-three": {"size": 3},
    "hidden-gomoku": {"size": 5},
    "martian-chess": {},
}


def load(name: str) -> Any:
    """A game of the list above, a rule value."""
    return load_game(name, **GAMES[name])


def later(game: Any, plies: int, rng: random.Random) -> Any:
    """A position of a random game before its end."""
    position = game.start(seed=rng.randrange(1 << 30))
    for _ in range(plies):
        following = position.follow(rng.choice(position.moves().ids))
        if following.result:
            break
        position = following
    return position


class FloatReading:
    """The network read from its weights as crates/learn stores them, in plain Python: rows, base, first layer, inputs,
    biases, last layer, offset, each row of 32."""

    def __init__(self, net: GameNet) -> None:
        parts = net.net.parts()
        weights = struct.unpack(f"<{len(parts['weights']) // 4}f", parts["weights"])
        rows = [weights[at : at + 32] for at in range(0, len(weights) - 1, 32)]
        self.net, self.offset = net.net, weights[-1]
        many, inputs = parts["rows"], len(parts["scale"])
        self.rows, rest = rows[:many], rows[many:]
        first = 32 if evaluated_by_player(net.game) else 64
        self.base, self.first, rest = rest[0], rest[1 : 1 + first], rest[1 + first :]
        self.inputs, self.bias, self.last = rest[:inputs], rest[inputs:-1], rest[-1]

    def chance(self, state: Any, side: int) -> float:
        sums, inputs, bias = self.net.seen(state, side)
        below = [
            max(0.0, b + math.fsum(self.rows[row][i] for row in rows)) for rows in sums for i, b in enumerate(self.base)
        ]
        hidden = [
            self.bias[bias][i]
            + math.fsum(x * self.first[k][i] for k, x in enumerate(below))
            + math.fsum(x * self.inputs[k][i] for k, x in enumerate(inputs))
            for i in range(32)
        ]
        odds = self.offset + math.fsum(max(0.0, x) * self.last[i] for i, x in enumerate(hidden))
        return 1 / (1 + math.exp(-odds))


def evaluated_by_player(game: Any) -> bool:
    """Whether each player's value has an evaluation of its own."""
    return game.players != 2 or machine(game).hidden


@pytest.fixture(scope="module")
def trained():
    """Nets of few rounds."""
    return {name: train(load(name), rounds=2, seed=1) for name in ("tic-tac-toe", "susan", "serendipity")}


def random_net(name: str, seed: int) -> GameNet:
    """A net of random weights; row 0, which stands for nothing, stays zero."""
    rng, net = random.Random(seed), GameNet.untrained(load(name), seed)
    parts = net.net.parts()
    count = len(parts["weights"]) // 4 - ROW
    weights = bytes(4 * ROW) + struct.pack(f"<{count}f", *(rng.uniform(-0.1, 0.1) for _ in range(count)))
    engine_net = EngineNet.from_parts(
        board(net.game),
        parts["pieces"],
        parts["scale"],
        weights,
        sides=net.game.players,
        secrets=machine(net.game).hidden,
    )
    return GameNet(net.game, engine_net, net.training)


@pytest.mark.parametrize("name", GAMES)
def test_the_engine_agrees_with_a_float_reading(name):
    net, rng = random_net(name, 3), random.Random(4)
    reading = FloatReading(net)
    for plies in (0, 1, 3, 6, 9):
        position = later(net.game, plies, rng)
        mover = position.to_move
        if mover is None or mover < 0:
            continue
        side = machine(net.game).seats(position.state).index(mover)
        assert net.net.chance(position.state) == pytest.approx(reading.chance(position.state, side), abs=1e-5)
        values = net.net.values(position.state)
        if evaluated_by_player(net.game):
            seats = machine(net.game).seats(position.state)
            chances = [reading.chance(position.state, seats.index(player)) for player in range(net.game.players)]
            total = 1 if machine(net.game).hidden else sum(chances)
            assert values == pytest.approx([chance / total for chance in chances], abs=1e-5)
        else:
            assert values[mover] == pytest.approx(net.net.chance(position.state), abs=1e-5)
            assert sum(values) == pytest.approx(1)


def test_evaluations_are_timed_after_each_ply_that_leaves_the_game_going_on():
    game = rule_value("tic-tac-toe")
    net, contract = GameNet.untrained(game), machine(game)
    state = contract.start()
    for ply, positions in (("a1", 9), ("b1", 8), ("a2", 7), ("b2", 6), ("c1", 5)):
        count, visited, evaluated = net.net.evaluation_times(state, 2)
        assert count == positions - (ply == "c1") and visited > 0 and evaluated > 0
        state = contract.play(state, next(each for each in contract.legal(state) if contract.text(each) == ply))[0]


@pytest.mark.parametrize("name", ["susan", "ndengrod", "hex", "tic-tac-toe", "connect-four"])
def test_a_net_sees_no_difference_between_symmetric_positions(name):
    """The layout ties what symmetries of the rules make of each other: cells are compared by their names."""
    net = random_net(name, 5)
    game, names, rng = net.game, load(name).geometry.names, random.Random(6)
    for symmetry in [symmetry for symmetry in symmetries(game) if not symmetry.exchange][:6]:
        mapped = {names[cell]: names[image] for cell, image in enumerate(symmetry.cells)}
        first, other = game.start(seed=1), game.start(seed=1)
        for _ in range(5):
            plies = [ply for ply in first.moves() if ply in mapped]
            if not plies or first.result:
                break
            ply = rng.choice(plies)
            first, other = first.play(ply), other.play(mapped[ply])
        assert net.net.chance(first.state) == pytest.approx(net.net.chance(other.state), abs=1e-5), symmetry.cells


def test_random_rule_values_are_learnt_or_refused_with_a_reason():
    for name, build in games_by_name().items():
        game = build.build()
        try:
            net = GameNet.untrained(game)
        except LusoryError as fault:
            assert name in str(fault) and len(str(fault)) > len(name) + 10
            continue
        assert 0 < net.net.chance(machine(game).start()) < 1


def test_a_file_holds_everything(trained):
    for net in trained.values():
        read_again = read(net.write())
        assert (read_again.game, read_again.training) == (net.game, net.training)
        rng = random.Random(1)
        for _ in range(5):
            state = later(net.game, 4, rng).state
            assert read_again.net.chance(state) == pytest.approx(net.net.chance(state), abs=0.01)
        assert read_again.write() == net.write(), "weights of 16 bits stay what they are"


@given(st.lists(st.floats(-100, 100, width=16), max_size=40))
def test_weights_are_rounded_once(values):
    raw = halves(struct.pack(f"<{len(values)}f", *values))
    assert halves(singles(raw)) == raw
    for value, stored in zip(values, struct.unpack(f"<{len(values)}e", raw), strict=True):
        assert abs(value - stored) <= max(1 / 1024, abs(value) / 1024)


def test_weights_that_16_bits_do_not_hold_are_refused():
    with pytest.raises(LusoryError, match="diverged"):
        halves(struct.pack("<f", 1e6))
    with pytest.raises(LusoryError, match="diverged"):
        halves(struct.pack("<f", math.nan))


def test_weights_are_converted_in_chunks(monkeypatch):
    monkeypatch.setattr("lusory.learn.net.CHUNK", 3)
    numbers = [0.5, -1.25, 3.0, 0.0, 7.5, 2.0, -8.0]
    assert halves(struct.pack("<7f", *numbers)) == struct.pack("<7e", *numbers)


def test_a_file_that_must_be_small_has_coarser_weights(tmp_path):
    net = train(load("susan"), rounds=1, seed=1)
    fine = len(net.write())
    assert net.save_small(tmp_path / "fine.net", fine) == fine and read((tmp_path / "fine.net").read_bytes())
    size = net.save_small(tmp_path / "small.net", fine - 1)
    assert size < fine and size == (tmp_path / "small.net").stat().st_size
    weights = [file.net.parts()["weights"] for file in (net, read((tmp_path / "small.net").read_bytes()))]
    differences = [abs(x - y) for x, y in zip(*(memoryview(each).cast("f") for each in weights), strict=True)]
    assert 0 < max(differences) <= 1 / 512 + 1e-4
    assert net.save_small(tmp_path / "smallest.net", 1) < size, "the coarsest where none fits"


def test_files_that_are_no_nets_are_refused(trained):
    data = trained["tic-tac-toe"].write()
    header, weights = NET_FILE.split(data)
    end = len(data) - len(weights)
    for damaged, reason in {
        b"": "no net",
        b"PK\x03\x04" + data: "no net",
        NET_FILE.magic: "second line",
        NET_FILE.magic + b"{}\n": "second line",
        data[:-1]: "damaged",
        data[:end] + weights[:10] + bytes([weights[10] ^ 255]) + weights[11:]: "damaged",
        data.replace(header.hash.encode(), b"0" * 64): "hash",
        data.replace(b'"rows":', b'"rows":-'): "rows",
        data.replace(b'"weights":', b'"weights":9999999'): "rows|weights",
        data.replace(header.layout.encode(), b"0" * 16): "another version",
    }.items():
        with pytest.raises(DamagedNet, match=reason):
            read(damaged)


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_no_damage_gets_through_but_as_a_clear_refusal(trained, data):
    raw = bytearray(trained["tic-tac-toe"].write())
    for _ in range(data.draw(st.integers(1, 4))):
        raw[data.draw(st.integers(0, len(raw) - 1))] = data.draw(st.integers(0, 255))
    try:
        read(bytes(raw))
    except LusoryError as fault:
        assert str(fault)


def test_games_for_one_are_refused():
    with pytest.raises(LusoryError, match="a game for 1: nets learn games for 2 to 4"):
        train(load_game("peg-solitaire"), rounds=1)  # type: ignore[arg-type]


def test_every_game_of_three_or_four_that_the_engine_plays_is_learnt():
    games = [game for game in (definition.build() for definition in games_by_name().values()) if game.players > 2]
    assert {game.players for game in games} >= {3}
    for game in games:
        net = train(game, rounds=1, seed=1)
        values = read(net.write()).net.values(machine(game).start())
        assert len(values) == game.players and (machine(game).hidden or sum(values) == pytest.approx(1))


def test_it_learns_games_of_three(tmp_path):
    """A net in each seat in turn against two random players: a third of the points would be even."""
    game, path, points = load_game("yavalath-for-three"), tmp_path / "three.net", 0.0
    train(game, rounds=8, seed=1).save(path)  # type: ignore[arg-type]
    for number in range(24):
        position, rng, seat = game.start(), random.Random(number), number % 3
        players = [player(f"net:{path},4" if at == seat else "random", game) for at in range(3)]
        while position.result is None:
            position = position.follow(int(players[position.to_move or 0].choose(position, rng)))
        points += position.result.values[seat]
    assert points > 24 * 0.5


def test_sides_that_the_rules_treat_alike_share_weights():
    """Of three, too: what one sees is what the next sees after each has given his pieces to the next."""
    game = load("yavalath-for-three")
    assert board_symmetries(game)[-1] == (list(range(len(game.geometry.names))), True)
    net = GameNet.untrained(game)
    first, other = (game.start().line(plies).state for plies in ("b2 c4 d3", "c4 d3 b2"))
    for side in range(3):
        rows, rotated = (
            net.net.seen(state, viewer)[0][0] for state, viewer in ((first, (side + 1) % 3), (other, side))
        )
        assert sorted(rows) == sorted(rotated) != []
    assert net.net.seen(first, 0)[0] != net.net.seen(first, 1)[0]


def test_marks_on_cells_are_seen():
    """Positions of martian chess that differ in their marks alone have different inputs."""
    game = load_game("martian-chess")
    net, contract, rng = GameNet.untrained(game), machine(game), random.Random(5)  # type: ignore[arg-type]
    inputs: dict[Any, set[Any]] = {}
    for _ in range(200):
        state = contract.start()
        for _ in range(6):
            if contract.result(state) is not None:
                break
            state = contract.play(state, rng.choice(contract.legal(state)))[0]
            rows, numbers, bias = net.net.seen(state, 0)
            key = (tuple(state.stones(None)), state.to_move(), tuple(numbers), bias)
            inputs.setdefault(key, set()).add(tuple(map(tuple, rows)))
    assert any(len(rows) > 1 for rows in inputs.values())


def test_one_seed_gives_one_net():
    game = load("tic-tac-toe")
    first, other, third = (
        train(game, rounds=3, seed=seed, threads=threads) for seed, threads in ((1, 1), (1, 2), (2, 1))
    )
    assert first.net.parts()["weights"] == other.net.parts()["weights"] != third.net.parts()["weights"]
    assert (first.training.rounds, first.training.games) == (3, other.training.games)


def test_training_goes_on_from_a_file(trained):
    before = read(trained["tic-tac-toe"].write())
    after = train(before.game, rounds=1, net=before)
    assert after.training.rounds == before.training.rounds + 1
    assert after.training.positions > before.training.positions
    with pytest.raises(LusoryError, match="made for tic-tac-toe with other rules"):
        train(load("susan"), rounds=1, net=before)
    with pytest.raises(LusoryError, match="either seconds or rounds"):
        train(before.game)


def test_it_learns_to_beat_a_net_that_knows_nothing(tmp_path):
    game, path = load("connect-four"), tmp_path / "four.net"
    train(game, rounds=12, seed=1).save(path)
    untrained = tmp_path / "none.net"
    GameNet.untrained(game, seed=1).save(untrained)
    from lusory.lab.matches import MatchSetting, match

    setting = MatchSetting.of(game, f"net:{path}", f"net:{untrained}", seed=2)
    assert match(setting, game, games=100, workers=1).score[0] > 0.65
    setting = MatchSetting.of(game, f"net:{path}", "random", seed=2)
    assert match(setting, game, games=60, workers=1).score[0] > 0.8


def test_a_net_plays_whole_turns_and_chance(trained, tmp_path):
    for name in ("serendipity", "doppel"):
        game = load(name)
        path = tmp_path / f"{name}.net"
        (trained.get(name) or train(game, rounds=1)).save(path)
        rng, position = random.Random(2), game.start(seed=3)
        playing = player(f"net:{path}", game)
        for _ in range(12):
            if position.result:
                break
            position = position.follow(playing.choose(position, rng))


def test_specs_say_what_is_wrong(trained, tmp_path):
    path = tmp_path / "susan.net"
    trained["susan"].save(path)
    game = load("susan")
    assert player(f"net:{path},2", game) and player(f"net:{path},0.1s", game)
    for spec, reason in {
        f"net:{tmp_path / 'none.net'}": "No such file",
        "net:": "no file|directory",
        f"net:{path},fast": "expected 1 to",
    }.items():
        with pytest.raises(UnknownPlayer, match=reason):
            player(spec, game)
    with pytest.raises(UnknownPlayer, match="made for susan with other rules"):
        player(f"net:{path}", load_game("susan", size=4))
    with pytest.raises(UnknownPlayer, match="expected 1 to 100 plies"):
        player(f"net:{path},101", game)
    with pytest.raises(UnknownPlayer, match="made for susan"):
        player(f"net:{path}", load_game("hidden-gomoku"))
    with pytest.raises(UnfitPlayer, match="is for 1, and nets learn games for 2 to 4"):
        player(f"net:{path}", load_game("peg-solitaire"))


def test_a_server_reads_no_net_by_its_path():
    for spec in ("net:/etc/passwd", "net:susan.net,1s", "NET:x"):
        with pytest.raises(UnknownPlayer):
            check_spec(spec, Settings())


def test_the_command_trains_measures_and_saves(tmp_path):
    path = tmp_path / "ttt.net"
    arguments = [
        "learn",
        "tic-tac-toe",
        "--rounds",
        "2",
        "--out",
        str(path),
        "--rating",
        "2",
        "--threads",
        "1",
        "--json",
    ]
    result = CliRunner().invoke(app, arguments)
    assert result.exit_code == 0, result.output
    report = json.loads(result.stdout)
    assert report["training"]["rounds"] == 2 and report["curve"] and 0 <= report["curve"][-1]["rungs"]["random"] <= 1
    assert read(path.read_bytes()).training.rounds == 2
    second_run = CliRunner().invoke(app, arguments)
    assert second_run.exit_code != 0 and "--resume" in str(second_run.exception)
    further = CliRunner().invoke(app, [*arguments, "--resume"])
    assert further.exit_code == 0 and read(path.read_bytes()).training.rounds == 4
    elsewhere = CliRunner().invoke(app, ["learn", "tic-tac-toe", "--out", str(tmp_path / "no" / "where.net")])
    assert elsewhere.exit_code != 0 and "there is no folder" in str(elsewhere.exception)


@pytest.mark.parametrize(
    "options",
    [{"rounds": -1}, {"rounds": 1.5}, {"seconds": -1.0}, {"seconds": math.nan}, {"decay": 5.0}, {"decay": math.nan},
     {"noise": -3.0}, {"noise": math.inf}, {"seed": -1}, {"seed": 2**64}, {"threads": 0}],
)  # fmt: skip
def test_arguments_that_make_no_sense_are_refused(options: dict[str, Any]):
    amount: dict[str, Any] = {} if {"rounds", "seconds"} & options.keys() else {"rounds": 1}
    with pytest.raises(LusoryError, match=f"{next(iter(options))}: .*expected"):
        train(rule_value("tic-tac-toe"), **amount, **options)


@pytest.mark.parametrize("command", [["learn", "tic-tac-toe", "--out"], ["pupil", "new"]])
def test_a_seed_beyond_what_the_engine_takes_is_refused(tmp_path, command):
    game = ["tic-tac-toe"] if command[0] == "pupil" else []
    result = CliRunner().invoke(app, [*command, str(tmp_path / "a.file"), *game, "--seed", str(2**64)])
    assert result.exit_code == 2 and "less than or equal to" in result.output


@pytest.mark.parametrize("training", [b'"seed":-5', b'"seed":18446744073709551616', b'"rounds":9223372036854775808'])
def test_counts_of_a_file_that_no_training_has_are_refused(trained, training):
    name = training.split(b":")[0]
    changed = re.sub(name + rb":\d+", training, trained["tic-tac-toe"].write(), count=1)
    with pytest.raises(DamagedNet, match="its second line"):
        read(changed)


def test_ctrl_c_leaves_a_usable_net(tmp_path):
    path = tmp_path / "susan.net"
    command = [*LUSORY, "learn", "susan", "-o", "size=3", "--minutes", "5", "--rating", "0"]
    with subprocess.Popen([*command, "--out", str(path)], stderr=subprocess.PIPE, text=True) as running:
        assert running.stderr is not None
        for line in running.stderr:
            if "positions" in line:
                break
        os.kill(running.pid, signal.SIGINT)
        started = time.monotonic()
        running.communicate(timeout=60)
        assert time.monotonic() - started < 60
    assert read(path.read_bytes()).training.rounds > 0


def test_lines_are_patterns_where_the_rules_count_them():
    assert line_length(load("tic-tac-toe")) == 3
    assert line_length(load("hex")) == 0
    assert board(load("hex"))[0] == 16


@pytest.mark.parametrize("name", ("chess", "dobutsu-shogi"))
def test_patterns_show_neighbours_where_a_cell_may_hold_many_kinds(name):
    """More patterns hold pieces than there are pieces: not each cell by itself alone."""
    game = load_game(name)
    state = machine(game).start()  # type: ignore[arg-type]
    rows = GameNet.untrained(game).net.seen(state, 0)[0]  # type: ignore[arg-type]
    assert all(len(of_side) > 2 * len(state.stones(None)) for of_side in rows)


def counters_of(net: GameNet) -> int:
    """The number of inputs of a net that are not features."""
    state = net.game.start().state
    return len(net.net.seen(state, 0)[1]) - len([name for name, *_ in features(state) if name.startswith("links")])


def test_how_far_a_connection_is_is_an_input():
    net = random_net("hex", 1)
    position = net.game.start()
    empty = net.net.seen(position.state, 0)[1]
    for ply in ("a1", "d4", "a2", "d3", "a3", "d2"):
        position = position.play(ply)
    first, second = (net.net.seen(position.state, side)[1] for side in (0, 1))
    assert counters_of(net) == counters_of(random_net("breakthrough", 1)) == len(empty) - 2
    assert first[-2:] == [-feature for feature in second[-2:]] != empty[-2:]


def test_features_are_no_input_where_something_is_hidden():
    game = load("hidden-gomoku")
    linked = msgspec.structs.replace(game, ends=(Win(Connected(own, Edges())), *game.ends[1:]))
    assert "links" in [name for name, *_ in features(linked.start().state)]
    of_game, of_linked = (GameNet.untrained(each).net.parts()["scale"] for each in (game, linked))
    assert len(of_game) == len(of_linked)


def test_nets_without_features_are_still_read():
    net = random_net("hex", 1)
    parts, fewer = net.net.parts(), 2
    rows = [parts["weights"][at : at + 4 * ROW] for at in range(0, len(parts["weights"]) - 4, 4 * ROW)]
    end = parts["rows"] + 1 + 64 + len(parts["scale"])
    kept = b"".join([*rows[: end - fewer], *rows[end:], parts["weights"][-4:]])
    older = EngineNet.from_parts(board(net.game), parts["pieces"], parts["scale"][:-fewer], kept)
    state = net.game.start().state
    assert len(older.seen(state, 0)[1]) == len(parts["scale"]) - fewer
    assert 0 < older.chance(state) < 1


def test_a_training_round_says_what_it_did():
    training = Training(GameNet.untrained(load("tic-tac-toe"), seed=1))
    first, second = training.round(0.0), training.round(0.5)
    assert first.loss == 0.0 < second.loss < 0.25, "the first round has nothing to learn from"
    assert second.games > 100 and second.positions > second.games and 0 <= second.draws <= 1
    assert second.evaluations > second.positions


class TestRecords:
    """Nets begin with games of others."""

    def folder(self, tmp_path, game):
        """Records of two random games, of one that goes on, and of one with other rules."""
        rng = random.Random(3)
        for number in range(2):
            position = game.start()
            while position.result is None:
                position = position.follow(rng.choice(position.moves().ids))
            text = position.record().text() if number else position.record().json()
            (tmp_path / f"{number}.{'txt' if number else 'json'}").write_text(text)
        (tmp_path / "open.txt").write_text(game.start().record().text())
        (tmp_path / "other.txt").write_text(load_game("tic-tac-toe").start().record().text())
        return tmp_path

    def test_they_are_learnt_from_first(self, tmp_path):
        game = load("susan")
        recorded = recorded_games(game, self.folder(tmp_path, game))
        assert (len(recorded.games), recorded.other, recorded.open) == (2, 1, 1)
        net = train(game, rounds=0, games=recorded.games)
        assert (
            net.training.studied == 2 and net.net.parts()["weights"] != GameNet.untrained(game).net.parts()["weights"]
        )

    @pytest.mark.parametrize(
        ("games", "message"),
        [
            ([[-1]], r"^games\[0\]\[0\]: -1, expected a whole number, 0 to [0-9,]+$"),
            ([[4], [4, 2**40]], r"^games\[1\]\[1\]: 1099511627776, expected a whole number, 0 to [0-9,]+$"),
            ([["a1"]], r"^games\[0\]\[0\]: 'a1', expected a whole number, 0 to [0-9,]+$"),
        ],
    )
    def test_what_is_the_id_of_no_ply_is_refused(self, games, message):
        with pytest.raises(LusoryError, match=message):
            train(load("susan"), rounds=0, games=games)

    def test_the_command_takes_a_folder(self, tmp_path):
        self.folder(tmp_path, load("susan"))
        command = ["learn", "susan", "-o", "size=3", "--rounds", "1", "--rating", "0", "--out", str(tmp_path / "s.net")]
        result = CliRunner().invoke(app, [*command, "--from", str(tmp_path)])
        assert result.exit_code == 0, result.output
        assert "2 games to begin with; left out: 1 of other games or rules, 1 not finished" in result.output

    def test_what_is_no_record_is_left_out_and_named(self, tmp_path):
        game = load("susan")
        self.folder(tmp_path, game)
        (tmp_path / "a.txt").write_text("hello")
        (tmp_path / "b.txt").write_bytes(b"\xff\xfe")
        (tmp_path / "c.json").write_text("[]")
        recorded = recorded_games(game, tmp_path)
        assert (len(recorded.games), recorded.foreign) == (2, 3)
        assert "3 that are no record (a.txt: " in recorded.left_out

    def test_a_folder_without_a_game_is_refused(self, tmp_path):
        with pytest.raises(LusoryError, match="no finished game of susan"):
            recorded_games(load("susan"), tmp_path)
        (tmp_path / "text.txt").write_text("hello")
        with pytest.raises(LusoryError, match=r"left out: 1 that are no record \(text\.txt: "):
            recorded_games(load("susan"), tmp_path)
        with pytest.raises(LusoryError, match="expected a folder"):
            recorded_games(load("susan"), tmp_path / "none")


class TestTroubles:
    """Training that goes wrong is told, with what to try."""

    def rounds(self, **shares: float) -> list[TrainingRound]:
        shares_of_all = {"first": 0.5, "draws": 0.1, "cut": 0.0} | shares
        return [
            TrainingRound(
                games=100, positions=5000, evaluations=50_000, loss=0.01, seconds=1.0, progress=0.5, **shares_of_all
            )
            for _ in range(8)
        ]

    @pytest.mark.parametrize(
        ("shares", "lines"),
        [
            ({}, []),
            ({"draws": 0.95, "first": 0.5}, ["95 % of its last games were drawn"]),
            ({"cut": 0.4, "first": 0.3}, ["40 % of its last games were cut"]),
            ({"draws": 0.0, "first": 0.99}, ["First wins nearly all"]),
            ({"draws": 0.1, "first": 0.06}, ["Second wins nearly all"]),
            ({"draws": 0.2, "first": 0.6}, []),
        ],
    )
    def test_they_are_told(self, shares, lines):
        warnings = troubles(self.rounds(**shares))
        assert len(warnings) == len(lines)
        assert all(start in warning and "--noise" in warning for start, warning in zip(lines, warnings, strict=True))

    @pytest.mark.parametrize(
        ("shares", "text"),
        [
            ({"first": 0.6, "draws": 0.2}, "First scores 60 %, 20 % drawn"),
            ({"first": 0.12, "draws": 0.04, "cut": 0.8}, "First scores 60 %, 20 % drawn; 80 % of all cut"),
            ({"first": 0.0, "draws": 0.0, "cut": 1.0}, "all games cut"),
        ],
    )
    def test_shares_are_of_the_games_that_ended(self, shares, text):
        assert results_text(self.rounds(**shares)[0]) == text

    def test_a_slash_in_the_name_of_a_game_is_no_folder(self):
        assert [str(file_for(name, ".net")) for name in ("a/b", "")] == ["a-b.net", "game.net"]

    def test_a_few_rounds_tell_nothing(self):
        assert troubles(self.rounds(draws=1.0)[:3]) == []

    def test_the_command_tells_them(self, tmp_path, monkeypatch):
        monkeypatch.setattr("lusory.learn.troubles.DRAWN", 0.0)
        file = tmp_path / "new.net"
        arguments = ["learn", "tic-tac-toe", "--rounds", "4", "--rating", "0", "--noise", "0.03", "--out", str(file)]
        result = CliRunner().invoke(app, arguments)
        assert result.exit_code == 0 and "Warning: " in result.output and "were drawn" in result.output

    def test_what_the_matches_show_is_told(self):
        points = [
            StrengthPoint(seconds=1.0, positions=1, elo=0.0, before=before, rungs={"random": random})
            for before, random in ((0.9, 0.9), (0.3, 0.6))
        ]
        weak, weaker = doubts(points)
        assert "hardly beats random" in weak and "train longer" in weak
        assert "made it weaker" in weaker and "another --seed" in weaker
        assert doubts(points[:1]) == doubts([]) == []

    def test_a_training_that_diverges_is_told(self):
        with pytest.raises(LusoryError, match=r"diverged.*another seed"):
            check_sound({"loss": math.nan})


def test_the_net_of_a_game_in_a_file_for_three_is_played_as_the_command_says(tmp_path):
    file, net = tmp_path / "three.py", tmp_path / "three.net"
    file.write_text(
        "from lusory.rules import *\n"
        "three = Game(board=Hexagon(3), players=3, turn=Place(), ends=[Win(Line(3)), Draw(No(empty))])\n"
    )
    command = ["learn", str(file), "--rounds", "1", "--threads", "1", "--out", str(net)]
    result = CliRunner().invoke(app, command)
    assert result.exit_code == 0, result.output
    assert f"lusory play {file} --second net:{net},1s" in result.stdout


def test_a_changed_digit_of_the_header_is_refused(trained):
    data = trained["tic-tac-toe"].write()
    begin = data.index(b'"scale":[') + len(b'"scale":[')
    digit = next(place for place in range(begin, len(data)) if data[place : place + 1].isdigit())
    changed = data[:digit] + (b"9" if data[digit : digit + 1] != b"9" else b"8") + data[digit + 1 :]
    with pytest.raises(DamagedNet, match="its second line was changed"):
        read(changed)
    later = data.replace(b'"training":', b'"novelty":[1],"training":', 1)
    old = bytes(re.search(rb'"check":"([^"]*)"', later)[1])  # type: ignore[index]
    line = later[len(NET_FILE.magic) :].partition(b"\n")[0]
    assert read(later.replace(old, digest(line).encode(), 1)).game == load("tic-tac-toe"), "of a later version"
    rounds = data.replace(b'"rounds":', b'"rounds":-', 1)
    with pytest.raises(DamagedNet, match="second line"):
        read(rounds)


def test_ctrl_c_while_records_are_learnt_keeps_the_net(monkeypatch):
    def study(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(Training, "study", study)
    game = load("tic-tac-toe")
    assert train(game, rounds=1, games=[[0, 1, 2]]).game == game


def test_long_lists_of_records_are_learnt_without_holding_other_threads():
    """Ctrl-C is heeded there, too: `Learner.study` runs without Python's lock."""
    game, beats = rule_value("gomoku", size=9), 0
    rng, plies, position = random.Random(1), [], game.start()
    while position.result is None:
        plies.append(rng.choice(position.moves().ids))
        position = position.follow(plies[-1])
    training = Training(GameNet.untrained(game), 1)
    worker = threading.Thread(target=training.study, args=([plies] * 30, 2))
    worker.start()
    while worker.is_alive():
        worker.join(0.002)
        beats += 1
    assert beats > 10
