"""Tests of the terminal board of `lusory play`: mouse, arrow keys, typed plies; alone and between two people."""

import asyncio
import random
from collections.abc import Awaitable, Callable

import pytest
from textual.geometry import Region
from textual.pilot import Pilot
from textual.widgets import Input, RichLog

from lusory import load, read_record
from lusory.cli.board import BoardApp
from lusory.cli.board.clicks import Clicks
from lusory.cli.board.view import BoardView
from lusory.play.entry import entry
from lusory.players import player
from lusory.rules.events import CHANCE

WIDE = (120, 44)


def app_of(name, *specs, plies=(), **options):
    position = load(name, **options).start()
    for ply in plies:
        position = position.play(ply)
    players = [None if spec == "human" else player(spec, position.game) for spec in specs]
    return BoardApp(position, specs, players, random.Random(1))


def shown(app, *steps: Callable[[Pilot[None]], Awaitable[object]], size=WIDE):
    """The app after these steps; an error in the app fails the test."""

    async def drive():
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            for step in steps:
                await step(pilot)
                busy = [worker for worker in app.workers if worker.group != "analysis"]
                if busy:  # an empty list would mean all workers
                    await app.workers.wait_for_complete(busy)
                await pilot.pause()

    asyncio.run(drive())
    return app


def keys(*names):
    return lambda pilot: pilot.press(*names)


def click(cell):
    """A step that clicks with the mouse on the sign of the cell."""

    async def click_cell(pilot):
        view = pilot.app.query_one(BoardView)
        line, column, _ = view.drawn.cells[view.picture.geometry.index[cell]]
        region = view.content_region.offset - view.region.offset
        assert await pilot.click(BoardView, offset=(region.x + column, region.y + line))

    return click_cell


def typed(line):
    async def type_line(pilot):
        await pilot.press("t", *("space" if sign == " " else sign for sign in line), "enter")

    return type_line


def plies(app):
    return list(app.session.plies_so_far)


def log_text(app):
    return "\n".join(line.text for line in app.query_one("#log", RichLog).lines)


def test_a_click_places_a_stone_and_the_machine_answers():
    app = shown(app_of("susan", "human", "random", size=3), click("b2"))
    assert plies(app)[0] == "b2" and len(plies(app)) == 2


def test_every_cell_is_reached_by_arrow_keys():
    """From the first cell, on boards of each geometry."""
    for name, options in (("susan", {"size": 3}), ("serendipity", {}), ("hex", {"size": 4}), ("y", {"size": 4})):
        view = BoardView(load(name, **options).start().picture())
        reached, queue = {view.cursor}, [view.cursor]
        for cell in queue:
            for key in ("up", "down", "left", "right"):
                view.cursor = cell
                view.action_walk(key)
                if view.cursor not in reached:
                    reached.add(view.cursor)
                    queue.append(view.cursor)
        assert len(reached) == len(view.drawn.cells), name


def test_arrow_keys_and_enter_place_a_stone():
    app = app_of("tic-tac-toe", "human", "human")
    shown(app, keys("enter"), keys("up", "enter"), keys("down", "right", "enter"))
    assert plies(app) == ["b2", "b3", "c2"]


def test_a_piece_is_taken_up_put_back_and_moved():
    app = app_of("breakthrough", "human", "human", size=6)
    shown(app, click("b2"))
    assert app.clicks.path == ["b2"]
    app = shown(app_of("breakthrough", "human", "human", size=6), click("b2"), keys("escape"), click("a2"), click("a3"))
    assert plies(app) == ["a2-a3"]


def test_what_is_no_cell_is_said_by_a_number():
    position = load("serendipity", size=6).start()
    step = next(iter(position.moves()))
    app = shown(app_of("serendipity", "human", "human", plies=[step], size=6), keys("1"))
    assert app.session.position.to_move == 1 and plies(app)[1] == "end"


