"""What an office keeps of itself: who acts in it, where Chess-Results reaches it, whose client names it; and
the language it is in, of commands and of pages whose reader asks for none."""

import re

from sqlmodel import Session

from importer.lengths import NAME, bounded
from office.errors import refusal, refuse_changed
from office.tables import SettingRow
from office.words import LANGUAGES, SETTING, known

CONTACT, OFFICER = "contact", "officer"
_ADDRESS = re.compile(r"[A-Za-z0-9.!#$&'*+/=?^_`{|}~-]+@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+")
_PAGE = re.compile(r"https?://[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+(?:/[A-Za-z0-9._~/?&=%-]*)?")


def fact(session: Session, name: str, otherwise: str = "") -> str:
    """A fact about the office as it was set."""
    row = session.get(SettingRow, name)
    return row.value if row is not None else otherwise


def on_one_line(name: str) -> str:
    """A name as it was typed, its lines one behind the other."""
    return " ".join(filter(None, map(str.strip, name.splitlines())))


def federation_name(text: str, place: str) -> str:
    """A federation's name as it was typed, on one line; refused where it is none."""
    bounded({place: text}, NAME)
    if not (name := on_one_line(text)):
        raise refusal("office-unnamed", place, "the federation's name", f"“{text}”")
    return name


def contact(session: Session) -> str:
    """The address or web page, empty where none was given."""
    return fact(session, CONTACT)


def set_contact(session: Session, text: str, shown: str | None = None) -> None:
    """From now on this one; an empty text takes it away. Refused where it is neither, and where what
    stands is not what was `shown` any more."""
    plain = text.strip()
    bounded({"banzuke contact": plain}, NAME)
    if plain and not _ADDRESS.fullmatch(plain) and not _PAGE.fullmatch(plain):
        expected = "an e-mail address or a web page, in Latin letters"
        raise refusal("contact-unreadable", "banzuke contact", expected, f"“{plain}”")
    refuse_changed("banzuke contact", shown, contact(session), plain)
    session.merge(SettingRow(name=CONTACT, value=plain))


def set_officer(session: Session, name: str) -> str:
    """From now on he acts where a command is told nobody else, and drafts of letters are signed by him.
    Refused without a name: what is done has to be somebody's."""
    bounded({"banzuke officer": name}, NAME)
    if not (told := on_one_line(name)):
        raise refusal("nobody", "banzuke officer", "who decides", "none", "give the officer's name")
    session.merge(SettingRow(name=OFFICER, value=told))
    return told


def office_language(session: Session) -> str:
    """English where nobody set one."""
    return fact(session, SETTING, "en")


def set_language(session: Session, name: str) -> str:
    """From now on this one; refused where it is none of ours."""
    wanted = known(name)
    if wanted is None:
        raise refusal("no-such-language", "banzuke language", " or ".join(LANGUAGES), f"“{name}”")
    session.merge(SettingRow(name=SETTING, value=wanted))
    return wanted
