"""Browser tests of the page of moderators: reports, hidden comments, mutes, the log; by keys, on a phone, in German."""

import pytest
from playwright.sync_api import expect

from tests.browser.test_accounts import sign_up
from tests.server.test_accounts import account
from tests.server.test_host import Host


@pytest.mark.parametrize("wide", [320, 1280])
def test_an_administrator_deals_with_what_was_reported(visit, server, wide):
    chief, rude, witness = f"Chief{wide}", f"Rude{wide}", account(server, f"Witness{wide}")
    comment = account(server, rude).post("/api/games/susan/comments", {"text": f"Rude words {wide}"}, 201)["id"]
    witness.post(f"/api/comments/{comment}/reports", {"text": "not nice"})
    table = witness.table(game="susan", options={"size": 3}, seats=["human", "human"], names=[rude, "x"], listed=True)
    witness.post(f"/api/tables/{table['table']}/reports", {"what": "name", "text": "look"})
    visitor = visit(wide=wide, dark=wide == 320)
    sign_up(visitor, chief)
    Host(server).guest.put(f"/api/host/accounts/{chief}/role", {"role": "administrator"})
    visitor.go("/my")
    visitor.page.get_by_role("link", name="Moderation").click()
    page = visitor.page
    expect(page.locator("#comments")).to_contain_text(f"Rude words {wide}")
    visitor.axe()
    assert page.evaluate("document.documentElement.scrollWidth") <= wide
    visitor.picture(f"moderation-{wide}", full=True)
    page.get_by_role("button", name=f"Hide the comment {rude}").press("Enter")
    expect(page.locator("#comments")).not_to_contain_text(f"Rude words {wide}")
    reported = page.locator("#reports li").filter(has_text=rude)
    reported.get_by_role("button", name="Hide the table").press("Enter")
    expect(page.locator("#log")).to_contain_text(f"{chief}: hide table {table['table']}")
    reported.get_by_role("button", name="Done").press("Enter")
    expect(reported).to_have_count(0)
    page.get_by_label("User id").fill(rude)
    page.get_by_label("Reason").fill("spam")
    page.get_by_role("button", name="Mute", exact=True).press("Enter")
    expect(page.locator("#done")).to_have_text(f"{rude} is muted.")
    page.locator("#people li").filter(has_text=rude).get_by_role("button", name="Unmute").press("Enter")
    expect(page.locator("#people li").filter(has_text=rude)).to_have_count(0)
    expect(page.locator("#log li").first).to_contain_text(f"{chief}: unmute account {rude}")
    page.get_by_role("button", name="Make a moderator").click()
    expect(page.locator("#people")).to_contain_text("moderator")
    page.get_by_role("button", name="Invite somebody").click()
    expect(page.locator("#invitation")).to_contain_text("sign-in#invitation=")
    page.get_by_label("User id").fill(chief)
    page.get_by_role("button", name="Mute", exact=True).click()
    expect(page.locator("#fault")).to_have_text("this account has your role, or a higher one")
    visitor.faults[:] = [fault for fault in visitor.faults if "403" not in fault]
    Host(server).guest.put(f"/api/host/accounts/{rude}/role", {"role": ""})
