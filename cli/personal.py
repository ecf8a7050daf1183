"""Personal data (7(1)): everything about a member, erasure on request, how long mails and pages stay; and
memberships that had lapsed on the day of a game, while there is time."""

from pathlib import Path
from typing import Annotated

import typer

from cli.options import MANY, Member, Reason, Who, argument, option, readings
from cli.out import note, refuse_unseen, said_yes, save, say, say_lines
from cli.session import deciding, now, open_office, reading, today
from office.words import _, n_


def everything_(
    context: typer.Context,
    member: Member,
    file: Annotated[Path, argument("What to write: NAME.json.", dir_okay=False)],
) -> None:
    """Write everything the office holds about a member, for the member alone (7(1))."""
    from office.personal.everything import everything
    from office.register.find import find_member

    with reading(context) as session:
        found = find_member(session, member)
        number, text = found.federation_id, everything(session, found, now())
    save(file, text.encode("utf-8"))
    say(_("{file}: everything about {id}, for this member alone", file=file, id=number))
    note(_("Mails are files of their own: banzuke inbox list"))


def erase(
    context: typer.Context,
    member: Annotated[
        str, argument("The member's ID or full name; of somebody who is no member, the e-mail address.")
    ],
    organizer: Annotated[
        str | None, option("Of this organizer's people: who stands there without an ID, by address or name.")
    ] = None,
    yes: Annotated[bool, option("Erase without asking; for scripts.", "--yes")] = False,
    interpretation: Annotated[
        list[str], readings("Another reading of the text, e.g. R94=name-stays.", "R94")
    ] = [],  # noqa: B006
    reason: Reason = "",
    who: Who = None,
) -> None:
    """Erase for good what is known of somebody, except what published numbers rest on (7(1))."""
    from importer.organizers_people import address_of
    from office.jobs.board import site_command
    from office.personal.erase import erase as erase_now
    from office.personal.erase import erased_before, gone_for_good
    from office.register.find import find_member
    from office.runs.rate import switches_from

    if organizer is not None or address_of(member) is not None:
        _erase_others(context, member, organizer, yes=yes, reason=reason, who=who)
        return
    how_much = switches_from(interpretation).r94
    with reading(context) as session:
        found = find_member(session, member)
        number = found.federation_id
        asked = _("Erase what is known of {id} {name}? It cannot be taken back.", id=number, name=found.name)
        before = None if yes else erased_before(session, found, how_much)
    if not yes and before is None:
        refuse_unseen("erase-unconfirmed", "banzuke members erase", "in a script: --yes")
        if not said_yes(asked):
            say(_("Nothing was erased."))
            raise typer.Exit(1)
    with deciding(context, who, reason) as (session, made):
        done = erase_now(session, number, how_much=how_much, made=made)
        ruling, site = done.ruling.id, site_command(session)
    gone_for_good(open_office(context.obj))
    if not done.rows:
        facts = {"id": number, "ruling": ruling}
        say(_("{id} was erased before, by decision {ruling}; nothing is left to erase", **facts))
        return
    erased = n_("{n} row was emptied", "{n} rows were emptied", done.rows)
    facts = {"id": ruling, "members": _(", ").join(done.members), "rows": erased}
    say(_("Decision {id}: erased, {members}; {rows}", **facts))
    note(
        _(
            "Published lists stay as they are. Copies made before, a database that the office was moved from,"
            " and files of the office in lists/, games/ and fide/, still hold what was erased: make new ones"
            " of what you need, and delete those."
        )
    )
    note(_("Next: banzuke rate; {command}", command=site))


