"""Tests of boards as text: equal to the designers' own diagrams, and complete for every size and kind of stone."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lusory.draw.svg import board as svg
from lusory.draw.text import board
from lusory.games import load
from lusory.rules import At, Draw, Game, NoPly, Put, Step, own
from lusory.rules.boards import Checkered, Graph, Hexagon, Rhombus, Square, Trapezium, Triangle
from lusory.rules.picture import Picture, Stone

VECTORS = Path(__file__).parent / "vectors" / "boards.txt"
X, O = "c4 d3 d5 e6 f7 g5 g8", "c5 e3 e5 f4 f5 g7"  # noqa: E741


def vectors():
    pages = VECTORS.read_text().split("\n## ")[1:]
    return [[line.rstrip() for line in page.rstrip().split("\n")[1:]] for page in pages]


def picture(word, *sides, **rest):
    geometry = word.geometry()
    stones = [Stone(geometry.index[name], k) for k, names in enumerate(sides) for name in names.split()]
    return Picture(geometry, tuple(sorted(stones + list(rest.pop("more", ())), key=lambda s: s.cell)), **rest)


NAMES, MAIL, NDENGROD = vectors()


def test_the_pages_of_the_designers():
    assert board(picture(Hexagon(5)), "names").split("\n") == NAMES
    assert board(picture(Hexagon(5))).split("\n") == MAIL
    assert board(picture(Hexagon(5)), "mail").split("\n") == MAIL
    assert board(picture(Hexagon(5, names="diagonals"), "", X, O)).split("\n") == NDENGROD


def test_squares():
    assert board(picture(Square(3), "b2", "a1", "c3")) == "  a b c\n3 . . o 3\n2 . * . 2\n1 x . . 1\n  a b c"


def test_rows_of_two_digits_stand_under_each_other():
    lines = board(picture(Square(11, names="go"))).split("\n")
    assert lines[0] == lines[-1] == "   A B C D E F G H J K L"
    assert lines[1] == "11 . . . . . . . . . . . 11" and lines[-2] == " 1 . . . . . . . . . . .  1"


def test_checkered_leaves_the_light_squares_blank():
    assert board(picture(Checkered(4), "b2")).split("\n")[1:3] == ["4   .   . 4", "3 .   .   3"]
    assert board(picture(Checkered(4), "b2")).split("\n")[3] == "2   *   . 2"


def test_a_rhombus_leans_and_a_triangle_stands():
    rhombus = " a b c\n1 . x . 1\n 2 . . . 2\n  3 o . . 3\n     a b c"
    assert board(picture(Rhombus(3), "", "b1", "a3")) == rhombus
    assert board(picture(Triangle(3), "", "b2")) == "     1\na   . 2\nb  . x 3\nc . . ."


def test_a_trapezium_is_written_like_its_hexagon():
    lines = board(picture(Trapezium(2))).split("\n")
    assert lines == ["            1 2", "           / / 3", "              /", "      a- . .", "     b- . . ."]


def test_two_stones_on_a_point_are_told_below():
    drawing = picture(Square(3), "", "a1 b2", "c3", more=[Stone(4, 2, hidden=True)], notes=("x to move",))
    assert board(drawing).split("\n")[2] == "2 . % . 2"
    assert board(drawing).split("\n")[5:] == ["", "O: hidden o", "% on b2: x and hidden o", "x to move"]


def test_kinds_are_letters_and_no_two_marks_are_alike():
    more = [Stone(1, 1, "king"), Stone(2, 2, "king"), Stone(4, 1, "knight"), Stone(5, 0, "xiang")]
    lines = board(picture(Square(3), "", "a1", more=more)).split("\n")
    assert lines[3] == "1 x K k 1" and lines[2] == "2 . N i 2"
    assert lines[6:] == ["i: xiang", "K: king of x", "N: knight of x", "k: king of o"]


def test_the_letters_of_kinds_are_the_same_in_every_position():
    """A kind that is another in some state has the letter of that with an accent; each side's are read back."""
    start = load("chess").start()
    later = start.line("e2-e4 e7-e5 e1-e2 a7-a5")
    assert str(start).split("\n")[8] == "1 Ŕ N B Q Ḱ B N Ŕ 1"
    assert str(later).split("\n")[7:9] == ["2 P P P P K P P P 2", "1 Ŕ N B Q . B N Ŕ 1"]
    assert str(later).split("\n")[4] == "5 ṕ . . . p . . . 5"
    assert later.game.position(str(later)).picture().stones == later.picture().stones


def test_a_piece_of_a_third_side_has_a_letter_of_its_own():
    """Neither the letter of the second's stones, nor that of the second's piece of its kind, be it there or not."""
    towers = [Stone(cell, side, "tower") for cell, side in enumerate((1, 2, 3))]
    shown = [board(picture(Square(5), more=stones, kinds=("tower",))) for stones in (towers, towers[2:])]
    assert [line for text in shown for line in text.splitlines() if line.endswith("of #")] == ["w: tower of #"] * 2


def test_the_last_ply_in_brackets():
    assert board(picture(Square(3), "", "a1 b1", last=(0, 1)), marks=True).split("\n")[3] == "1(x|x). 1"
    assert "+" in board(picture(Square(3), targets=(4,)))


