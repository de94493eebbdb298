"""Tests of leaks through surveys: while a surveyed game with secrets goes on, what takes part in it and what does not
is sent the same bytes whatever a player hides."""

import json
import re
from typing import Any

import pytest

from tests.server.running_server import Server
from tests.server.test_accounts import account
from tests.server.test_identical_bytes import GAME, OPENING, WORLDS, difference

SURVEYED: list[dict[str, Any]] = [
    GAME,
    {"game": "tic-tac-toe"},
    {"game": "hidden-gomoku", "options": {"size": 3, "lines": 1}},
]
PLAYERS = ("Ada9", "Bo9")


class SurveyWorld:
    """A server with a survey of which four people are, and a running game with secrets that belongs to it."""

    def __init__(self, folder, plies):
        self.server = Server(folder)
        self.people = {name: account(self.server, name) for name in (*PLAYERS, "Cy9", "Org9", "Out9")}
        organiser = self.people["Org9"]
        response = organiser.post("/api/surveys", {"title": "Which?", "games": SURVEYED, "way": "ranking"}, 201)
        self.survey, self.secret = response["survey"], response["link"].split("#")[1]
        for name in (*PLAYERS, "Cy9"):
            self.people[name].post(f"/api/surveys/{self.survey}/join", {"secret": self.secret})
        first, second = (self.people[name] for name in PLAYERS)
        created = first.table(**GAME, seats=["human", "human"], listed=True)
        second.sit(created["seats"][1]["link"])
        self.table = created["table"]
        for ply, text in enumerate(plies, 1):
            (first, second)[first.show(self.table)["to_move"]].play(self.table, ply, text)

    def sent(self, name):
        """All that somebody is sent who tries everything that there is of surveys."""
        path = f"/api/surveys/{self.survey}"
        tries = [("GET", "/api/surveys", None), ("GET", path, None), ("GET", f"{path}/result", None),
                 ("GET", f"{path}/export.json", None), ("GET", f"{path}/export.csv", None), ("GET", "/surveys", None),
                 ("GET", f"/surveys/{self.survey}", None),
                 ("PUT", f"{path}/opinion", {"places": [[1], [2]]}), ("PUT", f"{path}/opinion", {"places": [[1], [3]]}),
                 ("PUT", f"{path}/measures", {"measurement": "x"}), ("GET", "/api/mine", None),
                 ("GET", f"/people/{PLAYERS[0]}", None), ("GET", f"/api/people/{PLAYERS[1]}", None)]  # fmt: skip
        return [self.answer(name, *attempt) for attempt in tries]

    def answer(self, name, method, path, body):
        reply = self.people[name].http.request(method, path, json=body, headers={"Accept-Encoding": "identity"})
        heads = {key: text for key, text in reply.headers.items() if key not in ("date", "set-cookie")}
        if method != "GET":
            heads.pop("content-length", None)
        return path.replace(self.survey, "S"), reply.status_code, self.plain(reply.text), self.plain(json.dumps(heads))

    def plain(self, text):
        """Without names, keys and times that are drawn for each server."""
        for secret, placeholder in ((self.table, "TABLE"), (self.survey, "SURVEY"), (self.secret, "SECRET")):
            text = text.replace(secret, placeholder)
        for number, table in enumerate(self.small):
            text = text.replace(table, f"TABLE{number}")
        text = re.sub(r"\b1[78]\d{11}\b", "0", text)
        text = re.sub(r"\d{4}-\d\d-\d\d[T ][\d:.]+\S*", "TIME", text)
        return text.replace(f":{self.server.port}", ":PORT")

    def close_survey(self):
        self.people["Org9"].put(f"/api/surveys/{self.survey}", {"closed": True})

    def play_small(self):
        """Who knows nothing of the running game plays another one to its end, and may say what he thinks of two."""
        cy, self.small = self.people["Cy9"], []
        for terms in SURVEYED[1:]:
            table = cy.table(**terms, seats=["human", "human"], mine=[0, 1])["table"]
            self.small.append(table)
            cy.play(table, 1, cy.get(f"/api/tables/{table}/plies")["plies"][0])
            cy.act(table, 1, "resign", player=cy.show(table)["to_move"])
        cy.put(f"/api/surveys/{self.survey}/opinion", {"places": [[2], [3]]})


@pytest.mark.parametrize("name", ["first hides", "second hides"])
def test_a_secret_makes_no_difference_to_surveys(tmp_path, name):
    after, other, viewers = WORLDS[name]
    unknowing = PLAYERS[next(player for player in viewers if player is not None)]
    plies = [*OPENING, *after]
    changed = [*OPENING, *(other.get(i, text) for i, text in enumerate(after))]
    worlds = [SurveyWorld(tmp_path / str(i), game) for i, game in enumerate((plies, changed))]
    try:
        for world in worlds:
            world.play_small()
        for closed in (False, True):
            for who in (unknowing, "Cy9", "Org9", "Out9"):
                first, second = (world.sent(who) for world in worlds)
                for mine, theirs in zip(first, second, strict=True):
                    assert mine == theirs, (who, *difference(str(mine), str(theirs)))
            for world in worlds:
                closed or world.close_survey()
        assert [response[1] for response in worlds[0].sent("Cy9")[:5]] == [200] * 5
    finally:
        for world in worlds:
            world.server.stop()
