"""The examination of an office: check after check, each told as it is done, which changes nothing; and what
of it can be put right without losing anything: nothing that was stored is changed."""

import os
import shutil
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime

from office.chain.key import PUBLIC, SECRET, office_key
from office.chain.statements import write_heads, write_statements
from office.database.damage import damage, unguarded
from office.database.engine import look, open_engine, reader
from office.database.migrate import check
from office.doctor import checks
from office.doctor.checks import OTHERS, leftovers, unwritten_faults
from office.doctor.clock import clock_faults
from office.doctor.servers import reach_faults
from office.errors import OfficeError, problem_of
from office.faults import problems_of
from office.journal.held import changed_past
from office.place import Place
from office.rebuild.run import Tell, rebuild
from office.settings import settings
from office.words import _, n_, p_
from scraper.records import Problem

HARMLESS = frozenset(
    {
        *("archive-torn-line", "archive-page-unlisted", "archive-leftover", "leftover", "unwritten"),
        *("open-to-others", "not-writable", "checksums-off", "changed-past", "clock-was-ahead"),
    }
)
"""Findings with which an office works as it should: what a killed command left, rights and a server as
somebody chose them, what was put right, a clock that is right again."""


@dataclass(slots=True)
class Examined:
    """What an examination found, in the order of its checks."""

    found: list[Problem] = field(default_factory=list)
    opened: bool = False
    """Whether its database is whole and of this version."""

    @property
    def sound(self) -> bool:
        """Whether nothing has to be done."""
        return all(one.code in HARMLESS for one in self.found)

    def line(self) -> str:
        """What is said of a sound office."""
        remarks = len(self.found)
        told = n_("The office is sound; {n} remark", "The office is sound; {n} remarks", remarks)
        return told if remarks else _("The office is sound")


def examine(
    place: Place,
    now: datetime,
    tell: Tell,
    *,
    pages: bool = True,
    network: tuple[Mapping[str, str], Callable[[str], Iterable[Problem]]] | None = None,
) -> Examined:
    """Every check there is. `pages`: the saved pages are read anew as well; `network`: where the servers that
    the office works with are to be tried too, the environment, and what opens the one of an upload."""
    examined = Examined()

    def checked(name: str, faults: Callable[[], Iterable[Problem] | None]) -> bool:
        """Whether nothing has to be done about what a check found, or raised. Where earlier findings keep it
        from its end, it says so; what nobody foresaw in a sound office is a fault of the program."""
        one = Examined()
        try:
            one.found += faults() or ()
        except Exception as error:
            named = [Problem(p.code, p.place, p.expected, p.found, p.remedy) for p in problems_of(error)]
            if not named and examined.sound:
                raise
            expected, met = "a check that comes to its end", f"{type(error).__name__}: {error}"
            one.found += named or [problem_of("not-examined", name, expected, met)]
        named_before = set(examined.found)  # a key: of two checks
        examined.found += [each for each in one.found if each not in named_before]
        found = n_("{n} finding", "{n} findings", len(one.found)) if one.found else _("sound")
        tell(f"{name}{p_('punctuation', ': ')}{found}")
        return one.sound

    def read_settings() -> None:
        place.server()
        settings(place, os.environ)

    checked(_("folder"), lambda: checks.folder_faults(place))
    checked(_("key"), lambda: checks.key_faults(place))
    if not checked(_("settings"), read_settings) and not _says_where(place):
        return examined
    engine = open_engine(place)
    called = "the server's database" if place.server() else str(place.database)
    if not checked(_("database"), lambda: [*damage(reader(engine), whole=True), *unguarded(reader(engine))]):
        return examined
    if not checked(_("migration"), lambda: check(engine, called)):
        return examined
    examined.opened = True
    with look(engine) as session:
        checked(_("readings and events"), lambda: checks.reading_faults(session))
        checked(
            _("lists, chain and register"),
            lambda: [*rebuild(session, place, tell, pages=pages).problems, *changed_past(session)],
        )
        checked(_("sums"), lambda: checks.sum_faults(session))
        checked(_("heads and statements"), lambda: unwritten_faults(session, place))
        checked(_("pages and mails"), lambda: checks.archive_faults(session, place))
        checked(_("clock"), lambda: clock_faults(session, now))
        if network is not None:
            checked(_("servers"), lambda: reach_faults(session, place, *network))
    return examined


def _says_where(place: Place) -> bool:
    """Whether the settings can be read as far as the database is concerned."""
    try:
        place.server()
    except OfficeError:
        return False
    return True


def repair(place: Place) -> Iterator[str]:
    """Does it, and says each thing in words: unfinished files of killed commands taken away, the secret key
    its owner's alone, heads and signed statements written that only the database has. Refused where the
    database is of another Banzuke, or the key is lost."""
    for path in leftovers(place):
        if path.is_dir():
            shutil.rmtree(path)
        else:
            path.unlink(missing_ok=True)
        yield _("taken away: {path}", path=path)
    secret = place.folder / SECRET
    if secret.exists():
        if secret.stat().st_mode & OTHERS:
            os.chmod(secret, 0o600)
            yield _("readable by its owner alone now: {path}", path=secret)
        if not (place.folder / PUBLIC).exists():
            office_key(place)
            yield _("written: {path}", path=place.folder / PUBLIC)
    engine = open_engine(place)
    check(engine, str(place.folder))
    with look(engine) as session:
        missing = list(unwritten_faults(session, place))
        write_heads(place, session)
        write_statements(place, session)
        left = {one.place for one in unwritten_faults(session, place)}
    yield from (_("written: {path}", path=one.place) for one in missing if one.place not in left)
