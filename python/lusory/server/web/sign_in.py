"""Endpoints of signing up, in and out. No answer reveals whether an address has an account."""

from __future__ import annotations

import json
from typing import Annotated, Any, Literal, NamedTuple
from urllib.parse import urlsplit

from msgspec import Meta
from starlette.requests import Request
from starlette.responses import Response

from ..accounts import Account, People, check_id, check_password
from ..accounts.account_mail import Mailing
from ..accounts.credentials import new_codes
from ..accounts.passkeys import Site
from ..contact_check import check_contact
from ..mail.seat_addresses import address_key
from ..store import token
from ..table import Refused
from .access import AccessControl
from .endpoint import Endpoint, Json
from .identity import ACCOUNT_COOKIE, account_token, address, bearer, outside, set_cookie, signed_in
from .request_bodies import RequestBody

UserId = Annotated[str, Meta(max_length=40)]
Password = Annotated[str, Meta(max_length=400)]
Secret = Annotated[str, Meta(min_length=1, max_length=100)]
WRONG = "user id and password do not belong together"
SUSPENDED = "the host of this server has suspended this account"
LINK_MINUTES = 20
LINKS = 5
"""At most so many links to sign in wait for one account. Who asks for more finds those in his mail: a stranger who asks
neither makes them lapse nor fills his mailbox."""
BROWSERS = {"Firefox/": "Firefox", "Edg/": "Edge", "OPR/": "Opera", "Chrome/": "Chrome", "Safari/": "Safari"}
SYSTEMS = ("Android", "iPhone", "iPad", "Windows", "Macintosh", "Linux")


class SignUp(RequestBody, frozen=True):
    """id: 2 to 20 letters and digits. password: left out by who adds a passkey. invitation: where the server asks for
    one, the part behind the # of its link."""

    id: UserId
    password: Password = ""
    invitation: Annotated[str, Meta(max_length=100)] = ""


class SignIn(RequestBody, frozen=True):
    """A user id and its password."""

    id: UserId
    password: Password


class SignInByCode(RequestBody, frozen=True):
    """A user id and one of its recovery codes."""

    id: UserId
    code: Annotated[str, Meta(max_length=60)]


class LinkRequest(RequestBody, frozen=True):
    """mail: the address that a link is to be sent to."""

    mail: Annotated[str, Meta(max_length=254)]


class MailedLink(RequestBody, frozen=True):
    """secret: of a link that was mailed, the part behind the #."""

    secret: Secret


class Link(NamedTuple):
    """A link that was mailed. value: the address that it confirms."""

    purpose: Literal["sign-in", "confirm"]
    account: Account
    value: str


class ShownPasskey(RequestBody, frozen=True):
    """credential: as the browser's PublicKeyCredential.toJSON() writes it."""

    credential: dict[str, Any]


class SignOut(RequestBody, frozen=True):
    """everywhere: sign every browser out, not only this one."""

    everywhere: bool = False


class NotSignedIn(Refused):
    """The caller has to sign in first."""

    def __init__(self) -> None:
        super().__init__(401, "sign in first", "account")


class Owner(NamedTuple):
    """Who makes a request about his own account, and the key of his session."""

    account: Account
    session: str


def people_of(request: Request) -> People:
    """The people."""
    people: People = request.app.state.people
    return people


def access_of(request: Request) -> AccessControl:
    """Access control."""
    access: AccessControl = request.app.state.access
    return access


def mailing_of(request: Request) -> Mailing:
    """What sends mail to accounts."""
    mailing: Mailing = request.app.state.mailing
    return mailing


async def owner(request: Request, proved: bool = False) -> Owner:
    """Who is signed in. proved: whether that person must lately have shown who it is. Raises Refused."""
    caller = await signed_in(request)
    if caller is None:
        raise NotSignedIn
    if proved and not caller.proved:
        raise Refused(403, "sign in again to confirm that it is you", "proof")
    return Owner(caller.account, caller.key)


def site_of(request: Request) -> Site:
    """Where passkeys are good."""
    parts = urlsplit(outside(request))
    return Site(parts.hostname or "", f"{parts.scheme}://{parts.netloc}")


