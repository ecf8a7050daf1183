"""The formats of a published list by name, each with the file it writes."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from sqlmodel import Session

from office.errors import refusal
from office.families import require
from office.lists.chain import by_events
from office.tables import ListVersionRow
from publication.exports.cells import Writing
from publication.exports.public_list import PublicList, public_list, without_ids
from rating.families import JAPANESE, QUEENSLAND


class Format(StrEnum):
    """What a list can be written as."""

    japan = "japan"
    csv = "csv"
    xlsx = "xlsx"
    json = "json"
    parquet = "parquet"
    fide_txt = "fide-txt"
    top = "top"
    swiss_manager = "swiss-manager"
    swiss_manager_excel = "swiss-manager-excel"
    swiss_perfect = "swiss-perfect"
    qj_text = "qj-text"
    qj_xlsx = "qj-xlsx"
    qj_top = "qj-top"


TEXT = frozenset({Format.japan, Format.csv, Format.top, Format.qj_text, Format.qj_top})
"""The formats whose letters can be written in more than one way."""
PAIRING = frozenset({Format.swiss_manager, Format.swiss_manager_excel, Format.swiss_perfect})
QJ = frozenset({Format.qj_text, Format.qj_xlsx, Format.qj_top})
USUAL: Mapping[str, Sequence[Format]] = {
    JAPANESE: (Format.japan,),
    QUEENSLAND: (Format.qj_text, Format.qj_xlsx, Format.qj_top),
}
"""What an office of each family writes if nothing is named."""


@dataclass(frozen=True, slots=True)
class File:
    """A file of a list. `players`: how many stand in it."""

    name: str
    data: bytes
    players: int


def list_files(
    session: Session,
    version: ListVersionRow,
    formats: Sequence[Format],
    writing: Writing,
    *,
    hide_ids: bool = False,
) -> list[File]:
    """A published version in each of the formats; nothing is written here. Refused for a draft, for a
    format of the other family, and where a format that was named cannot do what is asked."""
    require_public(version)
    chosen = list(dict.fromkeys(formats or USUAL[QUEENSLAND if by_events(version) else JAPANESE]))
    for one in formats:
        _refuse(session, one, writing, hide_ids=hide_ids)
    listing = public_list(session, version)
    return [
        _pairing_file(session, version, one)
        if one in PAIRING
        else _queensland_file(session, version, one, writing)
        if one in QJ
        else _public_file(listing, one, writing, hide_ids=hide_ids)
        for one in chosen
    ]


def require_public(version: ListVersionRow) -> None:
    """No draft leaves the office."""
    if version.state != "published":
        found, remedy = "a draft", "publish it first: banzuke publish"
        raise refusal("not-published", f"list of {version.list_date}", "a published list", found, remedy)


def _refuse(session: Session, one: Format, writing: Writing, *, hide_ids: bool) -> None:
    if one in QJ:
        require(session, f"--format {one}", lambda family: family.name == QUEENSLAND)
    if one is Format.japan:
        require(session, f"--format {one}", lambda family: family.name == JAPANESE)
    if writing.encoding != "utf-8" and one not in TEXT:
        _refuse_option(one, f"--encoding {writing.encoding}", TEXT)
    if hide_ids and one in PAIRING:
        _refuse_option(one, "--hide-ids", set(Format) - PAIRING)


def _refuse_option(one: Format, option: str, can: "set[Format] | frozenset[Format]") -> None:
    expected = f"one of {', '.join(sorted(can))}"
    remedy = f"leave {option} out, or take another format"
    raise refusal("export-option", f"--format {one} {option}", expected, str(one), remedy)


def _public_file(listing: PublicList, one: Format, writing: Writing, *, hide_ids: bool) -> File:
    shown = without_ids(listing) if hide_ids else listing
    apart = "-no-ids" if hide_ids else ""
    if one is Format.japan:
        from publication.exports.japanese_list import japanese_list

        name, data = shown.file_name("csv", f"rating{apart}"), japanese_list(shown, writing)
    elif one is Format.json:
        from publication.exports.json_list import json_list

        name, data = shown.file_name("json", f"list{apart}"), json_list(shown)
    elif one is Format.fide_txt:
        from publication.exports.fide_text import fide_list

        name, data = shown.file_name("txt", f"fide-style{apart}"), fide_list(shown)
    elif one is Format.top:
        from publication.exports.top import top_file

        name, data = shown.file_name("txt", f"top{apart}"), top_file(shown, writing)
    else:
        from publication.exports import rating_table

        name = shown.file_name(one.value, f"list{apart}")
        if one is Format.csv:
            data = rating_table.csv_table(shown, writing)
        else:
            data = (rating_table.workbook if one is Format.xlsx else rating_table.parquet)(shown)
    return File(name, data, len(listing.members))


def _pairing_file(session: Session, version: ListVersionRow, one: Format) -> File:
    from publication.exports.pairing_players import first_type, listed_members

    kind = first_type(session, version)
    list_date, players = listed_members(session, kind, version)
    if one is Format.swiss_perfect:
        from publication.exports.swiss_perfect_list import dbase_list

        data, ending = dbase_list(version.list_date, players), "dbf"
    else:
        from publication.exports.swiss_manager import text_list, workbook_list

        text = one is Format.swiss_manager
        data, ending = (text_list(list_date, players), "txt") if text else (workbook_list(players), "xlsx")
    suffix = "" if version.version == 1 else f"-v{version.version}"
    return File(f"members-{kind}-{version.list_date}{suffix}.{ending}", data, len(players))


def _queensland_file(session: Session, version: ListVersionRow, one: Format, writing: Writing) -> File:
    from publication.exports.queensland_list import excel_list, file_name, shown_players, text_list
    from publication.exports.queensland_top import top_players

    players = shown_players(session, version)
    if one is Format.qj_text:
        return File(file_name(version, "txt"), text_list(players, writing), len(players))
    if one is Format.qj_xlsx:
        return File(file_name(version, "xlsx"), excel_list(version, players), len(players))
    return File(file_name(version, "txt", "qj-top"), top_players(version, players, writing), len(players))
