"""Tests of migrations: databases of older versions keep their content."""

import json
import sqlite3
import subprocess

import msgspec

from lusory.games import find
from lusory.server.game_info import compact
from lusory.server.store import engine, hashed
from lusory.server.table import Setup
from tests.server.running_server import LUSORY, Server


def old_database(folder):
    """As it was before what guests tell about a game belonged to their table: rules with their texts, under a name that
    whoever brought them first had chosen."""
    folder.mkdir()
    games = {
        "own": (find("hex").build(size=3), "RUDE NAME", [""]),
        "shelf": (find("susan").build(size=3), "RUDE NAME", ["susan"]),
        "both": (find("clobber").build(rows=3, columns=3), "RUDE NAME", ["", "clobber", ""]),
        "unplayed": (find("hex").build(size=4), "RUDE NAME", []),
    }
    old = engine.open_database(engine.url_of(f"sqlite:///{folder / 'lusory.db'}"))
    with old.begin() as connection:
        engine._upgrade(connection, "0002")
        for key, (game, name, tables) in games.items():
            text = "insert into games (hash, name, value) values (?, ?, ?)"
            connection.exec_driver_sql(text, (game.hash, name, compact(game)))
            for i, named in enumerate(tables):
                setup = Setup(("human", "human"), ("Ada", "Bo"), title=key, game=named)
                row = (f"{key}{i}", game.hash, key, msgspec.json.encode(setup).decode(), 5, 5, True, 0, 0, False)
                text = "insert into tables (id, game, title, setup, created, updated, listed, serial, plies, finished)"
                connection.exec_driver_sql(f"{text} values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", row)
    old.dispose()
    return {key: game.hash for key, (game, *_) in games.items()}


def test_names_that_only_guests_brought_become_empty(tmp_path):
    hashes = old_database(tmp_path / "old")
    engine.migrate(engine.url_of(f"sqlite:///{tmp_path / 'old' / 'lusory.db'}"))
    with sqlite3.connect(tmp_path / "old" / "lusory.db") as connection:
        names = dict(connection.execute("select hash, name from games").fetchall())
        texts = dict(connection.execute("select id, texts from tables").fetchall())
    assert {key: names[hash_] for key, hash_ in hashes.items()} == {
        "own": "", "shelf": "susan", "both": "clobber", "unplayed": ""
    }  # fmt: skip
    assert set(texts.values()) == {None}


def test_tables_of_an_older_form_are_played_on(tmp_path):
    old_database(tmp_path / "old")
    server = Server(tmp_path / "old")
    guest = server.guest()
    assert {row["table"] for row in guest.get("/api/tables")["tables"]} == {"own0", "shelf0", "both0", "both1", "both2"}
    for table in ("own0", "shelf0", "both0", "both1"):
        view = guest.show(table)
        assert view["game"]["title"] == table[:-1] and "RUDE" not in json.dumps(view)
    sheet = guest.http.get("/t/shelf0/rules").text
    assert "Place" in sheet and "RUDE" not in sheet
    server.stop()
    assert "Traceback" not in "".join(server.said)


def test_a_migrated_database_is_of_the_form_that_the_schema_says(tmp_path):
    """Column by column: no migration was forgotten, and none differs."""
    from sqlalchemy import inspect

    from lusory.server.store.comment_schema import comments

    url = engine.url_of(f"sqlite:///{tmp_path / 'lusory.db'}")
    engine.migrate(url)
    opened = engine.open_database(url)
    inspector = inspect(opened)
    for table in comments.metadata.sorted_tables:
        columns = {
            column["name"]: (str(column["type"]), column["nullable"]) for column in inspector.get_columns(table.name)
        }
        kinds = opened.dialect.type_compiler_instance
        expected = {column.name: (kinds.process(column.type), bool(column.nullable)) for column in table.columns}
        assert columns == expected, table.name
        assert {column["name"] for column in inspector.get_indexes(table.name)} == {
            column.name for column in table.indexes
        }, table.name
    opened.dispose()


