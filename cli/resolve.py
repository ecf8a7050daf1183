"""Answers to questions: `banzuke resolve`."""

from datetime import datetime
from enum import StrEnum
from typing import Annotated

import typer

from cli.options import MANY, Reason, Who, day
from cli.out import note, say
from cli.session import deciding, reading
from office.words import _


class Verdict(StrEnum):
    """Of an organizer."""

    accepted = "accepted"
    refused = "refused"


class Form(StrEnum):
    """Forms of an event, 3(2)."""

    tournament = "tournament"
    meeting = "meeting"


MOST_TOLD = 10
"""More answers than these are told in one line."""


def resolve(
    context: typer.Context,
    targets: Annotated[
        list[str],
        typer.Argument(
            help="Problems (P12, P60-P70) or events (E3 or tournament number).", show_default=False
        ),
    ] = [],  # noqa: B006  typer copies it
    reason: Reason = "",
    who: Who = None,
    match: Annotated[str | None, typer.Option(help="The player is the member of this ID.")] = None,
    no_member: Annotated[bool, typer.Option("--no-member", help="The player is a non-member.")] = False,
    alias: Annotated[
        str | None, typer.Option(help="As --match, and so wherever this name and IDs stand again.")
    ] = None,
    date: Annotated[datetime | None, day("The day the round was played.")] = None,
    days: Annotated[
        str | None, typer.Option(help="The event's days, FIRST/LAST, where its source does not say them.")
    ] = None,
    same_as: Annotated[
        str | None, typer.Option(help="The same event was reported before, as this one (E3), which counts.")
    ] = None,
    time_control: Annotated[str | None, typer.Option(help="E.g. 45+30: minutes + seconds a move.")] = None,
    event_class: Annotated[
        str | None,
        typer.Option("--class", help="The event's class: lightning, open, short, club; junior (QJ 1)."),
    ] = None,
    reported: Annotated[datetime | None, day("The day the event counts as reported.")] = None,
    accept_late: Annotated[
        bool, typer.Option("--accept-late", help="Rate it though it is late, 3(7).")
    ] = False,
    accept: Annotated[bool, typer.Option("--accept", help="Take the problem as it is.")] = False,
    leave_out: Annotated[
        bool, typer.Option("--leave-out", help="Rate the event without the games that could not be read.")
    ] = False,
    exclude: Annotated[
        bool, typer.Option("--exclude", help="Leave the event out, 3(8); or one game, with --round --board.")
    ] = False,
    defer: Annotated[bool, typer.Option("--defer", help="Not into this list but the next.")] = False,
    code: Annotated[str | None, typer.Option(help="Of an event: all its open problems of this kind.")] = None,
    round_: Annotated[int | None, typer.Option("--round", min=1, max=MANY, help="Which round.")] = None,
    board: Annotated[int | None, typer.Option(min=1, max=MANY, help="Which board.")] = None,
    player: Annotated[int | None, typer.Option(min=1, max=MANY, help="Which starting number.")] = None,
    close: Annotated[
        int | None,
        typer.Option(
            min=1, max=10**9, help="Nothing is to be read of this report any more (number: status)."
        ),
    ] = None,
    rating: Annotated[
        int | None, typer.Option(min=1, max=MANY, help="The first rating the office decides.")
    ] = None,
    organizer: Annotated[
        Verdict | None, typer.Option(help="Whether the organizer may host rated games, 3(3).")
    ] = None,
    authorised: Annotated[
        str | None,
        typer.Option(help="Who reported may do so for this organizer: the member's ID, or organizer."),
    ] = None,
    reported_by: Annotated[
        str | None, typer.Option(help="Who reported the event, 4(2): a member's ID, or organizer.")
    ] = None,
    run_by: Annotated[str | None, typer.Option(help="Who ran the event, 3(3): a member's ID.")] = None,
    form: Annotated[Form | None, typer.Option(help="What kind of event it is, 3(2).")] = None,
    fide_official: Annotated[
        bool | None, typer.Option("--fide-official/--not-fide-official", help="A FIDE official event.")
    ] = None,
    regional: Annotated[
        bool | None, typer.Option("--regional/--not-regional", help="It qualifies for the championship.")
    ] = None,
    fee_paid: Annotated[datetime | None, day("The day the event's fees were paid.")] = None,
    fee_unpaid: Annotated[bool, typer.Option("--fee-unpaid", help="They were not paid in time.")] = False,
    fee_accepted: Annotated[
        bool, typer.Option("--fee-accepted", help="Rate it though the fees are not paid.")
    ] = False,
    take_back: Annotated[str | None, typer.Option(help="Take this ruling back; several: 12-20,31.")] = None,
) -> None:
    """Answer questions. Each answer is kept with its reason, who and when, and can be taken back.

    `banzuke resolve P3` alone shows the question and the answers that fit it."""
    from cli.questions import say_next
    from cli.sight import sight
    from office.desk.choices import decision_of
    from office.desk.resolve import resolve_all, ruling_numbers, withdraw
    from office.place import Place
    from office.rules.standing import ruled_text

    if take_back is not None:
        numbers = ruling_numbers(take_back)
        seen = sight(Place(context.obj))
        with deciding(context, who, reason, seen) as (session, made):
            rows = withdraw(session, numbers, seen=seen, made=made)
            for row in rows:
                say(
                    _(
                        "Decision {id} ({kind}) is taken back; what it answered is open again",
                        id=row.id,
                        kind=row.kind,
                    )
                )
        note(_("Next: banzuke problems"))
        return
    if close is not None:
        from office.desk.reports import close_report

        with deciding(context, who, reason) as (session, made):
            row = close_report(session, close, made=made)
        say(
            _(
                "Decision {id}: report {report} is closed; it is kept as it was received",
                id=row.id,
                report=close,
            )
        )
        note(_("Next: banzuke status"))
        return
    given = {
        "--match": match, "--alias": alias, "--date": _text(date), "--days": days, "--same-as": same_as,
        "--time-control": time_control, "--class": event_class, "--reported": _text(reported),
        "--rating": _text(rating), "--organizer": organizer, "--authorised": authorised,
        "--reported-by": reported_by, "--run-by": run_by, "--form": form, "--fee-paid": _text(fee_paid),
        "--no-member": no_member, "--accept-late": accept_late, "--accept": accept, "--leave-out": leave_out,
        "--exclude": exclude, "--defer": defer, "--fee-unpaid": fee_unpaid, "--fee-accepted": fee_accepted,
        "--fide-official": fide_official is True, "--not-fide-official": fide_official is False,
        "--regional": regional is True, "--not-regional": regional is False,
    }  # fmt: skip
    chosen = [
        (option, value if isinstance(value, str) else None)
        for option, value in given.items()
        if value is not None and value is not False
    ]
    if targets and not chosen and all(target[:1] in "Pp" for target in targets):
        _answers(context, targets)
        return
    if len(chosen) != 1 or not targets:
        raise typer.BadParameter(_("give problems or events, and exactly one decision (see --help)"))
    decision = decision_of(*chosen[0], round=round_, board=board, player=player)
    seen = sight(Place(context.obj))
    with deciding(context, who, reason, seen) as (session, made):  # all of them or none
        ruled = resolve_all(session, targets, decision, seen=seen, made=made, code=code)
        following: list[str] = []
        seen.look(say_next(session, following.append, whatever=False))
    if len(ruled) > MOST_TOLD and all(done.settled for done in ruled):
        first, last = ruled[0].ruling.id, ruled[-1].ruling.id
        words = " ".join(filter(None, (decision.kind.value, ruled_text(ruled[0].ruling))))
        facts = {"first": first, "last": last, "n": len(ruled), "what": words}
        told = _("Decisions {first} to {last}: {what}: {n} questions", **facts)
        say(told + "; " + _("undone by {command}", command=f"banzuke resolve --take-back {first}-{last}"))
        ruled = []
    for done in ruled:
        after = "" if done.settled else "; " + _("the problem is still there: see banzuke problems")
        said = " ".join(filter(None, (decision.kind.value, ruled_text(done.ruling))))
        say(_("Decision {id}: {what}", id=done.ruling.id, what=f"{said}: {done.about}{after}"))
    note("\n".join([_("Next:"), *following]))


def _text(value: datetime | int | None) -> str | None:
    """A day or a number as it was typed."""
    return value.date().isoformat() if isinstance(value, datetime) else None if value is None else str(value)


def _answers(context: typer.Context, targets: list[str]) -> None:
    """What fits each question, where none of the answers was given."""
    from cli.questions import with_answers
    from cli.sight import shown
    from office.desk.groups import grouped
    from office.desk.refresh import refresh
    from office.desk.resolve import asked
    from office.place import Place

    with reading(context) as session:
        desk = refresh(session)
        rows = asked(session, desk, targets)
        groups = grouped(rows)
        lines = [line for group in groups for line in with_answers(session, group)]
    say("\n".join(lines))
    shown(Place(context.obj), rows)
