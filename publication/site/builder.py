"""The whole site: which pages there are, from what each is made, and only what changed is made anew. And what
it has to show that its lists are the office's: the public key, and the signed statements."""

from collections.abc import Callable, Iterable, Mapping
from contextlib import closing
from dataclasses import dataclass, field
from functools import lru_cache, partial
from typing import Any

from sqlmodel import Session

from importer.plain_text import written
from office.chain.key import office_public_key
from office.chain.minisign import PublicKey
from office.chain.statements import Signed, signed_statements, unknown_statements
from office.errors import refusal
from office.lists.rows import left_out, listed_earlier
from office.place import Place
from office.undisturbed import undisturbed
from office.words import _
from publication.exports.fields import wishes_of
from publication.exports.public_list import PublicList
from publication.site.columns import Tables
from publication.site.data import plain
from publication.site.events import Head, heads, inputs_of
from publication.site.held import Row, Shelf
from publication.site.kept import Kept
from publication.site.people import People, people
from publication.site.render import page
from publication.site.settings import LANGUAGES, WORDS, SiteSettings, load_settings
from publication.site.state import State, program_signature, signature, signature_of
from publication.site.statistics import counted
from publication.site.target import Release, Target, Written
from publication.site.versions import Version, published_versions

OF_BASE = ("tables", "summaries")
"""Facts of versions that hang on the settings and on who is withheld too."""


@dataclass(slots=True)
class Site:
    """Everything pages are made from, and the release they go into. `place`: where the office lies; `key`,
    None in one that never had any, and `signed`, the statements by list date and version, show that its lists
    are its own. `state` is what this build keeps, `kept` what is kept of members; `withheld`: who is to be
    seen nowhere; `tell`: is told what takes long; `archive`: the address of the public archive below `data/`,
    None where the site has none; `listing`: the list whose files were made last, by its version; `inputs`:
    what a version was reckoned from, of the last one kept; `made_from`: by their signatures the pages of the
    build before."""

    session: Session
    settings: SiteSettings
    place: Place
    key: PublicKey | None
    signed: Mapping[tuple[str, int], Signed]
    versions: list[Version]
    withheld: frozenset[str]
    before: State
    state: State
    release: Release
    kept: Kept
    tell: Callable[[str], None]
    heads: list[Head] = field(default_factory=list)
    archive: str | None = None
    listing: tuple[int, PublicList] | None = None
    shelf: Shelf = field(init=False)
    inputs: Callable[[Version], Any] = field(init=False)
    made_from: dict[str, list[str]] = field(default_factory=dict)
    _people: People | None = None

    def __post_init__(self) -> None:
        self.shelf = Shelf(self.session)
        self.inputs = lru_cache(maxsize=1)(partial(inputs_of, self.session))
        for path, mark in self.before.pages.items():
            self.made_from.setdefault(mark, []).append(path)

    @property
    def people(self) -> People:
        """Everyone with a page; worked out when it is first asked for, after the lists were read."""
        if self._people is None:
            self.learn(*self.versions)
            touched = {number for version in self.versions for number in self.touching(version)[0]}
            self._people = people(self.session, self.shelf, self.versions, touched, self.settings)
        return self._people

    def fact(self, version: Version, name: str, work: Callable[[], Any]) -> Any:
        """What is known of a version: from the build before, else worked out now. It is kept for the next."""
        kept = self.state.versions.setdefault(version.mark, {})
        if name not in kept:
            known = self.before.versions.get(version.mark, {})
            kept[name] = known[name] if name in known else work()
        return kept[name]

    def learn(self, *versions: Version) -> None:
        """Whom versions touch, their figures, and how their games went beside what was expected."""
        for version in versions:
            held = partial(self.shelf.held, version)
            self.touching(version)
            self.fact(version, "months", lambda held=held: held().month())  # type: ignore[misc]
            self.fact(version, "calibration", partial(counted, self.session, version.id))

    def touching(self, version: Version) -> tuple[list[str], list[str]]:
        """The IDs of those for whom a version says anything new; apart those whose pages show none of it."""
        before = next((v for v in self.versions if v.id == version.previous_id), None)
        told, other = self.fact(version, "touching", lambda: self.shelf.touched(version, before))
        return told, other

    def statement(self, version: Version) -> str | None:
        """The address of a version's statement below `data/`; None where it is not signed."""
        held = self.signed.get((str(version.list_date), version.version))
        return f"statements/{held.statement.name}" if held else None

    def tables(self, version: Version) -> dict[str, int]:
        """How many rows its tables have, by type."""
        found: dict[str, int] = self.fact(
            version, "tables", lambda: {type_: len(mine) for type_, mine in self.rows(version).items()}
        )
        return found

    def rows(self, version: Version) -> dict[str, list[Row]]:
        """The rows of each type, without who is withheld."""
        return self.shelf.held(version).rows(self.withheld)

    def columns(self, version: Version) -> Tables:
        """The same column by column."""
        return self.shelf.held(version).tables(self.withheld)

    def ratings_before(self, version: Version) -> dict[str, Mapping[str, int]]:
        """By type and ID the ratings on the list before a version, also of who is on the list again, or goes
        on from that of an entry that was merged with his."""
        before = next((v for v in self.versions if v.id == version.previous_id), None)
        held, was = self.shelf.held(version), self.shelf.held(before) if before else None
        again = listed_earlier(self.session, before.id) if before else ()
        told = {type_: held.before(type_, was, again) for type_ in self.rows(version)}
        if was is None:
            return told
        merged = self.fact(version, "merged", lambda: held.merged(self.session, was, told))
        return {type_: {**of, **more} if (more := merged.get(type_)) else of for type_, of in told.items()}

    @property
    def for_people(self) -> list[str]:
        """The pages that were made or taken over so far, without files for programs."""
        return [path for path in self.state.pages if path.endswith(".html") and path != "404.html"]

    @property
    def rated(self) -> list[Head]:
        """The events that standing versions rate, newest first."""
        return [head for head in self.heads if head.rated]

    @property
    def newest(self) -> Version | None:
        """The version that stands for the newest list."""
        return next((v for v in reversed(self.versions) if v.newest), None)

    def anew(self, what: str, *facts: Any) -> str:
        """The signature with which the pages of something (`what`: its name) are to be made from these facts;
        "" where all that were made from the same stand already, which are taken over."""
        mark = signature(self.state.base, what, *facts)
        known = self.made_from.get(mark)
        if not known or not self.release.stand(known):
            return mark
        self.state.pages.update(dict.fromkeys(known, mark))
        return ""

    def put(self, path: str, data: bytes, mark: str = "") -> None:
        """A page, written where its bytes are other than before. Without a `mark` it is one that is cheap to
        make, and is made each time."""
        self.state.pages[path] = mark or signature_of(data)
        self.release.put(path, data)

    def values(self, path: str, values: Any, mark: str = "") -> None:
        """Plain values as JSON, the same values the same bytes."""
        self.put(path, written(f"{plain(values)}\n"), mark)

    def page(self, name: str, path: str, title: str, mark: str = "", **facts: Any) -> bytes:
        """A page from a template; `facts` as `render.page` has them."""
        made = page(name, path, title, self.settings, **facts)
        self.put(path, made, mark)
        return made

    def both(self, name: str, inner: str, title: str, **facts: Any) -> None:
        """The same page in each language, at `inner` below it; `title`: the key of the word over it."""
        for lang in LANGUAGES:
            self.page(name, f"{lang}/{inner}", WORDS[lang][title], **facts)


