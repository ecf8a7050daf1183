"""Notices: notices, notices preview, on, off, send, sent, text, people, address, stop, allow."""

import os
from typing import TYPE_CHECKING, Annotated

import typer

from cli.options import MANY, Newest, Reason, Who, argument, option, readings
from cli.out import note, say, say_lines
from cli.session import acting, at, now, open_office, reading, today, zone_of
from office.words import _, n_, p_

if TYPE_CHECKING:
    from office.notices.kinds import Due, Left

Name = Annotated[str, argument("The kind of notice, e.g. read.")]
Names = Annotated[list[str], argument("Kinds of notices.")]
Address = Annotated[str, argument("The e-mail address.")]


def notices(context: typer.Context) -> None:
    """What the office tells people by itself: each kind, whether it is on, how many were sent. Exit code 3:
    one was not taken, came back, or nobody knows whether it left."""
    from office.notices.board import board, told
    from office.notices.kinds import TO

    with reading(context) as session:
        zone = zone_of(session)
        found = board(session)
        asked = [one for one in told(session, MANY, now()) if one.asks]
    for one in found:
        what = p_("problem", "{place} ({file})", place=_(one.kind.what), file=_(TO[one.kind.to]))
        say(p_("punctuation", ": ").join((one.kind.name, what)))
        line = _("on") if one.on else _("off")
        if one.last is not None:
            sent = n_("{n} sent", "{n} sent", one.sent)
            line = p_("problem", "; ").join((line, sent, _("last: {moment}", moment=at(one.last, zone))))
        say(f"    {line}")
    if not any(one.on for one in found):
        note(_("Next: banzuke notices preview KIND, then banzuke notices on KIND"))
    if asked:
        note(n_("{n} notice has to be looked at", "{n} notices have to be looked at", len(asked)))
        note(_("Next: banzuke notices sent"))
        raise typer.Exit(3)


def preview(context: typer.Context, name: Name) -> None:
    """Show what would be sent now, as if the kind were on; if nothing is due, the text with invented
    facts. Nothing is sent."""
    from office.house import fact
    from office.notices.gather import due
    from office.notices.kinds import kind_named, kinds_of
    from office.notices.settings import ways
    from office.notices.text import example, written

    office = open_office(context.obj)
    set_ = ways(office.place, os.environ)
    with office.reading() as session:
        kind = kind_named(name, kinds_of(session))
        hook = bool(set_.webhook)
        found = due(session, now(), today(session), kinds=[kind.name], webhook=hook, own=set_.sender)
        called = fact(session, "name")
    if not found:
        note(_("Nothing is due; with invented facts:"))
    for one in found or [example(kind.name)]:
        say(written(office.place, called, one).shown(one.recipient))
        say("=" * 20)
    note(_("Nothing was sent"))


def on(context: typer.Context, names: Names, reason: Reason = "", who: Who = None) -> None:
    """Switch kinds of notices on, for what comes in from now on and for what is waiting. They are sent by
    banzuke notices send, or by the job notices."""
    from office.notices.board import told_officers
    from office.notices.settings import ways

    office = open_office(context.obj)
    by_mail_alone = "waiting" in names and not ways(office.place, os.environ).webhook
    _switch(context, names, True, reason, who)
    if by_mail_alone:
        with office.reading() as session:
            told = told_officers(session)
        if not told:  # else nobody would be told, and nothing would say so
            note(_("Next: banzuke notices address ADDRESS --officer"))
    note(_("Next: banzuke notices send, or: banzuke jobs on notices"))


def off(context: typer.Context, names: Names, reason: Reason = "", who: Who = None) -> None:
    """Switch kinds of notices off."""
    _switch(context, names, False, reason, who)


def send(
    context: typer.Context,
    interpretation: Annotated[
        list[str], readings("Another reading of the text, e.g. R93=when-over.", "R71", "R91", "R92", "R93")
    ] = [],  # noqa: B006
) -> None:
    """Send what is due, each once. Exit code 3: one was not accepted, or may not have been sent."""
    from office.notices.send import send as send_now
    from office.notices.settings import ways
    from office.runs.rate import switches_from

    office = open_office(context.obj)
    set_ = ways(office.place, os.environ)
    done = send_now(office, set_, clock=now, tell=_tell, switches=switches_from(interpretation))
    if not done.notices:
        say(_("Nothing to send"))
    if done.waits:
        note(_("Next: banzuke notices sent"))
        raise typer.Exit(3)


