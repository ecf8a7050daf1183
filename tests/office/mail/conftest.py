"""An office that gets mails about an event of the stand-in site."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.publication.site import connect, event, registered
from tests.standin.server import Standin
from tests.workplace import Workplace


@pytest.fixture
def standin() -> Iterator[Standin]:
    with Standin([event(), event(9900002, name="Second Open")]) as made:
        yield made


@pytest.fixture
def desk(work: Workplace, standin: Standin) -> Workplace:
    """The office of the stand-in's events, on 2 November 2026."""
    registered(work, event())
    connect(work.monkeypatch, standin)
    for name in ("HOST", "PORT", "USER", "PASSWORD", "FOLDER", "SECURITY"):
        work.monkeypatch.delenv(f"BANZUKE_IMAP_{name}", raising=False)
    return work
