"""Everything that can be taken away: lists in every format for everybody, games, proofs, with the SHA-256 of
each in one file; and, where the office turned it on, the public archive that `banzuke bundle` writes.

Formats for pairing programs show what only organizers may see (publication/exports/fields.py), and a family's
own formats can have a birth date: the office gives them, not the site. Whoever asked to be withheld stands in
the archive under a number, and nobody with a birth date; but it tells in which years somebody was a junior,
which the site does not show by itself.
"""

import io
import zipfile
from collections.abc import Callable
from dataclasses import replace
from importlib.util import find_spec
from operator import attrgetter
from typing import Any

from office.chain.key import PUBLIC
from office.chain.statements import SIGNATURE
from office.errors import OfficeError
from office.lists.packing import sha256
from office.tables import ListVersionRow
from publication.exports.cells import Writing
from publication.exports.formats import COMMON, MOST_ROWS, csv_table, excel_table, parquet
from publication.exports.public_list import OF_REGISTER, PublicList
from publication.families import family_named
from publication.site.builder import Site
from publication.site.pages_lists import listing_of
from publication.site.state import archive_signature, signature, signature_of
from publication.site.versions import Version

SUMS = "SHA256SUMS"
"""As sha256sum writes and checks it, in `data/`."""

TODAY = {"fide-txt": "newest-fide.txt", "top": "newest-top.txt"}
"""The formats that tell what the register says today: of the newest list alone, under one name."""

FIGURES = ("people.json", "top.json", "statistics.json", "arrived.json", "index.json")


def download_pages(site: Site) -> None:
    """The page in both languages, the games of every version, and the sums of all files it names."""
    taken = [_taken(site, version) for version in reversed(site.versions)]
    key = (PUBLIC,) if site.key is not None else ()
    archive = (site.archive,) if site.archive else ()
    named = sorted(
        {path for one in taken for kind in KINDS for path in one[kind]} | {*key, *archive, *FIGURES}
    )
    known = _sums_before(site)
    sums = [f"{known.get(path) or sha256(site.release.read(f'data/{path}'))}  {path}\n" for path in named]
    site.put(f"data/{SUMS}", "".join(sums).encode())
    told: dict[str, Any] = {"taken": taken, "figures": FIGURES, "sums": SUMS, "data": "data/index.json"}
    told |= {"archive": site.archive, "key": key, "public_key": site.key}
    site.both("downloads.html", "downloads.html", "downloads", **told)


def _sums_before(site: Site) -> dict[str, str]:
    """By its path, the SHA-256 of each file that was taken over, as the release before has it: reading all
    lists again takes longer than making one."""
    stands = site.release.standing(f"data/{SUMS}") or b""
    if site.before.pages.get(f"data/{SUMS}") != signature_of(stands):
        return {}  # somebody changed it, or other pages were asked for
    sums = (line.partition("  ") for line in stands.decode().splitlines())
    return {path: found for found, _, path in sums if site.release.unchanged(f"data/{path}")}


KINDS = ("lists", "today", "games", "proofs")


def _taken(site: Site, version: Version) -> dict[str, Any]:
    """A version with its files below `data/`: of the list, of its games (by their folder and name), and the
    signed statement. `today`: of the newest list, with what the register says today."""
    statement = site.statement(version)
    return {
        "version": version,
        "lists": [f"lists/{version.slug}.csv", f"lists/{version.slug}.json", *_tables(site, version)],
        "games": _games(site, version),
        "proofs": (statement, statement + SIGNATURE) if statement else (),
        "today": _today(site, version) if version is site.newest else (),
    }


