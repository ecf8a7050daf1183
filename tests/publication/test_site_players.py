"""A player's page: results, opponents, the graph and the file of games, worked by hand from a few games."""

from __future__ import annotations

import csv
import io
import json
import re
from datetime import date
from pathlib import Path

from selectolax.lexbor import LexborHTMLParser

from tests.importer.invented import pairing, player, reading
from tests.office.test_corrections import PAIRS, four_lists, game, turned_round
from tests.office.test_queensland import ANNA
from tests.publication.test_site import site_of
from tests.publication.test_site_families import juniors_site
from tests.workplace import HATA, LATE, MORI, NAMES, ONO, RATINGS, TANI, Workplace, small_federation


def page(site: Path, number: str, lang: str = "en") -> LexborHTMLParser:
    return LexborHTMLParser((site / lang / "members" / f"{number}.html").read_text("utf-8"))


def rows(tree: LexborHTMLParser, table: str) -> list[list[str]]:
    """The rows of a table as they are read, but for the drawn bars."""
    cells = [[c for c in tr.iter() if c.tag in ("th", "td")] for tr in tree.css(f"{table} tbody tr")]
    return [
        [c.text(strip=True) for c in row if "bar-of" not in (c.attributes.get("class") or "")]
        for row in cells
    ]


def test_results_are_counted_by_colour_and_by_k(work: Workplace) -> None:
    """Mori, 1700 with K 20, wins with White against 1500 (0.76 expected: +4.80), and then, 1705, draws with
    White against 1600 (0.64 expected: −2.80)."""
    four_lists(work)
    tree = page(site_of(work), MORI)
    assert rows(tree, "table.record") == [
        ["Standard", "2", "1", "1", "0", "1½", "+2.00"],
        ["with White", "2", "1", "1", "0", "1½", "+2.00"],
        ["K 20", "2", "1", "1", "0", "1½", "+2.00"],
    ]
    bar = tree.css("table.record .sum svg.wdl rect")
    assert [(r.attributes.get("x"), r.attributes["width"]) for r in bar] == [
        (None, "1"),
        ("1", "1"),
        ("2", "0"),
    ]
    facts = {d.css_first("dt").text(): d.css_first("dd").text() for d in tree.css(".held :first-child div")}
    assert facts["Rated games in all"] == "102"  # a hundred were handed over


def test_a_best_win_is_told_with_the_commas_of_the_language(work: Workplace) -> None:
    four_lists(work)
    site = site_of(work)
    told = {
        ("en", "Best wins"): ["Hata Rin (1500), Open 1400001 4 October 2026"],
        ("ja", "主な勝利"): ["Hata Rin（1500）、Open 1400001 2026年10月4日"],
    }
    for (lang, title), wins in told.items():
        tree = page(site, MORI, lang)
        (best,) = (h.parent for h in tree.css("h2") if h.text() == title)
        assert best is not None
        assert [x.text() for x in best.css("li")] == wins


def test_opponents_stand_in_japanese_by_their_kanji(work: Workplace) -> None:
    small_federation(work, hata={"Kanji": "畑 凛"})
    work.store(game(*PAIRS[0]), arrived=PAIRS[0][1])
    work.done("rate")
    work.done("publish")
    site = site_of(work)
    for lang, name in (("en", "Hata Rin"), ("ja", "畑 凛")):
        tree = page(site, MORI, lang)
        links = [a.text() for a in tree.css(f"main a[href='{HATA}.html']")]
        assert links == [name] * 3  # the best win, against whom, the game on the list
    assert "Mori Sora" in page(site, HATA, "ja").css("table.tally")[1].text()


def test_japanese_sentences_stand_without_a_blank_between_and_brackets_are_wide(work: Workplace) -> None:
    four_lists(work)
    site = site_of(work)
    found = []
    for file in site.glob("ja/**/*.html"):
        tree = LexborHTMLParser(file.read_text("utf-8"))
        texts = [p.text() for p in tree.css("p, dd, figcaption")]
        links = [a.text() for a in tree.css("p a")]
        found += [(file.name, t) for t in texts if re.search("。 [^ ]", t) and not any(x in t for x in links)]
        found += [(file.name, t) for t in texts if re.search(r"[ぁ-んァ-ヶ一-龠] ?\(", t)]
    assert found == []


