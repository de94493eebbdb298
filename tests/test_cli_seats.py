"""Tests of seats in a resumed game: who plays which, and that a terminal shows its seat's view only."""

import asyncio
import random

import msgspec
import pytest

import lusory
from lusory.cli.board import BoardApp
from lusory.cli.board.view import BoardView
from lusory.cli.seats import Resumed, labels, player_named, seat_specs
from lusory.errors import RecordError
from lusory.play.record import read
from lusory.play.spectator import SPECTATOR, picture_for
from lusory.players import player
from tests.commands import RECORDS, WIPED, refused

TWINS = ("A1:row", "D1:row")
"""Two plies that second cannot tell apart: the same row is announced."""
THREE = "Game(Square(3), Commit(Place()), ends=[Win(Line(3)), Draw(NoPly())], players=3)"


def position_after(*plies, name="hidden-gomoku", **options):
    position = lusory.load(name, **({"size": 5} if name == "hidden-gomoku" else {}) | options).start()
    for ply in plies:
        position = position.play(ply)
    return position


def saved(tmp_path, *plies, file="game.txt", name="hidden-gomoku", **tags):
    """The file of a game, with these tags."""
    record = msgspec.structs.replace(position_after(*plies, name=name).record(), tags=tags)
    path = tmp_path / file
    path.write_text(record.json() if path.suffix == ".json" else record.text(), encoding="utf-8")
    return path


def ran(call, *arguments, typed=""):
    result = call(*arguments, typed=typed)
    assert result.code == 0 and result.err == "", result
    return str(result.out)


