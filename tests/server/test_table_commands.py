"""Tests of table commands, clocks and files, on a table's log without a server."""

import csv
import io
import random
import re

import msgspec
import pytest

from lusory.games import find
from lusory.play.record import read
from lusory.rules import Adjacent, Capture, Commit, Count, Draw, Either, Game, Place, Sequence, Square, enemy, own, to
from lusory.rules import open as open_
from lusory.server import game_files
from lusory.server.table import Clock, Entry, Refused, Setup, Table
from lusory.server.table.commands import can, entry_for_command, mover_of_ply, undoable
from lusory.server.table.outline import outline
from lusory.server.table_view import earlier, view_of
from lusory.texts import speaking
from tests.games import games_by_name

BEGIN = 1_800_000_000_000


def table(game="susan", seats=("human", "human"), clock=None, plies=(), **options):
    """A table where a ply was made each second."""
    table = Table("t", find(game).build(**options), Setup(tuple(seats), ("Ada", "Bo"), clock=clock), BEGIN)
    for text in plies:
        happen(table, "ply", table.to_move, table.ply + 1, text)
    return table


def happen(live, kind, player=None, number=None, text=None, after=1000):
    live.apply(Entry(live.serial + 1, live.updated + after, kind, player, number, text))


def stones(svg):
    """Each stone of a drawing: its classes and its cell."""
    return set(re.findall(r'<g class="stone ([^"]*" data-on="[^"]*)"', svg))


def test_a_ply_after_the_end_is_refused_in_the_language_of_the_player():
    by_rules = table("tic-tac-toe", plies=["a1", "b1", "a2", "b2", "a3"])
    aborted = table(plies=["a1"])
    happen(aborted, "abort", 0)
    told = "die Partie ist zu Ende: "
    for over, german in (
        (by_rules, f"{told}First (x) gewinnt: "),
        (aborted, f"{told}Die Partie wurde abgebrochen."),
        (outline(aborted), f"{told}Die Partie wurde abgebrochen."),
        (outline(by_rules), f"{told}First"),
    ):
        with speaking("de"), pytest.raises(Refused) as refused:
            mover_of_ply(over, (0, 1), over.ply + 1)
        with speaking("de"):
            assert refused.value.told().startswith(german)


class TestClocks:
    def test_sudden_death_runs_from_the_first_ply_on(self):
        t = table(clock=Clock("sudden", seconds=60), plies=["a1", "b2"])
        assert t.clock.left == (60_000, 59_000) and t.clock.player == 0
        assert t.clock.at(t.updated + 5000) == (55_000, 59_000)
        assert t.clock.deadline == t.updated + 60_000

    def test_an_increment_comes_after_a_turn_not_after_each_ply(self):
        t = table("serendipity", clock=Clock("increment", seconds=60, add=5))
        happen(t, "ply", 0, 1, next(iter(t.legal)))
        while t.to_move == 0:
            happen(t, "ply", 0, t.ply + 1, next(iter(t.legal)))
        plies = sum(played.player == 0 for played in t.position.past)
        assert plies > 1 and t.clock.left[0] == 60_000 - 1000 * (plies - 1) + 5000

    def test_days_are_given_for_each_turn(self):
        t = table(clock=Clock("days", days=3), plies=["a1", "b2", "c3"])
        assert t.clock.left[1] == 3 * 86_400_000 and t.clock.deadline == t.updated + 3 * 86_400_000

    def test_no_clock_runs_while_the_server_is_down(self):
        t = table(clock=Clock("sudden", seconds=60), plies=["a1"])
        before = t.clock.at(t.updated)
        happen(t, "pause", number=30_000, after=30_000)
        assert t.clock.at(t.updated) == before

    def test_the_flag(self):
        t = table(clock=Clock("sudden", seconds=60), plies=["a1"])
        happen(t, "flag", 1, after=60_000)
        assert (t.ending.values, t.ending.by, t.clock.player) == ((1.0, 0.0), "time", None)

    @pytest.mark.parametrize(
        "clock", [{"kind": "days"}, {"kind": "sudden"}, {"kind": "increment", "seconds": 9}, {"kind": "x"}]
    )
    def test_what_is_no_clock(self, clock):
        with pytest.raises(msgspec.ValidationError):
            msgspec.convert(clock, Clock)


