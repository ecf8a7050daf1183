"""FIDE's list as XML, `playerslist/player`: a stream of events, never a tree; no entities."""

import io
from typing import Any
from xml.parsers import expat

from importer.fide_list.players import ALL, Read, Wanted, refused

CELLS = {
    "fideid": "fide_id",
    "name": "name",
    "country": "federation",
    "sex": "sex",
    "title": "title",
    "rating": "rating",
    "rapid_rating": "rapid",
    "blitz_rating": "blitz",
    "birthday": "born",
    "flag": "flag",
}
LONGEST = 1000
"""Letters of one cell."""

PIECE = 1 << 18


class _Reader:
    """The parser's handlers. As soon as a player is known not to be wanted, the rest of him is passed over
    with nothing but a look for his end: nine of ten elements of the file."""

    def __init__(self, name: str, wanted: Wanted) -> None:
        self.read = Read()
        self._name, self._wanted = name, wanted
        self._cells: dict[str, str] = {}
        self._cell: str | None = None
        self._parts: list[str] = []
        self._combined = False
        self.parser = expat.ParserCreate()
        self.parser.buffer_text = True
        self.parser.StartElementHandler = self._root
        self.parser.StartDoctypeDeclHandler = self._doctype

    def result(self) -> Read:
        """What was read, when the file is over."""
        if self.read.players == 0:
            raise refused("fide-list-unclear", self._name, "players", "none")
        if self._combined:
            self.read.kind = ALL
            for _, row in self.read.rows:
                row["standard"] = row.pop("rating", "")
        return self.read

    def _place(self) -> str:
        return f"{self._name}, line {self.parser.CurrentLineNumber}"

    def _root(self, tag: str, _: dict[str, str]) -> None:
        if tag != "playerslist":
            raise refused("fide-list-unclear", self._place(), "an element playerslist", f"“{tag}”")
        self._listen()

    def _listen(self) -> None:
        self.parser.StartElementHandler = self._start
        self.parser.EndElementHandler = self._end
        self.parser.CharacterDataHandler = self._text

    def _start(self, tag: str, _: dict[str, str]) -> None:
        if tag in CELLS:
            self._cell = tag
            self._parts = []
        elif tag == "player":
            self._cells = {}

    def _text(self, data: str) -> None:
        if self._cell is not None:
            self._parts.append(data)
            if len(data) > LONGEST:
                expected = f"a cell of at most {LONGEST} letters"
                raise refused("bad-line", self._place(), expected, f"{len(data)} letters")

    def _end(self, tag: str) -> None:
        if tag == self._cell:
            self._cells[CELLS[tag]] = "".join(self._parts).strip()
            self._cell = None
            # The first player is read whole: he shows whether the list is the combined one.
            if tag == "country" and self.read.players and "fide_id" in self._cells and not self._is_wanted():
                self.parser.StartElementHandler = None
                self.parser.CharacterDataHandler = None
                self.parser.EndElementHandler = self._passed_over
        elif tag == "player":
            self._count()
            self._combined = self._combined or "rapid" in self._cells
            if self._is_wanted():
                self.read.rows.append((f"line {self.parser.CurrentLineNumber}", self._cells))

    def _passed_over(self, tag: str) -> None:
        if tag == "player":
            self._count()
            self._listen()

    def _is_wanted(self) -> bool:
        cells, wanted = self._cells, self._wanted
        if cells.get("federation") in wanted.federations:
            return True
        return cells.get("fide_id", "").lstrip("0") in wanted.fide_ids

    def _count(self) -> None:
        self.read.players += 1
        number = self._cells.get("fide_id", "")
        if not number.isdigit():
            raise refused("bad-line", self._place(), "a player with a FIDE ID", f"“{number}”")

    def _doctype(self, *_: Any) -> None:
        raise refused(
            "fide-list-unclear", self._place(), "a list without entities", "a document type declaration"
        )


def read_xml(stream: io.BufferedReader, name: str, wanted: Wanted) -> Read:
    """The wanted players; `ImportRefused` for XML that is broken, declares entities or is no such list."""
    reader = _Reader(name, wanted)
    try:
        while piece := stream.read(PIECE):
            reader.parser.Parse(piece)
        reader.parser.Parse(b"", True)
    except (expat.ExpatError, LookupError, ValueError) as error:  # the latter two: an encoding it has not
        raise refused("fide-list-unclear", name, "XML that is whole", str(error)) from None
    return reader.result()
