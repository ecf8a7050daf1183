"""Who may host rated games (3(3)), applications for rated events (3(4)), and the fees of a period."""

from __future__ import annotations

import json
from datetime import date

from fastapi import APIRouter
from sqlmodel import Session
from starlette.responses import Response

from importer.applications import COLUMNS, FORMS, OPTIONAL, TYPES
from importer.organizers import organizers, spans_text
from importer.organizers_people import REPORTS, REPRESENTS, ROLES, RUNS, people_text
from importer.rulings import Kind, Rulings
from importer.tables import RulingRow
from office.errors import refusal
from office.families import require_organizers
from office.fees.statement import fee_csv, fee_sheet, fee_text
from office.lists.chain import latest_published
from office.personal.erase import gone_for_good
from office.personal.erase_others import erase_others
from office.register.enter import enter_application, enter_organizer, organizer_mark
from office.register.told import all_applications
from office.rules.enter import fee_of_all
from office.rules.people import rule_person
from office.rules.standing import ACCEPTED, PAID, UNPAID, fee_answer
from office.words import N_
from web.asked import Deciding, Reading
from web.fields import shown_in
from web.pages.questions import decided, in_words, just_done
from web.render import download

routes = APIRouter()

KIND_WORDS = {"federation": N_("the Federation"), "club": N_("a club"), "circle": N_("a collegiate circle")}
ROLE_WORDS = {
    REPRESENTS: N_("is the organizer"),
    REPORTS: N_("reports for it (4(2))"),
    RUNS: N_("runs its events (3(3))"),
}
ENTERED = ("entered", "organizers")
"""What the page is told was done, beside decisions by their numbers."""


@routes.get("/members/organizers")
def every(asked: Reading) -> Response:
    """Every organizer with the days of registration and the people, or those of a day."""
    on = asked.day("on")
    with asked.reading() as session:
        require_organizers(session, "banzuke organizers")
        every = organizers(session)
        lines = [
            (
                one,
                spans_text(one.spans),
                [(role, people_text(one.people[role])) for role in ROLES.values() if one.people.get(role)],
            )
            for one in every
            if on is None or one.on(on)
        ]
        return asked.page(
            "hosts.html", marks=[organizer_mark(one) for one in every],
            lines=lines, on=on, kinds=KIND_WORDS, roles=ROLE_WORDS,
            done=asked.done if asked.done in ENTERED else just_done(asked, session),
            decisions=in_words(Rulings.in_force(session).of_kind(Kind.PERSON)),
        )  # fmt: skip


@routes.post("/members/organizers")
def entered(asked: Deciding) -> Response:
    """Enters an organizer, or changes one that is known by this name."""
    names = ("Name", "Kind", "Valid", "Names", *ROLES)
    cells = asked.cells(names)
    shown = shown_in(asked.form)
    with asked.writing() as session:
        enter_organizer(session, cells, asked.now, None if shown is None else shown.split())
    return asked.see("/members/organizers?done=entered")


@routes.post("/members/organizers/person")
def person(asked: Deciding) -> Response:
    """Who reports for an organizer, or runs his events: one answer for all their reports."""
    role = asked.given("role")
    if role not in ROLE_WORDS:
        raise refusal("nothing-chosen", "the person", "what the person does", "none", "choose one")
    first, last = asked.day("from"), asked.day("until")
    with asked.writing() as session:
        row = rule_person(
            session, asked.given("organizer"), asked.given("person"), role,
            member=asked.given("member") or None, first=first, last=last,
            made=asked.made(rulings=asked.decisions),
        )  # fmt: skip
    return decided(asked, "/members/organizers", row)


@routes.post("/members/organizers/erase")
def erased(asked: Deciding) -> Response:
    """Erases somebody who is no member, for good (7(1)): wherever the address stands, or one organizer's."""
    asked.refuse_without_tick("erase-unconfirmed", "who is no member", "tick the box, then erase")
    with asked.writing() as session:
        whom, organizer = asked.given("person"), asked.given("organizer") or None
        done = erase_others(session, whom, organizer, made=asked.made())
        first = done.rulings[0] if done.rulings else None
    gone_for_good(asked.desk.office)
    if first is None:  # notices alone knew the address
        return asked.see("/members/organizers?done=entered")
    return decided(asked, "/members/organizers", first)


@routes.get("/members/applications")
def applied(asked: Reading) -> Response:
    """Every application, with the event it is for."""
    with asked.reading() as session:
        require_organizers(session, "banzuke applications")
        lines = list(all_applications(session))
        names = [one.row.name for one in organizers(session)]
    facts = {"lines": lines, "types": TYPES, "forms": FORMS, "names": names}
    return asked.page("applications.html", **facts, done=asked.done)


@routes.post("/members/applications")
def application(asked: Deciding) -> Response:
    """Enters an application."""
    cells = asked.cells((*COLUMNS, *OPTIONAL))
    cells["Last day"] = cells["Last day"] or cells["First day"]
    with asked.writing() as session:
        enter_application(session, cells, "the application", asked.now)
    return asked.see("/members/applications?done=entered")


@routes.get("/members/fees")
def fees(asked: Reading) -> Response:
    day, organizer = asked.day("list"), asked.query("organizer")[:500] or None
    with asked.reading() as session:
        if latest_published(session) is None:
            return asked.page("fees.html", sheet=None, text="", owing=(), done=None, organizer="")
        sheet = fee_sheet(session, day, organizer)
        if asked.query("csv") == "1":
            return download(f"fees-{sheet.list_date}.csv", fee_csv(sheet))
        owing = sorted({line.organizer for line in sheet.lines})
        return asked.page(
            "fees.html", sheet=sheet, text=fee_text(sheet), owing=owing, done=just_done(asked, session),
            organizer=organizer or "", decisions=in_words(_of_list(session, sheet.list_date)),
        )  # fmt: skip


def _of_list(session: Session, day: date) -> list[RulingRow]:
    """What was decided about all fees of an organizer for a list."""
    rows = Rulings.in_force(session).of_kind(Kind.FEE)
    return [row for row in rows if row.event_key is None and json.loads(row.subject).get("list") == str(day)]


@routes.post("/members/fees")
def became(asked: Deciding) -> Response:
    """What became of all fees of an organizer for one list."""
    word = asked.given("state")
    paid = asked.needed_day("paid") if word == PAID else asked.day("paid")
    if word not in (PAID, UNPAID, ACCEPTED):
        remedy = "choose one; of what is paid also the day"
        raise refusal("nothing-chosen", "the fees", "what became of them", "none", remedy)
    day = asked.needed_day("list")
    with asked.writing() as session:
        value = fee_answer(f"{PAID} {paid}" if word == PAID else word, asked.today(session))
        made = asked.made(rulings=asked.decisions)
        row = fee_of_all(session, asked.given("organizer"), day, value, made=made)
    return decided(asked, f"/members/fees?list={day}", row)
