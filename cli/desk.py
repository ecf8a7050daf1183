"""What is open, and the answers: status, events, problems, resolve."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal
from unicodedata import normalize

import typer

from cli.options import MANY, Day, Reason, Who, argument, day, option
from cli.out import note, save, say, say_lines, say_table
from cli.session import deciding, reading, today
from office.words import _, n_, p_

if TYPE_CHECKING:
    from importer.tables import RulingRow


def status(
    context: typer.Context,
    everything: Annotated[bool, option("Also what is known to be missing.", "--all")] = False,
) -> None:
    """What is open, for which list, until when."""
    from office.desk.status import status_text

    with reading(context) as session:
        text = status_text(session, today(session), everything=everything)
    say(text)


def events(
    context: typer.Context,
    event: Annotated[
        str | None, argument("One event (E3 or tournament number): as printed, and as taken.")
    ] = None,
    file: Annotated[
        Path | None, option("Its players, as printed and as taken.", "--csv", dir_okay=False)
    ] = None,
) -> None:
    """All events, or one of them whole. Shows when each was reported, its list and its questions."""
    from office.desk.refresh import refresh

    if event is not None:
        _one_event(context, event, file)
        return
    if file is not None:
        raise typer.BadParameter(_("--csv is of one event: name it"))
    from office.desk.status import event_states, failed_reports

    with reading(context) as session:
        desk = refresh(session)
        states = event_states(session, desk, today(session))
        rows = [
            (
                f"E{e.view.event.id}",
                e.view.event.tournament,
                e.view.event.name,
                e.view.event.last_day,
                e.view.reported_on() or ("–" if e.view.excluded() else _("incomplete")),
                e.published or e.list_date or "–",
                states[e.view.key],
            )
            for e in desk.events
        ]
        failed = failed_reports(session)
    if rows:
        times = (_("last day"), _("reported"), _("list"), _("state"))
        say_table(rows, _("event"), _("number"), p_("event", "name"), *times)
    say_lines(failed)
    if not rows and not failed:
        note(_("No events yet. Next: banzuke import LINK"))


def _one_event(context: typer.Context, target: str, file: Path | None) -> None:
    from cli.sight import shown
    from office.desk.decision import event_named
    from office.desk.event_page import event_csv, event_text
    from office.desk.refresh import refresh
    from office.desk.resolve import rulings_of

    with reading(context) as session:
        desk = refresh(session)
        found = event_named(desk.events, target)
        text = event_text(session, desk, found, today(session))
        data = event_csv(session, found.view) if file is not None else b""
        ruled = [r.id for r, _name in rulings_of(session, taken_back=False) if r.event_key == found.view.key]
    say(text)
    shown(context.obj, (), ruled)
    if file is not None:
        save(file, data)
        say(_("{file}: the players as printed, and who they are taken for", file=file))


def problems(
    context: typer.Context,
    event: Annotated[
        str | None, argument("Of this event (E3 or tournament number).", show_default=False)
    ] = None,
    code: Annotated[str | None, option("Of this kind, each by itself.")] = None,
    member: Annotated[str | None, option("That name this member: ID or whole name.")] = None,
    everything: Annotated[bool, option("Also those that are settled.", "--all")] = False,
    next_: Annotated[
        bool, option("One question, whole, with the command lines that answer it.", "--next")
    ] = False,
) -> None:
    """The open questions, and what to do."""
    from cli.questions import say_next, together
    from cli.sight import shown
    from office.desk.groups import Group, grouped, numbered_problems
    from office.desk.next_step import next_step
    from office.desk.refresh import refresh

    if next_ and (everything or event or code or member):  # it would be of another event
        raise typer.BadParameter(_("{option} goes with no event and no other option", option="--next"))
    with reading(context) as session:
        desk = refresh(session)
        if next_:
            step = next_step(session, desk, today(session))
            shown(context.obj, say_next(session, say, step, whatever=True))
            return
        rows = numbered_problems(session, desk, everything=everything, event=event, code=code, member=member)
        for group in grouped(rows) if code is None else [Group((row,)) for row in rows]:
            say("\n".join(together(session, group)))
        waiting = sum(g.first.state == "open" and g.first.blocks for g in grouped(rows))
        step = next_step(session, desk, today(session))
    shown(context.obj, rows)
    if waiting:
        note(
            n_("{n} question to decide.", "{n} questions to decide.", waiting)
            + " "
            + _("Next: banzuke resolve P… shows the answers that fit; give one of them, and --reason")
        )
    elif event is None and code is None and member is None:
        note(_("Nothing is left to decide. Next: {step}", step=step))
    elif not rows:
        note(_("No such problem is open. Without a choice: banzuke problems"))


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
    alias: Annotated[str | None, option("As --match, and so wherever this name and IDs stand again.")] = None,
    date: Annotated[Day | None, day("The day the round was played.")] = None,
    days: Annotated[
        str | None, option("The event's days, FIRST/LAST, where its source does not say them.")
    ] = None,
    same_as: Annotated[
        str | None, option("The same event was reported before, as this one (E3), which counts.")
    ] = None,
    time_control: Annotated[str | None, option("E.g. 45+30: minutes + seconds a move.")] = None,
    event_class: Annotated[
        str | None, option("The event's class: lightning, open, short, club; junior (QJ 1).", "--class")
    ] = None,
    reported: Annotated[Day | None, day("The day the event counts as reported.")] = None,
    accept_late: Annotated[bool, option("Rate it though it is late, 3(7).", "--accept-late")] = False,
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
        str | None, option("Nothing is to be read of this report any more (status); several: 3-5,8.")
    ] = None,
    rating: Annotated[int | None, option("The first rating the office decides.", min=1, max=MANY)] = None,
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
    fee_accepted: Annotated[bool, option("Rate it though the fees are not paid.", "--fee-accepted")] = False,
    take_back: Annotated[str | None, option("Take this decision back; several: 12-20,31.")] = None,
) -> None:
    """Answer questions. Each answer is kept with its reason, who and when, and can be taken back.

    `banzuke resolve P3` alone shows the question and the answers that fit it."""
    from cli.questions import say_next
    from cli.sight import sight
    from importer.rulings import Kind
    from office.desk.choices import decision_of
    from office.desk.next_step import after_answers
    from office.desk.resolve import resolve_all, ruling_numbers, withdraw
    from office.merge.part import parted_lines
    from office.rules.standing import ruled_text

    targets = [normalize("NFKC", target) for target in targets]
    given = {
        "--match": match, "--alias": alias, "--date": date, "--days": days, "--same-as": same_as,
        "--time-control": time_control, "--class": event_class, "--reported": reported,
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
        numbers = ruling_numbers(take_back)
        seen = sight(context.obj)
        with deciding(context, who, reason, seen) as (session, made):
            rows = withdraw(session, numbers, seen=seen, made=made)
            due = [line for row in rows if row.kind == Kind.MERGE for line in parted_lines(session, row)]
        for row in rows:
            told = _("Decision {id} ({kind}) is taken back; what it answered is open again", id=row.id,
                     kind=row.kind)  # fmt: skip
            say(told)
        for line in due:
            note(line)
        back = {Kind(row.kind) for row in rows} <= {Kind.CLOSE, Kind.KNOWN}  # no problem has a number of them
        note(_("Next: banzuke status") if back else _("Next: banzuke problems"))
        return
    if close is not None:
        from office.desk.reports import close_reports

        with deciding(context, who, reason) as (session, made):
            closed = [{"id": row.id, "report": n} for n, row in close_reports(session, close, made=made)]
        for facts in closed:
            say(_("Decision {id}: report {report} is closed; it is kept as it was received", **facts))
        note(_("Next: banzuke status"))
        return
    if targets and not chosen and all(target[:1] in ("P", "p") for target in targets):
        _answers(context, targets)
        return
    if len(chosen) != 1 or not targets:
        raise typer.BadParameter(_("give problems or events, and exactly one decision (see --help)"))
    decision = decision_of(*chosen[0], round=round_, board=board, player=player)
    seen = sight(context.obj)
    with deciding(context, who, reason, seen) as (session, made):  # all of them or none
        ruled = resolve_all(session, targets, decision, seen=seen, made=made, code=code)
        following: list[str] = []
        step = after_answers(session, today(session))
        seen.look(say_next(session, following.append, step, whatever=False))

    def words(ruling: "RulingRow") -> str:
        return " ".join(filter(None, (decision.kind.value, ruled_text(ruling))))

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
