"""`banzuke rule`: decisions on a list, a member or an organizer, which no question asks for.

`banzuke rulings`: every decision, listed, exported, taken over."""

from datetime import datetime
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from cli.options import MANY, Reason, Who, day
from cli.out import note, say
from cli.session import deciding, reading, writing
from importer.plain_text import file_name
from office.words import _

ListDate = Annotated[datetime | None, day("The list's date; the next one.", "--list")]


class Role(StrEnum):
    """What somebody is to an organizer."""

    representative = "representative"
    reporter = "reporter"
    in_charge = "in-charge"


def adjustment(
    context: typer.Context,
    member: Annotated[str, typer.Argument(help="The member's ID or whole name.")],
    points: Annotated[
        int, typer.Option(min=-MANY, max=MANY, help="Points to add; --points=-12 takes them off.")
    ],
    reference: Annotated[str, typer.Option(help="The decision it rests on; printed in explanations.")],
    type_: Annotated[str, typer.Option("--type", help="standard, rapid or ncs.")] = "standard",
    list_date: ListDate = None,
    announced: Annotated[datetime | None, day("The day the members were told, 2019 5(2).")] = None,
    closed_list: Annotated[datetime | None, day("The closed list whose error it makes good, 7(3).")] = None,
    error_reported: Annotated[datetime | None, day("The day that error was pointed out.")] = None,
    reason: Reason = "",
    who: Who = None,
) -> None:
    """Add points to a rating on one list: a decision of the Board, or the error of a closed list."""
    from office.rules.enter import adjust
    from office.rules.standing import Adjusting, ruling_words, subject_words

    days = [d.date().isoformat() if d else None for d in (announced, closed_list, error_reported)]
    with deciding(context, who, reason) as (session, made):
        row = adjust(
            session,
            member,
            type_,
            Adjusting(points, reference, *days),
            list_date and list_date.date(),
            made=made,
        )
        said = _("Decision {id}: {what}", id=row.id, what=f"{ruling_words(row)}: {subject_words(row)}")
    say(said)
    note(_("Next: banzuke rate; banzuke resolve --take-back RULING undoes it"))


def outside(
    context: typer.Context,
    member: Annotated[str, typer.Argument(help="The member's ID or whole name.")],
    jca: Annotated[int | None, typer.Option(min=-MANY, max=MANY, help="His JCA rating, 2019 2(3).")] = None,
    foreign: Annotated[
        int | None,
        typer.Option(min=-MANY, max=MANY, help="Another country's rating, taken on application, 2019 2(3)."),
    ] = None,
    reason: Reason = "",
    who: Who = None,
) -> None:
    """A rating from outside that an unrated member may take over."""
    from office.rules.enter import outside as enter
    from office.rules.standing import ruling_words, subject_words

    given = [(of, rating) for of, rating in (("jca", jca), ("foreign", foreign)) if rating is not None]
    if len(given) != 1:
        raise typer.BadParameter(_("give --jca or --foreign"))
    (of, rating) = given[0]
    with deciding(context, who, reason) as (session, made):
        row = enter(session, member, of, rating, made=made)
        said = _("Decision {id}: {what}", id=row.id, what=f"{ruling_words(row)}: {subject_words(row)}")
    say(said)
    note(_("Next: banzuke rate; banzuke resolve --take-back RULING undoes it"))


def fees(
    context: typer.Context,
    organizer: Annotated[str, typer.Argument(help="The organizer, by any name on file.")],
    list_date: Annotated[datetime, day("The list's date.", "--list")],
    paid: Annotated[datetime | None, day("The day the fees were paid.")] = None,
    unpaid: Annotated[bool, typer.Option("--unpaid", help="They were not paid in time.")] = False,
    accepted: Annotated[bool, typer.Option("--accepted", help="Rate them though not paid.")] = False,
    reason: Reason = "",
    who: Who = None,
) -> None:
    """What became of all fees of an organizer for one list. One event: banzuke resolve E3 --fee-paid DAY."""
    import json

    from office.families import day_here
    from office.rules.enter import fee_of_all
    from office.rules.standing import fee_answer, ruling_words

    words = [
        word
        for word, given in (
            (f"paid {paid.date()}" if paid else "", paid is not None),
            ("unpaid", unpaid),
            ("accepted", accepted),
        )
        if given
    ]
    if len(words) != 1:
        raise typer.BadParameter(_("give one of --paid DAY, --unpaid, --accepted"))
    with deciding(context, who, reason) as (session, made):
        value = fee_answer(words[0], day_here(session, made.now))
        row = fee_of_all(session, organizer, list_date.date(), value, made=made)
        payer = json.loads(row.subject)["organizer"]
        of_list = _("list of {day}", day=list_date.date())
        said = _("Decision {id}: {what}", id=row.id, what=f"{ruling_words(row)}: {payer}, {of_list}")
    say(said)
    note(_("Next: banzuke fees, or banzuke rate"))


