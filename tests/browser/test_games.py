"""Browser tests of whole games: by mouse, by keyboard alone, on a phone."""

import json
import random
import re

import msgspec
import pytest
from playwright.sync_api import expect

from lusory.games import catalogue, load
from lusory.play.entry import Node
from lusory.rules import codec
from tests.games import games_by_name

GAMES = {
    "susan": {"size": 3},
    "ndengrod": {"size": 3, "length": 4},
    "doppel": {"size": 4},
    "serendipity": {"size": 6},
    "hidden-gomoku": {"size": 5, "length": 3, "lines": 1},
}


def choice(visitor, rng):
    """A ply of those on offer, as the map of clicks leads to it; empty where another is to move."""
    entry = visitor.current()["entry"]
    return rng.choice([ply for _, ply in msgspec.convert(entry, Node).ways()]) if entry else ""


def to_the_end(visitor, play, rng):
    """Play on until the page says how it ended."""
    for _ in range(400):
        expect(visitor.page.locator("#bar").get_by_text("thinking")).to_have_count(0)
        if visitor.current()["result"]:
            break
        ply = choice(visitor, rng)
        if ply:
            play(ply)
    message = visitor.page.locator("#bar.end .message")
    expect(message).to_be_visible()
    colours = r"(Black|White|Orange|Blue|First|Second|Third|Fourth)( \([xo#%]\))?"
    result_text = visitor.shown()["result"]["text"]
    assert re.sub(colours, "Player", message.text_content() or "").strip() == re.sub(colours, "Player", result_text)


@pytest.mark.parametrize("game", GAMES)
def test_a_game_is_played_to_its_end_by_mouse(visit, game):
    visitor = visit()
    seed = {} if load(game).start().hidden else {"seed": 1}
    visitor.table(game=game, options=GAMES[game], seats=["human", "level:4"], **seed)
    to_the_end(visitor, visitor.play, random.Random(game))
    visitor.picture(f"end-{game}")
    assert len(visitor.shown()["moves"]) == visitor.ply() > 3
    expect(visitor.page.get_by_role("button", name="Rematch")).to_be_visible()


def neighbours_by_cell(visitor, table):
    """The neighbours of each cell of a table's board, by direction."""
    board = visitor.context.request.get(f"{visitor.url}/api/tables/{table}?board=1").json()
    ways = board["neighbours"].items()
    return {cell: {way: near[i] for way, near in ways if near[i]} for i, cell in enumerate(board["cells"])}


def walk(visitor, goal):
    """Over the board by keys alone to a cell: those of its neighbours' directions that are nearest."""
    near = visitor.near
    came: dict[str, list[str]] = {visitor.page.evaluate("document.activeElement.getAttribute('data-cell')"): []}
    waiting = list(came)
    for cell in waiting:
        for direction, following in near[cell].items():
            if following not in came:
                came[following] = [*came[cell], direction]
                waiting.append(following)
    for direction in came[goal]:
        visitor.page.keyboard.press(KEYS[direction])
    expect(visitor.cell(goal)).to_be_focused()


KEYS = {"E": "d", "NE": "e", "N": "w", "NW": "q", "W": "a", "SW": "z", "S": "x", "SE": "c"}


def test_a_game_is_played_by_keys_alone(visit):
    """On six neighbours, with the tabulator, the six keys of the axes, Enter and Escape."""
    visitor = visit()
    visitor.table(game="susan", options={"size": 3}, seats=["human", "random"], seed=3)
    visitor.near = neighbours_by_cell(visitor, visitor.made["table"])
    press = visitor.page.keyboard.press
    for _ in range(30):
        if visitor.page.evaluate("document.activeElement.hasAttribute('data-cell')"):
            break
        press("Tab")
    press("Escape")

    def play(text):
        before = visitor.ply()
        for cell in text.split("-"):
            walk(visitor, cell)
            press("Enter")
        expect(visitor.page.locator("#table")).not_to_have_attribute("data-ply", str(before))

    to_the_end(visitor, play, random.Random(5))
    assert "Black:" in (visitor.page.locator("#announcements").text_content() or "") or visitor.ply() > 4


def test_a_game_is_played_on_a_phone(visit):
    visitor = visit(wide=360, high=740, touch=True)
    visitor.table(game="susan", options={"size": 3}, seats=["human", "random"], seed=4)
    to_the_end(visitor, visitor.play, random.Random(6))
    visitor.picture("phone-end")
    assert visitor.page.evaluate("document.documentElement.scrollWidth") <= 360


