"""One request: who asks, in which language, what he sent. Every page has one of these as its first argument,
by what it needs: `Reading`, `Deciding`, …"""

from __future__ import annotations

import secrets
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from datetime import date, datetime
from typing import Annotated, Any
from unicodedata import normalize
from zoneinfo import ZoneInfo

from fastapi import Depends, Request
from sqlmodel import Session
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import FormData, UploadFile
from starlette.responses import HTMLResponse, RedirectResponse, Response

from importer import bounds
from importer.cell_values import parse_day
from importer.given import GivenFile
from importer.lengths import bounded
from importer.rulings import Made
from office.accounts.roles import Need, may
from office.accounts.sessions import Account
from office.database.engine import transaction
from office.desk import lengths
from office.errors import OfficeError, refusal
from office.families import day_here
from office.journal.acting import acts
from office.words import speak
from web.allowed import form_of, refuse_foreign, refuse_forged, refuse_without, small
from web.desk import Desk
from web.fields import bare_name, field_of, number_in
from web.render import (
    FORM_COOKIE,
    SESSION_COOKIE,
    cookie_name,
    form_token,
    rendered,
    set_cookie,
    with_typed,
)
from web.typed import TYPED
from web.who import accepted, whence, who

SAFE = ("GET", "HEAD")
DIGITS = 18
"""Of a number in an address; no table has one that is longer."""


def no_page(
    place: str, expected: str = "a page of the desk", remedy: str = "look at the address, or begin at Today"
) -> OfficeError:
    """That there is no such address."""
    return refusal("no-such-page", place, expected, "none", remedy)


