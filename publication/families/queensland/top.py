"""The file of top players and most improved that goes out with the Queensland list (Organisers 6)."""

import json
from collections.abc import Callable, Sequence

from sqlmodel import Session

from office.runs.ranks import first, places
from office.tables import ListVersionRow
from office.text_table import table
from publication.exports.cells import Writing
from publication.exports.files import File
from publication.exports.public_list import PublicList
from publication.families.queensland.list import Shown, shown_players
from rating.interpretations import stored

MOST = 20
"""How many each part names; who ties with the last is named too."""

PARTS: tuple[tuple[str, Callable[[Shown], bool]], ...] = (
    ("Top players", lambda _: True),
    ("Top girls", lambda player: player.sex == "F"),
    ("Top of high schools (HS)", lambda player: player.level == "HS"),
    ("Top of primary schools (PS)", lambda player: player.level == "PS"),
)


def top_file(
    session: Session, version: ListVersionRow, listing: PublicList, writing: Writing, __: str
) -> File:
    """Each part highest first, then who gained most since the list before; lines ended by CRLF."""
    players = shown_players(session, version)
    lines = [f"QJ ratings of {version.list_date}"]
    for title, fits in PARTS:
        chosen = first(sorted(filter(fits, players), key=_by_rating), lambda p: p.rating, MOST)
        if chosen:
            lines += ["", title, _ranked([(p.rating, p) for p in chosen], "Rating")]
    switches = stored(json.loads(version.interpretations))
    improved = [p for p in players if _gain(p) > 0 and (p.previous_full or switches.r34 == "all-ratings")]
    most = first(sorted(improved, key=lambda p: (-_gain(p), *_by_rating(p))), _gain, MOST)
    if most:
        lines += ["", "Most improved", _ranked([(_gain(p), p) for p in most], "Gained")]
    place = f"top players of {version.list_date}"
    data = writing.lines((place, line) for line in "\n".join(lines).splitlines())
    return File(listing.file_name("txt", "qj-top"), data, len(players))


def _gain(player: Shown) -> int:
    return 0 if player.previous is None else player.rating - player.previous


def _by_rating(player: Shown) -> tuple[int, str, str, str]:
    return (-player.rating, player.surname, player.given, player.federation_id)


def _ranked(rows: Sequence[tuple[int, Shown]], heading: str) -> str:
    cells: list[tuple[object, ...]] = []
    for rank, (figure, player) in zip(places([figure for figure, _ in rows]), rows, strict=True):
        shown = f"{player.rating}{'P' if player.provisional else ''}"
        figures = (shown,) if heading == "Rating" else (f"+{figure}", shown)
        cells.append((rank, *figures, player.surname, player.given, player.school))
    headings = ("", heading, *(() if heading == "Rating" else ("Rating",)), "Surname", "Name", "School")
    return table(cells, headings)
