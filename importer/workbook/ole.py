"""What is looked at in an old workbook (xls) before a library may open it: the streams of its OLE file, the
password mark, and how far out its cells stand."""

import struct
from collections.abc import Iterator

from importer.workbook.sheet import FAILED, Marks, broken, check_cell, encrypted, with_macros

_END = 0xFFFFFFFA
"""Numbers of sectors from here on are none."""

_NUMBER, _LABEL, _BOOLERR, _BLANK, _MULRK, _MULBLANK = 0x203, 0x204, 0x205, 0x201, 0xBD, 0xBE
_RK, _LABELSST, _FORMULA = 0x27E, 0xFD, 0x06
_FORMULAS = {_FORMULA, 0x206, 0x406}
_CELLS = {_NUMBER, _LABEL, _BOOLERR, _BLANK, _MULRK, _MULBLANK, _RK, _LABELSST, *_FORMULAS}
_BOF, _EOF, _FILEPASS, _BOUNDSHEET = 0x809, 0x0A, 0x2F, 0x85
_ROW, _NOT_SHOWN = 0x208, 0x20
"""A row, and the mark of one that is hidden, in the 13th of its bytes."""


def is_ole(data: bytes) -> bool:
    """Whether the bytes begin as an OLE file does (xls, and xlsx with a password)."""
    return data.startswith(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1")


def stream_names(data: bytes) -> frozenset[str]:
    """The names of the streams in an OLE file; none where it is damaged."""
    try:
        return frozenset(name for name, _ in _directory(data))
    except (struct.error, IndexError, ValueError):
        return frozenset()


def look_through_xls(data: bytes, file: str, *, macros: bool) -> list[Marks]:
    """What the cells of each sheet do not show, in the order of the sheets, of whose names editions of Excel
    keep the letters each in its way; `ImportRefused` for a password, macros where none belong, cells far out,
    or bytes that are no xls."""
    try:
        names = dict(_directory(data))
        if "EncryptedPackage" in names:
            raise encrypted(file)
        if "_VBA_PROJECT_CUR" in names and not macros:
            raise with_macros(file)
        entry = names.get("Workbook", names.get("Book"))
        if entry is None:
            raise broken(file, f"an OLE file with {', '.join(sorted(names)[:5]) or 'nothing'} in it")
        return _marks(_stream(data, *entry), file)
    except (struct.error, IndexError, ValueError) as error:
        raise broken(file, f"an OLE file that is damaged: {error}") from None


def _marks(stream: bytes, file: str) -> list[Marks]:
    at = rows = columns = 0
    found: list[Marks] = []
    of_place: dict[int, Marks] = {}  # by where the sheet begins
    within: list[Marks] = []  # a sheet, and a chart that stands in it
    while at + 4 <= len(stream):
        begins = at
        kind, size = struct.unpack_from("<HH", stream, at)
        body = stream[at + 4 : at + 4 + size]
        at += 4 + size
        if kind == _FILEPASS:
            raise encrypted(file)
        if kind == _BOF:
            if not within:
                rows = columns = 0
            within.append(of_place.get(begins, Marks()))
        elif kind == _EOF and within:
            within.pop()
        elif kind == _BOUNDSHEET:
            found.append(Marks())
            of_place[struct.unpack_from("<I", body)[0]] = found[-1]
        elif kind == _ROW and size >= 16 and within and body[12] & _NOT_SHOWN:
            row = struct.unpack_from("<H", body)[0] + 1
            within[-1].hidden.append((row, row))
        elif kind in _CELLS and size >= 6:
            row, column = struct.unpack_from("<HH", body)
            last = struct.unpack_from("<H", body, size - 2)[0] if kind in (_MULRK, _MULBLANK) else column
            rows, columns = max(rows, row + 1), max(columns, last + 1)
            check_cell(file, rows, columns)
            if not within:
                continue
            if kind in _FORMULAS:
                within[-1].formulas.add((row + 1, column + 1))
            failed = kind == _BOOLERR and size >= 8 and body[7] == 1
            failed |= kind == _FORMULA and size >= 14 and body[12:14] == b"\xff\xff" and body[6] == 2
            if failed:
                within[-1].lost[row + 1, column + 1] = FAILED
    return found


def _directory(data: bytes) -> Iterator[tuple[str, tuple[int, int]]]:
    """The streams of the file: name, first sector and size of each."""
    first = struct.unpack_from("<I", data, 48)[0]
    entries = _chain(data, _table(data), first)
    for at in range(0, len(entries) - 127, 128):
        length = struct.unpack_from("<H", entries, at + 64)[0]
        if 2 <= length <= 64:
            name = entries[at : at + length - 2].decode("utf-16-le", "replace")
            start, size = struct.unpack_from("<II", entries, at + 116)
            yield name, (start, size)


def _stream(data: bytes, start: int, size: int) -> bytes:
    """A stream; small ones lie in the sectors of the root's own stream."""
    table = _table(data)
    if size >= struct.unpack_from("<I", data, 56)[0]:
        stream = _chain(data, table, start)
    else:
        root = next(iter(_directory(data)))[1][0]
        container = _chain(data, table, root)
        minis = _chain(data, table, struct.unpack_from("<I", data, 60)[0])
        following = struct.unpack(f"<{len(minis) // 4}I", minis[: len(minis) // 4 * 4])
        stream = b"".join(container[n * 64 : n * 64 + 64] for n in _numbers(following, start))
    if len(stream) < size:
        raise ValueError("a sector that is cut off")
    return stream[:size]


def _sector(data: bytes) -> int:
    shift = struct.unpack_from("<H", data, 30)[0]
    if shift not in (9, 12):
        raise ValueError(f"sectors of 2^{shift} bytes")
    return int(1 << shift)


def _table(data: bytes) -> tuple[int, ...]:
    """Which sector follows which."""
    size = _sector(data)
    numbers = [n for n in struct.unpack_from("<109I", data, 76) if n < _END]
    more = struct.unpack_from("<I", data, 68)[0]
    seen: set[int] = set()
    while more < _END:
        if more in seen:
            raise ValueError("a table that runs in a circle")
        seen.add(more)
        block = struct.unpack_from(f"<{size // 4}I", data, (more + 1) * size)
        numbers += [n for n in block[:-1] if n < _END]
        more = block[-1]
    table: list[int] = []
    for number in dict.fromkeys(numbers):
        table += struct.unpack_from(f"<{size // 4}I", data, (number + 1) * size)
    return tuple(table)


def _chain(data: bytes, table: tuple[int, ...], start: int) -> bytes:
    size = _sector(data)
    return b"".join(data[(n + 1) * size : (n + 2) * size] for n in _numbers(table, start))


def _numbers(following: tuple[int, ...], start: int) -> Iterator[int]:
    """The sectors of a chain."""
    seen: set[int] = set()
    while start < _END:
        if start in seen:
            raise ValueError("a stream that runs in a circle")
        seen.add(start)
        yield start
        start = following[start]
