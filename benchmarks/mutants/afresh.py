"""Changes outside functions, or in what runs once: a process that knows pytest and its libraries, but
neither `rating` nor its tests yet, makes a child for each change, which imports the changed module and runs
whole files of tests until one fails."""

from __future__ import annotations

import importlib.abc
import importlib.machinery
import importlib.util
import json
import os
import signal
import sys
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

from benchmarks.mutants.changes import Changes

KILLED, SURVIVED = 1, 0
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
        spec = importlib.machinery.ModuleSpec(
            fullname, self, origin=str(self._path), is_package=self._path.stem == "__init__"
        )
        spec.has_location = True
        if spec.submodule_search_locations is not None:
            spec.submodule_search_locations.append(str(self._path.parent))
        return spec

    def exec_module(self, module: ModuleType) -> None:
        exec(self._code, module.__dict__)


class Afresh:
    """The process that makes the children."""

    def __init__(self, root: Path) -> None:
        self._root = root
        ask, self._ask = os.pipe()
        self._answer, answer = os.pipe()
        self._pid = os.fork()
        if self._pid == 0:
            os.close(self._ask)
            os.close(self._answer)
            with open(ask, encoding="utf-8") as questions, open(answer, "w", encoding="utf-8") as answers:
                for line in questions:
                    answers.write(json.dumps(self._child(*json.loads(line))) + "\n")
                    answers.flush()
            os._exit(0)
        os.close(ask)
        os.close(answer)
        self._questions = open(self._ask, "w", encoding="utf-8")  # noqa: SIM115 - open as long as the run
        self._answers = open(self._answer, encoding="utf-8")  # noqa: SIM115

    def fails(self, module: str, index: int, files: Sequence[str], seconds: float) -> str | None:
        """The first of these files that has a failing test, None where they all pass."""
        self._questions.write(json.dumps([module, index, list(files), seconds]) + "\n")
        self._questions.flush()
        found: str | None = json.loads(self._answers.readline())
        return found

    def close(self) -> None:
        self._questions.close()
        os.waitpid(self._pid, 0)

    def _child(self, module: str, index: int, files: Sequence[str], seconds: float) -> str | None:
        got, told = os.pipe()
        pid = os.fork()
        if pid == 0:
            signal.setitimer(signal.ITIMER_REAL, seconds)
            os._exit(self._run(module, index, files, told))
        os.close(told)
        at = os.read(got, 100).decode().splitlines()
        os.close(got)
        if os.waitpid(pid, 0)[1] == 0:
            return None
        return at[-1] if at else "took too long or more memory than there is"

    def _run(self, module: str, index: int, files: Sequence[str], told: int) -> int:
        nothing = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nothing, 1)
        os.dup2(nothing, 2)
        changes = Changes(self._root, module)
        try:
            code = changes.all[index].compiled(changes.tree, str(changes.path))
        except (SyntaxError, ValueError):
            os.write(told, b"does not compile\n")
            return KILLED
        sys.meta_path.insert(0, _Changed(module, changes.path, code))
        import pytest

        for file in files:
            if pytest.main([*ARGUMENTS, f"--rootdir={self._root}", file]) not in (0, 5):
                os.write(told, file.encode() + b"\n")
                return KILLED
        return SURVIVED
