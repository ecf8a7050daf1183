"""Top players and statistics: what the newest list says in short. Rankings of groups (women, age classes) and
of clubs, each club with its page.

Whoever is ranked is known by what publication/exports/fields.py grants: where it grants no sex, no age class
or no club, there is no such ranking.
"""

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup
from sqlmodel import col, select

from importer.tables import MemberRow, RegisterFactRow
from office.words.formats import day_in
from publication.account.blocks import safe
from publication.site import data
from publication.site.addresses import club_page, club_slug, member_page
from publication.site.builder import Site
from publication.site.gains import gains
from publication.site.graph import bars, beside, course
from publication.site.held import Row, ranked
from publication.site.people import AGE_CLASSES, Person
from publication.site.settings import LANGUAGES, WORDS, Words
from publication.site.statistics import BAND, ENOUGH, LAST, WIDTH, Apart, Statistics, statistics

SHORT_ROWS, TOP_ROWS = 10, 50


def figure_pages(site: Site) -> None:
    """The pages that sum the newest list up."""
    newest = site.newest
    held = site.shelf.held(newest) if newest else None
    rows = site.rows(newest) if newest else {}
    best = {type_: ranked(mine) for type_, mine in rows.items()}
    rated = held.shown if held else {}
    figures = statistics(site.versions, site.state.versions, rated, _ages(site))
    most = gains(site.session, newest, rows) if newest else {}
    types = [(type_, mine[:TOP_ROWS], most[type_][:SHORT_ROWS]) for type_, mine in best.items()]
    young = {type_: _juniors(site, mine) for type_, mine in best.items()}
    site.values("data/top.json", data.top_values(newest, [(*t, young[t[0]]) for t in types]))
    named, homes = standing_groups(site), any(p.home for p in site.people.shown.values())
    site.values("data/statistics.json", data.statistics_values(figures))
    told: dict[str, Any] = {"newest": newest, "types": types, "groups": named, "clubs": homes}
    site.both("top.html", "top.html", "top", data="data/top.json", **told)
    for lang in LANGUAGES:
        w = WORDS[lang]
        plots = [{"type": s.type, "of": s, "plots": _plots(s, w, lang)} for s in figures]
        told = {"data": "data/statistics.json", "types": plots}
        site.page("statistics.html", f"{lang}/statistics.html", w["statistics"], **told)


def _juniors(site: Site, rows: list[Row]) -> list[Row]:
    """Only where the office shows age classes: otherwise nobody has one."""
    if not site.settings.ages:
        return []
    young = [r for r in rows if (p := site.people.shown.get(r.id)) is not None and p.age_class in YOUNG]
    return young[:SHORT_ROWS]


def _ages(site: Site) -> dict[str, dict[str, list[int]]]:
    """The ratings of the newest list by type and age class; nothing where the office shows no ages."""
    found: dict[str, dict[str, list[int]]] = {}
    if site.settings.ages:
        order = [*(name for _, name in AGE_CLASSES), "", "senior"]
        for person in sorted(site.people.shown.values(), key=lambda p: order.index(p.age_class or "")):
            for type_, rating in person.ratings:
                found.setdefault(type_, {}).setdefault(person.age_class or "", []).append(rating)
    return found


