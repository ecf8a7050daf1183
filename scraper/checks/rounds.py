"""The rounds of an event: their number, their pages, their days, their results."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

from scraper.event.gather import Gathered, TeamGathered
from scraper.event.placed import Placed, Running, in_play, not_paired_yet
from scraper.event.view import Pages
from scraper.problems import place, problem
from scraper.records import Kind, Problem


def round_count(gathered: Gathered, players: int, problems: list[Problem]) -> int | None:
    """The number of rounds: of the details, else of the menu (`Rd.7/9`), else of the crosstable's columns.

    A round robin's details can state how often everybody meets instead (seen: warsaw2026_notstarted_r1,
    1 for six players); there the page of all rounds tells, and without it nothing is taken that is too few
    for everybody to meet.
    """
    if gathered.round_robin:
        return _of_round_robin(gathered, players, problems)
    stated = stated_rounds(gathered)
    if gathered.crosstable is not None and (columns := len(gathered.crosstable.content.rounds)):
        # Its columns can be those of the rounds that are paired so far (seen: jeddah2026_crosstable).
        paired = gathered.crosstable.reading.head.rounds_paired
        if not (stated and paired == columns < stated[0][0]):
            stated.append((columns, place(gathered.crosstable.origin, table=1)))
    return first_stated(stated, problems)


def stated_rounds(pages: Pages) -> list[tuple[int, str]]:
    """The number of rounds by the details and by the menu (`Rd.7/9`), each with its place; the round columns
    of a composition are those that are paired, no count of all."""
    stated: list[tuple[int, str]] = []
    if pages.detailed is not None and pages.details is not None and pages.details.round_count:
        where = place(pages.detailed.page.origin, column="Number of rounds")
        stated.append((pages.details.round_count, where))
    if pages.newest.head.round_count:
        stated.append((pages.newest.head.round_count, place(pages.origin, column="menu")))
    return stated


def first_stated(stated: Sequence[tuple[int, str]], problems: list[Problem]) -> int | None:
    """The first number that is stated, and a problem for each other one that differs."""
    if not stated:
        return None
    count, source = stated[0]
    for other, where in stated[1:]:
        if other != count:
            expected = f"{count}, as {source}"
            problems.append(problem("round-count-disagrees", where, expected, str(other)))
    return count


def _of_round_robin(gathered: Gathered, players: int, problems: list[Problem]) -> int | None:
    stated = gathered.details.round_count if gathered.details else None
    shown = max((n for n, view in gathered.rounds.items() if view.content.rows), default=None)
    if stated is None or gathered.detailed is None or stated == shown:
        return shown or stated
    if shown is None and stated >= players - 1:
        return stated
    where = place(gathered.detailed.page.origin, column="Number of rounds")
    fewest = f"{max(players - 1, 1)} or more, for {players} players"
    expected = f"{shown}, as the page of pairings" if shown else fewest
    problems.append(problem("round-count-disagrees", where, expected, str(stated)))
    return shown


def rounds_there(
    gathered: Gathered, placed: Iterable[Placed], count: int | None, now: Running | None
) -> Iterator[Problem]:
    """Every round from 1 to the last has a page, or is said not to be paired yet; none is beyond the last.
    Nothing is said of what comes after a round in play."""
    games = {p.pairing.round for p in placed if p.pairing.black is not None}
    paired = gathered.newest.head.rounds_paired
    if gathered.round_robin and not games and gathered.rounds:
        paired = 0  # its page of pairings, which has all rounds, has none
    seen = {*gathered.rounds, *games}
    for number in range(1, (count or max(1, paired or 0, *seen)) + 1):
        if number in gathered.rounds or not_paired_yet(number, now):
            continue
        where = place(gathered.origin, round=number)
        if number not in games and paired is not None and number > paired:
            found = f"no page; the menu has {paired} rounds" if paired else "no page; the menu has no rounds"
            yield problem("round-not-paired", where, "pairings of the round", found)
        else:
            found = "the crosstable only" if number in games else "no page and no crosstable"
            yield problem("round-page-missing", where, "the round's page", found)
    for number in sorted(seen):
        if count is not None and number > count:
            view = gathered.rounds.get(number)
            where = place(view.origin if view else gathered.origin, round=number)
            yield problem("round-beyond-last", where, f"rounds 1 to {count}", f"round {number}")


def rounds_dated(gathered: Gathered) -> Iterator[Problem]:
    """Every round's page states a day, unless the whole event is on one day."""
    schedule = gathered.schedule
    planned = {r.number for _, r in schedule.content.rounds if r.date} if schedule is not None else set()
    for number, view in sorted(gathered.rounds.items() if not gathered.on_one_day else ()):
        if view.content.date is None and view.content.rows and number not in planned:
            expected = "a day, as in Round 6 on 2026/08/06"
            yield view.flaw("round-without-date", expected, "none", round=number)


def results_pending(placed: Iterable[Placed], now: Running | None) -> Iterator[Problem]:
    """One problem per round that has pairings without a result and is not in play."""
    open_: dict[int, list[Placed]] = defaultdict(list)
    whole: dict[int, int] = defaultdict(int)
    for p in placed:
        whole[p.pairing.round] += 1
        if p.pairing.kind == Kind.PENDING and not p.unread and not in_play(p.pairing.round, now):
            open_[p.pairing.round].append(p)
    for round, pending in sorted(open_.items()):
        tables, numbers = _called(pending)
        found = f"{len(pending)} of {whole[round]} without a result: tables {tables}; numbers {numbers}"
        if not numbers:
            found = f"{len(pending)} of {whole[round]} without a result: tables {tables}"
        elif not tables:
            found = f"{len(pending)} of {whole[round]} without a result: numbers {numbers}"
        where = place(pending[0].origin, round=round)
        yield problem("result-pending", where, "a result for every pairing", found)


def _called(pending: list[Placed]) -> tuple[str, str]:
    """Pairings by their tables, `1-24, 26`; those without a board by their players' numbers."""
    runs: list[list[int]] = []
    for board in sorted(p.pairing.board for p in pending if p.pairing.board):
        if runs and board == runs[-1][1] + 1:
            runs[-1][1] = board
        else:
            runs.append([board, board])
    tables = ", ".join(str(a) if a == b else f"{a}-{b}" for a, b in runs)
    return tables, ", ".join("/".join(map(str, p.players)) for p in pending if not p.pairing.board)


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
