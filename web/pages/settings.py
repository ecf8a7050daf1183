"""Coming in and going out; settings: one's own password, authenticator, language and sessions; for an
administrator the accounts. Programs that send reports by themselves: each gets a token of its own, which is
shown once."""

import secrets
from collections.abc import Sequence

from fastapi import APIRouter
from sqlmodel import Session
from starlette.responses import Response

from office.accounts import people, programs, second, sessions
from office.accounts.people import accounts, named
from office.accounts.roles import MEANING, NAMES, Need, Role, role_named
from office.accounts.sessions import revoke
from office.accounts.tables import AccountRow
from office.errors import OfficeError, refusal
from office.notices.board import told_officers
from office.words import known
from scraper.records import Problem
from web.allowed import without_second
from web.asked import Administering, Anybody, Asked, Reporting, SignedIn
from web.fields import Number, form_secret
from web.render import SESSION_COOKIE, drop_cookie, set_cookie

routes = APIRouter()


@routes.get("/sign-in")
def sign_in_form(asked: Anybody, next: str = "/") -> Response:
    """The form; who is signed in already goes on."""
    path = _own_path(next)
    return asked.page("sign_in.html", next=path) if asked.account is None else asked.see(path)


@routes.post("/sign-in")
def come_in(asked: Anybody) -> Response:
    """A session for name, password and code."""
    token = sessions.sign_in(
        asked.storing, asked.given("name"), _password(asked, "password"), asked.given("code"),
        address=asked.address, browser=asked.browser, now=asked.now,
    )  # fmt: skip
    return _in(asked, token, _own_path(asked.given("next")))


@routes.get("/enter")
def by_link(asked: Anybody) -> Response:
    """Where a link leads. What signs in stands behind the # of its address, which no browser sends: the page
    takes it from there, away from the address, and sends it as a form."""
    return asked.page("enter.html")


@routes.post("/enter")
def exchanged(asked: Anybody) -> Response:
    """A session for what stood in a link, which is used up by it."""
    code = asked.given("code").rpartition("#")[2]
    token = sessions.exchange(
        asked.storing, code, address=asked.address, browser=asked.browser, now=asked.now
    )
    return _in(asked, token, "/" if asked.desk.demo else "/settings")


@routes.post("/sign-out")
def go_out(asked: SignedIn) -> Response:
    with asked.storing() as session:
        revoke(session, asked.who.id, asked.who.session, asked.now)
    answer = asked.see("/sign-in")
    drop_cookie(asked.request, answer, SESSION_COOKIE)
    return answer


@routes.get("/settings")
def show(asked: SignedIn) -> Response:
    return _page(asked)


@routes.get("/settings/second")
@routes.get("/settings/accounts")
@routes.get("/settings/accounts/reset")
def where_they_are(asked: SignedIn) -> Response:
    """Whoever comes back to what a form of the settings led to finds the settings as they are."""
    return asked.see("/settings")


def _page(
    asked: Asked,
    *,
    secret: str | None = None,
    link: tuple[str, str] | None = None,
    problems: Sequence[Problem] = (),
) -> Response:
    """`secret`: of an authenticator that is being taken, `problems` where its code was wrong; `link`: for
    whom one was just made, and the link."""
    alone = without_second(asked.desk, asked.who)
    with asked.reading() as session:
        rows = accounts(session) if not alone and asked.may(Need.ACCOUNTS) else []
        own = sessions.sessions_of(session, asked.who.id, asked.now)
        roles = [(role.value, NAMES[role], MEANING[role]) for role in Role]
        picture = second.picture(secret, asked.who.name, asked.office_name) if secret else None
        told = told_officers(session) if rows and asked.done == "closed" else []
        facts = {
            "told": told,
            "sessions": own,
            "accounts": rows,
            "roles": roles,
            "secret": secret,
            "picture": picture,
        }
        status = 422 if problems else 200
        return asked.page("settings.html", status, **facts, alone=alone, link=link, problems=problems)


@routes.post("/settings/password")
def password(asked: SignedIn) -> Response:
    old, new = _password(asked, "old"), _password(asked, "new")
    if new != _password(asked, "again"):
        remedy = "type it again"
        raise refusal("passwords-differ", "the new password", "the same twice", "two that differ", remedy)
    sessions.change_password(asked.storing, asked.who, old, new, address=asked.address, now=asked.now)
    return asked.see("/settings?done=password")


