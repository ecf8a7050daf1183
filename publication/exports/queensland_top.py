"""The file of top players and most improved that goes out with the Queensland list (Organisers 6)."""

import json
from collections.abc import Callable, Sequence

from office.tables import ListVersionRow
from office.text_table import table
from publication.exports.cells import Writing
from publication.exports.queensland_list import Shown
from rating.interpretations import interpretations

MOST = 20
"""How many each part names; who ties with the last is named too."""

PARTS: tuple[tuple[str, Callable[[Shown], bool]], ...] = (
    ("Top players", lambda _: True),
    ("Top girls", lambda player: player.sex == "F"),
    ("Top of high schools (HS)", lambda player: player.level == "HS"),
    ("Top of primary schools (PS)", lambda player: player.level == "PS"),
)


def top_players(version: ListVersionRow, players: Sequence[Shown], writing: Writing | None = None) -> bytes:
    """Each part highest first, then who gained most since the list before; lines ended by CRLF, in UTF-8
    unless told otherwise."""
    lines = [f"QJ ratings of {version.list_date}"]
    for title, fits in PARTS:
        chosen = _first(sorted(filter(fits, players), key=_by_rating), lambda p: p.rating)
        if chosen:
            lines += ["", title, _ranked([(p.rating, p) for p in chosen], "Rating")]
    chosen_readings = {k.lower(): v for k, v in json.loads(version.interpretations).items()}
    switches = interpretations(**chosen_readings)
    improved = [p for p in players if _gain(p) > 0 and (p.previous_full or switches.r34 == "all-ratings")]
    most = _first(sorted(improved, key=lambda p: (-_gain(p), *_by_rating(p))), _gain)
    if most:
        lines += ["", "Most improved", _ranked([(_gain(p), p) for p in most], "Gained")]
    place = f"top players of {version.list_date}"
    return (writing or Writing()).lines((place, line) for line in "\n".join(lines).splitlines())


def _gain(player: Shown) -> int:
    return 0 if player.previous is None else player.rating - player.previous


def _by_rating(player: Shown) -> tuple[int, str, str, str]:
    return (-player.rating, player.surname, player.given, player.federation_id)


def _first(players: Sequence[Shown], value: Callable[[Shown], int]) -> list[Shown]:
    if len(players) <= MOST:
        return list(players)
    last = value(players[MOST - 1])
    return [p for n, p in enumerate(players) if n < MOST or value(p) == last]


def _ranked(rows: Sequence[tuple[int, Shown]], heading: str) -> str:
    cells: list[tuple[object, ...]] = []
    rank = 0
    for place, (figure, player) in enumerate(rows, start=1):
        if place == 1 or rows[place - 2][0] != figure:
            rank = place
        shown = f"{player.rating}{'P' if player.provisional else ''}"
        figures = (shown,) if heading == "Rating" else (f"+{figure}", shown)
        cells.append((rank, *figures, player.surname, player.given, player.school))
    headings = ("", heading, *(() if heading == "Rating" else ("Rating",)), "Surname", "Name", "School")
    return table(cells, headings)
