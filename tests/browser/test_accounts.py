"""Browser tests of accounts: sign-up in one step, passkey (a virtual one), keyboard only, on a phone."""

import sqlite3
import time

import pytest
from playwright.sync_api import expect

from lusory.server.store import hashed

PASSWORD = "correct horse 7"


def sign_up(visitor, name, password=PASSWORD):
    visitor.go("/sign-in")
    visitor.page.locator("#up-id").fill(name)
    visitor.page.locator("#up-password").fill(password)
    visitor.page.get_by_role("button", name="Make an account").click()
    expect(visitor.page.locator("#dialog .code")).to_have_count(10)
    codes = visitor.page.locator("#dialog .code").all_text_contents()
    visitor.page.get_by_role("button", name="I have saved them").click()
    expect(visitor.page.get_by_role("heading", name=name, exact=True)).to_be_visible()
    expect(visitor.page.locator("#sessions li")).to_have_count(1)
    return codes


def authenticator(visitor):
    """A device that holds passkeys, and always says that it is its owner."""
    session = visitor.context.new_cdp_session(visitor.page)
    session.send("WebAuthn.enable")
    options = {"protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True,
               "isUserVerified": True, "automaticPresenceSimulation": True}  # fmt: skip
    id_ = session.send("WebAuthn.addVirtualAuthenticator", {"options": options})["authenticatorId"]
    return session, id_


def by_name(visitor, server):
    """Passkeys are good for names, not for addresses."""
    visitor.context.clear_cookies()
    return server.url.replace("127.0.0.1", "localhost")


def test_a_passkey_signs_in(visit, server, browser):
    visitor = visit()
    home = by_name(visitor, server)
    authenticator(visitor)
    visitor.go(f"{home}/sign-in")
    visitor.page.locator("#up-id").fill("Key1")
    visitor.page.get_by_role("button", name="Make an account").click()
    visitor.page.get_by_role("button", name="I have saved them").click()
    visitor.page.get_by_role("button", name="Add a passkey").click()
    visitor.page.locator("#dialog input").fill("My telephone")
    visitor.page.locator("#dialog").get_by_role("button", name="Add", exact=True).click()
    expect(visitor.page.locator("#passkeys li")).to_contain_text("My telephone")
    visitor.axe()
    visitor.page.get_by_role("button", name="Sign out", exact=True).click()
    expect(visitor.page.get_by_role("link", name="Sign in")).to_be_visible()
    for _ in range(2):  # the count of its uses goes up
        visitor.go(f"{home}/sign-in")
        visitor.page.get_by_role("button", name="Sign in with a passkey").click()
        expect(visitor.page.get_by_role("heading", name="Key1", exact=True)).to_be_visible()
    visitor.page.get_by_role("button", name="Remove My telephone").click()
    visitor.page.locator("#dialog").get_by_role("button", name="Remove", exact=True).click()
    expect(visitor.page.locator("#fault")).to_contain_text("set a password first")
    visitor.faults[:] = [fault for fault in visitor.faults if "409" not in fault]


def test_a_passkey_that_is_replayed_or_of_another_site_signs_nobody_in(visit, server):
    visitor = visit(errors=False)
    home = by_name(visitor, server)
    authenticator(visitor)
    visitor.go(f"{home}/sign-in")
    visitor.page.locator("#up-id").fill("Key2")
    visitor.page.get_by_role("button", name="Make an account").click()
    visitor.page.get_by_role("button", name="I have saved them").click()
    visitor.page.get_by_role("button", name="Add a passkey").click()
    visitor.page.locator("#dialog").get_by_role("button", name="Add", exact=True).click()
    expect(visitor.page.locator("#passkeys li")).to_have_count(1)
    response = visitor.page.evaluate("""async () => {
      const options = await (await fetch("/api/accounts/passkey/options", { method: "POST" })).json();
      const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
      return (await navigator.credentials.get({ publicKey })).toJSON();
    }""")
    send = """async (credential) => (await fetch("/api/accounts/passkey", { method: "POST",
      headers: { "Content-Type": "application/json" }, body: JSON.stringify({ credential }) })).status"""
    bent = response | {
        "response": response["response"] | {"signature": response["response"]["signature"][:-6] + "AAAAAA"}
    }
    assert visitor.page.evaluate(send, bent) == 401  # the challenge is used up by that
    assert visitor.page.evaluate(send, response) == 401
    again = visitor.page.evaluate("""async () => {
      const options = await (await fetch("/api/accounts/passkey/options", { method: "POST" })).json();
      const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
      return (await navigator.credentials.get({ publicKey })).toJSON();
    }""")
    assert visitor.page.evaluate(send, again) == 200
    assert visitor.page.evaluate(send, again) == 401
    script = """async () => {
      const challenge = new Uint8Array(32);
      return (await navigator.credentials.get({ publicKey: { challenge, userVerification: "required" } })).toJSON();
    }"""
    assert visitor.page.evaluate(send, visitor.page.evaluate(script)) == 401  # no challenge of ours


