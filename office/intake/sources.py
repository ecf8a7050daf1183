"""Where pages come from: the site, a recorded conversation, or files saved by hand."""

import hashlib
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from functools import partial
from pathlib import Path

from importer.apart import refusing
from importer.errors import ImportRefused
from importer.files import FileReading, read_files
from importer.given import GivenFile, bytes_of
from importer.kinds import is_told
from importer.plain_text import file_name
from importer.unpack import MOST_BYTES, of_the_system
from office.errors import OfficeError, refusal
from office.intake.pages import is_page, is_saved_page
from office.opened import Office
from office.undisturbed import undisturbed
from rating.time_control import minutes_at_60
from scraper.addresses import Address, ListAddress, find_addresses, read_address, read_list_address
from scraper.archive import FileArchive
from scraper.cassette import CassetteTransport
from scraper.client import Client, offline_client, open_client
from scraper.errors import PageError, SearchPage
from scraper.fetch import Progress, event_behind, fetch_event
from scraper.reading import PageReading, read_event, tournament_on
from scraper.records import EventRecord, SavedPage

PAGES = (".html", ".htm", ".xhtml", ".mhtml", ".mht", ".webarchive")
"""How the names of saved pages end."""

LARGE = 1_000_000
"""Bytes of a page that is looked through for links; a log-in or an error has fewer."""


@contextmanager
def client_for(
    archive: Path,
    replay: Path | None,
    notice: Callable[[str], None],
    *,
    offline: bool,
    contact: Callable[[], str] = str,
    half: bool = False,
) -> Iterator[Client]:
    """A client whose answers are kept in `archive`: the real site's, or those of a recorded conversation
    (`replay`, a cassette folder or a folder of cassettes), for which nothing leaves the machine. `offline`:
    nobody is asked, the archive alone answers. `contact` is asked, where the site is, for where it reaches
    the office. `half`: the last half of the day's requests is left to others."""
    archive.mkdir(parents=True, exist_ok=True)
    kept = FileArchive(archive)
    if offline:
        client = offline_client(kept)
    elif replay is None:
        client = open_client(kept, archive, notice=notice, contact=contact(), half=half)
    else:
        client = Client(kept, transport=CassetteTransport(*_cassettes(replay)), notice=notice)
    with client:
        yield client


def office_client(
    office: Office,
    replay: Path | None,
    notice: Callable[[str], None],
    *,
    offline: bool = False,
    half: bool = False,
) -> AbstractContextManager[Client]:
    """A client of an office, which says to the site where that is reached."""
    archive, contact = office.place.archive, office.contact
    return client_for(archive, replay, notice, offline=offline, contact=contact, half=half)


def read_sources(
    sources: Sequence[str],
    *,
    archive: Path,
    replay: Path | None,
    progress: Progress,
    offline: bool = False,
    cards: Sequence[int],
    contact: Callable[[], str],
    home: Callable[[], str],
    addresses: Sequence[str] = (),
) -> list[EventRecord]:
    """The events behind the sources: all saved pages together are one event, and so are those of each folder;
    each report and each address is one of its own. A list that names one tournament stands for it. `cards`:
    starting numbers whose cards are fetched too, of events that are fetched. `home` is asked, where a
    file is read, for the federation whose national lines are. `addresses`: what came from
    elsewhere, and names no file of this machine."""

    asked = False

    def fetch(addresses: Sequence[Address | ListAddress]) -> list[EventRecord]:
        nonlocal asked
        asked = True
        notice = partial(progress, 0, None)
        with client_for(archive, replay, notice, offline=offline, contact=contact) as client:
            return [fetched(address, client, progress, cards) for address in addresses]

    paths = [Path(s) for s in sources if Path(s).is_file()]
    records, pages = _reports([GivenFile(path.name, bytes_of(path)) for path in paths], home)
    if pages:
        try:
            records.append(_event_of(pages))
        except SearchPage as error:
            if error.tournament is None:
                raise
            records += fetch([Address(error.tournament)])
    for source in sources:
        if Path(source).is_dir():
            found, pages = _reports(files_of(Path(source)), home)
            records += found
            if pages:
                records.append(_event_of(pages))
        elif not Path(source).is_file():
            records += fetch(_addresses(source))
    for text in addresses:
        records += fetch(_addresses(text))
    if cards and not asked:
        expected, remedy = (
            "an event that is fetched from the site",
            "leave --card out, or name the event's address",
        )
        raise refusal("card-unfetched", "--card", expected, "files alone", remedy)
    return records


def _reports(
    files: Sequence[GivenFile], home: Callable[[], str]
) -> tuple[list[EventRecord], list[SavedPage]]:
    """The events in files that are reports, and the files that are pages: also a workbook that is no form, if
    it is an export of a page. Refused with everything that is wrong in any of the reports."""
    pages = [f for f in files if f.data.strip() and not is_told(f.name, f.data) and _may_be_page(f)]
    others = [f for f in files if f not in pages]
    readings = read_files(others, minutes_at_60, home=home()) if others else []
    exports = {f for r in readings if _is_export(r) for f in r.files}
    problems = [p for r in readings if exports.isdisjoint(r.files) for p in r.problems]
    if problems:
        raise OfficeError(*problems)
    read = [r.record for r in readings if r.record is not None]
    return read, [_saved(f) for f in files if f in pages or f in exports]


def _event_of(pages: list[SavedPage]) -> EventRecord:
    """The event of pages that somebody saved; `ImportRefused` where reading them takes more than it may."""
    names = ", ".join(page.origin for page in pages)
    return refusing(names, read_event, pages, minutes_at_60=minutes_at_60)


