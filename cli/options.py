"""Options that many commands have."""

from datetime import datetime
from typing import Annotated, Any

import typer


def day(help: str, *names: str, show_default: bool | str = True) -> Any:
    """An option that is a day, YYYY-MM-DD; named as its parameter unless `names` says otherwise."""
    return typer.Option(*names, formats=["%Y-%m-%d"], help=help, show_default=show_default)


Who = Annotated[str | None, typer.Option(envvar="BANZUKE_OFFICER", help="Who decides.")]
Reason = Annotated[str, typer.Option(help="Why; kept with the ruling.")]
DryRun = Annotated[bool, typer.Option(help="Say what would happen, change nothing.")]
ListDate = Annotated[datetime | None, day("The list's date, the 1st of a month.", "--list")]
