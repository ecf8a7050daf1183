"""Setting an office up: init, members import, opening import, migrate."""

from datetime import datetime
from pathlib import Path
from typing import Annotated

import typer

Day = Annotated[datetime | None, typer.Option(formats=["%Y-%m-%d"])]


def register(app: typer.Typer) -> None:
    """Adds these commands."""
    app.command()(init)
    members = typer.Typer(no_args_is_help=True, help="The register of members.", rich_markup_mode=None)
    members.command("import")(members_import)
    app.add_typer(members, name="members")
    opening = typer.Typer(
        no_args_is_help=True, help="The last list from before this office.", rich_markup_mode=None
    )
    opening.command("import")(opening_import)
    app.add_typer(opening, name="opening")
    app.command()(migrate)


def init(
    context: typer.Context,
    name: Annotated[str, typer.Option(help="The federation's name.")] = "Rating office",
    officer: Annotated[str, typer.Option(help="Who decides, unless a command says otherwise.")] = "",
    database: Annotated[
        str | None, typer.Option(help="A PostgreSQL database, postgresql://…, instead of a file.")
    ] = None,
) -> None:
    """Make a new office in the folder: an empty database and an archive."""
    import json

    from office.cli.out import note, say
    from office.database.engine import open_engine, transaction
    from office.database.migrate import is_made, upgrade
    from office.errors import OfficeError
    from office.place import Place
    from office.tables import SettingRow
    from scraper.records import Problem

    place = Place(context.obj)
    if place.has_office() and is_made(open_engine(place)):  # one whose making was cut off is made anew
        remedy = "work with it, or name another folder: banzuke --office DIR init"
        raise OfficeError(Problem("office-exists", str(place.folder), "no office yet", "one", remedy))
    place.archive.mkdir(parents=True, exist_ok=True)
    if database is not None:
        place.settings.write_text(f"database = {json.dumps(database)}\n", encoding="utf-8")
    engine = open_engine(place)
    upgrade(engine)
    with transaction(engine) as session:
        session.add(SettingRow(name="name", value=name))
        session.add(SettingRow(name="family", value="japan"))
        session.add(SettingRow(name="officer", value=officer))
    say(f"{name}: a new office in {place.folder}")
    note("Next: banzuke members import REGISTER.csv")


def members_import(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(exists=True, dir_okay=False, help="The register as CSV.")],
    dry_run: Annotated[bool, typer.Option(help="Say what would happen, change nothing.")] = False,
) -> None:
    """Take the register from a CSV file: new members, changed ones, memberships."""
    from importer.register import apply_register, read_register
    from office.cli.out import note, say
    from office.cli.session import open_office
    from office.clock import now
    from office.database.engine import look, transaction

    office = open_office(context.obj)
    entries = read_register(file.read_bytes(), file.name)
    with (look if dry_run else transaction)(office.engine) as session:
        counts = apply_register(session, entries, now())
    would = "would be " if dry_run else ""
    say(
        f"{len(entries)} members in {file.name}: {len(counts.created)} {would}created,"
        f" {len(counts.changed)} {would}changed, {len(counts.unchanged)} unchanged"
    )
    if counts.not_in_file:
        say(f"Known, but not in the file, and left as they are: {len(counts.not_in_file)}")
        for number in counts.not_in_file:
            say(f"  {number}")
    if counts.without_birth_date:
        say(f"Without a birth date, so no junior rule for them (5(1), R3): {len(counts.without_birth_date)}")
        for number in counts.without_birth_date:
            say(f"  {number}")
    note("Next: banzuke opening import LIST.csv --list YYYY-MM-01, or banzuke import LINK")


def opening_import(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(exists=True, dir_okay=False, help="The last list as CSV.")],
    list_date: Annotated[datetime, typer.Option("--list", formats=["%Y-%m-%d"], help="Its date.")],
    games: Annotated[
        Path | None,
        typer.Option(exists=True, dir_okay=False, help="Unrated players' games against rated ones, CSV."),
    ] = None,
    who: Annotated[str | None, typer.Option(envvar="BANZUKE_OFFICER", help="Who takes it over.")] = None,
    dry_run: Annotated[bool, typer.Option(help="Say what would happen, change nothing.")] = False,
) -> None:
    """Take over the last published list: ratings, games, peaks, and unrated players' earlier games."""
    from office.cli.out import note, say
    from office.cli.session import open_office
    from office.clock import now
    from office.database.engine import look, transaction
    from office.opening.files import read_games, read_list
    from office.opening.take_over import take_over

    office = open_office(context.obj)
    officer = office.officer(who)
    lines, ratings = read_list(file.read_bytes(), file.name)
    earlier = read_games(games.read_bytes(), games.name) if games else []
    with (look if dry_run else transaction)(office.engine) as session:
        done = take_over(session, list_date.date(), lines, ratings, earlier, officer=officer, now=now())
    would = "would be taken over" if dry_run else "taken over"
    say(f"List of {list_date.date()} {would}: {done.ratings} ratings, {done.games} earlier games")
    if done.without_line:
        say(f"On the register without a line, so unrated (UR): {len(done.without_line)}")
        for number in done.without_line:
            say(f"  {number}")
    if done.peaks_assumed:
        say(f"Assumed, because no peak was handed over: peak = rating, {len(done.peaks_assumed)} times")
        for number, type_ in done.peaks_assumed:
            say(f"  {number} {type_}")
    if done.last_game_unknown:
        say(
            f"Last game not handed over for {done.last_game_unknown} members: they print as not active"
            " until a game of theirs is rated here (R18)"
        )
    note("Next: banzuke import LINK, or paste an e-mail into: banzuke import -")


def migrate(context: typer.Context) -> None:
    """Bring the database of an older Banzuke to this one's form."""
    from office.cli.out import say
    from office.database.engine import open_engine
    from office.database.migrate import upgrade
    from office.place import Place

    place = Place(context.obj).require()
    upgrade(open_engine(place))
    say("The database is at the newest form")
