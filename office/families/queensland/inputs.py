"""What a run of the Queensland list uses, and the same as the rating engine takes it (QJ 1 to 4c).

What the published list prints beside a rating is frozen here too: birth date, sex, school, level, location.
"""

from collections.abc import Sequence
from datetime import date, datetime

import sqlalchemy as sa
from sqlmodel import Session, col, select

from importer.families.queensland.checks import JUNIOR, class_ruling
from importer.register_history import known_facts
from importer.register_replay import acf_field
from importer.tables import AcfRatingRow, MemberRow
from importer.view import EventView
from office.families.family import About
from office.lists.columns import read_rows
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
from office.tables import EventPerformanceRow, EventRatingRow, ListVersionRow
from rating.edition import Edition
from rating.interpretations import Interpretations
from rating.records import AcfRating, Event, EventPerformance, Held, Member

PRINTED = ("surname", "given", "sex", "school", "level", "location")
PERFORMED = ("performance", "games", "time_class", "source", "event_key")
"""What is stored of a performance, in the order it is written in: frozen inputs come back in another."""


def member_values(
    session: Session, previous: ListVersionRow, list_date: date, law: Edition, switches: Interpretations
) -> list[Values]:
    """Everybody on the register; ACF ratings as far as the office knew them in time (R17)."""
    before = known_before(law, list_date, switches)
    ratings = ratings_of(session, previous, HELD, _held)
    marks = read_rows(session, EventRatingRow, previous.id, ("federation_id", "type", "provisional"))
    for number, type_, provisional in marks:
        ratings[number][type_]["provisional"] = provisional
    acf = _acf_ratings(session, before)
    performed: dict[str, list[Values]] = {}
    for number, *cells in read_rows(session, EventPerformanceRow, previous.id, ("federation_id", *PERFORMED)):
        performed.setdefault(number, []).append(dict(zip(PERFORMED, cells, strict=True)))
    last_games = last_games_of(session, previous)
    one = MemberRow.__table__.c  # type: ignore[attr-defined]
    names = ("id", "federation_id", "name", *PRINTED, "born")
    query = sa.select(*(one[name] for name in names)).order_by(one.federation_id)
    return [
        {
            "id": number,
            "name": name,
            **dict(zip(PRINTED, printed, strict=True)),
            "born": text_of_day(born),
            "ratings": ratings.get(number, {}),
            "acf": acf.get(row, []),
            "last_game": last_games.get(number),
            "previous_period": performed.get(number, []),
        }
        for row, number, name, *printed, born in session.execute(query)
    ]


def _acf_ratings(session: Session, before: datetime | None) -> dict[int, list[tuple[str, int]]]:
    """What each ACF list says of each member, as known just before a moment; None: as it stands now."""
    found: dict[int, list[tuple[str, int]]] = {}
    if before is None:
        for row in session.exec(select(AcfRatingRow).order_by(col(AcfRatingRow.list_date))):
            found.setdefault(row.member_id, []).append((row.list_date.isoformat(), row.rating))
        return found
    days = session.exec(select(col(AcfRatingRow.list_date)).distinct().order_by(col(AcfRatingRow.list_date)))
    fields = {acf_field(day): day.isoformat() for day in days}
    for member_, told in known_facts(session, list(fields), before).items():
        found[member_] = [(day, int(told[name])) for name, day in fields.items() if name in told]
    return found


def event_values(
    about: About, view: EventView, list_date: date, law: Edition, switches: Interpretations
) -> Values:
    """An event as it was read, and its class as it was answered."""
    told = plain_event(about, view, list_date, switches)
    ruling = class_ruling(view)
    named = ruling.value if ruling else None
    del told["minutes_at_60"], told["late_accepted"]
    return told | {"time_class": None if named == JUNIOR else named, "junior": named == JUNIOR}


HELD = ("rating", "games", "peak")


def _held(*columns: Sequence[int]) -> list[Values]:
    """Ratings of the list before, by the names of its columns (`HELD`)."""
    return [dict(zip(HELD, cells, strict=True)) for cells in zip(*columns, strict=True)]


def run_values(session: Session, list_date: date) -> Values:
    return {"family": "queensland"}


def member(values: Values) -> Member:
    return Member(
        id=values["id"],
        ratings={
            t: Held(rating=r["rating"], games=r["games"], peak=r["peak"], provisional=r["provisional"])
            for t, r in values["ratings"].items()
        },
        acf=tuple(AcfRating(date.fromisoformat(day), rating) for day, rating in values["acf"]),
        last_played=day_of(values["last_game"]),
        previous_period=tuple(
            EventPerformance(p["performance"], p["games"], p["time_class"]) for p in values["previous_period"]
        ),
    )


def members(people: Sequence[Values]) -> list[Member]:
    """All members: each is asked about, whether he plays or not."""
    return list(map(member, people))


def event(values: Values) -> Event | None:
    """As the rating engine takes it; None without days or before its class was answered."""
    if values["last_day"] is None or (values["time_class"] is None and not values["junior"]):
        return None
    return event_of(values, "time_class", "junior")
