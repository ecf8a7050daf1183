"""Which family of regulations an office works under, and what hangs on that alone.

The setting `family` is made with the office and never changed. The Queensland text is undated and always
asked for by name: an office under it keeps a standing ruling that names the edition for every list.
"""

from collections.abc import Mapping
from datetime import date, datetime
from zoneinfo import ZoneInfo

from sqlmodel import Session

from importer.ids import JAPANESE, QUEENSLAND
from importer.rulings import Kind, Subject, fingerprint, record
from office.clock import JAPAN, day_in_japan
from office.errors import OfficeError
from office.tables import SettingRow
from rating.editions import load
from scraper.records import Problem

UNDATED: Mapping[str, str] = {QUEENSLAND: "qjrl"}
"""The edition that an office of a family names for all its lists, where its texts are undated."""

EVERY_LIST: Subject = {}
"""What the standing ruling on the edition is about."""


def family_of(session: Session) -> str:
    """The office's family."""
    setting = session.get(SettingRow, "family")
    return JAPANESE if setting is None else setting.value


def found(session: Session, family: str, *, who: str, now: datetime) -> None:
    """Makes the family of a new office known, and names its edition where no date does."""
    session.add(SettingRow(name="family", value=family))
    if family in UNDATED:
        record(
            session,
            Kind.EDITION,
            subject=EVERY_LIST,
            facts=fingerprint("edition"),
            value=UNDATED[family],
            reason="the text is undated and is asked for by name; the office was made for it",
            who=who,
            now=now,
        )


def zone_of(session: Session) -> ZoneInfo:
    """The zone by which the office counts its days: Japan's, or the one its undated text says."""
    edition = UNDATED.get(family_of(session))
    return JAPAN if edition is None else ZoneInfo(load(edition).word("time_zone"))


def day_here(session: Session, moment: datetime) -> date:
    """The calendar day of a moment where the office is: in Japan, or where its undated text says."""
    edition = UNDATED.get(family_of(session))
    if edition is None:
        return day_in_japan(moment)
    law = load(edition)
    return law.shapes.report_day(law, moment)


def require_family(session: Session, needed: str, what: str) -> None:
    """Refuses what only an office of another family does."""
    mine = family_of(session)
    if mine != needed:
        remedy = "make an office of that family: banzuke init --family"
        raise OfficeError(Problem("office-family", what, f"a {needed} office", f"a {mine} one", remedy))


def refuse_other_family(session: Session, edition: str) -> None:
    """A list can only be made under an edition of the office's own family."""
    mine, named = family_of(session), load(edition).family
    if named != mine:
        raise OfficeError(
            Problem(
                "edition-family",
                "--edition",
                f"an edition of the family {mine}, which this office was made for",
                f"{edition}, of the family {named}",
                "name another edition, or make an office of that family: banzuke init --family",
            )
        )
