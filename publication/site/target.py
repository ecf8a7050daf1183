"""Where the site is written: a folder that is switched to the new site in one step.

The folder is a link to a release beside it, `.NAME.site/releases/000007`. A new release takes over every
unchanged file of the one before as it is (a hard link: no byte is written, dates stay) and the link is
replaced by one system call, so that a visitor sees the old site or the new one, whole. The release before
is kept, closed to all but its owner: who asked to be seen nowhere still stands in it. The next one is made in
its folder, where most files stand already. `changed.txt` and
`deleted.txt` beside the releases say what to send to a server; they grow until it is noted as sent.
`server.txt` names the server that an upload brought it to: another one has nothing of it. `sent.txt` names,
below its server, what an upload in parts has brought there until it has all. `servers` has a file for each
server, with all that was ever brought there and may be there still.
"""

import os
import shutil
from collections.abc import Collection, Iterator, Mapping
from collections.abc import Set as AbstractSet
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from office.errors import refusal
from office.locks import alone
from publication.exports.files import published, write_whole
from publication.site.disk import files_in, holds, link_all, read_file, write_file
from publication.site.sent import Brought, Sent
from publication.site.state import State, read_state
from scraper.records import Problem

KEPT_RELEASES = 2


@dataclass(slots=True)
class Written:
    """What a build did: paths that are new or other than before, paths that are gone, pages in all; and what
    the site goes without, though the office asked for it."""

    changed: list[str] = field(default_factory=list)
    deleted: list[str] = field(default_factory=list)
    pages: int = 0
    problems: list[Problem] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Target:
    """The site's folder and, beside it, its releases."""

    folder: Path

    @property
    def beside(self) -> Path:
        return self.folder.parent / f".{self.folder.name}.site"

    @property
    def changed_list(self) -> Path:
        return self.beside / "changed.txt"

    @property
    def deleted_list(self) -> Path:
        return self.beside / "deleted.txt"

    @property
    def server_note(self) -> Path:
        return self.beside / "server.txt"

    @property
    def sent(self) -> Sent:
        return Sent(self.beside / "sent.txt")

    @property
    def brought(self) -> Brought:
        return Brought(self.beside)

    @contextmanager
    def alone(self) -> Iterator[None]:
        """Holds the site's lock, beside it: an office whose folder cannot be written still makes its site."""
        self.current()  # what is no place for a site is refused before anything is made beside it
        with published():  # a web server goes through it to the release
            self.beside.mkdir(parents=True, exist_ok=True)
        with alone(self.beside, "site"):
            yield

    def current(self) -> Path | None:
        """The release that stands; None before the first. Refused where the folder is something else."""
        if self.folder.is_symlink():
            release = self.folder.parent / os.readlink(self.folder)
            if release.parent == self.beside / "releases" and release.is_dir():
                return release
        elif not self.folder.exists() or (self.folder.is_dir() and not any(self.folder.iterdir())):
            return None
        raise refusal(
            "site-target",
            str(self.folder),
            "a folder that does not exist yet, or one that banzuke site made",
            "something else",
            "name another folder, or move this one away",
        )

    def required(self) -> Path:
        """The same; refused where no site is written yet."""
        release = self.current()
        if release is None:
            raise refusal("site-target", str(self.folder), "a site", "none yet", "write it: banzuke site DIR")
        return release

    def unsent(self) -> tuple[list[str], list[str]]:
        """What the server has not got yet, as far as anybody said: paths to be sent, paths to be deleted."""
        found = [
            file.read_text("utf-8").splitlines() if file.is_file() else []
            for file in (self.changed_list, self.deleted_list)
        ]
        return found[0], found[1]

    def unsent_to(self, server: str) -> tuple[list[str], list[str]]:
        """The same for one server: the whole site, unless it was that server which got it last; without what
        it has by an upload in parts that did not come to its end. What is gone, as each server has it."""
        changed, deleted = self.unsent()
        stands = files_in(str(self.required()))
        note = self.server_note
        if not note.is_file() or note.read_text("utf-8") != server:
            changed = sorted(stands)
        there = self.sent.to(server)
        gone = {*deleted, *self.brought.to(server)} - stands.keys()
        return [path for path in changed if path not in there], sorted(gone)

    def note_unsent(self, written: Written, stands: AbstractSet[str]) -> None:
        """Adds what a build did to what has not been sent; `stands`: the paths of the site from now on."""
        changed, deleted = self.unsent()
        every = dict.fromkeys((*changed, *written.changed))  # both in order: hardly to be sorted
        for path in every.keys() - stands:
            del every[path]
        write_whole(self.changed_list, _lines(sorted(every)))
        write_whole(self.deleted_list, _lines(sorted({*deleted, *written.deleted} - stands)))
        self.sent.without(*written.changed, *written.deleted)

    def note_sent(self) -> tuple[int, int]:
        """Notes that the server has the site as it stands; how many paths were to be sent and deleted."""
        self.required()
        with self.alone():
            changed, deleted = self.unsent()
            self.forget_unsent()
        return len(changed), len(deleted)

    def forget_unsent(self, server: str = "") -> None:
        """The server has it all; whoever says so holds the site's lock (`alone`). `server`: which, where an
        upload brought it there."""
        write_whole(self.changed_list, b"")
        write_whole(self.deleted_list, b"")
        write_whole(self.server_note, server.encode())
        self.sent.forget()
        if server:
            self.brought.has(server, files_in(str(self.required())))

    def state(self) -> State:
        """What the build of the standing release kept."""
        release = self.current()
        return State() if release is None else read_state(self._state_of(release))

    def releases(self) -> list[Path]:
        """Every release that is there, the oldest first; whatever else lies beside them is nobody's here."""
        found = (self.beside / "releases").iterdir()
        return sorted(one for one in found if one.name.isdecimal() and one.is_dir())

    def _state_of(self, release: Path) -> Path:
        return self.beside / f"state-{release.name}.json"

    @contextmanager
    def release(self, before: Mapping[str, str]) -> Iterator["Release"]:
        """A new release to be filled. It becomes the site when `switch` was called; otherwise, and after
        any error, nothing of it is left. `before`: the pages of the standing release."""
        old = self.current()
        number = int(old.name) + 1 if old else 1
        new = self.beside / "releases" / f"{number:06d}"
        shutil.rmtree(new, ignore_errors=True)
        made = Release(self, new, old, before)
        try:
            with published():
                yield made
        except OSError as error:
            raise refusal(
                "site-not-written",
                str(error.filename or self.folder),
                "room and leave to write the site",
                error.strerror or str(error),
                "make room; the site stands as it was",
            ) from error
        finally:
            if not made.switched:
                shutil.rmtree(new, ignore_errors=True)
                self._state_of(new).unlink(missing_ok=True)


