"""Mails: inbox, inbox list, reply; and the answers to one that waits, inbox import and close."""

import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperGroup

from cli.options import (
    Day,
    Newest,
    Offline,
    Reason,
    Replay,
    Who,
    argument,
    day,
    option,
    readings,
    refuse_empty,
    refuse_idle,
)
from cli.out import note, note_left, notice, progress_line, save, say, say_lines, show_problems
from cli.session import deciding, made_by, now, open_office, reading
from office.words import N_, _, n_, p_
from office.words.formats import day as day_told

if TYPE_CHECKING:
    from office.mail.keep import Kept
    from office.mail.take import TakenMail

TAKE = "take"
STATES = (N_("repeated"), "nothing", N_("refused"), N_("returned"))
"""Of a mail that is not taken (`MessageRow.state`)."""
Mail = Annotated[str, argument("The mail, e.g. M3.")]


class Inbox(TyperGroup):
    """`inbox FILE…` and `inbox --imap` need no further word: what is no command of the group is `take`."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        if not args or (args[0] not in self.commands and args[0] != "--help"):
            args = [TAKE, *args]
        return super().parse_args(ctx, args)


def _not_empty(sources: list[str] | None) -> list[str] | None:
    refuse_empty(sources or ())
    return sources


def _known_way(security: str | None) -> str | None:
    """How a server is reached, as it was typed; refused where it is none of the ways."""
    if security:
        from office.mail.settings import refuse_unknown_way

        refuse_unknown_way(security)
    return security


def take(
    context: typer.Context,
    sources: Annotated[
        list[str] | None,
        argument("Mails: .eml or mbox files, Maildirs, folders of these.", callback=_not_empty),
    ] = None,
    imap: Annotated[bool, option("Look into the mailbox on the server.", "--imap")] = False,
    host: Annotated[str | None, option("Its server. Default: [inbox] in banzuke.toml.")] = None,
    port: Annotated[int | None, option("Its port. Default: 993.", min=1, max=65535)] = None,
    user: Annotated[str | None, option("Whose mailbox.")] = None,
    folder: Annotated[str | None, option("Its folder. Default: INBOX.")] = None,
    security: Annotated[
        str | None, option("tls (default), starttls, or none on this machine.", callback=_known_way)
    ] = None,
    since: Annotated[Day | None, day("On the server: only mails of this day on.")] = None,
    every: Annotated[bool, option("Take more than ten events in one run, or of one mail.", "--all")] = False,
    interpretation: Annotated[
        list[str], readings("Another reading of the text, e.g. R46=sent.", "R46", "R67", "R127")
    ] = [],  # noqa: B006
    replay: Replay = None,
    offline: Offline = False,
) -> None:
    """Take the reports of mails: keep each mail, fetch its links, read its files."""
    from office.mail.settings import mailbox_settings, secret
    from office.mail.sources import left_in, mails_in
    from office.mail.take import Hears, look_through
    from office.runs.rate import switches_from

    if not imap:
        refuse_idle(context, "host", "port", "user", "folder", "security", "since", other="--imap")
    office = open_office(context.obj)
    given = {
        "host": host,
        "port": str(port) if port else None,
        "user": user,
        "folder": folder,
        "security": security,
    }

    def tell_mailbox(name: str, count: int) -> None:
        note(n_("{mailbox}: {n} new mail", "{mailbox}: {n} new mails", count, mailbox=name))

    for source in sources or []:
        note_left(source, left_in(Path(source)))
    mailbox = mailbox_settings(office.place, given, os.environ) if imap else None
    run = look_through(
        office,
        lambda: mails_in(sources or []),
        (mailbox, secret(mailbox)) if mailbox is not None else None,
        Hears(_tell_kept, tell_mailbox, _tell_mail, notice, lambda link: progress_line(link.words)),
        clock=now,
        switches=switches_from(interpretation),
        since=since,
        every=every,
        replay=replay,
        offline=offline,
    )
    failed = any(kept.row is None for kept in run.seen)
    failed |= any(one.stored is None for taken in run.mails for one in taken.reports)
    waits = any(taken.problems or taken.waits or taken.others for taken in run.mails)
    new = [kept.row for kept in run.seen if kept.row is not None and kept.new]
    waits |= any(row.state == "refused" for row in new)
    for row in new:
        if row.state == "nothing":
            waits |= _tell_nothing(row)
    counts = Counter(row.state for row in new)
    known = sum(kept.row is not None and not kept.new for kept in run.seen)
    parts = [n_("{n} new mail", "{n} new mails", len(new)), _("{n} known", n=known)]
    parts.append(_("{n} taken", n=sum(not t.waits for t in run.mails)))
    told = {"nothing": p_("mail", "nothing")}
    parts += [
        p_("state", "{n} {state}", n=counts[state], state=told.get(state) or _(state))
        for state in STATES
        if counts[state]
    ]
    say(_(", ").join(parts))
    if run.left:
        note(
            n_("{n} mail is left for the next run", "{n} mails are left for the next run", run.left)
            + p_("punctuation", ": ")
            + _("banzuke inbox, or --all to take all at once")
        )
        waits = True
    questions = [t.open_questions for m in run.mails for t in m.reports if t.stored is not None]
    note(_("Next: banzuke problems") if any(questions) else _("Next: banzuke inbox list"))
    if failed:
        raise typer.Exit(1)
    if waits:
        raise typer.Exit(3)


def list_(context: typer.Context, last: Newest = 50) -> None:
    """The mails that were seen: when they arrived, who sent them, what became of them."""
    from office.mail.keep import seen_mails

    with reading(context) as session:
        mails = seen_mails(session, last)
    for one in mails:
        say(f"{head(one.row)}\n    {one.state}")
        say_lines(one.reports, "    ")
        if one.closed is not None:
            say_lines(["    " + _("closed: {reason}", reason=one.closed)])
        _tell_links(one.row, say, ask=one.closed is None)
    if not mails:
        note(_("No mail was seen yet: banzuke inbox FILE…, or banzuke inbox --imap"))


def reply(
    context: typer.Context,
    mail: Annotated[str | None, argument("The mail to answer, e.g. M3.")] = None,
    to: Annotated[Path | None, option("Write the draft (.eml) into this file.")] = None,
    template: Annotated[
        bool, option("Write the text of replies into the office, to be changed.", "--template")
    ] = False,
) -> None:
    """A reply to be looked at and sent: what arrived, for which list, what is missing. Nothing is sent."""
    from office.mail.keep import Shelf, mail_row
    from office.mail.reply import draft, facts_for
    from office.mail.reply import template as template_of

    if mail is None:
        refuse_idle(context, "to", other="MAIL")
    office = open_office(context.obj)
    if template:
        say(_("The text of replies: {file}", file=template_of(office.place).put()))
    if mail is None:
        if not template:
            raise typer.BadParameter(_("which mail? banzuke inbox list"), param_hint="MAIL")
        return
    with office.reading() as session:
        row = mail_row(session, mail)
        facts = facts_for(session, row)
    text = template_of(office.place).followed(facts)
    made = draft(row, Shelf(office.place, office.engine, now, ()).mail(row), text)
    if to is None:
        say(made.shown())
        note(_("Nothing was sent; --to FILE.eml writes it as a draft for a mail program"))
        return
    save(to, made.eml())
    note(_("Written: {file}. Open it in a mail program, check it, and send it", file=to))


def import_(
    context: typer.Context,
    mail: Mail,
    links: Annotated[
        list[str], argument("The tournaments that its links lead to. Default: those that it only quotes.")
    ] = [],  # noqa: B006
    reason: Reason = "",
    who: Who = None,
    replay: Replay = None,
    offline: Offline = False,
) -> None:
    """Import what a mail quotes, or what its links lead to: as reported with this mail. That closes it."""
    from cli.told import tell
    from office.intake.sources import office_client
    from office.mail.keep import Shelf, mail_row
    from office.mail.take import import_shown

    office = open_office(context.obj, reason)
    made = made_by(office, who, reason)
    with office.reading() as session:
        row = mail_row(session, mail)
    kept = Shelf(office.place, office.engine, now, ()).mail(row)
    with office_client(office, replay, notice, offline=offline) as client:
        taken = import_shown(
            office, client, row, kept, links, made=made, clock=now,
            progress=lambda link: progress_line(link.words),
        )  # fmt: skip
    told = [tell(one, row.arrived_on) for one in taken]
    if not all(told):
        raise typer.Exit(1)
    note(_("Next: banzuke problems"))


def close(context: typer.Context, mail: Mail, reason: Reason = "", who: Who = None) -> None:
    """Close this mail: nothing more is to be taken from it; it is kept as it came."""
    from office.mail.keep import mail_row
    from office.mail.waiting import close_mail

    with deciding(context, who, reason) as (session, made):
        row = mail_row(session, mail)
        ruling = close_mail(session, row, made=made)
    say(_("Decision {id}: mail M{mail} is closed; it is kept as it was received", id=ruling.id, mail=row.id))
    note(_("Next: banzuke status"))


def head(row: Any) -> str:
    """A mail on one line."""
    who = row.sender_name or row.sender or _("an unknown sender")
    if row.sender_name and row.sender:
        who = f"{row.sender_name} <{row.sender}>"
    by = {"received": _("by its Received header"), "date": _("by its Date header")}.get(
        row.arrived_by, _("the day the office saw it")
    )
    facts = {"id": row.id, "day": day_told(row.arrived_on), "by": by, "sender": who}
    arrived = _("M{id} arrived on {day} ({by}) from {sender}", **facts)
    return p_("punctuation", ": ").join((arrived, row.subject or _("no subject")))


def _tell_nothing(row: Any) -> bool:
    """Says of a mail without a report what else is in it; whether a person has to look at that."""
    if row.problems == "[]":
        told = _("reports nothing: no link of a tournament, no report file")
    else:
        told = _("nothing was taken: no link of a tournament in its own words, no report file")
    say(f"{head(row)}\n    {told}")
    return _tell_links(row, note, ask=True)


def _tell_links(row: Any, tell: Callable[[str], None], *, ask: bool) -> bool:
    """Shows what a mail's row keeps; whether something of it is asked. `tell` gets what is only noted."""
    from office.mail.waiting import said_of

    problems, noted = said_of(row)
    show_problems(_of_mail(problems, row.id) if ask else ())
    for problem in noted:
        _tell_noted(problem, row.id, tell)
    return bool(problems)


