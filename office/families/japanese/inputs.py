"""What a run of the Japanese lists uses: members with memberships and facts of joining, events with what was
decided about them; and the same as the rating engine takes it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime
from typing import TYPE_CHECKING, Any

from sqlalchemy import select
from sqlmodel import Session, col

from importer.merged import merged
from importer.register_history import ANNUAL, ONE_TIME, joining_facts, membership_days
from importer.rulings import Rulings
from importer.tables import MemberRow
from office.families.family import About
from office.families.japanese.initial import game_kept
from office.families.japanese.rows import kept_games
from office.lists.columns import Once, each_once
from office.lists.law import law_of_version, renamed
from office.rules.decisions import decided_on
from office.rules.standing import adjustments_on, outside_ratings
from office.runs.decisions import decisions_on
from office.runs.inputs import (
    Values,
    day_of,
    event_of,
    known_before,
    last_games_of,
    plain_event,
    ratings_of,
    text_of_day,
)
from office.tables import ListVersionRow
from rating.records import Event, Held, Member

if TYPE_CHECKING:
    from importer.view import EventView
    from rating.edition import Edition
    from rating.interpretations import Interpretations


def member_values(
    session: Session, previous: ListVersionRow, list_date: date, law: Edition, switches: Interpretations
) -> list[Values]:
    """Everybody on the register, as far as the office knew it in time (R17)."""
    before, rulings = known_before(law, list_date, switches), Rulings.in_force(session)

    def known(since: datetime) -> bool:
        return before is None or since < before

    spans: dict[int, list[list[str]]] = {}
    told = Once(date.isoformat)
    for row, kind, _event, first, last in membership_days(session, before):
        if kind != ONE_TIME and (kind == ANNUAL or switches.r39 == "annual-and-collegiate"):
            spans.setdefault(row, []).append([told[first], told[last]])
    facts = joining_facts(session, before)
    ratings = ratings_of(session, previous, HELD, _held)
    before_that = law_of_version(previous)[0] if previous.edition else None
    earlier = kept_games(session, previous, renamed(law, before_that))
    last_games = last_games_of(session, previous)
    one = MemberRow
    everybody = select(col(one.id), col(one.federation_id), col(one.name), col(one.kanji))
    columns = zip(*session.execute(everybody.order_by(col(one.federation_id))).all(), strict=True)
    rows, numbers, names, kanji = (*columns,) or ((),) * 4
    born, joined, fide = zip(*map(facts.__getitem__, rows), strict=True) if rows else ((),) * 3
    people = [
        {
            "id": number,
            "name": name,
            "kanji": kanji_,
            "born": born_,
            "joined": joined_,
            "membership": membership or [],
            "fide": fide_,
            "ratings": held or {},
            "earlier_games": games or [],
            "last_game": last,
        }
        for number, name, kanji_, born_, joined_, membership, fide_, held, games, last in zip(
            *(numbers, names, kanji, each_once(born, text_of_day), each_once(joined, text_of_day)),
            *(map(spans.get, rows), fide),
            *(map(by_id.get, numbers) for by_id in (ratings, earlier, last_games)),
            strict=True,
        )
    ]
    outside, decided = outside_ratings(rulings, known), decided_on(session, rulings, list_date)
    for member_ in people if outside or decided else ():
        number = member_["id"]
        member_ |= outside.get(number, {})
        if number in decided:
            member_["decided"] = decided[number]
    return people


HELD = ("rating", "games", "peak", "peak_assumed", "adopted")


def _held(*columns: Sequence[Any]) -> list[Values]:
    """Ratings of the list before, by the names of its columns (`HELD`)."""
    return [
        {"rating": rating, "games": games, "peak": peak, "peak_assumed": assumed, "adopted": adopted}
        for rating, games, peak, assumed, adopted in zip(*columns, strict=True)
    ]


def event_values(
    about: About, view: EventView, list_date: date, law: Edition, switches: Interpretations
) -> Values:
    read = plain_event(about, view, list_date, switches)
    return read | decisions_on(about, view, list_date, law, switches)


def run_values(session: Session, list_date: date) -> Values:
    """The adjustments of a list, if there are any (7(3)); of who was entered twice his own come first."""
    into = merged(session).ids
    given = adjustments_on(Rulings.in_force(session), list_date)
    given.sort(key=lambda item: item["member"] in into)
    found = [item | {"member": into.get(item["member"], item["member"])} for item in given]
    found.sort(key=lambda item: (item["member"], item["type"]))
    return {"adjustments": found} if found else {}


def member(values: Values) -> Member:
    return Member(
        id=values["id"],
        born=day_of(values["born"]),
        membership=tuple((date.fromisoformat(a), date.fromisoformat(b)) for a, b in values["membership"]),
        ratings={
            t: Held(r["rating"], r["games"], r["peak"], r["adopted"]) for t, r in values["ratings"].items()
        },
        fide=values["fide"],
        joined=day_of(values["joined"]),
        earlier_games=tuple(map(game_kept, values["earlier_games"])),
        jca=values.get("jca"),
        foreign=values.get("foreign"),
        decided={type_: one["rating"] for type_, one in values.get("decided", {}).items()},
    )


DECIDED = (
    "minutes_at_60", "late_accepted", "organizer", "organizer_refused", "fide_official", "periodic",
    "one_time", "fee_unpaid", "fee_accepted",
)  # fmt: skip


def event(values: Values) -> Event | None:
    """As the rating engine takes it; None without days or minutes."""
    if values["last_day"] is None or values["minutes_at_60"] is None:
        return None
    return event_of(values, *DECIDED)
