"""A backup that is looked at, and put nowhere: an office with its secret key lies in a folder for a while."""

from __future__ import annotations

import os
import signal
import tempfile
import warnings
from pathlib import Path
from typing import Any

import pytest

from office.backup import make
from tests.office.backup.test_backup import backed_up
from tests.office.doctor.test_doctor import fetched  # noqa: F401  a fixture
from tests.office.test_killed import cup  # noqa: F401  a fixture
from tests.workplace import Workplace


def test_a_look_that_was_stopped_leaves_no_key_that_the_next_does_not_take_away(
    fetched: Workplace,  # noqa: F811
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The desk ends it by killing its process."""
    file, here = backed_up(fetched), tmp_path / "for a while"
    here.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(here))

    def killed(*_given: Any, **_named: Any) -> None:
        os.kill(os.getpid(), signal.SIGKILL)

    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # of the threads of others, from Python 3.12 on
        child = os.fork()
    if child == 0:
        try:
            make.examine = killed  # type: ignore[assignment]
            make.prove(file, fetched.moment, lambda _step: None)
        finally:
            os._exit(0)
    _, ended = os.waitpid(child, 0)
    assert os.WIFSIGNALED(ended)
    assert len(list(here.rglob("key.sec"))) == 1
    assert make.prove(file, fetched.moment, lambda _step: None).of_backup == ()
    assert list(here.iterdir()) == []
