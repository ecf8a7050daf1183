"""From pasted text to stored events: every link becomes a report, every report an event or a reason."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from email.parser import HeaderParser
from email.utils import parsedate_to_datetime
from itertools import zip_longest

from sqlalchemy import Engine
from sqlmodel import select

from importer.errors import ImportRefused
from importer.faults import fault, of_the_report
from importer.store import received
from importer.tables import EventRow, ReportRow
from office.clock import Clock
from office.database.engine import transaction
from office.desk.asked import register_kept
from office.desk.refresh import look_at
from office.desk.sight import Sight
from office.errors import OfficeError, refusal
from office.families import day_here
from office.intake.page_given import page_given, search_given
from office.intake.refused import as_stored
from office.intake.take_in import take_in
from office.intake.told import Told, told
from rating.interpretations import Interpretations
from rating.time_control import minutes_at_60
from scraper.addresses import Address, ListAddress, find_addresses
from scraper.client import Client
from scraper.errors import ScraperError
from scraper.fetch import Progress, event_behind, fetch_event
from scraper.reading import read_event
from scraper.records import EventRecord, Problem

AT_ONCE = 10
"""So many tournaments are fetched by one import; more only when asked for."""

LARGEST_TEXT, MOST_OTHERS = 1_000_000, 500
"""Characters of a text that is no mail, and links in it that are none to a tournament. It is kept with every
report that it brings."""

_FILE = re.compile(r"[^\n<>]{1,200}\.(?:xlsx?|ods|zip|trf|tab|ini|trn|sco|txt|eml|mbox|csv|html?)", re.I)


@dataclass(frozen=True, slots=True)
class Link:
    """A tournament to be fetched, or the page that lists it, and the text it was found in."""

    address: Address | ListAddress
    text: str

    @property
    def words(self) -> str:
        """What is fetched, for people."""
        of = self.address
        return f"tournament {of.tournament}" if isinstance(of, Address) else f"the {of.what}"

    @property
    def reference(self) -> str:
        """How its report names it."""
        return _reference(self.address)


@dataclass(frozen=True, slots=True)
class Taken(Told):
    """What became of one link: stored, or the problem that stopped it. `ends_run`: what stopped it would
    stop every other link too, so that no more were asked for; `report_id`: its report."""

    link: Link
    record: EventRecord | None
    problem: Problem | None
    ends_run: bool = False
    report_id: int | None = None


def links_in(texts: Sequence[str], names: Sequence[str] = ()) -> tuple[list[Link], list[Problem]]:
    """Every tournament in the texts, each once, and a problem for every link that is none.

    A text in which no Chess-Results link stands at all, one that is itself a page of Chess-Results, and one
    beyond what a person pastes, is refused by name. `names`: what each text was given as, for these.
    """
    links: dict[int | str, Link] = {}
    refused: list[Problem] = []
    for text, name in zip_longest(texts, names, fillvalue="the text given"):
        page = search_given(text, name) or page_given(text, name)
        if isinstance(page, Address):
            links.setdefault(page.tournament, Link(page, text))
            continue
        if page is not None:
            refused.append(page)
            continue
        if len(text) > LARGEST_TEXT:
            refused.append(_too_large(name, f"{len(text)} characters"))
            continue
        found = find_addresses(text)
        if len(found.refused) > MOST_OTHERS:
            refused.append(_too_large(name, f"{len(found.refused)} links to other pages"))
            continue
        refused += found.refused
        if not found.addresses and not found.lists and not found.refused:
            refused.append(_nothing(text, name))
        for address in found.addresses:
            links.setdefault(address.tournament, Link(address, text))
        for listing in found.lists:
            links.setdefault(listing.url, Link(listing, text))
    if not links:
        raise OfficeError(*refused)
    return list(links.values()), refused


def _nothing(text: str, name: str) -> Problem:
    """Why a text reports nothing: it names a file that is not there, or no link stands in it."""
    if _FILE.fullmatch(text.strip()):
        expected = "a file, or a Chess-Results link"
        return Problem("no-such-source", text.strip(), expected, "no file of this name", "check the name")
    shown = " ".join(text.split())[:80]
    found = f"“{shown}”" if shown else "nothing in it"
    remedy = "paste the link, e.g. https://chess-results.com/tnr1234567.aspx; or give the report as a file"
    return Problem("no-link", name, "a Chess-Results link", found, remedy)


def _too_large(name: str, found: str) -> Problem:
    expected = f"at most {LARGEST_TEXT} characters and {MOST_OTHERS} links to other pages"
    remedy = "give the links alone; a mail as .eml, a report as a file"
    return Problem("text-too-large", name[:80], expected, found, remedy)


def refuse_many(links: Sequence[Link]) -> None:
    """More tournaments at once than a person reports are refused by name, before anything is fetched."""
    if len(links) > AT_ONCE:
        numbers = ", ".join(link.words.removeprefix("tournament ") for link in links)
        found = f"{len(links)}: {numbers}; nothing was fetched"
        remedy = "give the links that were reported, or all of these with --all"
        raise refusal("many-links", "what was given", f"at most {AT_ONCE} tournaments at once", found, remedy)


def mail_day(text: str, here: Callable[[datetime], date]) -> date | None:
    """The day, where the office is, on which a text that begins with an e-mail's headers says it was
    written."""
    stated = HeaderParser().parsestr(text.lstrip("\ufeff\r\n"))["Date"]
    if stated is None:
        return None
    try:
        moment = parsedate_to_datetime(str(stated))
        return here(moment if moment.tzinfo else moment.replace(tzinfo=UTC))
    except (ValueError, TypeError, IndexError, OverflowError):
        return None


def _reference(address: Address | ListAddress) -> str:
    if isinstance(address, ListAddress):
        return address.url
    return address.reference


def take_links(
    engine: Engine,
    client: Client,
    links: Sequence[Link],
    *,
    reported: date | None,
    clock: Clock,
    progress: Callable[[Link], Progress],
    message: int | None = None,
    reporter: str | None = None,
) -> list[Taken]:
    """Fetches, reads and stores each link: one transaction for noting the report, one for the event, and
    one at the end for comparing them with the whole desk.

    `reported`: the day the report arrived, in Japan; None: today (R16). `message`: the mail they came with;
    `reporter`: who sent them, where no mail is kept. What stops one link does not stop the next, and its
    report is kept with the problem; but where the site refuses the client, or the day's budget is used up,
    the links after it are left, and are not in what is returned.
    """
    taken: list[Taken] = []
    with register_kept():
        for link in links:
            taken.append(_take(engine, client, link, reported, clock, progress(link), message, reporter))
            if taken[-1].ends_run:
                break
        return told(engine, taken)


def _take(
    engine: Engine,
    client: Client,
    link: Link,
    reported: date | None,
    clock: Clock,
    progress: Progress,
    message: int | None,
    reporter: str | None,
) -> Taken:
    now, address = clock(), link.address
    stopped: Exception | None = None
    if isinstance(address, ListAddress):
        try:
            address = event_behind(address, client)
        except Exception as error:
            if not isinstance(error, ScraperError) and not of_the_report(error):
                raise
            stopped = error  # told below; the link is stored first
    with transaction(engine) as session:
        today = day_here(session, now)
        report = received(
            session,
            reference=_reference(address),  # of a list: the event behind it
            text=link.text if message is None else None,
            arrived_on=reported or today,
            day_stated=reported is not None,
            now=now,
            message=message,
            reporter=reporter,
        )
    assert report.id is not None
    try:
        if stopped is not None:
            raise stopped
        assert isinstance(address, Address)
        return _fetch(engine, client, link, address, report.id, clock, progress)
    except ScraperError as error:
        problem, ends_run = error.problem, getattr(error, "ends_run", False)
    except ImportRefused as error:
        problem, ends_run = error.problems[0], False
    except Exception as error:
        if not of_the_report(error):
            raise
        problem, ends_run = fault(error, link.words), False
    with transaction(engine) as session:
        row = session.get_one(ReportRow, report.id)
        row.state, row.problem = "failed", as_stored((problem,), None)
        session.add(row)
    return Taken(link, None, problem, ends_run, report.id)


def _fetch(
    engine: Engine,
    client: Client,
    link: Link,
    address: Address,
    report_id: int,
    clock: Clock,
    progress: Progress,
) -> Taken:
    """One event from its pages into the tables; what it raises leaves them as they were."""
    record = read_event(fetch_event(address, client, progress=progress), minutes_at_60=minutes_at_60)
    _refuse_other(address, record)
    with transaction(engine) as session:
        row = session.get_one(ReportRow, report_id)
        seen = Sight.of(session, Interpretations())
        stored = take_in(session, record, row, clock(), seen)
        row.state = "read"
        session.add(row)
        event = session.exec(select(EventRow).where(EventRow.key == stored.event_key)).one()
        look_at(event, seen, None if stored.state == "unchanged" else record)
    return Taken(link, record, None, report_id=report_id, stored=stored)


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
