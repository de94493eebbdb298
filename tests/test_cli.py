"""The command line: what it prints, what it refuses, how it ends."""

import contextlib
import io
import json
import os
import pty
import random
import re
import select
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import lusory
from lusory.cli.failure import run

HERE = Path(__file__).parent
RECORDS = HERE / "records"
LUSORY = [sys.executable, "-c", "from lusory.cli import main; main()"]
SUSAN = f"{HERE / 'readings' / 'susan.py'}:Susan"
COMMANDS = ("games", "rules", "census", "play", "replay", "new", "check")
WIPED = "\n" + "-" * 40 + "\n"


class Done(NamedTuple):
    code: int
    out: str
    err: str


@pytest.fixture
def call(capsys, monkeypatch):
    """Run a command line here, with lines to type."""

    def called(*arguments: object, typed: str = "") -> Done:
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        code = run([str(argument) for argument in arguments])
        return Done(code, *capsys.readouterr())

    return called


def refused(done: Done, said: str, code: int = 1) -> None:
    assert done.code == code and re.search(said, done.err), done
    assert done.err.startswith("lusory: ") and done.err.count("\n") == 1 and "Traceback" not in done.err


class TestHelp:
    def test_help_lists_the_commands(self, call):
        for arguments in ((), ("--help",), ("-h",)):
            done = call(*arguments)
            assert done.code == 0 and all(f"\n  {name} " in done.out for name in COMMANDS)

    @pytest.mark.parametrize("name", COMMANDS)
    def test_every_command_teaches_by_example(self, call, name):
        done = call(name, "--help")
        assert done.code == 0 and f"  lusory {name}" in done.out

    def test_version(self, call):
        assert call("--version").out.startswith("lusory 0.")

    @pytest.mark.parametrize(
        ("arguments", "said"),
        [
            (("gmaes",), "No such command 'gmaes'.*games"),
            (("census", "susan"), "Missing option '--depth'.*see `lusory census --help`"),
            (("census", "susan", "--depth", "0"), "greater than or equal to 1"),
            (("census", "susan", "--depth", "x"), "--depth"),
            (("rules",), "Missing argument 'GAME'"),
            (("rules", "susan", "--format", "pdf"), "pdf"),
            (("rules", "susan", "-o", "size"), "size: expected KEY=VALUE"),
            (("games", "--nonsense"), "No such option"),
            (("new", "mygame.txt"), "ends in .py or .json"),
            (("play", "susan", "--third", "random"), "--third: the game has 2 players"),
        ],
    )
    def test_wrong_use_is_said_in_one_line(self, call, arguments, said):
        refused(call(*arguments), said, code=2)

    @pytest.mark.parametrize(
        ("arguments", "said"),
        [
            (("rules", "susann"), "did you mean susan"),
            (("census", "susan", "--depth", "1", "-o", "size=9"), "susan: size=9, expected 2 to 8"),
            (("play", "susan", "-o", "sise=4"), "no option sise; there are: size, draw"),
            (("play", "susan", "--second", "deepblue"), "deepblue: no such player; expected human or random"),
            (("play", "doppel", "--start", "z9"), "z9: no ply"),
            (("play", "--resume", "nothing.txt"), "nothing.txt: No such file"),
            (("census", "nothing.py:f", "--depth", "1"), "nothing.py: no such file"),
            (("census", f"{SUSAN}n", "--depth", "1"), "no function Susann, and no game; there is Susan"),
            (("census", "tic-tac-toe", "--depth", "1", "--start", "a1 b1 b1"), "ply 3, b1: b1 is not empty"),
            (("census", SUSAN, "--depth", "1", "-o", "size=99"), r"susan.py, line \d+: ValueError: size: 99"),
            (("rules", SUSAN), "written in Python"),
            (("replay", "nothing.txt"), "nothing.txt: No such file"),
            (("replay", __file__), "test_cli.py: game ''"),
            (("check", "nothing.py"), "nothing.py: no such file"),
        ],
    )
    def test_wrong_input_is_said_in_one_line(self, call, arguments, said):
        refused(call(*arguments), said)


