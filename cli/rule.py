"""`banzuke rule`: decisions on a list, a member or an organizer, which no question asks for.

`banzuke rulings`: every decision, listed, exported, taken over."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from cli.options import MANY, Day, Member, Reason, Replace, Who, argument, day, given_file, option
from cli.out import note, save_beside, say, say_lines
from cli.session import deciding, now, reading, today, writing
from importer.plain_text import file_name
from office.words import _, p_
from office.words.formats import day as day_told

if TYPE_CHECKING:
    from sqlmodel import Session

    from importer.tables import RulingRow

NextList = Annotated[Day | None, day("The list's date; the next one.", "--list")]
Organizer = Annotated[str, argument("The organizer, by any name on file.")]


def adjustment(
    context: typer.Context,
    member: Member,
    points: Annotated[int, option("Points to add; --points=-12 takes them off.", min=-MANY, max=MANY)],
    reference: Annotated[
        str, option("The decision it rests on; printed in explanations and on the website.")
    ],
    type_: Annotated[str, option("standard, rapid or ncs.", "--type")] = "standard",
    list_date: NextList = None,
    announced: Annotated[Day | None, day("The day the members were told, 2019 5(2).")] = None,
    closed_list: Annotated[Day | None, day("The closed list whose error this makes up for, 7(3).")] = None,
    error_reported: Annotated[Day | None, day("The day that error was pointed out.")] = None,
    reason: Reason = "",
    who: Who = None,
) -> None:
    """Add points to a rating on one list: a decision of the Board, or the error of a closed list."""
    from office.rules.enter import adjust
    from office.rules.standing import Adjusting

    days = [d.isoformat() if d else None for d in (announced, closed_list, error_reported)]
    adjusting = Adjusting(points, reference, *days)
    with deciding(context, who, reason) as (session, made):
        row = adjust(session, member, type_, adjusting, list_date, made=made)
        said, following = _told(session, row), next_or_undo(session, row)
    say(said)
    note(following)


def outside(
    context: typer.Context,
    member: Member,
    jca: Annotated[int | None, option("The member's JCA rating, 2019 2(3).", min=-MANY, max=MANY)] = None,
    foreign: Annotated[
        int | None, option("Another country's rating, taken on application, 2019 2(3).", min=-MANY, max=MANY)
    ] = None,
    reason: Reason = "",
    who: Who = None,
) -> None:
    """A rating from outside that an unrated member may take over."""
    from office.rules.enter import outside as enter

    given = [(of, rating) for of, rating in (("jca", jca), ("foreign", foreign)) if rating is not None]
    if len(given) != 1:
        raise typer.BadParameter(_("give --jca or --foreign"))
    (of, rating) = given[0]
    with deciding(context, who, reason) as (session, made):
        row = enter(session, member, of, rating, made=made)
        said, following = _told(session, row), next_or_undo(session, row)
    say(said)
    note(following)


def fees(
    context: typer.Context,
    organizer: Organizer,
    list_date: Annotated[Day, day("The list's date.", "--list")],
    paid: Annotated[Day | None, day("The day the fees were paid.")] = None,
    unpaid: Annotated[bool, option("They were not paid in time.", "--unpaid")] = False,
    accepted: Annotated[bool, option("Rate them although they are not paid.", "--accepted")] = False,
    reason: Reason = "",
    who: Who = None,
) -> None:
    """Record an organizer's fees for a list as paid or not. One event: banzuke resolve E3 --fee-paid DAY."""
    import json

    from office.rules.enter import fee_of_all
    from office.rules.standing import fee_answer, ruling_words

    given = ((f"paid {paid}", paid is not None), ("unpaid", unpaid), ("accepted", accepted))
    words = [word for word, is_given in given if is_given]
    if len(words) != 1:
        raise typer.BadParameter(_("give one of --paid DAY, --unpaid, --accepted"))
    with deciding(context, who, reason) as (session, made):
        value = fee_answer(words[0], today(session), "--paid")
        row = fee_of_all(session, organizer, list_date, value, made=made)
        payer = json.loads(row.subject)["organizer"]
        of_list = _("list of {day}", day=day_told(list_date))
        said = _(
            "Decision {id}: {what}",
            id=row.id,
            what=f"{ruling_words(row)}{p_('punctuation', ': ')}{payer}{_(', ')}{of_list}",
        )
        following = next_or_undo(session, row)
    say(said)
    note(following)


