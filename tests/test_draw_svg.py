"""Tests of boards as SVG: well formed, with every cell and every visible stone, no secrets and no scripts."""

import re
from xml.etree import ElementTree

from hypothesis import given
from hypothesis import strategies as st

import lusory
from lusory.draw.kind_letters import kind_letters
from lusory.draw.svg import WOOD, board, thumbnail
from lusory.rules.boards import Checkered, Graph, Hexagon, Rhombus, Square, Trapezium, Triangle
from lusory.rules.picture import Picture, Stone
from tests.commands import SUSAN

CROSS = Graph(
    (("a", 0, 0), ("b", 2, 0), ("c", 0, 2), ("d", 2.5, 2)),
    (("E", "a", "b"), ("S", "a", "c"), ("SE", "a", "d"), ("SW", "b", "c")),
)
WORDS = st.one_of(
    st.builds(Hexagon, st.integers(2, 6), names=st.sampled_from(["rows", "diagonals"])),
    st.builds(Trapezium, st.integers(2, 6)),
    st.builds(Triangle, st.integers(2, 8)),
    st.builds(Rhombus, st.integers(2, 8), st.integers(2, 8)),
    st.builds(Square, st.integers(1, 9), st.integers(1, 13), look=st.sampled_from(["cells", "points"])),
    st.builds(Checkered, st.integers(2, 8), st.integers(2, 8)),
    st.just(CROSS),
)


def tree(picture, **options):
    return ElementTree.fromstring(board(picture, **options))


def of_class(root, name):
    return [node for node in root.iter() if name in node.get("class", "").split()]


@given(WORDS, st.booleans(), st.data())
def test_every_cell_and_stone_is_there_and_on_the_page(word, coordinates, data):
    geometry = word.geometry()
    cells = st.integers(0, len(geometry.names) - 1)
    stones = st.builds(Stone, cells, st.integers(0, 5), st.sampled_from(["stone", "king", "<&>"]), st.booleans())
    some_cells = st.lists(cells, max_size=6, unique=True).map(tuple)
    drawn_stones = st.lists(stones, max_size=9).map(tuple)
    last, line, targets = (data.draw(some_cells) for _ in range(3))
    picture = Picture(geometry, data.draw(drawn_stones), last, line, targets, notes=("x < o",))
    root = tree(picture, coordinates=coordinates)
    assert sorted(node.get("data-cell", "") for node in of_class(root, "cell")) == sorted(geometry.names)
    assert len(of_class(root, "stone")) == len(picture.stones)
    assert len(of_class(root, "label")) == (len(geometry.labels or geometry.names) if coordinates else 0)
    _, _, width, height = map(float, root.get("viewBox", "").split())
    for node in root.iter():
        assert 0 <= float(node.get("cx") or 0) <= width and 0 <= float(node.get("cy") or 0) <= height
        assert 0 <= float(node.get("x") or 0) <= width and 0 <= float(node.get("y") or 0) <= height
        assert not {"style", "onclick", "href"} & set(node.keys()) and not node.tag.endswith("script")


def test_the_head_says_what_it_is():
    root = tree(Picture(Square(3).geometry()), title="a < b")
    assert root.get("role") == "img" and root[0].text == "a < b"
    assert tree(Picture(Square(3).geometry()))[0].text == "a board of 3 by 3 squares"


def test_a_line_is_one_stroke_and_what_no_stroke_meets_gets_a_ring():
    geometry = Square(5).geometry()
    line = tuple(geometry.index[name] for name in ("a1", "b2", "c3", "d4"))
    won = of_class(tree(Picture(geometry, line=line)), "won")
    assert [node.get("d", "").count("L") for node in won] == [1]
    (ring,) = of_class(tree(Picture(geometry, line=(0,))), "won")
    assert ring.tag.endswith("circle")


def test_a_chain_is_joined_by_its_sides():
    geometry = Square(5).geometry()
    chain = tuple(geometry.index[name] for name in ("a1", "a2", "b2", "b3"))
    (won,) = of_class(tree(Picture(geometry, line=chain)), "won")
    assert won.get("d", "").count("L") == 3


