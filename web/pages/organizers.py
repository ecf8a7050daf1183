"""For organizers without an account, where the office lets them: check an event, report it, see what became
of it. What was sent is found again by a private link, whose secret stands behind its #."""

import secrets

from fastapi import APIRouter
from starlette.responses import Response

from importer.organizers_people import address_of
from office.accounts.passwords import LETTERS, hashed
from office.errors import refusal
from office.sendings.outcome import for_sender, outcome_of
from office.sendings.receive import HandedIn, Kind, receive
from web.asked import Anybody, Asked
from web.pages.reports import files_of, shown_steps, text_of

routes = APIRouter()


@routes.get("/organizers")
def form(asked: Anybody) -> Response:
    """The form."""
    refuse_unless_open(asked)
    return asked.page("organizers.html", code=secrets.token_urlsafe(32))


@routes.post("/organizers")
def handed_in(asked: Anybody) -> Response:
    """Keeps what is sent, begins to read or check it, and shows its page."""
    refuse_unless_open(asked)
    check = asked.given("do") == "check"
    code, name, mail = secret_of(asked), asked.given("name")[:200], asked.given("mail")
    if not check and (not name or address_of(mail) is None):
        remedy = "fill in both, so that the office can ask"
        raise refusal("sender-missing", "the sender", "a name and an e-mail address", "not both", remedy)
    sender = f"{name} <{mail}>" if name and mail else name or mail or "?"
    kind = Kind.CHECK if check else Kind.GIVEN
    given = HandedIn(hashed(code), text_of(asked), files_of(asked), reporter=mail, kind=kind)
    works = asked.desk.works
    asked.desk.taps.one_more(asked.address, works.waiting(), asked.now)
    number, new = receive(
        asked.desk.office,
        given,
        account=None,
        trusted=False,
        sender=sender,
        clock=asked.desk.clock,
        token=code,
    )
    if new:
        works.begin(number)
    return private_page(asked, code)


@routes.get("/sent")
def by_link(asked: Anybody) -> Response:
    """Where a private link leads: the page takes its secret from behind the #, and sends it as a form."""
    refuse_unless_open(asked)
    return asked.page("sent_enter.html")


@routes.post("/sent")
def sent(asked: Anybody) -> Response:
    """What became of what was sent with a private link."""
    refuse_unless_open(asked)
    return private_page(asked, asked.given("code").rpartition("#")[2])


def secret_of(asked: Asked) -> str:
    """What the form held for the private link; refused where it is none that nobody can guess."""
    code = asked.given("code")
    if len(code) < LETTERS:
        remedy = "load the page again, then send it once more"
        raise refusal("form-out-of-date", "what was sent", "a form of this desk", "another", remedy)
    return code


def private_page(asked: Asked, code: str) -> Response:
    """What became of what was sent with this secret."""
    with asked.reading() as session:
        found = outcome_of(session, code)
        work = asked.desk.works.seen(found.row.id or 0)
        going = work is not None and not work.over
        told = for_sender(session, found)
    link = f"{asked.request.url.scheme}://{asked.request.headers['host']}/sent#{code}"
    lines = shown_steps(work) if going else []
    return asked.page("sent.html", one=found, going=going, told=told, lines=lines, link=link, code=code)


def refuse_unless_open(asked: Asked) -> None:
    """Refused where the office does not let strangers in."""
    if not asked.desk.organizers:
        remedy = "send a mail to the office; or the office opens it: banzuke serve --organizers"
        raise refusal("no-such-page", asked.request.url.path, "a page of the desk", "none", remedy)
