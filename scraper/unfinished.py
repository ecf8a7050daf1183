"""A file that is there whole or not at all: written beside its place under a name that says so, then put
there in one step.

Its writer holds a lock on it, which the system takes back from a killed one. So what nobody will finish is
told from what somebody else is writing, and the next one who writes in the folder takes it away.
"""

import errno
import fcntl
import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

PREFIX = ".banzuke-unfinished-"
_MADE = 0o600
"""The mode with which a file is begun."""
WRITABLE = 0o222
"""The rights to write. Who takes all of them from a file means to keep it; a rename does not ask for them."""


def put(target: Path, data: bytes, *, mode: int, beside: Path | None = None, cleared: bool = False) -> None:
    """Writes the file; it is on the disk when this returns. `beside`: the folder on the same disk in which it
    is written first, else its own; `cleared`: what others left in it was taken away just now."""
    with putting(target, data, mode=mode, beside=beside, cleared=cleared):
        pass


@contextmanager
def putting(
    target: Path, data: bytes, *, mode: int, beside: Path | None = None, cleared: bool = False
) -> Iterator[None]:
    """The file is written when the block begins, and put in its place at the end of it; not at all after an
    error. All that can fail for want of room has been done by then. What fails here names `target`."""
    folder = beside or target.parent
    with _naming(target):
        if target.exists() and not (target.is_file() or target.is_dir()):
            raise FileExistsError(errno.EEXIST, "a device or a pipe, which no file takes the place of")
        if target.is_file() and not target.stat().st_mode & WRITABLE:
            raise PermissionError(errno.EACCES, "a write-protected file, which no other takes the place of")
        if not cleared:
            clear(folder)
        handle, name = _begun(folder)
    try:
        # Closing writes again what a full disk did not take, and fails again: that has to name the file too.
        with _naming(target), os.fdopen(handle, "wb", closefd=False) as file:
            file.write(data)
            file.flush()
            os.fsync(handle)
            if mode != _MADE:
                os.fchmod(handle, mode)  # by name it could be another file by now
        yield
        with _naming(target):
            os.replace(name, target)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
    finally:
        os.close(handle)  # and lets the lock go


@contextmanager
def _naming(target: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        error.filename, error.filename2 = str(target), None  # nobody asked for a file of the other name
        raise


@contextmanager
def folder_in(beside: Path) -> Iterator[Path]:
    """An unfinished folder in another one, for work of many files; taken away at the end with what is left
    in it."""
    clear(beside)
    made = Path(tempfile.mkdtemp(dir=beside, prefix=PREFIX))
    handle = os.open(made, os.O_RDONLY)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield made
    finally:
        shutil.rmtree(made, ignore_errors=True)
        os.close(handle)


def clear(folder: Path, prefix: str = PREFIX) -> None:
    """Takes away what killed writers left in a folder; what a living one writes is left to him."""
    with os.scandir(folder) as found:
        left = [entry.path for entry in found if entry.name.startswith(prefix)]
    for path in left:
        try:
            handle = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_NOFOLLOW)
        except OSError:
            continue  # finished meanwhile, or somebody else's: a link, a pipe
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            if os.path.isdir(path):
                shutil.rmtree(path, ignore_errors=True)
            else:
                Path(path).unlink(missing_ok=True)
        except (BlockingIOError, PermissionError):
            pass  # its writer lives, or it lies where each takes away only his own
        finally:
            os.close(handle)


def _begun(folder: Path) -> tuple[int, str]:
    """A new file that its writer has locked before anybody could take it for a leftover."""
    while True:
        handle, name = tempfile.mkstemp(dir=folder, prefix=PREFIX)
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            if os.fstat(handle).st_nlink:
                return handle, name
        except BlockingIOError:
            pass  # somebody clears the folder just now, and takes it
        os.close(handle)


@contextmanager
def held(handle: int, how: int) -> Iterator[int]:
    """Holds the lock of an opened file or folder, for which it waits; closes it at the end."""
    try:
        fcntl.flock(handle, how)
        yield handle
    finally:
        os.close(handle)


def sync(folder: Path) -> None:
    """Make a rename or a new file in this folder survive a power cut."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