def person(
    context: typer.Context,
    organizer: Annotated[str, typer.Argument(help="The organizer, by any name on file.")],
    person: Annotated[str, typer.Argument(help="A member's ID, or the address that reports come from.")],
    role: Annotated[
        Role,
        typer.Option(
            "--as",
            help="The organizer, who reports for it (4(2)), or who runs its events (3(3)).",
        ),
    ],
    member: Annotated[str | None, typer.Option(help="The ID of the member whose address it is.")] = None,
    since: Annotated[datetime | None, day("The first day. Default: always.", "--from")] = None,
    until: Annotated[datetime | None, day("The last day. Default: to this day.")] = None,
    reason: Reason = "",
    who: Who = None,
) -> None:
    """Who reports for an organizer, or runs the organizer's events: one answer for all their reports."""
    from importer.organizers_people import REPORTS, REPRESENTS, RUNS
    from office.rules.people import rule_person
    from office.rules.standing import ruling_words, subject_words

    roles = {Role.representative: REPRESENTS, Role.reporter: REPORTS, Role.in_charge: RUNS}
    with deciding(context, who, reason) as (session, made):
        row = rule_person(
            session,
            organizer,
            person,
            roles[role],
            member=member,
            first=since and since.date(),
            last=until and until.date(),
            made=made,
        )
        said = _("Decision {id}: {what}", id=row.id, what=f"{ruling_words(row)}: {subject_words(row)}")
    say(said)
    note(_("Next: banzuke problems; banzuke resolve --take-back RULING undoes it"))


def rating_gap(
    context: typer.Context,
    points: Annotated[
        int, typer.Argument(min=-MANY, max=MANY, help="So many points; the first value is 500.")
    ],
    reason: Reason = "",
    who: Who = None,
) -> None:
    """How far a rating in a report may lie from the member's before it counts against the match."""
    from office.rules.enter import rule_rating_gap

    with deciding(context, who, reason) as (session, made):
        row = rule_rating_gap(session, points, made=made)
        said = _("Decision {id}: a printed rating may differ by {points} points", id=row.id, points=row.value)
    say(said)
    note(_("Next: banzuke problems; banzuke resolve --take-back RULING undoes it"))


def known(
    context: typer.Context,
    missing: Annotated[
        list[str], typer.Argument(help="peaks, birth-dates, organizers, applications, people.")
    ],
    reason: Reason = "",
    who: Who = None,
) -> None:
    """What is assumed or not asked is known and right so: banzuke status no longer shows it."""
    from office.desk.assumed import know
    from office.rules.standing import ruling_words, subject_words

    with deciding(context, who, reason) as (session, made):
        rows = know(session, missing, made=made)
        said = [
            _("Decision {id}: {what}", id=r.id, what=f"{ruling_words(r)}: {subject_words(r)}") for r in rows
        ]
    for line in said:
        say(line)
    note(_("Next: banzuke status; banzuke status --all shows it again"))


def rulings(
    context: typer.Context,
    everything: Annotated[bool, typer.Option("--all", help="Also those taken back.")] = False,
) -> None:
    """Every decision: what, about what, why, who and when."""
    if context.invoked_subcommand is not None:
        return
    from cli.sight import shown
    from office.desk.resolve import rulings_of
    from office.desk.status import ruling_lines
    from office.place import Place

    with reading(context) as session:
        lines = ruling_lines(session, everything=everything)
        told = [row.id for row, _event in rulings_of(session, taken_back=False) if row.id is not None]
    for line in lines:
        say(line)
    shown(Place(context.obj), (), told)
    if not lines:
        note(_("No rulings"))


def export(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(dir_okay=False, help="What to write, as JSON.")],
) -> None:
    """Write every ruling, also those taken back, as a file that another office can take over."""
    from office.rules.replay import rulings_json
    from publication.exports.files import write_whole

    with reading(context) as session:
        text = rulings_json(session)
    write_whole(file, text.encode())
    say(_("{file}: every ruling; names of players and officers are in it", file=file))


def take(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(exists=True, dir_okay=False, help="The exported rulings.")],
) -> None:
    """Take rulings over that another office made on the same register and readings: all or none."""
    from importer.given import bytes_of
    from office.clock import now
    from office.desk.refresh import refresh
    from office.rules.replay import lines_of, take_rulings

    given = bytes_of(file)
    with writing(context) as session:
        done = take_rulings(session, given, file_name(file.name), now())
        refresh(session)
    say("; ".join(lines_of(done)))
    note(_("Next: banzuke problems, or banzuke rate"))
