"""Tests of accounts: personal pages, settings, blocking, adopting guests' seats, export, deletion, notices."""

import json
import re
import sqlite3
import time

import pytest

from lusory.server.accounts.turn_notices import begun
from tests.server.running_server import Server
from tests.server.test_accounts import account, letter, mailed, secret, signed, who  # noqa: F401

SUSAN = {"game": "susan", "options": {"size": 3}}


def game(server, offered, other, listed=True, **terms):
    """A table of two people."""
    new_table = offered.table(**(SUSAN | terms), seats=["human", "human"], listed=listed)
    other.sit(new_table["seats"][1]["link"])
    return new_table["table"]


class TestPages:
    def test_games_and_results_of_a_person(self, server):
        ada, bo = account(server, "Ann3"), account(server, "Bob3")
        table, private = game(server, ada, bo), game(server, ada, bo, listed=False)
        ada.play(table, 1, "a1")
        bo.act(table, 1, "resign")
        assert bo.show(table)["result"]
        response = server.guest().get("/api/people/ann3")
        assert response["id"] == "Ann3" and [row["table"] for row in response["games"]] == [table]
        assert response["results"] == [
            {"title": response["games"][0]["game"]["title"], "won": 1, "lost": 0, "drawn": 0}
        ]
        assert bo.get("/api/people/Ann3")["results"][0]["won"] == 1
        assert server.guest().get("/api/people/Bob3")["results"][0]["lost"] == 1
        assert {row["table"] for row in ada.get("/api/people/Ann3")["games"]} == {table, private}
        page = server.guest().http.get("/people/Ann3").text
        assert table in page and private not in page and "won" in page and "Block" not in page
        german = server.guest().http.get("/people/Ann3", headers={"accept-language": "de"}).text
        assert '<th scope="col">Spiel</th>' in german and ">Gespielte Partien</h2>" in german
        assert "Block" in bo.http.get("/people/Ann3").text and "Block" not in ada.http.get("/people/Ann3").text
        assert server.guest().http.get("/people/nobody1").status_code == 404
        people = server.guest().get(f"/api/tables/{table}/people")["people"]
        assert [(person["player"], person["id"]) for person in people] == [(0, "Ann3"), (1, "Bob3")]

    def test_all_lists_name_the_seats_in_the_language_of_the_reader(self, server):
        ada = account(server, "Ann7")
        table = ada.table(**SUSAN, seats=["human", "level:3"], listed=True)["table"]
        ada.act(table, 0, "resign")
        for reader, path, first in (
            (ada, "/", "du"),
            (ada, "/my", "du"),
            (server.guest(), "/people/Ann7", "Ann7"),
            (server.guest(), "/game/susan/boards?person=Ann7", "Ann7"),
        ):
            page = reader.http.get(path, headers={"Accept": "text/html", "Accept-Language": "de"}).text
            assert f"{first} – Computer, Stufe 3" in page and "level:3" not in page, path
        assert "Computer, Stufe 3 gewann" in page

    def test_no_page_shows_a_mail_address_or_an_internal_id(self, mailed):  # noqa: F811
        ada = account(mailed, "Ann4")
        ada.put("/api/account/mail", {"mail": "ann4@example.org"})
        link = secret(letter(mailed, "ann4@example.org", "Confirm"))
        ada.post("/api/accounts/link", {"secret": link})
        with sqlite3.connect(mailed.data / "lusory.db") as database:
            [(id_,)] = database.execute("select id from accounts where name = 'Ann4'").fetchall()
        table = ada.table(**SUSAN, listed=True)["table"]
        guest = mailed.guest()
        for path in (
            "/api/people/Ann4",
            "/people/Ann4",
            f"/api/tables/{table}",
            f"/api/tables/{table}/people",
            "/api/tables",
        ):
            text = guest.http.get(path).text
            assert "example.org" not in text and id_ not in text, path


