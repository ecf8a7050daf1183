"""Processes of the program without its start. Loading the program is most of what a short command does; where
a test is of what a process does, and not of how it begins, it is a copy of one that has loaded everything. It
is a process all the same: with a number, a session, an environment and standard streams of its own, that is
waited for and killed as any other. How one really begins is tested in tests/cli and tests/web/test_house.py.
"""

from __future__ import annotations

import atexit
import fcntl
import importlib
import os
import pickle
import pkgutil
import runpy
import select
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import traceback
import warnings
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from sqlalchemy.orm import configure_mappers

ROOT = Path(__file__).resolve().parents[1]
WINGS = ("cli", "importer", "office", "publication", "rating", "scraper", "web")
BESIDE = (
    *("alembic.command", "sqlalchemy.dialects.sqlite", "sqlalchemy.dialects.postgresql.psycopg"),
    *("pymap.backend.dict", "pymap.imap", "proxyprotocol.reader"),  # of tests/office/mail/server.py
)
"""What is loaded besides, before a copy is made."""
HIGH = 200
"""The first file number beyond those that a process is given."""


@dataclass(frozen=True)
class Asked:
    """A process to begin, as by `python -m MODULE WORDS`. `files`: the numbers of its files there."""

    module: str
    words: Sequence[str]
    folder: str
    environment: Mapping[str, str]
    session: bool
    files: Sequence[int]


class Loaded:
    """The process that has loaded everything, begun when it is first asked for; `place` is its socket."""

    def __init__(self) -> None:
        self.place = ""
        self._process: subprocess.Popen[bytes] | None = None

    def asked(self, what: Asked, files: Sequence[int]) -> tuple[int, socket.socket]:
        """Begins a process; its number, and from where the way it ended is heard."""
        if not self.place:
            self._begin()
        connection = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        connection.connect(self.place)
        told = pickle.dumps(what)
        socket.send_fds(connection, [len(told).to_bytes(4, "big")], files)
        connection.sendall(told)
        return int.from_bytes(connection.recv(4, socket.MSG_WAITALL), "big"), connection

    def _begin(self) -> None:
        place = f"{tempfile.mkdtemp(prefix='banzuke-begun-')}/socket"
        listening = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        listening.bind(place)
        listening.listen(64)
        with listening:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "tests.begun", place, str(listening.fileno())],
                cwd=ROOT, stdin=subprocess.PIPE, pass_fds=[listening.fileno()],
                env={**os.environ, "PYTHONPATH": str(ROOT)},
            )  # fmt: skip
        self.place = place

    def end(self) -> None:
        """Ends it; copies go on."""
        if self._process is not None:
            self._process.terminate()
            self._process.communicate()
            Path(self.place).unlink()
            Path(self.place).parent.rmdir()


LOADED = Loaded()


class Begun(subprocess.Popen[Any]):
    """`Popen` of `python -m MODULE WORDS` with this Python, by a copy."""

    _ended: socket.socket | None = None
    _waitpid_lock: threading.Lock
    _handle_exitstatus: Callable[[int], None]

    def _execute_child(self, args: Any, *more: Any) -> None:
        passed, folder, environment, session = more[3], more[4], more[5], more[20]  # of the library's order
        in_read, in_write, out_read, out_write, err_read, err_write = more[9:15]
        words = [os.fspath(word) for word in args]
        at = words.index("-m")
        assert words[0] == sys.executable and set(words[1:at]) <= {"-P", "-W", "ignore"}, words
        own = [n if given == -1 else given for n, given in enumerate((in_read, out_write, err_write))]
        asked = Asked(
            module=words[at + 1],
            words=words[at + 2 :],
            folder=os.fspath(folder or os.getcwd()),
            environment=dict(os.environ if environment is None else environment),
            session=session,
            files=(0, 1, 2, *passed),
        )
        try:
            self.pid, self._ended = LOADED.asked(asked, [*own, *passed])
            self._child_created = True
        finally:
            for mine, theirs in ((in_write, in_read), (out_read, out_write), (err_read, err_write)):
                if theirs != -1 and mine != -1:
                    os.close(theirs)
            if (devnull := getattr(self, "_devnull", None)) is not None:
                os.close(devnull)
            self._closed_child_pipe_fds = True

    def _internal_poll(self, *_given: Any, **_named: Any) -> int | None:
        if self.returncode is None and self._waitpid_lock.acquire(blocking=False):
            try:
                if self.returncode is None:
                    number, status = self._try_wait(os.WNOHANG)
                    if number:
                        self._handle_exitstatus(status)
            finally:
                self._waitpid_lock.release()
        return self.returncode

    def _try_wait(self, flags: int) -> tuple[int, int]:
        assert self._ended is not None
        ready, _, _ = select.select([self._ended], [], [], 0 if flags else None)
        if not ready:
            return 0, 0
        told = self._ended.recv(4, socket.MSG_WAITALL)
        self._ended.close()
        return self.pid, int.from_bytes(told, "big") if told else signal.SIGKILL


