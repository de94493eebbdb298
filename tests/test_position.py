"""Tests of positions: the guarantees of their Python interface."""

import copy
import pickle
import random
from pathlib import Path

import pytest

import lusory
from lusory.errors import IllegalPly, LusoryError, OptionError, UnknownGame
from lusory.play.census import census
from lusory.play.narration import sentences
from lusory.play.past import Past, PastPly
from lusory.play.program import Program
from lusory.play.record import read, record
from lusory.rules import BySide, Either, Game, Place, Square
from lusory.texts import translations_in

HERE = Path(__file__).parent
BOARDS = (HERE / "vectors" / "boards.txt").read_text("utf-8")
SUSAN = f"{HERE / 'readings' / 'susan.py'}:Susan"
FIVE = ("serendipity", "doppel", "susan", "ndengrod", "hidden-gomoku")


def board(title: str) -> list[str]:
    """The lines of a board in boards.txt."""
    part = next(part for part in BOARDS.split("## ") if part.startswith(title))
    return [line.rstrip() for line in part.splitlines()[1:] if line.strip()]


def lines(text: str) -> list[str]:
    return [line.rstrip() for line in text.splitlines()]


def after(game: str, plies: str, **options: object) -> lusory.Position:
    position = lusory.load(game, **options).start()
    for ply in plies.split():
        position = position.play(ply)
    return position


def wandering(name: str, seed: int = 1, plies: int = 40) -> lusory.Position:
    """A position of random play."""
    rng, position = random.Random(seed), lusory.load(name).start()
    while position.result is None and position.ply < plies:
        position = position.follow(rng.choice(position.moves().ids))
    return position


def test_a_position_stays_as_it_is():
    start = lusory.load("susan").start()
    text = str(start), start.moves().ids, start.ply, hash(start)
    start.play("b2").play("c3")
    assert (str(start), start.moves().ids, start.ply, hash(start)) == text
    for name in ("game", "state", "past", "ply", "result", "to_move", "new"):
        with pytest.raises(AttributeError):
            setattr(start, name, None)


def test_equal_when_rules_and_state_are():
    first, other = after("susan", "b2 c3 d4 e5"), after("susan", "d4 e5 b2 c3")
    assert first == other and hash(first) == hash(other)
    assert [p.action for p in first.past] != [p.action for p in other.past]
    assert first != after("susan", "b2 c3 d4") and first != "b2 c3"
    assert after("susan", "b2") != after("susan", "b2", size=4)
    assert after("susan", "b2") != after("susan", "b2", draw="slides:7")


def test_moves():
    moves = lusory.load("susan", size=3).start().moves()
    assert len(moves) == 19 and list(moves) == [moves[i] for i in range(19)]
    assert list(moves.ids) == sorted(moves.ids)
    assert "b2" in moves and "B2" in moves and "b2-b3" not in moves and "z9" not in moves and None not in moves
    assert moves.ids[3] in moves and -1 not in moves  # type: ignore[comparison-overlap]
    assert repr(moves) == f"<19 plies: {' '.join(moves)}>"


def test_turns_are_whole():
    start = lusory.load("serendipity", size=4).start()
    turns = list(start.turns())
    assert len(turns) == len(set(turns)) > len(start.moves())
    assert ("end",) in turns and all(whole(start.play(" ".join(turn))) for turn in turns)
    assert all(len(turn) == 1 for turn in lusory.load("susan", size=2).start().turns())


def whole(position: lusory.Position) -> bool:
    return position.past[-1].turn_over or position.result is not None


@pytest.mark.parametrize(
    "ply", ["b2-c3", "b2 -> c3", "b2->c3", "B2 C3", "b2 c3", " b2–c3 ", "B2→c3", "3. b2-c3", "b2-c3!", "ｂ２－ｃ３"]
)
def test_spellings_of_a_slide(ply):
    assert after("susan", "b2 e5").play(ply) == after("susan", "b2 e5 b2-c3")


@pytest.mark.parametrize(
    "ply", ["reveal:A1,C1", "reveal A1 C1", "reveal C1 A1", "Reveal c1, a1", "REVEAL:C1,A1", "reveal  a1   c1"]
)
def test_spellings_of_a_reveal(ply):
    start = after("hidden-gomoku", "E5 x A2:row reveal:none A1:column reveal:none", size=9)
    position = start.play("D4:row").play("reveal none").play("C1:column").play("reveal:none").play("B1 row")
    assert position.play(ply) == position.play("reveal:A1,C1")


