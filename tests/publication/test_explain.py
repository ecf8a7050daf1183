"""An explanation says the same as text, JSON and HTML, in both languages, and adds up again each time."""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from fractions import Fraction

import pytest
from selectolax.lexbor import LexborHTMLParser

from office.words import speaking
from office.words.formats import short_day
from publication.account.figures import mixed, plus, signed
from publication.account.words import REASONS as WORDS_OF
from rating.reasons import REASONS
from scraper.records import EventRecord, PageSource, TimeControl
from tests.earlier_editions import NEW, PEOPLE, RAPID, event, of_2019, of_2022, office
from tests.importer.invented import pairing, player, reading
from tests.office.test_desk import EVENT
from tests.workplace import HATA, LATE, MORI, NAMES, ONO, TANI, Workplace, once, small_federation

BLITZ = TimeControl("9 min", "blitz", 9)


@pytest.fixture
@once
def drafted(work: Workplace) -> Workplace:
    small_federation(work)
    work.store(EVENT)
    work.done("rate")
    return work


def test_every_reason_for_not_counting_has_its_words() -> None:
    assert set(REASONS) == WORDS_OF.keys()


def test_the_json_holds_every_figure_of_the_calculation(drafted: Workplace) -> None:
    # By hand, as in test_lists: Mori 1700 beats Hata 1500 (.76, +4.80) and Ono 1400 (.85, +3.00).
    doc = json.loads(drafted.done("explain", MORI, "--json").out)
    standard = next(part for part in doc["types"] if part["type"] == "standard")
    assert [(g["opponent"]["name"], g["d"], g["pd"], g["k"], g["c"]) for g in standard["games"]] == [
        ("Hata Rin", 200, 76, 20, 480),
        ("Ono Aki", 300, 85, 20, 300),
    ]
    assert standard["sum"] == {"change": 780, "rounded": 8, "article": "5(2)"}
    assert (standard["previous"], standard["rating"]) == (1700, 1708)
    assert standard["check"] == {"holds": True, "found": None}
    assert doc["previous_list"] == {"list": "2026-10-01", "version": 1}
    assert all(g["k_article"] == g["expected_article"] == "5(1)" for g in standard["games"])


@pytest.mark.parametrize(
    ("read", "told"),
    [
        ([("crosstable", None), ("pairings", None), ("start-list", None)], "pairings"),  # a round robin
        ([("board-pairings", None), ("start-list", None)], "board-pairings"),
        ([("crosstable", None), ("pairings", 1), ("start-list", None)], "crosstable"),
        ([("pairings", 2), ("pairings", 1), ("crosstable", None)], "pairings"),
        ([("trf", None)], "trf"),
    ],
)
def test_the_page_is_named_that_has_the_games_of_the_round(
    work: Workplace, read: list[tuple[str, int | None]], told: str
) -> None:
    small_federation(work)
    pages = [PageSource(k, r, None, f"{k} of {r}", "0" * 64, None, None) for k, r in read]
    work.store(replace(EVENT, source=replace(EVENT.source, pages=tuple(pages))))
    work.done("rate")
    said = work.done("explain", HATA).out
    of_round_2 = re.findall("^  Invented Open +2  (.*), saved by hand  0+$", said, re.MULTILINE)
    assert of_round_2 == [f"{told} of {2 if ('pairings', 2) in read else None}"]


def test_a_forfeit_without_colours_is_won_by_one_and_lost_by_the_other(work: Workplace) -> None:
    small_federation(work)
    results = ((1, 2, "+--"), (3, 4, "--+"), (5, 1, "+--"), (2, 3, "---"))
    unknown = [replace(pairing(1, a, b, r, n), colours=False) for n, (a, b, r) in enumerate(results, 1)]
    players = (*EVENT.players, player(5, "Guest From Afar"))
    work.store(replace(EVENT, players=players, pairings=(*EVENT.pairings[2:], *unknown)))
    work.resolve(work.the("member-unknown"), "--no-member")
    work.done("rate")
    line = re.compile(r"^ +1 .*? ([+−-]{1,3}) +Invented Open", re.MULTILINE)
    told = {who: work.done("explain", who).out for who in (MORI, HATA, TANI, ONO)}
    seen = {who: line.findall(out) for who, out in told.items()}
    assert not any("+--" in out or "--+" in out for out in told.values())  # White's
    assert seen == {MORI: ["+", "−"], HATA: ["−", "−"], TANI: ["−", "−"], ONO: ["+"]}
    doc = json.loads(work.done("explain", HATA, "--json").out)  # as the event has it
    lost = [g for part in doc["types"] for g in part["not_counted"] if g["opponent"]["id"] == MORI]
    assert [(g["colour"], g["result"]) for g in lost] == [(None, "+--")]