QUICK: Any = SimpleNamespace(**{**vars(subprocess), "Popen": Begun})
"""In the place of `subprocess` for a module that begins processes of the program."""


def main(place: str, listening: int) -> None:
    """Makes copies until nobody holds its input any more."""
    LOADED.place = place
    for wing in WINGS:
        for found in pkgutil.walk_packages([str(ROOT / wing)], f"{wing}."):
            if ".migrations" not in found.name and not found.name.endswith("__main__"):
                importlib.import_module(found.name)
    for name in BESIDE:
        importlib.import_module(name)
    configure_mappers()
    vars(sys.modules["cli.carry"])["subprocess"] = vars(sys.modules["web.tasks.queue"])["subprocess"] = QUICK
    ended, wake = os.pipe()
    os.set_blocking(wake, False)
    signal.signal(signal.SIGCHLD, lambda *_given: None)
    signal.set_wakeup_fd(wake)
    server, going = socket.socket(fileno=listening), dict[int, socket.socket]()
    heard: list[Any] = [0, server, ended]
    while True:
        ready, _, _ = select.select(heard, [], [])
        if 0 in ready:
            return
        if ended in ready:
            os.read(ended, 1000)
            while going and (found_ := os.waitpid(-1, os.WNOHANG))[0]:
                number, status = found_
                with going.pop(number) as connection:
                    _tell(connection, status)
        if server in ready:
            connection, _address = server.accept()
            length, files, _flags, _address = socket.recv_fds(connection, 4, 16)
            asked: Asked = pickle.loads(connection.recv(int.from_bytes(length, "big"), socket.MSG_WAITALL))
            if number := os.fork():
                going[number] = connection
                for file in files:
                    os.close(file)
                _tell(connection, number)
            else:
                _become(asked, files)


def _tell(connection: socket.socket, number: int) -> None:
    with suppress(OSError):  # who asked may be gone
        connection.sendall(number.to_bytes(4, "big"))


def _become(asked: Asked, files: Sequence[int]) -> None:
    """This copy becomes that process, and ends."""
    code: Any = 1
    try:
        signal.set_wakeup_fd(-1)
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        if asked.session:
            os.setsid()
        moved = [fcntl.fcntl(file, fcntl.F_DUPFD_CLOEXEC, HIGH) for file in files]
        os.closerange(3, HIGH)
        for file, number in zip(moved, asked.files, strict=True):
            os.dup2(file, number)
        os.closerange(HIGH, HIGH + 1000)
        os.chdir(asked.folder)
        os.environ.clear()
        os.environ.update(asked.environment)
        tempfile.tempdir = None
        sys.argv[1:] = asked.words
        sys.stdin = open(0, encoding="utf-8", closefd=False)  # noqa: SIM115  they go with the process
        sys.stdout = open(1, "w", encoding="utf-8", closefd=False)  # noqa: SIM115
        sys.stderr = open(2, "w", 1, "utf-8", "backslashreplace", closefd=False)  # noqa: SIM115
        runpy.run_module(asked.module, run_name="__main__", alter_sys=True)
        code = 0
    except SystemExit as end:
        code = end.code
    except BaseException:  # noqa: BLE001  as Python itself tells of it
        traceback.print_exc()
    finally:
        try:
            threading._shutdown()  # type: ignore[attr-defined]
            atexit._run_exitfuncs()
            sys.stdout.flush()
            sys.stderr.flush()
        finally:
            os._exit(code if isinstance(code, int) else int(code is not None))


if __name__ == "__main__":
    warnings.simplefilter("ignore")  # that a module is there already that is run as the program
    from tests import begun  # of the name by which what is asked is known

    begun.main(sys.argv[1], int(sys.argv[2]))