def test_a_ply_is_typed_and_a_wrong_one_is_explained():
    logs: list[str] = []

    async def read(pilot):
        logs.append(log_text(pilot.app))

    app = shown(app_of("susan", "human", "human", size=3), typed("z9"), read, typed("b2"), typed("help"), read)
    assert plies(app) == ["b2"]
    assert "z9" in logs[0] and "save FILE" in logs[1]


def app_and_log(*steps, name="susan", **options):
    """The app after these steps, and the text of its log."""
    logs = []

    async def read(pilot):
        logs.append(log_text(pilot.app))

    return shown(app_of(name, "human", "human", **options), *steps, read), logs[0]


def test_a_move_is_taken_back():
    app = shown(app_of("susan", "human", "random", size=3), click("b2"), keys("u"))
    assert plies(app) == []
    assert app_and_log(click("b2"), keys("u"), size=3)[1].endswith("Taken back.")


def test_what_is_typed_can_be_dropped():
    async def look(pilot):
        line = pilot.app.query_one(Input)
        assert not line.has_class("open") and line.value == "" and pilot.app.focused is pilot.app.query_one(BoardView)

    app, _ = app_and_log(keys("t", "z", "escape"), look, keys("enter"), size=3)
    assert len(plies(app)) == 1


def test_a_click_that_leads_nowhere_is_answered():
    app, log = app_and_log(click("c3"), name="breakthrough", size=6)
    assert log.endswith("c3: no move begins there now.") and not app.clicks.path


def test_columns_fit_beside_the_board():
    _, log = app_and_log(typed("?"), name="hidden-gomoku", plies=["E5", "x"])
    rows = [line.count(":row") for line in log.splitlines() if ":row" in line]
    assert len(set(rows[:-1])) == 1 < len(rows), rows


def test_ctrl_c_leaves():
    app = app_of("susan", "human", "human", size=3)
    exits = []

    async def read_exit(pilot):
        exits.append(pilot.app._exit)

    shown(app, keys("ctrl+c"), read_exit)
    assert exits == [True]


def test_a_hint_is_shown_on_the_board():
    app = shown(app_of("tic-tac-toe", "human", "human", plies=["a1", "b2", "a2", "c1"]), keys("h"))
    assert app.hinted == {"a3"}


def test_the_machine_thinks_aloud_until_it_is_told_to_stop():
    async def until_judged(pilot):
        for _ in range(400):
            if pilot.app.report is not None:
                break
            await asyncio.sleep(0.05)
        assert pilot.app.report is not None and pilot.app.heat()
        assert "for who is to move" in pilot.app.analysis_text()

    app = app_of("susan", "human", "human", plies=["b2"], size=3)
    shown(app, keys("a"), until_judged, keys("a"))
    assert not app.analysing and app.report is None and not app.heat()


def test_machines_play_to_the_end():
    app = app_of("tic-tac-toe", "random", "random")

    async def over(pilot):
        for _ in range(400):
            if pilot.app.session.position.result:
                return
            await asyncio.sleep(0.05)

    shown(app, over)
    assert app.session.position.result is not None


def test_with_secrets_the_screen_is_handed_over():
    covers, views = [], []

    async def look(pilot):
        view = pilot.app.query_one(BoardView)
        covers.append(view.cover)
        views.append(sum(stone.hidden for stone in view.picture.stones))

    app = app_of("hidden-gomoku", "human", "human", plies=["C3", "x"], size=5, length=3)
    steps = (look, typed("B2:row"), look, click("B2"), look, keys("enter"), look, keys("h"), keys("a"))
    shown(app, *steps)
    assert covers[0] == "" and "Hand the device to second" in covers[1] and covers[1] == covers[2] and covers[3] == ""
    assert views[3] == 0, "second sees what first has placed in secret"
    assert plies(app) == ["C3", "x", "B2:row"] and not app.analysing and not app.hinted