class TestResume:
    HIDDEN = ("C3", "x", "A1:row", "reveal:none", "B2:row")

    def test_what_is_saved_says_who_sat_where(self, call, tmp_path):
        path = tmp_path / "game.txt"
        ran(call, "play", "susan", "-o", "size=3", "--first", "random", "--second", "human", typed=f"save {path}\n")
        assert lusory.read_record(path.read_text()).tags.items() >= {("first", "random"), ("second", "human")}
        out = ran(call, "play", "--resume", path, typed="?\n")
        assert "First: random, Second: you." in out and "second> " in out

    @pytest.mark.parametrize("file", ["game.txt", "game.json"])
    @pytest.mark.parametrize("typed", ["?", "why", "board", "help", "undo", "nonsense", "reveal A1", "? A"])
    @pytest.mark.parametrize("reply", [(), ("reveal:none",)])
    def test_the_secrets_of_the_machine_change_nothing(self, call, tmp_path, file, typed, reply):
        paths = [
            saved(tmp_path, "C3", "x", hidden, *reply, file=f"{n}-{file}", first="random", second="human")
            for n, hidden in enumerate(TWINS)
        ]
        first, other = (ran(call, "play", "--resume", path, typed=f"{typed}\n") for path in paths)
        assert first == other and "Second: you" in first and "hidden o" not in first

    def test_without_a_seat_first_would_have_seen_it(self, call, tmp_path):
        """What the test above compares is not the same for everybody."""
        tags = {"first": "human", "second": "random"}
        first, other = (
            ran(call, "play", "--resume", saved(tmp_path, "C3", "x", hidden, "reveal:none", **tags)) for hidden in TWINS
        )
        assert first != other and "hidden o" in first

    def test_a_seat_is_chosen(self, call, tmp_path):
        path = saved(tmp_path, *self.HIDDEN, first="human", second="random", place="a train")
        for seat in ("second", "2", "x", "X", "random"):
            out = ran(call, "play", "--resume", path, "--seat", seat, "--seed", 1, typed=f"save! {path}\n")
            assert "First: random, Second: you." in out and "hidden x" in out and "hidden o" not in out
            assert read(path.read_text()).tags.items() >= {
                ("first", "random"),
                ("second", "human"),
                ("place", "a train"),
            }
            path = saved(tmp_path, *self.HIDDEN, first="human", second="random", place="a train")

    def test_a_seat_of_a_new_game(self, call):
        out = ran(call, "play", "susan", "-o", "size=3", "--seat", "second", typed="?\n")
        assert "First: level:4, Second: you." in out and "second> " in out

    @pytest.mark.parametrize(
        ("arguments", "message"),
        [
            (("--seat", "third"), r"--seat third: expected first \(1, o, human\) or second \(2, x, random\)"),
            (("--seat", ""), r"--seat : expected first"),
            (("--seat", "2", "--second", "greedy"), r"--seat second: --second says that greedy sits there"),
        ],
    )
    def test_a_seat_that_is_none(self, call, tmp_path, arguments, message):
        path = saved(tmp_path, *self.HIDDEN, first="human", second="random")
        refused(call("play", "--resume", path, *arguments), message, 2)

    @pytest.mark.parametrize("tags", [{}, {"first": ""}, {"place": "a train"}])
    def test_with_secrets_nobody_is_seated_by_guess(self, call, tmp_path, tags):
        path = saved(tmp_path, *self.HIDDEN, **tags)
        refused(call("play", "--resume", path), "does not say who sat where; add --seat first or --seat second", 2)
        out = ran(call, "play", "--resume", path, "--seat", "first", typed="")
        assert "First: you, Second: " in out and "hidden x" not in out

    def test_without_secrets_first_is_you(self, call, tmp_path):
        assert "First: you, Second: level:4." in ran(call, "play", "--resume", saved(tmp_path, "b2", name="susan"))

    def test_who_is_named_is_a_person_and_keeps_the_name(self, call, tmp_path):
        path = saved(tmp_path, "b2", name="susan", first="Anna", second="random", place="a train", ended="resigned")
        out = ran(call, "play", "--resume", path, typed=f"a1\nsave! {path}\n")
        assert "First: Anna (you), Second: random." in out
        tags = read(path.read_text()).tags
        assert (tags["first"], tags["second"], tags["place"]) == ("Anna", "random", "a train") and "ended" not in tags
        assert "First: random, Second: you" in ran(call, "play", "--resume", path, "--seat", "second")
        assert "First: Anna, Second: human" in ran(call, "play", "--resume", path, "--second", "human")

    def test_a_record_starts_no_program(self, call, tmp_path):
        path, trace = tmp_path / "game.txt", tmp_path / "trace"
        path = saved(tmp_path, "b2", name="susan", first="human", second=f"ugi:touch {trace}")
        refused(call("play", "--resume", path), "a record starts no program: give --second", 2)
        assert "Second: random" in ran(call, "play", "--resume", path, "--second", "random")
        assert not trace.exists()

    def test_a_name_does_not_move_the_cursor(self, call, tmp_path):
        path = saved(tmp_path, "b2", name="susan", first="A\x1b[2Jnna", second="random")
        for command in (("play", "--resume", path), ("replay", path)):
            out = ran(call, *command)
            assert "\x1b" not in out and "nna" in out

    def test_machines_go_on(self, call, tmp_path):
        path = saved(tmp_path, "b2", name="susan", first="random", second="random")
        assert "> " not in ran(call, "play", "--resume", path, "--seed", 1).replace("-> ", "")

    def test_who_only_watches_sees_what_everybody_sees(self, call, tmp_path):
        """Until the game is over."""
        path = saved(tmp_path, *self.HIDDEN, first="random", second="random")
        out = ran(call, "play", "--resume", path, "--seed", 1)
        assert "hidden" not in out[: out.rindex(" to move.")].replace("hidden-gomoku", "")

    @pytest.mark.parametrize("file", ["view.txt", "view.json"])
    def test_what_one_player_saw_is_no_game_to_go_on_with(self, call, tmp_path, file):
        path = tmp_path / file
        partial_record = position_after(*self.HIDDEN).record().seen_by(1)
        path.write_text(partial_record.json() if file.endswith("json") else partial_record.text())
        message = r"ply 3 is still a secret \(\? row 1\): the record holds only what one player saw"
        refused(call("play", "--resume", path, "--seat", "second"), message)
        refused(call("replay", path), message)


