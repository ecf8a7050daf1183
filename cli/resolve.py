"""Answers: resolve."""

from typing import TYPE_CHECKING, Annotated, Literal
from unicodedata import normalize

import typer

from cli.options import MANY, Day, Reason, Who, argument, day, option, refuse_idle
from cli.out import note, say
from cli.session import deciding, reading, today
from office.words import _, p_

if TYPE_CHECKING:
    from importer.tables import RulingRow
    from office.desk.answers import Decision

MOST_TOLD = 10
"""More answers than these are told in one line."""


def resolve(
    context: typer.Context,
    targets: Annotated[
        list[str],
        argument("Problems (P12, P60-P70) or events (E3 or tournament number).", show_default=False),
    ] = [],  # noqa: B006  typer copies it
    reason: Reason = "",
    who: Who = None,
    match: Annotated[str | None, option("The player is the member of this ID.")] = None,
    no_member: Annotated[bool, option("The player is a non-member.", "--no-member")] = False,
    alias: Annotated[
        str | None, option("As --match, and the same wherever this name and IDs appear again.")
    ] = None,
    date: Annotated[Day | None, day("The day the round was played.")] = None,
    days: Annotated[
        str | None, option("The event's days, FIRST/LAST, where its source does not say them.")
    ] = None,
    name: Annotated[str | None, option("The event's name, where its report does not say it.")] = None,
    same_as: Annotated[
        str | None, option("The same event was reported before, as this one (E3), which counts.")
    ] = None,
    time_control: Annotated[str | None, option("E.g. 45+30: minutes + seconds a move.")] = None,
    event_class: Annotated[
        str | None, option("The event's class: lightning, open, short, club; junior (QJ 1).", "--class")
    ] = None,
    reported: Annotated[Day | None, day("The day the event counts as reported.")] = None,
    accept_late: Annotated[bool, option("Rate it although it is late, 3(7).", "--accept-late")] = False,
    accept: Annotated[bool, option("Take the problem as it is.", "--accept")] = False,
    leave_out: Annotated[
        bool, option("Rate the event without the games that could not be read.", "--leave-out")
    ] = False,
    exclude: Annotated[
        bool, option("Leave the event out, 3(8); or one game, with --round --board.", "--exclude")
    ] = False,
    defer: Annotated[bool, option("Not into this list but the next.", "--defer")] = False,
    code: Annotated[str | None, option("Of an event: all its open problems of this kind.")] = None,
    round_: Annotated[int | None, option("Which round.", "--round", min=1, max=MANY)] = None,
    board: Annotated[int | None, option("Which board.", min=1, max=MANY)] = None,
    player: Annotated[int | None, option("Which starting number.", min=1, max=MANY)] = None,
    close: Annotated[
        str | None, option("Close this report: nothing more is to be read from it (status); several: 3-5,8.")
    ] = None,
    rating: Annotated[int | None, option("The first rating the office decides.", min=0, max=MANY)] = None,
    organizer: Annotated[
        Literal["accepted", "refused"] | None, option("Whether the organizer may host rated games, 3(3).")
    ] = None,
    authorised: Annotated[
        str | None, option("Who reported may do so for this organizer: the member's ID, or organizer.")
    ] = None,
    reported_by: Annotated[
        str | None, option("Who reported the event, 4(2): a member's ID, or organizer.")
    ] = None,
    run_by: Annotated[str | None, option("Who ran the event, 3(3): a member's ID.")] = None,
    form: Annotated[
        Literal["tournament", "meeting"] | None, option("What kind of event it is, 3(2).")
    ] = None,
    fide_official: Annotated[
        bool | None, option("A FIDE official event.", "--fide-official/--not-fide-official")
    ] = None,
    regional: Annotated[
        bool | None, option("It qualifies for the championship.", "--regional/--not-regional")
    ] = None,
    fee_paid: Annotated[Day | None, day("The day the event's fees were paid.")] = None,
    fee_unpaid: Annotated[bool, option("They were not paid in time.", "--fee-unpaid")] = False,
    fee_accepted: Annotated[
        bool, option("Rate it although the fees are not paid.", "--fee-accepted")
    ] = False,
    take_back: Annotated[str | None, option("Take this decision back; several: 12-20,31.")] = None,
) -> None:
    """Answer questions. Each answer is kept with its reason, who and when, and can be taken back.

    `banzuke resolve P3` alone shows the question and the answers that fit it."""
    targets = [normalize("NFKC", target) for target in targets]
    given = {
        "--match": match, "--alias": alias, "--date": date, "--days": days, "--name": name,
        "--same-as": same_as, "--time-control": time_control, "--class": event_class, "--reported": reported,
        "--rating": rating, "--organizer": organizer, "--authorised": authorised,
        "--reported-by": reported_by, "--run-by": run_by, "--form": form, "--fee-paid": fee_paid,
        "--no-member": no_member, "--accept-late": accept_late, "--accept": accept, "--leave-out": leave_out,
        "--exclude": exclude, "--defer": defer, "--fee-unpaid": fee_unpaid, "--fee-accepted": fee_accepted,
        "--fide-official": fide_official is True, "--not-fide-official": fide_official is False,
        "--regional": regional is True, "--not-regional": regional is False,
    }  # fmt: skip
    chosen = [
        (option, None if value is True else str(value))
        for option, value in given.items()
        if value is not None and value is not False
    ]
    lone = [name for name, value in (("--take-back", take_back), ("--close", close)) if value is not None]
    of_event = [one for one in (code, round_, board, player) if one is not None]
    if lone and (targets or chosen or lone[1:] or of_event):
        raise typer.BadParameter(_("{option} goes with no problem, event or other decision", option=lone[0]))
    if take_back is not None:
        _take_back(context, take_back, reason, who)
    elif close is not None:
        _close(context, close, reason, who)
    elif targets and not chosen and all(target[:1] in ("P", "p") for target in targets):
        idle = ("reason", "who", "code", "round_", "board", "player")
        refuse_idle(context, *idle, other=_("an answer"))
        _answers(context, targets)
    elif len(chosen) != 1 or not targets:
        raise typer.BadParameter(_("give problems or events, and exactly one decision (see --help)"))
    else:
        from office.desk.options import decision_of

        decision = decision_of(*chosen[0], round=round_, board=board, player=player)
        _decide(context, targets, decision, code, reason, who)


