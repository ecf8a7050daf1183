"""Members found by any part of any of their names, or of an ID; where nobody is, who has a similar name."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date
from functools import partial
from itertools import chain
from typing import NamedTuple

from sqlmodel import Session

from importer.known import known_members
from importer.matching import Known
from importer.matching.agreement import names_of
from importer.matching.spelling import other_ways, spelled
from importer.names import folded
from office.errors import refusal
from office.register.doubles import last_days

SHORT, LONG = 4, 40
"""Letters: of a shorter word too many others are nearly the same, and a longer one is no word of a name; what
is looked for grows with its square."""

Forms = tuple[str, ...]
Named = Sequence[tuple[str, Forms]]
"""Names, each with its forms."""


@dataclass(frozen=True, slots=True)
class Found:
    """A member, the last day of his last membership, and the names by which he was found beside `name`."""

    member: Known
    until: date | None
    by: tuple[str, ...]


class Searched(NamedTuple):
    """Who was found: first those of whom a name begins with what was typed, then the others, each in the
    order of the IDs. `similar`: nobody by what was typed, but by names that differ from it in one letter, or
    have two letters beside each other changed about."""

    found: list[Found]
    similar: bool


def search(session: Session, text: str) -> Searched:
    """Every member of whom each word of the text is part of a name, in any spelling (romanisations, kana,
    forms of a kanji), or of an ID. Refused where there is nothing to look for."""
    words = _forms([text])[0]
    if not words[0].strip():
        remedy = "give a part of a name in any spelling, or of an ID"
        raise refusal("no-such-member", "search", "letters or digits", f"“{text}”", remedy)
    members = known_members(session, {})
    ways = [[w for name in names_of(m) for w in (name, *other_ways(name))] for m in members]
    forms, until = iter(_forms([*chain(*ways)])), last_days(session)
    held = [(m, [(name, next(forms)) for name in mine]) for m, mine in zip(members, ways, strict=True)]
    parts = [*zip(words[0].split(), words[1].split(), strict=False)]

    def found(tests: Sequence[Callable[[str], object]]) -> list[Found]:
        fitting = [(member, mine) for member, mine in held if _is_named(member, mine, parts, tests)]
        fitting.sort(key=lambda one: not _begins(one[1], words))  # the Abes before every Watanabe
        return [
            Found(member, until.get(member.member_id), _ways_to(member, mine, words))
            for member, mine in fitting
        ]

    exact = found([partial(_has, part) for part in parts])
    return Searched(exact, False) if exact else Searched(found([_similar(part) for part in parts]), True)


def _forms(names: Sequence[str]) -> list[Forms]:
    """Each name as it is written and with its spellings brought together, with and without its blanks."""
    written = folded(names)
    pairs = zip(written, spelled(written), strict=True)
    return [(one, other, one.replace(" ", ""), other.replace(" ", "")) for one, other in pairs]


Part = tuple[str, str]
"""A word of what was typed, as it is written and with its spellings brought together."""


def _is_named(
    member: Known, mine: Named, parts: Sequence[Part], tests: Sequence[Callable[[str], object]]
) -> bool:
    """Whether each word is part of an ID, or its test is true of a form of a name."""
    ids = " ".join((member.federation_id, *member.other_ids, member.fide_id or "")).casefold()
    return all(
        (part[0] in ids and any(map(str.isdigit, part[0])))
        or any(test(form) for _, forms in mine for form in forms)
        for part, test in zip(parts, tests, strict=True)
    )


def _has(part: Part, form: str) -> bool:
    return part[0] in form or part[1] in form


def _begins(mine: Named, words: Forms) -> bool:
    return any(form.startswith(words) for _, forms in mine for form in forms)


def _similar(part: Part) -> Callable[[str], object]:
    """Whether a form of a name has a word, or what differs from it in a letter."""
    ways = [_slips(word) for word in dict.fromkeys(part)]
    return re.compile("|".join(chain(*ways))).search


def _slips(word: str) -> list[str]:
    """A word with a letter other, missing or too many, or two changed about; a short or a very long one as it
    stands."""
    if not SHORT <= len(word) <= LONG or any(map(str.isdigit, word)):
        return [re.escape(word)]
    ways = []
    for n, letter in enumerate(word):
        before, after = re.escape(word[:n]), word[n + 1 :]
        ways += [f"{before}.?{re.escape(after)}", f"{before}{re.escape(letter)}.{re.escape(after)}"]
        ways.append(before + re.escape(after[:1] + letter + after[1:]))
    return ways


def _ways_to(member: Known, mine: Named, words: Forms) -> tuple[str, ...]:
    """Names that are shown only where they were the way to him: kana, other spellings, former names."""
    shown, named = (member.name, member.kanji), names_of(member)
    parts = [*words[0].split(), *words[1].split()]
    hit = {name: None for name, forms in mine if any(p in f for p in parts for f in forms)}
    return tuple(name for name in hit if name not in shown and name in named)