def test_who_joined_with_a_fide_rating_is_told_where_it_comes_from(work: Workplace) -> None:
    """6(1): he stands on the list before he plays; what was handed over of his games counts among them."""
    joined = {"Joined": "2026-10-12", "FIDE ST": 1650, "FIDE Source": "FIDE list 2026-10"}
    work.register({"ID": LATE, "Name": NAMES[LATE], **joined}, {"ID": MORI, "Name": NAMES[MORI]})
    games = [(LATE, "ST", f"2026-09-0{n}", 1500, "1", "Open") for n in (1, 2, 3)]
    work.opening([{"ID": MORI, "Name": NAMES[MORI], "ST": 1700, "ST-G": 100}], games)
    work.done("rate")
    work.done("publish")
    site = site_of(work)
    tree = page(site, LATE)
    facts = {d.css_first("dt").text(): d.css_first("dd").text() for d in tree.css(".held :first-child div")}
    assert (facts["Standard"], facts["Rated games in all"]) == ("1650", "3")
    assert "The rating before is FIDE's at joining" in tree.body.text()
    told = json.loads((site / f"data/members/{LATE}.json").read_text("utf-8"))
    assert told["courses"] == {"standard": [["2026-11-01", 1650]]}


def test_who_is_unrated_is_told_how_many_games_there_are_towards_a_first_rating(work: Workplace) -> None:
    """6(3): six against rated opponents; a forfeit is none."""
    small_federation(work)
    met = (MORI, HATA, TANI)
    players = [player(n, NAMES[i], i) for n, i in enumerate((LATE, *met), 1)]
    work.store(reading(players, [pairing(n, 1, n + 1, "0-1") for n in (1, 2)] + [pairing(3, 4, 1, "+--")]))
    work.done("rate")
    work.done("publish")
    site = site_of(work)
    said = {"en": "2 of 6 games for a first rating (6(3))", "ja": "必要な6局のうち2局（6(3)）"}
    for lang, told in said.items():
        assert told in page(site, LATE, lang).css_first(".entry p").text()
        assert told not in page(site, MORI, lang).html
    assert said["en"] in work.done("explain", LATE).out


def test_games_of_both_types_towards_a_first_rating_are_told_together_where_they_count_so(
    work: Workplace,
) -> None:
    """R117: two rapid games of before, and a standard one."""
    work.register(*({"ID": i, "Name": n} for i, n in NAMES.items()))
    held = [{"ID": i, "Name": NAMES[i], "ST": r, "ST-G": 100, "ST-Peak": 1750} for i, r in RATINGS.items()]
    work.opening(held, [(LATE, "RP", f"2026-09-0{n}", 1500, 1, "Club evening") for n in (1, 2)])
    players = [player(1, NAMES[LATE], LATE), player(2, NAMES[MORI], MORI)]
    work.store(reading(players, [pairing(1, 1, 2, "0-1")]))
    work.done("rate", "--interpretation", "R117=both-types")
    work.done("publish")
    said = "3 of 6 games for a first rating (6(3))"
    assert said in work.done("explain", LATE).out
    assert said in page(site_of(work), LATE).css_first(".entry p").text()


def test_opponents_stand_with_how_the_games_ended(work: Workplace) -> None:
    four_lists(work)
    tree = page(site_of(work), HATA)
    tables = tree.css("table.tally")
    assert len(tables) == 2
    told = [[c.text(strip=True) for c in tr.css("th, td")][:6] for tr in tables[1].css("tbody tr")]
    assert told == [["Ono Aki", "1", "0", "1", "0", "½"], ["Mori Sora", "1", "0", "0", "1", "0"]]
    link = tables[1].css_first("tbody a")
    assert link is not None and link.attributes["href"] == f"{ONO}.html"