def test_small_cells_are_shown_larger_before_a_tap_plays(visit):
    visitor = visit(wide=320, high=640, touch=True)
    visitor.table(game="gomoku", options={"size": 19}, seats=["human", "human"], shared=True)
    visitor.click("k10")
    expect(visitor.page.locator("#overlay .held")).to_have_count(1)
    visitor.picture("phone-preview")
    message = visitor.page.locator("#bar .message", has_text="tap it again")
    expect(message).to_be_visible()
    renamed = {"ply": 0, "act": "name", "player": 0, "text": "Zoe"}
    visitor.context.request.post(f"/api/tables/{visitor.made['table']}/acts", data=renamed)
    visitor.wait_until("() => document.body.textContent.includes('Zoe')")
    expect(visitor.page.locator("#overlay .held")).to_have_count(1)
    expect(message).to_be_visible()
    assert visitor.ply() == 0
    visitor.click("k10")
    expect(visitor.page.locator("#table")).to_have_attribute("data-ply", "1")
    expect(visitor.page.locator('#board [data-on="k10"]')).to_have_count(1)


def test_a_piece_is_dragged(visit):
    visitor = visit(reduced_motion=False)
    visitor.table(game="breakthrough", options={"size": 6}, seats=["human", "human"], shared=True)
    start, goal = (visitor.cell(name).bounding_box() for name in ("b2", "b3"))
    mouse = visitor.page.mouse
    mouse.move(start["x"] + 20, start["y"] + 20)
    mouse.down()
    expect(visitor.page.locator("#overlay .target")).not_to_have_count(0)
    mouse.move(goal["x"] + 20, goal["y"] + 22, steps=5)
    expect(visitor.page.locator("#overlay .ghost")).to_have_count(1)
    mouse.up()
    expect(visitor.page.locator('#board [data-on="b3"]')).to_have_count(1)
    assert visitor.shown()["moves"][0]["text"] == "b2-b3"


def test_marked_cells_are_shown_and_told(visit):
    visitor = visit()
    visitor.table(game="martian-chess", seats=["human", "human"], shared=True)
    expect(visitor.page.locator("#board [data-mark]")).to_have_count(0)
    visitor.click("d3", "d5")
    expect(visitor.page.locator('#board [data-mark="d5"]')).to_have_attribute("data-names", "crossed")
    expect(visitor.cell("d5")).to_have_attribute("aria-label", re.compile("^d5, grey drone, marked crossed"))
    expect(visitor.cell("d3")).to_have_attribute("aria-label", re.compile("^d3, empty, marked left"))
    expect(visitor.page.locator('#board [data-cell="d3"] title')).to_have_text("left")
    visitor.click("b6", "a5")
    expect(visitor.page.locator("#board [data-mark]")).to_have_count(0)
    expect(visitor.page.locator('#board [data-cell="d3"] title')).to_have_count(0)


def test_a_wrong_click_is_forgiven_and_a_piece_is_put_back(visit):
    visitor = visit()
    visitor.table(game="breakthrough", options={"size": 6}, seats=["human", "human"], shared=True)
    visitor.click("b2", "b5")
    expect(visitor.page.locator("#overlay .held")).to_have_count(0)
    visitor.click("b2", "c2")
    expect(visitor.page.locator("#bar")).to_contain_text("c2")
    visitor.page.keyboard.press("Escape")
    expect(visitor.page.locator("#overlay .held")).to_have_count(0)
    assert visitor.ply() == 0


def test_a_turn_of_several_steps_is_entered_step_by_step(visit):
    visitor = visit()
    visitor.table(game="serendipity", options={"size": 6}, seats=["human", "human"], shared=True)
    visitor.play(choice(visitor, random.Random(1)))
    expect(visitor.page.get_by_role("button", name="End turn")).to_be_visible()
    visitor.press_button("Take back step")
    expect(visitor.page.locator("#table")).to_have_attribute("data-ply", "0")
    visitor.play(choice(visitor, random.Random(2)))
    visitor.press_button("End turn")
    expect(visitor.page.locator("#bar")).to_contain_text("Second to move")


