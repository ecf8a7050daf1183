"""The groups of a festival are events of one name: who reads of them is told the group, as it was when a list
was made."""

from __future__ import annotations

import csv
import json
import re
from dataclasses import replace
from datetime import UTC, date, datetime
from html import unescape
from pathlib import Path

import pytest

from tests.earlier_editions import event as of_an_hour
from tests.earlier_editions import of_2022
from tests.importer.invented import pairing, player, reading
from tests.office.test_queensland import ANNA, BEN, DORA, GAMES, juniors
from tests.office.test_queensland import event as of_juniors
from tests.web.conftest import served
from tests.workplace import HATA, LATE, MORI, NAMES, ONO, TANI, Workplace, once, small_federation

NAME = "Autumn Festival"
OPEN, JUNIOR, SENIOR = f"{NAME} [Open]", f"{NAME} [U14 + G14]", f"{NAME} [Seniors]"
NOVEMBER = "2026-11-01"
ALONE = re.compile(rf"{NAME}(?! \[)")
"""The name where no group stands behind it."""

PLAYERS = tuple(player(n, NAMES[i], i) for n, i in enumerate((MORI, HATA, TANI, ONO, LATE), start=1))
IN_OPEN = (pairing(1, 1, 2, "1-0", 1), pairing(1, 3, 4, "0-1", 2))
IN_JUNIOR = (pairing(1, 2, 1, "1/2-1/2", 1), pairing(2, 5, 1, "1-0", 1), pairing(2, 5, 3, "1-0", 2))


@once
def festival(work: Workplace) -> None:
    """Two groups on the list of November: in the second a player towards a first rating."""
    small_federation(work)
    for number, group, games in ((1400001, "Open", IN_OPEN), (1400002, "U14 + G14", IN_JUNIOR)):
        work.store(reading(PLAYERS, games, number=number, name=NAME, group=group))
    for asked in work.problems():
        work.resolve(asked, "--accept")
    work.done("rate")
    work.done("publish")


def corrected(work: Workplace, group: str) -> None:
    """The first group is reported again, with another result, and taken up for a correction."""
    work.moment = datetime(2026, 11, 5, 1, tzinfo=UTC)
    games = (replace(IN_OPEN[0], result=IN_OPEN[1].result), IN_OPEN[1])
    again = reading(PLAYERS, games, number=1400001, name=NAME, group=group)
    work.store(again, date(2026, 11, 4))
    work.done("correction", "open", "E1", "--reported", "2026-11-04", "--reason", "a result")


def site(work: Workplace) -> Path:
    folder = work.folder.parent / "site"
    work.done("site", folder, "--address", "https://ratings.example/")
    return folder


def test_an_account_and_the_announcement_name_the_group(work: Workplace) -> None:
    festival(work)
    told = work.done("explain", MORI).out
    assert ALONE.search(told) is None and OPEN in told and JUNIOR in told
    kept = work.done("explain", LATE).out
    assert "Kept for an initial rating" in kept and JUNIOR in kept and ALONE.search(kept) is None
    (counted, *_) = json.loads(work.done("explain", MORI, "--json").out)["types"][0]["games"]
    assert counted["event"] == {"key": "chess-results:1400001", "name": OPEN}
    for lang in ("en", "ja"):
        told = work.done("announce", "--lang", lang).out
        assert OPEN in told and JUNIOR in told and ALONE.search(told) is None


def test_the_file_for_fide_is_named_with_the_group(work: Workplace) -> None:
    festival(work)
    facts = ("--city", "Tokyo", "--arbiter", "Mori, Sora", "--federation", "JPN")
    said = work.done("export", "trf", "E2", *facts, "--to", work.folder.parent / "e2.trf").out
    assert said.endswith(f"e2.trf: {JUNIOR}\n")


def test_the_report_of_a_run_and_the_desk_name_the_group_and_what_is_kept_does_not(work: Workplace) -> None:
    festival(work)
    late = reading(PLAYERS, IN_OPEN, number=1400003, name=NAME, group="Blitz")
    work.store(replace(late, first_day=date(2026, 11, 7), last_day=date(2026, 11, 8)), date(2026, 11, 9))
    for asked in work.problems():
        work.resolve(asked, "--accept")
    work.moment = datetime(2026, 11, 25, 1, tzinfo=UTC)
    for lang in ("en", "ja"):
        assert f"  {NAME} [Blitz] (chess-results:1400003)" in work.done("--lang", lang, "rate").out
    kept = {text for rows in work.rows("SELECT report FROM list_version WHERE how = 'run'") for text in rows}
    assert all("chess-results" in text and OPEN not in text for text in kept)
    assert work.rows("SELECT DISTINCT event_name FROM game_line") == [(NAME,)]
    with served(work) as desk:
        client = desk.signed_in()
        for page in ("/lists/next", "/lists/2", f"/lists/2/members/{MORI}"):
            text = unescape(client.get(page).text)
            assert NAME in text and ALONE.search(text) is None, page
        (row,) = client.get("/api/v1/next-list").json()["members"][:1]
        assert row["ratings"][0]["events"] == [f"{NAME} [Blitz]"]


