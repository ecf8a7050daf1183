"""Changes outside functions, or in what runs once: a process that knows pytest and its libraries, but
neither `rating` nor its tests yet, makes a child for each change, which imports the changed module and runs
whole files of tests until one fails."""

from __future__ import annotations

import contextlib
import importlib.abc
import importlib.util
import os
import signal
import sys
from collections.abc import Callable, Sequence
from functools import partial
from multiprocessing import Pipe
from pathlib import Path
from types import ModuleType
from typing import Any

from benchmarks.mutants.changes import Changes

ARGUMENTS = (
    "-q",
    "-x",
    "--assert=plain",
    "-p",
    "no:cacheprovider",
    "-o",
    "faulthandler_timeout=0",
    "--confcutdir=tests/rating",
)


class _Changed(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Finds one module, with the change in it."""

    def __init__(self, module: str, path: Path, code: Any) -> None:
        self._module, self._path, self._code = module, path, code

    def find_spec(self, fullname: str, path: object, target: object = None) -> Any:
        if fullname != self._module:
            return None
        inside = [str(self._path.parent)] if self._path.stem == "__init__" else None
        return importlib.util.spec_from_file_location(
            fullname, self._path, loader=self, submodule_search_locations=inside
        )

    def exec_module(self, module: ModuleType) -> None:
        exec(self._code, module.__dict__)


def in_child(work: Callable[[int], bool], seconds: float = 0) -> str | None:
    """Why the work did not come to its good end in a child, in so many seconds: what it wrote into the pipe
    that it is given. None where it did."""
    got, told = os.pipe()
    sys.stdout.flush()
    pid = os.fork()
    if pid == 0:
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        signal.setitimer(signal.ITIMER_REAL, seconds)
        os._exit(not work(told))
    os.close(told)
    answer = os.read(got, 100).decode()
    os.close(got)
    if os.waitpid(pid, 0)[1] == 0:
        return None
    return answer or "took too long or more memory than there is"


class Afresh:
    """The process that makes the children."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._ours, theirs = Pipe()
        self._pid = os.fork()
        if self._pid == 0:
            self._ours.close()
            with contextlib.suppress(EOFError):
                while True:
                    module, index, files, seconds = theirs.recv()
                    theirs.send(in_child(partial(self._run, module, index, files), seconds))
            os._exit(0)
        theirs.close()

    def fails(self, module: str, index: int, files: Sequence[str], seconds: float) -> str | None:
        """The first of these files that has a failing test, None where they all pass."""
        self._ours.send((module, index, files, seconds))
        found: str | None = self._ours.recv()
        return found

    def close(self) -> None:
        self._ours.close()
        os.waitpid(self._pid, 0)

    def _run(self, module: str, index: int, files: Sequence[str], told: int) -> bool:
        nothing = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nothing, 1)
        os.dup2(nothing, 2)
        changes = Changes(self._root, module)
        try:
            code = changes.all[index].compiled(changes.tree, str(changes.path))
        except (SyntaxError, ValueError):
            os.write(told, b"does not compile")
            return False
        sys.meta_path.insert(0, _Changed(module, changes.path, code))
        import pytest

        for file in files:
            if pytest.main([*ARGUMENTS, f"--rootdir={self._root}", file]) not in (0, 5):
                os.write(told, file.encode())
                return False
        return True