def sent(
    context: typer.Context,
    last: Newest = 20,
) -> None:
    """What was sent, to whom, when, and what became of it."""
    from office.notices.board import told

    with reading(context) as session:
        zone = zone_of(session)
        found = told(session, last, now())
    for one in reversed(found):
        row = one.row
        about = [n_("about {n} thing", "about {n} things", one.abouts)] if one.abouts else []
        to = row.recipient or _("an address that was erased")
        head = f"{at(row.claimed_at, zone)} {_(', ').join((row.kind, to, *about))}"
        say(p_("punctuation", ": ").join((head, _(one.words))))
        say_lines(one.said, "    ")
    if not found:
        note(_("None was sent yet"))


def text(context: typer.Context, name: Name) -> None:
    """Write the texts of a kind into the office, to be changed."""
    from office.notices.text import template_files

    for file in template_files(open_office(context.obj).place, name):
        say(str(file))


def people(context: typer.Context) -> None:
    """Every address the office knows something about: whose it is, its language, who wants no notices."""
    from office.notices.board import recipients, whose
    from office.notices.kinds import to_members

    with reading(context) as session:
        rows = [(row, whose(session, row)) for row in recipients(session)]
        members = to_members(session)
    for row, told in rows:
        say(f"{row.id} {row.address}{p_('punctuation', ': ')}{told}")
    if not rows:
        next_ = _("Next: banzuke notices address ADDRESS --officer, or --member ID")
        note(next_ if members else _("Next: banzuke notices address ADDRESS --officer"))


def address(
    context: typer.Context,
    at: Address,
    officer: Annotated[bool, option("An officer reads it.", "--officer")] = False,
    member: Annotated[str, option("The member it belongs to: ID or full name.")] = "",
    lang: Annotated[str, option("The language, en or ja; without it, both.")] = "",
    reason: Reason = "",
    who: Who = None,
) -> None:
    """Say whose an address is, and in which language they read. Members give it to the office themselves."""
    from office.notices.addresses import key_of, known
    from office.notices.board import set_recipient, whose

    with acting(context, who, reason) as (session, by):
        row = known(session).get(key_of(at))
        before = whose(session, row) if row is not None else None
        row = set_recipient(session, at, officer=officer, member=member, language=lang, who=by, now=now())
        told = whose(session, row)
    say(f"{row.address}{p_('punctuation', ': ')}{told}")
    if before not in (None, told):  # an address is one member's alone
        note(_("Until now: {whose}", whose=before))


def stop(context: typer.Context, at: Address, reason: Reason = "", who: Who = None) -> None:
    """Send nothing to an address any more."""
    from office.notices.board import stop as stopped

    with acting(context, who, reason) as (session, officer):
        row = stopped(session, at, who=officer, now=now())
    say(_("{address} gets no notices", address=row.address))


def allow(context: typer.Context, at: Address, reason: Reason = "", who: Who = None) -> None:
    """Send again to an address that wanted none, or that bounced."""
    from office.notices.board import allow as allowed

    with acting(context, who, reason) as (session, officer):
        row = allowed(session, at, who=officer, now=now())
    say(_("{address} gets notices", address=row.address))


def _switch(context: typer.Context, names: list[str], to: bool, reason: str, who: str | None) -> None:
    from office.notices.board import switch

    with acting(context, who, reason) as (session, officer):
        for name in names:
            switch(session, name, to, who=officer, now=now())
    for name in names:
        say(_("{kind}: on", kind=name) if to else _("{kind}: off", kind=name))


def _tell(one: "Due", left: "Left") -> None:
    from office.notices.kinds import LEFT

    about = n_("about {n} thing", "about {n} things", len(one.abouts))
    said = f" ({left.said})" if left.said and left.how != "sent" else ""
    say(f"{_(', ').join((one.kind, one.recipient, about))}{p_('punctuation', ': ')}{_(LEFT[left.how])}{said}")
