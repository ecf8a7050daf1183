"""The formats of a published list by name, each with the file it writes: those that any list can have, and
those of the office's family alone."""

from collections.abc import Sequence
from datetime import date

from sqlmodel import Session

from office.errors import refusal
from office.families import require
from office.tables import ListVersionRow
from publication.exports.cells import Writing
from publication.exports.files import File
from publication.exports.pairing_players import Listed, first_type, listed_members
from publication.exports.public_list import PublicList, public_list, without_ids
from publication.families import family_named, family_of
from rating.families import FAMILIES

PAIRING = ("swiss-manager", "swiss-manager-excel", "swiss-perfect")
COMMON = ("csv", "xlsx", "json", "parquet", "fide-txt", "top", *PAIRING)
LETTERS = ("csv", "top")
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
    for one in formats:
        _refuse(session, one, writing, hide_ids=hide_ids)
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
    family = family_of(session)
    shown = without_ids(listing) if hide_ids else listing
    apart = "-no-ids" if hide_ids else ""
    return [
        family.formats[one].write(session, version, shown, writing, apart)
        if one in family.formats
        else _pairing_file(session, version, one)
        if one in PAIRING
        else _common_file(shown, one, writing, apart)
        for one in dict.fromkeys(formats or family.formats)
    ]


def require_public(version: ListVersionRow) -> None:
    """No draft leaves the office."""
    if version.state != "published":
        found, remedy = "a draft", "publish it first: banzuke publish"
        raise refusal("not-published", f"list of {version.list_date}", "a published list", found, remedy)


def _refuse(session: Session, one: str, writing: Writing, *, hide_ids: bool) -> None:
    if one not in COMMON:
        require(session, f"--format {one}", lambda family: one in family.formats, "publication")
    own = family_of(session).formats
    letters = [*LETTERS, *(name for name, of in own.items() if of.letters)]
    if writing.encoding != "utf-8" and one not in letters:
        _refuse_option(one, f"--encoding {writing.encoding}", letters)
    if hide_ids and one in PAIRING:
        _refuse_option(one, "--hide-ids", [name for name in (*own, *COMMON) if name not in PAIRING])


def _refuse_option(one: str, option: str, can: Sequence[str]) -> None:
    expected = f"one of {', '.join(sorted(can))}"
    remedy = f"leave {option} out, or take another format"
    raise refusal("export-option", f"--format {one} {option}", expected, one, remedy)


def _common_file(shown: PublicList, one: str, writing: Writing, apart: str) -> File:
    if one == "json":
        from publication.exports.json_list import json_list

        name, data = shown.file_name("json", f"list{apart}"), json_list(shown)
    elif one == "fide-txt":
        from publication.exports.fide_text import fide_list

        name, data = shown.file_name("txt", f"fide-style{apart}"), fide_list(shown)
    elif one == "top":
        from publication.exports.top import top_file

        name, data = shown.file_name("txt", f"top{apart}"), top_file(shown, writing)
    else:
        from publication.exports import rating_table

        name = shown.file_name(one, f"list{apart}")
        if one == "csv":
            data = rating_table.csv_table(shown, writing)
        else:
            data = (rating_table.excel_table if one == "xlsx" else rating_table.parquet)(shown)
    return File(name, data, len(shown.members))


def _pairing_file(session: Session, version: ListVersionRow, one: str) -> File:
    kind = first_type(session, version)
    list_date, players = listed_members(session, kind, version)
    suffix = "" if version.version == 1 else f"-v{version.version}"
    name = f"members-{kind}-{version.list_date}{suffix}"
    return pairing_file(one, name, list_date, version.list_date, players)


def pairing_file(one: str, name: str, list_date: date | None, day: date, players: Sequence[Listed]) -> File:
    """Members as a pairing program takes them, in one of the formats of `PAIRING`. `list_date`: of the list
    whose ratings stand beside them; `day`: on which the file is made."""
    if one == "swiss-perfect":
        from publication.exports.swiss_perfect_list import dbase_list

        data, ending = dbase_list(day, players), "dbf"
    else:
        from publication.exports.swiss_manager import text_list, workbook_list

        text = one == "swiss-manager"
        data, ending = (text_list(list_date, players), "txt") if text else (workbook_list(players), "xlsx")
    return File(f"{name}.{ending}", data, len(players))