class TestSettings:
    def test_the_language_of_mails(self, server):
        ada = account(server, "Set9")
        assert ada.get("/api/account")["language"] == "en"
        assert ada.put("/api/account", {"language": "de"})["language"] == "de"
        assert ada.get("/api/account")["language"] == "de"
        ada.put("/api/account", {"language": "xx"}, 422)

    def test_zone_vacation_notices(self, server):
        ada = account(server, "Set3")
        until = int(time.time() * 1000) + 86_400_000
        ada.put("/api/account", {"zone": "Europe/Berlin", "vacation": until, "notices": "daily"})
        account_data = ada.get("/api/account")
        assert (account_data["zone"], account_data["vacation"], account_data["notices"]) == (
            "Europe/Berlin",
            until,
            "daily",
        )
        assert server.guest().get("/api/people/Set3")["vacation"] == until
        assert "away until" in server.guest().http.get("/people/Set3").text
        ada.put("/api/account", {"vacation": 0})
        assert server.guest().get("/api/people/Set3")["vacation"] is None

    @pytest.mark.parametrize("body", [{"zone": "Middle/Earth"}, {"notices": "hourly"}, {"vacation": 10**15}, {"x": 1}])
    def test_invalid_settings_are_refused(self, server, body):
        account(server, f"Bad{abs(hash(str(body))) % 10**9}").put("/api/account", body, 422)

    def test_a_vacation_that_would_be_over_is_refused(self, server):
        ada, until = account(server, "Set5"), int(time.time() * 1000) + 86_400_000
        ada.put("/api/account", {"vacation": until})
        for passed in (1, int(time.time() * 1000) - 1000):
            answer = ada.put("/api/account", {"vacation": passed, "zone": "Europe/Berlin"}, 422)
            assert (answer["at"], "over already" in answer["error"]) == ("vacation", True)
        account_data = ada.get("/api/account")
        assert (account_data["vacation"], account_data["zone"]) == (until, "UTC")

    def test_blocking_and_muting(self, server):
        ada, bo = account(server, "Mut3"), account(server, "Mut4")
        table = game(server, ada, bo)
        assert ada.put("/api/people/Mut4", {"mute": True}) == {"blocked": False, "muted": True}
        assert ada.put("/api/people/Mut4", {"block": True}) == {"blocked": True, "muted": True}
        muted_by_id = {person["id"]: person["muted"] for person in ada.get(f"/api/tables/{table}/people")["people"]}
        assert muted_by_id == {"Mut3": False, "Mut4": True}
        assert not any(person["muted"] for person in bo.get(f"/api/tables/{table}/people")["people"])
        assert ada.put("/api/people/Mut4", {"block": False, "mute": False}) == {"blocked": False, "muted": False}
        ada.put("/api/people/Mut3", {"block": True}, 409)
        server.guest().put("/api/people/Mut3", {"block": True}, 401)


class TestAdopting:
    def test_a_guests_games_become_the_accounts(self, server):
        guest, bo = server.guest(), server.guest()
        table = game(server, guest, bo)
        other = guest.table(**SUSAN)["table"]
        guest.post("/api/accounts", {"id": "Tak3", "password": "correct horse 7"}, 201)
        assert signed(server, "Tak3").show(table)["you"] == []
        assert guest.post("/api/account/seats", {"table": table})["tables"] == [table]
        assert signed(server, "Tak3").show(table)["you"] == [0]
        assert guest.post("/api/account/seats", {})["tables"] == [other]
        guest.post("/api/account/seats", {}, 409)
        guest.post("/api/account/sign-out", {})
        assert guest.show(table)["you"] == [] and bo.show(table)["you"] == [1]

    def test_nobody_adopts_a_seat_that_another_browser_holds(self, server):
        host = server.guest()
        table = host.table(**SUSAN)["table"]
        thief = account(server, "Thi3")
        thief.post("/api/account/seats", {"table": table}, 409)
        server.guest().post("/api/account/seats", {}, 401)
        assert thief.show(table)["you"] == [] and host.show(table)["you"] == [0]


