"""Who comes in at the desk in the browser: `banzuke account`."""

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated

import typer

from cli.options import Reason, argument, option
from cli.out import note, say, say_table
from cli.session import now, open_office, reading, zone_of
from office.words import _, n_, p_

if TYPE_CHECKING:
    from datetime import datetime

    from sqlmodel import Session

Name = Annotated[str, argument("The account's name; it is recorded with the owner's decisions.")]
Address = Annotated[
    str | None,
    option(
        "The address people use for the desk: the link begins with it.",
        show_default="as banzuke site --desk said, else http://127.0.0.1:8765",
    ),
]
HERE = "http://127.0.0.1:8765"


def list_(context: typer.Context) -> None:
    """Every account: role, second factor, who is signed in."""
    from office.accounts.people import accounts
    from office.accounts.roles import NAMES, Role
    from office.accounts.sessions import sessions_of

    with reading(context) as session:
        rows = [
            (
                row.name,
                p_("account", "closed") if row.closed_at else _(NAMES[Role(row.role)]),
                _("yes") if row.password else _("not chosen"),
                _("yes") if row.second else _("no"),
                len(sessions_of(session, row.id or 0, now())),
            )
            for row in accounts(session)
        ]
    if rows:
        say_table(rows, _("name"), _("role"), _("password"), _("authenticator"), _("signed in"), right=[4])
    else:
        note(_("No accounts yet. Next: banzuke serve, or banzuke account add NAME"))


def add(
    context: typer.Context,
    name: Name,
    role: Annotated[str, option("administrator, officer, reporter or reader.")] = "officer",
    address: Address = None,
    reason: Reason = "",
) -> None:
    """Add an account. Prints a link with which its owner signs in once and chooses a password."""
    from office.accounts.people import add, link
    from office.accounts.roles import NAMES, role_named

    chosen, moment = role_named(role), now()
    with _changing(context, reason) as (session, who):
        row = add(session, name, chosen, who=who, now=moment)
        made = _link(session, address, link(session, row, now=moment))
    say(_("{name}: a new account, {role}", name=row.name, role=_(NAMES[chosen])))
    _tell(made)


def role(
    context: typer.Context,
    name: Name,
    role: Annotated[str, argument("administrator, officer, reporter or reader.")],
    reason: Reason = "",
) -> None:
    """Change an account's role at once; a closed account opens again."""
    from office.accounts.people import named, set_role
    from office.accounts.roles import NAMES, role_named

    chosen = role_named(role)
    with _changing(context, reason) as (session, _who):
        set_role(session, named(session, name), chosen)
    say(_("{name}: {role} from now on", name=name, role=_(NAMES[chosen])))


def revoke(
    context: typer.Context,
    name: Name,
    keep: Annotated[bool, option("Only sign out; the account stays open.", "--keep")] = False,
    number: Annotated[
        int | None, option("Only end this token, by its number; everything else stays.", "--token")
    ] = None,
    reason: Reason = "",
) -> None:
    """Close an account and sign its owner out everywhere. Its name stays on what was decided."""
    from office.accounts.people import close, named, sign_out
    from office.accounts.programs import end
    from office.notices.board import told_officers

    if keep and number is not None:
        raise typer.BadParameter(_("not with --keep"), param_hint="--token")
    addresses: Sequence[str] = ()
    with _changing(context, reason) as (session, _who):
        row = named(session, name)
        if number is not None:
            program = end(session, number, now(), row.id).name
            told = _("{name}: the token of {program} is ended", name=name, program=program)
        elif keep:
            ended = sign_out(session, row, now=now())
            told = n_("{name}: {n} session ended", "{name}: {n} sessions ended", ended, name=name)
        else:
            close(session, row, now=now())
            told = _("{name}: closed; nobody can sign in to this account any more", name=name)
            addresses = told_officers(session)
    say(told)
    if addresses:
        note(
            _(
                "Officers still get notices of what is waiting at: {addresses}",
                addresses=_(", ").join(addresses),
            )
        )
        note(_("Next, for the address of who left: banzuke notices stop ADDRESS"))


def reset(context: typer.Context, name: Name, address: Address = None, reason: Reason = "") -> None:
    """Forget an account's password, authenticator and sessions. Prints a link to sign in with."""
    from office.accounts.people import link, named, reset

    moment = now()
    with _changing(context, reason) as (session, _who):
        row = named(session, name)
        reset(session, row, now=moment)
        made = _link(session, address, link(session, row, now=moment))
    say(_("{name}: password, authenticator and sessions are forgotten", name=name))
    _tell(made)


def token(
    context: typer.Context,
    name: Name,
    program: Annotated[str, argument("Which program it is for.")],
    reason: Reason = "",
) -> None:
    """Make a token by which a program sends reports for an account. It is shown once."""
    from office.accounts.people import named
    from office.accounts.programs import STAYS, admit

    with _changing(context, reason) as (session, who):
        row = named(session, name)
        made = admit(session, row.id or 0, program, who=who, now=now())
    say(made)
    note(_("It is shown only here and now, and stands for {days} days", days=STAYS.days))


def tokens(context: typer.Context) -> None:
    """Every valid token, and those that expired in the last ninety days: program, account, who made it."""
    from office.accounts.programs import known
    from office.words.formats import day, moment

    with reading(context) as session:
        zone = zone_of(session)
        rows = [
            (
                *(one.id, one.account, one.name, one.made_by),
                moment(one.made_at.astimezone(zone)),
                moment(one.used_at.astimezone(zone)) if one.used_at else _("not used yet"),
                _ends(one.ends_at, day(one.ends_at.astimezone(zone).date())),
            )
            for one in known(session, now())
        ]
    if rows:
        times = (_("made"), _("last used"), _("stands until"))
        say_table(rows, _("number"), _("account"), _("program"), _("made by"), *times, right=[0])
    else:
        note(_("No tokens. Next: banzuke account token NAME PROGRAM"))


def _ends(moment: "datetime", day: str) -> str:
    return day if moment > now() else _("ran out on {day}", day=day)


def _link(session: "Session", address: str | None, token: str) -> str:
    """By what somebody comes in; it begins as asked, else where the office has said that its desk is."""
    from office.house import fact

    return f"{(address or fact(session, 'site-desk') or HERE).rstrip('/')}/enter#{token}"


def _tell(link: str) -> None:
    from office.accounts.people import LINK

    say(link)
    hours = int(LINK.total_seconds()) // 3600
    note(_("The link signs in once, within {hours} hours: give it to nobody else", hours=hours))


@contextmanager
def _changing(context: typer.Context, reason: str) -> Iterator[tuple["Session", str]]:
    """A transaction in the command's office, and who acts in it, also in an office without an officer."""
    from office.errors import OfficeError

    office = open_office(context.obj, reason)
    try:
        who = office.officer(os.environ.get("BANZUKE_OFFICER"))
    except OfficeError:
        who = "banzuke account"
    with office.writing() as session:
        yield session, who
