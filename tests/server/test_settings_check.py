"""Tests of `lusory serve --check`: it lists every setting there is, and finds what would not work."""

import re
import socket
import tomllib
from pathlib import Path

import msgspec
import pytest

from lusory.errors import LusoryError
from lusory.server.settings import Limits, Mail, MailIntake, Settings, read
from lusory.server.settings_check import SECRETS, findings, list_settings
from lusory.server.store.engine import migrate, url_of
from tests.mail.mail_host import free_port

DOCS = Path(__file__).parents[2] / "docs" / "howto-serve.md"


def names(of=Settings, before=""):
    """Every setting, read from the class: a new one cannot be forgotten here."""
    for field in msgspec.structs.fields(of):
        group = isinstance(field.type, type) and issubclass(field.type, msgspec.Struct)
        yield from names(field.type, f"{field.name}.") if group else [before + field.name]


NAMES = list(names())


def documented():
    """The settings of the TOML block in the documents."""
    [block] = re.findall(r"```toml\n(port = .*?)```", DOCS.read_text("utf-8"), re.DOTALL)
    return tomllib.loads(block)


def finding_texts(kind="wrong", **changes):
    return [finding.text for finding in findings(Settings(**{"port": 0} | changes)) if finding.kind == kind]


@pytest.fixture
def data(tmp_path):
    return str(tmp_path)


@pytest.fixture
def taken():
    with socket.create_server(("127.0.0.1", 0)) as listening:
        yield listening.getsockname()[1]


@pytest.mark.parametrize("name", NAMES)
def test_every_setting_is_listed_and_documented(name):
    *group, last = name.split(".")
    listed, documented_settings = tomllib.loads("\n".join(list_settings(Settings()))), documented()
    for part in group:
        listed, documented_settings = listed[part], documented_settings[part]
    assert last in listed and last in documented_settings


@pytest.mark.parametrize("name", NAMES)
def test_a_setting_that_was_changed_is_shown_with_its_default(name):
    *group, last = name.split(".")
    inner = Settings()
    for part in group:
        inner = getattr(inner, part)
    value = {bool: lambda old: not old, int: lambda old: old + 1, float: lambda old: old + 1, str: lambda old: "other"}
    default = getattr(inner, last)
    changed = msgspec.structs.replace(inner, **{last: value[type(default)](default)})
    settings = msgspec.structs.replace(Settings(), **{group[0]: changed}) if group else changed
    [line] = set(list_settings(settings)) - set(list_settings(Settings()))
    assert line.startswith(f"{last} = ") and "# default: " in line
    assert name not in SECRETS or "other" not in line


def test_what_was_not_changed_reads_as_the_settings_that_it_lists(data):
    settings = Settings(data=data, port=9, mail=Mail(host="mail.example"), limits=Limits(plies=7))
    assert msgspec.convert(tomllib.loads("\n".join(list_settings(settings))), Settings) == settings


def test_passwords_are_not_shown():
    settings = Settings(database="postgresql://me:hush@db.example/club", mail=Mail(password="hush"))
    assert "hush" not in "\n".join(list_settings(settings)) and "db.example" in "\n".join(list_settings(settings))


def test_nothing_is_wrong_with_the_defaults(data):
    assert not finding_texts(data=data)
    assert not list(Path(data).iterdir()), "a check makes nothing"
    assert any("no play by mail" in text for text in finding_texts("off", data=data))


def test_what_other_users_can_read_is_named(data):
    database = Path(data) / "lusory.db"
    migrate(url_of(f"sqlite:///{database}"))
    Path(data).chmod(0o755)
    assert [text.split(";")[1] for text in finding_texts("note", data=data) if "other users" in text] == [
        f" chmod 700 {data} ends it"
    ]
    database.chmod(0o644)
    assert f"chmod 600 {database} ends it" in "".join(finding_texts("note", data=data))
    Path(data).chmod(0o700)
    assert "other users" not in "".join(finding_texts("note", data=data)), "nobody comes to the database"


