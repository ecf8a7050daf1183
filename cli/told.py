"""What became of a report, told the same way whether it was pasted, attached or came by mail."""

from collections import Counter
from collections.abc import Sequence
from datetime import date

from cli.out import note, say, say_lines, show_problems
from office.intake.take_in import Taken
from office.words import N_, _, n_, p_
from office.words.formats import day
from office.words.problems import said

USUAL = (N_("created"), N_("updated"), N_("unchanged"))
STATES = (*USUAL, N_("held"), N_("as published"), N_("taken up"), N_("kept beside"))
"""What becomes of an event (`Stored.state`); the usual ones are counted also where there are none."""
MEANING = {
    "unchanged": N_("already imported; nothing has changed"),
    "held": N_("a published list uses the event as it was: kept for a correction, not taken over"),
    "as published": N_("the event is again as its published list has it"),
    "taken up": N_("taken into the open correction: banzuke correction preview"),
    "kept beside": N_("it arrived before the report that counts; to have it count: banzuke import FILE"),
}


def tell(one: Taken, arrived_on: date) -> bool:
    """Prints what became of a report; whether it was stored. `arrived_on`: the day it arrived."""
    stored, record = one.stored, one.record
    if stored is None or record is None:
        say(_("not read: {what}", what=one.source))
        show_problems(one.problems)
        return False
    players = n_("{n} player", "{n} players", stored.players)
    pairings = n_("{n} pairing", "{n} pairings", stored.pairings)
    say(f"{_(stored.state)}{p_('punctuation', ': ')}{_(', ').join((one.called, players, pairings))}")
    lines = []
    if stored.state in MEANING:
        lines.append(_(MEANING[stored.state]))
    lines += map(said, stored.changes)
    of_list = _("for no list: banzuke problems, or banzuke events, says why")
    if one.list_date is not None:
        of_list = _("for the list of {day}", day=day(one.list_date))
    if one.reported_on is None:
        lines.append(_("incomplete: it counts as reported when every result is there (R16)"))
    elif one.reported_on != arrived_on:
        counts = _("counts as reported on {day} (R16, R25)", day=day(one.reported_on))
        lines.append(f"{counts}{p_('punctuation', ': ')}{of_list}")
    else:
        lines.append(of_list)
    say_lines(lines, "    ")
    say_lines((_("takes the place of {what}", what=words) for words in one.corrects), "    ")
    show_problems((*one.problems, *(p for p in record.problems if p.code == "pages-missing")))
    return True


def say_counts(taken: Sequence[Taken], failed: int) -> None:
    """How many events came out how, as one line."""
    counts = Counter(one.stored.state for one in taken if one.stored is not None)
    told = [
        p_("state", "{n} {state}", n=counts[state], state=_(state))
        for state in STATES
        if counts[state] or state in USUAL
    ]
    say(_(", ").join([*told, _("{n} not read", n=failed)]))


def next_step(taken: Sequence[Taken]) -> None:
    """What comes after an import: the questions, if what was stored last left any."""
    waiting = [one.open_questions for one in taken if one.stored is not None][-1:]
    note(_("Next: banzuke problems") if any(waiting) else _("Next: banzuke status"))
