"""A file of FIDE's list, whatever it is called: text, XML, or a zip of one of them; read in one pass.

Text has fixed columns, whose places are read from the heading line. The combined list
(`players_list_foa.txt`) has three ratings; a single list has one, under the token of its month (`OCT26`).
Titles longer than their column push the rest of their line to the right.
"""

import hashlib
import io
import re
import zipfile
import zlib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import IO, TypeVar

from importer.apart import Budget, TooMuch, apart
from importer.errors import ImportRefused
from importer.fide_list.players import ALL, TYPES, FidePlayer, Read, Unfit, Wanted, odd, player_of, refused
from importer.fide_list.xml import read_xml
from importer.unpack import METHODS
from scraper.records import Problem

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
    columns, titles, ratings_end = _columns(head, name, read)
    first, last = columns["federation"]
    federations = {f.encode() for f in wanted.federations}
    ids = {i.encode() for i in wanted.fide_ids}
    id_end = columns["fide_id"][1]
    # Shorter, nobody can say whose player it is; longer, two lines have become one.
    least, most = last or 0, len(head) + _LONGEST_PUSH + len(b"\r\n")
    number, line = 1, b""
    for number, line in enumerate(iter(lambda: stream.readline(LONGEST), b""), start=2):
        fide_id = line[:id_end].strip()
        if not fide_id.isdigit():
            if not line.strip(b"\x1a\r\n "):
                continue
            found = f"“{line[:40].decode('latin-1').strip()}”"
            raise refused("bad-line", f"{name}, line {number}", "a player, the FIDE ID first", found)
        read.players += 1
        if len(line) > most or (len(line) < least and line.endswith(b"\n")):
            expected, found = f"a line of {least} to {most} bytes", f"{len(line)} bytes"
            raise refused("bad-line", f"{name}, line {number}", expected, found)
        if line[first:last].strip() in federations or fide_id.lstrip(b"0") in ids:
            whole = line.rstrip(b"\r\n")
            if len(whole) <= ratings_end:
                read.odd.append(odd(f"{name}, line {number}", f"a line that ends after {len(whole)} bytes"))
            else:
                read.rows.append((f"line {number}", _cells(whole, columns, titles)))
    if read.players == 0:
        raise refused("fide-list-unclear", name, "players below the headings", "none")
    if not line.endswith(b"\n") and len(line) < columns["born"][0]:
        place = f"{name}, line {number}"
        raise refused("fide-list-unclear", place, "a whole line", "a list that was cut off")
    return read


def _columns(head: str, name: str, read: Read) -> tuple[Columns, Sequence[int], int]:
    """Where each cell stands: from its heading to the next one; where columns of titles end; and where the
    last column before the year of birth begins: unrated is 0, so that a line which ends before was cut off
    (reported; of a list whose lines do so the players are named and not kept)."""
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
    columns = {cell: found[heading] for heading, cell in names.items()}
    behind = min(columns[cell][0] for cell in _BEHIND if cell in columns)
    ratings_end = max((start for _, start in places if start < columns["born"][0]), default=0)
    return columns, [start for _, start in places if columns["title"][0] < start <= behind], ratings_end


def _cells(line: bytes, columns: Columns, titles: Sequence[int]) -> dict[str, str]:
    """The cells of a line; of one whose title runs over into the next column, with what is behind it moved
    back. In any other what is no number stands where it does, and is named."""
    runs_over = any(len(line[end - 1 : end + 1].strip()) == 2 for end in titles)
    for push in range(_LONGEST_PUSH if runs_over else 1):
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


MOST_BYTES = 3_000_000_000
"""Unpacked. The whole list as XML has 850 million."""

T = TypeVar("T", str, date)


@dataclass(frozen=True, slots=True)
class Contents:
    """What a file held: the month it is of, which ratings (`all`, `standard`, `rapid`, `blitz`), how many
    players, and those to keep; `odd` names each wanted player who could not be read."""

    month: date
    kind: str
    sha256: str
    players: int
    kept: tuple[FidePlayer, ...]
    odd: tuple[Problem, ...]


SECONDS = 60.0
"""To read it. Nothing else from outside gets more than ten: as text the whole list takes two, as XML twenty
(python -m benchmarks.fide_list)."""


def read_list(path: Path, wanted: Wanted, *, month: date | None = None, kind: str | None = None) -> Contents:
    """Reads the file, apart. `month` and `kind` where the file does not say them; refused if it says
    otherwise, and beyond the bounds. OSError where the disk does not give it out."""
    try:
        read = apart(Budget(SECONDS, SECONDS), _read_or_trouble, path, wanted, month, kind)
    except TooMuch as error:
        raise ImportRefused([error.problem(path.name)]) from None
    if isinstance(read, OSError):
        raise read
    return read


