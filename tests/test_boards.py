"""Tests of board geometry: cells and names as the designers use them, and invariants of every board and size."""

from unittest.mock import Mock

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lusory.errors import RuleError
from lusory.rules import Connected, Edges, Game, Place, Win, empty, graph, own
from lusory.rules.boards import Checkered, Graph, Hexagon, Rhombus, Square, Trapezium, Triangle
from lusory.rules.english import rules_text
from lusory.rules.geometry import bits

SMALL = st.one_of(
    st.builds(Hexagon, st.integers(2, 6), names=st.sampled_from(["rows", "diagonals"])),
    st.builds(Trapezium, st.integers(2, 8)),
    st.builds(Triangle, st.integers(2, 9)),
    st.builds(Rhombus, st.integers(2, 9), st.integers(2, 9)),
    st.builds(
        Square,
        st.integers(1, 9),
        st.integers(1, 9),
        names=st.sampled_from(["chess", "go"]),
        first=st.sampled_from(["bottom", "top"]),
        look=st.sampled_from(["cells", "points"]),
    ),
    st.builds(Checkered, st.integers(2, 9), st.integers(2, 9)),
)


def sets(geometry, pairs):
    return {label: " ".join(geometry.named(cells)) for label, cells in pairs}


def labels(geometry, directions):
    return " ".join(geometry.directions[d] for d in bits(directions))


@given(st.integers(2, 30))
def test_how_many_cells(n):
    assert len(Square(n).geometry().names) == n * n
    assert len(Checkered(n).geometry().names) == (n * n + 1) // 2
    assert len(Hexagon(n).geometry().names) == 3 * n * n - 3 * n + 1
    assert len(Trapezium(n).geometry().names) == sum(range(n, 2 * n))
    assert len(Triangle(n).geometry().names) == n * (n + 1) // 2
    assert len(Rhombus(n, 3).geometry().names) == 3 * n


def test_the_names_of_the_five_games():
    ndengrod = Hexagon(5, names="diagonals").geometry()
    assert sets(ndengrod, ndengrod.rows)["i"] == "i5 i6 i7 i8 i9"
    assert sets(ndengrod, ndengrod.columns)["6"] == "b6 c6 d6 e6 f6 g6 h6 i6"
    susan = Hexagon(5).geometry()
    assert sets(susan, susan.rows)["i"] == "i1 i2 i3 i4 i5" and len(susan.names) == 61
    trapezium = Trapezium(7).geometry()
    assert len(trapezium.names) == 70
    assert [cells.bit_count() for _, cells in trapezium.rows] == [7, 8, 9, 10, 11, 12, 13]
    hidden = Square(9, names="go").geometry()
    assert "".join(label for label, _ in hidden.columns) == "ABCDEFGHJ" and hidden.names[:2] == ("A1", "B1")
    serendipity = Checkered(8).geometry()
    assert serendipity.names[:6] == ("a1", "c1", "e1", "g1", "b2", "d2") and len(serendipity.names) == 32


@pytest.mark.parametrize("word", [Hexagon(5, names="diagonals"), Trapezium(7)])
def test_who_touches_whom_with_diagonal_columns(word):
    geometry = word.geometry()
    for name, cell in geometry.index.items():
        row, column = ord(name[0]), int(name[1:])
        near = [(row, column - 1), (row, column + 1), (row - 1, column), (row + 1, column)]
        near += [(row + 1, column + 1), (row - 1, column - 1)]
        expected = {f"{chr(r)}{c}" for r, c in near} & set(geometry.names)
        assert set(geometry.named(geometry.near(cell, geometry.sides))) == expected


def test_letters_after_z():
    assert Square(28, 1).geometry().names[25:] == ("z1", "aa1", "ab1")
    assert Square(27, 1, names="go").geometry().names[23:] == ("Y1", "Z1", "AA1", "AB1")


def test_row_1_is_where_first_says():
    low, high = Square(3).geometry(), Square(3, first="top").geometry()
    assert low.centres[low.index["a1"]] == (0, 2) and high.centres[high.index["a1"]] == (0, 0)
    assert low.names[low.steps[0][low.index["a1"]]] == "a2"
    assert high.steps[0][high.index["a1"]] == -1
    assert low.named(low.ranks[0][0]) == ("a1", "b1", "c1") and high.named(high.ranks[0][0]) == ("a3", "b3", "c3")


def test_directions_and_what_is_forward():
    square, hexagon, checkered = Square(5).geometry(), Hexagon(3).geometry(), Checkered(5).geometry()
    assert square.directions == ("N", "NE", "E", "SE", "S", "SW", "W", "NW")
    assert labels(square, square.sides) == "N E S W" and labels(square, square.diagonals) == "NE SE SW NW"
    assert [labels(square, f) for f in square.forward] == ["N NE NW", "SE S SW", "NE E SE", "SW W NW"]
    assert [labels(hexagon, f) for f in hexagon.forward] == ["NE NW", "SE SW", "NE E SE", "SW W NW"]
    assert labels(checkered, checkered.sides & checkered.diagonals) == "NE SE SW NW"
    assert labels(checkered, checkered.forward[0]) == "NE NW"