def test_the_number_of_a_turn_and_a_full_stop_are_no_part_of_a_turn():
    start = lusory.load("serendipity").start()
    assert start.play("1. c3-d4 e3-f4 g1xe3xc5.") == start.play("c3-d4 e3-f4 g1xe3xc5")
    assert (
        lusory.load("cram").start().play("1. a1 b1.").past[-1].events
        == lusory.load("cram").start().play("a1 b1").past[-1].events
    )
    assert start.refusal("1. c3-d9.").why == start.refusal("c3-d9").why
    assert "1." not in start.moves() and "." not in after("hidden-gomoku", "E5 x A2:row").moves()


def test_spellings_that_mean_two_plies_mean_none():
    assert "" not in lusory.load("susan").start().moves()
    assert "r" not in after("hidden-gomoku", "E5 x").moves()


def test_a_turn_on_one_line():
    start = lusory.load("serendipity").start()
    after_turn = start.play("c3-d4 e3-f4 g1xe3xc5")
    assert after_turn == start.play("c3-d4").play("e3-f4").play("g1xe3").play("e3xc5")
    assert start.play("C3->D4 e3 -> f4 G1xE3") == start.play("c3-d4").play("e3-f4").play("g1xe3")
    with pytest.raises(IllegalPly, match="d4-e5"):
        start.play("c3-d4 d4-e5")


def test_a_line_never_plays_for_the_other_player():
    with pytest.raises(IllegalPly):
        lusory.load("susan").start().play("b2 e5")


def test_plies_by_number():
    start = lusory.load("susan").start()
    assert start.play(start.moves().ids[5]) == start.play(start.moves()[5])
    with pytest.raises(IllegalPly, match="not the id of a legal ply"):
        start.play(-1)


@pytest.mark.parametrize(
    ("game", "plies", "ply", "reason"),
    [
        ("susan", "b2", "b2", "b2"),
        ("susan", "b2", "b2-c3", "b2 is not your piece"),
        ("susan", "", "z9", "z9 is not on the board"),
        ("susan", "", "", "expected a move"),
        ("doppel", "a1", "d4", "d4 is not next to a filled square"),
        ("serendipity", "c3-d4", "d4-c3", "moved"),
        ("hidden-gomoku", "", "x", "you now have to place"),
        ("hidden-gomoku", "E5 x", "E5 row", "E5"),
        ("hidden-gomoku", "E5 x A1:row", "reveal:E5", "E5"),
        ("hidden-gomoku", "E5 x A1:row", "B1:row", "you now answer"),
        ("susan", "", "x" * 100_000, "100000 characters"),
        ("susan", "", " " * 100_000 + "q", "no move"),
    ],
)
def test_an_illegal_ply_is_refused_with_the_word_that_forbids_it(game, plies, ply, reason):
    position = after(game, plies)
    with pytest.raises(IllegalPly, match=reason) as refused:
        position.play(ply)
    assert "legal here" in str(refused.value) and len(str(refused.value)) < 1000
    assert ply not in position.moves()


def test_what_is_legal_is_told_as_text_and_in_any_language():
    with pytest.raises(IllegalPly) as refused:
        lusory.load("susan").start().line("b2 z9")
    fault = pickle.loads(pickle.dumps(refused.value))
    assert fault.legal == refused.value.legal == "a1 a2 a3 a4 a5 b1 b3 b4 b5 b6 c1 c2 ... (60 in all)"
    assert fault.choice.said(translations_in("de").gettext).endswith("(insgesamt 60)")
    assert fault.phrase == refused.value.phrase


def test_a_finished_game():
    position = after("ndengrod", "c4 c5 d3 e3 d5 e5 e6 f4 g5 f5 g8 g7 f7")
    assert position.result is not None and position.result.winner == 0
    assert position.result.values == (1.0, 0.0) and position.result.by == "Win(Line(5))"
    assert position.result.witness == ("c4", "d5", "e6", "f7", "g8")
    assert position.to_move is None and len(position.moves()) == 0 and list(position.turns()) == []
    assert lines(position.text()) == board("ndengrod")
    with pytest.raises(IllegalPly, match="over"):
        position.play("a1")


def test_boards_of_susan():
    position = lusory.load("susan").start()
    assert lines(str(position)) == board("susan, mail")
    assert lines(position.text("names")) == board("susan, names")


@pytest.mark.parametrize("name", FIVE)
def test_pickled_and_copied(name):
    position = wandering(name)
    again = pickle.loads(pickle.dumps(position))
    assert again == position and hash(again) == hash(position)
    assert again.past == position.past and again.moves().ids == position.moves().ids
    assert copy.copy(position) is position and copy.deepcopy(position) is position
    assert pickle.loads(pickle.dumps(position.record())) == position.record()


@pytest.mark.parametrize("name", FIVE)
def test_it_draws_itself_in_a_notebook(name):
    position = wandering(name)
    assert position._repr_svg_() == position.svg() and position.svg().startswith("<svg")
    view = position.view(0)
    assert view._repr_svg_() == view.svg() and str(view) == view.text()