class TestTwoPeople:
    """One keyboard, also after a game was taken up again."""

    @pytest.mark.parametrize("tags", [{"first": "human", "second": "human"}, {"first": "Anna", "second": "Bert"}])
    def test_nothing_is_shown_before_who_is_to_move_has_come(self, call, tmp_path, tags):
        plies = [("C3", "x", hidden, "reveal:none", "B2:row", "reveal:none") for hidden in TWINS]
        first, other = (
            ran(call, "play", "--resume", saved(tmp_path, *line, **tags), typed="?\nwhy\n\n?\n").split(WIPED)
            for line in plies
        )
        assert first[:2] == other[:2] and first[2] != other[2]
        name = "Anna" if tags["first"] == "Anna" else "first"
        assert f"Hand the device to {name}" in first[1] and "A B C D E" not in "".join(first[:2])
        assert "hidden o" in first[2] and "hidden x" not in first[2]

    def test_a_machine_that_begins_tells_nothing_before_somebody_sits_down(self, call, tmp_path):
        path = tmp_path / "three.json"
        path.write_text(THREE)
        people = ("--second", "human", "--third", "human")
        first, other = (
            ran(call, "play", path, "--first", "random", *people, "--seed", seed, typed="").split(WIPED)
            for seed in (1, 5)
        )
        assert first == other and "First has moved in secret." in first[0]

    def test_the_end_is_open_and_stays(self, call, tmp_path):
        whole_record = read((RECORDS / "hidden-gomoku.txt").read_text("utf-8"))
        path = tmp_path / "game.txt"
        for tags in ({"first": "human", "second": "random"}, {"first": "human", "second": "human"}):
            path.write_text(msgspec.structs.replace(whole_record, tags=tags).text())
            out = ran(call, "play", "--resume", path, typed="undo\n\n")
            assert "hidden x" in out and "hidden o" in out and "othing is taken back" in out


class TestSeated:
    """The seats without a terminal."""

    FOUR = "Game(Square(3), Place(), ends=[Win(Line(3)), Draw(NoPly())], players=4)"

    @pytest.mark.parametrize(
        ("names", "seat", "tags", "expected"),
        [
            ({}, None, None, "human level:4 level:4 level:4"),
            ({}, "3", None, "level:4 level:4 human level:4"),
            ({0: "human"}, "third", None, "human level:4 human level:4"),
            ({}, None, {"first": "random", "third": "greedy"}, "random human greedy level:4"),
            ({}, None, {"second": "Anna", "fourth": "human"}, "human human level:4 human"),
            ({1: "random"}, None, {"first": "Anna", "second": "Anna"}, "Anna random level:4 level:4"),
            ({}, "fourth", {"first": "human", "fourth": "random", "second": "greedy"}, "random greedy level:4 human"),
            ({}, "Anna", {"first": "Bert", "second": "Anna"}, "level:4 human level:4 level:4"),
            ({}, "1", {"first": "ugly", "second": "First"}, "human level:4 level:4 level:4"),
            ({}, "first", {"second": "1", "third": "first"}, "human level:4 level:4 level:4"),
        ],
    )
    def test_who_sits_where(self, tmp_path, names, seat, tags, expected):
        path = tmp_path / "four.json"
        path.write_text(self.FOUR)
        specs = seat_specs([names.get(i) for i in range(4)], seat, lusory.load(str(path)).start(), tags)
        assert specs == [spec if spec != "Anna" else "human" for spec in expected.split()]

    def test_a_name_of_two_players_names_nobody(self):
        position = position_after("b2", name="susan")
        with pytest.raises(Exception, match=r"--as Anna: expected first \(1, x, Anna\), second \(2, o, Anna\) or all"):
            player_named("Anna", position, {"first": "Anna", "second": "Anna"}, "--as", ["all"])

    def test_names_are_of_people(self):
        assert labels(["human", "random"], {"first": "Anna", "second": "Bert"}) == ["Anna", "random"]
        assert labels(["human", "human"], {"first": "level:3"}) == ["human", "human"]