def test_edges_and_corners():
    square, hexagon, rhombus = Square(4).geometry(), Hexagon(4).geometry(), Rhombus(3).geometry()
    assert [square.named(c) for c in square.corners] == [("a1",), ("d1",), ("a4",), ("d4",)]
    assert [name for name, _ in square.edges] == ["top", "right", "bottom", "left"]
    assert [cells.bit_count() for _, cells in hexagon.edges] == [4] * 6
    assert sets(hexagon, hexagon.edges)["top-right"] == "a4 b5 c6 d7"
    assert [hexagon.named(c)[0] for c in hexagon.corners] == ["a1", "a4", "d1", "d7", "g1", "g4"]
    assert sets(rhombus, rhombus.edges) == {
        "top": "a1 b1 c1", "right": "c1 c2 c3", "bottom": "a3 b3 c3", "left": "a1 a2 a3",
    }  # fmt: skip
    triangle = Triangle(4).geometry()
    assert sets(triangle, triangle.edges) == {
        "right": "a1 b2 c3 d4", "bottom": "d1 d2 d3 d4", "left": "a1 b1 c1 d1",
    }  # fmt: skip
    assert [triangle.named(c)[0] for c in triangle.corners] == ["a1", "d1", "d4"]
    trapezium = Trapezium(3).geometry()
    assert [cells.bit_count() for _, cells in trapezium.edges] == [3, 3, 5, 3] and len(trapezium.corners) == 4


def test_every_edge_of_every_shape_can_be_named():
    """Names stand with blanks between, so no name holds one, not even of a Graph whose label does."""
    path = Graph((("a", 0, 0), ("b", 1, 0)), (("E", "a", "b"),), opposites=(("E", "W"),), edges=(("far  end", "b"),))
    for board in (Square(4), Checkered(5), Hexagon(3), Trapezium(3), Triangle(4), Rhombus(3), path):
        for label, cells in board.geometry().edges:
            game = Game(board=board, turn=Place(to=empty & Edges(label)))
            assert len(game.start().moves()) == cells.bit_count(), label
    three = Game(board=Hexagon(3), turn=Place(), ends=[Win(Connected(own, Edges("top-left bottom-right")))])
    assert "links the top-left and bottom-right edges" in rules_text(three)


def test_the_middle():
    even, checkered = Square(8).geometry(), Checkered(8).geometry()
    assert even.named(even.centre) == ("d4", "e4", "d5", "e5")
    assert checkered.named(checkered.centre) == ("d4", "e5")
    hexagon = Hexagon(5).geometry()
    assert hexagon.named(hexagon.centre) == ("e5",)


@given(SMALL)
def test_laws_of_every_board(word):
    geometry = word.geometry()
    assert len(set(geometry.names)) == len(geometry.names) == len(geometry.centres) == len(geometry.outlines)
    for d, back in enumerate(geometry.opposite):
        for cell, to in enumerate(geometry.steps[d]):
            assert to < 0 or geometry.steps[back][to] == cell
    assert sum(cells for _, cells in geometry.rows) == sum(cells for _, cells in geometry.columns) == geometry.all
    assert sum(geometry.shades) == geometry.all
    for shade in geometry.shades:
        assert not geometry.adjacent(shade, geometry.sides) & shade
    assert sorted(geometry.ranks[0]) == sorted(cells for _, cells in geometry.rows)
    assert geometry.centre and all(cells for _, cells in geometry.edges if not isinstance(word, Checkered))


@given(SMALL)
def test_symmetries_keep_neighbours(word):
    geometry = word.geometry()
    first, *others = geometry.symmetries
    assert first == tuple(range(len(geometry.names)))
    for images in others:
        assert sorted(images) == list(first)
        for cell in first:
            near = {images[c] for c in bits(geometry.near(cell, geometry.sides))}
            assert near == set(bits(geometry.near(images[cell], geometry.sides)))


def test_how_many_symmetries():
    counts = {Square(4): 8, Square(4, 3): 4, Hexagon(4): 12, Triangle(4): 6, Rhombus(4): 4, Rhombus(4, 3): 2}
    counts |= {Trapezium(3): 2, Checkered(4): 4, Checkered(5): 8}
    assert {word: len(word.geometry().symmetries) for word in counts} == counts


@given(SMALL)
def test_the_longest_line(word):
    geometry = word.geometry()
    rays = [1 + len(list(geometry.ray(c, d))) for d in bits(geometry.every) for c in range(len(geometry.names))]
    assert geometry.longest(geometry.every) == max(rays)
    assert geometry.longest(0) == 1


