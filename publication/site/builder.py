"""The whole site: which pages there are, from what each is made, and only what changed is made anew."""

import gc
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from sqlmodel import Session

from office.lists.rows import left_out
from publication.exports.fields import wishes_of
from publication.exports.public_list import PublicList
from publication.site.calibration import counted
from publication.site.events import Head, heads
from publication.site.held import Shelf
from publication.site.people import People, people
from publication.site.proof import UNPROVEN, Proof
from publication.site.render import page
from publication.site.row_texts import RowTexts
from publication.site.settings import LANGUAGES, SiteSettings
from publication.site.state import State, program_signature, signature
from publication.site.target import Release, Target, Written
from publication.site.versions import Version, published_versions
from publication.site.words import LANGUAGES as WORDS


@dataclass(slots=True)
class Site:
    """Everything pages are made from, and the release they go into. `state` is what this build keeps;
    `withheld`: who is to be seen nowhere; `tell`: is told what takes long; `archive`: the address of the
    public archive below `data/`, None where the site has none; `listing`: the list whose files were made
    last, by its version."""

    session: Session
    settings: SiteSettings
    proof: Proof
    versions: list[Version]
    withheld: frozenset[str]
    shelf: Shelf
    heads: list[Head]
    before: State
    state: State
    release: Release
    tell: Callable[[str], None]
    archive: str | None = None
    texts: RowTexts = field(default_factory=RowTexts)
    listing: tuple[int, PublicList] | None = None
    for_people: list[str] = field(default_factory=list)
    _people: People | None = None

    @property
    def people(self) -> People:
        """Everyone with a page; worked out when it is first asked for, after the lists were read."""
        if self._people is None:
            self.learn(*self.versions)
            touched = {number for ids in self.state.touching.values() for number in ids}
            self._people = people(self.session, self.shelf, self.versions, touched, self.settings)
        return self._people

    def learn(self, *versions: Version) -> None:
        """Works out what the state keeps of versions, and what the build before did not know."""
        by_id = {v.id: v for v in self.versions}
        for version in versions:
            mark = version.mark
            if mark not in self.state.touching:
                before = by_id.get(version.previous_id or 0)
                self.state.touching[mark] = self.shelf.touched(version, before)
                self.state.months[mark] = self.shelf.held(version).month()
                self.state.calibration[mark] = counted(self.session, version.id)

    @property
    def rated(self) -> list[Head]:
        """The events that standing versions rate, newest first."""
        return [head for head in self.heads if head.rated]

    @property
    def newest(self) -> Version | None:
        """The version that stands for the newest list."""
        return next((v for v in reversed(self.versions) if v.newest), None)

    def write(self, path: str, data: bytes) -> None:
        """A page that is cheap to make: made each time, written where its bytes are other than before."""
        self.state.pages[path] = signature(data)
        self.release.put(path, data)
        self._listed(path)

    def kept(self, paths: Iterable[str], mark: str) -> bool:
        """Whether pages made from the same facts stand already; they are then taken over. `mark` is the
        signature of all they are made from."""
        whole = True
        for path in paths:
            self.state.pages[path] = mark
            self._listed(path)
            whole = whole and self.before.pages.get(path) == mark and self.release.keep(path)
        return whole

    def make(self, path: str, data: bytes) -> None:
        """A page whose signature `kept` has noted."""
        self.release.put(path, data)

    def write_page(self, name: str, path: str, title: str, **facts: Any) -> None:
        """A page from a template, made each time; `facts` as `render.page` has them."""
        self.write(path, page(name, path, title, self.settings, **facts))

    def write_both(self, name: str, inner: str, title: str, **facts: Any) -> None:
        """The same page in each language, at `inner` below it; `title`: the key of the word over it."""
        for lang in LANGUAGES:
            self.write_page(name, f"{lang}/{inner}", WORDS[lang][title], **facts)

    def make_page(self, name: str, path: str, title: str, **facts: Any) -> None:
        """A page from a template whose signature `kept` has noted."""
        self.make(path, page(name, path, title, self.settings, **facts))

    def _listed(self, path: str) -> None:
        if path.endswith(".html") and path != "404.html":
            self.for_people.append(path)


Part = Callable[[Site], None]


@contextmanager
def _seldom_collecting() -> Iterator[None]:
    """Python looks for garbage less often while very many small values are made."""
    usual = gc.get_threshold()
    gc.set_threshold(50_000, 20, 100)
    try:
        yield
    finally:
        gc.set_threshold(*usual)


def build_site(
    session: Session,
    settings: SiteSettings,
    target: Target,
    parts: Iterable[Part],
    proof: Proof = UNPROVEN,
    tell: Callable[[str], None] = lambda _: None,
) -> Written:
    """Writes the site and switches to it. The session is only read. Refused where the folder is something
    else, or the disk is full; the site that stands is then left as it was."""
    before, program = target.state(), program_signature()
    if before.program != program:
        before = State(pages=before.pages, archive=before.archive)
    versions = published_versions(session, before.types)
    withheld = wishes_of(session).withheld
    base = signature(program, settings, sorted(withheld))
    known = [v.mark for v in versions if v.mark in before.touching]
    state = State(
        base=base,
        program=program,
        types={v.mark: list(v.types) for v in versions},
        touching={mark: before.touching[mark] for mark in known},
        months={mark: before.months[mark] for mark in known},
        calibration={mark: before.calibration[mark] for mark in known},
        unrated={
            v.mark: before.unrated[v.mark] if v.mark in before.unrated else sorted(left_out(session, v.id))
            for v in versions
            if v.newest
        },
    )
    if before.base != base:
        before = State(pages=dict.fromkeys(before.pages, ""), archive=before.archive)
    with target.release(before.pages) as release, _seldom_collecting():
        shelf, events = Shelf(session), heads(session, versions, state.unrated)
        site = Site(session, settings, proof, versions, withheld, shelf, events, before, state, release, tell)
        for part in parts:
            part(site)
        release.switch(state)
    return release.written
