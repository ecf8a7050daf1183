"""Round robins as the site prints them: a grid without colours, all rounds on one page, byes against -1.

Seen: the three pages of the closed event of 2026 in shared/samples (grid, pairings, start list). Reported
(section 6, "Double round robin"): both results of a pair in one cell, and so the meeting is printed here.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta
from typing import Any

from tests.standin.head import Shown
from tests.standin.model import Event, Round, Row, points
from tests.standin.small import small_event
from tests.standin.views import TABLE, box, decimals, linked, start_cell, start_heads

_CELL = {"1-0": ("1", "0"), "0-1": ("0", "1"), "1/2": ("&frac12;", "&frac12;")}
_CELL |= {"+--": ("+", "-"), "--+": ("-", "+"), "---": ("-", "-"), "": ("", "")}
_RESULTS = {"1-0": "1 - 0", "0-1": "0 - 1", "1/2": "&frac12; - &frac12;", "+--": "+ - -", "--+": "- - +"}
_RESULTS |= {"---": "- - -", "": ""}
_PLAYED = ("1-0", "1/2", "0-1", "1-0", "--+", "1/2", "0-1")


def all_play_all(players: int = 5, number: int = 9900051, *, legs: int = 1, **changes: Any) -> Event:
    """An invented round robin; an odd number of players gives everybody a bye."""
    entrants = small_event().entrants[:players]
    schedule = _berger(players)
    again = [[(b, a) for a, b in pairs] for pairs in schedule] if legs == 2 else []
    first = date(2026, 8, 8)
    rounds = tuple(
        Round(
            index + 1,
            tuple(_row(a, b, index, board) for board, (a, b) in enumerate(pairs)),
            first + timedelta(days=index // 3),
            f"{9 + index % 3 * 3:02}:30",
        )
        for index, pairs in enumerate([*schedule, *again])
    )
    event = small_event(
        number,
        name="Invented Closed 2026",
        entrants=entrants,
        rounds=rounds,
        round_count=len(rounds),
        first_day=first,
        last_day=rounds[-1].day,
        system="round-robin",
        start_columns=("ID", "FideID", "Rtg", "RtgI", "RtgN"),
        groups=((number - 1, "Ladies"), (number, "Open")),
    )
    return replace(event, **changes)


def start_list(shown: Shown) -> str:
    """By rating, not by number; the numbers are drawn."""
    event = shown.event
    heads = f'<th class="CRc">No.</th><th class="CR"></th><th class="CR">Name</th>{start_heads(event)}'
    lines = []
    for index, entrant in enumerate(sorted(event.entrants, key=lambda e: -e.rating)):
        cells = f'<td class="CRc">{entrant.number}</td><td class="CR">{entrant.title}</td>'
        cells += f'<td class="CR">{linked(shown, entrant)}</td>'
        cells += "".join(start_cell(name, entrant) for name in event.start_columns)
        lines.append(f'<tr class="CRg{2 - index % 2} {entrant.federation}">{cells}</tr>')
    return _list(shown, "Starting rank list of players", heads, lines)


def grid(shown: Shown) -> str:
    """Scores by starting numbers; who leads in points, then by the first tie-break."""
    event = shown.event
    numbers = [e.number for e in event.entrants]
    heads = '<th class="CRc">No.</th><th class="CR"></th><th class="CR">Name</th><th class="CRr">Rtg</th>'
    heads += "".join(f'<th class="CRc">{n}</th>' for n in numbers)
    heads += '<th class="CRc">Pts.</th><th class="CRc">Rk.</th><th class="CRc">&nbsp;TB1&nbsp;</th>'
    games = {n: _points(event, n) for n in numbers}
    order = sorted(numbers, key=lambda n: (-games[n], n))
    lines = []
    for index, entrant in enumerate(event.entrants):
        n = entrant.number
        cells = f'<td class="CRc">{n}</td><td class="CR">{entrant.title}</td>'
        cells += f'<td class="CR">{linked(shown, entrant)}</td><td class="CRr">{entrant.rating}</td>'
        cells += "".join(f'<td class="CRc">{"*" if m == n else _meetings(event, n, m)}</td>' for m in numbers)
        cells += f'<td class="CRc">{decimals(games[n])}</td><td class="CRc">{order.index(n) + 1}</td>'
        cells += '<td class="CRc">0</td>'
        lines.append(_line(index, cells))
    return _list(shown, "Starting rank crosstable", heads, lines)


def all_rounds(shown: Shown) -> str:
    """Every round in one table, whatever round was asked for; before the first there is no table."""
    event = shown.event
    if not event.rounds:
        return box(shown, "Pairings/Results", "")
    heads = (
        '<tr class="CRg1b"><th class="CRc">Bo.</th><th class="CRc">No.</th><th class="CRc">Rtg</th>'
        '<th class="CR"></th><td class="CR">White</td><th class="CRc">Result</th><th class="CR"></th>'
        '<td class="CR">Black</td><th class="CRc">Rtg</th><th class="CRc">No.</th></tr>'
    )
    parts = []
    for round_ in event.rounds:
        when = f"Round {round_.number} on {round_.day:%Y/%m/%d} at {round_.time}" if round_.day else ""
        title = when or f"Round {round_.number}"
        parts.append(f'<tr class="CRg1b"><td class="none" colspan="10">{title}</td></tr>{heads}')
        parts += [_line(board, _game(shown, board + 1, row)) for board, row in enumerate(round_.rows)]
    return box(shown, "Pairings/Results", f"{TABLE}{''.join(parts)}</table>")


def _game(shown: Shown, board: int, row: Row) -> str:
    event = shown.event
    white = event.entrant(row.white)
    left = f'<td class="CRc">{board}</td><td class="CRc">{white.number}</td>'
    left += f'<td class="CRc">{white.rating}</td><td class="CR">{white.title}</td>'
    left += f'<td class="CR">{linked(shown, white)}</td>'
    if row.black is None:
        right = '<td class="CRc">0</td><td class="CR"></td><td class="CR">bye</td>'
        return f'{left}{right}<td class="CRc">0</td><td class="CRc">-1</td><td class="CR"></td>'
    black = event.entrant(row.black)
    right = f'<td class="CRc">{_RESULTS[row.result]}</td><td class="CR">{black.title}</td>'
    right += f'<td class="CR">{linked(shown, black)}</td><td class="CRc">{black.rating}</td>'
    # One cell more than there are headings.
    return f'{left}{right}<td class="CRc">{black.number}</td><td class="CR"></td>'


def _list(shown: Shown, view: str, heads: str, lines: list[str]) -> str:
    return box(shown, view, f'{TABLE}<tr class="CRg1b">{heads}</tr>{"".join(lines)}</table>')


def _line(index: int, cells: str) -> str:
    return f'<tr class="CRg1"> {cells}</tr>' if index % 2 else f'<tr class="CRg2">{cells}</tr>'


def _meetings(event: Event, one: int, other: int) -> str:
    found = []
    for round_ in event.rounds:
        for row in round_.rows:
            if (row.white, row.black) == (one, other):
                found.append(_CELL[row.result][0])
            elif (row.white, row.black) == (other, one):
                found.append(_CELL[row.result][1])
    return "".join(found)


def _points(event: Event, number: int) -> int:
    rows = [row for round_ in event.rounds for row in round_.rows if row.black is not None]
    return sum(points(row, number) for row in rows)


def _row(white: int, black: int, index: int, board: int) -> Row:
    if black == 0:
        return Row(white, None, "zero")
    return Row(white, black, _PLAYED[(index * 3 + board) % len(_PLAYED)])


def _berger(players: int) -> list[list[tuple[int, int]]]:
    """Everybody against everybody once; 0 is the opponent of who is free, whose row comes last."""
    ring: list[int] = [*range(1, players + 1), *([0] if players % 2 else [])]
    rounds = []
    for index in range(len(ring) - 1):
        half = len(ring) // 2
        pairs = list(zip(ring[:half], reversed(ring[half:]), strict=True))
        pairs = [(b, a) if index % 2 and 0 not in (a, b) else (a, b) for a, b in pairs]
        pairs = [(max(a, b), 0) if 0 in (a, b) else (a, b) for a, b in pairs]
        rounds.append(sorted(pairs, key=lambda pair: pair[1] == 0))
        ring = [ring[0], ring[-1], *ring[1:-1]]
    return rounds
