"""Rankings of groups (women, age classes) and of clubs, each club with its page; by the newest list.

Whoever stands here is known by what publication/exports/fields.py grants: where it grants no sex, no age
class or no club, there is no such ranking.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from publication.site.addresses import club_page, club_slug
from publication.site.builder import Site
from publication.site.data import club_json, text
from publication.site.list_pages import Row
from publication.site.people import AGE_CLASSES, Person
from publication.site.settings import LANGUAGES
from publication.site.state import signature

YOUNG = tuple(name for _, name in AGE_CLASSES)
GROUP_ROWS = 50
BOARDS = 4
"""Clubs are ranked by so many of their highest active ratings: a team."""


@dataclass(frozen=True, slots=True)
class Club:
    """A club, or school where that is what the office knows. `people` of the newest names; `mean`: of the
    four highest active ratings of the first type, halves up; None where there are fewer."""

    slug: str
    name: str
    people: tuple[Person, ...]
    active: int
    mean: int | None


def groups_of(person: Person) -> list[str]:
    """The groups a person is ranked in: an age class of juniors has the younger ones too."""
    found = ["women"] if person.about.sex == "f" else []
    if person.age_class in YOUNG:
        found += reversed(YOUNG[YOUNG.index(person.age_class) :])
    elif person.age_class:
        found.append(person.age_class)
    return found


def groups(site: Site) -> dict[str, list[tuple[str, list[Row]]]]:
    """The ranked of each group that has any, by type, highest first."""
    if site.newest is None:
        return {}
    found: dict[str, dict[str, list[Row]]] = {}
    for type_, rows in site.shelf.held(site.newest).rows(site.withheld).items():
        for row in rows:
            person = site.people.shown.get(row.id)
            if row.rank is not None and person is not None:
                for name in groups_of(person):
                    found.setdefault(name, {}).setdefault(type_, []).append(row)
    order = ("women", "senior", *reversed(YOUNG))
    return {name: list(found[name].items()) for name in order if name in found}


def group_pages(site: Site) -> None:
    """A page for each group in both languages, with the figures beside it."""
    every = groups(site)
    for name, types in every.items():
        figures = f"data/top-{name}.json"
        cut = [(type_, rows[:GROUP_ROWS]) for type_, rows in types]
        site.write(figures, text({"columns": Row._fields, "types": dict(cut)}))
        told = {"here": name, "groups": list(every), "newest": site.newest, "types": cut}
        site.write_both("group.html", f"top-{name}.html", f"group_{name}", data=figures, **told)


def clubs(site: Site) -> list[Club]:
    """Every club of somebody with a page, the strongest team first."""
    together: dict[str, list[Person]] = {}
    for person in site.people.shown.values():
        if person.home and person.merged_into is None:
            together.setdefault(club_slug(person.home), []).append(person)
    found = [_club(slug, people) for slug, people in together.items()]
    return sorted(found, key=lambda c: (-(c.mean or 0), -len(c.people), c.name))


def _club(slug: str, people: Sequence[Person]) -> Club:
    spelled = Counter(p.home for p in people)
    name = min(spelled, key=lambda home: (-spelled[home], home))
    order = sorted(people, key=lambda p: (-(p.ratings[0][1] if p.ratings else 0), p.name, p.id))
    team = [p.ratings[0][1] for p in order if p.active and p.ratings][:BOARDS]
    mean = (2 * sum(team) + BOARDS) // (2 * BOARDS) if len(team) == BOARDS else None
    return Club(slug, name, tuple(order), sum(p.active for p in people), mean)


def club_pages(site: Site) -> None:
    """The clubs, and a page for each; only those whose members stand otherwise than before are made anew."""
    found = clubs(site)
    if not found:
        return
    told: dict[str, Any] = {"data": "data/people.json", "clubs": found, "boards": BOARDS}
    site.write_both("clubs.html", "clubs/index.html", f"{site.settings.home}s", **told)
    for club in found:
        shown = [(p.id, p.name, p.kanji, p.ratings, p.marks, p.active, p.age_class) for p in club.people]
        paths, figures = [club_page(lang, club.slug) for lang in LANGUAGES], f"data/clubs/{club.slug}.json"
        if not site.kept(
            [*paths, figures], signature(site.state.base, club.name, club.mean, club.active, shown)
        ):
            types = [t for t, _ in dict.fromkeys((t, None) for p in club.people for t, _ in p.ratings)]
            told = {"club": club, "types": types, "boards": BOARDS}
            for path in paths:
                site.make_page("club.html", path, club.name, data=figures, **told)
            site.make(figures, club_json(club.name, club.mean, club.active, BOARDS, club.people))