def test_notation_is_set_with_arrows_on_pages_and_stays_as_it_is_typed_in_files(visit):
    visitor = visit()
    table = visitor.table(
        game="serendipity", options={"size": 6}, seats=["human", "human"], shared=True, plies=["d2-e3", "end"]
    )
    expect(visitor.page.locator("#recent")).to_contain_text("d2 → e3")
    visitor.play("c5-b4")
    expect(visitor.page.locator("#sheet-moves")).to_contain_text("c5 → b4")
    visitor.page.get_by_role("tab", name="Analysis").click()
    visitor.page.get_by_role("button", name="Try moves").click()
    visitor.click("d6", "c5")
    visitor.page.get_by_role("tab", name="Moves").click()
    expect(visitor.page.locator(".variation")).to_contain_text("d6 → c5")
    assert "->" not in visitor.page.locator("body").inner_text()
    record = visitor.context.request.get(f"{visitor.url}/api/tables/{table}/record.txt").text()
    assert "->" in record or "d2-e3" in record
    visitor.go("/game/serendipity")
    visitor.page.locator("#sample summary").click()
    expect(visitor.page.locator(".sample")).to_contain_text("→")


def middle(visitor, cell):
    box = visitor.cell(cell).bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_circles_and_arrows_are_drawn_with_the_right_button(visit):
    visitor = visit()
    visitor.table(game="serendipity", options={"size": 6}, seats=["human", "human"], shared=True)
    mouse, sketches = visitor.page.mouse, visitor.page.locator(".overlay .sketch:not(.head)")
    mouse.click(*middle(visitor, "d4"), button="right")
    mouse.move(*middle(visitor, "d2"))
    mouse.down(button="right")
    mouse.move(*middle(visitor, "e3"))
    mouse.up(button="right")
    expect(sketches).to_have_count(2)
    visitor.picture("sketch")
    mouse.click(*middle(visitor, "d4"), button="right")
    expect(sketches).to_have_count(1)
    visitor.play("d2-e3")
    expect(sketches).to_have_count(0)
    assert visitor.ply() == 1


def test_a_long_press_draws_and_plays_nothing(visit):
    visitor = visit(wide=390, high=844, touch=True)
    visitor.table(game="susan", options={"size": 3}, seats=["human", "human"], shared=True)
    session = visitor.context.new_cdp_session(visitor.page)
    x, y = middle(visitor, "c3")
    session.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    visitor.page.wait_for_timeout(700)
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(visitor.page.locator(".overlay .sketch")).to_have_count(1)
    assert visitor.ply() == 0
    visitor.play("c3")


def test_a_large_board_is_zoomed_by_two_fingers_and_moved_by_one(visit):
    visitor = visit(wide=360, high=740, touch=True)
    visitor.table(game="gomoku", options={"size": 19}, seats=["human", "human"], shared=True)
    session = visitor.context.new_cdp_session(visitor.page)

    def touch(kind, *points):
        points_sent = [{"x": x, "y": y, "id": i} for i, (x, y) in enumerate(points)]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points_sent})

    (x, y), small = middle(visitor, "j10"), visitor.cell("j10").bounding_box()["width"]
    touch("touchStart", (x - 30, y))
    touch("touchStart", (x - 30, y), (x + 30, y))
    for step in (40, 60, 90):
        touch("touchMove", (x - step, y), (x + step, y))
    touch("touchEnd")
    box = visitor.cell("j10").bounding_box()
    assert box["width"] > 2.5 * small and abs(box["x"] + box["width"] / 2 - x) < 3, "what was held stays where it is"
    visitor.picture("pinched")
    touch("touchStart", (x, y))
    for far in (20, 40, 60):
        touch("touchMove", (x - far, y))
    touch("touchEnd")
    assert abs(visitor.cell("j10").bounding_box()["x"] - box["x"] + 60) < 4
    assert visitor.ply() == 0, "gestures play nothing"
    visitor.play("j10")
    assert visitor.cell("j10").bounding_box()["width"] > 2.5 * small, "the board stays as it was held"
    touch("touchStart", (x - 90, y), (x + 90, y))
    touch("touchMove", (x - 20, y), (x + 20, y))
    touch("touchEnd")
    assert abs(visitor.cell("j10").bounding_box()["width"] - small) < 1


HEARD = """
window.heard = 0;
const start = AudioScheduledSourceNode.prototype.start;
AudioScheduledSourceNode.prototype.start = function (...at) {
  window.heard += 1;
  return start.apply(this, at);
};
"""


