"""Tests of the census against published numbers: all of them by the engine, the smaller ones by the reference."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from lusory.engine import Machine
from lusory.errors import IllegalPly, LongTurn, LusoryError
from lusory.games import load
from lusory.play.census import Row, census, divide
from lusory.reference import Reference
from lusory.rules import At, Game, Put, Repeat, Square, Step, own

from .games import games_by_name
from .own_games import own_games

LIBRARY = games_by_name() | own_games()
VECTORS: list[dict[str, Any]] = json.loads((Path(__file__).parent / "vectors" / "census.json").read_text())

MOST = 30_000
"""Rows of more positions are counted by the engine alone, which is held against the reference elsewhere
(tests/test_engine_differential.py). The reference gets them right too, but takes as long for them as for the rest."""


def title(row: dict[str, Any]) -> str:
    return f"{row['game']} {json.dumps(row['options'])}"


def to_count(rows: list[int]) -> int:
    """How many of the known rows the reference counts."""
    return sum(row <= MOST for row in rows)


@pytest.mark.parametrize("row", VECTORS, ids=title)
def test_vectors(row: dict[str, Any]) -> None:
    known = row["census"]
    depth = to_count(nodes(known))
    start = [row["start"]] if "start" in row else []
    assert census(Reference(load(row["game"], **row["options"])), depth, start=start) == known[:depth]


@pytest.mark.parametrize("row", VECTORS, ids=title)
def test_vectors_by_the_engine(row: dict[str, Any]) -> None:
    start = [row["start"]] if "start" in row else []
    game = Machine(load(row["game"], **row["options"]))
    assert census(game, len(row["census"]), start=start) == row["census"]


def test_few_rows_are_left_to_the_engine() -> None:
    known = [nodes(row["census"]) for row in VECTORS] + [rows for _, rows in (*TURNS.values(), *PLIES.values())]
    known += PERFT.values()
    left = [row for rows in known for row in rows if row > MOST]
    assert len(left) <= 20 and all(to_count(rows) >= 1 for rows in known)


@pytest.mark.parametrize("depth", [-1, 2**32, 1.5])
@pytest.mark.parametrize("contract", [Machine, Reference])
def test_a_depth_that_cannot_be_counted_to_is_refused(contract: Any, depth: Any) -> None:
    game = contract(load("tic-tac-toe"))
    for count in (census, lambda *words: list(divide(*words))):
        with pytest.raises(LusoryError, match=f"^depth: {depth!r}, expected a whole number from 0"):
            count(game, depth)


PERFT = {
    "tic-tac-toe": [9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872],
    "connect-four": [7, 49, 343, 2401, 16807, 117649],
    "reversi": [4, 12, 56, 244, 1396],
    "breakthrough": [22, 484, 11132],
    "hex": [121, 14520],
    "y": [66, 66 * 65],
    "havannah": [169],
    "pente": [361],
    "gomoku": [225, 50400],
    "clobber": [49, 2116],
    "yavalath": [61, 3660],
    # First may lift two stones at the centre, each with four beside it; or in two corners, each with two.
    "konane": [4, 2 * 4 + 2 * 2],
}


@pytest.mark.parametrize("name", PERFT)
def test_perft(name: str) -> None:
    depth = to_count(PERFT[name])
    assert nodes(census(Reference(load(name)), depth)) == PERFT[name][:depth]


# What the engine counts beyond that: the reference takes half a minute a row. Connect four, reversi and breakthrough
# from the tables that authors of programs publish (see the docs of each game); hex and y are products.
DEEP = {
    "connect-four": [823536],
    "reversi": [8200, 55092, 390216],
    "clobber": [80063],
    "yavalath": [215940],
    "breakthrough": [256036],
    "hex": [14520 * 119],
    "y": [66 * 65 * 64],
}


@pytest.mark.parametrize("name", PERFT)
def test_perft_by_the_engine(name: str) -> None:
    rows = [*PERFT[name], *DEEP.get(name, [])]
    assert nodes(census(Machine(load(name)), len(rows))) == rows


def test_connect_four_is_won_as_known() -> None:
    """The seventh ply is first's fourth: 13,032 sequences win."""
    rows = census(Machine(load("connect-four")), 9)
    assert rows[6] == [823536, 13032, 13032, 0, 0]
    assert [row[0] for row in rows[7:]] == [5673234, 39394572]


