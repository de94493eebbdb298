"""Tests of the store: no loss when the server is killed, the disk is full or a write is cancelled; export, import,
migrations."""

import asyncio
import json
import os
import random
import shutil
import signal
import sqlite3
import subprocess
import threading
import time

import httpx
import msgspec
import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext

from lusory.cli.failure import run
from lusory.games import find
from lusory.rules import codec
from lusory.server.lock import Lock, is_held
from lusory.server.store import Store, StoreFault, engine, export, schema
from lusory.server.store.schema import metadata
from tests.server.running_server import LUSORY, Server, pair
from tests.server.test_leaks import table_of

SUSAN = {"game": "susan", "options": {"size": 5}}
KILLS = int(os.environ.get("LUSORY_KILLS", "3"))
"""How often the server is killed; 50 make it sure (LUSORY_KILLS=50, some minutes)."""


def test_play_goes_on_after_a_restart(tmp_path):
    server = Server(tmp_path)
    table, first, second = pair(server, **SUSAN, clock={"kind": "sudden", "seconds": 3600})
    alone = first.table(**SUSAN, seats=["random", "human"])["table"]
    first.play(table, 1, "b2")
    second.put(f"/api/tables/{table}/notes", {"text": "kept"})
    time_left = first.show(table)["clock"]["left"]
    port = server.port
    server.stop()
    time.sleep(1.2)
    server = Server(tmp_path, port=port)
    second.http = httpx.Client(base_url=server.url, cookies=second.http.cookies, timeout=60, trust_env=False)
    view = second.show(table)
    assert view["you"] == [1] and view["moves"][0]["text"] == "b2"
    assert second.get(f"/api/tables/{table}/notes")["text"] == "kept"
    assert second.play(table, 2, "c3")["ply"] == 2
    assert abs(second.show(table)["clock"]["left"][1] - time_left[1]) < 20, "a clock ran while nobody could move"
    with second.stream(alone) as stream:
        assert stream.shown()["ply"] in (0, 1)
    second.http.close()
    server.stop()


def test_machines_go_on_after_a_restart_though_nobody_looks(tmp_path):
    server = Server(tmp_path)
    guest = server.guest()
    among_people, _, _ = pair(server, **SUSAN)
    alone = guest.table(**SUSAN, seats=["human", "mcts:4s"])["table"]
    guest.play(alone, 1, "b2")
    guest.table(**SUSAN, seats=["mcts:4s", "mcts:4s"])
    server.stop()

    async def turns():
        store = await Store.open(f"sqlite:///{tmp_path}/lusory.db")
        try:
            return await store.machines_turns(1)
        finally:
            await store.close()

    assert asyncio.run(turns()) == [alone] != [among_people], "nor what machines play among themselves"
    server = Server(tmp_path)
    end = time.monotonic() + 60
    while asyncio.run(turns()) and time.monotonic() < end:
        time.sleep(0.5)
    assert not asyncio.run(turns())
    server.stop()


def player(server, table, token, acknowledged, stop):
    """Plays at a table whenever it is this seat's turn, retries after errors, and notes each acknowledged ply."""
    rng = random.Random(token)
    with httpx.Client(base_url=server["url"], timeout=5, trust_env=False) as http:
        head = {"Authorization": f"Bearer {token}"}
        while not stop.is_set():
            try:
                view = http.get(f"/api/tables/{table}", headers=head).json()
                if view["result"] or view["to_move"] not in view["you"]:
                    time.sleep(0.02)
                    if view["result"]:
                        return
                    continue
                ends = [(p, c) for p, cells in view["entry"]["ends"].items() for c in cells]
                pattern, cell = rng.choice(ends)
                text, ply = pattern.replace("*", cell), view["ply"] + 1
                response = http.post(f"/api/tables/{table}/plies", json={"ply": ply, "text": text}, headers=head)
                if response.status_code == 200:
                    acknowledged[ply] = text
            except (httpx.HTTPError, KeyError, ValueError):
                time.sleep(0.05)


