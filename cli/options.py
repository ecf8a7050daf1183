"""Options and arguments that many commands have."""

from datetime import date, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from office.words import _

if TYPE_CHECKING:
    Day = date
else:
    Day = datetime  # what typer reads; `day` makes a day of it

FIRST_YEAR, LAST_YEAR = 1900, 2199
"""Days of these years can be meant; the calendar's own ends are nobody's day."""
MANY = 1_000_000
"""No number that an officer types is higher."""


def day(help: str, *names: str, show_default: bool | str = True) -> Any:
    """An option that is a day, YYYY-MM-DD, of the type `Day`; named as its parameter unless `names` says
    otherwise."""
    return typer.Option(
        *names, formats=["%Y-%m-%d"], help=help, show_default=show_default, callback=_of_these_years
    )


def _of_these_years(value: datetime | None) -> date | None:
    if value is not None and not FIRST_YEAR <= value.year <= LAST_YEAR:
        raise typer.BadParameter(
            _("{day} is no day of {first} to {last}", day=value.date(), first=FIRST_YEAR, last=LAST_YEAR)
        )
    return value.date() if value is not None else None


def given_file(help: str) -> Any:
    """An argument that is a file, which has to be there."""
    return typer.Argument(exists=True, dir_okay=False, help=help)


Who = Annotated[str | None, typer.Option(envvar="BANZUKE_OFFICER", help="Who decides.")]
Reason = Annotated[str, typer.Option(help="Why; kept with the ruling.")]
DryRun = Annotated[bool, typer.Option(help="Say what would happen, change nothing.")]
Yes = Annotated[bool, typer.Option("--yes", help="Do not ask; for scripts.")]
ListDate = Annotated[Day | None, day("The list's date, the 1st of a month.", "--list")]
AcceptAlarm = Annotated[
    list[str], typer.Option("--accept-alarm", help="An alarm that is right as it is, by name; repeat it.")
]
Interpretation = Annotated[list[str], typer.Option(help="Read a point otherwise, e.g. R1=half-up.")]
Member = Annotated[str, typer.Argument(help="The member's ID or whole name.")]
Newest = Annotated[int, typer.Option(min=1, max=MANY, help="So many, the newest.")]
Declared = Annotated[
    Literal["utf-8", "cp932"] | None,
    typer.Option("--encoding", help="The file's encoding, where it is not certain.", show_default=False),
]
Pages = Annotated[bool, typer.Option("--pages/--no-pages", help="Read the saved pages again too.")]
Replay = Annotated[
    Path | None,
    typer.Option(exists=True, file_okay=False, help="Answer from a recorded conversation, not the site."),
]
Offline = Annotated[
    bool, typer.Option("--offline", help="Ask nobody: answer from the archive of pages, or refuse.")
]
