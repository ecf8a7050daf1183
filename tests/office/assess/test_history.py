"""A stored history assessed by the command: figures worked by hand, and what cannot be assessed is said."""

from __future__ import annotations

import csv
import json
import sqlite3
import sys
from contextlib import closing
from math import log
from pathlib import Path

import pytest

from scraper.records import TimeControl
from tests.importer.invented import pairing, reading
from tests.office.test_crossing import crossed
from tests.office.test_desk import PLAYERS
from tests.office.test_simulate import LAW, history
from tests.queensland import published_case
from tests.workplace import HATA, MORI, NAMES, TANI, Workplace, small_federation

__all__ = ["crossed", "history"]

# November, from Mori 1700, Hata 1500, Tani 1600, Ono 1400: White has D 200 .76, 200 .76, 100 .36, 300 .15
# and scores 1, 0, ½, 0. December, from 1708 and 1412: D 296 .85, and White lost.
BY_HAND = ((0.76, 1.0), (0.76, 0.0), (0.36, 0.5), (0.15, 0.0), (0.85, 0.0))
LOSS = -sum(s * log(p) + (1 - s) * log(1 - p) for p, s in BY_HAND) / 5
BRIER = (0.24**2 + 0.76**2 + 0.14**2 + 0.15**2 + 0.85**2) / 5


def assessed(work: Workplace, *words: object) -> Path:
    folder = work.folder.parent / "assessed"
    work.done("assess", folder, *words)
    return folder


def rows(folder: Path, name: str, **wanted: str) -> list[dict[str, str]]:
    found = csv.DictReader((folder / f"{name}.csv").read_text("utf-8").splitlines())
    return [row for row in found if wanted.items() <= row.items()]


def test_the_scores_of_the_published_lists_are_those_worked_by_hand(history: Workplace) -> None:
    before = history.dump()
    folder = assessed(history)
    assert "event by event" not in (folder / "report.html").read_text("utf-8")
    (published,) = rows(folder, "scores", kind="published")
    assert float(published["logarithmic_loss"]) == pytest.approx(LOSS, abs=1e-6)
    assert float(published["log_likelihood"]) == pytest.approx(-5 * LOSS, abs=1e-6)
    assert float(published["brier"]) == pytest.approx(BRIER, abs=1e-6)
    assert (published["games"], published["decided_games"], published["accuracy"]) == ("5", "4", "0.5")
    (even,) = rows(folder, "scores", model="even")
    assert float(even["logarithmic_loss"]) == pytest.approx(log(2), abs=1e-6)
    assert history.dump() == before


def test_every_number_stands_in_the_json_too(history: Workplace) -> None:
    folder = assessed(history)
    told = json.loads((folder / "assess.json").read_text("utf-8"))
    assert told["about"]["lists"] == ["2026-10-01", "2026-11-01", "2026-12-01"]
    assert told["about"]["rated_games"] == 5
    for name in ("scores", "calibration", "groups", "lists", "trends", "gains", "crossings", "places"):
        assert len(told[name]) == len(rows(folder, name)), name


def test_elo_begins_with_the_opening_list_and_goes_on_list_by_list(history: Workplace) -> None:
    (elo,) = rows(assessed(history, "--baseline", "elo", "--elo-k", 40), "scores", model="elo-40")

    def expected(own: float, other: float) -> float:
        return 1 / (1 + 10 ** ((other - own) / 400))

    pairs = ((1700, 1500, 1.0), (1600, 1400, 0.0), (1500, 1600, 0.5), (1400, 1700, 0.0))
    games = [(expected(a, b), s) for a, b, s in pairs]
    mori = 1700 + 40 * (1 - games[0][0]) + 40 * games[3][0]
    ono = 1400 + 40 * games[1][0] - 40 * games[3][0]
    games.append((expected(mori, ono), 0.0))
    loss = -sum(s * log(p) + (1 - s) * log(1 - p) for p, s in games) / 5
    assert float(elo["logarithmic_loss"]) == pytest.approx(loss, abs=1e-6)