def test_the_site_names_the_group_wherever_an_event_stands(work: Workplace) -> None:
    festival(work)
    made = site(work)
    told = {}
    for file in made.rglob("*"):
        if file.suffix in (".html", ".json", ".xml", ".csv") and "games" not in file.parts:
            text = told[str(file.relative_to(made))] = unescape(file.read_bytes().decode("utf-8-sig"))
            assert ALONE.search(text) is None, file
    pages = ("index.html", "arrived.html", "events/index.html", f"lists/{NOVEMBER}/index.html")
    for page in pages:  # the number of the second is the higher one
        assert told[f"ja/{page}"].index(OPEN) < told[f"ja/{page}"].index(JUNIOR), page
    for page in (*pages, f"members/{MORI}.html"):
        assert OPEN in told[f"en/{page}"] and JUNIOR in told[f"ja/{page}"], page
    for file in ("feeds/events-ja.xml", "data/index.json", "data/arrived.json", f"data/members/{MORI}.csv"):
        assert OPEN in told[file], file
    page = told["en/events/chess-results-1400001.html"]
    assert f"<h1><bdi>{OPEN}</bdi></h1>" in page and "event=Autumn+Festival+%5BOpen%5D" in page
    assert json.loads(told["data/events/chess-results-1400001.json"])["name"] == OPEN
    games = (made / "data" / "games" / "2026-ST" / f"{NOVEMBER}.csv").read_text("utf-8-sig")
    assert {row["Source"] for row in csv.DictReader(games.splitlines())} == {NAME}  # names there do not move


def test_what_was_published_keeps_its_group_when_the_event_is_reported_under_another(work: Workplace) -> None:
    festival(work)
    before = site(work)
    page = before / "en" / "events" / "chess-results-1400001.html"
    history = before / "en" / "members" / f"{MORI}.html"
    was = page.read_bytes(), history.read_bytes(), work.done("explain", MORI).out
    corrected(work, "Seniors")
    assert "[Seniors]" in work.done("events").out
    site(work)
    assert was == (page.read_bytes(), history.read_bytes(), work.done("explain", MORI).out)
    told = work.done("--lang", "ja", "correction", "preview").out
    assert f"理由：{SENIOR} (chess-results:1400001)：部門が以前と異なる：Open → Seniors\n" in told
    assert "：第1ラウンド、Mori Sora – Hata Rin：1-0 → 0-1\n" in told
    told = work.done("correction", "publish", "--reason", "a result").out
    assert f"because: {SENIOR} (chess-results:1400001): changed: group: Open → Seniors" in told
    site(work)
    told = history.read_text()
    assert SENIOR in told and OPEN in told  # each version as it was made
    assert SENIOR in page.read_text() and OPEN not in page.read_text()
    with served(work) as desk:
        client = desk.client()
        assert {h["name"] for h in client.get("/api/v1/events").json()["events"]} == {SENIOR, JUNIOR}
        for version, name in ((1, OPEN), (2, SENIOR)):
            text = client.get(f"/api/v1/lists/{NOVEMBER}/{version}/members/{MORI}/account").text
            assert set(re.findall(rf"{NAME}[^\"]*", text)) == {name, JUNIOR}


def test_what_was_published_keeps_the_name_and_days_that_were_decided_while_the_event_is_taken_up(
    work: Workplace,
) -> None:
    """Without them it would be called as the organizer's file, which can name people."""
    small_federation(work)
    text = f"Round,White,White ID,Result,Black,Black ID\n1,Mori Sora,{MORI},{{}},Hata Rin,{HATA}\n"
    work.done("import", work.file(text.format("○").encode(), "from-nitta.csv"), "--reported", "2026-10-12")
    work.resolve(work.the("event-name-missing"), "--name", "Autumn Cup")
    work.resolve(work.the("event-without-days"), "--days", "2026-10-03/2026-10-04")
    work.resolve(work.the("time-control-missing"), "--time-control", "45+30")
    work.done("rate")
    work.done("publish")
    made = site(work)
    (page,) = (made / "en" / "events").glob("report-*.html")
    was = page.read_bytes(), work.done("announce").out
    assert b"<h1><bdi>Autumn Cup</bdi></h1>" in was[0] and b"3 October 2026" in was[0]
    work.moment = datetime(2026, 11, 5, 1, tzinfo=UTC)
    work.done("correction", "open", "E1", "--reported", "2026-11-04", "--reason", "a result")
    work.done("resolve", "--take-back", "1-3", "--reason", "decided anew")
    site(work)
    assert (page.read_bytes(), work.done("announce").out) == was
    work.done("import", work.file(text.format("●").encode(), "from-nitta.csv"), "--reported", "2026-11-04")
    site(work)
    assert (page.read_bytes(), work.done("announce").out) == was
    arrived = (made / "en" / "arrived.html").read_text() + (made / "data" / "arrived.json").read_text()
    assert "from-nitta" not in arrived and arrived.count("Autumn Cup") == 2
    with served(work) as desk:
        (head,) = desk.client().get("/api/v1/events").json()["events"]
    days = "2026-10-03", "2026-10-04"
    assert (head["name"], head["first_day"], head["last_day"]) == ("Autumn Cup", *days)


