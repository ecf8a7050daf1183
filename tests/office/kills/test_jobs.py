"""Jobs, by their worker; it or its command is killed."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.office.kills.every import GROUPS


@pytest.mark.parametrize("name", GROUPS["jobs"])
@pytest.mark.slow
def test_killed_at_any_moment_and_typed_again_it_is_as_if_it_had_not_been(
    kill: Callable[[str], None], name: str
) -> None:
    kill(name)
