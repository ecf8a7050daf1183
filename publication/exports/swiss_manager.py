"""The members for Swiss-Manager: as text in its fixed columns, and as a workbook.

Text: ID 8, name 32, title 2, federation 3, rating 4, games 3, year of birth 4, each followed by two blanks,
then flags (`w` woman, `i` no rated game for a year). The ID has room for eight signs: its digits, no `N`.
"""

import io
import unicodedata
from collections.abc import Sequence
from datetime import date, datetime

from publication.exports.cells import FORMULA_STARTS
from publication.exports.pairing_players import SHORT_TITLES, Listed

MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
HEADINGS = ("ID_No", "Name", "Title", "Fed", "Sex", "ClubName", "Birthday", "Rtg_Nat", "Fide_No", "Rtg_Int")
NEVER = datetime(2000, 1, 1)  # noqa: DTZ001  a workbook has no zone; the same members give the same bytes
_LETTERS = str.maketrans(
    {"ø": "o", "Ø": "O", "ł": "l", "Ł": "L", "đ": "d", "Đ": "D", "ß": "ss", "æ": "ae", "Æ": "AE", "œ": "oe"}
)


def text_list(list_date: date | None, players: Sequence[Listed]) -> bytes:
    """The list as text: ASCII, lines ended by CRLF; names longer than 32 letters are cut."""
    month = f"{MONTHS[list_date.month - 1]}{list_date.year % 100:02d}" if list_date else "Rtg"
    lines = [f"{'ID number':<10}{'Name':<32}TitlFed  {month:<6}GamesBorn  Flag"]
    for p in players:
        title = p.title if p.title in SHORT_TITLES else ""
        flag = ("w" if p.sex == "f" else "") + ("" if p.active or p.rating is None else "i")
        person = f"{_digits(p.id):<8}  {plain(p.name)[:32]:<32}  {title:<2}  {p.federation:<3}"
        figures = f"{p.rating or 0:<4}  {min(p.games, 999):>3}  {p.born_year or '':<4}"
        lines.append(f"{person}  {figures}  {flag}".rstrip())
    return "".join(line + "\r\n" for line in lines).encode("ascii")


def workbook_list(players: Sequence[Listed]) -> bytes:
    """The list as a workbook with the columns that Swiss-Manager knows; the ID whole, with its `N`."""
    import xlsxwriter  # type: ignore[import-untyped]

    data = io.BytesIO()
    with xlsxwriter.Workbook(data, {"in_memory": True, "strings_to_formulas": False}) as book:
        book.set_properties({"created": NEVER})
        literal = book.add_format({"quote_prefix": True})
        sheet = book.add_worksheet("Players")
        sheet.write_row(0, 0, HEADINGS)
        sheet.set_column(0, 0, 12)
        sheet.set_column(1, 1, 32)
        for at, p in enumerate(players, start=1):
            texts = (p.id, p.name, p.title, p.federation, p.sex, p.club, str(p.born_year or ""))
            for column, text in enumerate(texts):
                if text:
                    guarded = literal if text.startswith(FORMULA_STARTS) else None
                    sheet.write_string(at, column, text, guarded)
            for column, number in ((7, p.rating), (9, p.fide_rating)):
                if number is not None:
                    sheet.write_number(at, column, number)
            if p.fide_id:
                sheet.write_string(at, 8, p.fide_id)
    return data.getvalue()


def _digits(number: str) -> str:
    """The ID's digits; Swiss-Manager takes none of fewer than four."""
    return "".join(c for c in number if c.isdigit())[-8:].zfill(4)


def plain(name: str) -> str:
    """A name in the letters of FIDE's own list, without accents; a question mark for what has no ASCII form.
    Marks that cannot be seen, such as those for the direction of writing, fall away."""
    text = unicodedata.normalize("NFKD", name.translate(_LETTERS))
    seen = (" " if c.isspace() else c for c in text if not unicodedata.category(c).startswith(("M", "Cf")))
    return "".join(c if c.isascii() and c.isprintable() else "?" for c in seen)
