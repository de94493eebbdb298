"""Browser tests: tokens and bots on the page of an account; a rated game against the machine."""

import re

from playwright.sync_api import expect

from tests.browser.test_accounts import sign_up


def test_a_token_is_made_and_revoked_and_an_account_becomes_a_bot(visit):
    owner = visit()
    sign_up(owner, "PageBot1")
    owner.page.locator("#token-name").fill("engine")
    owner.page.get_by_role("button", name="Make a token").click()
    expect(owner.page.locator("#dialog .code")).to_have_text(re.compile("^lusory_"))
    owner.page.get_by_role("button", name="I have saved it").click()
    expect(owner.page.locator("#tokens li")).to_contain_text("engine never used")
    owner.page.get_by_role("button", name="Revoke engine").click()
    owner.page.locator("#dialog").get_by_role("button", name="Revoke").click()
    expect(owner.page.locator("#tokens li")).to_have_count(0)
    owner.page.get_by_role("button", name="This is a bot account").click()
    owner.page.get_by_role("button", name="Mark it as a bot").click()
    expect(owner.page.locator("#become-bot")).to_be_hidden()
    owner.go("/people/PageBot1")
    expect(owner.page.get_by_role("heading", level=1)).to_have_text("PageBot1 BOT")


def test_a_rated_game_against_the_machine(visit):
    guest = visit()
    guest.go("/game/susan")
    expect(guest.page.locator("#rated")).to_have_count(0)
    sign_up(guest, "Rate1")
    guest.go("/game/susan")
    guest.page.locator("#rated").check()
    guest.page.locator("#play").click()
    expect(guest.page).to_have_url(re.compile("/t/"))
    table = guest.page.url.rpartition("/t/")[2]
    rows = guest.page.request.get(f"{guest.url}/api/mine").json()["tables"]
    assert [row["rated"] for row in rows if row["table"] == table] == [True]
