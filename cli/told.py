"""What became of a report, told the same way whether it was pasted, attached or came by mail."""

from datetime import date

from cli.out import say, show_problem
from office.intake.files import TakenFile
from office.intake.links import Taken

STATES = ("created", "updated", "unchanged", "held")


def tell_link(one: Taken, arrived_on: date) -> bool:
    """Prints what became of a link; whether it was stored. `arrived_on`: the day it arrived."""
    if one.stored is None or one.record is None:
        say(f"not read: {one.link.address.url}")
        if one.problem:
            show_problem(one.problem)
        return False
    _tell(one, arrived_on)
    return True


def tell_file(one: TakenFile, arrived_on: date) -> bool:
    """Prints what became of a file; whether it was stored."""
    if one.stored is None or one.record is None:
        say(f"not read: {', '.join(one.names)}")
        for problem in one.problems:
            show_problem(problem)
        return False
    _tell(one, arrived_on)
    for words in one.corrects:
        say(f"    takes the place of {words}")
    return True


def _tell(one: Taken | TakenFile, arrived_on: date) -> None:
    stored, record = one.stored, one.record
    assert stored is not None and record is not None
    say(f"{stored.state}: {record.name}, {stored.players} players, {stored.pairings} pairings")
    if stored.state == "unchanged":
        say("    already imported; nothing is other than before")
    if stored.state == "held":
        say("    a published list stands on the event as it was: kept for a correction, not stored")
    for change in stored.changes:
        say(f"    {change}")
    if one.reported_on is None:
        say("    incomplete: it counts as reported when every result is there (R16)")
    elif one.reported_on != arrived_on:
        say(f"    counts as reported on {one.reported_on} (R16, R25): the list of {one.list_date}")
    else:
        say(f"    for the list of {one.list_date}")