class TestReplay:
    ROUTES: tuple[list[str], ...] = ([], ["--explain"], ["--boards"], ["--explain", "--boards"], ["--json"])

    def shown(self, call, path, *arguments):
        result = call("replay", path, *arguments)
        assert result.code == 0, result
        return str(result.out)

    @pytest.mark.parametrize("route", ROUTES)
    @pytest.mark.parametrize("seen_as", [(), ("--as", "public"), ("--as", "second"), ("--as", "x"), ("--as", "Bert")])
    def test_what_is_secret_from_who_looks_changes_nothing(self, call, tmp_path, route, seen_as):
        first, other = (
            self.shown(
                call, saved(tmp_path, "C3", "x", h, "reveal:none", first="Anna", second="Bert"), *seen_as, *route
            )
            for h in TWINS
        )
        assert first == other and "hidden o" not in first
        assert "row 1" in first or not route or route == ["--boards"]

    @pytest.mark.parametrize("route", ROUTES)
    @pytest.mark.parametrize("seen_as", ["first", "1", "o", "Anna", "all"])
    def test_who_may_know_it_sees_it(self, call, tmp_path, route, seen_as):
        path = saved(tmp_path, "C3", "x", "A1:row", "reveal:none", first="Anna", second="Bert")
        out = self.shown(call, path, "--as", seen_as, *route)
        assert "A1" in out and ("--json" in route or "hidden o" in out)

    def test_that_something_is_left_out_is_said(self, call, tmp_path):
        path = saved(tmp_path, "C3", "x", "A1:row", "reveal:none")
        assert "secrets are left out; --as first, second or all shows more" in call("replay", path).err
        assert call("replay", path, "--as", "public").err == call("replay", path, "--as", "all").err == ""

    def test_what_is_written_as_a_player_is_that_players_record(self, call, tmp_path):
        path = saved(tmp_path, "C3", "x", "A1:row", "reveal:none", "B2:column", place="a train")
        whole_record = read(path.read_text())
        for seen_as, player_ in (("first", 0), ("second", 1), ("public", None)):
            assert read(self.shown(call, path, "--as", seen_as, "--json")) == whole_record.seen_by(player_)
        assert read(self.shown(call, path, "--as", "all", "--json")) == whole_record

    def test_a_finished_game_is_open(self, call):
        path = RECORDS / "hidden-gomoku.txt"
        assert "Second secretly aims at G3." in self.shown(call, path, "--explain")
        second, first = (self.shown(call, path, "--explain", "--as", seen_as) for seen_as in ("second", "first"))
        assert "Second secretly aims at G3." in second and "First secretly aims at D6." not in second
        assert "Second secretly aims at G3." not in first and "First secretly aims at D6." in first
        assert "hidden x" in first and "hidden x" in second
        boards = self.shown(call, path, "--boards", "--as", "first")
        assert boards.count("hidden x") > 1 and "O: hidden o" not in boards[: boards.rindex(" 46.")]

    def test_a_game_that_was_resigned_is_over(self, call, tmp_path):
        result = call("replay", saved(tmp_path, "C3", "x", "A1:row", "reveal:none", ended="First resigns."))
        assert "A1:row" in result.out and result.err == ""

    def test_a_ply_of_which_nothing_is_announced_is_told(self, call, tmp_path):
        game, path = tmp_path / "three.json", tmp_path / "game.txt"
        game.write_text(THREE)
        path.write_text(lusory.load(str(game)).start().play("a1").record().text())
        for option in ([], ["--explain"]):
            assert "First has moved in secret." in self.shown(call, path, "--boards", "--as", "second", *option)

    def test_nobody_by_that_name(self, call, tmp_path):
        message = r"--as Carl: expected first \(1, x\), second \(2, o\), public or all"
        refused(call("replay", saved(tmp_path, "b2", name="susan"), "--as", "Carl"), message, 2)


