"""Rankings of groups and of clubs, worked by hand from five invented members."""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path

import pytest
from selectolax.lexbor import LexborHTMLParser

from publication.site.addresses import club_slug
from tests.importer.invented import ALWAYS, csv_bytes, pairing, player, reading
from tests.office.test_queensland import ANNA, BEN
from tests.office.test_queensland import NAMES as JUNIORS
from tests.publication.test_site import shown, site_of
from tests.publication.test_site_families import juniors_site
from tests.publication.test_site_players import rows
from tests.queensland import table
from tests.workplace import HATA, LATE, MORI, NAMES, ONO, RATINGS, TANI, Workplace, once, small_federation

KITA, MINAMI = "Kita Chess Club", "南チェスクラブ"
ABOUT = {
    MORI: {"Birth": "2012-05-01", "Sex": "f", "Club": KITA, "Kanji": "森空"},
    HATA: {"Birth": "1975-12-31", "Sex": "f", "Club": "ＫＩＴＡ  chess club"},
    TANI: {"Birth": "2018-01-02", "Sex": "m", "Club": KITA},
    ONO: {"Birth": "1976-01-02", "Sex": "m", "Club": KITA},
    LATE: {"Birth": "2018-01-01", "Sex": "m", "Club": MINAMI},
}
"""On 1 January 2026 Mori is 13, Hata 50, Tani 7, Ono 49, Abe 8."""
STANDARD = {MORI: 1700, HATA: 1500, TANI: 1601, ONO: 1401, LATE: 1601}


HEADINGS = ("ID", "Name", "Kanji", "Birth", "Sex", "Club", "Withheld", "Memberships")


def registered(work: Workplace, about: dict[str, dict[str, str]]) -> None:
    told = [{"ID": i, "Name": NAMES[i], "Memberships": ALWAYS, **of} for i, of in about.items()]
    data = csv_bytes(HEADINGS, [[of.get(h) for h in HEADINGS] for of in told])
    work.done("members", "import", work.file(data, "register.csv"))


@once
def clubs_office(work: Workplace, **last_game: str) -> None:
    """The list of November after one game, a draw of two with the same rating: it changes none."""
    registered(work, ABOUT)
    work.opening(
        {
            "ID": i, "Name": NAMES[i], "ST": r, "ST-G": 60, "ST-Peak": r,
            "Last-Game": last_game.get(i, "2026-08-01"),
        }
        for i, r in STANDARD.items()
    )  # fmt: skip
    players = tuple(player(n, NAMES[i], i) for n, i in enumerate((TANI, LATE), 1))
    work.store(reading(players, [pairing(1, 1, 2, "1/2-1/2")], days={1: date(2026, 10, 4)}))
    work.done("rate")
    work.done("publish")


def ranking(site: Path, page: str) -> list[str]:
    tree = LexborHTMLParser((site / "en" / page).read_text("utf-8"))
    return [" ".join(li.text().split()) for li in tree.css("ol.ranking li")]


def test_women_seniors_and_age_classes_have_a_ranking_each(work: Workplace) -> None:
    clubs_office(work)
    site = site_of(work, "--ages")
    assert ranking(site, "top-women.html") == ["Mori Sora 森空 1700", "Hata Rin 1500"]
    assert ranking(site, "top-senior.html") == ["Hata Rin 1500"]
    assert ranking(site, "top-u14.html") == ["Mori Sora 森空 1700", "Tani Ken 1601", "Abe Late 1601"]
    assert ranking(site, "top-u12.html") == ["Tani Ken 1601", "Abe Late 1601"]
    assert ranking(site, "top-u10.html") == ["Tani Ken 1601", "Abe Late 1601"]
    assert ranking(site, "top-u8.html") == ["Tani Ken 1601"]
    told = json.loads((site / "data/top-women.json").read_text("utf-8"))
    assert [row[1] for row in told["types"]["standard"]] == [MORI, HATA]
    tree = LexborHTMLParser((site / "ja/top-u8.html").read_text("utf-8"))
    groups = [a.attributes["href"] for a in tree.css("ul.links a")]
    assert groups == ["top.html", "top-women.html", "top-senior.html"] + [
        f"top-u{n}.html" for n in (20, 18, 16, 14, 12, 10, 8)
    ]
    for number, own in {MORI: "u14", HATA: "senior", TANI: "u8"}.items():
        tree = LexborHTMLParser((site / f"en/members/{number}.html").read_text("utf-8"))
        assert f"../top-{own}.html" in [a.attributes["href"] for a in tree.css(".facts a")]


