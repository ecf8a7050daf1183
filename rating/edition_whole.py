"""Whether the entries of an edition file make a whole: in order, nothing twice, nothing missing or idle."""

import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from itertools import pairwise, product
from typing import Protocol

from rating.citation import REGISTRY, cited_for
from rating.edition import Entry
from rating.edition_kinds import FIDE_TYPES
from rating.families import family_named, is_compared
from rating.shapes import COMMON, OF_OFFICE, OPTIONAL, Shapes, roles_in
from rating.shapes_queensland import QueenslandShapes


def place_of(family: str, article: str) -> tuple[int | str, ...] | None:
    """The place of an article in its text; None where its family has no such place."""
    for rank, pattern in enumerate(_places(family)):
        if match := pattern.fullmatch(article):
            return (rank, *(int(part) if part.isdigit() else part for part in match.groups(default="")))
    return None


@cache
def _places(family: str) -> tuple[re.Pattern[str], ...]:
    return tuple(map(re.compile, family_named(family).places))


def order(place: tuple[int | str, ...]) -> tuple[tuple[bool, int | str], ...]:
    """A place to be compared with others: what has no further part stands before its parts."""
    return tuple((part != "", part) for part in place)


def follows(before: tuple[int | str, ...], after: tuple[int | str, ...]) -> bool:
    """Whether no numbered article is left out between two places, the first before the second."""
    if before[0] != after[0]:
        return all(not isinstance(part, int) or part == 1 for part in after[1:])
    for n, (old, new) in enumerate(zip(before[1:], after[1:], strict=True), 1):
        if old == new:
            continue
        if old == "" and isinstance(new, int):
            return new == 1  # 7.1, 7.1.1
        if not isinstance(old, int) or not isinstance(new, int):
            return True  # letters: 4a, 4b i, 4c
        return new == old + 1 and all(not isinstance(part, int) or part == 1 for part in after[n + 1 :])
    return True


class Refuse(Protocol):
    """Notes a problem: the line, the code, what was expected and found; by a key, on that key's line."""

    def __call__(self, line: int, code: str, expected: str, found: str, key: str = "") -> None: ...


# The roles an edition has to fill, and those it may fill: reckoned game by game, and event by event.
BY_GAME = (frozenset(roles_in(Shapes)) - OPTIONAL, OPTIONAL)
BY_EVENT: tuple[frozenset[str], frozenset[str]] = (COMMON.union(roles_in(QueenslandShapes)), frozenset())
# The reasons for not counting that the functions of a role give; every edition has the officer's.
REASONS_OF_ROLES: Mapping[str, str] = {
    "rating_type": "too-fast",
    "membership": "not-a-member",
    "forfeit": "forfeit",
    "late": "late",
    "fee_excludes": "fee-unpaid",
    "unrated": "unrated-player",
    "event_rated": "no-rated-player",
    "too_far_apart": "too-far-apart",
    "match": "unrated-match",
    "match_won": "match-won",
}
# How many types the functions of a role tell apart.
TYPES: Mapping[str, Mapping[str, int]] = {
    "standard_or_rapid": {"types": 2},
    "standard_by_kind_of_event": {"types": 2},
    "standard_rapid_or_blitz": {"types": len(FIDE_TYPES)},
    "every_type_into_one": {"types": 1, "event_types": 2},
}


def roles_of(family: str) -> tuple[frozenset[str], frozenset[str]]:
    """The roles that an edition of a family has to fill, and those it may fill; where no office works under
    it, what only an office asks is among these."""
    needed, free = BY_EVENT if family_named(family).by_event else BY_GAME
    asked = needed & OF_OFFICE if is_compared(family) else frozenset()
    return needed - asked, free | asked


def check_whole(edition: str, family: str, entries: Sequence[Entry], refuse: Refuse, *, draft: bool) -> None:
    """Order without gaps, no value, role or reason twice, none missing, none unused, every function cited
    alike; a draft's has to be known, and to have the form of its role."""
    _check_order(family, entries, refuse)
    needed, free = roles_of(family)
    known_roles = needed | free
    first_line: dict[tuple[str, str], int] = {}
    for entry in entries:
        for kind, names in (("value", entry.values), ("role", entry.functions), ("reason", entry.reasons)):
            for name in names:
                if (kind, name) in first_line:
                    key = "reasons" if kind == "reason" else name  # a role may be called as a reason is
                    found = f"also line {first_line[kind, name]}"
                    refuse(entry.line, "twice", f"{kind} {name} once", found, key=key)
                first_line[kind, name] = entry.line
        for role, name in entry.functions.items():
            if role not in known_roles:
                refuse(entry.line, "unknown-role", f"one of {sorted(known_roles)}", role, key=role)
            cited = REGISTRY.get(name)
            if draft and cited is not None:
                _check_form(role, name, refuse, entry.line)
            elif cited is None or cited.articles.get(edition) != entry.article:
                found = cited.articles.get(edition, "no citation") if cited else "no such function"
                expected = f"{name} cited for {entry.article}"
                refuse(entry.line, "function-citation", expected, found, key="functions")
    _check_types(family, entries, refuse)
    _check_repeats(entries, refuse)
    idle = None if draft else _check_cited(edition, family, entries, refuse)
    _check_values(entries, refuse)
    for role in sorted(needed - {name for kind, name in first_line if kind == "role"}):
        refuse(idle or entries[-1].line, "missing-role", f"a function for {role}", "none")
    for role, reason in REASONS_OF_ROLES.items():
        if ("role", role) in first_line and ("reason", reason) not in first_line:
            refuse(first_line["role", role], "missing-reason", f"reason {reason}, of role {role}", "none")
    for reason in family_named(family).reasons:
        if ("reason", reason) not in first_line:
            refuse(entries[-1].line, "missing-reason", f"reason {reason}, under an article", "none")


