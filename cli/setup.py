"""Beginning: init, opening import, language, officer, contact, migrate; demo."""

from pathlib import Path
from typing import Annotated

import typer

from cli.options import (
    Day,
    DryRun,
    Reason,
    Who,
    argument,
    day,
    given_file,
    is_typed,
    one_of,
    option,
    refuse_idle,
)
from cli.out import note, say, say_lines, show_problem
from cli.session import now, open_office, speak_as_set
from office.words import LANGUAGES, _, known
from office.words import SETTING as LANGUAGE
from office.words import language as spoken
from rating.families import FAMILIES, is_compared, usual


def family_name(text: str) -> str:
    """The name of a family of regulations; refused with those there are."""
    if is_compared(text):
        raise typer.BadParameter(
            _("no office works under “{family}”; banzuke simulate compares with it", family=text)
        )
    return one_of(text, FAMILIES)


def init(
    context: typer.Context,
    name: Annotated[str, option("The federation's name.")] = "Rating office",
    officer: Annotated[str, option("Who decides, unless a command says otherwise.")] = "",
    database: Annotated[
        str | None, option("A PostgreSQL database, postgresql://…, instead of a file.")
    ] = None,
    family: Annotated[
        str, option("Its family of regulations.", parser=family_name, metavar=f"[{'|'.join(FAMILIES)}]")
    ] = usual(),
) -> None:
    """Make a new office in the folder."""
    from importer.lengths import NAME, bounded
    from office.chain.key import office_key
    from office.database.engine import open_engine, postgresql, refuse_too_deep, transaction
    from office.database.migrate import is_made, upgrade
    from office.database.move import settings_put
    from office.errors import refusal
    from office.families import found
    from office.house import federation_name, on_one_line
    from office.journal.acting import acts
    from office.opened import Office
    from office.place import LOST, Place, server_address
    from office.tables import SettingRow

    place = Place(context.obj)
    name = federation_name(name, "--name")
    officer = on_one_line(officer)
    bounded({"--officer": officer}, NAME)
    remedy = "work with it, or name another folder: banzuke --office DIR init"
    there = refusal("office-exists", str(place.folder), "no office yet", "one", remedy)
    if place.has_office() and is_made(open_engine(place)):  # one whose making was cut off is made anew
        raise there
    if left := place.left():  # its new lists could not be told from the old ones
        raise refusal("office-exists", str(place.folder), "no office yet", left, LOST)
    if database is not None and is_made(postgresql(server_address(database, "--database"))):
        remedy = "name an empty database; nothing was changed in this one"
        raise refusal("office-exists", "--database", "no office yet", "one", remedy)
    if database is None:
        refuse_too_deep(place.database)
    place.archive.mkdir(parents=True, exist_ok=True)  # private, as all that commands write (cli/main.py)
    if database is not None:
        settings_put(place, database)
    engine = open_engine(place)
    upgrade(engine)
    acts(officer)
    Office(place, engine, show_problem)  # its journal is kept from the first row on
    with transaction(engine) as session:
        if session.get(SettingRow, "name") is not None:  # another one made it meanwhile
            raise there
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
    name: Annotated[str | None, argument("From now on this language: en or ja.")] = None,
    reason: Reason = "",
) -> None:
    """Show or set the language the office is in."""
    from office.house import office_language, set_language

    if name is None:
        refuse_idle(context, "reason", other="NAME")
    elif known(name) is None:
        names = ", ".join(LANGUAGES)
        raise typer.BadParameter(_("{lang} is none of {languages}", lang=name, languages=names))
    office = open_office(context.obj, reason)
    with office.reading() if name is None else office.writing() as session:
        told = office_language(session) if name is None else set_language(session, name)
    say(told)


def officer_(
    context: typer.Context,
    name: Annotated[str | None, argument("From now on this officer.")] = None,
    reason: Reason = "",
    who: Who = None,
) -> None:
    """Show or set who decides unless a command says otherwise; drafts of letters carry this name."""
    from office.house import OFFICER, fact, set_officer

    if name is None:
        refuse_idle(context, "reason", "who", other="NAME")
    office = open_office(context.obj, reason)
    with office.reading() as session:
        before = fact(session, OFFICER)
    if name is None:
        say(before or _("none"))
        return
    office.officer(who or before or name)  # it is he who hands over
    with office.writing() as session:
        told = set_officer(session, name)
    say(told)


def contact(
    context: typer.Context,
    address: Annotated[
        str | None, argument("From now on this e-mail address or web page; '' for none.", show_default=False)
    ] = None,
    reason: Reason = "",
) -> None:
    """Show or set where Chess-Results can reach the office: it is sent with every request."""
    from office.house import set_contact
    from scraper.client import user_agent

    if address is None:
        refuse_idle(context, "reason", other="ADDRESS")
    office = open_office(context.obj, reason)
    if address is not None:
        with office.writing() as session:
            set_contact(session, address)
    say(user_agent(office.contact()))


def opening_import(
    context: typer.Context,
    file: Annotated[Path, given_file("The last list: CSV, xlsx, xls or ods.")],
    list_date: Annotated[Day, day("Its date.", "--list")],
    games: Annotated[
        Path | None,
        option("Unrated players' games against rated ones: a file like it.", exists=True, dir_okay=False),
    ] = None,
    performances: Annotated[
        Path | None,
        option(
            "Performances of the last period, where first ratings come of them: a file like it.",
            exists=True,
            dir_okay=False,
        ),
    ] = None,
    reason: Reason = "",
    who: Annotated[str | None, option("Who takes it over.", envvar="BANZUKE_OFFICER")] = None,
    dry_run: DryRun = False,
    everyone: Annotated[bool, option("Name everybody a finding is about.", "--all")] = False,
) -> None:
    """Take over the last published list: ratings, games, peaks, and unrated players' earlier games."""
    from importer.given import GivenFile, bytes_of
    from office.families import family_of, require
    from office.register.take import opening_files

    office = open_office(context.obj, reason)
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
        ready = opening_files(list_file, list_date, beside.get(own), officer=officer, everyone=everyone)
        done = ready.store(session, now(), dry_run)
    say_lines(done.lines)
    if done.cut and dry_run:  # once it is taken over, it cannot be asked any more
        note(_("All of them: banzuke opening import … --dry-run --all"))
    if not dry_run:
        note(done.then)


def migrate(context: typer.Context) -> None:
    """Bring the database of an older Banzuke up to date."""
    from office.database.engine import open_engine
    from office.database.migrate import PUT_BACK, is_made, upgrade
    from office.errors import refusal
    from office.place import Place

    place = Place(context.obj).require()
    engine = open_engine(place)
    if not is_made(engine):  # an empty file in the place of the office would become a new office
        raise refusal("no-office", str(place.folder), "an office in the database", "none", PUT_BACK)
    brought = upgrade(engine)
    speak_as_set(place)
    say(
        _("The database is at the newest form, brought there just now")
        if brought
        else _("The database is at the newest form already: there was no migration")
    )


def demo(
    context: typer.Context,
    folder: Annotated[
        Path, option("Where to put the demonstration's office; an old one is deleted first.", "--to")
    ] = Path("demo"),
) -> None:
    """A month's work on invented members and recorded pages."""
    from cli.demo.run import run_demo

    root = context.find_root().command
    if is_typed(context.find_root(), "office") and not is_typed(context, "folder"):
        folder = context.obj  # banzuke --office FOLDER demo means that folder
    run_demo(folder, lambda words: root.main(words, standalone_mode=False))
