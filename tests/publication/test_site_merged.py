"""A list that goes on from other games or another rating of a player, since two entries of him were merged,
says so on his page also where he did not play."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, date, datetime
from pathlib import Path
from types import MappingProxyType

import pytest
from selectolax.lexbor import LexborHTMLParser

from office.database.engine import look
from office.lists.packing import unpacked
from office.merge import listed
from publication.api import answers
from scraper.records import TimeControl
from tests import queensland as qj
from tests.office.test_merge import AGAIN, DAY, NAME, federation, game, merged
from tests.office.test_queensland import ANNA, BEN
from tests.publication.test_site import shown, site_of
from tests.workplace import HATA, LATE, MORI, NAMES, RATINGS, Workplace

pytestmark = pytest.mark.slow

TWICE, LOW = qj.number(9), qj.number(8)
MERGED = "Two entries of this player were merged: the rating goes on from "


def told(work: Workplace, member: str) -> str:
    return shown(site_of(work) / f"en/members/{member}.html").split("List by list")[-1]


def test_games_that_came_by_a_merge_alone_are_told(work: Workplace) -> None:
    federation(work)
    merged(work, "--anyway")
    work.done("rate")
    work.done("publish")
    site = site_of(work)
    page = shown(site / f"en/members/{HATA}.html").split("List by list")[-1]
    assert (
        f"{MERGED}1500, with 110 rated games in all; under this ID, the list before has 1500, with 100."
        in page
    )
    assert "List of 1 November 2026" in page and "No rated game in this period: the rating stays." in page
    assert "Two entries" not in told(work, MORI)
    figures = json.loads((site / f"data/members/{HATA}.json").read_text())
    assert [one["list"] for one in figures["lists"]] == ["2026-11-01", "2026-10-01"]


def test_the_rating_of_the_other_entry_is_told_with_the_games(work: Workplace) -> None:
    federation(work)
    work.done("members", "merge", HATA, "--into", AGAIN, "--anyway", "--reason", "the newer card")
    work.store(game(MORI, HATA, "1-0", day=DAY))
    work.done("rate", "--interpretation", "R53=more-games")
    work.done("publish")
    page = told(work, AGAIN)
    assert (
        f"{MERGED}1500, with 110 rated games in all; under this ID, the list before has 1520, with 10."
        in page
    )


def test_the_list_after_that_one_says_nothing_of_it(work: Workplace) -> None:
    federation(work)
    merged(work, "--anyway")
    work.done("rate")
    work.done("publish")
    work.moment = datetime(2026, 12, 2, 1, tzinfo=UTC)
    work.done("rate")
    work.done("publish")
    page = told(work, HATA)
    assert page.count(MERGED) == 1 and "List of 1 December 2026" not in page


def anna_twice(work: Workplace, more: Mapping[str, tuple[int, int]] = MappingProxyType({})) -> None:
    """A published list on which Anna goes on with the games of her other entry. `more`: others with a rating
    and games."""
    held = {ANNA: (1000, 40), TWICE: (1040, 7), **more}
    people = {one: "Best Ben" if one in more else "Able Anna" for one in held}
    qj.register(work, *({"ID": i, "Name": n} for i, n in people.items()))
    rows = (
        {"ID": i, "Name": people[i], "QJ": r, "Games": g, "Last-Game": "2026-08-01"}
        for i, (r, g) in held.items()
    )
    qj.opening(work, rows)
    work.done("members", "merge", TWICE, "--into", ANNA, "--anyway", "--reason", "one player")
    work.done("rate")
    work.done("publish")


def test_a_player_of_queensland_is_told_of_it_too(queensland: Workplace) -> None:
    anna_twice(queensland)
    page = told(queensland, ANNA)
    assert (
        f"{MERGED}1000, with 47 rated games in all; under this ID, the list before has 1000, with 40." in page
    )


def rapid_of_the_other_entry(work: Workplace, by_way_of: str | None = None, points: int = 0) -> Path:
    """The site of a list on which Hata goes on from the rapid rating that the other entry alone had, which
    was merged with a third first (`by_way_of`); `points`: decided for that list as well."""
    entries = {**NAMES, AGAIN: NAME}
    work.register(*({"ID": i, "Name": entries[i]} for i in (*RATINGS, AGAIN, *filter(None, [by_way_of]))))
    rows = [{"ID": i, "Name": NAMES[i], "ST": r, "ST-G": 100, "ST-Peak": 1750} for i, r in RATINGS.items()]
    rapid = {"RP": 1500, "RP-G": 10, "RP-Peak": 1500}
    work.opening(
        [row | (rapid if row["ID"] == MORI else {}) for row in rows] + [{"ID": AGAIN, "Name": NAME, **rapid}]
    )
    played = game(MORI, AGAIN, "1-0")
    work.store(replace(played, time_control=TimeControl("15 min + 10 sec", "rapid", 25)))
    if by_way_of:
        for gone, kept in ((AGAIN, by_way_of), (by_way_of, HATA)):
            work.done("members", "merge", gone, "--into", kept, "--anyway", "--reason", "one person")
    else:
        merged(work)
    if points:
        words = ("--type", "rapid", f"--points={points}", "--list", "2026-11-01", "--announced", "2026-10-20")
        work.done("rule", "adjustment", HATA, *words, "--reference", "a decision", "--reason", "it is so")
    work.done("rate")
    work.done("publish")
    return site_of(work)


def test_a_rating_that_came_by_a_merge_is_nobodys_first(work: Workplace) -> None:
    """1500 against 1500 with K 40: the loser has 1480, as the list itself says."""
    site = rapid_of_the_other_entry(work)
    listed = json.loads((site / "data/lists/2026-11-01-v1.json").read_text())["members"]
    (mine,) = (m["ratings"]["rapid"] for m in listed if m["id"] == HATA)
    assert (mine["rating"], mine["change"]) == (1480, -20)
    report = work.done("preview", "--list", "2026-11-01").out
    assert "Rapid: 2 on the list: 0 new, 2 changed, 0 unchanged; 0 left it" in report
    assert "-20  1500    1480  1 game  N90000002  Hata Rin" in report
    feed = shown(site / "feeds/lists-en.xml")
    assert "Rapid: 2 rated, 2 changed" in feed and "New:" not in feed
    assert "New on the list" not in work.done("announce", "--lang", "en").out
    assert "New on the list" not in shown(site / "en/index.html")


@pytest.mark.parametrize(("by_way_of", "points"), [(LATE, 0), (None, 30)])
def test_so_is_it_by_way_of_a_third_entry_and_beside_points_that_were_decided(
    work: Workplace, by_way_of: str | None, points: int
) -> None:
    site = rapid_of_the_other_entry(work, by_way_of, points)
    report = work.done("preview", "--list", "2026-11-01").out
    assert "Rapid: 2 on the list: 0 new, 2 changed, 0 unchanged; 0 left it" in report
    assert f"{points - 20:+d}  1500    {1480 + points}  1 game" in report
    assert "New on the list" not in shown(site / "en/index.html")


def test_what_a_list_was_reckoned_from_is_read_only_for_who_goes_on_from_another_rating(
    queensland: Workplace, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is long. Here it says nothing new: Anna, who was kept, goes on from a rating of her own; Ben, from
    one that the list before kept unseen, was never merged."""
    anna_twice(queensland, {BEN: (400, 30)})
    monkeypatch.setattr(listed, "unpacked", None)
    site_of(queensland)
    queensland.done("announce", "--lang", "en")


