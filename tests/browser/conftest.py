"""Fixtures: a server, a browser, and pages whose errors fail the test."""

import pytest
from playwright.sync_api import expect, sync_playwright

from tests.browser.chromium import ARGUMENTS, executable
from tests.browser.visitor import WAIT, Visitor
from tests.server.running_server import Server

expect.set_options(timeout=WAIT)  # other tests run beside these


@pytest.fixture(scope="package")
def server(tmp_path_factory):
    server = Server(tmp_path_factory.mktemp("browser"))
    yield server
    server.stop()
    assert "Traceback" not in "".join(server.said), "".join(server.said)


@pytest.fixture(scope="package")
def browser():
    with sync_playwright() as driver:
        yield driver.chromium.launch(executable_path=executable(), args=list(ARGUMENTS))


@pytest.fixture
def visit(server, browser):
    """Makes visitors, each with a browser of his own: `visit(dark=True)`."""
    visitors = []

    def come(**wishes):
        visitors.append(Visitor(browser, server.url, **wishes))
        return visitors[-1]

    yield come
    for visitor in visitors:
        visitor.leave()
