"""One poll: each event looked at by one page, and read again where that page is other than before.

An incomplete event (announced, running, results missing) is looked at until `waiting` days after its last
day (one within a year of its last change) or its last change, whichever is later. A complete one, published
or not, until `quiet` days have gone by without a change. A change that was noted by a clock that was ahead,
or before the event was over by one that was behind, counts from the event's last day, of an event without
days from the next look at it. An event that the officer excluded is not looked at. Those not looked at for
the longest time come first, so that a budget that ends does not end at the same events every day.

Every event is its own transactions, and its state is kept as soon as it is known: a kill loses at most the
event at hand, and the next poll looks at that one again. On a schedule of its own it goes on until the
site says no or the officer ends it.
"""

import json
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from datetime import date, datetime, timedelta

from sqlalchemy import Engine
from sqlmodel import Session, col, func, select

from importer.rulings import Kind, Rulings, subject_text
from importer.tables import EventRow, ReadingRow
from office.clock import Clock
from office.database.engine import look as looking
from office.database.engine import transaction
from office.errors import OfficeError
from office.families import day_here
from office.intake.links import Link, take_links
from office.intake.refused import stopped
from office.intake.take_in import Came
from office.tables import PollRow
from office.words import N_, _, n_
from scraper.addresses import Address
from scraper.archive import Archive
from scraper.client import Client
from scraper.errors import ScraperError
from scraper.fetch import Progress
from scraper.look import Look, look_at
from scraper.plan import CROSSTABLE
from scraper.problems import FETCH_CODES
from scraper.records import EventRecord, Problem

QUIET, WAITING = 30, 90
"""Days; the switches --quiet-days and --waiting-days set others."""


AHEAD = timedelta(days=366)
"""So long after its last change the last day of an event is waited for: one that is later is a slip, or the
event never came to it."""

TOLD = timedelta(days=7)
"""So long it is told of an event that it is no longer looked at."""


@dataclass(frozen=True, slots=True)
class Watched:
    """An event with the number of its newest reading, what the last look left, and the last day it is looked
    at. The reading itself is long, and an office has thousands: it is read when its event is looked at."""

    event: EventRow
    reading_id: int
    row: PollRow | None
    until: date


def watched(session: Session, today: date, *, quiet: int = QUIET, waiting: int = WAITING) -> list[Watched]:
    """Every event that has a page on the site and was not excluded, the longest unseen first. Of a look that
    a clock which was ahead noted nobody knows when it was."""
    rulings = Rulings.in_force(session)
    rows = {row.event_key: row for row in session.exec(select(PollRow))}
    newest = func.coalesce(EventRow.newer_reading_id, EventRow.reading_id)
    query = select(EventRow, ReadingRow.id, ReadingRow.read_at).join(ReadingRow, col(ReadingRow.id) == newest)
    found = []
    for event, number, read_at in session.exec(query.order_by(col(EventRow.id))):
        excluded = [r for r in rulings.of_event(event.key, Kind.EXCLUDE) if r.subject == subject_text({})]
        if event.tournament is None or excluded:
            continue
        row = rows.get(event.key)
        noted = [day_here(session, moment) for moment in (read_at, *([row.changed_at] if row else []))]
        changed = _changed(noted, event, today)
        if event.complete_on is not None:
            until = changed + timedelta(days=quiet)
        else:
            until = max(changed, min(event.last_day or changed, changed + AHEAD)) + timedelta(days=waiting)
        found.append(Watched(event, number or 0, row, until))

    def seen(one: Watched) -> tuple[float, int]:
        known = one.row is not None and day_here(session, one.row.looked_at) <= today
        return one.row.looked_at.timestamp() if one.row and known else 0.0, one.event.id or 0

    return sorted(found, key=seen)


def _changed(noted: Sequence[date], event: EventRow, today: date) -> date:
    """The day of an event's last change. What a clock that was ahead noted is no day of it, and what one that
    was behind noted before the event's last day neither: then that day is."""
    sound = [day for day in (*noted, event.last_day) if day is not None and day <= today]
    if sound:
        return max(sound)
    return min(event.last_day or event.first_day or today, today)


