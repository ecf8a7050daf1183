"""What kind of event it is: its K, whose ratings stand in it, and whether it is rated at all."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import TYPE_CHECKING

from rating.citation import article
from rating.records import AcfRating

if TYPE_CHECKING:
    from rating.edition import Edition
    from rating.interpretations import Interpretations
    from rating.steps import Kind


@article("qjrl", "1", reads=("k_lightning", "k_open", "k_club", "k_short"))
def k_of_event(law: Edition, time_class: str) -> int:
    """K by the event's class, which the office names. Which short events have 15 the text leaves to it: 10 is
    for “most club/school games”."""
    return {
        "lightning": law.number("k_lightning"),
        "open": law.number("k_open"),
        "club": law.number("k_club"),
        "short": law.number("k_short"),
    }[time_class]


@article("qjrl", "Organisers 1", reads=("time_classes", "assumed_of_junior_event"))
def stated_or_junior(law: Edition, stated: str | None, junior: bool) -> str | None:
    """The class of an event: the stated one, else that of a junior club or school event; None where it
    is neither."""
    if stated is None:
        return law.word("assumed_of_junior_event") if junior else None
    return stated if stated in law.words("time_classes") else None


@article("qjrl", "3")
def newest_before(_law: Edition, lists: Sequence[AcfRating], day: date) -> int | None:
    """An adult's rating for an event that begins on this day: of the newest ACF list before it."""
    before = [item for item in lists if item.list_date < day]
    return max(before, key=lambda item: item.list_date).rating if before else None


@article("qjrl", "4a")
def rated_and_provisional(_law: Edition, kind: Kind, switches: Interpretations) -> bool:
    """Whether a QJ rating stands in an event, for its player and the opponents: a full one always, a
    provisional one unless its player is estimated in each event like a new one (R107)."""
    return kind != "provisional" or switches.r107 == "stands"


@article("qjrl", "Organisers 2", reads=("rated_players_needed",))
def enough_rated_players(law: Edition, ratings: Sequence[int]) -> bool:
    """Whether an event can be rated: by the ratings of those who played a game in it."""
    return len(ratings) >= law.number("rated_players_needed")