def test_what_it_says_of_itself():
    assert repr(after("susan", "b2 c3 b2-b3")) == "<susan after 3 plies: b2 c3 b2-b3>"
    assert repr(lusory.load("susan").start()) == "<susan after 0 plies>"


def test_chance_is_rolled_once():
    doppel = lusory.load("doppel")
    assert doppel.start().to_move == -1 and doppel.start(seed=3) == doppel.start(seed=3) == doppel.start().roll(3)
    assert len({str(doppel.start(seed=seed)) for seed in range(30)}) > 15
    assert doppel.start().play("d4").to_move == 0


def test_chance_plays_no_ply_of_a_player():
    """It drew a ply for the player to move; of a finished game it was an IndexError."""
    for position in (lusory.load("tic-tac-toe").start(), after("tic-tac-toe", "a1 b1 a2 b2 a3")):
        with pytest.raises(LusoryError, match=f"after ply {position.ply} no chance ply is due"):
            position.chance(random.Random(1))


def test_hidden():
    assert lusory.load("hidden-gomoku").start().hidden
    assert not lusory.load("susan").start().hidden


@pytest.mark.parametrize("name", FIVE)
def test_a_view_offers_its_own_plies_only(name):
    position = lusory.load(name).start(seed=1)
    while position.result is None and position.ply < 12:
        for player in (0, 1):
            view = position.view(player)
            assert view.moves == (tuple(position.moves()) if position.to_move == player else ())
            assert len(view.printed) == len(view.moves) and view.ply == position.ply
        position = position.play(position.moves()[0])
    with pytest.raises(ValueError, match="expected 0 to 1"):
        position.view(2)


def test_a_view_of_a_secret():
    position = after("hidden-gomoku", "E5 x C3:row")
    mine, theirs = position.view(0), position.view(1)
    assert any("C3" in event.cells and event.kind == "commit" for event in mine.observed[-1])
    assert not any(event.kind == "commit" for event in theirs.observed[-1])
    assert mine.picture.last and not theirs.picture.last
    assert position.play("reveal:none").view(1).picture.last == ()


class TestPythonClass:
    """A game written as a Python class works with the same tools."""

    def test_it_loads_with_options(self):
        game = lusory.load(SUSAN, size="3")
        assert isinstance(game, Program) and len(game.start().moves()) == 19
        assert len(lusory.load(SUSAN, size=4).start().moves()) == 37
        with pytest.raises(OptionError, match="no option sise"):
            lusory.load(SUSAN, sise=3)
        with pytest.raises(LusoryError, match=r"susan.py, line \d+: ValueError: size: 9"):
            lusory.load(SUSAN, size=9)

    def test_it_is_counted_played_and_pickled(self):
        game = lusory.load(SUSAN, size=3)
        assert census(game.start().contract, 2) == [[19, 0, 0, 0, 0], [342, 0, 0, 0, 0]]
        position = game.start().play("b2").play("e1").play("B2 -> b3")
        assert position.to_move == 1 and "x" in str(position)
        again = pickle.loads(pickle.dumps(position))
        assert str(again) == str(position) and again.moves().ids == position.moves().ids

    def test_it_is_recorded_and_replayed(self):
        game = lusory.load(SUSAN, size=3)
        position = game.start().play("b2").play("e1").play("b2-b3")
        for form in (record(position).text(), record(position).json()):
            assert read(form, game).replay().past == position.past
            with pytest.raises(LusoryError, match="Python class, susan"):
                read(form)
            with pytest.raises(LusoryError, match="another game"):
                read(form, lusory.load("susan"))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("def g() -> 'Game':\n    return 1 / 0\n", r"g.py, line 2: ZeroDivisionError"),
        ("def g(:\n", r"g.py, line 1: "),
        ("import nowhere\n", r"g.py, line 1: ModuleNotFoundError"),
        ("def g():\n    return 3\n", "g built int, expected a Game"),
        ("g = 3\n", "no function g"),
        ("raise SystemExit(3)\n", r"g.py, line 1: SystemExit"),
        ("g = 3\n\0", "g.py: expected a text file in Python"),
        (
            "from lusory.rules import *\ndef g():\n    return Game(\n        Square(3),\n        Place(),\n"
            "        ends=[Win(Line(9))],\n    )\n",
            r"line \d+: ends\[0\].when.n: 9, ",
        ),
    ],
)
def test_what_is_wrong_with_a_file_is_said_with_its_line(tmp_path, text, message):
    path = tmp_path / "g.py"
    path.write_text(text)
    with pytest.raises(UnknownGame, match=message):
        lusory.load(f"{path}:g")