def test_json_and_a_page_at_once_are_refused(drafted: Workplace) -> None:
    said = drafted.run("explain", MORI, "--json", "--html")
    assert (said.code, said.out) == (2, "") and "--json and --html exclude each other" in said.err


@pytest.mark.parametrize(
    ("language", "wants"),
    [("en", ("Sum of 2 games: +7.80, rounded +8 (5(2)).", "Checked")), ("ja", ("合計 +7.80", "検算済み"))],
)
def test_text_and_page_show_the_sum_in_both_languages(
    drafted: Workplace, language: str, wants: tuple[str, ...]
) -> None:
    text = drafted.done("explain", MORI, "--lang", language).out
    page = LexborHTMLParser(drafted.done("explain", MORI, "--lang", language, "--html").out)
    assert page.root is not None
    shown = re.sub(r"\s+", " ", page.root.text())
    for want in wants:
        assert want in text
        assert want in shown
    assert page.css_first("html").attributes["lang"] == language
    cells = [[c.text() for c in row.css("td")][:10] for row in page.css("tbody tr")]
    assert cells[0][2:] == ["Hata Rin", "1700", "1500", "200", "0.76 H", "1", "20", "+4.80"]


def test_the_page_needs_no_other_file_and_no_script(drafted: Workplace) -> None:
    page = LexborHTMLParser(drafted.done("explain", MORI, "--html").out)
    assert page.css("script, link, img, iframe") == []


def test_a_name_that_is_markup_stays_a_name(work: Workplace) -> None:
    small_federation(work)
    guest = "<script>alert(1)</script>"
    players = [player(1, NAMES[MORI], MORI), player(2, guest)]
    work.store(reading(players, [pairing(1, 1, 2, "1-0")]))
    work.resolve(work.the("member-unknown"), "--no-member")
    work.done("rate")
    page = work.done("explain", MORI, "--html").out
    assert "<script>" not in page
    assert guest in (LexborHTMLParser(page).root.text() if LexborHTMLParser(page).root else "")


def test_games_that_do_not_count_say_why_in_japanese(work: Workplace) -> None:
    small_federation(work)
    players = [player(1, NAMES[MORI], MORI), player(2, NAMES[LATE], LATE), player(3, NAMES[TANI], TANI)]
    work.store(reading(players, [pairing(1, 1, 2, "1-0"), pairing(2, 1, 3, "+--")]))
    work.done("rate")
    told = work.done("explain", MORI, "--lang", "ja").out
    assert "相手または本人がUR（5(1)）：Abe Late" in told
    assert "不戦勝・不戦敗（5(1)）" in told


def test_days_and_minutes_of_games_that_do_not_count_are_told_in_japanese(work: Workplace) -> None:
    """A fee of 2022 (3(5)), a game reported after ninety days (3(6)), one of nine minutes."""
    of_2022(work)
    for number, day, time in (
        (1, date(2022, 9, 4), RAPID),
        (2, date(2022, 6, 3), RAPID),
        (3, date(2022, 9, 4), BLITZ),
    ):
        work.store(event(1220000 + number, day, [(MORI, HATA, "1-0")], time_control=time), date(2022, 9, 5))
    work.done("resolve", "E1", "--fee-unpaid", "--reason", "nothing came")
    work.resolve(work.the("late-report"), "--accept")
    work.done("rate")
    told = work.done("explain", MORI, "--lang", "ja").out
    assert "更新料未納（3(5)）：納入なし（期限は2022-09-30）" in told
    assert "報告期限を過ぎた報告（3(6)）：2022-09-05に報告（期限は2022-09-01）" in told
    assert "）：9分" in told


