"""The formats of a published list by name, each with the file it writes: those that any list can have, and
those of the office's family alone."""

from collections.abc import Callable, Mapping, Sequence
from datetime import date

from sqlmodel import Session

from office.errors import refusal
from office.families import require
from office.tables import ListVersionRow
from publication.exports import rating_table
from publication.exports.cells import Writing
from publication.exports.files import File
from publication.exports.json_list import json_list
from publication.exports.pairing_players import Listed, first_type, listed_members
from publication.exports.programs import dbase_list, fide_list, text_list, workbook_list
from publication.exports.public_list import PublicList, public_list, without_ids
from publication.exports.top import top_file
from publication.families import family_named, family_of
from publication.families.family import Format
from rating.families import FAMILIES


def _common(
    what: str, ending: str, data: Callable[[PublicList, Writing], bytes], *, letters: bool = False
) -> Format:
    def write(_: Session, __: ListVersionRow, listing: PublicList, writing: Writing, apart: str) -> File:
        name = listing.file_name(ending, f"{what}{apart}")
        return File(name, data(listing, writing), len(listing.members))

    return Format(write, letters)


def _pairing(one: str) -> Format:
    def write(session: Session, version: ListVersionRow, *_: object) -> File:
        kind = first_type(session, version)
        list_date, players = listed_members(session, kind, version)
        suffix = "" if version.version == 1 else f"-v{version.version}"
        name = f"members-{kind}-{version.list_date}{suffix}"
        return pairing_file(one, name, list_date, version.list_date, players)

    return Format(write, letters=False)


PAIRING = ("swiss-manager", "swiss-manager-excel", "swiss-perfect")
COMMON: Mapping[str, Format] = {
    "csv": _common("list", "csv", rating_table.csv_table, letters=True),
    "xlsx": _common("list", "xlsx", lambda listing, _: rating_table.excel_table(listing)),
    "json": _common("list", "json", lambda listing, _: json_list(listing)),
    "parquet": _common("list", "parquet", lambda listing, _: rating_table.parquet(listing)),
    "fide-txt": _common("fide-style", "txt", lambda listing, _: fide_list(listing)),
    "top": _common("top", "txt", top_file, letters=True),
    **{name: _pairing(name) for name in PAIRING},
}
LETTERS = tuple(name for name, of in COMMON.items() if of.letters)
"""Those of them whose letters can be written in more than one way."""


def known() -> list[str]:
    """Every format there is, whatever the family."""
    return [*(own for name in FAMILIES for own in family_named(name).formats), *COMMON]


def list_files(
    session: Session,
    version: ListVersionRow,
    formats: Sequence[str],
    writing: Writing,
    *,
    hide_ids: bool = False,
) -> list[File]:
    """A published version in each of the formats, else in all of the family's own; nothing is written here.
    Refused for a draft, for a format of another family, and where a format that was named cannot do what is
    asked."""
    require_public(version)
    own = family_of(session).formats
    for one in formats:
        _refuse(session, one, writing, own, hide_ids=hide_ids)
    return files_of(session, version, public_list(session, version), formats, writing, hide_ids=hide_ids)


def files_of(
    session: Session,
    version: ListVersionRow,
    listing: PublicList,
    formats: Sequence[str],
    writing: Writing,
    *,
    hide_ids: bool = False,
) -> list[File]:
    """The files of `list_files` from the public list of the version, where it is known already."""
    own = family_of(session).formats
    shown = without_ids(listing) if hide_ids else listing
    apart = "-no-ids" if hide_ids else ""
    every = {**COMMON, **own}
    return [
        every[one].write(session, version, shown, writing, apart) for one in dict.fromkeys(formats or own)
    ]


def require_public(version: ListVersionRow) -> None:
    """No draft leaves the office."""
    if version.state != "published":
        found, remedy = "a draft", "publish it first: banzuke publish"
        raise refusal("not-published", f"list of {version.list_date}", "a published list", found, remedy)


def _refuse(
    session: Session, one: str, writing: Writing, own: Mapping[str, Format], *, hide_ids: bool
) -> None:
    if one not in COMMON:
        require(session, f"--format {one}", lambda family: one in family.formats, "publication")
    letters = [*LETTERS, *(name for name, of in own.items() if of.letters)]
    ids = [name for name in (*own, *COMMON) if name not in PAIRING]
    for option, asked, can in (
        (f"--encoding {writing.encoding}", writing.encoding != "utf-8", letters),
        ("--hide-ids", hide_ids, ids),
    ):
        if asked and one not in can:
            expected = f"one of {', '.join(sorted(can))}"
            remedy = f"leave {option} out, or take another format"
            raise refusal("export-option", f"--format {one} {option}", expected, one, remedy)


def pairing_file(one: str, name: str, list_date: date | None, day: date, players: Sequence[Listed]) -> File:
    """Members as a pairing program takes them, in one of the formats of `PAIRING`. `list_date`: of the list
    whose ratings stand beside them; `day`: on which the file is made."""
    match one:
        case "swiss-perfect":
            data, ending = dbase_list(day, players), "dbf"
        case "swiss-manager":
            data, ending = text_list(list_date, players), "txt"
        case _:
            data, ending = workbook_list(players), "xlsx"
    return File(f"{name}.{ending}", data, len(players))
