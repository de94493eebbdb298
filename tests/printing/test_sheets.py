"""Sheets for pen and paper, read back from the files: pages and texts of the PDF, cells of the spreadsheet."""

import io
import itertools
from pathlib import Path

import msgspec
import pytest
from odf import teletype
from odf.opendocument import load as opened
from odf.table import Table, TableCell, TableRow

import lusory
from lusory.errors import LusoryError
from lusory.games import catalogue, studied_games
from lusory.games.library.mu_torere import mu_torere
from lusory.play.record import read
from lusory.play.spectator import SPECTATOR
from lusory.printing import PAPERS, Document, PrintRequest, document, write
from tests.games import games_by_name
from tests.printing.pdf_text import pages, runs, size, texts

RECORDS = Path(__file__).parent.parent / "records"
SECRET = ["E5", "x", "D6:column", "reveal:none", "B2:row", "reveal:none"]
"""First plays o and hides a stone on D6, second one on B2."""


def pdf(game, **request):
    return write(document(game, PrintRequest(**request)), "pdf")


def tabs(game, **request):
    """The tabs of a spreadsheet by name, each as rows of texts; a cell over several columns counts once."""
    book = opened(io.BytesIO(write(document(game, PrintRequest(**request)), "ods")))
    return {tab.getAttribute("name"): [row_of(row) for row in tab.getElementsByType(TableRow)]
            for tab in book.getElementsByType(Table)}  # fmt: skip


def row_of(row):
    return [teletype.extractText(cell) for cell in row.getElementsByType(TableCell)]


def hidden(plies=SECRET):
    position = lusory.load("hidden-gomoku").start()
    for ply in plies:
        position = position.play(ply)
    return position


def table_of(page):
    assert page.table is not None
    return page.table


def recorded(name):
    record = read((RECORDS / f"{name}.json").read_bytes())
    return record.game, record.replay()


@pytest.mark.parametrize(("name", "paper"), [*zip(catalogue(), itertools.cycle(PAPERS))])
def test_each_blank_sheet_fills_the_pages_that_it_says(name, paper):
    """A line too many on a page would bring an empty one; every game has a board and a record, games with secrets a
    sheet for each player."""
    game = catalogue()[name]()
    printed = document(game, PrintRequest(paper=paper))
    file = write(printed, "pdf")
    page_texts = runs(file)
    names = ["Board", "Record", *(page.name for page in printed.pages if page.kind == "private")]
    assert [page.name for page in printed.pages] == names
    assert len(printed.pages) - 2 in (0, game.players)
    starts = [i for i, page in enumerate(page_texts) if any(sheet.title.startswith(page[0]) for sheet in printed.pages)]
    assert len(starts) == len(printed.pages) and starts[0] == 0
    wide, high = PAPERS[paper]
    assert all(abs(sum(size(page)) / 72 * 25.4 - wide - high) < 1 for page in pages(file))
    for i, page in enumerate(page_texts):  # a page that goes on is a full page of the record: none holds a line or two
        assert i in starts or len(page) > 20, (i, page)


LIBRARY = [name for name in catalogue() if name not in studied_games()]


@pytest.mark.parametrize("name", [*studied_games(), *LIBRARY[::6]])
def test_the_rules_are_a_page(name):
    """Of the library every sixth game; another test reads the sheets of all."""
    game = lusory.load(name)
    page_texts = texts(pdf(game, sheets=(), rules=True))
    assert len(page_texts) <= (1 if name in studied_games() else 3)
    assert any("Your turn" in page for page in page_texts)


def test_the_board_has_its_coordinates_and_says_how_large_its_cells_are():
    (run_found,) = runs(pdf(lusory.load("susan"), sheets=("board",)))
    assert run_found[0] == "SUSAN" and set("abcdefghi123456789") <= set(run_found)
    assert "Neighbouring cells are 17 mm apart." in run_found


