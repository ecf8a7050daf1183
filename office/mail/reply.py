"""What a reply to a mail says: the events that came with it, their list, what only the organizer knows. It is
a mail that a mail program opens as a draft, and is never sent from here.

What the office asks: `to_sender.py`.
"""

from dataclasses import dataclass
from email.message import EmailMessage
from email.policy import SMTP
from importlib.resources import files
from typing import Any

from sqlmodel import Session

from importer.plain_text import shown
from importer.tables import MessageRow
from office.errors import refusal
from office.house import fact
from office.mail.header_lines import address_line, printable, subject_line
from office.mail.keep import NOTHING, reports_of
from office.mail.quoted import replying_subject
from office.mail.read import Mail
from office.mail.template import Template
from office.mail.to_sender import asked, to_sender
from office.mail.waiting import ANSWERS, DOUBTS, NOTHING_NEW, known, of_somebody_else, said_of
from office.notices.settings import ADDRESS
from office.place import Place
from scraper.records import Problem

OURS = frozenset({"mail-day-unbelievable", "many-links", "mail-too-many-parts", ANSWERS, DOUBTS, NOTHING_NEW})
"""Problems of a mail that its sender can do nothing about."""


def facts_for(session: Session, row: MessageRow) -> dict[str, Any]:
    """What a template can say about a mail: plain values, nothing from the register."""
    # Who reported nothing is not asked what the reporter is asked.
    told = to_sender(session, () if of_somebody_else(row) else reports_of(session, row))
    said = said_of(row)[0]
    mine = [p for p in said if p.code not in OURS]
    questions = [asked(p) for p in mine if not known(session, p)] + told.questions
    if row.state == NOTHING and not questions and not mine and not {ANSWERS, DOUBTS} & {p.code for p in said}:
        questions.append(asked(Problem("no-link", "", "", "", "")))
    return {
        "sender_name": row.sender_name,
        "subject": row.subject,
        "arrived_on": row.arrived_on.isoformat(),
        "events": told.events,
        "questions": list(dict.fromkeys(questions)),
        "office": fact(session, "name"),
        "officer": fact(session, "officer"),
    }


def template(place: Place) -> Template:
    """The text of replies."""
    expected = "a text with the names that docs/inbox.md lists"
    remedy = "correct it, or delete it: banzuke inbox reply --template writes the first one again"
    return Template(place, "reply.txt", files("office.mail") / "reply.txt", expected, remedy)


LONGEST_HEADER = 900
"""A line of a mail has at most 998 bytes (RFC 5322, 2.1.1)."""


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
        made["X-Unsent"] = "1"
        made.set_content(shown(self.text), charset="utf-8", cte="base64")
        ours = [address_line("To", self.to_name, self.to), subject_line(self.subject)]
        # These lines by hand, too: the library would encode long identifiers.
        if self.in_reply_to:
            ours.append(f"In-Reply-To: {self.in_reply_to}\r\n")
        if self.references:
            ours.append("References: " + "\r\n ".join(self.references) + "\r\n")
        return "".join(ours).encode("ascii") + made.as_bytes()


def draft(row: MessageRow, mail: Mail, text: str) -> Draft:
    """The draft of an answer, to where its sender wants it; refused where the mail names no address to answer
    to."""
    name, address = mail.reply_to or (row.sender_name, row.sender)
    if not ADDRESS.fullmatch(address):
        found = f"“{address}”" if address else "none"
        raise refusal("mail-no-sender", f"M{row.id}", "the address of the sender", found)
    subject = row.subject if replying_subject(row.subject) else f"Re: {row.subject}"
    references: list[str] = []
    for one in reversed((*mail.references, *((mail.message_id,) if mail.message_id else ()))):
        if one not in references and len(" ".join([one, *references])) <= LONGEST_HEADER:
            references.insert(0, one)
    answered = mail.message_id if mail.message_id and len(mail.message_id) <= LONGEST_HEADER else None
    about = printable(subject).strip()[:200]
    return Draft(printable(name)[:200], address, about, answered, tuple(references), text)
