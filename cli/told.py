"""What became of a report, told the same way whether it was pasted, attached or came by mail."""

from collections.abc import Mapping
from datetime import date

from cli.out import say, show_problem
from office.intake.files import TakenFile
from office.intake.links import Taken
from office.words import N_, _, n_
from office.words.formats import day
from office.words.problems import said

USUAL = (N_("created"), N_("updated"), N_("unchanged"))
STATES = (*USUAL, N_("held"), N_("taken up"))
"""What becomes of an event (`Stored.state`); the usual ones are counted also where there are none."""


def tell_link(one: Taken, arrived_on: date) -> bool:
    """Prints what became of a link; whether it was stored. `arrived_on`: the day it arrived."""
    if one.stored is None or one.record is None:
        say(_("not read: {what}", what=one.link.address.url))
        if one.problem:
            show_problem(one.problem)
        return False
    _tell(one, arrived_on)
    return True


def tell_file(one: TakenFile, arrived_on: date) -> bool:
    """Prints what became of a file; whether it was stored."""
    if one.stored is None or one.record is None:
        say(_("not read: {what}", what=", ".join(one.names)))
        for problem in one.problems:
            show_problem(problem)
        return False
    _tell(one, arrived_on)
    for words in one.corrects:
        say("    " + _("takes the place of {what}", what=words))
    for problem in (*one.problems, *(p for p in one.record.problems if p.code == "pages-missing")):
        show_problem(problem)
    return True


def _tell(one: Taken | TakenFile, arrived_on: date) -> None:
    stored, record = one.stored, one.record
    assert stored is not None and record is not None
    players = n_("{n} player", "{n} players", stored.players)
    pairings = n_("{n} pairing", "{n} pairings", stored.pairings)
    say(f"{_(stored.state)}: {record.name}, {players}, {pairings}")
    if stored.state == "unchanged":
        say("    " + _("already imported; nothing has changed"))
    if stored.state == "held":
        say(
            "    " + _("a published list rests on the event as it was: kept for a correction, not taken over")
        )
    if stored.state == "taken up":
        say("    " + _("taken into the open correction: banzuke correction preview"))
    for change in stored.changes:
        say(f"    {said(change)}")
    if one.reported_on is None:
        say("    " + _("incomplete: it counts as reported when every result is there (R16)"))
    elif one.reported_on != arrived_on:
        counts = _("counts as reported on {day} (R16, R25)", day=day(one.reported_on))
        say(f"    {counts}: " + _("for the list of {day}", day=_list(one)))
    else:
        say("    " + _("for the list of {day}", day=_list(one)))


def _list(one: Taken | TakenFile) -> str:
    return day(one.list_date) if one.list_date else "–"


def imported_counts(counts: Mapping[str, int], failed: int) -> str:
    """How many events came out how, as one line."""
    told = [f"{n} {_(state)}" for state, n in counts.items() if n or state in USUAL]
    return ", ".join([*told, _("{n} not read", n=failed)])
