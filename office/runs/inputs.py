"""Everything a run uses, as plain values: gathered from the database, frozen with the run, read back.

A list can be reckoned again from these values alone, whatever becomes of the register and the events.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import date, datetime, timedelta
from typing import Any

import sqlalchemy as sa
from sqlmodel import Session, col

from importer.applications import Applied, applications
from importer.merged import merged
from importer.register_history import ONE_TIME, membership_days
from importer.rulings import Kind
from importer.tables import EventRow, MemberRow, ReadingRow, RulingRow
from importer.view import EventView
from office.clock import day_begins
from office.desk.desk import DeskEvent
from office.families import family_named
from office.families.family import About, Read
from office.lists.columns import each_once, read_columns
from office.rules.payers import by_name
from office.runs.merged import joined
from office.tables import ListMemberRow, ListRatingRow, ListVersionRow
from office.time_controls import officer_minutes
from rating.edition import Edition
from rating.editions import load
from rating.interpretations import Interpretations
from rating.records import Event, Game, Member
from rating.time_control import minutes_at_60
from scraper.records import Kind as Pairing

Values = dict[str, Any]

PLAYED = (Pairing.GAME.value, Pairing.FORFEIT.value)
"""Kinds of pairings that go into a run; forfeits go in to be shown as not counting."""


AT_ONCE = 5000
"""Rows that are asked for by number with one query."""


def about_events(session: Session, views: Sequence[EventView], before: datetime | None) -> About:
    """Everything for these events, memberships as known just before a moment."""
    played = {p.member_id for view in views for p in view.players.values() if p.member_id is not None}
    guests: dict[str, set[int]] = {}
    for days in membership_days(session, before, ONE_TIME):
        if days.event_key is not None:
            guests.setdefault(days.event_key, set()).add(days.member)
    one, query = merged(session), sa.select(col(MemberRow.id), col(MemberRow.federation_id))
    everybody = _asked(session, query, MemberRow.id, played.union(*guests.values()))
    ids = {number: one.id(federation_id) for number, federation_id in everybody}
    return About(
        ids,
        _readings(session, {view.event.reading_id for view in views}),
        Applied.of(applications(session)),
        by_name(session),
        {key: sorted({ids[number] for number in mine}) for key, mine in guests.items()},
    )


def _readings(session: Session, numbers: Iterable[int]) -> dict[int, Read]:
    """A reading that does not say the form is not taken apart: there are megabytes of them."""
    row = ReadingRow
    stated = sa.case((col(row.record).contains('"form"', autoescape=True), col(row.record)), else_=None)
    query = sa.select(col(row.id), col(row.fingerprint), col(row.reader), stated)
    return {
        number: Read(fingerprint, reader, None if record is None else json.loads(record).get("form"))
        for number, fingerprint, reader, record in _asked(session, query, row.id, numbers)
    }


def _asked(session: Session, query: Any, key: Any, numbers: Iterable[int]) -> Iterator[Any]:
    """The rows of a query with these numbers as their key."""
    ordered = sorted(numbers)
    for at in range(0, len(ordered), AT_ONCE):
        yield from session.execute(query.where(key.in_(ordered[at : at + AT_ONCE]))).all()


def gather(
    session: Session,
    list_date: date,
    previous: ListVersionRow,
    events: Iterable[DeskEvent],
    law: Edition,
    switches: Interpretations,
) -> Values:
    """All inputs of a run, in a fixed order: the same database gives the same values."""
    family = family_named(law.family)
    members = family.member_values(session, previous, list_date, law, switches)
    into = merged(session).ids
    return {
        "list": list_date.isoformat(),
        "edition": law.id,
        "interpretations": switches.as_dict(),
        "previous": {
            "list": previous.list_date.isoformat(),
            "version": previous.version,
            "text_sha256": previous.text_sha256,
        },
        "members": joined(members, into, law, switches, lambda m: family.member(m).earlier_games),
        "events": event_values(session, list_date, events, law, switches),
    } | family.run_values(session, list_date)


def event_values(
    session: Session, list_date: date, events: Iterable[DeskEvent], law: Edition, switches: Interpretations
) -> list[Values]:
    """The events of a list, read and decided, by key."""
    family = family_named(law.family)
    views = sorted((e.view for e in events), key=lambda view: view.key)
    about = about_events(session, views, known_before(law, list_date, switches))
    return [family.event_values(about, view, list_date, law, switches) for view in views]


def members_of(inputs: Values) -> list[Member]:
    family = family_named(load(inputs["edition"]).family)
    return [family.member(values) for values in inputs["members"]]


def events_of(inputs: Values) -> list[Event]:
    """The events as the rating engine takes them; one that was excluded before enough of it could be read
    has no games to show and is left aside."""
    family = family_named(load(inputs["edition"]).family)
    found = (family.event(values) for values in inputs["events"])
    return [event for event in found if event is not None]


def ratings_of(
    session: Session, version: ListVersionRow, names: Sequence[str], made: Callable[..., Iterable[Values]]
) -> dict[str, dict[str, Values]]:
    """What a version holds, by member and type: what is `made` of the columns with these names."""
    told = read_columns(session, ListRatingRow, version.id, ("federation_id", "type", *names))
    found: dict[str, dict[str, Values]] = {}
    for number, type_, held in zip(told[0], told[1], made(*told[2:]), strict=True):
        if (mine := found.get(number)) is None:
            found[number] = {type_: held}
        else:
            mine[type_] = held
    return found


def last_games_of(session: Session, version: ListVersionRow) -> dict[str, str | None]:
    """The day of everybody's last rated game, as a version knows it."""
    numbers, days = read_columns(session, ListMemberRow, version.id, ("federation_id", "last_game"))
    return dict(zip(numbers, each_once(days, text_of_day), strict=True))


