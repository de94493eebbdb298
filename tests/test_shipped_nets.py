"""Tests of the shipped nets: they fit their games, and `best` uses them where they measured best."""

import importlib
import random
from importlib.resources import files

import pytest

from lusory.errors import UnknownPlayer
from lusory.learn.net import read
from lusory.players import player, read_spec
from lusory.players.levels import best_spec, load_best
from lusory.players.net import SHIPPED, net_of
from lusory.players.shipped_nets import shipped_net
from lusory.rules import codec
from lusory.server.allowed_players import check_spec
from lusory.server.settings import Settings
from tests.rule_values import rule_value

NETS = sorted(
    file.name.removesuffix(".net") for file in (files("lusory.players") / "nets").iterdir() if file.name[-4:] == ".net"
)
LARGEST = 1_000_000


@pytest.mark.parametrize("name", NETS)
def test_a_shipped_net_fits_its_game(name):
    file = files("lusory.players") / "nets" / f"{name}.net"
    data = file.read_bytes()
    assert len(data) <= LARGEST
    assert read(data).game.hash == rule_value(name).hash
    assert net_of(SHIPPED, rule_value(name)).training.rounds > 0


@pytest.mark.parametrize("name", NETS)
def test_rules_find_their_net_by_whatever_name(name):
    """A server's worker process, and whoever writes the same rules again, has them without a name."""
    unnamed = codec.read(codec.canonical(rule_value(name)))
    assert not unnamed.name and shipped_net(unnamed) is shipped_net(rule_value(name))
    for spec in ("level:10", "best:0.1s", "net:shipped"):
        player(spec, unnamed).close()


@pytest.mark.parametrize("name", NETS)
def test_best_takes_the_net_where_it_measured_best(name):
    game = rule_value(name)
    assert load_best().games[game.hash].measured
    assert best_spec("1s", game) == "net:shipped,1s"
    assert "net" not in best_spec("100", game), "nets take no number of simulations"
    assert "net:shipped" in read_spec("best:1s").remark(game)


def test_specs_in_the_table_are_of_nets_that_are_there():
    shipped = {rule_value(name).hash for name in NETS}
    assert {hash_ for hash_, best in load_best().games.items() if best.spec.startswith("net:")} == shipped


def test_a_shipped_net_plays():
    position = rule_value(NETS[0]).start()
    choice = player("net:shipped", position.game).choose(position, random.Random(1))
    assert isinstance(choice, int) and choice in position.contract.legal(position.state)


def test_analyses_of_games_of_connections_use_random_games(monkeypatch):
    asked, module = [], importlib.import_module("lusory.players.analyse")
    monkeypatch.setattr(module, "Search", lambda subject, **options: asked.append("net" in options))
    for name in ("hex", "susan"):
        module._search(rule_value(name).start(), seed=0)
    assert asked == [False, True]


def test_other_options_have_no_shipped_net():
    with pytest.raises(UnknownPlayer, match="no net comes with lusory for susan with these rules and options"):
        player("net:shipped", rule_value("susan", size=4))


def test_a_server_takes_shipped_nets_and_no_files():
    settings = Settings()
    assert check_spec("net:shipped,1s", settings) == "net:shipped,1s"
    assert check_spec("net:shipped", settings) == "net:shipped"
    for spec in ("net:susan.net", "net:../shipped,1s", "net:shipped,4", "net:shipped,99999s"):
        with pytest.raises(UnknownPlayer):
            check_spec(spec, settings)
