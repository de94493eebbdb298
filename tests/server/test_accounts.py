"""Tests of accounts: sign-up, sign-in by password, code and mailed link, sessions, seats of an account."""

import asyncio
import quopri
import re
import sqlite3
import time

import pytest
from aiosmtpd.controller import Controller

from lusory.cli.failure import run
from lusory.server.accounts import Passwords, check_mail_password
from lusory.server.accounts.passwords import ABSENT, THREADS
from lusory.server.store import Store, account_holder, hashed
from lusory.server.table import Refused
from tests.server.running_server import Server, pair
from tests.server.test_identical_bytes import Letters, free_port

PASSWORD = "correct horse 7"
SUSAN = {"game": "susan", "options": {"size": 3}}
ACCOUNT = "lusory-account"
DOMAIN = "127.0.0.1"


def account(server, name, password=PASSWORD):
    """Somebody in a browser, with a new account."""
    guest = server.guest()
    guest.codes = guest.post("/api/accounts", {"id": name, "password": password}, 201)["codes"]
    guest.name = name
    return guest


def signed(server, name, password=PASSWORD, code=200):
    """The same account in another browser."""
    guest = server.guest()
    guest.post("/api/accounts/sign-in", {"id": name, "password": password}, code)
    return guest


def who(guest):
    response = guest.http.get("/api/account")
    return response.json().get("id") if response.status_code == 200 else None


class TestSigningUp:
    def test_in_one_step(self, server):
        ada = account(server, "Ada1")
        assert who(ada) == "Ada1" and len(set(ada.codes)) == 10
        account_data = ada.get("/api/account")
        assert account_data["password"] and account_data["codes"] == 10 and not account_data["mail"]
        assert [(session["this"], session["device"]) for session in account_data["sessions"]] == [(True, "A browser")]
        agent = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
        ada.http.post("/api/accounts/sign-in", json={"id": "ada1", "password": PASSWORD}, headers={"User-Agent": agent})
        assert [session["device"] for session in ada.get("/api/account")["sessions"]] == ["Firefox on Linux"]

    def test_a_user_id_is_had_once_however_it_is_capitalised(self, server):
        account(server, "Bo1")
        for name in ("Bo1", "bo1", "BO1"):
            response = server.guest().post("/api/accounts", {"id": name, "password": PASSWORD}, 409)
            assert response == {"error": "this user id is already taken", "at": "id"}
        assert who(signed(server, "bO1")) == "Bo1"

    @pytest.mark.parametrize("name", ["a", "a" * 21, "a b", "ä1", "a-b", "", "admin", "Host", "a\n", "٣٤"])
    def test_what_is_no_user_id(self, server, name):
        assert server.guest().post("/api/accounts", {"id": name, "password": PASSWORD}, 422)["at"] == "id"

    @pytest.mark.parametrize(
        "password", ["short", "aaaaaaaaaaaa", "1234567890", "cy11111111", "password123", "x" * 201]
    )
    def test_a_password_that_is_easy_to_guess_or_too_long(self, server, password):
        assert server.guest().post("/api/accounts", {"id": "Cy1", "password": password}, 422)["at"] == "password"

    def test_two_at_once_with_one_user_id(self, server):
        from concurrent.futures import ThreadPoolExecutor

        def make(_):
            return server.guest().http.post("/api/accounts", json={"id": "Race1", "password": PASSWORD}).status_code

        with ThreadPoolExecutor(6) as pool:
            assert sorted(pool.map(make, range(6))) == [201, *[409] * 5]

    def test_a_host_may_close_it_or_ask_for_an_invitation(self, tmp_path):
        for policy in ("closed", "invitation"):
            server = Server(tmp_path / policy, limits={"LUSORY_SERVE_SIGNUP": policy})
            server.guest().post("/api/accounts", {"id": "Dee1", "password": PASSWORD}, 403)
            server.stop()


