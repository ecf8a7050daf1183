"""A poll on its own schedule: again and again, until the site says no or the officer ends it."""

import time
from collections.abc import Callable

from office.errors import OfficeError
from office.poll.run import Polled
from office.words import _, n_

SHORTEST = 5
"""Minutes between two polls, at least."""
GOES_ON_AFTER = frozenset({"daily-budget", "no-network"})
"""What ends one poll and not the schedule: tomorrow has a new budget, and a network comes back."""


def every(
    minutes: int,
    once: Callable[[], Polled],
    *,
    note: Callable[[str], None],
    sleep: Callable[[float], None] = time.sleep,
) -> Polled:
    """Polls, waits, polls. Returns only when the site refuses this client; a poll that another one keeps
    from running is left out, the next comes in its turn."""
    while True:
        try:
            polled = once()
        except OfficeError as error:
            if [p.code for p in error.problems] != ["poll-running"]:
                raise
            note(_("Another poll is running; this one is left out (poll-running)"))
        else:
            if polled.stopped is not None and polled.stopped.code not in GOES_ON_AFTER:
                return polled
        note(n_("The next poll is in {n} minute", "The next poll is in {n} minutes", minutes))
        sleep(minutes * 60)
