"""What a page says of the rules: under which articles of which edition a rating moved, and why K was what it
was. The articles come from the edition's data, the words from the site's and the explanation's tables."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

from publication.account.phrases import k_reason
from publication.account.words import LANGUAGES as EXPLANATIONS
from publication.site.story import Line, Part
from publication.site.words import LANGUAGES
from rating.edition import Edition
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
    numbers = _k_numbers(law)
    named = [(r, f"k_{r}") for r in K_REASONS if f"k_{r}" in numbers]
    return "; ".join(
        f"{numbers[name]}: {k_reason(reason, numbers, EXPLANATIONS[lang])}" for reason, name in named
    )


def why_k(lines: Iterable[Line], edition: str | None, lang: str) -> str:
    """`40, fewer than 30 rated games`: each K of these games with its reason. A reason can say how old a
    player is, so it is for sites that show age classes; on the others nobody's reason is told."""
    if edition is None:
        return ""
    found = dict.fromkeys((x.k, x.k_reason) for x in lines if x.counts and x.k is not None and x.k_reason)
    return "; ".join(f"{k}, {_reason(edition, reason or '', lang)}" for k, reason in found)


def cited(part: Part, edition: str | None, lang: str) -> str:
    """The articles by which a part of a member's page came out as it did; "" where no edition was used."""
    if edition is None or part.how in ("opening", "unlisted", "unrated"):
        return ""
    roles: tuple[str, ...]
    if part.how == "initial":
        roles = (
            ("pooled",)
            if "performances" in (part.initial or {})
            else ("initial", "performance" if part.decided is None else "decision")
        )
    elif part.events:
        roles = ("event_k", "expected_of_event", "less_percent", "held_opponent", "rounding")
        roles += ("overshoot",) if part.gained is not None else ()
    elif part.change is None:
        return ""
    else:
        roles = ("expected_score", "k_factor", "rounding")
        roles += ("adjustment",) if part.reference else ()
    return _cited(edition, roles + (("floor",) if part.floored else ()), lang)


@cache
def reason_article(reason: str, edition: str | None) -> str:
    """The article by which a game does not count for a reason, in brackets."""
    return f" ({load(edition).article_of_reason(reason)})" if edition else ""


@cache
def _cited(edition: str, roles: tuple[str, ...], lang: str) -> str:
    law, w = load(edition), LANGUAGES[lang]
    by_article: dict[str, list[str]] = {}
    for role in roles:
        if law.has(role):
            by_article.setdefault(law.article_of_role(role), []).append(w[f"law_{role}"])
    return "; ".join(f"{article} {w['comma'].join(names)}" for article, names in by_article.items())


@cache
def _reason(edition: str, reason: str, lang: str) -> str:
    return k_reason(reason, _k_numbers(load(edition)), EXPLANATIONS[lang])


def _k_numbers(law: Edition) -> dict[str, object]:
    return {n: v for n, v in law.values.items() if n.startswith("k_")}
