"""Tests of parsing mails: the text a person wrote, from many mail programs; malformed mails do no harm."""

import base64
import json
import time
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lusory.server.mail import quoting
from lusory.server.mail.body_text import charset
from lusory.server.mail.html_text import html_text
from lusory.server.mail.incoming_mail import LARGEST, PARTS, UnreadableMail, bare_subject, mail_key, read_mail
from lusory.server.mail.quoting import own_text

FIXTURES = Path(__file__).parent / "fixtures"
EXPECTED = json.loads((FIXTURES / "expected.json").read_text("utf-8"))
"""By file: what its sender wrote (null: whatever it is), and a part of why it is not answered."""


def read(name):
    return read_mail((FIXTURES / f"{name}.eml").read_bytes())


def test_there_are_mails_of_every_kind():
    assert {path.stem for path in FIXTURES.glob("*.eml")} == set(EXPECTED)
    assert len(EXPECTED) >= 40
    assert {name.split("-")[0] for name in EXPECTED} >= {"gmail", "outlook", "apple", "thunderbird", "mutt", "k9"}


@pytest.mark.parametrize("name", EXPECTED)
def test_what_somebody_wrote(name):
    text, automatic = EXPECTED[name]
    mail = read(name)
    assert text is None or mail.text == text
    assert bool(mail.automatic) == bool(automatic) and automatic in mail.automatic


@pytest.mark.parametrize("name", [name for name, (_, automatic) in EXPECTED.items() if not automatic])
def test_a_mail_of_a_person_has_a_sender_a_recipient_and_an_id(name):
    mail = read(name)
    assert mail.sender == "ada@example.org" and mail.message_id.startswith("<")
    assert mail.to[0].startswith("play") and mail.to[0].endswith("@play.example")
    assert mail.answers == (not name.startswith("command"))


def test_a_reply_says_what_it_answers():
    assert read("gmail-web-english").references == (
        "<t17.1@play.example>",
        "<t17.1.2@play.example>",
        "<t17.1.2@play.example>",
    )
    assert read("gmail-web-german").subject == "Susan (board 17)"


@pytest.mark.parametrize(
    ("subject", "expected_subject"),
    [
        ("Re: RE: [2] x", "[2] x"), ("AW: Re[3]: x", "x"), ("回复：x", "x"), ("Fwd: WG: x", "x"), ("Reply", "Reply"),
        ("R: I: x", "x"), ("susan move 1", "susan move 1"), ("", ""), ("Re:", ""),
    ],
)  # fmt: skip
def test_a_subject_without_its_marks(subject, expected_subject):
    assert bare_subject(subject)[0] == expected_subject


def test_a_bounce_says_whom_it_did_not_reach():
    for_good, for_now = read("bounce-postfix").bounce, read("bounce-delayed").bounce
    assert for_good == ("ada@example.org", True) and for_now == ("ada@example.org", False)
    assert read("gmail-web-english").bounce is None


def test_an_empty_return_path_is_never_answered():
    data = (FIXTURES / "mutt-bottom.eml").read_bytes()
    assert read_mail(data, "ada@example.org").automatic == ""
    assert "return path" in read_mail(data, "").automatic
    assert "return path" in read_mail(data, "<>").automatic


def test_the_key_of_a_mail_is_of_its_id_its_sender_and_where_it_goes():
    data = (FIXTURES / "mutt-bottom.eml").read_bytes()
    mail = read_mail(data)
    assert mail_key(mail, data, "play@x.example") == mail_key(mail, data + b"more", "PLAY@x.example")
    assert mail_key(mail, data, "play@x.example") != mail_key(mail, data, "play+a@x.example")
    other = mail._replace(sender="bo@example.org")
    assert mail_key(other, data, "play@x.example") != mail_key(mail, data, "play@x.example")


def test_a_line_of_the_senders_own_below_the_signature_of_his_telephone_is_kept():
    assert own_text("a1\n\nSent from my iPhone\n\nchat hello") == "a1\n\nSent from my iPhone\n\nchat hello"
    assert own_text("a1\n\nSent from my iPhone\n") == "a1"


