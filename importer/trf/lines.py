"""A TRF file as lines: decoded, numbered, padded, comments and blank lines left out."""

import re
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass

from scraper.records import Problem

MOST_LINES = 20_000
"""A file of 9999 players with a national line each has fewer."""

_BREAK = re.compile(r"\r\n|\r|\n")
_CONTROLS = re.compile("[\x80-\x9f]")


@dataclass(frozen=True, slots=True)
class Line:
    """One line; columns are counted from 1, as the format's tables count them."""

    number: int
    text: str

    def at(self, first: int, last: int) -> str:
        """What stands in these columns, without blanks around; "" beyond the end of the line."""
        return self.text[first - 1 : last].strip()

    @property
    def rest(self) -> str:
        """What follows the code of an event line."""
        return self.text[3:].strip()


def read_lines(data: bytes, file: str) -> dict[str, list[Line]] | Problem:
    """The lines by their code (columns 1 to 3). UTF-8 with or without a BOM, else Latin-1; what has control
    characters in Latin-1 is some other encoding, and refused."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = data.decode("latin-1")
        if (met := _CONTROLS.search(text)) is not None:
            found = f"byte 0x{ord(met[0]):02X} in line {text.count(chr(10), 0, met.start()) + 1}"
            return Problem("bad-encoding", file, "text in UTF-8 or Latin-1", found, "save it as UTF-8")
    if (at := text.find("\0")) >= 0:
        found = f"a NUL character in line {text.count(chr(10), 0, at) + 1}"
        return Problem("bad-encoding", file, "text", found, "ask for the file as the program wrote it")
    lines = _BREAK.split(text)
    if len(lines) > MOST_LINES:
        expected = f"at most {MOST_LINES} lines"
        return Problem("file-too-large", file, expected, f"{len(lines)} lines", "send the report alone")
    found_lines: dict[str, list[Line]] = defaultdict(list)
    for number, line in enumerate(lines, start=1):
        if line.strip() and not line.startswith("###"):
            found_lines[line[:3]].append(Line(number, line.rstrip()))
    return dict(found_lines)


def first_of(lines: Mapping[str, list[Line]], code: str) -> str | None:
    """The text of the first line with this code, None where there is none or it is empty."""
    return next((line.rest for line in lines.get(code, []) if line.rest), None)
