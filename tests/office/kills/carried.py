"""A job's command in a process of its own that ends with its worker, as `cli.carry` is: a copy of this
process, so that Python and Banzuke need not be loaded anew for each of hundreds of kills."""

from __future__ import annotations

import os
import signal
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from threading import Thread

from cli.main import main


class Forked:
    """Takes the place of `cli.carry.Command`, which the tests of jobs run as it is."""

    def __init__(self, folder: Path, words: Sequence[str], _lock: int) -> None:
        self._log = tempfile.TemporaryFile()  # noqa: SIM115  it is there as long as the command's answer
        alive, self._mine = os.pipe()
        self._code: int | None = None
        self._process = os.fork()
        if self._process == 0:
            os.setsid()
            os.close(self._mine)
            Thread(target=_end_with, args=(alive,), daemon=True).start()
            self._run(folder, words)
        os.close(alive)

    def _run(self, folder: Path, words: Sequence[str]) -> None:
        code = 70
        try:
            sys.stdout = sys.stderr = os.fdopen(os.dup(self._log.fileno()), "w", buffering=1)
            sys.argv = ["banzuke", "--office", str(folder), *words]
            main()
            code = 0
        except SystemExit as ended:
            code = ended.code if isinstance(ended.code, int) else 1
        except OSError:
            code = 1  # what it says goes to a file on the same disk; Python itself ends so then
        finally:
            os._exit(code)

    def code(self) -> int | None:
        if self._code is None:
            process, status = os.waitpid(self._process, os.WNOHANG)
            if process:
                self._code = os.waitstatus_to_exitcode(status)
                os.close(self._mine)
        return self._code

    def stop(self) -> None:
        if self._code is None:
            os.killpg(self._process, signal.SIGKILL)
            self._code = os.waitstatus_to_exitcode(os.waitpid(self._process, 0)[1])
            os.close(self._mine)

    def log(self) -> str:
        return os.pread(self._log.fileno(), 100_000, 0).decode("utf-8", "replace").strip()

    def close(self) -> None:
        self._log.close()


def _end_with(alive: int) -> None:
    while os.read(alive, 1):
        pass
    os.killpg(os.getpid(), signal.SIGKILL)
