"""A stored event, loaded whole for matching, checks and rating runs; whether what was read is all of it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import TYPE_CHECKING, Any, NamedTuple

from sqlmodel import Session, col, select

from importer.rulings import Kind, Rulings, Subject, fingerprint, player_subject, subject_text
from importer.tables import EventRow, ReadingRow, ReportRow
from scraper.records import EventRecord
from scraper.records import Kind as Pairing

if TYPE_CHECKING:
    from importer.ahead import Dated, Entered, Paired, Rows
    from importer.tables import RulingRow
    from scraper.records import Pairing as PairingInRecord


class ReadAs(NamedTuple):
    """How R16, R25 and R119 are read: a link is reported on the day it arrived, complete or not; one that
    could not be read when it first came has arrived all the same; a file that was refused has."""

    on_arrival: bool = False
    from_first_link: bool = True
    from_refused: bool = False


USUAL = ReadAs()
REPLACED = "replaced"
"""State of a refused report whose correction came."""


def _on_its_days(kind: Kind) -> Callable[[EventView], RulingRow | None]:
    """The officer's word of this kind on an event, made on its days."""
    return lambda view: view.ruled(kind, lambda: fingerprint(view.event.first_day, view.event.last_day))


@dataclass(frozen=True, slots=True)
class EventView:
    """An event with its rounds, players and pairings, and the rulings in force. `read_as`: how R16, R25 and
    R119 are read. `aside`: the reports that were set aside for this one, as the same event, and those set
    aside for one of them. `refused_on`: the day of the first refused file that it is the correction of, where
    R119 asks. `once_incomplete`: results were missing when it could first be read, so that neither R25 nor
    R119 applies. `alike`: the players by what they are printed with, gathered when it is first asked for."""

    event: EventRow
    rounds: Mapping[int, Dated]
    players: Mapping[int, Entered]
    pairings: tuple[Paired, ...]
    rulings: Rulings
    read_as: ReadAs = USUAL
    aside: tuple[EventView, ...] = ()
    refused_on: date | None = None
    once_incomplete: bool = False
    alike: dict[tuple[str | None, ...], dict[tuple[int | None, str | None], dict[int, int]]] = field(
        default_factory=dict, init=False, compare=False, repr=False
    )
    by_subject: dict[str, Entered] = field(default_factory=dict, init=False, compare=False, repr=False)

    @property
    def key(self) -> str:
        return self.event.key

    @property
    def label(self) -> str:
        """How the event is named to the officer."""
        return f"{self.event.called} ({self.event.key})"

    @property
    def label_in_facts(self) -> str:
        """The same in what decisions rest on: never the group, or they would have to be made again."""
        return f"{self.event.name} ({self.event.key})"

    def name(self, number: int | None) -> str:
        """A player's name in the source; "–" for no opponent."""
        player = self.players.get(number or 0)
        return player.name if player else ("–" if number is None else f"no. {number}")

    def subject_of(self, player: Entered) -> Subject:
        """How a player is named in a ruling: by name and IDs; of namesakes without IDs also by rating and
        club, and if these are the same too, by their order in the event."""
        told: dict[str, str | int | None] = dict(
            player_subject(player.name, player.national_id, player.fide_id)
        )
        if not self.alike:
            for one in self.players.values():
                named = self.alike.setdefault((one.name, one.national_id, one.fide_id), {})
                in_order = named.setdefault((one.rating, one.club), {})
                in_order[one.number] = len(in_order) + 1
        alike = self.alike[player.name, player.national_id, player.fide_id]
        same = alike[player.rating, player.club]
        if len(alike) > 1 or len(same) > 1:
            told |= {"rating": player.rating, "club": player.club}
        if len(same) > 1:
            told["nth"] = same[player.number]
        return told

    def player_of(self, subject: Subject) -> Entered | None:
        """The player who is named so in a ruling; None if there is none."""
        if not self.by_subject:
            told = ((subject_text(self.subject_of(one)), one) for one in self.players.values())
            self.by_subject.update(told)
        return self.by_subject.get(subject_text(subject))

    # What the officer ruled on the event as a whole, with the facts it was ruled on. These with its days:

    _left_out = _on_its_days(Kind.EXCLUDE)  # 3(8)
    set_aside = _on_its_days(Kind.SAME_EVENT)  # it was reported twice; the value names the report that counts
    reported_ruling = _on_its_days(Kind.REPORTED)  # the day of the report
    form_ruling = _on_its_days(Kind.FORM)  # 3(2): a tournament or a regular meeting
    reporter_ruling = _on_its_days(Kind.REPORTER)  # 4(2): who reported the event
    run_by_ruling = _on_its_days(Kind.RUN_BY)  # 3(3): who ran the event
    fide_official_ruling = _on_its_days(Kind.FIDE_OFFICIAL)  # 2022 4(6): a FIDE official event or not
    regional_ruling = _on_its_days(Kind.REGIONAL)  # 2022 4(7): qualifies for the national championship
    fee_ruling = _on_its_days(Kind.FEE)  # 2022 3(5): what became of the fees of this event

    def excluded(self) -> RulingRow | None:
        """3(8): the whole event is left out; also where another report of the same event counts."""
        return self._left_out() or self.set_aside()

    def excluded_game(self, pairing: Paired) -> RulingRow | None:
        """3(8): this game is left out."""
        if not self.rulings.has(Kind.EXCLUDE, self.key):
            return None
        facts = fingerprint(pairing.kind, pairing.result)
        return self.rulings.find(Kind.EXCLUDE, self.key, self.game(pairing), facts)

    def deferrals(self) -> list[RulingRow]:
        """Lists that the event was kept out of; the subject of each is the date of that list."""
        return self.rulings.of_event(self.key, Kind.DEFER)

    def deferrals_aside(self) -> list[RulingRow]:
        """The same of the reports that were set aside for this one."""
        return [ruling for other in self.aside for ruling in other.deferrals()]

    @property
    def first_reported(self) -> date | None:
        """The earliest day on which a report that was set aside for this one counts as reported: it fixes
        period and lateness."""
        days = (other.reported_on() for other in self.aside)
        return min((day for day in days if day is not None), default=None)

    def accepted_late(self) -> RulingRow | None:
        """3(7): rated although reported late."""
        return self.ruled(Kind.ACCEPT_LATE, lambda: fingerprint(self.event.last_day, self.reported_on()))

    def reported_on(self) -> date | None:
        """The day of the report: as ruled, else the day it was complete; None while it is not (R16)."""
        ruled = self.reported_ruling()
        if ruled:
            return date.fromisoformat(ruled.value or "")
        came = self.event.link_came_on if self.read_as.from_first_link else self.event.arrived_on
        if self.read_as.from_refused and self.refused_on is not None:
            came = min(came, self.refused_on)
        own = self.event.complete_on
        if self.read_as.on_arrival or (own == self.event.arrived_on and not self.once_incomplete):
            own = came
        first = self.first_reported
        return own if own is None or first is None else min(own, first)

    def time_control_ruling(self) -> RulingRow | None:
        """The officer's word on the time control."""
        return self.ruled(Kind.TIME_CONTROL, self.control_facts)

    def control_facts(self) -> str:
        """What a decision on the time control or the class of the event is made on: what the page prints."""
        return fingerprint(self.event.time_control, self.event.printed_kind)

    def organizer_ruling(self) -> RulingRow | None:
        """3(3): whether the organizer, as the source names him, may host rated games."""
        return self.ruled(Kind.ORGANIZER, lambda: fingerprint(self.event.organizer))

    def round_date_ruling(self, number: int) -> RulingRow | None:
        """The officer's day for a round that has none."""
        if not self.rulings.has(Kind.ROUND_DATE, self.key):
            return None
        row = self.rounds.get(number)
        facts = fingerprint(row.played_on if row else None, self.event.first_day, self.event.last_day)
        return self.rulings.find(Kind.ROUND_DATE, self.key, {"round": number}, facts)

    def days(self, number: int) -> tuple[date, date] | None:
        """The day a round was played, twice; the event's days where nobody says; None if it has none."""
        ruled = self.round_date_ruling(number)
        row = self.rounds.get(number)
        day = date.fromisoformat(ruled.value or "") if ruled else (row.played_on if row else None)
        if day is not None:
            return day, day
        if self.event.first_day is None or self.event.last_day is None:
            return None
        return self.event.first_day, self.event.last_day

    def taken_up(self) -> RulingRow | None:
        """The officer's word that the event is looked at again for a correction of a published list, 7(3)."""
        for kind in (Kind.REOPEN, Kind.INTO):
            if ruling := self.ruled(kind, lambda: fingerprint("correction")):
                return ruling
        return None

    def consult(self) -> None:
        """Looks up every ruling there can be on the event, so that those that do not act stand out."""
        if not self.rulings.any_on(self.key):
            return
        for look in (
            *(self.taken_up, self.excluded, self.set_aside, self.reported_ruling, self.accepted_late),
            *(self.time_control_ruling, self.organizer_ruling, self.reporter_ruling, self.run_by_ruling),
            *(self.form_ruling, self.fide_official_ruling, self.regional_ruling, self.fee_ruling),
        ):
            look()
        for pairing in self.pairings:
            self.round_date_ruling(pairing.round)
            if pairing.black is not None:
                self.excluded_game(pairing)

    def game(self, pairing: Paired) -> dict[str, str | int | None]:
        """The subject of a ruling on one game."""
        white, black = self.name(pairing.white), self.name(pairing.black)
        return {"round": pairing.round, "white": white, "black": black}

    def ruled(self, kind: Kind, facts: Callable[[], str]) -> RulingRow | None:
        """The officer's word on the event as a whole; `facts` are asked for only where there is one."""
        if not self.rulings.has(kind, self.key):
            return None
        return self.rulings.find(kind, self.key, {}, facts())


