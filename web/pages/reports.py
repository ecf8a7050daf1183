"""Reports: what is handed in, read while one looks on, and what became of it; an event looked at before it is
reported, and the form on which organizers report; a mail, what is asked of it, and the reply as a draft."""

import secrets
from dataclasses import replace
from unicodedata import normalize

from fastapi import APIRouter
from sqlmodel import Session
from starlette.responses import Response

from importer.form.layout import FORM_NAME
from importer.form.write import write_form
from importer.tables import MessageRow
from office.accounts.roles import Need
from office.desk.groups import open_questions
from office.desk.refresh import refresh
from office.desk.reports import close_report, waiting_reports
from office.desk.status import event_states
from office.errors import OfficeError, refusal
from office.families import family_of
from office.mail.keep import Shelf, became, left_mails, mail_row, newest_mails
from office.mail.read import Mail
from office.mail.reply import Draft, draft, facts_for, template
from office.mail.waiting import NOTHING_NEW, close_mail, known, said_of, waiting_mails
from office.sendings.outcome import checks, doubts, for_sender, mail_reports, outcome, sendings
from office.sendings.receive import HandedIn, Kind, anew, once_of, told_apart
from office.words import _
from office.words.codes import meaning
from office.words.problems import in_language, place, said
from publication.exports.programs import form_members
from web.asked import Asked, Deciding, Reading, Reporting, SignedIn
from web.fields import Number, number_in
from web.pages.tasks import begun, listening, newest
from web.render import download
from web.works import Step, Work

routes = APIRouter()

LAST = 30
"""So many of what was handed in, and so many mails, are listed."""
LISTENS, LOOKS = 55.0, 0.15
"""Seconds after which who listens has to ask again, so that it is looked who he is; and between two looks."""
CARDS = 50
"""So many cards of players are fetched at most; each is a page of the site."""


@routes.get("/reports/read")
def to_read(asked: Deciding) -> Response:
    return asked.page("read.html", tasks=newest(asked, "read"))


@routes.post("/reports/read")
def read(asked: Deciding) -> Response:
    """Begins to read. Nothing is stored but the pages."""
    text, files = asked.text().strip(), asked.files()
    cards = normalize("NFKC", asked.given("cards")).replace(",", " ").split()
    if not text and not files:
        raise refusal("nothing-sent", "what was sent", "a link or files", "neither", "give one of them")
    if len(cards) > CARDS or not all(n.isascii() and n.isdigit() and 0 < int(n) < 100_000 for n in cards):
        remedy, found = "give them as 1 2 3", f"“{asked.given('cards')[:40]}”"
        raise refusal("not-a-number", "the field cards", f"at most {CARDS} starting numbers", found, remedy)
    given = {"text": text, "files": [(f.name, f.data) for f in files], "cards": [int(n) for n in cards]}
    return begun(asked, "read", given)


@routes.get("/reports/form.xlsx")
def report_form(asked: Reading) -> Response:
    """The Rating Report Form; `?members=yes`: with the members' IDs and names to pick from."""
    members = asked.query("members") == "yes"
    with asked.reading() as session:
        data = asked.desk.kept.of(
            session,
            ("form", members),
            lambda: write_form(form_members(session) if members else None, family_of(session)),
        )
    return download(f"{FORM_NAME.lower().replace(' ', '-')}.xlsx", data)


@routes.get("/reports")
def every(asked: SignedIn) -> Response:
    """The form, what waits, and what came in last; of a reporter his own."""
    going = asked.desk.works.going()
    with asked.reading() as session:
        found = sendings(session, LAST, asked.whose(Need.READ))
        if not asked.may(Need.READ):
            return asked.page(
                "reports.html", sendings=found, checks=(), once=new_once(), mails=(), going=going
            )
        waits = {
            "unread": waiting_reports(session), "waiting": waiting_mails(session, asked.today(session)),
            "doubts": doubts(session), "left": left_mails(session),
        }  # fmt: skip
        newer = number_in(asked.query("from")) or 0
        mails = newest_mails(session, LAST + 1, newer)
        return asked.page(
            "reports.html", sendings=found, checks=checks(session, LAST), once=new_once(),
            by_whom=family_of(session).asks_who_reports,
            mails=became(session, mails[:LAST], _why), older=newer + LAST if mails[LAST:] else None,
            waits=waits, asking=_asking(asked, session), going=going,
        )  # fmt: skip


