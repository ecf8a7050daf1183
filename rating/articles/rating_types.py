"""Which rating a game enters: by the time per player at a mark, never by the kind a page prints."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rating.citation import article

if TYPE_CHECKING:
    from rating.edition import Edition
    from rating.time_control import TimeControl


@article("jcf-2024-10", "2(1)", reads=("types",))
def standard_and_rapid(law: Edition) -> tuple[str, ...]:
    """The types of rating, in the order of the text."""
    return law.words("types")


@article("jcf-2024-10", "2(2)", reads=("standard_from_minutes", "rapid_from_minutes"))
def standard_or_rapid(law: Edition, minutes: int) -> str | None:
    """The type of a game with this many minutes per player at the mark; None: too fast to be rated."""
    standard, rapid = law.shapes.types(law)
    if minutes >= law.number("standard_from_minutes"):
        return standard
    if minutes >= law.number("rapid_from_minutes"):
        return rapid
    return None


@article("jcf-2024-10", "Note 1", reads=("mark_at_move",))
def minutes_at_mark(law: Edition, control: TimeControl) -> int:
    """Minutes per player at the mark: the stages that begin before its move is complete, and an
    increment for each move. TimeControlError where that is not a whole number of minutes."""
    return control.minutes_at(law.number("mark_at_move"))