def person(
    context: typer.Context,
    organizer: Organizer,
    person: Annotated[str, argument("A member's ID, or the address that reports come from.")],
    role: Annotated[
        Literal["representative", "reporter", "in-charge"],
        option("The organizer, who reports for it (4(2)), or who runs its events (3(3)).", "--as"),
    ],
    member: Annotated[str | None, option("The ID of the member whose address it is.")] = None,
    since: Annotated[Day | None, day("The first day. Default: always.", "--from")] = None,
    until: Annotated[Day | None, day("The last day. Default: until further notice.")] = None,
    reason: Reason = "",
    who: Who = None,
) -> None:
    """Who reports for an organizer, or runs the organizer's events: one answer for all their reports."""
    from office.rules.people import rule_person
    from office.rules.standing import typed_roles

    (is_what,) = (one for one, typed in typed_roles().items() if typed == role)
    with deciding(context, who, reason) as (session, made):
        row = rule_person(
            session, organizer, person, is_what, member=member, first=since, last=until, made=made
        )
        said, following = _told(session, row), next_or_undo(session, row)
    say(said)
    note(following)


def rating_gap(
    context: typer.Context,
    points: Annotated[int, argument("So many points; the first value is 500.", min=-MANY, max=MANY)],
    reason: Reason = "",
    who: Who = None,
) -> None:
    """How far a rating in a report may be from the member's before it counts against the match."""
    from office.rules.enter import rule_rating_gap

    with deciding(context, who, reason) as (session, made):
        row = rule_rating_gap(session, points, made=made)
        said = _("Decision {id}: a printed rating may differ by {points} points", id=row.id, points=row.value)
        following = next_or_undo(session, row)
    say(said)
    note(following)


def known(
    context: typer.Context,
    missing: Annotated[list[str], argument("peaks, birth-dates, organizers, applications, people.")],
    reason: Reason = "",
    who: Who = None,
) -> None:
    """What is assumed or not asked is known and may stay so: banzuke status no longer shows it."""
    from office.desk.assumed import know

    with deciding(context, who, reason) as (session, made):
        said = [_told(session, row) for row in know(session, missing, made=made)]
    say_lines(said)
    note(_("Next: banzuke status; banzuke status --all shows it again"))


def _told(session: "Session", row: "RulingRow") -> str:
    """A decision that was just made, and the one whose place it takes."""
    from importer.rulings import replaced
    from office.rules.standing import ruling_words, subject_words

    said = _(
        "Decision {id}: {what}",
        id=row.id,
        what=f"{ruling_words(row)}{p_('punctuation', ': ')}{subject_words(row)}",
    )
    before = replaced(session, row)
    if before is None:
        return said
    return said + _(", ") + _("in place of decision {id} ({what})", id=before.id, what=ruling_words(before))


def next_or_undo(session: "Session", row: "RulingRow") -> str:
    """What is done next after a decision that no question asked for, and how it is undone."""
    from office.desk.next_step import next_step
    from office.desk.refresh import refresh

    step = next_step(session, refresh(session), today(session))
    facts = {"step": step, "number": row.id}
    return _("Next: {step}; banzuke resolve --take-back {number} --reason … undoes it", **facts)


def rulings(
    context: typer.Context, everything: Annotated[bool, option("Also those taken back.", "--all")] = False
) -> None:
    """Every decision: what, about what, why, who and when."""
    from cli.sight import shown
    from office.desk.resolve import rulings_of
    from office.desk.status import ruling_lines

    with reading(context) as session:
        lines = ruling_lines(session, everything=everything)
        told = [row.id for row, _event in rulings_of(session, taken_back=False)]
    say_lines(lines)
    shown(context.obj, (), told)
    if not lines:
        note(_("No rulings"))


def export(
    context: typer.Context,
    file: Annotated[Path, argument("What to write, as JSON.", dir_okay=False)],
    replace: Replace = False,
) -> None:
    """Write every decision, also those taken back, as a file that another office can take over."""
    from office.rules.replay import rulings_json

    with reading(context) as session:
        text = rulings_json(session)
    save_beside(file, text.encode(), replace=replace)
    say(_("{file}: every ruling; names of players and officers are in it", file=file))


NAMED = 5
"""So many events and lists are named that a file of decisions is about and the office does not have."""


def take(context: typer.Context, file: Annotated[Path, given_file("The exported decisions.")]) -> None:
    """Take over decisions that another office made on the same register and readings: all or none."""
    from importer.given import bytes_of
    from office.desk.next_step import next_step
    from office.desk.refresh import refresh
    from office.rules.replay import lines_of, take_rulings

    given = bytes_of(file)
    with writing(context) as session:
        done = take_rulings(session, given, file_name(file.name), now())
        step = next_step(session, refresh(session), today(session))
    say(p_("problem", "; ").join(lines_of(done)))
    if absent := sorted(set(done.absent)):
        named = _(", ").join(absent[:NAMED]) + (" …" if absent[NAMED:] else "")
        note(
            _(
                "Not here: {named}. What is decided of an event acts once it is reported; was the file meant"
                " for this office?",
                named=named,
            )
        )
    note(_("Next: {step}", step=step))