class TestExportAndDeletion:
    def test_the_export_holds_what_is_stored_of_the_account_alone(self, server):
        ada, bo = account(server, "Exp3"), account(server, "Exp4")
        table = game(server, ada, bo)
        ada.play(table, 1, "a1")
        ada.post(f"/api/tables/{table}/chat", {"text": "what Exp3 said"})
        bo.post(f"/api/tables/{table}/chat", {"text": "what Exp4 said"})
        ada.put(f"/api/tables/{table}/notes", {"text": "own notes"})
        bo.put(f"/api/tables/{table}/notes", {"text": "another's notes"})
        ada.put("/api/people/Exp4", {"mute": True})
        response = ada.http.get("/api/account/export")
        export = response.json()
        assert (
            export["id"] == "Exp3"
            and export["muted"] == ["Exp4"]
            and "attachment" in response.headers["content-disposition"]
        )
        [exported_game] = export["games"]
        assert exported_game["table"] == table and exported_game["notes"]["text"] == "own notes"
        assert "what Exp3 said" in response.text and "what Exp4 said" not in response.text
        assert "another's notes" not in response.text
        server.guest().get("/api/account/export", 401)

    def test_a_deleted_account_leaves_its_records_under_another_name(self, tmp_path):
        server = Server(tmp_path)
        ada, bo = account(server, "Del3"), account(server, "Del4")
        over, running, not_begun = (game(server, ada, bo) for _ in range(3))
        for table in (over, running):
            ada.play(table, 1, "a1")
        ada.post(f"/api/tables/{over}/chat", {"text": "Del3 was here"})
        bo.post(f"/api/tables/{over}/chat", {"text": "so was Del4"})
        ada.put(f"/api/tables/{over}/notes", {"text": "private thoughts"})
        ada.act(over, 1, "name", player=0, text="Del3 the Great")
        bo.act(over, 1, "resign")
        host = server.guest((tmp_path / "host.key").read_text().strip())
        host.post("/api/host/accounts/Del3", {"do": "mute", "hours": 1, "reason": "loud"})
        with bo.stream(over) as stream:
            assert stream.shown()["chat"][0]["text"] == "Del3 was here"
            assert ada.http.request("DELETE", "/api/account", json={"id": "Del4"}).status_code == 422
            assert ada.http.request("DELETE", "/api/account", json={"id": "del3"}).status_code == 200
        assert who(ada) is None and ada.show(over)["you"] == []
        signed(server, "Del3", code=401)
        view = bo.show(over)
        assert [seat["name"] for seat in view["seats"]] == ["deleted account", "Del4"]
        assert [(line["name"], line["text"]) for line in view["chat"]] == [
            ("deleted account", "(deleted)"), ("Del4", "so was Del4")
        ]  # fmt: skip
        assert [move["text"] for move in view["moves"]] == ["a1"]
        assert bo.show(running)["result"]["by"] == "resignation" and bo.show(not_begun)["result"]["by"] == "aborted"
        assert "Del3" not in bo.http.get(f"/api/tables/{over}/record.json").text
        assert server.guest().http.get("/api/people/Del3").status_code == 404
        assert [act["about"] for act in host.get("/api/host/acts")["acts"]] == ["deleted account"]
        bo.post(f"/api/tables/{over}/chat", {"text": "still here"})
        server.stop()
        assert "Traceback" not in "".join(server.said)
        with sqlite3.connect(tmp_path / "lusory.db") as database:
            text = "\n".join(database.iterdump())
        assert not re.search("Del3|private thoughts", text)
        restarted = Server(tmp_path)
        assert restarted.guest().show(over)["seats"][0]["name"] == "deleted account"
        restarted.stop()

    def test_a_former_holder_of_a_seat_keeps_his_chat_messages(self, tmp_path):
        server = Server(tmp_path)
        host, first, later = server.guest(), server.guest(), account(server, "Lat3")
        table = game(server, host, first)
        first.act(table, 0, "name", player=1, text="Early")
        first.post(f"/api/tables/{table}/chat", {"text": "early words"})
        link = first.post(f"/api/tables/{table}/release", {})["link"]
        later.sit(link)
        later.post(f"/api/tables/{table}/chat", {"text": "late words"})
        assert later.http.request("DELETE", "/api/account", json={"id": "Lat3"}).status_code == 200
        assert [line["text"] for line in host.show(table)["chat"]] == ["early words", "(deleted)"]
        server.stop()