def test_moves_are_heard_unless_that_is_switched_off(visit):
    visitor = visit()
    loaded: list[str] = []
    visitor.page.on("request", lambda request: loaded.append(request.url))
    visitor.page.add_init_script(
        HEARD + "const begin = AudioBufferSourceNode.prototype.start;"
        "AudioBufferSourceNode.prototype.start = function (...at) { window.heard += 1; return begin.apply(this, at); };"
    )
    visitor.table(game="susan", options={"size": 3}, seats=["human", "human"], shared=True)
    assert not any("sound.js" in url for url in loaded), "sounds load on demand"
    visitor.play("c3")
    visitor.wait_until("() => window.heard > 0")
    visitor.page.get_by_role("button", name="Help and settings").click()
    visitor.page.get_by_label("Sounds").uncheck()
    visitor.page.get_by_role("button", name="Close").click()
    sounds = visitor.page.evaluate("window.heard")
    visitor.play("b2")
    expect(visitor.page.locator("#bar")).to_contain_text("Black to move")
    visitor.page.wait_for_timeout(300)
    assert visitor.page.evaluate("window.heard") == sounds


def test_moves_are_confirmed_where_the_player_wants_it(visit):
    visitor = visit()
    visitor.table(game="serendipity", options={"size": 6}, seats=["human", "human"], shared=True)
    visitor.page.get_by_role("button", name="Help and settings").click()
    visitor.page.get_by_label("Confirm each move").check()
    visitor.page.get_by_role("button", name="Close").click()
    bar = visitor.page.locator("#bar")
    visitor.click("d2", "e3")
    expect(bar).to_contain_text("Play d2-e3?")
    expect(visitor.page.locator(".overlay .held")).to_have_count(2)
    visitor.press_button("Cancel")
    expect(bar).to_contain_text("First to move")
    visitor.click("d2", "e3")
    visitor.press_button("Play")
    expect(visitor.page.locator("#table")).to_have_attribute("data-ply", "1")
    visitor.press_button("End turn")
    expect(bar).to_contain_text("Play end?")
    visitor.press_button("Play")
    expect(bar).to_contain_text("Second to move")
    visitor.click("c5", "b4", "c5")  # another begins where the second was not confirmed
    expect(bar).to_contain_text("where to?")
    visitor.click("d4", "d4")
    expect(visitor.page.locator("#table")).to_have_attribute("data-ply", "3")
    assert [move["text"] for move in visitor.shown()["moves"]] == ["d2-e3", "end", "c5-d4"]


def test_a_pass_that_ends_the_game_asks_first(visit):
    visitor = visit()
    visitor.table(game="serendipity", options={"size": 6}, seats=["human", "human"], shared=True)
    end = visitor.page.locator("#bar").get_by_role("button", name="End turn")
    expect(end).not_to_have_class("play")  # nothing was moved yet: moving is what is meant
    end.click()
    expect(visitor.page.locator("#bar")).to_contain_text("Second to move")
    end.click()
    dialog = visitor.page.get_by_role("dialog")
    expect(dialog).to_contain_text("A draw")
    visitor.picture("pass-asks")
    dialog.get_by_role("button", name="Cancel").click()
    assert visitor.ply() == 1
    end.click()
    dialog.get_by_role("button", name="End the game").click()
    expect(visitor.page.locator("#bar.end .message")).to_contain_text("draw")


def test_a_move_can_be_typed_and_a_wrong_one_is_explained(visit):
    visitor = visit(errors=False)
    visitor.table(game="susan", seats=["human", "human"], shared=True)
    for text in ("z9", "E5"):
        visitor.page.get_by_role("button", name="Type a move").click()
        visitor.page.get_by_label("Your move, such as").fill(text)
        visitor.page.get_by_role("button", name="Play", exact=True).click()
        if text == "z9":
            expect(visitor.page.locator(".toast")).to_contain_text("z9")
    expect(visitor.page.locator('#board [data-on="e5"]')).to_have_count(1)


def test_a_move_against_the_machine_is_taken_back(visit):
    visitor = visit()
    visitor.table(game="susan", options={"size": 3}, seats=["human", "random"], seed=2)
    visitor.play("c3")
    expect(visitor.page.locator("#table")).to_have_attribute("data-ply", "2")
    visitor.page.get_by_role("button", name="Take back").click()
    expect(visitor.page.locator("#table")).to_have_attribute("data-ply", "0")
    expect(visitor.page.locator("#board [data-on]")).to_have_count(0)