def due(events: Sequence[Watched], today: date) -> tuple[list[Watched], list[Watched]]:
    """Those to be looked at today, and those whose time is over."""
    return [w for w in events if w.until >= today], [w for w in events if w.until < today]


def told(over: Sequence[Watched], events: Sequence[Watched], today: date) -> list[Watched]:
    """Those whose time is over since the last look at any of all `events`, or in the last days: who polls for
    years is not told of every event of all these years each time."""
    last = max((w.row.looked_at.date() for w in events if w.row), default=today)
    return [w for w in over if w.until >= min(last, today - TOLD)]


@dataclass(frozen=True, slots=True)
class Seen:
    """What a look at one event gave. `state`: `unchanged`, `uploaded` (anew, with nothing other in it),
    `updated`, `held` (other than what a published list stands on), `as published` (that again), `taken up`
    (as `held`, of an event taken up for a correction) or `failed`, with `problem`.
    `complete_on`: the report day of an event that has become complete just now (R16)."""

    event: EventRow
    state: str
    changes: tuple[str, ...] = ()
    complete_on: date | None = None
    problem: Problem | None = None


@dataclass(frozen=True, slots=True)
class Polled:
    """A whole poll. `stopped`: what ended it before its end; `left`: events not looked at for that."""

    seen: tuple[Seen, ...]
    left: int
    stopped: Problem | None

    @property
    def unanswered(self) -> bool:
        """Whether the network was away, or no event's page was answered and none was refused."""
        codes = {one.problem.code if one.problem else "" for one in self.seen}
        away = self.stopped is not None and self.stopped.code in AWAY
        return away or (bool(codes) and codes <= UNANSWERED)

    def count(self, *states: str) -> int:
        """How many events came out in these states."""
        return sum(s.state in states for s in self.seen)


def poll(
    engine: Engine,
    client: Client,
    events: Sequence[Watched],
    *,
    clock: Clock,
    progress: Callable[[int], Progress],
    tell: Callable[[Seen], None],
) -> Polled:
    """Looks at each event in turn; `progress` is made for each tournament that is read again, `tell` hears
    what every look gave. What would stop the next event as well ends the poll."""
    seen: list[Seen] = []
    for number, watched in enumerate(events, start=1):
        now: Look | None = None
        looked = True
        try:
            one, now, ends_run = _look(engine, client, watched, clock, progress)
        except Exception as error:  # noqa: BLE001  raised again where it is not about this event
            problem = stopped(error, f"tournament {watched.event.tournament}")[0]
            one, ends_run = Seen(watched.event, "failed", problem=problem), getattr(error, "ends_run", False)
            looked = not ends_run  # else it is the first of the next poll
        if looked:
            _keep(engine, watched, now, one, clock())
        seen.append(one)
        tell(one)
        if ends_run:
            return Polled(tuple(seen), len(events) - number, one.problem)
    return Polled(tuple(seen), 0, None)


def _look(
    engine: Engine, client: Client, watched: Watched, clock: Clock, progress: Callable[[int], Progress]
) -> tuple[Seen, Look | None, bool]:
    """A look at an event: what it gave, how the event looks now where that can be told, and whether what
    stopped it would stop the next one too."""
    with looking(engine) as session:
        reading = session.get_one(ReadingRow, watched.reading_id)
    record, tournament = EventRecord.from_dict(json.loads(reading.record)), watched.event.tournament
    assert tournament is not None
    address = watched_page(record)
    now = look_at(client.get(address).page)
    if now == _before(watched, record, address, client.archive):
        stands = _standing_problem(watched)
        return Seen(watched.event, "failed" if stands else "unchanged", problem=stands), now, False
    link = Link(Address(tournament), "banzuke poll: its page was other than before")
    (taken,) = take_links(
        engine, client, [link], Came(None), clock=clock, progress=lambda _: progress(tournament)
    )
    if taken.stored is None:
        # What was received and cannot be read is not asked for again until it changes.
        problem = taken.problems[0]
        seen = Seen(watched.event, "failed", problem=problem)
        return seen, None if problem.code in FETCH_CODES else now, taken.ends_run
    state = {"unchanged": "uploaded"}.get(taken.stored.state, taken.stored.state)
    with looking(engine) as session:
        event = session.get_one(EventRow, watched.event.id)
    complete = event.complete_on if watched.event.complete_on is None else None
    return Seen(event, state, taken.stored.changes, complete), now, False


