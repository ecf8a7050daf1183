"""The process in which one task is done: its order comes in pickled, steps and outcome go out so. What it
prints besides goes where the desk's own errors go. It ends with the desk: when nobody holds the other end of
its input any more.

There are tasks that look whether all is as it should be (the examination of the office, lists made again,
pages read again and compared with the site's, a public archive), and tasks that make something: a backup, a
simulation, an assessment, the reading of an event.
"""

from __future__ import annotations

import json
import os
import pickle
import sys
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from importer.plain_text import file_name
from office.backup.age import recipients
from office.backup.make import backup as make
from office.backup.make import prove
from office.backup.shelf import file_of, shelf
from office.database.engine import open_engine
from office.database.migrate import check
from office.doctor.examine import examine, repair
from office.families import family_of
from office.faults import problems_or_report
from office.intake.asked import asked_of, would_ask
from office.intake.event_text import event_text
from office.intake.sources import read_sources
from office.journal.acting import acts
from office.opened import Office
from office.place import Place
from office.poll.drift import against_the_site
from office.poll.reread import keep, label, look_again
from office.rebuild.run import rebuild
from office.simulate.report import table
from office.words import _, n_, p_, speak
from office.words.problems import said
from publication.assess.asked import assessed, simulated, written
from publication.assess.text import text
from publication.bundle.signed import key_given, result
from publication.bundle.verify import verify_bundle
from publication.site.upload import reach
from scraper.records import Problem
from web.tasks.queue import Order, Outcome, Tell


def backup(order: Order, tell: Tell) -> Outcome:
    """The whole office in one file, proved, in the folder of its backups."""
    office = opened(order, tell)
    with office.reading() as session:
        where = shelf(session, office.place)
    to = recipients(where.recipients) if where.recipients else ()
    made = make(office.place, office.engine, where.folder, order.now, tell, to=to)
    line = _("{file}: {n} bytes, unpacked again and examined", file=made.file.name, n=made.size)
    lines = (line, _("The backup is complete; what was found is in the office itself."))
    return Outcome(not made.found, lines if made.found else lines[:1], made.found)


def prove_backup(order: Order, tell: Tell) -> Outcome:
    """A backup of the folder looked at: whole, and an office can be made of it. `name`: which."""
    office = opened(order, tell)
    with office.reading() as session:
        where = shelf(session, office.place)
    name = order.given["name"]
    found = prove(file_of(where.folder, name), order.now, tell)
    facts = {"name": found.about.get("office", ""), "moment": found.about.get("made_at", ""), "file": name}
    line = _("{file}: the office {name} as of {moment}, whole, unpacked and examined", **facts)
    return Outcome(not found.of_backup, (line,), found.of_backup)


def simulation(order: Order, tell: Tell) -> Outcome:
    """Published lists under other rules."""
    office, given = opened(order, tell), order.given
    with _files(given["amended"]) as amended, office.reading() as session:
        lists, told = simulated(
            session, given["edition"] or None, next(iter(amended), None), given["interpretation"],
            first=given["first"], last=given["last"],
        )  # fmt: skip
    return Outcome(good=True, text=told, files=(("simulation.csv", table(lists).encode()),))


def assessment(order: Order, tell: Tell) -> Outcome:
    """How well published ratings predict, beside other rules and baselines."""
    office, given = opened(order, tell), order.given
    with _files(given["amended"]) as amended, office.reading() as session:
        told = assessed(
            session, given["editions"], amended, given["interpretation"],
            first=given["first"], last=given["last"],
        )  # fmt: skip
        files = written(session, told)
    return Outcome(good=True, text=text(told).rstrip(), files=tuple(files))


