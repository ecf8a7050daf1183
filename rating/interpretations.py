"""Our readings of what the texts leave open (R0, R1, …): each named, cited, with one switch.

`Interpretations` is the set of switches of a run; each field is consulted in exactly one place.
`python -m docs` makes docs/interpretations.md of them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields

from rating.errors import InterpretationError, Problem

_NO_WORD = "an empty word"


@dataclass(frozen=True, slots=True)
class Interpretations:
    """One alternative for each ruling; the defaults are ours. InterpretationError for any other word."""

    r0: str = "period-end"
    r1: str = "half-away-from-zero"
    r2: str = "one-sum"
    r3: str = "year-of-game"
    r4: str = "ten-first"
    r5: str = "rated-for-everyone"
    r6: str = "exact-mean"
    r7: str = "not-rated"
    r8: str = "still-unrated"
    r9: str = "four-hundred-up-five-hundred-down"
    r10: str = "simple-mean"
    r11: str = "above-ten"
    r12: str = "by-type"
    r13: str = "from-first-list"
    r14: str = "like-everyone"
    r15: str = "fide-standard"
    r16: str = "complete-on-arrival"
    r17: str = "known-at-run"
    r18: str = "members-on-list-date"
    r19: str = "list-date"
    r20: str = "last-day"
    r21: str = "each-player"
    r22: str = "birthday"
    r23: str = "next-game"
    r24: str = "one-and-zero"
    r25: str = "first-arrival"
    r30: str = "last-day"
    r31: str = "first-list"
    r32: str = "first-report"
    r33: str = "as-printed"
    r34: str = "full-ratings"
    r36: str = "rated"
    r37: str = "of-period-end"
    r38: str = "not-asked"
    r39: str = "annual-and-collegiate"
    r41: str = "repaired"
    r42: str = "asked"
    r43: str = "half-of-games"
    r46: str = "received"
    r48: str = "never-closed"
    r51: str = "same-day"
    r52: str = "twelve-hours"
    r53: str = "own"
    r54: str = "shown-once-entered"
    r55: str = "sender-or-named"
    r60: str = "asked"
    r61: str = "not-a-name"
    r62: str = "by-type"
    r63: str = "period-end"
    r64: str = "still-six"
    r65: str = "counted"
    r66: str = "with-a-game"
    r67: str = "own"
    r68: str = "no-limit"
    r69: str = "stays"
    r70: str = "counted"
    r71: str = "before-list"
    r72: str = "standard"
    r73: str = "listed"
    r74: str = "rated-then"
    r75: str = "two-players"
    r80: str = "never-reached"
    r81: str = "list-before"
    r82: str = "counted"
    r83: str = "rating-periods"
    r84: str = "third-list"
    r85: str = "on-the-list"
    r91: str = "at-most-once"
    r92: str = "sender-or-contact"
    r93: str = "month-before"
    r94: str = "but-arithmetic"
    r95: str = "active"
    r96: str = "without-both"
    r97: str = "unrated"
    r98: str = "any-list"
    r99: str = "as-reckoned"
    r100: str = "reached"
    r101: str = "against-rated"
    r102: str = "anew"
    r103: str = "of-list-before"
    r104: str = "by-games"
    r105: str = "of-each-game"
    r106: str = "new-game"
    r107: str = "stands"
    r108: str = "fifth"
    r109: str = "new-game"
    r110: str = "counted"
    r111: str = "by-the-other"
    r112: str = "with-forfeits"
    r113: str = "asked"
    r114: str = "owed"
    r115: str = "list-before"
    r116: str = "as-given"
    r117: str = "by-type"
    r118: str = "everybody"
    r119: str = "corrected-file"
    r120: str = "first-version"
    r121: str = "with-a-game"
    r122: str = "annual-alone"
    r123: str = "for-neither"
    r124: str = "list-date"
    r125: str = "every-player"
    r126: str = "as-worked-out"
    r127: str = "asked"

    def __post_init__(self) -> None:
        if all(getattr(self, field.name) == field.default for field in fields(self)):
            return
        from rating.rulings import RULINGS  # reading its file takes some milliseconds of every command

        problems = [
            Problem(
                "unknown-interpretation",
                f"interpretation {ruling.number}",
                f"one of {', '.join(ruling.words)}",
                str(getattr(self, ruling.switch)) or _NO_WORD,
                "see docs/interpretations.md",
            )
            for ruling in RULINGS.values()
            if getattr(self, ruling.switch) not in ruling.words
        ]
        if problems:
            raise InterpretationError(problems)

    def as_dict(self) -> dict[str, str]:
        """What a run stores: the alternative used, by the ruling's number."""
        return {field.name.upper(): getattr(self, field.name) for field in fields(self)}


OURS = Interpretations()
"""The reading followed where no other is chosen."""
NUMBERS = tuple(field.name.upper() for field in fields(Interpretations))
"""Of the rulings, as rulings.toml has them."""


def interpretations(**chosen: str) -> Interpretations:
    """The switches with some chosen differently, by field name; a ruling that is none is refused."""
    known = [number.lower() for number in NUMBERS]
    if unknown := sorted(set(chosen).difference(known)):
        raise InterpretationError(
            Problem(
                "unknown-interpretation",
                "interpretations",
                f"one of {', '.join(known)}",
                ", ".join(name or _NO_WORD for name in unknown),
                "see docs/interpretations.md",
            )
        )
    return Interpretations(**chosen)


def stored(used: Mapping[str, str]) -> Interpretations:
    """The switches of a run from what it stored: what it does not name had its default. Where R12 alone was
    asked, it decided on games and peaks; R62 came out of it. Lists from before R95 counted no game of a
    first rating, those from before R97 rated who only took a rating over."""
    before = {"R62": used["R12"], "R95": "not-by-these", "R97": "rated"} if "R12" in used else {}
    return interpretations(**{number.lower(): word for number, word in {**before, **used}.items()})
