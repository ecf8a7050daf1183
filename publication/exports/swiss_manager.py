"""The members for Swiss-Manager: as text in its fixed columns, and as a workbook.

Text: ID 8, name 32, title 2, federation 3, rating 4, games 3, year of birth 4, each followed by two blanks,
then flags (`w` woman, `i` no rated game for a year). The ID has room for eight signs: its digits, no `N`.
"""

import unicodedata
from collections.abc import Sequence
from datetime import date

from publication.exports.pairing_players import SHORT_TITLES, Listed
from publication.exports.workbook import workbook

MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
HEADINGS = ("ID_No", "Name", "Title", "Fed", "Sex", "ClubName", "Birthday", "Rtg_Nat", "Fide_No", "Rtg_Int")
_LETTERS = str.maketrans(
    {"ø": "o", "Ø": "O", "ł": "l", "Ł": "L", "đ": "d", "Đ": "D", "ß": "ss", "æ": "ae", "Æ": "AE", "œ": "oe"}
)


def text_list(list_date: date | None, players: Sequence[Listed]) -> bytes:
    """The list as text: ASCII, lines ended by CRLF; names longer than 32 letters are cut."""
    month = f"{MONTHS[list_date.month - 1]}{list_date.year % 100:02d}" if list_date else "Rtg"
    lines = [f"{'ID number':<10}{'Name':<34}TitlFed  {month:<6}GamesBorn  Flag"]
    for p in players:
        title = p.title if p.title in SHORT_TITLES else ""
        flag = ("w" if p.about.sex == "f" else "") + ("" if p.active or p.rating is None else "i")
        person = f"{_digits(p.about.id):<8}  {plain(p.name)[:32]:<32}  {title:<2}  {p.about.federation:<3}"
        figures = f"{p.rating or 0:<4}  {min(p.games, 999):>3}  {p.about.born_year or '':<4}"
        lines.append(f"{person}  {figures}  {flag}".rstrip())
    return "".join(line + "\r\n" for line in lines).encode("ascii")


def workbook_list(players: Sequence[Listed]) -> bytes:
    """The list as a workbook with the columns that Swiss-Manager knows; the ID whole, with its `N`."""
    rows = [
        (
            p.about.id, p.name, p.title, p.about.federation, p.about.sex, p.about.club,
            str(p.about.born_year or ""), p.rating, p.about.fide_id, p.fide_rating,
        )
        for p in players
    ]  # fmt: skip
    widths = {"ID_No": 12, "Name": 32}
    return workbook({"Players": rows}, [(heading, widths.get(heading)) for heading in HEADINGS])


def _digits(number: str) -> str:
    """The ID's digits; Swiss-Manager takes none of fewer than four."""
    return "".join(c for c in number if c.isdigit())[-8:].zfill(4)


def plain(name: str) -> str:
    """A name in the letters of FIDE's own list, without accents; a question mark for what has no ASCII form.
    Marks that cannot be seen, such as those for the direction of writing, fall away."""
    text = unicodedata.normalize("NFKD", name.translate(_LETTERS))
    seen = (" " if c.isspace() else c for c in text if not unicodedata.category(c).startswith(("M", "Cf")))
    return "".join(c if c.isascii() and c.isprintable() else "?" for c in seen)