@routes.post("/settings/second")
def authenticator(asked: SignedIn) -> Response:
    """Without a code: the picture that an authenticator reads. With one: from here on it is asked for. After
    a wrong one the picture stays the same, for the authenticator has it already."""
    secret = asked.given("secret")
    if not second.is_secret(secret):
        return _page(asked, secret=second.new_secret())
    try:
        sessions.take_second(asked.storing, asked.who, secret, asked.given("code"), now=asked.now)
    except OfficeError as error:
        if error.problems[0].code != "code-wrong":
            raise
        return _page(asked, secret=secret, problems=error.problems)
    return asked.see("/settings?done=second")


@routes.post("/settings/second/drop")
def without(asked: SignedIn) -> Response:
    """No authenticator any more."""
    sessions.drop_second(asked.storing, asked.who, asked.given("code"), address=asked.address, now=asked.now)
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
def end(asked: SignedIn, number: Number) -> Response:
    """Ends one of one's own sessions."""
    with asked.storing() as session:
        revoke(session, asked.who.id, number, asked.now)
    return asked.see("/settings")


@routes.post("/settings/accounts")
def new(asked: Administering) -> Response:
    """A new account, and the link for its owner."""
    with asked.storing() as session:
        role = role_named(asked.given("role"))
        row = people.add(session, asked.given("name"), role, who=asked.who.name, now=asked.now)
        link = _link(asked, session, row)
    return _page(asked, link=link)


@routes.post("/settings/accounts/role")
def another_role(asked: Administering) -> Response:
    with asked.storing() as session:
        people.set_role(session, named(session, asked.given("name")), role_named(asked.given("role")))
    return asked.see("/settings#accounts")


@routes.post("/settings/accounts/close")
def closed(asked: Administering) -> Response:
    with asked.storing() as session:
        people.close(session, named(session, asked.given("name")), now=asked.now)
    return asked.see("/settings?done=closed#accounts")


@routes.post("/settings/accounts/reset")
def anew(asked: Administering) -> Response:
    """Forgets an account's password and authenticator, and makes a link for its owner."""
    with asked.storing() as session:
        row = named(session, asked.given("name"))
        people.reset(session, row, now=asked.now)
        link = _link(asked, session, row)
    return _page(asked, link=link)


def _link(asked: Asked, session: Session, row: AccountRow) -> tuple[str, str]:
    """An account's name, and a link by which its owner comes in once."""
    token = people.link(session, row, now=asked.now)
    return row.name, f"{asked.here}/enter#{token}"


def _password(asked: Asked, field: str) -> str:
    """What was typed into a field whose blanks count."""
    return str(asked.form.get(field, ""))


@routes.get("/settings/programs")
def every_program(asked: Reporting) -> Response:
    """One's own programs; of an administrator everybody's."""
    return _programs_page(asked)


@routes.post("/settings/programs")
def new_program(asked: Reporting) -> Response:
    """A new program, and its token."""
    who, secret = asked.who, form_secret(asked.given("code"))
    with asked.storing() as session:
        token = programs.admit(
            session, who.id, asked.given("name"), who=who.name, now=asked.now, secret=secret
        )
    return _programs_page(asked, token)


@routes.post("/settings/programs/{number}/end")
def end_program(asked: Reporting, number: Number) -> Response:
    with asked.storing() as session:
        programs.end(session, number, asked.now, asked.whose(Need.ACCOUNTS))
    return asked.see("/settings/programs")


def _own_path(path: str) -> str:
    """A path of the desk, whatever was asked for: nobody is sent elsewhere from here."""
    ours = path.startswith("/") and not path.startswith("//") and "\\" not in path and path.isprintable()
    return path if ours and path.isascii() else "/"


def _in(asked: Asked, token: str, path: str) -> Response:
    answer = asked.see(path)
    set_cookie(asked.request, answer, SESSION_COOKIE, token)
    return answer


def _programs_page(asked: Asked, token: str | None = None) -> Response:
    with asked.reading() as session:
        found = programs.known(session, asked.now, asked.whose(Need.ACCOUNTS))
    return asked.page("programs.html", programs=found, shown=token, code=secrets.token_urlsafe(32))
