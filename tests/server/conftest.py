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
    servers = []

    def start(*arguments, **more):
        servers.append(Server(*arguments, **more))
        return servers[-1]

    yield start
    for server_started in servers:
        if server_started.process.returncode is None:
            server_started.stop()


@pytest.fixture(scope="package")
def server(tmp_path_factory):
    server = Server(tmp_path_factory.mktemp("table"))
    yield server
    assert server.stop() == -signal.SIGTERM, "".join(server.said)
    assert "Traceback" not in "".join(server.said), "".join(server.said)
