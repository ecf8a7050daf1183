"""The rounds of a team event: how many there are, which pages of them are there, on which days."""

from collections.abc import Iterator

from scraper.checks.rounds import first_stated, stated_rounds
from scraper.event.running import Running, not_paired_yet
from scraper.event.team_gather import TeamGathered
from scraper.problems import place, problem
from scraper.records import Problem


def team_round_count(gathered: TeamGathered) -> tuple[int | None, list[Problem]]:
    """The number of rounds of the details, else of the menu (`Rd.7/9`).

    The round columns of a composition are those that are paired, no count of all.
    """
    return first_stated(stated_rounds(gathered))


def team_rounds_there(gathered: TeamGathered, count: int | None, now: Running | None) -> Iterator[Problem]:
    """Every round from 1 to the last has its boards, or is said not to be paired yet; none is beyond it.
    Nothing is said of what comes after a round in play."""
    head = gathered.newest.head
    columns = gathered.results.content.rounds if gathered.results else ()
    last = max([count or 0, head.rounds_paired or 0, *gathered.rounds, *columns], default=0)
    for number in range(1, (count or max(last, 1)) + 1):
        part = gathered.boards.get(number)
        if (part is not None and part.content.matches) or not_paired_yet(number, now):
            continue
        where = place(gathered.origin, round=number)
        if head.rounds_paired is not None and number > head.rounds_paired:
            found = f"none; the menu lists the boards of {head.rounds_paired} rounds"
            yield problem("round-not-paired", where, "boards of the round", found)
        else:
            found = "its team pairings only" if number in gathered.matches else "no page"
            remedy = f"Give the board pairings of the round (art=3&rd={number})."
            yield problem("round-page-missing", where, "the round's board pairings", found, remedy)
    for number in sorted({*gathered.rounds, *columns}):
        if count is not None and number > count:
            page = gathered.boards.get(number) or gathered.matches.get(number) or gathered.results
            where = place(page.origin if page else gathered.origin, round=number)
            yield problem("round-beyond-last", where, f"rounds 1 to {count}", f"round {number}")


def team_rounds_dated(gathered: TeamGathered) -> Iterator[Problem]:
    """Every round with boards states a day, unless the whole event is on one day."""
    for number, part in sorted(gathered.boards.items() if not gathered.on_one_day else ()):
        matches = gathered.matches.get(number)
        dated = part.content.date or (matches is not None and matches.content.date)
        if part.content.matches and not dated:
            expected = "a day, as in Round 1 on 2026/01/03"
            yield part.flaw("round-without-date", expected, "none", round=number)
