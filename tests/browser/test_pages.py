"""Browser tests of each page: search, dropped rules, options, dark and light, accessibility."""

import json
import re
from typing import Any

import pytest
from playwright.sync_api import expect

from benchmarks.table_page import count_bytes
from lusory.games import load
from lusory.rules import codec
from tests.printing.pdf_text import texts


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_nothing_on_any_page_keeps_anybody_out(visit, dark):
    visitor, tone = visit(dark=dark), "dark" if dark else "light"
    visitor.go("/")
    expect(visitor.page.locator("html")).to_have_attribute("data-theme", tone)
    visitor.axe()
    visitor.picture(f"lobby-{tone}")
    visitor.go("/game/susan")
    expect(visitor.page.locator("#rules .sheet")).to_be_visible()
    visitor.axe()
    visitor.picture(f"game-{tone}", full=True)
    visitor.table(game="serendipity", seats=["human", "random"], seed=1)
    visitor.click("c3")
    visitor.axe()
    visitor.picture(f"table-{tone}")
    for name in ("Rules", "Analysis"):
        visitor.page.get_by_role("tab", name=name).click()
        expect(visitor.page.get_by_role("tabpanel", name=name)).to_be_visible()
    visitor.axe()
    visitor.page.get_by_role("button", name="Share").click()
    visitor.axe()
    visitor.picture(f"share-{tone}")


@pytest.mark.parametrize("name", ["lobby", "game", "table"])
def test_every_page_fits_on_the_smallest_phone(visit, name):
    visitor = visit(wide=320, high=640, touch=True)
    if name == "table":
        visitor.table(game="susan", seats=["human", "human"], shared=True)
    else:
        visitor.go({"lobby": "/", "game": "/game/susan"}[name])
        visitor.page.wait_for_load_state("networkidle")
    assert visitor.page.evaluate("document.documentElement.scrollWidth") <= 320
    visitor.axe()
    visitor.picture(f"phone-{name}")


VIEWPORTS = [(320, 480), (360, 740), (390, 844), (740, 360), (768, 1024), (1024, 768), (1280, 600), (1280, 800)]
SECRET = ["C3", "x", "B2:row", "reveal:none", "D4:row"]
TABLES: list[dict[str, Any]] = [
    {"game": "susan", "seats": ["human", "random"]},
    {"game": "serendipity", "seats": ["human", "human"], "mine": [0]},
    {"game": "hidden-gomoku", "seats": ["human", "human"], "mine": [0], "plies": SECRET},
]  # fmt: skip


@pytest.mark.parametrize("terms", TABLES, ids=[terms["game"] for terms in TABLES])
def test_board_clocks_and_actions_fit_together_in_every_window(visit, terms):
    visitor = visit()
    visitor.table(**terms, clock={"kind": "increment", "seconds": 300, "add": 5})
    parts = ["#board", "#seat-top .clock", "#seat-bottom .clock", "#recent", "#bar", '#tools [data-act="abort"]']
    for wide, high in VIEWPORTS:
        visitor.page.set_viewport_size({"width": wide, "height": high})
        for part in parts:
            box = visitor.box(part)
            right, bottom = box["x"] + box["width"], box["y"] + box["height"]
            assert box["x"] >= 0 and box["y"] >= 0 and right <= wide and bottom <= high, (wide, high, part, box)
        board = visitor.box("#board")
        assert board["width"] > 0.55 * min(wide, high), (wide, high, board)
        assert visitor.page.evaluate("document.documentElement.scrollWidth") <= wide


def test_all_of_ones_own_games_are_found_and_those_that_wait_are_marked(visit):
    visitor = visit()
    for game in ("hex", "y", "susan", "gomoku", "clobber", "konane", "pente", "havannah"):
        visitor.table(game=game, seats=["human", "random"])
    visitor.table(game="reversi", seats=["human", "human"], mine=[0], plies=["d3"])
    visitor.table(game="hex", seats=["human", "human"], shared=True, plies=["c3"])
    visitor.go("/")
    rows = visitor.page.locator("#mine-list li")
    expect(rows).to_have_count(6)
    expect(rows.first).to_contain_text("your turn")
    expect(rows.nth(1)).to_contain_text("Reversi")
    visitor.page.get_by_role("button", name="Show all 10 games").click()
    expect(rows).to_have_count(10)
    visitor.axe()
    visitor.picture("own-games", full=True)


@pytest.mark.parametrize("locale", ["en-US", "de-DE"])
def test_the_first_screen_has_a_button_to_play(visit, locale):
    """On the lobby's and on each game's page; hidden gomoku has most options."""
    visitor = visit(locale=locale)
    for path, button in (("/", ".game .play"), ("/game/hidden-gomoku", "#play")):
        visitor.go(path)
        for wide, high in ((1280, 800), (360, 740)):
            visitor.page.set_viewport_size({"width": wide, "height": high})
            box = visitor.page.locator(button).first.bounding_box()
            assert box and box["y"] + box["height"] <= high, (path, wide, box)


