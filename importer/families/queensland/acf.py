"""Adults' ratings from a list of the Australian Chess Federation, as CSV: `ID, Name, ACF` (QJ 3)."""

from dataclasses import dataclass
from datetime import date, datetime

from sqlmodel import Session, select

from importer.csv_file import Line, parse_rating, read_lines, refuse_faults, refuse_repeats
from importer.families.family import Counts
from importer.families.queensland import ids
from importer.families.queensland.matching import letters
from importer.given import GivenFile
from importer.register_cells import check_member, id_on
from importer.register_history import Known, note_facts
from importer.register_replay import acf_field
from importer.tables import AcfRatingRow, MemberRow

COLUMNS = ("ID", "Name", "ACF")


@dataclass(frozen=True, slots=True)
class AcfEntry:
    """One line of the file."""

    line: Line
    federation_id: str
    name: str
    rating: int


def take_acf(session: Session, file: GivenFile, list_date: date, now: datetime) -> Counts:
    """Stores the ratings of one ACF list; read again, it says what is other. `ImportRefused` where a line
    names nobody on the register, or another name than the register's."""
    entries = read_acf(file)
    members = {m.federation_id: m for m in session.exec(select(MemberRow))}
    for entry in entries:
        number = entry.federation_id
        check_member(entry.line, number, members.get(number), entry.name, letters)
    refuse_faults([entry.line for entry in entries])
    held = {
        row.member_id: row
        for row in session.exec(select(AcfRatingRow).where(AcfRatingRow.list_date == list_date))
    }
    counts = {"created": 0, "changed": 0, "unchanged": 0}
    facts: list[Known] = []
    for entry in entries:
        member_id = members[entry.federation_id].id
        assert member_id is not None
        row = held.get(member_id)
        if row is None:
            row = AcfRatingRow(member_id=member_id, list_date=list_date, rating=entry.rating, known_since=now)
            counts["created"] += 1
        elif row.rating != entry.rating:
            row.rating, row.known_since = entry.rating, now
            counts["changed"] += 1
        else:
            counts["unchanged"] += 1
            continue
        session.add(row)
        facts.append(Known(member_id, acf_field(list_date), entry.rating, file.name))
    note_facts(session, facts, now)
    session.flush()
    return Counts(**counts)


def read_acf(file: GivenFile) -> list[AcfEntry]:
    """The entries, in the file's order; `ImportRefused` with every fault otherwise."""
    lines = read_lines(file.data, file.name, required=COLUMNS, optional=())
    refuse_repeats(lines, "ID", lambda line: ids.member_number(line.text("ID") or "") or line.number)
    found = [_entry(line) for line in lines]
    refuse_faults(lines)
    return found


def _entry(line: Line) -> AcfEntry:
    line.needed("ACF", "the rating on the ACF list")
    return AcfEntry(
        line=line,
        federation_id=id_on(line, ids),
        name=line.needed("Name", "the name as on the register"),
        rating=line.value("ACF", parse_rating, "a rating") or 0,
    )
