"""Everything that can be taken away: lists in every format for everybody, games, proofs, with the SHA-256 of
each in one file.

Formats for pairing programs show what only organizers may see (publication/exports/fields.py), and a family's
own formats can have a birth date: the office gives them, not the site.
"""

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from importlib.util import find_spec
from typing import Any

from office.chain.key import PUBLIC
from office.chain.statements import SIGNATURE
from office.tables import ListVersionRow
from publication.exports.cells import Writing
from publication.exports.formats import files_of
from publication.exports.public_list import PublicList
from publication.exports.rating_table import MOST_ROWS, csv_table, excel_table, parquet
from publication.families import family_named
from publication.site.builder import Site
from publication.site.list_files import listing_of, with_register
from publication.site.state import signature
from publication.site.versions import Version

SUMS = "SHA256SUMS"
"""As sha256sum writes and checks it, in `data/`."""

TODAY = {"fide-txt": "newest-fide.txt", "top": "newest-top.txt"}
"""The formats that tell what the register says today: of the newest list alone, under one name."""

FIGURES = ("people.json", "top.json", "statistics.json", "arrived.json", "index.json")


@dataclass(frozen=True, slots=True)
class Taken:
    """A version with its files below `data/`: of the list, of its games (by their folder and name), and the
    signed statement. `today`: of the newest list, with what the register says today."""

    version: Version
    lists: tuple[str, ...]
    games: tuple[str, ...]
    proofs: tuple[str, ...]
    today: tuple[str, ...]

    @property
    def files(self) -> tuple[str, ...]:
        return (*self.lists, *self.today, *self.games, *self.proofs)


def download_pages(site: Site) -> None:
    """The page in both languages, the games of every version, and the sums of all files it names."""
    taken = [_taken(site, version) for version in reversed(site.versions)]
    key = (PUBLIC,) if site.proof.key is not None else ()
    archive = (site.archive,) if site.archive else ()
    named = sorted({path for one in taken for path in one.files} | {*key, *archive, *FIGURES})
    known = _sums_before(site)
    sums = [f"{known.get(path) or _sum(site.release.read(f'data/{path}'))}  {path}\n" for path in named]
    site.write(f"data/{SUMS}", "".join(sums).encode())
    told: dict[str, Any] = {"taken": taken, "figures": FIGURES, "sums": SUMS, "data": "data/index.json"}
    told |= {"archive": site.archive, "key": key, "public_key": site.proof.key}
    site.write_both("downloads.html", "downloads.html", "downloads", **told)


def _sum(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def _sums_before(site: Site) -> dict[str, str]:
    """By its path, the SHA-256 of each file that was taken over, as the release before has it: reading all
    lists again takes longer than making one."""
    stands = site.release.standing(f"data/{SUMS}") or b""
    if site.before.pages.get(f"data/{SUMS}") != signature(stands):
        return {}  # somebody changed it, or other pages were asked for
    sums = (line.partition("  ") for line in stands.decode().splitlines())
    return {path: found for found, _, path in sums if site.release.unchanged(f"data/{path}")}


def _taken(site: Site, version: Version) -> Taken:
    statement = site.proof.of(version)
    return Taken(
        version,
        (f"lists/{version.slug}.csv", f"lists/{version.slug}.json", *_tables(site, version)),
        tuple(_games(site, version)),
        (statement, statement + SIGNATURE) if statement else (),
        tuple(_today(site, version)) if version is site.newest else (),
    )


def _tables(site: Site, version: Version) -> list[str]:
    """The list as the common table: as CSV where the family's own is another, as a workbook and as Parquet.
    Without pyarrow there is no Parquet, and no workbook of a list with more rows than a sheet has."""
    counts = site.state.tables[version.mark].values()
    writers: dict[str, Callable[[PublicList], bytes]] = {}
    if any(own.table for own in family_named(site.settings.family).formats.values()):
        writers["-table.csv"] = lambda listing: csv_table(listing, Writing())
    if max(counts, default=0) <= MOST_ROWS:
        writers[".xlsx"] = excel_table
    if find_spec("pyarrow") is not None:
        writers[".parquet"] = parquet
    made = {f"lists/{version.slug}{ending}": write for ending, write in writers.items()}
    if not site.kept([f"data/{path}" for path in made], signature(site.state.base, "tables", version.mark)):
        listing = listing_of(site, version, site.shelf.held(version).rows(site.withheld))
        for path, write in made.items():
            site.make(f"data/{path}", write(listing))
    return [*made]


def _today(site: Site, version: Version) -> list[str]:
    """The newest list in the formats that have sex or federation from the register."""
    stored = site.session.get_one(ListVersionRow, version.id)
    listing = listing_of(site, version, site.shelf.held(version).rows(site.withheld))
    files = files_of(site.session, stored, with_register(site, listing), [*TODAY], Writing())
    for name, file in zip(TODAY.values(), files, strict=True):
        site.write(f"data/lists/{name}", file.data)
    return [f"lists/{name}" for name in TODAY.values()]


def _games(site: Site, version: Version) -> list[str]:
    """The files of a version's games, as `banzuke export games` writes them; made once, since it does not
    change."""
    write = family_named(site.settings.family).export_games
    if write is None or version.how == "opening":
        return []
    mark, folder = signature(site.state.base, "games", version.mark), "data/games/"
    known = [path for path, of in site.before.pages.items() if of == mark and path.startswith(folder)]
    if not (known and site.kept(known, mark)):
        stored = site.session.get_one(ListVersionRow, version.id)
        made = {f"{folder}{name}": data for name, (data, _) in write(site.session, stored, Writing()).items()}
        site.kept(made, mark)
        for path, data in made.items():
            site.make(path, data)
        known = [*made]
    return sorted(path.removeprefix("data/") for path in known)
