"""The office's backups: which there are, in the folder that its job writes to, else in one beside the
database; and which of many stay: the newest ones, and the last one of each of some months."""

import json
import re
import shlex
from argparse import ArgumentError, ArgumentParser
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from sqlalchemy import inspect
from sqlmodel import Session, col, select

from office.errors import OfficeError, refusal
from office.jobs.kinds import DONE, WAITS
from office.jobs.tables import JobRow, JobRunRow
from office.place import Place

_NAME = re.compile(
    r"banzuke-(?P<key>[0-9A-F]{16}|nokey)-(?P<moment>\d{8}T\d{6}Z)(?P<found>-findings)?\.tar(\.age)?",
    re.ASCII,
)

BESIDE = "backups"
"""The folder in the office's own, where its job knows no other. No backup holds it."""


@dataclass(frozen=True, slots=True)
class Shelf:
    """`folder`: where backups are put; `recipients`: who alone can read them; `apart`: whether the folder is
    one that somebody named, and so may lie on another disk."""

    folder: Path
    recipients: tuple[str, ...] = ()
    apart: bool = False


@dataclass(frozen=True, slots=True)
class Held:
    name: str
    made_at: datetime
    size: int
    encrypted: bool


def shelf(session: Session, place: Place) -> Shelf:
    """As the job `backup` was told (`banzuke jobs change backup --with`), whether it is on or not."""
    row = session.get(JobRow, "backup")
    try:
        words: Sequence[str] = json.loads(row.words) if row is not None else ()
    except ValueError as error:  # damaged: it keeps nobody from a backup
        raise _unclear(str(error)) from None
    told = ArgumentParser(add_help=False, exit_on_error=False, allow_abbrev=False)
    told.add_argument("folder", nargs="?")
    told.add_argument("--recipient", action="append", default=[])
    told.add_argument("--months")
    told.add_argument("--keep")
    try:
        found, other = told.parse_known_args(words)
    except ArgumentError as error:
        raise _unclear(str(error)) from None
    if other:
        raise _unclear(" ".join(other))
    if not found.folder:
        return Shelf(place.folder / BESIDE, tuple(found.recipient))
    return Shelf(Path(found.folder), tuple(found.recipient), apart=True)


def refuse_gone(session: Session, place: Place, folder: Path) -> None:
    """Refused where the job put a backup into this folder since it was told of it, and now the folder is gone
    or nothing is in it: the disk is not mounted, and what lies under it is not where backups belong."""
    if not inspect(session.connection()).has_table("job"):  # an office of an earlier form
        return
    row = session.get(JobRow, "backup")
    if row is None or (folder.is_dir() and any(folder.iterdir())):
        return
    try:
        told = shelf(session, place)
    except OfficeError:  # of words that nobody can read
        return
    run = JobRunRow
    query = select(run.id).where(run.job == row.name, col(run.result).in_((DONE, WAITS)))
    made = session.exec(query.where(run.began_at >= row.changed_at).limit(1)).first()
    if made is not None and told.apart and folder.resolve() == told.folder.resolve():
        found = "nothing in it" if folder.is_dir() else "no such folder"
        command = ("banzuke", "jobs", "change", "backup", "--with")
        words = shlex.join((*command, shlex.join(json.loads(row.words))))
        remedy = f"mount its disk; if it is another one, or emptied on purpose, say so: {words}"
        raise refusal("backups-gone", str(folder), "the folder with the backups made before", found, remedy)


def held(folder: Path) -> list[Held]:
    """The backups in a folder, the newest first; none where it is not there."""
    if not folder.is_dir():
        return []
    found = []
    for path in folder.iterdir():
        if (called := _called(path.name)) is not None and path.is_file():
            found.append(Held(path.name, _moment(called), path.stat().st_size, path.suffix == ".age"))
    return sorted(found, key=lambda one: (one.made_at, one.name), reverse=True)


def _called(name: str) -> re.Match[str] | None:
    """What the name of a backup says; None for every other one, also with a moment that never was."""
    found = _NAME.fullmatch(name)
    try:
        return found if found and _moment(found) else None
    except ValueError:
        return None


def _moment(called: re.Match[str]) -> datetime:
    return datetime.strptime(called["moment"], "%Y%m%dT%H%M%SZ").replace(tzinfo=UTC)


def file_of(folder: Path, name: str) -> Path:
    """A backup of the folder by its name; refused where there is none."""
    if name not in {one.name for one in held(folder)}:
        raise refusal("no-such-backup", name[:100], "a backup in the folder", "none of this name")
    return folder / name


def name(key: str | None, moment: datetime, *, found: bool, encrypted: bool) -> str:
    """How a backup is called: by the ID of the office's key, its moment in UTC, and whether the examination
    found something."""
    end = "-findings" * found + (".tar.age" if encrypted else ".tar")
    return f"banzuke-{key or 'nokey'}-{moment.astimezone(UTC):%Y%m%dT%H%M%SZ}{end}"


def outdated(
    names: Collection[str],
    key: str | None,
    newest: int,
    months: int,
    *,
    earlier: Collection[str] = (),
    made: str = "",
) -> list[str]:
    """The names of this office's backups that need not be kept: all but the `newest` ones, and the last of
    each of the last `months` months of which there is one. One with findings takes the place of none without:
    so many of these stay as well, and of a month the last of them. Other files are nobody's to take away.
    `earlier`: the IDs of keys that the office had before; `made`: the newest one, which stays. What has a
    later moment than that was made by a clock that was ahead, or is behind now: it stays, and counts for
    none."""
    keys, last_of = {key or "nokey", *earlier}, _called(made)
    mine = [found for n in names if (found := _called(n)) and found["key"] in keys]
    if last_of is not None:
        mine = [found for found in mine if found["moment"] <= last_of["moment"]]
    mine.sort(key=lambda found: found["moment"], reverse=True)
    sound = [found for found in mine if not found["found"]]
    kept = {made, *(found.string for found in (*mine[:newest], *sound[:newest]))}
    last: dict[str, str] = {}
    for found in (*sound, *mine):
        last.setdefault(found["moment"][:6], found.string)
    kept.update(last[month] for month in sorted(last, reverse=True)[:months])
    return [found.string for found in mine if found.string not in kept]


def take_away(place: Place, made: Path, key: str | None, newest: int, months: int) -> list[str]:
    """Deletes them from the folder of the one just `made`; their names."""
    folder = made.parent
    earlier = [file.stem.removeprefix("key-") for file in place.folder.glob("key-*.pub")]
    names = [path.name for path in folder.iterdir()]
    gone = outdated(names, key, newest, months, earlier=earlier, made=made.name)
    for one in gone:
        (folder / one).unlink(missing_ok=True)
    return gone


def _unclear(found: str) -> Exception:
    expected = "FOLDER, --recipient, --keep, --months"
    return refusal("backup-words", "banzuke jobs, backup", expected, f"“{found[:200]}”")