def test_an_amended_file_an_edition_and_a_reading_each_stand_beside_the_published_lists(
    history: Workplace,
) -> None:
    amended = history.file(LAW.read_text("utf-8").replace("k_usual = 20", "k_usual = 300"), "big.toml")
    words = ("--amended", amended, "--edition", "ncs-2022-09", "--interpretation", "R1=half-up")
    folder = assessed(history, *words)
    scores = {row["model"]: row for row in rows(folder, "scores")}
    assert {"published", "big.toml", "ncs-2022-09", "R1=half-up"} <= scores.keys()
    # K 300 in November: Mori +117 = 1817, Ono +183 = 1583; in December D 234: .79 instead of .85.
    wild = LOSS * 5 + log(0.15) - log(0.21)
    assert float(scores["big.toml"]["log_likelihood"]) == pytest.approx(-wild, abs=1e-6)
    assert scores["R1=half-up"]["logarithmic_loss"] == scores["published"]["logarithmic_loss"]
    moved = rows(folder, "lists", source="big.toml", list="2026-11-01")
    assert float(moved[0]["cohort_change"]) == 0  # one K for all: nothing is gained in all
    who = {row["id"]: row for row in rows(folder, "places", source="big.toml", type="standard")}
    # Then -237 and +237: Mori falls from the first place to the second; Hata is third both times.
    assert [who[MORI][n] for n in ("place_before", "place", "before", "after")] == ["1", "2", "1691", "1580"]
    assert HATA not in who


def test_two_drafts_of_one_name_are_told_apart(history: Workplace) -> None:
    text = LAW.read_text("utf-8")
    drafts = []
    for folder, k in (("a", 30), ("b", 300)):
        drafts.append(history.folder.parent / folder / "draft.toml")
        drafts[-1].parent.mkdir()
        drafts[-1].write_text(text.replace("k_usual = 20", f"k_usual = {k}"), "utf-8")
    folder = assessed(history, "--amended", drafts[0], "--amended", drafts[1], "--baseline", "even")
    assert {row["model"] for row in rows(folder, "scores", kind="simulated")} == {str(d) for d in drafts}
    moved = [rows(folder, "places", source=str(draft)) for draft in drafts]
    assert moved[0] != moved[1]


def test_who_asked_to_be_withheld_counts_and_is_named_nowhere(history: Workplace) -> None:
    amended = history.file(LAW.read_text("utf-8").replace("k_usual = 20", "k_usual = 300"), "big.toml")
    seen = []
    for withheld in (0, 1):
        with closing(sqlite3.connect(history.database)) as connection, connection:
            connection.execute("UPDATE member SET withheld = ? WHERE federation_id = ?", (withheld, MORI))
        folder = assessed(history, "--amended", amended)
        told = b"".join(path.read_bytes() for path in sorted(folder.iterdir()))
        assert (NAMES[MORI].encode() in told, MORI.encode() in told) == (not withheld, not withheld)
        seen.append(((folder / "scores.csv").read_bytes(), (folder / "lists.csv").read_bytes()))
    assert seen[0] == seen[1]


def test_what_a_group_gained_is_what_its_players_gained(history: Workplace) -> None:
    folder = assessed(history)
    # 2026: +8, -2, -18, +12 in November with K 20, -17 and +17 in December, when two rested.
    (played,) = rows(folder, "gains", group="k-20")
    assert (played["players_and_lists"], played["points"]) == ("6", "0")
    (rested,) = rows(folder, "gains", group="resting")
    assert (rested["players_and_lists"], rested["points"]) == ("2", "0")
    # All of them are adults, as the register knows them.
    assert [row["group"] for row in rows(folder, "gains")] == ["adult", "k-20", "resting"]


def test_who_enters_with_the_rating_of_the_other_type_has_no_games_before(work: Workplace) -> None:
    small_federation(work)  # a hundred games each, all of them standard
    control = TimeControl("15 min + 10 sec", "rapid", 25)
    work.store(reading(PLAYERS, [pairing(1, 1, 2, "1-0")], time_control=control))
    work.done("rate")
    work.done("publish")
    of_games = rows(assessed(work), "groups", dimension="games", kind="published")
    assert [(row["group"], row["games"]) for row in of_games] == [("0-29", "2")]


