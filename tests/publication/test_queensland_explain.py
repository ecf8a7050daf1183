"""A Queensland player's list, explained from what is stored and worked out again each time."""

from __future__ import annotations

import json
import re
import sqlite3
from html.parser import HTMLParser

import pytest

from publication.families.queensland.account.telling import CLASSES
from rating.editions import load
from tests.office.test_queensland import ANNA, BEN, CARL, DORA, GAMES, NAMES, event, juniors, rated
from tests.office.test_queensland_cases import FILES
from tests.queensland import opening, register, take_over
from tests.workplace import Workplace, once


@pytest.fixture
@once
def draft(queensland: Workplace) -> Workplace:
    """A draft with a rated player, a new one and a forfeit."""
    juniors(queensland)
    queensland.store(event(*GAMES, (DORA, ANNA, "1-0"), (DORA, BEN, "--+")))
    queensland.resolve("P1", "--class", "open")
    queensland.done("rate")
    return queensland


def change(work: Workplace, statement: str) -> None:
    connection = sqlite3.connect(work.database)
    connection.execute(statement)
    connection.commit()
    connection.close()


def test_the_text_shows_every_figure_with_its_section(draft: Workplace) -> None:
    told = draft.done("explain", ANNA).out
    for line in (
        "Event 1400001\n  2 from 3 games, open event.",
        "average is 1133 1/3; each counts within 600 and 1500, the ceilings of 1000 (4b ii).",
        "average: −133. Table 1 gives 32 %, less 3 (4b i) 29 %: 0.87 of 3 are expected.",
        "K 20 of the class (1): (2 − 0.87) × 20 = +22.60 (1).",
        "Performance: 1133 1/3 and +125 for 67 % make 1258 (2).",
        "Sum of 1 event: +22.60, rounded +23 (1).",
        "1000 + 23 = 1023.",
        "On the list, rank 3; 3 games in the period.",
        "Checked: the games above give this rating.",
    ):
        assert line in told


def test_a_performance_that_the_ceilings_hold_names_their_section(queensland: Workplace) -> None:
    """Table 2 has no value at 100 % and 0 %: 4b ii gives it (R9)."""
    work = queensland
    register(work, *({"ID": number, "Name": NAMES[number]} for number in (ANNA, BEN)))
    opening(work, [{"ID": number, "Name": NAMES[number], "QJ": 1000} for number in (ANNA, BEN)])
    work.store(event((ANNA, BEN, "1-0")))
    work.resolve("P1", "--class", "open")
    work.done("rate")
    assert "Performance: 1000 and +400 for 100 % make 1400 (2 and 4b ii)." in work.done("explain", ANNA).out
    assert "得点率 0% で −500、合わせて500（2、4b ii）。" in work.done("explain", BEN, "--lang", "ja").out


def test_an_average_below_zero_is_told_as_it_is(queensland: Workplace) -> None:
    work = queensland
    register(work, *({"ID": number, "Name": NAMES[number]} for number in (ANNA, BEN, CARL)))
    low = {ANNA: -30, BEN: -3, CARL: -4}
    opening(work, [{"ID": number, "Name": NAMES[number], "QJ": rating} for number, rating in low.items()])
    work.store(event((ANNA, BEN, "1-0"), (ANNA, CARL, "1-0")))
    work.resolve("P1", "--class", "open")
    work.done("rate")
    assert "average is −3 1/2;" in work.done("explain", ANNA).out
    games = ("--game", f"win {BEN}", "--game", f"win {CARL}")
    assert "an average of -3.5" in work.done("whatif", ANNA, "--class", "open", *games).out


def test_a_new_players_cycles_and_mean_are_shown(draft: Workplace) -> None:
    told = draft.done("explain", DORA).out
    assert "QJ: initial rating 1400P" in told
    estimated = "Estimated in 5 cycles from 1000, the mean of the rated players (4a): "
    assert estimated + "1400, 1400, 1400, 1400 and 1400." in told
    assert "weighted by games: 1400 (2)." in told
    assert "1 of these games counts towards a full rating, which takes 8" in told
    assert re.search(r"5 w  27 Sept 2026  Baker Ben +−  Event 1400001  forfeit \(4a\)", told), told


