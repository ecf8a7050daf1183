"""Looking after the office: backup, restore, doctor, rebuild, database copy, settings, key."""

import os
from datetime import datetime
from pathlib import Path
from typing import Annotated

import typer

from cli.options import Pages, Reason, Yes, argument, given_file, option, refuse_idle
from cli.out import end_without_yes, note, refuse_unseen, say, show_problems
from cli.session import now, open_office, reading, speak_as_set, zone_of
from office.words import _, formats, n_


def _public_keys(given: list[str] | None) -> list[str] | None:
    """The keys as they were typed; refused where one is none."""
    if given:
        from office.backup.age import recipients

        recipients(given)
    return given


def backup(
    context: typer.Context,
    folder: Annotated[Path, argument("Where to put it: a folder, best on another machine.")],
    recipient: Annotated[
        list[str] | None,
        option(
            "Encrypt it for this public key (age1… or ssh-…), or those in this file; repeatable.",
            show_default=False,
            callback=_public_keys,
        ),
    ] = None,
    keep: Annotated[
        int | None,
        option(
            "Then delete older backups of the office, except this many of the newest.",
            min=1,
            max=9999,
            show_default=False,
        ),
    ] = None,
    months: Annotated[
        int, option("With --keep: also keep the last one of each of this many months.", min=0, max=999)
    ] = 12,
) -> None:
    """Put the whole office into one file, and prove that it can be restored."""
    from office.backup.age import recipients
    from office.backup.make import backup as make
    from office.backup.shelf import take_away

    if not keep:
        refuse_idle(context, "months", other="--keep")
    opened = open_office(context.obj, earlier=True)
    to = recipients(recipient) if recipient else ()
    made = make(opened.place, opened.engine, folder, now(), note, to=to)
    show_problems(made.found)
    say(_("{file}: {n} bytes, unpacked again and examined", file=made.file, n=made.size))
    for name in take_away(opened.place, made.file, made.key, keep, months) if keep else ():
        say(_("deleted: {path}", path=name))
    if made.found:
        note(_("The backup is whole; what was found is in the office: banzuke doctor"))
        raise typer.Exit(3)


def restore(
    context: typer.Context,
    file: Annotated[Path, given_file("A file made by backup.")],
    identity: Annotated[
        Path | None,
        option("The secret key, if it is encrypted.", exists=True, dir_okay=False, show_default=False),
    ] = None,
    database: Annotated[
        str | None,
        option("An empty PostgreSQL database, postgresql://…, instead of a file.", show_default=False),
    ] = None,
) -> None:
    """Restore the office from a backup into an empty folder (--office DIR), and examine it."""
    from office.backup.age import is_encrypted
    from office.backup.make import restore as put_back
    from office.place import Place, server_address

    if database is not None:
        server_address(database, "--database")
    done = put_back(file, Place(context.obj), now(), note, identity=identity, server=database)
    show_problems(done.found.found)
    if identity is not None and not is_encrypted(file):
        note(_("{file} is not encrypted: --identity was not needed", file=file))
    told, moment = done.about.get("office", ""), done.about.get("made_at", "")
    if moment and done.found.opened:
        with reading(context) as session:
            moment = formats.moment(datetime.fromisoformat(moment).astimezone(zone_of(session)))
    say(_("{name}: the office as of {moment} is in {folder}", name=told, moment=moment, folder=context.obj))
    if not done.found.opened:
        note(_("It is not known yet which of its jobs are on. Look before anything runs them: banzuke jobs"))
    elif on := _jobs_on(context):
        told = _("Its jobs are switched on. While the office it was made of goes on, switch them off here:")
        note(f"{told} banzuke jobs off {on}")
    if not done.found.sound:
        note(_("It is as it was backed up; what was found was so already, or is of this machine"))
        raise typer.Exit(1)


def _jobs_on(context: typer.Context) -> str:
    """What an office does by itself, as names of jobs."""
    from office.jobs.board import board

    with reading(context) as session:
        return " ".join(one.kind.name for one in board(session, now()) if one.row.switched_on)