@pytest.mark.parametrize(("wide", "dark"), [(320, True), (1280, False)])
def test_the_pages_are_for_everybody(visit, wide, dark):
    visitor = visit(wide=wide, high=740, dark=dark)
    visitor.go("/sign-in")
    expect(visitor.page.get_by_role("button", name="Make an account")).to_be_visible()
    visitor.axe()
    visitor.picture(f"sign-in-{wide}", full=True)
    assert visitor.page.evaluate("document.documentElement.scrollWidth") <= wide
    sign_up(visitor, f"Wide{wide}")
    visitor.axe()
    visitor.picture(f"account-{wide}", full=True)
    assert visitor.page.evaluate("document.documentElement.scrollWidth") <= wide


def mail_link(server, name, purpose, address=""):
    """The secret of a link as if it had been mailed."""
    secret = f"{purpose}-{name}"
    with sqlite3.connect(server.data / "lusory.db", timeout=20) as connection:
        [account] = connection.execute("select id from accounts where name = ?", (name,)).fetchone()
        row = (hashed(secret), purpose, account, address, int(time.time() * 1000) + 600_000)
        connection.execute("insert into one_time_secrets (key, purpose, account, value, until) values (?,?,?,?,?)", row)
    connection.close()
    return secret


def test_a_link_that_was_mailed_signs_in_once_a_button_is_pressed(visit, server):
    sign_up(visit(), "Link1")
    visitor = visit()
    sign_up(visitor, "Link2")
    visitor.go(f"/sign-in#link={mail_link(server, 'Link1', 'sign-in')}")
    expect(visitor.page.locator("#dialog")).to_contain_text("You are signed in as Link2.")
    visitor.axe()
    visitor.go("/account")
    expect(visitor.page.get_by_role("heading", name="Link2", exact=True)).to_be_visible()
    visitor.go("/sign-in#link=sign-in-Link1")
    visitor.page.get_by_role("button", name="Sign in as Link1").click()
    expect(visitor.page.get_by_role("heading", name="Link1", exact=True)).to_be_visible()


def test_a_link_that_confirms_an_address_waits_until_its_account_is_signed_in(visit, server):
    sign_up(visit(), "Link3")
    visitor = visit()
    visitor.go(f"/sign-in#link={mail_link(server, 'Link3', 'confirm', 'link3@example.org')}")
    expect(visitor.page.locator("#dialog")).to_contain_text("sign in as Link3 first")
    visitor.page.locator("#dialog").get_by_role("button", name="Sign in").click()
    visitor.page.locator("#in-password").fill(PASSWORD)
    visitor.page.get_by_role("button", name="Sign in", exact=True).click()
    visitor.page.get_by_role("button", name="Confirm this address").click()
    expect(visitor.page.locator("#done")).to_have_text("This is the address of Link3 now.")
    account = visitor.page.evaluate("fetch('/api/account').then((reply) => reply.json())")
    assert account["mail"] == "link3@example.org"


def test_by_keys_alone(visit):
    visitor = visit()
    visitor.go("/sign-in")
    visitor.page.locator("#up-id").focus()
    visitor.page.keyboard.type("Keys1")
    visitor.page.keyboard.press("Tab")
    visitor.page.keyboard.type(PASSWORD)
    visitor.page.keyboard.press("Enter")
    expect(visitor.page.locator("#dialog")).to_be_visible()
    visitor.page.keyboard.press("Enter")
    expect(visitor.page.get_by_role("heading", name="Keys1", exact=True)).to_be_visible()


def test_a_code_a_wrong_password_and_signing_out(visit):
    visitor = visit()
    codes = sign_up(visitor, "Code1")
    assert len(set(codes)) == 10
    second = visit(errors=False)
    second.go("/sign-in")
    second.page.locator("#in-id").fill("Code1")
    second.page.locator("#in-password").fill("not the password")
    second.page.get_by_role("button", name="Sign in", exact=True).click()
    expect(second.page.get_by_role("alert")).to_have_text("user id and password do not belong together")
    second.page.get_by_text("I have a recovery code").click()
    second.page.locator("#code-id").fill("Code1")
    second.page.locator("#code").fill(codes[0])
    second.page.get_by_role("button", name="Use the code").click()
    expect(second.page.locator("#codes-left")).to_contain_text("9 unused codes left.")
    expect(second.page.locator("#sessions li")).to_have_count(2)
    second.page.get_by_role("button", name="Sign out everywhere").click()
    expect(second.page.get_by_role("link", name="Sign in")).to_be_visible()
    visitor.go("/account")
    expect(visitor.page).to_have_url(f"{visitor.url}/sign-in")


def test_who_is_signed_in_plays_on_in_another_browser(visit):
    first, second = visit(), visit()
    sign_up(first, "Move1")
    table = first.table(game="susan", options={"size": 3}, seats=["human", "human"])
    second.go("/sign-in")
    second.page.locator("#in-id").fill("Move1")
    second.page.locator("#in-password").fill(PASSWORD)
    second.page.get_by_role("button", name="Sign in", exact=True).click()
    expect(second.page.get_by_role("heading", name="Move1", exact=True)).to_be_visible()
    second.skip_introductions()
    second.go(f"/t/{table}")
    second.board()
    second.play("a1")
    expect(first.page.locator("#table")).to_have_attribute("data-ply", "1")