def test_a_mean_of_events_that_count_once_is_told_as_one(queensland: Workplace) -> None:
    """Four draws with 1000 are 1000, a won game against it 1400: 1080 by games, 1200 by events."""
    work = queensland
    register(work, *({"ID": number, "Name": NAMES[number]} for number in (ANNA, DORA)))
    opening(work, [{"ID": ANNA, "Name": NAMES[ANNA], "QJ": 1000}])
    work.store(event(*[(DORA, ANNA, "1/2-1/2")] * 4))
    work.store(event((DORA, ANNA, "1-0"), number=1400002))
    for problem in ("P1", "P2"):
        work.resolve(problem, "--class", "open")
    work.done("rate")
    told = work.done("explain", DORA).out
    assert "before, weighted by games: 1080 (2)." in told
    work.done("rate", "--interpretation", "R104=by-events")
    told = work.done("explain", DORA).out
    assert "before, each event counted once: 1200 (2)." in told
    assert "Checked: the games above give this rating." in told


def test_by_r107_a_provisional_player_is_told_as_estimated(queensland: Workplace) -> None:
    work = queensland
    register(work, *({"ID": number, "Name": NAMES[number]} for number in (ANNA, DORA)))
    opening(
        work,
        [
            {"ID": ANNA, "Name": NAMES[ANNA], "QJ": 1000},
            {"ID": DORA, "Name": NAMES[DORA], "QJ": 700, "P": "P"},
        ],
    )
    work.store(event((DORA, ANNA, "1/2-1/2")))
    work.resolve("P1", "--class", "open")
    stays = "A provisional rating stays in its event"
    work.done("rate")
    told = work.done("explain", DORA).out
    assert stays in told and "Estimated" not in told
    assert re.search("Dean Dora +provisional \\(P\\) +700 +700", work.done("explain", ANNA).out)
    work.done("rate", "--interpretation", "R107=estimated")
    assert re.search("Dean Dora +estimated +1000 +1000", work.done("explain", ANNA).out)
    told = work.done("explain", DORA).out
    assert stays not in told and "Estimated in 5 cycles from 1000" in told
    assert "Checked: the games above give this rating." in told


def test_json_holds_the_facts_and_html_stands_alone(draft: Workplace) -> None:
    doc = json.loads(draft.done("explain", ANNA, "--json").out)
    (part,) = doc["types"]
    (played,) = part["events"]
    assert (played["k"], played["change"], played["average"]) == (20, 2260, [3400, 3])
    assert [g["counted"] for g in played["opponents"]] == [1100, 900, 1400]
    assert part["check"] == {"holds": True, "found": None}

    page = draft.done("explain", ANNA, "--html").out
    seen: list[str] = []

    class Reader(HTMLParser):
        def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
            seen.append(tag)
            assert not {"src", "href"} & {name for name, _ in attrs}

    Reader().feed(page)
    assert seen.count("table") == 1
    assert "script" not in seen
    assert "1000 + 23 = 1023." in page


def test_html_escapes_names(queensland: Workplace) -> None:
    juniors(queensland)
    queensland.store(event((ANNA, "<b>Guest</b>", "1-0"), (BEN, ANNA, "1-0")))
    for problem in queensland.problems():
        words = ("--no-member",) if problem.code == "member-unknown" else ("--class", "open")
        queensland.resolve(problem, *words)
    queensland.done("rate")
    page = queensland.done("explain", ANNA, "--html").out
    assert "&lt;b&gt;Guest&lt;/b&gt;" in page
    assert "<b>Guest" not in page


def test_japanese_says_the_same_in_japanese(draft: Workplace) -> None:
    told = draft.done("explain", ANNA, "--lang", "ja").out
    assert "期待値は 0.87/3 です。" in told
    assert "検算済み" in told
    assert "ja" in draft.done("explain", ANNA, "--lang", "ja", "--html").out


def test_the_opening_is_shown_as_it_was_taken_over(queensland: Workplace) -> None:
    path = next(p for p in FILES if p.stem == "2-provisional-on-input")
    case = json.loads(path.read_text(encoding="utf-8"))["case"]
    take_over(queensland, case)
    held = [m for m in case["members"] if m.get("previous_period")]
    assert held
    told = queensland.done("explain", "Player " + held[0]["id"]).out
    assert "Taken over from before this office." in told
    assert "an earlier event" in told