def test_two_stones_on_a_point_stand_apart_and_the_hidden_one_is_dashed():
    geometry = Square(9, names="go", look="points").geometry()
    first, second = of_class(tree(Picture(geometry, (Stone(40, 2, hidden=True), Stone(40, 1)))), "stone")
    assert first[0].get("cx") != second[0].get("cx")
    assert first[0].get("stroke-dasharray") is None and second[0].get("stroke-dasharray")


def test_kinds_show_letters_that_differ():
    geometry = Square(8).geometry()
    stones = (Stone(0, 1, "king"), Stone(1, 2, "knight"), Stone(2, 1))
    root = tree(Picture(geometry, stones))
    letters = [text.text for stone in of_class(root, "stone") for text in stone if text.tag.endswith("text")]
    assert letters == ["K", "N"]


def test_star_points():
    counts = [len(of_class(tree(Picture(Square(n, look="points").geometry())), "star")) for n in (5, 9, 13, 15, 19)]
    assert counts == [0, 5, 5, 9, 9]


def test_numbers_are_short_and_the_drawing_is_stable():
    text = board(Picture(Hexagon(5).geometry(), (Stone(3, 1),)))
    assert not re.search(r"\d\.\d{3}|[\" ,]-0[\" ,]|\de-\d", text)
    assert text == board(Picture(Hexagon.work_out(Hexagon(5)), (Stone(3, 1),)))


RING = Graph(
    tuple((f"r{i}", x, y) for i, (x, y) in enumerate([(0, 0), (1, 0), (2, 0), (3, 0), (1.5, 2)])),
    (("F", "r0", "r1"), ("F", "r1", "r2"), ("F", "r2", "r3"), ("I", "r0", "r3"), ("I", "r3", "r4")),
)


def test_a_link_bends_round_other_points():
    root = tree(Picture(RING.geometry()))
    (lines,) = of_class(root, "lines")
    path = lines.get("d", "")
    assert path.count("M") == 5 and path.count("Q") == 1
    start, bend = re.findall(r"M([0-9. ]+)Q([0-9. ]+)", path)[0]
    assert abs(float(bend.split()[1]) - float(start.split()[1])) > 10


def test_names_stand_beside_their_points_and_off_the_links():
    root = tree(Picture(RING.geometry()))
    points = {n.get("data-cell"): p for n, p in zip(of_class(root, "cell"), of_class(root, "star"), strict=True)}
    strokes = of_class(root, "lines")[0].get("d", "").split("M")[1:]
    lines = [tuple(map(float, re.findall(r"[0-9.]+", part))) for part in strokes]
    for label in of_class(root, "label"):
        x, y = float(label.get("x", "")), float(label.get("y", ""))
        star = points[label.text]
        assert 10 < abs(x - float(star.get("cx", ""))) + abs(y - float(star.get("cy", ""))) < 45
        assert not any(len(a) == 4 and a[1] == a[3] and abs(a[1] - y) < 5 and a[0] < x < a[2] for a in lines)


def test_a_board_of_a_python_class_without_shades_is_drawn():
    position = lusory.load(SUSAN, size=2).start()
    assert position.svg().count('class="cell shade-0"') == 7


def test_a_thumbnail_lies_on_any_card():
    hexagons, points = (
        ElementTree.fromstring(thumbnail(lusory.load(name).start().picture())) for name in ("susan", "gomoku")
    )
    assert [of_class(root, "paper")[0].get("fill") for root in (hexagons, points)] == ["none", WOOD]
    assert not of_class(hexagons, "label") and not of_class(points, "label")


def test_the_letter_of_a_kind_is_the_same_in_every_position():
    """Also where a king that has not moved yet is a kind of its own; and no piece has the letter of another."""
    start = lusory.load("chess").start()
    later = start.line("e2-e4 e7-e5 e1-e2 e8-e7")
    shown = [kind_letters(position.contract.picture(position.state, None)) for position in (start, later)]
    assert shown[0] == shown[1]
    assert (shown[0]["king"], shown[0]["knight"], shown[0]["unmoved-king"]) == ("K", "N", "K'")
    assert len(set(shown[0].values())) == len(shown[0])
