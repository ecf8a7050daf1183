"""The words of a notice: a template for each kind and language, of the office's own or as Banzuke brings it.
The first line is the subject."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime
from importlib.resources import files
from pathlib import Path
from typing import Any
from urllib.parse import quote

from importer.plain_text import shown
from office.mail.header_lines import address_line, subject_line
from office.mail.template import Template
from office.notices.kinds import KINDS, About, Due, To, kind_named, line
from office.place import Place
from office.words import LANGUAGES, _, speaking

MOST = 50
"""So many things one notice tells of in full."""

SUBJECT = 200

PLAIN = "@!$'*+-._~"
"""What stands for itself in the address of a `mailto:` (RFC 6068)."""


@dataclass(frozen=True, slots=True)
class Written:
    """A notice in words."""

    subject: str
    text: str

    def shown(self, recipient: str) -> str:
        """The notice for people."""
        return f"To: {recipient}\nSubject: {self.subject}\n\n{self.text}"


def written(place: Place, office_name: str, one: Due) -> Written:
    """A notice in the language of its recipient, in both where nobody knows it. Refused by name where a
    template cannot be followed."""
    tongues = [one.language] if one.language in LANGUAGES else ["ja", "en"]
    parts = [_in(place, office_name, one, language) for language in tongues]
    subject = " / ".join(part.subject for part in parts)
    return Written(subject[:SUBJECT], "\n--------\n\n".join(part.text for part in parts))


def _in(place: Place, office_name: str, one: Due, language: str) -> Written:
    told, more = one.abouts[:MOST], len(one.abouts) - MOST
    facts: dict[str, Any] = {
        **one.facts,
        "abouts": [about.facts for about in told],
        "more": max(more, 0),
        "office": office_name,
    }
    first, _line, rest = _template(place, one.kind, language).followed(facts).strip().partition("\n")
    with speaking(language):
        stop = _("To get no more of these mails, answer with the word “stop”.")
    end = "" if KINDS[one.kind].to is To.OFFICERS else f"\n{stop}\n"
    return Written(line(first), f"{shown(rest.strip())}\n{end}")


def mail(one: Due, made: Written, *, sender: str, office_name: str, message_id: str, now: datetime) -> bytes:
    """The notice as a mail, in 7-bit bytes. Nothing that anybody wrote reaches a header but as its value."""
    message = EmailMessage(policy=SMTP)
    message["Date"] = format_datetime(now)
    message["Message-ID"] = message_id
    message["Auto-Submitted"] = "auto-generated"  # RFC 3834: programs do not answer it
    message.set_content(made.text, charset="utf-8", cte="base64")
    ours = [
        address_line("From", office_name[:100], sender),
        address_line("To", "", one.recipient),
        subject_line(made.subject),
    ]
    if KINDS[one.kind].to is not To.OFFICERS:
        # By hand, too: the library would encode a long address, and the button would be gone.
        ours.append(f"List-Unsubscribe: <mailto:{quote(sender, safe=PLAIN)}?subject=stop>\r\n")
    return "".join(ours).encode("ascii") + message.as_bytes()


def template_files(place: Place, kind: str) -> list[Path]:
    """The texts of a kind, put into the office to be changed; those that are there stay as they are."""
    kind_named(kind)
    return [_template(place, kind, language).put() for language in LANGUAGES]


def example(kind: str) -> Due:
    """A notice of invented facts, to see its text where nothing is due."""
    event = {
        "name": "Autumn Open", "rounds": 5, "players": 24, "games": 58, "reported_on": "2026-10-05",
        "list_date": "2026-11-01", "published": "2026-11-01", "correction": False, "questions": [],
    }  # fmt: skip
    question = {
        "event": "Autumn Open",
        "en": "“Mori Sora” has no ID. Please add it.",
        "ja": "「Mori Sora」さんのIDがありません。追加してください。",
    }
    of: Mapping[str, dict[str, Any]] = {
        "waiting": {"what": "question", "number": "P12", "event": "E3 Autumn Open"},
        "read": event,
        "asked": question,
        "published": event,
        "membership": {"last_day": "2027-03-31", "over": False},
        "uncounted": {"event": "Autumn Open", "days": ["2026-10-04"], "games": 2, "until": "2026-10-31",
                      "article": "3(5)"},
    }  # fmt: skip
    facts = {"name": "Mori Sora", "kanji": "森空"} if KINDS[kind].to is To.MEMBERS else {}
    return Due(kind, "somebody@example.jp", None, (About("example", of[kind]),), facts)


def _template(place: Place, kind: str, language: str) -> Template:
    name = f"{kind}.{language}.txt"
    expected = "a text with the names that docs/notices.md lists"
    remedy = "correct it, or delete it: then the text that Banzuke brings is used"
    ours = files("office.notices") / "texts" / name
    return Template(place, f"notices/{name}", ours, expected, remedy)