TAMPERED = (
    "UPDATE event_line SET k = 15 WHERE player = 'Q000001'",
    "UPDATE event_line SET change = change + 1 WHERE player = 'Q000001'",
    "UPDATE event_line SET percentage = percentage + 3 WHERE player = 'Q000001'",
    "UPDATE event_line SET average_numerator = average_numerator + 1 WHERE player = 'Q000001'",
    "UPDATE event_line SET performance = performance + 1 WHERE player = 'Q000001'",
    "UPDATE event_line SET rating = rating + 1 WHERE player = 'Q000002'",
    "UPDATE event_line SET estimates = '[1000, 1400, 1399, 1400, 1400, 1400]' WHERE player = 'Q000004'",
    "UPDATE list_rating SET rating = rating + 1 WHERE federation_id = 'Q000001' AND version_id = 2",
    "UPDATE list_rating SET period_games = 9 WHERE federation_id = 'Q000001' AND version_id = 2",
    "UPDATE event_rating SET listed = 0 WHERE federation_id = 'Q000001' AND version_id = 2",
    "UPDATE event_rating SET provisional = 1 WHERE federation_id = 'Q000001' AND version_id = 2",
    "UPDATE event_line SET opponents = replace(opponents, '\"score\": 2', '\"score\": 1')"
    " WHERE player = 'Q000001'",
    "UPDATE event_line SET opponents = '[]' WHERE player = 'Q000001'",
)
WITHOUT = (
    "DELETE FROM event_line WHERE player = 'Q000001'",
    "DELETE FROM list_member WHERE federation_id = 'Q000001' AND version_id = 2",
    "UPDATE list_rating SET initial = NULL WHERE version_id = 2",
)
"""Rows that others hang on, of an event or a rating."""


@pytest.mark.parametrize("statement", WITHOUT)
def test_rows_that_hang_together_no_more_are_named_and_not_published(
    draft: Workplace, statement: str
) -> None:
    change(draft, statement)
    refused = draft.run("publish")
    assert "sum-does-not-hold" in {p["code"] for p in refused.problems()}
    assert "rows that hang together no more" in refused.err


@pytest.mark.parametrize("statement", TAMPERED)
def test_a_figure_that_the_others_do_not_give_is_named_and_not_published(
    draft: Workplace, statement: str
) -> None:
    assert "Checked" in draft.done("explain", ANNA).out
    change(draft, statement)
    said = draft.run("explain", ANNA)
    assert said.code == 1
    assert "CHECK FAILED" in said.out
    (told,) = [x for x in draft.run("--lang", "ja", "explain", ANNA).out.splitlines() if "検算" in x]
    assert "：" in told and ": " not in told
    refused = draft.run("publish")
    assert refused.code == 1
    assert "sum-does-not-hold" in {p["code"] for p in refused.problems()}


def test_overshooting_is_told_with_the_mean_it_was_held_at(queensland: Workplace) -> None:
    juniors(queensland)
    for tournament in (1400001, 1400002):
        games = [(ANNA, BEN if n % 2 else CARL, "1-0" if n < 12 else "0-1") for n in range(20)]
        queensland.store(event(*games, number=tournament))
    for problem in queensland.problems():
        queensland.resolve(problem, *(("--class", "open") if "class" in problem.code else ("--accept",)))
    queensland.done("rate")
    told = queensland.done("explain", ANNA).out
    assert "Sum of 2 events: +104.00, rounded +104 (1).\n  1000 + 104 = 1104." in told
    assert "prevented (4c): 104 points gained in 40 games and 2 events. From 50 points, 20 games and" in told
    assert "does not rise above the mean performance, 1072, nor fall below 1000 for it: 1072." in told
    assert "QJ: 1000 → 1072" in told
    assert "Checked" in told


@pytest.mark.parametrize(("reading", "mean"), [("simple-mean", 1055), ("weighted-mean", 1088)])
def test_the_mean_that_is_told_is_that_of_the_reading(queensland: Workplace, reading: str, mean: int) -> None:
    """By hand: 26 of 40 against 1000 on average performs 1110, 5 of 10 performs 1000."""
    juniors(queensland)
    for tournament, count, won in ((1400001, 40, 26), (1400002, 10, 5)):
        games = [(ANNA, BEN if n % 2 else CARL, "1-0" if n < won else "0-1") for n in range(count)]
        queensland.store(event(*games, number=tournament))
    for problem in queensland.problems():
        queensland.resolve(problem, *(("--class", "open") if "class" in problem.code else ("--accept",)))
    queensland.done("rate", "--interpretation", f"R10={reading}")
    told = queensland.done("explain", ANNA).out
    assert "150 points gained in 50 games and 2 events." in told
    assert f"the mean performance, {mean}, nor fall below 1000 for it: {mean}." in told
    told = queensland.done("explain", ANNA, "--lang", "ja").out
    assert "2大会50局で150点の増加。2大会・20局・50点以上のとき" in told
    assert f"パフォーマンスレーティングの平均 {mean} を超えず" in told


def test_every_class_of_events_has_its_words() -> None:
    assert set(load("qjrl").words("time_classes")) == CLASSES.keys()


def test_rated_lists_are_explained_after_publication_too(queensland: Workplace) -> None:
    juniors(queensland)
    rated(queensland, event(*GAMES))
    assert "Checked" in queensland.done("explain", "Able Anna", "--list", "2026-11-01").out
