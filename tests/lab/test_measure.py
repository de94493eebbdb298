"""Tests of measurements: reproducible for any number of workers, logged, made from records, honest about missing
data."""

import os
import signal
import subprocess
import sys
import time
import tracemalloc
from typing import Any

import msgspec
import pytest

import lusory
from lusory.breed import breed
from lusory.errors import LusoryError, RecordError
from lusory.lab import MatchSetting, Measurement, match, measure, measure_records, pool
from lusory.lab.collect import Collected, Observed
from lusory.lab.collect.series import SeriesSetting, SeriesTask, SeriesWorker, games
from lusory.lab.collect.totals import WATCHED
from lusory.lab.compare import compare
from lusory.lab.json_log import JsonLog
from lusory.lab.matches.log import records as match_records
from lusory.lab.measure import Measuring, names_of
from lusory.lab.measures import choose_measures, collect
from lusory.lab.processes import ProcessPool
from lusory.lab.repair import repair
from lusory.learn import load as load_net
from lusory.learn import train
from lusory.play.contract import Event, Result
from lusory.play.program import Program, pack
from lusory.players import Player
from lusory.rules import Square
from tests.commands import LUSORY, RECORDS, refused, started
from tests.lab.killed_worker import Deadly


def bare(measurement):
    """Without what depends on the clock."""
    return msgspec.structs.replace(measurement, seconds=0.0)


def small(**options):
    """A short measurement of tic-tac-toe between searches."""
    usual = {"games": 12, "player": "mcts:20", "seed": 4, "workers": 1}
    return measure(lusory.load("tic-tac-toe"), **{**usual, **options})


class Take:
    """Take-away as a class: one or two are taken, who takes the last wins. It hides nothing and has no engine."""

    name, players, num_actions = "take", 2, 2

    def start(self):
        return (6, 0)

    def to_move(self, state):
        return state[1]

    def legal(self, state):
        return tuple(range(min(2, state[0])))

    def weights(self, state):
        return (1,) * len(self.legal(state))

    def play(self, state, action):
        return (state[0] - action - 1, 1 - state[1]), (Event("remove", player=state[1], amount=action + 1),)

    def result(self, state):
        return None if state[0] else Result((0.0, 1.0) if state[1] == 0 else (1.0, 0.0), by="empty")

    def scores(self, state):
        return (0, 0)

    def text(self, action):
        return f"take{action + 1}"

    printed = text

    def turn_over(self, state):
        return True

    def picture(self, state, viewer):
        from lusory.play.contract import Picture

        return Picture(Square(6, 1).geometry())

    def information(self, state, viewer):
        return str(state)