def test_rows_that_are_rings_leave_each_point_its_name():
    """A label tells the points of a straight row alone; with those of rings, a point could not be found by its name."""
    cells = (("hub", 1, 1), ("a1", 1, 0), ("a2", 2, 1), ("a3", 1, 2), ("a4", 0, 1))
    links = (("N", "hub", "a1"), ("E", "hub", "a2"), ("S", "hub", "a3"), ("W", "hub", "a4"))
    rings = Graph(cells, links, rows=(("a", "a1 a2 a3 a4"),), columns=(("1", "a1"), ("2", "a2"), ("3", "a3")))
    plain = Graph(cells, links)
    assert board(picture(rings)) == board(picture(plain)) and "hub" in board(picture(rings))
    assert svg(picture(rings)) == svg(picture(plain))


def test_graphs_draw_their_lines_or_are_listed():
    cross = Graph(
        (("a", 0, 0), ("b", 1, 0), ("c", 0, 1), ("d", 1, 1)),
        (("E", "a", "b"), ("S", "a", "c"), ("SE", "a", "d"), ("SW", "b", "c")),
    )
    assert board(picture(cross, "", "d")) == "a---b\n| X\nc   x"
    far = Graph((("a", 0, 0), ("b", 0.1, 0), ("c", 4000, 7)), (("E", "a", "b"),))
    assert board(picture(far, "", "c")) == "a    b    c x\n\nlinks E: a→b"


def test_no_link_is_drawn_through_another_point():
    row = [("a", 0, 0), ("b", 1, 0), ("c", 2, 0), ("d", 2, 2)]
    graph = Graph(tuple(row), (("E", "a", "b"), ("L", "c", "a"), ("S", "d", "c")), (("L", "R"),))
    assert board(picture(graph)) == "a---b   c\n        |\n        |\n        |\n        d\n\nlinks L: c–a"


def test_links_that_cross_can_be_told_apart():
    plus = Graph((("a", 0, 1), ("b", 2, 1), ("c", 1, 0), ("d", 1, 2)), (("E", "a", "b"), ("S", "c", "d")))
    assert "a--+--b" in board(picture(plus)).split("\n")


def test_a_ring_is_listed_as_a_chain_and_long_lists_are_broken_and_cut():
    cells = tuple((f"r{i}", 9 * i % 17, 7 * i % 19) for i in range(100))
    ring = Graph(cells[:60], tuple(("F", f"r{i}", f"r{(i + 1) % 60}") for i in range(60)), (("F", "B"),))
    lines = board(picture(ring)).split("\n")
    at = next(i for i, line in enumerate(lines) if line.startswith("links F: "))
    assert "".join(lines[at:]).replace("    ", "").count("–") == 60 and max(map(len, lines[at:])) <= 78
    star = Graph(cells, tuple((f"D{i}", f"r{i}", f"r{i * 37 % 100}") for i in range(1, 100) if i * 36 % 100))
    assert board(picture(star)).endswith(" more lines of links")


def test_what_a_piece_left_has_square_brackets():
    assert board(picture(Square(3), "", "b1", last=(0, 1)), marks=True).split("\n")[3] == "1[.(x). 1"
    assert board(picture(Square(3), "", "a1", last=(1, 0)), marks=True).split("\n")[3] == "1(x).]. 1"
    assert board(picture(Square(3), last=(0,)), marks=True).split("\n")[3] == "1(.). . 1"


def test_an_unknown_style_is_refused():
    with pytest.raises(ValueError, match="expected one of '', 'mail', 'names'"):
        board(picture(Square(3)), "braille")


WORDS = st.one_of(
    st.builds(Hexagon, st.integers(2, 12), names=st.sampled_from(["rows", "diagonals"])),
    st.builds(Trapezium, st.integers(2, 12)),
    st.builds(Triangle, st.integers(2, 30)),
    st.builds(Rhombus, st.integers(2, 30), st.integers(2, 30)),
    st.builds(Square, st.integers(1, 30), st.integers(1, 30), names=st.sampled_from(["chess", "go"])),
    st.builds(Checkered, st.integers(2, 30), st.integers(2, 30)),
)


@given(WORDS, st.data())
def test_every_cell_is_shown_once(word, data):
    geometry = word.geometry()
    stones = tuple(Stone(c, data.draw(st.integers(1, 2))) for c in range(len(geometry.names)) if c % 3 == 0)
    text = board(Picture(geometry, stones, symbols=("*", "@", "#")))
    assert text.count("@") + text.count("#") == len(stones)
    assert text.count(".") == len(geometry.names) - len(stones)
    assert not any(line != line.rstrip() for line in text.split("\n"))


@given(WORDS)
def test_names_are_all_there(word):
    text = board(Picture(word.geometry()), "names")
    counted = word.geometry().text == "rows"
    assert counted or all(name in text.split() for name in word.geometry().names)
    assert "." not in text


def test_a_letter_belongs_to_one_kind_alone():
    kinds = [("a1", 1, "king"), ("b1", 1, "knight"), ("c1", 1, "keep"), ("c3", 2, "king"), ("a3", 2, "knight")]
    setup = [Put(At(cell), side=side, kind=kind) for cell, side, kind in [*kinds, ("b2", 0, "king")]]
    text = str(Game(board=Square(3), turn=Step(own), setup=setup, ends=[Draw(NoPly())]).start())
    legend = dict(line.split(": ") for line in text.split("\n") if ": " in line)
    of_letter: dict[str, set[str]] = {}
    for sign, words in legend.items():
        of_letter.setdefault(sign.lower(), set()).add(words.split(" of ")[0])
    assert all(len(found) == 1 for found in of_letter.values()), legend
    assert legend["N"] == "knight of x" and legend["n"] == "knight of o"


def test_a_diagram_of_a_game_with_kinds_is_read_back():
    position = load("draughts").start()
    assert load("draughts").position(str(position)).state == position.state
