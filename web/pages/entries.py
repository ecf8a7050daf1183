"""Entries of the register that may be one person: listed, merged after a look at it, or kept apart."""

from __future__ import annotations

from fastapi import APIRouter
from sqlmodel import Session
from starlette.responses import Response

from office.desk.answering import typed
from office.merge.merge import keep_apart, merge, preview
from office.register.doubles import doubles, last_days
from office.register.find import find_member
from office.register.member import mark, refuse_changed
from office.register.take import member_line
from web.asked import Asked, Deciding, Reading
from web.pages.questions import just_done

routes = APIRouter()


@routes.get("/members/duplicates")
def every(asked: Reading) -> Response:
    """Pairs of entries that may be one person; with `all` also those whose other facts differ."""
    whole = asked.request.query_params.get("all") == "1"
    with asked.reading() as session:
        pairs, until = asked.desk.kept.of(
            session, ("doubles",), lambda: (doubles(session), last_days(session))
        )
        told = [
            (pair, *(member_line(m, until.get(m.member_id)) for m in (pair.one, pair.other)))
            for pair in pairs
            if pair.likely or whole
        ]
        more = len(pairs) - len(told)
        return asked.page("duplicates.html", pairs=told, more=more, done=just_done(asked, session))


@routes.get("/members/merge")
def look(asked: Deciding, gone: str = "", into: str = "") -> Response:
    """What merging two entries would do."""
    with asked.reading() as session:
        shown = preview(session, gone[:40], into[:40], asked.made("-"))
        return asked.page("merge.html", shown=shown)


@routes.post("/members/merge")
def merged(asked: Deciding) -> Response:
    """Rules that two entries are one person, as they were shown."""
    gone, into = asked.given("gone"), asked.given("into")
    anyway = asked.given("anyway") == "yes"
    with asked.writing() as session:
        _refuse_other(asked, session, gone, into)
        done = merge(session, gone, into, anyway=anyway, made=asked.made(asked.given("reason")))
        number, kept = done.ruling.id or 0, done.kept.federation_id
    return asked.see(f"/members/{kept}?done={typed([number])}")


@routes.post("/members/apart")
def apart(asked: Deciding) -> Response:
    """Rules that two entries are two people."""
    with asked.writing() as session:
        made = asked.made(asked.given("reason"))
        row = keep_apart(session, asked.given("gone"), asked.given("into"), made)
        number = row.id or 0
    return asked.see(f"/members/duplicates?done={typed([number])}")


def _refuse_other(asked: Asked, session: Session, *numbers: str) -> None:
    """Stops where one of the two was changed since they were shown."""
    marks = [*asked.all_given("mark"), *("" for _number in numbers)]
    for number, shown in zip(numbers, marks, strict=False):
        row = find_member(session, number)
        refuse_changed(row, shown, mark(session, row))
