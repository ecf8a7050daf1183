"""The website of an office of Queensland, and of lists under the earlier Japanese texts."""

from __future__ import annotations

import json
from datetime import UTC, date, datetime
from functools import partial
from pathlib import Path

import pytest

from tests.earlier_editions import NEW, of_2019, of_2022
from tests.earlier_editions import event as of_ncs
from tests.office.test_decisions import ARRIVED, SEPTEMBER
from tests.office.test_queensland import ADULT, ANNA, BEN, CARL, DORA, GAMES, NAMES, event, rated
from tests.publication.exported import tells, told
from tests.publication.test_site import SITE, november_site, shown, site_of
from tests.queensland import acf, number, opening, register
from tests.web.conftest import served
from tests.workplace import HATA, MORI, ONO, TANI, Workplace, once

LOW = number(7)


def site_of_family(office: str, request: pytest.FixtureRequest) -> Path:
    """The site of a small office: "work" is Japanese, "queensland" is of Queensland."""
    work: Workplace = request.getfixturevalue(office)
    if office == "queensland":
        return juniors_site(work)
    return november_site(work)


def juniors_site(work: Workplace) -> Path:
    """One list with one event: three rated juniors, a newcomer, and one whose rating is kept unseen. Its
    site is to be looked at."""
    return Path(_juniors_site(work).folder.parent / "public")


@partial(once, beside=SITE)
def _juniors_site(work: Workplace) -> None:
    people = {**NAMES, LOW: "Low Lee"}
    about = {ANNA: {"School": "Creek State School", "Level": "PS", "Location": "Bay", "Birth": "2016-02-03"}}
    register(work, *({"ID": i, "Name": n, **about.get(i, {})} for i, n in people.items()))
    rows = {ANNA: 1000, BEN: 1100, CARL: 900, LOW: 400}
    opening(work, ({"ID": i, "Name": people[i], "QJ": r, "Last-Game": "2026-08-01"} for i, r in rows.items()))
    rated(work, event(*GAMES, (DORA, ANNA, "1-0"), (DORA, BEN, "0-1"), (CARL, DORA, "1/2-1/2")))
    site_of(work)


def test_event_lines_are_told_as_they_are_stored(queensland: Workplace) -> None:
    site = juniors_site(queensland)
    page = shown(site / f"en/members/{ANNA}.html")
    (line,) = queensland.rows(
        "SELECT performance, change, k, average_numerator, average_denominator, games FROM event_line"
        " WHERE federation_id = ?",
        ANNA,
    )
    performance, change, k, top, bottom, games = line
    rest = f" {top % bottom}/{bottom}" if top % bottom else ""
    assert f"from {games} games, club or school event." in page
    assert f"The opponents' average is {top // bottom}{rest};" in page
    assert f"make {performance} (2)." in page
    sign = "−" if change < 0 else "+"
    assert f"× {k} = {sign}{abs(change) // 100}.{abs(change) % 100:02d} (1)." in page
    (rating,) = queensland.rows(
        "SELECT rating FROM list_rating WHERE version_id = 2 AND federation_id = ?", ANNA
    )[0]
    assert f"QJ: 1000 → {rating}" in page
    figures = json.loads((site / f"data/members/{ANNA}.json").read_text())
    assert figures["lists"][0]["types"][0]["events"][0]["performance"] == performance


def test_only_who_is_listed_stands_on_the_list(queensland: Workplace) -> None:
    site = juniors_site(queensland)
    table = shown(site / "en/lists/2026-11-01/v1-qj.html")
    assert "Able Anna" in table
    assert "Low Lee" not in table
    listed = queensland.rows("SELECT federation_id FROM event_rating WHERE version_id = 2 AND listed")
    told = json.loads((site / "data/lists/2026-11-01-v1.json").read_text())["members"]
    assert sorted(m["id"] for m in told) == sorted(i for (i,) in listed)
    page = shown(site / f"en/members/{LOW}.html")
    assert "none on the newest list" in page and "no rating yet" not in page  # the office keeps one
    assert "400" not in page