class TestBoard:
    def app(self, *plies, specs, machine="random"):
        position = position_after(*plies)
        players = [None if spec == "human" else player(machine, position.game) for spec in specs]
        resumed = Resumed(tuple(ply.text for ply in position.record().plies), {})
        return BoardApp(position, specs, players, random.Random(1), resumed)

    def driven(self, app, *steps):
        """Each step is a key, or looks at the app."""

        async def drive():
            async with app.run_test(size=(120, 44)) as pilot:
                await pilot.pause()
                for step in steps:
                    await pilot.press(*step) if isinstance(step, tuple) else step(app)
                    await pilot.pause()

        asyncio.run(drive())

    def test_a_shared_screen_is_covered_from_the_first_moment(self, monkeypatch):
        pictures = []
        paint = BoardView.show_picture

        def spy(view, picture, styles, cover=""):
            pictures.append((sum(stone.hidden for stone in picture.stones), cover))
            paint(view, picture, styles, cover)

        monkeypatch.setattr(BoardView, "show_picture", spy)
        app = self.app("C3", "x", "A1:row", "reveal:none", "B2:row", specs=["human", "human"])
        before: list[int] = []
        self.driven(app, lambda app: before.append(len(pictures)), ("enter",))
        assert {hidden for hidden, _ in pictures[: before[0]]} == {0}
        assert "Hand the device to first" in pictures[before[0] - 1][1] and pictures[-1] == (1, "")

    def test_a_machine_that_thinks_shows_nothing_by_what_can_be_typed(self, monkeypatch):
        """The legal plies of who is asked to reveal tell where his stones are."""
        app = self.app("C3", "x", "A1:row", "reveal:none", "B1:row", specs=["random", "human"])
        monkeypatch.setattr(BoardApp, "run_machine", lambda *_: None)
        lines: list[str] = []
        app.session.screen.write = lambda text, style: lines.append(text)
        self.driven(app, *(lambda app, line=line: app.handle_line(line) for line in ("?", "help", "why", "z9")))
        output = "\n".join(lines)
        assert "0 legal moves" in output and "A1" not in output and "z9: first is to move" in output


class TestSpectator:
    def test_the_board_of_a_spectator(self):
        position = position_after("C3", "x", "A1:row", "reveal:none", "B2:row", "reveal:none")
        assert [s.cell for s in picture_for(position, SPECTATOR).stones] == [12]
        assert picture_for(position, 0) == position.view(0).picture != picture_for(position, SPECTATOR)
        assert picture_for(position, None) == position.picture()
        assert position.picture(SPECTATOR) == picture_for(position, SPECTATOR)

    @pytest.mark.parametrize("name", ["hidden-gomoku", "susan"])
    def test_a_finished_or_open_game_is_seen_by_all(self, name):
        end = read((RECORDS / f"{name}.txt").read_text("utf-8")).replay()
        assert picture_for(end, SPECTATOR) == picture_for(end, 0) == end.picture()


class TestViewsAsText:
    def test_what_one_player_saw_is_read_back(self):
        record = position_after("C3", "x", "A1:row", "reveal:none", "B1:row", "reveal:A1", "D4:row").record()
        for viewer in (0, 1, None):
            partial_record = record.seen_by(viewer)
            record_read = read(partial_record.text())
            assert [ply.text for ply in record_read.plies] == [
                ply.text for ply in partial_record.plies
            ] and record_read.game == partial_record.game
            assert [ply.public for ply in record_read.plies] == [ply.public for ply in partial_record.plies]
        with pytest.raises(RecordError, match=r"ply 7 is still a secret \(\? row 4\)"):
            read(record.seen_by(1).text()).replay()

    def test_it_has_no_result(self):
        text = position_after("C3", "x", "A1:row").record().seen_by(1).text().replace('[result "*"]', '[result "1-0"]')
        with pytest.raises(RecordError, match=r"result 1-0: expected \*"):
            read(text)
