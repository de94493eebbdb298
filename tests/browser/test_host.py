"""Browser tests of moderation: reporting, and a table that is closed or deleted while people look at it."""

import pytest
from playwright.sync_api import expect

from tests.browser.test_two_people import friends
from tests.server.test_host import Host

SUSAN = {"game": "susan", "options": {"size": 3}}
THANKS = "Thank you. The host of this server will look at it."


@pytest.mark.parametrize("wide", [320, 1280])
def test_a_name_is_reported_by_keys_alone(visit, server, wide):
    first, _ = friends(visit, **SUSAN, names=["Ada", "Rude"])
    watcher = visit(wide=wide, high=740, dark=wide == 320)
    watcher.skip_introductions()
    watcher.go(f"/t/{first.made['table']}")
    watcher.board()
    button = watcher.page.get_by_role("button", name="Report to the host")
    button.focus()
    watcher.axe()
    watcher.picture(f"report-button-{wide}", full=True)
    watcher.page.keyboard.press("Enter")
    expect(watcher.page.get_by_role("radio", name="A name")).to_be_focused()
    assert watcher.page.evaluate("document.documentElement.scrollWidth") <= wide
    watcher.axe()
    watcher.picture(f"report-{wide}")
    watcher.page.keyboard.press("ArrowDown")
    expect(watcher.page.get_by_role("radio", name="The chat")).to_be_checked()
    watcher.page.keyboard.press("Tab")
    watcher.page.keyboard.type(f"look, {wide}")
    watcher.page.keyboard.press("Tab")
    watcher.page.keyboard.press("Tab")
    watcher.page.keyboard.press("Enter")
    expect(watcher.page.get_by_role("alert")).to_have_text(THANKS)
    expect(watcher.page.get_by_role("status")).to_have_text(THANKS)
    [row] = [row for row in Host(server).reports() if row["table"] == first.made["table"]]
    assert (row["what"], row["text"]) == ("chat", f"look, {wide}")


def test_a_report_that_is_put_away_is_not_sent(visit, server):
    first, second = friends(visit, **SUSAN)
    second.page.get_by_role("button", name="Report to the host").click()
    expect(second.page.get_by_role("dialog")).to_be_visible()
    second.page.keyboard.press("Escape")
    second.page.get_by_role("button", name="Report to the host").click()
    second.page.get_by_role("button", name="Cancel").click()
    assert first.made["table"] not in {row["table"] for row in Host(server).reports()}


def test_who_plays_alone_has_nobody_to_report(visit):
    visitor = visit()
    visitor.table(**SUSAN)
    expect(visitor.page.get_by_role("button", name="Rotate")).to_be_visible()
    expect(visitor.page.locator("#report")).to_be_hidden()


def test_a_table_that_the_host_closes_says_so_and_offers_nothing(visit, server):
    first, second = friends(visit, **SUSAN)
    first.page.get_by_role("tab", name="Chat").click()
    expect(first.page.get_by_label("Say something")).to_be_visible()
    Host(server).deal(first.made["table"], "close")
    for player in (first, second):
        expect(player.page.locator("#bar.end")).to_have_text("The host of the server closed this table.")
    expect(first.page.get_by_label("Say something")).to_be_hidden()
    acts = first.page.locator("#tools button").evaluate_all("all => all.map(one => one.dataset.act)")
    assert not {"resign", "undo", "offer-draw", "hint", "type"} & set(acts)
    assert not first.page.locator("#bar button").count()
    first.axe()


def test_a_game_that_was_over_when_the_host_closed_it(visit, server):
    first, second = friends(visit, **SUSAN)
    second.page.get_by_role("button", name="Abort").click()
    second.page.locator("#dialog").get_by_role("button", name="Abort").click()
    expect(first.page.locator("#bar").get_by_role("button", name="Rematch")).to_be_visible()
    Host(server).deal(first.made["table"], "close")
    expect(first.page.locator("#bar.end")).to_have_text(
        "White aborted the game. Nobody wins. The host of the server closed this table."
    )
    assert not first.page.locator("#bar button").count()


def test_who_looks_at_a_table_that_is_deleted_hears_so(visit, server):
    first, second = friends(visit, **SUSAN)
    second.page.get_by_role("button", name="Share").click()
    expect(second.page.locator("#dialog")).to_be_visible()
    Host(server).deal(first.made["table"], "delete")
    for player in (first, second):
        expect(player.page.locator("#bar.end .message")).to_have_text(
            "This table was deleted by the host of the server."
        )
        expect(player.page.get_by_role("status")).to_have_text("This table was deleted by the host of the server.")
        expect(player.page.locator("#dialog")).to_be_hidden()
        assert not player.page.locator("#tools button").count() and not player.page.locator("#bar button").count()
    first.axe()
    first.picture("deleted")
    sockets: list[str] = []
    first.page.on("websocket", lambda socket: sockets.append(socket.url))
    first.page.wait_for_timeout(2500)  # a page that tries again does so after half a second
    assert not sockets
    first.page.get_by_role("link", name="All games", exact=True).click()
    expect(first.page.get_by_role("searchbox")).to_be_visible()


def test_who_was_away_when_his_table_was_deleted_hears_so(visit, server):
    """A stream that is not opened says nothing of why: the page asks."""
    visitor = visit(errors=False)
    visitor.table(**SUSAN)
    visitor.page.route_web_socket("**/stream?**", lambda socket: socket.close(code=1012))
    visitor.page.reload()
    visitor.board()
    expect(visitor.page.locator("#bar")).to_contain_text("Connection lost")
    Host(server).deal(visitor.made["table"], "delete")
    visitor.page.unroute_all()
    expect(visitor.page.locator("#bar.end .message")).to_have_text("There is no table of this name.")


def test_who_is_blocked_hears_so(browser, tmp_path):
    from tests.browser.visitor import Visitor
    from tests.server.running_server import Server

    server = Server(tmp_path)
    visitor = Visitor(browser, server.url, errors=False)
    visitor.context.set_extra_http_headers({"X-Forwarded-For": "203.0.113.7"})
    visitor.table(**SUSAN)
    Host(server).block("203.0.113.7")
    expect(visitor.page.locator("#bar.end .message")).to_have_text("The host of this server has blocked your address.")
    visitor.leave()
    server.stop()