class Release:
    """A site being written. Pages that did not change are taken over; what is neither is gone. Until a page
    is other than before nothing is done."""

    def __init__(self, target: Target, folder: Path, old: Path | None, before: Mapping[str, str]) -> None:
        self.target, self.folder, self.old = target, folder, old
        self.before = before
        self.written = Written()
        self.switched = False
        self._here, self._there = str(folder), str(old)
        self._folders: set[str] = set()
        self._left: dict[str, int] = {}
        self._made: set[str] = set()

    @cached_property
    def _standing(self) -> Mapping[str, int]:
        return {} if self.old is None else files_in(self._there)

    @cached_property
    def _missing(self) -> AbstractSet[str]:
        """Pages of the build before that stand no more: somebody took them away."""
        return self.before.keys() - self._standing.keys()

    def put(self, path: str, data: bytes) -> None:
        """Writes a page, unless the same bytes stand there already."""
        if path in self.before and path in self._standing and holds(f"{self._there}/{path}", data):
            return
        self._make_room(path)  # it is new, other, or taken away by somebody
        here = f"{self._here}/{path}"
        if self._left.pop(path, None) is not None:
            os.unlink(here)  # the release that stands may have the very same file
        write_file(here, data)
        self._made.add(path)

    def stand(self, paths: Collection[str]) -> bool:
        """Whether these pages of the build before all stand, so that they can be taken over."""
        return self._missing.isdisjoint(paths)

    def unchanged(self, path: str) -> bool:
        """Whether a page is taken over as it stands in the release before."""
        return path not in self._made

    def read(self, path: str) -> bytes:
        """The bytes of a page that this release has, new or taken over."""
        folder = self._here if path in self._made else self._there
        return read_file(f"{folder}/{path}")

    def standing(self, path: str) -> bytes | None:
        """The bytes of a page of the standing release; None where it has none."""
        return read_file(f"{self._there}/{path}") if path in self._standing else None

    def switch(self, state: State) -> None:
        """Makes this release the site, unless it is the same as the one that stands."""
        stood = self.before or self._standing  # where nobody knows its pages, whatever lies there
        self.written.deleted = sorted(stood.keys() - state.pages.keys())
        self.written.changed = sorted(self._made)
        self.written.pages = len(state.pages)
        if self.old is not None and not self.written.changed and not self.written.deleted:
            if self.before != state.pages:  # other inputs, the same pages
                write_whole(self.target._state_of(self.old), state.to_json())
            return
        self._take_over(state.pages.keys())
        write_whole(self.target._state_of(self.folder), state.to_json())
        self.target.note_unsent(self.written, state.pages.keys())
        os.sync()
        link = self.target.beside / "next"
        link.unlink(missing_ok=True)
        link.symlink_to(Path(self.target.beside.name) / "releases" / self.folder.name)
        if self.target.folder.is_dir() and not self.target.folder.is_symlink():
            self.target.folder.rmdir()  # it is empty, see `current`
        os.replace(link, self.target.folder)
        self.switched = True
        self._forget_old()

    def _forget_old(self) -> None:
        for release in self.target.releases()[:-KEPT_RELEASES]:
            shutil.rmtree(release)
            self.target._state_of(release).unlink(missing_ok=True)
        if self.old is not None:  # a web server of the folder that the site is in would hand it out
            self.old.chmod(0o700)

    def _make_room(self, path: str) -> None:
        if not self._folders:
            self._begin()
        parent = path.rpartition("/")[0]
        if parent not in self._folders:
            (self.folder / parent).mkdir(parents=True, exist_ok=True)
            self._folders.add(parent)

    def _begin(self) -> None:
        """The folder is that of a release before the one that stands, or a new one."""
        self.folder.parent.mkdir(parents=True, exist_ok=True)
        for release in self.target.releases():
            if release != self.old and not self.folder.exists():
                self.target._state_of(release).unlink(missing_ok=True)
                self._left = files_in(str(release))
                release.rename(self.folder)
                self.folder.chmod(0o755)

    def _take_over(self, pages: AbstractSet[str]) -> None:
        """Of these pages whatever is not made becomes the very file that stands, and what is left of an
        earlier release goes."""
        self._make_room("")
        left, standing = self._left, self._standing
        numbered = len({*left.values()}) == len(left)  # else the system does not say which file is which
        other = [p for p in pages if p not in self._made and (not numbered or left.get(p) != standing[p])]
        gone = left.keys() - pages
        for path in (*gone, *(p for p in other if p in left)):
            os.unlink(f"{self._here}/{path}")
        for folder in sorted({path.rpartition("/")[0] for path in gone}, reverse=True):
            with suppress(OSError):  # there is something else in it
                os.removedirs(f"{self.folder}/{folder}")
        link_all(self._there, self._here, other)


def _lines(paths: list[str]) -> bytes:
    return "".join(f"{path}\n" for path in paths).encode()
