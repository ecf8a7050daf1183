"""FIDE's monthly list: import, fetch, suggest."""

from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from cli.options import Month, given_file, month, option
from cli.out import note, say, say_lines, show_problems
from cli.session import now, open_office, reading, today
from importer.plain_text import file_name
from office.words import _, n_
from office.words.formats import month as month_told

if TYPE_CHECKING:
    from office.opened import Office


def fide_import(
    context: typer.Context,
    file: Annotated[Path, given_file("The list: text, XML or zip.")],
    month: Annotated[Month | None, month("Its month, where the file does not say it.")] = None,
    type_: Annotated[
        Literal["standard", "rapid", "blitz"] | None, option("Its rating, if it is a single list.", "--type")
    ] = None,
) -> None:
    """Take FIDE's rating list: players of the federation and on the register are kept."""
    office = open_office(context.obj)
    _tell_suggestions(office, _take(office, file, month, type_))


def _address(address: str | None) -> str | None:
    """The address as it was typed; refused where no list is fetched from such a one."""
    if address:
        from office.register.fide_fetch import refuse_unprotected

        refuse_unprotected(address)
    return address


def fide_fetch(
    context: typer.Context,
    address: Annotated[
        str | None,
        option(
            "Where the lists are, with {kind} for standard, rapid, blitz.",
            show_default="FIDE",
            callback=_address,
        ),
    ] = None,
) -> None:
    """Fetch FIDE's lists of this month from FIDE; those that the office has are not asked for again."""
    from office.errors import refusal
    from office.register.fide_fetch import ADDRESS, fetched, missing

    office = open_office(context.obj)
    with office.reading() as session:
        month = today(session).replace(day=1)
        kinds = missing(session, month)
    if not kinds:
        say(_("FIDE's lists of {month} are here", month=month_told(month)))
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
    from importer.fide_list.read import read_list
    from importer.fide_list.store import store_list, wanted_by
    from office.families import family_of
    from office.words.problems import said

    with office.reading() as session:
        wanted = wanted_by(session, family_of(session).home)
    contents = read_list(file, wanted, month=month, kind=kind)
    with office.writing() as session:
        stored = store_list(session, contents, file_name(file.name), now())
    facts = {"month": month_told(contents.month), "kind": said(contents.kind), "players": contents.players}
    say(
        _("FIDE's list of {month}, {kind}: {players} players, {kept} of them kept", **facts, kept=stored.kept)
    )
    if stored.again:
        note(_("It is the same file as before."))
    show_problems((*stored.beside, *contents.odd))
    return contents.month


def _tell_suggestions(office: "Office", month: date) -> None:
    from importer.fide_list.store import suggestions

    with office.reading() as session:
        found = suggestions(session, month)[1]
    note(_("Next: banzuke fide suggest") + n_(" ({n} suggestion)", " ({n} suggestions)", len(found)))


def fide_suggest(
    context: typer.Context,
    month: Annotated[Month | None, month("By the list of this month.", show_default="newest")] = None,
) -> None:
    """Where the register and FIDE's list disagree, and what the list could fill in. Changes nothing."""
    from importer.fide_list.store import suggestions
    from office.errors import refusal
    from office.register.told import suggestion_lines

    with reading(context) as session:
        by, found = suggestions(session, month)
        if by is None:
            expected, remedy = "a list of FIDE", "banzuke fide import FILE"
            raise refusal("no-fide-list", "fide", expected, "none", remedy)
    say_lines(suggestion_lines(by, found))
    note(
        _("Nothing was changed. Enter what is right into a register file, then: banzuke members import FILE")
    )
