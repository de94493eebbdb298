"""Browser tests of surveys: begun, joined by a link, ranked, closed."""

import json

from playwright.sync_api import expect

from lusory.games import find
from lusory.rules.codec import document
from tests.browser.test_accounts import sign_up


def plays(visitor, game):
    """A game alone, given up after a ply: it counts as played."""
    request = visitor.context.request
    table = request.post(f"{visitor.url}/api/tables", data={"game": game, "seats": ["human", "human"], "mine": [0, 1]})
    name = table.json()["table"]
    first = request.get(f"{visitor.url}/api/tables/{name}/plies").json()["plies"][0]
    request.post(f"{visitor.url}/api/tables/{name}/plies", data={"ply": 1, "text": first})
    assert request.post(f"{visitor.url}/api/tables/{name}/acts", data={"ply": 1, "act": "resign"}).ok


def test_a_survey_is_begun_joined_answered_and_closed(visit):
    first, second = visit(), visit()
    sign_up(first, "Asks1")
    sign_up(second, "Says1")
    first.go("/surveys")
    first.page.get_by_label("Title").fill("Design of the year")
    for game in ("susan", "tic-tac-toe"):
        first.page.locator("#game").select_option(game)
    first.axe()
    with first.page.expect_navigation():
        first.page.get_by_role("button", name="Begin the survey").click()
    first.page.get_by_role("button", name="New link to invite people").click()
    expect(first.page.locator("#link")).not_to_have_value("")
    link = first.page.locator("#link").input_value()
    second.page.goto(link)
    second.skip_introductions()
    second.page.get_by_role("button", name="Take part").click()
    expect(second.page.get_by_role("heading", name="Design of the year")).to_be_visible()
    expect(second.page.get_by_text("Play at least two of the games first.")).to_be_visible()
    for game in ("susan", "tic-tac-toe"):
        plays(second, game)
    second.page.reload()
    second.page.locator("#place-1").select_option("2")
    second.page.locator("#place-2").select_option("1")
    second.page.get_by_role("button", name="Save the ranking").click()
    expect(second.page.locator("#saved")).to_contain_text("Saved")
    second.axe()
    first.page.reload()
    first.page.get_by_role("button", name="Close: everybody sees the result").click()
    expect(first.page.get_by_role("button", name="Open it again")).to_be_visible()
    expect(first.page.get_by_role("row").nth(1)).to_contain_text("Tic-tac-toe")
    first.picture("survey", full=True)
    first.axe()
    second.page.reload()
    expect(second.page.get_by_role("heading", name="Result")).to_be_visible()


def test_a_game_of_ones_own_stands_in_the_form_by_its_name(visit):
    visitor = visit()
    sign_up(visitor, "Asks2")
    rules = document(find("susan").build(size=3)) | {"name": "Duck pond", "about": {"title": "Duck pond"}}
    visitor.go("/surveys")
    visitor.page.evaluate("value => sessionStorage.setItem('own', value)", json.dumps(rules))
    visitor.page.reload()
    visitor.page.get_by_label("Title").fill("Ponds")
    visitor.page.locator("#game").select_option("own")
    visitor.page.locator("#game").select_option("tic-tac-toe")
    expect(visitor.page.locator("#games")).to_have_value("Duck pond (your own game)\ntic-tac-toe")
    with visitor.page.expect_navigation():
        visitor.page.get_by_role("button", name="Begin the survey").click()
    expect(visitor.page.get_by_role("button", name="Duck pond")).to_be_visible()
