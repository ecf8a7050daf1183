"""The stored history under other rules: figures worked by hand, and nothing stored is touched."""

from __future__ import annotations

import csv
import sys
from datetime import UTC, date, datetime
from importlib.resources import files
from pathlib import Path

import pytest

import office.simulate.run
from office.simulate.report import VALUES, told_name
from rating.edition import Edition
from rating.edition_changes import Change
from rating.editions import load, names
from tests.importer.invented import pairing, player, reading
from tests.office.test_desk import PLAYERS, november
from tests.publication.test_explain import debut
from tests.queensland import published_case
from tests.workplace import HATA, LATE, MORI, NAMES, ONO, TANI, Workplace, once, small_federation

pytestmark = pytest.mark.slow

AGAIN = "N90000006"
DECEMBER = datetime(2026, 12, 2, 1, 0, tzinfo=UTC)
LAW = files("rating.editions") / "jcf-2024-10.toml"

# October: Mori 1700, Hata 1500, Tani 1600, Ono 1400, all K 20. The event of tests/office/test_lists.py:
# +7.80, -2.00, -18.00, +12.20, so November: 1708, 1498, 1582, 1412.
# December: one game, Ono beats Mori, D 296: H .85, L .15. Mori -17.00 = 1691, Ono +17.00 = 1429.
DECEMBER_LIST = {MORI: 1691, HATA: 1498, TANI: 1582, ONO: 1429}

# The same with K 40 for everybody: +15.60, -4.00, -36.00, +24.40: 1716, 1496, 1564, 1424.
# December: D 292: H .85, L .15; Mori -34.00 = 1682, Ono +34.00 = 1458.
DOUBLED = {MORI: 1682, HATA: 1496, TANI: 1564, ONO: 1458}


@pytest.fixture
@once
def history(work: Workplace) -> Workplace:
    """Two published months."""
    november(work)
    day = date(2026, 11, 3)
    second = reading(PLAYERS, [pairing(1, 1, 4, "0-1")], number=1400002, days={1: day})
    work.moment = DECEMBER
    work.store(second, arrived=date(2026, 11, 4))
    work.done("rate")
    work.done("publish")
    stored = dict(work.rows("SELECT federation_id, rating FROM list_rating WHERE version_id = 3"))
    assert stored == DECEMBER_LIST
    return work


def _amended(work: Workplace, old: str, new: str) -> Path:
    text = LAW.read_text("utf-8")
    assert old in text
    return work.file(text.replace(old, new), "amended.toml")


def ratings_of(path: Path, which: str, list_date: str) -> dict[str, int]:
    rows = csv.DictReader(path.read_text("utf-8").splitlines())
    held = (r for r in rows if r["list"] == list_date and r["type"] == "standard")
    return {r["ID"]: int(r[which]) for r in held if r[which]}


def test_under_its_own_rules_nobody_moves(history: Workplace) -> None:
    told = history.done("simulate").out
    assert "Simulation of 2 lists, 1 November 2026 to 1 December 2026" in told
    assert told.count("0 of 4 ratings move") == 1


def test_an_amended_k_moves_every_list_after_the_first_it_acts_on(history: Workplace) -> None:
    before = history.dump()
    table = history.folder.parent / "table.csv"
    amended = _amended(history, "k_usual = 20", "k_usual = 40")
    told = history.done("simulate", "--amended", amended, "--csv", table).out
    assert ratings_of(table, "published", "2026-12-01") == DECEMBER_LIST
    assert ratings_of(table, "simulated", "2026-12-01") == DOUBLED
    assert f"{ONO} Ono Aki: 1429 → 1458 (+29)" in told
    assert "What the draft changes in the text of jcf-2024-10\n  5(1), usual K: 20 → 40\n" in told
    # By the published December: 1429 and 1498 in one band, +29 and -2; 1582 -18; 1691 -9.
    bands = [line.split() for line in told.splitlines() if line.startswith("  1") and "–" in line]
    assert bands == [
        ["1400–1599", "3", "3", "+3.00", "+29"],
        ["1600–1799", "1", "1", "-9.00", "-9"],
    ]
    assert "simulated  K 40: 10" in told  # five games, two players each
    scores = history.done("assess", "--amended", amended, "--baseline", "even").out.split("\n\n")[1]
    predicted = told.partition("Does it predict better?\n")[2]
    for line in scores.splitlines():
        assert f"\n  {line}\n" in predicted
    assert "amended.toml" in scores and "Published lists" in scores
    assert history.dump() == before


