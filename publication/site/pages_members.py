"""Pages of members: the index of names, for each member the page in both languages and its figures; and the
page that shows members side by side."""

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import chain
from typing import Any, NamedTuple

from markupsafe import Markup

from importer.names import folded
from office.runs.coming import Foreseen, foreseen
from publication.account.blocks import Reader, safe
from publication.account.figures import points, signed
from publication.site import data
from publication.site.addresses import letter_page, member_page
from publication.site.badge import badge, badge_address
from publication.site.builder import Site
from publication.site.career import FIRST_OPPONENTS, Career, Count, Record
from publication.site.data import NextList
from publication.site.graph import EDGES, graph
from publication.site.history import history, links
from publication.site.pages_rules import Standing, standings
from publication.site.people import Person
from publication.site.performances import FEWEST_GAMES
from publication.site.pictures import player_picture, player_pictures
from publication.site.render import page, template
from publication.site.search import folding_script, found_by, people_script
from publication.site.settings import LANGUAGES, WORDS
from publication.site.stories import Story, stories
from publication.site.told_before import (
    Told,
    figures_of,
    games_of,
    known_before,
    note_told,
    told_before,
    whole,
)

OTHER_LETTER = "other"

FEW = 200
"""Names that stand on one page together; of more, each letter has a page."""

COMPARED = {
    "graph": "graph", "peak": "peak", "record": "record", "met": "compare_met", "nobody": "search_none",
    "found": "found", "near": "search_near", "remove": "compare_remove", "figures": "compare_figures",
    "missing": "compare_missing", "another": "compare_another", "colon": "colon",
}  # fmt: skip
"""What the script says, by its own names, and the words of it."""


class Wanted(NamedTuple):
    """What a member's files are made from beside what lists say of him: `mark`, their signature; `said`: the
    versions that touch him; `now`: what the calculator begins with; `following`: what the next list would
    bring."""

    mark: str
    said: Sequence[str]
    now: Sequence[Standing]
    following: NextList | None


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
    now, ahead = standings(site), foreseen(site.session)
    for person in site.people.shown.values():
        into = site.people.shown.get(person.merged_into or "")
        into_name, to_play = into and into.name, now.get(person.id, ())
        on_badge = of_badge(person, into).ratings
        following, mine = _of_next(ahead, person.id), said.get(person.id)
        others = [(other.id, other.name) for other in came_from(site, person)]
        shown = (person.on_page, into_name, on_badge, others, [*map(tuple, to_play)], following, mine)
        if mark := site.anew(f"member {person.id}", *shown):
            wanted[person.id] = Wanted(mark, mine or (), to_play, following)
    readers = {ages: {lang: links(ages=ages) for lang in LANGUAGES} for ages in (True, False)}
    player_pictures(site, last_list)
    anew = [] if known else [*wanted]
    for story in stories(site.session, [*wanted] if known else [], site.versions, site.people, new.keys()):
        number = story.person.id
        said_before = [mark for mark in wanted[number].said if mark not in new.values()]
        if (before := told_before(site, number, said_before)) is None:
            anew.append(number)
        else:
            write_member(site, wanted[number], story, readers[story.person.of_age], before)
    for story in stories(site.session, anew, site.versions, site.people):
        write_member(site, wanted[story.person.id], story, readers[story.person.of_age])


def came_from(site: Site, person: Person) -> tuple[Person, ...]:
    """The other entries of a person that were merged with this one."""
    return site.people.entries.get(person.id, ())


def _of_next(ahead: Foreseen | None, number: str) -> NextList | None:
    mine = ahead.ratings.get(number) if ahead else None
    return (ahead.list_date, ahead.waiting, mine) if ahead and mine else None


