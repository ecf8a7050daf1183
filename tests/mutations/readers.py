"""Every reader of what comes from outside, as one function of bytes: for damage that is guided by what the
reader does with it (`python -m benchmarks.guided`), and for what such runs have found, which is kept in
`finds/` and read again by each test run. All of it is invented.
"""

from __future__ import annotations

import base64
import json
import struct
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from importer.given import GivenFile
from scraper.records import EventRecord, SavedPage
from tests.importer import mutations as reports
from tests.importer.forms import packed, unpacked
from tests.mutations import bundles, cases, registers, settings
from tests.office.mail import mutations as mails
from tests.office.mail.shapes import SHAPES
from tests.scraper import mutations as pages

FINDS = Path(__file__).with_name("finds")
CASSETTE = Path(__file__).resolve().parents[2] / "cassettes" / "autumn-2026"
NOTHING = EventRecord("nothing to compare with")


@dataclass(frozen=True)
class Reader:
    """`seeds`: sound input to begin with. `judged`: what a reading of these bytes leads to that must not be,
    None if all is well. `words`: what such input is made of. `apart`: the library that reads it can end its
    process, so that a guided run leaves it in one of its own, as the office does; what it does there guides
    nothing."""

    seeds: Callable[[], Iterator[bytes]]
    judged: Callable[[bytes], str | None]
    words: tuple[str, ...] = ()
    apart: bool = False


def _pages() -> Iterator[bytes]:
    for path in sorted(CASSETTE.glob("*.html")):
        yield path.read_bytes()


def _page(body: bytes) -> str | None:
    page = SavedPage(body, "page.html", sha256(body).hexdigest())
    return pages.judged(page, pages.Subject("page", page, (), NOTHING, checked=False))


def _named(names: Sequence[str], data: bytes) -> tuple[str, bytes]:
    """What the first byte names, and the rest."""
    return names[data[0] % len(names)] if data else names[0], data[1:]


REPORTS = ("trf", "game-list", "game-list in kanji", "swiss-perfect")
PARTS = ("ods inside", "xlsx inside")


def _reports() -> Iterator[bytes]:
    for at, kind in enumerate(REPORTS):
        yield bytes((at,)) + _framed([f.data for f in reports.whole()[kind]])


def _report(data: bytes) -> str | None:
    kind, rest = _named(REPORTS, data)
    given = reports.whole()[kind]
    parts = _unframed(rest, len(given))
    return reports.judged([GivenFile(g.name, part) for g, part in zip(given, parts, strict=True)])


def _old_workbooks() -> Iterator[bytes]:
    yield from (file.data for file in reports.whole()["xls"])


def _old_workbook(data: bytes) -> str | None:
    (given,) = reports.whole()["xls"]
    return reports.judged([GivenFile(given.name, data)])


def _framed(parts: Sequence[bytes]) -> bytes:
    """Several files as one: each but the last behind its length."""
    return b"".join(struct.pack("<H", len(part)) + part for part in parts[:-1]) + parts[-1]


def _unframed(data: bytes, count: int) -> list[bytes]:
    parts = []
    for _ in range(count - 1):
        size = int.from_bytes(data[:2], "little")
        parts.append(data[2 : 2 + size])
        data = data[2 + size :]
    return [*parts, data]


def _inside(kind: str) -> Mapping[str, bytes]:
    return unpacked(reports.whole()[kind][0].data)


def _texts(kind: str) -> list[str]:
    return sorted(name for name, data in _inside(kind).items() if data and name.endswith(".xml"))


def _workbooks() -> Iterator[bytes]:
    for at, kind in enumerate(PARTS):
        for number, name in enumerate(_texts(kind)):
            yield bytes((at, number)) + _inside(kind)[name]


def _workbook(data: bytes) -> str | None:
    """A workbook with one of the texts inside it otherwise."""
    kind, rest = _named(PARTS, data)
    name, part = _named(_texts(kind), rest)
    given = GivenFile(reports.whole()[kind][0].name, packed({**_inside(kind), name: part}))
    return reports.judged([given])


def _mails() -> Iterator[bytes]:
    yield from (shape.raw for shape in SHAPES.values())


REGISTERS = ("csv", "organizers", "applications", "fide-text", "fide-xml")


def _registers() -> Iterator[bytes]:
    for at, case in enumerate(REGISTERS):
        yield bytes((at,)) + registers.whole(case)


def _register(data: bytes) -> str | None:
    return registers.judged(*_named(REGISTERS, data))


def _archives() -> Iterator[bytes]:
    parts = bundles.whole()
    for at, name in enumerate(sorted(n for n in parts if n.endswith(".json"))):
        yield bytes((at,)) + parts[name]


def _archive(data: bytes) -> str | None:
    """An archive with one of its parts otherwise, its sums made right again, and signed anew."""
    from tests.publication.forged import head_signed, zipped

    parts = dict(bundles.whole())
    name, part = _named(sorted(n for n in parts if n.endswith(".json")), data)
    parts[name] = part
    if name != "bundle.json":
        head = json.loads(parts["bundle.json"])
        head["files"][name] = sha256(part).hexdigest()
        parts["bundle.json"] = json.dumps(head).encode()
    else:
        try:
            json.loads(part)
        except ValueError:
            return bundles.judged(zipped(parts))
    with suppress(ValueError, TypeError, AttributeError, KeyError):  # no head that could be signed
        parts = head_signed(parts, bundles.key())
    return bundles.judged(zipped(parts))


READERS: Mapping[str, Reader] = {
    "pages": Reader(
        _pages, _page, ("<td>", "</td>", "<tr>", "CRs1", "CRs2", "½", "1 - 0", "bye", "rd=", "art=")
    ),
    "reports": Reader(
        _reports, _report, ("001 ", "012 ", "132 ", "XXR ", "XXC ", "0000 - ", "1-0", "+-", "○", "令和")
    ),
    "old workbooks": Reader(_old_workbooks, _old_workbook, apart=True),
    "workbooks": Reader(_workbooks, _workbook, ("<c r=", "<v>", "<row", 't="s"', "table:", "office:value=")),
    "mails": Reader(
        _mails, mails.judged, ("=?utf-8?B?", "?=", "multipart/mixed", "boundary=", "base64", "tnr")
    ),
    "registers": Reader(
        _registers, _register, ("ID,", "Memberships", "<player>", "<fideid>", "/", "2026-04-01")
    ),
    "cases": Reader(lambda: iter(cases.whole()), cases.judged, ('"case"', "null", "1e308", '"edition"')),
    "settings": Reader(
        lambda: iter((settings.WHOLE,)), settings.judged, ("[inbox]", "database", "port", "'''")
    ),
    "archives": Reader(_archives, _archive, ("null", '"files"', '"sha256"', "[]", "{}")),
}


def kept(reader: str) -> list[bytes]:
    """What the runs have found in a reader."""
    path = FINDS / f"{reader}.json"
    told = json.loads(path.read_text()) if path.exists() else {}
    return [zlib.decompress(base64.b64decode(data)) for data in told.values()]


def keep(reader: str, fault: str, data: bytes) -> None:
    """Puts a find to the others, unless one of the same fault is there."""
    path = FINDS / f"{reader}.json"
    told = json.loads(path.read_text()) if path.exists() else {}
    told.setdefault(fault[:160], base64.b64encode(zlib.compress(data, 9)).decode())
    FINDS.mkdir(exist_ok=True)
    path.write_text(json.dumps(told, indent=1, sort_keys=True, ensure_ascii=False) + "\n", "utf-8")