def test_the_page_of_a_group_stands_though_nobody_is_in_it(work: Workplace) -> None:
    """Whoever linked it finds it: a child grows out of a class, and the only woman may stop playing."""
    clubs_office(work)
    site = site_of(work, "--ages")
    assert ranking(site, "top-u8.html") == ["Tani Ken 1601"]
    registered(work, {TANI: {**ABOUT[TANI], "Birth": "2016-01-02"}})
    assert "0 deleted" in work.done("site", site).out
    assert ranking(site, "top-u8.html") == []
    assert "Nobody in this group is ranked at present." in shown(site / "en/top-u8.html")
    assert "順位の付いた選手がいません" in shown(site / "ja/top-u8.html")
    assert json.loads((site / "data/top-u8.json").read_text("utf-8"))["types"] == {}
    tree = LexborHTMLParser((site / "en/top.html").read_text("utf-8"))
    assert "top-u8.html" in [a.attributes["href"] for a in tree.css("ul.links a")]


def test_a_list_that_was_taken_over_shows_its_best_though_it_has_no_ranks(work: Workplace) -> None:
    small_federation(work, mori={"Sex": "f"})
    site = site_of(work)
    best = sorted(RATINGS, key=lambda number: -RATINGS[number])
    for page in ("index.html", "top.html"):
        tree = LexborHTMLParser((site / "en" / page).read_text("utf-8"))
        shown_first = [a.attributes["href"] for a in tree.css("ol.ranking a")]
        assert shown_first == [f"{'../en/'}members/{number}.html" for number in best]
        assert all("value" not in item.attributes for item in tree.css("ol.ranking li"))
    assert (site / "en/top-women.html").exists()
    assert "taken over without ranks" in (site / "en/lists/2026-10-01/v1-standard.html").read_text("utf-8")


def test_no_age_class_has_a_ranking_where_the_office_shows_none(work: Workplace) -> None:
    clubs_office(work)
    site = site_of(work)
    assert sorted(p.name for p in (site / "en").glob("top*.html")) == ["top-women.html", "top.html"]
    assert "Under 14" not in shown(site / "en/top.html")


def test_clubs_are_ranked_by_the_mean_of_their_four_highest_active_ratings(work: Workplace) -> None:
    """(1700 + 1601 + 1500 + 1401) / 4 = 1550.5, and halves go up. Two spellings are one club, under the more
    frequent."""
    clubs_office(work)
    site = site_of(work)
    tree = LexborHTMLParser((site / "en/clubs/index.html").read_text("utf-8"))
    assert rows(tree, "table.clubs") == [[KITA, "1551", "4", "4"], [MINAMI, "", "1", "1"]]
    link = tree.css_first("table.clubs a")
    assert link is not None and link.attributes["href"] == "club-kita-chess-club.html"
    club = LexborHTMLParser((site / "en/clubs/club-kita-chess-club.html").read_text("utf-8"))
    assert rows(club, "table.clubs") == [
        ["Mori Sora森空", "1700"],
        ["Tani Ken", "1601"],
        ["Hata Rin", "1500"],
        ["Ono Aki", "1401"],
    ]
    assert "../../en/clubs/club-kita-chess-club.html" in (site / f"en/members/{HATA}.html").read_text("utf-8")


def test_who_has_not_played_for_a_year_is_no_part_of_the_team(work: Workplace) -> None:
    clubs_office(work, **{ONO: "2025-10-31"})
    site = site_of(work)
    club = LexborHTMLParser((site / "en/clubs/club-kita-chess-club.html").read_text("utf-8"))
    assert rows(club, "table.clubs")[-1] == ["Ono Aki(inactive)", "1401"]
    index = LexborHTMLParser((site / "en/clubs/index.html").read_text("utf-8"))
    assert rows(index, "table.clubs")[0] == [KITA, "", "4", "3"]


def test_who_has_only_a_rating_of_another_type_is_no_part_of_the_team(work: Workplace) -> None:
    registered(work, ABOUT | {LATE: {**ABOUT[LATE], "Club": KITA}})
    work.opening(
        {"ID": i, "Name": NAMES[i], t: r, f"{t}-G": 60, "Last-Game": "2026-08-01"}
        for i, r in STANDARD.items()
        for t in ("RP" if i == LATE else "ST",)
    )
    site = site_of(work)
    club = LexborHTMLParser((site / "en/clubs/club-kita-chess-club.html").read_text("utf-8"))
    assert ["Abe Late", "", "1601"] in rows(club, "table.clubs")
    index = LexborHTMLParser((site / "en/clubs/index.html").read_text("utf-8"))
    assert rows(index, "table.clubs") == [[KITA, "1551", "5", "5"]]


