"""Tests of the command line: output, error messages, exit codes."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from typing import Any

import msgspec
import pytest

import lusory
from lusory.play.game_file import read_options
from tests.commands import COMMANDS, HERE, LUSORY, RECORDS, SUSAN, refused, started, worked


class TestHelp:
    def test_help_lists_the_commands(self, call):
        for arguments in ((), ("--help",), ("-h",)):
            result = call(*arguments)
            assert result.code == 0 and all(f"\n  {name} " in result.out for name in COMMANDS)

    @pytest.mark.parametrize("name", COMMANDS)
    def test_every_command_teaches_by_example(self, call, name):
        result = call(name, "--help")
        assert result.code == 0 and f"  lusory {name}" in result.out

    def test_an_extra_that_is_missing_is_named(self, call, tmp_path, monkeypatch):
        for name in [name for name in sys.modules if name.startswith(("lusory.lab.report", "altair"))]:
            monkeypatch.delitem(sys.modules, name)
        monkeypatch.setitem(sys.modules, "altair", None)
        refused(call("measure", "susan", "--games", 10, "--out", tmp_path / "a.html"), "altair is missing.*lusory.lab.")

    def test_version(self, call):
        assert call("--version").out.startswith("lusory 0.")

    @pytest.mark.parametrize(
        ("arguments", "message"),
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
            (("play", "susan", "--third", "random"), "--third: the game is for 2 "),
            (("play", "susan", "--to-move", "2"), "--to-move is for --diagram"),
            (("play", "--resume", "game.txt", "-o", "size=4"), "--resume and -o"),
            (("measure", "susan", "--rungs", "2"), "--rungs is for --ladder"),
            (("measure", "susan", "--interactive"), "--interactive is for --out"),
            (("solve", "hidden-gomoku", "--distance"), "a game with secrets has no distance"),
            (("solve", "hex", "--verify", "hex.proof"), "--verify FILE takes"),
        ],
    )
    def test_wrong_use_is_said_in_one_line(self, call, arguments, message):
        refused(call(*arguments), message, code=2)

    @pytest.mark.parametrize(
        ("arguments", "message"),
        [
            (("rules", "susann"), "did you mean susan"),
            (("census", "susan", "--depth", "1", "-o", "size=9"), "susan: size=9, expected 2 to 8"),
            (("play", "susan", "-o", "sise=4"), "no option sise; there are: size, draw"),
            (("play", "susan", "--second", "deepblue"), "deepblue: no such player; expected one of human, random"),
            (("play", "doppel", "--start", "z9"), "z9 is not on the board"),
            (("play", "--resume", "nothing.txt"), "nothing.txt: No such file"),
            (("census", "nothing.py:f", "--depth", "1"), "nothing.py: no such file"),
            (("census", f"{SUSAN}n", "--depth", "1"), "no function Susann, and no game; there is Susan"),
            (("census", "tic-tac-toe", "--depth", "1", "--start", "a1 b1 b1"), "ply 3, b1: b1 is not empty"),
            (("census", "tic-tac-toe", "--depth", "99999999999999999999"), "depth: 9*, expected a whole number from 0"),
            (("census", SUSAN, "--depth", "1", "-o", "size=99"), r"susan.py, line \d+: ValueError: size: 99"),
            (("rules", SUSAN), "written in Python"),
            (("replay", "nothing.txt"), "nothing.txt: No such file"),
            (("replay", __file__), "test_cli.py: game ''"),
            (("check", "nothing.py"), "nothing.py: no such file"),
        ],
    )
    def test_wrong_input_is_said_in_one_line(self, call, arguments, message):
        refused(call(*arguments), message)


class TestGamesAndRules:
    def test_games(self, call):
        result = call("games")
        assert result.code == 0
        for name, game in lusory.catalogue().items():
            assert f"{name}: " in result.out and all(f"{option.name}=" in result.out for option in game.options)

    def test_a_game_is_found_by_another_name(self, call):
        assert "Also known as Pentalath." in call("games").out
        result = call("rules", "Pentalath").out
        assert result.startswith("Ndengrod\n") and "  Also known as Pentalath.\n" in result
        assert json.loads(call("rules", "pentalath", "--json").out)["name"] == "ndengrod"

    def test_games_for_programs(self, call):
        games = {game["name"]: game for game in json.loads(call("games", "--json").out)}
        assert set(games) == set(lusory.catalogue())
        assert games["ndengrod"]["other_names"] == ["Pentalath"]
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
        result = call("rules", "doppel", "-o", "size=3", "--format", "json")
        assert result.out == call("rules", "doppel", "-o", "size=3", "--json").out
        path.write_text(result.out)
        assert lusory.load(str(path)) == lusory.load("doppel", size=3)
        refused(call("rules", path, "-o", "size=4"), "a rule value has no options")


class TestCensus:
    def test_rows(self, call):
        assert json.loads(call("census", "tic-tac-toe", "--depth", 5, "--json").out)[-1] == [15120, 1440, 1440, 0, 0]
        assert "15,120" in call("census", "tic-tac-toe", "--depth", 5).out

    def test_from_a_start(self, call):
        rows = json.loads((HERE / "vectors" / "census.json").read_text("utf-8"))
        assert rows
        result = call("census", "doppel", "-o", "size=2", "--start", "A1", "--depth", 3, "--json")
        assert [row[0] for row in json.loads(result.out)] == [2, 4, 4]

    @pytest.mark.parametrize("plies", ["a1 b1", "A1,b1", "a1; B1"])
    def test_from_a_start_of_several_plies(self, call, plies):
        result = call("census", "tic-tac-toe", "--start", plies, "--depth", 1, "--divide", "--json")
        assert [text for text, _ in json.loads(result.out)] == ["c1", "a2", "b2", "c2", "a3", "b3", "c3"]

    def test_divided(self, call):
        result = call("census", "susan", "-o", "size=2", "--depth", 2, "--divide")
        assert result.out.splitlines()[-1].split() == ["all", "42", "0", "0", "0", "0"]
        parts = json.loads(call("census", "susan", "-o", "size=2", "--depth", 2, "--divide", "--json").out)
        assert len(parts) == 7 and sum(row[0] for _, row in parts) == 42

    def test_in_turns(self, call):
        result = call("census", "serendipity", "-o", "size=4", "--depth", 1, "--turns", "--json")
        assert json.loads(result.out)[0][0] == len(list(lusory.load("serendipity", size=4).start().turns()))

    def test_of_a_python_class(self, call):
        assert json.loads(call("census", SUSAN, "-o", "size=3", "--depth", 2, "--json").out)[1][0] == 342

    @pytest.mark.parametrize("form", [[], ["--json"]])
    def test_stopped_it_prints_what_is_done(self, form):
        command = [*LUSORY, "census", "susan", "--depth", "9", *form]
        with started(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
            worked(process, 2)
            process.send_signal(signal.SIGINT)
            out, err = process.communicate(timeout=30)
        assert process.returncode == 130 and "Traceback" not in err
        assert (json.loads(out)[0] == [61, 0, 0, 0, 0]) if form else ("61" in out)


class TestSurvey:
    def test_games_are_ranked_with_measures_beside(self, call, tmp_path):
        names = ["susan", "hex", "y"]
        opinions = [{"places": [[name] for name in names], "voter": f"v{n}"} for n in range(3)]
        head = {"format": "lusory", "version": 1, "kind": "survey", "title": "Best"}
        file, measures, table = (tmp_path / name for name in ("survey.json", "m.json", "t.csv"))
        file.write_text(json.dumps(head | {"games": [{"name": name} for name in names], "opinions": opinions}))
        measures.write_text(call("measure", "susan", "-o", "size=3", "--games", 20, "--json").out)
        result = call("survey", file, "--measures", measures, "--csv", table)
        assert result.code == 0 and result.out.startswith("Best: 3 opinions\nsusan ")
        assert table.read_text().startswith("game,strength,low,high,opinions,hash,")
        data = json.loads(call("survey", file, "--json").out)
        assert [row["game"] for row in data["games"]] == names and data["measures"] == []
        refused(call("survey", measures), "m.json: kind: expected 'survey'")
        refused(call("survey", file, "--measures", file), "survey.json: ")


class TestPrint:
    def test_blank_sheets(self, call, tmp_path, monkeypatch):
        monkeypatch.chdir(tmp_path)
        result = call("print", "hidden-gomoku", "-o", "size=5", "--rules")
        assert result.out == "hidden-gomoku.pdf: board, record, first, private, second, private, rules\n"
        assert (tmp_path / "hidden-gomoku.pdf").read_bytes().startswith(b"%PDF-")
        refused(call("print", "hidden-gomoku"), "hidden-gomoku.pdf is there already; --out hidden-gomoku.pdf writes")
        result = call("print", "susan", "--sheet", "board", "--paper", "letter", "--out", "b.ods")
        assert result.out == "b.ods: board\n" and (tmp_path / "b.ods").read_bytes().startswith(b"PK")

    def test_from_a_record(self, call, tmp_path):
        out = tmp_path / "game.ods"
        assert call("print", "--record", RECORDS / "susan.txt", "--out", out).code == 0
        assert call("print", "susan", "--record", RECORDS / "susan.txt", "--out", out).code == 0
        refused(call("print", "doppel", "--record", RECORDS / "susan.txt"), "it is of susan, not of doppel", 2)

    def test_a_record_with_secrets_is_printed_as_all_may_see_it(self, call, tmp_path):
        path, out = tmp_path / "game.json", tmp_path / "game.pdf"
        stored = json.loads((RECORDS / "hidden-gomoku.json").read_text("utf-8"))
        stored["plies"], stored["result"] = [{"text": ply["text"]} for ply in stored["plies"][:6]], None
        path.write_text(json.dumps(stored))
        for arguments, message in (((), "board, record"), (("--as", "second"), "board, record, second, private"),
                            (("--as", "all"), "board, record, first, private, second, private")):  # fmt: skip
            assert call("print", "--record", path, "--out", out, *arguments).out == f"{out}: {message}\n"

    def test_a_python_class_has_a_board_and_a_record(self, call, tmp_path):
        result = call("print", SUSAN, "--out", tmp_path / "x.pdf")
        assert result.code == 0 and "board, record" in result.out
        refused(call("print", SUSAN, "--rules", "--out", tmp_path / "x.pdf"), "no rule text")

    @pytest.mark.parametrize(
        ("arguments", "message", "code"),
        [
            ([], "expected GAME, or --record FILE", 2),
            (["susan", "--as", "first"], "--as: expected a --record", 2),
            (["susan", "--sheet", "private"], "susan hides nothing from its players", 1),
            (["susan", "--out", "x.doc"], "x.doc: expected a name that ends in .pdf or .ods", 1),
            (["susan", "--out", "nowhere/x.pdf"], "there is no folder", 1),
            (["susan", "--paper", "a5"], "'a5' is not one of", 2),
        ],
    )
    def test_what_is_wrong_is_said(self, call, tmp_path, monkeypatch, arguments, message, code):
        monkeypatch.chdir(tmp_path)
        refused(call("print", *arguments), message, code)


class TestReplay:
    def test_a_record(self, call):
        result = call("replay", RECORDS / "ndengrod-help.txt")
        assert result.code == 0 and " 13. f7\n" in result.out
        assert "First (x) wins" in result.out and "c4 d5 e6 f7 g8." in result.out

    def test_explained(self, call):
        out = call("replay", RECORDS / "hidden-gomoku.txt", "--explain").out
        assert "39. G3 row: Second secretly aims at G3. Second announces row 3." in out
        assert "The move of Second fails: C7 is taken." in out
        out = call("replay", RECORDS / "doppel.json", "--explain").out
        assert "earns one point" in out and "Second wins 16 to 14:" in out and "Points" not in out

    @pytest.mark.parametrize(("second", "told"), [("Bo", "Bo"), ("level:3", "Second"), ("ada", None)])
    def test_people_are_called_by_their_names(self, call, tmp_path, second, told):
        text = (RECORDS / "susan.txt").read_text("utf-8")
        tags = f'[result "1-0"]\n[first "Ada"]\n[second "{second}"]'
        (tmp_path / "game.txt").write_text(text.replace('[result "1-0"]', tags), "utf-8")
        out = call("replay", tmp_path / "game.txt", "--explain").out
        assert f"{'Ada' if told else 'First'} places a stone on d4." in out
        assert f"{told or 'Second'} places a stone on c5." in out

    def test_a_game_that_ended_outside_its_rules_is_over(self, call, tmp_path):
        tags = '[game "susan"]\n[ended "Bo resigned. Ada wins."]\n[values "1 0"]'
        (tmp_path / "game.txt").write_text(f"{tags}\n\n1. b2\n", "utf-8")
        for options in ((), ("--explain",)):
            assert call("replay", tmp_path / "game.txt", *options).out.endswith("\n\nBo resigned. Ada wins.\n")

    def test_with_boards(self, call):
        result = call("replay", RECORDS / "susan.txt", "--boards")
        assert result.out.count("a    ") == 19

    def test_stored_form(self, call):
        result = call("replay", RECORDS / "susan.txt", "--json")
        assert result.out == (RECORDS / "susan.json").read_text("utf-8")

    def test_from_stdin(self):
        text = (RECORDS / "susan.txt").read_bytes()
        result = subprocess.run([*LUSORY, "replay", "-"], input=text, capture_output=True, check=True)
        assert b"First (x) wins" in result.stdout

    def test_with_other_names(self, call, tmp_path):
        path = tmp_path / "game.json"
        stored = json.loads((RECORDS / "susan.json").read_text("utf-8"))
        stored["tags"] = {"first": "Ann", "second": "Ben", "event": "Ann against Ben, not Anna"}
        path.write_text(json.dumps(stored))
        result = call("replay", path, "--names", "Ann=Ben,2=Ann", "--explain")
        assert result.code == 0 and "first: Ben\nsecond: Ann\nevent: Ben against Ann, not Anna\n" in result.out
        assert "Ben (x) wins" in result.out and "Ann places" in result.out
        assert "First" not in result.out and "Second" not in result.out
        tags = json.loads(call("replay", path, "--names", "first=Ada", "--json").out)["tags"]
        assert tags == {"first": "Ada", "second": "Ben", "event": "Ada against Ben, not Anna"}
        refused(call("replay", path, "--names", "Eve=x"), "--names Eve: expected first .1, x, Ann. or second", 2)
        refused(call("replay", path, "--names", "first"), "expected PLAYER=NAME, as in first=Ada", 2)

    def test_a_broken_one(self, call, tmp_path):
        path = tmp_path / "broken.txt"
        path.write_text('[game "susan"]\n\n1. b2\n2. b2\n')
        refused(call("replay", path), r"broken.txt: line 4, ply 2, b2: ")

    @pytest.mark.parametrize(
        ("name", "old", "new", "message"),
        [
            ("susan.json", '"d4"', '"c1c1"', r"bad.json: ply \d+, c1c1: "),
            ("susan.json", "{", "{,", "bad.json: not JSON: .* in line 1"),
            ("susan.json", '"plies": [', '"plies": 1, "x": [', "bad.json: x: unknown field"),
        ],
    )
    def test_what_is_wrong_is_said_with_the_file(self, call, tmp_path, name, old, new, message):
        path, text = tmp_path / "bad.json", (RECORDS / name).read_text("utf-8")
        assert old in text
        path.write_text(text.replace(old, new, 1))
        refused(call("replay", path), message)
        refused(call("play", "--resume", path), message)

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

    FUNCTION = (
        "from typing import Annotated, Literal\nfrom lusory.rules import *\n"
        "def mine(size: Annotated[int, Whole(2, 5)] = 3, end: Literal['win', 'loss'] = 'win', n=3) -> Game:\n"
        "    ends = [Win(Line(n)) if end == 'win' else Loss(Line(n))]\n"
        "    return Game(board=Square(size), turn=Place(), ends=ends)\n"
    )

    def test_a_function_without_decorator_has_a_name_and_options(self, call, tmp_path):
        path = tmp_path / "readme.py"
        path.write_text(self.FUNCTION)
        game: Any = lusory.load(f"{path}:mine", size="4", end="loss", n="2")
        of_size_3: Any = lusory.load(str(path), end="loss", n=2)
        assert (game.name, game.board.columns, game.ends) == ("mine", 4, of_size_3.ends)
        assert call("check", path, "--games", 2).out.startswith("mine: it builds")
        refused(call("check", path, "-o", "size=9"), "size=9, expected 2 to 5")
        refused(call("check", path, "-o", "end=draw"), "end=draw, expected win or loss")
        refused(call("check", path, "-o", "n=many"), "n=many, expected a whole number")
        path.write_text("from __future__ import annotations\n" + self.FUNCTION)
        assert lusory.load(str(path), size="4", end="loss", n="2") == game

    @pytest.mark.parametrize("first_line", ["", "from __future__ import annotations\n"])
    @pytest.mark.parametrize("hint", ["int | None", "Optional[int]", "'cells a side'", "nowhere.Size"])
    def test_annotations_of_any_kind_are_read(self, tmp_path, first_line, hint):
        if hint == "nowhere.Size" and not first_line:
            return
        path = tmp_path / "hinted.py"
        header = f"{first_line}from typing import Optional\nfrom lusory.rules import *\n"
        body = f"def mine(size: {hint} = 5) -> Game:\n    return Game(board=Square(int(size)), turn=Place())\n"
        path.write_text(header + body)
        assert lusory.load(str(path)) != lusory.load(str(path), size="4")

    def test_a_class_whose_fields_are_options_gets_numbers(self):
        sized = msgspec.defstruct("Sized", [("size", int), ("name", str, "sized")])
        assert read_options(sized, "sized", {"size": "4", "name": "4"}) == {"size": 4, "name": "4"}

    def test_a_file_that_was_saved_twice_in_a_second_is_read_again(self, tmp_path, monkeypatch):
        monkeypatch.setattr(sys, "dont_write_bytecode", False)
        path = tmp_path / "saved.py"
        for columns in "345":  # texts of equal size
            path.write_text(f"from lusory.rules import *\ngame = Game(board=Square({columns}), turn=Place())\n")
            os.utime(path, (1_000_000_000, 1_000_000_000))
            game: Any = lusory.load(str(path))
            assert game.board.columns == int(columns)
        assert not (tmp_path / "__pycache__").exists()

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
        ("text", "message"),
        [
            ('{"board": 1}', "bad.json: turn: nothing, expected a ply"),
            ("[]", r"bad.json: the value: .*expected a Game"),
            ("", "bad.json: nothing, expected a rule value"),
            ('{"board": 1,\n "x": tru}', "bad.json: .* in line 2"),
            ("1" * 10_000, "bad.json: a number with thousands of digits"),
            ("Game(Square(" + "1" * 10_000 + "), Place())", "bad.json: "),
        ],
    )
    def test_what_is_wrong_is_said_with_the_file(self, call, tmp_path, text, message):
        path = tmp_path / "bad.json"
        path.write_text(text)
        result = call("rules", path)
        refused(result, message)
        assert "int_max" not in result.err and "limit" not in result.err


def deep_rules(depth):
    """Rules whose end is a tree of conditions of this depth, as an expression: its sheet takes long."""
    tree = "Line(3)"
    for level in range(depth):
        tree = f"If(Count(own) >= {level}, All({tree}, No(Line(4))), Any({tree}, Some(Group(own, size={level + 2}))))"
    return f"Game(Square(8), Place(), ends=[Win({tree})])"


class TestNewAndCheck:
    @pytest.mark.parametrize("stem", ["class", "1x", "my game", "own", "game", "size", "open", "None", "ü"])
    def test_any_name_makes_a_game_that_compiles(self, call, tmp_path, stem):
        path = tmp_path / f"{stem}.py"
        assert call("new", path).code == 0
        result = call("check", path, "--games", 2)
        assert result.code == 0 and "2 random games" in result.out
        assert "1x" not in stem or "1x" in result.out

    def test_a_name_that_cannot_stand_in_the_file_is_refused(self, call, tmp_path):
        for stem in ('a"""b', "a\nb"):
            refused(call("new", tmp_path / f"{stem}.py"), "expected a name of plain characters", code=2)

    def test_a_slow_game_is_checked_as_far_as_there_is_time(self, call, tmp_path):
        path = tmp_path / "slow.json"
        path.write_text(
            "Game(Square(30), Slide(own, directions=every), setup=[Put(Ranks(1, 9)), Put(Ranks(1, 9), side=2)])"
        )
        started = time.monotonic()
        result = call("check", path, "--seconds", 1)
        assert re.search(r"\d+ of 100 random games, in a third of the 1 s there are", result.out) and result.code == 0
        assert time.monotonic() - started < 15
        assert json.loads(call("check", path, "--seconds", 0.2, "--games", 3, "--json").out)["games"] < 3

    @pytest.mark.parametrize(
        ("rules", "seconds", "message"),
        [
            (deep_rules(9), 0.05, r"its rules are not told; the sheet was cut after 0\.017 s: --seconds gives"),
            (
                "Game(Square(30), Place(), effects=[Capture(Ray(to, every, enemy, own, 2))], "
                "ends=[Win(Line(9, times=2)), Win(Ring(own))])",
                0.6,
                r"it tells its rules in \d+ words; the search for examples was cut after 0\.2 s",
            ),
            ("Game(Square(3), Place())", 30, r"it tells its rules in \d+ words\n"),
        ],
        ids=["sheet", "examples", "nothing"],
    )
    def test_a_sheet_is_cut_where_the_time_is_up(self, call, tmp_path, rules, seconds, message):
        path = tmp_path / "slow.json"
        path.write_text(rules)
        result = call("check", path, "--seconds", seconds, "--games", 1)
        assert result.code == 0 and re.search(message, result.out), result

    def test_too_few_games_to_judge_by_are_a_warning(self, call, tmp_path):
        path = tmp_path / "vast.json"
        path.write_text("Game(Square(40), Place(), ends=[Win(Line(40))])")
        result = call("check", path, "--seconds", 0.3)
        assert "warning: no game came to an end" in result.out and "Nothing is wrong" not in result.out

    def test_a_game_may_last_as_long_as_its_board_is_large(self, call, tmp_path):
        path = tmp_path / "large.json"
        path.write_text("Game(Square(24), Place(), ends=[Win(Line(24)), Draw(No(empty))])")
        out = call("check", path, "--games", 2, "--seconds", 0).out
        assert "results: draw 2" in out and "plies: 576 to 576" in out

    @pytest.mark.parametrize(
        ("end", "word"), [("Win(NoPly())", "won"), ("Loss(NoPly())", "lost"), ("Draw(NoPly())", "draw")]
    )
    def test_a_game_for_one_is_won_or_lost(self, call, tmp_path, end, word):
        path = tmp_path / "alone.json"
        path.write_text(f"Game(Square(2), Place(), ends=[{end}], players=1)")
        out = call("check", path).out
        assert f"results: {word} 100" in out and f"every game ended alike: {word}" in out

    def test_a_term_that_names_nothing_is_a_warning(self, call, tmp_path):
        path = tmp_path / "terms.json"
        path.write_text('Game(Square(3), Place(), ends=[Draw(Quiet(9))], terms={"lost": Captured(own) >= 3})')
        assert "warning: the term 'lost' names no part of the rules" in call("check", path).out
        assert "the term 'lost' names no part of the rules" in json.loads(call("check", path, "--json").out)["warnings"]

    def test_a_new_game_is_checked_and_played(self, call, tmp_path):
        path = tmp_path / "my-game.py"
        assert call("new", path).code == 0
        result = call("check", path)
        assert result.code == 0 and "100 random games" in result.out, result
        assert call("play", path, "--first", "random", "--second", "random", "--seed", 1).code == 0
        assert call("rules", f"{path}:my_game", "-o", "size=5").code == 0
        refused(call("new", path), "is there already")

    def test_a_new_rule_value(self, call, tmp_path):
        path = tmp_path / "other.json"
        assert call("new", path).code == 0
        report = json.loads(call("check", path, "--json").out)
        assert report["problems"] == [] and sum(report["results"].values()) == 100 and report["game"] == "other"

    @pytest.mark.parametrize(
        ("old", "new", "message"),
        [
            ("Line(3)", "Line(33)", r"my.py, line \d+: ends\[0\].when.n: 33, the longest line"),
            ("Line(3)", "Lyne(3)", r"my.py, line \d+: NameError: name 'Lyne'"),
            ("Line(3)),", "Line(3)),)", r"my.py, line \d+: "),
            ("size: Annotated[int, Whole(3, 9), ", "size: Annotated[list, ", "size: "),
            ("Whole(3, 9)", "Whole(9, 3)", r"my.py, line \d+: Whole.high: 3, expected 9 or more"),
            ("Whole(3, 9)", "Whole(5, 9)", r"my.py, line \d+: size: 4, expected a default of 5 to 9"),
        ],
    )
    def test_what_is_wrong_is_said_with_its_line(self, call, tmp_path, old, new, message):
        path = tmp_path / "my.py"
        call("new", path)
        path.write_text(path.read_text("utf-8").replace(old, new))
        refused(call("check", path), message)
        report = call("check", path, "--json")
        assert report.code == 1 and re.search(message, json.loads(report.out)["problems"][0])

    def test_an_error_in_a_class_is_said_with_its_line(self, call, tmp_path):
        path = tmp_path / "bad.py"
        path.write_text(
            f"import sys\nsys.path.insert(0, {str(HERE)!r})\nfrom readings.susan import Susan\n"
            "class Bad(Susan):\n    def play(self, state, action):\n        raise KeyError('oops')\n"
        )
        refused(call("check", path), r"bad.py, line 6: susan: play\(.*\) raised KeyError")
        refused(call("play", path, "-o", "size=3", typed="b2\n"), r"bad.py, line 6: KeyError: 'oops'")

    @pytest.mark.parametrize(
        ("rules", "message"),
        [
            ("Game(Square(2), Place(), ends=[Win(Line(2))])", "had no legal move: no game"),
            ("Game(Square(2), Place())", r"had no legal move: 100 games \(number 0, 1, 2, 3, 4, \.\.\.\)"),
            ("Game(Square(2), Place(), ends=[Win(NoPly())])", r"had no legal move: 100 games \("),
        ],
    )
    def test_games_that_ended_for_want_of_a_move_are_counted(self, call, tmp_path, rules, message):
        path = tmp_path / "stuck.json"
        path.write_text(rules)
        assert re.search(message, call("check", path).out)
        assert json.loads(call("check", path, "--json").out)["stuck"] == (100 if "100" in message else 0)

    def test_neutral_stones_that_leave_again_stood_on_the_board(self, call, tmp_path):
        path = tmp_path / "neutral.json"
        path.write_text(
            "Game(Square(2), Sequence(Place(owner=neutral), Remove(neutral)), ends=[Draw(Quiet(2, without='capture'))])"
        )
        assert "ever stood" not in call("check", path).out

    @pytest.mark.parametrize(
        ("rules", "warning"),
        [
            ("Game(Square(3), Either(Step(own), Pass()), setup=[Put(Ranks(1), side=1)])", "no game ended within"),
            ("Game(Square(2), Place(), ends=[Draw(NoPly())])", "every game ended alike: draw"),
            ("Game(Square(2), Place(), ends=[Win(own), Draw(NoPly())])", "no game lasted longer"),
            (
                "Game(Square(2), Place(), ends=[Win(own), Draw(NoPly())])",
                r'ends\[1\] never came: "The game is a draw if',
            ),
            (
                "Game(Square(2), Place(), ends=[Win(own), Draw(Captured(own) >= 3)])",
                r'ends\[1\] never came: "The game is a draw if you have captured at least three stones\."',
            ),
        ],
    )
    def test_what_is_odd_is_a_warning(self, call, tmp_path, monkeypatch, rules, warning):
        monkeypatch.setattr("lusory.cli.check.PLIES", 20)
        path = tmp_path / "odd.json"
        path.write_text(rules)
        result = call("check", path)
        assert result.code == 0 and re.search(f"warning: {warning}", result.out), result