def test_small_hex_to_the_end() -> None:
    """Nobody draws; every sequence that fills the board is counted until somebody has won."""
    rows = census(Machine(load("hex", size=3)), 9)
    assert [row[0] for row in rows[:4]] == [9, 72, 504, 3024]
    assert rows == census(Reference(load("hex", size=3)), 9)
    assert rows[-1][0] == rows[-1][1] and not any(row[4] for row in rows)


@pytest.mark.parametrize("contract", [Reference, Machine])
def test_tic_tac_toe_ends_as_known(contract: Any) -> None:
    """255,168 games: 131,184 won by first, 77,904 by second, 46,080 drawn."""
    rows = census(contract(load("tic-tac-toe")), 9)
    assert [sum(column) for column in zip(*rows, strict=True)][1:] == [255168, 131184, 77904, 46080]


# Games of the library, the first table in whole turns. Sources: draughts from Aart Bik's perft table of checkers on 8 x
# 8; amazons, 2176, and ataxx from the tables authors of programs publish; queens from the ways to place two of them
# (1288); lines of action counted here; the rest by hand.
TURNS: dict[str, tuple[dict[str, Any], list[int]]] = {
    "draughts": ({}, [7, 49, 302, 1469, 7361, 36768]),
    "giveaway-draughts": ({}, [7, 49, 302]),
    "lines-of-action": ({}, [36, 1244, 44952]),
    "amazons": ({}, [2176]),
    "connect6": ({"size": 6}, [36, 36 * 35 * 34]),
    # Three men: a1 steps to b2 or hops to a3 or c1; each of the others steps to three cells.
    "halma": ({"size": 4}, [9]),
    # Four stones have a line to the one empty point.
    "alquerque": ({}, [4]),
    # The king has five squares; then any of 47 is taken away.
    "isola": ({}, [5 * 47]),
    # The goose behind the fox keeps it from one of four points.
    "fox-and-geese": ({}, [3]),
    # Each house holds four seeds: no turn empties one of the other side's.
    "oware": ({}, [6, 36]),
    # A man on any of 48 points. Where it stands beside the ball, one jump is possible; else 47 men alone.
    "phutball": ({"columns": 7, "rows": 9}, [48, 40 * 47 + 8 * (47 + 1)]),
}
DEEP_TURNS = {"draughts": [179740]}  # Bik's table again
PLIES: dict[str, tuple[dict[str, Any], list[int]]] = {
    "ataxx": ({}, [16, 256, 6460]),
    "squava": ({}, [25, 25 * 24, 25 * 24 * 23]),
    "yavalath-for-three": ({}, [61, 61 * 60]),
    # 25 stones, two answers each, then any of 24 cells.
    "rex": ({}, [25, 50, 1200]),
    # Ten plies for each arm of the cross. Moving an inner soldier away gives a defender a cell, six times an arm;
    # two of these and two of the outer soldier's four block others, by two cells and by one: the sum is nought.
    "brandubh": ({}, [40, 40 * 24]),
    # Four stones can reach the one empty point; d3 captures by approach or by withdrawal.
    "fanorona": ({}, [5]),
    "nine-mens-morris": ({}, [24, 24 * 23, 24 * 23 * 22]),
    "three-mens-morris": ({}, [9, 72, 504, 3024]),
    # An upright domino takes one lying place from an outer column, two from each inner one, for either cell.
    "domineering": ({}, [56, 14 * 54 + 42 * 52]),
    "queens": ({}, [64, 2576]),
    # The sum of the neighbours of all cells, then of the neighbours but one of every neighbour.
    "geography": ({}, [16, 48, 104]),
    "dots-and-boxes": ({}, [12, 12 * 11, 12 * 11 * 10]),
    # Second may aim at the stone it does not see; first has eight targets left, whatever happened.
    "phantom-tic-tac-toe": ({}, [9, 81, 648]),
    "einstein": ({}, [6, 30, 120, 360, 720, 720, 720 * 6]),
    # Three moves of each of four tigers; a goat beside one can be jumped instead.
    "bagh-chal": ({}, [21, 21 * 12]),
    # Of 20 pieces a bite leaves 20 less the rectangle it takes: the sum of all rectangles is 15 * 10.
    "chomp": ({}, [20, 20 * 20 - 15 * 10]),
    # Two of first's three moves block one of second's.
    "dodgem": ({}, [3, 2 + 2 + 3]),
    # Nine rooks with seven squares each; one that goes to row r leaves 8 - r squares to the one it meets.
    "hasami-shogi": ({}, [63, 9 * sum(56 + 8 - r for r in range(2, 9))]),
    # Knight's moves from a row of nine: 2 * 8 far ones and 2 * 7 wide ones.
    "jeson-mor": ({}, [30, 900]),
    # The two stones at the ends of the row may enter the centre; only the stone beside the point they left can follow.
    "mu-torere": ({}, [2, 2]),
    # Two ways from each corner, three from each point between: down to where a soldier or the neutron stops them.
    "neutron": ({}, [2 + 3 + 3 + 3 + 2]),
    "order-and-chaos": ({}, [72, 72 * 70]),
    # Published for shogi (more in tests/test_own_games.py); nothing has been captured by then and could be dropped.
    "shogi-without-drops": ({}, [30, 900]),
    # 35 squares are left, less the neighbours: 60 pairs of them.
    "snort": ({}, [36, 36 * 35 - 2 * 60]),
    # Of each arm two soldiers can go six squares, one eight, one none.
    "tablut": ({}, [4 * (6 + 6 + 8)]),
    # The queen in a corner has two cells beside her on the edge and one inwards, each guard two and two.
    "agon": ({}, [3 + 6 * 4]),
    # A slow reading in plain Python counts them too (tests/test_marks.py).
    "martian-chess": ({}, [10, 104, 1328]),
    # Each of 24 points lies between a stone of either side; a stone there takes it from the other.
    "tanbo": ({"size": 7}, [24, 24 * 23]),
    "teeko": ({}, [25, 25 * 24, 25 * 24 * 23]),
    "yote": ({}, [30, 30 * 29]),
    # Second may exchange sides instead.
    "gonnect": ({}, [81, 81 * (80 + 1)]),
    # Three steps and 2 * 16 fences. Two fences are in conflict where they are the same, cross, or overlap in a line:
    # 32 + 32 + 2 * 4 * 6 ordered pairs. Four fences take one of second's steps away.
    "quoridor": ({"size": 5}, [35, 3 * 35 + 32 * 32 - (32 + 32 + 48) + 3 * 32 - 4]),
    "hexapawn": ({}, [3, 3 + 4 + 3]),
    "col": ({}, [36, 36 * 35]),
    # 49 dominoes; a domino is in conflict with itself and with those that share one of its squares.
    "cram": ({}, [49, 49 * 49 - 49 - (4 * 2 * 1 + 14 * 3 * 2 + 12 * 4 * 3)]),
    "pong-hau-ki": ({}, [2, 2]),
    "notakto": ({}, [9, 72, 504]),
    # A roll, the step (a six goes again), a roll.
    "race": ({}, [6, 6, 36]),
}


