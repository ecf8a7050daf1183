"""How a worker carries out a job: its command, in a process of its own that ends with the worker, and can be
ended at any moment.

That is `python -m cli.carry ALIVE WORDS…`: ALIVE is the reading end of a pipe whose other end only the worker
has.
"""

import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from threading import Thread

LOG = 100_000
"""So many bytes of the end of what a command said are read."""


class Command:
    """A command that runs in an office. `lock`: it inherits this file number."""

    def __init__(self, folder: Path, words: Sequence[str], lock: int) -> None:
        self._log = tempfile.TemporaryFile()  # noqa: SIM115  it is there as long as the command's answer
        alive, self._mine = os.pipe()
        try:
            self._process = subprocess.Popen(
                [sys.executable, "-P", "-m", "cli.carry", str(alive), "--office", str(folder), *words],
                stdin=subprocess.DEVNULL,
                stdout=self._log,
                stderr=subprocess.STDOUT,
                pass_fds=(alive, lock),
                start_new_session=True,
            )
        except OSError:
            os.close(self._mine)
            self._log.close()
            raise
        finally:
            os.close(alive)

    def code(self) -> int | None:
        """Its exit code; None while it runs. One that was killed has a negative one."""
        code = self._process.poll()
        if code is not None and self._mine >= 0:
            os.close(self._mine)
            self._mine = -1
        return code

    def stop(self) -> None:
        """Ends it with everything it started."""
        if self._process.poll() is None:
            os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()
        self.code()

    def log(self) -> str:
        """The end of what it has said."""
        size = os.fstat(self._log.fileno()).st_size
        said = os.pread(self._log.fileno(), LOG, max(0, size - LOG))
        return said.decode("utf-8", "replace").strip()

    def close(self) -> None:
        """Lets go of what it has said."""
        self._log.close()


def _end_with(alive: int) -> None:
    while os.read(alive, 1):
        pass
    os.killpg(os.getpid(), signal.SIGKILL)  # the worker made it the first of a group


if __name__ == "__main__":
    Thread(target=_end_with, args=(int(sys.argv.pop(1)),), daemon=True).start()
    from cli.main import main

    main()
