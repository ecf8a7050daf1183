"""Tasks that make something: a backup, a simulation, an assessment, the reading of an event."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from importer.plain_text import file_name
from office.backup.age import recipients
from office.backup.make import backup as make
from office.backup.make import prove
from office.backup.shelf import file_of, shelf
from office.intake.asked import asked_of, would_ask
from office.intake.event_text import event_text
from office.intake.sources import read_sources
from office.simulate.report import table
from office.words import _, n_
from publication.assess.asked import assessed, simulated, written
from publication.assess.text import text
from web.tasks.kinds import Order, Outcome, Tell
from web.tasks.looks import opened


def backup(order: Order, tell: Tell) -> Outcome:
    """The whole office in one file, proved, in the folder of its backups."""
    office = opened(order, tell)
    with office.reading() as session:
        where = shelf(session, office.place)
    to = recipients(where.recipients) if where.recipients else ()
    made = make(office.place, office.engine, where.folder, order.now, tell, to=to)
    line = _("{file}: {n} bytes, unpacked again and examined", file=made.file.name, n=made.size)
    lines = (line, _("The backup is whole; what was found is in the office itself."))
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
    with _file(given.get("amended")) as amended, office.reading() as session:
        told = simulated(
            session, given["edition"] or None, amended, given["interpretation"],
            first=given["first"], last=given["last"],
        )  # fmt: skip
    return Outcome(good=True, text=told.text, files=(("simulation.csv", table(told.lists).encode()),))


def assessment(order: Order, tell: Tell) -> Outcome:
    """How well published ratings predict, beside other rules and baselines."""
    office, given = opened(order, tell), order.given
    with _file(given.get("amended")) as amended, office.reading() as session:
        told = assessed(
            session, given["editions"], [amended] if amended else [], given["interpretation"],
            first=given["first"], last=given["last"],
        )  # fmt: skip
        files = written(session, told)
    return Outcome(good=True, text=text(told).rstrip(), files=tuple(files))


def reading(order: Order, tell: Tell) -> Outcome:
    """An event as it is read, with what the office would ask; nothing is stored but the pages. `text`: a
    link; `files`: names and bytes; `cards`: starting numbers whose cards are fetched too."""
    office, given = opened(order, tell), order.given
    with TemporaryDirectory(prefix="banzuke-") as work:
        sources = []
        for name, data in given["files"]:
            file = Path(work) / file_name(name)
            file.write_bytes(data)
            sources.append(str(file))
        records = read_sources(
            sources, archive=office.place.archive, replay=order.replay, cards=given["cards"],
            addresses=[given["text"]] if given["text"] else [],
            progress=lambda _done, _total, what: tell(what), contact=office.contact,
        )  # fmt: skip
    lines, problems = [], []
    for record in records:
        with office.reading() as session:
            desk = would_ask(session, record, now=order.now, today=office.day(order.now))
        questions, _hints = asked_of(record, desk)
        problems += questions
        count = n_("the office would ask {n} question", "the office would ask {n} questions", len(questions))
        lines.append(f"{record.name}: {count}")
    documents = [record.to_dict() for record in records]
    whole = json.dumps(documents, ensure_ascii=False, indent=1).encode()
    told = "\n\n".join(event_text(record).rstrip() for record in records)
    return Outcome(not problems, tuple(lines), tuple(problems), told, (("reading.json", whole),))


@contextmanager
def _file(given: tuple[str, bytes] | None) -> Iterator[Path | None]:
    """A file that was sent, under its own name while it is needed."""
    if given is None:
        yield None
        return
    with TemporaryDirectory(prefix="banzuke-") as work:
        path = Path(work) / file_name(given[0])
        path.write_bytes(given[1])
        yield path
