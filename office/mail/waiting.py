"""Mails that a person has to look at: with a link nobody followed, with nothing that could be read, that
answer the office, or that bring nothing new of what another reported. Each waits until the officer imports
from it or closes it with a reason."""

import json
from dataclasses import dataclass
from datetime import date

from sqlmodel import Session, col, select

from importer.rulings import Kind, Made, Rulings, Subject, fingerprint, record
from importer.tables import EventRow, MessageRow, ReportRow, RulingRow
from office.errors import refusal
from office.families import day_here
from office.rules.reasons import reason_told
from office.tables import ListVersionRow
from scraper.records import Problem

HIDDEN, ELSEWHERE = "mail-link-hidden", "mail-link-elsewhere"
ONLY_QUOTED, SEEN = "mail-link-quoted", "mail-link-seen"
"""Links in a mail's own words that hide where they lead, or lead elsewhere while it reports nothing;
tournaments that it only quotes, while it reports nothing, and beside a report."""

ANSWERS = "mail-answers-notice"
TO_A_REPORT = "an answer to a mail that brought a report"
"""An answer to the office that reports nothing; `found` of one that only follows a report. Nobody can tell a
word of thanks from a correction: it is asked about until the next list is out."""

DOUBTS = "mail-asks-correction"
"""A mail that the website's form for corrections wrote, whatever it links."""

NOTHING_NEW, COPY = "mail-nothing-new", "mail-copy"
"""A mail of somebody else than who reported the events that it links, which brings nothing new of them: in
words of its own, or in those of a mail that reported them (office/mail/nothing_new.py)."""

MANY = "many-links"
"""More tournaments than a run takes unasked: the mail waits for a run with `--all`, or for a person."""

HARMLESS = ("address-not-a-tournament", "address-not-chess-results", "address-refused")
"""Links to other pages: beside a report they are only noted."""

UNREADABLE = ("address-broken", "address-too-long")
"""Links to the site in which no number of a tournament can be believed."""

NOTED = frozenset({*HARMLESS, "address-hidden", SEEN, COPY})
"""What a mail's row keeps to be told, and asks nothing."""

NOT_OF_THE_MAIL = frozenset({"mail-day-unbelievable"})
"""Problems that its event settles."""


@dataclass(frozen=True, slots=True)
class WaitingMail:
    """A mail and what a person has to look at in it."""

    row: MessageRow
    problems: tuple[Problem, ...]

    @property
    def subject(self) -> Subject:
        """How a ruling names it."""
        return {"mail": self.row.sha256}

    @property
    def facts(self) -> str:
        """What a ruling on it stands on."""
        return fingerprint(self.row.sha256)


def waiting_mails(session: Session, today: date) -> list[WaitingMail]:
    """Mails in which something waits for a person, and that nobody closed. `today`: the day where the office
    is. A list that by its moment comes out only after it, by a clock that was ahead, settles no mail."""
    rulings = Rulings.in_force(session)
    found = [w for w in _asking(session) if rulings.find(Kind.CLOSE, None, w.subject, w.facts) is None]
    follows = [w.row.id for w in found if all(p.found == TO_A_REPORT for p in w.problems)]
    if not follows:
        return found
    version = ListVersionRow
    lists = select(version.published_at).where(version.how == "run", version.version == 1)
    moments = session.exec(lists.where(col(version.published_at).is_not(None))).all()
    out = max((at for at in moments if at and day_here(session, at) <= today), default=None)
    return [w for w in found if w.row.id not in follows or out is None or w.row.seen_at >= out]