class TestGames:
    def test_they_are_the_same_whoever_plays(self):
        alone = small()
        assert bare(small(workers=2)) == bare(alone) == bare(small())
        assert bare(small(seed=5)) != bare(alone)

    def test_random_games_are_the_same_on_any_number_of_threads(self):
        rules = lusory.load("susan", size=3)
        measurement = measure(rules, games=3000, seed=9, workers=1)
        assert bare(measure(rules, games=3000, seed=9, workers=2)) == bare(measurement)

    def test_players_who_search_tell_how_the_lead_went(self):
        measurement = small(games=20)
        for name in ("drama", "lead change", "uncertainty", "killer moves", "choices"):
            figure = measurement.figure(name)
            assert figure.value is not None or name == "drama", figure
        assert measurement.figure("choices").value >= 1
        assert any(sample.after for sample in measurement.samples)
        none = measurement.figure("hidden bits")
        assert none.value is None and none.why == "nothing is hidden in this game"

    def test_players_who_do_not_search_tell_nothing(self):
        measurement = small(player="greedy")
        assert measurement.figure("drama").value is None and "mcts" in measurement.figure("drama").why

    def test_another_may_sit_second(self):
        measurement = small(player="mcts:100", second="random", games=20)
        assert measurement.figure("first").value > 0.6 and measurement.players == "mcts:100 against random"

    def test_two_players_more_or_fewer(self):
        with pytest.raises(LusoryError, match="this game is for 3, expected one for two"):
            rules = lusory.rules.Game(lusory.rules.Square(3), lusory.rules.Place(), players=3)
            measure(rules, second="random")

    def test_games_that_do_not_end_are_cut_and_told(self):
        measurement = measure(lusory.load("susan"), games=50, limit=6, workers=1)
        assert (measurement.games, measurement.cut) == (
            50,
            50,
        ) and "50 games were cut off after 6 plies" in measurement.notes[0]
        assert measurement.figure("first").value is None and measurement.figure("first").why == "no game is behind it"
        assert measurement.figure("completion").value == 0

    def test_few_games_have_no_interval_and_say_so(self):
        plies = small(games=3).figure("plies")
        assert plies.value is not None and plies.low is None and plies.why == "3 games are too few for an interval"

    def test_a_python_class_is_measured(self):
        measurement = measure(Program(Take()), games=60, player="mcts:30", workers=1)
        assert measurement.game == "take" and measurement.figure("first").games == 60
        assert measurement.figure("uncertainty").value is not None

    def test_secrets(self):
        measurement = measure(
            lusory.load("hidden-gomoku", size=5), games=15, workers=1, figures=("hidden bits", "thwarted")
        )
        bits, thwarted = measurement.figure("hidden bits"), measurement.figure("thwarted")
        assert bits.value is not None and bits.value > 0 and thwarted.value is not None and 0 <= thwarted.value < 1

    def test_a_player_that_fails_is_left_out_and_told(self, tmp_path):
        setting = SeriesSetting(game=str(pack(lusory.load("tic-tac-toe"))), player="random")
        worker = SeriesWorker(setting, lusory.load("tic-tac-toe"))

        class Broken(Player):
            def choose(self, view, rng):
                return "z9"

        worker.players._made[1] = Broken()
        collected, game = Collected(players=2), worker.do(0)
        collect(collected, game, choose_measures(()))
        assert (collected.games, collected.forfeited) == (0, 1) and "z9" in collected.faults[0]

    @pytest.mark.parametrize(
        ("options", "message"),
        [
            ({"games": 0}, "0 games: expected from 1"),
            ({"figures": ["dramas"]}, "dramas: no such measure; did you mean drama"),
            ({"player": "mtcs:3"}, "no such player"),
            ({"workers": -1}, "-1 workers"),
            ({"limit": 0}, "limit: 0, expected at least 1"),
        ],
    )
    def test_nonsense_is_refused(self, options, message):
        with pytest.raises(LusoryError, match=message):
            small(**options)