def _erase_others(
    context: typer.Context, whom: str, organizer: str | None, *, yes: bool, reason: str, who: str | None
) -> None:
    from office.personal.erase import gone_for_good
    from office.personal.erase_others import erase_others

    asked = _("Erase what is known of {who}, who is no member? It cannot be taken back.", who=whom)
    if organizer is not None:
        facts = {"who": whom, "organizer": organizer}
        asked = _("Erase {who} among the people of {organizer}? It cannot be taken back.", **facts)
    if not yes:
        refuse_unseen("erase-unconfirmed", "banzuke members erase", "in a script: --yes")
        if not said_yes(asked):
            say(_("Nothing was erased."))
            raise typer.Exit(1)
    with deciding(context, who, reason) as (session, made):
        done = erase_others(session, whom, organizer, made=made)
        numbers = [ruling.id for ruling in done.rulings]
    gone_for_good(open_office(context.obj))
    rows = n_("{n} row was emptied", "{n} rows were emptied", len(numbers))
    for number in numbers[:1]:
        say(_("Decision {id}: erased, {members}; {rows}", id=number, members=whom, rows=rows))
    if done.notices:
        say(_("Notices know the address no more"))
    note(_("Copies made before, and a database that the office was moved from, still hold what was erased."))
    note(_("Next: banzuke retention --sender ADDRESS --yes, for mails and what was sent in"))


def _long_enough(param: typer.CallbackParam, days: int | None) -> int | None:
    """The days as they were typed; refused where a list can be corrected for longer."""
    from office.personal.retention import refuse_short

    refuse_short(f"--{param.name}", days)
    return days


def retention(
    context: typer.Context,
    mails: Annotated[
        int | None,
        option(
            "Mails, and what was sent in, older than this many days, of lists that are closed.",
            max=MANY,
            callback=_long_enough,
        ),
    ] = None,
    pages: Annotated[
        int | None,
        option(
            "Saved pages older than this many days that nothing depends on.", max=MANY, callback=_long_enough
        ),
    ] = None,
    sender: Annotated[str, option("Those of this address, whatever their age.")] = "",
    yes: Annotated[bool, option("Delete them; otherwise they are only counted.", "--yes")] = False,
) -> None:
    """Delete mails, what was sent in, and pages that nothing depends on any more, old sessions of the desk,
    and addresses of old notices."""
    from office.personal.retention import clear, counted

    if mails is None and pages is None and not sender:
        raise typer.BadParameter(_("give --mails, --pages or --sender"))
    office = open_office(context.obj)
    found = clear(office, now(), mails=mails, pages=pages, sender=sender, delete=yes)
    if not yes:
        say(_("Would be deleted, {count}", count=counted(found)))
        note(_("Next: the same with --yes"))
        return
    say(_("Deleted, {count}", count=counted(found)))


def lapsed_(
    context: typer.Context,
    member: Annotated[str | None, argument("This member, with a text to send: ID or full name.")] = None,
    interpretation: Annotated[list[str], readings("Another reading of the text, e.g. R71=period-end.")] = [],  # noqa: B006
) -> None:
    """List players without a valid membership in events of coming lists, by event and member (3(5))."""
    from office.desk.lapsed import lapsed
    from office.desk.lapsed_told import by_event, by_member, draft
    from office.desk.refresh import refresh
    from office.families import require_memberships
    from office.lists.chain import require_published
    from office.register.find import find_member
    from office.runs.rate import switches_from

    switches = switches_from(interpretation)
    with reading(context) as session:
        require_memberships(session, "banzuke members lapsed")
        require_published(session)
        found = lapsed(session, refresh(session, switches), today(session), switches)
        row = find_member(session, member) if member else None
        only = row.federation_id if row else None
        found = [one for one in found if only in (None, one.member.federation_id)]
        text = draft(session, found) if found and only else ""
        lines = by_member(found) if only else [*by_event(found), "", *by_member(found)]
        name = f"{row.federation_id} {row.name}" if row else ""
    if not found and name:
        say(_("{member}: no game without a valid membership in an event of a coming list", member=name))
        return
    if not found:
        say(_("Nobody played without a valid membership in an event of a coming list."))
        return
    say_lines(lines)
    if text:
        say()
        say(text)
        note(_("Next: banzuke members renew {id} FIRST/LAST", id=only))
    else:
        note(_("Next: banzuke members lapsed ID, for a text to the member"))
