"""What became of a notice when it was handed over."""

from dataclasses import dataclass
from enum import StrEnum

from office.words import N_


class How(StrEnum):
    """`TAKEN` by the server or put into the folder. `LATER`: it did not leave, and can be tried again.
    `REFUSED`: it did not leave, and is not tried again. `UNKNOWN`: nobody can say whether it left."""

    TAKEN = "taken"
    LATER = "later"
    REFUSED = "refused"
    UNKNOWN = "unknown"


WORDS = {
    How.TAKEN: N_("sent"),
    How.LATER: N_("not taken yet, tried again"),
    How.REFUSED: N_("not taken"),
    How.UNKNOWN: N_("unknown: it may have left"),
}


@dataclass(frozen=True, slots=True)
class Left:
    """How a notice left, and what was said, in a line."""

    how: How
    said: str = ""


def line(text: str) -> str:
    """What a server said, in one line of bounded length."""
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())[:300]
