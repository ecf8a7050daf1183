"""The register: imported and exported as a whole; one member found, added, renewed, shown; entries that may
be one person, merged or kept apart."""

from pathlib import Path
from typing import Annotated

import typer

from cli.options import (
    Day,
    Declared,
    DryRun,
    Member,
    Reason,
    Replace,
    Who,
    argument,
    day,
    given_file,
    option,
    refuse_idle,
)
from cli.out import note, save_beside, say, say_lines, show_problems
from cli.session import acting, deciding, now, open_office, reading
from office.words import _

Spans = Annotated[
    list[str],
    argument(
        "Memberships, FIRST/LAST, both days inclusive; in quotes also with what may follow:"
        " collegiate, one-time EVENT, paid DAY."
    ),
]
MOST = 50
"""So many found members are shown."""


def members_search(
    context: typer.Context,
    text: Annotated[list[str], argument("Parts of a name in any spelling, or of an ID.")],
) -> None:
    """Find members by any part of any of their names: Roman, kanji, kana, former ones, other spellings."""
    from office.families import family_of
    from office.register.search import search
    from office.register.told import member_line

    with reading(context) as session:
        family = family_of(session)
        found, similar = search(session, " ".join(text))
    if not found:
        say(_("Nobody on the register."))
    elif similar:
        say(_("Nobody found. With a similar name: {count}", count=len(found)))
    for one in found[:MOST]:
        say(member_line(one.member, one.until, family, one.by))
    if len(found) > MOST:
        say(_("and {n} more: give more of the name", n=len(found) - MOST))


def members_add(
    context: typer.Context,
    number: Annotated[str, argument("The new member's ID.", metavar="ID")],
    name: Annotated[str, argument("The name in Roman letters, surname first, no comma.")],
    spans: Spans = [],  # noqa: B006
    kanji: Annotated[str, option("The name in kanji.")] = "",
    kana: Annotated[str, option("The name in kana.")] = "",
    former: Annotated[str, option("Former names, separated by semicolons.")] = "",
    birth: Annotated[Day | None, day("The birth date.")] = None,
    sex: Annotated[str, option("m or f.")] = "",
    federation: Annotated[str, option("Three capital letters.")] = "",
    fide_id: Annotated[str, option("The FIDE ID.")] = "",
    club: Annotated[str, option("The club.")] = "",
    joined: Annotated[Day | None, day("The day of first joining (6(1)).")] = None,
    surname: Annotated[str, option("The surname alone.")] = "",
    given: Annotated[str, option("The given name alone.")] = "",
    school: Annotated[str, option("The school.")] = "",
    level: Annotated[str, option("HS, PS or club.")] = "",
    location: Annotated[str, option("Where the member lives or plays.")] = "",
    withheld: Annotated[bool, option("The member asks to be named nowhere.", "--withheld")] = False,
    birth_withheld: Annotated[
        bool, option("The member asks that the birth date is shown nowhere.", "--birth-withheld")
    ] = False,
    anyway: Annotated[
        bool, option("Add them although somebody on the register is probably the same person.", "--anyway")
    ] = False,
    dry_run: DryRun = False,
    reason: Reason = "",
    who: Who = None,
) -> None:
    """Add one member, as a line of a register file would."""
    from office.families import family_of
    from office.register.enter import add

    cells = {
        "ID": number,
        "Name": name,
        "Memberships": "; ".join(spans),
        "Kanji": kanji,
        "Kana": kana,
        "Former names": former,
        "Birth": str(birth or ""),
        "Sex": sex,
        "Federation": federation,
        "FIDE ID": fide_id,
        "Club": club,
        "Joined": str(joined or ""),
        "Surname": surname,
        "Given": given,
        "School": school,
        "Level": level,
        "Location": location,
        "Withheld": "yes" if withheld else "",
        "Birth withheld": "yes" if birth_withheld else "",
    }
    with acting(context, who, reason, dry_run=dry_run) as (session, officer):
        family = family_of(session)
        counts = add(session, cells, anyway=anyway, who=officer, now=now())
    added = _("{id} {name}: would be new") if dry_run else _("{id} {name}: new")
    say(added.format(id=counts.created[0], name=name))
    if dry_run:
        return
    if not spans and family.memberships:
        note(_("Without a membership, so no game counts (3(5)): banzuke members renew ID FIRST/LAST"))
    note(_("Next: banzuke problems"))


def members_renew(
    context: typer.Context,
    member: Member,
    spans: Spans,
    dry_run: DryRun = False,
    reason: Reason = "",
    who: Who = None,
) -> None:
    """Add memberships to a member. A membership with the same first day as an existing one replaces it."""
    from office.register.enter import renew
    from office.register.told import change_lines

    with acting(context, who, reason, dry_run=dry_run) as (session, officer):
        counts = renew(session, member, spans, who=officer, now=now())
    say_lines(line.strip() for line in change_lines(counts, whole=True))
    if not counts.changes:
        say(_("Nothing to change: these memberships are there."))
    if not dry_run:
        note(_("Next: banzuke problems"))


