"""What comes out of supposed games."""

from dataclasses import dataclass
from datetime import date

from rating.outcome import GameLine, Outcome, Row
from rating.records import Member

EVENT = "what-if"


@dataclass(frozen=True, slots=True)
class Answer:
    """What would come out: the row (None: still unrated), the games, and the list it is reckoned from.
    `names` by ID; `event_class` of all the games, where ratings are worked out event by event."""

    outcome: Outcome
    previous_list: date
    member: Member
    type: str
    event_class: str | None
    row: Row | None
    lines: tuple[GameLine, ...]
    names: dict[str, str]

    @property
    def who(self) -> str:
        """The member by name and ID."""
        return f"{self.names[self.member.id]} ({self.member.id})"
