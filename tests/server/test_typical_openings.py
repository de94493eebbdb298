"""Tests of the shipped typical openings: one for each game, for its present rules."""

import asyncio
from typing import Any

import pytest

from lusory.games import catalogue, find, studied_games
from lusory.server.game_info import info
from lusory.server.game_page import roughly
from lusory.server.game_service import GameService
from lusory.server.pools import Pools
from lusory.server.settings import Settings
from lusory.server.typical_openings import length, opening_position, openings
from lusory.server.workers import NOBODY


class Nobody:
    """Processes that may not be asked."""

    async def ask(self, request, *more):
        raise AssertionError(f"a process was asked to {request['do']}")


@pytest.mark.parametrize("name", sorted(catalogue()))
def test_every_shipped_game_has_an_opening_of_its_present_rules(name):
    game = catalogue()[name].build()
    position = opening_position(game)
    assert position is not None, "run make docs"
    assert position.result is None and position.ply >= (6 if name in studied_games() else 2)
    assert openings()[game.hash].length > 3


def test_other_options_have_none():
    assert opening_position(catalogue()["susan"].build(size=3)) is None


def book(printers=None):
    pools: Any = Pools(Settings())
    pools.known = pools.trials = Nobody()
    pools.prints = printers or Nobody()
    return GameService(Settings(), None, pools)  # type: ignore[arg-type]


def test_a_picture_of_the_lobby_needs_no_process():
    result = asyncio.run(book().picture(info(catalogue()["susan"].build()), NOBODY))
    assert result.startswith("<svg") and result.count("data-on=") >= 6


def test_a_picture_that_several_ask_for_is_made_once():
    requests = []

    class Printers:
        async def ask(self, request, *more):
            requests.append(request["do"])
            await asyncio.sleep(0.01)
            return {"svg": "<svg/>"}

    async def story():
        service, game = book(Printers()), info(catalogue()["susan"].build(size=3))
        assert await asyncio.gather(*(service.picture(game, NOBODY) for _ in range(5))) == ["<svg/>"] * 5
        assert await service.picture(game, NOBODY) == "<svg/>"

    asyncio.run(story())
    assert requests == ["picture"]


def test_how_long_a_game_is_is_told_from_random_games_where_nothing_came_with_the_package():
    own_game = find("tic-tac-toe").build(size=4)
    assert own_game.hash not in openings() and 10 <= length(own_game) <= 16
    assert [roughly(plies) for plies in (3, 9, 10, 14, 137)] == [3, 9, 10, 10, 140]
