"""Endpoints of the caller's account: credentials, sessions, settings."""

from __future__ import annotations

import json
from typing import Annotated, Any

from msgspec import Meta
from starlette.requests import Request

from ...texts import gettext
from ..accounts import check_password
from ..contact_check import check_contact
from ..store import token
from ..table import Refused
from ..text_cleanup import tidy
from .endpoint import Endpoint
from .request_bodies import Name, RequestBody
from .sign_in import Password, access_of, mailing_of, owner, people_of, site_of

DAY = 24 * 60


class NewPassword(RequestBody, frozen=True):
    """password: empty for none, where a passkey is there to sign in with."""

    password: Password


class NewMail(RequestBody, frozen=True):
    """mail: gets a link that confirms it; empty for none."""

    mail: Annotated[str, Meta(max_length=254)]


class NewPasskey(RequestBody, frozen=True):
    """credential: as the browser's PublicKeyCredential.toJSON() writes it. name: what its owner calls it."""

    credential: dict[str, Any]
    name: Name = ""


class PasskeyKey(RequestBody, frozen=True):
    """key: of a passkey, as the account tells it."""

    key: Annotated[str, Meta(max_length=64)]


async def account(request: Request) -> object:
    """GET /api/account"""
    people, (account, session) = people_of(request), await owner(request)
    passkeys = [
        {name: passkey[name] for name in ("key", "name", "created")}
        for passkey in await people.passkeys.listed(account.id)
    ]
    sessions = [
        {
            "created": row["created"],
            "seen": row["seen"],
            "device": row["device"],
            "this": row["key"] == session,
        }
        for row in await people.sessions.listed(account.id)
    ]
    return {
        "bot": account.bot, "rated_bots": account.rated_bots, "star_votes": account.star_votes,
        "most_games": account.most_games, "tokens": await people.tokens.listed(account.id),
        "id": account.name, "created": account.created, "mail": account.mail or "", "password": account.secured,
        "mail_password": account.mail_moves, "passkeys": passkeys, "sessions": sessions,
        "codes": await people.credentials.codes_left(account.id), "zone": account.zone, "vacation": account.away_until,
        "notices": account.notices, "language": account.language,
    }  # fmt: skip


async def new_password(request: Request, body: NewPassword) -> object:
    """PUT /api/account/password"""
    people, (account, session) = people_of(request), await owner(request, proved=True)
    if not body.password and not await people.passkeys.listed(account.id):
        raise Refused(409, "add a passkey first: you need a passkey or a password to sign in", "password")
    password = check_password(body.password, account.name) if body.password else None
    await people.accounts.change(account.id, password=await people.passwords.hashed(password) if password else None)
    await people.sessions.end_all(account.id, but=session)
    await people.tokens.drop_all(account.id)  # whoever knew the old password may have made some
    access_of(request).sign_out(account.id)
    mailing_of(request).tell(
        account,
        "Your password was changed",
        "Every other browser was signed out, and tokens of programs were revoked.",
    )
    return {"password": bool(password)}


async def new_mail(request: Request, body: NewMail) -> object:
    """PUT /api/account/mail"""
    people, (account, _) = people_of(request), await owner(request, proved=True)
    if not body.mail:
        await people.accounts.change(account.id, mail=None, mail_key=None)
        mailing_of(request).tell(
            account, "Your address was removed", "This address no longer gets mail from your account."
        )
        return {"sent": False}
    await check_contact(request.app.state.settings, body.mail, "")
    access_of(request).tries.count_request("confirm", account.id)
    access_of(request).count_confirm(body.mail)
    secret = token()
    await people.secrets.add(secret, "confirm", DAY, account.id, body.mail)
    mailing_of(request).later(mailing_of(request).send_link(body.mail, account.name, "confirm", secret))
    return {"sent": True}


async def new_codes(request: Request) -> object:
    """POST /api/account/codes"""
    people, (account, _) = people_of(request), await owner(request, proved=True)
    codes = await people.credentials.renew_codes(account.id)
    mailing_of(request).tell(account, "New recovery codes were made", "The earlier codes no longer work.")
    return {"codes": codes}


async def new_mail_password(request: Request) -> object:
    """POST /api/account/mail-password"""
    people, (account, _) = people_of(request), await owner(request, proved=True)
    return {"mail_password": await people.credentials.renew_mail_password(account.id)}


async def drop_mail_password(request: Request) -> object:
    """DELETE /api/account/mail-password"""
    people, (account, _) = people_of(request), await owner(request)
    await people.accounts.change(account.id, mail_password=None)
    return {"mail_password": False}


async def passkey_options(request: Request) -> object:
    """POST /api/account/passkeys/options"""
    account, _ = await owner(request, proved=True)
    return await people_of(request).passkeys.invite(account, site_of(request))


async def new_passkey(request: Request, body: NewPasskey) -> object:
    """POST /api/account/passkeys"""
    people, (account, _) = people_of(request), await owner(request, proved=True)
    if len(json.dumps(body.credential)) > 20_000:
        raise Refused(422, "expected a credential", "credential")
    name = tidy(body.name) or "Passkey"
    await people.passkeys.add(account, site_of(request), body.credential, name)
    mailing_of(request).tell(account, "A passkey was added", gettext("It is called: %(name)s") % {"name": name})
    return {"name": name}


async def drop_passkey(request: Request, body: PasskeyKey) -> object:
    """DELETE /api/account/passkeys"""
    people, (account, _) = people_of(request), await owner(request, proved=True)
    if not account.secured and len(await people.passkeys.listed(account.id)) < 2:
        raise Refused(409, "set a password first: this is your only way to sign in", "key")
    if not await people.passkeys.drop(account.id, body.key):
        raise Refused(404, "there is no such passkey", "key")
    mailing_of(request).tell(account, "A passkey was removed", "You can no longer sign in with it.")
    return {"removed": True}


MINE = "/api/account"
ENDPOINTS = [
    Endpoint("GET", MINE, account, "Your account: what you sign in with, where you are signed in, settings"),
    Endpoint("PUT", f"{MINE}/password", new_password, "A new password; every other browser is signed out",
             takes=NewPassword, kind="signins"),
    Endpoint("PUT", f"{MINE}/mail", new_mail, "Mails a link that confirms an address", takes=NewMail, kind="signins"),
    Endpoint("POST", f"{MINE}/codes", new_codes, "New recovery codes", kind="signins"),
    Endpoint("POST", f"{MINE}/mail-password", new_mail_password, "A new password for moves by mail and nothing else",
             kind="signins"),
    Endpoint("DELETE", f"{MINE}/mail-password", drop_mail_password, "No password for moves by mail any more"),
    Endpoint("POST", f"{MINE}/passkeys/options", passkey_options, "What a browser needs to make a passkey",
             kind="signins"),
    Endpoint("POST", f"{MINE}/passkeys", new_passkey, "Adds a passkey", takes=NewPasskey, kind="signins"),
    Endpoint("DELETE", f"{MINE}/passkeys", drop_passkey, "Forgets a passkey", takes=PasskeyKey),
]  # fmt: skip