def test_a_line_that_ends_in_a_colon_is_not_taken_for_the_head_of_a_quotation():
    assert own_text("chat as I said:\nnothing\n> old") == "chat as I said:\nnothing"
    assert own_text("chat well:\n\n> old") == "chat well:"


def test_what_somebody_signed_within_the_text_is_read():
    signed = "-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA256\n\na1\n- -- \nAda\n-----BEGIN PGP SIGNATURE-----\n\niQ\n"
    assert own_text(signed) == "a1"
    assert own_text("a1\n-----BEGIN PGP SIGNED MESSAGE-----\nb2") == "a1\n-----BEGIN PGP SIGNED MESSAGE-----\nb2"


@pytest.mark.parametrize(
    "named", ['Content-Disposition: inline; filename="a.txt"', 'Content-Type: text/plain; name="a.txt"']
)
def test_a_text_that_is_called_as_a_file_is_an_attachment(named):
    kind = "" if named.startswith("Content-Type") else "Content-Type: text/plain\n"
    parts = f"--x\n{kind}{named}\n\nresign\n--x\nContent-Type: text/html\n\n<p>a1</p>\n--x--\n"
    head = "From: a@b.example\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=x\n\n"
    assert read_mail((head + parts).encode()).text == "a1"


class Counting:
    """A pattern that counts how often it is asked."""

    def __init__(self, pattern):
        self.pattern, self.count = pattern, 0

    def match(self, line):
        self.count += 1
        return self.pattern.match(line)


def test_each_line_is_looked_at_a_few_times_however_many_there_are(monkeypatch):
    """Before, each line that tells who wrote looked for a quoted line through all that follow."""
    quoted, subject = Counting(quoting.QUOTED), Counting(quoting.SUBJECT)
    monkeypatch.setattr(quoting, "QUOTED", quoted)
    monkeypatch.setattr(quoting, "SUBJECT", subject)
    for text in ("a wrote:\n" * 1_998 + "> x", "From: x\n" * 1_998 + "> x"):
        assert own_text(text).startswith(text.split("\n")[0])
    assert quoted.count < 2 * 5 * 2_000 and subject.count <= 2_000 * quoting.HEADERS


def test_an_introduction_is_looked_for_once_before_each_quotation(monkeypatch):
    asked = []
    monkeypatch.setattr(quoting, "_drop_introduction", lambda lines: asked.append(len(lines)))
    assert own_text("c3\nwell:\n" + "> x\n" * 900 + "more\n> y") == "c3\nwell:\n\nmore"
    assert len(asked) == 2


def deep(levels):
    """Parts within parts."""
    heads = "".join(f"--b{i}\nContent-Type: multipart/mixed; boundary=b{i + 1}\n\n" for i in range(levels))
    return f"From: a@b.example\nContent-Type: multipart/mixed; boundary=b0\n\n{heads}--b{levels}\n\nresign\n".encode()


def test_parts_within_parts_are_followed_so_far_only():
    assert read_mail(deep(5)).text == "resign"
    assert read_mail(deep(50)).text == ""
    with pytest.raises(UnreadableMail, match=f"at most {PARTS}"):
        read_mail(deep(PARTS))


def test_what_is_too_large_is_not_read():
    with pytest.raises(UnreadableMail, match=f"at most {LARGEST}"):
        read_mail(b"x" * (LARGEST + 1))


