"""What a reply to a mail says: the events that came with it, their list, what only the organizer knows. It is
a mail that a mail program opens as a draft, and is never sent from here.

What the office asks stands in `phrases.toml`, by the problem's code; what has no words there is said as the
problem says it.
"""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import SMTP
from importlib.resources import files
from pathlib import Path
from typing import Any

from jinja2 import StrictUndefined, TemplateError
from jinja2.sandbox import ImmutableSandboxedEnvironment
from sqlmodel import Session

from importer.findings import Finding
from importer.guests import NO_MEMBER
from importer.plain_text import shown, shown_line
from importer.tables import MessageRow, ReportRow
from importer.view import reading
from office.desk.refresh import DeskEvent, refresh
from office.errors import OfficeError, refusal
from office.intake.asked import asked_before_reporting, for_organizer, without_id
from office.intake.refused import REPLACED
from office.intake.refused import problems_of as problems_of_report
from office.mail.keep import NOTHING, event_of, reports_of
from office.mail.read import Mail
from office.mail.waiting import said_of
from office.place import Place
from office.tables import SettingRow
from office.words import N_, _, speaking
from office.words.formats import day_in
from office.words.problems import in_language
from scraper.records import Problem

FROM_THE_DESK = (
    "member-unknown",
    "member-ambiguous",
    "late-report",
    "reporter-unknown",
    "reporter-not-authorised",
    "reporter-not-a-member",
    "run-by-unknown",
    "not-run-by-a-member",
    "name-not-as-asked",
)
"""Questions of the desk that an organizer can answer; he is told what he sent, never whom we know."""

TEMPLATE_FAULTS = (
    TemplateError,
    ArithmeticError,
    AttributeError,
    LookupError,
    RecursionError,
    TypeError,
    ValueError,
)
"""What a text that somebody changed can raise."""

OURS = frozenset({"mail-day-unbelievable", "many-links", "mail-too-many-parts"})
"""Problems of a mail that its sender can do nothing about."""


def facts_for(session: Session, row: MessageRow) -> dict[str, Any]:
    """What a template can say about a mail: plain values, nothing from the register."""
    desk = {e.view.key: e for e in refresh(session).events}
    events: dict[str, dict[str, Any]] = {}
    questions = [asked(p) for p in said_of(row)[0] if p.code not in OURS]
    for report in reports_of(session, row):
        event = event_of(session, report)
        if event is not None and event.key in desk:
            events.setdefault(event.key, _event(session, desk[event.key]))
        elif report.problem and report.state != REPLACED:
            questions += _failed(report)
    if row.state == NOTHING and not questions:
        questions.append(nothing_found())
    return {
        "sender_name": row.sender_name,
        "subject": row.subject,
        "arrived_on": row.arrived_on.isoformat(),
        "events": list(events.values()),
        "questions": list(dict.fromkeys(questions)),
        "office": _setting(session, "name"),
        "officer": _setting(session, "officer"),
    }


def template_file(place: Place) -> Path:
    """The office's own text of replies."""
    return place.folder / "templates" / "reply.txt"


def template_of(place: Place) -> str:
    """The office's own text, else the one that Banzuke brings."""
    file = template_file(place)
    try:
        return file.read_text("utf-8") if file.is_file() else _ours()
    except UnicodeDecodeError as error:
        raise _broken(str(error)) from None


def write_template(place: Place) -> Path:
    """Puts the text into the office to be changed; one that is there is left as it is."""
    file = template_file(place)
    file.parent.mkdir(exist_ok=True)
    if not file.exists():
        file.write_text(_ours(), encoding="utf-8")
    return file


def reply_text(template: str, facts: Mapping[str, Any]) -> str:
    """The text of a reply; refused by name where the template cannot be followed."""
    environment = ImmutableSandboxedEnvironment(
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        autoescape=False,  # plain text
    )
    environment.filters["day"] = day_in
    try:
        return environment.from_string(template).render(facts)
    except TEMPLATE_FAULTS as error:
        line = getattr(error, "lineno", None)
        raise _broken(f"{error}" + (f" (line {line})" if line else "")) from None


def _event(session: Session, event: DeskEvent) -> dict[str, Any]:
    view = event.view
    record = reading(session, view.event.newer_reading_id or view.event.reading_id)
    guests = {
        p.number
        for p in record.players
        if (seen := view.players.get(p.number)) and seen.name == p.name and seen.match == NO_MEMBER
    }
    from_desk = [f for f in event.open if f.code in FROM_THE_DESK and event.published is None]
    # Nobody is asked about twice: who has no ID is asked for it, but for whom the desk asks more closely.
    closely = {f.subject.get("name") for f in from_desk if f.code == "member-ambiguous"}
    without = [p for p in without_id(record) if p.number not in guests]
    guests |= {p.number for p in without if p.name in closely}
    told = {p.name for p in without} - closely
    questions = [asked(p) for p in asked_before_reporting(record, guests)]
    questions += [
        asked(_as_problem(f))
        for f in from_desk
        if f.code != "member-unknown" or f.subject.get("name") not in told
    ]
    reported = view.reported_on()
    return {
        "name": view.event.name,
        "number": f"E{view.event.id}",
        "rounds": len({p.round for p in view.pairings}),
        "players": len(view.players),
        "games": sum(p.black is not None for p in view.pairings),
        "reported_on": reported.isoformat() if reported else None,
        "list_date": event.list_date.isoformat() if event.list_date else None,
        "published": event.published.isoformat() if event.published else None,
        "questions": list(dict.fromkeys(questions)),
    }