class TestGamesAndRules:
    def test_games(self, call):
        done = call("games")
        assert done.code == 0
        for name, game in lusory.catalogue().items():
            assert f"{name}: " in done.out and all(f"{option.name}=" in done.out for option in game.options)

    def test_games_for_programs(self, call):
        games = {game["name"]: game for game in json.loads(call("games", "--json").out)}
        assert set(games) == set(lusory.catalogue())
        assert games["susan"]["options"][0] == {
            "name": "size",
            "default": "5",
            "expected": "2 to 8",
            "about": "cells along an edge",
        }

    def test_rules(self, call):
        text = call("rules", "susan", "-o", "size=4").out
        assert "37 cells" in text and "You win if" in text
        assert call("rules", "susan", "--format", "md").out.startswith("# ")
        assert "<svg" in call("rules", "susan", "--format", "html").out

    def test_the_rule_value_can_be_played(self, call, tmp_path):
        path = tmp_path / "doppel.json"
        done = call("rules", "doppel", "-o", "size=3", "--format", "json")
        assert done.out == call("rules", "doppel", "-o", "size=3", "--json").out
        path.write_text(done.out)
        assert lusory.load(str(path)) == lusory.load("doppel", size=3)
        refused(call("rules", path, "-o", "size=4"), "a rule value has no options")


