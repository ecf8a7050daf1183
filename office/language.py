"""The language the office is in: of commands, and of pages whose reader asks for none."""

from sqlmodel import Session

from office.errors import refusal
from office.tables import SettingRow
from office.words import LANGUAGES, known
from office.words.start import SETTING


def office_language(session: Session) -> str:
    """English where nobody set one."""
    row = session.get(SettingRow, SETTING)
    return row.value if row is not None else "en"


def set_language(session: Session, name: str) -> str:
    """From now on this one; refused where it is none of ours."""
    wanted = known(name)
    if wanted is None:
        remedy = "name one of these"
        raise refusal("no-such-language", "banzuke language", " or ".join(LANGUAGES), f"“{name}”", remedy)
    row = session.get(SettingRow, SETTING) or SettingRow(name=SETTING, value=wanted)
    row.value = wanted
    session.add(row)
    return wanted
