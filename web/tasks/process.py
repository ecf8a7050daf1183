"""The process in which one task is done: its order comes in pickled, steps and outcome go out so.

What it prints besides goes where the desk's own errors go. It ends with the desk: when nobody holds the
other end of its input any more.
"""

from __future__ import annotations

import os
import pickle
import sys
import threading
from typing import Any

from office.faults import problems_or_report
from office.journal.acting import acts
from office.words import speak
from scraper.records import Problem
from web.tasks.kinds import KINDS, Order, Outcome


def main() -> None:
    """Does the task whose order stands on the input."""
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    order: Order = pickle.load(sys.stdin.buffer)  # of the desk, by a pipe that nobody else has
    threading.Thread(target=_end_with_the_desk, daemon=True).start()

    def send(what: Any) -> None:
        pickle.dump(what, answers)
        answers.flush()

    send(_done(order, send))


def _done(order: Order, send: Any) -> Outcome:
    speak(order.language)
    acts(order.who)
    try:
        return KINDS[order.kind].run(order, send)
    except Exception as error:  # noqa: BLE001  named problems as they are, anything else with a report
        found, _code = problems_or_report(error, order.folder, ["serve", "task", order.kind])
    named = (Problem(p.code, p.place, p.expected, p.found, p.remedy) for p in found)
    return Outcome(good=False, problems=tuple(named))


def _end_with_the_desk() -> None:
    sys.stdin.buffer.read()
    os._exit(1)


if __name__ == "__main__":
    main()