def test_columns_follow_from_the_rules():
    def heads(name, **options):
        table = table_of(document(lusory.load(name, **options)).pages[1])
        return [(column.group, column.title) for column in table.columns[1:]]

    assert heads("susan") == [("", "First"), ("", "Second")]
    assert heads("doppel")[:2] == [("First", "move"), ("First", "points")]
    assert heads("serendipity")[1] == ("First", "captured")
    assert heads("hidden-gomoku")[2:] == [("Second", "announces"), ("Second", "answer")]
    game_of_three = games_by_name()["yavalath-for-three"]()
    assert [column.title for column in table_of(document(game_of_three).pages[1]).columns] == [
        "No.",
        "First",
        "Second",
        "Third",
    ]


def test_announcements_have_a_place_for_each_line_of_the_board():
    tallies = document(lusory.load("hidden-gomoku", size=5)).pages[1].tallies
    assert [tally.head for tally in tallies] == [("1", "2", "3", "4", "5"), ("A", "B", "C", "D", "E")]
    assert document(lusory.load("gomoku")).pages[1].tallies == ()


def test_there_are_rounds_enough_to_fill_the_board():
    rows = tabs(lusory.load("gomoku"), sheets=("record",))["Record"]
    assert rows[-1][0] == str(-(-15 * 15 // 2))


def test_a_record_fills_the_sheets():
    game, end = recorded("doppel")
    tags = {"first": "Ada", "second": "Bo", "date": "2026-01-02"}
    rows = tabs(game, position=end, tags=tags)["Record"]
    assert [row[1] for row in rows[2:8]] == ["Ada", "Bo", "2026-01-02", "d4", "14 : 16", "Second wins"]
    rounds = [row for row in rows if row[0].isdigit()]
    assert rounds[0] == ["1", "d5", "0", "d6", "0"]
    assert rounds[-1] == ["32", "e8", "14", "", ""]
    board, record = texts(pdf(game, position=end, tags=tags))
    assert "Second wins 16 to 14" in board
    assert all(text in record for text in ("Ada", "Bo", "2026-01-02", "Drawn by lot", "h8"))


def test_turns_of_several_plies_stand_in_one_field():
    game, end = recorded("serendipity")
    rounds = [row for row in tabs(game, position=end)["Record"] if row[0].isdigit()]
    assert rounds[0] == ["1", "d6-e5 b6-c5 d2xb4xd6xf4xd2", "4", "f2-e3 a3-b4 a1xc3xa5", "2"]
    assert rounds[2] == ["3", "e1-f2 f6-g5 h6xf4xd2", "11", "", ""]


def test_the_board_of_a_record_stands_in_the_cells_of_the_spreadsheet():
    game, end = recorded("susan")
    board = tabs(game, position=end)["Board"]
    pieces = [cell for row in board for cell in row if cell in ("x", "o")]
    assert len(pieces) == len(end.picture().stones)
    position = lusory.load("tic-tac-toe").start().play("a1").play("c3")
    rows = tabs(lusory.load("tic-tac-toe"), position=position)["Board"]
    assert rows[3:7] == [["3", "", "", "o"], ["2", "", "", ""], ["1", "x", "", ""], ["", "a", "b", "c"]]


def test_a_board_without_straight_rows_is_a_list_of_its_cells():
    game = mu_torere()
    rows = tabs(game, sheets=("board",))["Board"]
    assert {row[0] for row in rows} >= set(game.geometry.names)


def test_a_game_that_goes_on_has_room_for_its_next_rounds():
    position = lusory.load("susan").start().play("b2").play("c3").play("d4")
    rounds = [row for row in tabs(lusory.load("susan"), position=position)["Record"] if row[0].isdigit()]
    assert rounds[:3] == [["1", "b2", "c3"], ["2", "d4", ""], ["3", "", ""]]
    assert [row[0] for row in rounds] == [str(n) for n in range(1, len(rounds) + 1)] and len(rounds) > 20
    assert "Second (o) to move" in texts(pdf(lusory.load("susan"), position=position))[0]


def everything(sheets: Document) -> str:
    """All that a document holds, drawings included."""
    return msgspec.json.encode(sheets).decode()


def test_a_private_sheet_holds_what_its_player_knows_and_nothing_else():
    game = lusory.load("hidden-gomoku")
    for viewer, mine, others_ply in ((0, "D6 column", "B2"), (1, "B2 row", "D6")):
        private = document(game, PrintRequest(position=hidden(), viewer=viewer))
        assert [page.kind for page in private.pages] == ["board", "record", "private"]
        rounds = [row for page in private.pages if page.table for row in page.table.rows]
        assert mine in [text for row in rounds for text in row]
        assert not any(others_ply in text for row in rounds for text in row)
        squares_shown = [square for page in private.pages if page.board for square in page.board.squares]
        assert all(square.text == "" for square in squares_shown if square.name == others_ply)


@pytest.mark.parametrize("viewer", [1, SPECTATOR])
def test_a_secret_makes_no_difference_to_what_others_print(viewer):
    other = [*SECRET]
    other[2] = "D7:column"
    first, second = (document(lusory.load("hidden-gomoku"), PrintRequest(position=hidden(plies), viewer=viewer))
                for plies in (SECRET, other))  # fmt: skip
    assert everything(first) == everything(second)
    assert write(first, "pdf") == write(second, "pdf") and write(first, "ods") == write(second, "ods")
    documents = [
        document(lusory.load("hidden-gomoku"), PrintRequest(position=hidden(plies))) for plies in (SECRET, other)
    ]
    assert everything(documents[0]) != everything(documents[1])


def test_spectators_get_no_private_sheet_before_the_end():
    game = lusory.load("hidden-gomoku")
    prints = document(game, PrintRequest(position=hidden(), viewer=SPECTATOR))
    assert [page.kind for page in prints.pages] == ["board", "record"]
    assert table_of(prints.pages[1]).rows[1:] == (("2", "column D", "none", "row 2", "none"),)
    with pytest.raises(LusoryError, match="for its player alone"):
        document(game, PrintRequest(position=hidden(), viewer=SPECTATOR, sheets=("private",)))
    over, end = recorded("hidden-gomoku")
    assert [page.kind for page in document(over, PrintRequest(position=end, viewer=SPECTATOR)).pages].count(
        "private"
    ) == 2


def test_what_failed_is_noted():
    game, end = recorded("hidden-gomoku")
    record, first, second = document(game, PrintRequest(position=end)).pages[1:]
    assert ("10", "B8 row", "C8", "C7 row", "C7 (failed)") in table_of(record).rows
    assert ("10", "C7 row", "C7", "failed") in table_of(second).rows
    assert not any("failed" in row for row in table_of(first).rows)
    assert record.tallies[1].rows[0] == ("First", ("13", "", "", "7", "3 4 5", "", "", "11", ""))


def test_equal_sheets_are_equal_files():
    game = lusory.load("hidden-gomoku")
    for form in ("pdf", "ods"):
        assert write(document(game), form) == write(document(game), form)


def test_texts_are_never_markup_nor_formulas():
    position = lusory.load("susan").start().play("b2")
    name = "=1+1 #panic() $x$ <b>\\"
    tags = {"first": name, "ended": name}
    assert name in texts(pdf(lusory.load("susan"), position=position, tags=tags))[0]
    book = opened(io.BytesIO(write(document(lusory.load("susan"), PrintRequest(position=position, tags=tags)), "ods")))
    cells = [cell for cell in book.getElementsByType(TableCell) if teletype.extractText(cell) == name]
    assert cells and all(cell.getAttribute("valuetype") == "string" for cell in cells)
    assert not any(cell.getAttribute("formula") for cell in book.getElementsByType(TableCell))


def test_what_cannot_be_printed_is_refused():
    game = lusory.load("susan")
    for sheet, paper, message in (
        ("private", "a4", "hides nothing"),
        ("x", "a4", "expected board, record"),
        ("board", "a5", "expected a4 or letter"),
    ):
        with pytest.raises(LusoryError, match=message):
            document(game, PrintRequest(sheets=(sheet,), paper=paper))
    with pytest.raises(ValueError, match="expected pdf or ods"):
        write(document(game), "doc")


def test_a_document_goes_through_json():
    sheets = document(lusory.load("hidden-gomoku"), PrintRequest(rules=True))
    assert msgspec.json.decode(msgspec.json.encode(sheets), type=Document) == sheets