def members_duplicates(
    context: typer.Context,
    member: Annotated[str | None, argument("Only with this member: ID or full name.")] = None,
    everything: Annotated[
        bool, option("Also list pairs whose birth date, sex or FIDE ID differs.", "--all")
    ] = False,
) -> None:
    """List entries of the register that may be one person, with what speaks for and against it."""
    from office.families import family_of
    from office.register.doubles import doubles, last_days
    from office.register.find import find_member
    from office.register.told import double_lines

    with reading(context) as session:
        only = find_member(session, member).federation_id if member else None
        pairs, until, family = doubles(session, only), last_days(session), family_of(session)
    shown = [pair for pair in pairs if pair.likely or everything]
    say(_("Pairs of entries that may be one person: {n}", n=len(shown)))
    for pair in shown:
        say()
        say_lines(double_lines(pair, until, family))
    if len(shown) < len(pairs):
        more = len(pairs) - len(shown)
        note(_("Pairs with one name whose other facts differ: {n}; --all shows them", n=more))
    if shown:
        note(_("Next: banzuke members merge ID --into ID --reason …, or members apart ID ID --reason …"))


def members_apart(
    context: typer.Context,
    one: Annotated[str, argument("The ID of one entry.")],
    other: Annotated[str, argument("The ID of the other.")],
    reason: Reason = "",
    who: Who = None,
) -> None:
    """Decide that two entries are two people: they are no longer listed as possible duplicates."""
    from office.merge.merge import keep_apart

    with deciding(context, who, reason) as (session, made):
        number = keep_apart(session, one, other, made).id
    say(_("Decision {id}: {one} and {other} are two people", id=number, one=one, other=other))


def members_import(
    context: typer.Context,
    file: Annotated[Path, given_file("The register: CSV, xlsx, xls or ods.")],
    dry_run: DryRun = False,
    encoding: Declared = None,
    reason: Reason = "",
) -> None:
    """Take the register from a file: new members, changed ones, memberships."""
    from importer.errors import ImportRefused
    from importer.given import GivenFile, bytes_of
    from importer.register_apply import held_already
    from office.families import family_of
    from office.lists.chain import latest_published
    from office.register.refused import refused_lines
    from office.register.take import register_file

    office = open_office(context.obj, reason)
    with office.reading() as session:
        family, held = family_of(session), held_already(session)
    ready = register_file(GivenFile(file.name, bytes_of(file)), encoding, family, office.day(now()), held)
    if ready.faults and not dry_run:
        raise ImportRefused(ready.faults)
    with office.writing(dry_run=dry_run) as session:
        stored, last = ready.store(session, now(), dry_run), latest_published(session)
    say_lines(stored.lines)
    if ready.faults:
        say_lines(refused_lines(ready.faults))
        raise ImportRefused(ready.faults)
    if stored.likely and dry_run:  # the command that lists them would not find those of the file
        note(_("Pairs of entries that may be one person: {n}", n=stored.likely))
    elif stored.likely:
        n = stored.likely
        note(_("Pairs of entries that may be one person: {n}; see banzuke members duplicates", n=n))
    if dry_run:
        return
    if last is None:
        note(_("Next: banzuke opening import LIST.csv --list YYYY-MM-01, or banzuke import LINK"))
    else:
        note(_("Next: {step}", step="banzuke status"))


def members_export(
    context: typer.Context,
    file: Annotated[Path, argument("What to write: NAME.csv or NAME.xlsx.", dir_okay=False)],
    bom: Annotated[bool, option("With the mark (BOM) that Excel needs for UTF-8.", "--bom")] = False,
    replace: Replace = False,
) -> None:
    """Write the whole register, birth dates included, as a file that `members import` reads back the same."""
    from office.register.export import register_csv, register_workbook, without_line

    ending = file.suffix.lower()
    if ending not in (".csv", ".xlsx"):
        raise typer.BadParameter(_("a name that ends in .csv or .xlsx"), param_hint="FILE")
    if ending != ".csv":
        refuse_idle(context, "bom", other="NAME.csv")
    with reading(context) as session:
        data = register_workbook(session) if ending == ".xlsx" else register_csv(session, bom=bom)
        merged = without_line(session)
    save_beside(file, data, replace=replace)
    told = _("{file}: the whole register with birth dates and wishes for privacy, for the office alone",
             file=file)  # fmt: skip
    say(told)
    for gone, kept in merged:
        merged_into = {"gone": gone, "kept": kept}
        note(_("{gone} has no line, merged into {kept}; what only it has is not in the file", **merged_into))


def members_show(
    context: typer.Context,
    member: Member,
    known: Annotated[
        Day | None, day("As the office knew it at the end of this day, in the office's own time.")
    ] = None,
) -> None:
    """What the office knows of a member, since when, and from where; or knew on a day."""
    from office.register.find import find_member
    from office.register.member import member_lines

    with reading(context) as session:
        say_lines(member_lines(session, find_member(session, member), known))


def members_merge(
    context: typer.Context,
    duplicate: Annotated[str, argument("The ID of the entry to give up.")],
    into: Annotated[str, option("The ID of the member who is kept.")],
    reason: Reason = "",
    anyway: Annotated[bool, option("Merge although something speaks against it.", "--anyway")] = False,
    who: Who = None,
) -> None:
    """Decide that two entries are one member. Can be taken back: banzuke resolve --take-back NUMBER."""
    from cli.rule import next_or_undo
    from office.merge.merge import merge

    with deciding(context, who, reason) as (session, made):
        done = merge(session, duplicate, into, anyway=anyway, made=made)
        gone, kept = (f"{m.federation_id} {m.name}" for m in (done.gone, done.kept))
        number, published = done.ruling.id, done.published
        following = next_or_undo(session, done.ruling)
    show_problems(done.against)
    say(_("Decision {id}: {gone} is the same person as {kept}", id=number, gone=gone, kept=kept))
    if published:
        note(published.words())
    note(following)