def test_who_is_withheld_is_in_no_ranking_and_counts_in_no_club(work: Workplace) -> None:
    clubs_office(work)
    registered(work, {MORI: {**ABOUT[MORI], "Withheld": "yes"}})
    site = site_of(work, "--ages")
    assert ranking(site, "top-women.html") == ["Hata Rin 1500"]
    index = LexborHTMLParser((site / "en/clubs/index.html").read_text("utf-8"))
    assert rows(index, "table.clubs") == [[KITA, "", "3", "3"], [MINAMI, "", "1", "1"]]
    for page in [*site.rglob("top-*"), *(site / "en/clubs").iterdir()]:
        assert "Mori" not in page.read_text("utf-8")


def test_a_club_that_changes_its_members_changes_its_page(work: Workplace) -> None:
    clubs_office(work)
    site = site_of(work)
    registered(work, {TANI: {**ABOUT[TANI], "Club": MINAMI}})
    work.done("site", site)
    index = LexborHTMLParser((site / "en/clubs/index.html").read_text("utf-8"))
    assert rows(index, "table.clubs") == [[KITA, "", "3", "3"], [MINAMI, "", "2", "2"]]
    assert "Tani" in shown(site / "en/clubs" / f"{club_slug(MINAMI)}.html")
    assert "Tani" not in shown(site / "en/clubs/club-kita-chess-club.html")


def test_the_page_of_a_club_stands_when_nobody_is_left_in_it(work: Workplace) -> None:
    """Others link to it. Of who asked to be withheld not even his club is told."""
    clubs_office(work)
    site = site_of(work)
    page, figures = f"clubs/{club_slug(MINAMI)}.html", f"data/clubs/{club_slug(MINAMI)}.json"
    assert "Abe" in shown(site / "en" / page)
    registered(work, {LATE: {**ABOUT[LATE], "Club": KITA}})
    for folder in (site, site.parent / "anew"):
        work.done("site", folder)
        told = shown(folder / "en" / page)
        assert MINAMI in told and "No player on the lists belongs here at present." in told
        assert "所属する選手はいません" in shown(folder / "ja" / page)
        assert json.loads((folder / figures).read_text("utf-8"))["players"] == []
        index = LexborHTMLParser((folder / "en/clubs/index.html").read_text("utf-8"))
        assert [row[0] for row in rows(index, "table.clubs")] == [KITA]
    registered(work, {LATE: {**ABOUT[LATE], "Club": KITA, "Withheld": "yes"}})
    work.done("site", site)
    assert not (site / "en" / page).exists() and not (site / figures).exists()


def test_the_page_of_a_club_says_of_which_list_its_ratings_are(work: Workplace) -> None:
    """Clubs print it and put it up."""
    clubs_office(work)
    site = site_of(work)
    for page in ("index.html", "club-kita-chess-club.html"):
        assert "List of 1 November 2026" in shown(site / "en/clubs" / page)
        assert "2026年11月1日付リスト" in shown(site / "ja/clubs" / page)


@pytest.mark.parametrize(
    ("name", "slug"),
    [
        ("Kita Chess Club", "club-kita-chess-club"),
        ("ＫＩＴＡ　chess  club", "club-kita-chess-club"),
        ("../../etc", None),
        ("CON", "club-con"),
        ("南", None),
        ("x" * 200, None),
        ("‏", None),
    ],
)
def test_any_name_of_a_club_makes_an_address(name: str, slug: str | None) -> None:
    made = club_slug(name)
    assert made == slug or slug is None
    assert made.startswith("club-") and 6 <= len(made) <= 60
    assert made.isascii() and set(made) <= set("abcdefghijklmnopqrstuvwxyz0123456789-")


def test_clubs_whose_names_differ_have_addresses_that_differ() -> None:
    names = ("Kita-Club", "Kita Club", "Kita Club!", "北", "南", "")
    assert len({club_slug(name) for name in names}) == len(names)


def test_where_the_office_knows_schools_they_are_ranked(queensland: Workplace) -> None:
    site = juniors_site(queensland)
    page = shown(site / "en/clubs/index.html")
    assert "Schools" in page and "Creek State School" in page
    clubs = ({"ID": i, "Name": JUNIORS[i], "Club": "Bay Club"} for i in (ANNA, BEN))
    queensland.done("members", "import", table(queensland, "clubs.csv", ("ID", "Name", "Club"), clubs))
    queensland.done("site", site)
    page = shown(site / "en/clubs/index.html")
    assert "Creek State School" in page and "Bay Club" in page  # Anna has both, Ben a club alone
    home = {p["id"]: p["home"] for p in json.loads((site / "data/people.json").read_text())}
    assert (home[ANNA], home[BEN]) == ("Creek State School", "Bay Club")