class TestTakingBack:
    def test_against_a_machine_the_last_decision(self):
        t = table(seats=("human", "random"), plies=["a1", "b2"])
        assert entry_for_command(t, (0,), "undo", 2) == ("undo", 0, 0, None)

    def test_a_step_of_ones_own_turn(self):
        t = table("serendipity", seats=("human", "random"), size=6, rows=1)
        first = next(iter(t.legal))
        happen(t, "ply", 0, 1, first)
        assert t.to_move == 0 and undoable(t, (0,)) == 0

    def test_between_people_it_is_asked_for(self):
        t = table(plies=["a1", "b2"])
        assert entry_for_command(t, (0,), "undo", 2) == ("offer", 0, None, "undo")
        happen(t, "offer", 0, text="undo")
        assert {"take-undo", "refuse-undo"} <= set(can(t, (1,))) and "take-undo" not in can(t, (0,))
        assert entry_for_command(t, (1,), "take-undo", 2) == ("undo", 1, 0, None)
        happen(t, "ply", 0, 3, "c3")
        assert "take-undo" not in can(t, (1,))

    @pytest.mark.parametrize(
        ("plies", "plies_kept"),
        [
            (["C3"], 0),
            (["C3", "x"], 0),
            (["C3", "x", "B2:row"], None),
            (["C3", "x", "B2:row", "reveal:none"], None),
        ],
    )
    def test_never_past_a_ply_that_told_somebody_something(self, plies, plies_kept):
        t = table("hidden-gomoku", seats=("human", "random"), plies=plies, size=5)
        assert undoable(t, (0,)) == plies_kept
        assert ("undo" in can(t, (0,))) == (plies_kept is not None)

    def test_once_a_piece_is_hidden_no_ply_is_taken_back(self):
        """Or one could place a stone, see whether it captured a hidden one, and take it back."""
        game = Game(
            board=Square(3),
            turn=Either(Commit(Place(to=~own & ~open_)), Sequence(Place(), Place(mark="k"))),
            effects=[Capture(enemy & Adjacent(to))],
            ends=[Draw(Count(own) >= 6)],
        )
        for plies, plies_kept in ((["b1"], 0), (["a3:secret", "c1:secret", "b1"], None)):
            table = Table("t", game, Setup(("human", "human"), ("Ada", "Bo")), BEGIN)
            for text in plies:
                happen(table, "ply", table.to_move, table.ply + 1, text)
            assert table.to_move == 0 and undoable(table, (0,)) == plies_kept

    def test_never_past_a_chance_ply(self):
        t = table("doppel", seats=("human", "random"), plies=["d4"], size=4)
        assert t.position.past[0].player == -1 and undoable(t, (0, 1)) is None


class TestOffers:
    def test_a_draw_lapses_when_the_other_plays_on(self):
        t = table(plies=["a1"])
        happen(t, "offer", 0, text="draw")
        assert "take-draw" in can(t, (1,))
        happen(t, "ply", 1, 2, "b2")
        assert "take-draw" not in can(t, (1,)) and not t.offers

    def test_what_is_late_is_refused(self):
        t = table(plies=["a1"])
        with pytest.raises(Refused, match="move 0: the game stands after move 1"):
            entry_for_command(t, (0,), "resign", 0)
        with pytest.raises(Refused, match="no such command"):
            entry_for_command(t, (0,), "explode", 1)
        with pytest.raises(Refused, match="not possible now"):
            entry_for_command(t, (0,), "take-draw", 1)

    def test_among_three_people_nobody_ends_the_game_for_the_others(self):
        game, names = games_by_name()["yavalath-for-three"].build(size=3), ("Ada", "Bo", "Cy")
        people = Table("t", game, Setup(("human",) * 3, names), BEGIN)
        assert "resign" not in can(people, (0,)) and "offer-draw" in can(people, (0,))
        with pytest.raises(Refused, match="offer a draw"):
            entry_for_command(people, (0,), "resign", 0)
        assert "resign" in can(people, (0, 1, 2)), "one person plays them all"
        machines = Table("t", game, Setup(("human", "random", "random"), names), BEGIN)
        assert entry_for_command(machines, (0,), "resign", 0) == ("resign", 0, None, None)

    def test_who_watches_can_do_nothing(self):
        assert can(table(), ()) == []

    def test_a_machine_is_offered_nothing(self):
        assert "offer-draw" not in can(table(seats=("human", "random")), (0,))


