"""An invented office of any size: a register and a list taken over, put into its tables in bulk, and for each
list the events that are reported for it, stored as an import stores them. The same seed, the same office."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

from sqlalchemy import Engine, insert
from sqlmodel import Session

from benchmarks.same_bytes.people import KANJI, SYLLABLES, month
from importer.rulings import Kind as Ruled
from importer.rulings import Made, fingerprint, record
from importer.store import received, store_event
from importer.tables import MemberRow, MembershipRow, RegisterFactRow
from office.chain.link import append
from office.database.engine import transaction
from office.database.migrate import upgrade
from office.families import found
from office.lists.canonical import canonical_parts
from office.lists.packing import packed, sha256_of
from office.lists.rows import insert_rows
from office.runs.publish import publish_list
from office.runs.rate import rate_list
from office.tables import EventRatingRow, ListMemberRow, ListRatingRow, ListVersionRow, SettingRow
from rating.interpretations import Interpretations
from scraper.records import EventRecord, Kind, Pairing, Player, Result, Round, Source, TimeControl

OFFICER = "Invented Officer"
AT_ONCE = 50_000
"""Rows that are put in with one call."""
PLAYERS, ROUNDS = 40, 5
GAMES_IN_EVENT = PLAYERS // 2 * ROUNDS
RESULTS = (Result.BLACK_WINS, Result.DRAW, Result.WHITE_WINS)
SLOW = TimeControl("90 min + 30 sec", "standard", 120)
QUICK = TimeControl("15 min + 10 sec", "rapid", 25)


@dataclass(frozen=True, slots=True)
class Kindred:
    """What differs between two families: how an ID is written, its lists, what its ratings are called, and
    how strong anybody is: who always wins goes on rising, and past 3000 a list asks the officer."""

    name: str
    id: str
    opening: date
    months: int
    types: tuple[str, ...]
    strongest: int


JAPANESE = Kindred("japanese", "N{:08}", date(2026, 11, 1), 1, ("standard", "rapid"), 2600)
QUEENSLAND = Kindred("queensland", "Q{:06d}", date(2027, 1, 1), 2, ("qj",), 2200)
KINDRED = {kind.name: kind for kind in (JAPANESE, QUEENSLAND)}


@dataclass(frozen=True, slots=True)
class Reported:
    """The events of one list, as they were read."""

    kind: Kindred
    records: tuple[EventRecord, ...]
    day: date

    def store(self, engine: Engine) -> None:
        """Stores them as an import does, all at once: nobody has looked at them yet."""
        made = Made("as the organizer says", OFFICER, noon(self.day))
        with transaction(engine) as session:
            for one in self.records:
                address = f"https://chess-results.com/tnr{one.source.tournament}.aspx"
                report = received(
                    session, reference=address, text=None, arrived_on=self.day, day_stated=True, now=made.now
                )
                report.state = "read"
                stored = store_event(session, one, report=report, now=made.now, published=False)
                if self.kind is QUEENSLAND:
                    facts = fingerprint(one.time_control.text, one.time_control.printed_kind)
                    record(
                        session, Ruled.EVENT_CLASS, facts=facts, made=made, subject={}, value="open",
                        event_key=stored.event_key,
                    )  # fmt: skip


class Federation:
    """The people of an office, and how strong they are. One in fifty has no rating yet."""

    def __init__(self, kind: Kindred, members: int, seed: int = 14) -> None:
        self.kind, self.chance = kind, Random(seed)
        self.ids = [kind.id.format(n + 1) for n in range(members)]
        self.names = [name_of(n) for n in range(members)]
        self.strength = [
            min(kind.strongest, max(1000, round(self.chance.gauss(1550, 280)))) for _ in self.ids
        ]
        self.events = self.lists = 0

    def founded(self, engine: Engine) -> None:
        """The office with its register and the list it begins with, published."""
        upgrade(engine)
        with transaction(engine) as session:
            began = noon(self.kind.opening - timedelta(days=200))
            session.add(SettingRow(name="name", value="Invented Federation"))
            session.add(SettingRow(name="officer", value=OFFICER))
            found(session, self.kind.name, who=OFFICER, now=began)
            session.flush()
            put(session, MemberRow, self._members(began))
            put(session, RegisterFactRow, self._facts(began))
            if self.kind is JAPANESE:
                put(session, MembershipRow, self._memberships(began))
            self._opening(session)

    def _members(self, began: datetime) -> Iterator[dict[str, Any]]:
        for n, number in enumerate(self.ids):
            told = self._told(n)
            yield {
                "federation_id": number, "known_since": began, "withheld": False, "birth_withheld": False,
                **told, "born": date.fromisoformat(told["born"]),
            }  # fmt: skip

    def _facts(self, began: datetime) -> Iterator[dict[str, Any]]:
        for n in range(len(self.ids)):
            for field, value in self._told(n).items():
                yield {
                    "member_id": n + 1, "field": field, "value": value, "known_since": began,
                    "source": "register file",
                }  # fmt: skip

    def _told(self, n: int) -> dict[str, str]:
        day = date(1950, 1, 1) + timedelta(days=n * 7919 % 22_000)
        kanji = KANJI[n % 29] + KANJI[n // 29 % 29] + " " + KANJI[n // 841 % 29]
        told = {"name": self.names[n], "born": str(day), "sex": "mmf"[n % 3], "club": f"Club {n % 50}"}
        if self.kind is JAPANESE:
            return told | {"kanji": kanji, "federation": "JPN"}
        surname, _, given = self.names[n].partition(" ")
        return told | {"surname": surname, "given": given, "school": f"School {n % 90}"}

    def _memberships(self, began: datetime) -> Iterator[dict[str, Any]]:
        days = {"first_day": date(2020, 4, 1), "last_day": date(2040, 3, 31), "kind": "annual"}
        for n in range(len(self.ids)):
            yield {"member_id": n + 1, **days, "known_since": began}

    def _opening(self, session: Session) -> None:
        rated = [n for n in range(len(self.ids)) if n % 50]
        inputs, inputs_sha = packed({"list": [], "games": []})
        version = ListVersionRow(
            list_date=self.kind.opening,
            version=1,
            how="opening",
            state="draft",
            edition=None if self.kind is JAPANESE else "qjrl",
            made_at=noon(self.kind.opening),
            inputs=inputs,
            inputs_sha256=inputs_sha,
            text_sha256="",
            report="Opening balance.\n",
        )
        session.add(version)
        session.flush()
        last = self.kind.opening - timedelta(days=40)
        insert_rows(
            session,
            ListMemberRow,
            version,
            [
                {
                    "federation_id": self.ids[n], "name": self.names[n], "kanji": self._told(n).get("kanji"),
                    "member_on_day": True, "active": True, "last_game": last,
                }
                for n in rated
            ],
        )  # fmt: skip
        held = [(n, type_) for type_ in self.kind.types for n in rated if type_ != "rapid" or n % 2]
        insert_rows(
            session,
            ListRatingRow,
            version,
            [
                {
                    "federation_id": self.ids[n], "type": type_, "rating": self.strength[n],
                    "games": 10 + n % 90, "period_games": 0, "peak": self.strength[n],
                    "peak_assumed": False, "how": "opening", "floored": False, "adopted": False,
                }
                for n, type_ in held
            ],
        )  # fmt: skip
        if self.kind is QUEENSLAND:
            marks = {"provisional": False, "listed": True, "capped": False}
            rows = [{"federation_id": self.ids[n], "type": "qj", **marks} for n in rated]
            insert_rows(session, EventRatingRow, version, rows)
        version.text_sha256 = sha256_of(canonical_parts(session, version))
        version.state, version.published_at, version.published_by = "published", version.made_at, OFFICER
        session.add(version)
        append(session, version)

    def next_list(self, engine: Engine, playing: int) -> None:
        """The next list, made and published: so many members played in each of two types."""
        self.lists += 1
        self.reported(self.lists, playing * ROUNDS).store(engine)
        moment = noon(self.list_date(self.lists))
        rated(engine, moment)
        published(engine, moment)

    def list_date(self, n: int) -> date:
        """The date of the n-th list after the one taken over."""
        return month(self.kind.opening, n * self.kind.months)

    def reported(self, n: int, games: int) -> Reported:
        """The events that come in for the n-th list, of about so many games."""
        first = month(self.list_date(n), -1).replace(day=3)
        count, everybody = max(games // GAMES_IN_EVENT, 1), range(len(self.ids))
        records: list[EventRecord] = []
        while len(records) < count:
            order = self.chance.sample(everybody, min(len(everybody), (count - len(records)) * PLAYERS))
            start = first + timedelta(days=ROUNDS * (len(records) * PLAYERS // len(everybody) % 3))
            for at in range(0, len(order) - PLAYERS + 1, PLAYERS):
                records.append(self._event(order[at : at + PLAYERS], start))
        return Reported(self.kind, tuple(records[:count]), first.replace(day=19))

    def _event(self, who: Sequence[int], first: date) -> EventRecord:
        self.events += 1
        days = [first + timedelta(days=n) for n in range(ROUNDS)]
        quick = self.kind is JAPANESE and self.events % 4 == 0
        control = (QUICK if quick else SLOW) if self.kind is JAPANESE else TimeControl()
        return EventRecord(
            name=f"Invented Open {self.events}",
            organizer=f"Club {self.events % 50}",
            first_day=days[0],
            last_day=days[-1],
            round_count=ROUNDS,
            rounds=tuple(Round(n, day) for n, day in enumerate(days, 1)),
            time_control=control,
            players=tuple(
                Player(
                    n,
                    self.names[one],
                    national_id=self.ids[one],
                    rating=self.strength[one],
                    club=f"Club {one % 50}",
                )
                for n, one in enumerate(who, 1)
            ),
            pairings=tuple(self._pairings(who)),
            source=Source(tournament=1_000_000 + self.events),
        )

    def _pairings(self, who: Sequence[int]) -> Iterator[Pairing]:
        seats = list(range(1, len(who) + 1))
        for round_ in range(1, ROUNDS + 1):
            for board in range(len(seats) // 2):
                white, black = seats[board], seats[-1 - board]
                if (board + round_) % 2:
                    white, black = black, white
                gap = (
                    self.strength[who[white - 1]] - self.strength[who[black - 1]] + self.chance.gauss(0, 300)
                )
                result = RESULTS[1 + (gap > 80) - (gap < -80)]
                if self.chance.random() < 0.01:
                    yield Pairing(round_, board + 1, white, black, Result.WHITE_BY_FORFEIT, Kind.FORFEIT)
                else:
                    yield Pairing(round_, board + 1, white, black, result, Kind.GAME)
            seats[1:] = seats[-1:] + seats[1:-1]


def put(session: Session, table: type, rows: Iterable[dict[str, Any]]) -> None:
    """Rows in bulk, some thousands at a time."""
    waiting = iter(rows)
    while some := list(islice(waiting, AT_ONCE)):
        session.execute(insert(table), some)


def noon(day: date) -> datetime:
    """Noon of a day in Japan."""
    return datetime(day.year, day.month, day.day, 3, tzinfo=UTC)


def rated(engine: Engine, moment: datetime) -> None:
    """The next list is made."""
    with transaction(engine) as session:
        rate_list(session, None, switches=Interpretations(), now=moment)


def published(engine: Engine, moment: datetime) -> int:
    """The list that was made is published; the number of its version."""
    with transaction(engine) as session:
        return publish_list(session, None, made=Made("", OFFICER, moment)).id or 0


def name_of(n: int) -> str:
    """A name that no other number has: seven syllables of sixteen, scattered."""
    at = n * 179_424_673 % 16**7
    parts = [SYLLABLES[at >> 4 * k & 15] for k in range(7)]
    return f"{''.join(parts[:4]).title()} {''.join(parts[4:]).title()}"


def place_in(folder: Path) -> Path:
    """The database of an office in a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    return folder / "banzuke.sqlite"
