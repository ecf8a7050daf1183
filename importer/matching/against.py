"""What speaks against a member, though the name would fit."""

from importer.matching.records import Known, Seen
from importer.names import has_long_vowel, long_vowel_key, name_key

RATING_GAP = 500
"""A printed rating farther from the member's than this many points speaks against him."""


def against(seen: Seen, member: Known, rating_gap: int = RATING_GAP) -> tuple[str, ...]:
    """Everything that speaks against it, in words; what one side does not say speaks against nothing."""
    told: list[str] = []
    for what, printed, known in (
        ("FIDE ID", seen.fide_id, member.fide_id),
        ("federation", seen.federation, member.federation),
        ("sex", seen.sex, member.sex),
        ("year of birth", seen.born, member.born.year if member.born else None),
    ):
        if printed and known and printed != known:
            told.append(f"the {what} is {printed} and the member's is {known}")
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