def test_equal_boards_share_their_geometry():
    assert Square(4, 4) == Square(4) and Square(4, 4).geometry() is Square(4).geometry()
    assert repr(Square(4, 4)) == "Square(4)" and repr(Rhombus(4, 3)) == "Rhombus(4, rows=3)"


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Hexagon(1), "size: 1, expected 2 to 37, so that the board has 4,096 cells at most"),
        (lambda: Hexagon(38), "size: 38, expected 2 to 37, so that the board has 4,096 cells at most"),
        (lambda: Square(65), "columns: 65, expected 1 to 64, so that the board has 4,096 cells at most"),
        (lambda: Square(100, 41), "rows: 41, expected 1 to 40, so that the board has 4,096 cells at most"),
        (lambda: Square(0, 3), "columns: 0, expected 1 to 4,096, so that the board has 4,096 cells at most"),
        (lambda: Rhombus(5, 1), "rows: 1, expected 2 to 819, so that the board has 4,096 cells at most"),
    ],
)
def test_sizes_that_make_no_board(make, message):
    with pytest.raises(RuleError) as refused:
        make()
    assert str(refused.value) == f"{refused.value.word}.{message}"


def test_the_greatest_boards_are_allowed():
    for word in (Square(64), Square(4096, 1), Hexagon(37), Trapezium(52), Triangle(90), Rhombus(64), Checkered(64)):
        assert len(word.geometry().names) <= 4096


TWO = (("a", 0, 0), ("b", 1, 0), ("c", 2, 0))


def test_a_graph():
    word = Graph(
        TWO,
        (("E", "a", "b"), ("E", "b", "c")),
        opposites=(("E", "W"),),
        forward=("E", "W"),
        rows=(("1", "a b c"),),
        corners=(("left", "a"), ("right", "c")),
    )
    geometry = word.geometry()
    assert geometry.directions == ("E", "W") and geometry.steps == ((1, 2, -1), (-1, 0, 1))
    assert geometry.opposite == (1, 0) and geometry.forward == (1, 2) and geometry.corners == (1, 4)
    assert geometry.shades == (0b101, 0b010) and geometry.points and geometry.longest(1) == 3
    assert geometry.symmetries == ((0, 1, 2), (2, 1, 0))


def test_the_nearest_cells_of_a_graph_are_not_sought_anew_for_each_cell(monkeypatch):
    """That takes a time that grows with the square of the cells: boards of thousands of them took minutes to build."""
    search = Mock(return_value=1.0)
    monkeypatch.setattr(graph, "pitch", search)
    Graph(tuple((f"c{i}", i, 0) for i in range(100)), ()).work_out()
    assert search.call_count <= 3


def test_a_loop_has_lines_and_a_triangle_one_shade():
    ring = Graph((("a", 0, 0), ("b", 1, 0), ("c", 0.5, 0.866)), (("R", "a", "b"), ("R", "b", "c"), ("R", "c", "a")))
    geometry = ring.geometry()
    assert geometry.longest(1) == 3 and geometry.shades == (7,) and geometry.opposite == (-1,)


@pytest.mark.parametrize(
    ("parts", "message"),
    [
        ({"cells": ()}, "cells: 0 cells, expected 1 to 4,096"),
        (
            {"cells": (("a", 0, 0), ("A", 1, 0))},
            "cells[1][0]: 'A', expected no name twice; capitals count as the same letters",
        ),
        ({"cells": (("a-b", 0, 0),)}, "cells[0][0]: 'a-b', expected letters and digits"),
        ({"cells": (("a", 0, 0), ("b", 0, 0))}, "cells[1]: (0, 0), expected no two cells in one place"),
        ({"cells": (("a", 0, float("nan")),)}, "cells[0]: (0, nan), expected places from -4,096 to 4,096"),
        ({"links": (("E", "a", "z"),)}, "links[0]: ('E', 'a', 'z'), expected two different cells of the board"),
        (
            {"links": (("E", "a", "b"), ("E", "a", "c"))},
            "links[1]: E from a to c, expected one neighbour of a that way, and b is one",
        ),
        (
            {"links": (("E", "a", "b"), ("S", "a", "b"))},
            "links[1]: S from a to b, expected one direction from a to b, and E is one",
        ),
        (
            {"opposites": (("E", "W"), ("E", "N"))},
            "opposites[1]: ('E', 'N'), expected each direction in one pair at most",
        ),
        ({"forward": ("E S",)}, "forward[0]: 'S', expected directions of links"),
        ({"edges": (("top", "a z"),)}, "edges[0]: 'z', expected names of cells"),
        ({"corners": (("top", ""),)}, "corners[0]: '', expected names of cells"),
    ],
)
def test_graphs_that_make_no_board(parts, message):
    with pytest.raises(RuleError) as refused:
        Graph(**{"cells": TWO, "links": (("E", "a", "b"),), **parts})
    assert str(refused.value) == f"{refused.value.word}.{message}"