def _read_or_trouble(path: Path, wanted: Wanted, month: date | None, kind: str | None) -> Contents | OSError:
    try:
        return _read(path, wanted, month, kind)
    except OSError as error:  # the disk's and no fault of the program: told as outside of this process
        return OSError(error.errno, error.strerror, str(path))


def _read(path: Path, wanted: Wanted, month: date | None, kind: str | None) -> Contents:
    with path.open("rb") as file:
        digest = hashlib.file_digest(file, "sha256").hexdigest()
    with _opened(path) as (name, stream):
        start = stream.peek(64)[:64].removeprefix(b"\xef\xbb\xbf").lstrip()
        if not start:
            raise refused("file-empty", name, "FIDE's rating list", "an empty file")
        read = (read_xml if start.startswith(b"<") else read_text)(stream, name, wanted)
    told_month = _agreed(name, "month", month, read.month, "--month YYYY-MM")
    told_kind = _agreed(name, "kind", kind, read.kind or _kind_of(name), f"--type {', '.join(TYPES)}")
    kept: dict[str, FidePlayer] = {}
    twice: set[str] = set()
    for place, cells in read.rows:
        if told_kind != ALL:
            cells[told_kind] = cells.pop("rating", "")
        try:
            player = player_of(cells)
        except Unfit as error:
            read.odd.append(odd(f"{name}, {place}", str(error)))
        else:
            if kept.setdefault(player.fide_id, player) != player:
                twice.add(player.fide_id)
                found = f"another player with the FIDE ID {player.fide_id}; neither is kept"
                read.odd.append(odd(f"{name}, {place}", found))
    players = (player for player in kept.values() if player.fide_id not in twice)
    return Contents(told_month, told_kind, digest, read.players, tuple(players), tuple(read.odd))


def _agreed(place: str, what: str, told: T | None, read: T | None, option: str) -> T:
    """What the command says and what the file says, which have to be the same where both do."""
    if told is not None and read is not None and told != read:
        expected = f"the {what} {told}, as the command says"
        raise refused("fide-list-unclear", place, expected, f"{read} in the file", "leave the option out")
    value = told if told is not None else read
    if value is None:
        raise refused("fide-list-unclear", place, f"a file that says its {what}", "none", f"say it: {option}")
    return value


def _kind_of(name: str) -> str | None:
    """The kind that FIDE's own file names say: `standard_rating_list.txt`."""
    found = [t for t in TYPES if t in name.lower()]
    return found[0] if len(found) == 1 else None


@contextmanager
def _opened(path: Path) -> Iterator[tuple[str, io.BufferedReader]]:
    """The list as a stream, out of its zip if it is in one, with the name of the file itself."""
    try:
        with path.open("rb") as file:
            if file.read(4) != b"PK\x03\x04":
                file.seek(0)
                yield path.name, _limited(file, path.name)
                return
            file.seek(0)
            with zipfile.ZipFile(file) as archive:
                files = (i for i in archive.infolist() if not i.is_dir())
                infos = [i for i in files if not i.filename.startswith("__MACOSX/")]
                if len(infos) != 1:
                    found = f"{len(infos)} files in it"
                    raise refused("fide-list-unclear", path.name, "a zip of one list", found)
                if infos[0].compress_type not in METHODS:
                    found = f"{infos[0].filename}, packed in an unusual way, number {infos[0].compress_type}"
                    raise refused("archive-broken", path.name, "a zip that can be unpacked", found)
                if infos[0].flag_bits & 1:
                    expected = "a zip that can be read"
                    raise refused("archive-encrypted", path.name, expected, "one with a password")
                with archive.open(infos[0]) as member:
                    yield infos[0].filename, _limited(member, path.name)
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError) as error:
        found = str(error) or type(error).__name__
        raise refused("archive-broken", path.name, "a zip that can be unpacked", found) from None


class _Limited(io.RawIOBase):
    """A stream that is refused when more comes out of it than a list can have."""

    def __init__(self, stream: IO[bytes], name: str) -> None:
        self._stream, self._name, self._left = stream, name, MOST_BYTES

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: bytearray | memoryview) -> int:  # type: ignore[override]
        data = self._stream.read(len(buffer))
        self._left -= len(data)
        if self._left < 0:
            raise refused("file-too-large", self._name, f"at most {MOST_BYTES} bytes", "more")
        buffer[: len(data)] = data
        return len(data)


def _limited(stream: IO[bytes], name: str) -> io.BufferedReader:
    return io.BufferedReader(_Limited(stream, name), 1 << 18)