def test_standard_comes_before_rapid_as_on_every_other_page(work: Workplace) -> None:
    work.register(*({"ID": i, "Name": NAMES[i]} for i in (MORI, HATA, TANI)))
    work.opening(
        {"ID": i, "Name": NAMES[i], "ST": rating, "ST-G": 100, "RP": rating, "RP-G": 50}
        for i, rating in ((MORI, 1700), (HATA, 1500), (TANI, 1600))
    )
    work.store(reading(PLAYERS[:3], [pairing(1, 1, 2, "1-0"), pairing(2, 2, 3, "1-0")]))
    control = TimeControl("15 min + 10 sec", "rapid", 25)
    work.store(reading(PLAYERS[:3], [pairing(1, 1, 3, "1-0")], number=1400002, time_control=control))
    work.done("rate")
    work.done("publish")
    folder = assessed(work)
    told = json.loads((folder / "assess.json").read_text("utf-8"))
    assert told["about"]["types"] == ["standard", "rapid"]
    of_types = rows(folder, "groups", dimension="type", kind="published")
    assert [(row["group"], row["games"]) for row in of_types] == [("standard", "2"), ("rapid", "1")]
    of_lists = [row["type"] for row in rows(folder, "lists", kind="published")]
    assert of_lists == ["standard"] * 2 + ["rapid"] * 2


def test_few_games_few_lists_and_a_short_time_are_said_and_nothing_is_drawn(history: Workplace) -> None:
    pytest.importorskip("matplotlib")
    folder = history.folder.parent / "assessed"
    said = history.done("assess", folder, "--from", "2026-12-01", "--plots").out
    assert ": 1 game, rated or towards an initial rating, of 2 players; judged," in said
    assert "1 game: too few to tell one model from another, or to draw anything." in said
    assert "Standard: 2 lists with ratings: no course can be drawn yet." in said
    assert "Standard: less than a year, so no change in a year is given." in said
    assert "worse" not in said and "better" not in said
    assert not list((folder / "plots").iterdir())
    assert b'class="graph"' not in (folder / "report.html").read_bytes()


def test_a_history_of_draws_has_no_accuracy_and_says_so(work: Workplace) -> None:
    small_federation(work)
    games = [pairing(n, 1 + n % 4, 1 + (n + 1) % 4, "1/2-1/2") for n in range(1, 8)]
    work.store(reading(PLAYERS, games))
    work.done("rate")
    work.done("publish")
    folder = work.folder.parent / "assessed"
    assert "Every game was drawn" in work.done("assess", folder).out
    assert {row["accuracy"] for row in rows(folder, "scores")} == {""}


def test_a_list_without_a_game_cannot_be_assessed(work: Workplace) -> None:
    small_federation(work)
    work.done("rate")
    work.done("publish")
    said = work.run("assess")
    assert (said.code, said.problem()["code"]) == (1, "assess-no-games")
    assert said.problem()["expected"] == "rated games on the lists 2026-11-01 to 2026-11-01"


@pytest.mark.parametrize("command", ["assess", "simulate"])
def test_an_office_without_a_list_of_its_own_is_not_told_of_ranges(work: Workplace, command: str) -> None:
    small_federation(work)
    problem = work.run(command).problem()
    assert (problem["code"], problem["place"], problem["found"]) == ("simulation-range", "office", "none")
    assert "banzuke status" in problem["do"]


