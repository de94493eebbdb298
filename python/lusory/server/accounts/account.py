"""The class Account, and the checks of user ids and passwords."""

from __future__ import annotations

import re
import unicodedata
from typing import Any, NamedTuple

from ...texts import SOURCE
from ..store import Holder, account_holder, now
from ..table import Refused

USER_ID = re.compile("[A-Za-z0-9]{2,20}")
RESERVED = {
    "admin", "administrator", "anonymous", "deleted", "deletedaccount", "guest", "help", "host", "lusory", "machine",
    "me", "moderator", "nobody", "null", "root", "staff", "support", "system", "undefined",
}  # fmt: skip
"""User ids that nobody gets: they would speak for somebody else."""
LEAST, MOST = 10, 200
"""Signs of a password."""
COMMON = {
    "1234567890", "0123456789", "0987654321", "12345678910", "123456789a", "abcdefghij", "iloveyou12", "letmein123",
    "password01", "password1234", "password12", "password123", "passwordpassword", "q1w2e3r4t5", "qwerty1234",
    "qwerty12345", "qwertyuiop", "welcome123", "zxcvbnm123", "1q2w3e4r5t", "1qaz2wsx3edc", "adminadmin", "asdfghjkl1",
}  # fmt: skip
"""The first that anybody tries, of those that are long enough."""


class Account(NamedTuple):
    """A person's account. id: of the database, never shown. name: the user id. secured: whether it has a password.
    mail: confirmed. vacation: until then, in milliseconds since 1970. language: of mails. bot: whether a program plays.
    rated_bots: whether rated games with bots are accepted. role: moderator, administrator or empty. muted_until: until
    then it may say nothing. most_games: that it plays at once; None is no limit. star_votes: whether its
    stars may be used to breed games."""

    id: str
    name: str
    created: int
    mail: str | None
    zone: str
    vacation: int | None
    notices: str
    suspended: bool
    secured: bool
    mail_moves: bool
    language: str = SOURCE
    bot: bool = False
    rated_bots: bool = True
    role: str = ""
    muted_until: int | None = None
    most_games: int | None = None
    star_votes: bool = False

    @property
    def away_until(self) -> int | None:
        """The end of its vacation; None where it is not away."""
        return self.vacation if self.vacation and self.vacation > now() else None

    @property
    def holder(self) -> Holder:
        """As a holder of seats."""
        return account_holder(self.id)


def account_of_row(row: Any) -> Account:
    """From a row of the database."""
    return Account(
        row.id, row.name, row.created, row.mail, row.zone, row.vacation, row.notices, row.suspended,
        row.password is not None, row.mail_password is not None, row.language or SOURCE, row.bot, row.rated_bots,
        row.role or "", row.muted_until, row.most_games, row.star_votes,
    )  # fmt: skip


def check_id(text: str) -> str:
    """A user id that may be given out. Raises Refused."""
    if not USER_ID.fullmatch(text):
        raise Refused(422, "expected a user id of 2 to 20 letters (a to z) and digits", "id")
    if text.lower() in RESERVED:
        raise Refused(422, "%(text)s: this user id is reserved", "id", text=text)
    return text


def check_password(text: str, user_id: str) -> str:
    """A password as it is hashed: the same however a keyboard composes its letters. Raises Refused."""
    normalised = unicodedata.normalize("NFC", text)
    if not LEAST <= len(normalised) <= MOST:
        raise Refused(
            422, "expected a password of %(least)s to %(most)s characters", "password", least=LEAST, most=MOST
        )
    plain_password = normalised.lower()
    if (
        plain_password in COMMON
        or len(set(plain_password)) < 4
        or plain_password.replace(user_id.lower(), "").isdigit()
        or plain_password == user_id.lower() * 2
    ):
        raise Refused(422, "this password is too easy to guess", "password")
    return normalised
