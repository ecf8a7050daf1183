"""FIDE's list as text: fixed columns, whose places are read from the heading line.

The combined list (`players_list_foa.txt`) has three ratings; a single list has one, under the token of its
month (`OCT26`). Titles longer than their column push the rest of their line to the right.
"""

import io
import re
from collections.abc import Mapping
from datetime import date

from importer.fide_list.players import ALL, TYPES, Read, Wanted, refused

LONGEST = 4096
"""Bytes of a line; no real one has 200."""

COMBINED = {
    "ID Number": "fide_id",
    "Name": "name",
    "Fed": "federation",
    "Sex": "sex",
    "Tit": "title",
    "SRtng": "standard",
    "RRtng": "rapid",
    "BRtng": "blitz",
    "B-day": "born",
    "Flag": "flag",
}
SINGLE = {heading: cell for heading, cell in COMBINED.items() if cell not in TYPES}
_HEADING = re.compile(r"ID Number|\S+")
_MONTHS = ("JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC")
_MONTH = re.compile(rf"({'|'.join(_MONTHS)})(\d\d)")
_NUMBERS = (*TYPES, "rating", "born")
_BEHIND = (*_NUMBERS, "flag")
_LONGEST_PUSH = 30

Columns = Mapping[str, tuple[int, int | None]]


def read_text(stream: io.BufferedReader, name: str, wanted: Wanted) -> Read:
    """The wanted players; `ImportRefused` for headings that are not known and lines that are no player."""
    read = Read()
    head = stream.readline(LONGEST).removeprefix(b"\xef\xbb\xbf").decode("latin-1").rstrip()
    columns = _columns(head, name, read)
    first, last = columns["federation"]
    federations = {f.encode() for f in wanted.federations}
    ids = {i.encode() for i in wanted.fide_ids}
    id_end = columns["fide_id"][1]
    number, line = 1, b""
    for number, line in enumerate(iter(lambda: stream.readline(LONGEST), b""), start=2):
        fide_id = line[:id_end].strip()
        if not fide_id.isdigit():
            if not line.strip(b"\x1a\r\n "):
                continue
            found = f"“{line[:40].decode('latin-1').strip()}”"
            raise refused("bad-line", f"{name}, line {number}", "a player, the FIDE ID first", found)
        read.players += 1
        if line[first:last].strip() in federations or fide_id.lstrip(b"0") in ids:
            read.rows.append((f"line {number}", _cells(line.rstrip(b"\r\n"), columns)))
    if read.players == 0:
        raise refused("fide-list-unclear", name, "players below the headings", "none")
    if not line.endswith(b"\n") and len(line) < columns["born"][0]:
        place = f"{name}, line {number}"
        raise refused("fide-list-unclear", place, "a whole line", "a list that was cut off")
    return read


def _columns(head: str, name: str, read: Read) -> dict[str, tuple[int, int | None]]:
    """Where each cell stands: from its heading to the next one."""
    places = [(m[0], m.start()) for m in _HEADING.finditer(head)]
    ends = [*(start for _, start in places[1:]), None][: len(places)]  # no heading, no end
    found = {word: (start, end) for (word, start), end in zip(places, ends, strict=True)}
    months = [(word, m) for word in found if (m := _MONTH.fullmatch(word.upper()))]
    names = COMBINED
    if "SRtng" in found:
        read.kind = ALL
    elif len(months) == 1:
        word, month = months[0]
        names = {**SINGLE, word: "rating"}
        read.month = date(2000 + int(month[2]), _MONTHS.index(month[1]) + 1, 1)
    missing = [heading for heading in names if heading not in found]
    if missing:
        expected = f"the headings of FIDE's list: {', '.join(COMBINED)}; or a month such as OCT26"
        raise refused("fide-list-unclear", f"{name}, line 1", expected, f"none of {', '.join(missing)}")
    return {cell: found[heading] for heading, cell in names.items()}


def _cells(line: bytes, columns: Columns) -> dict[str, str]:
    """The cells of a line; of one whose title runs over, with what is behind it moved back."""
    for push in range(_LONGEST_PUSH):
        cells = {}
        for name, (start, end) in columns.items():
            moved = push if name in _BEHIND else 0
            cells[name] = _text(line[start + moved : None if end is None else end + moved])
        if all(not cells.get(n) or cells[n].isdigit() for n in _NUMBERS):
            return cells
    return {name: _text(line[start:end]) for name, (start, end) in columns.items()}


def _text(cell: bytes) -> str:
    """A cell; the list is ASCII, and what is not is taken for UTF-8, else for Latin-1."""
    try:
        return cell.decode("utf-8").strip()
    except UnicodeDecodeError:
        return cell.decode("latin-1").strip()