async def enter(request: Request, account: Account, code: int = 200, **fields: Any) -> Response:
    """Sign a browser in, under a new token. Raises Refused where the account is suspended."""
    if account.suspended:
        raise Refused(403, SUSPENDED, "account")
    access_of(request).tries.succeeded(account.name, address(request))
    session = await people_of(request).sessions.begin(account.id, device_of(request), account_token(request))
    return set_cookie(request, Json({"id": account.name, **fields}, code), ACCOUNT_COOKIE, session)


def device_of(request: Request) -> str:
    """The caller's browser and system in words, as `Firefox on Linux`; no more of what it says is kept."""
    user_agent = request.headers.get("user-agent", "")
    browser = next((name for sign, name in BROWSERS.items() if sign in user_agent), "A browser")
    system = next((name for name in SYSTEMS if name in user_agent), "")
    return f"{browser} on {system}" if system else browser


async def sign_up(request: Request, body: SignUp) -> Response:
    """POST /api/accounts"""
    people, signup_policy = people_of(request), request.app.state.settings.signup
    name = check_id(body.id)
    password = check_password(body.password, name) if body.password else None
    if signup_policy == "closed":
        raise Refused(403, "this server takes no new accounts", "")
    if await people.accounts.by_name(name):
        raise Refused(409, "this user id is already taken", "id")
    password_hash = await people.passwords.hashed(password) if password else None
    if signup_policy == "invitation" and await people.secrets.redeem(body.invitation, "invitation") is None:
        raise Refused(
            403, "you need an invitation to make an account here; yours was already used or has expired", "invitation"
        )
    codes = new_codes()
    return await enter(request, await people.accounts.add(name, password_hash, codes), 201, codes=codes)


async def sign_in(request: Request, body: SignIn) -> Response:
    """POST /api/accounts/sign-in"""
    await count_try(request, body.id)
    account = await people_of(request).credentials.by_password(body.id, body.password)
    if account is None:
        raise Refused(401, WRONG, "password")
    return await enter(request, account)


async def count_try(request: Request, name: str) -> None:
    """Count a try of a password; of a browser that is signed in to this account apart. Raises Refused."""
    caller = await signed_in(request)
    is_own = caller is not None and caller.account.name.lower() == name.lower()
    origin = caller.key if caller is not None and is_own else address(request)
    access_of(request).tries.count(name, origin, is_own)


async def sign_in_by_code(request: Request, body: SignInByCode) -> Response:
    """POST /api/accounts/sign-in-by-code. Nobody guesses a code of 100 bits: tries are counted by address alone, so
    that nobody uses them up for another."""
    people = people_of(request)
    account = await people.credentials.by_code(body.id, body.code)
    if account is None:
        raise Refused(401, "wrong user id or code, or the code was already used", "code")
    mailing_of(request).tell(
        account, "A recovery code was used", "Somebody signed in to your account with one of them."
    )
    return await enter(request, account, left=await people.credentials.codes_left(account.id))


async def send_link(request: Request, body: LinkRequest) -> object:
    """POST /api/accounts/sign-in-link"""
    await check_contact(request.app.state.settings, body.mail, "")
    access_of(request).tries.count_request(address_key(body.mail), address(request))
    secret, people = token(), people_of(request)

    async def send() -> None:
        """After the answer, which takes as long whoever has the address."""
        account = await people.accounts.by_mail(body.mail)
        if account is None or account.suspended:
            return
        if await people.secrets.add_beside(secret, "sign-in", LINK_MINUTES, account.id, LINKS):
            await mailing_of(request).send_link(account.mail or "", account.name, "sign-in", secret)

    mailing_of(request).later(send())
    return {"sent": True}


async def look_at_link(request: Request, body: MailedLink) -> object:
    """POST /api/accounts/link/about"""
    link, caller = await mailed_link(request, body.secret), await signed_in(request)
    return {
        "does": link.purpose,
        "id": link.account.name,
        "mail": link.value,
        "signed_in": caller.account.name if caller else "",
    }


async def use_link(request: Request, body: MailedLink) -> Response:
    """POST /api/accounts/link"""
    people, link = people_of(request), await mailed_link(request, body.secret)
    if link.purpose == "confirm":
        await check_own_link(request, link.account)
    if await people.secrets.redeem(body.secret, link.purpose) is None:
        raise lapsed()
    if link.purpose == "sign-in":
        return await enter(request, link.account, done="sign-in")
    await confirm(request, link.account, link.value)
    return Json({"id": link.account.name, "done": "confirm"})


