"""A reply as a mail that a mail program opens as a draft. It is never sent from here."""

import re
from dataclasses import dataclass
from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import SMTP

from importer.tables import MessageRow
from office.errors import refusal
from office.mail.read import Mail

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
        made["To"] = Address(self.to_name, user, domain)
        made["Subject"] = self.subject
        made["X-Unsent"] = "1"
        made.set_content(self.text, charset="utf-8", cte="base64")
        # These lines by hand: the library would encode long identifiers.
        ours = [f"In-Reply-To: {self.in_reply_to}"] if self.in_reply_to else []
        if self.references:
            ours.append("References: " + "\r\n ".join(self.references))
        return "".join(f"{line}\r\n" for line in ours).encode("ascii") + made.as_bytes()


def draft(row: MessageRow, mail: Mail, text: str) -> Draft:
    """The draft of an answer; refused where the mail names no address to answer to."""
    if not _ADDRESS.fullmatch(row.sender):
        raise refusal(
            "mail-no-sender",
            f"M{row.id}",
            "the address of the sender",
            f"“{row.sender}”" if row.sender else "none",
            "look at the mail; write to the organizer by hand",
        )
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