def test_files_with_rule_values(tmp_path):
    path = tmp_path / "mine.json"
    path.write_text(repr(lusory.load("doppel", size=3)))
    assert lusory.load(str(path)) == lusory.load("doppel", size=3)
    with pytest.raises(OptionError, match="has no options"):
        lusory.load(str(path), size=4)
    with pytest.raises(UnknownGame, match="did you mean susan"):
        lusory.load("susann")
    with pytest.raises(UnknownGame, match="no such file"):
        lusory.load(str(tmp_path / "nothing.py"))
    path.write_bytes(b"\0Game")
    with pytest.raises(LusoryError, match="data that is not text, expected an expression"):
        lusory.load(str(path))


@pytest.mark.parametrize(
    ("game", "line", "plies"),
    [
        ("tic-tac-toe", "a1 b1", "a1 b1"),
        ("tic-tac-toe", " a1, B1;c1\n", "a1 b1 c1"),
        ("tic-tac-toe", "", ""),
        ("susan", "b2 c3 b2 b3 C3->c4", "b2 c3 b2-b3 c3-c4"),
        ("serendipity", "c3-d4 e3-f4 g1xe3xc5", "c3-d4 e3-f4 g1xe3 e3xc5"),
        ("hidden-gomoku", "E5 x A1 row reveal none B4 Row", "E5 x A1:row reveal:none B4:row"),
    ],
)
def test_a_line_of_plies_whoever_makes_them(game, line, plies):
    position = lusory.load(game).start().line(line)
    assert [position.contract.text(played.action) for played in position.past] == plies.split()


def test_a_line_names_the_ply_that_is_not_legal():
    with pytest.raises(IllegalPly, match="ply 3, a1: a1 is not empty"):
        lusory.load("tic-tac-toe").start().line("a1 b1 a1 c3")
    with pytest.raises(IllegalPly, match="ply 6, reveal: "):
        lusory.load("hidden-gomoku").start().line("E5 x A1:row reveal:none B4:row reveal A1")
    with pytest.raises(IllegalPly, match="ply 6, c3: the game is over: First"):
        lusory.load("tic-tac-toe").start().line("a1 b1 a2 b2 a3 c3")


class TestShapedPlacements:
    game = Game(board=Square(3), turn=Either(Place(shape=("N",)), Place(shape=("E",))))
    bars = Game(board=Square(3), turn=BySide(Place(shape=("N",)), Place(shape=("E",))))

    def test_the_mark_may_be_left_out_where_one_ply_fits(self):
        assert self.bars.start().play("A1") == self.bars.start().play("a1:0")
        with pytest.raises(IllegalPly, match="a1: it is written a1:0 or a1:1"):
            self.game.start().play("a1")

    @pytest.mark.parametrize("cells", ["a1 b1", "b1,a1", "B1 A1"])
    def test_the_cells_may_be_listed(self, cells):
        assert self.game.start().play(cells) == self.game.start().play("a1:1")

    def test_an_occupied_cell_is_refused_as_occupied(self):
        with pytest.raises(IllegalPly, match="A2: a2 is not empty"):
            self.bars.start().play("a1").play("A2")


def test_events_have_sentences():
    position = lusory.load("susan").start().line("b2 c3 b2-b3")
    assert [position.sentence(event) for event in position.events] == ["First moves the stone on b2 to b3."]
    assert position.explain() == ["b2 -> b3: First moves the stone on b2 to b3."]
    assert lusory.load("susan").start().explain() == []
    secret = lusory.load("hidden-gomoku").start().line("E5 x A1:row")
    assert sentences(secret.play("reveal:none"))[0].startswith("Second reveals nothing. First places a stone on A1.")
    assert secret.explain(1) == ["First announces row 1."] and "A1" in secret.explain(0)[0]


def test_the_past_is_equal_to_a_tuple_of_plies_and_is_shared():
    position = lusory.load("tic-tac-toe").start().line("a1 b1 c1")
    past = position.past
    assert past == tuple(past) and tuple(past) == past and hash(past) == hash(tuple(past)) and past != tuple(past)[1:]
    first, *_, last = past
    assert len(past) == position.ply == 3 and [past[i] for i in (-1, 0, -3)] == [last, first, first]
    assert past[1:] == tuple(past)[1:] and list(reversed(past)) == [*past][::-1] and not past[:0]
    assert not position.first.past and pickle.loads(pickle.dumps(position)).past == past
    with pytest.raises(IndexError):
        past[3]


def test_memory_of_a_long_past_grows_with_its_length():
    past = Past()
    for _ in range(200_000):  # As tuples, 160 GB.
        past = past.followed_by(PastPly(0, 0, (), True))
    assert len(past) == 200_000 and past[-1].turn_over
    assert copy.deepcopy(past) == past and len(pickle.loads(pickle.dumps(past))) == 200_000
