"""What an ID of a member is in an office of either family; the two forms cannot be taken for each other.

A Japanese office numbers with `N` and eight digits (4(3) b). The Queensland texts number nobody: names
tell players apart, and an office under them gives `Q` and six digits, which fit the field LOC_ID of Swiss
Perfect.
"""

import re
import unicodedata

from importer.names import federation_id

JAPANESE = "japanese"
QUEENSLAND = "queensland"
FORMS = {JAPANESE: "N and eight digits", QUEENSLAND: "Q and six digits"}
"""The form of an ID by the office's family, in words."""

_QUEENSLAND = re.compile(r"[Qq](\d{1,6})")


def queensland_id(text: str) -> str | None:
    """`Q` and six digits, from text that says so, zeros in front left out included; None otherwise."""
    found = _QUEENSLAND.fullmatch(unicodedata.normalize("NFKC", text).strip())
    return f"Q{int(found[1]):06d}" if found else None


def member_number(text: str, family: str | None = None) -> str | None:
    """The ID that a text is, in the form of a family; of either where none is named; None for no ID."""
    if family == JAPANESE:
        return federation_id(text)
    if family == QUEENSLAND:
        return queensland_id(text)
    return federation_id(text) or queensland_id(text)
