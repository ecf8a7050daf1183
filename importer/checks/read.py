"""What the reader met on the pages."""

from collections import Counter
from collections.abc import Iterator

from importer.checks.facts import Facts
from importer.findings import Finding

ASKED_ELSEWHERE = frozenset(
    {
        "event-running",
        "result-pending",
        "round-not-paired",
        "round-without-date",
        "swiss-perfect-result-unknown",
        "time-control-missing",
        "time-control-unreadable",
    }
)
"""Codes whose question a check of ours asks with a subject that rulings can be made on."""

SHOWN = frozenset({"form-note", "swiss-perfect-day-hint", "swiss-perfect-rows-ignored"})
"""Codes for which no list waits: there is nothing to decide."""

OFFICE_REMEDIES = {
    "round-unknown": "import the link again when its page of pairings shows the rounds; or banzuke resolve "
    "PROBLEM --accept: the games are rated as the grid has them, without rounds, colours and boards",
}
"""What the officer can do, where the reader's own remedy speaks of pages to be given."""


def reading_problems(facts: Facts) -> Iterator[Finding]:
    """Every problem of the reading that no other check asks about."""
    met: Counter[tuple[str, str]] = Counter()
    for problem in facts.record.problems:
        if problem.code not in ASKED_ELSEWHERE:
            met[problem.code, problem.place] += 1
            nth = met[problem.code, problem.place]
            yield facts.finding(
                problem.code,
                {"place": problem.place} if nth == 1 else {"place": problem.place, "nth": nth},
                problem.place,
                problem.expected,
                problem.found,
                OFFICE_REMEDIES.get(problem.code, problem.remedy),
                blocks=problem.code not in SHOWN,
            )