def test_games_are_found_by_words(visit):
    visitor = visit()
    visitor.go("/")
    search = visitor.page.get_by_role("searchbox")
    search.press_sequentially("linhart")
    expect(visitor.page.locator(".game:visible h2")).to_have_text(["SUSAN"], use_inner_text=True)
    search.press_sequentially(" no such game at all")
    expect(visitor.page.locator("#none")).to_be_visible()


def test_options_redraw_the_board(visit):
    visitor = visit(errors=False)
    visitor.go("/game/susan")
    cells = visitor.page.locator("#board [data-cell]")
    expect(cells).to_have_count(61)
    visitor.page.get_by_label("size").fill("3")
    expect(cells).to_have_count(19)
    visitor.page.get_by_label("size").fill("99")
    expect(visitor.page.locator("#fault")).to_contain_text("expected 2 to 8")
    visitor.page.get_by_label("size").fill("4")
    expect(cells).to_have_count(37)
    expect(visitor.page.locator("#fault")).to_be_empty()
    visitor.page.get_by_label("Together on this screen").check()
    visitor.page.get_by_role("button", name="Play").click()
    visitor.page.wait_for_url("**/t/*")
    visitor.board()
    assert visitor.shown()["game"]["options"] == {"size": "4"}


def test_sheets_are_printed_with_the_options_that_are_chosen(visit):
    visitor = visit()
    visitor.go("/game/susan")
    link = visitor.page.locator("#print a").first
    visitor.page.get_by_label("size").fill("3")
    expect(link).to_have_attribute("href", re.compile(r"/api/games/susan/sheets\.pdf\?size=3&rules=1&paper=a4"))
    with visitor.page.expect_download() as waiting:
        link.click()
    assert "a hexagon of side 3" in texts(waiting.value.path().read_bytes())[0]
    assert waiting.value.suggested_filename == "susan.pdf"


def test_a_table_is_shared_on_paper_with_other_names(visit):
    visitor = visit()
    visitor.table(game="susan", options={"size": 3}, seats=["human", "human"], names=["Ada", "Bo"], shared=True)
    visitor.play("b2")
    tools = visitor.page.locator("#tools")
    if not tools.get_by_role("button", name="Share").is_visible():
        tools.get_by_role("button", name="More").click()
    tools.get_by_role("button", name="Share").click()
    visitor.page.get_by_text("Other names in these files").click()
    visitor.page.get_by_label("Another name for the first player").fill("Cy")
    with visitor.page.expect_download() as waiting:
        visitor.page.get_by_role("link", name="PDF (A4)").click()
    board, record, _rules = texts(waiting.value.path().read_bytes())
    assert "After move 1" in board and "Cy" in record and "Bo" in record and "Ada" not in record
    expect(visitor.page.get_by_role("link", name="TXT", exact=True)).to_have_attribute("href", re.compile("first=Cy"))


def test_rules_that_somebody_brings_along_are_checked_and_played(visit):
    visitor = visit(errors=False)
    value = json.loads(codec.write(load("hex", size=3)))
    visitor.go("/")
    rules_field = visitor.page.get_by_label("Rules as JSON")
    rules_field.fill("{")
    visitor.page.get_by_role("button", name="Check and play").click()
    expect(visitor.page.locator("#fault")).to_contain_text("not valid JSON")
    rules_field.fill(json.dumps(value).replace('"connected"', '"konnected"'))
    visitor.page.get_by_role("button", name="Check and play").click()
    expect(visitor.page.locator("#fault")).to_contain_text("konnected")
    rules_field.fill(json.dumps(value))
    visitor.page.get_by_role("button", name="Check and play").click()
    visitor.page.wait_for_url("**/own")
    expect(visitor.page.locator("#board [data-cell]")).to_have_count(9)
    expect(visitor.page.locator("#rules .sheet")).to_be_visible()
    visitor.skip_introductions()
    visitor.page.get_by_role("button", name="Play").click()
    visitor.page.wait_for_url("**/t/*")
    visitor.board()
    visitor.play("b2")


def test_a_file_of_rules_is_dropped_on_the_page(visit):
    visitor = visit()
    visitor.go("/")
    visitor.page.get_by_label("or choose a file").set_input_files(
        {
            "name": "mine.json",
            "mimeType": "application/json",
            "buffer": codec.write(load("clobber", rows=3, columns=3)).encode(),
        }
    )
    visitor.page.wait_for_url("**/own")
    expect(visitor.page.locator("#board [data-cell]")).to_have_count(9)


