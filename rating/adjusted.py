"""A rating to which points are added or from which they are taken by decision."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rating.edition import Edition
    from rating.interpretations import Interpretations


def points_onto(law: Edition, worked: int, switches: Interpretations) -> int:
    """The rating to which points by decision are added, where the games alone come to `worked` (R126)."""
    onto = law.shapes.points_onto(law, worked, switches)
    return worked if onto is None else onto
