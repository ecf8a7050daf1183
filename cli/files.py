"""Files around reports: form, export trf, and those that import is given."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cli.out import note, say
from cli.session import open_office, reading
from office.words import _, n_

if TYPE_CHECKING:
    from datetime import date

    from importer.given import GivenFile
    from office.clock import Clock
    from office.opened import Office
    from scraper.records import Problem


def form(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(dir_okay=False, help="The workbook to write, FILE.xlsx.")],
    members: Annotated[
        bool, typer.Option("--members", help="With the members' IDs and names to pick from.")
    ] = False,
) -> None:
    """Write the Rating Report Form, a workbook for organizers (4(4))."""
    from importer.form.layout import FORM_NAME
    from importer.form.write import write_form
    from office.errors import refusal
    from publication.exports.files import write_whole

    if file.suffix.casefold() != ".xlsx":
        remedy = "name it FILE.xlsx"
        raise refusal("form-name", str(file), "a file that ends in .xlsx", file.name, remedy)
    known = None
    if members:
        from publication.exports.pairing_players import form_members

        with reading(context) as session:
            known = form_members(session)
    write_whole(file, write_form(known))
    say(
        f"{file}: {FORM_NAME}"
        + (
            ", " + n_("{n} member to pick from", "{n} members to pick from", len(known))
            if known is not None
            else ""
        )
    )
    note(_("Organizers fill it in and send it; banzuke import FILE reads it back"))


def export_trf(
    context: typer.Context,
    event: Annotated[str, typer.Argument(help="The event: E3, its tournament number or key.")],
    to: Annotated[
        Path | None,
        typer.Option(dir_okay=False, help="The file to write.", show_default="fide/ in the office"),
    ] = None,
    city: Annotated[str | None, typer.Option(help="Where it was held, if the report does not say.")] = None,
    arbiter: Annotated[str | None, typer.Option(help="The chief arbiter, if the report names none.")] = None,
    federation: Annotated[
        str | None, typer.Option(help="The federation's three letters, if the report has none.")
    ] = None,
) -> None:
    """Write an event as a TRF26 file for FIDE, with FIDE IDs and birth dates from the register."""
    from office.poll.reread import chosen
    from publication.exports.files import write_whole
    from publication.exports.trf import Stated, trf_of

    office = open_office(context.obj)
    with office.reading() as session:
        (row,) = chosen(session, [event])
        data, without = trf_of(session, row, Stated(city, arbiter, federation))
        name = f"{row.key.replace(':', '-')}.trf"
    path = to or office.place.folder / "fide" / name
    write_whole(path, data)
    say(f"{path}: {row.name}")
    if without:
        note(_("without a FIDE ID, which FIDE asks for: {names}", names="; ".join(without)))
    note(_("It carries birth dates: for FIDE alone"))


def report_files(sources: list[str]) -> "tuple[list[GivenFile], list[str], list[Problem]]":
    """The files among what was given that are reports, saved pages or no text at all, told by their content;
    the rest, links and text; and what is too large to be opened. A folder stands for its files."""
    from importer.errors import ImportRefused
    from importer.files import GivenFile
    from importer.given import bytes_of
    from office.intake.sources import files_of, is_report_file

    files, rest = [], []
    large: list[Problem] = []
    for source in sources:
        if source and _is_folder(source):
            files += files_of(Path(source))
            continue
        try:
            found = bool(source) and Path(source).is_file()
        except OSError:  # a text too long for the name of a file
            found = False
        try:
            data = bytes_of(Path(source)) if found else b""
        except ImportRefused as error:
            large += error.problems
            continue
        if found and is_report_file(source, data):
            files.append(GivenFile(Path(source).name, data))
        else:
            rest.append(source)
    return files, rest, large


def _is_folder(source: str) -> bool:
    try:
        return Path(source).is_dir()
    except OSError:  # a text too long for the name of a file
        return False


def import_files(
    office: "Office",
    files: "list[GivenFile]",
    day: "date | None",
    today: "date",
    clock: "Clock",
    reporter: str | None = None,
    *,
    every: bool = False,
) -> int:
    """Takes files in and says what became of them; how many events or files were not read."""
    from cli.told import STATES, imported_counts, tell_file
    from office.intake.files import take_files

    stated = (
        _("reported on {day}", day=day)
        if day
        else _("reported today, {day} (R16; --reported sets another day)", day=today)
    )
    note(n_("{n} file, {reported}", "{n} files, {reported}", len(files), reported=stated))
    taken = take_files(
        office.engine,
        files,
        archive=office.place.archive,
        reported=day,
        clock=clock,
        reporter=reporter,
        by_hand=True,
        every=every,
    )
    failed = sum(not tell_file(one, day or today) for one in taken)
    failed += sum(len(one.problems) for one in taken if one.stored is not None)
    counts = {s: sum(t.stored is not None and t.stored.state == s for t in taken) for s in STATES}
    say(imported_counts(counts, failed))
    waiting = [t.open_questions for t in taken if t.stored is not None][-1:]
    note(_("Next: banzuke problems") if any(waiting) else _("Next: banzuke status"))
    return failed