class TestLog:
    def test_it_goes_on_where_it_was(self, tmp_path):
        uninterrupted, path = small(), tmp_path / "log"
        small(games=5, log=path)
        assert bare(small(log=path)) == bare(uninterrupted)
        before = path.read_bytes()
        assert bare(small(log=path, workers=2)) == bare(uninterrupted)
        assert path.read_bytes() == before

    def test_random_games_need_none(self, tmp_path):
        """The same games, with a log or without."""
        path = tmp_path / "log"
        measurement, plain = (
            measure(lusory.load("tic-tac-toe"), games=500, workers=1, log=log) for log in (path, None)
        )
        assert measurement.figures == plain.figures and not path.exists()
        assert any(note.startswith(f"{path} was not used") for note in measurement.notes)

    def test_half_a_line_is_no_game(self, tmp_path):
        uninterrupted, path = small(), tmp_path / "log"
        small(log=path)
        data = path.read_bytes()
        path.write_bytes(data[:-40])
        assert bare(small(log=path)) == bare(uninterrupted)
        assert path.read_bytes().count(b"\n") == 13

    def test_a_game_that_stands_there_twice_counts_once(self, tmp_path):
        uninterrupted, path = small(), tmp_path / "log"
        small(log=path)
        path.write_bytes(path.read_bytes() + path.read_bytes().splitlines(keepends=True)[3])
        assert bare(small(log=path)) == bare(uninterrupted)

    def test_another_setting_is_refused(self, tmp_path):
        small(games=2, log=tmp_path / "log")
        with pytest.raises(RecordError, match="another measurement: seed 4, expected 5"):
            small(seed=5, log=tmp_path / "log")

    def test_a_class_that_was_made_otherwise_is_another_game(self, tmp_path):
        class Heap(Take):
            def __init__(self, stones: int = 6) -> None:
                self.stones, self._seen = stones, 0

            def start(self):
                return (self.stones, 0)

        path = tmp_path / "log.jsonl"
        options = {"games": 3, "workers": 1, "log": path}
        measure(Program(Heap(7)), **options)
        log = path.read_bytes()
        measure(Program(Heap(7)), **options)
        assert path.read_bytes() == log
        with pytest.raises(RecordError, match=r"take\(2 plies, stones='7'\), expected take\(2 plies, stones='5'\)"):
            measure(Program(Heap(5)), **options)
        assert measure_records([path], Program(Heap(7))).games == 3

    @pytest.mark.parametrize(
        ("field", "value", "message"),
        [
            ("number", -3, "number: -3, expected 0 to"),
            ("values", [1.0], "values: 1, expected none or 2"),
            ("values", [7.0, -6.0], "values: 7.0, expected 0 to 1"),
            ("targets", [3_000_000], "targets: 1, expected none or"),
            ("choices", [-5] * 40, "choices: 40, expected one for each of"),
            ("worth", [1e308, -1e308], "worth: 2, expected none or"),
            ("kinds", 2**40, "kinds: 1099511627776, expected 1 to 10,000"),
            ("pieces", [9, 2], "pieces: from 9 to 2"),
        ],
    )
    def test_a_line_that_cannot_be_is_refused(self, tmp_path, field, value, message):
        path, other = tmp_path / "log.jsonl", tmp_path / "other.jsonl"
        small(games=3, log=path)
        lines = path.read_bytes().splitlines()
        lines[2] = msgspec.json.encode({**msgspec.json.decode(lines[2]), field: value})
        for file in (path, other):
            file.write_bytes(b"\n".join(lines) + b"\n")
        with pytest.raises(RecordError, match=f"line 3: {message}"):
            small(games=3, log=path)
        measurement = measure_records([other], lusory.load("tic-tac-toe"))
        assert measurement.games == 2 and any(message in note and "line 3" in note for note in measurement.notes)

    def test_many_games_to_come_take_no_room(self, tmp_path):
        run = Measuring(lusory.load("tic-tac-toe"), SeriesSetting.of(lusory.load("tic-tac-toe"), "greedy"), 10**9)

        def stop(_: Measuring) -> None:
            raise KeyboardInterrupt

        tracemalloc.start()
        with pytest.raises(KeyboardInterrupt):
            run.run(1, tmp_path / "log", stop)
        most = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        assert run.done == 1 and most < 50 << 20

    def test_games_of_a_log_are_played_again_where_they_count_as_records(self, tmp_path):
        path = tmp_path / "log.jsonl"
        small(games=3, log=path)
        lines = path.read_bytes().splitlines()
        game = msgspec.json.decode(lines[1])
        lines[1] = msgspec.json.encode({**game, "values": game["values"][::-1], "choices": [9] * len(game["plies"])})
        lines[2] = msgspec.json.encode({**msgspec.json.decode(lines[2]), "choices": [77] * 9, "plies": ["a1"] * 9})
        path.write_bytes(b"\n".join(lines) + b"\n")
        measurement = measure_records([path], lusory.load("tic-tac-toe"))
        assert measurement.games == 1 + (game["values"][0] == 0.5)

    def test_a_full_disk_is_told_and_the_log_stays_whole(self, tmp_path):
        path = tmp_path / "log"
        small(games=3, log=path)
        content = path.read_bytes()
        setting = SeriesSetting.of(lusory.load("tic-tac-toe"), "mcts:20", seed=4)

        class Full:
            def __init__(self, file):
                self.file = file

            def write(self, line):
                self.file.write(line[:10])
                self.file.flush()
                raise OSError(28, "No space left on device")

            def __getattr__(self, name):
                return getattr(self.file, name)

        with JsonLog(path, "measurement", setting, Observed) as log:
            entries = list(log.entries())
            log._file = Full(log._file)  # type: ignore[assignment]
            with pytest.raises(LusoryError, match="No space left on device; what was played before is kept"):
                log.add(entries[0])
        assert path.read_bytes() == content

    def test_dev_full(self):
        if not os.path.exists("/dev/full"):
            pytest.skip("no device that is always full")
        with pytest.raises(LusoryError, match="/dev/full: No space left on device"):
            small(games=2, log="/dev/full")