@dataclass(frozen=True, slots=True)
class Asked:
    """`account`: who is signed in, None on pages that anybody may open; `zone`: the office's, in which pages
    tell moments; `form`: what was sent; `token`: what the page's forms send back, so that no other page can;
    `fresh`: a cookie that goes out with the answer."""

    request: Request
    desk: Desk
    account: Account | None
    office_name: str
    zone: ZoneInfo
    form: FormData
    now: datetime
    token: str
    fresh: str | None

    @property
    def who(self) -> Account:
        """Who is signed in, on a page that asks for it."""
        assert self.account is not None
        return self.account

    @property
    def address(self) -> str:
        """Where the request comes from, as far as the server knows."""
        return whence(self.request.client.host) if self.request.client else "?"

    @property
    def here(self) -> str:
        """Where this desk is, as the browser reaches it."""
        return f"{self.request.url.scheme}://{self.request.headers['host']}"

    @property
    def browser(self) -> str:
        """What the browser says it is."""
        return self.request.headers.get("user-agent", "")

    @property
    def partly(self) -> bool:
        """Whether a part of a page is asked for, by htmx."""
        return self.request.headers.get("hx-request") == "true"

    def may(self, need: Need) -> bool:
        """Whether who is signed in has what a page needs."""
        return self.account is not None and may(self.account.role, need)

    def whose(self, need: Need) -> int | None:
        """Of whom he may see what there is: of everybody (None), if he has this need; else his own."""
        return None if self.may(need) else self.who.id

    def reading(self) -> AbstractContextManager[Session]:
        """A session that stores nothing: the state of one moment."""
        return self.desk.office.reading()

    def writing(self) -> AbstractContextManager[Session]:
        """A transaction: all of it or nothing."""
        self.acts()
        return self.desk.office.writing()

    def storing(self) -> AbstractContextManager[Session]:
        """A transaction about accounts alone: no list can come of it, and nothing is signed."""
        self.acts()
        return transaction(self.desk.office.engine)

    def acts(self) -> None:
        """From here on it is he who changes things, for the reason that stands in the form."""
        acts(self.account.name if self.account is not None else "banzuke serve", self.given("reason"))

    def today(self, session: Session) -> date:
        return day_here(session, self.now)

    @property
    def decisions(self) -> set[int]:
        """The decisions that stood on the page, as its form says."""
        return {n for text in self.all_given("decision") if (n := number_in(text)) is not None}

    def made(self, reason: str | None = None, rulings: set[int] | None = None) -> Made:
        """Why, by whom and when something is decided here; the reason stands in the form. `rulings`: the
        decisions that stood on the page."""
        given = self.given("reason") if reason is None else reason
        return Made(given, self.who.name, self.now, rulings, self.zone)

    def given(self, name: str) -> str:
        """What was typed into a field, "" where nothing was or there is no such field; refused if too
        long."""
        value = self.form.get(name, "")
        if not isinstance(value, str):
            return ""
        told = value.replace("\r\n", "\n").strip()
        bounded({f"the field {name}": told})
        return told

    def query(self, name: str) -> str:
        """What stands behind the ? of the address under a name; "" where nothing does."""
        return self.request.query_params.get(name, "")

    @property
    def done(self) -> str:
        """What was just done, for the page that it led to."""
        return self.query("done")

    @property
    def whole(self) -> bool:
        """Whether all of what a page shows is asked for (`?all=1`)."""
        return self.query("all") == "1"

    @property
    def most(self) -> int:
        """So many rows of a long table stand on a page."""
        return lengths.ROWS

    def first_of(self, table: str, count: int) -> int:
        """With which row a table of so many begins, from 0: with that which is asked for of it
        (`?of=TABLE&from=501`)."""
        first = (number_in(self.query("from")) or 1) - 1 if self.query("of") == table else 0
        return first if 0 <= first < count else 0

    def typed(self, name: str) -> str:
        """What was typed, into a form or behind the ? of the address."""
        return self.given(name) or self.query(name).strip()

    def day(self, name: str) -> date | None:
        """A day that was typed; None where none was, refused if it is none, or one that nothing has."""
        return self.needed_day(name) if self.typed(name) else None

    def needed_day(self, name: str) -> date:
        """The same where one is needed."""
        text = self.typed(name)
        try:
            return parse_day(normalize("NFKC", text))
        except ValueError:
            expected, found = bounds.wanted("a day, YYYY-MM-DD", text), f"“{text[:40]}”" if text else "none"
            remedy = "give the day as YYYY-MM-DD"
            raise refusal("not-a-day", f"the field {name}", expected, found, remedy) from None

    def refuse_without_tick(self, code: str, what: str, remedy: str) -> None:
        """Stops what cannot be taken back where the form's tick was not put."""
        if self.given("sure") != "yes":
            raise refusal(code, what, "a yes", "none", remedy)

    def cells(self, headings: Iterable[str]) -> dict[str, str]:
        """What was typed of a line of one of the office's files, by the headings of its columns: the name of
        a field is its heading in small letters."""
        return {heading: self.given(field_of(heading)) for heading in headings}

    def all_given(self, name: str) -> list[str]:
        """What was typed or ticked in all fields of a name."""
        return [value for value in self.form.getlist(name) if isinstance(value, str)]

    def text(self) -> str:
        """The text that was pasted, as it was."""
        value = self.form.get("text", "")
        return value.replace("\r\n", "\n") if isinstance(value, str) else ""

    def files(self, field: str = "files") -> list[GivenFile]:
        """The files that were chosen, without empty fields; they are read once."""
        sent = [f for f in self.form.getlist(field) if isinstance(f, UploadFile) and f.filename]
        return [GivenFile(bare_name(f.filename or ""), f.file.read()) for f in sent]

    def needed_files(self) -> list[GivenFile]:
        """The same where one is needed."""
        files = self.files()
        if not files:
            raise refusal("nothing-sent", "what was sent", "a file", "none", "choose a file")
        return files

    def page(self, template: str, status: int = 200, /, **facts: Any) -> Response:
        """A page from its template, in the frame that its reader has."""
        body = rendered(template, asked=self, account=self.account, token=self.token, **facts)
        if status == 200 and self.request.method in SAFE and (key := self.query(TYPED)):
            # a form that was refused, on the way back to its page
            body = with_typed(body, self.desk.refused.of(key, self.number, self.token, self.now))
        answer = HTMLResponse(body, status)
        if self.fresh is not None:
            set_cookie(self.request, answer, FORM_COOKIE, self.fresh)
        return answer

    @property
    def number(self) -> int | None:
        """Whose account it is; None of a stranger."""
        return self.account.id if self.account is not None else None

    def see(self, path: str) -> Response:
        """Sends the browser to another page, when something was done. `path` is one of ours."""
        if self.partly:
            return Response(status_code=204, headers={"hx-redirect": path})
        return RedirectResponse(path, 303)


