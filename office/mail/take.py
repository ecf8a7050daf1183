"""The office's mails: those given and those of the mailbox are kept, then taken, one run at a time. From kept
mails to stored events: all reports of a mail, or the mail waits and is taken again.

Each report is its own transactions (office/intake), and the mail counts as taken when all were gone
through: after a kill the next run takes what is left of it, in the same rows. What waits for a person is
imported by the officer's answer.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from pathlib import Path

from sqlmodel import Session

from importer.apart import Budget
from importer.rulings import Made
from importer.tables import MessageRow
from office.clock import Clock
from office.database.engine import look, transaction
from office.desk.refresh import refresh
from office.errors import OfficeError, Unanswered, refusal
from office.families import day_here
from office.intake.files import take_files
from office.intake.links import AT_ONCE, Link, many, not_asked_for, refuse_many, take_links
from office.intake.refused import PASSING
from office.intake.sources import office_client
from office.intake.take_in import Came, Taken, read_with
from office.locks import alone, in_turn
from office.mail.arrival import ORDERS
from office.mail.keep import NOTHING, TAKEN, WAITS, At, Kept, Shelf, as_json, left_mails
from office.mail.nothing_new import Weighing, came_before, keep_said
from office.mail.read import Mail
from office.mail.settings import Mailbox, Secret
from office.mail.sources import Given
from office.mail.waiting import MANY, NOTED, NOTHING_NEW, close_mail, said_of, waiting_mails
from office.opened import Office
from office.words import _
from rating.interpretations import Interpretations
from scraper.addresses import find_addresses
from scraper.archive import ArchiveError
from scraper.client import Client
from scraper.fetch import Progress
from scraper.records import Problem

_FEWER = (
    "banzuke inbox --all takes them; if only some are reported: banzuke inbox import M… LINK; if none:"
    " banzuke inbox close M… --reason WHY"
)

PATIENCE = timedelta(days=7)
"""So long after it was seen a mail waits for a site that does not answer; its reports stay on the desk."""


@dataclass(frozen=True, slots=True)
class TakenMail:
    """What became of a mail. `already`: references of its reports that an earlier, cut-off run had stored;
    `again`: earlier mails or imports that brought the same, in words; `left`: links that were not asked for;
    `waits`: it is taken again by the next run; `others`: mails that arrived after it and were taken before
    it, each with what is now asked of it."""

    row: MessageRow
    mail: Mail
    reports: Sequence[Taken] = ()
    already: tuple[str, ...] = ()
    again: tuple[str, ...] = ()
    left: int = 0
    problems: tuple[Problem, ...] = ()
    waits: bool = False
    others: tuple[tuple[MessageRow, Problem], ...] = ()


@dataclass(frozen=True, slots=True)
class Hears:
    """Who is told while it goes on. `kept` of each mail as it is kept, `mailbox` its name and how many mails
    in it are new, `taken` of each mail whose reports were taken, `notice` what the site does; `progress` of
    the pages of each link."""

    kept: Callable[[Kept], None]
    mailbox: Callable[[str, int], None]
    taken: Callable[[TakenMail], None]
    notice: Callable[[str], None]
    progress: Callable[[Link], Progress]


@dataclass(frozen=True, slots=True)
class Looked:
    """Every mail that was seen, and what was taken of those that wait, both without their files. `left`:
    mails that wait on, because more tournaments than allowed would have been asked for, or because the site
    stopped the run."""

    seen: Sequence[Kept]
    mails: Sequence[TakenMail]
    left: int


def look_through(
    office: Office,
    given: Callable[[], Iterable[Given]],
    opening: tuple[Mailbox, Secret] | None,
    hears: Hears,
    *,
    clock: Clock,
    switches: Interpretations,
    since: date | None = None,
    every: bool = False,
    replay: Path | None,
    offline: bool = False,
) -> Looked:
    """Keeps the mails `given` and those of the mailbox that were not seen before (`since`: of this day on),
    then takes every mail that waits, also where the mailbox does not answer. Refused while another run is at
    it. Anybody can send a link: they get at most half of the day's requests, so that mails do not keep the
    office from its own. `replay` and `offline` as for `client_for`; `every`: also more than ten tournaments
    in one run."""
    with alone(office.place.folder, "inbox"):
        own = switches.r67 == "own"
        shelf = Shelf(office.place, office.engine, clock, ORDERS[switches.r46], forwarded_own=own)
        seen: list[Kept] = []

        def keep(one: Given, at: At | None = None) -> None:
            kept = shelf.keep(one, at)
            hears.kept(kept)
            seen.append(replace(kept, mail=replace(kept.mail, files=())))

        for one in given():
            keep(one)
        lost = None
        if opening is not None:
            try:
                _look_into(*opening, shelf, keep, hears, since)
            except Unanswered as error:
                lost = error
        seen = [shelf.answering(kept) for kept in seen]
        with office_client(office, replay, hears.notice, offline=offline, half=True) as client:
            asks = switches.r127 == "asked"
            looked = Looked(seen, *_take_waiting(office, shelf, client, hears, clock, every, asks))
        if lost is not None:  # what is kept waits for no server
            raise lost
        return looked


def _look_into(
    mailbox: Mailbox,
    secret: Secret,
    shelf: Shelf,
    keep: Callable[[Given, At | None], None],
    hears: Hears,
    since: date | None,
) -> None:
    """Keeps the mails of the mailbox that were not seen before. One that the server has and does not hand out
    counts as not seen."""
    from office.mail.imap import NOT_GIVEN, opened

    with opened(mailbox, secret) as box:
        known = shelf.known(mailbox.account, mailbox.folder, box.uid_validity)
        new = [uid for uid in box.uids(since) if uid not in known]
        hears.mailbox(f"{mailbox.account} {mailbox.folder}", len(new))
        for uid, one in box.mails(new):
            there = At(mailbox.account, mailbox.folder, box.uid_validity, uid)
            keep(one, None if one.problem and one.problem.code == NOT_GIVEN else there)


def _take_waiting(
    office: Office, shelf: Shelf, client: Client, hears: Hears, clock: Clock, every: bool, asks: bool
) -> tuple[Sequence[TakenMail], int]:
    """Takes every mail that waits, in the order in which they arrived; and how many are left. `asks`: about
    a mail that brings nothing new of what another reported (R127)."""
    engine = office.engine
    with look(engine) as session:
        waiting = left_mails(session)
    done: list[TakenMail] = []
    asked = 0
    for before, row in enumerate(waiting):
        budget = Budget()
        try:
            mail = shelf.mail(row, budget)
        except ArchiveError as error:  # its bytes are gone: it waits for them, the others do not
            done.append(TakenMail(row, Mail(row.sha256 or ""), problems=(error.problem,), waits=True))
            hears.taken(done[-1])
            continue
        with look(engine) as session:
            links, already = _links(session, row, mail)
        problem = None if every else many(links, f"M{row.id}", _FEWER) or (_many(row) if links else None)
        if problem is not None:
            with transaction(engine) as session:
                stored = session.get_one(MessageRow, row.id)
                stored.problems = as_json((*mail.problems, *mail.noted, problem))
            taken = TakenMail(stored, mail, problems=(problem,), waits=True)
        elif not every and asked + len(links) > AT_ONCE:
            return done, len(waiting) - before
        else:
            came, archive = Came(row.arrived_on, row.id), office.place.archive
            by_link = take_links(engine, client, links, came, clock=clock, progress=hears.progress)
            by_file = take_files(
                engine, mail.files, came, archive=archive, clock=clock, every=every, budget=budget
            )
            left, patient = len(links) - len(by_link), abs(clock() - row.seen_at) < PATIENCE
            if left and not patient:
                why = by_link[-1].problems[0]
                by_link += not_asked_for(engine, links[-left:], came, why, clock=clock)
            reports = [*by_link, *by_file]
            stopped = any(p.code in PASSING for t in reports if t.stored is None for p in t.problems)
            waits = (left > 0 or stopped) and patient
            number = row.id or 0
            with look(engine) as session:
                weighing = Weighing(session, shelf, office.place, {number: mail})
                weighed = weighing.of(row) if asks and not waits else {}
            with transaction(engine) as session:
                stored = session.get_one(MessageRow, row.id)
                # One that could be read when it came and cannot be any more waits for a person.
                stored.state = WAITS if waits else TAKEN if mail.reports else NOTHING
                stored.problems = as_json((*mail.problems, *mail.noted))
                asking = keep_said(session, weighed) if stored.state == TAKEN else []
                again = came_before(session, row, reports)
            mine = [*filter(None, [weighed.get(number)])]
            noted = [p for p in mine if p.code in NOTED]
            mail = replace(mail, noted=(*mail.noted, *noted))
            told = (*mail.problems, *(p for p in mine if p not in noted))
            others = tuple(one for one in asking if one[0] is not stored)
            so_far = tuple(already), tuple(again), left, told, waits, others
            taken = TakenMail(stored, mail, reports, *so_far)
            asked += len(links)
        hears.taken(taken)
        done.append(replace(taken, mail=replace(mail, files=())))
        if taken.left or any(one.ends_run for one in taken.reports):
            return done, len(waiting) - before - 1
    return done, 0


def _many(row: MessageRow) -> Problem | None:
    """That a mail has more links than a run takes unasked, where that was asked of it: also while a person
    imports some of them, the others are not taken."""
    return next((p for p in said_of(row)[0] if p.code == MANY), None)


def _links(session: Session, row: MessageRow, mail: Mail) -> tuple[list[Link], list[str]]:
    """The links of a mail that are still to be taken, and the references of those that were."""
    done = read_with(session, row.id)
    links = [Link(address, "") for address in mail.addresses]
    return [k for k in links if k.reference not in done], [k.reference for k in links if k.reference in done]


def import_shown(
    office: Office,
    client: Client,
    row: MessageRow,
    mail: Mail,
    given: Sequence[str],
    *,
    made: Made,
    clock: Clock,
    progress: Callable[[Link], Progress],
) -> list[Taken]:
    """Imports the tournaments `given`, else those that the mail only quotes or that sign it, as of the mail's
    day and sender. When all are stored, the mail waits no more for a person; reports of its own that wait for
    the next run go on waiting. Of a mail with many links (`given` are those that are reported) its files are
    taken with them. Refused where there is none to import. One of an office at a time: whoever comes second
    waits, and is refused what the first has imported."""
    found = [find_addresses(text) for text in given]
    refused = [p for f in found for p in f.refused]
    if refused:
        raise OfficeError(*refused)
    addresses = [a for f in found for a in f.addresses] if given else list(mail.shown)
    if not addresses:
        expected = "a tournament that the mail quotes, or the link that was found"
        remedy = f"give the address of the tournament: banzuke inbox import M{row.id} LINK"
        raise refusal("mail-not-waiting", f"M{row.id}", expected, ", ".join(given) or "none", remedy)
    links = [Link(address, "") for address in dict.fromkeys(addresses)]
    if not given:
        refuse_many(links)
    engine, came = office.engine, Came(row.arrived_on, row.id)
    with in_turn(office.place.folder, "inbox-import"):
        with look(engine) as session:
            links = _not_imported(session, row, links, day_here(session, made.now))
        taken = take_links(engine, client, links, came, clock=clock, progress=progress)
        if len(taken) == len(links) and all(t.stored is not None for t in taken):
            of_many = row.state != TAKEN and _many(row) is not None
            if of_many:
                taken += take_files(engine, mail.files, came, archive=office.place.archive, clock=clock)
            with transaction(engine) as session:
                stored = session.get_one(MessageRow, row.id)
                if not links:  # an import that was cut off may not have asked its questions yet
                    refresh(session)
                if any(w.row.id == row.id for w in waiting_mails(session, day_here(session, made.now))):
                    numbers = ", ".join(str(a.tournament) for a in addresses)
                    why = made.reason.strip() or _("imported: {numbers}", numbers=numbers)
                    close_mail(session, stored, made=Made(why, made.who, made.now))
                if stored.state == NOTHING or of_many:
                    stored.state = TAKEN
    return taken


def _not_imported(session: Session, row: MessageRow, links: Sequence[Link], today: date) -> list[Link]:
    """Those of the links that no report of this mail was read of. Refused where all were, unless the import
    was cut off before the mail was closed."""
    done = read_with(session, row.id)
    left = [link for link in links if link.reference not in done]
    if left:
        return left
    waits = [p.code for w in waiting_mails(session, today) if w.row.id == row.id for p in w.problems]
    if {*waits} - {NOTHING_NEW}:
        return left
    told = ", ".join(link.reference for link in links)
    expected, remedy = "a tournament that was not imported with it yet", "see: banzuke inbox list"
    raise refusal("mail-not-waiting", f"M{row.id}", expected, f"imported already: {told}", remedy)
