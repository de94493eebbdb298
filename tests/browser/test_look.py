"""Browser tests of the look: boards and their colours, sizes, stones, marks; what fits in which window."""

from itertools import pairwise

import pytest
from playwright.sync_api import expect

from tests.browser.test_pages import VIEWPORTS

LIGHT = """(name) => {
  const found = document.querySelector(`#board ${name}`);
  const parts = getComputedStyle(found).fill.match(/[0-9.]+/g).slice(0, 3).map((part) => part / 255);
  const [r, g, b] = parts.map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}"""


def test_the_colour_of_the_board_is_chosen(visit):
    visitor = visit()
    visitor.table(game="gomoku", seats=["human", "human"], shared=True, plies=["e5", "e6"])
    ground = "() => getComputedStyle(document.querySelector('#board .paper')).fill"
    colours = {visitor.page.evaluate(ground)}
    for board in ("Slate", "Green", "Paper"):
        visitor.page.get_by_role("button", name="Help and settings").click()
        visitor.page.get_by_label("Colour of the board").select_option(board)
        visitor.page.get_by_role("button", name="Close").click()
        colours.add(visitor.page.evaluate(ground))
    visitor.page.reload()
    visitor.board()
    assert len(colours) == 4 and visitor.page.evaluate(ground) in colours


HEIGHTS = "() => [...document.querySelectorAll('#board .label')].map((label) => label.getBoundingClientRect().height)"


def test_the_board_takes_the_room_of_the_window_and_coordinates_keep_their_size(visit):
    visitor = visit(high=800)
    for game, options in (("tic-tac-toe", {}), ("breakthrough", {}), ("gomoku", {"size": 19})):
        visitor.table(game=game, options=options, seats=["human", "human"], shared=True)
        named = visitor.box("#board .lines" if game == "gomoku" else "#board .frame")
        assert named["height"] > 0.85 * 740, (game, named)
        assert all(10 <= height <= 24 for height in visitor.page.evaluate(HEIGHTS)), game
    visitor.page.get_by_role("button", name="Help and settings").click()
    visitor.page.get_by_label("Coordinates").uncheck()
    visitor.page.get_by_role("button", name="Close").click()
    assert visitor.box("#board .lines")["height"] > 1.02 * named["height"], "their room is the board's"


PLACES = "() => [...document.querySelectorAll('#board .label')].map((label) => label.getBoundingClientRect().y)"


def test_coordinates_stay_in_their_places_after_a_move(visit):
    visitor = visit(high=800)
    visitor.table(game="gomoku", seats=["human", "human"], shared=True)
    before = visitor.page.evaluate(PLACES)
    visitor.play("e5")
    expect(visitor.page.locator('#board [data-on="e5"]')).to_have_count(1)
    assert before and visitor.page.evaluate(PLACES) == before


ROWS = (
    "() => [...document.querySelectorAll('#board .label')].map((label) => Math.round(label.getBoundingClientRect().%s))"
)


def test_coordinates_stand_in_line_where_only_the_dark_squares_are_played_on(visit):
    """The square nearest to the label of every other row is in the row below it."""
    visitor = visit(high=800)
    visitor.table(game="serendipity", seats=["human", "human"], shared=True)
    tops, lefts = (visitor.page.evaluate(ROWS % side) for side in ("y", "x"))
    assert len(set(tops[:8])) == 1 and max(lefts[8:]) - min(lefts[8:]) <= 2
    rows = sorted(tops[8:])
    gaps = [below - above for above, below in pairwise(rows)]
    assert max(gaps) - min(gaps) <= 1


