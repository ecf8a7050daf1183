"""What of an upload goes before all else: the pages of members who are seen nowhere any more, and what spoke
of them."""

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from publication.site.disk import read_file
from publication.site.target import Target

_PAGE = re.compile(r"(?:en|ja)/members/(?!index\.|letter-)([^/]+)\.html")
MOST = 100
"""Of more members at once the pages go first, but what spoke of them is not looked for: so many are not
withheld on one day, the site is another one."""


@dataclass(frozen=True, slots=True)
class Order:
    """An upload in its order: `gone` is deleted before anything is sent, `last` when all of `changed` is
    there. `first`: those of `changed` that come before the others."""

    gone: Sequence[str]
    changed: Sequence[str]
    last: Sequence[str]
    first: Sequence[str] = ()


def in_order(target: Target, changed: Sequence[str], deleted: Sequence[str]) -> Order:
    """Paths that are to be sent, and deleted. Of members whose page is gone everything goes that is gone and
    spoke of them, as the releases that are kept have it; then comes what spoke of them or led there, so that
    no link to it is left for longer than these few pages take."""
    members = {found[1] for path in deleted if (found := _PAGE.fullmatch(path))}
    if not members:
        return Order((), changed, deleted)
    releases = target.releases()
    gone = {path for path in deleted if _stem(path) in members}
    first: set[str] = set()
    if len(members) <= MOST:
        gone |= _with(members, releases, deleted)
        leading = {PurePosixPath(path).name for path in gone if _stem(path) not in members}
        first = _with(members | leading, releases, changed)
    return Order(
        [path for path in deleted if path in gone],
        sorted(changed, key=lambda path: path not in first),
        [path for path in deleted if path not in gone],
        sorted(first),
    )


def _stem(path: str) -> str:
    return PurePosixPath(path).name.partition(".")[0]


def _with(words: Collection[str], releases: Sequence[Path], paths: Sequence[str]) -> set[str]:
    """Which of these have one of the words in any release."""
    named = re.compile("|".join(map(re.escape, sorted(words))).encode())
    return {path for path in paths if any(map(named.search, _held(releases, path)))}


def _held(releases: Sequence[Path], path: str) -> Iterator[bytes]:
    """A page as each release has it, if it does."""
    for release in releases:
        try:
            yield read_file(f"{release}/{path}")
        except FileNotFoundError:
            continue
