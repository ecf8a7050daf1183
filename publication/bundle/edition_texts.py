"""The text of an edition in an archive beside that of this Banzuke: another version of the program can cite
otherwise, or name more that is left open. That is no other law; another number is."""

import tomllib
from collections.abc import Iterator, Mapping
from typing import Any

from importer.plain_text import file_name
from office.words import _

_AT_MOST, _LENGTH = 12, 80
"""So many articles are named, and so many signs of a value told: an archive comes from anybody."""


def numbers_apart(mine: bytes, theirs: bytes) -> Iterator[tuple[str, str, str]]:
    """Every value that both have and that is another in theirs: its article, as it is here and as it is
    there. ValueError, LookupError or TypeError where theirs is no edition."""
    held, other = _values(mine), _values(theirs)
    for article, name in held:
        if (article, name) in other and held[article, name] != other[article, name]:
            here, there = (f"{name} = {one[article, name]}"[:_LENGTH] for one in (held, other))
            yield article, here, there


def articles_apart(mine: bytes, theirs: bytes) -> str:
    """The articles that are not the same in everything but their comments, or that one alone has."""
    held, other = _articles(mine), _articles(theirs)
    named = [a for a in (held | other) if held.get(a) != other.get(a)]
    shown = [file_name(str(one)) for one in named[:_AT_MOST]]
    return _(", ").join([*shown, *(["…"] if len(named) > _AT_MOST else [])])


def told_apart(edition: str, articles: str) -> str:
    """What is said of a text that is another one, where every list came out."""
    return _(
        "The archive's text of {edition} differs from that of this Banzuke in {articles}: another version of"
        " Banzuke made it. Every number that both have is the same, and each list came out with the text of"
        " this Banzuke.",
        edition=edition,
        articles=articles,
    )


def _articles(text: bytes) -> dict[str, Mapping[str, Any]]:
    return {entry["article"]: entry for entry in tomllib.loads(text.decode())["article"]}


def _values(text: bytes) -> dict[tuple[str, str], Any]:
    """By article and name. When an edition ends is none: that stands in it once the next one is decided, and
    an archive can be older, or newer."""
    data = tomllib.loads(text.decode())
    head = {("head", name): data.get(name) for name in ("id", "in_force_from")}
    stated = {
        (entry["article"], name): value
        for entry in data["article"]
        for name, value in entry.get("values", {}).items()
    }
    return head | stated