def test_machines_are_watched(visit):
    visitor = visit()
    visitor.go("/game/tic-tac-toe")
    visitor.skip_introductions()
    visitor.page.get_by_label("Watch machines").check()
    visitor.page.get_by_role("button", name="Play").click()
    visitor.page.wait_for_url("**/t/*")
    expect(visitor.page.locator("#bar.end .message")).not_to_be_empty()
    assert visitor.shown()["you"] == []


def test_three_people_play_at_one_screen(visit):
    value = json.loads(codec.write(games_by_name()["yavalath-for-three"].build(size=3)))
    visitor = visit()
    visitor.table(value=value, seats=["human"] * 3, shared=True)
    for cell, following in (("b2", "White"), ("c3", "Orange"), ("a1", "Black")):
        visitor.play(cell)
        expect(visitor.page.locator("#bar")).to_contain_text(f"{following} to move")
    visitor.picture("three")
    to_the_end(visitor, visitor.play, random.Random(8))


def test_of_three_players_each_stands_beside_his_stone_and_one_is_to_move(visit):
    visitor = visit(wide=360, high=740)
    visitor.table(game="yavalath-for-three", seats=["human", "human", "level:1"], mine=[0], plies=["a1"])
    expect(visitor.page.locator("#seat-top .name")).to_have_text(["White", "Machine, level 1"])
    expect(visitor.page.locator(".to-move .name")).to_have_text(["White"])
    parts = visitor.page.locator("#seat-top :is(.stone-mark, .name)").all()
    white, _, orange, machine = [part.bounding_box() for part in parts]
    assert white["x"] < orange["x"] < machine["x"] and orange["y"] < machine["y"] + machine["height"] / 2
    assert machine["y"] + machine["height"] / 2 < orange["y"] + orange["height"]
    assert machine["x"] + machine["width"] <= 360


def test_a_choice_of_sides_is_named_by_the_colours_of_the_rules(visit):
    game = catalogue()["hidden-gomoku"].build(size=5, length=3)
    visitor = visit()
    visitor.table(
        value=json.loads(codec.write(msgspec.structs.replace(game, colours=("white", "black")))),
        seats=["human", "human"],
        shared=True,
    )
    show = visitor.page.get_by_role("button", name="Show my board")
    show.click()
    visitor.play("C3")
    show.click()
    expect(visitor.page.locator("#bar button")).to_have_text(["Play White", "Play Black"])
    visitor.press_button("Play White")
    show.click()
    expect(visitor.page.locator("#sheet-moves .turn").nth(1)).to_have_text("White")


def test_a_whole_turn_is_typed_on_one_line(visit):
    visitor = visit(errors=False)
    visitor.table(game="serendipity", seats=["human", "human"], shared=True)
    visitor.page.get_by_role("button", name="Type a move").click()
    visitor.page.get_by_label("Your move, such as").fill("c3-d4 e3-f4 end")
    visitor.page.get_by_role("button", name="Play", exact=True).click()
    expect(visitor.page.locator("#table")).to_have_attribute("data-ply", "3")
    expect(visitor.page.locator("#bar")).to_contain_text("Second to move")


def test_the_die_reads_alike_below_the_board_and_in_the_list(visit):
    visitor = visit(locale="de-DE")
    visitor.table(game="race", seats=["human", "human"], shared=True)
    roll = visitor.page.locator("#sheet-moves button[data-ply='1']").inner_text()
    assert re.fullmatch(r"Wurf \d", roll)
    expect(visitor.page.locator("#bar .typed")).to_have_text(roll)


def test_the_game_says_which_stones_are_whose(visit):
    visitor = visit()
    visitor.table(game="tic-tac-toe", seats=["random", "human"], mine=[1], seed=1)
    bar = visitor.page.locator("#bar")
    expect(bar).to_have_text("You play White. Your turn.")
    expect(visitor.page.locator("#recent")).to_contain_text("Black: ")
    expect(visitor.page.locator("#seat-bottom .name")).to_have_text("White")
    stone = visitor.page.locator("#board [data-on]")
    expect(stone).to_have_count(1)
    visitor.click(next(name for name in visitor.names() if name != stone.get_attribute("data-on")))
    expect(visitor.page.locator("#table")).to_have_attribute("data-ply", "3")
    expect(bar).to_have_text("Your turn.")
    visitor.table(game="serendipity", seats=["human", "human"], shared=True)
    expect(bar).to_contain_text("First to move.")
    visitor.table(game="queens", options={"size": 4}, seats=["human", "human"], shared=True)
    expect(bar).to_contain_text("First to move.")
    visitor.play("a1")
    expect(bar).to_contain_text("Second to move.")