def test_a_killed_server_loses_nothing_that_it_acknowledged(tmp_path):
    """Killed again and again in the middle of live games: every acknowledged ply is there, in order, once."""
    server = Server(tmp_path)
    games: list[tuple[str, list[str], dict[int, str]]] = []
    host = server.guest()
    for _ in range(6):
        created = host.table(game="gomoku", options={"size": 9}, seats=["human", "human"], mine=[0, 1])
        games.append((created["table"], [seat["token"] for seat in created["seats"]], {}))
    stop = threading.Event()
    people = [
        threading.Thread(target=player, args=({"url": server.url}, table, token, acknowledged, stop))
        for table, tokens, acknowledged in games
        for token in tokens
    ]
    for thread in people:
        thread.start()
    try:
        for _ in range(KILLS):
            time.sleep(random.uniform(0.5, 1.5))
            port = server.port
            server.stop(signal.SIGKILL)
            server = Server(tmp_path, port=port)
        time.sleep(1)
    finally:
        stop.set()
        for thread in people:
            thread.join()
    guest = server.guest()
    plies = 0
    for table, _, acknowledged in games:
        moves = guest.show(table)["moves"]
        texts = {move["ply"]: move["text"] for move in moves}
        assert [move["ply"] for move in moves] == list(range(1, len(moves) + 1))
        assert acknowledged.items() <= texts.items()
        plies += len(acknowledged)
    assert plies > 10, "too few plies to say anything"
    server.stop()


def lines(file):
    """The tables in a copy."""
    parts = [json.loads(line) for line in file.read_text().splitlines()]
    return [part for part in parts if part["kind"] == "table"]


def test_no_copy_comes_in_beside_a_server(tmp_path, capsys, monkeypatch):
    """Neither one that has just started, nor where its database is named by a URL."""
    copy, folder, url = tmp_path / "copy", tmp_path / "data", f"sqlite:///{tmp_path / 'data' / 'lusory.db'}"
    engine.migrate(engine.url_of(url))
    copy.write_bytes(b"".join(line.text for line in export.export_lines(url)))
    take_in = ["backup", str(copy), "--restore"]
    monkeypatch.setenv("LUSORY_SERVE_DATA", str(tmp_path / "elsewhere"))
    for where in (["--data", str(folder)], ["--data", str(folder), "--database", url], ["--database", url]):
        with Lock(folder / "lock"):
            assert run([*take_in, *where]) == 1
        assert f"{folder}: a server runs on this folder; stop it" in capsys.readouterr().err
        assert run([*take_in, *where]) == 0
    is_held_then = list[bool]()

    def taken_in(*_):
        is_held_then.append(is_held(folder / "lock"))
        return export.Imported(0, 0, 0, True)

    monkeypatch.setattr(export, "import_lines", taken_in)
    assert run([*take_in, "--data", str(folder)]) == 0 and is_held_then == [True]


