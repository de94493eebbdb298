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


@pytest.fixture(scope="package")
def server(tmp_path_factory):
    found = Server(tmp_path_factory.mktemp("table"))
    yield found
    assert found.stop() == -signal.SIGTERM, "".join(found.said)
    assert "Traceback" not in "".join(found.said), "".join(found.said)
