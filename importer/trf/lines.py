"""A TRF file as lines: decoded, numbered, padded, comments and blank lines left out. Its players (line 001),
and what a national line adds to them (NRS records: rating, number, origin)."""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import date

from importer.errors import ImportRefused
from importer.plain_text import JIS, encoding_of, is_jis, is_utf16
from importer.written import whole
from scraper.records import Player, Problem

MOST_LINES = 20_000
"""A file of 9999 players with a national line each has fewer."""

_BREAK = re.compile(r"\r\n|\r|\n")
_CONTROLS = re.compile("[\x80-\x9f]")
_KANA = re.compile("(?<![A-Za-z\x80-\xff])[\xa1-\xdf]{2,}(?![A-Za-z\x80-\xff])")
"""A word of a name that is kana of half width in CP932; in Latin-1 it is signs and capitals with accents."""
_PART_UTF8 = re.compile("[\xc3-\xc5][\xa0-\xbf]")
"""A letter with an accent in UTF-8, as Latin-1 shows it; no word of Latin-1 has such a pair."""
_BORN = re.compile(r"(\d{4})(?:[/.\-](\d{2})[/.\-](\d{2}))?", re.ASCII)
_CODE = re.compile(
    r"(?:001|01[23]|0[2-9]2|1[0-9]2|2[0-2]2|2[4-6]0|299|3[0-3]0|3[56]2|80[12]|[A-Z]{3})(?:\s|\Z)",
    re.IGNORECASE,
)
"""How the lines of TRF16 and TRF26 begin, and those of pairing programs and federations (three letters)."""

FIRST, WIDTH = 92, 10
"""Columns of round 1 and of each round."""

BETWEEN = (48, 53, 57, 69, 80, 85, 90, 91)
"""Columns that stay blank: behind the name, the rating, the federation, the FIDE ID, the birth date, the
points and the rank. A round that is shifted out of its columns stands in the last three."""

ONCE = ("012", "032", "042", "052", "092", "122", "142", "XXR", "222")
"""Lines of an event that are read as its one name, federation, first and last day, kind, time control and
number of rounds."""

SEXES = {"": None, "m": "m", "w": "f", "f": "f"}
_OLD_TITLES = {"G": "GM", "M": "IM", "F": "FM", "C": "CM", "MM": "IM"}
_OLD_TITLES |= {"WG": "WGM", "WM": "WIM", "WF": "WFM", "WC": "WCM"}


@dataclass(frozen=True, slots=True)
class Line:
    """One line; columns are counted from 1, as the format's tables count them. `faults`: those of all lines
    of the file."""

    file: str
    number: int
    text: str
    faults: list[Problem]

    def at(self, first: int, last: int) -> str:
        """What stands in these columns, without blanks around; "" beyond the end of the line."""
        return self.text[first - 1 : last].strip()

    @property
    def rest(self) -> str:
        """What follows the code of an event line."""
        return self.text[3:].strip()

    def between(self, *columns: int) -> None:
        """A fault where something stands in one of the columns that part two others: then what follows is
        shifted, and would be read as it is not (a rating of 1900 as 190, a game as none)."""
        for column in columns:
            if self.text[column - 1 : column].strip():
                beside = self.text[column - 6 : column + 5]
                self.fault(str(column), "a blank; the line may be shifted", beside)
                return

    def fault(self, columns: str, expected: str, found: str) -> None:
        """Notes what is wrong in some columns; the file is refused. Where tabs part the columns that is all
        there is to say of the line."""
        place = f"{self.file}, line {self.number}"
        remedy = "correct the line, or write the file anew with the pairing program"
        told = f"“{found}”" if found else "nothing"
        problem = Problem("trf-line", f"{place}, columns {columns}", expected, told, remedy)
        code = self.text[:3].upper()
        if "\t" in self.text and (code == "001" or (code.isalpha() and code not in ONCE)):
            told, remedy = (
                "tabs between them, as a spreadsheet writes them",
                "ask for the file as the program wrote it",
            )
            problem = Problem("trf-line", place, "columns of a fixed width, parted by blanks", told, remedy)
        self.faults.append(problem)


Lines = Mapping[str, list[Line]]
"""The lines of a file by their code."""


def read_lines(data: bytes, file: str, faults: list[Problem]) -> Lines:
    """The lines by their code (columns 1 to 3), also in small letters. UTF-8 with or without a BOM, else
    Latin-1; what has Japanese in CP932, or control characters in Latin-1, is some other encoding, refused.
    `faults`: where they note theirs."""
    expected, remedy = "text in UTF-8 or Latin-1", "save it as UTF-8"
    if is_utf16(data) or is_jis(data):
        found = "text in UTF-16" if is_utf16(data) else JIS
        raise ImportRefused.because("bad-encoding", file, expected, found, remedy)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = data.decode("latin-1")
        if (japanese := _japanese(data, text)) is not None:
            remedy = "open it as CP932 (Shift_JIS), and save it as UTF-8"
            raise ImportRefused.because("bad-encoding", file, expected, japanese, remedy) from None
        if (part := _PART_UTF8.search(text)) is not None:
            found = f"UTF-8 in line {text.count(chr(10), 0, part.start()) + 1}, and bytes that are none"
            raise ImportRefused.because("bad-encoding", file, expected, found, remedy) from None
        if (met := _CONTROLS.search(text)) is not None:
            found = f"byte 0x{ord(met[0]):02X} in line {text.count(chr(10), 0, met.start()) + 1}"
            raise ImportRefused.because("bad-encoding", file, expected, found, remedy) from None
    if (at := text.find("\0")) >= 0:
        found = f"a NUL character in line {text.count(chr(10), 0, at) + 1}"
        remedy = "ask for the file as the program wrote it"
        raise ImportRefused.because("bad-encoding", file, "text", found, remedy)
    lines = _BREAK.split(text)
    if len(lines) > MOST_LINES:
        expected, found = f"at most {MOST_LINES} lines", f"{len(lines)} lines"
        raise ImportRefused.because("file-too-large", file, expected, found, "send the report alone")
    found_lines: dict[str, list[Line]] = defaultdict(list)
    for number, line in enumerate(lines, start=1):
        if line.strip() and not line.startswith("###"):
            found_lines[line[:3].upper()].append(Line(file, number, line.rstrip(), faults))
    return dict(found_lines)


