"""Which of many backups stay: the newest ones, and the last one of each of some months."""

import re
from collections.abc import Collection
from datetime import UTC, datetime
from pathlib import Path

_NAME = re.compile(r"banzuke-(?P<key>[0-9A-F]{16}|nokey)-(?P<moment>\d{8}T\d{6}Z)\.tar(\.age)?", re.ASCII)


def name(key: str | None, moment: datetime, *, encrypted: bool) -> str:
    """How a backup is called: by the ID of the office's key, and its moment in UTC."""
    return (
        f"banzuke-{key or 'nokey'}-{moment.astimezone(UTC):%Y%m%dT%H%M%SZ}.tar{'.age' if encrypted else ''}"
    )


def moment_of(called: str) -> datetime | None:
    """When the backup of this name was made; None where it is the name of none."""
    found = _NAME.fullmatch(called)
    return datetime.strptime(found["moment"], "%Y%m%dT%H%M%SZ").replace(tzinfo=UTC) if found else None


def outdated(names: Collection[str], key: str | None, newest: int, months: int) -> list[str]:
    """The names of this office's backups that need not be kept: all but the `newest` ones, and the last of
    each of the last `months` months of which there is one. Other files are nobody's to take away."""
    mine = [found for n in names if (found := _NAME.fullmatch(n)) and found["key"] == (key or "nokey")]
    mine.sort(key=lambda found: found["moment"], reverse=True)
    kept = {found.string for found in mine[:newest]}
    last: dict[str, str] = {}
    for found in mine:
        last.setdefault(found["moment"][:6], found.string)
    kept.update(list(last.values())[:months])
    return [found.string for found in mine if found.string not in kept]


def take_away(folder: Path, key: str | None, newest: int, months: int) -> list[str]:
    """Deletes them from a folder; their names."""
    gone = outdated([path.name for path in folder.iterdir()], key, newest, months)
    for one in gone:
        (folder / one).unlink(missing_ok=True)
    return gone