def test_a_draft_without_a_game_between_rated_players_is_judged_by_nothing(work: Workplace) -> None:
    small_federation(work)
    work.done("rate")
    work.done("publish")
    told = work.done("simulate", "--amended", _amended(work, "k_usual = 20", "k_usual = 40")).out
    assert told.endswith("  no game between rated players on these lists: nothing can be said\n")


def test_mean_spread_and_inflation_are_exact(history: Workplace) -> None:
    # Simulated December: 1682, 1496, 1564, 1458: mean 1550; deviations 132, -54, 14, -92: squares
    # 17424 + 2916 + 196 + 8464 = 29000, a quarter is 7250, its root 85.147.
    told = history.done("simulate", "--amended", _amended(history, "k_usual = 20", "k_usual = 40")).out
    year = next(line for line in told.splitlines() if line.startswith("        simulated"))
    assert year.split() == ["simulated", "4", "1550.00", "85.15", "–"]  # one year shows no inflation


def test_a_range_begins_with_what_was_published_before_it(history: Workplace) -> None:
    table = history.folder.parent / "table.csv"
    amended = _amended(history, "k_usual = 20", "k_usual = 40")
    history.done("simulate", "--amended", amended, "--from", "2026-12-01", "--csv", table)
    # From 1708 and 1412: D 296, .85 and .15; Mori -34.00 = 1674, Ono +34.00 = 1446.
    expected = {MORI: 1674, HATA: 1498, TANI: 1582, ONO: 1446}
    assert ratings_of(table, "simulated", "2026-12-01") == expected


@pytest.mark.parametrize(
    ("games", "initial_from", "said"),
    [(6, 6, None), (5, 5, f"  new: {LATE} Abe Late"), (6, 7, f"  gone: {LATE} Abe Late")],
)
def test_new_and_vanished_ratings_are_named(
    work: Workplace, games: int, initial_from: int, said: str | None
) -> None:
    small_federation(work)
    work.store(debut(games))
    work.done("rate")
    work.done("publish")
    amended = _amended(work, "initial_from_games = 6", f"initial_from_games = {initial_from}")
    told = work.done("simulate", "--amended", amended).out.splitlines()
    assert [line for line in told if line.startswith(("  new:", "  gone:"))] == ([said] if said else [])


def test_only_the_interpretations_named_change(work: Workplace) -> None:
    small_federation(work)
    work.store(reading(PLAYERS, [pairing(n, 1, 3, "1/2-1/2") for n in (1, 2, 3)]))
    work.done("rate", "--interpretation", "R2=game-by-game")
    work.done("publish")
    # Three draws at D 100 (.64, .36): 2.80 each, so 9 rounded one by one and 8 as one sum.
    table = work.folder.parent / "table.csv"
    work.done("simulate", "--interpretation", "R4=forty-first", "--csv", table)
    stored = dict(work.rows("SELECT federation_id, rating FROM list_rating WHERE version_id = 2"))
    assert ratings_of(table, "simulated", "2026-11-01") == stored
    work.done("simulate", "--interpretation", "R2=one-sum", "--csv", table)
    assert ratings_of(table, "simulated", "2026-11-01") != stored


def test_each_k_is_counted_as_published_and_as_simulated(history: Workplace) -> None:
    told = history.done("simulate", "--amended", _amended(history, "k_usual = 20", "k_usual = 40")).out
    assert "published  K 20: 10\n  simulated  K 40: 10" in told