def _plots(s: Statistics, w: Words, lang: str) -> list[dict[str, Any]]:
    first = next((n for n, m in enumerate(s.months) if m.games), len(s.months))
    played = s.months[first:]  # also the lists without a game since
    known = [m for m in s.months if m.median is not None]
    found: list[dict[str, Any]] = []

    def plot(text: str, drawing: Markup, headings: tuple[str, ...], rows: Sequence[object]) -> None:
        told = {"type": w[s.type], "day": day_in(s.months[-1].list_date, lang), "band": BAND}
        words = tuple(w[heading] for heading in headings)
        caption = w[text].format(**told)
        found.append({"caption": caption, "drawing": drawing, "headings": words, "rows": rows, "note": ""})

    if s.bands:
        drawing = bars([(str(low), count) for low, count in s.bands])
        plot("distribution_text", drawing, ("band", "players"), s.bands)
    if s.ages:
        ages = [(w[name or "other_ages"], count, median) for name, count, median in s.ages]
        drawing = bars([at[:2] for at in ages])
        plot("ages_text", drawing, ("age_class", "players", "median"), ages)
        found[-1]["note"] = w["ages_note"]
    if len(known) > 1:
        since = s.months[s.months.index(known[0]) :]
        drawing = course([(f"{m.list_date:%Y-%m}", m.median) for m in since])
        rows = [(m.list_date, m.rated, m.median) for m in s.months]
        plot("inflation_text", drawing, ("list", "rated_players", "median"), rows)
    if played:
        drawing = bars([(f"{m.list_date:%Y-%m}", m.games) for m in played])
        rows = [(m.list_date, m.players, m.games) for m in played]
        plot("activity_text", drawing, ("list", "played", "home_games"), rows)
    if s.apart:
        drawn = [(_apart(x), x.mean_expected, x.mean_score, x.error) for x in s.apart if x.games >= ENOUGH]
        headings = ("points_apart", "games_short", "was_expected", "was_scored", "chance")
        last = None if any(x.error is not None for x in s.apart) else -1  # a column that is empty for all
        drawing = beside(drawn)
        plot("calibration_text", drawing, headings[:last], [_figures(x)[:last] for x in s.apart])
        note = "calibration_note" if drawing else "calibration_few"
        found[-1]["note"] = w[note].format(count=ENOUGH)
    return found


def _apart(x: Apart) -> str:
    return f"{x.low}+" if x.low == LAST else f"{x.low}–{x.low + WIDTH - 1}"


def _figures(x: Apart) -> tuple[object, ...]:
    percent = (x.mean_expected, x.mean_score, x.error)
    return (_apart(x), x.games, *(None if v is None else f"{v:.1f}" for v in percent))


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
    """The ranked of each group, by type, highest first. A group in which nobody is ranked at present stands
    too, so that nobody's link to its page breaks: women where anybody with a page is one, and where anybody
    has an age class every one."""
    if site.newest is None:
        return {}
    found: dict[str, dict[str, list[Row]]] = {name: {} for name in standing_groups(site)}
    for type_, rows in site.rows(site.newest).items():
        for row in ranked(rows):
            person = site.people.shown.get(row.id)
            if person is not None:
                for name in groups_of(person):
                    found[name].setdefault(type_, []).append(row)
    return {name: list(types.items()) for name, types in found.items()}


def standing_groups(site: Site) -> list[str]:
    """The groups that have a page, in the order in which they stand."""
    if site.newest is None:
        return []
    shown = site.people.shown.values()
    found = ["women"] if any(p.about.sex == "f" for p in shown) else []
    return found + (["senior", *reversed(YOUNG)] if any(p.age_class for p in shown) else [])


def group_pages(site: Site) -> None:
    """A page for each group in both languages, with the figures beside it."""
    every = groups(site)
    for name, types in every.items():
        figures = f"data/top-{name}.json"
        cut = [(type_, rows[:GROUP_ROWS]) for type_, rows in types]
        site.values(figures, {"columns": Row._fields, "types": dict(cut)})
        told = {"here": name, "groups": list(every), "newest": site.newest, "types": cut}
        title = "group_girls" if name == "women" and site.settings.juniors else f"group_{name}"
        site.both("group.html", f"top-{name}.html", title, data=figures, **told)


def clubs(site: Site) -> list[Club]:
    """Every club of somebody with a page, the strongest team first."""
    together: dict[str, list[Person]] = {}
    for person in site.people.shown.values():
        if person.home and person.merged_into is None:
            together.setdefault(club_slug(person.home), []).append(person)
    found = [_club(site, slug, people) for slug, people in together.items()]
    return sorted(found, key=lambda c: (-(c.mean or 0), -len(c.people), c.name))


