"""What a check of a public archive says in the end, and the key that it is given: the same by either door."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from office.chain.minisign import PublicKey, Unfit, public_key
from office.errors import refusal
from office.words import _, n_
from scraper.records import Problem


@dataclass(frozen=True, slots=True)
class Verified:
    """What was found: versions derived or compared, `withheld` of them without members who asked for it,
    `unworded` without the office's own words alone, and every fault. `key`: that by which it is signed;
    `newest`: the date of its newest list."""

    versions: int
    withheld: int
    unworded: int
    problems: tuple[Problem, ...]
    key: PublicKey | None = None
    newest: str = ""


def key_given(text: str) -> PublicKey:
    """A public key as somebody gave it; refused where it is none."""
    try:
        return public_key(text)
    except Unfit as error:
        remedy = "copy it from the office's website: it begins with RW"
        expected = "a public key in the format of minisign"
        raise refusal("key-unfit", "--key", expected, str(error), remedy) from None


def result(found: Verified, name: str, key: PublicKey | None) -> list[str]:
    """What was shown of an archive without a fault, first in one line, and then what no check can know."""
    made = n_(
        "{n} version made again from {file} alone",
        "{n} versions made again from {file} alone",
        found.versions,
        file=name,
    )
    same = (
        _("all as published, signed by the key {key}", key=key.id)
        if key is not None
        else _("the archive agrees with itself")
    )
    but = [_("{n} of them without who is withheld", n=found.withheld)] if found.withheld else []
    if found.unworded:
        but.append(_("{n} of them without the office's own words", n=found.unworded))
    assert found.key is not None
    whose = _(
        "Whose it is, it cannot say itself. It names the key {key}: compare that, or the SHA-256 of each"
        " list, with the office's website; then: banzuke verify {file} --key KEY",
        key=found.key.text,
        file=name,
    )
    after = _(
        "Whether the office has published lists after that of {day}, no archive can say: look at its"
        " website.",
        day=found.newest,
    )
    said = [_(", ").join([f"{made}: {same}", *but])]
    return [*said, *([whose] if key is None else []), *([after] if found.newest else [])]


def called(entry: Mapping[str, Any], *, people: bool, known: bool) -> str:
    """How a list without a fault is called: whether it is as published, a key alone can show."""
    if entry["as_published"]:
        told = _("comes out again"), _("as published")
    elif people:
        told = _("comes out again, but for who is withheld"), _("as published, but for who is withheld")
    else:
        told = (
            _("comes out again, but for the office's own words"),
            _("as published, but for the office's own words"),
        )
    return told[known]
