"""Files that leave the office: export list, games, members, trf."""

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cli.options import ListDate
from cli.out import note, say
from cli.session import open_office
from office.words import _

if TYPE_CHECKING:
    from publication.exports.cells import Writing

Bom = Annotated[
    bool,
    typer.Option(
        "--bom", help="With the mark by which Excel knows UTF-8. The Japanese sites cannot read such a file."
    ),
]
Replace = Annotated[
    bool, typer.Option("--replace", help="Write 〓 for letters that CP932 lacks, and say which.")
]
HideIds = Annotated[
    bool, typer.Option("--hide-ids", help="Leave the IDs out. The Japanese sites cannot read such a file.")
]


class Encoding(StrEnum):
    """How letters are written."""

    utf8 = "utf-8"
    utf8_mark = "utf-8-sig"
    cp932 = "cp932"


def list_format(text: str) -> str:
    """The name of a format of a list; refused with those there are."""
    from publication.exports.formats import known

    if text not in known():
        raise typer.BadParameter(f"“{text}” is none of {', '.join(known())}")
    return text


Letters = Annotated[Encoding, typer.Option(help="How letters are written; cp932 is for Excel in Japan.")]


def export_list(
    context: typer.Context,
    list_date: ListDate = None,
    format_: Annotated[
        list[str],
        typer.Option(
            "--format",
            parser=list_format,
            metavar="FORMAT",
            help="What it is written as; repeat it: csv, xlsx, json, parquet, fide-txt, top, swiss-manager,"
            " swiss-manager-excel, swiss-perfect, or one that the office's regulations name.",
            show_default="those",
        ),
    ] = [],  # noqa: B006  typer copies it
    to: Annotated[
        Path | None, typer.Option(help="The folder to write into.", show_default="lists/ in the office")
    ] = None,
    bom: Bom = False,
    encoding: Letters = Encoding.utf8,
    replace: Replace = False,
    hide_ids: HideIds = False,
) -> None:
    """Write a published list: as the files that the office's regulations name, or as any of the formats."""
    from office.lists.chain import newest
    from publication.exports.files import write_whole
    from publication.exports.formats import list_files

    office = open_office(context.obj)
    writing = _writing(encoding, bom=bom, replace=replace)
    with office.reading() as session:
        version = newest(session, list_date and list_date.date(), published=list_date is None)
        files = list_files(session, version, format_, writing, hide_ids=hide_ids)
    for file in files:
        path = (to or office.place.lists) / file.name
        write_whole(path, file.data, public=True)
        say(_("{path}: {players} players", path=path, players=file.players))
    for line in writing.replaced:
        note(_("〓 stands for letters of {line}", line=line))


def export_games(
    context: typer.Context,
    list_date: ListDate = None,
    to: Annotated[
        Path | None, typer.Option(help="The folder to write into.", show_default="games/ in the office")
    ] = None,
    bom: Bom = False,
    encoding: Letters = Encoding.utf8,
    replace: Replace = False,
    hide_ids: HideIds = False,
) -> None:
    """Write the rated games of a published list, where the office's regulations name files for them."""
    from office.families import require
    from office.lists.chain import newest
    from publication.exports.files import write_whole
    from publication.exports.formats import require_public
    from publication.families import family_of

    office = open_office(context.obj)
    writing = _writing(encoding, bom=bom, replace=replace)
    with office.reading() as session:
        require(session, "export games", lambda family: family.export_games, "publication")
        games_files = family_of(session).export_games
        assert games_files is not None
        version = newest(session, list_date and list_date.date(), published=list_date is None)
        require_public(version)
        files = games_files(session, version, writing, hide_ids=hide_ids)
    for name, (data, games) in files.items():
        path = (to or office.place.folder / "games") / name
        write_whole(path, data, public=True)
        say(_("{path}: {games} games", path=path, games=games))
    if not files:
        say(_("The list of {list_date} rates no game: nothing to write", list_date=version.list_date))
    for line in writing.replaced:
        note(_("〓 stands for letters of {line}", line=line))


def _writing(encoding: Encoding, *, bom: bool, replace: bool) -> "Writing":
    """How letters are written; `--bom` is UTF-8 with its mark, and nothing else."""
    from publication.exports.cells import Writing

    if bom and encoding is Encoding.cp932:
        raise typer.BadParameter(_("--bom is a mark of UTF-8; leave it out with --encoding cp932"))
    return Writing(Encoding.utf8_mark.value if bom else encoding.value, replace)
