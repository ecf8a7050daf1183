"""What leaves the Isles' office: a list of names and ratings, and the common formats."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlmodel import Session

from publication.exports.cells import Cell, Writing
from publication.exports.files import File
from publication.exports.public_list import PublicList
from publication.families import japanese
from publication.families.family import Format
from tests.third_family import office

if TYPE_CHECKING:
    from publication.families.family import Family


def list_file(_: Session, listing: PublicList, writing: Writing, apart: str) -> File:
    rows: list[tuple[str, tuple[Cell, ...]]] = [("headings", ("ID", "Name", *listing.types))]
    for member in listing.members:
        ratings = (held.rating if (held := member.ratings.get(t)) else None for t in listing.types)
        rows.append((member.owner, (member.id, member.name, *ratings)))
    return File(listing.file_name("csv", f"isles{apart}"), writing.csv(rows), len(listing.members))


class Isles(office.Isles, japanese.Japanese):
    formats = {"isles": Format(list_file, "The Isles' names and ratings (CSV)")}  # noqa: RUF012
    export_games = None


FAMILY: Family = Isles()
