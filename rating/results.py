"""Results as reports write them: the halves of a point for White and Black, and the forfeits."""

from types import MappingProxyType

SCORES = MappingProxyType({"1-0": (2, 0), "0-1": (0, 2), "1/2-1/2": (1, 1)})
FORFEITS = ("+--", "--+", "---")
KNOWN = (*SCORES, *FORFEITS)
