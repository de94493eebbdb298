"""Browser tests of comments on a game's page and at a finished table, with axe, down to the width of a phone."""

from playwright.sync_api import expect

from tests.browser.test_accounts import sign_up


def test_a_game_is_commented_on_and_starred(visit):
    visitor = visit()
    sign_up(visitor, "Talk1")
    visitor.go("/game/clobber")
    page = visitor.page
    expect(page.locator("#rules")).not_to_have_attribute("aria-busy", "true")
    page.get_by_text("Comments", exact=True).click()
    expect(page.locator("#comments-body")).to_contain_text("No comments yet.")
    page.get_by_role("button", name="0 stars").click()
    expect(page.get_by_role("button", name="1 star")).to_have_attribute("aria-pressed", "true")
    page.get_by_label("Your comment").fill("**Nice** <b>game</b> [x](javascript:alert(1))")
    page.get_by_role("button", name="Comment", exact=True).click()
    expect(page.locator("#comments-body article strong").nth(1)).to_have_text("Nice")
    expect(page.locator("#comments-body article")).to_contain_text("<b>game</b> [x](javascript:alert(1))")
    visitor.axe()
    page.get_by_role("button", name="Delete").click()
    page.locator("#dialog").get_by_role("button", name="Delete").click()
    expect(page.locator("#comments-body")).to_contain_text("No comments yet.")


def test_who_is_not_signed_in_reads_and_is_shown_the_way(visit):
    visitor = visit(wide=360, high=740)
    visitor.go("/game/clobber")
    visitor.page.get_by_text("Comments", exact=True).click()
    expect(visitor.page.locator("#comments-body").get_by_role("link", name="Sign in")).to_be_visible()
    assert visitor.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_finished_game_is_commented_on(visit):
    visitor = visit()
    sign_up(visitor, "Talk2")
    visitor.table(game="susan", options={"size": 3}, seats=["human", "human"], shared=True)
    visitor.play("b2")
    tools = visitor.page.locator("#tools")
    expect(tools.get_by_role("button", name="Comments")).to_have_count(0)
    path = f"{visitor.page.url.replace('/t/', '/api/tables/')}/acts"
    response = visitor.context.request.post(path, data={"act": "resign", "ply": 1})
    assert response.status == 200, response.text()
    expect(visitor.page.locator("#bar")).to_contain_text("wins")
    if not tools.get_by_role("button", name="Comments").is_visible():
        tools.get_by_role("button", name="More").click()
    tools.get_by_role("button", name="Comments").click()
    visitor.page.get_by_label("Your comment").fill("Well played")
    visitor.page.get_by_role("button", name="Comment", exact=True).click()
    expect(visitor.page.locator("#dialog article")).to_contain_text("Well played")
