"""How long what people write may be. Longer is no name and no reason, and is refused where it comes in;
the texts of an event: importer/bounds.py."""

from collections.abc import Mapping

from importer.errors import ImportRefused
from scraper.records import Problem

NAME = 500
"""Signs of a name or an address."""
TEXT = 5000
"""Signs of a reason, a note, what a decision holds."""


def bounded(texts: Mapping[str, str | None], most: int = TEXT) -> None:
    """Refuses texts that are too long, each under the name of what it is."""
    faults = []
    for what, text in texts.items():
        if text and len(text) > most:
            found = f"{len(text)}, beginning “{text[:40]}”"
            faults.append(Problem("too-long", what, f"at most {most} signs", found, "shorten it"))
    if faults:
        raise ImportRefused(faults)
