"""IDs of players: the texts number nobody, the office does, as fits the field LOC_ID of Swiss Perfect."""

import re
import unicodedata

id_form = "Q and six digits"

_ID = re.compile(r"[Qq](\d{1,6})")


def member_number(text: str) -> str | None:
    """`Q` and six digits, from text that says so, zeros in front left out included; None otherwise."""
    found = _ID.fullmatch(unicodedata.normalize("NFKC", text).strip())
    return f"Q{int(found[1]):06d}" if found else None