def test_what_a_difference_counts_as_is_told_with_its_article(work: Workplace) -> None:
    """2022 has a paragraph of its own for it, 5(4); the expected score is of 5(2)."""
    office(work, datetime(2022, 10, 2, 1, 0, tzinfo=UTC), "2022-09-01", {MORI: 1700, HATA: 1250})
    work.store(event(1220001, date(2022, 9, 4), [(MORI, HATA, "1-0")]), date(2022, 9, 5))
    work.done("rate")
    told = work.done("explain", MORI).out
    assert "450 (400)  0.92 H" in told and "D in brackets: what it counts as (5(4))." in told
    assert "Dの括弧内は計算に用いる値です（5(4)）。" in work.done("explain", MORI, "--lang", "ja").out


def test_who_holds_the_other_rating_is_not_called_unrated(work: Workplace) -> None:
    small_federation(work)
    players = [player(1, NAMES[MORI], MORI), player(2, NAMES[LATE], LATE)]
    work.store(reading(players, [pairing(1, 1, 2, "1-0")]))
    work.done("rate")
    for options in ((), ("--html",)):
        told = work.done("explain", MORI, *options).out
        assert "Rapid: no rating yet" in told and "(UR)" not in told
        assert "With the first rated game the Standard rating is taken over (6(2))." in told
        told = work.done("explain", LATE, *options).out
        assert "Rapid: unrated (UR)" in told and "taken over" not in told
        assert "Still unrated (UR): 1 of 6 games for a first rating (6(3))" in told


@pytest.mark.parametrize(
    ("made", "day", "article"),
    [(of_2019, date(2019, 9, 1), "2(3)"), (of_2022, date(2022, 9, 4), "6(2)")],
)
def test_who_may_take_a_rating_from_outside_over_is_not_called_unrated(
    work: Workplace, made: Callable[..., None], day: date, article: str
) -> None:
    """He is met at it (R5): for who has none that game counts towards a first rating, at 1750."""
    fide = {"FIDE ST": 1750, "FIDE Source": "FIDE list", "Joined": "2019-08-01"}
    made(work, nitta=fide)
    players = [player(1, PEOPLE[NEW], NEW), player(2, NAMES[LATE], LATE)]
    work.store(reading(players, [pairing(1, 1, 2, "1-0")], days={1: day}), day)
    work.done("rate")
    told = work.done("explain", NEW).out
    assert "no rating yet" in told and "initial rating" not in told
    assert f"With the first rated game the rating 1750 is taken over ({article})." in told
    assert f"1750のレーティングを引き継ぎます（{article}）。" in work.done("explain", NEW, "--lang", "ja").out
    assert "unrated (UR)" in work.done("explain", LATE).out


def test_who_won_all_games_reads_why_they_gave_no_first_rating(work: Workplace) -> None:
    small_federation(work)
    rated = [MORI, TANI, HATA, ONO]
    players = [player(1, NAMES[LATE], LATE), *(player(n, NAMES[who], who) for n, who in enumerate(rated, 2))]
    work.store(reading(players, [pairing(n, 1, 2 + n % 4, "1-0") for n in range(1, 8)]))
    work.done("rate")
    told = work.done("explain", LATE).out
    assert "Still unrated (UR): 6 of 6 games for a first rating (6(3)): all of them won" in told


def test_games_that_lie_too_far_back_are_told_apart_from_those_that_count(work: Workplace) -> None:
    """They stay kept, for K: two of the three lie before the two years of the list of November 2026."""
    games = [(LATE, "ST", day, 1500, 1, "Club evening") for day in ("2024-09-01", "2024-10-20", "2024-10-21")]
    work.register(*({"ID": i, "Name": n} for i, n in NAMES.items()))
    work.opening([{"ID": MORI, "Name": NAMES[MORI], "ST": 1700, "ST-G": 100}], games)
    players = [player(1, NAMES[LATE], LATE), player(2, NAMES[MORI], MORI)]
    work.store(reading(players, [pairing(1, 1, 2, "0-1")]))
    work.done("rate")
    told = work.done("explain", LATE).out
    assert "2 of 6 games for a first rating (6(3)); 2 others lie outside the time that counts\n" in told
    told = work.done("explain", LATE, "--lang", "ja").out
    assert "必要な6局のうち2局（6(3)）、ほかに対象期間外の対局が2局\n" in told
    told = work.done("whatif", LATE, "--game", "win 1500").out
    assert "games for a first rating (6(3)); 2 others lie outside the time that counts\n" in told


