"""What leaves the Isles' office: a list of names and ratings, and the common formats."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlmodel import Session

from publication.exports.cells import Writing
from publication.exports.files import File
from publication.exports.public_list import PublicList, owners
from publication.families import japanese
from publication.families.family import Format
from tests.third_family import office

if TYPE_CHECKING:
    from publication.families.family import Family


def list_file(_: Session, listing: PublicList, writing: Writing, apart: str) -> File:
    ratings = {type_: listing.beside(type_, "rating")[0] for type_ in listing.types}
    told = {"ID": listing.shown("id"), "Name": listing.shown("name"), **ratings}
    about = owners(listing.tables, listing.members)
    data = writing.table([*told], about, [*told.values()])
    return File(listing.file_name("csv", f"isles{apart}"), data, len(listing.members))


class Isles(office.Isles, japanese.Japanese):
    formats = {"isles": Format(list_file, "The Isles' names and ratings (CSV)")}  # noqa: RUF012
    export_games = None


FAMILY: Family = Isles()
