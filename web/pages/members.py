"""Members: found as one types, each with everything that is known of him and what hangs on him; entered,
corrected and renewed."""

from __future__ import annotations

from fastapi import APIRouter
from starlette.responses import Response

from importer.register_apply import current_register
from office.errors import refusal
from office.families import family_of
from office.merge.merge import decisions_about, hangs_on
from office.register.doubles import search
from office.register.enter import add, correct, renew
from office.register.export import cells_of
from office.register.find import find_member
from office.register.member import label, mark, member_lines, refuse_changed
from office.register.take import member_line
from office.rules.enter import adjustable
from web.asked import Asked, Deciding, Reading
from web.pages.questions import just_done

routes = APIRouter()

MOST = 50
"""So many of those found are shown."""

CELLS = (
    "ID",
    "Name",
    "Kanji",
    "Kana",
    "Former names",
    "Birth",
    "Sex",
    "Federation",
    "FIDE ID",
    "Club",
    "Joined",
)
"""What can be entered of a new member, by the headings of the register file; a field's name is its heading in
small letters."""


DONE = ("", "entered", "renewed", "corrected", "same")
"""What a member's page is told was done, beside decisions by their numbers."""

FIELDS = (
    *(("Name", "needed"), ("Surname", ""), ("Given", ""), ("Kanji", ""), ("Kana", "")),
    *(("Former names", "long"), ("Roman spellings", "long"), ("Kanji spellings", "long")),
    *(("Kana spellings", "long"), ("Birth", "day"), ("Sex", "sex"), ("Federation", ""), ("FIDE ID", "")),
    *(("Club", ""), ("School", ""), ("Location", ""), ("Level", "level"), ("Withheld", "yes")),
    *(("Birth withheld", "yes"), ("Joined", "day"), ("FIDE ST", ""), ("FIDE RP", "")),
    *(("FIDE Source", "long"), ("FIDE RP Source", "long"), ("Memberships", "long")),
)
"""What can be corrected, by heading, with the kind of its field."""


@routes.get("/members")
def found(asked: Reading) -> Response:
    """Who is found by a part of a name or of an ID; a part of the page for who types."""
    words = asked.request.query_params.get("q", "")[:200]
    lines, more = [], 0
    done = asked.request.query_params.get("done", "")
    with asked.reading() as session:
        elsewhere = family_of(session).take_ratings is not None
        all_ = search(session, words) if words.strip() else []
    if all_:
        lines = [
            (one.member.federation_id, member_line(one.member, one.until, one.by)) for one in all_[:MOST]
        ]
        more = len(all_) - len(lines)
    page = "members_found.html" if asked.partly else "members.html"
    return asked.page(page, words=words, lines=lines, more=more, done=done, elsewhere=elsewhere)


@routes.get("/members/new")
def new(asked: Deciding) -> Response:
    """The form of a new member."""
    return asked.page("member_new.html")


@routes.post("/members")
def added(asked: Deciding) -> Response:
    """Enters a new member."""
    cells = {name: asked.given(_field(name)) for name in CELLS}
    cells["Memberships"] = _span(asked)
    anyway = asked.given("anyway") == "yes"
    with asked.writing() as session:
        family = family_of(session)
        counts = add(session, cells, family, anyway=anyway, who=asked.who.name, now=asked.now)
        (number,) = counts.created
    return asked.see(f"/members/{number}?done=entered")


@routes.get("/members/{number}")
def one(asked: Reading, number: str) -> Response:
    """Everything that is known of a member, since when and from where, and what hangs on him."""
    with asked.reading() as session:
        row, known = find_member(session, number), asked.day("known")
        lines = [line.strip() for line in member_lines(session, row, known)]
        done = asked.request.query_params.get("done", "")
        return asked.page(
            "member.html", member=row, lines=lines[1:], mark=mark(session, row), hangs=hangs_on(session, row),
            done=done, known=known, decided=None if done in DONE else just_done(asked, session),
            decisions=decisions_about(session, row), types=adjustable(session),
        )  # fmt: skip


@routes.get("/members/{number}/correct")
def to_correct(asked: Deciding, number: str) -> Response:
    """The form with what is known of a member, to be corrected."""
    with asked.reading() as session:
        row = find_member(session, number)
        cells = cells_of(current_register(session, row)[row.federation_id])
        return asked.page(
            "member_correct.html",
            member=row,
            cells=cells,
            fields=FIELDS,
            mark=mark(session, row),
            label=label,
        )


@routes.post("/members/{number}/correct")
def corrected(asked: Deciding, number: str) -> Response:
    """Other facts of a member, from the day that is given on."""
    cells = {
        heading: asked.given(_field(heading)) for heading, _kind in FIELDS if _field(heading) in asked.form
    }
    since, source = asked.given("since"), asked.given("source")
    with asked.writing() as session:
        row = find_member(session, number)
        before = mark(session, row)
        counts = correct(
            session, row.federation_id, cells, family_of(session), since=since, source=source,
            who=asked.who.name, now=asked.now,
        )  # fmt: skip
        if counts.changes:  # sent twice, it changes nothing
            refuse_changed(row, asked.given("mark"), before)
    return asked.see(f"/members/{row.federation_id}?done={'corrected' if counts.changes else 'same'}")


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
        counts = renew(session, row.federation_id, [span], family_of(session), asked.now)
        if counts.changes:  # entered twice, it changes nothing
            refuse_changed(row, asked.given("mark"), before)
    return asked.see(f"/members/{row.federation_id}?done=renewed")


def _field(heading: str) -> str:
    """The name of a field by its heading."""
    return heading.lower().replace(" ", "-")


def _span(asked: Asked) -> str:
    """A membership as a register file has it: FIRST/LAST paid DAY; empty where no day is given."""
    first, last, paid = (asked.given(name) for name in ("first", "last", "paid"))
    if not first and not last:
        return ""
    return f"{first}/{last}" + (f" paid {paid}" if paid else "")
