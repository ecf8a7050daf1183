"""What is told of a file to whoever has it written: of which letters it has others, or none."""

from __future__ import annotations

from office.words import _, n_, p_
from office.words.formats import joined
from publication.exports.cells import Writing
from publication.exports.files import File

MOST_NAMED = 20
"""So many names are told; the others are counted."""


def unspelled_told(file: File) -> list[str]:
    """In whose names question marks stand, and what to do about it; nothing where in none."""
    if not file.unspelled:
        return []
    names = p_("people", "; ").join(file.unspelled[:MOST_NAMED])
    if (more := len(file.unspelled) - MOST_NAMED) > 0:
        names = joined((names, n_("and {n} more", "and {n} more", more)))
    told = _(
        "? stands for letters that this file cannot have, in the names of {names}. Give them the name in"
        " Roman letters in the register, or its kana: banzuke members import FILE",
        names=names,
    )
    return [told]


def replaced_told(writing: Writing) -> list[str]:
    """For which letters 〓 stands, a line for each name."""
    return [_("〓 stands for letters of {line}", line=line) for line in writing.replaced]
