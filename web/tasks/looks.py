"""Tasks that look whether all is as it should be: the examination of the office, lists made again, pages read
again and compared with the site's, a public archive."""

from __future__ import annotations

import os
from pathlib import Path
from tempfile import TemporaryDirectory

from importer.plain_text import file_name
from office.database.engine import open_engine
from office.database.migrate import check
from office.doctor.examine import examine, repair
from office.opened import Office
from office.place import Place
from office.poll.drift import against_the_site
from office.poll.reread import keep, label, look_again
from office.rebuild.run import rebuild
from office.words import _
from office.words.problems import said
from publication.bundle.told import key_given, result
from publication.bundle.verify import verify_bundle
from web.tasks.kinds import Order, Outcome, Tell


def opened(order: Order, tell: Tell) -> Office:
    """The office of an order, in a process of its own. What goes wrong beside the work is a step."""
    place = Place(order.folder).require()
    engine = open_engine(place)
    check(engine, "the server's database" if place.server() else str(place.database))
    return Office(place, engine, lambda problem: tell(f"{problem.code}: {said(problem.found)}"))


def doctor(order: Order, tell: Tell) -> Outcome:
    """Everything that can be wrong with the office. `repair`: first what loses nothing is put right; `pages`,
    `network`: the saved pages and the servers too."""
    place = Place(order.folder).require()
    if order.given.get("repair"):
        for line in repair(place):
            tell(line)
    network = os.environ if order.given.get("network") else None
    found = examine(place, order.now, tell, pages=bool(order.given.get("pages")), network=network)
    return Outcome(found.sound, (found.line(),) if found.sound else (), tuple(found.found))


def made_again(order: Order, tell: Tell) -> Outcome:
    """Every published list made again and compared. `pages`: the saved pages read again too."""
    office = opened(order, tell)
    with office.reading() as session:
        found = rebuild(session, office.place, tell, pages=bool(order.given.get("pages")))
    if found.problems:
        return Outcome(good=False, problems=found.problems)
    return Outcome(True, (found.line(),))


def read_again(order: Order, tell: Tell) -> Outcome:
    """Saved pages read by today's reader. `events`: of these alone."""
    office = opened(order, tell)
    with office.reading() as session:
        found = look_again(session, office.place, order.given.get("events", ()), tell)
    keep(office, found, order.now)
    text: list[str] = []
    for one in found.readings:
        if one.differences:
            facts = {"label": label(one), "reader": one.reading.reader}
            text.append(_("{label}: read otherwise than before (by reader {reader})", **facts))
            text += [f"    {said(difference)}" for difference in one.differences]
    problems = tuple(one.problem for one in found.readings if one.problem is not None)
    lines = [found.line()]
    if found.different:
        lines.append(_("Nothing was changed. What is read otherwise waits under Questions."))
    return Outcome(not found.different and not problems, tuple(lines), problems, "\n".join(text))


def drift(order: Order, tell: Tell) -> Outcome:
    """A page of each kind asked for again: does the site build it as before?"""
    office = opened(order, tell)
    compared = against_the_site(office, (), order.replay, tell)
    problems = tuple(problem for one in compared if (problem := one.problem()) is not None)
    return Outcome(not problems, tuple(one.line() for one in compared), problems)


def verify(order: Order, tell: Tell) -> Outcome:
    """A public archive that was sent. `name`, `data`; `key`: the office's, as its reader knows it, or ""."""
    key = key_given(order.given["key"]) if order.given["key"] else None
    name = file_name(order.given["name"])
    with TemporaryDirectory(prefix="banzuke-") as work:
        file = Path(work) / name
        file.write_bytes(order.given["data"])
        found = verify_bundle(file, tell, key)
    if found.problems:
        return Outcome(good=False, problems=tuple(found.problems))
    return Outcome(True, tuple(result(found, name, key)))
