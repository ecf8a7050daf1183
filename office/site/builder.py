"""The whole site: which pages there are, from what each is made, and only what changed is made anew."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from sqlmodel import Session

from office.site.events import Head, heads
from office.site.people import People, people
from office.site.settings import SiteSettings
from office.site.state import State, program_signature, signature
from office.site.statistics import month_of
from office.site.target import Release, Target, Written
from office.site.versions import Version, published_versions, touching


@dataclass(slots=True)
class Site:
    """Everything pages are made from, and the release they go into. `state` is what this build keeps."""

    session: Session
    settings: SiteSettings
    versions: list[Version]
    people: People
    heads: list[Head]
    before: State
    state: State
    release: Release
    for_people: list[str] = field(default_factory=list)

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


def build_site(session: Session, settings: SiteSettings, target: Target, parts: Iterable[Part]) -> Written:
    """Writes the site and switches to it. The session is only read. Refused where the folder is something
    else, or the disk is full; the site that stands is then left as it was."""
    before, program = target.state(), program_signature()
    if before.program != program:
        before = State(pages=before.pages)
    versions = published_versions(session)
    touched = touching(session, versions, before.touching)
    everyone = people(session, versions, {number for ids in touched.values() for number in ids}, settings)
    base = signature(program, settings, sorted(everyone.withheld))
    state = State(base=base, program=program, touching={v: list(ids) for v, ids in touched.items()})
    state.months = {v.mark: before.months.get(v.mark) or month_of(session, v) for v in versions if v.newest}
    if before.base != base:
        before = State(pages=before.pages)
        before.pages = dict.fromkeys(before.pages, "")
    with target.release(before.pages) as release, _seldom_collecting():
        site = Site(session, settings, versions, everyone, heads(session, versions), before, state, release)
        for part in parts:
            part(site)
        release.switch(state)
    return release.written