def games_of(event: Values) -> tuple[Game, ...]:
    days = {day: date.fromisoformat(day) for day in {day for g in event["games"] for day in g["days"]}}
    return tuple(
        Game(
            round=g["round"],
            board=g["board"],
            white=g["white"],
            black=g["black"],
            result=g["result"],
            first_day=days[g["days"][0]],
            last_day=days[g["days"][1]],
            excluded=g["excluded"],
            ref=g["ref"],
        )
        for g in event["games"]
    )


def event_of(event: Values, *decided: str) -> Event:
    """An event as the rating engine takes it; `decided`: what else of it is taken, where it is there."""
    told: Values = {name: event[name] for name in decided if name in event}
    if "one_time" in told:
        told["one_time"] = tuple(told["one_time"])
    return Event(
        id=event["key"],
        reported=date.fromisoformat(event["reported"]),
        last_day=date.fromisoformat(event["last_day"]),
        excluded=event["excluded"],
        for_list=day_of(event["for_list"]),
        games=games_of(event),
        **told,
    )


def plain_event(about: About, view: EventView, list_date: date, switches: Interpretations) -> Values:
    """An event with its games, members for names where they are known."""
    event = view.event
    control = view.time_control_ruling()
    excluded = view.excluded()
    reading = about.readings[event.reading_id]
    reported = view.reported_on()
    return {
        "key": event.key,
        "name": event.name,
        "reading": reading.fingerprint,
        "reader": reading.reader,
        "first_day": text_of_day(event.first_day),
        "last_day": text_of_day(event.last_day),
        "reported": text_of_day(reported),
        "for_list": list_date.isoformat(),
        "time_control": control.value if control else event.time_control,
        "minutes_at_60": _minutes(event, control, switches),
        "late_accepted": view.accepted_late() is not None,
        "excluded": excluded.reason if excluded else None,
        "games": list(_games(about, view)),
    }


def _minutes(event: EventRow, control: RulingRow | None, switches: Interpretations) -> int | None:
    """Minutes at move 60: of the officer's time control, else as frozen with the reading (R21 as read)."""
    if control is not None:
        return officer_minutes(control.value or "", switches)
    if event.time_control is not None and switches.r21 != Interpretations().r21:
        return minutes_at_60(event.time_control, switches)
    return event.minutes_at_60


def _games(about: About, view: EventView) -> Iterator[Values]:
    """The games and forfeits of an event; what hangs on its rounds and players is looked up once."""
    key, days = view.key, {number: view.days(number) for number in {p.round for p in view.pairings}}
    decided = bool(view.rulings.of_event(key, Kind.EXCLUDE))
    who = {
        # For who is nobody on the register his place in the event: never taken for a member's ID.
        number: f"{key}#{number}" if player.member_id is None else about.ids[player.member_id]
        for number, player in view.players.items()
    }
    names = {number: player.name for number, player in view.players.items()}
    told = {
        number: None if on is None else (on[0].isoformat(), on[1].isoformat()) for number, on in days.items()
    }
    for pairing in view.pairings:
        on, number, against = told[pairing.round], pairing.white, pairing.black
        if pairing.kind not in PLAYED or on is None or against is None:
            continue  # a forfeit against nobody, or an event excluded for having no days
        excluded = view.excluded_game(pairing) if decided else None
        white, black = who.get(number) or f"{key}#{number}", who.get(against) or f"{key}#{against}"
        left_out = excluded.reason if excluded else None
        if white == black:  # two entries of one person, merged all the same
            black, left_out = f"{key}#{against}", oneself(white, left_out)
        yield {
            "round": pairing.round,
            "board": pairing.board,
            "white": white,
            "white_name": names.get(number) or view.name(number),
            "black": black,
            "black_name": names.get(against) or view.name(against),
            "result": pairing.result,
            "colours": pairing.colours,
            "days": list(on),
            "excluded": left_out,
            "ref": f"{key} {pairing.round} {number} {against}",
        }


def players_in(event: Values) -> dict[int, str]:
    """Who played under which number, of an event of the inputs: an ID, or a guest's place in the event. Who
    met another entry of himself played under both."""
    found: dict[int, str] = {}
    for game in event["games"]:
        white, black = game["ref"].split()[-2:]
        himself = met_himself(game["white"], game["excluded"])
        found |= {int(white): game["white"], int(black): game["white" if himself else "black"]}
    return found


def oneself(member: str, decided: str | None = None) -> str:
    """Why a game is left out of which White and Black are entries of one person; `decided`: why it was by
    decision anyway."""
    return "; ".join(filter(None, (f"both players are {member}", decided)))


def met_himself(white: str, left_out: str | None) -> bool:
    """Whether a game is left out for that."""
    return (left_out or "").partition("; ")[0] == oneself(white)


def text_of_day(day: date | None) -> str | None:
    return None if day is None else day.isoformat()


def day_of(text: str | None) -> date | None:
    return None if text is None else date.fromisoformat(text)


def known_before(law: Edition, list_date: date, switches: Interpretations) -> datetime | None:
    """The moment before which a fact had to be known to be used; None: all that is known now."""
    if switches.r17 != "known-at-period-end":
        return None
    last = law.shapes.period(law, list_date).last
    return day_begins(last + timedelta(days=1), family_named(law.family).zone)
