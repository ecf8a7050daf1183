"""Time controls as officers write them: like a page, or in the notation of the rating cases."""

from rating.errors import TimeControlError
from rating.interpretations import Interpretations
from rating.time_control import MARK, minutes_at_60, parse_notation


def officer_minutes(text: str, switches: Interpretations | None = None) -> int | None:
    """Minutes at move 60 of `90 min + 30 sec`, `45+30` or `40/90,30+30` (40 moves in 90 minutes, then 30,
    30 seconds a move); None where they are not certain. What could be read both ways on a page is read
    here as the notation has it: the officer chose it."""
    minutes = minutes_at_60(text, switches or Interpretations())
    if minutes is not None:
        return minutes
    try:
        return parse_notation(text).minutes_at(MARK)
    except TimeControlError:
        return None
