"""Which jobs there are: the table of all of them. A job is a command by its words; nothing here runs it."""

from dataclasses import dataclass
from datetime import timedelta

from office.errors import Unanswered, refusal, typed_list
from office.words import N_

DONE, WAITS, FAILED, BROKEN = N_("done"), N_("waits for you"), N_("failed"), N_("broken off")
"""How a run ended: done; done, and something waits for the officer; refused, failed or too long; its worker
ended in the middle."""

PAUSES = (timedelta(minutes=5), timedelta(minutes=30), timedelta(hours=2))
LONG = PAUSES[1:]
"""Of what asks a site that is not ours for much."""


@dataclass(frozen=True, slots=True)
class Kind:
    """A job. `command`: its words; `schedule`: its usual one, as of cron, in the office's zone; `tries`: so
    often it is tried for one moment, `pauses` apart; `limit`: it is stopped after so long; `grace`: so long
    after it was due without having ended well it is overdue; `asks`: what the officer has to add to its
    command, if anything; `passing`: it is tried again only where a server did not answer, and not where one
    said no; `at_home`: it needs the folder that the office's pages, mails and heads stand in; `alone`: what
    waits for the officer after it is told nowhere else; `by_age`: it deletes for good what is old by the
    clock."""

    name: str
    command: tuple[str, ...]
    what: str
    schedule: str
    limit: timedelta
    grace: timedelta
    tries: int = 1
    pauses: tuple[timedelta, ...] = PAUSES
    asks: str | None = None
    passing: bool = False
    at_home: bool = False
    alone: bool = False
    by_age: bool = False

    def tries_after(self, code: int | None) -> int:
        """So often in all it is tried for a moment at which it ended with this exit code, None where it was
        stopped."""
        return self.tries if not self.passing or code == Unanswered.exit_code else 1

    def pause(self, attempt: int) -> timedelta:
        """How long to wait after this attempt, from 1."""
        return self.pauses[min(attempt, len(self.pauses)) - 1]


HOUR = timedelta(hours=1)
KINDS = {
    kind.name: kind
    for kind in (
        Kind("poll", ("poll", "--once"), N_("look whether known events have changed"),
             "17 6,18 * * *", 2 * HOUR, 18 * HOUR, tries=3, pauses=LONG, passing=True, at_home=True),
        Kind("inbox", ("inbox", "--imap"), N_("take the reports in the mailbox"),
             "*/30 7-22 * * *", HOUR, 12 * HOUR, tries=3, passing=True, at_home=True),
        Kind("preview", ("rate", "--as-drafted"),
             N_("work out the coming list, so that its draft can be looked at"),
             "5 5 * * *", 2 * HOUR, 24 * HOUR, tries=2),
        Kind("site", ("site",), N_("write the website"),
             "35 5 * * *", 2 * HOUR, 24 * HOUR, tries=3, asks="FOLDER", at_home=True),
        Kind("notices", ("notices", "send"), N_("send the notices that are switched on"),
             "*/15 7-22 * * *", HOUR, 12 * HOUR, tries=3),
        Kind("fide", ("fide", "fetch"), N_("fetch FIDE's lists of the month"),
             "25 4 * * *", HOUR, 6 * 24 * HOUR, tries=3, pauses=LONG, passing=True),
        Kind("backup", ("backup", "--keep", "14"), N_("back up the whole office"),
             "15 2 * * *", 6 * HOUR, 36 * HOUR, tries=3, asks="FOLDER", at_home=True, alone=True),
        Kind("retention", ("retention", "--mails", "400", "--pages", "400", "--yes"),
             N_("delete mails and pages that nothing rests on any more"),
             "17 4 1 * *", 6 * HOUR, 6 * 24 * HOUR, tries=3, at_home=True, by_age=True),
    )
}  # fmt: skip
"""By name. A further job is a further line."""

BROKEN_OFF = 3
"""So often a run that was broken off is begun again for one moment, however few tries its job has."""


def kind_of(name: str) -> Kind:
    """The job of this name; refused if there is none."""
    if name not in KINDS:
        remedy = f"one of these: {typed_list(KINDS)}"
        raise refusal("no-such-job", "banzuke jobs", "the name of a job", f"“{name}”", remedy)
    return KINDS[name]
