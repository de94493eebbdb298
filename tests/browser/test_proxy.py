"""The table behind a proxy, under a sub-path: pages, links, cookies and streams lead through it."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.visitor import Visitor
from tests.server.proxy import Proxy
from tests.server.running_server import Server


@pytest.fixture
def proxy(tmp_path):
    server = Server(tmp_path, "--base", "/play", limits={"LUSORY_SERVE_LIMITS__CODES": "2"})
    with Proxy(server.port, "/play") as proxy:
        yield proxy
    server.stop()


def test_two_people_play_through_a_proxy(proxy, browser):
    first, second = (Visitor(browser, proxy.url) for _ in range(2))
    first.page.goto(f"{proxy.url}/")
    first.skip_introductions()
    expect(first.page.locator(".game img").first).to_have_js_property("complete", True)
    assert first.page.locator(".game img").first.evaluate("(img) => img.naturalWidth") > 0
    first.page.get_by_role("link", name="SUSAN", exact=True).first.click()
    first.page.get_by_label("A friend, by a link").check()
    first.page.get_by_role("button", name="Play", exact=True).click()
    first.page.wait_for_url("**/play/t/*")
    first.board()
    link = first.page.get_by_label("The link for your friend").input_value()
    assert link.startswith(f"{proxy.url}/t/")
    second.skip_introductions()
    second.claim(link)
    for visitor, other, cell in ((first, second, "e5"), (second, first, "e6"), (first, second, "d5")):
        visitor.click(cell)
        expect(other.page.locator(f'#board [data-on="{cell}"]')).to_have_count(1)
    cookies = [cookie for cookie in first.context.cookies() if cookie["name"] == "lusory"]
    assert [cookie["path"] for cookie in cookies] == ["/play"]
    strays = [path for path in proxy.asked if not path.startswith("/play/")]
    assert [path for path in strays if path != "/favicon.ico"] == []
    assert any(re.fullmatch(r"/play/api/tables/\w+/stream\?since=\d+&cells=\w*&view=\w*", path) for path in proxy.asked)
    for visitor in (first, second):
        visitor.leave()


def test_the_proxy_is_believed_for_whom_it_asks(proxy, browser):
    """The limits count by who asks the proxy; another address, straight to the server, is another guest."""
    request = browser.new_context().request
    codes = [request.post(f"{proxy.url}/api/recover", data={"code": "x"}).status for _ in range(3)]
    straight = f"http://127.0.0.1:{proxy.behind}/api/recover"
    assert [*codes, request.post(straight, data={"code": "x"}).status] == [404, 404, 429, 404]
