"""The players of an event whom nobody on the register is, as lines of a register file, with what the report
says of them and an ID that is free: in an office that assigns the IDs itself they are entered so."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from sqlmodel import Session, col, select

from importer.findings import within
from importer.names import COMMAS
from importer.rulings import CODES
from importer.spreadsheet import told_csv
from importer.tables import EventPlayerRow, MemberRow, ProblemRow
from importer.view import EventView, reading
from office.families import family_of, require
from scraper.records import Player

COLUMNS = (
    *("ID", "Name", "Surname", "Given", "Birth", "Sex", "FIDE ID"),
    *("Federation", "School", "Level", "Location"),
)
"""Of the file; no report says Level and Location, which are to be filled in."""

WHOLE_DAY = len("2014-08-05")


def assigned(session: Session, what: str) -> Callable[[Iterable[str]], str]:
    """How IDs are assigned; refused where others assign them."""
    found: Callable[[Iterable[str]], str] = require(session, what, lambda family: family.next_number)
    return found


def newcomers(session: Session, view: EventView) -> Sequence[Mapping[str, str]]:
    """The players of an event of whom it is asked who they are, and whom nobody on the register is like, in
    the order of the event, by the headings of the register file."""
    next_number = assigned(session, "banzuke members newcomers")
    open_ = select(ProblemRow.place).where(ProblemRow.event_key == view.key, ProblemRow.state == "open")
    places = session.exec(open_.where(ProblemRow.code == CODES["unknown"]))
    asked = {within(place, view.key) for place in places}
    home, taken = family_of(session).home, set(session.exec(select(MemberRow.federation_id)))
    said = {player.number: player for player in reading(session, view.event.reading_id).players}
    rows = select(EventPlayerRow).where(EventPlayerRow.event_id == view.event.id)
    found = []
    for row in session.exec(rows.order_by(col(EventPlayerRow.number))):
        nobody_like = row.candidates == "[]"  # somebody with a slip in his name is no new player
        if nobody_like and f"player {row.number}" in asked and (player := said.get(row.number)) is not None:
            number = next_number(taken)
            taken.add(number)
            found.append({"ID": number, **_told(player, home)})
    return found


def to_enter(session: Session, view: EventView) -> Sequence[Mapping[str, str]]:
    """The same for a page; nobody where others assign the IDs."""
    return newcomers(session, view) if family_of(session).next_number else []


def _told(player: Player, home: str) -> Mapping[str, str]:
    """What the report says of a player, as the register writes it."""
    surname, given = _parted(player.name)
    born = player.born or ""
    return {
        "Name": f"{surname} {given}".strip(),
        "Surname": surname if given else "",
        "Given": given,
        "Birth": born if len(born) == WHOLE_DAY else "",
        "Sex": player.sex or "",
        "FIDE ID": player.fide_id or "",
        "Federation": player.federation if player.federation and player.federation != home else "",
        "School": player.club or "",
    }


def _parted(name: str) -> tuple[str, str]:
    """What stands before and behind the first comma of a name; nothing behind where it has none."""
    at = next((n for n, letter in enumerate(name) if letter in COMMAS), len(name))
    return name[:at].strip(), name[at + 1 :].strip()


def newcomers_csv(lines: Iterable[Mapping[str, str]]) -> bytes:
    """The file, to be looked at in a spreadsheet or taken in as it is."""
    return told_csv(COLUMNS, lines)