def _may_be_page(file: GivenFile) -> bool:
    return file.name.lower().endswith(PAGES) or is_page(file.data)


def _is_export(reading: FileReading) -> bool:
    if [p.code for p in reading.problems] != ["form-unknown"]:
        return False
    try:
        return refusing(reading.files[0].name, tournament_on, _saved(reading.files[0])) > 0
    except (PageError, ImportRefused):
        return False


def _addresses(source: str) -> Sequence[Address | ListAddress]:
    """The addresses of one source: one as a rule, and all where several are written one behind the other."""
    if "://" not in source and "chess-results" not in source.lower() and not find_addresses(source).addresses:
        expected = "an address of Chess-Results, a saved page, a report as a file, or a folder of these"
        raise refusal("no-such-source", source, expected, "no file of this name and no address")
    found = find_addresses(source)
    several = found.addresses or found.lists
    if len(several) > 1:
        if found.refused:
            raise OfficeError(*found.refused)
        return several
    return [read_list_address(source) or read_address(source)]


def fetched(
    address: Address | ListAddress, client: Client, progress: Progress, cards: Sequence[int] = ()
) -> EventRecord:
    """The event of an address, or behind a list that names one tournament, from its pages."""
    event = event_behind(address, client) if isinstance(address, ListAddress) else address
    read: list[PageReading] = []
    with undisturbed() if client.offline else nullcontext():  # else it waits for most of the time
        pages = fetch_event(event, client, cards=cards, progress=progress, read=read)
    with undisturbed():
        return read_event(pages, minutes_at_60=minutes_at_60, read=read)


def saved_pages(path: Path) -> list[SavedPage]:
    """A saved page, or every saved page of a folder in the order of their names."""
    paths = [path] if path.is_file() else _pages(path)
    return [_saved(GivenFile(file.name, bytes_of(file))) for file in paths]


def files_of(folder: Path) -> list[GivenFile]:
    """The saved pages in a folder, and what else in it may be a report. Refused if there is neither; folders
    in it, in which browsers keep pictures, are not looked into."""
    # What is larger than any report, and no page by its name, is not even opened: it may be a film.
    looked = (f for f in sorted(folder.iterdir()) if f.is_file() and not of_the_system(f.name))
    opened = (f for f in looked if f.name.lower().endswith(PAGES) or f.stat().st_size <= MOST_BYTES)
    files = [GivenFile(f.name, bytes_of(f)) for f in opened]
    found = [f for f in files if _may_be_page(f) or is_told(f.name, f.data)]
    return found or [GivenFile(f.name, bytes_of(f)) for f in _pages(folder)]


def left_in(folder: Path, taken: Sequence[GivenFile]) -> list[str]:
    """The names of what lies in a folder beside the files `taken` of it, but for what systems and browsers
    put there. Mails and texts with links are not read with it, since what they link would be fetched."""
    names = {file.name for file in taken}
    pages = tuple(Path(name).stem for name in names if name.lower().endswith(PAGES))
    beside = (f for f in sorted(folder.iterdir()) if file_name(f.name) not in names)
    own = (f for f in beside if not f.name.startswith(".") and not of_the_system(f.name))
    return [f.name + "/" * f.is_dir() for f in own if not (f.is_dir() and f.name.startswith(pages))]


def is_report_file(name: str, data: bytes) -> bool:
    """Whether a file is taken as a report, a saved page or no text at all, told by its content, or as rows in
    which no link can stand; any other is a mail, or text with links. A page without a link to a tournament is
    one that was saved in its place: a log-in, an error."""
    from office.mail.limits import is_mail

    if not data.strip() or is_saved_page(data) or (is_page(data) and not _links(data)):
        return True
    if is_mail(data):
        return False
    rows = name.casefold().endswith(".csv") and b"tnr" not in data.lower()
    return is_told(name, data) or rows or data.startswith(b"%PDF-") or b"\0" in data[:4096]


def _links(page: bytes) -> bool:
    """Whether a tournament, or a page that lists them, is named in a page; a large one is taken to name one:
    what reads texts refuses it by its size."""
    if len(page) > LARGE:
        return True
    found = find_addresses(page.decode("utf-8", "replace"))
    return bool(found.addresses or found.lists)


def _pages(folder: Path) -> list[Path]:
    files = sorted(f for f in folder.iterdir() if f.is_file() and f.name.lower().endswith(PAGES))
    if not files:
        raise refusal("no-pages", str(folder), "saved pages (.html)", "none")
    return files


def cache_folder() -> Path:
    """Where pages are kept when there is no office: the user's cache folder. Refused for an account without a
    home."""
    base = os.environ.get("XDG_CACHE_HOME")
    try:
        return (Path(base) if base else Path.home() / ".cache") / "banzuke" / "archive"
    except RuntimeError:
        expected, remedy = "a folder for pages", "name an office: banzuke --office DIR; or set XDG_CACHE_HOME"
        raise refusal("file-trouble", "~/.cache", expected, "an account without a home", remedy) from None


def _saved(file: GivenFile) -> SavedPage:
    return SavedPage(file.data, file.name, hashlib.sha256(file.data).hexdigest())


def _cassettes(folder: Path) -> list[Path]:
    found = sorted(p.parent for p in folder.rglob("conversation.json"))
    if not found:
        raise refusal("no-cassette", str(folder), "a recorded conversation (conversation.json)", "none")
    return found
