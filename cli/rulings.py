"""`banzuke rulings`: every decision, listed, exported, taken over."""

from pathlib import Path
from typing import Annotated

import typer

from cli.out import note, say
from cli.session import reading, writing
from office.words import _


def rulings(
    context: typer.Context,
    everything: Annotated[bool, typer.Option("--all", help="Also those taken back.")] = False,
) -> None:
    """Every decision: what, about what, why, who and when."""
    if context.invoked_subcommand is not None:
        return
    from office.desk.status import ruling_lines

    with reading(context) as session:
        lines = ruling_lines(session, everything=everything)
    for line in lines:
        say(line)
    if not lines:
        note(_("No rulings"))


def export(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(dir_okay=False, help="What to write, as JSON.")],
) -> None:
    """Write every ruling, also those taken back, as a file that another office can take over."""
    from office.rules.replay import rulings_json
    from publication.exports.files import write_whole

    with reading(context) as session:
        text = rulings_json(session)
    write_whole(file, text.encode())
    say(_("{file}: every ruling; names of players and officers are in it", file=file))


def take(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(exists=True, dir_okay=False, help="The exported rulings.")],
) -> None:
    """Take rulings over that another office made on the same register and readings: all or none."""
    from office.clock import now
    from office.desk.refresh import refresh
    from office.rules.replay import lines_of, take_rulings

    with writing(context) as session:
        done = take_rulings(session, file.read_bytes(), file.name, now())
        refresh(session)
    say("; ".join(lines_of(done)))
    note(_("Next: banzuke problems, or banzuke rate"))
