"""The articles, one small module each. Importing this package registers every article function."""

from rating.articles import (
    change,
    closed_lists,
    expected_score,
    fide_adoption,
    floor,
    initial_rating,
    k_factor,
    lateness,
    membership,
    not_rated,
    other_type,
    performance,
    period,
    rating_types,
    rounding,
)

__all__ = [
    "change",
    "closed_lists",
    "expected_score",
    "fide_adoption",
    "floor",
    "initial_rating",
    "k_factor",
    "lateness",
    "membership",
    "not_rated",
    "other_type",
    "performance",
    "period",
    "rating_types",
    "rounding",
]