class TestNotices:
    def confirmed(self, server, name, **settings):
        ada = account(server, name)
        ada.put("/api/account/mail", {"mail": f"{name}@example.org"})
        ada.post("/api/accounts/link", {"secret": secret(letter(server, f"{name}@example.org", "Confirm"))})
        if settings:
            ada.put("/api/account", settings)
        return ada

    def test_one_notice_for_a_game_until_it_is_visited(self, mailed):  # noqa: F811
        ada, bo = self.confirmed(mailed, "Not3"), account(mailed, "Not4")
        quiet, away = self.confirmed(mailed, "Not5", notices="none"), self.confirmed(mailed, "Not6")
        away.put("/api/account", {"vacation": int(time.time() * 1000) + 86_400_000})
        for other in (quiet, away, ada):
            bo.play(game(mailed, bo, other), 1, "a1")
        for _ in range(100):
            if any("your turn" in value for value in mailed.letters.got if "Not3@" in value):
                break
            time.sleep(0.05)
        turns = [value for value in mailed.letters.got if "your turn" in value]
        assert len(turns) == 1 and "Not3@" in turns[0] and "/account" in turns[0] and "1. Not4: a1" in turns[0]

    def test_days_begin_at_seven_in_the_zone_of_each(self):
        noon = 1_800_014_400_000  # 2027-01-15 12:00 UTC
        hour = 3_600_000
        assert begun("UTC", noon) == noon - 5 * hour
        assert begun("Asia/Tokyo", noon) == noon - 14 * hour
        assert begun("UTC", noon - 6 * hour) == noon - 29 * hour


def test_the_people_of_a_table_are_found_whatever_its_rules(server):
    from lusory.games import find
    from lusory.rules import codec

    ada = account(server, "Own3")
    new_table = ada.table(
        value=json.loads(json.dumps(codec.document(find("susan").build(size=3)))), seats=["human", "open"]
    )
    assert server.guest().get(f"/api/tables/{new_table['table']}/people")["people"][0]["id"] == "Own3"


def test_who_is_deleted_is_forgotten_at_seats_given_up_before(server):
    ada, bo = account(server, "Gone1"), account(server, "Stays1")
    table = ada.table(**SUSAN, seats=["human", "open"])["table"]
    ada.post(f"/api/tables/{table}/chat", {"text": "my words"})
    bo.sit(ada.post(f"/api/tables/{table}/release", {})["link"])
    bo.post(f"/api/tables/{table}/chat", {"text": "his words"})
    other = bo.table(**SUSAN, seats=["human", "open"])["table"]
    ada.act(other, 0, "sit")
    ada.post(f"/api/tables/{other}/chat", {"text": "my words"})
    ada.post(f"/api/tables/{other}/release", {})
    ada.http.request("DELETE", "/api/account", json={"id": "Gone1"}).raise_for_status()
    assert [said["text"] for said in bo.show(table)["chat"]] == ["(deleted)", "his words"]
    assert bo.show(table)["seats"][0]["name"] == "Stays1"
    assert [said["text"] for said in bo.show(other)["chat"]] == ["(deleted)"]
    assert [seat["name"] for seat in bo.show(other)["seats"]] == ["Stays1", "Second"]
    with sqlite3.connect(server.data / "lusory.db") as database:
        texts = str(database.execute("select setup from tables").fetchall())
        texts += str(database.execute("select text from entries").fetchall())
    assert "Gone1" not in texts


