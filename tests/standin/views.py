"""The lists themselves: start list, pairings of a round, start-rank crosstable, not paired."""

from __future__ import annotations

from html import escape

from tests.standin.head import SITE, Shown
from tests.standin.model import Entrant, Event, Round, Row, points

CUT = 150
"""Rows of a list without `zeilen=99999`."""

EMPTY = '<td & colsp & class="CRc"></td>'
"""An empty result or score cell, broken as the site breaks it."""

TABLE = '<table class="CRs1" border="0" cellpadding="1" cellspacing="1">'
_RESULTS = {
    "1-0": "1 - 0",
    "0-1": "0 - 1",
    "1/2": "&frac12; - &frac12;",
    "+--": "+ - -",
    "--+": "- - +",
    "---": "- - -",  # reported: section 6, "Pairings"
}
_ALONE = {"bye": ("bye", "1"), "half": ("not paired", "&frac12;"), "zero": ("not paired", "0")}
_START_HEADS = {
    "ID": "CRr",
    "FideID": "CRr",
    "FED": "CR",
    "Rtg": "CRr",
    "RtgI": "CRr",
    "RtgN": "CRr",
    "sex": "CRc",
    "Typ": "CR",
    "Club/City": "CR",
}


def halves(half_points: int) -> str:
    """Points of pairings: `4`, `4½`, `½`."""
    whole, half = divmod(half_points, 2)
    return f"{whole or ('' if half else '0')}{'&frac12;' if half else ''}"


def decimals(half_points: int) -> str:
    """Points of crosstables: `6`, `1,5`."""
    whole, half = divmod(half_points, 2)
    return f"{whole},5" if half else str(whole)


def start_list(shown: Shown, rows: int | None, address: str) -> str:
    """`rows` is how many may be shown, None for all; `address` the request's, for the link to all."""
    event = shown.event
    kind = "CRng" if shown.details or shown.gated else "CRg"
    heads = '<th class="CRc">No.</th>' + _flag_head(shown) + '<th class="CR"></th><th class="CR">Name</th>'
    heads += start_heads(event)
    lines = []
    for index, entrant in enumerate(event.entrants[:rows]):
        cells = (
            f'<td class="CRc">{entrant.number}</td>{_flag(shown, entrant)}<td class="CR">{entrant.title}</td>'
        )
        cells += f'<td class="CR">{linked(shown, entrant)}</td>'
        cells += "".join(start_cell(name, entrant) for name in event.start_columns)
        lines.append(f'<tr class="{kind}{2 - index % 2} {entrant.federation}">{cells}</tr>')
    more = ""
    if rows is not None and len(event.entrants) > rows:
        link = f"{SITE}/tnr{event.number}.aspx?{address}&tno={event.number}&amp;zeilen=99999"
        more = f'<p><a class=fett href="{link}">Show complete list</a></p>'
    return box(
        shown, "Starting rank", f'{TABLE}<tr class="{kind}1b">{heads}</tr>{"".join(lines)}</table>{more}'
    )


def pairings(shown: Shown, round_: Round | None) -> str:
    """A round; a round that is not paired has the heading alone."""
    if round_ is None or not round_.rows:
        return box(shown, "Pairings/Results", "")
    event = shown.event
    kind = "CRng" if shown.details or shown.gated else "CRg"
    number = '<th class="CRc">No.</th>' if event.number_column else ""
    heads = (
        f'<th class="CRc">Bo.</th>{number}{_flag_head(shown)}<th class="CR"></th><td class="CR">White</td>'
        '<th class="CRc">Rtg</th><th class="CRc">Pts.</th> <th class="CRc">Result</th>'
        '<th class="CRc">Pts.</th> '
        f'<th class="CR"></th><td class="CR">Black</td><th class="CRc">Rtg</th>{_flag_head(shown)}{number}'
    )
    heads += '<td class="CR">PGN</td>' if event.pgn else ""
    lines = [_pairing(shown, round_, board, row, kind) for board, row in enumerate(round_.rows, start=1)]
    fixed = any(event.entrant(n).fixed_board for row in round_.rows for n in (row.white, row.black) if n)
    note = '<p Class="CR">*) This player is assigned to a fixed board.</p>' if fixed else ""
    when = ""
    if round_.day:
        at = f" at {round_.time}" if round_.time else ""
        when = f"<h3>Round {round_.number} on {round_.day:%Y/%m/%d}{at}</h3>"
    table = f'{TABLE}<tr class="{kind}1b">{heads}</tr>{"".join(lines)}</table>{note}'
    return box(shown, "Pairings/Results", when + table)