Part = Callable[[Site], None]


@undisturbed()
def build_site(
    parts: Iterable[Part],
    session: Session,
    target: Target,
    place: Place,
    tell: Callable[[str], None] = lambda _: None,
) -> Written:
    """Writes the site of the office at `place` and switches to it; only what changed is written, and the
    session is only read. Refused where the folder is something else or has a list that the office has not, or
    the disk is full; the site that stands is then left as it was. `tell`: is told what takes long."""
    settings, key = load_settings(session), office_public_key(place)
    held = signed_statements(place, session) if key else ()
    signed = {(one.statement.list_date, one.statement.version): one for one in held}
    _refuse_ahead(session, target, key)
    before, program = target.state(), program_signature()
    if before.program != program:
        before = State(pages=before.pages, archive=before.archive)
    known = {mark: of["types"] for mark, of in before.versions.items()}
    versions = published_versions(session, known)
    wishes = wishes_of(session)
    withheld, ageless = wishes.withheld, sorted(wishes.birth) if settings.ages else ()
    base = signature(program, settings, sorted(withheld), ageless)
    if before.base != base:
        facts = {m: {n: f for n, f in of.items() if n not in OF_BASE} for m, of in before.versions.items()}
        before = State(pages=dict.fromkeys(before.pages, ""), versions=facts, archive=before.archive)
    with target.release(before.pages) as release, closing(Kept(target.beside)) as kept:
        state = State(base=base, program=program)
        site = Site(
            session, settings, place, key, signed, versions, withheld, before, state, release, kept, tell
        )
        for v in versions:
            site.fact(v, "types", partial(list, v.types))
        unrated = {
            v.mark: site.fact(v, "unrated", lambda v=v: sorted(left_out(session, v.id)))  # type: ignore[misc]
            for v in versions
            if v.newest
        }
        site.heads = heads(session, versions, unrated)
        for part in parts:
            part(site)
        release.switch(state)
        kept.done(site.people.shown)
        if kept.trouble:
            why = _("{file}: {why}. The next build takes longer, and its pages are the same.")
            tell(why.format(file=kept.path, why=kept.trouble))
    return release.written


def _refuse_ahead(session: Session, target: Target, key: PublicKey | None) -> None:
    """Refused where the site that stands has a list which this office signed and does not have: nobody takes
    it off the website unasked."""
    standing = target.current()
    if standing is None or key is None:
        return
    for one in unknown_statements(session, key, standing / "data" / "statements"):
        found = f"also the list of {one.list_date}, version {one.version}, published {one.published}"
        remedy = "restore a backup that has it; if it is lost for good, write the site into another folder"
        raise refusal("site-ahead", str(target.folder), "lists that this office has, no other", found, remedy)
