"""Members: found as one types, each with everything that is known of him and what hangs on him; entered,
corrected and renewed. FIDE's monthly list: taken from a file, and where the register and it disagree."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from datetime import date
from pathlib import Path

from fastapi import APIRouter
from sqlmodel import Session, or_, select
from starlette.responses import Response

from importer.fide_list.players import TYPES
from importer.fide_list.read import read_list
from importer.fide_list.store import NEWEST_FIRST, store_list, suggestions, wanted_by
from importer.plain_text import file_name
from importer.register_apply import current_register
from importer.tables import FideListRow, MemberRow, RulingRow
from office.desk.refresh import refresh
from office.desk.targets import event_named
from office.desk.withdraw import never_back
from office.errors import refusal
from office.families import family_of
from office.merge.merge import decisions_about, hangs_on
from office.register.enter import add, correct, renew
from office.register.export import SELDOM, cells_of
from office.register.find import find_member
from office.register.member import mark, member_lines, refuse_changed
from office.register.newcomers import newcomers
from office.register.search import search
from office.register.told import member_line
from office.rules.enter import adjustable, takes_outside
from office.words import N_
from scraper.records import Problem
from web.asked import Asked, Deciding, Reading
from web.fields import field_of, number_in
from web.pages.questions import just_done

routes = APIRouter()

MOST = 50
"""So many of those found are shown."""

CELLS = (
    *("ID", "Name", "Kanji", "Kana", "Former names"),
    *("Birth", "Sex", "Federation", "FIDE ID", "Club", "Joined"),
    *("Surname", "Given", "School", "Level", "Location", "Withheld", "Birth withheld"),
)
"""What can be entered of a new member, by the headings of the register file."""

DONE = ("", "entered", "renewed", "corrected", "withheld", "same")
"""What a member's page is told was done, beside decisions by their numbers."""

FIELDS = (
    *(("Name", "needed"), ("Surname", ""), ("Given", ""), ("Kanji", ""), ("Kana", "")),
    *(("Former names", "long"), ("Roman spellings", "long"), ("Kanji spellings", "long")),
    *(("Kana spellings", "long"), ("Birth", "day"), ("Sex", "sex"), ("Federation", ""), ("FIDE ID", "")),
    *(("Club", ""), ("School", ""), ("Location", ""), ("Level", "level"), ("Withheld", "yes")),
    *(("Birth withheld", "yes"), ("Joined", "day"), ("FIDE ST", ""), ("FIDE RP", "")),
    *(("FIDE BZ", ""), ("FIDE Source", "long"), ("FIDE RP Source", "long"), ("FIDE BZ Source", "long")),
    ("Memberships", "long"),
)
"""What can be corrected, by heading, with the kind of its field."""
SUGGESTIONS, LISTS = 200, 12
"""So many suggestions of a kind, and so many lists, are shown."""

TITLES = {
    "fill": N_("Could be filled"),
    "differs": N_("Different"),
    "missing": N_("FIDE ID not on the list"),
}


@routes.get("/members/fide")
def fide_lists(asked: Reading) -> Response:
    """The lists that are held, and what the newest suggests; with `all=1` every suggestion."""
    number = number_in(asked.done)
    with asked.reading() as session:
        stored = session.get(FideListRow, number) if number is not None else None
        return _fide_page(asked, session, stored, again=asked.query("again") == "1")


@routes.post("/members/fide")
def fide_list_taken(asked: Deciding) -> Response:
    """Keeps of a list the players of the federation and of the register."""
    file = asked.needed_files()[0]
    month, kind = _month(asked.given("month")), asked.given("type")
    with asked.reading() as session:
        wanted = wanted_by(session, family_of(session).home)
    with tempfile.TemporaryDirectory(prefix="banzuke-") as work:
        # Under a name that every file system takes; its end says which list it is.
        path = Path(work) / (file_name(file.name)[-60:].lstrip(".") or "list")
        path.write_bytes(file.data)
        contents = read_list(path, wanted, month=month, kind=kind if kind in TYPES else None)
    with asked.writing() as session:
        done = store_list(session, contents, file_name(file.name), asked.now)
        named = {"month": contents.month, "kind": contents.kind, "sha256": contents.sha256}
        stored = session.exec(select(FideListRow).filter_by(**named)).one()
        number = stored.id
    odd, again = (*done.beside, *contents.odd), done.again
    if not odd:
        return asked.see(f"/members/fide?done={number}{'&again=1' if again else ''}")
    with asked.reading() as session:  # another file of the month, and who could not be read, are said once
        return _fide_page(asked, session, session.get(FideListRow, number), again=again, odd=odd)


def _fide_page(
    asked: Asked,
    session: Session,
    stored: FideListRow | None,
    *,
    again: bool,
    odd: Sequence[Problem] = (),
) -> Response:
    by, found = suggestions(session)
    of_kind = [(title, [one for one in found if one.kind == kind]) for kind, title in TITLES.items()]
    kinds = [
        (title, len(mine), mine if asked.whole else mine[:SUGGESTIONS]) for title, mine in of_kind if mine
    ]
    newest = select(FideListRow).order_by(*NEWEST_FIRST)
    return asked.page(
        "fide.html", by=by, count=len(found), kinds=kinds, types=TYPES,
        lists=session.exec(newest.limit(LISTS)).all(), stored=stored, again=again, odd=odd,
    )  # fmt: skip


def _month(text: str) -> date | None:
    """The first day of a month as a browser sends it; None where none was given."""
    if not text:
        return None
    try:
        return date.fromisoformat(f"{text}-01")
    except ValueError:
        remedy = "write it as 2026-11"
        raise refusal("not-a-day", "the list's month", "a month", f"“{text}”", remedy) from None