def _check_order(family: str, entries: Sequence[Entry], refuse: Refuse) -> None:
    for before, entry in pairwise(entries):
        old, new = place_of(family, before.article) or (), place_of(family, entry.article) or ()
        if order(old) >= order(new):
            refuse(entry.line, "out-of-order", f"an article after {before.article}", entry.article)
        elif not follows(old, new):
            refuse(entry.line, "article-gap", f"the article after {before.article}", entry.article)


def _check_types(family: str, entries: Sequence[Entry], refuse: Refuse) -> None:
    named = {name for entry in entries for name in entry.functions.values()}
    counts: list[Mapping[str, int]] = [TYPES[name] for name in sorted(named) if name in TYPES]
    if (types := family_named(family).types) is not None:
        counts.insert(0, {"types": types})
    for entry in entries:
        for value, count in ((value, count) for of in counts for value, count in of.items()):
            found = entry.values.get(value)
            if isinstance(found, tuple) and len(found) != count:
                expected, listed = f"{value}: {count} of them", ", ".join(map(str, found))
                refuse(entry.line, "edition-value", expected, listed, key=value)


def _check_repeats(entries: Sequence[Entry], refuse: Refuse) -> None:
    """Whether what an article repeats stands before it and is said again once for a type that there is."""
    named = next((words for entry in entries if isinstance(words := entry.values.get("types"), tuple)), ())
    types = tuple(map(str, named))
    before: set[str] = set()
    said: set[tuple[str, str]] = set()
    for entry in entries:
        if bool(entry.repeats) != bool(entry.for_types):
            expected = "repeats and for_types, both or none"
            refuse(entry.line, "edition-value", expected, "one of them", key="repeats")
        for article in entry.repeats:
            if article not in before:
                refuse(entry.line, "edition-value", "an article before it", article, key="repeats")
        for type in entry.for_types:
            if type not in types:
                refuse(entry.line, "edition-value", f"one of {', '.join(types)}", type, key="for_types")
        for one in product(entry.repeats, entry.for_types):
            if one in said:
                refuse(entry.line, "twice", f"{one[0]} repeated once for {one[1]}", "again", key="repeats")
            said.add(one)
        before.add(entry.article)


def _check_form(role: str, name: str, refuse: Refuse, line: int) -> None:
    """Whether a function can be asked what the role asks."""
    kind = Shapes if role in roles_in(Shapes) else QueenslandShapes
    wanted = _asked(getattr(kind, role))[2:] if hasattr(kind, role) else ()
    has = _asked(REGISTRY[name].function)[1:]
    if wanted != has:
        expected, found = f"{role} of ({', '.join(wanted)})", f"{name} of ({', '.join(has)})"
        refuse(line, "function-role", expected, found, key="functions")


def _asked(function: Callable[..., object]) -> tuple[str, ...]:
    code = function.__code__
    return code.co_varnames[: code.co_argcount]


def _check_cited(edition: str, family: str, entries: Sequence[Entry], refuse: Refuse) -> int | None:
    """Functions that are cited and nothing names. The line of the first such function."""
    named = {name for entry in entries for name in entry.functions.values()}
    idle = []
    for name, cited in cited_for(edition):
        if name not in named:
            idle.append(_line_of(cited.articles[edition], family, entries))
            expected = f"{name}, cited for {cited.articles[edition]}, with a role"
            refuse(idle[-1], "unused-function", expected, "none")
    return min(idle, default=None)


def _check_values(entries: Sequence[Entry], refuse: Refuse) -> None:
    """Values that nothing reads, and values that are read and not there."""
    values = {name: entry for entry in entries for name in entry.values}
    read: set[str] = set()
    for entry in entries:
        for name in filter(REGISTRY.__contains__, entry.functions.values()):
            read.update(REGISTRY[name].reads)
            for value in REGISTRY[name].reads:
                if value not in values:
                    refuse(entry.line, "missing-value", f"{value}, read by {name}", "nothing")
    for value, entry in values.items():
        if value not in read and not entry.elsewhere:
            refuse(entry.line, "unused-value", f"a function that reads {value}", "none", key=value)


def _line_of(article: str, family: str, entries: Sequence[Entry]) -> int:
    """The line of an article's entry, or of the one before which it would stand."""
    place = order(place_of(family, article) or ())
    after = (e.line for e in entries if order(place_of(family, e.article) or ()) >= place)
    return next(after, entries[-1].line)
