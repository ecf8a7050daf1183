"""Mails in files: `.eml`, mbox, Maildir, and folders of these. Nothing of them is ever changed."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from importer.plain_text import path_text
from importer.unpack import of_the_system
from office.errors import OfficeError, problem_of, refusal
from office.mail.limits import KNOWN, too_large
from scraper.records import Problem

MBOX = b"From "
FILES = (".eml", ".mbox", ".mbx", ".msg", ".txt", "")
"""Endings of files that are looked at in a folder; others are named (`left_in`)."""


@dataclass(frozen=True, slots=True)
class Given:
    """A mail as it came: its bytes, and where from; or why its bytes were not taken. `untaken`: then how many
    its server says there are."""

    origin: str
    raw: bytes
    problem: Problem | None = None
    untaken: int = 0

    def __post_init__(self) -> None:
        object.__setattr__(self, "origin", path_text(self.origin))


def mails_in(sources: list[str]) -> Iterator[Given]:
    """Every mail of the files and folders, one at a time. A name behind which there is nothing is refused
    before anything is read."""
    missing = [s for s in sources if not Path(s).exists()]
    if missing:
        expected = "an .eml or mbox file, a Maildir or a folder of mails"
        found = "nothing of this name"
        raise OfficeError(*(problem_of("no-such-source", s, expected, found) for s in missing))
    for source in sources:
        yield from _of(Path(source))


def left_in(folder: Path) -> list[str]:
    """The names of what lies beside the mails of a folder and is none: other files, folders of no mails."""
    if not folder.is_dir() or _is_maildir(folder):
        return []
    inside = [p for p in sorted(folder.iterdir()) if not p.name.startswith(".")]
    left = [p for p in inside if not (_is_maildir(p) if p.is_dir() else p.suffix.lower() in FILES)]
    return [p.name + "/" * p.is_dir() for p in left if not of_the_system(p.name)]


def _is_maildir(path: Path) -> bool:
    return (path / "cur").is_dir()  # a copy can lack `new`, where it is empty


def _of(path: Path) -> Iterator[Given]:
    if path.is_file():
        yield from _of_file(path)
    elif _is_maildir(path):
        yield from _of_maildir(path)
    else:
        inside = sorted(p for p in path.iterdir() if not p.name.startswith("."))
        mails = [p for p in inside if p.is_dir() or p.suffix.lower() in FILES]
        if not mails:
            expected = "mails (.eml), an mbox file or a Maildir"
            raise refusal("no-mails", str(path), expected, f"{len(inside)} other files")
        for one in mails:
            if one.is_file():
                yield from _of_file(one)
            elif _is_maildir(one):
                yield from _of_maildir(one)


def _of_file(path: Path) -> Iterator[Given]:
    with path.open("rb") as file:
        if file.read(len(MBOX)) != MBOX:
            yield _read(file, str(path))
            return
        file.seek(0)
        for number, (begins, ends) in enumerate(_mails_of(file), start=1):
            origin = f"{path}, mail {number}"
            problem = too_large(ends - begins, origin)
            file.seek(begins)
            yield Given(origin, b"" if problem else file.read(ends - begins), problem)


def _mails_of(file: IO[bytes]) -> list[tuple[int, int]]:
    """Where each mail of an mbox begins and ends. A line of a text can begin with “From ”, too, and not every
    program marks it: a mail's says when it came, or stands behind an empty line, and a header follows it."""
    found: list[tuple[int, int]] = []
    begins: int | None = None
    marked: int | None = None  # where the mail before ends, if this line begins one
    empty: int | None = 0  # how much of the line before is no part of its mail, if it is empty
    dated, at = False, 0
    for line in file:
        if marked is not None and (begins is None or KNOWN.match(line) or (dated and _HEADER.match(line))):
            found += [(begins, marked)] if begins is not None else []
            begins = at
        dated = _SENT.match(line) is not None
        told = dated or (empty is not None and line.startswith(MBOX))
        marked = at - (empty or 0) if told else None
        empty = _EMPTY.get(line)
        at += len(line)
    return [*found, (at if begins is None else begins, at - (empty or 0))]


_EMPTY = {b"\n": 1, b"\r\n": 0}
_HEADER = re.compile(rb"[!-9;-~]{1,100}:|>From ")
_SENT = re.compile(rb"From \S{1,300} .{0,40}\d\d:\d\d.{0,20}\d{4}")


def _of_maildir(path: Path) -> Iterator[Given]:
    mails = [p for name in ("cur", "new") for p in path.joinpath(name).glob("[!.]*") if p.is_file()]
    for mail in sorted(mails, key=lambda p: p.name):
        yield _read(mail.open("rb"), f"{path}, {mail.name.partition(':')[0]}")


def _read(file: IO[bytes], origin: str) -> Given:
    with file:
        file.seek(0, 2)
        problem = too_large(file.tell(), origin)
        file.seek(0)
        return Given(origin, b"" if problem else file.read(), problem)
