"""Browser tests of challenges: made and accepted, the key for the next game, search for boards."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.test_accounts import sign_up


def challenge(visitor, to="", game="susan", side="first"):
    visitor.go("/my")
    visitor.page.locator("#to").fill(to)
    visitor.page.locator("#game").select_option(game)
    visitor.page.locator("#options").fill("size=3")
    visitor.page.locator("#side").select_option(side)
    with visitor.page.expect_navigation():
        visitor.page.get_by_role("button", name="Challenge", exact=True).click()


def test_a_challenge_is_made_accepted_and_played_and_the_next_game_is_one_key_away(visit):
    first, second = visit(), visit()
    sign_up(first, "Duel1")
    sign_up(second, "Duel2")
    for side in ("first", "first"):
        challenge(first, "Duel2", side=side)
    expect(first.page.locator("[data-withdraw]")).to_have_count(2)
    for _ in range(2):
        second.go("/my")
        second.skip_introductions()
        second.page.locator("#to-you [data-accept]").first.click()
        second.board()
    first.skip_introductions()
    first.go("/my")
    expect(first.page.locator("#turn li")).to_have_count(2)
    first.picture("my", full=True)
    first.axe()
    first.page.keyboard.press("n")
    first.board()
    url = first.page.url
    first.play("a1")
    first.page.locator("body").press("n")
    expect(first.page).not_to_have_url(url)
    first.board()
    expect(first.page.get_by_role("link", name="Duel2")).to_have_attribute("href", "/people/Duel2")
    first.page.locator("body").press("n")
    expect(first.page.get_by_text("No other game is waiting for you.")).to_be_visible()


def test_what_a_muted_person_says_is_not_shown(visit):
    first, second = visit(), visit()
    sign_up(first, "Loud1")
    sign_up(second, "Calm1")
    challenge(first, "Calm1")
    second.go("/my")
    second.skip_introductions()
    expect(second.page.locator("#to-you li")).to_contain_text(re.compile(r"(\w|=\d+) (random sides|challenger \w+), "))
    second.page.locator("#to-you [data-accept]").click()
    second.board()
    table = second.page.url.rpartition("/")[2]
    first.context.request.post(f"{first.url}/api/tables/{table}/chat", data={"text": "loud words"})
    second.page.get_by_role("tab", name="Chat").click()
    expect(second.page.get_by_text("loud words")).to_be_visible()
    second.go("/people/Loud1")
    second.axe()
    second.page.get_by_role("button", name="Mute").click()
    expect(second.page.get_by_role("button", name="Mute")).to_have_attribute("aria-pressed", "true")
    second.go(f"/t/{table}")
    second.board()
    expect(second.page.get_by_role("link", name="Loud1")).to_be_visible()
    second.page.get_by_role("tab", name="Chat").click()
    expect(second.page.get_by_label("Say something")).to_be_visible()
    expect(second.page.get_by_text("loud words")).to_have_count(0)


@pytest.mark.parametrize(("wide", "dark"), [(320, True), (1280, False)])
def test_the_pages_are_for_everybody(visit, wide, dark):
    visitor = visit(wide=wide, high=740, dark=dark)
    sign_up(visitor, f"Page{wide}")
    challenge(visitor)
    for path in ("/my", f"/people/Page{wide}", "/game/susan/boards"):
        visitor.go(path)
        visitor.axe()
        visitor.picture(f"{path.rpartition('/')[2]}-{wide}", full=True)
        assert visitor.page.evaluate("document.documentElement.scrollWidth") <= wide, path
    visitor.page.get_by_label("Result").select_option("1")
    visitor.page.get_by_role("button", name="Search").click()
    expect(visitor.page.get_by_label("Result")).to_have_value("1")


def test_a_wrong_challenge_says_why(visit):
    visitor = visit(errors=False)
    sign_up(visitor, "Wrong1")
    visitor.go("/my?to=nobody1")
    visitor.page.get_by_role("button", name="Challenge", exact=True).click()
    expect(visitor.page.get_by_role("alert")).to_have_text("there is no such user")
