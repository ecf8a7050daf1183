"""The members for Swiss Perfect: a dBase III file for its Options, Import Setup.

Surname and first name stand apart where the register has them apart; else the whole name is the last name.
"""

from collections.abc import Sequence
from datetime import date

from importer.plain_text import shown_line
from publication.exports.pairing_players import Listed

FIELDS = (
    ("ID_CODE", "C", 12), ("FIRST_NAME", "C", 50), ("LAST_NAME", "C", 50), ("RATING", "N", 5),
    ("SEX", "C", 1), ("CLUB", "C", 25), ("DOB", "C", 10), ("FEDER", "C", 4), ("INTL_ID", "C", 12),
    ("INTL_RTG", "N", 5),
)  # fmt: skip
"""Name, type and width of each field; DOB holds the year."""


def dbase_list(made_on: date, players: Sequence[Listed]) -> bytes:
    """The list as dBase III, in Windows' western letters; what these do not have is a question mark."""
    records = b"".join(_record(p) for p in players)
    size = 1 + sum(width for _, _, width in FIELDS)
    start = 32 + 32 * len(FIELDS) + 1
    head = bytes((0x03, made_on.year - 1900, made_on.month, made_on.day))
    head += len(players).to_bytes(4, "little") + start.to_bytes(2, "little") + size.to_bytes(2, "little")
    fields = b"".join(
        name.encode("ascii").ljust(11, b"\x00")
        + kind.encode("ascii")
        + bytes(4)
        + bytes((width, 0))
        + bytes(14)
        for name, kind, width in FIELDS
    )
    return head.ljust(32, b"\x00") + fields + b"\r" + records + b"\x1a"


def _record(player: Listed) -> bytes:
    of = player.about
    surname, given = (of.surname, of.given) if of.surname else (player.name, "")
    values = (
        of.id, given, surname, player.rating, of.sex.upper(), of.club, of.born_year, of.federation,
        of.fide_id, player.fide_rating,
    )  # fmt: skip
    cells = []
    for (_, kind, width), value in zip(FIELDS, values, strict=True):
        text = ("" if value is None else shown_line(str(value))).encode("cp1252", "replace")[:width]
        cells.append(text.rjust(width) if kind == "N" else text.ljust(width))
    return b" " + b"".join(cells)