def left_clubs(site: Site, standing: Collection[str]) -> dict[str, str]:
    """By slug the clubs that somebody with a page belonged to once, and nobody does now: their pages stand,
    so that nobody's link to one breaks. `standing`: those of somebody."""
    fact, found = RegisterFactRow, dict[str, str]()
    of_home = (fact.field == site.settings.home, col(fact.value).is_not(None))
    every = [name or "" for name in site.session.exec(select(fact.value).where(*of_home).distinct())]
    left = {name: slug for name in every if (slug := club_slug(name)) not in standing}
    query = (
        select(MemberRow.federation_id, fact.value)
        .join(fact, col(fact.member_id) == col(MemberRow.id))
        .where(*of_home, col(fact.value).in_(left))
        .order_by(col(fact.id))
    )
    for number, name in site.session.execute(query) if left else ():
        if number in site.people.shown:
            found[left[name]] = name
    return dict(sorted(found.items()))


def _club(site: Site, slug: str, people: Sequence[Person], name: str = "") -> Club:
    """A club of these people, who say how it is spelled."""
    first = site.newest.types[:1] if site.newest else ()
    spelled = Counter(p.home for p in people)
    name = name or min(spelled, key=lambda home: (-spelled[home], home))
    order = sorted(people, key=lambda p: (-(p.ratings[0][1] if p.ratings else 0), p.name, p.id))
    team = [r for p in order if p.active for type_, r in p.ratings if type_ in first][:BOARDS]
    mean = (2 * sum(team) + BOARDS) // (2 * BOARDS) if len(team) == BOARDS else None
    return Club(slug, name, tuple(order), sum(p.active for p in people), mean)


def club_pages(site: Site) -> None:
    """The clubs, and a page for each, which says of which list it tells."""
    found, day = clubs(site), site.newest and site.newest.list_date
    gone = left_clubs(site, {club.slug for club in found})
    left = [_club(site, slug, (), name) for slug, name in gone.items()]
    if not found and not left:
        return
    told: dict[str, Any] = {"data": "data/people.json", "clubs": found, "boards": BOARDS}
    told["newest"] = site.newest
    site.both("clubs.html", "clubs/index.html", f"{site.settings.home}s", **told)
    for club in (*found, *left):
        shown = [
            (p.id, p.name, p.kanji, [one[:3] for one in p.held], p.active, p.age_class) for p in club.people
        ]
        if mark := site.anew(club.slug, club.name, club.mean, club.active, shown, str(day)):
            figures = f"data/clubs/{club.slug}.json"
            types = [*dict.fromkeys(t for p in club.people for t, _ in p.ratings)]
            told = {"club": club, "types": types, "boards": BOARDS, "newest": site.newest}
            rows = "".join([_club_row(p, types) for p in club.people])
            for lang in LANGUAGES:
                idle = safe(WORDS[lang]["inactive"])
                told["rows"] = Markup(rows.replace(LANG, lang).replace(INACTIVE, idle))
                site.page("club.html", club_page(lang, club.slug), club.name, mark, data=figures, **told)
            site.values(
                figures, data.club_values(club.name, club.mean, club.active, BOARDS, club.people), mark
            )


LANG, INACTIVE = "<lang>", "<inactive>"
"""Stand in a row for what each language says there: in escaped names there is no such sign."""


def _club_row(p: Person, types: Sequence[str]) -> str:
    """A player on the page of his club, for every language. By hand: everybody stands on one."""
    kanji = f' <bdi class="dim">{safe(p.kanji)}</bdi>' if p.kanji else ""
    idle = "" if p.active else f' <span class="dim">{INACTIVE}</span>'
    held = dict(p.ratings)
    ratings = "".join([f'<td class="n">{held.get(t, "")}</td>' for t in types])
    page = f"../../{member_page(LANG, safe(p.id))}"
    who = f'<a href="{page}"><bdi>{safe(p.name)}</bdi></a>{kanji}{idle}'
    return f'<tr><th scope="row">{who}</th>{ratings}</tr>\n'