HEAD = b"From: a@b.example\nMIME-Version: 1.0\n"
BOMBS = {
    "a text of a megabyte": HEAD + b"\n" + b"a1 " * (LARGEST // 4),
    "brackets in the sender": b"From: " + b"(" * 500_000 + b"\n\na1",
    "addresses": b"To: " + b"a@b.example," * 50_000 + b"\n\na1",
    "headers": b"".join(b"X-%d: y\n" % i for i in range(60_000)) + b"\na1",
    "encoded words": b"Subject: " + b"=?utf-8?q?=41?= " * 50_000 + b"\n\na1",
    "references": b"References: " + b"<a@b> " * 100_000 + b"\n\na1",
    "tags": HEAD + b"Content-Type: text/html\n\n" + b"<div>" * 150_000,
    "open comments": HEAD + b"Content-Type: text/html\n\n" + b"<!--" * 200_000,
    "open declarations": HEAD + b"Content-Type: text/html\n\n" + b"<![CDATA[" * 90_000,
    "open tags": HEAD + b"Content-Type: text/html\n\n" + b"<a b='" * 150_000,
    "punycode": HEAD + b"Content-Type: text/plain; charset=punycode\n\n" + b"a-b" * 300_000,
    "parts of a parameter": HEAD + b"Content-Type: text/plain; " + b"a*1=b; " * 50_000 + b"\n\na1",
    "introductions": HEAD + b"\n" + b"On 1 he wrote:\n" * 60_000,
    "lines before a quotation": HEAD + b"\n" + b"x 1\n" * 1_990 + b"y wrote:\n> z",
}


@pytest.mark.parametrize("name", BOMBS)
def test_no_mail_takes_long(name):
    """Each takes a small part of a second; what grows with the square of its size takes minutes."""
    started = time.process_time()
    read_mail(BOMBS[name][:LARGEST])
    assert time.process_time() - started < 10


def test_strange_charsets():
    assert charset("zlib") == charset("punycode") == charset("no such") == charset("\0") == "utf-8"
    assert charset("ISO-8859-1") == "cp1252" and charset('"koi8-r"') == "koi8-r" and charset("utf-16") == "utf-16"


@given(st.binary(max_size=2_000))
@settings(max_examples=300, deadline=None)
def test_any_bytes_are_read_or_refused(data):
    mail = read_mail(data)
    assert isinstance(mail.text, str) and "\n" not in mail.subject + mail.sender + mail.message_id


TOKENS = st.sampled_from(
    [
        b"From: a@b.example", b"Subject: =?utf-8?b?//8=?=", b"Content-Type: multipart/mixed; boundary=x", b"--x",
        b"--x--", b"Content-Type: text/html; charset=utf-16", b"Content-Type: message/rfc822", b"", b"", b"a1", b"> q",
        b"-- ",
        b"Content-Transfer-Encoding: base64", b"Content-Type: multipart/report; boundary=x", b"Status: 5.1.1",
        b"Content-Type: message/delivery-status", b"Content-Transfer-Encoding: x-uuencode", b"begin 644 x", b"\xff\xfe",
        b"Content-Type: text/plain; charset*=utf-8''%FF; format=flowed; delsp=yes", b"From: \"", b"Message-ID: <a b>",
        b"Content-Disposition: attachment; filename*0*=x", b"Content-Type: multipart/digest; boundary=x", b"\0", b" ",
        b"<blockquote class=gmail_quote>", b"</div></div>", b"On 1 x wrote:", b"Content-Type: ;;;", b"To: <<<>>>",
    ]
)  # fmt: skip


@given(st.lists(TOKENS, max_size=40))
@settings(max_examples=400, deadline=None)
def test_any_heap_of_parts_is_read_or_refused(lines):
    mail = read_mail(b"\r\n".join(lines))
    assert "\n" not in mail.subject + mail.sender + mail.message_id + "".join(mail.to)


@given(st.text(max_size=500))
@settings(deadline=None)
def test_any_text_is_cut(text):
    text_found = own_text(text)
    assert all(not line.startswith(">") for line in text_found.split("\n"))
    assert isinstance(html_text(text), str)


@pytest.mark.parametrize("times", [1, 300])
@pytest.mark.parametrize(
    "page",
    [
        '<div class="gmail_quote"><div class="gmail_attr">On Mon, 1 Jan 2026 x wrote:<br></div>'
        '<blockquote class="gmail_quote">{}</blockquote><div>b2</div></div>',
        '<div class="protonmail_quote">On Monday, 1 wrote:<br><blockquote class="protonmail_quote">{}</blockquote>'
        "<div>b2</div></div>",
        '<div class="moz-cite-prefix">On 1/1/26 x wrote:<br></div><blockquote type="cite">{}</blockquote><p>b2</p>',
    ],
)
def test_an_answer_below_the_quotation_of_a_page_is_read(page, times):
    quoted = "<p>It is your turn at susan. <b>First</b> to move, <blockquote>as before</blockquote> a1 b2 c3.</p>"
    assert own_text(html_text(page.format(times * quoted))) == "b2"


YAHOO = (
    '<div class="ydp1"><div class="yahoo_quoted" id="yq1"><div>Il lunedì 23 novembre 2026, x ha scritto:</div>'
    "<div>{}<br/></div></div><div>b2</div></div>"
)
OUR_MAIL = '<div>It is your turn at susan. <b>First</b> to move, <div title="it\'s">a1</div> c3.</div>'


@pytest.mark.parametrize("times", [1, 300])
def test_an_answer_below_a_quotation_in_a_div_is_read(times):
    """The long one was looked at up to a limit that the answer stood behind."""
    assert own_text(html_text(YAHOO.format(times * OUR_MAIL))) == "b2"


@pytest.mark.parametrize(
    "quoted",
    [
        OUR_MAIL + "<div>",  # one that is not closed
        OUR_MAIL + '<img alt="></div">',  # no tag, but in quotes
        OUR_MAIL + "<blockquote>",
        OUR_MAIL + "<div id='divRplyFwdMsg'></div>",  # all that follows is quoted
    ],
)
def test_nothing_quoted_in_a_broken_page_is_taken_for_an_answer(quoted):
    assert own_text(html_text(YAHOO.format(quoted * 300))) in ("", "b2")


def alternatives(plain, page):
    """A mail that says the same as plain text and as a page."""
    head = "From: a@b.example\nMIME-Version: 1.0\nContent-Type: multipart/alternative; boundary=x\n\n"
    parts = f"--x\nContent-Type: text/plain\n\n{plain}\n--x\nContent-Type: text/html\n\n{page}\n--x--\n"
    return read_mail((head + parts).encode()).text


def test_an_answer_below_a_quotation_without_marks_is_read_where_the_page_tells_it():
    """The plain text of such a mail does not tell where the quotation ends: the answer was lost."""
    quotation = "Il lunedi 23 novembre 2026, x ha scritto:\n\n It is your turn.\n a1\n"
    assert alternatives(f"{quotation}\nb2", YAHOO.format(OUR_MAIL * 300)) == "b2"
    assert alternatives(quotation, "<p>Il lunedi 23 novembre 2026, x ha scritto:</p><p>a1</p>") == ""
    assert alternatives("On Monday x wrote:\n> It is your turn\n", "<div>It is your turn</div><p>a1</p>") == ""
    assert alternatives("c3", YAHOO.format("a1")) == "c3"


@pytest.mark.parametrize(
    ("plain", "page"),
    [
        ("Am 23.11. schrieb lusory:\n\nresign", "<p>resign</p>"),
        ("2026-11-23 lusory schrieb:\n\nresign", "<div class='cite'>2026-11-23 lusory:</div><div>resign</div>"),
        ("-- \nAda", "<div>Ada</div>"),
    ],
)
def test_nothing_is_done_where_no_form_of_a_mail_tells_what_is_quoted(plain, page):
    """What was quoted, or the signature, was read as commands."""
    assert alternatives(plain, page) == ""


@given(
    st.text(alphabet=st.characters(blacklist_categories=("Cs", "Cc", "Cf", "Zl", "Zp", "Zs")), min_size=1, max_size=60)
)
@settings(deadline=None)
def test_one_line_in_base64_is_what_was_written(text):
    head = b"From: a@b.example\nContent-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: base64\n\n"
    expected = own_text(text)
    assert read_mail(head + base64.encodebytes(text.encode())).text == expected


def test_tags_that_are_never_closed_are_text():
    """The library's parser takes seconds for a page of them."""
    assert html_text("<p>a < b</p><p>b2</p><a <b>") == "a < b\nb2\n<a"
    assert html_text("<a " * 3) == "<a <a <a"
