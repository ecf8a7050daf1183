"""What is looked at in an old workbook (xls) before a library may open it: the streams of its OLE file, the
password mark, and how far out its cells stand."""

import struct
from collections.abc import Callable, Iterator

from importer.errors import ImportRefused
from importer.workbook_limits import MOST_CELLS, Fault, column_name, encrypted

_END = 0xFFFFFFFA
_NUMBER, _LABEL, _BOOLERR, _BLANK, _MULRK, _MULBLANK = 0x203, 0x204, 0x205, 0x201, 0xBD, 0xBE
_RK, _LABELSST, _FORMULA = 0x27E, 0xFD, 0x06
_CELLS = {_NUMBER, _LABEL, _BOOLERR, _BLANK, _MULRK, _MULBLANK, _RK, _LABELSST, _FORMULA}
_BOF, _FILEPASS, _BOUNDSHEET = 0x809, 0x2F, 0x85


def look_through_xls(
    data: bytes, file: str, too_many: Callable[[str, str], ImportRefused]
) -> tuple[Fault, ...]:
    """The cells with an error; `ImportRefused` for a password, cells far out, or bytes that are no xls."""
    from importer.workbook import broken

    try:
        names = dict(_directory(data))
        if "EncryptedPackage" in names:
            raise encrypted(file)
        entry = names.get("Workbook", names.get("Book"))
        if entry is None:
            raise broken(file, f"an OLE file with {', '.join(sorted(names)[:5]) or 'nothing'} in it")
        return tuple(_cells(_stream(data, *entry), file, too_many))
    except (struct.error, IndexError, ValueError) as error:
        raise broken(file, f"an OLE file that is damaged: {error}") from None


def _cells(stream: bytes, file: str, too_many: Callable[[str, str], ImportRefused]) -> Iterator[Fault]:
    at = rows = columns = depth = 0
    sheets: list[str] = []
    sheet = -1
    while at + 4 <= len(stream):
        kind, size = struct.unpack_from("<HH", stream, at)
        body = stream[at + 4 : at + 4 + size]
        at += 4 + size
        if kind == _FILEPASS:
            raise encrypted(file)
        if kind == _BOF:
            rows = columns = 0
            sheet += depth  # the first substream holds what belongs to the whole workbook
            depth = 1
        elif kind == _BOUNDSHEET and size > 8:
            wide = body[7] & 1
            sheets.append(body[8:].decode("utf-16-le" if wide else "latin-1", "replace")[: body[6]])
        elif kind in _CELLS and size >= 6:
            row, column = struct.unpack_from("<HH", body)
            last = struct.unpack_from("<H", body, size - 2)[0] if kind in (_MULRK, _MULBLANK) else column
            rows, columns = max(rows, row + 1), max(columns, last + 1)
            if rows * columns > MOST_CELLS:
                raise too_many(file, f"{column_name(last + 1)}{row + 1}")
            failed = kind == _BOOLERR and size >= 8 and body[7] == 1
            failed |= kind == _FORMULA and size >= 14 and body[12:14] == b"\xff\xff" and body[6] == 2
            if failed:
                name = sheets[sheet] if 0 <= sheet < len(sheets) else None
                yield Fault(name, f"{column_name(column + 1)}{row + 1}", "an error of a formula")


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
    if size >= struct.unpack_from("<I", data, 56)[0]:
        return _chain(data, _table(data), start)[:size]
    root = next(iter(_directory(data)))[1][0]
    container = _chain(data, _table(data), root)
    minis = _chain(data, _table(data), struct.unpack_from("<I", data, 60)[0])
    table = struct.unpack(f"<{len(minis) // 4}I", minis[: len(minis) // 4 * 4])
    parts, seen = [], set()
    while start < _END:
        if start in seen:
            raise ValueError("a stream that runs in a circle")
        seen.add(start)
        parts.append(container[start * 64 : start * 64 + 64])
        start = table[start]
    return b"".join(parts)[:size]


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
    parts = []
    seen: set[int] = set()
    while start < _END:
        if start in seen:
            raise ValueError("a stream that runs in a circle")
        seen.add(start)
        parts.append(data[(start + 1) * size : (start + 2) * size])
        if len(parts[-1]) < size:
            raise ValueError("a sector that is cut off")
        start = table[start]
    return b"".join(parts)