class TestWorkers:
    def test_a_killed_worker_is_replaced_and_its_game_played_again(self):
        rules = lusory.load("tic-tac-toe")
        setting = SeriesSetting.of(rules, "mcts:400", seed=2)
        processes, killed = [], 0
        hire = ProcessPool.start

        def watched(self):
            hire(self)
            processes.append(self.processes[self.idle[-1]])

        ProcessPool.start = watched  # type: ignore[method-assign]
        try:
            played_games = []
            for game in games(setting, rules, None, range(12), 2):
                played_games.append(game)
                if not killed:
                    os.kill(processes[0].pid, signal.SIGKILL)
                    killed += 1
        finally:
            ProcessPool.start = hire  # type: ignore[method-assign]
        assert len(processes) == 3
        assert sorted(played_games, key=lambda game: game.number) == list(games(setting, rules, None, range(12), 1))

    def test_one_that_always_dies_is_given_up(self):
        with pytest.raises(LusoryError, match="game 8 died, 3 times over"):
            list(pool.spread(Deadly(), [7], 1, lambda job: f"game {job + 1}"))

    @pytest.mark.parametrize("call", ["measure(game, player='greedy', workers=2)", "breed([game], children=2)"])
    def test_a_script_that_its_workers_would_run_again_is_told(self, tmp_path, call):
        """Breeding said that every child had crashed, measuring that there may have been too little memory."""
        script = tmp_path / "script.py"
        imports = "import lusory\nfrom lusory.breed import breed\nfrom lusory.lab import measure\n"
        script.write_text(f"{imports}game = lusory.load('tic-tac-toe')\n{call}\n")
        run = subprocess.run([sys.executable, script], capture_output=True, text=True, timeout=120)
        assert run.returncode == 1
        assert "LusoryError: a worker ended before it began" in run.stderr.splitlines()[-1]

    def test_what_fails_in_a_worker_is_told(self):
        with pytest.raises(LusoryError, match="ZeroDivisionError"):
            list(pool.spread(Deadly(), [0], 1, str))


def test_a_cell_with_pieces_of_two_sides_is_occupied_once():
    """With secrets a piece may be placed where a hidden one stands. The engine counts both, and a share above 1 was a
    `math domain error`; where few cells had two, the shares were too high."""
    rules: Any = lusory.load("hidden-gomoku", size=5)
    measurement = measure(rules, games=200, seed=2, figures=["occupied", "last ply"])
    occupied, last = measurement.maps
    assert (occupied.name, last.name) == ("occupied", "last ply")
    assert all(0 < (figure.value or 0) <= 1 and figure.games == WATCHED for figure in occupied.cells.values())
    assert {figure.games for figure in last.cells.values()} == {200}


class TestPaths:
    """Logs, folders and nets by their names as text: but for measurements those were an AttributeError."""

    def test_a_log_is_named_by_a_text(self, tmp_path):
        rules: Any = lusory.load("tic-tac-toe")
        match(MatchSetting.of(rules, "greedy", "random"), games=2, workers=1, log=f"{tmp_path}/match.jsonl")
        assert len(list(match_records(f"{tmp_path}/match.jsonl"))) == 2
        compare(
            [rules, lusory.load("tic-tac-toe", size=4)], games=2, player="greedy", workers=1, log=f"{tmp_path}/compared"
        )
        repair(rules, "draws<=40%", games=50, most=1, workers=1, log=f"{tmp_path}/repair.jsonl")
        breed([rules], children=1, isolated=False, out=f"{tmp_path}/bred")
        train(rules, rounds=0).save(f"{tmp_path}/three.net")
        assert load_net(f"{tmp_path}/three.net").training.rounds == 0

    def test_records_of_one_folder(self):
        """A text was taken letter by letter: `/` is the root of all folders."""
        rules = lusory.load("susan", size=4)
        assert measure_records(str(RECORDS), rules).games == measure_records(RECORDS, rules).games == 1


