"""The published list in the Japanese columns: `rating-YYYY-MM-DD.csv`, whose names do not move.

One line for everybody with a rating of either type; standard rating downwards, who has none last, then
rapid, then ID. `Act` and `Mem` are 1 or 0 (R24). No birth date, address or e-mail can get in (7(1)), nor
who asked to be withheld: this module sees only the public list.
"""

from collections.abc import Iterator, Sequence

from sqlmodel import Session

from office.tables import ListVersionRow
from publication.exports.cells import Cell, Writing
from publication.exports.files import File
from publication.exports.public_list import ListedMember, PublicList
from rating.interpretations import Interpretations

COLUMNS = ("ID", "Name", "Kanji", "ST-K", "ST", "ST-G", "ST-R", "RP", "RP-G", "Act", "Mem")
ONE_RATING = ("ID", "Name", "Kanji", "NCS-K", "NCS", "NCS-G", "NCS-R", "Act", "Mem")
"""The columns of a list with one rating (2019 1(1))."""
MARKS = "Marks"
"""A last column on lists that mark ratings: provisional (2019 5(1)), for no qualification (2022 6(3))."""


def list_file(_: Session, __: ListVersionRow, listing: PublicList, writing: Writing, apart: str) -> File:
    """The list as CSV, lines ended by CRLF. In UTF-8 without a mark by default, since a reader takes the
    first heading for `ID`."""
    name = listing.file_name("csv", f"rating{apart}")
    return File(name, writing.csv(_rows(listing)), len(listing.members))


def _rows(listing: PublicList) -> Iterator[tuple[str, Sequence[Cell]]]:
    one = "ncs" in listing.types
    marked = any(r.marks for m in listing.members for r in m.ratings.values())
    chosen = listing.interpretations.get("R24", Interpretations().r24)
    signs = {True: "1", False: "0"} if chosen == "one-and-zero" else {True: "Y", False: ""}
    yield "headings", [*(ONE_RATING if one else COLUMNS), *((MARKS,) if marked else ())]
    for person in listing.members:
        first = person.ratings.get("ncs" if one else "standard")
        rapid = person.ratings.get("rapid")
        yield (
            person.owner,
            [
                person.id,
                person.name,
                person.kanji,
                *((first.k, first.rating, first.games, first.rank) if first else (None,) * 4),
                *(() if one else (rapid.rating, rapid.games) if rapid else (None,) * 2),
                signs[person.active],
                signs[person.member],
                *((_marks(person, one),) if marked else ()),
            ],
        )


def _marks(person: ListedMember, one: bool) -> str:
    """Every mark, with its type where there are two: `rapid provisional`."""
    return "; ".join(
        word if one else f"{type_} {word}"
        for type_, rating in sorted(person.ratings.items())
        for word in rating.marks
    )