class TestSigningIn:
    def test_nobody_learns_whether_there_is_an_account(self, server):
        account(server, "Eve1")
        guest = server.guest()
        responses = [
            guest.http.post("/api/accounts/sign-in", json={"id": name, "password": "not the password"})
            for name in ("Eve1", "Nobody9", "no such id!")
        ]
        assert {(response.status_code, response.text) for response in responses} == {(401, responses[0].text)}
        assert ACCOUNT not in guest.http.cookies

    def test_the_cookie_is_for_no_script_and_no_other_site(self, server):
        ada = server.guest()
        head = ada.http.post("/api/accounts", json={"id": "Fay1", "password": PASSWORD}).headers["set-cookie"]
        assert "HttpOnly" in head and "SameSite=lax" in head and "Path=/" in head and "Secure" not in head

    def test_it_is_for_https_alone_where_there_is_https(self, tmp_path):
        port = free_port()
        server = Server(tmp_path, limits={"LUSORY_SERVE_ADDRESS": "https://example.org"}, port=port)
        server.url = f"http://127.0.0.1:{port}"
        response = server.guest().http.post("/api/accounts", json={"id": "Fay1", "password": PASSWORD})
        assert "Secure" in response.headers["set-cookie"]
        server.stop()

    def test_a_session_is_new_after_each_sign_in_and_the_former_ends(self, server):
        ada = account(server, "Gus1")
        before = ada.http.cookies[ACCOUNT]
        ada.post("/api/accounts/sign-in", {"id": "Gus1", "password": PASSWORD})
        after = ada.http.cookies[ACCOUNT]
        assert before != after and who(ada) == "Gus1"
        assert who(cookie(server, before)) is None and who(cookie(server, after)) == "Gus1"

    def test_a_session_that_somebody_chose_is_never_taken_over(self, server):
        account(server, "Hal1")
        fixed_session = cookie(server, "chosen-by-an-attacker")
        fixed_session.post("/api/accounts/sign-in", {"id": "Hal1", "password": PASSWORD})
        assert who(cookie(server, "chosen-by-an-attacker")) is None

    def test_another_sites_page_neither_signs_in_nor_out(self, server):
        ada = account(server, "Ivy1")
        foreign = {"Origin": "https://evil.example"}
        for path, body in (
            ("/api/accounts/sign-in", {"id": "Ivy1", "password": PASSWORD}),
            ("/api/account/sign-out", {}),
        ):
            assert ada.http.post(path, json=body, headers=foreign).status_code == 403
        form = ada.http.post("/api/account/sign-out", data={"everywhere": "1"})
        assert form.status_code == 415 and who(ada) == "Ivy1"

    def test_signing_out_here_and_everywhere(self, server):
        first, second, third = account(server, "Jo1"), signed(server, "Jo1"), signed(server, "Jo1")
        kept_cookie = first.http.cookies[ACCOUNT]
        first.post("/api/account/sign-out", {})
        assert who(first) is None and who(cookie(server, kept_cookie)) is None and who(second) == "Jo1"
        second.post("/api/account/sign-out", {"everywhere": True})
        assert who(second) is who(third) is None

    def test_a_recovery_code_signs_in_once(self, server):
        ada = account(server, "Kit1")
        other = server.guest()
        code = ada.codes[3].lower().replace("-", " ")
        assert other.post("/api/accounts/sign-in-by-code", {"id": "kit1", "code": code})["left"] == 9
        assert who(other) == "Kit1"
        server.guest().post("/api/accounts/sign-in-by-code", {"id": "Kit1", "code": code}, 401)
        server.guest().post("/api/accounts/sign-in-by-code", {"id": "Ada1", "code": ada.codes[4]}, 401)
        fresh = other.post("/api/account/codes", {})["codes"]
        server.guest().post("/api/accounts/sign-in-by-code", {"id": "Kit1", "code": ada.codes[5]}, 401)
        server.guest().post("/api/accounts/sign-in-by-code", {"id": "Kit1", "code": fresh[0]})

    def test_a_new_password_signs_every_other_browser_out(self, server):
        first, second = account(server, "Lou1"), signed(server, "Lou1")
        first.put("/api/account/password", {"password": "another horse 8"})
        assert who(first) == "Lou1" and who(second) is None
        signed(server, "Lou1", code=401)
        assert who(signed(server, "Lou1", "another horse 8")) == "Lou1"

    def test_without_a_passkey_nobody_loses_his_password(self, server):
        assert account(server, "Max1").put("/api/account/password", {"password": ""}, 409)["at"] == "password"

    def test_important_changes_need_a_fresh_proof(self, tmp_path):
        server = Server(tmp_path)
        ada = account(server, "Ned1")
        with sqlite3.connect(tmp_path / "lusory.db") as connection:
            connection.execute("update account_sessions set proved = proved - 3600000")
        requests = [("PUT", "password", {"password": PASSWORD}), ("PUT", "mail", {"mail": ""}), ("POST", "codes", {}),
                ("POST", "mail-password", {}), ("POST", "passkeys/options", {}), ("DELETE", "passkeys", {"key": "x"}),
                ("POST", "passkeys", {"credential": {}})]  # fmt: skip
        for method, path, body in requests:
            response = ada.http.request(method, f"/api/account/{path}", json=body)
            assert (response.status_code, response.json()["at"]) == (403, "proof"), path
        ada.post("/api/accounts/sign-in", {"id": "Ned1", "password": PASSWORD})
        ada.post("/api/account/codes", {})
        server.stop()

    def test_an_old_session_ends(self, tmp_path):
        server = Server(tmp_path)
        ada, bo = account(server, "Old1"), account(server, "Old2")
        with sqlite3.connect(tmp_path / "lusory.db") as connection:
            day = 86_400_000
            text = "update account_sessions set {} where account = (select id from accounts where name = ?)"
            connection.execute(text.format(f"seen = seen - {61 * day}"), ("Old1",))
            connection.execute(text.format(f"created = created - {401 * day}"), ("Old2",))
        assert who(ada) is None and who(bo) is None
        server.stop()

    def test_guesses_are_limited_by_address_and_by_account(self, start_server, tmp_path):
        limits = {"SIGNINS": "6", "TRIES": "9", "TRIES_EACH": "4"}
        server = start_server(tmp_path, limits={f"LUSORY_SERVE_LIMITS__{name}": most for name, most in limits.items()})
        owner = account(server, "Pia1")
        assert [attempt(server, "203.0.113.1") for _ in range(7)] == [*[401] * 4, *[429] * 3]
        assert [attempt(server, "203.0.113.2") for _ in range(5)] == [*[401] * 4, 429]
        assert attempt(server, "203.0.113.1", "Qed1") == 429, "no more tries in this minute, of whomever"
        assert attempt(server, "203.0.113.3") == 401
        assert attempt(server, "203.0.113.4", "PIA1", PASSWORD) == 429, "guesses from many addresses hold up strangers"
        assert attempt(server, "203.0.113.4", "Qed1") == 401
        assert attempt(server, "127.0.0.1", "PIA1", PASSWORD) == 200, "here somebody has signed in before"
        assert attempt(server, "203.0.113.5", "Pia1", PASSWORD, owner) == 200, "this browser is signed in"
        code = {"id": "Pia1", "code": owner.codes[0]}
        assert attempt(server, "203.0.113.6", path="sign-in-by-code", body=code) == 200
        assert attempt(server, "203.0.113.6", "Pia1", PASSWORD) == 200, "now here, too"
        server.stop()
        lines = [line for line in server.said if "used up tries" in line]
        assert len(lines) == 1 and "pia1" in lines[0], "the host's log says so, once"

    def test_wrong_tries_of_one_address_keep_nobody_out_elsewhere(self, start_server, tmp_path):
        server = start_server(tmp_path, limits={"LUSORY_SERVE_LIMITS__TRIES_EACH": "2"})
        account(server, "Pia1")
        assert [attempt(server, "203.0.113.1") for _ in range(4)] == [401, 401, 429, 429]
        assert attempt(server, "203.0.113.1", "Pia1", PASSWORD) == 429
        assert attempt(server, "203.0.113.2", "Pia1", PASSWORD) == 200
        assert attempt(server, "203.0.113.2") == attempt(server, "203.0.113.2") == 401, "the right one sets them back"