def test_a_corrected_result_counts_as_corrected_alone(work: Workplace) -> None:
    four_lists(work)
    turned_round(work)
    work.done("correction", "open", "1400001", "--reported", "2027-01-30", "--reason", "turned round")
    work.done("correction", "publish", "--reason", "turned round")
    site = site_of(work)
    assert rows(page(site, MORI), "table.record")[0][:6] == ["Standard", "2", "0", "1", "1", "½"]
    games = table_of(site, MORI)
    assert [(g["Version"], g["Score"]) for g in games] == [("2", "0"), ("2", "0.5")]


def test_who_played_no_game_that_counts_keeps_his_rating_and_is_not_called_unrated(work: Workplace) -> None:
    """The only game of the list of January is taken out of it."""
    four_lists(work, 3)
    work.done("correction", "open", "1400003", "--reason", "a friendly game")
    work.done("resolve", "1400003", "--exclude", "--reason", "a friendly game")
    work.done("correction", "publish", "--reason", "a friendly game")
    site = site_of(work)
    (told, *_) = [" ".join(x.text().split()) for x in page(site, TANI).css("section.entry")]
    assert "Standard: 1603 → 1603" in told
    assert "No rated game in this period: the rating stays." in told
    newest = json.loads((site / "data/members" / f"{TANI}.json").read_bytes())["lists"][0]
    assert (newest["list"], newest["types"][0]["rating"]) == ("2027-01-01", 1603)


def test_who_is_withheld_is_counted_without_a_name(work: Workplace) -> None:
    four_lists(work)
    work.register({"ID": HATA, "Name": "Hata Rin", "Withheld": "yes"})
    site = site_of(work)
    text = page(site, MORI).text()
    assert "And 1 game against players who are not named here." in " ".join(text.split())
    games = table_of(site, MORI)
    assert [(g["Opponent ID"], g["Opponent"], g["Opponent Rating"]) for g in games] == [
        ("", "", ""),
        (TANI, "Tani Ken", "1600"),
    ]


def test_the_graph_says_rating_change_and_events_of_each_list(work: Workplace) -> None:
    four_lists(work)
    tree = page(site_of(work), MORI)
    told = [[t.text(strip=True) for t in a.css("text, tspan")] for a in tree.css("svg.moments a.at")]
    assert [(t[0][:10], *t[1:]) for t in told] == [
        ("2026-10-01", "1700"),
        ("2026-11-01", "1705 (+5)", "Open 1400001"),
        ("2026-12-01", "1702 (−3)", "Open 1400002"),
    ]
    for link in tree.css("svg.moments a.at"):
        there = (link.attributes["href"] or "").removeprefix("#")
        assert f'<section class="entry" id="{there}">' in (tree.html or "")


def table_of(site: Path, number: str) -> list[dict[str, str]]:
    data = (site / "data/members" / f"{number}.csv").read_bytes()
    assert data.startswith(b"\xef\xbb\xbf")
    return list(csv.DictReader(io.StringIO(data.decode("utf-8-sig"), newline="")))


def test_all_games_are_in_one_file(work: Workplace) -> None:
    four_lists(work)
    site = site_of(work)
    first, second = table_of(site, MORI)
    assert first == {
        "List": "2026-11-01", "Version": "1", "Type": "standard", "Date": "2026-10-04",
        "Event": "Open 1400001", "Event Key": "chess-results:1400001", "Round": "1", "Board": first["Board"],
        "Colour": "white", "Opponent ID": HATA, "Opponent": "Hata Rin", "Opponent Rating": "1500",
        "Result": "1-0", "Score": "1", "Rating": "1700", "Difference": "200", "Expected": "0.76",
        "K": "20", "Change": "4.80", "Use": "rated", "Reason": "",
    }  # fmt: skip
    assert (second["Score"], second["Expected"], second["Change"]) == ("0.5", "0.64", "-2.80")
    assert f"../../data/members/{MORI}.csv" in (page(site, MORI).html or "")


