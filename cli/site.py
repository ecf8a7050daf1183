"""What everybody may see: site, announce, bundle, verify."""

import os
import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from cli.options import Day, Reason, apart, argument, day, given_file, is_typed, option, refuse_both
from cli.out import note, save, say, say_lines, show_problems
from cli.session import open_office
from office.words import _, n_, p_
from office.words import language as spoken

if TYPE_CHECKING:
    from office.chain.minisign import PublicKey


def _of_a_server(context: typer.Context, param: typer.CallbackParam, upload: str | None) -> str | None:
    """The address as it was typed; refused where it is none."""
    if upload is not None:
        from publication.site.upload import server_of

        server_of(upload)
    apart(context, param, upload)  # else nothing would be sent, and all of it noted as sent
    return upload


def _of_the_site(param: typer.CallbackParam, value: str | None) -> str | None:
    """What is remembered of the site, as it was typed; refused where it is no such thing."""
    if value is not None:
        from publication.site.settings import checked

        checked({str(param.name): value})
    return value


def site(
    context: typer.Context,
    folder: Annotated[Path, argument("The site's folder; what is served or sent to a server.")],
    address: Annotated[
        str | None, option("The site's address, https://…/; remembered.", callback=_of_the_site)
    ] = None,
    mail: Annotated[
        str | None, option("Where corrections are sent; remembered.", callback=_of_the_site)
    ] = None,
    desk: Annotated[
        str | None,
        option(
            "The desk that takes corrections, https://…; remembered, “” removes it.", callback=_of_the_site
        ),
    ] = None,
    ages: Annotated[
        bool | None, option("Show age classes; off at first, remembered.", "--ages/--no-ages")
    ] = None,
    archive: Annotated[
        bool | None, option("Offer what “bundle” writes; off at first, remembered.", "--archive/--no-archive")
    ] = None,
    name_ja: Annotated[
        str | None, option("The federation's name on Japanese pages; remembered.", callback=_of_the_site)
    ] = None,
    name_en: Annotated[
        str | None, option("The federation's name on English pages; remembered.", callback=_of_the_site)
    ] = None,
    pictures: Annotated[
        bool | None,
        option(
            "A picture of each player and list for messengers; off at first, remembered.",
            "--pictures/--no-pictures",
        ),
    ] = None,
    upload: Annotated[
        str | None,
        option(
            "Then send it: USER@HOST:FOLDER by rsync, sftp://USER@HOST/FOLDER, or s3://BUCKET/FOLDER.",
            callback=_of_a_server,
        ),
    ] = None,
    uploaded: Annotated[
        bool,
        option("Write nothing: note that the server has the site as it is.", "--uploaded", callback=apart),
    ] = False,
    reason: Reason = "",
) -> None:
    """Write the website. When it is written again, only what changed is written."""
    from publication.site.settings import store_settings
    from publication.site.target import Target
    from publication.site.whole import write_site

    office = open_office(context.obj, reason)
    given = {
        "address": address, "mail": mail, "ages": ages, "archive": archive, "desk": desk,
        "name_ja": name_ja, "name_en": name_en, "pictures": pictures,
    }  # fmt: skip
    if any(value is not None for value in given.values()):
        with office.writing() as session:
            store_settings(session, **given)
    target = Target(folder.absolute())
    if uploaded:
        sent, gone = target.note_sent()
        told = n_(
            "{folder}: noted that {n} file was sent and {gone} deleted",
            "{folder}: noted that {n} files were sent and {gone} deleted",
            sent,
            folder=folder,
            gone=gone,
        )
        say(told)
        return
    with target.alone(), office.reading() as session:
        if os.access(office.place.folder, os.W_OK):
            office.sign(session)
        written = write_site(session, target, office.place, note)
    show_problems(p for p in written.problems if p not in office.told)
    say(
        _(
            "{file}: {pages} files, {changed} new or changed, {deleted} deleted",
            file=f"{folder}/index.html",
            pages=written.pages,
            changed=len(written.changed),
            deleted=len(written.deleted),
        )
    )
    if upload is not None:
        from publication.site.upload import server_of
        from publication.site.upload import upload as send

        sent, gone = send(target, server_of(upload))
        facts = {"server": upload, "gone": gone}
        said = n_(
            "{server}: {n} file sent, {gone} deleted",
            "{server}: {n} files sent, {gone} deleted",
            sent,
            **facts,
        )
        say(said)
    elif written.changed or written.deleted:
        note(
            _(
                "To send to a server: {changed} and {deleted}."
                " Once it is there: banzuke site {folder} --uploaded",
                folder=shlex.quote(str(folder)),
                changed=target.changed_list,
                deleted=target.deleted_list,
            )
        )


def announce(
    context: typer.Context,
    list_date: Annotated[Day | None, day("The list.", "--list", show_default="the newest")] = None,
    lang: Annotated[Literal["ja", "en"] | None, option("Its language.", show_default="as spoken")] = None,
    use: Annotated[Literal["news", "mail"], option("What it is for.", "--for")] = "news",
    template: Annotated[
        bool, option("Write the texts into the office, to be changed.", "--template")
    ] = False,
) -> None:
    """Print the text that announces a list or its correction."""
    from publication.announce.facts import USES, facts_for
    from publication.announce.facts import template as template_of
    from publication.site.settings import LANGUAGES

    for one in ("list_date", "lang", "use") if template else ():
        if is_typed(context, one):
            refuse_both(context, "template", one)
    office = open_office(context.obj)
    if template:
        for used in USES:
            say_lines(str(template_of(office.place, used, one).put()) for one in LANGUAGES)
        return
    words = lang or spoken()
    with office.reading() as session:
        facts = facts_for(session, list_date, words)
    say(template_of(office.place, use, words).followed(facts).rstrip("\n"))


def bundle(
    context: typer.Context, file: Annotated[Path, argument("The archive to write, e.g. lists.zip.")]
) -> None:
    """Write the public archive of games and lists, signed. It holds no birth dates; anybody can check it."""
    from office.chain.key import office_key
    from office.chain.statements import write_statements
    from publication.bundle.write import write_bundle

    office = open_office(context.obj)
    with office.reading() as session:
        write_statements(office.place, session)
        data, versions = write_bundle(session, office.place, note)
    save(file, data, public=True)
    say(f"{file}{p_('punctuation', ': ')}" + n_("{n} version", "{n} versions", versions))
    key = office_key(office.place).public.text
    note(_("Anybody can check it: banzuke verify {name} --key {key}", name=shlex.quote(str(file)), key=key))


def verify(
    file: Annotated[Path, given_file("An archive made by bundle.")],
    key: Annotated[
        str | None,
        option(
            "The office's public key, or a file with it; from its website, not from the archive.",
            envvar="BANZUKE_KEY",
            show_default=False,
        ),
    ] = None,
) -> None:
    """Check the lists of a public archive: who signed them, and whether they come out of its games alone."""
    from publication.bundle.signed import result
    from publication.bundle.verify import verify_bundle

    given = None if key is None else _key(key)
    found = verify_bundle(file, note, given)
    show_problems(found.problems)
    if found.problems:
        raise typer.Exit(1)
    line, *cannot = result(found, file.name, given)
    say(line)
    for one in cannot:
        note(one)


def _key(given: str) -> "PublicKey":
    """The public key that was given, in one line or as a file; refused where it is none."""
    from office.chain.minisign import LARGEST
    from publication.bundle.signed import key_given

    file = Path(given)
    if len(given) < 200 and file.is_file():
        with file.open("rb") as opened:
            given = opened.read(LARGEST + 1).decode("ascii", "replace")
    return key_given(given)
