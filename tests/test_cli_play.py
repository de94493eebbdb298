"""Tests of play at the terminal, line by line: what each seat is shown, and the commands."""

import io
import os
import random
import re
import subprocess
import sys
from collections.abc import Iterator

import pytest

import lusory
from tests.commands import LUSORY, SUSAN, WIPED, in_terminal, refused


class TestPlay:
    def play(self, call, *arguments: object, typed: str) -> str:
        result = call("play", *arguments, typed=typed)
        assert result.code == 0 and result.err == "", result
        return str(result.out)

    def test_a_first_ply(self, call):
        out = self.play(call, "susan", "-o", "size=3", "--seed", 1, typed="b2\n")
        assert "First: you, Second: level:4" in out and "First: b2." in out and "(x)" in out
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
        out = self.play(call, "susan", "-o", "size=3", typed="?\n? c\n?z\n? b2\n?b2\n")
        assert out.count("1 legal move beginning with b2.") == 2 and "First: b2" not in out
        assert "19 legal moves." in out and "5 legal moves beginning with c." in out and "0 legal moves" in out

    def test_a_hint(self, call):
        out = self.play(call, "tic-tac-toe", "--second", "human", typed="b2\na1\nb1\na3\nhint\nhint now\nhelp\n")
        assert "Hint: b3 (100 % for who is to move)" in out and "hint now: " not in out.split("Hint: ")[0]
        assert "the move that the strongest player would make" in out

    def test_nonsense_gets_a_helpful_line_and_nothing_is_lost(self, call):
        out = self.play(
            call, "susan", "-o", "size=3", typed="hello world\n\x00\nb9\nwhy\n" + "x" * 5000 + "\nb2\nboard\n"
        )
        assert "hello: no move of this game is written like this" in out and "? lists the legal moves" in out
        assert out.count("b9 is not on the board") == 2 and "5000 characters" in out and "First: b2." in out

    def test_the_record_what_is_known_and_own_notes(self, call):
        typed = "record\nknown\nnote\nE5\nnote E5 may be taken\nnote\nx\nknown\nA1 col\nrecord\nknown\n"
        out = self.play(call, "hidden-gomoku", "--second", "random", "--seed", 3, typed=typed)
        assert "Nothing has been played yet." in out and "Nothing has happened yet." in out and "No notes yet" in out
        assert "after 2 moves: E5 may be taken" in out
        assert "  1. E5: First places a stone on E5." in out
        assert "  3. A1:column" in out and "  5. ? column F" in out and "  5. Second announces column F." in out

    def test_a_board_of_ones_own(self, call, tmp_path):
        board, out = tmp_path / "board.txt", tmp_path / "game.txt"
        board.write_text("  a b c\n3 . o .\n2 x x .\n1 . . o\n")
        typed = f"undo\nc2\nsave {out}\nundo\n"
        output = self.play(call, "tic-tac-toe", "--diagram", board, "--second", "human", typed=typed)
        assert "There is nothing to take back." in output and "First (x) wins" in output
        assert "this game began with a diagram" in output and not out.exists()
        board.write_text("nonsense")
        refused(call("play", "tic-tac-toe", "--diagram", board, typed=""), "the diagram has 1 line, expected 4")
        refused(call("play", "tic-tac-toe", "--diagram", tmp_path / "none.txt", typed=""), "No such file", 2)

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
        monkeypatch.setattr("lusory.cli.terminal_game.PLY_CAP", 20)
        path = tmp_path / "on.json"
        path.write_text("Game(Square(2), Pass())")
        out = self.play(call, path, "--first", "random", "--second", "random", typed="")
        assert "Stopped after 20 moves." in out

    def test_saved_games_go_on(self, call, tmp_path):
        path = tmp_path / "game.txt"
        self.play(call, "susan", "-o", "size=3", "--second", "human", typed=f"b2\ne1\nsave {path}\n")
        out = self.play(call, "--resume", path, "--second", "human", typed="a1\nundo\nundo\n")
        assert "First: a1." in out and out.rstrip().endswith("Good-bye; the game was not saved.")

    def test_whether_the_game_is_kept_is_known(self, call, tmp_path):
        path = tmp_path / "game.txt"
        arguments = ("susan", "-o", "size=3", "--second", "human")
        lost = "Good-bye; the game was not saved."
        assert lost in self.play(call, *arguments, typed=f"b2\nsave {path}\ne1\n")
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
        from lusory.play.narration import status

        assert status(position) == "First (x) to move (the turn goes on)."

    def test_the_menu(self, call):
        assert "First: you" in self.play(call, typed="nothing\nSusan\nquit\n")
        assert "breakthrough" in self.play(call, typed="1\n")
        assert "First" not in self.play(call, typed="\n") and "First" not in self.play(call, typed="")

    def test_the_menu_knows_the_other_names_of_games(self):
        from lusory.cli.menu import match_game

        names = sorted(lusory.catalogue())
        for typed in ("pentalath", "Pentalat", "penta", str(names.index("ndengrod") + 1)):
            assert match_game(typed, names) == "ndengrod"
        assert match_game("pente", names) == "pente" and match_game("Kōnane", names) == "konane"
        assert match_game("-", names) is None and match_game("99", names) is None

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
        result = call(*self.START, typed=typed)
        assert result.code == 0 and result.err == ""
        return str(result.out).split(WIPED)

    def test_the_screen_is_handed_over(self, call):
        screens = self.screens(call, "c3\nx\nA1 row\n\nreveal none\nB2 column\n\n?\n")
        hands = [screen.strip() for screen in screens if "Hand the device" in screen]
        assert hands == ["Hand the device to second, then press Enter.", "Hand the device to first, then press Enter."]
        assert "First: A1 row." in screens[0] and "A1" not in screens[2]
        assert "B2 column" in screens[2] and "B2 column" not in screens[4] and "Second announces column B" in screens[4]

    @pytest.mark.parametrize("command", ["?", "why", "board", "help", "undo", "nonsense", "reveal A1", "B1 row"])
    def test_what_the_other_may_not_know_changes_nothing(self, call, command):
        first, other = (
            self.screens(call, f"c3\nx\n{target} row\n\n{command}\nreveal none\n") for target in ("A1", "D1")
        )
        assert first[0] != other[0] and first[1:] == other[1:]

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
        assert "othing is taken back" in self.screens(call, "c3\nx\nA1 row\n\nundo\n")[-1]

    def test_no_hint_between_two_people(self, call):
        assert "No hint now" in self.screens(call, "c3\nx\nA1 row\n\nhint\n")[-1]

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
            own_plies = {ply.text for played, ply in zip(position.past, plies, strict=True) if played.player == viewer}
            for played, ply in zip(position.past, plies, strict=True):
                if ply.announced and played.player != viewer and ply.text not in own_plies:
                    assert position.contract.printed(played.action) not in screen and ply.text not in screen

    def test_against_the_machine_only_the_own_view_is_shown(self, call):
        out = call("play", "hidden-gomoku", "-o", "size=5", "--seed", 4, typed="c3\nA1 row\nA2 row\n?\n").out
        assert "Hand the device" not in out and "Second announces" in out and "secretly" not in out

    def test_saving_says_that_secrets_are_in_it(self, call, tmp_path):
        typed = f"c3\nx\nA1 row\n\nsave {tmp_path / 'g.json'}\n"
        assert "It holds the secrets of all players." in self.screens(call, typed)[-1]