def load(
    session: Session,
    event: EventRow,
    rulings: Rulings,
    read_as: ReadAs = USUAL,
    rows: Rows | None = None,
) -> EventView:
    """The event with all its rows. `rows`: where they were read already."""
    if rows is None:
        from importer.ahead import read_rows

        rows = read_rows(session, [event])[event.id]
    return EventView(
        event=event,
        rounds=rows.rounds,
        players=rows.players,
        pairings=rows.pairings,
        rulings=rulings,
        read_as=read_as,
        aside=_set_aside_for(session, event, rulings, read_as),
        **_at_first(session, event, read_as),
    )


class UnreadView(EventView):
    """An event whose rounds, players and pairings are asked for when somebody looks at them: one that a
    published list holds, or that is as it was at the last look, is hardly ever looked at again."""

    __slots__ = ("_session",)
    _session: Session

    def __init__(
        self,
        session: Session,
        event: EventRow,
        rulings: Rulings,
        read_as: ReadAs = USUAL,
    ) -> None:
        held = {
            "_session": session,
            "event": event,
            "rulings": rulings,
            "read_as": read_as,
            "aside": _set_aside_for(session, event, rulings, read_as),
            "alike": {},
            "by_subject": {},
            **_at_first(session, event, read_as),
        }
        for name, value in held.items():  # the rows are left without a value: `__getattr__` is asked for them
            object.__setattr__(self, name, value)

    def __getattr__(self, name: str) -> Any:
        if name not in ("rounds", "players", "pairings"):
            raise AttributeError(name)
        whole = load(self._session, self.event, self.rulings)
        for part in ("rounds", "players", "pairings"):
            object.__setattr__(self, part, getattr(whole, part))
        return getattr(whole, name)


