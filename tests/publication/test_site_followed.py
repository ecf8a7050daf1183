"""What pages of a small office tell can be followed and added up: games, sums, files beside them, days."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from datetime import date, timedelta

from selectolax.lexbor import LexborHTMLParser

from office.database.engine import look
from publication.api.answers import account_values
from publication.site.settings import WORDS
from publication.site.versions import published_versions
from rating.editions import load
from scraper.records import Kind, PageSource, Result
from tests.earlier_editions import NEW, of_2019, of_2022
from tests.earlier_editions import event as of_ncs
from tests.importer.invented import ALWAYS
from tests.office.test_desk import EVENT
from tests.publication.test_site import november, november_site, shown, site_of
from tests.workplace import HATA, MORI, ONO, TANI, Workplace, small_federation


def test_every_kind_of_pairing_and_every_type_has_its_words() -> None:
    for words in WORDS.values():
        for kind in Kind:
            assert kind == Kind.GAME or words[kind.value]
        for edition in ("jcf-2024-10", "ncs-2022-09", "ncs-2019-09", "qjrl"):
            law = load(edition)
            assert all(words[type_] for type_ in law.words("types"))


def test_japanese_pages_have_the_colon_of_their_language(work: Workplace) -> None:
    november(work)
    pages = list((site_of(work) / "ja").rglob("*.html"))
    assert len(pages) > 15
    narrow = re.compile(r"[ぁ-鿿）](?:</\w+>)*: ")
    assert not {page.name: found for page in pages if (found := narrow.findall(page.read_text("utf-8")))}


def test_a_rating_can_be_followed_to_game_article_and_event(work: Workplace) -> None:
    site = november_site(work)
    ((expected, k, k_reason),) = work.rows(
        "SELECT DISTINCT expected_article, k_article, k_reason FROM game_line"
        " WHERE counts AND federation_id = ?",
        MORI,
    )
    law = load("jcf-2024-10")
    rounding = law.article_of_role("rounding")
    assert (expected, k, k_reason) == ("5(1)", "5(1)", "usual")
    english, japanese = (shown(site / f"{lang}/members/{MORI}.html") for lang in ("en", "ja"))
    assert f"rounded +8 ({rounding})." in english
    assert f"expected score for D ({expected}), C = (score − PD) × K ({k})." in english
    assert f"四捨五入 +8（{rounding}）。" in japanese
    assert f"Dに対する期待値（{expected}）" in japanese
    assert "the usual K" not in english
    assert 'href="../about.html#jcf-2024-10"' in (site / f"en/members/{MORI}.html").read_text()
    assert 'href="../events/chess-results-1400001.html"' in (site / f"en/members/{MORI}.html").read_text()
    work.done("site", site, "--ages")
    assert "K: 20 (the usual K)." in shown(site / f"en/members/{MORI}.html")
    about = shown(site / "en/about.html")
    assert (
        "10 (once rated 2400 or more), 40 (fewer than 30 rated games), 40 (under 19 and never rated 2000)"
        in about
    )
    assert f"{rounding}sum and rounding" in about  # two cells
    played = "events/chess-results-1400001.html"
    assert "2w½: against number 2 with white" in shown(site / "en" / played)
    assert "4 October 2026" in shown(site / "en" / played) and "2026年10月4日" in shown(site / "ja" / played)


def test_the_points_of_a_crosstable_are_the_sum_of_its_cells(work: Workplace) -> None:
    """A game over before both players had moved (`W` and `L` of TRF) is not rated; its cell has its point."""
    small_federation(work)
    first, *others = EVENT.pairings
    work.store(
        replace(EVENT, pairings=(replace(first, kind=Kind.UNRATED, result=Result.WHITE_WINS), *others))
    )
    work.done("rate")
    work.done("publish")
    page = LexborHTMLParser((site_of(work) / "en/events/chess-results-1400001.html").read_text())
    worth = {"1": 2, "½": 1, "0": 0, "+": 2, "−": 0, "=": 1, "–": 0}
    for row in page.css("table.cross tbody tr"):
        signs = [cell.text()[-1] for cell in row.css("td.r") if cell.text()]
        (points,) = (cell.text() for cell in row.css("td.r + td.n:not(.r)"))
        assert sum(worth[sign] for sign in signs) == 2 * int(points.rstrip("½") or 0) + points.endswith("½")
    cells = [cell.text() for cell in page.css("td.r") if cell.css_first("abbr[title^='over before both']")]
    assert sorted(cell.strip("0123456789") + cell[-1] for cell in cells) == ["b0", "w1"]


def test_the_page_of_all_rounds_of_a_round_robin_is_called_that(work: Workplace) -> None:
    small_federation(work)
    read = (("crosstable", None), ("pairings", None), ("board-pairings", 2))
    pages = tuple(PageSource(k, r, None, k, "0" * 64, None, None) for k, r in read)
    work.store(replace(EVENT, source=replace(EVENT.source, pages=pages)))
    work.done("rate")
    work.done("publish")
    event = LexborHTMLParser((site_of(work) / "en/events/chess-results-1400001.html").read_text())
    called = [cell.text() for cell in event.css("details th[scope=row]")]
    assert called == ["Crosstable", "Pairings, all rounds", "Boards, round 2"]


def test_every_page_of_figures_has_a_file_beside_it(work: Workplace) -> None:
    site = november_site(work)
    for page, file in (
        ("index.html", "data/index.json"),
        ("lists/index.html", "data/index.json"),
        ("lists/2026-11-01/v1-standard.html", "data/lists/2026-11-01-v1.json"),
        ("members/index.html", "data/people.json"),
        ("events/index.html", "data/index.json"),
        ("top.html", "data/top.json"),
        ("statistics.html", "data/statistics.json"),
        ("arrived.html", "data/arrived.json"),
    ):
        text = (site / "en" / page).read_text("utf-8")
        assert f'{file}" ' not in text.partition("</head>")[2]
        assert f'{file}">The figures of this page' in text, page
        json.loads((site / file).read_text("utf-8"))
    top = json.loads((site / "data/top.json").read_text())
    assert top["types"]["standard"]["top"][0][top["columns"].index("rating")] == 1708  # Mori, by hand
    (event,) = json.loads((site / "data/arrived.json").read_text())
    assert (event["state"], event["list"]) == ("rated", "2026-11-01")
    games = json.loads((site / "data/statistics.json").read_text())["standard"]["lists"][-1]["games"]
    assert games == len(EVENT.pairings) == 4


def test_columns_that_are_empty_for_all_are_not_shown(work: Workplace) -> None:
    site = november_site(work)
    text = (site / "en/lists/2026-11-01/v1-standard.html").read_text()
    assert 'data-shown="k"' in text
    assert "Kanji</th>" not in text
    assert ">K</th>" in text
    work.register({"ID": MORI, "Name": "Mori Sora", "Kanji": "森 空"})
    assert 'data-shown=""' in (site / "en/lists/2026-10-01/v1-standard.html").read_text()


def test_why_k_is_forty_tells_no_age_unless_the_office_shows_ages(work: Workplace) -> None:
    small_federation(work, mori={"Birth": "2013-05-06"})
    work.store(EVENT)
    work.done("rate")
    work.done("publish")
    assert work.rows("SELECT DISTINCT k_reason FROM game_line WHERE federation_id = ?", MORI) == [("junior",)]
    site = site_of(work)
    for file in [*site.glob(f"??/members/{MORI}.html"), site / f"data/members/{MORI}.json"]:
        text = file.read_text("utf-8")
        assert not [word for word in ("under 19", "19歳", "junior") if word in text], file
    work.done("site", site, "--ages")
    assert "K: 40 (under 19 and never rated 2000)." in shown(site / f"en/members/{MORI}.html")
    assert '"k_reason": "junior"' in account_of(work, MORI)
    wish = f"ID,Name,Birth withheld,Memberships\n{MORI},Mori Sora,yes,{ALWAYS}\n"
    work.done("members", "import", work.file(wish))
    work.done("site", site)
    assert "under 19" not in shown(site / f"en/members/{MORI}.html")
    assert "k_reason" not in account_of(work, MORI)


def account_of(work: Workplace, number: str) -> str:
    """The account of a member on the newest list as programs get it."""
    with look(work.engine()) as session:
        version = published_versions(session)[-1]
        return json.dumps(account_values(session, version, number))


def test_the_games_of_a_list_are_those_that_counted_whoever_is_shown(work: Workplace) -> None:
    """A newcomer's games towards a first rating count for nobody; who is withheld played all the same."""
    of_2019(work)
    four = [(NEW, ONO, "1-0"), (NEW, HATA, "1-0"), (NEW, TANI, "0-1"), (NEW, MORI, "1/2-1/2")]
    work.store(of_ncs(1190001, date(2019, 9, 8), [(MORI, HATA, "1-0"), *four]), date(2019, 9, 9))
    work.done("rate")
    work.done("publish")
    work.register({"ID": HATA, "Name": "Hata Rin", "Withheld": "yes"})
    told = json.loads((site_of(work) / "data/statistics.json").read_text())["ncs"]["lists"][-1]
    assert (told["games"], told["rated"]) == (1, 5)
    assert "1 rated game," in work.done("announce", "--lang", "en").out


def test_the_form_names_the_last_day_on_which_a_list_is_open(work: Workplace) -> None:
    """7(3): reported ninety days after it was published, an error finds the list closed."""
    site = november_site(work)
    assert "before 90 days have passed since the list was published" in shown(site / "en/corrections.html")
    law = load("jcf-2024-10")
    published = date(2026, 11, 2)
    assert law.shapes.is_open(law, published, published + timedelta(days=89))
    assert not law.shapes.is_open(law, published, published + timedelta(days=90))


def test_the_form_of_2022_says_that_a_list_is_open_on_the_ninetieth_day(work: Workplace) -> None:
    of_2022(work)
    work.done("rate")
    work.done("publish")
    site = site_of(work)
    term = "within 90 days of the day on which the list was published"
    assert term in shown(site / "en/corrections.html")
    assert "リスト発表の日から90日以内に" in shown(site / "ja/corrections.html")
