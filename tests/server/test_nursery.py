"""The nursery: newborn games of a folder beside the known ones, listed, played and starred."""

import json
import os
import subprocess
import warnings

import pytest

from lusory.breed import breed
from lusory.breed.litter import write
from lusory.errors import LusoryError
from lusory.games import catalogue, names, shelves
from lusory.rules import codec
from tests.commands import LUSORY
from tests.server.running_server import Server


@pytest.fixture(scope="module")
def bred(tmp_path_factory):
    out = tmp_path_factory.mktemp("bred")
    write(breed(("yavalath", "connect-four", "susan"), children=96, seed=2, isolated=False), out)
    return out


@pytest.fixture
def plain(monkeypatch):
    """The catalogue is as before afterwards."""
    monkeypatch.setenv(shelves.VARIABLE, "")
    caches = (shelves.shelved, shelves.litter, catalogue, names)
    yield
    monkeypatch.undo()
    for cached in caches:
        cached.cache_clear()


def test_games_of_a_shelf_stand_beside_the_known_ones(bred, plain):
    count = shelves.use(bred)
    data = json.loads((bred / "litter.json").read_text("utf-8"))
    assert count == len(data) == len(shelves.shelved())
    for newborn in data:
        game = catalogue()[newborn["name"]].build()
        assert game == codec.read(newborn["value"]) and game.about is not None and game.about.like == newborn["goal"]
        assert catalogue()[newborn["name"]].options == ()
    assert "yavalath" in catalogue()


def test_a_shelf_must_be_one(bred, plain, tmp_path):
    with pytest.raises(LusoryError, match="nowhere: expected a folder with games"):
        shelves.use("nowhere")
    with pytest.raises(LusoryError, match="no game that can be read"):
        shelves.use(tmp_path)
    (tmp_path / "hex.json").write_text(codec.write(catalogue()["hex"].build()))
    with pytest.raises(LusoryError, match="there is a game hex already"):
        shelves.use(tmp_path)
    (tmp_path / "hex.json").write_text("{")
    with warnings.catch_warnings(record=True) as caught, pytest.raises(LusoryError):
        warnings.simplefilter("always")
        shelves.use(tmp_path)
    assert "hex.json: left out" in str(caught[0].message)


def test_a_server_with_a_shelf_has_a_nursery(bred, tmp_path):
    newborns = json.loads((bred / "litter.json").read_text("utf-8"))
    server = Server(tmp_path, "--shelf", str(bred))
    try:
        http = server.guest().http
        page = http.get("/nursery").text
        assert f"{len(newborns)} newborn games" in page and "0 stars" in page
        order = [
            page.index(f'href="/game/{newborn["name"]}"')
            for newborn in sorted(newborns, key=lambda newborn: -newborn["quality"][0])
        ]
        assert order == sorted(order), "the best first"
        name = newborns[0]["name"]
        lobby = http.get("/").text
        assert f"Nursery: {len(newborns)} newborn games" in lobby and f"/game/{name}" not in lobby
        assert "Bred from" in http.get(f"/game/{name}").text
        assert http.get(f"/api/games/{name}/picture.svg").status_code == 200
        created = http.post("/api/tables", json={"game": name, "options": {}, "seats": []}).json()
        assert http.get(f"/api/tables/{created['table']}").json()["game"]["name"] == name
    finally:
        server.stop()


def test_a_server_without_a_shelf_has_none(server):
    response = server.guest().http.get("/nursery")
    assert response.status_code == 404 and "no newborn games" in response.text
    assert "Nursery" not in server.guest().http.get("/").text


def test_serve_refuses_what_is_no_shelf(tmp_path):
    command = [*LUSORY, "serve", "--check", "--shelf", str(tmp_path / "nothing")]
    result = subprocess.run(command, capture_output=True, text=True, env=os.environ, check=False)
    assert result.returncode != 0 and "expected a folder with games" in result.stderr


def test_bred_games_come_with_lusory(plain):
    assert shelves.use("bred") == 6 == len(shelves.litter())
    for name, newborn in shelves.litter().items():
        game = catalogue()[name].build()
        assert codec.read(newborn["value"]) == game and newborn["ancestry"][0].startswith("A child of")
        position = game.start()
        assert game.about is not None
        for text in game.about.sample.split():
            position = position.play(text)
        assert position.result is not None, "its sample game is whole"