def test_games_that_count_for_k_and_that_no_table_shows_are_told(work: Workplace) -> None:
    """All games against rated opponents count towards the 30 of 5(1): one of before the two years of a first
    rating, and those of a type in which a rating is taken over."""
    days = ("2024-10-20", *(f"2026-0{month}-01" for month in range(1, 6)))
    games = [(LATE, "ST", day, 1500, "0.5", "Club evening") for day in days]
    games += [(TANI, "RP", day, 1500, 1, "Club evening") for day in days[:2]]
    work.register(*({"ID": i, "Name": n} for i, n in NAMES.items()))
    held = {"ST": 1500, "ST-G": 100, "RP": 1500, "RP-G": 100}
    rated = [
        {"ID": MORI, "Name": NAMES[MORI]} | held,
        {"ID": TANI, "Name": NAMES[TANI], "ST": 1500, "ST-G": 9},
    ]
    work.opening(rated, games)
    players = [player(1, NAMES[LATE], LATE), player(2, NAMES[MORI], MORI), player(3, NAMES[TANI], TANI)]
    work.store(reading(players, [pairing(1, 1, 2, "1/2-1/2")]))
    fast = TimeControl("15 min + 10 sec", "rapid", 25)
    work.store(reading(players, [pairing(1, 3, 2, "1-0")], number=1400002, time_control=fast))
    work.done("rate")
    told = work.done("explain", LATE).out
    assert "  6 games from 21 October 2024 to 20 October 2026 (6(3)).\n" in told
    assert "Rated games in all: 7. 1 of them is an earlier one that is not listed here (5(1)). " in told
    told = work.done("explain", TANI).out
    assert "Rated games in all: 3. 2 of them are earlier ones that are not listed here (5(1)). Peak" in told
    assert "Rated games in all: 9. Peak" in told
    assert "not listed here" not in work.done("explain", MORI).out
    told = work.done("explain", TANI, "--lang", "ja").out
    assert "通算対局数：3。うち2局は、ここに示されていない以前の対局です（5(1)）。" in told


def test_what_was_taken_over_and_the_articles_of_2019_are_named_as_the_text_has_them(work: Workplace) -> None:
    of_2019(work, nitta={"FIDE ST": 1750, "FIDE Source": "FIDE list 2019-08", "Joined": "2019-09-01"})
    work.store(event(1190001, date(2019, 9, 1), [(NEW, MORI, "1-0")]), date(2019, 9, 2))
    work.done("rate")
    told = work.done("explain", NEW).out
    assert "The rating before was taken over from FIDE standard (2(3))." in told
    # 1750 beats 1700 (.57) at K 40: 4(1) says how a game changes a rating, 4(3) says what K is.
    assert "+17.20" in told and "C = (score − PD) × K (4(1) and 4(3))." in told
    assert "FIDEスタンダードから引き継いだものです" in work.done("--lang", "ja", "explain", NEW).out


def test_a_single_half_point_above_one_half_is_one(work: Workplace) -> None:
    of_2022(work)
    games = [(NEW, MORI, "1-0"), (NEW, HATA, "1-0"), (NEW, TANI, "1/2-1/2"), (NEW, ONO, "0-1")]
    work.store(event(1220001, date(2022, 9, 4), games), date(2022, 9, 5))
    work.done("rate")
    told = work.done("explain", NEW).out
    assert "2½ of 4 is 63 %." in told and "1 half point above one half, 20 points each: dp +20." in told


def test_a_sum_of_which_each_part_was_rounded_is_told_so(drafted: Workplace) -> None:
    assert "Sum of 2 games: +7.80, rounded +8 (5(2))." in drafted.done("explain", MORI).out
    drafted.done("rate", "--interpretation", "R2=game-by-game")
    # +4.80 and +3.00.
    told = drafted.done("explain", MORI).out
    assert "Sum of 2 games: +7.80; each rounded, +8 (5(2))." in told
    assert "1局ごとに四捨五入して +8" in drafted.done("--lang", "ja", "explain", MORI).out


