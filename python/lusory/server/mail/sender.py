"""The sender of a mail, as far as it is known."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING

from ...texts import speak
from ..accounts import Account, check_mail_password
from ..hourly_limit import HourlyLimit
from ..store import Store
from ..table import Refused

if TYPE_CHECKING:
    from publicsuffixlist import PublicSuffixList

WRONG = "user id and password for mail do not belong together"


class SignupLimit:
    """How many accounts are made by mail in an hour. They are counted by the domain that somebody registered: who has
    one has any number of addresses there, and of domains within it. lock: held from the look at the number until the
    account is counted."""

    def __init__(self, limit: HourlyLimit, most: int) -> None:
        self._limit, self._most = limit, most
        self.lock = asyncio.Lock()

    def is_reached(self, address: str) -> bool:
        """Whether no more accounts may be made from the domain of an address."""
        return not self._limit.has_room(self._most, "signups", domain_of(address))

    def count(self, address: str) -> None:
        """An account was made."""
        self._limit.hit(self._most, "signups", domain_of(address))


def domain_of(address: str) -> str:
    """The registered domain of an address: `club.example` of `x@mail.club.example`, `club.co.uk` of `x@club.co.uk`."""
    domain = address.rpartition("@")[2].lower().rstrip(".")
    registered: str = suffixes().privatesuffix(domain) or domain
    return registered


@cache
def suffixes() -> PublicSuffixList:
    """The suffixes under which registries give out domains, as they come with the library: nothing is fetched. Those
    of hosts that give names under their own domain to anybody are left out: such names cost nothing."""
    from publicsuffixlist import PublicSuffixList  # the list takes a moment to read, and few servers ask for it

    return PublicSuffixList(only_icann=True)


class Writer:
    """address: where answers go: the confirmed one of the account that was shown, else the sender's where the mail host
    vouches for him; empty while there is neither, since anybody writes whatever sender he likes. account: shown so far.
    serial: of the mail. tries: says whether a password may be tried for a user id; signups: of all accounts that are
    made by mail."""

    def __init__(
        self, address: str, account: Account | None, serial: int, tries: Callable[[str], bool], signups: SignupLimit
    ) -> None:
        self.address, self.account, self.serial = address, account, serial
        self.tries, self.signups = tries, signups
        self.trusted = bool(address)

    async def show(self, store: Store, words: list[str]) -> Account:
        """The account that a line is for: its first two words are a user id and the password for mail, which are taken
        out, unless the host knows the sender. What is answered is in its language from then on. Raises Refused."""
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
        self.address = account.mail or self.address
        speak(account.language)
        return account