async def mailed_link(request: Request, secret: str) -> Link:
    """A link that was mailed; it is not used yet. Raises Refused where it is none."""
    people = people_of(request)
    link = await people.secrets.look(secret, "sign-in", "confirm")
    if link is None or link.account is None:
        raise lapsed()
    account = await people.accounts.get(link.account)
    return Link("sign-in" if link.purpose == "sign-in" else "confirm", account, link.value)


def lapsed() -> Refused:
    """The refusal of a link that is good no more."""
    return Refused(404, "this link was already used or has expired; ask for a new one", "secret")


async def check_own_link(request: Request, account: Account) -> None:
    """An address is confirmed by its account alone: else whoever opens a link that a stranger asked for gives his
    address away. Raises Refused."""
    caller = await signed_in(request)
    if caller is None:
        raise NotSignedIn
    if caller.account.id != account.id:
        raise Refused(403, "this link is of another account: sign in as %(id)s first", "account", id=account.name)


async def confirm(request: Request, account: Account, address: str) -> None:
    """An address is an account's now. Who reads mail at the address before, or there for another account, is told."""
    mailing = mailing_of(request)
    former = await people_of(request).accounts.confirm_mail(account.id, address)
    if account.mail and account.mail.lower() != address.lower():
        mailing.tell(account, "Your address was changed", "Mail from your account now goes to another address.")
    if former is not None:
        mailing.tell(
            former, "Your address was removed", "It was confirmed for another account, and one address has one account."
        )


async def ask_passkey(request: Request) -> object:
    """POST /api/accounts/passkey/options"""
    return await people_of(request).passkeys.ask(site_of(request))


async def sign_in_by_passkey(request: Request, body: ShownPasskey) -> Response:
    """POST /api/accounts/passkey"""
    if len(json.dumps(body.credential)) > 20_000:
        raise Refused(422, "expected a credential", "credential")
    return await enter(request, await people_of(request).passkeys.verified(site_of(request), body.credential))


async def sign_out(request: Request, body: SignOut) -> Response:
    """POST /api/account/sign-out"""
    people, caller = people_of(request), await signed_in(request)
    if bearer(request):  # A program has no session that could end.
        raise NotSignedIn
    if caller is not None and body.everywhere:
        await people.sessions.end_all(caller.account.id)
        await people.tokens.drop_all(caller.account.id)
    elif caller is not None:
        await people.sessions.end(account_token(request))
    if caller is not None:
        access_of(request).sign_out(caller.account.id)
    return set_cookie(request, Json({"signed_out": True}), ACCOUNT_COOKIE, "")


ENDPOINTS = [
    Endpoint("POST", "/api/accounts", sign_up, "Makes an account and signs in; gives its recovery codes",
             takes=SignUp, code=201, kind="signups"),
    Endpoint("POST", "/api/accounts/sign-in", sign_in, "Signs in by a password", takes=SignIn, kind="signins"),
    Endpoint("POST", "/api/accounts/sign-in-by-code", sign_in_by_code, "Signs in by a recovery code",
             takes=SignInByCode, kind="signins"),
    Endpoint("POST", "/api/accounts/sign-in-link", send_link, "Mails a link that signs in, if there is an account",
             takes=LinkRequest, kind="signins"),
    Endpoint("POST", "/api/accounts/link/about", look_at_link, "What a link that was mailed does; nothing changes",
             takes=MailedLink, kind="signins"),
    Endpoint("POST", "/api/accounts/link", use_link, "Uses a link that was mailed", takes=MailedLink, kind="signins"),
    Endpoint("POST", "/api/accounts/passkey/options", ask_passkey, "What a browser needs to show a passkey",
             kind="signins"),
    Endpoint("POST", "/api/accounts/passkey", sign_in_by_passkey, "Signs in by a passkey",
             takes=ShownPasskey, kind="signins"),
    Endpoint("POST", "/api/account/sign-out", sign_out, "Signs this browser out, or every one", takes=SignOut),
]  # fmt: skip