def test_a_running_server_is_copied_and_the_copy_taken_in(tmp_path, capsys):
    server = Server(tmp_path / "one")
    table, first, second = pair(server, game="hidden-gomoku", options={"size": 5})
    first.play(table, 1, "C3")
    second.play(table, 2, "x")
    first.post(f"/api/tables/{table}/chat", {"text": "hello"})
    copied = ["backup", str(tmp_path / "copy"), "--data", str(tmp_path / "one")]
    assert run(copied) == 0
    assert run([*copied, "--restore"]) == 1
    assert "a server runs on this folder" in capsys.readouterr().err
    server.stop()
    [line] = lines(tmp_path / "copy")
    assert (line["kind"], line["id"], [e["kind"] for e in line["entries"]]) == (
        "table",
        table,
        ["sit", "ply", "ply", "chat"],
    )
    assert run(["backup", str(tmp_path / "copy"), "--data", str(tmp_path / "two"), "--restore"]) == 0
    assert run(["backup", str(tmp_path / "again"), "--data", str(tmp_path / "two")]) == 0
    assert lines(tmp_path / "again") == [line]
    assert run(["backup", str(tmp_path / "copy"), "--data", str(tmp_path / "two"), "--restore"]) == 0
    assert "1 was there already" in capsys.readouterr().out
    other = Server(tmp_path / "two")
    first.http = httpx.Client(base_url=other.url, cookies=first.http.cookies, timeout=60, trust_env=False)
    assert first.show(table)["you"] == [0] and first.show(table)["chat"][0]["text"] == "hello"
    first.http.close()
    other.stop()


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda line: line["entries"][1].update(text="C3"), "line 1: table abc, ply 2: C3"),
        (lambda line: line["entries"][1].update(serial=3), "without a gap"),
        (lambda line: line.update(version=3), "version 2 or older"),
        (lambda line: line.update(extra=1), "unknown field"),
        (lambda line: line["game"]["rules"].pop("turn"), "turn"),
    ],
)
def test_a_copy_that_was_tampered_with_is_refused_whole(tmp_path, capsys, change, message):
    table = table_of(find("hidden-gomoku").build(size=5), ["C3", "x"])
    texts = enumerate(("C3", "x"), 1)
    entries = [{"serial": n, "at": 5, "kind": "ply", "player": n - 1, "number": n, "text": text} for n, text in texts]
    line = {"format": "lusory", "version": 1, "kind": "table", "id": "abc", "title": "t", "created": 5,
            "game": codec.document(table.game), "setup": msgspec.to_builtins(table.setup),
            "seats": [{"player": p, "token": "x"} for p in (0, 1)], "entries": entries}  # fmt: skip
    file = tmp_path / "copy"
    file.write_text(json.dumps(line))
    assert run(["backup", str(file), "--data", str(tmp_path / "fine"), "--restore"]) == 0
    change(line)
    file.write_text(json.dumps(line))
    capsys.readouterr()
    assert run(["backup", str(file), "--data", str(tmp_path / "data"), "--restore"]) == 1
    assert message in capsys.readouterr().err
    with sqlite3.connect(tmp_path / "data" / "lusory.db") as database:
        assert database.execute("select count(*) from tables").fetchone() == (0,)
    database.close()


def test_two_servers_do_not_share_a_folder(tmp_path):
    server = Server(tmp_path)
    command = ["serve", "--port", "0", "--data", str(tmp_path)]
    result = subprocess.run([*LUSORY, *command], capture_output=True, text=True, timeout=60)
    assert result.returncode == 1 and "another server keeps its tables here" in result.stderr
    server.stop()


def test_a_full_disk_stops_plies_and_loses_none(tmp_path):
    """A limit on the size of the database file stands for a full disk."""
    server = Server(tmp_path)
    table, first, second = pair(server, **SUSAN)
    first.play(table, 1, "b2")
    server.stop()
    limited = Server(tmp_path, before=["prlimit", "--fsize=200000"])
    first.http = httpx.Client(base_url=limited.url, cookies=first.http.cookies, timeout=60, trust_env=False)
    codes = []
    for number in range(400):
        response = first.http.post(f"/api/tables/{table}/chat", json={"text": f"{number} " + "x" * 480})
        codes.append(response.status_code)
        if response.status_code != 200:
            break
    assert codes[-1] == 507 and "disk" in response.json()["error"], response.text
    assert first.http.post(f"/api/tables/{table}/chat", json={"text": "x" * 480}).status_code == 507
    assert len(first.show(table)["chat"]) == min(100, len(codes) - 1)
    assert second.http.cookies
    first.http.close()
    limited.stop()
    assert "".join(limited.said).count("the database refuses what is to be kept: ") == 1, "once a minute, at most"


