"""Everything a run of a list that is reckoned event by event uses, as plain values (QJ 1 to 4c).

What the published list prints beside a rating is frozen here too: birth date, sex, school, level, location.
"""

from datetime import date, datetime
from typing import Any

from sqlmodel import Session, col, select

from importer.families.queensland.checks import JUNIOR, class_ruling
from importer.merged import merged
from importer.tables import AcfRatingRow, MemberRow
from importer.view import EventView
from office.desk.refresh import DeskEvent
from office.runs.inputs import games_of, plain_event
from office.runs.merged import joined
from office.tables import EventPerformanceRow, EventRatingRow, ListMemberRow, ListRatingRow, ListVersionRow
from rating.edition import Edition
from rating.interpretations import Interpretations
from rating.records import AcfRating, Event, EventPerformance, Held, Member

Values = dict[str, Any]

FAMILY = "queensland"
PRINTED = ("surname", "given", "sex", "school", "level", "location")


def gather(
    session: Session,
    list_date: date,
    previous: ListVersionRow,
    events: list[DeskEvent],
    law: Edition,
    switches: Interpretations,
) -> Values:
    """All inputs of a run, in a fixed order: the same database gives the same values."""
    period = law.shapes.period(law, list_date)

    def known(since: datetime) -> bool:
        return switches.r17 != "known-at-period-end" or law.shapes.report_day(law, since) <= period.last

    return {
        "family": FAMILY,
        "list": list_date.isoformat(),
        "edition": law.id,
        "interpretations": switches.as_dict(),
        "previous": {
            "list": previous.list_date.isoformat(),
            "version": previous.version,
            "text_sha256": previous.text_sha256,
        },
        "members": joined(_members(session, previous, known), merged(session).ids, law, switches),
        "events": [
            _event(session, e.view, list_date, switches) for e in sorted(events, key=lambda e: e.view.key)
        ],
    }


def printed_facts(member: MemberRow) -> Values:
    """What the list prints of a player beside rating, games and name (Organisers 6)."""
    return {
        **{name: getattr(member, name) for name in PRINTED},
        "born": member.born.isoformat() if member.born else None,
    }


def members_of(inputs: Values) -> list[Member]:
    """The members as the rating engine takes them."""
    return [
        Member(
            id=m["id"],
            ratings={
                t: Held(rating=r["rating"], games=r["games"], peak=r["peak"], provisional=r["provisional"])
                for t, r in m["ratings"].items()
            },
            acf=tuple(AcfRating(date.fromisoformat(day), rating) for day, rating in m["acf"]),
            last_played=date.fromisoformat(m["last_game"]) if m["last_game"] else None,
            previous_period=tuple(
                EventPerformance(p["performance"], p["games"], p["time_class"]) for p in m["previous_period"]
            ),
        )
        for m in inputs["members"]
    ]


def events_of(inputs: Values) -> list[Event]:
    """The events as the rating engine takes them. One that was excluded before anything of it could be
    read, or before its class was asked, is left aside: nothing of it is rated."""
    return [
        Event(
            id=e["key"],
            reported=date.fromisoformat(e["reported"]),
            last_day=date.fromisoformat(e["last_day"]),
            excluded=e["excluded"],
            for_list=date.fromisoformat(e["for_list"]),
            time_class=e["time_class"],
            junior=e["junior"],
            games=games_of(e),
        )
        for e in inputs["events"]
        if e["last_day"] is not None and (e["time_class"] is not None or e["junior"])
    ]


def _members(session: Session, previous: ListVersionRow, known: Any) -> list[Values]:
    marks = {
        (r.federation_id, r.type): r.provisional
        for r in session.exec(select(EventRatingRow).where(EventRatingRow.version_id == previous.id))
    }
    ratings: dict[str, dict[str, Values]] = {}
    for row in session.exec(select(ListRatingRow).where(ListRatingRow.version_id == previous.id)):
        ratings.setdefault(row.federation_id, {})[row.type] = {
            "rating": row.rating,
            "games": row.games,
            "peak": row.peak,
            "provisional": marks[row.federation_id, row.type],
        }
    acf: dict[int, list[tuple[str, int]]] = {}
    for rated in session.exec(select(AcfRatingRow).order_by(col(AcfRatingRow.list_date))):
        if known(rated.known_since):
            acf.setdefault(rated.member_id, []).append((rated.list_date.isoformat(), rated.rating))
    performed: dict[str, list[Values]] = {}
    query = select(EventPerformanceRow).where(EventPerformanceRow.version_id == previous.id)
    for one in session.exec(query.order_by(col(EventPerformanceRow.id))):
        performed.setdefault(one.federation_id, []).append(
            {
                "performance": one.performance,
                "games": one.games,
                "time_class": one.time_class,
                "source": one.source,
                "event_key": one.event_key,
            }
        )
    last = {
        m.federation_id: m.last_game
        for m in session.exec(select(ListMemberRow).where(ListMemberRow.version_id == previous.id))
    }
    return [
        {
            "id": m.federation_id,
            "name": m.name,
            **printed_facts(m),
            "ratings": ratings.get(m.federation_id, {}),
            "acf": acf.get(m.id or 0, []),
            "last_game": day.isoformat() if (day := last.get(m.federation_id)) else None,
            "previous_period": performed.get(m.federation_id, []),
        }
        for m in session.exec(select(MemberRow).order_by(col(MemberRow.federation_id)))
    ]


def _event(session: Session, view: EventView, list_date: date, switches: Interpretations) -> Values:
    told = plain_event(session, view, list_date, switches)
    ruling = class_ruling(view)
    named = ruling.value if ruling else None
    del told["minutes_at_60"], told["late_accepted"]
    return told | {"time_class": None if named == JUNIOR else named, "junior": named == JUNIOR}