def close_mail(session: Session, row: MessageRow, *, made: Made) -> RulingRow:
    """Closes a mail: nothing is to be taken from it any more. Refused if it does not wait."""
    for one in _asking(session):
        if one.row.id == row.id:
            refuse_closed(session, row)
            if one.row.state == "waits":  # the next run leaves it alone
                one.row.state = "nothing"
            return record(session, Kind.CLOSE, subject=one.subject, facts=one.facts, made=made)
    waiting = waiting_mails(session, day_here(session, made.now))
    numbers = ", ".join(f"M{w.row.id}" for w in waiting) or "none waits"
    expected = f"a mail that waits for a person: {numbers}"
    found, remedy = "it waits for nothing", "see: banzuke status"
    if row.state == "waits":  # its reports were not all taken: closing would lose them
        found, remedy = "it waits for the next run", "run first: banzuke inbox"
    raise refusal("mail-not-waiting", f"M{row.id}", expected, found, remedy)


def refuse_closed(session: Session, row: MessageRow) -> None:
    """Refuses a mail that somebody closed, or imported what it shows from, since it was looked at."""
    mail = WaitingMail(row, ())
    ruling = Rulings.in_force(session).find(Kind.CLOSE, None, mail.subject, mail.facts)
    if ruling is not None:
        from office.desk.seen import answered_meanwhile

        raise answered_meanwhile(session, f"M{row.id}", "a mail that waits for a person", ruling)


def closed(session: Session) -> dict[str, str]:
    """Why mails were closed, by the SHA-256 of each."""
    query = select(RulingRow).where(RulingRow.kind == Kind.CLOSE.value)
    rows = session.exec(query.where(col(RulingRow.taken_back_at).is_(None)))
    subjects = [(json.loads(row.subject), reason_told(row.reason)) for row in rows]
    return {subject["mail"]: reason for subject, reason in subjects if "mail" in subject}


def mail_of(session: Session, row: RulingRow) -> str:
    """The number of the mail that a decision closed, M3; "" of every other decision."""
    sha256 = json.loads(row.subject).get("mail") if row.kind == Kind.CLOSE else None
    if sha256 is None:
        return ""
    number = session.exec(select(MessageRow.id).where(MessageRow.sha256 == sha256)).first()
    return f"M{number}" if number is not None else ""


def of_somebody_else(row: MessageRow) -> bool:
    """Whether a mail, in words of its own, links only what others reported and brings nothing new of it: its
    sender is nobody's reporter."""
    return f'"{NOTHING_NEW}"' in row.problems


def kept_problems(row: MessageRow) -> list[Problem]:
    """All that a mail's row keeps."""
    return [Problem(**p) for p in json.loads(row.problems)]


def said_of(row: MessageRow) -> tuple[list[Problem], list[Problem]]:
    """What a mail's row keeps: problems for the officer, and what is only noted."""
    every = kept_problems(row)
    return [p for p in every if p.code not in NOTED], [p for p in every if p.code in NOTED]


def _asking(session: Session) -> list[WaitingMail]:
    done = col(MessageRow.state).in_(("nothing", "taken", "waits"))
    rows = select(MessageRow).where(done, MessageRow.problems != "[]")
    found = []
    for row in session.exec(rows.order_by(col(MessageRow.arrived_at), col(MessageRow.id))):
        whole = row.state == "nothing"
        # Those with links: of a mail that was taken by hand alone, which closed it.
        stopping = (MANY,) if row.state == "waits" else (HIDDEN, ELSEWHERE, MANY, DOUBTS, NOTHING_NEW)
        problems = [p for p in said_of(row)[0] if p.code in stopping or whole]
        asked = tuple(p for p in problems if p.code not in NOT_OF_THE_MAIL and not known(session, p))
        if asked:
            found.append(WaitingMail(row, asked))
    return found


def known(session: Session, problem: Problem) -> bool:
    """Whether every tournament that a mail only quotes is an event of the office already, or was reported
    and waits as not read."""
    if problem.code != ONLY_QUOTED:
        return False
    from scraper.addresses import find_addresses

    told = {f"chess-results:{a.tournament}": a.reference for a in find_addresses(problem.place).addresses}
    met = session.exec(select(EventRow.key).where(col(EventRow.key).in_(told))).all()
    left = {reference for key, reference in told.items() if key not in met}
    return left <= set(session.exec(select(ReportRow.reference).where(col(ReportRow.reference).in_(left))))