@pytest.mark.parametrize("name", TURNS)
def test_whole_turns(name: str) -> None:
    options, rows = TURNS[name]
    depth = to_count(rows)
    assert nodes(census(Reference(LIBRARY[name](**options)), depth, turns=True)) == rows[:depth]


@pytest.mark.parametrize("name", TURNS)
def test_whole_turns_by_the_engine(name: str) -> None:
    options, rows = TURNS[name]
    rows = [*rows, *DEEP_TURNS.get(name, [])]
    assert nodes(census(Machine(LIBRARY[name](**options)), len(rows), turns=True)) == rows


@pytest.mark.parametrize("name", PLIES)
def test_plies_by_the_engine(name: str) -> None:
    options, rows = PLIES[name]
    assert nodes(census(Machine(LIBRARY[name](**options)), len(rows))) == rows


@pytest.mark.parametrize("name", PLIES)
def test_plies(name: str) -> None:
    options, rows = PLIES[name]
    assert nodes(census(Reference(LIBRARY[name](**options)), len(rows))) == rows


def nodes(rows: list[list[int]]) -> list[int]:
    return [row[0] for row in rows]


@pytest.mark.parametrize("contract", [Reference, Machine])
def test_peg_solitaire(contract: Any) -> None:
    """From the top hole the triangle of fifteen has 568,630 games, and 29,760 of them leave one peg."""
    rows = census(contract(games_by_name()["peg-solitaire"]()), 13)
    assert sum(row[1] for row in rows) == 568630
    assert rows[-1] == [29760, 29760, 29760, 0]


