"""Mails in files: `.eml`, mbox, Maildir, and folders of these. Nothing of them is ever changed."""

import mailbox
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import IO, cast

from importer.plain_text import path_text
from office.errors import OfficeError, problem_of, refusal
from office.mail.limits import too_large
from scraper.records import Problem

MBOX = b"From "
FILES = (".eml", ".mbox", ".mbx", ".msg", ".txt", "")
"""Endings of files that are looked at in a folder; others, such as photos, are passed over."""


@dataclass(frozen=True, slots=True)
class Given:
    """A mail as it came: its bytes, and where from; or why its bytes were not taken."""

    origin: str
    raw: bytes
    problem: Problem | None = None

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


def _of(path: Path) -> Iterator[Given]:
    if path.is_file():
        yield from _of_file(path)
    elif (path / "cur").is_dir() and (path / "new").is_dir():
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
            elif (one / "cur").is_dir():
                yield from _of_maildir(one)


def _of_file(path: Path) -> Iterator[Given]:
    with path.open("rb") as file:
        if file.read(len(MBOX)) != MBOX:
            yield _read(file, str(path))
            return
    with closing(mailbox.mbox(path, create=False)) as box:
        for number, key in enumerate(box.iterkeys(), start=1):
            yield _read(cast(IO[bytes], box.get_file(key)), f"{path}, mail {number}")


def _of_maildir(path: Path) -> Iterator[Given]:
    box = mailbox.Maildir(path, factory=None, create=False)
    for key in sorted(box.iterkeys()):
        yield _read(cast(IO[bytes], box.get_file(key)), f"{path}, {key}")


def _read(file: IO[bytes], origin: str) -> Given:
    with file:
        file.seek(0, 2)
        problem = too_large(file.tell(), origin)
        file.seek(0)
        return Given(origin, b"" if problem else file.read(), problem)
