"""Tests of registered certificates and nets: players by id, never by path; exact values in the analysis."""

import random

import pytest
from typer.testing import CliRunner

from lusory.cli import app
from lusory.errors import LusoryError, UnknownPlayer
from lusory.learn import GameNet
from lusory.players.perfect import ProofFirstPlayer
from lusory.server.registered_models import (
    find,
    list_models,
    lookups_of,
    player_of,
    register,
    spec_with_path,
    unregister,
)
from lusory.solve import Solver
from lusory.solve.certificate import certificate
from tests.rule_values import rule_value
from tests.server.running_server import Server

HEX = {"game": "hex", "options": {"size": 3}}


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    """A certificate of hex and a net of susan."""
    folder = tmp_path_factory.mktemp("files")
    solver = Solver(rule_value("hex", size=3).start())
    (folder / "hex.proof").write_bytes(certificate(solver, solver.solve()))
    GameNet.untrained(rule_value("susan", size=3), 0).save(folder / "susan.net")
    return folder


@pytest.fixture(scope="module")
def house(tmp_path_factory, files):
    """A server whose host has registered both."""
    data = tmp_path_factory.mktemp("house")
    register(data, files / "hex.proof", "hex-3")
    register(data, files / "susan.net", "my-net")
    server = Server(data)
    yield server
    server.stop()
    assert "Traceback" not in "".join(server.said)


def test_the_host_registers_lists_and_takes_away(tmp_path, files):
    def host(*words, code=0):
        result = CliRunner().invoke(app, ["host", *words, "--data", str(tmp_path)])
        assert result.exit_code == code, result.output
        return result.output

    assert "Nothing is registered." in host("registered")
    assert "perfect:hex is registered, for hex" in host("register", str(files / "hex.proof"))
    assert "net:a-net is registered, for susan" in host("register", str(files / "susan.net"), "--id", "a-net")
    assert ", checked" in host("registered")
    assert {model.spec for model in list_models(tmp_path)} == {"perfect:hex", "net:a-net"}
    host("unregister", "perfect:hex")
    assert {model.spec for model in list_models(tmp_path)} == {"net:a-net"}
    host("unregister", "perfect:hex", code=1)


def test_what_is_no_model_or_false_is_not_registered(tmp_path, files):
    (tmp_path / "text").write_text("hello")
    for id_, file in (("x", tmp_path / "text"), ("../x", files / "hex.proof"), ("X", files / "hex.proof")):
        with pytest.raises(LusoryError):
            register(tmp_path, file, id_)
    data = (files / "hex.proof").read_bytes()
    (tmp_path / "false.proof").write_bytes(data.replace(b'"player":0', b'"player":1'))
    result = CliRunner().invoke(app, ["host", "register", str(tmp_path / "false.proof"), "--data", str(tmp_path)])
    assert result.exit_code == 1 and not list_models(tmp_path)


def test_an_id_is_taken_once_and_fits_one_rule_version(tmp_path, files):
    register(tmp_path, files / "hex.proof", "hex")
    with pytest.raises(LusoryError, match="already"):
        register(tmp_path, files / "hex.proof", "hex")
    other = rule_value("hex", size=4)
    with pytest.raises(UnknownPlayer, match="other rules") as error:
        spec_with_path("perfect:hex", tmp_path, other.hash)
    assert str(tmp_path) not in str(error.value)
    assert find(tmp_path, "perfect", "../hex") is None and find(tmp_path, "other", "hex") is None
    assert len(lookups_of(tmp_path, rule_value("hex", size=3).hash)) == 1 and not lookups_of(tmp_path, other.hash)


def test_a_damaged_file_is_told_without_its_path(tmp_path, files):
    register(tmp_path, files / "hex.proof", "hex")
    (tmp_path / "models" / "perfect-hex.bin").write_bytes(b"nothing")
    with pytest.raises(UnknownPlayer, match="cannot be read") as error:
        player_of("perfect:hex", tmp_path, rule_value("hex", size=3))
    assert str(tmp_path) not in str(error.value)
    assert unregister(tmp_path, "perfect:hex")


def test_best_plays_by_the_certificates_of_the_game(tmp_path, files):
    register(tmp_path, files / "hex.proof", "hex")
    game = rule_value("hex", size=3)
    best = player_of("best:1", tmp_path, game)
    assert isinstance(best, ProofFirstPlayer) and not isinstance(player_of("best:1", "", game), ProofFirstPlayer)
    for seed in range(3):
        rng, position = random.Random(seed), game.start()
        while position.result is None:
            mine = position.to_move == 0
            position = position.play(best.choose(position, rng) if mine else rng.choice(position.moves().ids))
        assert position.result.values[0] == 1, "First wins by the proof, however little best searches"
    outside = game.start().line("a1 b2")
    assert best.choose(outside, random.Random(1)) is not None
    best.close()


def test_a_table_has_them_as_players(house):
    guest = house.guest()
    new_table = guest.table(**HEX, seats=["perfect:hex-3", "human"])
    with guest.stream(new_table["table"]) as stream:
        while not (view := stream.next().get("shown", {})).get("ply"):
            pass
    best = rule_value("hex", size=3).solve(best=True).best or ()
    assert view["moves"][0]["text"] in best, view
    guest.table(game="susan", options={"size": 3}, seats=["human", "net:my-net,0.1s"])


def test_guests_see_what_is_registered_and_no_path(house):
    response = house.guest().get("/api/models")["models"]
    assert [model["spec"] for model in response] == ["net:my-net", "perfect:hex-3"]
    assert response[1]["hash"] == rule_value("hex", size=3).hash
    assert all(set(model) == {"spec", "game", "hash", "checked"} for model in response)


def test_a_machine_whose_file_was_taken_away_plays_at_random_and_says_so(tmp_path, files):
    register(tmp_path, files / "hex.proof", "hex")
    server = Server(tmp_path)
    try:
        guest = server.guest()
        table = guest.table(**HEX, seats=["human", "perfect:hex"])["table"]
        unregister(tmp_path, "perfect:hex")
        guest.play(table, 1, "b2")
        with guest.stream(table) as stream:
            while stream.next().get("shown", {}).get("ply") != 2:
                pass
        assert any("random" in line["text"] for line in guest.show(table)["chat"])
    finally:
        server.stop()


@pytest.mark.parametrize(
    ("seat", "reason"),
    [
        ("perfect:nobody", "registered no perfect"),
        ("perfect:/etc/passwd", "expected human"),
        ("perfect:../hex-3", "expected human"),
        ("net:my-net", "other rules or options"),
        ("perfect:hex-3,1s", "expected net"),
        ("net:my-net,900s", "at most"),
    ],
)
def test_other_seats_are_refused_without_a_path(house, seat, reason):
    response = house.guest().post("/api/tables", {**HEX, "seats": ["human", seat]}, 422)["error"]
    assert reason in response and "models" not in response


def test_the_analysis_says_what_each_move_is_worth(house):
    with house.guest().analysis(**HEX, plies=[]) as stream:
        exact = stream.next()["exact"]
    best = rule_value("hex", size=3).solve(best=True).best or ()
    assert {ply["text"] for ply in exact if ply["halves"] == 2} == set(best)
    assert all(ply["halves"] == 0 for ply in exact if ply["text"] not in best)
    assert all(ply["within"] and ply["fastest"] for ply in exact)
    assert min(ply["within"] for ply in exact if ply["halves"] == 2) == 5
    with house.guest().analysis(game="hex", options={"size": 4}, plies=[]) as stream:
        assert "exact" not in stream.next()