def test_of_an_adult_who_gets_no_rating_it_is_not_said_that_there_is_none_yet(queensland: Workplace) -> None:
    """QJ 3: he counts with his ACF rating, and has no QJ rating."""
    register(queensland, *({"ID": i, "Name": n} for i, n in NAMES.items()))
    acf(queensland, "2026-08-01", {"ID": ADULT, "Name": NAMES[ADULT], "ACF": 1500})
    opening(queensland, [{"ID": ANNA, "Name": NAMES[ANNA], "QJ": 1000, "Last-Game": "2026-08-01"}])
    rated(queensland, event((ANNA, ADULT, "1-0")))
    page = shown(site_of(queensland) / f"en/members/{ADULT}.html")
    assert "An adult has no QJ rating" in page
    assert "none on the newest list" in page and "no rating yet" not in page


def test_of_an_entry_that_was_merged_it_is_not_said_that_it_has_no_rating(queensland: Workplace) -> None:
    """Its page leads to the member's, where the rating is."""
    people = {**NAMES, LOW: "Able Annie"}
    register(queensland, *({"ID": i, "Name": n} for i, n in people.items()))
    rows = {ANNA: 1000, BEN: 1100}
    opening(queensland, ({"ID": i, "Name": NAMES[i], "QJ": r} for i, r in rows.items()))
    rated(queensland, event((LOW, BEN, "1-0"), names=people))
    queensland.done("members", "merge", LOW, "--into", ANNA, "--anyway", "--reason", "the same girl")
    page = shown(site_of(queensland) / f"en/members/{LOW}.html")
    assert f"the same person as {ANNA}" in page
    assert "no rating yet" not in page and "none on the newest list" not in page


@pytest.mark.parametrize(
    ("office", "here", "there"), [("queensland", "girls", "women"), ("work", "women", "girls")]
)
def test_a_list_of_juniors_is_of_girls_and_boys(
    request: pytest.FixtureRequest, office: str, here: str, there: str
) -> None:
    work: Workplace = request.getfixturevalue(office)
    if office == "queensland":
        register(work, {"ID": ANNA, "Name": NAMES[ANNA], "Sex": "f"})
        opening(work, [{"ID": ANNA, "Name": NAMES[ANNA], "QJ": 1000, "Last-Game": "2026-08-01"}])
        rated(work)
        site = site_of(work)
        page = (site / "en/lists/2026-11-01/v1-qj.html").read_text()
        assert ">Girls</a>" in (site / "en/top.html").read_text()
        assert "<h1>Girls</h1>" in (site / "en/top-women.html").read_text()
    else:
        page = (november_site(work) / "en/lists/2026-11-01/v1-standard.html").read_text()
    assert f">{here}</option>" in page and f">{there}</option>" not in page


def test_who_fell_off_the_list_is_not_called_unrated(queensland: Workplace) -> None:
    register(queensland, *({"ID": i, "Name": n} for i, n in NAMES.items()))
    rows = ((ANNA, 1000, "2026-08-01"), (BEN, 1500, "2025-04-30"))
    opening(queensland, ({"ID": i, "Name": NAMES[i], "QJ": r, "Last-Game": day} for i, r, day in rows))
    rated(queensland, event((ANNA, DORA, "1-0")))
    site = site_of(queensland)
    page = shown(site / f"en/members/{BEN}.html")
    assert "none on the newest list" in page and "no rating yet" not in page
    badge = (site / f"badges/{BEN}.svg").read_text()  # it stands on other websites
    assert "Baker Ben: QJ –" in badge and "1500" not in badge


def test_a_list_that_shows_nobody_has_its_pages_its_announcement_and_tells_who_left(
    queensland: Workplace,
) -> None:
    register(queensland, *({"ID": i, "Name": NAMES[i]} for i in (ANNA, BEN)))
    rows = ((ANNA, 1000, "2025-04-30"), (BEN, 400, "2026-08-01"))
    opening(queensland, ({"ID": i, "Name": NAMES[i], "QJ": r, "Last-Game": day} for i, r, day in rows))
    rated(queensland)
    site = site_of(queensland)
    assert "Nobody is on this list." in shown(site / "en/lists/2026-11-01/v1-qj.html")
    (course,) = json.loads((site / "data/statistics.json").read_text()).values()
    assert [(m["list"], m["rated"]) for m in course["lists"]] == [("2026-09-01", 1), ("2026-11-01", 0)]
    assert "QJ: 0 players, 0 of them active" in queensland.done("announce").out
    report = queensland.done("preview").out
    assert "QJ: 0 on the list: 0 new, 0 changed, 0 unchanged; 1 left it" in report
    assert "left: Q000001 Able Anna, 1000" in report


