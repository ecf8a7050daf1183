"""What the office asks about an event: one check, one function; everything found is gathered.

A check takes the event and what the register says of its players (`Facts`) and yields findings. A
finding that a ruling answers is yielded too, with the ruling, so that the record shows both.
"""

from collections.abc import Callable, Iterator

from importer.checks.facts import Facts
from importer.checks.people import (
    federation_ids_missing,
    guests_again,
    ids_read_otherwise,
    member_twice,
    names_read_otherwise,
    unmatched_players,
)
from importer.checks.report import (
    event_without_days,
    missing_report_items,
    newer_reading,
    pending_results,
    reading_problems,
    report_day,
    rounds_without_date,
    stale_rulings,
    time_control,
)
from importer.findings import Finding

CHECKS: tuple[Callable[[Facts], Iterator[Finding]], ...] = (
    reading_problems,
    event_without_days,
    missing_report_items,
    time_control,
    rounds_without_date,
    pending_results,
    report_day,
    unmatched_players,
    ids_read_otherwise,
    names_read_otherwise,
    guests_again,
    federation_ids_missing,
    member_twice,
    newer_reading,
)

__all__ = ["CHECKS", "Facts", "stale_rulings"]
