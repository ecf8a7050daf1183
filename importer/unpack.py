"""Zip files from outside: what is in them, within limits that are checked before anything is unpacked."""

import io
import lzma
import struct
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager

from importer.errors import ImportRefused
from importer.plain_text import encoding_of

MOST_BYTES = 20_000_000
"""Of one file. The largest real report is a hundredth of this."""

MOST_UNPACKED = 60_000_000
"""Of all parts of a zip together; a small file can unpack to much more than it is."""

MOST_MEMBERS = 200
MOST_ENTRIES = 20_000
"""In the directory of any zip that is looked into; one of millions would take a gigabyte to list."""

BROKEN = (
    *(zipfile.BadZipFile, zlib.error, lzma.LZMAError, EOFError, OSError, ValueError),
    *(NotImplementedError, RuntimeError, struct.error, IndexError),
)
"""What damaged zips raise while they are unpacked."""

_STARTS = (b"PK\x03\x04", b"PK\x05\x06")
_ENTRY = b"PK\x01\x02"
_SYSTEMS = (".DS_Store", "Thumbs.db", "desktop.ini")
_BESIDE = ("._", "~$", ".~lock.")
"""How names begin that macOS, Excel and LibreOffice (the last two while a workbook is open) give."""
METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
"""How parts are packed; of the others Python unpacks all at once, however much it is."""


def is_zip(data: bytes) -> bool:
    """Whether the bytes begin as a zip does."""
    return data.startswith(_STARTS)


def open_zip(data: bytes, *, looked: bool = False) -> zipfile.ZipFile:
    """A zip, of which nothing but the directory is read; BadZipFile for a directory without end. `looked`: it
    was opened before."""
    if not looked and data.count(_ENTRY) > MOST_ENTRIES:
        raise zipfile.BadZipFile(f"more than {MOST_ENTRIES} entries in its directory")
    return zipfile.ZipFile(io.BytesIO(data))


@contextmanager
def zip_of(data: bytes) -> Iterator[zipfile.ZipFile]:
    """The same, closed after what is done within."""
    with open_zip(data) as archive:
        yield archive


def member_of(archive: zipfile.ZipFile, info: zipfile.ZipInfo) -> bytes:
    """A member, never more of it than its entry states."""
    if info.compress_type not in METHODS:
        raise zipfile.BadZipFile(f"{info.filename} is packed in an unusual way, number {info.compress_type}")
    with archive.open(info) as member:
        try:
            data = member.read(info.file_size + 1)
        except EOFError:  # raised without a word
            raise zipfile.BadZipFile(f"{info.filename} ends before it should") from None
        except zlib.error as error:  # names no member
            raise zipfile.BadZipFile(f"{info.filename}: {error}") from None
    if len(data) > info.file_size:
        raise zipfile.BadZipFile(f"{info.filename} is larger than it says")
    return data


def names_in(data: bytes) -> set[str] | None:
    """The names of what a zip holds, None where its directory cannot be read."""
    try:
        with zip_of(data) as archive:
            return set(archive.namelist())
    except BROKEN:
        return None


def unpack(name: str, data: bytes) -> list[tuple[str, bytes]]:
    """Every file of the zip, by name; `ImportRefused` if it is broken, encrypted, or larger than the
    limits."""
    try:
        with zip_of(data) as archive:
            infos = [i for i in archive.infolist() if not i.is_dir() and not of_the_system(i.filename)]
            _refuse_beyond(name, infos)
            return [(_name(info), member_of(archive, info)) for info in infos]
    except BROKEN as error:
        remedy = "pack the files again, without a password, and send them again"
        expected, found = "a zip that can be unpacked", str(error) or type(error).__name__
        raise ImportRefused.because("archive-broken", name, expected, found, remedy) from None


def _refuse_beyond(name: str, infos: list[zipfile.ZipInfo]) -> None:
    total = sum(i.file_size for i in infos)
    if any(i.flag_bits & 1 for i in infos):
        remedy = "send it without a password"
        expected, found = "files that can be read", "a zip with a password"
        raise ImportRefused.because("archive-encrypted", name, expected, found, remedy)
    if len(infos) > MOST_MEMBERS or total > MOST_UNPACKED:
        expected = f"at most {MOST_MEMBERS} files and {MOST_UNPACKED} bytes unpacked"
        found = f"{len(infos)} files, {total} bytes"
        remedy = "send the report's files alone"
        raise ImportRefused.because("archive-too-large", name, expected, found, remedy)


def _name(info: zipfile.ZipInfo) -> str:
    """The name of a file in a zip. Those of macOS (UTF-8) and of Windows in Japan do not say what they are
    written in, and Python reads them as CP437."""
    if info.flag_bits & _UTF_8 or info.filename != info.orig_filename:
        return info.filename
    raw = info.filename.encode(_PYTHONS)
    return raw.decode(encoding_of(raw, _PYTHONS))


_UTF_8, _PYTHONS = 0x800, "cp437"


def of_the_system(name: str) -> bool:
    """Whether a file is one that a system, or a spreadsheet program, puts beside others by itself."""
    last = name.rsplit("/", 1)[-1]
    return name.startswith("__MACOSX/") or last.startswith(_BESIDE) or last in _SYSTEMS