def attempt(server, address, name="Pia1", password="guess", guest=None, path="sign-in", body=None):
    """Somebody tries to sign in from an address; the answer."""
    guest, body = guest or server.guest(), body or {"id": name, "password": password}
    return guest.http.post(f"/api/accounts/{path}", json=body, headers={"X-Forwarded-For": address}).status_code


def cookie(server, value, name=ACCOUNT):
    """A browser that shows a session."""
    guest = server.guest()
    guest.http.cookies.set(name, value, domain=DOMAIN)
    return guest


@pytest.fixture(scope="module")
def mailed(tmp_path_factory):
    letters = Letters()
    post = Controller(letters, hostname="127.0.0.1", port=free_port())
    post.start()
    mail = {"HOST": "127.0.0.1", "PORT": str(post.port), "SENDER": "table@example.org", "TLS": "none"}
    server = Server(tmp_path_factory.mktemp("mailed"), limits={f"LUSORY_SERVE_MAIL__{k}": v for k, v in mail.items()})
    server.letters = letters  # type: ignore[attr-defined]
    yield server
    assert "Traceback" not in "".join(server.said)
    server.stop()
    post.stop()


def letter(server, to, subject, count=1):
    """The last letter to an address, once there are so many of this subject."""
    for _ in range(200):
        letters = [value for value in server.letters.got if value.startswith(f"['{to}'] lusory: {subject}")]
        if len(letters) >= count:
            return letters[-1]
        time.sleep(0.05)
    raise AssertionError(server.letters.got)


