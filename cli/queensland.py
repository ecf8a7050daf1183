"""What commands say in an office under the Queensland text."""

from datetime import date
from pathlib import Path

import typer

from cli.out import note, say
from cli.session import Office
from office.clock import now
from office.families.queensland.opening import read_list, read_performances, take_over


def opening_of_two_months(
    office: Office,
    file: Path,
    list_date: date,
    games: Path | None,
    performances: Path | None,
    officer: str,
    *,
    dry_run: bool,
) -> None:
    """Takes over the last published list: ratings with `P`, and what was performed in its period."""
    if games is not None:
        raise typer.BadParameter("--games is for a Japanese office; here it is --performances")
    ratings = read_list(file.read_bytes(), file.name)
    performed = read_performances(performances.read_bytes(), performances.name) if performances else []
    with office.writing(dry_run=dry_run) as session:
        done = take_over(session, list_date, ratings, performed, officer=officer, now=now())
    would = "would be taken over" if dry_run else "taken over"
    say(f"List of {list_date} {would}: {done.ratings} ratings, {done.performances} performances")
    if done.last_game_unknown:
        say(f"Last game not handed over, so not taken off for it: {len(done.last_game_unknown)}")
        for number in done.last_game_unknown:
            say(f"  {number}")
    if done.without_line:
        say(f"On the register without a line, so without a QJ rating: {len(done.without_line)}")
        for number in done.without_line:
            say(f"  {number}")
    note("Next: banzuke members acf LIST.csv for adults, then banzuke import LINK")
