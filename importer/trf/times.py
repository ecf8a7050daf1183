"""Line 222, the encoded time control: seconds, and `moves/seconds` for a period, `+` seconds a move."""

import re

_PERIOD = re.compile(r"(?:(\d{1,3})/)?(\d{1,6})(?:\+(\d{1,4}))?")


def in_words(code: str) -> str | None:
    """`40/6000+30:900+30` as `40/100,15+30`: moves, minutes, seconds a move. None where the code is not
    understood, has parts of minutes, or gives the two players different times (`W300-B240`)."""
    periods = [_PERIOD.fullmatch(part) for part in code.replace(" ", "").split(":")]
    stages = []
    for period in periods:
        if period is None or int(period[2]) % 60 or not int(period[2]):
            return None
        moves = f"{int(period[1])}/" if period[1] else ""
        stages.append((f"{moves}{int(period[2]) // 60}", int(period[3] or 0)))
    increments = {seconds for _, seconds in stages}
    if len(increments) == 1:
        (seconds,) = increments
        return ",".join(text for text, _ in stages) + (f"+{seconds}" if seconds else "")
    return ",".join(f"{text}+{seconds}" for text, seconds in stages)
