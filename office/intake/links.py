"""From pasted text to stored events: every link becomes a report, every report an event or a reason."""

import json
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from datetime import date

from sqlalchemy import Engine

from importer.store import Stored, received, store_event
from importer.tables import ReportRow
from office.clock import Clock, day_in_japan
from office.database.engine import transaction
from office.desk.refresh import published_events, refresh
from office.errors import OfficeError
from rating.time_control import minutes_at_60
from scraper.addresses import Address, find_addresses
from scraper.client import Client
from scraper.errors import ScraperError
from scraper.fetch import Progress, fetch_event
from scraper.reading import read_event
from scraper.records import EventRecord, Problem


@dataclass(frozen=True, slots=True)
class Link:
    """A tournament to be fetched, and the text it was found in."""

    address: Address
    text: str


@dataclass(frozen=True, slots=True)
class Taken:
    """What became of one link: stored, or the problem that stopped it. `ends_run`: what stopped it would
    stop every other link too, so that no more were asked for. `reported_on`: the day it counts as reported,
    None while it is incomplete; `list_date`: the list it is for."""

    link: Link
    record: EventRecord | None
    stored: Stored | None
    problem: Problem | None
    ends_run: bool = False
    reported_on: date | None = None
    list_date: date | None = None


def links_in(texts: Sequence[str]) -> tuple[list[Link], list[Problem]]:
    """Every tournament in the texts, each once, and a problem for every link that is none.

    A text in which no Chess-Results link stands at all is refused by name.
    """
    links: dict[int, Link] = {}
    refused: list[Problem] = []
    for text in texts:
        found = find_addresses(text)
        refused += found.refused
        if not found.addresses and not found.refused:
            shown = " ".join(text.split())[:80] or "nothing"
            remedy = "paste the link, e.g. https://chess-results.com/tnr1234567.aspx"
            refused.append(Problem("no-link", "the text given", "a Chess-Results link", f"“{shown}”", remedy))
        for address in found.addresses:
            links.setdefault(address.tournament, Link(address, text))
    if not links:
        raise OfficeError(*refused)
    return list(links.values()), refused


def take_links(
    engine: Engine,
    client: Client,
    links: Sequence[Link],
    *,
    reported: date | None,
    clock: Clock,
    progress: Callable[[Link], Progress],
) -> list[Taken]:
    """Fetches, reads and stores each link: one transaction for noting the report, one for the event.

    `reported`: the day the report arrived, in Japan; None: today (R16). What stops one link does not
    stop the next, and its report is kept with the problem; but where the site refuses the client, or the
    day's budget is used up, the links after it are left, and are not in what is returned.
    """
    taken: list[Taken] = []
    for link in links:
        taken.append(_take(engine, client, link, reported, clock, progress(link)))
        if taken[-1].ends_run:
            break
    return taken


def _take(
    engine: Engine, client: Client, link: Link, reported: date | None, clock: Clock, progress: Progress
) -> Taken:
    now = clock()
    today = day_in_japan(now)
    with transaction(engine) as session:
        report = received(
            session,
            reference=f"https://chess-results.com/tnr{link.address.tournament}.aspx",
            text=link.text,
            arrived_on=reported or today,
            day_stated=reported is not None,
            now=now,
        )
    assert report.id is not None
    try:
        record = read_event(fetch_event(link.address, client, progress=progress), minutes_at_60=minutes_at_60)
        _refuse_other(link.address, record)
    except ScraperError as error:
        with transaction(engine) as session:
            row = session.get_one(ReportRow, report.id)
            row.state, row.problem = "failed", json.dumps(asdict(error.problem), ensure_ascii=False)
            session.add(row)
        return Taken(link, None, None, error.problem, getattr(error, "ends_run", False))
    with transaction(engine) as session:
        row = session.get_one(ReportRow, report.id)
        key = f"chess-results:{link.address.tournament}"
        stored = store_event(
            session,
            record,
            report=row,
            now=clock(),
            today=today,
            published=key in published_events(session),
        )
        row.state = "read"
        session.add(row)
        desk = refresh(session)
    placed = next(e for e in desk.events if e.view.key == stored.event_key)
    list_date = placed.published or placed.list_date
    reported_on = placed.view.reported_on()
    return Taken(link, record, stored, None, reported_on=reported_on, list_date=list_date)


def _refuse_other(address: Address, record: EventRecord) -> None:
    if record.source.tournament != address.tournament:
        raise ScraperError(
            Problem(
                "other-tournament",
                address.url,
                f"tournament {address.tournament}",
                f"tournament {record.source.tournament}",
                "check the link with the organizer",
            )
        )