class TestShared:
    def test_who_holds_both_seats_of_a_secret_game_has_to_say_whose_eyes(self):
        t = table("hidden-gomoku", plies=["C3", "x", "B2:row", "reveal:none"], size=5)
        assert view_of(t, (0, 1), BEGIN).eyes is None and "stone side-2" not in view_of(t, (0, 1), BEGIN).svg
        assert view_of(t, (0, 1), BEGIN, as_seat=0).eyes == 0 and "hidden" in view_of(t, (0, 1), BEGIN, as_seat=0).svg
        assert view_of(t, (1,), BEGIN, as_seat=0).eyes == 1

    def test_in_an_open_game_the_one_to_move_is_shown_his_map(self):
        assert view_of(table(plies=["a1"]), (0, 1), BEGIN).entry is not None


class TestFiles:
    def test_the_record_is_read_again(self):
        t = table("tic-tac-toe", plies=["a1", "b1", "a2", "b2", "a3"])
        for form in ("json", "txt"):
            record = read(game_files.write(t, form, None))
            assert [ply.text for ply in record.plies] == ["a1", "b1", "a2", "b2", "a3"]
            assert record.tags["first"] == "Ada" and record.result == (1.0, 0.0) and record.replay()
        assert "Ada" not in game_files.write(t, "txt", None, named=False).decode()

    def test_a_running_secret_game_shows_what_the_eyes_know(self):
        t = table("hidden-gomoku", plies=["C3", "x", "B2:row", "reveal:none"], size=5)
        rows = [list(csv.reader(io.StringIO(game_files.write(t, "csv", eyes).decode()))) for eyes in (0, 1, None)]
        boards = [next(row for row in lines if row and row[0] == "2") for lines in rows]
        assert boards[0] == ["2", "", "O", "", "", ""] and boards[1] == boards[2] == ["2", "", "", "", "", ""]
        assert any(row[3:5] == ["? row 2", "? row 2"] for row in rows[1])
        assert any(row[3:4] == ["B2:row"] for row in rows[0])
        assert any(row[2:3] == ["announce"] for row in rows[1])

    def test_all_is_open_when_it_is_over(self):
        t = table("hidden-gomoku", plies=["C3", "x", "B2:row", "reveal:none"], size=5)
        happen(t, "resign", 1)
        assert "B2:row" in game_files.write(t, "txt", None).decode()
        assert "B2" in [move.text[:2] for move in view_of(t, (), BEGIN).moves]
        assert "stone side-2" in view_of(t, (), BEGIN).svg

    def test_the_end_as_a_player_saw_it_has_no_hidden_stone_of_the_other(self):
        t, rng = table("hidden-gomoku", size=5, length=3, lines=1), random.Random(3)
        while t.ending is None:
            happen(t, "ply", t.to_move, t.ply + 1, rng.choice(list(t.legal)))
        everything, *saw = (stones(earlier(t, (), t.ply, eyes)["svg"]) for eyes in (None, 0, 1))
        hidden = {stone for stone in everything if "hidden" in stone}
        assert hidden and all(texts_seen < everything for texts_seen in saw)
        mine, theirs = (texts_seen & hidden for texts_seen in saw)
        assert mine and theirs and not mine & theirs and mine | theirs == hidden

    def test_pictures_have_their_letters(self):
        """Without a font a picture would be drawn without its coordinates, and nobody would say so."""
        t = table("susan", plies=["a1"])
        picture = game_files.board(t, None, None)
        unlabelled = game_files.pixels(picture.replace('class="label"', 'class="label" display="none"'))
        assert game_files.pixels(picture)[:4] == b"\x89PNG" and game_files.pixels(picture) != unlabelled

    def test_a_file_of_a_ply_that_was_not_played(self):
        with pytest.raises(Refused, match="ply=5"):
            game_files.board(table(), None, 5)
