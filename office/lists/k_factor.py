"""A K-factor and why it holds, in words."""

from office.words import N_, _
from rating.edition import Edition

K_REASONS = (
    ("top", "k_top_from_peak", N_("once rated {k_top_from_peak} or more")),
    ("top", "k_top_from_rating", N_("rated {k_top_from_rating} or more")),
    ("new", "k_new_below_games", N_("fewer than {k_new_below_games} rated games")),
    ("junior", "k_junior_below_peak", N_("under {k_junior_below_age} and never rated {k_junior_below_peak}")),
    (
        "junior",
        "k_junior_below_rating",
        N_("under {k_junior_below_age} and rated below {k_junior_below_rating}"),
    ),
    ("junior", "k_junior_below_age", N_("under {k_junior_below_age}")),
    ("usual", "k_usual", N_("the usual K")),
    ("many", "k_times_games", N_("K times the games at most {k_times_games}")),
)
"""Why a K holds, by the number that its edition asks for, the first that it has."""


def k_and_reason(k: int | None, reason: str, law: Edition) -> str:
    return _("{k} ({why})", k=k, why=why_k(reason, law))


def why_k(reason: str, law: Edition) -> str:
    """Why a K holds, with the numbers of the edition."""
    numbers = {name: value for name, value in law.values.items() if name.startswith("k_")}
    why = next(text for of, number, text in K_REASONS if of == reason and number in numbers)
    return _(why, **numbers)
