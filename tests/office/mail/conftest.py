"""An office that gets mails about an event of the stand-in site."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.certificates import certificate as made
from tests.publication.site import connect, event, registered
from tests.standin.server import Standin
from tests.workplace import Workplace


@pytest.fixture
def standin() -> Iterator[Standin]:
    with Standin([event(), event(9900002, name="Second Open")]) as made:
        yield made


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A key and a certificate for 127.0.0.1 that no authority of this machine has signed."""
    return made(tmp_path_factory.mktemp("keys") / "server.pem")


@pytest.fixture
def desk(work: Workplace, standin: Standin) -> Workplace:
    """The office of the stand-in's events, on 2 November 2026."""
    registered(work, event())
    connect(work.monkeypatch, standin)
    for name in ("HOST", "PORT", "USER", "PASSWORD", "FOLDER", "SECURITY"):
        work.monkeypatch.delenv(f"BANZUKE_IMAP_{name}", raising=False)
    return work
