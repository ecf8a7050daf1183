"""The rulings that concern the editions held, by number."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from rating.ruling import Alternative, Ruling
from rating.rulings_office import OFFICE
from rating.rulings_reckoning import RECKONING

__all__ = ["RULINGS", "Alternative", "Ruling"]

RULINGS: Mapping[str, Ruling] = MappingProxyType({item.number: item for item in (*RECKONING, *OFFICE)})
