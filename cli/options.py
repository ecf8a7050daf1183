"""Options that many commands have."""

from datetime import datetime
from typing import Annotated, Any

import typer

from office.words import _

FIRST_YEAR, LAST_YEAR = 1900, 2199
"""Days of these years can be meant; the calendar's own ends are nobody's day."""
MANY = 1_000_000
"""No number that an officer types is higher."""


def day(help: str, *names: str, show_default: bool | str = True) -> Any:
    """An option that is a day, YYYY-MM-DD; named as its parameter unless `names` says otherwise."""
    return typer.Option(
        *names, formats=["%Y-%m-%d"], help=help, show_default=show_default, callback=_of_these_years
    )


def _of_these_years(value: datetime | None) -> datetime | None:
    if value is not None and not FIRST_YEAR <= value.year <= LAST_YEAR:
        raise typer.BadParameter(
            _("{day} is no day of {first} to {last}", day=value.date(), first=FIRST_YEAR, last=LAST_YEAR)
        )
    return value


Who = Annotated[str | None, typer.Option(envvar="BANZUKE_OFFICER", help="Who decides.")]
Reason = Annotated[str, typer.Option(help="Why; kept with the ruling.")]
DryRun = Annotated[bool, typer.Option(help="Say what would happen, change nothing.")]
ListDate = Annotated[datetime | None, day("The list's date, the 1st of a month.", "--list")]
