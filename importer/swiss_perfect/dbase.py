"""dBase III tables as Swiss Perfect writes them: fixed-width text behind a header of fields.

Deleted records hold rubbish and are skipped; the header's date is rubbish and not looked at. Behind as many
records as the header counts the table ends, with a mark or with the file: anything else shows that the header
counts wrong, or that a byte more or less has shifted the fields. Text is CP1252 where `encoding_of` tells no
other, with Latin-1 for the rest.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from importer.plain_text import encoding_of
from scraper.records import Problem

_HEADER, _FIELD = 32, 32
_LIVE, _DELETED, _END = 0x20, 0x2A, b"\x1a"
MOST_RECORDS = 20_000


@dataclass(frozen=True, slots=True)
class Record:
    """One record that is not deleted: `number` counts all records from 1, values are by field."""

    number: int
    values: dict[str, str]
    file: str

    def wrong(self, column: str, expected: str, found: str) -> Problem:
        """What is wrong in a field; the event is refused."""
        place = f"{self.file}, record {self.number}, field {column}"
        remedy = "correct it in Swiss Perfect and send the three files again"
        return Problem("swiss-perfect-value", place, expected, found, remedy)


def read_table(data: bytes, file: str, required: Sequence[str]) -> list[Record] | Problem:
    """The records, values without blanks around; a problem if the bytes are no such table, or a field of
    `required` is missing. A last record that is cut off is a problem too: it may have held a result."""
    if len(data) < _HEADER + 1 or data[0] != 0x03:
        return _broken(file, "another kind of file")
    count = int.from_bytes(data[4:8], "little")
    start = int.from_bytes(data[8:10], "little")
    width = int.from_bytes(data[10:12], "little")
    fields = _fields(data[:start])
    if fields is None or start > len(data):
        return _broken(file, "a damaged header")
    missing = [name for name in required if name not in {n for n, _, _ in fields}]
    if missing:
        return _broken(file, f"no field {', '.join(missing)}")
    if width != 1 + sum(w for _, _, w in fields):
        return _broken(file, f"records of {width} bytes, fields of {sum(w for _, _, w in fields)}")
    body = data[start:]
    whole = len(body) // width
    if min(whole, count) > MOST_RECORDS:
        return _broken(file, f"{min(whole, count)} records; at most {MOST_RECORDS} are read")
    if whole < count:
        return _broken(file, f"{whole} of the {count} records that the header states; the file is cut off")
    table, rest = body[: count * width], body[count * width :]
    if table.endswith(_END) or not (rest.startswith(_END) or not rest.strip(b"\0")):
        return _broken(file, f"no end behind the {count} records that the header states; it may be shifted")
    rows = []
    for index in range(count):
        raw = body[index * width : (index + 1) * width]
        if raw[0] == _DELETED:
            continue
        if raw[0] != _LIVE:
            return _broken(file, f"record {index + 1} begins with 0x{raw[0]:02X}")
        # Behind a NUL stands what an earlier, longer value left.
        rows.append((index + 1, [raw[at : at + w].split(b"\0")[0] for _, at, w in fields]))
    encoding = encoding_of(b"\n".join(cell for _, row in rows for cell in row), "cp1252")
    return [
        Record(number, {n: _text(cell, encoding) for (n, _, _), cell in zip(fields, row, strict=True)}, file)
        for number, row in rows
    ]


def _fields(header: bytes) -> list[tuple[str, int, int]] | None:
    """Name, place and width of each field; None where the header does not end as one does."""
    fields: list[tuple[str, int, int]] = []
    at = 1
    for place in range(_HEADER, len(header), _FIELD):
        if header[place] == 0x0D:
            return fields if fields else None
        name = header[place : place + 11].split(b"\0")[0].decode("ascii", "replace").strip().upper()
        if place + _FIELD > len(header) or not name:
            return None
        width = header[place + 16]
        fields.append((name, at, width))
        at += width
    return None


def _text(raw: bytes, encoding: str) -> str:
    try:
        return raw.decode(encoding).strip()
    except UnicodeDecodeError:  # five bytes mean nothing in CP1252
        return raw.decode("latin-1").strip()


def _broken(file: str, found: str) -> Problem:
    remedy = "send the tournament's three files again, as Swiss Perfect wrote them"
    return Problem("dbase-unreadable", file, "a dBase III table of Swiss Perfect", found, remedy)