def test_who_was_merged_goes_on_with_what_the_other_entry_was_given(work: Workplace) -> None:
    people = [{"ID": i, "Name": NAMES[i]} for i in (MORI, HATA)]
    work.register(*people, {"ID": AGAIN, "Name": NAMES[HATA]})
    work.opening(
        {"ID": i, "Name": NAMES[n], "ST": r, "ST-G": 100, "ST-Peak": r}
        for i, n, r in ((MORI, MORI, 1700), (AGAIN, HATA, 1500))
    )
    players = [player(1, NAMES[MORI], MORI), player(2, NAMES[HATA], AGAIN)]
    work.store(reading(players, [pairing(1, 1, 2, "1-0")]))
    work.done("rate")
    work.done("publish")
    work.done("members", "merge", AGAIN, "--into", HATA, "--reason", "one person", "--anyway")
    work.moment = DECEMBER
    played = [pairing(1, 1, 2, "0-1")]
    players[1] = player(2, NAMES[HATA], HATA)
    work.store(
        reading(players, played, number=1400002, days={1: date(2026, 11, 3)}), arrived=date(2026, 11, 4)
    )
    work.done("rate")
    work.done("publish")
    told = work.done("simulate").out
    assert "0 of 2 ratings move" in told
    assert "gone: " not in told and "new: " not in told


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (("--from", "2027-01-01"), "simulation-range"),
        (("--edition", "qjrl-2031"), "unknown-edition"),
        (("--interpretation", "R1=sideways"), "unknown-interpretation"),
        (("--interpretation", "R1"), "interpretation"),
        (("--interpretation", "R1=half-up", "--interpretation", "r1=half-away-from-zero"), "interpretation"),
        (("--interpretation", "R199=x"), "unknown-interpretation"),
        (("--interpretation", "R16=arrival"), "simulation-interpretation"),
        (("--interpretation", "R0=list-date"), "simulation-interpretation"),
        (("--interpretation", "R1=half-up", "--interpretation", "R21=asked"), "simulation-interpretation"),
        (("--interpretation", "R104=by-events"), "simulation-interpretation"),  # of Queensland's text alone
        (("--interpretation", "R99=as-begun"), "simulation-interpretation"),  # of FIDE's
        (("--edition", "fide-2025-10", "--interpretation", "R4=forty-first"), "simulation-interpretation"),
        (("--edition", "ncs-2019-09", "--interpretation", "R106=every-list"), "simulation-interpretation"),
    ],
)
def test_what_cannot_be_simulated_is_named(history: Workplace, words: tuple[str, ...], code: str) -> None:
    said = history.run("simulate", *words)
    assert said.code == 1
    assert said.problem()["code"] == code


def test_an_amended_file_that_does_not_load_says_where(history: Workplace) -> None:
    said = history.run("simulate", "--amended", _amended(history, "k_usual = 20", "k_usuall = 20"))
    assert said.code == 1
    line = LAW.read_text("utf-8").splitlines().index("k_usual = 20") + 1
    places = {p["code"]: p["place"] for p in said.problems()}
    assert places["unused-value"] == f"amended.toml, line {line}"


def test_a_draft_can_take_an_article_of_another_edition_and_have_a_name_of_its_own(
    history: Workplace,
) -> None:
    # As in 2022: a junior's rating of the list before decides, not his peak; here below 2100.
    text = LAW.read_text("utf-8")
    for old, new in (
        ('id = "jcf-2024-10"', 'id = "draft-2027"\namends = "jcf-2024-10"'),
        ('k_factor = "top_new_junior_usual"', 'k_factor = "top_new_junior_by_rating"'),
        ("k_junior_below_peak = 2000", "k_junior_below_rating = 2100"),
        (
            "# ---------------------------------------------------------------- Tables",
            '[[article]]\narticle = "7(5)"\nseeds = ["000"]\neffective = 2024-10-01\nsays = "Who amends."\n'
            'elsewhere = "nobody: who amends"\n',
        ),
    ):
        assert old in text
        text = text.replace(old, new)
    told = history.done("simulate", "--amended", history.file(text, "draft.toml")).out
    changed = told[told.index("What the draft") : told.index("\n\n", told.index("What the draft"))]
    assert changed.splitlines() == [
        "What the draft changes in the text of jcf-2024-10",
        "  5(1), rating below which the juniors' K holds: new, 2100",
        "  5(1), how it is worked out: as in 5(1) of jcf-2024-10 → as in 5(2) of ncs-2022-09",
        "  5(1), highest rating ever, below which the juniors' K holds: left out, was 2000",
        "  7(5) is new: Who amends.",
    ]
    assert "0 of 4 ratings move" in told  # nobody is a junior


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ('k_factor = "top_new_junior_usual"', 'k_factor = "first_rating"', "function-role"),
        ('k_factor = "top_new_junior_usual"', 'k_factor = "nobody_wrote"', "function-citation"),
        ('id = "jcf-2024-10"', 'id = "draft-2027"', "unknown-edition"),
        ('id = "jcf-2024-10"', 'id = "draft-2027"\namends = 3', "edition-value"),
        ("difference_limit = 400", "difference_limit = -4", "edition-value"),
    ],
)
def test_a_draft_that_cannot_be_reckoned_with_is_refused(
    history: Workplace, old: str, new: str, code: str
) -> None:
    said = history.run("simulate", "--amended", _amended(history, old, new))
    assert said.code == 1
    assert code in {problem["code"] for problem in said.problems()}


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("initial_window_years = 2", "initial_window_years = 9999", "initial_window_years：100以下の整数"),
        ("late_after_months = 3", "late_after_months = 99999", "late_after_months：1200以下の整数"),
        ("k_usual = 20", f"k_usual = {10**20}", "k_usual：99999以下の整数"),
        ("list_day = 1,", "list_day = 31,", "list_day：どの月にもある日"),
    ],
)
def test_a_number_that_nothing_can_be_reckoned_with_is_refused_in_words(
    history: Workplace, old: str, new: str, told: str
) -> None:
    said = history.run("--lang", "ja", "simulate", "--amended", _amended(history, old, new))
    assert said.code == 1
    assert told in said.err