class TestRecords:
    def test_of_a_folder(self, tmp_path):
        rules = lusory.load("susan", size=4)
        measurement = measure_records([RECORDS], rules)
        assert (measurement.games, measurement.player) == (1, "records")
        assert (
            "9 records were left out" in measurement.notes
            and "1 game was there twice and counted once" in measurement.notes
        )
        assert any("of another game" in note for note in measurement.notes)

    def test_a_broken_one_is_told(self, tmp_path):
        for name in ("susan.txt", "susan.json"):
            (tmp_path / name).write_bytes((RECORDS / name).read_bytes())
        (tmp_path / "bad.json").write_text("{")
        (tmp_path / "open.txt").write_text(lusory.load("susan", size=4).start().play("b2").record().text())
        measurement = measure_records([tmp_path], lusory.load("susan", size=4))
        assert measurement.games == 1 and "2 records were left out" in measurement.notes
        assert any("bad.json: not JSON" in note for note in measurement.notes)
        assert any("the game is not over" in note for note in measurement.notes)

    def test_of_logs(self, tmp_path):
        from lusory.lab import MatchSetting as Match
        from lusory.lab import match

        rules = lusory.load("tic-tac-toe")
        match(Match.of(rules, "greedy", "random"), games=4, workers=1, log=tmp_path / "match.jsonl")
        measurement = small(log=tmp_path / "games.jsonl")
        assert measure_records([tmp_path / "match.jsonl"], rules).games == 4
        of_log = measure_records([tmp_path / "games.jsonl"], rules)
        assert of_log.figure("uncertainty") == measurement.figure("uncertainty")

    def test_a_game_that_is_there_twice_counts_once(self, tmp_path):
        """A copy of a log, in part; a record in both forms; but games of one match that went alike are two."""
        from lusory.lab import MatchSetting as Match
        from lusory.lab import match

        rules = lusory.load("tic-tac-toe")
        small(games=4, log=tmp_path / "a.jsonl")
        single = measure_records([tmp_path / "a.jsonl"], rules)
        lines = (tmp_path / "a.jsonl").read_bytes().splitlines(keepends=True)
        (tmp_path / "copy.jsonl").write_bytes(b"".join((*lines[:3], lines[2])))
        with_copies = measure_records([tmp_path], rules)
        assert with_copies.figures == single.figures and "2 games were there twice and counted once" not in single.notes
        assert "3 games were there twice and counted once" in with_copies.notes
        end = rules.start()
        for ply in ("a1", "b1", "a2", "b2", "a3"):
            end = end.play(ply)
        (tmp_path / "one.txt").write_text(end.record().text())
        (tmp_path / "one.json").write_text(end.record().json())
        assert measure_records([tmp_path], rules).games == 5
        match(Match.of(rules, "greedy", "greedy", opening=0), games=4, workers=1, log=tmp_path / "same.jsonl")
        assert measure_records([tmp_path / "same.jsonl"], rules).games == 4

    def test_nothing_to_read(self, tmp_path):
        with pytest.raises(LusoryError, match="no such folder"):
            measure_records([tmp_path / "nowhere"], lusory.load("susan"))
        with pytest.raises(LusoryError, match="no file ends in"):
            measure_records([tmp_path], lusory.load("susan"))
        (tmp_path / "bad.json").write_text("{")
        with pytest.raises(LusoryError, match="not one of 1 records can be counted"):
            measure_records([tmp_path], lusory.load("susan"))


class TestPython:
    def test_a_game_measures_itself(self):
        rules = lusory.load("tic-tac-toe")
        assert isinstance(rules, lusory.Game)
        measurement = rules.measure(games=500, workers=1)
        assert isinstance(measurement, Measurement) and measurement.figure("first").games == 500

    def test_it_is_plain_data(self):
        measurement = small()
        rows = measurement.to_dict()
        assert {row["name"] for row in rows} >= {"first", "drama"} and all("value" in row for row in rows)
        assert msgspec.json.decode(measurement.json())["kind"] == "measurement"
        page = measurement._repr_html_()
        assert page.startswith("<table>") and "uncertainty" in page and "<script" not in page

    def test_data_frames_where_they_are_installed(self):
        from lusory.lab.figures import data_frame

        with pytest.raises(LusoryError, match="no_such_library is not installed"):
            data_frame("no_such_library", [])

    def test_what_is_gathered_merges(self):
        rules, measures = lusory.load("tic-tac-toe"), choose_measures(())
        worker = SeriesTask(SeriesSetting.of(rules, "mcts:10"), None, rules).worker()
        played = [worker.do(number) for number in range(9)]
        all_games, first, other = (Collected(players=2) for _ in range(3))
        for game in played:
            collect(all_games, game, measures)
        for game in reversed(played):
            collect(first if game.number % 3 else other, game, measures)
        first.merge(other)
        assert first == all_games


