"""The register as a whole: members import and export; one member shown, and merged with another."""

from datetime import datetime
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from cli.options import DryRun, Reason, Who, day
from cli.out import note, say, show_problem
from cli.session import deciding, open_office, reading
from office.words import _, n_


class Encoding(StrEnum):
    """Encodings of CSV files that are taken."""

    utf8 = "utf-8"
    cp932 = "cp932"


Declared = Annotated[
    Encoding | None, typer.Option(help="The file's encoding, where it is not certain.", show_default=False)
]


def members_import(
    context: typer.Context,
    file: Annotated[
        Path, typer.Argument(exists=True, dir_okay=False, help="The register: CSV, xlsx, xls or ods.")
    ],
    dry_run: DryRun = False,
    encoding: Declared = None,
) -> None:
    """Take the register from a file: new members, changed ones, memberships."""
    from importer.errors import ImportRefused
    from importer.register import examine_register
    from importer.register_apply import apply_register
    from office.clock import now
    from office.families import family_of
    from office.register.doubles import doubles
    from office.register.told import import_lines, refused_lines

    office = open_office(context.obj)
    with office.reading() as session:
        family = family_of(session)
    declared = encoding and encoding.value
    entries, faults = examine_register(file.read_bytes(), file.name, declared, family=family)
    if faults and not dry_run:
        raise ImportRefused(faults)
    with office.writing(dry_run=dry_run) as session:
        counts = apply_register(session, entries, now(), source=file.name)
        likely = sum(pair.likely for pair in doubles(session))
    for line in import_lines(counts, entries, file.name, dry_run=dry_run, junior_rule=family.juniors):
        say(line)
    if faults:
        for line in refused_lines(faults):
            say(line)
        raise ImportRefused(faults)
    if likely:
        note(_("Pairs of entries that may be one person: {n}; see banzuke members duplicates", n=likely))
    note(_("Next: banzuke opening import LIST.csv --list YYYY-MM-01, or banzuke import LINK"))


def members_export(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(dir_okay=False, help="What to write: NAME.csv or NAME.xlsx.")],
    bom: Annotated[bool, typer.Option("--bom", help="With the mark by which Excel knows UTF-8.")] = False,
) -> None:
    """Write the whole register, birth dates included, as a file that `members import` reads back the same."""
    from office.register.export import register_csv, register_workbook
    from publication.exports.files import write_whole

    if file.suffix.lower() not in (".csv", ".xlsx"):
        raise typer.BadParameter(_("a name that ends in .csv or .xlsx"), param_hint="FILE")
    with reading(context) as session:
        workbook = file.suffix.lower() == ".xlsx"
        data = register_workbook(session) if workbook else register_csv(session, bom=bom)
    write_whole(file, data)
    say(
        _(
            "{file}: the whole register with birth dates and wishes for privacy, for the office alone",
            file=file,
        )
    )


def members_show(
    context: typer.Context,
    member: Annotated[str, typer.Argument(help="The member's ID or whole name.")],
    known: Annotated[
        datetime | None, day("As the office knew it at the end of this day where it is.")
    ] = None,
) -> None:
    """What the office knows of a member, since when, and from where; or knew on a day."""
    from office.register.find import find_member
    from office.register.member import member_lines

    with reading(context) as session:
        found = find_member(session, member)
        for line in member_lines(session, found, known and known.date()):
            say(line)


def members_merge(
    context: typer.Context,
    duplicate: Annotated[str, typer.Argument(help="The ID of the entry that is given up.")],
    into: Annotated[str, typer.Option(help="The ID of the member who is kept.")],
    reason: Reason = "",
    anyway: Annotated[
        bool, typer.Option("--anyway", help="Merge though something speaks against it.")
    ] = False,
    who: Who = None,
) -> None:
    """Rule that two entries are one member. Can be taken back: banzuke resolve --take-back RULING."""
    from office.merge.merge import merge

    with deciding(context, who, reason) as (session, made):
        done = merge(session, duplicate, into, anyway=anyway, made=made)
        gone, kept = (f"{m.federation_id} {m.name}" for m in (done.gone, done.kept))
        number, published = done.ruling.id, done.published
    for problem in done.against:
        show_problem(problem)
    say(_("Decision {id}: {gone} is the same person as {kept}", id=number, gone=gone, kept=kept))
    if published:
        note(
            n_(
                "{n} event of published lists is touched",
                "{n} events of published lists are touched",
                published,
            )
            + ": "
            + _("banzuke correction preview shows what changes")
        )
    note(_("Next: banzuke rate; banzuke resolve --take-back {number} --reason … undoes it", number=number))
