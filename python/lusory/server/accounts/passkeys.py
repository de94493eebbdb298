"""Passkeys (WebAuthn): registered by a signed-in person, then valid for signing in without a password."""

from __future__ import annotations

import json
from typing import Any, NamedTuple

import sqlalchemy as sa
import webauthn
from webauthn.helpers import base64url_to_bytes, bytes_to_base64url, options_to_json, parse_client_data_json
from webauthn.helpers.exceptions import WebAuthnException
from webauthn.helpers.structs import (
    AuthenticatorSelectionCriteria,
    PublicKeyCredentialDescriptor,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)

from ..store import Gone, hashed, now
from ..store.account_schema import passkeys
from ..table import Refused
from .account import Account
from .accounts import Accounts
from .one_time_secrets import OneTimeSecrets, Purpose

MINUTES = 5
MOST_PASSKEYS = 20
"""At most so many passkeys of one account."""
WRONG = "this passkey was not accepted; try again"
FAULTS = (WebAuthnException, ValueError, KeyError, TypeError, AttributeError)
"""What the library raises for credentials that are not what they should be."""


class Site(NamedTuple):
    """Where passkeys are good: host name, and origin of its pages."""

    host: str
    origin: str


class Passkeys:
    """All of them."""

    def __init__(self, accounts: Accounts, secrets: OneTimeSecrets) -> None:
        self.accounts, self.secrets, self.store = accounts, secrets, accounts.store

    async def invite(self, account: Account, site: Site) -> dict[str, Any]:
        """Options with which a browser makes a passkey for an account. Raises Refused where it has too many."""
        passkeys = await self.listed(account.id)
        if len(passkeys) >= MOST_PASSKEYS:
            raise Refused(409, "expected at most %(each)s passkeys", each=MOST_PASSKEYS)
        options = webauthn.generate_registration_options(
            rp_id=site.host,
            rp_name="lusory",
            user_name=account.name,
            user_id=account.id.encode(),
            exclude_credentials=[
                PublicKeyCredentialDescriptor(base64url_to_bytes(passkey["credential"])) for passkey in passkeys
            ],
            authenticator_selection=AuthenticatorSelectionCriteria(
                resident_key=ResidentKeyRequirement.REQUIRED, user_verification=UserVerificationRequirement.REQUIRED
            ),
        )
        await self.secrets.add(bytes_to_base64url(options.challenge), "new-passkey", MINUTES, account.id)
        request: dict[str, Any] = json.loads(options_to_json(options))
        return request

    async def add(self, account: Account, site: Site, credential: dict[str, Any], name: str) -> None:
        """Keep the passkey that a browser made. Raises Refused."""
        try:
            challenge = await self._challenge(credential, "new-passkey", account.id)
            registration = webauthn.verify_registration_response(
                credential=credential, expected_challenge=challenge, expected_rp_id=site.host,
                expected_origin=site.origin, require_user_verification=True,
            )  # fmt: skip
        except FAULTS:
            raise Refused(422, WRONG, "credential") from None
        credential_id = bytes_to_base64url(registration.credential_id)
        row = {
            "key": hashed(credential_id),
            "account": account.id,
            "credential": credential_id,
            "uses": registration.sign_count,
        }
        row |= {"public_key": bytes_to_base64url(registration.credential_public_key), "name": name, "created": now()}
        try:
            async with self.store.writing() as c:
                await c.execute(passkeys.insert(), [row])
        except Gone:
            raise Refused(409, "this passkey is registered already", "credential") from None

    async def ask(self, site: Site) -> dict[str, Any]:
        """Options with which a browser shows a passkey. They are the same for everybody."""
        options = webauthn.generate_authentication_options(
            rp_id=site.host, user_verification=UserVerificationRequirement.REQUIRED
        )
        await self.secrets.add(bytes_to_base64url(options.challenge), "passkey", MINUTES)
        request: dict[str, Any] = json.loads(options_to_json(options))
        return request

    async def verified(self, site: Site, credential: dict[str, Any]) -> Account:
        """The account whose passkey a browser has shown. Raises Refused."""
        p = passkeys
        try:
            key = hashed(str(credential["id"]))
            challenge = await self._challenge(credential, "passkey", None)
            async with self.store.reading() as c:
                row = (await c.execute(sa.select(p).where(p.c.key == key))).one()
            verification = webauthn.verify_authentication_response(
                credential=credential, expected_challenge=challenge, expected_rp_id=site.host,
                expected_origin=site.origin, credential_public_key=base64url_to_bytes(row.public_key),
                credential_current_sign_count=row.uses, require_user_verification=True,
            )  # fmt: skip
        except (*FAULTS, sa.exc.NoResultFound):
            raise Refused(401, WRONG, "credential") from None
        async with self.store.writing() as c:
            await c.execute(p.update().where(p.c.key == key).values(uses=verification.new_sign_count))
        return await self.accounts.get(row.account)

    async def _challenge(self, credential: dict[str, Any], purpose: Purpose, account: str | None) -> bytes:
        """The challenge that a credential answers: one of ours, which is used up. Raises ValueError."""
        client = parse_client_data_json(base64url_to_bytes(credential["response"]["clientDataJSON"]))
        secret = await self.secrets.redeem(bytes_to_base64url(client.challenge), purpose)
        if secret is None or secret.account != account:
            raise ValueError("no challenge of ours")
        return client.challenge

    async def listed(self, account: str) -> list[dict[str, Any]]:
        """The passkeys of an account: key, credential, name, created."""
        p = passkeys.c
        query = sa.select(p.key, p.credential, p.name, p.created).where(p.account == account).order_by(p.created)
        async with self.store.reading() as c:
            return [dict(row._mapping) for row in await c.execute(query)]

    async def drop(self, account: str, key: str) -> bool:
        """Forget a passkey of an account; False where it has none such."""
        mine = passkeys.delete().where(passkeys.c.account == account, passkeys.c.key == key)
        async with self.store.writing() as c:
            return (await c.execute(mine)).rowcount == 1
