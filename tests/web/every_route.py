"""Every address of the desk, taken from the application itself: whoever goes through all pages forgets none
that is new.

What stands in braces is filled in with what the office has; `OWN` says with what.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from fastapi import FastAPI
from fastapi.routing import APIRoute
from sqlmodel import Session, col, select

from importer.tables import EventRow, MemberRow, MessageRow, ProblemRow
from office.accounts.roles import Need
from office.sendings.tables import SendingRow
from office.tables import ListRatingRow, ListVersionRow

BRACES = re.compile(r"{(\w+)}")


@dataclass(frozen=True, slots=True)
class Address:
    """An address and a method. `path`: as the program has it; `need`: what it asks of whoever opens it, None
    where anybody may; `foreign`: whether another site's page may send it."""

    path: str
    method: str
    need: Need | None
    foreign: bool

    @property
    def at_api(self) -> bool:
        """Whether programs ask it."""
        return self.path.startswith("/api/")


def every(app: FastAPI) -> list[Address]:
    """Every address of the desk, with every method that it takes."""
    return [
        Address(route.path, method, *_asks(route))
        for route in _routes(app.routes)
        for method in sorted(route.methods)
    ]


def _routes(routes: Any) -> Iterator[APIRoute]:
    for route in routes:
        within = getattr(route, "original_router", None)
        if within is not None:
            yield from _routes(within.routes)
        else:
            assert isinstance(route, APIRoute), f"what is this? {route}"
            yield route


def _asks(route: APIRoute) -> tuple[Need | None, bool]:
    for one in route.dependant.dependencies:
        if hasattr(one.call, "need"):
            return one.call.need, one.call.foreign
    return None, False


def facts(session: Session) -> dict[str, str]:
    """What the office has: an event, a member with a rating, a list, …; what it has not is not there."""
    published = select(ListVersionRow).where(ListVersionRow.state == "published")
    newest = session.exec(published.order_by(col(ListVersionRow.id).desc())).first()
    version = newest.id if newest else None
    on_list = select(ListRatingRow.federation_id).where(ListRatingRow.version_id == version)
    asked: dict[str, Any] = {
        "event": select(EventRow.id),
        "key": select(EventRow.key),
        "question": select(ProblemRow.id)
        .where(ProblemRow.state == "open")
        .order_by(col(ProblemRow.id).desc()),
        "mail": select(MessageRow.id),
        "sending": select(SendingRow.id),
        "member": on_list if newest else select(MemberRow.federation_id),
    }
    found = {name: session.exec(query).first() for name, query in asked.items()}
    if newest:
        found |= {"version": newest.id, "day": newest.list_date, "number": newest.version}
    if found["key"]:
        found["slug"] = found["key"].replace(":", "-")
    return {name: str(value) for name, value in found.items() if value is not None}


OWN = {
    "/reports/{number}": "sending",
    "/mails/{number}": "mail",
    "/questions/{number}": "question",
    "/events/{number}": "event",
    "/members/{number}": "member",
    "/lists/{number}": "version",
    "/corrections/events/{number}": "event",
    "/api/v1/reports": "sending",
}
"""What {number} is, by the beginning of the address."""
NAMED = {"member": "member", "id": "member", "day": "day", "slug": "slug", "number": "number"}
"""What the other braces are."""
WORDS = {"name": "desk.css", "what": "register", "ending": "csv", "code": "no-such-member"}
WORDS |= {"kind": "csv", "program": "swiss-manager", "job": "site"}
"""What does not hang on the office."""


def filled(address: Address, known: Mapping[str, str]) -> str | None:
    """The address with something that the office has in its braces; None where it has nothing of the kind.
    An address that this does not know is a fault of the test that asks: it says how to fill it in."""
    own = next((what for begins, what in OWN.items() if address.path.startswith(begins)), None)
    values = []
    for name in BRACES.findall(address.path):
        what = own if name == "number" and own else NAMED.get(name)
        if what is None and name not in WORDS:
            raise AssertionError(f"{address.path}: tests/web/every_route.py does not say what {name} is")
        values.append(WORDS[name] if what is None else known.get(what))
    if None in values:
        return None
    given = iter(values)
    return BRACES.sub(lambda _brace: str(next(given)), address.path)
