"""What commands say in an office under the Queensland text."""

from datetime import date
from pathlib import Path

import typer

from cli.out import note, say, taken_over
from cli.session import Office
from office.clock import now
from office.families.queensland.opening import read_list, read_performances, take_over
from office.words import _, n_


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
        raise typer.BadParameter(_("--games is for a Japanese office; here it is --performances"))
    ratings = read_list(file.read_bytes(), file.name)
    performed = read_performances(performances.read_bytes(), performances.name) if performances else []
    with office.writing(dry_run=dry_run) as session:
        done = take_over(session, list_date, ratings, performed, officer=officer, now=now())
    counts = [n_("{n} rating", "{n} ratings", done.ratings)]
    counts.append(n_("{n} performance", "{n} performances", done.performances))
    say(taken_over(list_date, ", ".join(counts), dry_run=dry_run))
    if done.last_game_unknown:
        say(
            _(
                "Last game not handed over, so not counted as inactive for it: {n}",
                n=len(done.last_game_unknown),
            )
        )
        for number in done.last_game_unknown:
            say(f"  {number}")
    if done.without_line:
        say(_("On the register without a line, so without a QJ rating: {n}", n=len(done.without_line)))
        for number in done.without_line:
            say(f"  {number}")
    note(_("Next: banzuke members acf LIST.csv for adults, then banzuke import LINK"))
