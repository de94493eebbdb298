"""Tests of texts by guests: what a guest writes about rules is shown at his tables only."""

import json
import signal

import pytest

from lusory.cli.failure import run
from lusory.games import find
from lusory.rules import codec
from lusory.server.game_info import GameInfo, bare, info, with_texts

OPTIONS = {"size": 5}
MARK = "ZZYZX"
"""What stands in all that a guest tells, and nowhere else."""
FORMS = ("txt", "json", "csv", "svg")
TEXTS = ("title", "inventor", "story", "naming", "rights", "source")


def brought(mark, **more):
    """Susan's rules, as somebody brings them who tells something else about them."""
    data = codec.document(find("susan").build(**OPTIONS))
    data["name"] = f"{mark} name"
    data["about"] = {name: f"{mark} {name}" for name in TEXTS} | {"year": 1066} | more
    return data


def pages(guest, table):
    """All that tells about a table and its rules, as texts."""
    base = f"/api/tables/{table}"
    paths = [
        base,
        f"{base}?board=1",
        f"{base}/at/0",
        *(f"{base}/record.{form}" for form in FORMS),
    ]
    paths += [f"/t/{table}/rules", f"/t/{table}/lessons", f"/t/{table}"]
    responses = {path.replace(table, "T"): guest.http.get(path) for path in paths}
    assert {response.status_code for response in responses.values()} == {200}, responses
    return {path: response.text for path, response in responses.items()}


def of_the_catalogue(guest):
    """What the catalogue tells about susan."""
    sized = "size=5"
    paths = ["/", "/game/susan", f"/game/susan/rules?{sized}", f"/game/susan/lessons?{sized}", "/api/games",
             f"/api/games/susan/picture.svg?{sized}", f"/api/games/susan/figures?{sized}"]  # fmt: skip
    texts = {path: guest.http.get(path).text for path in paths}
    sheet = guest.post("/api/rules", {"game": "susan", "options": OPTIONS})
    return texts | {"sheet": sheet["sheet_html"], "name": sheet["name"], "svg": sheet["svg"], "hash": sheet["hash"]}


def tables_of(guest, *marks):
    """A table of the catalogue, then one of each guest, then another of the catalogue; each with a ply."""
    requests = [{"game": "susan", "options": OPTIONS}, *({"value": brought(mark)} for mark in marks),
             {"game": "susan", "options": OPTIONS}]  # fmt: skip
    tables_made = []
    for terms in requests:
        table = guest.table(**terms, seats=["human", "human"], shared=True, listed=True)["table"]
        guest.play(table, 1, "b2")
        tables_made.append(table)
    return tables_made


def assert_told_apart(guest, tables, marks):
    """Each guest's texts stand with his tables alone, and those of the catalogue with its own."""
    catalogue_table, *guest_tables, catalogue_table_again = tables
    pages_of_tables = [pages(guest, table) for table in (catalogue_table, *guest_tables, catalogue_table_again)]
    for mark, page in zip(marks, pages_of_tables[1:-1], strict=True):
        assert json.loads(page["/api/tables/T"])["game"]["title"] == f"{mark} title"
        assert f"{mark} title" in page["/api/tables/T/record.txt"] or f"{mark} name" in page["/api/tables/T/record.txt"]
        assert (
            json.loads(page["/api/tables/T"])["game"]["hash"]
            == json.loads(pages_of_tables[0]["/api/tables/T"])["game"]["hash"]
        )
        assert not [other for other in marks if other != mark and other in json.dumps(page)]
    for page in (pages_of_tables[0], pages_of_tables[-1]):
        assert not [path for path, text in page.items() if any(mark in text for mark in marks)]
        assert json.loads(page["/api/tables/T"])["game"] == {
            "name": "susan", "title": "SUSAN", "players": 2, "hidden": False, "options": {"size": "5"},
            "hash": find("susan").build(**OPTIONS).hash,
        }  # fmt: skip
    listed = {row["table"]: row["game"] for row in guest.get("/api/tables")["tables"]}
    titles = [listed[table]["title"] for table in tables]
    assert titles == ["SUSAN", *(f"{mark} title" for mark in marks), "SUSAN"]
    assert [listed[table]["name"] for table in tables] == ["susan", *("" for _ in marks), "susan"]