def test_a_first_visit_is_taught(visit):
    visitor = visit()
    visitor.go("/game/susan")
    visitor.page.get_by_role("button", name="Play").click()
    visitor.page.wait_for_url("**/t/*")
    visitor.page.get_by_role("button", name="Learn it in a few positions").click()
    dialog = visitor.page.get_by_role("dialog")
    expect(dialog.locator(".asked svg.board")).to_be_visible()
    expect(dialog.locator(".solved")).to_be_hidden()
    visitor.picture("lesson")
    dialog.get_by_role("button", name="Yes").click()
    expect(dialog.locator(".solved svg.board")).to_be_visible()
    expect(dialog.locator(".asked")).to_be_hidden()
    expect(dialog.locator(".answer")).to_be_visible()
    for _ in range(20):
        dialog.get_by_role("button", name="Next").or_(dialog.get_by_role("button", name="Done")).click()
        all_correct, no_button = (
            dialog.get_by_text("answers correct"),
            dialog.get_by_role("button", name="No", exact=True),
        )
        expect(all_correct.or_(no_button)).to_be_visible()
        if all_correct.count():
            break
        no_button.click()
    dialog.get_by_role("button", name="Play").click()
    visitor.page.reload()
    visitor.board()
    expect(visitor.page.get_by_text("New to SUSAN?")).to_have_count(0)


def test_the_offer_to_be_taught_covers_nothing_and_goes_with_the_first_move(visit):
    visitor = visit(wide=360, high=740, touch=True)
    visitor.go("/game/susan")
    visitor.page.get_by_label("Together on this screen").check()
    visitor.page.get_by_role("button", name="Play", exact=True).click()
    visitor.page.wait_for_url("**/t/*")
    offer = visitor.page.locator(".offer")
    expect(offer).to_be_visible()
    box, bar = offer.bounding_box(), visitor.page.locator("#bar").bounding_box()
    assert box and bar and box["y"] + box["height"] <= bar["y"]
    visitor.play("e5")
    expect(offer).to_have_count(0)


def test_lessons_show_at_once_that_they_are_loading(visit):
    visitor = visit()
    visitor.go("/game/susan")
    visitor.page.get_by_role("button", name="Play").click()
    visitor.page.wait_for_url("**/t/*")
    waiting = []
    visitor.page.route("**/lessons", lambda route: waiting.append(route))
    learn = visitor.page.get_by_role("button", name="Learn it in a few positions")
    with visitor.page.expect_request("**/lessons"):
        learn.click()
    dialog = visitor.page.get_by_role("dialog")
    expect(dialog).to_contain_text("Loading the positions")
    waiting[0].continue_()
    expect(dialog.locator(".asked svg.board")).to_be_visible()
    expect(learn).to_have_count(0)


def test_the_offer_to_be_taught_fits_on_a_phone(visit):
    visitor = visit(wide=320, high=640, touch=True)
    visitor.go("/game/serendipity")
    visitor.page.get_by_role("button", name="Play").click()
    visitor.page.wait_for_url("**/t/*")
    learn = visitor.page.get_by_role("button", name="Learn it in a few positions")
    box = learn.bounding_box()
    assert box and box["height"] < 80, "words are broken"
    visitor.picture("phone-offer")
    visitor.axe()


def test_a_late_answer_about_rules_does_not_take_the_place_of_a_newer_one(visit):
    visitor = visit(errors=False)
    visitor.page.goto("/", wait_until="networkidle")
    waiting = []
    visitor.page.route("**/api/rules*", lambda route: waiting.append(route))
    box, button = visitor.page.locator("#value"), visitor.page.get_by_role("button", name="Check and play")
    box.fill('{"format": "lusory"}')
    button.click()
    box.fill("nonsense")
    button.click()
    fault = visitor.page.locator("#fault")
    expect(fault).to_contain_text("This is not valid JSON")
    with visitor.page.expect_response("**/api/rules*"):
        waiting[0].continue_()
    visitor.page.evaluate("new Promise((done) => setTimeout(done))")
    expect(fault).to_contain_text("This is not valid JSON")


def test_the_first_page_is_light(visit):
    """At most 58 kB over the wire, pictures and headers included."""
    visitor = visit()
    sizes = count_bytes(visitor.page)
    visitor.page.goto("/", wait_until="networkidle")
    assert 10_000 < sum(sizes) <= 58_000, sum(sizes)


LARGE = [("susan", {}), ("hidden-gomoku", {}), ("gomoku", {"size": 19})]


@pytest.mark.parametrize(("game", "options"), LARGE, ids=[game for game, _ in LARGE])
def test_the_page_of_a_table_is_light(visit, game, options):
    """At most 84 kB over the wire, headers, board and stream included; what is not needed at once comes later."""
    visitor = visit()
    table = visitor.table(game=game, options=options, seats=["human", "human"], mine=[0])
    fresh = visit()
    sizes = count_bytes(fresh.page)
    fresh.go(f"/t/{table}")
    fresh.board()
    expect(fresh.page.locator("#sheet-moves")).to_contain_text("No moves yet.")
    assert 10_000 < sum(sizes) <= 84_000, sum(sizes)
    code = fresh.page.evaluate("fetch(document.querySelector('script[type=module]').src).then((sent) => sent.text())")
    assert "class Table" in code and "/** Render" not in code


def test_what_is_not_there_is_said(visit):
    visitor = visit(errors=False)
    visitor.go("/t/nothing-here")
    expect(visitor.page.locator("main")).to_contain_text("there is no table of this name")