def write_member(
    site: Site,
    wanted: Wanted,
    story: Story,
    readers: Mapping[str, Reader],
    before: Told | None = None,
) -> None:
    """The page of one member in both languages, and its figures. `before`: what stands of him, to which the
    story goes on."""
    person, number = story.person, story.person.id
    career = story.career(before and before.career)
    drawn = graph(career.drawn, career.behind)
    drawing = Markup(template("graph.svg").render(g=drawn, **EDGES)) if drawn else None
    opponents = [opponent(x.id, x.name, figures(x.tally)) for x in career.opponents]
    moved = any(x.all.change is not None for x in career.records)
    facts: dict[str, Any] = {
        "m": person,
        "into": site.people.shown.get(person.merged_into or ""),
        "came_from": came_from(site, person),
        "best": career.wins,
        "records": [tallied(x, moved) for x in career.records],
        "moved": moved,
        "opponents": Markup("".join(opponents[:FIRST_OPPONENTS])),
        "others": Markup("".join(opponents[FIRST_OPPONENTS:])),
        "others_count": len(opponents) - FIRST_OPPONENTS,
        "unnamed": career.unnamed,
        "games_file": f"data/members/{number}.csv",
        "events": career.events,
        "fewest": FEWEST_GAMES,
        "curves": [type_ for type_, _ in career.drawn],
        "ratings": person.held,
        "rated_before": bool(career.courses),
        "now": wanted.now,
        "drawing": drawing,
        "following": wanted.following,
    }
    files = []
    for lang, reader in readers.items():
        path = member_page(lang, number)
        made = page(
            "member.html", path, _title(person, lang), site.settings,
            data=f"data/members/{number}.json", asked=f"?who={number}", picture=player_picture(site, number),
            badge=badge_address(number) if person.held and site.settings.address else "",
            described=_described(person, career, lang) if drawn else "",
            history=history(story, lang, reader, before), reader=reader, **facts,
        )  # fmt: skip
        files.append(whole(made, lang, story, before))
        site.put(path, files[-1], wanted.mark)
    files += (figures_of(story, career, wanted.following, before), games_of(story, before))
    for ending, made in zip((".json", ".csv"), files[-2:], strict=True):
        site.put(f"data/members/{number}{ending}", made, wanted.mark)
    note_told(site, number, wanted.said, files, career)
    if drawn_badge := badge(of_badge(person, facts["into"]), career.courses):
        site.put(badge_address(number), drawn_badge, wanted.mark)


def of_badge(person: Person, into: Person | None) -> Person:
    """Whose rating a member's badge shows: his own; of an entry that is on the lists no more since it was
    merged, that of the member it was merged into."""
    return person if person.held or into is None else into


def tallied(x: Record, moved: bool) -> tuple[str, Markup, list[tuple[str, Markup]], list[tuple[int, Markup]]]:
    """A record with the cells of each row: figures and bar, and how far the games moved the rating. `moved`:
    whether any of the page did; else nothing stands of it."""

    def cells(x: Count) -> Markup:
        change = "" if x.change is None else signed(x.change)
        return Markup(figures(x) + (f'<td class="n">{change}</td>' if moved else ""))

    of_colours, of_k = [(c, cells(of)) for c, of in x.by_colour], [(k, cells(of)) for k, of in x.by_k]
    return x.type, cells(x.all), of_colours, of_k


def opponent(number: str | None, name: str, cells: str) -> str:
    """The row of an opponent, the same in both languages."""
    who = f"<bdi>{safe(name)}</bdi>"
    who = f'<a href="{safe(number)}.html">{who}</a>' if number else who
    return f'<tr><th scope="row">{who}</th>{cells}</tr>\n'


def figures(x: Count) -> str:
    """The cells of a row that counts games: in figures, and as a bar. By hand: every page has some fifty."""
    games, won, drawn, lost, _ = x
    return (
        f'<td class="n">{games}</td><td class="n">{won}</td><td class="n">{drawn}</td>'
        f'<td class="n">{lost}</td><td class="n pts">{points(2 * won + drawn)}</td><td class="bar-of">'
        f'<svg class="wdl" viewBox="0 0 {games} 1" preserveAspectRatio="none" aria-hidden="true">'
        f'<rect class="won" width="{won}" height="1"/>'
        f'<rect class="drawn" x="{won}" width="{drawn}" height="1"/>'
        f'<rect class="lost" x="{won + drawn}" width="{lost}" height="1"/></svg></td>'
    )


def _title(person: Person, lang: str) -> str:
    """A member as his page's title has him: in Japanese by his kanji first, where they are known."""
    return f"{person.kanji}（{person.name}）" if lang == "ja" and person.kanji else person.name


def _described(person: Person, career: Career, lang: str) -> str:
    """The graph in words, for who cannot see it."""
    w = WORDS[lang]
    return w["semicolon"].join(
        w["graph_text"].format(
            name=person.name,
            type=w[type_],
            first=course[0][0],
            last=course[-1][0],
            low=min(r for _, r in course),
            high=max(r for _, r in course),
        )
        for type_, course in career.drawn
    )


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
