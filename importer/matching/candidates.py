"""Who could be meant, put in order for the officer: best first, why, and what speaks against a member though
the name would fit."""

from collections.abc import Sequence
from typing import TypeVar

from importer.matching.agreement import Rule
from importer.matching.index import NameIndex
from importer.matching.records import Candidate, Known, Seen
from importer.names import has_long_vowel, long_vowel_key, name_key
from importer.words import SEX_IN_WORDS

MOST_LISTED = 5
N = TypeVar("N", bound=int)

RATING_GAP = 500
"""A printed rating farther from the member's than this many points speaks against him."""


def against(seen: Seen, member: Known, rating_gap: int = RATING_GAP) -> tuple[str, ...]:
    """Everything that speaks against it, in words; what one side does not say speaks against nothing."""
    told: list[str] = []
    for what, printed, known in (
        ("FIDE ID", seen.fide_id, member.fide_id),
        ("federation", seen.federation, member.federation),
        ("sex", SEX_IN_WORDS.get(seen.sex or ""), SEX_IN_WORDS.get(member.sex or "")),
        ("year of birth", seen.born, member.born.year if member.born else None),
    ):
        if printed and known and printed != known:
            told.append(f"the {what} is {printed} and the member's is {known}")
    if seen.born_on and member.born and seen.born == member.born.year and seen.born_on != member.born:
        told.append("the birth date is another day of that year")
    if seen.rating and member.ratings:
        nearest = min(member.ratings, key=lambda rating: abs(rating - (seen.rating or 0)))
        if abs(seen.rating - nearest) > rating_gap:
            told.append(f"the rating is {seen.rating} and the member's is {nearest}")
    if _long_vowel_differs(seen.name, member.name):
        told.append(f"a long vowel is marked in one of “{seen.name}” and “{member.name}” only")
    return tuple(told)


def foreign(seen: Seen, member: Known, home: str) -> tuple[str, ...]:
    """What his federation says against a name alone, where one side lacks it (R60). `home`: that of a member
    of whom the register says none."""
    if seen.federation == "":
        return ("no federation is printed for him, and others of the event have one",)
    if seen.federation and not member.federation and seen.federation != home:
        return (f"the federation is {seen.federation} and the register names none for the member",)
    return ()


def _long_vowel_differs(printed: str, known: str) -> bool:
    if not has_long_vowel(printed) and not has_long_vowel(known):
        return False
    return name_key(printed) == name_key(known) and long_vowel_key(printed) != long_vowel_key(known)


def candidates(
    index: NameIndex, seen: Seen, first: Sequence[tuple[Known, str]], rating_gap: int
) -> tuple[Candidate, ...]:
    """Those an ID points to (`first`), then those whose name agrees, the nearest rule first; if there is
    nobody yet, those whose name is most alike. At most five, and all who have exactly the name."""
    told = {member.member_id: member for member, _ in first}
    listed = [candidate(seen, member, why, rating_gap) for member, why in told_once(first)]
    agreeing = [(rule, member) for rule, member in index.agreeing(seen.name) if member.member_id not in told]
    for rule, member in in_order(seen, agreeing, rating_gap):
        if len(listed) < MOST_LISTED or rule is Rule.SAME:
            listed.append(candidate(seen, member, rule.why, rating_gap))
    if listed:
        return tuple(listed)
    alike = [(-score, member) for score, member in index.alike(seen.name)]
    return tuple(
        candidate(seen, member, f"the name is alike, {score} of 100", rating_gap, score)
        for score, member in ((-away, m) for away, m in in_order(seen, alike, rating_gap)[:MOST_LISTED])
    )


def in_order(seen: Seen, found: Sequence[tuple[N, Known]], rating_gap: int) -> list[tuple[N, Known]]:
    """The nearest rule, or the least distance, first; then who has the least against him, and the year of
    birth for him."""

    def least(one: tuple[N, Known]) -> tuple[int, int, bool, str]:
        distance, member = one
        same_year = seen.born is not None and member.born is not None and seen.born == member.born.year
        return distance, len(against(seen, member, rating_gap)), not same_year, member.federation_id

    return sorted(found, key=least)


def told_once(first: Sequence[tuple[Known, str]]) -> list[tuple[Known, str]]:
    """Each member once, with everything that points to him."""
    reasons: dict[int, list[str]] = {}
    for member, why in first:
        reasons.setdefault(member.member_id, []).append(why)
    members = {member.member_id: member for member, _ in first}
    return [(members[number], "; ".join(dict.fromkeys(why))) for number, why in reasons.items()]


def candidate(seen: Seen, member: Known, why: str, rating_gap: int, likeness: int | None = None) -> Candidate:
    """A candidate with what tells him from another of the same name."""
    born = f"born {member.born.year}" if member.born else None
    told = ", ".join(t for t in (why, member.kanji, born, member.club) if t)
    return Candidate(member.federation_id, member.name, told, against(seen, member, rating_gap), likeness)