def test_what_would_not_work_is_named(data, taken, tmp_path):
    file = tmp_path / "file"
    file.write_text("")
    free = free_port()
    newer = url_of(f"sqlite:///{tmp_path}/newer.db")
    mail, into = Mail(host="127.0.0.1", port=1, sender="me@club.example"), MailIntake(smtp=taken)
    for start, changes in (
        ("host, port: 127.0.0.1:", {"port": taken}),
        (f"data: {file}: expected a folder", {"data": str(file / "in")}),
        ("database: mysql, expected", {"database": "mysql://me@there/club"}),
        ("hosts: 'a/b', expected a name", {"hosts": "club.example, a/b"}),
        ("proxies: '10.0.0.300', expected", {"proxies": "10.0.0.300"}),
        ("mail.sender: 'nobody', expected", {"mail": Mail(host="127.0.0.1", port=1, sender="nobody")}),
        ("mail.user, mail.password: expected both", {"mail": Mail(host="127.0.0.1", port=1, user="a@b.example")}),
        (
            "mail_in.address: 'table-of-our-club@club.example', expected at most 14 characters before the @",
            {"mail": mail, "mail_in": MailIntake(lmtp=0, address="table-of-our-club@club.example")},
        ),
        (f"mail_in.smtp: 127.0.0.1:{taken}: Address already in use; --mail-port ", {"mail": mail, "mail_in": into}),
        ("mail_in.lmtp: 2525 is the port of mail_in.smtp", {"mail": mail, "mail_in": MailIntake(smtp=2525, lmtp=2525)}),
        (
            f"mail_in.smtp: {free} is the port of the pages",
            {"mail": mail, "port": free, "host": "0.0.0.0", "mail_in": MailIntake(smtp=free)},
        ),
        ("mail_in.maildir: ", {"mail": mail, "mail_in": MailIntake(maildir=str(file / "box"))}),
    ):
        wrong = finding_texts(**{"data": data} | changes)
        assert len(wrong) == 1 and wrong[0].startswith(start), (changes, wrong)
    migrate(newer)
    assert any("newer.db" in text for text in finding_texts("on", data=data, database=str(newer)))


@pytest.mark.parametrize(
    ("address", "message"),
    [
        ("https://club.example/play", "expected one as https://example.org; its path belongs in base"),
        ("club.example", "expected one as https://example.org$"),
        ("https://[club", "expected one as https://example.org$"),
        ("https://", "expected one as https://example.org$"),
        ("https://club.example/", ""),
        ("http://club.example:8000", ""),
    ],
)
def test_an_address_is_a_host_without_a_path(address, message):
    if not message:
        assert read(None, {}, {"address": address}).address == address
    else:
        with pytest.raises(LusoryError, match=f"the command line: address: .*, {message}"):
            read(None, {}, {"address": address})


@pytest.mark.parametrize("host", ["300.1.1.1", "203.0.113.7", "a\u2028"])
def test_a_host_that_is_not_of_this_machine_is_named(data, host):
    [wrong] = finding_texts(data=data, host=host)
    assert re.search(f"host: .*{host[:1]}.*: .*; expected an address of this machine", wrong)


def test_a_port_for_mails_that_others_reach_is_named(data):
    mail = Mail(host="127.0.0.1", port=1, sender="me@club.example")
    for host, warned in (("0.0.0.0", True), ("127.0.0.1", False), ("localhost", False)):
        into = MailIntake(lmtp=0, host=host, results="mx.club.example")
        notes = finding_texts("note", data=data, mail=mail, mail_in=into)
        assert any(text.startswith("mail_in.host: ") for text in notes) == warned


def test_a_newer_database_is_wrong(data, tmp_path):
    import sqlite3

    url = f"sqlite:///{tmp_path}/club.db"
    migrate(url_of(url))
    with sqlite3.connect(tmp_path / "club.db") as c:
        c.execute("UPDATE alembic_version SET version_num = '9999'")
    assert finding_texts(data=data, database=url)[0].startswith("database: its form is 9999")


def test_a_mail_host_that_is_down_is_told_and_not_wrong(data, taken):
    mail = Mail(host="127.0.0.1", port=1, sender="me@club.example")
    assert not finding_texts(data=data, mail=mail) and any(
        "does not answer" in text for text in finding_texts("note", data=data, mail=mail)
    )
    mail = msgspec.structs.replace(mail, port=taken)
    assert any("mail is sent by" in text for text in finding_texts("on", data=data, mail=mail))


def test_the_command_ends_with_1_where_something_is_wrong(call, data, taken):
    good, bad = (
        call("serve", "--check", "--port", "0", "--data", data),
        call("serve", "--check", "--port", taken, "--data", data),
    )
    assert good.code == 0 and "port = 0" in good.out and "on:    pages at" in good.out
    assert bad.code == 1 and "wrong: host, port: " in bad.out


def test_a_database_that_never_answers_is_not_awaited_for_minutes(data, monkeypatch):
    """It takes connections and says nothing."""
    monkeypatch.setattr("lusory.server.settings_check.PATIENCE", 2.0)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        database = f"postgresql://me:hush@127.0.0.1:{silent.getsockname()[1]}/club"
        [fault] = [text for text in finding_texts(data=data, database=database) if "database" in text]
    assert "timeout" in fault and "hush" not in fault and "connect_timeout" not in fault
