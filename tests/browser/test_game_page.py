"""Browser tests of a game's page: the sample game on a board, versions that set the options, the study."""

import re

import pytest
from playwright.sync_api import expect


def test_the_sample_game_is_stepped_through(visit):
    visitor = visit()
    visitor.go("/game/serendipity")
    section = visitor.page.locator("#sample")
    section.locator("summary").click()
    board = section.locator("#sample-board svg.board")
    expect(board).to_be_visible()
    expect(section.locator("#sample-at")).to_have_text("Start of 17 moves.")
    expect(section.get_by_role("button", name="Back")).to_be_disabled()
    start = board.inner_html()
    section.get_by_role("button", name="Next").click()
    expect(section.locator("#sample-at")).to_contain_text("Move 1 of 17. The first step of a turn")
    expect(section.locator("[aria-current=step]")).to_have_attribute("data-ply", "1")
    visitor.wait_until("before => document.querySelector('#sample-board svg.board').innerHTML !== before", start)
    section.locator("[data-ply='17']").click()
    expect(section.locator("#sample-at")).to_contain_text("Move 17 of 17. The fifth capture")
    expect(section.get_by_role("button", name="Next")).to_be_disabled()
    visitor.axe()
    visitor.picture("sample-game", full=True)


@pytest.mark.parametrize(
    ("name", "version", "option", "value"),
    [
        ("serendipity", "target=13", "target", "13"),
        ("ndengrod", "board=trapezium", "board", "trapezium"),
        ("hidden-gomoku", "lines=1", "lines", "1"),
    ],
)
def test_a_link_to_another_version_sets_its_options(visit, name, version, option, value):
    visitor = visit()
    visitor.go(f"/game/{name}")
    visitor.page.get_by_role("link", name=version).click()
    visitor.page.wait_for_url(re.compile(rf"/game/{name}\?{version}$"))
    expect(visitor.page.get_by_label(option.capitalize(), exact=True)).to_have_value(value)


def test_a_link_to_another_version_sets_a_switch_and_a_rule_with_a_number(visit):
    visitor = visit()
    visitor.go("/game/doppel?growth=true")
    expect(visitor.page.get_by_label("Growth", exact=True)).to_be_checked()
    visitor.go("/game/susan?draw=repeat:2")
    expect(visitor.page.get_by_label("Draw", exact=True)).to_have_value("repeat")
    expect(visitor.page.get_by_label("Draw: how many")).to_have_value("2")
    visitor.page.get_by_label("Together on this screen").check()
    visitor.page.get_by_role("button", name="Play").click()
    visitor.page.wait_for_url("**/t/*")
    visitor.board()
    assert visitor.shown()["game"]["options"] == {"draw": "repeat:2"}


def test_the_study_of_a_game_opens(visit):
    visitor = visit()
    visitor.go("/game/susan")
    visitor.page.get_by_role("link", name="Susan: which draw rule?").click()
    visitor.page.wait_for_url("**/game/susan/study")
    expect(visitor.page.get_by_role("heading", level=1)).to_have_text("Susan: which draw rule?")
    expect(visitor.page.get_by_role("heading", name="The answer")).to_be_visible()
    visitor.axe()
    visitor.picture("study")


def test_the_game_is_found_by_another_name(visit):
    visitor = visit()
    visitor.go("/")
    visitor.page.get_by_role("searchbox").press_sequentially("pentalath")
    expect(visitor.page.locator(".game:visible h2")).to_have_text(["Ndengrod"], use_inner_text=True)


def test_a_game_of_the_library_is_found_without_scrolling(visit):
    visitor = visit()
    visitor.go("/")
    library = visitor.page.locator(".library")
    expect(library.get_by_role("heading", name="Library", exact=True)).to_be_visible()
    visitor.page.get_by_role("searchbox").press_sequentially("qirkat")
    expect(visitor.page.locator(".game:visible h2")).to_have_text(["Alquerque"], use_inner_text=True)
    expect(visitor.page.locator("#own")).to_be_hidden()
    expect(library.locator(".game:visible .play")).to_be_in_viewport()
    visitor.axe()


def test_a_game_of_the_name_that_is_searched_comes_first(visit):
    """Also where it is in the library; then all is where it was."""
    visitor = visit()
    visitor.go("/")
    titles = visitor.page.locator(".game:visible h2")
    before = titles.all_inner_texts()
    search = visitor.page.get_by_role("searchbox")
    search.press_sequentially("go")
    expect(titles.first).to_have_text("Go", use_inner_text=True)
    search.press("Control+A")  # by keys: what follows upon input is no shift
    search.press_sequentially("burn")
    expect(titles).to_have_text(["Amazons"], use_inner_text=True)
    search.press("Control+A")
    search.press("Delete")
    expect(titles).to_have_text(before, use_inner_text=True)


def test_play_is_in_sight_on_a_phone_held_sideways(visit):
    visitor = visit(wide=740, high=360, touch=True)
    visitor.go("/game/hidden-gomoku")
    for part in ("#play", "h1"):
        box = visitor.box(part)
        assert box["y"] >= 0 and box["y"] + box["height"] <= 360, (part, box)


def test_a_button_that_is_pressed_before_the_scripts_have_come_is_pressed_then(visit):
    visitor = visit()
    visitor.skip_introductions()
    held = []
    visitor.page.route("**/js/setup.js", lambda route: held.append(route))
    visitor.page.goto("/game/susan", wait_until="commit")
    visitor.page.get_by_label("A friend, by a link").check()
    visitor.page.get_by_role("button", name="Play", exact=True).click()
    assert held
    for route in held:
        route.continue_()
    visitor.page.wait_for_url("**/t/*")
    expect(visitor.page.get_by_label("The link for your friend")).to_be_visible()
