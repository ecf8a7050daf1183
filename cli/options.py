"""Options and arguments that many commands have."""

from collections.abc import Collection
from datetime import date, datetime
from pathlib import Path
from typing import Annotated, Any, Literal
from unicodedata import normalize

import typer

from office.clock import LAST_YEAR
from office.words import _

Day = date
"""An option of `day`."""
FIRST_YEAR = 1900
"""Days of these years can be meant; the calendar's own ends are nobody's day."""
MANY = 1_000_000
"""No number that an officer types is higher."""


def option(help: str, *names: str, **more: Any) -> Any:
    """An option of a command; named as its parameter unless `names` says otherwise."""
    return typer.Option(*names, help=help, **more)


def readings(help: str, *acting: str) -> Any:
    """An option that is other readings of the text, R1=half-up; refused where one is none, and one of another
    point than those that are `acting`, where they are named: it would change nothing."""

    def read(chosen: list[str]) -> list[str]:
        for one in of_the_text(chosen) if acting else ():
            if one.partition("=")[0].strip().upper() not in acting:
                from office.errors import refusal

                expected = f"a point that acts here: {', '.join(acting)}"
                raise refusal("interpretation", "--interpretation", expected, one, "leave it out")
        return of_the_text(chosen)

    return option(help, callback=read)


def of_the_text(chosen: list[str]) -> list[str]:
    """Other readings of the text as they were typed; refused where one is none."""
    if chosen:
        from office.runs.rate import chosen_from

        chosen_from(chosen)
    return chosen


_PAIRS = (
    *(("once", "every"), ("upload", "uploaded"), ("as_json", "as_html"), ("language", "as_json")),
    *(("replay", "offline"), ("saved", "replay")),
)
"""Parameters of any command: where two commands mean another thing by a name, it is none of a pair."""


def apart(context: typer.Context, param: typer.CallbackParam, value: Any) -> Any:
    """Of two options that exclude each other what was typed; refused where both are given."""
    for pair in _PAIRS:
        others = [name for name in pair if name != param.name]
        if value and len(others) == 1 and context.params.get(others[0]):
            refuse_both(context, *pair)
    return value


def refuse_both(context: typer.Context, *names: str) -> None:
    """Refuses two options, by their parameters, or an option and a further command."""
    first, second = (_as_typed(context, name) for name in names)
    raise typer.BadParameter(_("{first} and {second} exclude each other", first=first, second=second))


def refuse_idle(context: typer.Context, *names: str, other: str) -> None:
    """Refuses what was typed of the options of these parameters: it does nothing without the `other`, which
    was not given. Who decides may stand in the environment for every command."""
    for name in names:
        if is_typed(context, name):
            raise typer.BadParameter(
                _("{option} does nothing without {other}", option=_as_typed(context, name), other=other)
            )


def is_typed(context: Any, name: str) -> bool:
    """Whether somebody typed an option, by its parameter."""
    source = context.get_parameter_source(name)
    return source is not None and source.name == "COMMANDLINE"


def _as_typed(context: typer.Context, name: str) -> str:
    return next((one.opts[0] for one in context.command.params if one.name == name), name)


def argument(help: str, **more: Any) -> Any:
    """An argument of a command."""
    return typer.Argument(help=help, **more)


def day(help: str, *names: str, show_default: bool | str = True) -> Any:
    """An option that is a day, YYYY-MM-DD, of the type `Day`; named as its parameter unless `names` says
    otherwise."""
    return option(help, *names, parser=_day, metavar="YYYY-MM-DD", show_default=show_default)


def _day(text: str) -> date:
    try:
        value = datetime.strptime(normalize("NFKC", text), "%Y-%m-%d").date()  # noqa: DTZ007  a day has no zone
    except ValueError:
        raise typer.BadParameter(_("“{text}” is no day; write it as 2026-10-18", text=text)) from None
    if not FIRST_YEAR <= value.year <= LAST_YEAR:
        raise typer.BadParameter(
            _("{day} is no day of {first} to {last}", day=value, first=FIRST_YEAR, last=LAST_YEAR)
        )
    return value


Month = date
"""An option of `month`: its first day."""


def month(help: str, show_default: bool | str = True) -> Any:
    """An option that is a month, YYYY-MM, of the type `Month`."""
    return option(help, parser=_month, metavar="YYYY-MM", show_default=show_default)


def _month(text: str) -> date:
    try:
        return _day(f"{text}-01")
    except typer.BadParameter:
        raise typer.BadParameter(_("“{text}” is no month; write it as 2026-10", text=text)) from None


def refuse_empty(words: Collection[str], option: str | None = None) -> None:
    """An empty word is no file and no folder, as a script's unset variable gives it: it would be read as the
    folder in which somebody is."""
    if "" in words:
        raise typer.BadParameter(_("an empty word is no name of a file or folder"), param_hint=option)


def one_of(text: str, known: Collection[str]) -> str:
    """What was typed where it is known; refused with all that is."""
    if text not in known:
        raise typer.BadParameter(_("“{text}” is none of {known}", text=text, known=", ".join(known)))
    return text


def given_file(help: str) -> Any:
    """An argument that is a file, which has to be there."""
    return argument(help, exists=True, dir_okay=False)


Who = Annotated[str | None, option("Who decides.", envvar="BANZUKE_OFFICER")]
Reason = Annotated[str, option("Why; kept in the journal.")]
DryRun = Annotated[bool, option("Say what would happen, change nothing.")]
Replace = Annotated[bool, option("Overwrite a different file of this name.", "--replace")]
Yes = Annotated[bool, option("Do not ask; for scripts.", "--yes")]
ListDate = Annotated[Day | None, day("The list's date, the 1st of a month.", "--list")]
AcceptAlarm = Annotated[
    list[str], option("An alarm that is right as it is, by name; repeat it.", "--accept-alarm")
]
Interpretation = Annotated[list[str], option("Another reading of the text, e.g. R1=half-up.")]
Member = Annotated[str, argument("The member's ID or full name.")]
Newest = Annotated[int, option("So many, the newest.", min=1, max=MANY)]
Declared = Annotated[
    Literal["utf-8", "cp932"] | None,
    option("The file's encoding, if it is not certain.", "--encoding", show_default=False),
]
Pages = Annotated[bool, option("Read the saved pages again too.", "--pages/--no-pages")]
Replay = Annotated[
    Path | None,
    option(
        "Answer from a recorded conversation, not the site.", exists=True, file_okay=False, callback=apart
    ),
]
Offline = Annotated[
    bool, option("Ask nobody: answer from the archive of pages, or refuse.", "--offline", callback=apart)
]