def test_a_full_disk_is_named_at_the_start(tmp_path, capsys, monkeypatch):
    def locked(lock):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("shutil.disk_usage", lambda folder: shutil._ntuple_diskusage(2_000_000, 1_987_000, 13_000))
    full = f"the disk of {tmp_path} is full (13 kB free): make room on it; what was kept is not lost\n"
    (tmp_path / "lusory.db").mkdir()  # where SQLite cannot open a file
    assert run(["serve", "--port", "0", "--data", str(tmp_path)]) == 1
    assert capsys.readouterr().err == f"lusory: database sqlite:///{tmp_path}/lusory.db: {full}"
    with monkeypatch.context() as disk:
        disk.setattr("lusory.server.run.Lock.__enter__", locked)
        assert run(["serve", "--port", "0", "--data", str(tmp_path)]) == 1
    assert capsys.readouterr().err == f"lusory: {full}"


def test_an_older_database_is_brought_to_the_present_form(tmp_path, capsys):
    """A database of the first form, with a finished game, is migrated through all later forms."""
    server = Server(tmp_path / "new")
    table, _, second = pair(server, **SUSAN, listed=True)
    second.act(table, 0, "resign")
    server.stop()
    assert run(["backup", str(tmp_path / "copy"), "--data", str(tmp_path / "new")]) == 0
    old = engine.open_database(engine.url_of(f"sqlite:///{tmp_path / 'old' / 'lusory.db'}"))
    (tmp_path / "old").mkdir()
    with old.begin() as connection:
        engine._upgrade(connection, "0001")
        connection.exec_driver_sql(f"ATTACH '{tmp_path / 'new' / 'lusory.db'}' AS new")
        for name in ("games", "tables", "entries", "seats", "holdings"):
            columns = [f'"{row[1]}"' for row in connection.exec_driver_sql(f"PRAGMA main.table_info({name})")]
            listed = ", ".join(columns)
            values = listed.replace('"token"', "COALESCE(token, 'x')")
            connection.exec_driver_sql(f"INSERT INTO main.{name} ({listed}) SELECT {values} FROM new.{name}")
    old.dispose()
    server = Server(tmp_path / "old")
    assert [row["table"] for row in server.guest().get("/api/tables", state="finished")["tables"]] == [table]
    assert server.guest().get("/api/tables", state="running")["tables"] == []
    server.stop()
    assert run(["backup", str(tmp_path / "again"), "--data", str(tmp_path / "old")]) == 0
    [migrated], [original] = lines(tmp_path / "again"), lines(tmp_path / "copy")
    assert [seat.pop("token", None) for seat in migrated["seats"]] == [None, None], "tokens of the old form lapse"
    assert migrated["setup"].pop("taken") == [0, 1] and original["setup"].pop("taken") == [0]
    for seat in original["seats"]:
        seat.pop("token", None)
    assert migrated == original


@pytest.mark.parametrize(("form", "message"), [("0060", "the lusory that served it"), ("9999", "that its server runs")])
def test_a_database_of_another_form_is_not_copied(tmp_path, capsys, form, message):
    database = engine.open_database(engine.url_of(f"sqlite:///{tmp_path / 'lusory.db'}"))
    with database.begin() as connection:
        engine._upgrade(connection, min(form, engine.HEAD))
        connection.exec_driver_sql(f"UPDATE alembic_version SET version_num = '{form}'")
    database.dispose()
    assert run(["backup", str(tmp_path / "copy"), "--data", str(tmp_path)]) == 1
    assert message in capsys.readouterr().err and not list(tmp_path.glob("copy*"))


