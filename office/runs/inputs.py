"""Everything a run uses, as plain values: gathered from the database, frozen with the run, read back.

A list can be reckoned again from these values alone, whatever becomes of the register and the events.
"""

from collections.abc import Mapping
from datetime import date, datetime
from typing import Any

from sqlmodel import Session, col, select

from importer.merged import merged
from importer.register_history import ANNUAL, ONE_TIME, joining_facts, memberships_known
from importer.rulings import Rulings
from importer.tables import (
    EventPlayerRow,
    EventRow,
    MemberRow,
    PairingRow,
    ReadingRow,
    RulingRow,
)
from importer.view import EventView
from office.desk.refresh import DeskEvent
from office.rules.decisions import decided_on
from office.rules.standing import adjustments_on, outside_ratings
from office.runs.decisions import decisions_on, taken, taken_of
from office.runs.earlier import is_assumed, kept_values
from office.runs.known import known_before
from office.runs.merged import adjusted_as, joined
from office.tables import EarlierGameRow, ListMemberRow, ListRatingRow, ListVersionRow
from office.time_controls import officer_minutes
from rating.edition import Edition
from rating.families import QUEENSLAND
from rating.interpretations import Interpretations
from rating.records import EarlierGame, Event, Game, Held, Member
from rating.time_control import minutes_at_60
from scraper.records import Kind

Values = dict[str, Any]

PLAYED = (Kind.GAME.value, Kind.FORFEIT.value)
"""Kinds of pairings that go into a run; forfeits go in to be shown as not counting."""


def gather(
    session: Session,
    list_date: date,
    previous: ListVersionRow,
    events: list[DeskEvent],
    law: Edition,
    switches: Interpretations,
) -> Values:
    """All inputs of a run, in a fixed order: the same database gives the same values."""
    if law.family == QUEENSLAND:
        from office.runs import queensland_inputs

        return queensland_inputs.gather(session, list_date, previous, events, law, switches)
    before = known_before(law, list_date, switches)
    rulings = Rulings.in_force(session)
    one = merged(session)
    adjustments = adjusted_as(adjustments_on(rulings, list_date), one.ids)
    return {
        "list": list_date.isoformat(),
        "edition": law.id,
        "interpretations": switches.as_dict(),
        "previous": {
            "list": previous.list_date.isoformat(),
            "version": previous.version,
            "text_sha256": previous.text_sha256,
        },
        "members": joined(
            _members(session, previous, before, rulings, list_date, switches), one.ids, law, switches
        ),
        "events": event_values(session, list_date, events, law, switches),
    } | ({"adjustments": adjustments} if adjustments else {})


def event_values(
    session: Session, list_date: date, events: list[DeskEvent], law: Edition, switches: Interpretations
) -> list[Values]:
    """The events of a list, read and decided, by key."""
    return [
        plain_event(session, view, list_date, switches)
        | decisions_on(session, view, list_date, law, switches)
        for view in sorted((e.view for e in events), key=lambda view: view.key)
    ]


def members_of(inputs: Values) -> list[Member]:
    """The members as the rating engine takes them."""
    if inputs.get("family") == QUEENSLAND:
        from office.runs import queensland_inputs

        return queensland_inputs.members_of(inputs)
    return [
        Member(
            id=m["id"],
            born=_day(m["born"]),
            membership=tuple((date.fromisoformat(a), date.fromisoformat(b)) for a, b in m["membership"]),
            ratings={
                t: Held(rating=r["rating"], games=r["games"], peak=r["peak"], adopted=r["adopted"])
                for t, r in m["ratings"].items()
            },
            fide=m["fide"],
            joined=_day(m["joined"]),
            earlier_games=tuple(
                EarlierGame(
                    type=g["type"],
                    date=date.fromisoformat(g["date"]),
                    opponent_rating=g["opponent_rating"],
                    score=g["score"],
                    ref=g["ref"],
                    assumed=is_assumed(g),
                )
                for g in m["earlier_games"]
            ),
            **taken_of(m),
        )
        for m in inputs["members"]
    ]


def events_of(inputs: Values) -> list[Event]:
    """The events as the rating engine takes them; one that was excluded before anything of it could be
    read (no days, no time control) has no games to show and is left aside."""
    if inputs.get("family") == QUEENSLAND:
        from office.runs import queensland_inputs

        return queensland_inputs.events_of(inputs)
    return [
        Event(
            id=e["key"],
            reported=date.fromisoformat(e["reported"]),
            last_day=date.fromisoformat(e["last_day"]),
            minutes_at_60=e["minutes_at_60"],
            late_accepted=e["late_accepted"],
            excluded=e["excluded"],
            for_list=_day(e["for_list"]),
            **taken(e),
            games=games_of(e),
        )
        for e in inputs["events"]
        if e["last_day"] is not None and e["minutes_at_60"] is not None
    ]


def games_of(event: Values) -> tuple[Game, ...]:
    """The games of an event as the rating engine takes them."""
    return tuple(
        Game(
            round=g["round"],
            board=g["board"],
            white=g["white"],
            black=g["black"],
            result=g["result"],
            first_day=date.fromisoformat(g["days"][0]),
            last_day=date.fromisoformat(g["days"][1]),
            excluded=g["excluded"],
            ref=g["ref"],
        )
        for g in event["games"]
    )


