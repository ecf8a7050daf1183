"""Files that leave the office: export list, games, members, trf."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from cli.options import ListDate, argument, one_of, option, refuse_idle
from cli.out import note, save, say
from cli.session import open_office, today
from office.words import _, n_, p_
from office.words.formats import day

if TYPE_CHECKING:
    from publication.exports.cells import Writing

Bom = Annotated[
    bool,
    option(
        "With the mark (BOM) that Excel needs for UTF-8. The Japanese sites cannot read such a file.", "--bom"
    ),
]
Replace = Annotated[bool, option("Write 〓 for letters that CP932 lacks, and say which.", "--replace")]
HideIds = Annotated[
    bool, option("Leave the IDs out. The Japanese sites cannot read such a file.", "--hide-ids")
]
Letters = Annotated[
    Literal["utf-8", "utf-8-sig", "cp932"],
    option("How letters are written; cp932 is for Excel in Japan.", "--encoding"),
]


def list_format(text: str) -> str:
    """The name of a format of a list; refused with those there are."""
    from publication.exports.formats import known

    return one_of(text, known())


def export_list(
    context: typer.Context,
    list_date: ListDate = None,
    format_: Annotated[
        list[str],
        option(
            "What it is written as; repeat it: csv, xlsx, json, parquet, fide-txt, top, swiss-manager,"
            " swiss-manager-excel, swiss-perfect, or one that the office's regulations name.",
            "--format",
            parser=list_format,
            metavar="FORMAT",
            show_default="those",
        ),
    ] = [],  # noqa: B006  typer copies it
    to: Annotated[
        Path | None, option("The folder to write into.", show_default="lists/ in the office")
    ] = None,
    bom: Bom = False,
    encoding: Letters = "utf-8",
    replace: Replace = False,
    hide_ids: HideIds = False,
) -> None:
    """Write a published list: as the files that the office's regulations name, or as any of the formats."""
    from office.lists.chain import newest
    from publication.exports.formats import list_files
    from publication.exports.told import replaced_told, unspelled_told

    office = open_office(context.obj)
    writing = _writing(context, encoding, bom=bom, replace=replace)
    with office.reading() as session:
        version = newest(session, list_date, published=list_date is None)
        files = list_files(session, version, format_, writing, hide_ids=hide_ids)
    for file in files:
        path = (to or office.place.lists) / file.name
        save(path, file.data, public=file.public)
        say(n_("{path}: {n} player", "{path}: {n} players", file.players, path=path))
        for line in unspelled_told(file):
            note(line)
    for line in replaced_told(writing):
        note(line)


def export_games(
    context: typer.Context,
    list_date: ListDate = None,
    to: Annotated[
        Path | None, option("The folder to write into.", show_default="games/ in the office")
    ] = None,
    bom: Bom = False,
    encoding: Letters = "utf-8",
    replace: Replace = False,
    hide_ids: HideIds = False,
) -> None:
    """Write the rated games of a published list, where the office's regulations name files for them."""
    from office.families import require
    from office.lists.chain import newest
    from publication.exports.formats import require_public
    from publication.exports.told import replaced_told

    office = open_office(context.obj)
    writing = _writing(context, encoding, bom=bom, replace=replace)
    with office.reading() as session:
        games_files = require(session, "export games", lambda family: family.export_games, "publication")
        version = newest(session, list_date, published=list_date is None)
        require_public(version)
        files = games_files(session, version, writing, hide_ids=hide_ids)
    for name, (data, games) in files.items():
        path = (to or office.place.folder / "games") / name
        save(path, data, public=True)
        say(n_("{path}: {n} game", "{path}: {n} games", games, path=path))
    if not files:
        say(_("The list of {list_date} rates no game: nothing to write", list_date=day(version.list_date)))
    for line in replaced_told(writing):
        note(line)


def _writing(context: typer.Context, encoding: str, *, bom: bool, replace: bool) -> "Writing":
    """How letters are written; `--bom` is UTF-8 with its mark, and nothing else."""
    from publication.exports.cells import Writing

    if bom and encoding == "cp932":
        raise typer.BadParameter(_("--bom is a mark of UTF-8; leave it out with --encoding cp932"))
    if encoding != "cp932":
        refuse_idle(context, "replace", other="--encoding cp932")
    return Writing("utf-8-sig" if bom else encoding, replace)


def rating_type(text: str) -> str:
    """A type of rating of an edition under which offices work; refused with those there are."""
    from rating.editions import load
    from rating.families import FAMILIES, family_named

    held = [load(edition) for name in FAMILIES for edition in family_named(name).editions]
    return one_of(text, dict.fromkeys(type_ for law in held for type_ in law.shapes.types(law)))


def export_members(
    context: typer.Context,
    for_: Annotated[
        Literal["swiss-manager", "swiss-manager-excel", "swiss-perfect"],
        option("Which program's file.", "--for"),
    ],
    type_: Annotated[
        str | None, option("Which rating it contains.", "--type", parser=rating_type, metavar="TYPE")
    ] = None,
    to: Annotated[
        Path | None, option("The file.", dir_okay=False, show_default="lists/ in the office")
    ] = None,
) -> None:
    """Write the members with ID and rating as a list that organizers load into their pairing program."""
    from publication.exports.formats import members_file
    from publication.exports.told import unspelled_told

    office = open_office(context.obj)
    with office.reading() as session:
        file, list_date = members_file(session, for_, today(session), type_)
    path = to or office.place.lists / file.name
    save(path, file.data)
    beside = _("no list is published yet, so without ratings")
    if list_date:
        beside = _("ratings of {day}", day=day(list_date))
    told = n_(
        "{path}: {n} member, {beside}",
        "{path}: {n} members, {beside}",
        file.players,
        path=path,
        beside=beside,
    )
    say(told)
    for line in unspelled_told(file):
        note(line)


def export_trf(
    context: typer.Context,
    event: Annotated[str, argument("The event: E3, its tournament number or key.")],
    to: Annotated[
        Path | None, option("The file to write.", dir_okay=False, show_default="fide/ in the office")
    ] = None,
    city: Annotated[str | None, option("Where it was held, in place of what the report says.")] = None,
    arbiter: Annotated[str | None, option("The chief arbiter, in place of whom the report names.")] = None,
    federation: Annotated[
        str | None, option("The federation's three letters, in place of the report's.")
    ] = None,
) -> None:
    """Write an event as a TRF26 file for FIDE, with FIDE IDs and birth dates from the register."""
    from office.poll.reread import chosen
    from publication.exports.trf import trf_of

    office = open_office(context.obj)
    with office.reading() as session:
        (row,) = chosen(session, [event])
        name, data, without = trf_of(session, row, city, arbiter, federation)
    path = to or office.place.folder / "fide" / name
    save(path, data)
    say(f"{path}{p_('punctuation', ': ')}{row.called}")
    if without:
        note(_("without a FIDE ID, which FIDE asks for: {names}", names=p_("people", "; ").join(without)))
    note(_("It carries birth dates: for FIDE alone"))
