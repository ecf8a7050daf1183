"""The examination of an office: check after check, each told as it is done. It changes nothing."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from sqlalchemy import Engine

from office.database.damage import damage
from office.database.engine import look, open_engine, reader
from office.database.migrate import check
from office.doctor.folder import folder_faults, key_faults, settings_faults
from office.doctor.kept import archive_faults, clock_faults, reading_faults, sum_faults, unwritten_faults
from office.doctor.reach import reach_faults
from office.faults import problems_of
from office.place import Place
from office.rebuild.run import rebuild
from office.words import _, n_
from scraper.records import Problem

HARMLESS = frozenset(
    {
        *("archive-torn-line", "archive-page-unlisted", "archive-leftover", "leftover", "unwritten"),
        *("open-to-others", "not-writable"),
    }
)
"""Findings with which an office works as it should: what a killed command left, rights somebody chose."""

Tell = Callable[[str], None]


@dataclass(slots=True)
class Examined:
    """What an examination found, in the order of its checks."""

    found: list[Problem] = field(default_factory=list)

    @property
    def sound(self) -> bool:
        """Whether nothing has to be done."""
        return all(one.code in HARMLESS for one in self.found)


def examine(
    place: Place,
    now: datetime,
    tell: Tell,
    *,
    pages: bool = True,
    network: Mapping[str, str] | None = None,
) -> Examined:
    """Every check there is. `pages`: the saved pages are read anew as well; `network`: the environment, where
    the servers that the office works with are to be tried too."""
    examined = Examined()
    one = _One(examined, tell)
    one.check(_("folder"), lambda: folder_faults(place))
    one.check(_("key"), lambda: key_faults(place))
    if not one.check(_("settings"), lambda: settings_faults(place)):
        return examined
    engine = open_engine(place)
    if not one.check(_("database"), lambda: damage(reader(engine), whole=True)):
        return examined
    if not one.check(_("migration"), lambda: _form(engine, place)):
        return examined
    with look(engine) as session:
        one.check(_("readings and events"), lambda: reading_faults(session))
        one.check(_("lists, chain and register"), lambda: rebuild(session, place, tell, pages=pages).problems)
        one.check(_("sums"), lambda: sum_faults(session))
        one.check(_("heads and statements"), lambda: unwritten_faults(session, place))
        one.check(_("pages and mails"), lambda: archive_faults(session, place))
        one.check(_("clock"), lambda: clock_faults(session, now))
        if network is not None:
            one.check(_("servers"), lambda: reach_faults(session, place, network))
    return examined


@dataclass(slots=True)
class _One:
    """One check after the other."""

    examined: Examined
    tell: Tell

    def check(self, name: str, faults: Callable[[], "Sequence[Problem] | Iterator[Problem]"]) -> bool:
        """Whether nothing has to be done about what it found. Where earlier findings keep it from its end, it
        says so; what nobody foresaw in a sound office is a fault of the program."""
        found: list[Problem] = []
        try:
            found += faults()
        except Exception as error:
            named = [Problem(p.code, p.place, p.expected, p.found, p.remedy) for p in problems_of(error)]
            if not named and self.examined.sound:
                raise
            found += named or [_cut_off(name, error)]
        self.examined.found += found
        harmless = all(one.code in HARMLESS for one in found)
        self.tell(f"{name}: {n_('{n} finding', '{n} findings', len(found)) if found else _('sound')}")
        return harmless


def _cut_off(name: str, error: Exception) -> Problem:
    remedy = "put right what is named above, then: banzuke doctor"
    found = f"{type(error).__name__}: {error}"
    return Problem("not-examined", name, "a check that comes to its end", found, remedy)


def _form(engine: Engine, place: Place) -> Iterator[Problem]:
    """A database of another Banzuke."""
    check(engine, "the server's database" if place.server() else str(place.database))
    yield from ()
