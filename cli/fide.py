"""FIDE's monthly list, and the members as lists for pairing programs."""

from datetime import date, datetime
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cli.out import note, say, show_problem
from cli.session import open_office, reading
from importer.plain_text import file_name
from office.words import _, n_

if TYPE_CHECKING:
    from office.opened import Office


class FideType(StrEnum):
    """Ratings of a single list."""

    standard = "standard"
    rapid = "rapid"
    blitz = "blitz"


def fide_import(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(exists=True, dir_okay=False, help="The list: text, XML or zip.")],
    month: Annotated[
        datetime | None, typer.Option(formats=["%Y-%m"], help="Its month, where the file does not say it.")
    ] = None,
    type_: Annotated[
        FideType | None, typer.Option("--type", help="Its rating, if it is a single list.")
    ] = None,
) -> None:
    """Take FIDE's rating list: of its players those of the federation and of the register are kept."""
    office = open_office(context.obj)
    _tell_suggestions(office, _take(office, file, month and month.date(), type_ and type_.value))


def fide_fetch(
    context: typer.Context,
    address: Annotated[
        str | None,
        typer.Option(
            help="Where the lists are, with {kind} for standard, rapid, blitz.", show_default="FIDE"
        ),
    ] = None,
) -> None:
    """Fetch FIDE's lists of this month from FIDE; those that the office has are not asked for again."""
    from office.clock import now
    from office.errors import refusal
    from office.families import day_here
    from office.register.fide_fetch import ADDRESS, fetched, missing

    office = open_office(context.obj)
    with office.reading() as session:
        month = day_here(session, now()).replace(day=1)
        kinds = missing(session, month)
    if not kinds:
        say(_("FIDE's lists of {month} are here", month=f"{month:%Y-%m}"))
        return
    old = []
    for kind in kinds:
        with fetched(address or ADDRESS, kind, office.place.folder, office.contact()) as file:
            if _take(office, file, None, kind) != month:
                old.append(kind)
    if old:
        expected = f"the lists of {month:%Y-%m}"
        remedy = "FIDE's is not there yet: it is asked again the next day"
        raise refusal("fide-not-fetched", "FIDE", expected, f"older ones: {', '.join(old)}", remedy)
    _tell_suggestions(office, month)


def _take(office: "Office", file: Path, month: date | None, kind: str | None) -> date:
    """Stores what is kept of a list, and tells of it; its month."""
    from importer.fide_list import read_list, store_list, wanted_by
    from office.clock import now

    with office.reading() as session:
        wanted = wanted_by(session)
    contents = read_list(file, wanted, month=month, kind=kind)
    with office.writing() as session:
        stored = store_list(session, contents, file_name(file.name), now())
    facts = {
        "month": f"{contents.month:%Y-%m}",
        "kind": contents.kind,
        "players": contents.players,
        "kept": stored.kept,
    }
    say(_("FIDE's list of {month}, {kind}: {players} players, {kept} of them kept", **facts))
    if stored.again:
        note(_("It is the same file as before."))
    for problem in contents.odd:
        show_problem(problem)
    return contents.month


def _tell_suggestions(office: "Office", month: date) -> None:
    from importer.fide_list import suggestions

    with office.reading() as session:
        found = suggestions(session, month)[1]
    note(_("Next: banzuke fide suggest") + n_(" ({n} suggestion)", " ({n} suggestions)", len(found)))


def fide_suggest(
    context: typer.Context,
    month: Annotated[
        datetime | None,
        typer.Option(formats=["%Y-%m"], help="By the list of this month.", show_default="newest"),
    ] = None,
) -> None:
    """Where the register and FIDE's list disagree, and what the list could fill. Changes nothing."""
    from importer.fide_list import suggestions
    from office.errors import refusal
    from office.register.take import suggestion_lines

    with reading(context) as session:
        by, found = suggestions(session, month and month.date().replace(day=1))
        if by is None:
            expected, remedy = "a list of FIDE", "banzuke fide import FILE"
            raise refusal("no-fide-list", "fide", expected, "none", remedy)
    for line in suggestion_lines(by, found):
        say(line)
    note(
        _("Nothing was changed. Enter what is right into a register file, then: banzuke members import FILE")
    )


class Program(StrEnum):
    """Pairing programs that take lists of players."""

    swiss_manager = "swiss-manager"
    swiss_manager_excel = "swiss-manager-excel"
    swiss_perfect = "swiss-perfect"


def rating_type(text: str) -> str:
    """A type of rating of an edition under which offices work; refused with those there are."""
    from rating.editions import load
    from rating.families import FAMILIES, family_named

    held = [load(edition) for name in FAMILIES for edition in family_named(name).editions]
    known = dict.fromkeys(type_ for law in held for type_ in law.shapes.types(law))
    if text not in known:
        raise typer.BadParameter(f"“{text}” is none of {', '.join(known)}")
    return text


def export_members(
    context: typer.Context,
    for_: Annotated[Program, typer.Option("--for", help="Which program's file.")],
    type_: Annotated[
        str | None,
        typer.Option("--type", parser=rating_type, metavar="TYPE", help="Which rating stands in it."),
    ] = None,
    to: Annotated[
        Path | None, typer.Option(dir_okay=False, help="The file.", show_default="lists/ in the office")
    ] = None,
) -> None:
    """Write the members with ID and rating as a list that organizers load into their pairing program."""
    from office.clock import now
    from office.families import day_here
    from office.lists.chain import latest_published
    from publication.exports.files import write_whole
    from publication.exports.formats import pairing_file
    from publication.exports.pairing_players import first_type, listed_members

    office = open_office(context.obj)
    with office.reading() as session:
        kind = type_ or first_type(session, latest_published(session))
        list_date, players = listed_members(session, kind)
        day = list_date or day_here(session, now())
    file = pairing_file(for_.value, f"members-{kind}-{day}", list_date, day, players)
    path = to or office.place.lists / file.name
    write_whole(path, file.data)
    beside = f"ratings of {list_date}" if list_date else "no list is published yet, so without ratings"
    say(_("{path}: {players} members, {beside}", path=path, players=len(players), beside=beside))