def test_games_of_players_whom_the_list_does_not_show_are_counted_alike_wherever_they_are_told(
    queensland: Workplace,
) -> None:
    register(queensland, *({"ID": i, "Name": NAMES[i]} for i in (ANNA, BEN)))
    rows = ({"ID": i, "Name": NAMES[i], "QJ": 300, "Last-Game": "2026-08-01"} for i in (ANNA, BEN))
    opening(queensland, rows)
    rated(queensland, event((ANNA, BEN, "1-0")))
    site = site_of(queensland)
    assert "Games on this list1" in shown(site / "en/statistics.html")
    assert "Rated games1" in shown(site / "en/index.html")
    assert "1 rated game" in queensland.done("announce").out


def test_a_provisional_rating_carries_its_sign_with_a_word_for_it(queensland: Workplace) -> None:
    site = juniors_site(queensland)
    (rating,) = queensland.rows(
        "SELECT rating FROM list_rating WHERE version_id = 2 AND federation_id = ?", DORA
    )[0]
    table = shown(site / "en/lists/2026-11-01/v1-qj.html")
    assert f"{rating}P" in table
    assert "P: provisional" in table
    assert '<abbr class="mark" title="provisional">P</abbr>' in (site / f"en/members/{DORA}.html").read_text()


def test_a_provisional_rating_that_is_worked_out_anew_is_nowhere_a_gain(queensland: Workplace) -> None:
    """Dora performed 1000, then more: as in the file of the most improved (R34)."""
    juniors_site(queensland)
    queensland.moment = datetime(2027, 1, 2, 1, tzinfo=UTC)
    games = ((DORA, ANNA, "1-0"), (ANNA, CARL, "1-0"), (ANNA, BEN, "1-0"))
    record = event(*games, number=1400002, day=date(2026, 11, 29))
    rated(queensland, record, arrived=date(2026, 12, 1))
    moved = dict(
        queensland.rows(
            "SELECT federation_id, rating - previous FROM list_rating"
            " JOIN list_version v ON v.id = version_id"
            " WHERE list_date = '2027-01-01' AND period_games > 0"
        )
    )
    assert moved[DORA] > 0 and moved[ANNA] > 0
    site = site_of(queensland)
    gained = f"Able Anna +{moved[ANNA]}"
    for page in (shown(site / "en/index.html"), shown(site / "en/top.html")):
        assert gained in page and "Dean Dora +" not in page
    said = queensland.done("announce", "--lang", "en").out
    changed = sum(points != 0 for points in moved.values())
    assert f"Greatest gains: {gained} (" in said and "Dean Dora +" not in said
    assert f"{changed} ratings changed" in said
    feed = (site / "feeds/lists-en.xml").read_text("utf-8")
    assert f"rated, {changed} changed." in feed and f"Most gained: {gained}." in feed


def test_school_and_place_are_told_and_no_birth_date(queensland: Workplace) -> None:
    site = juniors_site(queensland)
    page = shown(site / f"en/members/{ANNA}.html")
    assert "Creek State School" in page
    assert "primary school" in page
    assert "Bay" in page
    everything = "".join(told(p) for p in site.rglob("*") if p.is_file())
    assert not tells(everything, 2016)
    assert "School" in shown(site / "en/lists/2026-11-01/v1-qj.html")
    table = (site / "en/lists/2026-11-01/v1-qj.html").read_text()
    assert "Kanji</th>" not in table
    assert ">K</th>" not in table  # K is of the event


def test_no_days_are_named_where_the_text_closes_no_list(queensland: Workplace, work: Workplace) -> None:
    site = juniors_site(queensland)
    assert "days have passed" not in shown(site / "en/corrections.html")


def test_an_adjustment_and_a_decided_rating_are_told_with_their_grounds(work: Workplace) -> None:
    of_2019(work)
    four = [(NEW, ONO, "1-0"), (NEW, HATA, "1-0"), (NEW, TANI, "1-0"), (NEW, MORI, "1-0")]
    work.store(of_ncs(1190001, SEPTEMBER, [(MORI, HATA, "1-0")]), ARRIVED)
    work.store(of_ncs(1190002, SEPTEMBER, four), ARRIVED)
    words = ("--type", "ncs", "--points=-12", "--reference", "Board 2019/3", "--announced", "2019-04-01")
    work.done("rule", "adjustment", MORI, *words, "--reason", "balance")
    work.run("rate")
    work.resolve(work.the("decision-needed"), "--rating", 1850, reason="champion of another country")
    work.done("rate")
    work.done("publish")
    site = site_of(work)
    page = shown(site / f"en/members/{MORI}.html")
    assert "Sum of 1 game: +4.80, rounded +5 (4(5))." in page
    assert "Board 2019/3): −12. 1700 + 5 − 12 = 1693." in page
    page = shown(site / f"en/members/{NEW}.html")
    assert "Decided by the federation (2(4)): 1850." in page
    with served(work) as desk:
        account = desk.client().get(f"/api/v1/lists/2019-10-01/1/members/{NEW}/account").text
    assert '"decided":{"rating":1850,' in account
    for read in (page, account, work.done("explain", NEW, "--html").out):
        assert "1850" in read and "champion of another country" not in read
    assert "1850P" in shown(site / "en/lists/2019-10-01/v1-ncs.html")
    assert "NCS" in shown(site / "ja/statistics.html")


