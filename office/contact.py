"""Where Chess-Results reaches the office whose client asks for its pages; the client names it."""

import re

from sqlmodel import Session

from importer.lengths import NAME, bounded
from office.errors import refusal
from office.tables import SettingRow

SETTING = "contact"
_ADDRESS = re.compile(r"[A-Za-z0-9.!#$&'*+/=?^_`{|}~-]+@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+")
_PAGE = re.compile(r"https?://[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+(?:/[A-Za-z0-9._~/?&=%-]*)?")


def contact(session: Session) -> str:
    """The address or web page, empty where none was given."""
    row = session.get(SettingRow, SETTING)
    return row.value if row else ""


def set_contact(session: Session, text: str) -> None:
    """From now on this one; an empty text takes it away. Refused where it is neither."""
    plain = text.strip()
    bounded({"banzuke contact": plain}, NAME)
    if plain and not _ADDRESS.fullmatch(plain) and not _PAGE.fullmatch(plain):
        expected = "an e-mail address or a web page, in Latin letters"
        remedy = "give it as rating@example.org or https://example.org/rating"
        raise refusal("contact-unreadable", "banzuke contact", expected, f"“{plain}”", remedy)
    row = session.get(SettingRow, SETTING) or SettingRow(name=SETTING, value="")
    row.value = plain
    session.add(row)