def reading(order: Order, tell: Tell) -> Outcome:
    """An event as it is read, with what the office would ask; nothing is stored but the pages. `text`: a
    link; `files`: names and bytes; `cards`: starting numbers whose cards are fetched too."""
    office, given = opened(order, tell), order.given
    with office.reading() as session:
        home = family_of(session).home
    with _files(given["files"]) as files:
        records = read_sources(
            [*map(str, files)], archive=office.place.archive, replay=order.replay, cards=given["cards"],
            addresses=[given["text"]] if given["text"] else [],
            progress=lambda _done, _total, what: tell(what), contact=office.contact, home=lambda: home,
        )  # fmt: skip
    lines, problems = [], []
    for record in records:
        with office.reading() as session:
            desk = would_ask(session, record, now=order.now, today=office.day(order.now))
        questions, _hints = asked_of(record, desk)
        problems += questions
        count = n_("the office would ask {n} question", "the office would ask {n} questions", len(questions))
        lines.append(f"{record.called}{p_('punctuation', ': ')}{count}")
    documents = [record.to_dict() for record in records]
    whole = json.dumps(documents, ensure_ascii=False, indent=1).encode()
    told = "\n\n".join(event_text(record).rstrip() for record in records)
    return Outcome(not problems, tuple(lines), tuple(problems), told, (("reading.json", whole),))


LONGEST = 255
"""Bytes of a file's name; file systems take no more."""


@contextmanager
def _files(given: Sequence[tuple[str, bytes]]) -> Iterator[list[Path]]:
    """Files that were sent, under their own names while they are needed: each in a folder of its own, for two
    may have one name; of a name longer than file systems take, its end, which says
    what it is."""
    with TemporaryDirectory(prefix="banzuke-") as work:
        names = [file_name(name).encode()[-LONGEST:].decode(errors="ignore") for name, _data in given]
        paths = [Path(work) / str(n) / name for n, name in enumerate(names)]
        for path, (_name, data) in zip(paths, given, strict=True):
            path.parent.mkdir()
            path.write_bytes(data)
        yield paths


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
    network = (os.environ, reach) if order.given.get("network") else None
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
        lines.append(_("Nothing was changed. What is now read differently waits under Questions."))
    return Outcome(not found.different and not problems, tuple(lines), problems, "\n".join(text))


def drift(order: Order, tell: Tell) -> Outcome:
    """A page of each kind asked for again: does the site build it as before? `events`: of these alone."""
    office = opened(order, tell)
    compared = against_the_site(office, order.given.get("events", ()), order.replay, tell)
    problems = tuple(problem for one in compared if (problem := one.problem()) is not None)
    return Outcome(not problems, tuple(one.line() for one in compared), problems)


def verify(order: Order, tell: Tell) -> Outcome:
    """A public archive that was sent. `name`, `data`; `key`: the office's, as its reader knows it, or ""."""
    key = key_given(order.given["key"]) if order.given["key"] else None
    with _files([(order.given["name"], order.given["data"])]) as (file,):
        found = verify_bundle(file, tell, key)
    if found.problems:
        return Outcome(good=False, problems=tuple(found.problems))
    return Outcome(True, tuple(result(found, file.name, key)))


DOES: Mapping[str, Callable[[Order, Tell], Outcome]] = {
    "doctor": doctor, "backup": backup, "prove": prove_backup, "rebuild": made_again, "reread": read_again,
    "drift": drift, "verify": verify, "simulate": simulation, "assess": assessment, "read": reading,
}  # fmt: skip
"""By the kinds of `queue.py`."""


def main() -> None:
    """Does the task whose order stands on the input; nothing where the desk has ended before it gave one."""
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    try:
        order: Order = pickle.load(sys.stdin.buffer)  # of the desk, by a pipe that nobody else has
    except (EOFError, pickle.UnpicklingError):
        return
    threading.Thread(target=_end_with_the_desk, daemon=True).start()

    def send(what: Any) -> None:
        pickle.dump(what, answers)
        answers.flush()

    send(_done(order, send))


def _done(order: Order, send: Any) -> Outcome:
    speak(order.language)
    acts(order.who)
    try:
        return DOES[order.kind](order, send)
    except Exception as error:  # noqa: BLE001  named problems as they are, anything else with a report
        found, _code = problems_or_report(error, order.folder, ["serve", "task", order.kind])
    named = (Problem(p.code, p.place, p.expected, p.found, p.remedy) for p in found)
    return Outcome(good=False, problems=tuple(named))


def _end_with_the_desk() -> None:
    sys.stdin.buffer.read()
    os._exit(1)


if __name__ == "__main__":
    main()
