"""Reasons that nobody wrote: whoever answered, they are shown in the language of who reads."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

from office.words import LANGUAGES, N_, _, catalogue
from office.words.problems import said

OURS = (
    N_("as the question shows it"),
    N_("as the question shows it: {about}"),
    N_("taken back at once"),
    N_("imported: {numbers}"),
    N_("decided anew"),
    N_("the correction is made"),
    N_("the list of {list_date} has the event"),
    N_("the text is undated and is asked for by name; the office was made for it"),
)


def reason_told(reason: str) -> str:
    """A reason as it is shown; what somebody wrote stays as it is."""
    for ours, pattern in _patterns():
        if (found := pattern.fullmatch(reason)) is not None:
            return _(ours, **{what: said(text) for what, text in found.groupdict().items()})
    return reason


@cache
def _patterns() -> Sequence[tuple[str, re.Pattern[str]]]:
    found = []
    for ours in OURS:
        for text in dict.fromkeys((ours, *(catalogue(one).gettext(ours) for one in LANGUAGES))):
            filled = re.sub(r"\\\{(\w+)\\\}", r"(?P<\1>.+)", re.escape(text))
            found.append((ours, re.compile(filled, re.DOTALL)))
    return found