def test_the_end_of_a_game_fits_in_every_window(visit):
    visitor = visit()
    plies = ["c4", "c5", "d3", "e3", "d5", "e5", "e6", "f4", "g5", "f5", "g8", "g7", "f7"]
    visitor.table(game="ndengrod", seats=["human", "human"], shared=True, plies=plies)
    expect(visitor.page.locator("#bar.end")).to_contain_text("Black wins")
    for wide, high in VIEWPORTS:
        visitor.page.set_viewport_size({"width": wide, "height": high})
        for part in ("#board", "#bar", '#bar [data-key="rematch"]', "#tools"):
            box = visitor.box(part)
            assert box["y"] >= 0 and box["x"] + box["width"] <= wide and box["y"] + box["height"] <= high, (
                wide,
                part,
                box,
            )
        folded = visitor.page.get_by_role("button", name="More").is_visible()
        assert folded == (wide < 352), "little is offered at the end, and needs no menu"
        assert folded != visitor.page.get_by_role("button", name="Rotate").is_visible()
    visitor.axe()


def test_a_page_that_is_enlarged_four_times_has_a_board_to_play_on(visit):
    """A window of 1280 x 1024 at 400 %; the page may be scrolled down, not sideways."""
    visitor = visit(wide=320, high=256)
    visitor.table(game="breakthrough", seats=["human", "human"], shared=True)
    board = visitor.box("#board")
    assert board["width"] >= 220 and board["height"] >= 220
    assert visitor.page.evaluate("document.documentElement.scrollWidth") <= 320
    visitor.click("d2", "d3")
    expect(visitor.page.locator("#table")).to_have_attribute("data-ply", "1")


WORDS_OF_TOOLS = """() => [...document.querySelectorAll('#tools button')].filter((it) => it.offsetWidth).map((it) => {
  const range = document.createRange();
  range.selectNodeContents(it);
  const { left, right } = range.getBoundingClientRect();
  return [left, right];
})"""


def test_the_words_of_the_tools_keep_apart_in_german_on_a_phone(visit):
    visitor = visit(wide=360, high=740, locale="de-DE")
    visitor.table(game="tic-tac-toe", seats=["human", "human"], plies=["a1", "a2", "b1", "b2", "c1"])
    expect(visitor.page.locator("#bar.end")).to_contain_text("gewinnt")
    words = visitor.page.evaluate(WORDS_OF_TOOLS)
    assert len(words) == 6 and all(after[0] - before[1] >= 2 for before, after in pairwise(words)), words


def test_the_words_of_the_tools_stay_in_the_panel_in_german(visit):
    visitor = visit(high=800, locale="de-DE")
    visitor.table(game="breakthrough", seats=["human", "human"], mine=[0])
    visitor.play("a2-a3")
    expect(visitor.page.get_by_role("button", name="Zurücknehmen")).to_be_visible()
    for wide in (1280, 1024):
        visitor.page.set_viewport_size({"width": wide, "height": 768})
        tools = visitor.box("#tools")
        words = visitor.page.evaluate(WORDS_OF_TOOLS)
        assert len(words) == 9 and min(left for left, _ in words) >= tools["x"] + 4
        assert max(right for _, right in words) <= tools["x"] + tools["width"] - 4


RESIGN = """() => { window.places = new Set();
  new MutationObserver(() => {
    const button = document.querySelector('#tools [data-act="resign"]');
    const busy = document.querySelector('#bar').textContent.includes('thinking');
    if (button) window.places.add(`${busy} ${button.getBoundingClientRect().x}`);
  }).observe(document.querySelector('#table'), { childList: true, subtree: true }); }"""


def test_tools_keep_their_places_from_turn_to_turn(visit):
    visitor = visit()
    visitor.table(game="reversi", seats=["human", "level:1"], seed=1)
    visitor.play("d3")
    expect(visitor.page.locator("#table")).to_have_attribute("data-ply", "2")
    visitor.page.evaluate(RESIGN)
    visitor.play(visitor.current()["entry"]["ends"]["*"][0])
    expect(visitor.page.locator("#table")).to_have_attribute("data-ply", "4")
    places = visitor.page.evaluate("[...window.places]")
    assert len(places) == 2 and len({place.split()[1] for place in places}) == 1, places