@routes.post("/reports")
def handed_in(asked: Reporting) -> Response:
    """Keeps what is handed in, begins to read it, and goes to its page."""
    kind = {"yes": Kind.MAILBOX, "left": Kind.LEFT}.get(asked.given("mailbox"), Kind.GIVEN)
    _refuse_mails(asked, kind)
    text, files = (asked.text(), asked.files()) if kind is Kind.GIVEN else ("", [])
    return _received(
        asked,
        HandedIn(_once(asked), text, files, asked.given("reported"), asked.given("reporter"), kind),
    )


@routes.post("/mails/{number}/import")
def quoted(asked: Deciding, number: Number) -> Response:
    """Reads what a mail only quotes, or the links that are typed, as reported with it."""
    given = HandedIn(_once(asked), asked.given("links"), kind=Kind.QUOTED, mail=f"M{number}")
    return _received(asked, given)


@routes.get("/reports/{number}")
def one(asked: SignedIn, number: Number) -> Response:
    """What became of it, or how far it is."""
    work = asked.desk.works.seen(number)
    going = work is not None  # asked before its state is looked at, or its end looks cut off
    with asked.reading() as session:
        found = outcome(session, number, asked.whose(Need.READ))
        lines = shown_steps(work) if going else []
        if not asked.may(Need.READ):
            told = for_sender(session, found)
            return asked.page("report_mine.html", told=told, one=found, going=going, lines=lines)
        states = event_states(session, refresh(session), asked.today(session)) if found.reports else {}
        left = left_mails(session) if found.over and found.mails else []
        came = found.reports or found.mails
        waits = came and any(group.first.blocks for group in open_questions(session))
        return asked.page(
            "report.html", states=states, one=found, going=going, lines=lines, left=left, once=new_once(),
            waits=waits, mails=became(session, found.mails, _why), asking=_asking(asked, session),
        )  # fmt: skip


@routes.post("/reports/{number}/again")
def again(asked: Reporting, number: Number) -> Response:
    """Reads once more what was cut off or stopped."""
    with asked.reading() as session:
        found = outcome(session, number, asked.whose(Need.READ))
    _refuse_mails(asked, found.row.kind)  # an officer handed it in who is none any more
    if asked.desk.works.seen(number) is None and anew(asked.desk.office, number):
        asked.desk.works.begin(number)
    return asked.see(f"/reports/{number}")


@routes.post("/reports/close/{number}")
def closed(asked: Deciding, number: Number) -> Response:
    """Closes a report that could not be read: nothing is to be read of it any more."""
    with asked.writing() as session:
        close_report(session, number, made=asked.made())
    return asked.see("/reports")


@routes.get("/mails/{number}")
def mail(asked: Reading, number: Number) -> Response:
    """A mail with its reports, and what would be answered."""
    with asked.reading() as session:
        row = mail_row(session, str(number))
        waits = next((w for w in waiting_mails(session, asked.today(session)) if w.row.id == row.id), None)
        asked_of = {p.code for p in waits.problems} if waits is not None else set()
        (told,) = became(session, [row], _why)
        problems, noted = said_of(row)
        # the event came otherwise, or somebody dealt with it
        seen = [problem for problem in problems if told.closed is not None or known(session, problem)]
        asks = (in_language(problem) for problem in problems if problem not in seen)
        try:
            kept = _kept(asked, row)
            made, refused = _draft(asked, session, row, kept), []
        except OfficeError as error:
            kept, made, refused = None, None, list(error.problems)
        return asked.page(
            "mail.html", row=row, waits=waits, mail=told, text=kept.text if kept else "",
            problems=[replace(p, remedy=p.remedy.replace("M…", f"M{number}")) for p in asks],
            doubts=NOTHING_NEW in asked_of, importable=bool(asked_of - {NOTHING_NEW}),
            noted=[*noted, *seen], reports=mail_reports(session, row), draft=made, refused=refused,
            once=new_once(), after=_after(asked, session, number),
        )  # fmt: skip