def secret(text):
    match = re.search(r"/sign-in#link=(\S+)", quopri.decodestring(text.encode()).decode())
    assert match, text
    return match[1]


class TestMail:
    def test_an_address_is_confirmed_then_signs_in(self, mailed):
        ada = account(mailed, "Ada2")
        ada.put("/api/account/mail", {"mail": "Ada@example.org"})
        confirm = secret(letter(mailed, "Ada@example.org", "Confirm"))
        assert ada.get("/api/account")["mail"] == ""
        about = {"does": "confirm", "id": "Ada2", "mail": "Ada@example.org", "signed_in": ""}
        assert mailed.guest().post("/api/accounts/link/about", {"secret": confirm}) == about
        assert ada.post("/api/accounts/link", {"secret": confirm})["done"] == "confirm"
        assert ada.get("/api/account")["mail"] == "Ada@example.org"
        ada.post("/api/accounts/link", {"secret": confirm}, 404)
        other = mailed.guest()
        assert other.post("/api/accounts/sign-in-link", {"mail": "ada@example.org"}) == {"sent": True}
        link = secret(letter(mailed, "Ada@example.org", "Your link"))
        assert other.post("/api/accounts/link/about", {"secret": link})["does"] == "sign-in" and who(other) is None
        assert other.post("/api/accounts/link", {"secret": link})["done"] == "sign-in" and who(other) == "Ada2"
        mailed.guest().post("/api/accounts/link", {"secret": link}, 404)
        other.put("/api/account/password", {"password": "another horse 8"})
        assert "was changed" in letter(mailed, "Ada@example.org", "Your password")

    def test_nobody_learns_whether_an_address_has_an_account(self, mailed):
        responses = [
            mailed.guest().http.post("/api/accounts/sign-in-link", json={"mail": address})
            for address in ("ada@example.org", "nobody@example.org")
        ]
        assert {(response.status_code, response.text) for response in responses} == {(200, '{"sent":true}')}

    def test_a_new_link_makes_the_last_lapse(self, mailed):
        ada = account(mailed, "Bo2")
        for count in (1, 2):
            ada.put("/api/account/mail", {"mail": "bo@example.org"})
            letter(mailed, "bo@example.org", "Confirm", count)
        first_secret, second_secret = (
            secret(value) for value in mailed.letters.got if value.startswith("['bo@example.org']")
        )
        ada.post("/api/accounts/link", {"secret": first_secret}, 404)
        ada.post("/api/accounts/link", {"secret": second_secret})

    def test_links_that_others_ask_for_make_none_lapse_and_fill_no_mailbox(self, mailed):
        ada = account(mailed, "Lin2")
        ada.put("/api/account/mail", {"mail": "lin@example.org"})
        ada.post("/api/accounts/link", {"secret": secret(letter(mailed, "lin@example.org", "Confirm"))})
        for _ in range(8):
            mailed.guest().post("/api/accounts/sign-in-link", {"mail": "lin@example.org"})
        letter(mailed, "lin@example.org", "Your link", 5)
        ada.put("/api/account/password", {"password": "another horse 8"})
        letter(mailed, "lin@example.org", "Your password")
        letters = [value for value in mailed.letters.got if value.startswith("['lin@example.org'] lusory: Your link")]
        assert len(letters) == 5
        for value in letters:
            assert mailed.guest().post("/api/accounts/link", {"secret": secret(value)})["id"] == "Lin2"

    def test_nobody_gives_his_address_away_by_opening_a_link(self, mailed):
        """A stranger asks for a link to an address that is not hers; whoever opens it is not signed in as her."""
        victim, mallory = account(mailed, "Vic2"), account(mailed, "Mal2")
        victim.put("/api/account/mail", {"mail": "vic@example.org"})
        victim.post("/api/accounts/link", {"secret": secret(letter(mailed, "vic@example.org", "Confirm"))})
        mallory.put("/api/account/mail", {"mail": "Vic@example.org"})
        link = secret(letter(mailed, "Vic@example.org", "Confirm"))
        assert mailed.guest().post("/api/accounts/link", {"secret": link}, 401)["at"] == "account"
        assert "sign in as Mal2 first" in victim.post("/api/accounts/link", {"secret": link}, 403)["error"]
        assert (victim.get("/api/account")["mail"], mallory.get("/api/account")["mail"]) == ("vic@example.org", "")
        mallory.post("/api/accounts/link", {"secret": link})  # so she reads the mail there
        assert (victim.get("/api/account")["mail"], mallory.get("/api/account")["mail"]) == ("", "Vic@example.org")
        assert "confirmed for another account" in letter(mailed, "vic@example.org", "Your address was removed")

    def test_a_link_never_leads_where_a_request_says(self, mailed):
        ada = account(mailed, "Cy2")
        response = ada.http.put("/api/account/mail", json={"mail": "cy@example.org"}, headers={"Host": "127.9.9.9"})
        assert response.status_code == 200
        assert "127.9.9.9" not in letter(mailed, "cy@example.org", "Confirm")

    def test_a_server_without_mail_says_so(self, server):
        assert "sends no mail" in server.guest().post("/api/accounts/sign-in-link", {"mail": "a@b.org"}, 422)["error"]