def unread(lines: Lines) -> Iterator[Problem]:
    """One problem for all lines that begin as none of the format does: nothing is taken from them, and they
    may be the end of a line that a mail or an editor broke, or have lost their first column."""
    met = sorted((one for those in lines.values() for one in those), key=lambda one: one.number)
    odd = [one for one in met if not _CODE.match(one.text)]
    if odd:
        shown = "; ".join(f"line {one.number}: “{one.text[:60]}”" for one in odd[:5])
        more = f"; and {len(odd) - 5} more" if len(odd) > 5 else ""
        expected = "lines that begin with a code of the format, such as 001"
        remedy = (
            "look at them: nothing was taken from them; ask for the file as the program wrote it, or accept"
        )
        yield Problem("trf-lines-unread", odd[0].file, expected, shown + more, remedy)


def _japanese(data: bytes, text: str) -> str | None:
    """What shows that bytes are text in CP932, as Windows in Japan writes, and not in Latin-1; None where
    nothing does."""
    if encoding_of(data, "latin-1") == "cp932":
        return "text in CP932 (Shift_JIS)"
    for number, line in enumerate(_BREAK.split(text), start=1):
        if line.startswith("001") and (word := _KANA.search(line)) is not None:
            kana = word[0].encode("latin-1").decode("cp932")
            return f"what would be “{kana}” in CP932 (Shift_JIS), in line {number}"
    return None


def refuse_others(lines: Lines) -> None:
    """A fault for each line that says again, and otherwise, what the event has once: two reports stand in the
    file, or one line was not taken out."""
    for code in ONCE:
        said = [line for line in lines.get(code, []) if line.rest]
        for line in said[1:]:
            if line.rest.casefold().split() != said[0].rest.casefold().split():
                expected = f"{code} once; line {said[0].number} has “{said[0].rest[:80]}”"
                line.fault("1-3", expected, f"{code} {line.rest[:80]}")


def _in_rounds(length: int) -> Iterator[int]:
    """The columns of the rounds of a line that stay blank: beside the colour, and behind the result."""
    for start in range(FIRST, length, WIDTH):
        yield from (start + 4, start + 6, start + 8, start + 9)


def first_of(lines: Lines, code: str) -> str | None:
    """The text of the first line with this code, None where there is none or it is empty."""
    return next((line.rest for line in lines.get(code, []) if line.rest), None)


def read_players(lines: list[Line], national: list[Line]) -> tuple[dict[int, Player], dict[int, Line]]:
    """The players and their lines by starting number; with a note of every fault before the results."""
    players: dict[int, Player] = {}
    at: dict[int, Line] = {}
    for line in lines:
        line.between(*BETWEEN, *_in_rounds(len(line.text)))
        number = whole(line.at(5, 8))
        if not number:
            line.fault("5-8", "a starting number", line.at(5, 8))
        elif number in players:
            line.fault("5-8", f"each starting number once; line {at[number].number} has it", str(number))
        else:
            players[number], at[number] = _player(line, number), line
    first: dict[int, Line] = {}
    for line in national:
        line.between(*BETWEEN[:4])
        number = whole(line.at(5, 8))
        if number not in players or number is None:
            line.fault("5-8", "the number of a player (001)", line.at(5, 8))
            continue
        before = first.setdefault(number, line)
        if before.rest.casefold().split() != line.rest.casefold().split():
            expected = f"one national line of each player; line {before.number} is another"
            line.fault("5-8", expected, str(number))
        players[number] = replace(
            players[number],
            rating_national=_rating(line),
            national_id=line.at(58, 68) or None,
            club=line.at(54, 56) or None,
        )
    return players, at


def _player(line: Line, number: int) -> Player:
    name = line.at(15, 47)
    if not name:
        line.fault("15-47", "the player's name", "")
    sex = line.at(10, 10).casefold()
    if sex not in SEXES:
        line.fault("10", "m or w", line.at(10, 10))
    fide_id = line.at(58, 68).lstrip("0")
    if fide_id and not (fide_id.isascii() and fide_id.isdigit()):
        line.fault("58-68", "a FIDE ID, digits", line.at(58, 68))
    rating = _rating(line)
    title = line.at(11, 13).upper()
    return Player(
        number=number,
        name=name,
        title=_OLD_TITLES.get(title, title) or None,
        federation=line.at(54, 56) or None,
        fide_id=fide_id or None,
        rating=rating,
        rating_international=rating,
        sex=SEXES.get(sex),
        born=_born(line.at(70, 79)),
    )


def _rating(line: Line) -> int | None:
    text = line.at(49, 52)
    if not text or set(text) == {"-"}:
        return None
    rating = whole(text)
    if rating is None:
        line.fault("49-52", "a rating", text)
    return rating or None


def _born(text: str) -> str | None:
    """A birth date as `YYYY-MM-DD`, or `YYYY` where only the year is known; None where it is neither."""
    match = _BORN.fullmatch(text)
    if match is None or match[1] == "0000":
        return None
    if match[2] is None or (match[2], match[3]) == ("00", "00"):
        return match[1]
    try:
        return date(int(match[1]), int(match[2]), int(match[3])).isoformat()
    except ValueError:
        return None
