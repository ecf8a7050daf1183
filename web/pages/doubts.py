"""“I doubt a number”: the form of the website is shown filled in, and kept when it is sent from here."""

import secrets

from fastapi import APIRouter
from starlette.responses import Response

from importer.organizers_people import address_of
from office.accounts.passwords import hashed
from office.errors import refusal
from office.sendings.receive import HandedIn, Kind, dealt_with, receive
from office.words import N_, speak
from web.asked import Anybody, Asked, Deciding, FromElsewhere
from web.pages.organizers import private_page, refuse_unless_open, secret_of

routes = APIRouter()

FIELDS = (
    ("place", N_("the page")),
    ("list", N_("the list")),
    ("event", N_("the event")),
    ("round", N_("the round")),
    ("member", N_("the member's ID")),
    ("opponent", N_("the opponent")),
    ("wrong", N_("what is printed")),
    ("right", N_("what is right")),
    ("proof", N_("what shows it")),
)
"""The fields of the website's form, in their order (docs/site.md)."""


@routes.get("/doubt")
def empty(asked: Anybody) -> Response:
    """The form with nothing in it."""
    return _form(asked)


@routes.post("/doubt")
def filled(asked: FromElsewhere) -> Response:
    """The form as the website's page filled it in. Nothing is kept yet."""
    if asked.given("lang") and asked.account is None:
        speak(asked.given("lang"))
    return _form(asked)


@routes.post("/doubt/send")
def sent(asked: Anybody) -> Response:
    """Keeps the doubt for a person to look at."""
    refuse_unless_open(asked)
    code, name, mail = secret_of(asked), asked.given("name")[:200], asked.given("mail")
    if not name or address_of(mail) is None:
        remedy = "fill in both, so that the office can ask"
        raise refusal("sender-missing", "the sender", "a name and an e-mail address", "not both", remedy)
    typed = [f"{label}: {asked.given(field)}" for field, label in FIELDS if asked.given(field)]
    if not asked.given("wrong") or not asked.given("right"):
        remedy = "say what is printed, and what is right"
        raise refusal("nothing-sent", "the doubt", "what is printed and what is right", "not both", remedy)
    asked.desk.taps.one_more(asked.address, 0, asked.now)
    given = HandedIn(hashed(code), "\n".join(typed), reporter=mail, kind=Kind.DOUBT)
    receive(
        asked.desk.office,
        given,
        account=None,
        trusted=False,
        sender=f"{name} <{mail}>",
        clock=asked.desk.clock,
        token=code,
    )
    return private_page(asked, code)


@routes.post("/reports/{number}/dealt-with")
def dealt(asked: Deciding, number: int) -> Response:
    """The doubt waits no more."""
    with asked.writing() as session:
        dealt_with(session, number)
    return asked.see("/reports")


def _form(asked: Asked) -> Response:
    refuse_unless_open(asked)
    given = [(field, label, asked.given(field)) for field, label in FIELDS]
    name, mail = asked.given("name")[:200], asked.given("mail")[:200]
    return asked.page("doubt.html", fields=given, code=secrets.token_urlsafe(32), name=name, mail=mail)
