"""From pasted text to stored events: every link becomes a report, every report an event or a reason."""

import hashlib
import re
from collections.abc import Callable, Iterable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from datetime import date, datetime
from email.parser import HeaderParser

from sqlalchemy import Connection, Engine

from importer.apart import TooMuch, apart
from importer.faults import Unforeseen, fault
from office.clock import Clock
from office.database.engine import together
from office.desk.keeping import register_kept
from office.errors import OfficeError, problem_of
from office.intake.refused import stopped
from office.intake.sources import fetched
from office.intake.take_in import Came, Taken, taken_in, told
from office.mail.headers import moment_of
from scraper.addresses import Address, ListAddress, find_addresses, names_a_list
from scraper.client import Client
from scraper.errors import PageError, ScraperError, SearchPage
from scraper.fetch import Progress, event_behind
from scraper.reading import read_page
from scraper.records import EventRecord, Problem, SavedPage

AT_ONCE = 10
"""So many tournaments are fetched by one import; more only when asked for."""

LARGEST_TEXT, MOST_OTHERS = 1_000_000, 500
"""Characters of a text that is no mail, and links in it that are none to a tournament. It is kept with every
report that it brings."""

_FILE = re.compile(r"[^\n<>]{1,200}\.(?:xlsx?|ods|zip|trf|tab|ini|trn|sco|txt|eml|mbox|csv|html?)", re.I)

_HTML = re.compile(
    r"\ufeff?(?:HTTP/[0-9.]{1,3} [0-9]{3}[^<]{0,4000}\n\r?\n)?"
    r"\s*(?:<\?xml[^>]*>\s*|<!--(?:(?!-->).){0,500}-->\s*){0,20}<(?:!doctype\s+html|html\b)",
    re.I | re.S,
)
_TITLE = re.compile(r"<title>\s*Chess-Results Server\b", re.I)
_FORM = re.compile(r"<form\b[^<>]*\saction=[\"'][^\"'<>]{0,80}?\btnr0*([1-9][0-9]{0,8})\.aspx", re.I)
_ACTION = re.compile(r"<form\b[^<>]*\saction=[\"']([^\"'<>]{0,400})", re.I)
_SAVED_FROM = re.compile(r"<!-- saved from url=\S{0,80}?/tnr0*([1-9][0-9]{0,8})\.aspx", re.I)
_SNAPSHOT = re.compile(
    r"^Snapshot-Content-Location: \S{0,40}\bchess-results\.com/+(?:tnr0*([1-9][0-9]{0,8})\.aspx)?",
    re.I | re.M,
)
"""Of pages of Chess-Results that a browser saved."""


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
        return self.address.url if isinstance(self.address, ListAddress) else self.address.reference


def links_in(given: Iterable[tuple[str, str] | Link]) -> tuple[list[Link], list[Problem]]:
    """Every tournament in the texts, each once, and a problem for every link that is none.

    A text in which no Chess-Results link stands at all, one that is itself a page of Chess-Results, and one
    beyond what a person pastes, is refused by name: what it was given as, which stands before each text.
    """
    links: dict[str, Link] = {}
    refused: list[Problem] = []
    for one in given:
        if isinstance(one, Link):
            links.setdefault(one.reference, one)
            continue
        name, text = one
        page = _search_given(text, name) or _page_given(text, name)
        if isinstance(page, Address):
            links.setdefault(page.reference, Link(page, text))
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
            links.setdefault(address.reference, Link(address, text))
        for listing in found.lists:
            links.setdefault(listing.url, Link(listing, text))
    if not links:
        raise OfficeError(*refused)
    return list(links.values()), refused


def _search_given(text: str, name: str) -> Address | Problem | None:
    """A saved page that lists tournaments: the one that it names, or why none is; None for other texts."""
    form = _ACTION.search(text) if _HTML.match(text) else None
    if form is None or not names_a_list(form[1]):
        return None
    body = text.encode()
    try:
        apart(None, _looked_at, SavedPage(body, name, hashlib.sha256(body).hexdigest()))
    except SearchPage as error:
        return error.problem if error.tournament is None else Address(error.tournament, met=name)
    except PageError as error:
        return error.problem
    except TooMuch as error:
        return error.problem(name)
    except Unforeseen as error:
        return fault(error, name)
    return None


def _looked_at(page: SavedPage) -> None:
    """Reads a page for what it is refused for, and gives nothing else back."""
    read_page(page)