def _as_problem(finding: Finding) -> Problem:
    """The desk's question in the organizer's terms: who it is about as he wrote it, not whom we suspect."""
    name = finding.subject.get("name")
    if name is None:
        return for_organizer(
            Problem(finding.code, finding.place, finding.expected, finding.found, finding.remedy)
        )
    number = finding.subject.get("national_id") or finding.subject.get("id")
    return Problem(finding.code, f"“{name}”", "a member", f"ID {number}" if number else "no ID", "")


def _failed(report: ReportRow) -> list[tuple[str, str]]:
    """Everything that is wrong in a report, each fault with its place, which begins with the file's name."""
    name = report.text or report.reference
    found = []
    for problem in problems_of_report(report):
        here = (
            problem if problem.place.startswith(name) else replace(problem, place=f"{name}: {problem.place}")
        )
        found.append(asked(for_organizer(here)))
    return found


def _setting(session: Session, name: str) -> str:
    row = session.get(SettingRow, name)
    return row.value if row is not None else ""


def _ours() -> str:
    return (files("office.mail") / "reply.txt").read_text("utf-8")


def _broken(found: str) -> OfficeError:
    expected = "a text with the names that docs/inbox.md lists"
    remedy = "correct it, or delete it: banzuke inbox reply --template writes the first one again"
    return refusal("template-broken", "templates/reply.txt", expected, found[:300], remedy)


ASKED: dict[str, str] = tomllib.loads(Path(__file__).with_name("phrases.toml").read_text("utf-8"))


def asked(problem: Problem) -> tuple[str, str]:
    """The question in English and in Japanese."""
    return _in("en", problem), _in("ja", problem)


def _in(language: str, problem: Problem) -> str:
    with speaking(language):
        told = in_language(problem)
        texts = (told.place, told.found, told.expected, told.remedy)
        facts = dict(zip(("place", "found", "expected", "remedy"), map(_line, texts), strict=True))
        unnamed = N_("{place}: {found}; expected {expected}. Please {remedy}.")
        return _(ASKED.get(problem.code, unnamed), **facts)


def nothing_found() -> tuple[str, str]:
    """What is said to a mail that reports nothing."""
    english = ASKED["no-link"]
    with speaking("ja"):
        return english, _(english)


def _line(text: str) -> str:
    return " ".join(text.split())[:500]


LONGEST_HEADER = 900
"""A line of a mail has at most 998 bytes (RFC 5322, 2.1.1)."""

_ADDRESS = re.compile(r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9.-]{1,255}", re.ASCII)


@dataclass(frozen=True, slots=True)
class Draft:
    """Who gets it, about what, in answer to which mails, and the text."""

    to_name: str
    to: str
    subject: str
    in_reply_to: str | None
    references: tuple[str, ...]
    text: str

    def shown(self) -> str:
        """The draft for people."""
        who = f"{self.to_name} <{self.to}>" if self.to_name else self.to
        return f"To: {who}\nSubject: {self.subject}\n\n{self.text}"

    def eml(self) -> bytes:
        """The draft as a mail, in 7-bit bytes; `X-Unsent` lets Outlook open it for writing."""
        made = EmailMessage(policy=SMTP)
        user, _, domain = self.to.rpartition("@")
        made["To"] = Address(shown_line(self.to_name), user, domain)
        made["Subject"] = shown_line(self.subject)
        made["X-Unsent"] = "1"
        made.set_content(shown(self.text), charset="utf-8", cte="base64")
        # These lines by hand: the library would encode long identifiers.
        ours = [f"In-Reply-To: {self.in_reply_to}"] if self.in_reply_to else []
        if self.references:
            ours.append("References: " + "\r\n ".join(self.references))
        return "".join(f"{line}\r\n" for line in ours).encode("ascii") + made.as_bytes()


def draft(row: MessageRow, mail: Mail, text: str) -> Draft:
    """The draft of an answer; refused where the mail names no address to answer to."""
    if not _ADDRESS.fullmatch(row.sender):
        found = f"“{row.sender}”" if row.sender else "none"
        remedy = "look at the mail; write to the organizer by hand"
        raise refusal("mail-no-sender", f"M{row.id}", "the address of the sender", found, remedy)
    subject = row.subject if re.match(r"re\s*:", row.subject, re.IGNORECASE) else f"Re: {row.subject}"
    references: list[str] = []
    for one in reversed((*mail.references, *((mail.message_id,) if mail.message_id else ()))):
        if one not in references and len(" ".join([one, *references])) <= LONGEST_HEADER:
            references.insert(0, one)
    answered = mail.message_id if mail.message_id and len(mail.message_id) <= LONGEST_HEADER else None
    return Draft(
        _printable(row.sender_name)[:200],
        row.sender,
        _printable(subject).strip()[:200],
        answered,
        tuple(references),
        text,
    )


def _printable(text: str) -> str:
    return "".join(c if c.isprintable() else " " for c in text)