@routes.get("/mails/{number}/reply.eml")
def reply(asked: Reading, number: Number) -> Response:
    """The draft for a mail program. Nothing is sent from here."""
    with asked.reading() as session:
        row = mail_row(session, str(number))
        made = _draft(asked, session, row, _kept(asked, row))
    return download(f"reply-M{number}.eml", made.eml())


@routes.post("/mails/{number}/close")
def mail_closed(asked: Deciding, number: Number) -> Response:
    """Nothing is to be taken from this mail any more."""
    with asked.writing() as session:
        close_mail(session, mail_row(session, str(number)), made=asked.made())
    return asked.see(f"/mails/{number}")


@routes.get("/reports/{number}/live")
def live(asked: SignedIn, number: Number) -> Response:
    """The steps of its reading as they come, as server-sent events."""
    with asked.reading() as session:
        found = outcome(session, number, asked.whose(Need.READ))
    work = asked.desk.works.seen(found.row.id or 0)
    return listening(
        asked,
        lambda begin: [(step.about, _told(step)) for step in work.steps[begin:]] if work else [],
        lambda: work is None or work.over,
        listens=LISTENS,
        looks=LOOKS,
    )


def shown_steps(work: Work | None) -> list[tuple[str, str]]:
    """What each step is about, with the words of the last about it."""
    return list({step.about: _told(step) for step in (work.steps if work else [])}.items())


def _told(step: Step) -> str:
    return _(step.words, **{name: _fact(name, value) for name, value in step.facts.items()})


def _fact(name: str, value: object) -> object:
    if not isinstance(value, str):
        return value
    return place(value) if name == "event" else said(value)


def _refuse_mails(asked: Asked, kind: str) -> None:
    """The office's mails are looked through by officers alone."""
    if kind != Kind.GIVEN and not asked.may(Need.DECIDE):
        raise refusal(
            "not-allowed", asked.who.name, "somebody who may decide", asked.who.role, "ask an officer"
        )


def _received(asked: Asked, given: HandedIn) -> Response:
    who, trusted = asked.who, asked.may(Need.DECIDE)
    with asked.reading() as session:
        given = told_apart(session, given)
    number = asked.desk.hand_in(given, account=who.id, sender=who.name, trusted=trusted)
    return asked.see(f"/reports/{number}")


def _once(asked: Asked) -> str:
    return once_of(asked.given("once"), asked.number)


def new_once() -> str:
    """What a form holds so that, sent twice, it is one."""
    return secrets.token_urlsafe(24)


def _asking(asked: Asked, session: Session) -> set[int | None]:
    """The mails in which somebody has to look at something, also at a report that could not be read."""
    unread = {one.report.message_id for one in waiting_reports(session)}
    return {one.row.id for one in waiting_mails(session, asked.today(session))} | unread


def _after(asked: Asked, session: Session, number: int) -> int | None:
    """The mail after one in which somebody has to look at something; at the end from the beginning again."""
    numbers = sorted(n for n in _asking(asked, session) if n is not None and n != number)
    return next((n for n in numbers if n > number), numbers[0] if numbers else None)


def _why(code: str) -> str:
    """What was wrong with a report, within a sentence."""
    return meaning(code).rstrip(".。")


def _kept(asked: Asked, row: MessageRow) -> Mail:
    return Shelf(asked.desk.office.place, asked.desk.office.engine, asked.desk.clock, ()).mail(row)


def _draft(asked: Asked, session: Session, row: MessageRow, mail: Mail) -> Draft:
    return draft(row, mail, template(asked.desk.office.place).followed(facts_for(session, row)))