def test_a_report_that_says_no_name_has_arrived_as_a_file(work: Workplace) -> None:
    """The file's own name can be a person's."""
    small_federation(work)
    text = f"Round,White,White ID,Result,Black,Black ID\n1,Mori Sora,{MORI},○,Hata Rin,{HATA}\n"
    work.done("import", work.file(text.encode(), "from-nitta.csv"), "--reported", "2026-10-12")
    for decided in ((), ("--exclude", "--reason", "a test")):
        if decided:
            work.done("resolve", "E1", *decided)
        made = site(work)
        page, figures = ((made / file).read_text() for file in ("en/arrived.html", "data/arrived.json"))
        assert "a file" in page and "nitta" not in page + figures and '"event":null' in figures
    work.done("resolve", "--take-back", "1", "--reason", "it counts")
    work.resolve(work.the("event-name-missing"), "--accept")
    assert "from-nitta" in (site(work) / "en/arrived.html").read_text()


def test_a_correction_names_the_group_of_what_is_other_and_of_what_is_added(work: Workplace) -> None:
    festival(work)
    corrected(work, "Open")
    late = reading(PLAYERS, (pairing(1, 1, 3, "0-1"),), number=1400003, name=NAME, group="Blitz")
    work.store(late, date(2026, 10, 19))
    for asked in work.problems():
        if asked.code == "late-report":
            work.resolve(asked, "--accept")
    work.done("correction", "open", "E3", "--reported", "2026-11-04", "--reason", "it came in time")
    for lang, added in (("en", "is added"), ("ja", "を追加")):
        told = work.done("--lang", lang, "correction", "preview").out
        assert f"{OPEN} (chess-results:1400001)" in told.replace("（", " (").replace("）", ")")
        line = next(line for line in told.splitlines() if "1400003" in line)
        assert f"{NAME} [Blitz]" in line and added in line


def test_a_fee_statement_names_the_group_before_and_after_publication(work: Workplace) -> None:
    of_2022(work)
    for number, group in ((1220001, "A"), (1220002, "B")):
        games = [(MORI, HATA, "1-0")] if group == "A" else [(TANI, ONO, "0-1")]
        one = of_an_hour(number, date(2022, 9, 4), games, name="Festival", group=group)
        work.store(one, date(2022, 9, 5))
    file = work.folder.parent / "fees.csv"
    for stands in ("to come", "published"):
        if stands == "published":
            work.done("rate")
            work.done("publish")
        told = work.done("fees", "--list", "2022-10-01", "--csv", file).out
        assert all(f"Festival [{group}] (chess-results:122000{n})" in told for n, group in enumerate("AB", 1))
        rows = csv.DictReader(file.read_text("utf-8-sig").splitlines())
        assert {(row["event"], row["event name"]) for row in rows} == {
            ("chess-results:1220001", "Festival [A]"),
            ("chess-results:1220002", "Festival [B]"),
        }


@pytest.mark.parametrize("who", [ANNA, DORA])
def test_a_list_that_is_reckoned_event_by_event_names_the_group(queensland: Workplace, who: str) -> None:
    work = queensland
    juniors(work)
    for number, group in ((1400001, "Open"), (1400002, "U14 + G14")):
        one = of_juniors(*GAMES, (DORA, ANNA, "1-0"), (DORA, BEN, "1-0"))
        source = replace(one.source, tournament=number)
        work.store(replace(one, name=NAME, group=group, source=source))
    for asked in work.problems():
        answer = ("--class", "open") if asked.code == "event-class-missing" else ("--accept",)
        work.resolve(asked, *answer)
    work.done("rate")
    told = work.done("explain", who).out
    assert OPEN in told and JUNIOR in told and ALONE.search(told) is None
    assert OPEN in work.done("explain", who, "--json").out


def test_an_event_without_a_group_is_told_by_its_name(work: Workplace) -> None:
    small_federation(work)
    work.store(reading(PLAYERS, IN_OPEN, number=1400001, name=NAME))
    work.done("rate")
    work.done("publish")
    for words in (("explain", MORI), ("announce",)):
        told = work.done(*words).out
        assert NAME in told and f"{NAME} [" not in told