def _take_back(context: typer.Context, numbers: str, reason: str, who: str | None) -> None:
    """Takes decisions back; what is due by it is told."""
    from cli.sight import sight
    from importer.rulings import Kind
    from office.desk.withdraw import ruling_numbers, withdraw
    from office.merge.part import parted_lines
    from office.rules.standing import kind_told

    seen = sight(context.obj)
    with deciding(context, who, reason, seen) as (session, made):
        rows = withdraw(session, ruling_numbers(numbers), seen=seen, made=made)
        due = [line for row in rows if row.kind == Kind.MERGE for line in parted_lines(session, row)]
    for row in rows:
        facts = {"id": row.id, "kind": kind_told(row.kind)}
        say(_("Decision {id} ({kind}) is taken back; what it answered is open again", **facts))
    for line in due:
        note(line)
    back = {Kind(row.kind) for row in rows} <= {Kind.CLOSE, Kind.KNOWN}  # no problem has a number of them
    note(_("Next: banzuke status") if back else _("Next: banzuke problems"))


def _close(context: typer.Context, reports: str, reason: str, who: str | None) -> None:
    """Closes reports that could not be read."""
    from office.desk.reports import close_reports

    with deciding(context, who, reason) as (session, made):
        closed = [{"id": row.id, "report": n} for n, row in close_reports(session, reports, made=made)]
    for facts in closed:
        say(_("Decision {id}: report {report} is closed; it is kept as it was received", **facts))
    note(_("Next: banzuke status"))


def _answers(context: typer.Context, targets: list[str]) -> None:
    """What fits each question, where none of the answers was given."""
    from cli.questions import with_answers
    from cli.sight import shown
    from office.desk.groups import grouped
    from office.desk.refresh import refresh
    from office.desk.resolve import asked

    with reading(context) as session:
        desk = refresh(session)
        rows = asked(session, desk, targets)
        groups = grouped(rows)
        lines = [line for group in groups for line in with_answers(session, group)]
    say("\n".join(lines))
    shown(context.obj, rows)


def _decide(
    context: typer.Context,
    targets: list[str],
    decision: "Decision",
    code: str | None,
    reason: str,
    who: str | None,
) -> None:
    """Stores the answer to each, and tells what became of it and what comes next."""
    from cli.questions import say_next
    from cli.sight import sight
    from office.desk.next_step import after_answers
    from office.desk.resolve import resolve_all
    from office.rules.standing import kind_told, ruled_text

    seen = sight(context.obj)
    with deciding(context, who, reason, seen) as (session, made):  # all of them or none
        ruled = resolve_all(session, targets, decision, seen=seen, made=made, code=code)
        following: list[str] = []
        step = after_answers(session, today(session))
        seen.look(say_next(session, following.append, step, whatever=False))

    def words(ruling: "RulingRow") -> str:
        return " ".join(filter(None, (kind_told(decision.kind.value), ruled_text(ruling))))

    if len(ruled) > MOST_TOLD and all(done.settled for done in ruled):
        first, last = ruled[0].ruling.id, ruled[-1].ruling.id
        facts = {"first": first, "last": last, "n": len(ruled)}
        said = _("Decisions {first} to {last}: {what}: {n} questions", what=words(ruled[0].ruling), **facts)
        undone = _("undone by {command}", command=f"banzuke resolve --take-back {first}-{last}")
        say(said + p_("problem", "; ") + undone)
        ruled = []
    for done in ruled:
        what = f"{words(done.ruling)}{p_('punctuation', ': ')}{done.about}"
        if not done.settled:
            what += p_("problem", "; ") + _("the problem is still there: see banzuke problems")
        say(_("Decision {id}: {what}", id=done.ruling.id, what=what))
    note("\n".join([_("Next:"), *following]))
