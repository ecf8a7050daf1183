"""Layout drift: a fresh page of each kind against the one that was read, by how they are built.

The kept pages are those of the newest frozen readings: they were read, so what is built like them can be
read. What differs is named by its first part; what the reader makes of it is the reader's business, and it
refuses what it does not know.
"""

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

from selectolax.lexbor import LexborHTMLParser
from sqlmodel import Session, col, select

from importer.tables import EventRow, ReadingRow
from office.errors import Unanswered, problem_of, refusal
from office.intake.sources import office_client
from office.opened import Office
from office.poll.reread import chosen
from office.poll.run import UNANSWERED
from office.words import _, n_
from scraper.archive import FileArchive
from scraper.errors import FetchError
from scraper.look import Drift, first_drift, structure
from scraper.records import EventRecord, PageSource, Problem, SavedPage


@dataclass(frozen=True, slots=True)
class Compared:
    """A fresh page beside the kept one of its kind. `kind` None: nothing of its kind was kept."""

    kind: str | None
    fresh: SavedPage
    kept: SavedPage | None
    drift: Drift | None

    def problem(self) -> Problem | None:
        """What is to be looked at; None where the page is built as before."""
        if self.kept is None:
            remedy = "import an event of this kind first, then compare again"
            return Problem("nothing-kept", self.fresh.origin, "a kept page of its kind", "none", remedy)
        if self.drift is None:
            return None
        drift, place = self.drift, f"{self.kind}, {self.fresh.origin}: {self.drift.part}"
        return problem_of("layout-drift", place, drift.expected, drift.found)

    def line(self) -> str:
        """Whether it is built as before, in words."""
        facts = {"kind": self.kind or _("unknown"), "origin": self.fresh.origin}
        if self.problem() is None:
            return _("{kind}: built as before ({origin})", **facts)
        return _("{kind}: not built as before ({origin})", **facts)


def kept_pages(session: Session, archive: FileArchive, events: Sequence[EventRow]) -> dict[str, SavedPage]:
    """Of each kind of page the newest that was kept: by kind, over these events' newest readings."""
    ids = [i for e in events for i in (e.reading_id, e.newer_reading_id) if i is not None]
    query = select(ReadingRow).where(col(ReadingRow.id).in_(ids)).order_by(col(ReadingRow.id).desc())
    sources: dict[str, PageSource] = {}
    for reading in session.exec(query):
        for source in EventRecord.from_dict(json.loads(reading.record)).source.pages:
            if source.address is not None:
                sources.setdefault(source.kind, source)
    if not sources:
        remedy = "import an event first: banzuke import LINK"
        raise refusal("nothing-kept", "archive", "pages that were read", "none", remedy)
    return {
        kind: SavedPage(archive.body(s.sha256), s.origin, s.sha256, address=s.address)
        for kind, s in sources.items()
    }


def against_the_site(
    office: Office, events: Sequence[str], replay: Path | None, tell: Callable[[str], None]
) -> list[Compared]:
    """The kept pages of these events, of all where none is named, beside what the site, or a recorded
    conversation, answers now: one page of each kind; a gate before it is left shut. Raises FetchError;
    Unanswered where the site did not answer."""
    with office.reading() as session:
        kept = kept_pages(session, FileArchive(office.place.archive), chosen(session, events))
    tell(n_("{n} page to ask for", "{n} pages to ask for", len(kept)))
    with office_client(office, replay, tell) as client:
        try:
            fresh = {kind: client.get(page.address or "").page for kind, page in kept.items()}
        except FetchError as error:
            if error.problem.code in UNANSWERED:
                raise Unanswered(error.problem) from error
            raise
    return [Compared(kind, fresh[kind], page, first_drift(page, fresh[kind])) for kind, page in kept.items()]


def against_folder(kept: dict[str, SavedPage], pages: Sequence[SavedPage]) -> Iterator[Compared]:
    """Saved pages, each against the kept one with its heading, else with its `art`."""
    for fresh in pages:
        kind = _kind(kept, fresh)
        if kind is None:
            yield Compared(None, fresh, None, None)
        else:
            yield Compared(kind, fresh, kept[kind], first_drift(kept[kind], fresh))


def _kind(kept: dict[str, SavedPage], fresh: SavedPage) -> str | None:
    heading = structure(fresh)["heading of the view"]
    for kind, page in kept.items():
        if structure(page)["heading of the view"] == heading:
            return kind
    art = _art(fresh)
    return next((kind for kind, page in kept.items() if art is not None and _art(page) == art), None)


def _art(page: SavedPage) -> str | None:
    form = LexborHTMLParser(page.body.decode("utf-8", "replace")).css_first("form[action]")
    action = (form.attributes.get("action") or "") if form else ""
    return parse_qs(urlsplit(action).query).get("art", [None])[0]
