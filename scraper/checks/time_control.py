"""Whether the time control is stated and can be reckoned."""

from scraper.problems import place, problem
from scraper.records import Problem, TimeControl


def time_control_known(control: TimeControl, origin: str) -> list[Problem]:
    """A text, and minutes that the office's reckoning finds in it."""
    where = place(origin, column="Time control")
    if control.text is None:
        expected = "the time for each player"
        return [problem("time-control-missing", where, expected=expected, found="no such row")]
    if control.minutes_at_60 is None:
        expected = "a text from which the minutes for sixty moves can be reckoned"
        return [problem("time-control-unreadable", where, expected=expected, found=control.text)]
    return []