class TestSeats:
    def test_who_is_signed_in_holds_his_seats_in_every_browser(self, server):
        member = account(server, "Sam1")
        new_table = member.table(**SUSAN, seats=["human", "human"])
        table = new_table["table"]
        second = signed(server, "Sam1")
        assert second.show(table)["you"] == [0] and second.show(table)["seats"][0]["name"] == "Sam1"
        second.play(table, 1, "a1")
        assert [row["table"] for row in second.get("/api/mine")["tables"]] == [table]
        second.post("/api/account/sign-out", {})
        assert second.show(table)["you"] == [] and second.get("/api/mine")["tables"] == []
        assert member.show(table)["you"] == [0]

    def test_an_invitation_is_claimed_by_the_account(self, server):
        host, bo = server.guest(), account(server, "Tom1")
        new_table = host.table(**SUSAN, seats=["human", "human"])
        bo.sit(new_table["seats"][1]["link"])
        assert signed(server, "Tom1").show(new_table["table"])["you"] == [1]
        assert host.show(new_table["table"])["seats"][1]["name"] == "Tom1"
        bo.post(f"/api/tables/{new_table['table']}/only-me", {})
        assert signed(server, "Tom1").show(new_table["table"])["you"] == [1]
        bo.post(f"/api/tables/{new_table['table']}/release", {})
        assert bo.show(new_table["table"])["you"] == []

    def test_no_session_names_an_account(self, tmp_path):
        """Whoever knew the key of an account and showed it as his session would hold nothing."""
        server = Server(tmp_path)
        ada = account(server, "Uma1")
        table = ada.table(**SUSAN)["table"]
        with sqlite3.connect(tmp_path / "lusory.db") as connection:
            [(id_,)] = connection.execute("select id from accounts").fetchall()
            assert connection.execute("select session from holdings").fetchall() == [(account_holder(id_).key,)]
        for value in (account_holder(id_).key, id_, f"account%3A{id_}"):
            thief = server.guest()
            thief.http.cookies.set("lusory", value)
            thief.http.cookies.set(ACCOUNT, value)
            assert thief.show(table)["you"] == []
        server.stop()

    def test_a_browser_holds_seats_by_a_session_that_was_made_here(self, server):
        """What somebody else has put into it is replaced; what is signed stays, and so does what holds a seat."""
        browser = server.guest()
        browser.http.cookies.set("lusory", "chosen-by-another", domain=DOMAIN)
        table = browser.table(**SUSAN)["table"]
        own_session = browser.http.cookies.get("lusory")
        assert own_session != "chosen-by-another" and browser.show(table)["you"] == [0]
        for forged in ("chosen-by-another", own_session[:-1] + ("A" if own_session[-1] != "A" else "B")):
            assert cookie(server, forged, "lusory").show(table)["you"] == []
        browser.table(**SUSAN)
        assert browser.http.cookies.get("lusory") == own_session
        with sqlite3.connect(server.data / "lusory.db", timeout=20) as connection:
            key = hashed("from-an-older-version")
            connection.execute("update holdings set session = ? where session = ?", (key, hashed(own_session)))
        older = cookie(server, "from-an-older-version", "lusory")
        assert older.show(table)["you"] == [0]
        other_table = older.table(**SUSAN)["table"]
        assert older.show(table)["you"] == older.show(other_table)["you"] == [0]

    def test_seats_by_links_need_no_account(self, server):
        table, first, second = pair(server, **SUSAN)
        first.play(table, 1, "a1")
        assert (first.show(table)["you"], second.show(table)["you"]) == ([0], [1])
        assert ACCOUNT not in first.http.cookies

    def test_a_stream_ends_when_its_user_is_signed_out(self, server):
        member = account(server, "Vic1")
        table = member.table(**SUSAN, seats=["human", "human"])["table"]
        second = signed(server, "Vic1")
        with second.stream(table) as stream:
            assert stream.shown()["you"] == [0]
            member.post("/api/account/sign-out", {"everywhere": True})
            with pytest.raises(Exception, match="signed out"):
                for _ in range(5):
                    stream.next()

    def test_a_rematch_is_the_accounts(self, server):
        member, guest = account(server, "Wim1"), server.guest()
        new_table = member.table(**SUSAN, seats=["human", "human"])
        guest.sit(new_table["seats"][1]["link"])
        member.play(new_table["table"], 1, "a1")
        member.act(new_table["table"], 1, "resign")
        member.act(new_table["table"], 1, "rematch")
        following = guest.act(new_table["table"], 1, "rematch")["next"]
        assert signed(server, "Wim1").show(following)["you"] == [1]


