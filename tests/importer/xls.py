"""Old Excel files (BIFF8 in an OLE container) as small as they can be, made for tests."""

from __future__ import annotations

import struct
from collections.abc import Mapping, Sequence
from datetime import date

SECTOR = 512
END, FREE, FAT = 0xFFFFFFFE, 0xFFFFFFFF, 0xFFFFFFFD


def workbook(sheets: Mapping[str, Sequence[Sequence[object]]], *, hidden: int | None = None) -> bytes:
    """A workbook with these sheets; a text that begins with “=” becomes a formula whose value is 1. `hidden`:
    a row, counted from 1, that no sheet shows."""
    bodies = [_sheet(rows, hidden) for rows in sheets.values()]
    names = [name.encode("utf-16-le") for name in sheets]
    style = _record(0x0031, struct.pack("<HHHHHBBBB", 200, 0, 0x7FFF, 400, 0, 0, 0, 0, 0) + b"\x01\x00A")
    plain = _record(0x00E0, struct.pack("<HHHBBBBIIH", 0, 0, 0xFFF5, 0x20, 0, 0, 0, 0, 0, 0x20C0))
    day = _record(0x00E0, struct.pack("<HHHBBBBIIH", 0, 14, 0x0001, 0x20, 0, 0, 0, 0, 0, 0x20C0))
    head = _bof(0x0005) + _record(0x0042, struct.pack("<H", 1200)) + style + plain + day
    bounds = sum(4 + 8 + len(name) for name in names)
    at = len(head) + bounds + 4
    listed = b""
    for name, body in zip(names, bodies, strict=True):
        listed += _record(0x0085, struct.pack("<IBB", at, 0, 0) + bytes([len(name) // 2, 1]) + name)
        at += len(body)
    stream = head + listed + _record(0x000A, b"") + b"".join(bodies)
    return container({"Workbook": stream})


def of_1995(name: str, cells: bytes) -> bytes:
    """A workbook as Excel 5.0 and 95 write it (BIFF5), with one sheet of these records."""
    head = _record(0x0809, struct.pack("<HHHH", 0x0500, 0x0005, 0, 0)) + _record(
        0x0042, struct.pack("<H", 1252)
    )
    title = name.encode("cp1252")
    at = len(head) + 4 + 7 + len(title) + 4
    listed = _record(0x0085, struct.pack("<IHB", at, 0, len(title)) + title) + _record(0x000A, b"")
    sheet = _record(0x0809, struct.pack("<HHHH", 0x0500, 0x0010, 0, 0)) + cells + _record(0x000A, b"")
    return container({"Book": head + listed + sheet})


def container(streams: Mapping[str, bytes]) -> bytes:
    """An OLE container with these streams, each of at least 4096 bytes."""
    sectors: list[bytes] = []
    chain: list[int] = []
    entries = [_entry("Root Entry", 5, END, 0, child=1)]
    for number, (name, body) in enumerate(streams.items(), start=1):
        body = body.ljust(4096, b"\0")
        blocks = [body[i : i + SECTOR].ljust(SECTOR, b"\0") for i in range(0, len(body), SECTOR)]
        first = len(sectors)
        chain += [*range(first + 1, first + len(blocks)), END]
        sectors += blocks
        right = number + 1 if number < len(streams) else FREE
        entries.append(_entry(name, 2, first, len(body), right=right))
    directory = len(sectors)
    listed = b"".join(entries)
    listed = listed.ljust(-(-len(listed) // SECTOR) * SECTOR, b"\0")
    blocks = [listed[i : i + SECTOR] for i in range(0, len(listed), SECTOR)]
    chain += [*range(directory + 1, directory + len(blocks)), END]
    sectors += blocks
    fats = -(-(len(chain) + 1) // 127)
    first_fat = len(sectors)
    chain += [FAT] * fats
    table = b"".join(struct.pack("<I", n) for n in chain).ljust(fats * SECTOR, b"\xff")
    sectors += [table[i : i + SECTOR] for i in range(0, len(table), SECTOR)]
    head = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(16)
    head += struct.pack(
        "<HHHHH6xIIIIIIIII", 0x3E, 3, 0xFFFE, 9, 6, 0, fats, directory, 0, 4096, END, 0, END, 0
    )
    places = [*range(first_fat, first_fat + fats), *[FREE] * (109 - fats)]
    return head + b"".join(struct.pack("<I", n) for n in places) + b"".join(sectors)


def _sheet(rows: Sequence[Sequence[object]], hidden: int | None) -> bytes:
    cells = b""
    if hidden is not None:
        cells = _record(0x0208, struct.pack("<HHHHHHI", hidden - 1, 0, 9, 300, 0, 0, 0x20))
    for r, row in enumerate(rows):
        for c, value in enumerate(row):
            if isinstance(value, date):
                cells += _record(0x0203, struct.pack("<HHHd", r, c, 1, (value - date(1899, 12, 30)).days))
            elif isinstance(value, int):
                cells += _record(0x0203, struct.pack("<HHHd", r, c, 0, value))
            elif str(value).startswith("="):
                cells += _record(0x0006, struct.pack("<HHHdHIH", r, c, 0, 1.0, 0, 0, 3) + b"\x1e\x01\x00")
            elif value != "":
                text = str(value).encode("utf-16-le")
                cells += _record(0x0204, struct.pack("<HHHHB", r, c, 0, len(text) // 2, 1) + text)
    return _bof(0x0010) + cells + _record(0x000A, b"")


def _bof(kind: int) -> bytes:
    return _record(0x0809, struct.pack("<HHHHII", 0x0600, kind, 0x0DBB, 0x07CC, 0x41, 0x06))


def _record(kind: int, body: bytes) -> bytes:
    return struct.pack("<HH", kind, len(body)) + body


def _entry(name: str, kind: int, start: int, size: int, *, child: int = FREE, right: int = FREE) -> bytes:
    raw = name.encode("utf-16-le")
    entry = raw.ljust(64, b"\0") + struct.pack("<HBB", len(raw) + 2, kind, 1)
    entry += struct.pack("<III", FREE, right, child) + bytes(36) + struct.pack("<IQ", start, size)
    return entry.ljust(128, b"\0")