@pytest.mark.parametrize(("wide", "high"), [(360, 740), (360, 600), (375, 667)])
def test_tools_stay_where_they_are_while_a_turn_goes_on(visit, wide, high):
    visitor = visit(wide=wide, high=high, locale="de-DE")
    visitor.table(game="fanorona", seats=["human", "human"], shared=True)
    before = visitor.box("#tools")["y"], visitor.box("#board")["y"]
    visitor.play("d2-e3:a")
    visitor.play("e5-f4:a")
    buttons = visitor.page.locator("#bar button")
    expect(buttons).to_have_text(["Zug beenden", "Schritt zurück"])
    assert (visitor.box("#tools")["y"], visitor.box("#board")["y"]) == pytest.approx(before, abs=1)


def test_the_menu_opens_and_closes(visit):
    visitor = visit(wide=360, high=740)
    visitor.table(game="ndengrod", seats=["human", "human"], shared=True)
    more, rotate = (visitor.page.locator(f'#tools [data-act="{act}"]') for act in ("more", "flip"))
    for close in (
        lambda: visitor.page.keyboard.press("Escape"),
        lambda: visitor.page.locator("#seat-top").click(),
        rotate.click,
    ):
        more.click()
        expect(rotate).to_be_visible()
        expect(more).to_have_attribute("aria-expanded", "true")
        close()
        expect(rotate).to_be_hidden()
    more.click()
    visitor.axe()


def test_the_size_of_the_board_is_chosen(visit):
    visitor = visit()
    visitor.table(game="susan", seats=["human", "human"], shared=True)
    full_size = visitor.page.locator("#board").bounding_box()
    visitor.page.get_by_role("button", name="Help and settings").click()
    visitor.axe()
    visitor.picture("settings")
    visitor.page.get_by_label("Size of the board").fill("60")
    visitor.page.get_by_role("button", name="Close").click()
    visitor.page.reload()
    visitor.board()
    small = visitor.page.locator("#board").bounding_box()
    assert full_size and small and abs(small["width"] - 0.6 * full_size["width"]) < 2
    visitor.click("e5")
    expect(visitor.page.locator('#board [data-on="e5"]')).to_have_count(1)


def test_stones_are_chosen_and_their_size(visit):
    visitor = visit()
    visitor.table(game="breakthrough", seats=["human", "human"], shared=True)
    stone = visitor.page.locator('#board [data-on="e2"] circle').first
    usual, filled = stone.bounding_box(), visitor.page.evaluate(LIGHT, ".side-2 circle")
    visitor.page.get_by_role("button", name="Help and settings").click()
    visitor.page.get_by_label("Size of the stones").fill("80")
    for name in ("Shaded", "High contrast"):
        visitor.page.get_by_label("Style of the stones").select_option(name)
        visitor.picture(f"stones-{name.split()[0].lower()}")
    visitor.page.get_by_role("button", name="Close").click()
    visitor.page.reload()
    visitor.board()
    small = stone.bounding_box()
    assert usual and small and small["width"] < 0.9 * usual["width"]
    assert visitor.page.evaluate(LIGHT, ".side-2 circle") == 0 < filled
    visitor.play("e2-e3")


def test_the_last_move_is_in_sight_also_after_the_window_is_turned(visit):
    visitor = visit(high=800)
    cells = [f"{column}{row}" for row in range(1, 9) for column in "abcde"]
    visitor.table(game="gomoku", seats=["human", "human"], shared=True, plies=spread(cells))
    current = visitor.page.locator('#sheet-moves [aria-current="true"]')
    for wide, high in ((1280, 800), (740, 360), (1280, 600)):
        visitor.page.set_viewport_size({"width": wide, "height": high})
        expect(current).to_be_in_viewport(ratio=0.9)


def test_several_moves_are_in_sight_on_a_phone_held_sideways(visit):
    visitor = visit(wide=740, high=360)
    cells = [f"{column}{row}" for row in range(1, 9) for column in "abcde"]
    visitor.table(game="gomoku", seats=["human", "human"], shared=True, plies=spread(cells)[:20])
    rows = visitor.page.locator("#sheet-moves .moves .number")
    expect(visitor.page.locator('#sheet-moves [aria-current="true"]')).to_be_in_viewport(ratio=0.9)
    controls, sheet = visitor.box(".replay-controls"), visitor.box("#sheet-moves")
    top, bottom = controls["y"] + controls["height"], sheet["y"] + sheet["height"]
    boxes = [box for row in rows.all() if (box := row.bounding_box())]
    assert len([box for box in boxes if box["y"] >= top - 2 and box["y"] + box["height"] <= bottom + 2]) >= 3