async def with_store(story, folder):
    store = await Store.open(f"sqlite:///{folder / 'lusory.db'}")
    try:
        await story(store)
    finally:
        await store.close()


def test_the_mail_password_is_good_for_mail_alone(tmp_path):
    server = Server(tmp_path)
    ada = account(server, "Xia1")
    mail_password = ada.post("/api/account/mail-password", {})["mail_password"]
    signed(server, "Xia1", mail_password, 401)

    async def story(store):
        for typed in (mail_password, mail_password.upper(), f" {mail_password}\n"):
            account_id = await check_mail_password(store, "xIA1", typed)
            assert account_id and account_id.name == "Xia1"
        for name, typed in (
            ("Xia1", PASSWORD),
            ("Xia1", ""),
            ("Xia2", mail_password),
            ("no id!", mail_password),
            ("", ""),
        ):
            assert await check_mail_password(store, name, typed) is None

    asyncio.run(with_store(story, tmp_path))
    ada.http.request("DELETE", "/api/account/mail-password")

    async def gone(store):
        assert await check_mail_password(store, "Xia1", mail_password) is None
        assert await check_mail_password(store, "Xia1", "") is None

    asyncio.run(with_store(gone, tmp_path))
    server.stop()


def test_a_copy_of_the_database_signs_nobody_in(tmp_path):
    server = Server(tmp_path)
    ada = account(server, "Yan1")
    mail_password = ada.post("/api/account/mail-password", {})["mail_password"]
    secrets = [PASSWORD, mail_password, ada.http.cookies[ACCOUNT], *ada.codes]
    server.stop()
    content = b"".join(file.read_bytes() for file in tmp_path.iterdir() if file.is_file())
    assert b"Yan1" in content and not [secret for secret in secrets if secret.encode() in content]