def add_old_table(connection, mail=None):
    """A table as it was before there were accounts. mail: what the first has left at his seat."""
    game = find("susan").build(size=3)
    connection.exec_driver_sql("insert into games values (?, ?, ?)", (game.hash, "susan", compact(game)))
    setup = msgspec.json.encode(Setup(("human", "human"), ("Ada", "Bo"), title="Susan", game="susan")).decode()
    text = "insert into tables (id, game, title, setup, created, updated, listed, serial, plies, finished)"
    row = ("old", game.hash, "Susan", setup, 5, 5, True, 0, 0, False)
    connection.exec_driver_sql(f"{text} values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", row)
    for player in (0, 1):
        connection.exec_driver_sql(
            'insert into seats ("table", player, noticed, mail) values (?, ?, ?, ?)',
            ("old", player, False, None if player else mail),
        )


def test_an_older_database_takes_accounts_and_its_guests_keep_their_seats(tmp_path):
    old = engine.open_database(engine.url_of(f"sqlite:///{tmp_path / 'lusory.db'}"))
    with old.begin() as connection:
        engine._upgrade(connection, "0006")
        add_old_table(connection)
        connection.exec_driver_sql("insert into holdings values (?, ?, ?)", (hashed("a-browser"), "old", 0))
    old.dispose()
    server = Server(tmp_path)
    ada = server.guest()
    ada.http.cookies.set("lusory", "a-browser")
    assert ada.show("old")["you"] == [0]
    ada.post("/api/accounts", {"id": "Ada", "password": "correct horse 7"}, 201)
    assert ada.show("old")["you"] == [0]
    server.stop()
    assert "Traceback" not in "".join(server.said)


def test_addresses_that_seats_have_already_get_their_notices(tmp_path):
    url = engine.url_of(f"sqlite:///{tmp_path / 'lusory.db'}")
    old = engine.open_database(url)
    with old.begin() as connection:
        engine._upgrade(connection, "0006")
        add_old_table(connection, "ada@example.org")
    old.dispose()
    engine.migrate(url)
    with sqlite3.connect(tmp_path / "lusory.db") as connection:
        assert connection.execute("select mail_confirmed from seats order by player").fetchall() == [(1,), (0,)]


def test_the_accounts_that_hold_seats_are_taken_for_those_that_held_them_first(tmp_path):
    url, game = engine.url_of(f"sqlite:///{tmp_path / 'lusory.db'}"), find("susan").build(size=3)
    old = engine.open_database(url)
    with old.begin() as connection:
        engine._upgrade(connection, "0062")
        connection.exec_driver_sql("insert into games values (?, ?, ?)", (game.hash, "susan", compact(game)))
        text = "insert into tables (id, game, title, setup, created, updated, listed, serial, plies, finished)"
        row = ("old", game.hash, "Susan", "{}", 5, 5, True, 0, 0, False)
        connection.exec_driver_sql(f"{text} values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", row)
        for player, holder in enumerate(("account:ada", hashed("a-browser"))):
            connection.exec_driver_sql(
                'insert into seats ("table", player, noticed) values (?, ?, ?)', ("old", player, False)
            )
            connection.exec_driver_sql("insert into holdings values (?, ?, ?)", (holder, "old", player))
    old.dispose()
    engine.migrate(url)
    with sqlite3.connect(tmp_path / "lusory.db") as connection:
        assert connection.execute("select account from seats order by player").fetchall() == [("ada",), (None,)]


def test_a_server_that_cannot_start_says_why_in_a_sentence(tmp_path):
    (tmp_path / "club").mkdir()
    with sqlite3.connect(tmp_path / "club" / "lusory.db") as newer:
        newer.execute("create table alembic_version (version_num text)")
        newer.execute("insert into alembic_version values ('9999')")
    command = [*LUSORY, "serve", "--port", "0", "--data", str(tmp_path / "club")]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert ended.returncode == 1
    assert ended.stderr == f"lusory: database: its form is 9999, this lusory knows {engine.HEAD} and older\n"
