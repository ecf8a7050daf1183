"""A team event as the site prints it: teams with results, boards of a round, team pairings, players.

Seen: the five pages of the team event of 2026 in shared/samples (boards, pairings, teams with results, the
menu), and the list of players (art=16) of cnyt2026_g14_playerrank.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta
from html import escape
from typing import Any

from tests.standin.head import SITE, Shown
from tests.standin.model import Entrant, Event, Round, Row, points
from tests.standin.small import small_event
from tests.standin.views import EMPTY, TABLE, box, decimals, halves, linked, start_cell, start_heads

BOARDS_OF_TEAM = 2
_TEAMS = ("KAZEMACHI A", "TSUKIMI", "KOYO", "KAZEMACHI B")
_SCHEDULE = (((0, 3), (1, 2)), ((3, 2), (0, 1)), ((1, 3), (2, 0)))
_RESULTS = ("1-0", "1/2", "0-1", "1/2", "+--", "1-0", "0-1")
_PRINTED = {"1-0": ("1", "0"), "0-1": ("0", "1"), "1/2": ("&frac12;", "&frac12;"), "": ("", "")}
_PRINTED |= {"+--": ("+", "-"), "--+": ("-", "+")}


def team_event(number: int = 9900071, **changes: Any) -> Event:
    """Four teams of two boards, each against each: the team named first has White on the first board."""
    made = small_event(number)
    entrants = tuple(
        replace(e, club=_TEAMS[(e.number - 1) % 4], fixed_board=False) for e in made.entrants[:8]
    )
    first = date(2026, 8, 1)
    rounds = []
    for index, matches in enumerate(_SCHEDULE):
        rows = [
            _board(team, other, board, _RESULTS[(index * 4 + match * 2 + board) % len(_RESULTS)])
            for match, (team, other) in enumerate(matches)
            for board in range(BOARDS_OF_TEAM)
        ]
        rounds.append(Round(index + 1, tuple(rows), first + timedelta(days=index), "10:00"))
    event = replace(
        made,
        name="Invented Team Cup 2026",
        entrants=entrants,
        rounds=tuple(rounds),
        round_count=3,
        first_day=first,
        last_day=first + timedelta(days=2),
        system="team-swiss",
        start_columns=("ID", "FideID", "Rtg", "FED"),
        groups=(),
    )
    return replace(event, **changes)


def view(shown: Shown) -> str:
    """The view that `art` asks for; the numbers mean other views than on individual events."""
    known = {1: composition, 2: pairings, 3: boards, 16: players}
    return known.get(shown.art, ranking)(shown)


def ranking(shown: Shown) -> str:
    """Teams by points of the boards (art=0)."""
    done = len(_paired(shown.event))
    heads = '<th class="CRc">Rk.</th><th class="CRc">SNo</th><th class="CR">Team</th><th class="CRc">&nbsp;TB1&nbsp;</th>'
    lines = [
        _line(
            n,
            f'<td class="CRc">{n + 1}</td><td class="CRc">{n + 1}</td><td class="CR">{t}</td><td class="CRc">{n}</td>',
        )
        for n, t in enumerate(_TEAMS)
    ]
    final = (
        f"Final Ranking after {done} Rounds"
        if done == shown.event.round_count
        else f"Rank after Round {done}"
    )
    return box(shown, final, f'{TABLE}<tr class="CRg1b">{heads}</tr>{"".join(lines)}</table>')


def composition(shown: Shown) -> str:
    """Every team with its players and what each made in each round (art=1)."""
    event = shown.event
    paired = _paired(event)
    columns = "".join(f'<th class="CRc">{r.number}</th>' for r in paired)
    parts = []
    for index, team in enumerate(_TEAMS):
        width = 9 + len(paired)
        title = f"&nbsp;&nbsp;{index + 1}. {team} (RtgAvg:2000, Captain: Nagi Umi / TB1: 2 / TB2: 1)"
        parts.append(f'<tr class="CRg1b"><td class="none" colspan="{width}">{title}</td></tr>')
        parts.append(
            '<tr class="CRng1b"><th class="CRc">Bo.</th><th class="CR"></th><th class="CR">Name</th>'
            '<th class="CRr">Rtg</th><th class="CR">FED</th><th class="CRr">FideID</th>'
            f'{columns}<th class="CRc">Pts.</th><th class="CRc">Games</th><th class="CRr">RtgAvg</th></tr>'
        )
        mine = [e for e in event.entrants if e.club == team]
        parts += [_member(shown, board, e, paired) for board, e in enumerate(mine)]
    return box(shown, "Team-Composition with round-results", f"{TABLE}{''.join(parts)}</table>")


def players(shown: Shown) -> str:
    """Every player by rating (art=16): "No." is the place in the list, the number stands in the link."""
    event = shown.event
    heads = '<th class="CRc">No.</th><th class="CRc">&nbsp;</th><th class="CR"></th><th class="CR">Name</th>'
    heads += f'{start_heads(event)}<th class="CR">Team</th><th class="CRc">Bo.</th>'
    lines = []
    for index, entrant in enumerate(sorted(event.entrants, key=lambda e: (-e.rating, e.number))):
        board = 1 + sum(e.club == entrant.club and e.number < entrant.number for e in event.entrants)
        cells = f'<td class="CRc">{index + 1}</td><td class="CR"></td><td class="CR">{entrant.title}</td>'
        cells += f'<td class="CR">{linked(shown, entrant)}</td>'
        cells += "".join(start_cell(name, entrant) for name in event.start_columns)
        cells += f'<td class="CR">{entrant.club}</td><td class="CRc">{board}</td>'
        lines.append(_line(index, cells))
    return box(shown, "Starting rank", f'{TABLE}<tr class="CRg1b">{heads}</tr>{"".join(lines)}</table>')


def boards(shown: Shown) -> str:
    """One round, match by match and board by board (art=3). Names stand beside a square of their colour."""
    event = shown.event
    round_ = next((r for r in _paired(event) if r.number == (shown.rd or 1)), None)
    if round_ is None:
        return box(shown, "Board Pairings", "")
    parts = [_title(round_, 9)]
    for match, (team, other) in enumerate(_SCHEDULE[round_.number - 1]):
        rows = round_.rows[match * BOARDS_OF_TEAM : (match + 1) * BOARDS_OF_TEAM]
        ours, theirs = _score(event, rows, team), _score(event, rows, other)
        parts.append(
            f'<tr class="CRng1b"><th class="CRc">Bo.</th><th class="CRc">{team + 1}</th>'
            f'<th class="CR">{_TEAMS[team]}</th><th class="CRr">Rtg</th><th class="CRc">-</th>'
            f'<th class="CRc">{other + 1}</th><th class="CR">{_TEAMS[other]}</th><th class="CRr">Rtg</th>'
            f'<th class="CRc">{ours} : {theirs}</th> </tr>'
        )
        parts += [_game(shown, match, board, row) for board, row in enumerate(rows)]
    return box(shown, "Board Pairings", f"{TABLE}{''.join(parts)}</table>")


def pairings(shown: Shown) -> str:
    """One round, a line for each match (art=2)."""
    event = shown.event
    round_ = next((r for r in _paired(event) if r.number == (shown.rd or 1)), None)
    if round_ is None:
        return box(shown, "Team pairings", "")
    parts = [_title(round_, 6)]
    parts.append(
        '<tr class="CRng1b"><th class="CRc">No.</th><th class="CR">Team</th><th class="CR">Team</th>'
        '<th class="CRc">Res.</th><th class="CRc">:</th><th class="CRc">Res.</th></tr>'
    )
    for match, (team, other) in enumerate(_SCHEDULE[round_.number - 1]):
        rows = round_.rows[match * BOARDS_OF_TEAM : (match + 1) * BOARDS_OF_TEAM]
        cells = f'<td class="CRc">{match + 1}</td><td class="CR">{_TEAMS[team]}</td>'
        cells += f'<td class="CR">{_TEAMS[other]}</td><td class="CRc">{_score(event, rows, team)}</td>'
        cells += f'<td class="CRc">:</td><td class="CRc">{_score(event, rows, other)}</td>'
        parts.append(_line(match, cells).replace("CRg", "CRng"))
    return box(shown, "Team pairings", f"{TABLE}{''.join(parts)}</table>")


def menu_rows(shown: Shown) -> list[tuple[str, str]]:
    """The rows of the menu that only team events have; what is shown now is bold and no link."""
    event = shown.event
    paired = [r.number for r in _paired(event)]

    def link(art: int, text: str, rd: int | None = None) -> str:
        if shown.art == art and shown.rd == rd:
            return f"<i><b>{text}</b></i>"
        asked = f"&amp;rd={rd}" if rd else ""
        return f'<a class="CRdb" href="{SITE}/tnr{event.number}.aspx?lan=1&amp;art={art}{asked}">{text}</a>'

    rows = [("Lists", link(32, "Team-Starting rank"))]
    with_results = link(1, "Team-Composition with round-results")
    rows.append(("", f"{with_results}, {link(8, 'Team-Composition without round-results')}"))
    rows.append(("", f"{link(16, 'Starting rank list of players')}, {link(15, 'Alphabetical list')}"))
    if paired:
        for label, art in (("Team pairings", 2), ("Board Pairings", 3), ("Ranking list after", 0)):
            rows.append((label, ", ".join(link(art, f"Rd.{n}", n) for n in paired)))
    return rows


def _board(team: int, other: int, board: int, result: str) -> Row:
    """Board 1 of a team is its lower starting number; colours go to and fro."""
    one, two = team + 1 + 4 * board, other + 1 + 4 * board
    return Row(one, two, result) if board % 2 == 0 else Row(two, one, result)


def _paired(event: Event) -> list[Round]:
    return [r for r in event.rounds if r.rows]


def _title(round_: Round, width: int) -> str:
    when = f"Round {round_.number} on {round_.day:%Y/%m/%d} at {round_.time}"
    return f'<tr class="CRg1b"><td class="none" colspan="{width}">{when}</td></tr>'


def _game(shown: Shown, match: int, board: int, row: Row) -> str:
    assert row.black is not None
    white, black = shown.event.entrant(row.white), shown.event.entrant(row.black)
    scores = _PRINTED[row.result]
    left, right, first, second = white, black, "w", "s"
    if board % 2:
        left, right, first, second, scores = black, white, "s", "w", scores[::-1]
    result = f"{scores[0]} - {scores[1]}" if row.result else ""
    cells = f'<td class="CRc">{match + 1}.{board + 1}</td>{_half(shown, left, first)}<td class="CRc">-</td>'
    cells += _half(shown, right, second) + (f'<td class="CRc">{result}</td> ' if result else EMPTY)
    return _line(board, cells).replace("CRg", "CRng")


def _half(shown: Shown, entrant: Entrant, colour: str) -> str:
    square = f'<td><div class="Farbe{colour}T"></div></td><td class="CR">{linked(shown, entrant)}</td>'
    return (
        f'<td></td><td class="CR"><table><tr>{square}</tr></table></td><td class="CRr">{entrant.rating}</td>'
    )


def _member(shown: Shown, board: int, entrant: Entrant, paired: list[Round]) -> str:
    marks, made, games = [], 0, 0
    for round_ in paired:
        row = next((r for r in round_.rows if entrant.number in (r.white, r.black)), None)
        mark = _PRINTED[row.result][entrant.number == row.black] if row else ""
        marks.append(f'<td class="CRc">{mark}</td>')
        made += points(row, entrant.number) if row else 0
        games += bool(mark)
    cells = f'<td class="CRc">{board + 1}</td><td class="CR">{entrant.title}</td>'
    cells += f'<td class="CR">{linked(shown, entrant)}</td><td class="CRr">{entrant.rating}</td>'
    fide = (
        f'<a href="http://ratings.fide.com/profile/{entrant.fide_id}" target="_blank">{entrant.fide_id}</a>'
    )
    cells += f'<td class="CR">{entrant.federation}</td><td>{fide}</td>{"".join(marks)}'
    cells += f'<td class="CRc">{decimals(made)}</td><td class="CRc">{games}</td><td class="CRr">2000</td>'
    return f'<tr class="CRng{2 - board % 2} {escape(entrant.federation)}">{cells}</tr>'


def _score(event: Event, rows: tuple[Row, ...], team: int) -> str:
    mine = {e.number for e in event.entrants if e.club == _TEAMS[team]}
    return halves(sum(points(r, n) for r in rows for n in mine & {r.white, r.black or 0}))


def _line(index: int, cells: str) -> str:
    return f'<tr class="CRg1"> {cells}</tr>' if index % 2 else f'<tr class="CRg2">{cells}</tr>'
