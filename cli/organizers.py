"""Organizers (3(3)), applications for rated events (3(4)), and fees: what is owed for a period, and paid."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cli.options import Day, Declared, DryRun, Reason, day, given_file, option
from cli.out import note, save, say, say_lines
from cli.session import now, open_office, reading, writing
from office.words import _, p_

if TYPE_CHECKING:
    from importer.given import GivenFile
    from office.register.take import Ready


def organizers_import(
    context: typer.Context,
    file: Annotated[Path, given_file("Name, Kind, Valid; Names, Representatives, Reporters, In charge.")],
    dry_run: DryRun = False,
    encoding: Declared = None,
    reason: Reason = "",
) -> None:
    """Take organizers from a file: the Federation, registered clubs, collegiate circles (3(3))."""
    from office.register.take import organizers_file

    _take(context, file, lambda given: organizers_file(given, encoding), reason, dry_run=dry_run)


def organizers_list(
    context: typer.Context, on: Annotated[Day | None, day("Only those registered on this day.")] = None
) -> None:
    """Every organizer: kind, names, the days of registration, and their people."""
    from importer.organizers import organizers, spans_text
    from importer.organizers_people import REPORTS, REPRESENTS, RUNS, people_text
    from importer.rulings import Rulings
    from office.families import require_organizers
    from office.rules.people import ruled_people
    from office.words.formats import joined

    kinds = {
        "federation": p_("organizer", "federation"),
        "club": p_("organizer", "club"),
        "circle": p_("organizer", "circle"),
    }
    roles = {
        REPRESENTS: p_("organizer", "Representatives"),
        REPORTS: p_("organizer", "Reporters"),
        RUNS: p_("organizer", "In charge"),
    }
    with reading(context) as session:
        decided = ruled_people(Rulings.in_force(session))
        require_organizers(session, "banzuke organizers")
        everyone = organizers(session)
        if not everyone:
            note(_("No organizer yet. Next: banzuke organizers import FILE.csv"))
        for organizer in everyone:
            if on is None or organizer.on(on):
                named = f"{kinds[organizer.row.kind]} {organizer.row.name}"
                if organizer.names:
                    names = p_("people", "; ").join(organizer.names)
                    named = joined((named, _("(also {names})", names=names)))
                say(p_("punctuation", ": ").join((named, spans_text(organizer.spans))))
                for role, called in roles.items():
                    if organizer.people.get(role):
                        say(f"    {called}{p_('punctuation', ': ')}{people_text(organizer.people[role])}")
                for ruled in decided:
                    if ruled.organizer in (organizer.row.name, *organizer.names):
                        facts = {"role": roles[ruled.role], "person": ruled.person.shown or ruled.key}
                        say("    " + _("{role}: {person}, by decision {id}", id=ruled.ruling, **facts))


def applications_import(
    context: typer.Context,
    file: Annotated[
        Path, given_file("Event, Organizer, First day, Last day, Applied, Type; Form, Announced, Report.")
    ],
    dry_run: DryRun = False,
    encoding: Declared = None,
    reason: Reason = "",
) -> None:
    """Take applications for rated events from a file (3(4))."""
    from office.register.take import applications_file

    _take(context, file, lambda given: applications_file(given, encoding), reason, dry_run=dry_run)


def members_acf(
    context: typer.Context,
    file: Annotated[Path, given_file("ID, Name, ACF as CSV.")],
    list_date: Annotated[Day, day("The date of the ACF list.", "--list")],
    reason: Reason = "",
) -> None:
    """Take adults' ratings from a list of the Australian Chess Federation, where games against them count."""
    from office.register.take import ratings_file

    _take(context, file, lambda given: ratings_file(given, list_date), reason)


def _take(
    context: typer.Context,
    file: Path,
    read: "Callable[[GivenFile], Ready]",
    reason: str,
    *,
    dry_run: bool = False,
) -> None:
    """Stores a file of the office's own, and says what that changed."""
    from importer.given import GivenFile, bytes_of

    office = open_office(context.obj, reason)
    ready = read(GivenFile(file.name, bytes_of(file)))
    with office.writing(dry_run=dry_run) as session:
        stored = ready.store(session, now(), dry_run)
    say_lines(stored.lines)


def applications_add(
    context: typer.Context,
    event: Annotated[str, option("The event's name.")],
    organizer: Annotated[str, option("Who applied.")],
    first: Annotated[str, option("First day, YYYY-MM-DD.")],
    applied: Annotated[str, option("The day the application came.")],
    type_: Annotated[str, option("standard or rapid.", "--type")],
    last: Annotated[str | None, option("Last day.", show_default="the first")] = None,
    form: Annotated[str, option("tournament or meeting (3(2)).")] = "",
    announced: Annotated[
        bool | None, option("Announced as rated, with its type.", "--announced/--not-announced")
    ] = None,
    report: Annotated[str, option("The number or address of its upload.")] = "",
    reason: Reason = "",
) -> None:
    """Enter one application."""
    from office.register.enter import enter_application
    from office.register.told import application_lines

    cells = {
        "Event": event,
        "Organizer": organizer,
        "First day": first,
        "Last day": last or first,
        "Applied": applied,
        "Type": type_,
        "Form": form,
        "Announced": "" if announced is None else "yes" if announced else "no",
        "Report": report,
    }
    with writing(context, reason) as session:
        counts, entry = enter_application(session, cells, "applications add", now())
        lines = list(application_lines(session, counts, [entry], dry_run=False))
    say_lines(lines)


def applications_list(context: typer.Context) -> None:
    """Every application, with the event it is for."""
    from office.families import require_organizers
    from office.register.told import all_applications

    with reading(context) as session:
        require_organizers(session, "banzuke applications")
        lines = list(all_applications(session))
        if not lines:
            note(_("No application yet. Next: banzuke applications import FILE.csv"))
        say_lines(lines)


def fees(
    context: typer.Context,
    list_date: Annotated[Day | None, day("The list whose period it is; the next one.", "--list")] = None,
    organizer: Annotated[str | None, option("This organizer only.")] = None,
    csv: Annotated[Path | None, option("Write every fee into this file.", "--csv")] = None,
) -> None:
    """The statement of renewal fees. By organizer, event and player, paid or not."""
    from office.fees.statement import fee_csv, fee_sheet, fee_text

    with reading(context) as session:
        sheet = fee_sheet(session, list_date, organizer)
    say(fee_text(sheet).rstrip())
    if csv is not None:
        save(csv, fee_csv(sheet))
        say(_("Every fee: {csv}", csv=csv))
    if sheet.article is not None:
        note(
            _(
                "Paid: banzuke resolve E… --fee-paid DAY, or banzuke rule fees ORGANIZER --list DATE"
                " --paid DAY"
            )
        )
