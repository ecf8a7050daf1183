"""Of which kind each value of an edition is, so that a file with another one does not load."""

from collections.abc import Callable, Mapping
from datetime import date
from types import MappingProxyType
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from rating.tables import Step, read_differences, read_percent_steps, read_percentages, read_steps

Value = int | str | tuple[str, ...] | tuple[Step, ...] | Mapping[int, int]

TABLES: Mapping[str, Callable[[str], Value]] = MappingProxyType(
    {
        "expected_scores": read_steps,
        "dp": read_percentages,
        "percentage_expected": read_percent_steps,
        "performance_difference": read_differences,
    }
)
FIDE_TYPES = ("standard", "rapid", "blitz")
TIME_CLASSES = ("lightning", "open", "short", "club")
# Texts and lists of texts, each with the words it may hold (empty: any).
WORDS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "time_zone": (),
        "carried_over_from": (),
        "carried_over_to": (),
        "fide_taken": FIDE_TYPES,
        "class_not_counted": TIME_CLASSES,
        "assumed_of_junior_event": TIME_CLASSES,
        "taken_from_type": FIDE_TYPES,
    }
)
LISTS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "types": (),
        "event_types": (),
        "fide_order": FIDE_TYPES,
        "time_classes": TIME_CLASSES,
        "no_limit_types": FIDE_TYPES,
        "apart_types": FIDE_TYPES,
        "event_forms": (),
        "hosts": (),
        "run_by": (),
        "reporters": (),
        "report_items": (),
        "reported_names": ("roman", "surname-first", "no-comma"),
        "regional_items": (),
        "newcomer_items": (),
        "fide_items": (),
    }
)
# Everything else is a whole number, not negative; of these not zero, and these a day of any month.
ONE_OR_MORE = frozenset(
    (
        *("months_between_lists", "mark_at_move", "cycles", "cycles_fewer", "rated_players_needed"),
        *("initial_from_games", "overshoot_from_events"),
    )
)
DAYS = frozenset(("list_day", "report_first_day", "report_last_day"))
# Of time a hundred years at most, also told in lists, which every date can be moved by; no floor above what a
# rating can be; of anything else so much.
SPANS = {"years": 100, "months": 1_200, "late_from_list": 1_200, "days": 36_500, "floor": 3_999}
MOST = 99_999


def read_value(name: str, raw: object) -> Value:
    """The value as an edition keeps it. ValueError, with what was expected, where it is of another kind
    or cannot be worked with; of a table, with what is wrong in it."""
    if name in TABLES:
        if not isinstance(raw, str):
            raise ValueError("the table as printed")
        return TABLES[name](raw)
    if name in WORDS:
        return _word(name, raw)
    if name in LISTS:
        return _list(name, raw)
    if not isinstance(raw, int) or isinstance(raw, bool) or raw < 0:
        raise ValueError("a whole number, not negative")
    most = next((SPANS[word] for word in (name, *name.split("_")) if word in SPANS), MOST)
    if raw > most:
        raise ValueError(f"a whole number, {most} at most")
    if name in ONE_OR_MORE and raw == 0:
        raise ValueError("a whole number, one or more")
    if name in DAYS and not _in_every_month(raw):
        raise ValueError("a day that every month has")
    return raw


def _word(name: str, raw: object) -> str:
    known = WORDS[name]
    if not isinstance(raw, str) or not raw or (known and raw not in known):
        raise ValueError(f"one of {', '.join(known)}" if known else "a text")
    if name == "time_zone" and not _is_zone(raw):
        raise ValueError("a time zone, as Asia/Tokyo")
    return raw


def _list(name: str, raw: object) -> tuple[str, ...]:
    known = LISTS[name]
    if not isinstance(raw, list) or not raw or not all(isinstance(item, str) and item for item in raw):
        raise ValueError("a list of texts")
    if len(set(raw)) < len(raw) or (known and not set(raw) <= set(known)):
        raise ValueError(f"each of {', '.join(known)} once at most" if known else "each text once")
    return tuple(raw)


def _in_every_month(day: int) -> bool:
    try:
        date(date.min.year, 2, day)  # February
    except ValueError:
        return False
    return True


def _is_zone(name: str) -> bool:
    try:
        ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return False
    return True
