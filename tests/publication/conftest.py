"""A site that is written."""

from pathlib import Path

import pytest

from tests.office.writers import busy
from tests.workplace import Workplace


@pytest.fixture
def site(work: Workplace) -> Path:
    """A written site of an office with a published list."""
    busy(work)
    folder = work.folder.parent / "site"
    work.done("site", folder, "--address", "https://federation.example/")
    return folder
