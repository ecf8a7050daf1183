"""Where at the desk is done what the remedy of a problem names a command for; and how a field of its forms is
called where a problem names the option of the command."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

from office.accounts.roles import Need
from office.desk.options import OPTIONS
from office.words import N_, _
from office.words.problems import where
from web.labels import label_of


class Page(NamedTuple):
    """A page of the desk: its address, its name and what it asks of whoever opens it."""

    path: str
    title: str
    need: Need


REPORTS = Page("/reports", N_("Reports"), Need.REPORT)
QUESTIONS = Page("/questions", N_("Questions"), Need.READ)
DECISIONS = Page("/settings/decisions", N_("Decisions"), Need.DECIDE)
MEMBERS = Page("/members", N_("Members"), Need.READ)
ORGANIZERS = Page("/members/organizers", N_("Organizers"), Need.READ)
FEES = Page("/members/fees", N_("Renewal fees"), Need.READ)
RULES = Page("/settings/rules", N_("Rules of the office"), Need.DECIDE)
LISTS = Page("/lists", N_("Lists"), Need.READ)
NEXT = Page("/lists/next", N_("The next list as it would be now"), Need.READ)
JOBS = Page("/settings/jobs", N_("Jobs"), Need.DECIDE)
HOUSE = Page("/office", N_("Looking after the office"), Need.ACCOUNTS)

PAGES = {
    "account": Page("/settings#accounts", N_("Accounts"), Need.ACCOUNTS),
    "applications": Page("/members/applications", N_("Applications for rated events (3(4))"), Need.READ),
    "assess": Page("/lists/assess", N_("How well the ratings predict"), Need.DECIDE),
    "correction": Page("/corrections", N_("Corrections of published lists"), Need.READ),
    "events": Page("/events", N_("Events"), Need.READ),
    "fees": FEES,
    "fide": Page("/members/fide", N_("FIDE's list"), Need.READ),
    "journal": Page("/settings/journal", N_("Journal"), Need.DECIDE),
    "members": MEMBERS,
    "members lapsed": Page("/members/lapsed", N_("Played without a membership"), Need.READ),
    "members import": Page("/take/register", N_("The register from a file"), Need.DECIDE),
    "notices": Page("/settings/notices", N_("Notices"), Need.DECIDE),
    "opening": Page("/take/opening", N_("The last list from before this office"), Need.DECIDE),
    "organizers": ORGANIZERS,
    "rule adjustment": MEMBERS,
    "rule fees": FEES,
    "rule person": ORGANIZERS,
    "simulate": Page("/lists/simulate", N_("Published lists under other rules"), Need.DECIDE),
    "site": Page("/site", N_("Website"), Need.DECIDE),
    "status": Page("/", N_("Today"), Need.READ),
    **dict.fromkeys(("form", "import", "inbox", "read"), REPORTS),
    **dict.fromkeys(("problems", "resolve"), QUESTIONS),
    **dict.fromkeys(("rulings", "resolve --take-back"), DECISIONS),
    **dict.fromkeys(("rule known", "rule rating-gap"), RULES),
    **dict.fromkeys(("rate", "preview", "publish"), NEXT),
    **dict.fromkeys(("announce", "bundle", "explain", "export", "lists", "whatif"), LISTS),
    **dict.fromkeys(("jobs", "poll"), JOBS),
    **dict.fromkeys(("backup", "budget", "contact", "doctor", "drift", "key", "language"), HOUSE),
    **dict.fromkeys(("rebuild", "reread", "retention", "settings", "verify"), HOUSE),
}
"""By the first word of a command, or by both where they lead elsewhere."""
COMMAND = re.compile(r"\bbanzuke ([a-z]+)(?: (-*[a-z-]+))?")

FIELDS = {
    "--game": N_("Supposed games"),
    "--interpretation": N_("Another reading of the text, e.g. R1=half-up"),
    "--lang": N_("Language"),
    "--list": N_("List"),
    "--member": N_("Member: ID or name"),
    "--type": N_("Type"),
}
"""By the option, where no field of the page is called as it is (`labels.py`)."""


def where_at_desk(named: str, path: str) -> str:
    """A place as the desk calls it. `path`: the address that was asked for; where questions are answered, an
    option is called as the answer that it gives."""
    answer = _(OPTIONS[named].label) if named in OPTIONS else None
    if answer and path.startswith(("/questions", "/events")):
        return answer
    of_all = _(FIELDS[named]) if named in FIELDS else where(named)
    return label_of(named, path) or answer or of_all


def pages_for(remedy: str, may: Callable[[Need], bool]) -> list[Page]:
    """The pages for the commands of a remedy, of those that who asks may open."""
    told = (PAGES.get(f"{first} {then}") or PAGES.get(first) for first, then in COMMAND.findall(remedy))
    return [page for page in dict.fromkeys(told) if page is not None and may(page.need)]
