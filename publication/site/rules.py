"""What a page says of the rules: what an edition settles in which article, and its K."""

from dataclasses import dataclass
from functools import cache

from office.lists.k_factor import k_and_reason
from office.words import speaking
from office.words.formats import listed
from publication.account.words import against
from rating.editions import load

GAME_BY_GAME = (
    "rating_type", "membership", "expected_score", "k_factor", "change", "unrated", "forfeit", "rounding",
    "floor", "fide", "other_type", "initial", "performance", "is_open",
)  # fmt: skip
EVENT_BY_EVENT = (
    "event_k", "average_opposition", "held_opponent", "expected_of_event", "less_percent", "event_change",
    "rounding", "overshoot", "estimates", "event_performance", "pooled", "adult_rating", "listed", "active",
)  # fmt: skip
K_REASONS = ("top", "new", "junior", "usual")


@dataclass(frozen=True, slots=True)
class Law:
    """An edition in short: its title, and each point of `GAME_BY_GAME` or `EVENT_BY_EVENT` with the article
    that settles it, where it has one."""

    edition: str
    title: str
    points: tuple[tuple[str, str], ...]


@cache
def law_in_short(edition: str) -> Law:
    """What the page about this site tells of an edition."""
    law = load(edition)
    roles = EVENT_BY_EVENT if law.by_event else GAME_BY_GAME
    return Law(edition, law.title, tuple((r, law.article_of_role(r)) for r in roles if law.has(r)))


@cache
def k_values(edition: str, lang: str) -> str:
    """Every K of an edition with its condition, in the order in which they are asked; "" where K is of the
    event."""
    law = load(edition)
    named = [(reason, law.values.get(f"k_{reason}")) for reason in K_REASONS]
    with speaking(lang):
        return listed(k_and_reason(k, reason, law) for reason, k in named if isinstance(k, int))


def reason_against(reason: str, edition: str) -> str:
    """Why a game does not count, with the article of the edition, in the language spoken."""
    return against(reason, load(edition).article_of_reason(reason))
