"""Tests of reply tokens: they cannot be forged, changed or used for another seat."""

from hypothesis import given
from hypothesis import strategies as st

from lusory.server.mail import reply_token
from lusory.server.mail.reply_token import LOCAL, parse, reply_address, sign, tag_of, verify

KEY = reply_token.mail_key("a-key-of-the-host-0123456789abcdef")
TABLES = st.text("0123456789abcdefghjkmnpqrstvwxyz", min_size=1, max_size=16)
SEATS = st.tuples(TABLES, st.integers(0, 3), st.integers(0, 10_000))


def made(seat):
    table, player, turns = seat
    return sign(KEY, "reply", table, player, turns, "ada@example.org")


@given(SEATS, st.sampled_from(["reply", "bounce"]), st.booleans())
def test_a_token_comes_back_whatever_the_case(seat, purpose, upper):
    token = sign(KEY, purpose, seat[0], seat[1], seat[2], "ada@example.org")
    parsed = parse(token.upper() if upper else token)
    assert parsed is not None and parsed[:4] == (*seat, purpose)
    assert verify(KEY, parsed, "Ada@Example.org")
    assert not verify(KEY, parsed, "bo@example.org")
    assert not verify(reply_token.mail_key("another-key"), parsed, "ada@example.org")


@given(SEATS, SEATS)
def test_a_token_is_of_one_seat_and_one_position(one, two):
    parsed = parse(made(one))
    other = parse(made(two))
    assert parsed is not None and other is not None
    swapped = parsed._replace(signature=other.signature)
    assert verify(KEY, swapped, "ada@example.org") == (one == two)
    assert not verify(KEY, parsed._replace(purpose="bounce"), "ada@example.org")


@given(SEATS, st.integers(0, 25), st.sampled_from("abcdefghijklmnopqrstuvwxyz234567"))
def test_one_letter_of_a_signature_changed_is_no_signature(seat, at, letter):
    parsed = parse(made(seat))
    assert parsed is not None
    changed = parsed.signature[:at] + letter + parsed.signature[at + 1 :]
    assert verify(KEY, parsed._replace(signature=changed), "ada@example.org") == (changed == parsed.signature)


def test_an_address_is_never_too_long():
    for seat in (("address", "z" * 16, 0, 0), ("news", "z" * 10, 0, 0), ("reply", "z" * 10, 3, 99_999)):
        address = reply_address(f"{'p' * LOCAL}@play.example", sign(KEY, *seat, "ada@example.org"))
        assert len(address.partition("@")[0]) <= 64
    assert LOCAL >= 8


@given(st.text(max_size=80))
def test_no_text_is_taken_for_a_token_by_chance(text):
    parsed = parse(text)
    assert parsed is None or not verify(KEY, parsed, "ada@example.org")


def test_what_stands_behind_the_plus():
    assert tag_of("play+a-1@play.example", "play@play.example") == "a-1"
    assert tag_of("PLAY@Play.Example", "play@play.example") == ""
    assert tag_of("other@play.example", "play@play.example") is None
    assert tag_of("play+x@elsewhere.example", "play@play.example") is None
    assert tag_of("play", "play@play.example") is None
