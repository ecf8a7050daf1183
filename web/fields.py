"""What stands in a form, as values; and what its fields are called."""

from __future__ import annotations

from typing import Annotated
from unicodedata import normalize

from fastapi import Path
from starlette.datastructures import FormData

from office.accounts.passwords import LETTERS
from office.errors import refusal

Number = Annotated[int, Path(le=2**31 - 1)]
"""The number of a row in an address. No row has a larger one, and not every database takes it to look for."""


def field_of(heading: str) -> str:
    """The name of a form's field by the heading of a file's column."""
    return heading.lower().replace(" ", "-")


def bare_name(name: str) -> str:
    """The name of a file that was sent, without the folders that some browsers put before it. It has one:
    what is kept without a name is a file that was forgotten (`office/personal/sent_in.py`)."""
    parts = [part for part in name.replace("\\", "/").split("/") if part not in ("", ".", "..")]
    return parts[-1] if parts else "file"


def number_in(text: str) -> int | None:
    """A whole number that a row or a step can have, also in wide digits; None where the text is none."""
    text = normalize("NFKC", text)
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else None


def shown_in(form: FormData) -> str | None:
    """What stood on the page that a form is of, where it says so."""
    told = form.get("shown")
    return told if isinstance(told, str) else None


def form_secret(code: str) -> str:
    """What a form held that a link or a token is made of; refused where it is none that nobody can guess."""
    if len(code) < LETTERS:
        remedy = "load the page again, then send it once more"
        raise refusal("form-out-of-date", "what was sent", "a form of this desk", "another", remedy)
    return code