def needs(
    need: Need | None, *, foreign: bool = False, forms: bool = True
) -> Callable[[Request], AsyncIterator[Asked]]:
    """The request of somebody who has what the page needs; of anybody with None. `foreign`: also from another
    site's page, where nothing is changed by it; the browser sends no cookie along then, and gets none. Not
    `forms`: what comes from a page of the desk that was shown so, and is done in nobody's name."""

    async def asked(request: Request) -> AsyncIterator[Asked]:
        try:
            yield await _asked(request, need, foreign, forms and not foreign)
        finally:
            await request.close()  # files that were sent

    vars(asked).update(need=need, foreign=foreign)  # for who goes through all pages
    return asked


async def _asked(request: Request, need: Need | None, foreign: bool, forms: bool) -> Asked:
    made, kept = await begun(request)
    if any(text.isdigit() and len(text) > DIGITS for text in request.path_params.values()):
        raise no_page(request.url.path)
    account = made.account
    if request.method not in SAFE:
        if foreign:
            made = replace(made, fresh=None)
        else:
            refuse_foreign(request)
        if need is not None and not small(request):  # files of who may not send them are not even read
            refuse_without(made.desk, account, request.url.path, need)
        form = await form_of(request)
        if forms and (account is not None or need is None):  # else it is refused below, and kept
            refuse_forged(request, form, [form_token(kept, one) for one in (made.number, None) if kept])
        request.state.asked = made = replace(made, form=form)
    if need is not None:
        refuse_without(made.desk, account, request.url.path, need)
    return made


async def begun(request: Request) -> tuple[Asked, str]:
    """Who asks and in which language, before it is known whether he may and what he sent; and what the cookie
    of his forms holds."""
    desk: Desk = request.app.state.desk
    now = desk.clock()
    token = request.cookies.get(cookie_name(request, SESSION_COOKIE))
    account, name, spoken, zone = await run_in_threadpool(who, desk, token, now)
    speak((account.language if account else None) or accepted(request) or spoken)
    kept = request.cookies.get(cookie_name(request, FORM_COOKIE), "")
    secret = kept if len(kept) >= 40 else secrets.token_urlsafe(32)
    fresh = None if secret == kept else secret
    whose = account.id if account is not None else None
    made = Asked(request, desk, account, name, zone, FormData(), now, form_token(secret, whose), fresh)
    request.state.asked = made
    return made, kept


Anybody = Annotated[Asked, Depends(needs(None))]
FromElsewhere = Annotated[Asked, Depends(needs(None, foreign=True))]
FromFilled = Annotated[Asked, Depends(needs(None, forms=False))]
SignedIn = Annotated[Asked, Depends(needs(Need.SIGNED_IN))]
Reporting = Annotated[Asked, Depends(needs(Need.REPORT))]
Reading = Annotated[Asked, Depends(needs(Need.READ))]
Deciding = Annotated[Asked, Depends(needs(Need.DECIDE))]
Administering = Annotated[Asked, Depends(needs(Need.ACCOUNTS))]
"""What a page is opened by. A page that changes something asks for what the change needs."""
