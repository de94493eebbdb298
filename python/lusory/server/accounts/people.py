"""The class People: all services of accounts, for web and mail."""

from __future__ import annotations

from ..store import Store
from .account_games import GamesOf
from .accounts import Accounts
from .challenges import Challenges
from .credentials import Credentials
from .one_time_secrets import OneTimeSecrets
from .passkeys import Passkeys
from .passwords import Passwords
from .relations import Relations
from .sessions import AccountSessions
from .tokens import AccountTokens


class People:
    """Accounts, their sessions and credentials, on one database."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.accounts = Accounts(store)
        self.sessions = AccountSessions(store)
        self.tokens = AccountTokens(store)
        self.secrets = OneTimeSecrets(store)
        self.passwords = Passwords()
        self.credentials = Credentials(self.accounts, self.passwords)
        self.challenges = Challenges(store)
        self.relations = Relations(store)
        self.games = GamesOf(store)
        self.passkeys = Passkeys(self.accounts, self.secrets)

    def close(self) -> None:
        """Stop the threads that hash."""
        self.passwords.close()
