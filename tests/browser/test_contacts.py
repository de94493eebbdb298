"""Tests of the links in the mail that asks to confirm an address: nothing happens until its reader presses a button."""

import time

import pytest
from playwright.sync_api import expect

from tests.browser.visitor import Visitor
from tests.mail.mail_host import BASE, MailHost, text_of
from tests.server.running_server import Server

BO = "bo@example.org"


@pytest.fixture
def host():
    with MailHost() as mail_host:
        yield mail_host


@pytest.fixture
def club(host, tmp_path):
    settings = {"HOST": "127.0.0.1", "PORT": str(host.port), "SENDER": BASE, "TLS": "none"}
    server = Server(tmp_path, limits={f"LUSORY_SERVE_MAIL__{name}": text for name, text in settings.items()})
    yield server
    server.stop()
    assert "Traceback" not in "".join(server.said), "".join(server.said)


def links(host):
    """The links of the mail that asks, once it has come: to confirm, to unsubscribe."""
    deadline = time.monotonic() + 30
    while not host.of(BO):
        assert time.monotonic() < deadline
        time.sleep(0.05)
    return [line[line.index("/sign-in") :] for line in text_of(host.of(BO)[0]).splitlines() if "/sign-in#" in line]


def test_an_address_is_confirmed_and_unsubscribed_by_its_reader(club, host, browser):
    player, reader = Visitor(browser, club.url), Visitor(browser, club.url)
    player.table(game="susan", options={"size": 3}, seats=["human", "human"])
    player.page.get_by_role("button", name="Seat").click()
    player.page.get_by_label("an e-mail address").fill(BO)
    player.page.get_by_role("button", name="Save").click()
    expect(player.page.locator("#dialog-body")).to_contain_text(f"A link is on its way to {BO}.")
    confirmation, way_out = links(host)
    for link, button, said in (
        (confirmation, "Confirm", "Notifications go to this address now."),
        (way_out, "Unsubscribe", "This address gets no more notifications."),
    ):
        reader.go("/")
        reader.go(link)
        expect(reader.page.locator("#done")).to_be_empty()
        reader.page.locator("#dialog").get_by_role("button", name=button).click()
        expect(reader.page.locator("#done")).to_have_text(said)
    for visitor in (player, reader):
        visitor.leave()
