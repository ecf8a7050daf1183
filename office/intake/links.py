"""From pasted text to stored events: every link becomes a report, every report an event or a reason."""

import json
import re
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, date
from email.parser import HeaderParser
from email.utils import parsedate_to_datetime
from itertools import zip_longest

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

AT_ONCE = 10
"""So many tournaments are fetched by one import; more only when asked for."""

_HTML = re.compile(
    r"\ufeff?\s*(?:<\?xml[^>]*>\s*|<!--(?:(?!-->).){0,500}-->\s*){0,20}<(?:!doctype\s+html|html\b)",
    re.I | re.S,
)
_TITLE = re.compile(r"<title>\s*Chess-Results Server\b", re.I)
_FORM = re.compile(r"<form\b[^<>]*\saction=[\"'][^\"'<>]{0,80}?\btnr0*([1-9][0-9]{0,8})\.aspx", re.I)
_SAVED_FROM = re.compile(r"<!-- saved from url=\S{0,80}?/tnr0*([1-9][0-9]{0,8})\.aspx", re.I)
_SNAPSHOT = re.compile(
    r"^Snapshot-Content-Location: \S{0,40}\bchess-results\.com/+tnr0*([1-9][0-9]{0,8})\.aspx", re.I | re.M
)


@dataclass(frozen=True, slots=True)
class Link:
    """A tournament to be fetched, and the text it was found in."""

    address: Address
    text: str


@dataclass(frozen=True, slots=True)
class Taken:
    """What became of one link: stored, or the problem that stopped it. `ends_run`: what stopped it would
    stop every other link too, so that no more were asked for. `reported_on`: the day it counts as reported,
    None while it is incomplete; `list_date`: the list it is for; `open_questions`: how many the whole desk
    had when it was stored."""

    link: Link
    record: EventRecord | None
    stored: Stored | None
    problem: Problem | None
    ends_run: bool = False
    reported_on: date | None = None
    list_date: date | None = None
    open_questions: int = 0


def links_in(texts: Sequence[str], names: Sequence[str] = ()) -> tuple[list[Link], list[Problem]]:
    """Every tournament in the texts, each once, and a problem for every link that is none.

    A text in which no Chess-Results link stands at all, and one that is itself a page of Chess-Results,
    is refused by name. `names`: what each text was given as, for these.
    """
    links: dict[int, Link] = {}
    refused: list[Problem] = []
    for text, name in zip_longest(texts, names, fillvalue="the text given"):
        page = _page_given(text, name)
        if page is not None:
            refused.append(page)
            continue
        found = find_addresses(text)
        refused += found.refused
        if not found.addresses and not found.refused:
            shown = " ".join(text.split())[:80] or "nothing"
            remedy = "paste the link, e.g. https://chess-results.com/tnr1234567.aspx"
            refused.append(Problem("no-link", name, "a Chess-Results link", f"“{shown}”", remedy))
        for address in found.addresses:
            links.setdefault(address.tournament, Link(address, text))
    if not links:
        raise OfficeError(*refused)
    return list(links.values()), refused


def refuse_many(links: Sequence[Link]) -> None:
    """More tournaments at once than a person reports are refused by name, before anything is fetched."""
    if len(links) > AT_ONCE:
        numbers = ", ".join(str(link.address.tournament) for link in links)
        raise OfficeError(
            Problem(
                "many-links",
                "what was given",
                f"at most {AT_ONCE} tournaments at once",
                f"{len(links)}: {numbers}; nothing was fetched",
                "give the links that were reported, or all of these with --all",
            )
        )


def mail_day(text: str) -> date | None:
    """The day, in Japan, on which a text that begins with an e-mail's headers says it was written."""
    stated = HeaderParser().parsestr(text.lstrip("\ufeff\r\n"))["Date"]
    if stated is None:
        return None
    try:
        moment = parsedate_to_datetime(str(stated))
        return day_in_japan(moment if moment.tzinfo else moment.replace(tzinfo=UTC))
    except (ValueError, TypeError, IndexError, OverflowError):
        return None


def _page_given(text: str, name: str) -> Problem | None:
    """A page of Chess-Results saved by a browser: it links many other tournaments, and reports none."""
    archive = _SNAPSHOT.search(text[:4000])
    if archive is None and not (_HTML.match(text) and (_TITLE.search(text) or _FORM.search(text))):
        return None
    number = archive or _FORM.search(text) or _SAVED_FROM.search(text[:4000])
    of = f" of tournament {number[1]}" if number else ""
    link = f"its link, https://chess-results.com/tnr{number[1]}.aspx" if number else "the tournament's link"
    look = "" if archive else ", or look at the page with: banzuke read FILE"
    return Problem(
        "page-not-a-mail", name, "links, or text that holds them", f"a saved page{of}", f"paste {link}{look}"
    )


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
    questions = sum(len(e.open) for e in desk.events)
    return Taken(
        link, record, stored, None, reported_on=reported_on, list_date=list_date, open_questions=questions
    )


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