def _tables(site: Site, version: Version) -> list[str]:
    """The list as the common table: as CSV where the family's own is another, as a workbook and as Parquet.
    Without pyarrow there is no Parquet, and no workbook of a list with more rows than a sheet has."""
    counts = site.tables(version).values()
    writers: dict[str, Callable[[PublicList], bytes]] = {}
    if any(own.table for own in family_named(site.settings.family).formats.values()):
        writers["-table.csv"] = lambda listing: csv_table(listing, Writing())
    if max(counts, default=0) <= MOST_ROWS:
        writers[".xlsx"] = excel_table
    if find_spec("pyarrow") is not None:
        writers[".parquet"] = parquet
    made = {f"lists/{version.slug}{ending}": write for ending, write in writers.items()}
    if mark := site.anew("tables", version.mark, [*made]):
        listing = listing_of(site, version)
        for path, write in made.items():
            site.put(f"data/{path}", write(listing), mark)
    return [*made]


def _today(site: Site, version: Version) -> list[str]:
    """The newest list in the formats that have something from the register."""
    of = attrgetter(*OF_REGISTER)
    about = {n: of(p.about) for n, p in site.people.shown.items()}
    listing = replace(listing_of(site, version), register=lambda: about)
    for form, name in TODAY.items():
        site.put(f"data/lists/{name}", COMMON[form].write(site.session, listing, Writing(), "").data)
    return [f"lists/{name}" for name in TODAY.values()]


def _games(site: Site, version: Version) -> list[str]:
    """The files of a version's games, as `banzuke export games` writes them; made once, since it does not
    change."""
    write = family_named(site.settings.family).export_games
    if write is None or version.how == "opening":
        return []
    known = site.made_from.get(signature(site.state.base, "games", version.mark), [])
    if mark := site.anew("games", version.mark):
        stored = site.session.get_one(ListVersionRow, version.id)
        files = write(site.session, stored, Writing(), inputs=site.inputs(version))
        made = {f"data/games/{name}": data for name, (data, _) in files.items()}
        for path, data in made.items():
            site.put(path, data, mark)
        known = [*made]
    return sorted(path.removeprefix("data/") for path in known)


ARCHIVE = "archive.zip"
"""Its address below `data/`: one file for all lists, for each list starts from the one before it."""


def proof_pages(site: Site) -> None:
    """The key as `data/key.pub`, and below `data/statements/` each statement with its signature."""
    if site.key is not None:
        site.put(f"data/{PUBLIC}", site.key.file())
    for one in site.signed.values():
        path = f"data/statements/{one.statement.name}"
        site.put(path, one.statement.text())
        site.put(path + SIGNATURE, one.signature)


def archive_pages(site: Site) -> None:
    """The archive as `data/archive.zip`, made again when a version is new; versions it has are taken over. An
    archive that is refused is none of the site, and the refusal is told with it."""
    if not (site.settings.archive and site.key and site.versions):
        return
    path = f"data/{ARCHIVE}"
    under = signature(archive_signature(), sorted(site.withheld), site.key.text)
    said = [(v.mark, site.statement(v)) for v in site.versions]
    mark = signature(under, site.settings.name, said)
    # apart from what the pages are made under: another address of the site is the same archive
    stands = path in site.before.pages and site.release.stand([path])
    if stands and site.before.archive == f"{under} {mark}":
        site.state.pages[path], site.state.archive, site.archive = mark, site.before.archive, ARCHIVE
        return
    from publication.bundle.write import write_bundle  # it asks the rules of rating, which no page does

    try:
        known = site.release.standing(path) if site.before.archive.startswith(f"{under} ") else None
        data, _ = write_bundle(site.session, site.place, site.tell, _parts(known))
    except OfficeError as error:
        site.release.written.problems += error.problems
        return
    site.put(path, data, mark)
    site.state.archive, site.archive = f"{under} {mark}", ARCHIVE


def _parts(data: bytes | None) -> dict[str, bytes]:
    if data is None:
        return {}
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            return {name: archive.read(name) for name in archive.namelist()}
    except (zipfile.BadZipFile, OSError, ValueError):
        return {}  # damaged where it stands: all of it is made again
