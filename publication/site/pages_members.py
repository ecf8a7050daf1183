"""Pages of members: the index of names, for each member the page in both languages and its figures; and the
page that shows members side by side."""

from collections import Counter
from itertools import chain, islice
from typing import Any

from importer.names import folded
from office.runs.coming import Foreseen, foreseen
from publication.site import data
from publication.site.addresses import letter_page
from publication.site.builder import Site
from publication.site.data import NextList
from publication.site.history import links
from publication.site.member_files import TOGETHER, Making, Wanted, of_badge, write_members
from publication.site.pages_rules import standings
from publication.site.people import Person, met_merged
from publication.site.pictures import player_pictures
from publication.site.search import folding_script, found_by, people_script
from publication.site.settings import LANGUAGES, WORDS
from publication.site.stories import stories
from publication.site.told_before import (
    known_before,
    told_before,
)

OTHER_LETTER = "other"

FEW = 200
"""Names that stand on one page together; of more, each letter has a page."""

COMPARED = {
    "graph": "graph", "peak": "peak", "record": "record", "met": "compare_met", "nobody": "search_none",
    "found": "found", "near": "search_near", "lost": "search_lost", "remove": "compare_remove",
    "figures": "compare_figures",
    "missing": "compare_missing", "another": "compare_another", "colon": "colon", "folder": "compare_folder",
}  # fmt: skip
"""What the script says, by its own names, and the words of it."""


def member_pages(site: Site) -> None:
    """The files of each member; only those of members whom a new version touches are made anew, and of these
    only what it says is read, where what was told before stands."""
    known = known_before(site)
    said: dict[str, list[str]] = {}
    last_list: dict[str, str] = {}
    marks = {v.id: f"{v.list_date} {v.mark} {v.newest}" for v in site.versions}
    new = {number: mark for number, mark in marks.items() if number not in known}
    for version in site.versions:
        told, other = site.touching(version)
        for number in told:
            said.setdefault(number, []).append(marks[version.id])
        last_list.update(dict.fromkeys(chain(told, other), str(version.list_date)))
    wanted: dict[str, Wanted] = {}
    now, ahead, people = standings(site), foreseen(site.session), site.people
    met = met_merged(site.session, people.same)
    for number, person in people.shown.items():
        into = people.shown.get(person.merged_into) if person.merged_into else None
        into_name, to_play = into and (into.name, into.kanji), now.get(number, ())
        on_badge = of_badge(person, into).ratings if into else person.ratings
        following, mine = _of_next(ahead, number) if ahead else None, said.get(number)
        others = [(other.id, other.name, other.kanji) for other in people.entries.get(number, ())]
        shown = (person.on_page, into_name, on_badge, others, [*map(tuple, to_play)], following, mine)
        if mark := site.anew(f"member {number}", *shown, met.get(number)):
            wanted[number] = Wanted(mark, mine or (), to_play, following)
    readers = {ages: {lang: links(lang, ages=ages) for lang in LANGUAGES} for ages in (True, False)}
    player_pictures(site, last_list)
    anew, fresh = [] if known else [*wanted], {*new.values()}
    going_on = stories(site.session, [*wanted] if known else [], site.versions, site.people, new.keys())
    while some := [*islice(going_on, TOGETHER)]:
        made = []
        for story in some:
            number = story.person.id
            said_before = [mark for mark in wanted[number].said if mark not in fresh]
            if (before := told_before(site, number, said_before)) is None:
                anew.append(number)
            else:
                made.append(Making(wanted[number], story, readers[story.person.of_age], before))
        write_members(site, made)
    from_the_first = stories(site.session, anew, site.versions, site.people)
    while some := [*islice(from_the_first, TOGETHER)]:
        write_members(site, [Making(wanted[one.person.id], one, readers[one.person.of_age]) for one in some])


def _of_next(ahead: Foreseen, number: str) -> NextList | None:
    mine = ahead.ratings.get(number)
    return (ahead.list_date, ahead.waiting, mine) if mine else None


def index_pages(site: Site) -> None:
    """The index of names by their first letters, and what search reads."""
    everyone = list(site.people.shown.values())
    site.state.forms = found_by(everyone, site.before.forms)
    site.put("data/people.js", people_script(everyone, site.state.forms))
    site.put("data/folding.js", folding_script())
    site.values("data/people.json", data.people_values(site.people))
    by_letter: dict[str, list[Person]] = {}
    filed = zip(folded([person.name for person in everyone]), everyone, strict=True)
    for name, person in sorted(filed, key=lambda at: (at[0], at[1].name, at[1].id)):
        by_letter.setdefault(first_letter(name), []).append(person)
    order = sorted(by_letter, key=lambda letter: (letter == OTHER_LETTER, letter))
    letters = [(letter, "…" if letter == OTHER_LETTER else letter.upper()) for letter in order]
    everybody = [person for letter in order for person in by_letter[letter]]
    few = everybody if len(everybody) <= FEW else []
    for here, mine in ((None, few), *by_letter.items()):
        shown = [(p.id, p.name, p.kanji, p.home) for p in mine]
        types = site.newest.types if site.newest else ()
        mark = site.anew(f"names {here}", letters, types, bool(site.versions), shown)
        names = Counter(person.name for person in mine)
        told: dict[str, Any] = {"letters": letters, "here": here, "people": mine, "names": names}
        told |= {"types": types, "listed": bool(site.versions), "data": "data/people.json"}
        for lang in LANGUAGES if mark else ():
            w, path = WORDS[lang], letter_page(lang, here) if here else f"{lang}/members/index.html"
            title = w["names_with"].format(letter=dict(letters)[here]) if here else w["names_index"]
            site.page("members.html", path, title, mark, **told)


def first_letter(name: str) -> str:
    """The Roman letter a folded name is filed under; `other` for what has none."""
    letter = next((c for c in name if c.isalnum()), "")
    return letter if letter.isascii() and letter.isalpha() else OTHER_LETTER


def compare_page(site: Site) -> None:
    """Players side by side: one page for all, which the browser fills with the figures of their own pages."""
    types = site.newest.types if site.newest else ()
    for lang in LANGUAGES:
        w = WORDS[lang]
        words = {name: w[key] for name, key in COMPARED.items()} | {type_: w[type_] for type_ in types}
        path = f"{lang}/compare.html"
        site.page("compare.html", path, w["compare"], data="data/people.json", words=data.plain(words))
