"""Fixtures: a mail host for each test, and a server that receives its mails."""

import asyncio

import pytest

from tests.mail.mail_client import OpenClub, taking_in
from tests.mail.mail_host import MailHost


@pytest.fixture
def host():
    with MailHost() as mail_host:
        yield mail_host


@pytest.fixture
def run(tmp_path, host):
    """Runs a story, a coroutine of a club that takes mails in."""

    def told(story, **settings):
        async def whole():
            async with OpenClub(taking_in(tmp_path, host, **settings), host) as club:
                return await asyncio.wait_for(story(club), 100)

        return asyncio.run(whole())

    return told
