"""For whoever has no account, where the office lets them: an organizer checks an event, reports it, sees what
became of it; “I doubt a number”, the form of the website, is shown filled in, and kept when it is sent from
here. What was sent is found again by a private link, whose secret stands behind its #."""

import secrets
from dataclasses import replace

from fastapi import APIRouter
from starlette.responses import Response

from importer.organizers_people import address_of
from office.accounts.passwords import hashed
from office.errors import refusal
from office.sendings.outcome import for_sender, outcome_of
from office.sendings.receive import HandedIn, Kind, dealt_with, once_of, told_apart
from office.words import _, p_, speak
from web.asked import Anybody, Asked, Deciding, FromElsewhere, FromFilled, no_page
from web.fields import Number, form_secret
from web.labels import DOUBTED
from web.pages.reports import shown_steps

routes = APIRouter()


@routes.get("/organizers")
def form(asked: Anybody) -> Response:
    _refuse_unless_open(asked)
    return asked.page("organizers.html", code=secrets.token_urlsafe(32))


@routes.post("/organizers")
def handed_in(asked: Anybody) -> Response:
    """Keeps what is sent, begins to read or check it, and shows its page."""
    _refuse_unless_open(asked)
    kind = Kind.CHECK if asked.given("do") == "check" else Kind.GIVEN
    code, name, mail = form_secret(asked.given("code")), asked.given("name")[:200], asked.given("mail")
    if kind is not Kind.CHECK:
        _refuse_nameless(name, mail)
    sender = f"{name} <{mail}>" if name and mail else name or mail or "?"
    given = HandedIn(once_of(code, None), asked.text(), asked.files(), reporter=mail, kind=kind)
    asked.desk.taps.one_more(asked.address, asked.desk.works.waiting(), asked.now)
    return _received(asked, code, given, sender)


@routes.get("/sent")
def by_link(asked: Anybody) -> Response:
    """Where a private link leads: the page takes its secret from behind the #, and sends it as a form."""
    _refuse_unless_open(asked)
    return asked.page("sent_enter.html")


@routes.post("/sent")
def sent(asked: Anybody) -> Response:
    """What became of what was sent with a private link."""
    _refuse_unless_open(asked)
    return _private_page(asked, asked.given("code").rpartition("#")[2])


@routes.get("/doubt")
def empty(asked: Anybody) -> Response:
    return _form(asked)


@routes.post("/doubt")
def filled(asked: FromElsewhere) -> Response:
    """The form as the website's page filled it in. Nothing is kept yet."""
    _speak_as_the_page(asked)
    return _form(asked)


@routes.post("/doubt/send")
def doubted(asked: FromFilled) -> Response:
    """Keeps the doubt for a person to look at."""
    _speak_as_the_page(asked)
    _refuse_unless_open(asked)
    code, name, mail = form_secret(asked.given("code")), asked.given("name")[:200], asked.given("mail")
    _refuse_nameless(name, mail)
    colon = p_("punctuation", ": ")
    typed = [f"{_(label)}{colon}{asked.given(field)}" for field, label in DOUBTED if asked.given(field)]
    if not asked.given("wrong") or not asked.given("right"):
        remedy = "say what is printed, and what is right"
        raise refusal("nothing-sent", "the doubt", "what is printed and what is right", "not both", remedy)
    asked.desk.taps.one_more(asked.address, 0, asked.now)
    given = HandedIn(once_of(code, None), "\n".join(typed), reporter=mail, kind=Kind.DOUBT)
    return _received(asked, code, given, f"{name} <{mail}>")


@routes.post("/reports/{number}/dealt-with")
def dealt(asked: Deciding, number: Number) -> Response:
    """The doubt, or what was stopped, waits no more."""
    with asked.writing() as session:
        dealt_with(session, number)
    return asked.see("/reports")


def _speak_as_the_page(asked: Asked) -> None:
    """A stranger reads on in the language of the page that he came from."""
    if asked.given("lang") and asked.account is None:
        asked.request.state.spoken = asked.given("lang")  # also where he is refused
        speak(asked.given("lang"))


def _form(asked: Asked) -> Response:
    _refuse_unless_open(asked)
    given = [(field, label, asked.given(field)) for field, label in DOUBTED]
    name, mail = asked.given("name")[:200], asked.given("mail")[:200]
    return asked.page("doubt.html", fields=given, code=secrets.token_urlsafe(32), name=name, mail=mail)


def _refuse_nameless(name: str, mail: str) -> None:
    """Refused where nobody could be asked about what was sent."""
    if not name or address_of(mail) is None:
        remedy = "fill in both, so that the office can ask"
        raise refusal("sender-missing", "the sender", "a name and an e-mail address", "not both", remedy)


def _received(asked: Asked, code: str, given: HandedIn, sender: str) -> Response:
    """Keeps what was sent, and shows its page; what was sent from a form that had been sent has another."""
    with asked.reading() as session:
        apart = told_apart(session, given)
    if apart.once != given.once:
        code = hashed(f"{code} {apart.once}")
        given = replace(given, once=once_of(code, None))
    asked.desk.hand_in(given, account=None, sender=sender, token=code)
    return _private_page(asked, code)


def _private_page(asked: Asked, code: str) -> Response:
    """What became of what was sent with this secret."""
    with asked.reading() as session:
        work = asked.desk.works.seen(outcome_of(session, code).row.id or 0)
    going = work is not None  # asked before its state is looked at, or its end looks cut off
    with asked.reading() as session:
        found = outcome_of(session, code)
        told = for_sender(session, found)
    link = f"{asked.here}/sent#{code}"
    lines = shown_steps(work) if going else []
    return asked.page("sent.html", one=found, going=going, told=told, lines=lines, link=link, code=code)


def _refuse_unless_open(asked: Asked) -> None:
    """Refused where the office does not let strangers in."""
    if not asked.desk.organizers:
        remedy = "send a mail to the office; or the office opens it: banzuke serve --organizers"
        raise no_page(asked.request.url.path, remedy=remedy)
