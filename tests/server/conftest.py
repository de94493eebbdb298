"""Fixtures: a server for the tests of this folder."""

import signal

import pytest

from tests.server.postgres import postgres_running
from tests.server.running_server import Server


@pytest.fixture(scope="module")
def postgres():
    """The address of an empty database on PostgreSQL."""
    with postgres_running() as url:
        yield url


@pytest.fixture
def start_server():
    """Starts servers, `start_server(folder)`; those that a failed test leaves running are stopped, and their sockets
    closed, so that no later test is blamed for them."""
    started = []

    def start(*arguments, **more):
        started.append(Server(*arguments, **more))
        return started[-1]

    yield start
    for each in started:
        if each.process.returncode is None:
            each.stop()


@pytest.fixture(scope="package")
def server(tmp_path_factory):
    found = Server(tmp_path_factory.mktemp("table"))
    yield found
    assert found.stop() == -signal.SIGTERM, "".join(found.said)
    assert "Traceback" not in "".join(found.said), "".join(found.said)
