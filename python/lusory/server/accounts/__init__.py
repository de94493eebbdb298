"""Accounts: people with a user id, how they sign in, and what is kept of them."""

from .account import Account, check_id, check_password
from .accounts import Accounts
from .credentials import Credentials, check_mail_password, choose_mail_password, new_codes
from .one_time_secrets import OneTimeSecrets
from .passkeys import Passkeys
from .passwords import Passwords
from .people import People
from .sessions import AccountSessions, SignedIn

__all__ = [
    "Account",
    "AccountSessions",
    "Accounts",
    "Credentials",
    "OneTimeSecrets",
    "Passkeys",
    "Passwords",
    "People",
    "SignedIn",
    "check_mail_password",
    "check_id",
    "check_password",
    "choose_mail_password",
    "new_codes",
]
