"""What a rating of an earlier edition becomes under this one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from rating.citation import article

if TYPE_CHECKING:
    from rating.edition import Edition


@article("ncs-2022-09", "1(3)", reads=("carried_over_from", "carried_over_to"))
def one_rating_becomes_standard(law: Edition) -> Mapping[str, str]:
    """The rating that was the only one and the type it goes on as, with its games and its peak (R13)."""
    return {law.word("carried_over_from"): law.word("carried_over_to")}