class TestTerminal:
    def test_colour_and_none(self):
        assert "\x1b[1m" in in_terminal(["play", "susan", "--plain", "-o", "size=3", "--seed", "1"], ["b2"])
        plain = in_terminal(["play", "susan", "--plain", "-o", "size=3", "--seed", "1"], ["zz"], NO_COLOR="1")
        assert "\x1b[31m" not in plain and "Good-bye" in plain

    def test_a_terminal_that_cannot_move_its_cursor_gets_lines(self):
        shown = in_terminal(["play", "susan", "-o", "size=3", "--second", "human"], ["b2"], TERM="dumb")
        assert "\x1b[" not in shown and "First: b2." in shown

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
        updates = terminal.getvalue().rstrip("\n").split("\r")
        assert updates[0].startswith("lusory: depth 1 of 9 counted in 0 s") and updates[3].startswith("lusory: depth 2")
        assert updates[-1] == "" and updates[-2].strip() == "" and len(updates[-2]) >= len(updates[3])

    def test_a_broken_pipe_is_quiet(self):
        command = f"{' '.join(LUSORY[:1])} -c 'from lusory.cli import main; main()' rules hidden-gomoku | head -1"
        result = subprocess.run(["bash", "-c", f"set -o pipefail; {command}"], capture_output=True, text=True)
        assert (result.returncode, result.stderr) == (0, "") and result.stdout.count("\n") == 1

    @pytest.mark.parametrize(
        ("words", "expected"),
        [
            ("lusory ndengrod-is-none", ""),
            ("lusory rul", "rules"),
            ("lusory play ser", "serendipity"),
            ("lusory play susan -o dr", "draw="),
            ("lusory play susan --second ra", "random"),
        ],
    )
    def test_the_shell_completes(self, words, expected):
        environment = os.environ | {
            "_LUSORY_COMPLETE": "complete_bash",
            "COMP_WORDS": words,
            "COMP_CWORD": str(len(words.split()) - 1),
        }
        result = subprocess.run(LUSORY, env=environment, capture_output=True, text=True)
        assert result.stdout.strip() == expected


class TestNames:
    """`--names`: people are called by their names, on the screen and in the record."""

    def test_people_are_called_by_their_names(self, call, tmp_path):
        file = tmp_path / "game.txt"
        lines = f"b2\nwhy\nsave {file}\nquit\n"
        result = call("play", "susan", "--second", "human", "--names", "first=Ada,2=Bo", typed=lines)
        assert "First: Ada, Second: Bo." in result.out
        assert (
            "Ada: b2." in result.out and "Bo (o) to move." in result.out and "Ada places a stone on b2." in result.out
        )
        assert '[first "Ada"]' in file.read_text() and '[second "Bo"]' in file.read_text()
        result = call("play", "--resume", file, "--names", "Ada=Cleo", typed="known\nquit\n")
        assert "First: Cleo, Second: Bo." in result.out and "Cleo places a stone on b2." in result.out

    @pytest.mark.parametrize(
        ("names", "message"),
        [
            ("second=Bo", "second is level:4, expected a person's seat"),
            ("first=random", "random is what lusory calls a player"),
            ("first=second", "second is what lusory calls a player"),
            ("Ada", "expected PLAYER=NAME"),
        ],
    )
    def test_other_names_are_refused(self, call, names, message):
        result = call("play", "susan", "--names", names)
        assert result.code and message in result.err

    def test_the_screen_is_handed_over_by_name(self, call):
        typed = "E5\n\nx\n\nA1 row\n\nnone\n\nquit\n"
        result = call("play", "hidden-gomoku", "--second", "human", "--names", "first=Ada,second=Bo", typed=typed)
        assert "Hand the device to Bo, then press Enter." in result.out and "Ada announces row 1." in result.out
