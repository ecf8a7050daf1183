"""The published list in the Japanese columns: `rating-YYYY-MM-DD.csv`, whose names do not move.

One line for everybody with a rating of either type; standard rating downwards, who has none last, then
rapid, then ID. `Act` and `Mem` are 1 or 0 (R24). No birth date, address or e-mail can get in (7(1)):
this module sees only what the list itself stores.
"""

import csv
import io
import json

from sqlmodel import Session, select

from office.tables import ListMemberRow, ListRatingRow, ListVersionRow
from rating.interpretations import Interpretations

COLUMNS = ("ID", "Name", "Kanji", "ST-K", "ST", "ST-G", "ST-R", "RP", "RP-G", "Act", "Mem")
FORMULA_STARTS = ("=", "+", "-", "@", "＝", "＋", "－", "＠", "\t", "\r")


def file_name(version: ListVersionRow) -> str:
    """The name of the file; later versions of a list stand beside the first."""
    suffix = "" if version.version == 1 else f"-v{version.version}"
    return f"rating-{version.list_date}{suffix}.csv"


def japanese_list(session: Session, version: ListVersionRow, *, bom: bool = False) -> bytes:
    """The list as CSV in UTF-8, lines ended by CRLF. `bom`: with the mark by which Excel knows UTF-8;
    without it by default, since a reader takes the first heading for `ID`."""
    ratings: dict[str, dict[str, ListRatingRow]] = {}
    for row in session.exec(select(ListRatingRow).where(ListRatingRow.version_id == version.id)):
        ratings.setdefault(row.federation_id, {})[row.type] = row
    people = session.exec(select(ListMemberRow).where(ListMemberRow.version_id == version.id)).all()

    def order(person: ListMemberRow) -> tuple[int, int, str]:
        mine = ratings[person.federation_id]
        standard, rapid = mine.get("standard"), mine.get("rapid")
        return (-standard.rating if standard else 1, -rapid.rating if rapid else 1, person.federation_id)

    chosen = json.loads(version.interpretations).get("R24", Interpretations().r24)
    signs = {True: "1", False: "0"} if chosen == "one-and-zero" else {True: "Y", False: ""}
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(COLUMNS)
    for person in sorted(people, key=order):
        standard = ratings[person.federation_id].get("standard")
        rapid = ratings[person.federation_id].get("rapid")
        writer.writerow(
            [
                person.federation_id,
                _safe(person.name),
                _safe(person.kanji or ""),
                *((standard.k, standard.rating, standard.games, _rank(standard)) if standard else ("",) * 4),
                *((rapid.rating, rapid.games) if rapid else ("",) * 2),
                signs[person.active],
                signs[person.member_on_day],
            ]
        )
    return text.getvalue().encode("utf-8-sig" if bom else "utf-8")


def _rank(row: ListRatingRow) -> int | str:
    return "" if row.rank is None else row.rank


def _safe(text: str) -> str:
    """A cell that a spreadsheet could take for a formula is made plain text."""
    return f"'{text}" if text.startswith(FORMULA_STARTS) else text
