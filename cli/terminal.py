"""What a command finds itself in: a terminal that lacks letters, a system that lets everybody read."""

import codecs
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

PLAIN = str.maketrans({
    "“": '"', "”": '"', "‘": "'", "’": "'", "–": "-", "—": "-", "−": "-", "…": "...", "½": "1/2", "×": "x",
    "→": "->", "·": "-", "≥": ">=", "≤": "<=",
})  # fmt: skip
"""Signs of ours as a terminal writes them that has only ASCII; of other letters the code is shown."""


def letters() -> None:
    """From here on nothing that is printed fails for a letter that the terminal's encoding lacks."""
    codecs.register_error("plainly", _plainly)
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="plainly")


def _plainly(error: UnicodeError) -> tuple[str | bytes, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    lacking = error.object[error.start : error.end]
    return lacking.translate(PLAIN).encode("ascii", "backslashreplace"), error.end


def only_text(words: Sequence[str]) -> None:
    """Refuses a command line with bytes that are no UTF-8, but for the names of files that are there."""
    for word in words:
        given = word.partition("=")[2] if word.startswith("-") else word
        if any("\ud800" <= letter <= "\udfff" for letter in word) and not _is_there(given):
            from importer.plain_text import file_name
            from office.errors import refusal

            remedy = "write it anew; of a file, look whether it is there, or give it another name"
            raise refusal("not-text", "the command line", "text in UTF-8", f"“{file_name(word)}”", remedy)


def _is_there(name: str) -> bool:
    try:
        return os.path.lexists(name)
    except ValueError:
        return False


@contextmanager
def private_files() -> Iterator[None]:
    """Within the block every new file is its owner's alone (0600, folders 0700), whatever the system's umask;
    what is published says so itself (publication/exports/files.py)."""
    before = os.umask(0o077)
    try:
        yield
    finally:
        os.umask(before)
