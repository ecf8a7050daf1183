"""What an old Excel file (xls, in an OLE container) tells before anything else reads it: which streams are
in it, and which cells of its sheets hold formulas."""

from collections.abc import Iterator, Mapping

MAGIC = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_END = 0xFFFFFFFA
"""Sector numbers from here on are no sectors."""

_BOF, _EOF, _BOUNDSHEET, _FILEPASS = 0x0809, 0x000A, 0x0085, 0x002F
_FORMULAS = frozenset({0x0006, 0x0206, 0x0406})


def has_stream(data: bytes, name: str) -> bool:
    """Whether a stream or folder of this name stands in the container's directory."""
    return name in _directory(data)


def formula_cells(data: bytes) -> Mapping[str, frozenset[tuple[int, int]]] | None:
    """By sheet, the cells (row, column, from 1) with a formula; None if there is no workbook inside.
    Streams below 4096 bytes live elsewhere in the container: no workbook is so small."""
    entries = _directory(data)
    entry = entries.get("Workbook") or entries.get("Book")
    if entry is None:
        return None
    start, size = entry
    stream = b"".join(_sectors(data, start))[:size]
    names: dict[int, str] = {}
    found: dict[str, set[tuple[int, int]]] = {}
    sheet = None
    for at, kind, body in _records(stream):
        if kind == _FILEPASS:
            break  # encrypted from here on; the reader of workbooks says so
        if kind == _BOUNDSHEET and len(body) >= 8:
            names[int.from_bytes(body[:4], "little")] = _name(body[6:])
        elif kind == _BOF:
            sheet = names.get(at)
        elif kind == _EOF:
            sheet = None
        elif kind in _FORMULAS and sheet is not None and len(body) >= 4:
            row, column = int.from_bytes(body[:2], "little"), int.from_bytes(body[2:4], "little")
            found.setdefault(sheet, set()).add((row + 1, column + 1))
    return {name: frozenset(found.get(name, ())) for name in names.values()}


def _records(stream: bytes) -> Iterator[tuple[int, int, bytes]]:
    at = 0
    while at + 4 <= len(stream):
        kind = int.from_bytes(stream[at : at + 2], "little")
        size = int.from_bytes(stream[at + 2 : at + 4], "little")
        yield at, kind, stream[at + 4 : at + 4 + size]
        at += 4 + size


def _name(body: bytes) -> str:
    """A sheet's name: length, width of a character, characters."""
    length, wide = body[0], body[1] & 1
    raw = body[2 : 2 + length * (2 if wide else 1)]
    return raw.decode("utf-16-le" if wide else "latin-1", "replace")


def _directory(data: bytes) -> dict[str, tuple[int, int]]:
    """First sector and size of everything in the container, by name; empty if it is none."""
    if len(data) < 512 or not data.startswith(MAGIC):
        return {}
    found: dict[str, tuple[int, int]] = {}
    for sector in _sectors(data, int.from_bytes(data[48:52], "little")):
        for at in range(0, len(sector) - 127, 128):
            entry = sector[at : at + 128]
            length = int.from_bytes(entry[64:66], "little")
            if 2 <= length <= 64:
                name = entry[: length - 2].decode("utf-16-le", "replace")
                place = int.from_bytes(entry[116:120], "little"), int.from_bytes(entry[120:124], "little")
                found.setdefault(name, place)
    return found


def _sectors(data: bytes, start: int) -> Iterator[bytes]:
    """A chain of sectors; it ends where a number leads outside, or after as many as there are."""
    shift = int.from_bytes(data[30:32], "little")
    if shift not in (9, 12):
        return
    size = 1 << shift
    most = len(data) // size + 1
    fat = _fat(data, size, most)
    sector, seen = start, 0
    while sector < _END and seen < most:
        at = (sector + 1) * size
        if at >= len(data):
            return
        yield data[at : at + size]
        following = fat[sector * 4 : sector * 4 + 4]
        if len(following) < 4:
            return
        sector, seen = int.from_bytes(following, "little"), seen + 1


def _fat(data: bytes, size: int, most: int) -> bytes:
    """The table of which sector follows which: up to 109 of its sectors in the header, then a chain."""
    numbers = [int.from_bytes(data[76 + 4 * i : 80 + 4 * i], "little") for i in range(109)]
    more, seen = int.from_bytes(data[68:72], "little"), 0
    while more < _END and seen < most:
        block = data[(more + 1) * size : (more + 2) * size]
        if len(block) < size:
            break
        numbers += [int.from_bytes(block[4 * i : 4 * i + 4], "little") for i in range(size // 4 - 1)]
        more, seen = int.from_bytes(block[-4:], "little"), seen + 1
    return b"".join(
        data[(n + 1) * size : (n + 2) * size].ljust(size, b"\xff") for n in numbers[:most] if n < _END
    )
