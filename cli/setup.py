"""Setting an office up: init, opening import, migrate; the ratings of adults (members acf)."""

from datetime import datetime
from pathlib import Path
from typing import Annotated

import typer

from cli.options import day
from cli.out import note, say
from cli.session import open_office, writing
from office.words import LANGUAGES, _, known
from office.words import SETTING as LANGUAGE
from office.words import language as spoken
from rating.families import FAMILIES, is_compared, usual


def family_name(text: str) -> str:
    """The name of a family of regulations; refused with those there are."""
    if is_compared(text):
        raise typer.BadParameter(f"no office works under “{text}”; banzuke simulate compares with it")
    if text not in FAMILIES:
        raise typer.BadParameter(f"“{text}” is none of {', '.join(FAMILIES)}")
    return text


def init(
    context: typer.Context,
    name: Annotated[str, typer.Option(help="The federation's name.")] = "Rating office",
    officer: Annotated[str, typer.Option(help="Who decides, unless a command says otherwise.")] = "",
    database: Annotated[
        str | None, typer.Option(help="A PostgreSQL database, postgresql://…, instead of a file.")
    ] = None,
    family: Annotated[
        str,
        typer.Option(
            parser=family_name, metavar=f"[{'|'.join(FAMILIES)}]", help="Its family of regulations."
        ),
    ] = usual(),
) -> None:
    """Make a new office in the folder."""
    import json

    from importer.lengths import NAME, bounded
    from office.chain.key import office_key
    from office.clock import now
    from office.database.engine import open_engine, transaction
    from office.database.migrate import is_made, upgrade
    from office.errors import refusal
    from office.families import found
    from office.place import Place, server_address
    from office.tables import SettingRow

    place = Place(context.obj)
    bounded({"--name": name, "--officer": officer}, NAME)
    if database is not None:
        server_address(database, "--database")
    if place.has_office() and is_made(open_engine(place)):  # one whose making was cut off is made anew
        remedy = "work with it, or name another folder: banzuke --office DIR init"
        raise refusal("office-exists", str(place.folder), "no office yet", "one", remedy)
    place.archive.mkdir(parents=True, exist_ok=True)  # private, as all that commands write (cli/terminal.py)
    if database is not None:
        place.settings.write_text(f"database = {json.dumps(database)}\n", encoding="utf-8")
    engine = open_engine(place)
    upgrade(engine)
    with transaction(engine) as session:
        session.add(SettingRow(name="name", value=name))
        found(session, family, who=officer or name, now=now())
        session.add(SettingRow(name="officer", value=officer))
        if spoken() != "en":
            session.add(SettingRow(name=LANGUAGE, value=spoken()))
    office_key(place)
    say(_("{name}: a new office in {folder}", name=name, folder=place.folder))
    note(_("Next: banzuke members import REGISTER.csv"))


def language(
    context: typer.Context,
    name: Annotated[str | None, typer.Argument(help="From now on this language: en or ja.")] = None,
) -> None:
    """Show or set the language the office is in."""
    from office.house import office_language, set_language

    if name is not None and known(name) is None:
        names = ", ".join(LANGUAGES)
        raise typer.BadParameter(_("{lang} is none of {languages}", lang=name, languages=names))
    office = open_office(context.obj)
    with office.reading() if name is None else office.writing() as session:
        say(office_language(session) if name is None else set_language(session, name))


def contact(
    context: typer.Context,
    address: Annotated[
        str | None,
        typer.Argument(help="From now on this e-mail address or web page; '' for none.", show_default=False),
    ] = None,
) -> None:
    """Show or set where Chess-Results reaches the office: the client tells it with every request."""
    from office.house import set_contact
    from scraper.client import user_agent

    office = open_office(context.obj)
    if address is not None:
        with office.writing() as session:
            set_contact(session, address)
    say(user_agent(office.contact()))


def members_acf(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(exists=True, dir_okay=False, help="ID, Name, ACF as CSV.")],
    list_date: Annotated[datetime, day("The date of the ACF list.", "--list")],
) -> None:
    """Take adults' ratings from a list of the Australian Chess Federation, where games against them count."""
    from importer.given import GivenFile, bytes_of
    from office.clock import now
    from office.register.take import ratings_file

    ready = ratings_file(GivenFile(file.name, bytes_of(file)), list_date.date())
    with writing(context) as session:
        done = ready.store(session, now(), False)
    for line in done.lines:
        say(line)


def opening_import(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(exists=True, dir_okay=False, help="The last list as CSV.")],
    list_date: Annotated[datetime, day("Its date.", "--list")],
    games: Annotated[
        Path | None,
        typer.Option(exists=True, dir_okay=False, help="Unrated players' games against rated ones, CSV."),
    ] = None,
    performances: Annotated[
        Path | None,
        typer.Option(
            exists=True,
            dir_okay=False,
            help="Performances of the last period, where first ratings come of them, CSV.",
        ),
    ] = None,
    who: Annotated[str | None, typer.Option(envvar="BANZUKE_OFFICER", help="Who takes it over.")] = None,
    dry_run: Annotated[bool, typer.Option(help="Say what would happen, change nothing.")] = False,
    everyone: Annotated[bool, typer.Option("--all", help="Name everybody whom a finding is about.")] = False,
) -> None:
    """Take over the last published list: ratings, games, peaks, and unrated players' earlier games."""
    from importer.given import GivenFile, bytes_of
    from office.clock import now
    from office.families import family_of, require
    from office.register.take import opening_files

    office = open_office(context.obj)
    officer = office.officer(who)
    beside = {
        option: GivenFile(path.name, bytes_of(path))
        for option, path in (("games", games), ("performances", performances))
        if path is not None
    }
    list_file = GivenFile(file.name, bytes_of(file))
    with office.writing(dry_run=dry_run) as session:
        own = family_of(session).opening_beside
        for option in beside.keys() - {own}:
            require(session, f"--{option}", lambda family: family.opening_beside != own)
        ready = opening_files(
            list_file, list_date.date(), beside.get(own), officer=officer, everyone=everyone
        )
        done = ready.store(session, now(), dry_run)
    for line in done.lines:
        say(line)
    if done.cut:
        note(_("Everybody by name: banzuke opening import … --dry-run --all, before the list is taken over"))
    note(done.then)


def migrate(context: typer.Context) -> None:
    """Bring the database of an older Banzuke up to date."""
    from office.database.engine import open_engine
    from office.database.migrate import upgrade
    from office.place import Place

    place = Place(context.obj).require()
    upgrade(open_engine(place))
    say(_("The database is at the newest form"))
