"""The scripts that search reads.

Search compares everybody's names, folded when the site is made, and the tables by which a page folds what is
typed. The rules are those by which reports are matched (importer/names.py, importer/matching/spelling.py):
whoever an officer finds by a spelling, a reader finds by it too. A page only looks for strings in strings.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict

from importer.matching.spelling import other_ways, spelled, spellings
from importer.names import folded, plain_signs
from publication.site.data import plain, script
from publication.site.people import Person


def findable(people: Sequence[Person]) -> list[str]:
    """For each person the forms of his public names (Roman, kanji, kana), each on a line: as they are written
    and with their spellings brought together, without blanks, so that it does not matter whether one is
    typed. Left out is what is part of another form, or of name and kanji in small letters without blanks,
    which the page has anyway: the script of ten thousand members hardly grows."""
    names = [
        (way, n)
        for n, p in enumerate(people)
        for name in (p.name, p.kanji, p.about.kana)
        if name
        for way in (name, *other_ways(name))
    ]
    written = folded([name for name, _ in names])
    whole = [text.replace(" ", "") for text in written]
    apart = [text.replace(" ", "") for text in spelled(written)]
    held: list[list[str]] = [[] for _ in people]
    for (_, n), forms in zip(names, zip(whole, apart, spelled(whole), strict=True), strict=True):
        held[n] += forms
    return [
        "\n".join(_fewest(forms, f"{p.name}\n{p.kanji}".lower().replace(" ", "")))
        for p, forms in zip(people, held, strict=True)
    ]


def found_by(people: Sequence[Person], known: Mapping[str, str]) -> dict[str, str]:
    """By the key of their names, what is `findable` of people. `known`: the same of the build before."""
    keys = [*map(names_key, people)]
    new = {key: p for key, p in zip(keys, people, strict=True) if key not in known}
    told = dict(zip(new, findable([*new.values()]), strict=True))
    return {key: told[key] if key in told else known[key] for key in keys}


def names_key(p: Person) -> str:
    """A person's public names as one text; no others make the same."""
    return f"{len(p.name)} {len(p.kanji)} {p.name}{p.kanji}{p.about.kana}"


def _fewest(forms: Iterable[str], there: str) -> list[str]:
    """Forms that are no part of another; `there`: what the page has already."""
    new = {form for form in forms if form not in there}
    if len(new) < 2:
        return [*new]
    kept: list[str] = []
    for form in sorted(new, key=lambda text: (-len(text), text)):
        if not any(form in longer for longer in kept):
            kept.append(form)
    return kept


def folding_script() -> bytes:
    """The tables by which a page folds what is typed, as names are folded here."""
    return script("folding", plain({"signs": plain_signs(), **asdict(spellings())}))


def people_script(people: Sequence[Person], forms: Mapping[str, str]) -> bytes:
    """Everyone, for search by Roman name, kanji, kana or ID. `forms`: what they are `found_by`."""
    return script(
        "people",
        plain([
            [p.id, p.name, p.kanji, forms[names_key(p)], p.about.sex, p.home, p.age_class, int(p.active),
             p.ratings, p.about.federation]
            for p in people
        ]),
    )  # fmt: skip
