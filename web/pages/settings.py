"""Settings: one's own password, authenticator, language and sessions; for an administrator the accounts."""

from fastapi import APIRouter
from starlette.responses import Response

from office.accounts import people, second
from office.accounts.people import accounts, add, close, named, reset, set_role
from office.accounts.roles import MEANING, NAMES, Need, Role, role_named
from office.accounts.sessions import (
    LINK,
    change_password,
    drop_second,
    revoke,
    sessions_of,
    take_second,
)
from office.accounts.tables import AccountRow
from office.errors import refusal
from office.words import known
from web.asked import Administering, Asked, SignedIn

routes = APIRouter()


@routes.get("/settings")
def show(asked: SignedIn) -> Response:
    """One's own settings."""
    return _page(asked)


def _page(asked: Asked, *, secret: str | None = None, link: tuple[str, str] | None = None) -> Response:
    """`secret`: of an authenticator that is being taken; `link`: for whom one was just made, and the link."""
    with asked.reading() as session:
        rows = accounts(session) if asked.may(Need.ACCOUNTS) else []
        own = sessions_of(session, asked.who.id, asked.now)
        return asked.page(
            "settings.html",
            sessions=own,
            accounts=rows,
            roles=[(role.value, NAMES[role], MEANING[role]) for role in Role],
            secret=secret,
            picture=second.picture(secret, asked.who.name, asked.office_name) if secret else None,
            link=link,
        )


@routes.post("/settings/password")
def password(asked: SignedIn) -> Response:
    """A new password."""
    new, again = str(asked.form.get("new", "")), str(asked.form.get("again", ""))
    if new != again:
        remedy = "type it again"
        raise refusal("passwords-differ", "the new password", "the same twice", "two that differ", remedy)
    old = str(asked.form.get("old", ""))
    change_password(asked.storing, asked.who, old, new, address=asked.address, now=asked.now)
    return asked.see("/settings?done=password")


@routes.post("/settings/second")
def authenticator(asked: SignedIn) -> Response:
    """Without a code: the picture that an authenticator reads. With one: from here on it is asked for."""
    secret = asked.given("secret")
    if not secret:
        return _page(asked, secret=second.new_secret())
    take_second(asked.storing, asked.who, secret, asked.given("code"), now=asked.now)
    return asked.see("/settings?done=second")


@routes.post("/settings/second/drop")
def without(asked: SignedIn) -> Response:
    """No authenticator any more."""
    drop_second(asked.storing, asked.who, asked.given("code"), address=asked.address, now=asked.now)
    return asked.see("/settings?done=without-second")


@routes.post("/settings/language")
def language(asked: SignedIn) -> Response:
    """The language of one's pages; "" as the browser asks for."""
    with asked.storing() as session:
        row = session.get_one(AccountRow, asked.who.id)
        row.language = known(asked.given("language"))
        session.add(row)
    return asked.see("/settings")


@routes.post("/settings/sessions/{number}/end")
def end(asked: SignedIn, number: int) -> Response:
    """Ends one of one's own sessions."""
    with asked.storing() as session:
        revoke(session, asked.who.id, number, asked.now)
    return asked.see("/settings")


@routes.post("/settings/accounts")
def new(asked: Administering) -> Response:
    """A new account, and the link for its owner."""
    with asked.storing() as session:
        role = role_named(asked.given("role"))
        row = add(session, asked.given("name"), role, who=asked.who.name, now=asked.now)
        token = people.link(session, row, now=asked.now, ends_at=asked.now + LINK)
        name = row.name
    return _page(asked, link=(name, _address(asked, token)))


@routes.post("/settings/accounts/role")
def another_role(asked: Administering) -> Response:
    """Another role for an account."""
    with asked.storing() as session:
        set_role(session, named(session, asked.given("name")), role_named(asked.given("role")))
    return asked.see("/settings#accounts")


@routes.post("/settings/accounts/close")
def closed(asked: Administering) -> Response:
    """Closes an account."""
    with asked.storing() as session:
        close(session, named(session, asked.given("name")), now=asked.now)
    return asked.see("/settings#accounts")


@routes.post("/settings/accounts/reset")
def anew(asked: Administering) -> Response:
    """Forgets an account's password and authenticator, and makes a link for its owner."""
    with asked.storing() as session:
        row = named(session, asked.given("name"))
        reset(session, row, now=asked.now)
        token = people.link(session, row, now=asked.now, ends_at=asked.now + LINK)
        name = row.name
    return _page(asked, link=(name, _address(asked, token)))


def _address(asked: Asked, token: str) -> str:
    return f"{asked.request.url.scheme}://{asked.request.headers['host']}/enter#{token}"
