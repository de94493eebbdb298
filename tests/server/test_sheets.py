"""Tests of printed sheets from the server, of games and of tables, as each viewer may see them."""

import io

import pytest
from odf import teletype
from odf.opendocument import load as opened
from odf.table import Table, TableRow

from lusory.games import catalogue
from lusory.rules import codec
from lusory.server.web.sheets import OURS
from tests.printing.pdf_text import pages, texts
from tests.server.running_server import Server


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    running = Server(tmp_path_factory.mktemp("data"))
    yield running
    running.stop()


def rows(file):
    """The rows of all tabs, by tab."""
    book = opened(io.BytesIO(file))
    return {tab.getAttribute("name"): [[teletype.extractText(cell) for cell in row.childNodes]
            for row in tab.getElementsByType(TableRow)] for tab in book.getElementsByType(Table)}  # fmt: skip


def test_blank_sheets_of_a_game(server):
    guest = server.guest()
    response = guest.http.get("/api/games/susan/sheets.pdf?size=3&rules=1&paper=letter")
    assert response.status_code == 200 and response.headers["content-type"] == "application/pdf"
    assert response.headers["content-disposition"] == 'attachment; filename="susan.pdf"'
    board, record, rules = texts(response.content)
    assert "a hexagon of side 3" in board and "size = 3" in board and "Date" in record and "Your turn" in rules
    assert b"612 792" in pages(response.content)[0]
    rows_found = rows(guest.http.get("/api/games/hidden-gomoku/sheets.ods?sheet=private").content)
    assert list(rows_found) == ["First, private", "Second, private"]


@pytest.mark.parametrize(
    ("path", "code", "message"),
    [
        ("susan/sheets.doc", 404, "expected one of pdf, ods"),
        ("none/sheets.pdf", 404, "no game none"),
        ("susan/sheets.pdf?sheet=x", 422, "expected board, record, private or all"),
        ("susan/sheets.pdf?paper=a5", 422, "expected a4 or letter"),
        ("susan/sheets.pdf?size=99", 422, "size=99"),
        ("susan/sheets.pdf?sheet=private", 422, "hides nothing"),
    ],
)
def test_what_is_wrong_is_said(server, path, code, message):
    response = server.guest().http.get(f"/api/games/{path}")
    assert response.status_code == code and message in response.json()["error"]


def test_no_option_of_a_game_is_called_like_a_parameter():
    assert not {option.name for game in catalogue().values() for option in game.options} & set(OURS)


def test_a_table_is_printed_as_its_viewer_may_see_it(server):
    first, second, stranger = (server.guest() for _ in range(3))
    created = first.table(game="hidden-gomoku", options={"size": 5}, seats=["human", "human"], names=["Ada", "Bo"])
    second.sit(created["seats"][1]["link"])
    table = created["table"]
    for ply, (mover, text) in enumerate([(first, "C3"), (second, "x"), (first, "B2:row"), (second, "reveal:none")], 1):
        mover.play(table, ply, text)
    path = f"/api/tables/{table}/sheets.ods"
    of_first, of_second, public = (rows(guest.http.get(path).content) for guest in (first, second, stranger))
    assert list(of_first) == ["Board", "Record", "First, private"]
    assert list(of_second) == ["Board", "Record", "Second, private"]
    assert list(public) == ["Board", "Record"]
    assert any("B2 row" in row for row in of_first["First, private"])
    for sheet in (of_second, public):
        assert not any("B2" in cell for tab in sheet.values() for row in tab for cell in row)
        assert any("row 2" in row for row in sheet["Record"])
    assert any(row[:2] == ["First", "Ada"] for row in public["Record"])
    refused = stranger.http.get(f"{path}?sheet=private")
    assert refused.status_code == 422 and "for its player alone" in refused.json()["error"]


def test_names_are_changed_in_files_and_on_sheets(server):
    guest = server.guest()
    new_table = guest.table(game="susan", seats=["human", "human"], names=["Ada", "Bo"], shared=True)
    table = new_table["table"]
    guest.play(table, 1, "c3")
    guest.post(f"/api/tables/{table}/acts", {"act": "resign", "ply": 1})
    text = guest.http.get(f"/api/tables/{table}/record.txt?first=Bo&second=%22Eve%22%0A").text
    assert '[first "Bo"]' in text and "[second \"'Eve'\"]" in text and "Ada" not in text
    texts_found = texts(guest.http.get(f"/api/tables/{table}/sheets.pdf?first=Cy").content)
    assert "Cy" in texts_found[1] and "Ada" not in texts_found[0] + texts_found[1]
    texts_found = texts(guest.http.get(f"/api/tables/{table}/sheets.pdf?names=0").content)
    assert "Ada" not in texts_found[0] + texts_found[1] and "Bo" not in texts_found[0] + texts_found[1]
    csv = guest.http.get(f"/api/tables/{table}/record.csv?first=Cy").text
    assert "first,Cy" in csv and "Ada" not in csv


def test_a_table_of_a_guests_rules_is_printed(server):
    guest = server.guest()
    value = codec.document(catalogue()["ndengrod"].build(size=3))
    new_table = guest.table(value=value, seats=["human", "human"], shared=True)
    guest.play(new_table["table"], 1, "c3")
    board, record, rules = texts(guest.http.get(f"/api/tables/{new_table['table']}/sheets.pdf?rules=1").content)
    assert "After move 1" in board and "c3" in record and "End" in rules
