"""Swiss Perfect files as small as they can be, with invented players."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from importer.given import GivenFile

TRN = (
    *(("ORDER", "N", 5), ("ID", "N", 5), ("START_NO", "C", 5), ("SURNAME", "C", 25), ("FIRSTNAME", "C", 25)),
    *(("FEDER", "C", 4), ("CLUB", "C", 30), ("INTL_RTG", "N", 4), ("LOC_RTG", "N", 4), ("LOC_RTG2", "N", 4)),
    *(("INTL_ID", "C", 12), ("LOC_ID", "C", 12), ("TITLE", "C", 3), ("SEX", "C", 1), ("BIRTH_DATE", "D", 8)),
    *(("LATE_ENTRY", "N", 2), ("WITHDRAWAL", "N", 2), ("ABSENT", "N", 16), ("BONUS", "N", 3)),
    *(("TECH_SCORE", "N", 3), ("FORB_PAIRS", "N", 3), ("TEAM", "N", 3), ("BOARD", "N", 3), ("MEMO", "C", 20)),
)
SCO = (
    *(("ROUND", "N", 3), ("WHITE", "N", 5), ("BLACK", "N", 5), ("W_SCORE", "N", 3), ("B_SCORE", "N", 3)),
    *(("W_TYPE", "N", 2), ("B_TYPE", "N", 2), ("W_SUBSCO", "N", 4), ("B_SUBSCO", "N", 4)),
)
PLAYERS: Sequence[Mapping[str, object]] = (
    {"ID": 1, "SURNAME": "Mori", "FIRSTNAME": "Sora", "LOC_ID": "N90000001", "LOC_RTG": 1700, "SEX": 2},
    {
        "ID": 2,
        "SURNAME": "Hata",
        "FIRSTNAME": "Rin",
        "LOC_ID": "N90000002",
        "TITLE": 5,
        "BIRTH_DATE": "19990102",
    },
    {"ID": 3, "SURNAME": "Tani", "FIRSTNAME": "Kén", "INTL_ID": "16-02-1944", "BONUS": "0.5", "MEMO": "0.5"},
)
GAMES: Sequence[Sequence[int]] = ((1, 1, 2, 2, 0, 1, 1), (2, 2, 3, 1, 1, 1, 1), (2, 1, 0, 2, 0, 1, 0))


def files(
    players: Sequence[Mapping[str, object]] = PLAYERS,
    games: Sequence[Sequence[object]] = GAMES,
    name: str = "Invented Club Championship",
    organiser: str = "Invented Chess Club",
    stem: str = "club",
    deleted: Sequence[int] = (),
    encoding: str = "cp1252",
) -> list[GivenFile]:
    """The three files; `deleted`: places of players' records that are marked as deleted."""
    from importer.given import (
        GivenFile,
    )  # benchmarks/same_bytes takes the tables alone, and the product elsewhere

    lines = ("[Tournament Info]", f"Name={name}", "Arbiter=Ono Aki", f"Organiser={organiser}")
    ini = "\r\n".join((*lines, "Rounds=9", "System=0", ""))
    rows = [dict(zip([n for n, _, _ in SCO], game, strict=False)) for game in games]
    return [
        GivenFile(f"{stem}.ini", ini.encode(encoding)),
        GivenFile(f"{stem}.trn", table(TRN, players, deleted, encoding)),
        GivenFile(f"{stem}.sco", table(SCO, rows)),
    ]


def table(
    fields: Sequence[tuple[str, str, int]],
    rows: Sequence[Mapping[str, object]],
    deleted: Sequence[int] = (),
    encoding: str = "cp1252",
) -> bytes:
    """A dBase III table; the header's date is rubbish, as in the program's own files."""
    width = 1 + sum(w for _, _, w in fields)
    size = 32 + 32 * len(fields) + 1
    head = bytes([3, 0x60, 0x33, 0x77]) + len(rows).to_bytes(4, "little")
    head += size.to_bytes(2, "little") + width.to_bytes(2, "little") + bytes(20)
    for name, kind, w in fields:
        head += name.encode().ljust(11, b"\0") + kind.encode() + bytes(4) + bytes([w]) + bytes(15)
    body = b""
    for number, row in enumerate(rows):
        body += b"*" if number in deleted else b" "
        for name, _, w in fields:
            body += str(row.get(name, "")).encode(encoding).ljust(w)[:w]
    return head + b"\r" + body