def test_who_is_deleted_is_forgotten_at_seats_taken_from_others_and_as_a_spectator(server):
    """The log of a table did not tell whose the words at such seats were, and they stayed."""
    ada, bo, guest = account(server, "Gone2"), account(server, "Stays2"), server.guest()
    table = bo.table(**SUSAN, seats=["human", "open"])["table"]
    ada.sit(bo.post(f"/api/tables/{table}/release", {})["link"])
    ada.post(f"/api/tables/{table}/chat", {"text": "words at a seat"})
    ada.act(table, 0, "name", player=0, text="Gone2 the Great")
    guest.act(table, 0, "sit")
    guest.post(f"/api/tables/{table}/chat", {"text": "words of a guest"})
    bo.sit(ada.post(f"/api/tables/{table}/release", {})["link"])
    bo.post(f"/api/tables/{table}/chat", {"text": "words of another"})
    bo.act(table, 0, "resign")
    ada.post(f"/api/tables/{table}/chat", {"text": "words of a spectator"})
    kept = [line["text"] for line in ada.get("/api/account/export")["words"]]
    assert [text for text in kept if text.startswith("words")] == ["words at a seat", "words of a spectator"]
    ada.http.request("DELETE", "/api/account", json={"id": "Gone2"}).raise_for_status()
    said = [line["text"] for line in bo.show(table)["chat"]]
    assert said == ["(deleted)", "words of a guest", "words of another", "(deleted)"]
    assert bo.show(table)["seats"][0]["name"] == "Stays2"
    with sqlite3.connect(server.data / "lusory.db") as database:
        texts = str(database.execute("select text, account from entries").fetchall())
    assert not re.search("Gone2|words of a spectator|words at a seat", texts)


def test_words_of_another_account_at_the_same_seat_stay(server):
    ada, bo = account(server, "Gone4"), account(server, "Stays4")
    new_table = ada.table(**SUSAN, seats=["human", "human"])
    table = new_table["table"]
    code = ada.act(table, 0, "code", player=0)["code"]
    bo.post("/api/recover", {"code": code})
    ada.post(f"/api/tables/{table}/chat", {"text": "words of Ada"})
    bo.post(f"/api/tables/{table}/chat", {"text": "words of Bo"})
    bo.act(table, 0, "name", player=0, text="Bo the Second")
    ada.http.request("DELETE", "/api/account", json={"id": "Gone4"}).raise_for_status()
    assert [line["text"] for line in bo.show(table)["chat"]] == ["(deleted)", "words of Bo"]
    assert bo.show(table)["seats"][0]["name"] == "Bo the Second", "Bo still holds the seat"


def test_a_name_that_was_chosen_for_a_new_table_is_forgotten(server):
    """It is no entry of the log, and differs from the name of the account."""
    ada, bo = account(server, "Gone8"), account(server, "Stays8")
    table = ada.table(**SUSAN, seats=["human", "open"], names=["Countess Ada", ""])["table"]
    assert bo.show(table)["seats"][0]["name"] == "Countess Ada"
    bo.sit(ada.post(f"/api/tables/{table}/release", {})["link"])
    ada.http.request("DELETE", "/api/account", json={"id": "Gone8"}).raise_for_status()
    assert bo.show(table)["seats"][0]["name"] == "Stays8"
    with sqlite3.connect(server.data / "lusory.db") as database:
        setups, texts = (str(database.execute(f"select * from {each}").fetchall()) for each in ("tables", "entries"))
    assert "Countess" not in setups and "Countess" not in texts


def test_a_name_that_a_deletion_writes_anew_is_its_owners_word(server):
    """The seat was named once more, by nobody: a later deletion of who is called so did not find it."""
    ada, bo, cy = account(server, "Gone6"), account(server, "Stays6"), account(server, "Gone7")
    table = bo.table(**SUSAN, seats=["human", "open"])["table"]
    cy.sit(bo.post(f"/api/tables/{table}/release", {})["link"])
    cy.act(table, 0, "resign")
    ada.post(f"/api/tables/{table}/chat", {"text": "words of a spectator"})
    ada.http.request("DELETE", "/api/account", json={"id": "Gone6"}).raise_for_status()
    assert bo.show(table)["seats"][0]["name"] == "Gone7"
    bo.sit(cy.post(f"/api/tables/{table}/release", {})["link"])
    cy.http.request("DELETE", "/api/account", json={"id": "Gone7"}).raise_for_status()
    with sqlite3.connect(server.data / "lusory.db") as database:
        texts = str(database.execute("select text, account from entries").fetchall())
    assert not re.search("Gone6|Gone7", texts)
