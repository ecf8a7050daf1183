"""Which side of a game a stored line is, also where the source says no colours."""

from typing import Any

from sqlalchemy.orm import aliased
from sqlmodel import case, col, func, select

from office.tables import GameLineRow


def side_of() -> Any:
    """`white` or `black` as the result of a GameLineRow is to be read, NULL where it cannot be told. The two
    lines of a game are stored one behind the other, White's first, or that of who is named first."""
    return func.coalesce(GameLineRow.colour, case((_mirrored(+1), "white"), (_mirrored(-1), "black")))


def _mirrored(step: int) -> Any:
    g, other = GameLineRow, aliased(GameLineRow)
    same = [getattr(other, name) == getattr(g, name) for name in ("version_id", "event_key", "round")]
    mine = ((other.federation_id, g.opponent_id), (other.opponent_id, g.federation_id))
    same += [col(theirs).is_not_distinct_from(ours) for theirs, ours in mine]
    return select(other.id).where(col(other.id) == col(g.id) + step, *same).exists()