def _page_given(text: str, name: str) -> Problem | None:
    """A page of Chess-Results saved by a browser: it links many other tournaments, and reports none."""
    archive = _SNAPSHOT.search(text[:4000])
    if archive is None and not (_HTML.match(text) and (_TITLE.search(text) or _FORM.search(text))):
        return None
    found = archive or _FORM.search(text) or _SAVED_FROM.search(text[:4000])
    number = found[1] if found else None
    of = f" of tournament {number}" if number else ""
    if number:
        link = f"https://chess-results.com/tnr{number}.aspx"
        remedy = f"paste its link, {link}, or give the page as a file: banzuke import FILE"
    else:
        remedy = "paste the tournament's link, or give the page as a file: banzuke import FILE"
    return Problem("page-not-a-mail", name, "links, or text that holds them", f"a saved page{of}", remedy)


def _nothing(text: str, name: str) -> Problem:
    """Why a text reports nothing: it names a file that is not there, or no link stands in it."""
    if _FILE.fullmatch(text.strip()):
        expected = "a file, or a Chess-Results link"
        return problem_of("no-such-source", text.strip(), expected, "no file of this name")
    shown = " ".join(text.split())[:80]
    found = f"“{shown}”" if shown else "nothing in it"
    remedy = "paste the link, e.g. https://chess-results.com/tnr1234567.aspx; or give the report as a file"
    return Problem("no-link", name, "a Chess-Results link", found, remedy)


def _too_large(name: str, found: str) -> Problem:
    expected = f"at most {LARGEST_TEXT} characters and {MOST_OTHERS} links to other pages"
    return problem_of("text-too-large", name[:80], expected, found)


def refuse_many(links: Sequence[Link]) -> None:
    """More tournaments at once than a person reports are refused by name, before anything is fetched."""
    remedy = "give the links that were reported, or all of these with --all"
    if (problem := many(links, "what was given", remedy)) is not None:
        raise OfficeError(problem)


def many(links: Sequence[Link], place: str, remedy: str) -> Problem | None:
    """That there are more of them; None where there are not."""
    if len(links) <= AT_ONCE:
        return None
    numbers = ", ".join(link.words.removeprefix("tournament ") for link in links)
    found = f"{len(links)}: {numbers}; nothing was fetched"
    return Problem("many-links", place, f"at most {AT_ONCE} tournaments at once", found, remedy)


def mail_day(text: str, here: Callable[[datetime], date]) -> date | None:
    """The day, where the office is, on which a text that begins with an e-mail's headers says it was
    written."""
    stated = HeaderParser().parsestr(text.lstrip("\ufeff\r\n"))["Date"]
    if stated is None:
        return None
    moment = moment_of(str(stated))
    return moment and here(moment)


def take_links(
    engine: Engine,
    client: Client,
    links: Sequence[Link],
    came: Came,
    *,
    clock: Clock,
    progress: Callable[[Link], Progress],
) -> list[Taken]:
    """Fetches, reads and stores each link: one transaction for noting the report, one for the event, and
    one at the end for comparing them with the whole desk; over one connection where nobody is waited for.

    What stops one link does not stop the next, and its report is kept with the problem; but where the site
    refuses the client, or the day's budget is used up, the links after it are left, and are not in what is
    returned.
    """
    taken: list[Taken] = []
    with register_kept(), ExitStack() as stack:
        bind: Engine | Connection = engine
        if client.offline:
            bind = stack.enter_context(engine.connect())
            stack.enter_context(together())
        for link in links:
            taken.append(_take(bind, client, link, came, clock, progress(link)))
            if taken[-1].ends_run:
                break
        return told(bind, taken)


def not_asked_for(
    engine: Engine, links: Sequence[Link], came: Came, why: Problem, *, clock: Clock
) -> list[Taken]:
    """Notes links that `take_links` left, each as a report that was stopped by the same as the one before
    them: they wait on the desk."""
    taken = []
    for link in links:
        url = link.address.url

        def read(url: str = url) -> EventRecord:
            raise ScraperError(replace(why, place=url))

        report = Taken(link.words, url)
        taken.append(taken_in(engine, clock, came, report, link.reference, None, read))
    return taken


def _take(
    engine: Engine | Connection, client: Client, link: Link, came: Came, clock: Clock, progress: Progress
) -> Taken:
    behind = link
    error: Exception | None = None
    if isinstance(link.address, ListAddress):
        try:
            behind = replace(link, address=event_behind(link.address, client))
        except Exception as met:  # noqa: BLE001  told below; the link is noted first
            stopped(met, "")
            error = met

    def read() -> EventRecord:
        if error is not None:
            raise error
        record = fetched(behind.address, client, progress)
        said, told = behind.words, f"tournament {record.source.tournament}"
        if said != told:
            raise ScraperError(problem_of("other-tournament", behind.address.url, said, told))
        return record

    text = link.text if came.message is None else None
    report = Taken(link.words, link.address.url)
    return taken_in(engine, clock, came, report, behind.reference, text, read)