def test_a_draft_with_a_name_of_its_own_is_asked_which_edition_it_changes(history: Workplace) -> None:
    draft = _amended(history, 'id = "jcf-2024-10"', 'id = "draft-2027"')
    problem = history.run("simulate", "--amended", draft).problem()
    assert (problem["place"], problem["found"]) == ("amended.toml, amends", "draft-2027")
    assert 'amends = "NAME"' in problem["do"]


def test_a_draft_that_changes_nothing_says_so(history: Workplace) -> None:
    told = history.done("simulate", "--amended", history.file(LAW.read_bytes(), "draft.toml")).out
    assert "The draft changes nothing in the text of jcf-2024-10" in told


def test_an_amended_file_that_is_no_utf_8_is_refused_with_its_line(history: Workplace) -> None:
    for encoding, line in (("utf-16", 1), ("cp932", 8)):
        said = history.run("simulate", "--amended", history.file(_text(encoding), "amended.toml"))
        assert said.code == 1
        assert said.problem()["place"] == f"amended.toml, line {line}"
    assert history.run("simulate", "--amended", history.file(_text("utf-8-sig"), "amended.toml")).code == 0


def _text(encoding: str) -> bytes:
    return LAW.read_text("utf-8").encode(encoding, "replace")


def test_a_type_is_named_as_the_list_names_it(queensland: Workplace) -> None:
    published_case(queensland, "4-chain.json")
    told = queensland.done("simulate", "--plots", queensland.folder.parent / "plots").out
    assert "\nQJ\n" in told
    drawn = (queensland.folder.parent / "plots" / "qj-means.svg").read_text("utf-8")
    assert "Mean QJ rating" in drawn
    problem = queensland.run("simulate", "--edition", "fide-2025-10").problem()
    assert (problem["code"], problem["found"]) == (
        "simulation-types", "fide-2025-10: standard, rapid, blitz"
    )  # fmt: skip


def test_without_matplotlib_plots_are_refused_before_any_list_is_reckoned(
    history: Workplace, monkeypatch: pytest.MonkeyPatch
) -> None:
    def never(*_: object, **__: object) -> None:
        raise AssertionError("reckoned")

    monkeypatch.setattr(office.simulate.run, "simulate", never)
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    folder = history.folder.parent / "none"
    said = history.run("simulate", "--plots", folder)
    assert (said.code, said.problem()["code"], said.out) == (1, "no-plots", "")
    assert not folder.exists()


def test_plots_are_drawn_and_the_same_simulation_gives_the_same_svg(history: Workplace) -> None:
    first, second = history.folder.parent / "one", history.folder.parent / "two"
    for folder in (first, second):
        history.done("simulate", "--plots", folder)
    names = sorted(p.name for p in first.iterdir())
    assert "standard-means.svg" in names
    assert "standard-distribution.png" in names
    assert (first / "standard-means.svg").read_bytes() == (second / "standard-means.svg").read_bytes()
    assert (first / "standard-distribution.png").read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize("edition", [load(name) for name in names()], ids=lambda e: e.id)
def test_every_number_of_every_edition_has_words(edition: Edition) -> None:
    assert set(edition.values) <= set(VALUES)


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("expected_scores, 0–3", "Table 1, expected scores, 0–3"),
        ("dp, 50 %", "Table 2, rating differences dp, 50 %"),
        ("reason late", "why a game does not count"),
        ("says", "what it says"),
        ("nobody_knows", "nobody_knows"),
    ],
)
def test_what_changes_is_told_in_words(name: str, told: str) -> None:
    assert told_name(Change("5(1)", name, "a", "b")) == told
