"""The files of members, some at a time and each kind of work for all of them before the next: what one kind
needs of the program and of words is then at hand, which is a third of the time. For each member the page in
both languages, its figures, his games and his badge."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, NamedTuple

from markupsafe import Markup

from office.words.formats import day_in
from publication.account.blocks import Reader, safe
from publication.account.figures import points, signed
from publication.site.addresses import event_slug, member_page
from publication.site.badge import badge, badge_address
from publication.site.builder import Site
from publication.site.career import FIRST_OPPONENTS, Career, Count, Opponent, Record, Win
from publication.site.data import NextList
from publication.site.drawing import drawing
from publication.site.graph import graph
from publication.site.history import history
from publication.site.pages_rules import Standing
from publication.site.people import Person
from publication.site.performances import FEWEST_GAMES
from publication.site.pictures import player_picture
from publication.site.render import page
from publication.site.settings import LANGUAGES, WORDS
from publication.site.stories import Story
from publication.site.told_before import (
    EARLIER,
    Told,
    figures_of,
    games_of,
    history_of,
    note_told,
    of_member,
    whole,
)

TOGETHER = 40
"""So many members at a time: their pages are a few megabytes."""


class Wanted(NamedTuple):
    """What a member's files are made from beside what lists say of him: `mark`, their signature; `said`: the
    versions that touch him; `now`: what the calculator begins with; `following`: what the next list would
    bring."""

    mark: str
    said: Sequence[str]
    now: Sequence[Standing]
    following: NextList | None


@dataclass(slots=True)
class Making:
    """A member whose files are made. `before`: what stands of him, to which the story goes on. `drawn`: his
    graph as SVG; `met`: his opponents, each with the cells of their games; `new`: his history by language, as
    far as it is told now; `told`: the whole of it in each language, his lists, his games; `files`: pages,
    figures and games, as `of_member` has them."""

    wanted: Wanted
    story: Story
    readers: Mapping[str, Reader]
    before: Told | None = None
    career: Career = field(default_factory=Career)
    drawn: Markup | None = None
    facts: dict[str, Any] = field(default_factory=dict)
    met: Sequence[tuple[Opponent, str]] = ()
    new: dict[str, Markup] = field(default_factory=dict)
    told: list[bytes] = field(default_factory=list)
    files: list[bytes] = field(default_factory=list)


def write_members(site: Site, some: Sequence[Making]) -> None:
    """The files of these members."""
    for one in some:
        one.career = one.story.career(one.before and one.before.career)
    for one in some:
        if graphed := graph(one.career.drawn, one.career.behind):
            one.drawn = drawing(graphed)
    for one in some:
        one.facts = _facts(site, one)
    for lang in LANGUAGES:
        for one in some:
            one.new[lang] = new = history(one.story, lang, one.readers[lang])
            one.told.append(history_of(one.story, new, lang, one.before))
    for n, lang in enumerate(LANGUAGES):
        for one in some:
            one.files.append(whole(_page(site, one, lang), one.told[n], one.before))
    for one in some:
        figures, lists = figures_of(one.story, one.career, one.wanted.following, one.before)
        one.files.append(figures)
        one.told.append(lists)
    for one in some:
        games = games_of(one.story, one.before)
        one.files.append(games)
        one.told.append(games)
    for one in some:
        for path, made in zip(of_member(one.story.person.id), one.files, strict=True):
            site.put(path, made, one.wanted.mark)
        shown = of_badge(one.story.person, one.facts["into"])
        if drawn_badge := badge(shown, one.career.courses):
            site.put(badge_address(one.story.person.id), drawn_badge, one.wanted.mark)
    for one in some:
        note_told(site, one.story.person.id, one.wanted.said, one.told, one.career)


def _page(site: Site, one: Making, lang: str) -> bytes:
    """The page of a member in a language, but for what was told before."""
    person, number = one.story.person, one.story.person.id
    return page(
        "member.html", member_page(lang, number), _title(person, lang), site.settings,
        data=f"data/members/{number}.json", asked=f"?who={number}", picture=player_picture(site, number),
        badge=badge_address(number) if person.held and site.settings.address else "",
        described=_described(person, one.career, lang) if one.drawn else "",
        history=one.new[lang] if one.before is None else EARLIER,
        best=_wins(one.career.wins, one.readers[lang], lang), events=_events(one.career, lang),
        now=_calculated(one.wanted.now, lang), **one.facts, **_opponents(one.met, lang),
    )  # fmt: skip


def _facts(site: Site, one: Making) -> dict[str, Any]:
    """What a member's page says in both languages."""
    person, career = one.story.person, one.career
    records = career.records
    one.met = [(x, figures(x.tally)) for x in career.opponents]
    moved = any(x.all.change is not None for x in records)
    return {
        "m": person,
        "into": site.people.shown.get(person.merged_into or ""),
        "came_from": site.people.entries.get(person.id, ()),
        "records": [tallied(x, moved) for x in records],
        "moved": moved,
        "others_count": len(one.met) - FIRST_OPPONENTS,
        "unnamed": career.unnamed,
        "games_file": f"data/members/{person.id}.csv",
        "fewest": FEWEST_GAMES,
        "curves": [type_ for type_, _ in career.drawn],
        "ratings": person.held,
        "rated_before": bool(career.courses),
        "drawing": one.drawn,
        "following": one.wanted.following,
    }


