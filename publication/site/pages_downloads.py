"""Everything that can be taken away: lists, games, proofs, with the SHA-256 of each in one file."""

import hashlib
from dataclasses import dataclass

from office.chain.key import PUBLIC
from office.chain.statements import SIGNATURE
from office.tables import ListVersionRow
from publication.exports.cells import Writing
from publication.families import family_named
from publication.site.builder import Site
from publication.site.settings import LANGUAGES
from publication.site.state import signature
from publication.site.versions import Version
from publication.site.words import LANGUAGES as WORDS

SUMS = "SHA256SUMS"
"""As sha256sum writes and checks it, in `data/`."""

FIGURES = ("people.json", "top.json", "statistics.json", "arrived.json", "index.json")


@dataclass(frozen=True, slots=True)
class Taken:
    """A version with its files below `data/`: of the list, of its games (by their folder and name), and the
    signed statement."""

    version: Version
    lists: tuple[str, ...]
    games: tuple[str, ...]
    proofs: tuple[str, ...]

    @property
    def files(self) -> tuple[str, ...]:
        return (*self.lists, *self.games, *self.proofs)


def download_pages(site: Site) -> None:
    """The page in both languages, the games of every version, and the sums of all files it names."""
    taken = [_taken(site, version) for version in reversed(site.versions)]
    key = (PUBLIC,) if site.proof.key is not None else ()
    named = sorted({path for one in taken for path in one.files} | {*key, *FIGURES})
    sums = [f"{hashlib.sha256(site.release.read(f'data/{path}')).hexdigest()}  {path}\n" for path in named]
    site.write(f"data/{SUMS}", "".join(sums).encode())
    for lang in LANGUAGES:
        path, title = f"{lang}/downloads.html", WORDS[lang]["downloads"]
        told = {"taken": taken, "figures": FIGURES, "sums": SUMS, "key": key}
        site.write_page("downloads.html", path, title, data="data/index.json", **told)


def _taken(site: Site, version: Version) -> Taken:
    statement = site.proof.of(version)
    return Taken(
        version,
        (f"lists/{version.slug}.csv", f"lists/{version.slug}.json"),
        tuple(_games(site, version)),
        (statement, statement + SIGNATURE) if statement else (),
    )


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