def _of_mail(problems: Iterable[Any], number: int | None) -> Iterator[Any]:
    """Problems as they are told; what is to be done with the mail names it by its number."""
    from office.words.problems import in_language

    for told in map(in_language, problems):
        yield replace(told, remedy=told.remedy.replace("M…", f"M{number}"))


def _tell_noted(problem: Any, number: int | None, tell: Callable[[str], None] = note) -> None:
    from office.mail.waiting import SEEN
    from office.words.problems import in_language

    told = in_language(problem)
    if problem.code == SEEN:
        seen = _("seen: {place}, {found}", place=told.place, found=told.found)
        tell(f"    {seen}{p_('problem', '; ')}banzuke inbox import M{number}")
    else:
        tell("    " + _("no report: {place}, {found}", place=told.place, found=told.found))


def _tell_kept(kept: "Kept") -> None:
    """Says at once what is not taken."""
    row = kept.row
    if row is None:
        show_problems(kept.mail.problems)
    elif not kept.new:
        facts = {"id": row.id, "subject": row.subject or _("no subject"), "state": _(row.state)}
        say(_("M{id} is known: {subject}, {state}", **facts))
    elif row.state == "repeated":
        told = _("all it reports came with M{mail} (the same Message-ID)", mail=row.repeats)
        say(f"{head(row)}\n    {told}")
    elif row.state == "returned":
        say(f"{head(row)}\n    " + _("what a mail server says of a notice: banzuke notices sent"))
    elif row.state == "refused":
        say(head(row) + ("\n    " + _("refused; kept as it came") if row.sha256 else ""))
        show_problems(kept.mail.problems)


def _tell_mail(taken: "TakenMail") -> None:
    """Says what became of a mail."""
    from cli.told import tell
    from office.words.problems import place

    row = taken.row
    say(head(row))
    for one in taken.reports:
        tell(one, row.arrived_on)
    already = (_("{report} was stored by an earlier run", report=place(name)) for name in taken.already)
    say_lines([*taken.again, *already], "    ")
    show_problems(_of_mail(taken.problems, row.id))
    for problem in taken.mail.noted:
        _tell_noted(problem, row.id)
    for other, problem in taken.others:
        say(head(other))
        show_problems(_of_mail([problem], other.id))
    if taken.waits and not taken.problems:
        note("    " + _("M{id} is tried again by the next run", id=row.id))