def test_hashing_takes_few_threads_and_refuses_a_crowd():
    async def story():
        passwords = Passwords()
        try:
            password_hash = await passwords.hashed("a")
            assert await passwords.verified("a", password_hash) and not await passwords.verified("b", password_hash)
            assert not await passwords.verified("a", None) and not await passwords.verified("a", "nonsense")
            assert password_hash.split("$")[:4] == ABSENT.split("$")[:4], "it takes as long"
            results = await asyncio.gather(
                *(passwords.verified("b", password_hash) for _ in range(60)), return_exceptions=True
            )
            assert sum(isinstance(result, Refused) for result in results) == 20
            assert len(passwords._pool._threads) <= THREADS
        finally:
            passwords.close()

    asyncio.run(story())


def test_the_pages(server):
    guest = server.guest()
    assert "Make an account" in guest.http.get("/sign-in").text and ">Sign in</a>" in guest.http.get("/").text
    response = guest.http.get("/account")
    assert (response.status_code, response.headers["location"]) == (303, "/sign-in")
    ada = account(server, "Zoe1")
    page = ada.http.get("/account")
    assert "Zoe1" in page.text and page.headers["cache-control"] == "no-store"
    assert "Zoe1" in ada.http.get("/").text


class TestHost:
    def test_an_invitation_makes_one_account(self, tmp_path, capsys):
        server = Server(tmp_path, limits={"LUSORY_SERVE_SIGNUP": "invitation"})
        assert run(["host", "invite", "--days", "3", "--data", str(tmp_path)]) == 0
        output = capsys.readouterr().out
        match = re.search(r"/sign-in#invitation=(\S+)\n.* 3 days", output)
        assert match, output
        sign_up = {"id": "Inv1", "password": PASSWORD}
        server.guest().post("/api/accounts", sign_up | {"invitation": "x"}, 403)
        server.guest().post("/api/accounts", sign_up | {"invitation": match[1]}, 201)
        server.guest().post("/api/accounts", sign_up | {"id": "Inv2", "invitation": match[1]}, 403)
        server.stop()

    def test_a_suspended_account_is_out_until_it_is_restored(self, tmp_path, capsys):
        server = Server(tmp_path)
        ada, data = account(server, "Bad1"), str(tmp_path)
        table = ada.table(**SUSAN)["table"]
        mail_password = ada.post("/api/account/mail-password", {})["mail_password"]
        assert run(["host", "suspend", "bad1", "--data", data]) == 0
        assert who(ada) is None and ada.show(table)["you"] == []
        assert (
            "suspended"
            in server.guest().post("/api/accounts/sign-in", {"id": "Bad1", "password": PASSWORD}, 403)["error"]
        )

        async def story(store):
            assert await check_mail_password(store, "Bad1", mail_password) is None

        asyncio.run(with_store(story, tmp_path))
        assert run(["host", "restore", "Bad1", "--data", data]) == 0
        assert signed(server, "Bad1").show(table)["you"] == [0]
        assert run(["host", "suspend", "nobody1", "--data", data]) == 1
        server.guest().post("/api/host/accounts/Bad1", {"do": "suspend"}, 403)
        server.guest().post("/api/host/invitations", {}, 403)
        server.stop()