def test_one_player_is_nothing_to_assess(work: Workplace) -> None:
    work.register({"ID": MORI, "Name": NAMES[MORI]})
    work.opening([{"ID": MORI, "Name": NAMES[MORI], "ST": 1700, "ST-G": 100, "ST-Peak": 1700}])
    work.done("rate")
    work.done("publish")
    assert work.run("assess").problem()["code"] == "assess-no-games"


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (("--from", "2027-01-01"), "simulation-range"),
        (("--edition", "qjrl-2031"), "unknown-edition"),
        (("--interpretation", "R1=sideways"), "unknown-interpretation"),
        (("--interpretation", "R16=arrival"), "simulation-interpretation"),
        (("--baseline", "coin"), "assess-baseline"),
    ],
)
def test_what_cannot_be_compared_is_named(history: Workplace, words: tuple[str, ...], code: str) -> None:
    said = history.run("assess", *words)
    assert (said.code, said.problem()["code"]) == (1, code)


def test_the_baselines_there_are_are_named_in_japanese(history: Workplace) -> None:
    said = history.run("--lang", "ja", "assess", "--baseline", "coin")
    assert "必要      次のいずれか：'even'、'elo'、'glicko2'\n" in said.err


def test_a_library_that_is_missing_is_named_before_the_work(
    history: Workplace, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = history.folder.parent / "assessed"
    for module in ("glicko2", "glicko2.math", "matplotlib", "matplotlib.figure"):
        monkeypatch.setitem(sys.modules, module, None)
    assert history.run("assess", folder, "--plots").problem()["code"] == "no-plots"
    assert history.run("simulate", "--plots", folder).problem()["code"] == "no-plots"
    said = history.run("assess", folder, "--baseline", "glicko2")
    assert (said.code, said.problem()["code"]) == (1, "no-glicko2")
    assert not folder.exists()
    # Not asked for by name it is left out.
    history.done("assess", folder)
    assert {row["model"] for row in rows(folder, "scores")} == {"published", "elo-20", "even"}


def test_plots_need_a_folder(history: Workplace) -> None:
    assert history.run("assess", "--plots").code == 2


def test_a_rating_that_goes_on_under_another_name_is_one(crossed: Workplace) -> None:
    """One rating until 2022, then standard: the cohort goes on (R13)."""
    folder = assessed(crossed, "--edition", "ncs-2022-09")
    course = rows(folder, "lists", kind="published", type="standard")
    assert [row["list"] for row in course] == ["2022-08-01", "2022-09-01", "2022-10-01"]
    assert len({row["cohort"] for row in course}) == 1
    assert {row["group"] for row in rows(folder, "groups", dimension="edition", kind="published")} == {
        "ncs-2019-09",
        "ncs-2022-09",
    }
    assert not rows(folder, "lists", type="ncs")


def test_a_list_reckoned_event_by_event_is_judged_by_what_its_table_expects(queensland: Workplace) -> None:
    published_case(queensland, "4c-few-points.json")
    folder = assessed(queensland)
    for said in (queensland.done("assess").out, (folder / "report.html").read_text("utf-8")):
        assert "A model that looks at each opponent predicts better for that alone" in said
    (published,) = rows(folder, "scores", kind="published")
    tables = queensland.rows("SELECT event_key, federation_id, table_percentage FROM event_line")
    expects = {(event, who): percent for event, who, percent in tables}
    games = queensland.rows(
        "SELECT event_key, federation_id, opponent_id, score FROM game_line"
        " WHERE counts AND colour = 'white' AND opponent_id IS NOT NULL"
    )
    loss, judged = 0.0, 0
    for event, white, black, halves in games:
        sides = [expects[event, white], expects[event, black]]
        known = [p for p in (sides[0], None if sides[1] is None else 100 - sides[1]) if p is not None]
        if known:
            p = min(max(sum(known) / len(known) / 100, 0.005), 0.995)
            loss -= halves / 2 * log(p) + (1 - halves / 2) * log(1 - p)
            judged += 1
    assert judged > 5
    assert int(published["games"]) == judged
    assert float(published["log_likelihood"]) == pytest.approx(-loss, abs=1e-5)


def test_it_says_the_same_in_japanese(history: Workplace) -> None:
    said = history.done("--lang", "ja", "assess").out
    assert "発表済みリスト" in said and "五分五分" in said
    assert "5局だけでは、モデルの優劣は分からず、図も描けません。" in said