def _keep(engine: Engine, watched: Watched, now: Look | None, one: Seen, moment: datetime) -> None:
    """The state after a look; a failed one leaves what was seen before as it is."""
    with transaction(engine) as session:
        event = session.get_one(EventRow, watched.event.id)
        newest = session.get_one(ReadingRow, event.newer_reading_id or event.reading_id)
        assert newest.id is not None
        row = session.get(PollRow, event.key) or PollRow(
            event_key=event.key, reading_id=newest.id, looked_at=moment, changed_at=newest.read_at
        )
        row.looked_at = moment
        row.problem = json.dumps(asdict(one.problem), ensure_ascii=False) if one.problem else None
        if now is not None:
            row.reading_id, row.last_update, row.fingerprint = newest.id, now.last_update, now.fingerprint
        undated = event.first_day is None and event.last_day is None
        if one.state not in ("failed", "unchanged", "uploaded") or (undated and row.changed_at > moment):
            row.changed_at = moment  # what a clock that was ahead noted would keep it looked at for years
        session.add(row)


def watched_page(record: EventRecord) -> str:
    """The address of the one page that shows most of an event: the crosstable, else the teams with their
    results, else the last one read."""
    addresses = {p.kind: p.address for p in record.source.pages if p.address is not None}
    tournament = record.source.tournament
    assert tournament is not None
    return (
        addresses.get("crosstable")
        or addresses.get("team-composition")
        or (list(addresses.values())[-1] if addresses else Address(tournament).page(CROSSTABLE))
    )


def _standing_problem(watched: Watched) -> Problem | None:
    """Why the page as it still is could not be read when it was read; None if it could."""
    stands = watched.row is not None and watched.row.reading_id == watched.reading_id  # not read since
    kept = json.loads(watched.row.problem) if stands and watched.row and watched.row.problem else None
    return Problem(**kept) if kept and kept["code"] not in FETCH_CODES else None


def _before(watched: Watched, record: EventRecord, address: str, archive: Archive) -> Look | None:
    """The event as it last looked: at the last poll, else on the page it was imported from; None if
    neither is to be had, and then it is read again."""
    row = watched.row
    if row is not None and row.reading_id == watched.reading_id and row.fingerprint is not None:
        return Look(row.last_update, row.fingerprint)
    for source in record.source.pages:
        if source.address == address:
            page = archive.page(source.sha256)
            try:
                return look_at(page) if page else None
            except ScraperError:
                return None
    return None


AWAY = frozenset({"certificate-refused", "no-network"})
"""What ends a poll that reached nobody: a network comes back, and a clock is put right."""

UNANSWERED = AWAY | {"connection-failed", "server-error", "timed-out"}
"""What may be gone in a while, and was no refusal."""

GOES_ON_AFTER = AWAY | {"daily-budget"}
"""What ends one poll and not the schedule: tomorrow has a new budget."""


LEFT_OUT = {
    "poll-running": N_("Another poll is running; this one is left out (poll-running)"),
    "database-busy": N_("Another command is writing; the rest of this poll is left out (database-busy)"),
}
"""What keeps a poll from being done, and not the next one."""


def every(
    minutes: int,
    once: Callable[[], Polled],
    *,
    note: Callable[[str], None],
    sleep: Callable[[float], None] = time.sleep,
) -> Polled:
    """Polls, waits, polls. Returns only when the site refuses this client; a poll that another command keeps
    from running or from writing is left out, the next comes in its turn."""
    while True:
        try:
            polled = once()
        except OfficeError as error:
            (code, *more) = (p.code for p in error.problems)
            if more or code not in LEFT_OUT:
                raise
            note(_(LEFT_OUT[code]))
        else:
            if polled.stopped is not None and polled.stopped.code not in GOES_ON_AFTER:
                return polled
        note(n_("The next poll is in {n} minute", "The next poll is in {n} minutes", minutes))
        sleep(minutes * 60)