def _opponents(met: Sequence[tuple[Opponent, str]], lang: str) -> dict[str, Markup]:
    """The rows of the opponents: those that stand open, and the others."""
    rows = [opponent(x.id, (lang == "ja" and x.kanji) or x.name, cells) for x, cells in met]
    first, others = rows[:FIRST_OPPONENTS], rows[FIRST_OPPONENTS:]
    return {"opponents": Markup("".join(first)), "others": Markup("".join(others))}


def _wins(wins: Sequence[Win], reader: Reader, lang: str) -> Markup:
    """A line for each of the best wins."""
    w, made = WORDS[lang], []
    for x in wins:
        who = reader.person(x.opponent_id, x.opponent_name, x.opponent_kanji)
        made.append(
            f"<li>{who}{w['open']}{x.opponent_rating}{w['close']}{safe(w['comma'])}"
            f"{reader.event(x.event_key, x.event_name)} "
            f'<span class="dim day">{day_in(x.first_day, lang)}</span></li>\n'
        )
    return Markup("".join(made))


def _events(career: Career, lang: str) -> Markup:
    """A line for each of the best events."""
    w, several, made = WORDS[lang], len(career.courses) > 1, []
    for x in career.events:
        games = w["one_game"] if x.games == 1 else w["some_games"].format(count=x.games)
        told = {"performance": x.performance, "points": points(x.score), "games": games}
        day = day_in(x.day, lang) if x.day else ""
        made.append(
            f"<li>{safe(w['performance_text'].format(**told))}{safe(w['colon'])}"
            f'<a href="../events/{safe(event_slug(x.key))}.html"><bdi>{safe(x.event)}</bdi></a>'
            f' <span class="dim">{safe(w[x.type]) if several else ""}{" " if several else ""}'
            f'<span class="day">{day}</span></span></li>\n'
        )
    return Markup("".join(made))


def _calculated(now: Sequence[Standing], lang: str) -> Markup:
    """The ways to the calculator, filled in with each rating."""
    said = (f'<a href="../calculator.html?{safe(x.query)}">{safe(WORDS[lang][x.type])}</a>' for x in now)
    return Markup(" · ".join(said))


def of_badge(person: Person, into: Person | None) -> Person:
    """Whose rating a member's badge shows: his own; of an entry that is on the lists no more since it was
    merged, that of the member it was merged into."""
    return person if person.held or into is None else into


def tallied(x: Record, moved: bool) -> tuple[str, Markup, list[tuple[str, Markup]], list[tuple[int, Markup]]]:
    """A record with the cells of each row, with the words of colours: figures and bar, and how far the games
    moved the rating. `moved`: whether any of the page did; else nothing stands of it."""

    def cells(x: Count) -> Markup:
        change = "" if x.change is None else signed(x.change)
        return Markup(figures(x) + (f'<td class="n">{change}</td>' if moved else ""))

    of_colours, of_k = (
        [(f"with_{c}", cells(of)) for c, of in x.by_colour],
        [(k, cells(of)) for k, of in x.by_k],
    )
    return x.type, cells(x.all), of_colours, of_k


def opponent(number: str | None, name: str, cells: str) -> str:
    """The row of an opponent."""
    who = f"<bdi>{safe(name)}</bdi>"
    who = f'<a href="{safe(number)}.html">{who}</a>' if number else who
    return f'<tr><th scope="row">{who}</th>{cells}</tr>\n'


def figures(x: Count) -> str:
    """The cells of a row that counts games: in figures, and as a bar. By hand: every page has some fifty."""
    return _figures(*x[:4])


@lru_cache(maxsize=4096)  # nearly all opponents were met a few times
def _figures(games: int, won: int, drawn: int, lost: int) -> str:
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
    told = []
    for type_, course in career.drawn:
        ratings = [rating for _, rating in course]
        ends = {"first": course[0][0], "last": course[-1][0], "low": min(ratings), "high": max(ratings)}
        name = (lang == "ja" and person.kanji) or person.name
        told.append(w["graph_text"].format(name=name, type=w[type_], **ends))
    return w["semicolon"].join(told)