def test_an_initial_rating_is_told_with_every_game_it_was_worked_from(work: Workplace) -> None:
    of_2019(work)
    earlier = [(NEW, ONO, "0-1"), (NEW, HATA, "1-0")]
    work.store(of_ncs(1190001, SEPTEMBER, earlier, name="September Open"), ARRIVED)
    work.done("rate")
    work.done("publish")
    work.moment = datetime(2019, 11, 2, 1, 0, tzinfo=UTC)
    later = [(NEW, TANI, "1/2-1/2"), (NEW, MORI, "1-0")]
    work.store(of_ncs(1190002, date(2019, 10, 5), later, name="October Open"), date(2019, 10, 7))
    work.done("rate")
    work.done("publish")
    page = (site_of(work) / f"en/members/{NEW}.html").read_text("utf-8")
    table = page[page.index("Games towards an initial rating") :]
    table = table[: table.index("</table>")]
    assert table.count("September Open") == 2
    assert table.count("October Open") == 2
    for opponent in (ONO, HATA, TANI, MORI):
        assert table.count(f'"{opponent}.html"') == 1
    work.register({"ID": HATA, "Name": "Hata Rin", "Withheld": "yes"})
    page = (site_of(work) / f"en/members/{NEW}.html").read_text("utf-8")
    assert "Hata" not in page
    assert "(name withheld)" in page


def test_a_first_queensland_rating_names_the_performances_it_is_the_mean_of(queensland: Workplace) -> None:
    site = juniors_site(queensland)
    page = (site / f"en/members/{DORA}.html").read_text()
    ((told,),) = queensland.rows(
        "SELECT initial FROM list_rating WHERE version_id = 2 AND federation_id = ?", DORA
    )
    (performed,) = json.loads(told)["performances"]
    cells = [str(performed["performance"]), str(performed["games"])]
    assert "".join(f'<td class="n">{cell}</td>' for cell in cells) in page
    assert "<td>club or school event</td><td>this period</td>" in page
    assert "The mean of the performances of this period and the one before" in page


def test_a_rating_that_goes_on_under_another_name_is_told_of_who_did_not_play(work: Workplace) -> None:
    """R13: the one rating of before October 2022 is the standard one from then on, played or not."""
    of_2022(work)
    for moment in (work.moment, datetime(2022, 11, 2, 1, 0, tzinfo=UTC)):
        work.moment = moment
        work.done("rate")
        work.done("publish")
    site = site_of(work)
    figures = json.loads((site / f"data/members/{MORI}.json").read_text())
    assert figures["ratings"] == {"standard": 1700}
    assert figures["courses"] == {"ncs": [["2022-09-01", 1700]], "standard": [["2022-10-01", 1700]]}
    assert [entry["list"] for entry in figures["lists"]] == ["2022-10-01", "2022-09-01"]
    assert "Standard: 1700 → 1700" in shown(site / f"en/members/{MORI}.html")


def test_a_rating_that_keeps_its_name_is_not_told_again_of_who_did_not_play(work: Workplace) -> None:
    """The list that was taken over has standard ratings already: the next one says nothing new of them."""
    work.moment = datetime(2022, 11, 2, 1, 0, tzinfo=UTC)
    work.register({"ID": MORI, "Name": "Mori Sora"})
    work.opening([{"ID": MORI, "Name": "Mori Sora", "ST": 1700, "ST-G": 100}], list_date="2022-10-01")
    work.done("rate")
    work.done("publish")
    figures = json.loads((site_of(work) / f"data/members/{MORI}.json").read_text())
    assert [entry["list"] for entry in figures["lists"]] == ["2022-10-01"]