def test_the_board_is_kept_from_whom_it_is_not_for():
    """While the screen is handed over, it shows no board and no log, and keys do nothing."""
    app = app_of("hidden-gomoku", "human", "human", plies=["C3", "x"], size=5, length=3)

    async def nothing(pilot):
        view = pilot.app.query_one(BoardView)
        assert str(view.render()) == view.cover and log_text(pilot.app) == "" and pilot.app.labelled_plies() == []

    shown(app, typed("B2:row"), nothing, keys("1", "u"), nothing, typed(" "), nothing)
    assert plies(app) == ["C3", "x", "B2:row"]


def test_while_the_board_is_covered_the_game_can_be_saved_and_left(tmp_path, monkeypatch):
    app = app_of("hidden-gomoku", "human", "human", plies=["C3", "x"], size=5, length=3)
    file, logs = tmp_path / "game.txt", []

    async def look(pilot):
        logs.append(log_text(pilot.app))

    shown(app, typed("B2:row"), typed("D4:row"), typed("known"), typed(f"save {file}"), look, keys("enter"), look)
    assert "D4:row: not now; save, save!, quit, or Enter." in logs[0] and "Saved in" in logs[0]
    assert "known: not now" in logs[0] and "B2" not in logs[0] and "D4" not in logs[1]
    assert read_record(file.read_text("utf-8")).plies[-1].text == "B2:row" and plies(app)[-1] == "B2:row"
    exits = []
    monkeypatch.setattr(BoardApp, "exit", lambda app: exits.append(app))
    shown(
        app_of("hidden-gomoku", "human", "human", plies=["C3", "x"], size=5, length=3), typed("B2:row"), typed("quit")
    )
    assert len(exits) == 1


@pytest.mark.parametrize("name", ["susan", "serendipity", "doppel", "hidden-gomoku", "ndengrod"])
def test_every_ply_can_be_clicked_together(name):
    """Enters plies of random games by every path of the click map."""
    rng, position = random.Random(name), load(name).start()
    for _ in range(12):
        mover = position.to_move
        if mover is None:
            break
        if mover == CHANCE:
            position = position.chance(rng)
            continue
        view = position.view(mover)
        clicks = Clicks(entry(view))
        for clicks_of_ply, ply in rng.sample(list(clicks.root.ways()), min(8, len(view.moves))):
            assert put_together(Clicks(clicks.root), clicks_of_ply) == ply
        position = position.play(rng.choice(view.moves))


def put_together(clicks, presses):
    """The ply that these clicks enter; the last click may be a choice by number."""
    ply = ""
    for part in presses:
        if part == ".":
            ply = next(choice.ply for choice in clicks.labelled_plies() if choice.ply == clicks.node.ply)
        elif part.startswith("["):
            ply = next(choice.ply for choice in clicks.labelled_plies() if choice.ply == part[1:-1])
        elif part.startswith("{"):
            for cell in filter(None, part[1:-1].split(",")):
                assert clicks.press(cell) == ""
            ply = clicks.labelled_plies()[-1].ply
        else:
            ply = clicks.press(part)
    return ply


@pytest.mark.parametrize(("size", "narrow"), [((60, 24), True), ((100, 24), False)])
def test_what_is_said_is_below_the_board_where_there_is_no_room_beside_it(size, narrow):
    places: list[Region] = []

    async def look(pilot):
        places.extend(pilot.app.query_one(name).region for name in ("#board", "#log"))

    shown(app_of("connect6", "human", "human"), look, size=size)
    board, log = places
    assert log.right <= size[0] and log.bottom <= size[1] and log.width >= 26 and log.height >= 3
    assert (log.x < board.right) == narrow


def test_the_board_scrolls_to_the_cursor_where_the_terminal_is_lower():
    lines = []

    async def look(pilot):
        line, _, _ = pilot.app.query_one(BoardView).drawn.cells[pilot.app.query_one(BoardView).cursor]
        lines.append(pilot.app.query_one(BoardView).content_region.y + line)

    shown(app_of("phutball", "human", "human"), keys(*["down"] * 12), look, keys(*["up"] * 21), look, size=(80, 24))
    assert all(0 <= line < 22 for line in lines), "of 24 lines, one of which names the keys"
