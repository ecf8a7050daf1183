"""Adults' ratings from a list of the Australian Chess Federation, as CSV: `ID, Name, ACF` (QJ 3)."""

from datetime import date, datetime

from sqlmodel import Session, select

from importer.cell_values import parse_rating
from importer.csv_file import Line, read_lines, refuse_faults, refuse_repeats
from importer.families.family import Family
from importer.families.queensland.matching import letters
from importer.given import GivenFile
from importer.register_cells import check_member, id_on
from importer.register_history import Known, note_facts
from importer.register_replay import acf_field
from importer.standing import Done
from importer.tables import AcfRatingRow, MemberRow

COLUMNS = ("ID", "Name", "ACF")


def take_acf(family: Family, session: Session, file: GivenFile, list_date: date, now: datetime) -> Done:
    """Stores the ratings of one ACF list; read again, it says what is other. `ImportRefused` with every
    fault, and where a line names nobody on the register, or another name than the register's."""
    lines = read_lines(file.data, file.name, required=COLUMNS, optional=())
    refuse_repeats(lines, "ID", lambda line: family.member_number(line.text("ID") or "") or line.number)
    entries = [_entry(line, family) for line in lines]
    members = {m.federation_id: m for m in session.exec(select(MemberRow))}
    for line, (number, name, _) in zip(lines, entries, strict=True):
        check_member(line, number, members.get(number), name or None, letters)
    refuse_faults(lines)
    held = {
        row.member_id: row
        for row in session.exec(select(AcfRatingRow).where(AcfRatingRow.list_date == list_date))
    }
    done: dict[str, list[str]] = {"created": [], "changed": [], "unchanged": []}
    facts: list[Known] = []
    for number, _, rating in entries:
        member_id = members[number].id
        assert member_id is not None
        row = held.get(member_id)
        if row is None:
            row = AcfRatingRow(member_id=member_id, list_date=list_date, rating=rating, known_since=now)
            done["created"].append(number)
        elif row.rating != rating:
            row.rating, row.known_since = rating, now
            done["changed"].append(number)
        else:
            done["unchanged"].append(number)
            continue
        session.add(row)
        facts.append(Known(member_id, acf_field(list_date), rating, file.name))
    note_facts(session, facts, now)
    session.flush()
    return Done(tuple(done["created"]), tuple(done["changed"]), tuple(done["unchanged"]))


def _entry(line: Line, family: Family) -> tuple[str, str, int]:
    """ID, name and rating on a line."""
    line.needed("ACF", "the rating on the ACF list")
    number, name = id_on(line, family), line.needed("Name", "the name as on the register")
    return number, name, line.value("ACF", parse_rating, "a rating") or 0