def test_the_tables_of_a_study_are_read_on_a_phone(visit):
    """Words are broken into lines; the first column stays in sight where a table is wider than the page."""
    visitor = visit(wide=360, high=740, touch=True)
    visitor.go("/game/serendipity/study")
    assert visitor.page.evaluate("document.documentElement.scrollWidth") <= 360
    table = visitor.page.locator(".wide").first
    table.evaluate("(frame) => { frame.scrollLeft = 200; }")
    cell = table.locator("td").first.bounding_box()
    assert cell and 0 <= cell["x"] < 40
    visitor.axe()


def spread(cells):
    """The cells, so that no five of either player are in a line."""
    return [cells[i] for i in sorted(range(len(cells)), key=lambda i: (i % 4, i))]


def test_a_player_sees_how_many_pieces_each_still_has_in_hand(visit):
    visitor = visit()
    visitor.table(game="nine-mens-morris", seats=["human", "human"], shared=True, plies=["a1"])
    expect(visitor.page.locator("#seat-bottom .state")).to_contain_text("8 in hand")
    expect(visitor.page.locator("#seat-top .state")).to_contain_text("9 in hand")
    visitor.play("d1")
    expect(visitor.page.locator("#seat-top .state")).to_contain_text("8 in hand")


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_threatened_pieces_are_marked_by_a_form_of_their_own(visit, dark):
    """Legal, selected, last and threatened: four marks that differ without colour."""
    visitor = visit(dark=dark)
    visitor.table(game="clobber", seats=["human", "human"], shared=True, plies=[])
    threats = visitor.page.locator("#overlay .threat")
    expect(threats).to_have_count(0)
    visitor.page.get_by_role("button", name="Help and settings").click()
    visitor.page.get_by_label("Mark pieces that can be captured").check()
    visitor.page.get_by_role("button", name="Close").click()
    expect(threats).not_to_have_count(0)
    before = threats.count()
    expect(visitor.page.locator('#board [aria-label*="threatened"]')).to_have_count(before)
    plies = visitor.context.request.get(f"{visitor.url}/api/tables/{visitor.made['table']}/plies").json()["plies"]
    visitor.play(plies[0])
    expect(threats).not_to_have_count(before)  # the marks vanish with the ply,
    expect(threats).not_to_have_count(0)  # and come again once the server has said what is threatened now
    visitor.page.locator("#board .can").first.click()
    expect(visitor.page.locator("#overlay .held")).to_have_count(1)
    expect(visitor.page.locator("#overlay .target-piece")).not_to_have_count(0)
    assert visitor.page.locator("#board .last").count() > 0
    shapes = visitor.page.evaluate("""() => ["threat", "held", "target-piece"].map((name) => {
      const mark = document.querySelector(`#overlay .${name}`);
      return `${mark.localName} ${getComputedStyle(mark).strokeDasharray}`;
    })""")
    assert len(set(shapes)) == 3, shapes
    visitor.picture(f"marks-{'dark' if dark else 'light'}")
    visitor.axe()


def test_white_begins_where_the_rules_say_so(visit):
    visitor = visit()
    visitor.table(game="hexapawn", seats=["human", "human"], shared=True)
    visitor.board()
    page = visitor.page
    expect(page.locator("#seat-bottom .name")).to_have_text("White")
    expect(page.locator("#seat-bottom .stone-mark")).to_have_attribute("aria-label", "white")
    assert page.evaluate(LIGHT, '[data-on="a1"] circle') > page.evaluate(LIGHT, '[data-on="a3"] circle')
    expect(page.locator("#bar")).to_contain_text("White")
    visitor.play("a1-a2")
    expect(page.locator("#bar")).to_contain_text("Black to move")
