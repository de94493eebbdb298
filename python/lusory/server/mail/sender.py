"""The sender of a mail, as far as it is known."""

from __future__ import annotations

from collections.abc import Callable

from ..accounts import Account, check_mail_password
from ..store import Store
from ..table import Refused

WRONG = "user id and password for mail do not belong together"


class Writer:
    """address: where answers go; empty until somebody has shown who he is. sender: what the mail says. account: shown
    so far. serial: of the mail. tries: says whether a password may be tried for a user id; signups: whether an account
    may be made from this address."""

    def __init__(
        self,
        address: str,
        sender: str,
        account: Account | None,
        serial: int,
        tries: Callable[[str], bool],
        signups: Callable[[str], bool],
    ) -> None:
        self.address, self.sender, self.account, self.serial = address, sender, account, serial
        self.tries, self.signups = tries, signups
        self.trusted = bool(address)

    async def show(self, store: Store, words: list[str]) -> Account:
        """The account that a line is for: its first two words are a user id and the password for mail, which are taken
        out, unless the host knows the sender. Raises Refused."""
        if self.account is not None and not (words and words[0].lower() == self.account.name.lower()):
            return self.account
        if len(words) < 2:
            raise Refused(401, "expected your user id and your password for mail")
        if not self.tries(words[0][:40]):
            raise Refused(429, "too many wrong passwords for this user id; try again in an hour")
        account = await check_mail_password(store, words[0], words[1])
        if account is None:
            raise Refused(401, WRONG)
        del words[:2]
        self.account = account
        self.address = account.mail or self.address or self.sender
        return account
