"""The website and what tells of it: site, announce."""

import os
from datetime import datetime
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from cli.options import day
from cli.out import note, say, show_problem
from cli.session import open_office
from office.words import _


class Language(StrEnum):
    """The languages of announcements."""

    JAPANESE = "ja"
    ENGLISH = "en"


class Use(StrEnum):
    """What an announcement is for."""

    NEWS = "news"
    MAIL = "mail"


def site(
    context: typer.Context,
    folder: Annotated[Path, typer.Argument(help="The site's folder; what is served or sent to a server.")],
    address: Annotated[
        str | None, typer.Option(help="Where the site will stand, https://…/; remembered.")
    ] = None,
    mail: Annotated[str | None, typer.Option(help="Where corrections are sent; remembered.")] = None,
    desk: Annotated[
        str | None,
        typer.Option(help="The desk that takes corrections, https://…; remembered, “” takes it away."),
    ] = None,
    ages: Annotated[
        bool | None, typer.Option("--ages/--no-ages", help="Show age classes; off at first, remembered.")
    ] = None,
    archive: Annotated[
        bool | None,
        typer.Option("--archive/--no-archive", help="Offer what “bundle” writes; off at first, remembered."),
    ] = None,
    name_ja: Annotated[
        str | None, typer.Option(help="The federation's name on Japanese pages; remembered.")
    ] = None,
    name_en: Annotated[
        str | None, typer.Option(help="The federation's name on English pages; remembered.")
    ] = None,
    pictures: Annotated[
        bool | None,
        typer.Option(
            "--pictures/--no-pictures",
            help="A picture of each player and list for messengers; off at first, remembered.",
        ),
    ] = None,
    upload: Annotated[
        str | None,
        typer.Option(help="Then send it: USER@HOST:FOLDER by rsync, or sftp://USER@HOST/FOLDER."),
    ] = None,
    uploaded: Annotated[
        bool, typer.Option("--uploaded", help="Write nothing: note that the server has the site as it is.")
    ] = False,
) -> None:
    """Write the website. When it is written again, only what changed is written."""
    from publication.site.settings import store_settings
    from publication.site.target import Target
    from publication.site.whole import write_site

    office = open_office(context.obj)
    given = {
        "address": address,
        "mail": mail,
        "ages": ages,
        "archive": archive,
        "desk": desk,
        "name_ja": name_ja,
        "name_en": name_en,
        "pictures": pictures,
    }
    if any(value is not None for value in given.values()):
        with office.writing() as session:
            store_settings(session, **given)  # type: ignore[arg-type]
    target, server = Target(folder.absolute()), None
    if upload is not None:
        from publication.site.upload import server_of

        server = server_of(upload)
    if uploaded:
        sent, gone = target.note_sent()
        say(
            _(
                "{folder}: noted that {sent} files were sent and {gone} deleted",
                folder=folder,
                sent=sent,
                gone=gone,
            )
        )
        return
    with target.alone(), office.reading() as session:
        if os.access(office.place.folder, os.W_OK):
            office.sign(session)
        written = write_site(session, target, office.place, note)
    for problem in written.problems:
        show_problem(problem)
    say(
        _(
            "{file}: {pages} files, {changed} new or changed, {deleted} deleted",
            file=f"{folder}/index.html",
            pages=written.pages,
            changed=len(written.changed),
            deleted=len(written.deleted),
        )
    )
    if server is not None:
        from publication.site.upload import upload as send

        sent, gone = send(target, server)
        say(_("{server}: {sent} files sent, {gone} deleted", server=upload, sent=sent, gone=gone))
    elif written.changed or written.deleted:
        note(
            _(
                "To send to a server: {changed} and {deleted}. Once it is there: banzuke site DIR --uploaded",
                changed=target.changed_list,
                deleted=target.deleted_list,
            )
        )


def announce(
    context: typer.Context,
    list_date: Annotated[datetime | None, day("The list.", "--list", show_default="the newest")] = None,
    lang: Annotated[Language, typer.Option(help="Its language.")] = Language.JAPANESE,
    use: Annotated[Use, typer.Option("--for", help="What it is for.")] = Use.NEWS,
    template: Annotated[
        bool, typer.Option("--template", help="Write the texts into the office, to be changed.")
    ] = False,
) -> None:
    """Print the text that announces a list or its correction."""
    from publication.announce.facts import facts_for
    from publication.announce.text import announcement, template_file, template_of, write_templates

    office = open_office(context.obj)
    if template:
        for file in write_templates(office.place):
            say(f"{file}")
        return
    with office.reading() as session:
        facts = facts_for(session, list_date and list_date.date(), lang.value)
    name = template_file(office.place, use.value, lang.value).name
    say(announcement(template_of(office.place, use.value, lang.value), facts, name).rstrip("\n"))
