"""The list in the fixed columns of FIDE's own list, for programs that read that: standard and rapid.

The columns stand where FIDE's do (`players_list_foa.txt`). Games are those of the period, as FIDE's are. The
ID is the federation's; title and birthday stay empty, for this file is for everybody; the flag is `w`, `i` or
`wi`. Sex and federation are what the register says on the day of the export.
"""

from publication.exports.public_list import ListedRating, PublicList
from publication.exports.swiss_manager import plain

HEADINGS = (
    (0, "ID Number"), (15, "Name"), (76, "Fed"), (80, "Sex"), (84, "Tit"), (89, "WTit"), (94, "OTit"),
    (109, "FOA"), (113, "SRtng"), (119, "SGm"), (123, "SK"), (126, "RRtng"), (132, "RGm"), (136, "Rk"),
    (139, "BRtng"), (145, "BGm"), (149, "BK"), (152, "B-day"), (158, "Flag"),
)  # fmt: skip
MOST_GAMES = 999
NAME_WIDTH = 60


def fide_list(listing: PublicList) -> bytes:
    """The list by name: ASCII, CRLF, one line of headings. Letters lose their accents; one that has no
    ASCII form is a question mark."""
    lines = [_line(dict(HEADINGS))]
    for person in sorted(listing.members, key=lambda m: (plain(m.name).casefold(), m.owner)):
        first = next((r for t, r in person.ratings.items() if t != "rapid"), None)
        flag = ("w" if person.sex == "f" else "") + ("" if person.active else "i")
        cells = {
            0: person.id,
            15: plain(person.name)[:NAME_WIDTH],
            76: plain(person.federation)[:3],
            80: {"m": "M", "f": "F"}.get(person.sex, ""),
            **_rating(first, 113, 119, 123),
            **_rating(person.ratings.get("rapid"), 126, 132, 136),
            **_rating(None, 139, 145, 149),
            152: "0000",
            158: flag,
        }
        lines.append(_line(cells))
    return "".join(line + "\r\n" for line in lines).encode("ascii")


def _rating(held: ListedRating | None, rating: int, games: int, k: int) -> dict[int, str]:
    if held is None:
        return {rating: "0", games: "0", k: "0"}
    return {rating: str(held.rating), games: str(min(held.period_games, MOST_GAMES)), k: str(held.k or 0)}


def _line(cells: dict[int, str]) -> str:
    line = ""
    for at, text in sorted(cells.items()):
        line = line.ljust(at) + text
    return line.rstrip()
