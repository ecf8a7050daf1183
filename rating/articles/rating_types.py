"""Which rating a game enters: by the time per player at a mark, never by the kind a page prints."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from rating.citation import article
from rating.families.fide import EDITIONS as FIDE
from rating.interpretations import OURS, Interpretations
from rating.steps import Standing

if TYPE_CHECKING:
    from rating.edition import Edition
    from rating.time_control import TimeControl


@article(FIDE, "7.1", reads=("types",))
@article("ncs-2019-09", "1(1)", reads=("types",))
@article("ncs-2022-09", "1(3)", reads=("types",))
@article("jcf-2024-10", "2(1)", reads=("types",))
@article("qjrl", "intro", reads=("types",))
def types_of_rating(law: Edition) -> tuple[str, ...]:
    """The types of rating, in the order of the text."""
    return law.words("types")


@article(FIDE, "7.1")
@article("ncs-2022-09", "1(3)")
@article("jcf-2024-10", "2(1)")
def each_type_its_own(law: Edition) -> Mapping[str, str]:
    """The types an event can have, and the rating each enters: its own."""
    return {type: type for type in law.shapes.types(law)}


@article("ncs-2019-09", "1(1)", reads=("event_types",))
def every_type_into_one(law: Edition) -> Mapping[str, str]:
    """The types an event can have; all enter the one rating there is."""
    (one,) = law.shapes.types(law)
    return dict.fromkeys(law.words("event_types"), one)


@article("jcf-2024-10", "2(2)", reads=("standard_from_minutes", "rapid_from_minutes"))
def standard_or_rapid(
    law: Edition, minutes: int, fide_official: bool = False, switches: Interpretations = OURS
) -> str | None:
    """The type of a game with this many minutes per player at the mark; None: too fast to be rated."""
    return _at_least(law, minutes, law.number("standard_from_minutes"), law.number("rapid_from_minutes"))


@article(
    "ncs-2022-09",
    "4(6)",
    reads=("standard_from_minutes", "standard_from_minutes_unless_fide", "rapid_above_minutes"),
)
def standard_by_kind_of_event(
    law: Edition, minutes: int, fide_official: bool = False, switches: Interpretations = OURS
) -> str | None:
    """The same with another mark for events that are no FIDE official ones (R72: where nobody deems such
    games standard, it stands for nothing); rapid is above its mark."""
    if fide_official or switches.r72 == "rapid":
        standard = law.number("standard_from_minutes")
    else:
        standard = law.number("standard_from_minutes_unless_fide")
    return _at_least(law, minutes, standard, law.number("rapid_above_minutes") + 1)


@article("ncs-2019-09", "1(1)", reads=("standard_from_minutes", "rapid_above_minutes"))
def rated_above_blitz(
    law: Edition, minutes: int, fide_official: bool = False, switches: Interpretations = OURS
) -> str | None:
    """The same where the text gives no minutes (R11): blitz ends at a mark, or before it."""
    above = 0 if switches.r11 == "ten-is-rapid" else 1
    rapid = law.number("rapid_above_minutes") + above
    return _at_least(law, minutes, law.number("standard_from_minutes"), rapid)


@article(FIDE, "1.1", reads=("standard_from_minutes", "rapid_above_minutes", "blitz_above_minutes"))
def standard_rapid_or_blitz(
    law: Edition, minutes: int, fide_official: bool = False, switches: Interpretations = OURS
) -> str | None:
    """The same with three types: rapid and blitz are above their marks."""
    standard, rapid, blitz = law.shapes.event_types(law)
    if minutes >= law.number("standard_from_minutes"):
        return standard
    if minutes > law.number("rapid_above_minutes"):
        return rapid
    return blitz if minutes > law.number("blitz_above_minutes") else None


@article(
    FIDE,
    "1.1",
    reads=(
        *("taken_from_type", "standard_from_minutes", "slower_from_rating", "slower_minutes"),
        *("slowest_from_rating", "slowest_minutes"),
    ),
)
def minutes_by_higher_rating(
    law: Edition, type: str, white: Standing, black: Standing, switches: Interpretations
) -> int | None:
    """How many minutes a standard game of these two takes at least; None for a game of another type. Who is
    unrated asks for none, or is not rated below the lower mark (R111)."""
    if type != law.word("taken_from_type"):
        return None
    higher = max(white.rating or 0, black.rating or 0)
    if higher >= law.number("slowest_from_rating"):
        return law.number("slowest_minutes")
    unrated = white.rating is None or black.rating is None
    if higher >= law.number("slower_from_rating") or (unrated and switches.r111 == "as-from-1800"):
        return law.number("slower_minutes")
    return law.number("standard_from_minutes")


@article(FIDE, "1.1", reads=("mark_at_move",))
@article("ncs-2019-09", "1(1)", reads=("mark_at_move",))
@article("ncs-2022-09", "4(6)", reads=("mark_at_move",))
@article("jcf-2024-10", "Note 1", reads=("mark_at_move",))
def minutes_at_mark(law: Edition, control: TimeControl) -> int:
    """Minutes per player at the mark: the stages that begin before its move is complete, and an
    increment for each move. TimeControlError where that is not a whole number of minutes."""
    return control.minutes_at(law.number("mark_at_move"))


def _at_least(law: Edition, minutes: int, standard_from: int, rapid_from: int) -> str | None:
    standard, rapid = law.shapes.event_types(law)
    if minutes >= standard_from:
        return standard
    return rapid if minutes >= rapid_from else None