@pytest.mark.parametrize("first", ["the guest", "the catalogue"])
def test_a_guest_rewrites_nothing(tmp_path, first, start_server):
    """Whoever comes first, also after a restart, and in a copy of the database that is taken in elsewhere."""
    server = start_server(tmp_path / "one")
    marks = [f"{MARK}one", f"{MARK}two"]
    catalogue_before = {}
    if first == "the catalogue":
        catalogue_before = of_the_catalogue(server.guest())
    guest = server.guest()
    for mark in marks:
        sheet = guest.post("/api/rules", {"value": brought(mark)})
        assert sheet["name"] == f"{mark} name" and mark in sheet["sheet_html"]
        page = guest.http.post("/own/rules", json={"value": brought(mark)}).text
        assert 'class="sheet"' in page and not [other for other in marks if other != mark and other in page]
    tables = tables_of(guest, *marks)
    assert_told_apart(guest, tables, marks)
    catalogue = of_the_catalogue(server.guest())
    assert MARK not in json.dumps(catalogue)
    if catalogue_before:
        assert catalogue_before == catalogue
    server.stop(signal.SIGKILL)
    server = start_server(tmp_path / "one")
    assert_told_apart(server.guest(), tables, marks)
    assert MARK not in json.dumps(of_the_catalogue(server.guest()))
    server.stop()
    copy = tmp_path / "copy"
    assert run(["backup", str(copy), "--data", str(tmp_path / "one")]) == 0
    parts = map(json.loads, copy.read_text().splitlines())
    lines = {line["id"]: line for line in parts if line["kind"] == "table"}
    names = [lines[table]["game"]["name"] for table in tables]
    assert names == ["susan", *(f"{mark} name" for mark in marks), "susan"]
    assert run(["backup", str(copy), "--data", str(tmp_path / "two"), "--restore"]) == 0
    server = start_server(tmp_path / "two")
    assert_told_apart(server.guest(), tables, marks)
    server.stop()


def test_one_process_tells_equal_rules_with_different_texts(server):
    """What it keeps of one guest's it does not tell of another's: the same process prints both, back and forth."""
    guest = server.guest()
    values = [brought(f"{MARK}{name}") for name in ("left", "right")]
    plain = codec.document(find("susan").build(**OPTIONS))
    plain.pop("about", None)
    plain["name"] = "bare"
    for value in [*values, plain, *values]:
        for path in ("sheet", "board"):
            response = guest.post(f"/api/rules?sheet={int(path == 'sheet')}", {"value": value})
            assert response["name"] == value["name"]
            other_titles = [other["name"].split()[0] for other in values if other is not value]
            assert not [name for name in other_titles if name in json.dumps(response)]


def test_a_catalogue_name_is_no_name_for_a_guest(server):
    """A value that calls itself susan, with a text of its own, is a guest's."""
    guest = server.guest()
    value = brought(MARK) | {"name": "susan"}
    table = guest.table(value=value, seats=["human", "human"], listed=True)["table"]
    assert guest.show(table)["game"]["name"] == ""
    assert MARK not in json.dumps(of_the_catalogue(server.guest()))
    assert MARK in guest.http.get(f"/t/{table}/rules").text + guest.http.get(f"/api/tables/{table}").text
    new_table = guest.table(game="susan", options=OPTIONS, seats=["human", "human"])["table"]
    assert MARK not in json.dumps(pages(guest, new_table))


def test_rules_are_stored_without_texts_and_told_with_those_of_the_table():
    game = codec.read(json.dumps(brought(MARK)))
    game_info = info(game, guest=True)
    assert MARK not in bare(game_info.value) and MARK in (game_info.texts or "")
    again = json.loads(with_texts(bare(game_info.value), "", game_info.texts, "title"))
    assert codec.read(json.dumps(again)).about == game.about and again["name"] == game.name
    data = json.loads(with_texts(bare(game_info.value), "susan", game_info.texts, "SUSAN"))
    assert MARK not in json.dumps(data) and data["about"]["title"] == "SUSAN"
    nothing = json.loads(with_texts(bare(game_info.value), "", None, "a title"))
    assert nothing["name"] == "a title" and "about" not in nothing
    assert isinstance(game_info, GameInfo) and info(find("susan").build()).texts is None


def test_terms_and_colours_of_a_game_stay_with_its_table():
    chess = find("chess").build()
    game_info = info(chess)
    data = json.loads(with_texts(bare(game_info.value), "chess", game_info.texts, "Chess"))
    again = codec.read(json.dumps(data))
    assert (again.colours, again.terms) == (("white", "black"), chess.terms) and again.about == chess.about