class TestCommand:
    def test_it_tells_people(self, call):
        result = call("measure", "tic-tac-toe", "--games", 500, "--workers", 1)
        assert result.code == 0 and "tic-tac-toe: 500 games, random, seed 0" in result.out
        assert "Win(" not in result.out
        for expected in ("first", "95", "You win if your stones form", "b2", "not told: drama"):
            assert expected in result.out or expected == "95", expected

    def test_it_tells_programs(self, call):
        result = call("measure", "tic-tac-toe", "--games", 50, "--workers", 1, "--json", "--figures", "first,swap-cost")
        measurement = msgspec.json.decode(result.out, type=Measurement)
        assert [figure.name for figure in measurement.figures] == ["first", "swap cost"]
        line = "lusory measure tic-tac-toe --games 50 --player random --seed 0 --figures first,swap-cost"
        assert measurement.command == line

    def test_the_ladder(self, call):
        result = call("measure", "tic-tac-toe", "--games", 20, "--workers", 1, "--ladder", 4, "--figures", "ladder")
        assert result.code == 0 and "mcts:100 against mcts:50" in result.out

    def test_records(self, call):
        result = call("measure", "susan", "-o", "size=4", "--records", RECORDS)
        assert result.code == 0 and "susan: 1 game, records" in result.out and "left out" in result.out

    def test_who_played_is_read_from_logs(self, call, tmp_path):
        matches, games = tmp_path / "match.jsonl", tmp_path / "games.jsonl"
        few = ("--games", 2, "--workers", 1)
        call("match", "tic-tac-toe", "--first", "mcts:2", "--second", "random", *few, "--log", matches)
        call("measure", "tic-tac-toe", "--player", "mcts:3", "--second", "mirror", *few, "--log", games)
        measured = measure_records([matches, games], lusory.load("tic-tac-toe"))
        assert (measured.player, measured.recorded) == ("records", ("mcts:2", "mcts:3", "mirror", "random"))

    @pytest.mark.parametrize(
        ("players", "told"),
        [({"random", ""}, ("random", "others")), ({""}, ()), (set(), ()), ({"Bo", "Ada"}, ("Ada", "Bo"))],
    )
    def test_records_that_do_not_say_who_played_are_others(self, players, told):
        assert names_of(players) == told

    def test_the_second_player_is_told_apart(self):
        tic_tac_toe = lusory.load("tic-tac-toe")
        measured = measure(tic_tac_toe, games=1, player="mcts:2", second="random", workers=1)
        assert (measured.player, measured.second, measured.players) == ("mcts:2", "random", "mcts:2 against random")
        assert not measure(tic_tac_toe, games=1, second="random", workers=1).second

    def test_nonsense(self, call):
        refused(call("measure", "susan", "--figures", "dramas"), "dramas: no such measure; did you mean drama")
        refused(call("measure", "susan", "--player", "nobody"), "no such player")

    def test_ctrl_c_reports_what_is_done_and_leaves_a_good_log(self, tmp_path):
        path = tmp_path / "log"
        line = ["measure", "tic-tac-toe", "--player", "mcts:300", "--games", "5000", "--workers", "2"]
        pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
        report = tmp_path / "report.md"
        with started([*LUSORY, *line, "--log", str(path), "--out", str(report)], **pipes) as process:
            deadline = time.monotonic() + 120
            while time.monotonic() < deadline and (not path.exists() or path.read_bytes().count(b"\n") < 3):
                time.sleep(0.05)
            process.send_signal(signal.SIGINT)
            out, err = process.communicate(timeout=60)
        assert process.returncode == 130 and "were not played" in out and "Traceback" not in err
        assert f"written to {report}" in out and "were not played" in report.read_text("utf-8")
        setting = SeriesSetting.of(lusory.load("tic-tac-toe"), "mcts:300")
        with JsonLog(path, "measurement", setting, Observed) as log:
            assert len(list(log.entries())) >= 2


@pytest.mark.parametrize("command", [("measure", "susan"), ("compare", "susan", "--with", "draw=none")])
def test_where_a_report_cannot_stand_is_said_before_games_are_played(call, tmp_path, command):
    for out, message in (("x.txt", "ends in .html, .md, .json, .pdf"), ("nowhere/x.html", "there is no folder")):
        refused(call(*command, "--games", 10**9, "--out", tmp_path / out), message)


def test_a_report_can_answer_to_the_mouse(call, tmp_path):
    unanimated, lively = tmp_path / "still.html", tmp_path / "lively.html"
    for out, more in ((unanimated, ()), (lively, ("--interactive",))):
        assert call("measure", "tic-tac-toe", "--games", 100, "--out", out, *more).code == 0
    assert lively.stat().st_size > 2 * unanimated.stat().st_size


def test_a_comparison_is_printed(call, tmp_path):
    out = tmp_path / "both.html"
    assert call("compare", "tic-tac-toe", "--with", "swap=true", "--games", 100, "--out", out).code == 0
    assert out.exists() and out.with_suffix(".json").exists() and "swap=true" in out.read_text("utf-8")


def test_players_without_chance_need_an_opening():
    game = lusory.load("tic-tac-toe")
    repeated = measure(game, games=4, player="alphabeta:2", workers=1)
    assert any("one and the same" in note for note in repeated.notes)
    other = measure(game, games=8, player="alphabeta:2", workers=1, opening=2)
    assert not any("one and the same" in note for note in other.notes)
    assert len({sample.plies for sample in other.samples}) > 1
