"""What matching compares and what it answers: plain values."""

from dataclasses import dataclass
from datetime import date
from typing import NamedTuple


class Known(NamedTuple):
    """A member as matching sees him; a tuple, because an office makes one of every member. `other_names`:
    other spellings on the register; `former_names`: names he had before; `other_ids`: those of entries that
    turned out to be him, `entered_as` the names of these (they are among `other_names`); `ratings`: his
    ratings here, for what lies far off; `surname`: the part of `name` that is the surname, where somebody
    told it."""

    member_id: int
    federation_id: str
    name: str
    kanji: str | None
    fide_id: str | None
    federation: str | None
    sex: str | None
    born: date | None = None
    club: str | None = None
    kana: str | None = None
    other_names: tuple[str, ...] = ()
    former_names: tuple[str, ...] = ()
    other_ids: tuple[str, ...] = ()
    ratings: tuple[int, ...] = ()
    entered_as: tuple[str, ...] = ()
    surname: str | None = None

    @property
    def one_name(self) -> bool:
        """Whether `name` is all that he is called."""
        return bool(self.name) and not (self.kanji or self.kana or self.other_names or self.former_names)


@dataclass(slots=True, unsafe_hash=True)
class Seen:
    """A player as the source has him. `federation`: None where the source names nobody's, empty where it
    names others' and not his; `born`: the year, where the source has it, and `born_on` the day. A value that
    nothing changes; not frozen, as `scraper.records.Pairing`."""

    name: str
    national_id: str | None
    fide_id: str | None
    federation: str | None
    sex: str | None
    born: int | None = None
    rating: int | None = None
    born_on: date | None = None


@dataclass(frozen=True, slots=True)
class Candidate:
    """A member the player could be: why, and what speaks against it. `likeness`: the score from 0 to 100
    where nothing but likeness speaks for him, else None."""

    federation_id: str
    name: str
    why: str
    against: tuple[str, ...] = ()
    likeness: int | None = None


READ_OTHERWISE = "federation ID (printed "
"""How the rule begins where a printed ID was read as another than it says."""


@dataclass(slots=True, unsafe_hash=True)
class Match:
    """The answer. `state`: `matched` (then `member` is set), `ambiguous` or `unknown`. `rule` names what
    decided, in words an officer reads; `candidates`: best first, not all of many. A value, not frozen, as
    `Seen`."""

    state: str
    rule: str
    member: Known | None = None
    candidates: tuple[Candidate, ...] = ()
