"""Tests of the check of a sender: what the mail host noted about him, and what a sender could have written himself."""

import pytest

from lusory.server.mail.incoming_mail import read_mail
from lusory.server.mail.sender_check import is_authenticated

HOST = "mx.play.example"


def found(verdict, sender="Ada <ada@example.org>", envelope="ada@example.org", more=""):
    mail = f"Authentication-Results: {verdict}\r\n{more}From: {sender}\r\nTo: play@play.example\r\n\r\nlist\r\n"
    return is_authenticated(read_mail(mail.encode(), envelope), HOST)


@pytest.mark.parametrize(
    "verdict",
    [
        f"{HOST}; dmarc=pass (p=REJECT sp=REJECT dis=NONE) header.from=example.org",
        f'{HOST} 1; dkim=pass (2048-bit key; unprotected) header.d=example.org header.i=@example.org header.b="aBc"',
        f"{HOST.upper()}; spf=pass (mx (one of ours): domain of ada@example.org) smtp.mailfrom=ada@example.org;"
        " dkim=fail header.d=other.example; dkim=pass header.d=example.org",
        f"{HOST};\r\n\tdmarc=pass action=none header.from=example.org;compauth=pass reason=100",
    ],
)
def test_notes_of_real_hosts_vouch(verdict):
    assert found(verdict)


@pytest.mark.parametrize(
    "verdict",
    [
        "other.example; dmarc=pass header.from=example.org",
        f"{HOST}; dmarc=fail header.from=example.org",
        f"{HOST}; dmarc=pass header.from=evil.example",
        f"{HOST}; dkim=pass header.d=evil.example; spf=fail header.d=example.org",
        f"{HOST}; spf=pass x=dkim=pass header.d=example.org",
        f'{HOST}; spf=pass smtp.mailfrom="a; dmarc=pass header.from=example.org; b"@evil.example',
        f'{HOST}; spf=pass (domain of "a); dmarc=pass header.from=example.org (b"@evil.example) x=y',
        f"{HOST}; spf=pass (domain of a\\) b; dmarc=pass header.from=example.org",
        f"{HOST}; spf=pass (a; dmarc=pass header.from=example.org",
        f"{HOST}; spf=pass a); dmarc=pass header.from=example.org",
        f'{HOST}; spf=pass "a; dmarc=pass header.from=example.org',
        f"{HOST}; x={'x' * 2_000}; dkim=pass header.d=example.org",
        f"{HOST}; dmarc=pass header.from=example.org; dmarc=fail header.from=example.org",
        f"{HOST}; spf=pass smtp.mailfrom=a; dmarc=pass header.from=example.org b@evil.example",
        f"{HOST}; spf=pass x=b@evil.example; dmarc=pass header.from=example.org",
    ],
)
def test_what_a_sender_could_have_written_vouches_for_nobody(verdict):
    assert not found(verdict)


def test_a_strange_return_path_or_a_second_sender_is_not_vouched_for():
    good = f"{HOST}; dmarc=pass header.from=example.org"
    assert found(good)
    assert not found(good, envelope='"a); dmarc=pass header.from=example.org (b"@evil.example')
    assert not found(good, sender="ada@example.org, eve@evil.example")
    assert not found(good, more="From: eve@evil.example\r\n")
    assert not found(good, sender="ad(x)a@example.org"), "comments within an address are read in several ways"
    assert not found(good, sender="ada @example.org")
    assert found(good, sender='"ada@example.org" <Ada@example.org>')
    assert not found(good, envelope=None, more='Return-Path: <"a b"@evil.example>\r\n')


GOOD = f"Authentication-Results: {HOST}; dmarc=pass header.from=example.org\r\nReturn-Path: <ada@example.org>\r\n"
SENDER, REST = "From: ada@example.org\r\n", "To: play@play.example\r\n\r\nlist\r\n"


def is_believed(mail):
    return is_authenticated(read_mail(mail.encode()), HOST)


@pytest.mark.parametrize(
    "mail",
    [
        GOOD + SENDER + REST,
        (GOOD + SENDER + REST).replace("\r\n", "\n"),
        GOOD.replace("<ada@example.org>", "<>") + SENDER + REST,
        GOOD + "X: \r\n folded\r\n" + SENDER.replace("ada@", "Ada\r\n <ada@").replace("org", "org>") + REST,
        GOOD + SENDER + "Subject: j\N{LATIN SMALL LETTER O WITH DIAERESIS}\r\n" + REST,
    ],
)
def test_headers_that_every_reader_reads_alike_are_believed(mail):
    assert is_believed(mail)


@pytest.mark.parametrize(
    "mail",
    [
        GOOD + SENDER + "X: y\r\n" * 200 + "From: eve@evil.example\r\n" + REST,
        GOOD + SENDER + "X: y\rFrom: eve@evil.example\r\n" + REST,
        GOOD + SENDER + "X: y\nFrom: eve@evil.example\r\n" + REST,
        GOOD.replace("\r\n", "\n") + SENDER + REST,
        GOOD + SENDER + "X: y\0\r\n" + REST,
        "From : eve@evil.example\r\n" + GOOD + SENDER + REST,
        GOOD + SENDER + "From : eve@evil.example\r\n" + REST,
        GOOD + SENDER + "From\t: eve@evil.example\r\n" + REST,
        "From eve@evil.example\r\n" + GOOD + SENDER + REST,
        GOOD + SENDER + " \r\n" + REST,
        GOOD + SENDER + "no header\r\n" + REST,
        GOOD + SENDER + "X: y",
        GOOD + SENDER.replace("ada", "eve@evil.example\N{NO-BREAK SPACE}ada") + REST,
        GOOD + SENDER.replace("ada", "\N{LATIN SMALL LETTER E WITH ACUTE}<ada").replace("org", "org>") + REST,
    ],
)
def test_headers_that_some_readers_split_otherwise_are_not_believed(mail):
    assert not is_believed(mail)


FOLD = "\r\n" + " " * 900


@pytest.mark.parametrize(
    "mail",
    [
        GOOD.replace("; dmarc", f";{FOLD}{FOLD} dmarc").replace("org\r", f"org;{FOLD} dkim=fail header.d=a.example\r")
        + SENDER + REST,
        GOOD.replace("org\r", "org" + "\r\n ;" * 200 + "\r") + SENDER + REST,
        GOOD.replace("<ada", f"{FOLD}{FOLD}{FOLD} <ada") + SENDER + REST,
        GOOD + SENDER.replace("org", f"org{FOLD}{FOLD}{FOLD}, eve@evil.example") + REST,
    ],
)  # fmt: skip
def test_a_header_that_was_cut_is_not_believed(mail):
    assert not is_believed(mail)


def test_a_mail_of_which_nobody_noted_the_return_path_is_not_believed():
    assert not is_believed(GOOD.partition("Return-Path")[0] + SENDER + REST)