def test_a_copy_that_fails_leaves_the_one_before_and_no_half_of_its_own(tmp_path, capsys, monkeypatch):
    engine.migrate(engine.url_of(f"sqlite:///{tmp_path / 'lusory.db'}"))
    (tmp_path / "copy").write_text("before")

    def half(url):
        yield export.ExportLine(b"half", True)
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(export, "export_lines", half)
    assert run(["backup", str(tmp_path / "copy"), "--data", str(tmp_path)]) == 1
    assert capsys.readouterr().err == f"lusory: {tmp_path / 'copy'}: No space left on device\n"
    assert [(file.name, file.read_text()) for file in tmp_path.glob("copy*")] == [("copy", "before")]
    assert run(["backup", str(tmp_path), "--data", str(tmp_path)]) == 1
    assert "expected a file" in capsys.readouterr().err
    assert run(["backup", str(tmp_path / "none" / "copy"), "--data", str(tmp_path)]) == 1
    assert capsys.readouterr().err == f"lusory: {tmp_path / 'none' / 'copy'}: No such file or directory\n"


def test_a_fault_of_the_database_is_told_without_words_of_people(tmp_path, capsys, monkeypatch):
    def full(*_):
        raise sa.exc.OperationalError("INSERT INTO tables", ("words of Ada",), sqlite3.OperationalError("disk is full"))

    copy = tmp_path / "copy"
    engine.migrate(engine.url_of(f"sqlite:///{tmp_path}/lusory.db"))
    assert run(["backup", str(copy), "--data", str(tmp_path)]) == 0
    copy.write_text('{"format":"lusory","version":1,"kind":"rows","part":"stars","rows":[]}\n')
    monkeypatch.setattr(export, "import_rows", full)
    assert run(["backup", str(copy), "--data", str(tmp_path / "two"), "--restore"]) == 1
    assert capsys.readouterr().err == f"lusory: database sqlite:///{tmp_path}/two/lusory.db: disk is full\n"
    with sqlite3.connect(tmp_path / "lusory.db") as connection:
        connection.execute("DROP TABLE stars")
    assert run(["backup", str(copy), "--data", str(tmp_path)]) == 1
    assert capsys.readouterr().err.endswith("no such table: stars\n")


def test_the_migrations_lead_to_the_schema(tmp_path):
    url = engine.url_of(f"sqlite:///{tmp_path / 'lusory.db'}")
    engine.migrate(url)
    database = engine.open_database(url)
    with database.connect() as connection:
        context = MigrationContext.configure(connection)
        assert compare_metadata(context, metadata) == []
    database.dispose()


def test_who_waits_too_long_for_the_database_is_told_so(tmp_path):
    """Waiting for a connection raises StoreFault, which background tasks handle, and the next write succeeds."""

    async def story():
        store = await Store.open(f"sqlite:///{tmp_path / 'lusory.db'}")
        store._writer.sync_engine.pool._timeout = 0.05  # type: ignore[attr-defined]
        async with store.writing():
            with pytest.raises(StoreFault, match="others have used it for too long"):
                await store.note("a", "b")
        await store.note("a", "c")
        await store.close()

    asyncio.run(story())


def test_a_write_that_is_cancelled_leaves_no_lock(tmp_path, monkeypatch):
    """Also a write that is cancelled between two rows of a statement: an unfinished statement used to keep SQLite's
    lock until it was garbage-collected; three of a hundred cancelled writes did."""
    monkeypatch.setattr(engine, "PATIENCE", 1_000)
    rng, cancelled = random.Random(1), []

    async def write_note(store):
        async with store.writing() as c:
            await c.execute(sa.select(schema.facts))
            await c.execute(schema.facts.update().where(schema.facts.c.name == "k1").values(value="y"))
            await c.execute(sa.select(schema.facts))

    async def story():
        store = await Store.open(f"sqlite:///{tmp_path / 'lusory.db'}")
        try:
            for number in range(200):
                await store.note(f"k{number}", "x" * 200)
            for number in range(300):
                cancelled.append(asyncio.create_task(write_note(store)))
                await asyncio.sleep(rng.random() * 0.01)
                cancelled[-1].cancel()
                await asyncio.wait(cancelled[-1:])
                await store.note("alive", str(number))
        finally:
            await store.close()

    asyncio.run(story())
    assert any(task.cancelled() for task in cancelled)
