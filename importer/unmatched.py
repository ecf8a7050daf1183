"""What is asked of players for whom no member is found, and what a decision on one of them stands on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from importer.rulings import fingerprint

if TYPE_CHECKING:
    from importer.ahead import Entered

CODES = {"unknown": "member-unknown", "ambiguous": "member-ambiguous"}

GUEST_SINCE = "guest since ruling "
"""How the rule begins of a player who was decided to be no member at another event (R69)."""

ABROAD = "; of another federation: "
"""How the rule goes on where a player of another federation is nobody, and no member is likely."""


def player_facts(player: Entered) -> str:
    """What a decision on a player was made on, beside his name and IDs."""
    return fingerprint(player.federation, player.sex)