def test_games_of_a_ur_player_are_told_as_other_readings_rate_them(work: Workplace) -> None:
    of_2022(work)
    rapid = event(1220001, date(2022, 9, 4), [(NEW, MORI, "1-0"), (NEW, ONO, "0-1")], time_control=RAPID)
    work.store(rapid, date(2022, 9, 5))
    work.done("rate", "--interpretation", "R7=rated-at-zero")
    assert (
        "Counted towards the initial rating, rated for rated opponents alone" in work.done("explain", NEW).out
    )
    # Both could take a rating over; for a UR player they are UR, whom 6(4) takes for 1000.
    work.done("rate", "--interpretation", "R5=rated-for-holders")
    told = work.done("explain", NEW).out
    assert "Counted towards the initial rating, rated for neither player" in told
    assert (told.count("1000  assumed, unrated"), told.count("taken over")) == (2, 0)


def test_a_number_that_its_games_do_not_give_is_called_out(drafted: Workplace) -> None:
    connection = sqlite3.connect(drafted.database)
    connection.execute(
        "UPDATE list_rating SET rating = 1750 WHERE federation_id = ? AND version_id = 2", (HATA,)
    )
    connection.commit()
    connection.close()
    said = drafted.run("explain", HATA)
    assert said.code == 1
    assert "CHECK FAILED" in said.out
    page = LexborHTMLParser(drafted.run("explain", HATA, "--html").out)
    assert page.css_first("p.failed") is not None


def of_2024(work: Workplace) -> None:
    small_federation(work)


PLAYED = {
    "ncs-2019-09": (of_2019, date(2019, 9, 7)),
    "ncs-2022-09": (of_2022, date(2022, 9, 7)),
    "jcf-2024-10": (of_2024, date(2026, 10, 10)),
}
GAMES = [(NEW, MORI, "1-0"), (NEW, HATA, "0-1"), (NEW, TANI, "1/2-1/2"), (NEW, ONO, "1-0")]
OTHERS = [(MORI, ONO, "1-0"), (MORI, HATA, "+--"), (TANI, ONO, "0-1")]


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("edition", PLAYED)
def test_every_edition_is_explained_alike_as_text_page_and_json(
    work: Workplace, edition: str, language: str
) -> None:
    make, day = PLAYED[edition]
    make(work)
    if edition == "jcf-2024-10":
        work.register({"ID": NEW, "Name": PEOPLE[NEW]})
    more = GAMES if edition != "jcf-2024-10" else [*GAMES, (NEW, TANI, "0-1"), (NEW, ONO, "1-0")]
    work.store(event(1240001, day, [*more, *OTHERS]), day + timedelta(days=1))
    work.done("rate")
    for who in (NEW, MORI):
        doc = json.loads(work.done("explain", who, "--json").out)
        text = work.done("explain", who, "--lang", language).out
        page = LexborHTMLParser(work.done("explain", who, "--lang", language, "--html").out)
        assert page.root is not None
        shown = re.sub(r"\s+", " ", page.root.text())
        assert doc["edition"] == edition
        part = doc["types"][0]
        facts = [edition, part["check"]["holds"] and {"en": "Checked", "ja": "検算済み"}[language]]
        facts += [str(part["rating"]), str(part["games_in_all"])]
        for game in (*part["games"], *part["not_counted"], *part["towards_initial"]):
            with speaking(language):
                on = short_day(date.fromisoformat(game["days"][0]))
            facts += [game["opponent"]["name"], game["event"]["name"], on]
            facts += [reason["article"] for reason in game.get("reasons", ())]
        for game in part["games"]:
            facts += [game["rating"], game["opponent_rating"], game["d"], game["k"], game["k_article"]]
            facts += [
                f"{game['pd'] // 100}.{game['pd'] % 100:02d}",
                signed(game["c"]),
                game["expected_article"],
            ]
        if who == MORI:
            facts += [signed(part["sum"]["change"]), plus(part["sum"]["rounded"]), part["sum"]["article"]]
            assert [len(part["games"]), len(part["not_counted"])] == [1, 2]
        else:
            told = part["initial"]
            assert len(told["games"]) == len(more)
            assert "opponent_name" in told["games"][0] and "opponent_kanji" not in told["games"][0]
            facts += [g["opponent_rating"] for g in told["games"]]
            percent = {"en": " %", "ja": "%"}[language]
            facts += [mixed(Fraction(*told["ra"])), f"{told['p']}{percent}", plus(told["dp"]), told["pr"]]
            facts += [told["article"], part["initial_article"]]
        for fact in facts:
            assert str(fact) in text, fact
            assert str(fact) in shown, fact