def test_a_merge_is_read_once_for_all_builds_of_the_website(
    work: Workplace, monkeypatch: pytest.MonkeyPatch
) -> None:
    read = []
    monkeypatch.setattr(listed, "unpacked", lambda data: read.append(1) or unpacked(data))
    site = rapid_of_the_other_entry(work)
    assert read
    read.clear()
    home = (site / "en/index.html").read_bytes()
    work.done("site", site)
    assert (read, (site / "en/index.html").read_bytes()) == ([], home)


def test_nobody_is_new_in_queensland_by_a_merge_but_who_was_never_listed(queensland: Workplace) -> None:
    """Anna goes on from a rating that the list before shows, Ben from one that it kept unseen (below 500)."""
    people = {ANNA: "Able Anna", TWICE: "Able Anna", BEN: "Best Ben", LOW: "Best Ben"}
    qj.register(queensland, *({"ID": i, "Name": n} for i, n in people.items()))
    rows = (
        {"ID": i, "Name": people[i], "QJ": r, "Games": 30, "Last-Game": "2026-08-01"}
        for i, r in {TWICE: 1040, LOW: 400}.items()
    )
    qj.opening(queensland, rows)
    for gone, kept in ((TWICE, ANNA), (LOW, BEN)):
        queensland.done("members", "merge", gone, "--into", kept, "--anyway", "--reason", "one player")
    queensland.done("rate")
    queensland.done("publish")
    assert "0 new, 0 changed, 1 unchanged; 0 left it" in queensland.done("preview").out
    assert "New:" not in shown(site_of(queensland) / "feeds/lists-en.xml")


def against(work: Workplace, member: str) -> tuple[list[str], list[tuple[object, ...]]]:
    """The opponents of a member: each row of his page, and what his figures on the site, and in the API, say
    of each."""
    site = site_of(work)
    tables = LexborHTMLParser((site / f"en/members/{member}.html").read_text()).css("table.tally")
    rows = [
        f"{tr.css_first('a').attributes['href']} {' '.join(td.text() for td in tr.css('td')[:4])}"
        for tr in tables[1].css("tbody tr")
    ]
    figures = json.loads((site / f"data/members/{member}.json").read_text())["opponents"]
    with look(work.engine()) as session:
        assert answers.member(session, member)["opponents"] == figures
    return rows, [tuple(one.values()) for one in figures]


def test_a_merged_opponent_stands_once_among_opponents_with_all_games(work: Workplace) -> None:
    """Mori won against the one entry and lost against the other, in two events of one list."""
    federation(work)
    work.store(game(MORI, HATA, "1-0"))
    work.store(game(AGAIN, MORI, "1-0", number=1400002, day=date(2026, 10, 11)))
    work.done("rate")
    work.done("publish")
    apart = [f"{AGAIN}.html 1 0 0 1", f"{HATA}.html 1 1 0 0"]
    assert against(work, MORI)[0] == apart
    merged(work, "--anyway")
    told = [f"{HATA}.html 2 1 0 1"], [(HATA, NAME, 2, 1, 0, 1)]
    assert against(work, MORI) == told
    fresh = site_of(work).parent / "fresh"
    work.done("site", fresh)
    for path in (f"en/members/{MORI}.html", f"data/members/{MORI}.json"):
        assert (fresh / path).read_bytes() == (site_of(work) / path).read_bytes()
    work.done("resolve", "--take-back", 1, "--reason", "two persons")
    assert against(work, MORI)[0] == apart