def crosstable(shown: Shown) -> str:
    event = shown.event
    paired = [r for r in event.rounds if r.rows]
    heads = '<th class="CRc">No.</th>' + _flag_head(shown)
    heads += '<th class="CR"></th><th class="CR">Name</th><th class="CRr">Rtg</th><th class="CR">FED</th>'
    heads += "".join(f'<td class="CRc">{r.number}.Rd</td>' for r in paired)
    heads += '<th class="CRc">Pts.</th>' if event.points_column else ""
    heads += '<th class="CRc">Rk.</th><th class="CRc">&nbsp;TB1&nbsp;</th>'
    score = {e.number: event.half_points(e.number, event.round_count + 1) for e in event.entrants}
    second = {
        e.number: _opponents(event, e.number, score) if event.points_column else score[e.number]
        for e in event.entrants
    }
    order = sorted(score, key=lambda n: (-score[n], -second[n], n))
    lines = []
    for index, entrant in enumerate(event.entrants):
        n = entrant.number
        cells = f'<td class="CRc">{n}</td>{_flag(shown, entrant)}<td class="CR">{entrant.title}</td>'
        cells += f'<td class="CR">{escape(entrant.crosstable_name)}</td><td class="CRr">{entrant.rating}</td>'
        cells += f'<td class="CR">{entrant.federation}</td>'
        cells += "".join(f'<td class="CRc">{_cross_cell(r, n)}</td>' for r in paired)
        cells += f'<td class="CRc">{decimals(score[n])}</td>' if event.points_column else ""
        cells += f'<td class="CRc">{order.index(n) + 1}</td><td class="CRc">{decimals(second[n])}</td>'
        lines.append(f'<tr class="CRng{2 - index % 2} {entrant.federation}">{cells}</tr>')
    text = (
        "Buchholz Tie-Break Variable (2023) (Gamepoints, Cut1)"
        if event.points_column
        else "points (game-points)"
    )
    note = f'<p class="CR"><b>Annotation:</b><br/>Tie Break1: {text}</p>'
    table = f'{TABLE}<tr class="CRng1b">{heads}</tr>{"".join(lines)}</table>{note}'
    return box(shown, "Starting rank crosstable", table)


def not_paired(shown: Shown) -> str:
    """Everybody who missed a round, by name; without flags. Where nobody did, no page was seen or reported:
    the heading stands alone here, as it does over a round that is not paired."""
    event = shown.event
    paired = [r for r in event.rounds if r.rows]
    heads = '<th class="CRc">SNo</th><th class="CR"></th><th class="CR">Name</th><th class="CRr">Rtg</th>'
    heads += '<th class="CR">FED</th>' + "".join(f'<td class="CRc">{r.number}.Rd</td>' for r in paired)
    lines: list[str] = []
    for entrant in sorted(event.entrants, key=lambda e: e.name):
        marks = [_missed(r, entrant.number) for r in paired]
        if not any(marks):
            continue
        cells = f'<td class="CRc">{entrant.number}</td><td class="CR">{entrant.title}</td>'
        cells += f'<td class="CR">{escape(entrant.name)}</td><td class="CRr">{entrant.rating}</td>'
        cells += f'<td class="CR">{entrant.federation}</td>'
        cells += "".join(f'<td class="CRc">{mark}</td>' if mark else EMPTY for mark in marks)
        start = '<tr class="CRg1"> ' if len(lines) % 2 else '<tr class="CRg2">'
        lines.append(f"{start}{cells}</tr>")
    if not lines:
        return box(shown, "not paired", "")
    return box(shown, "not paired", f'{TABLE}<tr class="CRg1b">{heads}</tr>{"".join(lines)}</table>')


def box(shown: Shown, view: str, inside: str) -> str:
    box = f'<div class="defaultDialog" style="width: {shown.width}px; clear:both;">'
    return f"{box}<h2>{view}</h2>{inside}</div>"


def _pairing(shown: Shown, round_: Round, board: int, row: Row, kind: str) -> str:
    event = shown.event
    white = event.entrant(row.white)

    def number(entrant: Entrant | None) -> str:
        if not event.number_column:
            return ""
        return f'<td class="CRc">{entrant.number}</td>' if entrant else "<td></td>"

    before = halves(event.half_points(white.number, round_.number))
    left = (
        f'<td class="CRc">{board}</td>{number(white)}{_flag(shown, white)}<td class="CR">{white.title}</td>'
    )
    left += f'{_name_cell(shown, white)}<td class="CRc">{white.rating}</td><td class="CRc">{before}</td> '
    if row.black is None:
        word, score = _ALONE[row.result or "bye"]
        result = f'<td class="CRc">{score}</td>' if row.result else EMPTY
        # No cell for PGN: these rows are one short where games are online.
        right = f'{result}{EMPTY} <td class="CR"></td><td class="CR">{word}</td>'
        right += '<td class="CRc">&nbsp;</td>' + _flag_blank(shown) + number(None)
    else:
        black = event.entrant(row.black)
        result = f'<td class="CRc">{_RESULTS[row.result]}</td>' if row.result else EMPTY
        theirs = halves(event.half_points(black.number, round_.number))
        right = f'{result}<td class="CRc">{theirs}</td> <td class="CR">{black.title}</td>'
        right += f'{_name_cell(shown, black)}<td class="CRc">{black.rating}</td>'
        right += f"{_flag(shown, black)}{number(black)}"
        if event.pgn:
            game = 1_000_000 + event.number % 1000 * 1000 + round_.number * 100 + board
            link = f'<a class="CRlink" href="PartieSuche.aspx?art=36&amp;id={game}" target="blank">PGN</a>'
            played = row.result in ("1-0", "0-1", "1/2")
            right += f'<td class="CR">{link if played else ""}</td>'
    start = f'<tr class="{kind}2">' if board % 2 else f'<tr class="{kind}1"> '
    return f"{start}{left}{right}</tr>"