ROW = "UPDATE list_rating SET {} WHERE federation_id = 'N10000014' AND version_id = 2 AND type = 'standard'"
LINE = "UPDATE game_line SET {} WHERE federation_id = 'N10000014' AND version_id = 2 AND round = 1"
TAMPERED = (
    *(ROW.format(f"{name} = {name} + 1") for name in ("previous", "change", "rounded", "period_games")),
    *(ROW.format(what) for what in ("rating = rating + 1", "peak = 999", "games = 0", "floored = 1")),
    ROW.format("marks = 'provisional'"),
    ROW.format("adjusted = 0"),
    *(LINE.format(f"{name} = {name} + 1") for name in ("d", "d_used", "pd", "k", "c")),
    *(LINE.format(f"{name} = {name} + 40") for name in ("rating", "opponent_rating")),
    LINE.format("\"column\" = 'L'"),
    LINE.format("k_reason = 'new'"),
    LINE.format("result = '0-1'"),
    LINE.format("colour = 'black'"),
    LINE.format("score = 1"),
    LINE.format("counts = 0"),
)


@pytest.mark.parametrize("statement", TAMPERED)
def test_any_figure_of_a_sum_that_the_others_do_not_give_is_called_out(
    drafted: Workplace, statement: str
) -> None:
    assert "Checked" in drafted.done("explain", MORI).out
    _change(drafted, statement.replace("N10000014", MORI))
    assert "CHECK FAILED" in drafted.run("explain", MORI).out
    assert "sum-does-not-hold" in {p["code"] for p in drafted.run("publish").problems()}


JSON = "UPDATE list_rating SET initial = json_set(initial, {}) WHERE how = 'initial'"
INITIAL = (
    *(JSON.format(f"'$.{name}', 1") for name in ("pr", "p", "dp", "score", "floor_acted")),
    JSON.format("'$.ra[0]', 1"),
    JSON.format("'$.games[0].score', 1"),
    JSON.format("'$.games[0].opponent_rating', 1000"),
    JSON.format("'$.games[0].date', '2020-01-01'"),
    JSON.format("'$.games[0].round', 9"),
    JSON.format("'$.window[1]', '2025-01-01'"),
    "UPDATE list_rating SET rating = rating + 1 WHERE how = 'initial'",
    "UPDATE list_rating SET games = 1 WHERE how = 'initial'",
    "UPDATE list_rating SET period_games = 5 WHERE how = 'initial'",
    "UPDATE list_rating SET floored = 1 WHERE how = 'initial'",
)


@pytest.mark.parametrize("statement", INITIAL)
def test_any_figure_of_an_initial_rating_that_the_others_do_not_give_is_called_out(
    work: Workplace, statement: str
) -> None:
    small_federation(work)
    work.store(debut())
    work.done("rate")
    assert "Checked" in work.done("explain", LATE).out
    _change(work, statement)
    assert "CHECK FAILED" in work.run("explain", LATE).out
    assert "sum-does-not-hold" in {p["code"] for p in work.run("publish").problems()}


def debut(count: int = 6) -> EventRecord:
    """Games of who is unrated, two of them won; six make him a rating (6(3))."""
    seats = (MORI, HATA, TANI, LATE)
    players = [player(n, NAMES[who], who) for n, who in enumerate(seats, start=1)]
    results = ("1-0", "0-1", "0-1", "1-0", "0-1", "0-1")
    games = [pairing(n, 4, 1 + n % 3, result) for n, result in enumerate(results[:count], start=1)]
    return reading(players, games, days=dict.fromkeys(range(1, count + 1), date(2026, 10, 10)))


def _change(work: Workplace, statement: str) -> None:
    connection = sqlite3.connect(work.database)
    assert connection.execute(statement).rowcount == 1
    connection.commit()
    connection.close()


def test_the_opening_list_is_shown_as_taken_over(drafted: Workplace) -> None:
    told = drafted.done("explain", MORI, "--list", "2026-10-01", "--lang", "ja").out
    assert "運用開始時に引き継ぎました" in told
    assert "1700" in told
    assert "1700" in drafted.done("explain", MORI, "--list", "2026-10-01", "--html").out