def doctor(
    context: typer.Context,
    repair: Annotated[bool, option("First repair what can be repaired without loss.", "--repair")] = False,
    pages: Pages = True,
    network: Annotated[
        bool,
        option("Also try the servers: Chess-Results, website and its upload, mailbox, notices.", "--network"),
    ] = False,
) -> None:
    """Look for everything that can be wrong with the office, and say what to do about it."""
    from office.doctor.examine import examine
    from office.doctor.examine import repair as put_right
    from office.faults import problems_of
    from office.place import Place
    from publication.site.upload import reach

    place = Place(context.obj).require()
    speak_as_set(place)
    if repair:
        try:
            for told in put_right(place):
                say(told)
        except Exception as error:
            if not (problems := problems_of(error)):
                raise
            show_problems(problems)
    found = examine(place, now(), note, pages=pages, network=(os.environ, reach) if network else None)
    show_problems(found.found)
    if not found.sound:
        raise typer.Exit(1)
    say(found.line())


def rebuild(context: typer.Context, pages: Pages = True) -> None:
    """Make every published list again and compare, byte for byte."""
    from office.rebuild.run import rebuild as run

    office = open_office(context.obj)
    with office.reading() as session:
        found = run(session, office.place, note, pages=pages)
    show_problems(found.problems)
    if found.problems:
        raise typer.Exit(1)
    say(found.line())


def database_copy(
    context: typer.Context,
    to: Annotated[str, argument("Where to: an empty PostgreSQL database, postgresql://…, or sqlite.")],
) -> None:
    """Move the office into another database, and prove that both hold the same; the old one is kept."""
    from office.database.move import finished, move
    from office.jobs.home import require_home
    from office.place import Place, server_address

    server = None if to == "sqlite" else server_address(to, "TO")
    told = finished(Place(context.obj).require(), server)
    if told is None:
        office = open_office(context.obj)
        if server is None:  # the folder with the file is the office from then on
            with office.reading() as session:
                require_home(office.place, session)
        told = move(office.place, office.engine, server)
    rows = n_("{n} row", "{n} rows", sum(one.rows for one in told.values()))
    tables = n_("{n} table", "{n} tables", len(told))
    say(_("{tables} with {rows}: the same in both, by their SHA-256", tables=tables, rows=rows))
    note(_("The office is there from now on; the old database is kept as it was, and takes nothing any more"))
    note(_("Start again what runs for long (banzuke serve), then: banzuke doctor"))


def settings_(context: typer.Context) -> None:
    """Show every setting of the office, its value, and whether the environment or banzuke.toml set it."""
    from office.errors import OfficeError
    from office.place import Place
    from office.settings import misspelt, names_alone, settings
    from office.text_table import column

    place, wrong = Place(context.obj).require(), None
    try:
        _made, shown = settings(place, os.environ)
    except OfficeError as error:  # whoever mistyped one is sent here for its name
        wrong, shown = error, names_alone()
    names = {
        "environment": _("environment"), "file": _("file"), "default": _("default"),
        "set": _("set"), "none": _("not set"), "": "",
    }  # fmt: skip
    for one in shown:
        words = ((one.name, 18), (names[one.by], 12), (one.variable, 28), (one.value, 1))
        say(" ".join(column(*word) for word in words).rstrip())
    show_problems(misspelt(os.environ))
    note(_("What each means: docs/settings.md. Secrets are never shown."))
    if wrong is not None:
        raise wrong


def key(
    context: typer.Context,
    new: Annotated[
        bool, option("Make a new key, if the old one is lost or no longer secret.", "--new")
    ] = False,
    reason: Reason = "",
    yes: Yes = False,
) -> None:
    """Show the public key by which anybody can check the published lists."""
    from office.chain.statements import key_shown

    if not new:
        refuse_idle(context, "reason", "yes", other="--new")
    office = open_office(context.obj, reason)
    if new and not yes:
        remedy = "be sure that the old one is lost, then: banzuke key --new --yes"
        refuse_unseen("key-unconfirmed", "banzuke key --new", remedy)
        say(
            _(
                "Anybody who checks lists with the old key will then see that they are not signed by "
                "it, so everybody has to be told about the new one."
            )
        )
        end_without_yes(_("Make a new key? yes or no:"), _("The key stays as it is"))
    with office.writing() if new else office.reading() as session:
        public = key_shown(office.place, session, renew=now() if new else None)
    say(public.text)
    facts = {"id": public.id, "key": public.text}
    note(_("Key {id}; everybody checks with it: banzuke verify FILE --key {key}", **facts))
    if new:
        note(
            _(
                "Announce it where you announced the old one; then write the site and the archive "
                "again: banzuke site DIR, banzuke bundle FILE"
            )
        )