def _members(
    session: Session,
    previous: ListVersionRow,
    before: datetime | None,
    rulings: Rulings,
    list_date: date,
    switches: Interpretations,
) -> list[Values]:
    def known(since: datetime) -> bool:
        return before is None or since < before

    spans: dict[int, list[list[str]]] = {}
    for row in memberships_known(session, before):
        if row.kind != ONE_TIME and (row.kind == ANNUAL or switches.r39 == "annual-and-collegiate"):
            spans.setdefault(row.member_id, []).append([row.first_day.isoformat(), row.last_day.isoformat()])
    facts = joining_facts(session, before)
    ratings: dict[str, dict[str, Values]] = {}
    for rating in session.exec(select(ListRatingRow).where(ListRatingRow.version_id == previous.id)):
        ratings.setdefault(rating.federation_id, {})[rating.type] = {
            "rating": rating.rating,
            "games": rating.games,
            "peak": rating.peak,
            "peak_assumed": rating.peak_assumed,
            "adopted": rating.adopted,
        }
    earlier: dict[str, list[Values]] = {}
    query = select(EarlierGameRow).where(EarlierGameRow.version_id == previous.id)
    for game in session.exec(query.order_by(col(EarlierGameRow.played_on), col(EarlierGameRow.id))):
        mine = earlier.setdefault(game.federation_id, [])
        mine.append(kept_values(game, f"kept {game.federation_id} {len(mine)}"))
    last_games = {
        m.federation_id: m.last_game
        for m in session.exec(select(ListMemberRow).where(ListMemberRow.version_id == previous.id))
    }
    outside, decided = outside_ratings(rulings, known), decided_on(session, rulings, list_date)
    return [
        {
            **outside.get(m.federation_id, {}),
            **({"decided": decided[m.federation_id]} if m.federation_id in decided else {}),
            "id": m.federation_id,
            "name": m.name,
            "kanji": m.kanji,
            "born": _text(facts[m.id or 0].born),
            "joined": _text(facts[m.id or 0].joined),
            "membership": spans.get(m.id or 0, []),
            "fide": facts[m.id or 0].fide,
            "ratings": ratings.get(m.federation_id, {}),
            "earlier_games": earlier.get(m.federation_id, []),
            "last_game": _text(last_games.get(m.federation_id)),
        }
        for m in session.exec(select(MemberRow).order_by(col(MemberRow.federation_id)))
    ]


def plain_event(session: Session, view: EventView, list_date: date, switches: Interpretations) -> Values:
    """An event with its games, members for names where they are known."""
    event = view.event
    one = merged(session)
    ids = {
        m.id: one.id(m.federation_id)
        for m in session.exec(
            select(MemberRow).where(col(MemberRow.id).in_({p.member_id for p in view.players.values()}))
        )
    }
    control = view.time_control_ruling()
    excluded = view.excluded()
    reading = session.get_one(ReadingRow, event.reading_id)
    reported = view.reported_on()
    return {
        "key": event.key,
        "name": event.name,
        "reading": reading.fingerprint,
        "reader": reading.reader,
        "first_day": _text(event.first_day),
        "last_day": _text(event.last_day),
        "reported": _text(reported),
        "for_list": list_date.isoformat(),
        "time_control": control.value if control else event.time_control,
        "minutes_at_60": _minutes(event, control, switches),
        "late_accepted": view.accepted_late() is not None,
        "excluded": excluded.reason if excluded else None,
        "games": [
            game for p in view.pairings if p.kind in PLAYED and (game := _game(view, p, ids)) is not None
        ],
    }


def _minutes(event: EventRow, control: RulingRow | None, switches: Interpretations) -> int | None:
    """Minutes at move 60: of the officer's time control, else as frozen with the reading (R21 as read)."""
    if control is not None:
        return officer_minutes(control.value or "", switches)
    if event.time_control is not None and switches.r21 != Interpretations().r21:
        return minutes_at_60(event.time_control, switches)
    return event.minutes_at_60


def _game(view: EventView, pairing: PairingRow, ids: Mapping[int | None, str]) -> Values | None:
    days = view.days(pairing.round)
    if days is None or pairing.black is None:
        return None  # a forfeit against nobody, or an event excluded for having no days
    excluded = view.excluded_game(pairing)
    white = _id(view, view.players.get(pairing.white), pairing.white, ids)
    black = _id(view, view.players.get(pairing.black), pairing.black, ids)
    left_out = excluded.reason if excluded else None
    if white == black:  # two entries of one person, merged all the same
        black, left_out = f"{view.key}#{pairing.black}", left_out or f"both players are {white}"
    return {
        "round": pairing.round,
        "board": pairing.board,
        "white": white,
        "white_name": view.name(pairing.white),
        "black": black,
        "black_name": view.name(pairing.black),
        "result": pairing.result,
        "colours": pairing.colours,
        "days": [days[0].isoformat(), days[1].isoformat()],
        "excluded": left_out,
        "ref": f"{view.key} {pairing.round} {pairing.white} {pairing.black}",
    }


def _id(view: EventView, player: EventPlayerRow | None, number: int, ids: Mapping[int | None, str]) -> str:
    """A federation ID, or for who is nobody on the register his place in the event: never taken for one."""
    if player is not None and player.member_id is not None:
        return ids[player.member_id]
    return f"{view.key}#{number}"


def _text(day: date | None) -> str | None:
    return None if day is None else day.isoformat()


def _day(text: str | None) -> date | None:
    return None if text is None else date.fromisoformat(text)
