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
        where = place(gathered.newest.page.origin, round=number)
        if head.rounds_paired is not None and number > head.rounds_paired:
            found = f"none; the menu lists the boards of {head.rounds_paired} rounds"
            yield problem("round-not-paired", where, expected="boards of the round", found=found)
        else:
            found = "its team pairings only" if number in gathered.matches else "no page"
            remedy = f"Give the board pairings of the round (art=3&rd={number})."
            expected = "the round's board pairings"
            yield problem("round-page-missing", where, expected=expected, found=found, remedy=remedy)
    for number in sorted({*gathered.rounds, *columns}):
        if count is not None and number > count:
            page = gathered.boards.get(number) or gathered.matches.get(number) or gathered.results
            origin = page.origin if page else gathered.newest.page.origin
            expected, found = f"rounds 1 to {count}", f"round {number}"
            where = place(origin, round=number)
            yield problem("round-beyond-last", where, expected=expected, found=found)


def team_rounds_dated(gathered: TeamGathered) -> list[Problem]:
    """Every round with boards states a day, unless the whole event is on one day."""
    if gathered.on_one_day:
        return []
    return [
        problem(
            "round-without-date",
            place(part.origin, round=number),
            expected="a day, as in Round 1 on 2026/01/03",
            found="none",
        )
        for number, part in sorted(gathered.boards.items())
        if part.content.date is None
        and part.content.matches
        and not (number in gathered.matches and gathered.matches[number].content.date)
    ]
