"""`banzuke publish`: a list becomes final, after a yes."""

import sys
from datetime import datetime
from typing import Annotated

import typer

from cli.options import ListDate, Reason
from cli.out import ask, note, say
from cli.session import deciding, open_office
from office.words import _

AcceptAlarm = Annotated[
    list[str], typer.Option("--accept-alarm", help="An alarm that is right as it is, by name; repeat it.")
]

Yes = Annotated[bool, typer.Option("--yes", help="Do not ask; for scripts.")]


def publish(
    context: typer.Context,
    list_date: ListDate = None,
    accept_alarm: AcceptAlarm = [],  # noqa: B006  typer copies it
    reason: Reason = "",
    yes: Yes = False,
    who: Annotated[str | None, typer.Option(envvar="BANZUKE_OFFICER", help="Who publishes.")] = None,
) -> None:
    """Make the draft final. From then on the list cannot be changed."""
    from office.runs.publication_store import kept, look_at
    from office.runs.publish import publish_list
    from office.words.formats import day

    shown = None if yes else _agreed(context, list_date, accept_alarm, reason, who)
    with deciding(context, who, reason) as (session, made):
        day_given = list_date and list_date.date()
        version = publish_list(session, day_given, accepted=accept_alarm, made=made, shown=shown)
        row = kept(session, version)
        report = look_at(session, version).shown
    assert row is not None
    if yes and row.seen_sha256 is None:  # nobody looked before: now he does; who was asked has seen it
        say(report.rstrip())
        say()
    say(
        _(
            "List of {day}, version {version}, is published; SHA-256 {sha256}",
            day=day(version.list_date),
            version=version.version,
            sha256=version.text_sha256,
        )
    )
    note(_("Next: banzuke export list"))


def _agreed(
    context: typer.Context, list_date: datetime | None, accept: list[str], reason: str, who: str | None
) -> str:
    """The SHA-256 of the draft that the officer at the terminal says yes to; ends the command without a yes.
    What would be refused is refused first; nothing is stored meanwhile."""
    from importer.rulings import Made
    from office.clock import now
    from office.runs.publication_store import kept, look_at
    from office.runs.publish import publish_list
    from office.words.formats import day

    refuse_unseen("banzuke publish", "look at the list with banzuke preview, then: banzuke publish --yes")
    office = open_office(context.obj)
    with office.reading() as session:
        made = Made(reason, office.officer(who), now())
        version = publish_list(session, list_date and list_date.date(), accepted=accept, made=made)
        row, report = kept(session, version), look_at(session, version).shown
        sha256 = version.text_sha256
        what = _("The list of {day}, version {version}", day=day(version.list_date), version=version.version)
    if row is None or row.seen_sha256 is None:
        say(report.rstrip())
        say()
    say(
        _(
            "{list}, can never be changed or taken back once it is published: its ratings, its games and"
            " every decision it stands on are frozen. An error that is found later makes a new version beside"
            " it, by a correction (7(3)).",
            list=what,
        )
    )
    if not said_yes(_("Publish it? yes or no:")):
        note(_("Nothing was published"))
        raise typer.Exit(1)
    return sha256


def refuse_unseen(command: str, remedy: str) -> None:
    """Without a terminal nobody can be asked: refused, for `--yes` says that a script may."""
    from office.errors import refusal

    if not sys.stdin.isatty():
        expected, found = "a yes at a terminal, or --yes", "neither"
        raise refusal("publish-unconfirmed", command, expected, found, remedy)


def said_yes(question: str) -> bool:
    """Asks at the terminal; everything but a yes is a no."""
    return ask(question).strip().casefold() in (_("yes"), "yes", "y")