def test_where_ratings_move_event_by_event_no_change_is_split(queensland: Workplace) -> None:
    tree = page(juniors_site(queensland), ANNA)
    table = rows(tree, "table.record")
    assert table[0][0] == "QJ" and len(table[0]) == 6
    assert tree.css_first("table.record thead").text(strip=True).endswith("Won, drawn, lost")
    assert "before each list rounds its sum" not in (tree.html or "")
    (games,) = queensland.rows(
        "SELECT count(*) FROM game_line WHERE federation_id = ? AND (counts OR for_initial)", ANNA
    )[0]
    assert table[0][1] == str(games) != "0"


def test_an_event_says_what_each_player_performed_and_links_to_his_opponents(work: Workplace) -> None:
    """Mori plays two games each against 1500 and 1600 in one event: 2½ points from 4 games are 62.5 %,
    rounded up 63 %, for which the table has 95; with the average of the opponents, 1550, that makes 1645."""
    small_federation(work, mori={"Kanji": "森空"})
    players = tuple(player(n, NAMES[i], i) for n, i in enumerate((MORI, HATA, TANI), 1))
    games = [
        pairing(1, 1, 2, "1-0"),
        pairing(2, 2, 1, "1/2-1/2"),
        pairing(3, 1, 3, "1-0"),
        pairing(4, 3, 1, "1-0"),
    ]
    days = {n: date(2026, 10, 4) for n in range(1, 5)}
    work.store(reading(players, games, days=days))
    work.done("rate")
    work.done("publish")
    site = site_of(work)
    (file,) = (site / "en/events").glob("chess-results-*.html")
    tree = LexborHTMLParser(file.read_text("utf-8"))
    told = {
        tr.css_first("th").text(strip=True): [td.text(strip=True) for td in tr.css("td")]
        for tr in tree.css("table.cross tbody tr")
    }
    assert list(told) == ["Mori Sora森空", "Tani Ken", "Hata Rin"]
    mori = told["Mori Sora森空"]
    assert mori[-2] == "1645"
    assert told["Hata Rin"][-2] == ""  # two games
    links = [(a.attributes["href"], a.attributes["title"]) for a in tree.css("#p1 td.r a")]
    assert links == [("#p3", "Hata Rin"), ("#p3", "Hata Rin"), ("#p2", "Tani Ken"), ("#p2", "Tani Ken")]


def test_the_file_of_a_member_has_the_figures_that_players_are_compared_by(work: Workplace) -> None:
    four_lists(work)
    told = json.loads((site_of(work) / f"data/members/{MORI}.json").read_text("utf-8"))
    assert told["peaks"] == {"standard": 1750}
    assert told["courses"]["standard"] == [["2026-10-01", 1700], ["2026-11-01", 1705], ["2026-12-01", 1702]]
    assert told["record"] == [{"type": "standard", "games": 2, "won": 1, "drawn": 1, "lost": 0}]
    assert told["opponents"] == [
        {"id": TANI, "name": "Tani Ken", "games": 1, "won": 0, "drawn": 1, "lost": 0},
        {"id": HATA, "name": "Hata Rin", "games": 1, "won": 1, "drawn": 0, "lost": 0},
    ]


def test_who_was_entered_twice_in_an_event_has_the_games_of_each_number_beside_it(work: Workplace) -> None:
    """Mori, 1700, left after a win against 1500 (+4.80), and came again: a draw against 1600 (−2.80), and a
    loss against 1500 (−15.20)."""
    small_federation(work)
    players = [player(n, NAMES[i], i) for n, i in enumerate((MORI, HATA, TANI, MORI), start=1)]
    games = [pairing(1, 1, 2, "1-0"), pairing(2, 3, 4, "1/2-1/2"), pairing(3, 4, 2, "0-1")]
    work.store(reading(players, games))
    work.resolve(work.the("member-twice"), "--accept")
    work.done("rate")
    work.done("publish")
    figures = site_of(work) / "data/events/chess-results-1400001.json"
    told = json.loads(figures.read_text("utf-8"))["players"]
    assert [(p["id"], p["counted"], p["change"]) for p in told] == [
        (MORI, 1, 480),
        (HATA, 2, 1040),
        (TANI, 1, 280),
        (MORI, 2, -1800),
    ]
