"""Where pages come from: the site, a recorded conversation, or files saved by hand."""

import hashlib
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from office.errors import OfficeError
from rating.time_control import minutes_at_60
from scraper.addresses import read_address
from scraper.archive import FileArchive
from scraper.cassette import CassetteTransport
from scraper.client import Client, offline_client, open_client
from scraper.fetch import Progress, fetch_event
from scraper.reading import read_event
from scraper.records import EventRecord, Problem, SavedPage

PAGES = ("*.html", "*.htm")


@contextmanager
def client_for(
    archive: Path, replay: Path | None, notice: Callable[[str], None], *, offline: bool = False
) -> Iterator[Client]:
    """A client whose answers are kept in `archive`: the real site's, or those of a recorded conversation
    (`replay`, a cassette folder or a folder of cassettes), which leave the machine in peace. `offline`:
    nobody is asked, the archive alone answers."""
    archive.mkdir(parents=True, exist_ok=True)
    kept = FileArchive(archive)
    if offline:
        client = offline_client(kept)
    elif replay is None:
        client = open_client(kept, archive, notice=notice)
    else:
        client = Client(kept, transport=CassetteTransport(*_cassettes(replay)), notice=notice)
    with client:
        yield client


def read_sources(
    sources: Sequence[str],
    *,
    archive: Path,
    replay: Path | None,
    progress: Progress,
    offline: bool = False,
) -> list[EventRecord]:
    """The events behind the sources: all saved pages together are one event, each folder and each
    address is one of its own."""
    files = [Path(s) for s in sources if Path(s).is_file()]
    records = []
    if files:
        pages = [page for file in files for page in saved_pages(file)]
        records.append(read_event(pages, minutes_at_60=minutes_at_60))
    for source in sources:
        if Path(source).is_dir():
            records.append(read_event(saved_pages(Path(source)), minutes_at_60=minutes_at_60))
        elif not Path(source).is_file():
            records.append(_fetched(source, archive, replay, progress, offline))
    return records


def _fetched(
    source: str, archive: Path, replay: Path | None, progress: Progress, offline: bool
) -> EventRecord:
    if "://" not in source and "chess-results" not in source.lower():
        raise OfficeError(
            Problem(
                "no-such-source",
                source,
                "an address of Chess-Results, a saved page or a folder of saved pages",
                "no file of this name and no address",
                "check the name",
            )
        )
    address = read_address(source)
    with client_for(archive, replay, lambda text: progress(0, None, text), offline=offline) as client:
        return read_event(fetch_event(address, client, progress=progress), minutes_at_60=minutes_at_60)


def saved_pages(path: Path) -> list[SavedPage]:
    """A saved page, or every saved page of a folder in the order of their names."""
    files = [path] if path.is_file() else sorted({f for pattern in PAGES for f in path.glob(pattern)})
    if not files:
        expected = "saved pages (.html)"
        remedy = "save each page of the event from the browser into this folder"
        raise OfficeError(Problem("no-pages", str(path), expected, "none", remedy))
    return [_saved(file) for file in files]


def cache_folder() -> Path:
    """Where pages are kept when there is no office: the user's cache folder."""
    base = os.environ.get("XDG_CACHE_HOME")
    return (Path(base) if base else Path.home() / ".cache") / "banzuke" / "archive"


def _saved(file: Path) -> SavedPage:
    body = file.read_bytes()
    return SavedPage(body=body, origin=file.name, sha256=hashlib.sha256(body).hexdigest())


def _cassettes(folder: Path) -> list[Path]:
    found = sorted(p.parent for p in folder.rglob("conversation.json"))
    if not found:
        expected = "a recorded conversation (conversation.json)"
        raise OfficeError(Problem("no-cassette", str(folder), expected, "none", "check --replay"))
    return found