@routes.get("/members")
def found(asked: Reading) -> Response:
    """Who is found by a part of a name or of an ID; a part of the page for who types."""
    words = asked.query("q")[:200]
    with asked.reading() as session:
        family = family_of(session)
        all_, similar = search(session, words) if words.strip() else ([], False)
    lines = [
        (one.member.federation_id, member_line(one.member, one.until, family, one.by)) for one in all_[:MOST]
    ]
    facts = {"words": words, "lines": lines, "more": len(all_) - len(lines)}
    facts |= {"similar": similar, "family": family}
    return asked.page("members_found.html" if asked.partly else "members.html", **facts, done=asked.done)


@routes.get("/members/new")
def new(asked: Deciding) -> Response:
    """`name`: as a question has it, whose source writes a comma behind the surname; `event`: whose report
    says more of a new player. Where the office assigns the IDs, the next one stands there."""
    name = " ".join(asked.query("name").replace(",", " ").split())
    number = number_in(asked.query("event"))
    with asked.reading() as session:
        family, told = family_of(session), {"Name": name}
        if family.next_number:
            told["ID"] = family.next_number(session.exec(select(MemberRow.federation_id)))
        if number is not None and family.next_number:
            view = event_named(refresh(session).events, f"E{number}").view
            mine = [line for line in newcomers(session, view) if line["Name"] == name]
            told = {**mine[0], **told} if len(mine) == 1 else told
        return asked.page("member_new.html", family=family, told=told)


@routes.post("/members")
def added(asked: Deciding) -> Response:
    cells = asked.cells(CELLS) | {"Memberships": _span(asked)}
    anyway = asked.given("anyway") == "yes"
    with asked.writing() as session:
        counts = add(session, cells, anyway=anyway, who=asked.who.name, now=asked.now)
        (number,) = counts.created
    return asked.see(f"/members/{number}?done=entered")


@routes.get("/members/{number}")
def one(asked: Reading, number: str) -> Response:
    """Everything that is known of a member, since when and from where, and what hangs on him."""
    with asked.reading() as session:
        row, known = find_member(session, number), asked.day("known")
        lines = [line.strip() for line in member_lines(session, row, known)]
        decisions = decisions_about(session, row)
        rulings = [session.get_one(RulingRow, number) for number, _words in decisions]
        return asked.page(
            "member.html", member=row, others=_merged_with(session, row), lines=lines[1:],
            mark=mark(session, row), hangs=hangs_on(session, row), known=known,
            done=asked.done, decided=None if asked.done in DONE else just_done(asked, session),
            decisions=decisions, standing=never_back(session, rulings), types=adjustable(session),
            outside=takes_outside(session), family=family_of(session),
        )  # fmt: skip


def _merged_with(session: Session, member: MemberRow) -> Sequence[MemberRow]:
    """The entry that this one was merged into, and those that were merged into this one."""
    either = or_(MemberRow.id == member.merged_into, MemberRow.merged_into == member.id)
    return session.exec(select(MemberRow).where(either).order_by(MemberRow.federation_id)).all()


@routes.get("/members/{number}/correct")
def to_correct(asked: Deciding, number: str) -> Response:
    """The form with what is known of a member, to be corrected."""
    with asked.reading() as session:
        row = find_member(session, number)
        cells = cells_of(current_register(session, [row.id or 0])[row.federation_id])
        asks = family_of(session).memberships
        fields = [f for f in FIELDS if asks or cells.get(f[0]) or f[0] not in SELDOM]
        facts = {"member": row, "cells": cells, "fields": fields}
        return asked.page("member_correct.html", **facts, mark=mark(session, row))


@routes.post("/members/{number}/correct")
def corrected(asked: Deciding, number: str) -> Response:
    """Other facts of a member, from the day that is given on."""
    cells = asked.cells(heading for heading, _kind in FIELDS if field_of(heading) in asked.form)
    since, source = asked.given("since"), asked.given("source")
    with asked.writing() as session:
        row = find_member(session, number)
        before = mark(session, row)
        counts = correct(
            session, row.federation_id, cells, since=since, source=source, who=asked.who.name, now=asked.now
        )  # fmt: skip
        if counts.changes:  # sent twice, it changes nothing
            refuse_changed(row, asked.given("mark"), before)
    done = "withheld" if counts.newly_withheld else "corrected" if counts.changes else "same"
    return asked.see(f"/members/{row.federation_id}?done={done}")


@routes.post("/members/{number}/renew")
def renewed(asked: Deciding, number: str) -> Response:
    """A further membership, or another last day of one he has."""
    span = _span(asked)
    if not span:
        remedy = "give the first and the last day"
        raise refusal("nothing-chosen", number, "a membership", "none", remedy)
    with asked.writing() as session:
        row = find_member(session, number)
        before = mark(session, row)
        counts = renew(session, row.federation_id, [span], who=asked.who.name, now=asked.now)
        if counts.changes:  # entered twice, it changes nothing
            refuse_changed(row, asked.given("mark"), before)
    return asked.see(f"/members/{row.federation_id}?done=renewed")


def _span(asked: Asked) -> str:
    """A membership as a register file has it: FIRST/LAST paid DAY; empty where no day is given."""
    first, last, paid = (asked.given(name) for name in ("first", "last", "paid"))
    if not first and not last:
        return ""
    return f"{first}/{last}" + (f" paid {paid}" if paid else "")