class TestCensus:
    def test_rows(self, call):
        assert json.loads(call("census", "tic-tac-toe", "--depth", 5, "--json").out)[-1] == [15120, 1440, 1440, 0, 0]
        assert "15,120" in call("census", "tic-tac-toe", "--depth", 5).out

    def test_from_a_start(self, call):
        rows = json.loads((HERE / "vectors" / "census.json").read_text("utf-8"))
        assert rows
        done = call("census", "doppel", "-o", "size=2", "--start", "A1", "--depth", 3, "--json")
        assert [row[0] for row in json.loads(done.out)] == [2, 4, 4]

    @pytest.mark.parametrize("plies", ["a1 b1", "A1,b1", "a1; B1"])
    def test_from_a_start_of_several_plies(self, call, plies):
        done = call("census", "tic-tac-toe", "--start", plies, "--depth", 1, "--divide", "--json")
        assert [text for text, _ in json.loads(done.out)] == ["c1", "a2", "b2", "c2", "a3", "b3", "c3"]

    def test_divided(self, call):
        done = call("census", "susan", "-o", "size=2", "--depth", 2, "--divide")
        assert done.out.splitlines()[-1].split() == ["all", "42", "0", "0", "0", "0"]
        parts = json.loads(call("census", "susan", "-o", "size=2", "--depth", 2, "--divide", "--json").out)
        assert len(parts) == 7 and sum(row[0] for _, row in parts) == 42

    def test_in_turns(self, call):
        done = call("census", "serendipity", "-o", "size=4", "--depth", 1, "--turns", "--json")
        assert json.loads(done.out)[0][0] == len(list(lusory.load("serendipity", size=4).start().turns()))

    def test_of_a_python_class(self, call):
        assert json.loads(call("census", SUSAN, "-o", "size=3", "--depth", 2, "--json").out)[1][0] == 342

    @pytest.mark.parametrize("form", [[], ["--json"]])
    def test_stopped_it_prints_what_is_done(self, form):
        command = [*LUSORY, "census", "susan", "--depth", "9", *form]
        with started(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
            time.sleep(6)
            process.send_signal(signal.SIGINT)
            out, err = process.communicate(timeout=30)
        assert process.returncode == 130 and "Traceback" not in err
        assert (json.loads(out)[0] == [61, 0, 0, 0, 0]) if form else ("61" in out)


class TestReplay:
    def test_a_record(self, call):
        done = call("replay", RECORDS / "ndengrod-help.txt")
        assert done.code == 0 and " 13. f7\n" in done.out
        assert "First (x) wins" in done.out and "c4 d5 e6 f7 g8." in done.out

    def test_explained(self, call):
        out = call("replay", RECORDS / "hidden-gomoku.txt", "--explain").out
        assert "39. G3 row: Second secretly aims at G3. Second announces row 3." in out
        assert "The move of Second fails: C7 is taken." in out
        out = call("replay", RECORDS / "doppel.json", "--explain").out
        assert "earns one point" in out and "Points 14 : 16." in out

    def test_with_boards(self, call):
        done = call("replay", RECORDS / "susan.txt", "--boards")
        assert done.out.count("a    ") == 19

    def test_stored_form(self, call):
        done = call("replay", RECORDS / "susan.txt", "--json")
        assert done.out == (RECORDS / "susan.json").read_text("utf-8")

    def test_from_stdin(self):
        text = (RECORDS / "susan.txt").read_bytes()
        done = subprocess.run([*LUSORY, "replay", "-"], input=text, capture_output=True, check=True)
        assert b"First (x) wins" in done.stdout

    def test_a_broken_one(self, call, tmp_path):
        path = tmp_path / "broken.txt"
        path.write_text('[game "susan"]\n\n1. b2\n2. b2\n')
        refused(call("replay", path), r"broken.txt: line 4, ply 2, b2: ")

    @pytest.mark.parametrize(
        ("name", "old", "new", "said"),
        [
            ("susan.json", '"d4"', '"c1c1"', r"bad.json: ply \d+, c1c1: "),
            ("susan.json", "{", "{,", "bad.json: not JSON: .* in line 1"),
            ("susan.json", '"plies": [', '"plies": 1, "x": [', "bad.json: x: unknown field"),
        ],
    )
    def test_what_is_wrong_is_said_with_the_file(self, call, tmp_path, name, old, new, said):
        path, text = tmp_path / "bad.json", (RECORDS / name).read_text("utf-8")
        assert old in text
        path.write_text(text.replace(old, new, 1))
        refused(call("replay", path), said)
        refused(call("play", "--resume", path), said)

    def test_the_options_of_a_known_game(self, call, tmp_path):
        path = tmp_path / "hex.txt"
        path.write_text(lusory.load("hex", size=4, swap=True).start().record().text())
        assert "options: size=4 swap=true\n" in call("replay", path).out
        path.write_text(lusory.load("susan", draw="slides:77").start().record().text())
        assert "options: the rules differ from those of susan" in call("replay", path).out
        path.write_text(lusory.load("susan").start().record().text())
        assert "options" not in call("replay", path).out


class TestFilesOfGames:
    VALUE = (
        "from lusory.rules import *\nmine = Game(board=Square(3), turn=Place(), ends=[Win(Line(3)), Draw(No(empty))])\n"
    )

    def test_a_value_in_a_python_file(self, call, tmp_path):
        path = tmp_path / "readme.py"
        path.write_text(self.VALUE)
        assert lusory.load(f"{path}:mine") == lusory.load(str(path)) == lusory.load("tic-tac-toe")
        assert lusory.load(str(path)).name == "mine"
        assert call("check", path).code == 0
        refused(call("rules", path, "-o", "size=3"), "a rule value has no options")
        path.write_text(self.VALUE.replace("mine", "game"))
        assert lusory.load(str(path)).name == lusory.load(f"{path}:game").name == "readme"

    def test_several_games_in_a_file(self, call, tmp_path):
        path = tmp_path / "some.py"
        path.write_text(self.VALUE + "other = Game(board=Square(4), turn=Place())\nalso = other\n")
        refused(call("rules", path), "expected file.py:name, one of .*:mine, .*:other$")
        refused(call("rules", f"{path}:third"), "no function third, and no game; there is mine, other")
        path.write_text(self.VALUE + "def built() -> Game:\n    return mine\n")
        assert lusory.load(str(path)) == lusory.load(f"{path}:mine")
        path.write_text("x = 1\n")
        refused(call("rules", path), "expected a function that says `-> Game`, or `game = Game")

    @pytest.mark.parametrize(
        ("text", "said"),
        [
            ('{"board": 1}', "bad.json: turn: nothing, expected a ply"),
            ("[]", r"bad.json: the value: .*expected a Game"),
            ("", "bad.json: nothing, expected a rule value"),
            ('{"board": 1,\n "x": tru}', "bad.json: .* in line 2"),
            ("1" * 10_000, "bad.json: a number with thousands of digits"),
            ("Game(Square(" + "1" * 10_000 + "), Place())", "bad.json: "),
        ],
    )
    def test_what_is_wrong_is_said_with_the_file(self, call, tmp_path, text, said):
        path = tmp_path / "bad.json"
        path.write_text(text)
        done = call("rules", path)
        refused(done, said)
        assert "int_max" not in done.err and "limit" not in done.err


class TestNewAndCheck:
    @pytest.mark.parametrize("stem", ["class", "1x", "my game", "own", "game", "size", "open", "None", "ü"])
    def test_any_name_makes_a_game_that_compiles(self, call, tmp_path, stem):
        path = tmp_path / f"{stem}.py"
        assert call("new", path).code == 0
        done = call("check", path, "--games", 2)
        assert done.code == 0 and "2 random games" in done.out
        assert "1x" not in stem or "1x" in done.out

    def test_a_name_that_cannot_stand_in_the_file_is_refused(self, call, tmp_path):
        for stem in ('a"""b', "a\nb"):
            refused(call("new", tmp_path / f"{stem}.py"), "expected a name of plain characters", code=2)

    def test_a_slow_game_is_checked_as_far_as_there_is_time(self, call, tmp_path):
        path = tmp_path / "slow.json"
        path.write_text(
            "Game(Square(30), Slide(own, directions=every), setup=[Put(Ranks(1, 9)), Put(Ranks(1, 9), side=2)])"
        )
        begun = time.monotonic()
        done = call("check", path, "--seconds", 1)
        assert re.search(r"\d+ of 100 random games, in the 1 s there are", done.out) and done.code == 0
        assert time.monotonic() - begun < 15
        assert json.loads(call("check", path, "--seconds", 0.2, "--games", 3, "--json").out)["games"] < 3

    def test_a_new_game_is_checked_and_played(self, call, tmp_path):
        path = tmp_path / "my-game.py"
        assert call("new", path).code == 0
        done = call("check", path)
        assert done.code == 0 and "100 random games" in done.out, done
        assert call("play", path, "--first", "random", "--second", "random", "--seed", 1).code == 0
        assert call("rules", f"{path}:my_game", "-o", "size=5").code == 0
        refused(call("new", path), "is there already")

    def test_a_new_rule_value(self, call, tmp_path):
        path = tmp_path / "other.json"
        assert call("new", path).code == 0
        report = json.loads(call("check", path, "--json").out)
        assert report["problems"] == [] and sum(report["results"].values()) == 100 and report["game"] == "other"

    @pytest.mark.parametrize(
        ("old", "new", "said"),
        [
            ("Line(3)", "Line(33)", r"my.py, line \d+: ends\[0\].when.n: 33, the longest line"),
            ("Line(3)", "Lyne(3)", r"my.py, line \d+: NameError: name 'Lyne'"),
            ("Line(3)),", "Line(3)),)", r"my.py, line \d+: "),
            ("size: Annotated[int, Whole(3, 9), ", "size: Annotated[list, ", "size: "),
        ],
    )
    def test_what_is_wrong_is_said_with_its_line(self, call, tmp_path, old, new, said):
        path = tmp_path / "my.py"
        call("new", path)
        path.write_text(path.read_text("utf-8").replace(old, new))
        refused(call("check", path), said)
        report = call("check", path, "--json")
        assert report.code == 1 and re.search(said, json.loads(report.out)["problems"][0])

    def test_an_error_in_a_class_is_said_with_its_line(self, call, tmp_path):
        path = tmp_path / "bad.py"
        path.write_text(
            f"import sys\nsys.path.insert(0, {str(HERE)!r})\nfrom readings.susan import Susan\n"
            "class Bad(Susan):\n    def play(self, state, action):\n        raise KeyError('oops')\n"
        )
        refused(call("check", path), r"bad.py, line 6: susan: play\(.*\) raised KeyError")
        refused(call("play", path, "-o", "size=3", typed="b2\n"), r"bad.py, line 6: KeyError: 'oops'")

    @pytest.mark.parametrize(
        ("rules", "warning"),
        [
            ("Game(Square(3), Either(Step(own), Pass()), setup=[Put(Ranks(1), side=1)])", "no game ended within"),
            ("Game(Square(2), Place(), ends=[Draw(NoPly())])", "every game ended alike: draw"),
            ("Game(Square(2), Place(), ends=[Win(own), Draw(NoPly())])", "no game lasted longer"),
            ("Game(Square(2), Place(), ends=[Win(own), Draw(NoPly())])", r"ends\[1\] never came, Draw\(NoPly\(\)\)"),
        ],
    )
    def test_what_is_odd_is_a_warning(self, call, tmp_path, monkeypatch, rules, warning):
        monkeypatch.setattr("lusory.cli.check.PLIES", 20)
        path = tmp_path / "odd.json"
        path.write_text(rules)
        done = call("check", path)
        assert done.code == 0 and re.search(f"warning: {warning}", done.out), done


class TestPlay:
    def play(self, call, *arguments: object, typed: str) -> str:
        done = call("play", *arguments, typed=typed)
        assert done.code == 0 and done.err == "", done
        return str(done.out)

    def test_a_first_ply(self, call):
        out = self.play(call, "susan", "-o", "size=3", "--seed", 1, typed="b2\n")
        assert "First: you, Second: random" in out and "First: b2." in out and "(x)" in out
        assert out.count("to move.") == 3 and out.endswith("Good-bye; the game was not saved.\n")
        assert out == self.play(call, "susan", "-o", "size=3", "--seed", 1, typed="B2\n")

    def test_the_machine_can_begin(self, call):
        out = self.play(call, "doppel", "-o", "size=3", "--first", "random", "--seed", 1, typed="")
        assert "Chance: " in out and "First: " in out and "second> " in out

    def test_chance_can_be_given(self, call):
        assert (
            "Chance" not in self.play(call, "doppel", "--start", "d4", typed="").split("first> ")[0].split("\n", 2)[2]
        )

    def test_legal_plies(self, call):
        out = self.play(call, "susan", "-o", "size=3", typed="?\n? c\n?z\n")
        assert "19 legal plies." in out and "5 legal plies beginning with c." in out and "0 legal plies" in out

    def test_nonsense_gets_a_helpful_line_and_nothing_is_lost(self, call):
        out = self.play(
            call, "susan", "-o", "size=3", typed="hello world\n\x00\nb9\nwhy\n" + "x" * 5000 + "\nb2\nboard\n"
        )
        assert "hello: no ply of this game is written so" in out and "? lists the legal plies" in out
        assert (
            out.count("legal here and like it") == 3
            and "legal here: " not in out
            and "5000 characters" in out
            and "First: b2." in out
        )

    def test_undo(self, call):
        out = self.play(call, "susan", "-o", "size=3", "--seed", 1, typed="undo\nb2\nundo\nb2\n")
        assert "There is nothing to take back." in out and out.count("First: b2.") == 2

    def test_undo_through_chance_and_machine(self, call):
        out = self.play(call, "doppel", "-o", "size=3", "--first", "random", "--seed", 1, typed="?\nundo\n")
        assert "There is nothing to take back." in out

    def test_why_rules_help_and_save(self, call, tmp_path):
        path, other = tmp_path / "game.txt", tmp_path / "game.json"
        typed = f"why\nb2\nwhy\nrules\nhelp\nsave {path}\nsave {path}\nsave! {path}\nsave {other}\nsave\nsave /\nquit\n"
        out = self.play(call, "susan", "-o", "size=3", "--seed", 1, typed=typed)
        assert "Nothing has happened yet." in out and "Second places a stone on" in out
        assert "You win if" in out and "save! FILE" in out
        assert out.count("Saved in") == 3 and "is there already; save! " in out and "Where?" in out
        assert out.endswith("Good-bye.\n")
        assert lusory.read_record(path.read_text("utf-8")).plies == lusory.read_record(other.read_text("utf-8")).plies

    def test_to_the_end_and_back(self, call, tmp_path):
        typed = f"5\na1\nb2\nc3\n\nundo\nc3\nwhy\nb1\nsave {tmp_path / 'g.txt'}\n\n"
        out = self.play(call, "tic-tac-toe", "--second", "human", typed=f"a1 \na2\nb1\nb2\nc1\n{typed}")
        assert out.count("wins") >= 1 and "a1 b1 c1" in out

    def test_a_whole_turn_on_a_line(self, call):
        out = self.play(call, "serendipity", "--seed", 1, typed="c3-d4 e3-f4 g1xe3xc5\n")
        assert "First: e3xc5. The stone on d4 is captured." in out and "captured 2 : " in out

    def test_machines_among_themselves(self, call):
        out = self.play(call, "susan", "-o", "size=3", "--first", "random", "--second", "random", "--seed", 2, typed="")
        assert "wins" in out or "draw" in out
        assert "> " not in out.replace("-> ", "")

    def test_a_game_without_end_is_stopped(self, call, tmp_path, monkeypatch):
        monkeypatch.setattr("lusory.cli.table.PLY_CAP", 20)
        path = tmp_path / "on.json"
        path.write_text("Game(Square(2), Pass())")
        out = self.play(call, path, "--first", "random", "--second", "random", typed="")
        assert "Stopped after 20 plies." in out

    def test_saved_games_go_on(self, call, tmp_path):
        path = tmp_path / "game.txt"
        self.play(call, "susan", "-o", "size=3", "--second", "human", typed=f"b2\ne1\nsave {path}\n")
        out = self.play(call, "--resume", path, "--second", "human", typed="a1\nundo\nundo\n")
        assert "First: a1." in out and out.rstrip().endswith("Good-bye; the game was not saved.")

    def test_whether_the_game_is_kept_is_known(self, call, tmp_path):
        path = tmp_path / "game.txt"
        two = ("susan", "-o", "size=3", "--second", "human")
        lost = "Good-bye; the game was not saved."
        assert lost in self.play(call, *two, typed=f"b2\nsave {path}\ne1\n")
        assert lost not in self.play(call, "--resume", path, "--second", "human", typed="")
        assert lost in self.play(call, "--resume", path, "--second", "human", typed="e1\n")
        assert lost not in self.play(call, "--resume", path, "--second", "human", typed="e1\nundo\n")
        assert lost not in self.play(call, "--resume", path, "--second", "human", typed=f"e1\nsave! {path}\n")

    def test_who_rolled_a_die_is_to_move_and_not_to_answer(self, call, tmp_path):
        path = tmp_path / "race.json"
        path.write_text(
            "Game(Square(9, 1), Sequence(Chance(Roll(2)), Slide(own, distance=Rolled(), directions=Dir('E')), "
            "Step(own)), setup=[Put(At('a1'))], ends=[Win(own & At('i1'))])"
        )
        out = self.play(call, path, "--second", "human", "--seed", 1, typed="?\n")
        assert "First (x) to move.\n" in out and "answer" not in out
        position = lusory.load(str(path)).start().play("roll:1").play("a1-b1")
        from lusory.cli.tell import status

        assert status(position) == "First (x) to move (the turn goes on)."

    def test_the_menu(self, call):
        assert "First: you" in self.play(call, typed="nothing\nSusan\nquit\n")
        assert "breakthrough" in self.play(call, typed="1\n")
        assert "First" not in self.play(call, typed="\n") and "First" not in self.play(call, typed="")

    def test_four_players(self, call, tmp_path):
        path = tmp_path / "four.json"
        path.write_text("Game(Square(3), Place(), ends=[Win(Line(3)), Draw(NoPly())], players=4)")
        out = self.play(call, path, "--first", "random", "--fourth", "human", "--seed", 1, typed="?\n")
        assert "Fourth: you" in out and "fourth> " in out

    def test_a_python_class(self, call):
        assert "Second: " in self.play(call, SUSAN, "-o", "size=3", "--seed", 1, typed="b2\n?\n")


class TestSecrets:
    START = ("play", "hidden-gomoku", "-o", "size=5", "--second", "human", "--first", "human")

    def screens(self, call, typed: str) -> list[str]:
        done = call(*self.START, typed=typed)
        assert done.code == 0 and done.err == ""
        return str(done.out).split(WIPED)

    def test_the_screen_is_handed_over(self, call):
        screens = self.screens(call, "c3\nx\nA1 row\n\nreveal none\nB2 column\n\n?\n")
        hands = [screen.strip() for screen in screens if "Hand the machine" in screen]
        assert hands == ["Hand the machine to second, press Enter.", "Hand the machine to first, press Enter."]
        assert "First: A1 row." in screens[0] and "A1" not in screens[2]
        assert "B2 column" in screens[2] and "B2 column" not in screens[4] and "Second announces column B" in screens[4]

    @pytest.mark.parametrize("asked", ["?", "why", "board", "help", "undo", "nonsense", "reveal A1", "B1 row"])
    def test_what_the_other_may_not_know_changes_nothing(self, call, asked):
        one, other = (self.screens(call, f"c3\nx\n{target} row\n\n{asked}\nreveal none\n") for target in ("A1", "D1"))
        assert one[0] != other[0] and one[1:] == other[1:]

    def test_the_reveal_is_asked_in_the_same_form(self, call):
        without = self.screens(call, "c3\nx\nA1 row\n\nreveal none\nA2 row\n\nreveal none\nD4 row\n\n")[-1]
        with_one = self.screens(call, "c3\nx\nA1 row\n\nreveal none\nA4 row\n\nreveal none\nD4 row\n\n")[-1]
        shapes = [re.sub("[A-E.X]|[0-9]", "", screen) for screen in (without, with_one)]
        assert shapes[0] == shapes[1] and "to answer" in without

    def test_what_is_typed_while_the_machine_is_handed_over_is_not_lost(self, call, tmp_path):
        path = tmp_path / "g.txt"
        screens = self.screens(call, f"c3\nx\nA1 row\nsave {path}\n?\nboard\nA2 row\n\nreveal none\nquit\n")
        assert f"Saved in {path}." in screens[1] and path.exists() and "A1" not in screens[1]
        assert screens[1].count("not now; save, save!, quit, or Enter.") == 3 and "to answer" in screens[2]
        assert "Good-bye" in self.screens(call, "c3\nx\nA1 row\nquit\n")[-1]

    def test_nothing_is_taken_back_between_two_people(self, call):
        assert "cannot be unseen" in self.screens(call, "c3\nx\nA1 row\n\nundo\n")[-1]

    def test_a_whole_game_by_chance(self, call):
        """Every screen shows only what its owner knows: no text of a ply still secret from him."""
        rng = random.Random(5)
        position, typed, owner, owners = lusory.load("hidden-gomoku", size=5).start(), "", None, []
        secret = False
        while position.result is None:
            mover = position.to_move
            assert mover is not None
            if secret and mover != owner:
                typed += "\n"
                owners.append(mover)
            owner = mover
            choice = rng.choice(position.view(mover).printed)
            typed += f"{choice}\n"
            position = position.play(choice)
            secret |= position.ply > 2
        screens = self.screens(call, typed)[2::2]
        assert len(screens) == len(owners)
        plies = position.record().plies
        for screen, viewer in zip(screens[:-1], owners[:-1], strict=True):
            own = {ply.text for played, ply in zip(position.past, plies, strict=True) if played.player == viewer}
            for played, ply in zip(position.past, plies, strict=True):
                if ply.announced and played.player != viewer and ply.text not in own:
                    assert position.contract.printed(played.action) not in screen and ply.text not in screen

    def test_against_the_machine_only_the_own_view_is_shown(self, call):
        out = call("play", "hidden-gomoku", "-o", "size=5", "--seed", 4, typed="c3\nA1 row\nA2 row\n?\n").out
        assert "Hand the machine" not in out and "Second announces" in out and "secretly" not in out

    def test_saving_says_that_secrets_are_in_it(self, call, tmp_path):
        typed = f"c3\nx\nA1 row\n\nsave {tmp_path / 'g.json'}\n"
        assert "It holds the secrets of all players." in self.screens(call, typed)[-1]


@contextlib.contextmanager
def started(command: list[str], **how: Any) -> Iterator[subprocess.Popen[Any]]:
    """A command that can be interrupted, also where the tests run in the background and ignore that; and that does
    not outlive its test."""
    heeding: dict[str, Any] = {"preexec_fn": lambda: signal.signal(signal.SIGINT, signal.SIG_DFL)}
    with subprocess.Popen(command, **heeding, **how) as process:
        try:
            yield process
        finally:
            process.kill()


def in_terminal(arguments: list[str], typed: list[str], **environment: str) -> str:
    """What a terminal shows."""
    ours, theirs = pty.openpty()
    settings = {k: v for k, v in os.environ.items() if k != "NO_COLOR"} | {"TERM": "xterm"} | environment
    command = [*LUSORY, *arguments]
    with started(command, stdin=theirs, stdout=theirs, stderr=theirs, env=settings, close_fds=True) as process:
        os.close(theirs)
        shown = b""
        for line in [*typed, ""]:
            shown += read_until(ours, b"> ")
            if line:
                os.write(ours, line.encode() + b"\n")
        os.write(ours, b"\x04")
        shown += read_until(ours, b"Good-bye")
        process.wait(timeout=20)
    os.close(ours)
    return shown.decode()


def read_until(terminal: int, ending: bytes) -> bytes:
    shown, deadline = b"", time.monotonic() + 15
    while ending not in shown and time.monotonic() < deadline:
        if select.select([terminal], [], [], 0.2)[0]:
            try:
                shown += os.read(terminal, 65536)
            except OSError:
                break
    return shown


class TestTerminal:
    def test_colour_and_none(self):
        assert "\x1b[1m" in in_terminal(["play", "susan", "-o", "size=3", "--seed", "1"], ["b2"])
        plain = in_terminal(["play", "susan", "-o", "size=3", "--seed", "1"], ["zz"], NO_COLOR="1")
        assert "\x1b[31m" not in plain and "Good-bye" in plain

    def test_progress_leaves_a_clean_line(self, monkeypatch, call):
        """Also when a count is stopped."""
        terminal = io.StringIO()
        monkeypatch.setattr(terminal, "isatty", lambda: True)
        monkeypatch.setattr("lusory.cli.progress.SLOW", -1.0)
        monkeypatch.setattr("lusory.cli.progress.PAUSE", -1.0)

        def stopped(*_: object) -> Iterator[list[int]]:
            yield [9, 0, 0, 0, 0]
            yield [72, 0, 0, 0, 0]
            raise KeyboardInterrupt

        monkeypatch.setattr("lusory.play.census.rows", stopped)
        monkeypatch.setattr(sys, "stderr", terminal)
        assert call("census", "tic-tac-toe", "--depth", 9).code == 130
        told = terminal.getvalue().rstrip("\n").split("\r")
        assert told[0].startswith("lusory: depth 1 of 9 counted in 0 s") and told[3].startswith("lusory: depth 2")
        assert told[-1] == "" and told[-2].strip() == "" and len(told[-2]) >= len(told[3])

    def test_a_broken_pipe_is_quiet(self):
        command = f"{' '.join(LUSORY[:1])} -c 'from lusory.cli import main; main()' rules hidden-gomoku | head -1"
        done = subprocess.run(["bash", "-c", f"set -o pipefail; {command}"], capture_output=True, text=True)
        assert (done.returncode, done.stderr) == (0, "") and done.stdout.count("\n") == 1

    @pytest.mark.parametrize(
        ("words", "wanted"),
        [
            ("lusory ndengrod-is-none", ""),
            ("lusory rul", "rules"),
            ("lusory play ser", "serendipity"),
            ("lusory play susan -o dr", "draw="),
            ("lusory play susan --second ra", "random"),
        ],
    )
    def test_the_shell_completes(self, words, wanted):
        environment = os.environ | {
            "_LUSORY_COMPLETE": "complete_bash",
            "COMP_WORDS": words,
            "COMP_CWORD": str(len(words.split()) - 1),
        }
        done = subprocess.run(LUSORY, env=environment, capture_output=True, text=True)
        assert done.stdout.strip() == wanted