def test_one_box() -> None:
    """Four lines, the last of them second's, who closes the box."""
    rows = census(Reference(games_by_name()["dots-and-boxes"](boxes=1)), 4)
    assert rows == [[4, 0, 0, 0, 0], [12, 0, 0, 0, 0], [24, 0, 0, 0, 0], [24, 24, 0, 24, 0]]


def test_queens_on_nine_squares() -> None:
    """The middle attacks all; any other queen leaves two squares, and then none."""
    assert census(Reference(games_by_name()["queens"](size=3)), 2) == [[9, 1, 1, 0, 0], [16, 16, 0, 16, 0]]


def test_geography_on_four_squares() -> None:
    """All four cells are used, so second goes last."""
    rows = census(Reference(games_by_name()["geography"](size=2)), 4)
    assert rows == [[4, 0, 0, 0, 0], [8, 0, 0, 0, 0], [8, 0, 0, 0, 0], [8, 8, 0, 8, 0]]


def test_first_capture() -> None:
    """Within three plies only a stone in a corner can be enclosed: four corners, two orders."""
    assert census(Reference(games_by_name()["atari-go"](size=3)), 3)[-1] == [504, 8, 8, 0, 0]


def test_three_men() -> None:
    """The fifth man wins on eight lines: three men of first in 3! orders, two of second in 2!, 8 * 6 * 6 * 5 in all."""
    rows = census(Reference(games_by_name()["three-mens-morris"]()), 5)
    assert rows[-1] == [15120, 1440, 1440, 0, 0]


def test_oust() -> None:
    """The third ply captures second's only stone where the pair of first's stones touches it: over all ordered pairs
    of neighbours the cells beside the pair are 804 - 168 - 144 = 492."""
    rows = census(Reference(games_by_name()["oust"]()), 3)
    assert rows[:2] == [[19, 0, 0, 0, 0], [19 * 18, 0, 0, 0, 0]]
    assert rows[2][1:] == [492, 492, 0, 0]


def total(tables: list[list[Row]]) -> list[Row]:
    return [[sum(column) for column in zip(*columns, strict=True)] for columns in zip(*tables, strict=True)]


@pytest.mark.parametrize("contract", [Reference, Machine])
def test_divide_adds_up(contract: Any) -> None:
    game = contract(load("connect-four"))
    parts = dict(divide(game, 4, start=["d1", "d2"]))
    assert sorted(parts) == ["a1", "b1", "c1", "d3", "e1", "f1", "g1"]
    assert total(list(parts.values())) == census(game, 4, start=["d1", "d2"])


@pytest.mark.parametrize("contract", [Reference, Machine])
def test_divide_in_turns(contract: Any) -> None:
    game = contract(load("serendipity", size=4, rows=1, target=2))
    parts = [rows for _, rows in divide(game, 2, turns=True)]
    assert total(parts) == census(game, 2, turns=True)


def test_a_first_ply_that_ends_the_game_is_counted() -> None:
    """A queen in the middle of nine squares attacks all the others."""
    game = games_by_name()["queens"](size=3)
    for contract in (Reference, Machine):
        parts = dict(divide(contract(game), 2))
        assert parts["b2"] == [[1, 1, 1, 0, 0], [0, 0, 0, 0, 0]]


def test_turns_without_an_end_are_given_up() -> None:
    """Along two cells there is one way to go on; on four cells there are more than 128 bits count."""
    for size in ((2, 1), (2, 2)):
        endless = Game(board=Square(*size), setup=[Put(At("a1"), side=1)], turn=Repeat(Step(own)), ends=[])
        for contract in (Reference, Machine):
            with pytest.raises(LongTurn, match="1000 plies"):
                census(contract(endless), 1, turns=True)


def test_more_states_than_are_allowed_are_refused() -> None:
    state = Machine(load("connect-four")).start()
    with pytest.raises(MemoryError):
        list(state.census(8, most_states=1000))
    for threads in (1, 2, 3):
        assert list(state.census(6, threads=threads, most_states=100_000))[-1][0] == PERFT["connect-four"][5]


def test_start_must_be_legal() -> None:
    with pytest.raises(IllegalPly, match="d9: not legal here; legal here: a1 b1"):
        census(Reference(load("connect-four")), 1, start=["d9"])


def test_readings_and_classes_are_counted_too() -> None:
    """Anything with the contract."""
    from .readings.susan import Susan

    assert census(Susan(size=2), 3) == VECTORS[1]["census"][:3]