def _name_cell(shown: Shown, entrant: Entrant) -> str:
    kind = "CR" if shown.gated else entrant.federation
    return f'<td class="{kind}">{linked(shown, entrant, "")}</td>'


def linked(shown: Shown, entrant: Entrant, attributes: str = ' Class="CRdb"') -> str:
    """The name; the gate takes the links, and with them the starting number in `snr=`."""
    if shown.gated:
        return escape(entrant.name)
    link = shown.link(art=9, fed=entrant.federation, snr=entrant.number)
    return f'<a{attributes} href="{link}">{escape(entrant.name)}</a>'


def start_heads(event: Event) -> str:
    """The headings of the columns that the organizer chose."""
    return "".join(f'<th class="{_START_HEADS[name]}">{name}</th>' for name in event.start_columns)


def start_cell(name: str, entrant: Entrant) -> str:
    if name == "FideID":
        number = entrant.fide_id
        link = f'<a href="http://ratings.fide.com/profile/{number}" target="_blank">{number}</a>'
        return f"<td>{link if number else ''}</td>"
    if name == "sex":
        return f'<td class="CRc">{entrant.sex}</td>' if entrant.sex else "<td></td>"
    value: str | int = {
        "ID": entrant.national_id or "0",
        "FED": entrant.federation,
        "Rtg": entrant.rating,
        "RtgI": entrant.rating_international,
        "RtgN": entrant.rating_national,
        "Typ": entrant.group,
        "Club/City": escape(entrant.club),
    }[name]
    return f'<td class="{_START_HEADS[name]}">{value}</td>'


def _flag_head(shown: Shown) -> str:
    return '<th class="CRc">&nbsp;</th>' if shown.flags else ""


def _flag(shown: Shown, entrant: Entrant) -> str:
    return f'<td class="CR"><div class="tn_{entrant.federation}"></div></td>' if shown.flags else ""


def _flag_blank(shown: Shown) -> str:
    return '<td class="CRc">&nbsp;</td>' if shown.flags else ""


def _cross_cell(round_: Round, number: int) -> str:
    """` 54b1`, `121b+`, `   -½`, ` 13b` while played; empty if the player is not in the round."""
    for row in round_.rows:
        if row.black is None and row.white == number:
            return {"bye": "   -1", "half": "   -&frac12;", "zero": "   -0", "": "   -1"}[row.result]
        if number in (row.white, row.black):
            opponent = row.black if row.white == number else row.white
            colour = "w" if row.white == number else "b"
            return f"{opponent:3}{colour}{_score(row, number)}"
    return ""


def _score(row: Row, number: int) -> str:
    if not row.result:
        return ""
    got = points(row, number)
    if row.result in ("+--", "--+", "---"):
        return "+" if got else "-"
    return ("0", "&frac12;", "1")[got]


def _missed(round_: Round, number: int) -> str:
    for row in round_.rows:
        if number not in (row.white, row.black):
            continue
        if row.black is None:
            return "bye" if row.result in ("bye", "") else "*"
        return "0F" if row.result in ("+--", "--+", "---") and not points(row, number) else ""
    return "*"


def _opponents(event: Event, number: int, score: dict[int, int]) -> int:
    """Half-points of all opponents but the weakest, added."""
    theirs = [
        score[row.black if row.white == number else row.white]
        for round_ in event.rounds
        for row in round_.rows
        if row.black is not None and number in (row.white, row.black)
    ]
    return sum(theirs) - min(theirs, default=0)


def card(shown: Shown, number: int) -> str:
    """A player's card: labels and values, then his games. The year of birth is invented: 1980 and his number."""
    (entrant,) = [e for e in shown.event.entrants if e.number == number]
    told = {
        "Name": entrant.name,
        "Starting rank": entrant.number,
        "Rating": entrant.rating,
        "Ident-Number": entrant.national_id,
        "Fide-ID": entrant.fide_id,
        "Federation": entrant.federation,
        "Year of birth": 1980 + number,
    }
    labels = "".join(f'<tr><td class="CR">{k}</td><td class="CR">{v}</td></tr>' for k, v in told.items() if v)
    table = f'<table Class="CRs1" border="0" bgcolor="">{labels}</table>'
    return f'<div class="defaultDialog"><h2>Player info</h2>{table}</div>'
