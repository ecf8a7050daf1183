"""A program of the system has a time, also where it says nothing any more."""

import time

import pytest

from publication.site.running import NoEnd, ran


def test_a_program_that_closes_what_it_says_errors_with_and_goes_on_is_ended() -> None:
    begun = time.monotonic()
    with pytest.raises(NoEnd):
        ran(("sh", "-c", "exec 2>&-; exec sleep 60"), b"", 0.5)
    assert time.monotonic() - begun < 20


def test_what_it_printed_and_its_code_are_told_where_it_ends_in_time() -> None:
    assert ran(("sh", "-c", "read said; echo no $said >&2; exit 3"), b"page\n", 20) == (3, b"no page\n")