def _set_aside_for(
    session: Session, event: EventRow, rulings: Rulings, read_as: ReadAs
) -> tuple[EventView, ...]:
    """The reports that were set aside for an event, and those that were for one of them, without their rows
    and by themselves."""
    keys, found = [event.key], []
    for key in keys:
        for ruling in rulings.naming(Kind.SAME_EVENT, key):
            other = session.exec(select(EventRow).where(EventRow.key == ruling.event_key)).one_or_none()
            if other is None or other.key in keys:
                continue
            at_first = _at_first(session, other, read_as)
            view = EventView(other, {}, {}, (), rulings, read_as, **at_first)
            if view.set_aside() is not None:
                found.append(view)
                keys.append(other.key)
    return tuple(found)


def reading(session: Session, reading_id: int) -> EventRecord:
    """A frozen reading as it was read."""
    return EventRecord.from_dict(json.loads(session.get_one(ReadingRow, reading_id).record))


def is_complete(record: EventRecord) -> bool:
    """True when no result is pending and every round has pairings: only then is a link a report (R16). Where
    only a grid tells the games, no round is known, and every pair has a result."""
    paired = rounds_paired(record.pairings)
    pending = any(p.kind is Pairing.PENDING for p in record.pairings)
    if rounds_unknown(record):
        return bool(paired) and not pending
    rounds = record.round_count or 0
    return rounds > 0 and not pending and paired >= set(range(1, rounds + 1))


_OFF = frozenset({Pairing.BYE, Pairing.HALF_BYE, Pairing.NOT_PAIRED})


def rounds_paired(pairings: Iterable[PairingInRecord | Paired]) -> set[int]:
    """The rounds in which somebody was to play: who asked for a round off stands in it before it is paired
    (seen: british2026_champ_r8_unpaired_only)."""
    return {p.round for p in pairings if p.kind not in _OFF}


def rounds_unknown(record: EventRecord) -> bool:
    """Whether the games stand in no round: only the grid of a round robin tells them."""
    return any(p.code == "round-unknown" for p in record.problems)


def _at_first(session: Session, event: EventRow, read_as: ReadAs) -> dict[str, Any]:
    """Of a view, what was there of the event before it could be read complete."""
    refused = _first_refused(session, event) if read_as.from_refused else None
    return {"refused_on": refused, "once_incomplete": once_incomplete(session, event, refused)}


def _first_refused(session: Session, event: EventRow) -> date | None:
    """The day of the first file that was refused and whose correction an event is. One that came before the
    event was over lacked results, whatever else was wrong with it (R16)."""
    named = col(ReportRow.problem).contains(json.dumps(event.key), autoescape=True)
    query = select(ReportRow).where(ReportRow.state == REPLACED, named)
    days = [
        report.arrived_on
        for report in session.exec(query)
        if json.loads(report.problem or "")["says"]["event_key"] == event.key
    ]
    return min((day for day in days if event.last_day is None or day >= event.last_day), default=None)


def once_incomplete(session: Session, event: EventRow, refused_on: date | None) -> bool:
    """Whether an event that is complete since the day of its first readable report was not so when it could
    first be read: it was completed later that day. An earlier day, on which its link or file came and could
    not be read, is then not the day of a report (R16, R25, R119)."""
    first_came = min(event.link_came_on, refused_on or event.link_came_on)
    if not first_came < event.arrived_on == event.complete_on:
        return False
    readings = select(ReadingRow.record).where(ReadingRow.event_key == event.key)
    first = session.exec(readings.order_by(col(ReadingRow.id)).limit(1)).first()
    return first is not None and not is_complete(EventRecord.from_dict(json.loads(first)))
