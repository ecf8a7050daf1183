"""The website written again and again, as an office goes on: the same as one written whole."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from collections.abc import Callable, Sequence
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

import pytest

from publication.site import member_files, pages_members, state
from publication.site.builder import Site
from publication.site.state import signature
from tests.depth import LONG
from tests.importer.invented import ALWAYS
from tests.office.test_corrections import PAIRS, PUBLISHED, game, turned_round
from tests.office.test_queensland import ADULT, ANNA, BEN, CARL, DORA, GAMES, event, juniors, rated
from tests.publication.test_site import shown, site_of
from tests.workplace import HATA, MORI, NAMES, ONO, RATINGS, TANI, Workplace, once, small_federation, tree


@once
def next_list(work: Workplace, number: int) -> None:
    """A game, and the list that rates it."""
    event, day, white, black, result = PAIRS[number]
    work.moment = PUBLISHED[number]
    work.store(game(event, day, white, black, result), arrived=day)
    work.done("rate")
    work.done("publish")


class Office:
    """An office in which things happen, and its site."""

    def __init__(self, work: Workplace, seed: int) -> None:
        self.work, self.random = work, random.Random(seed)
        self.lists = 0
        self.hidden = ONO
        self.reopened = self.corrected = False
        small_federation(work)

    def happen(self, what: str | None = None) -> str:
        """Something that can happen now, by its name or by chance; its name."""
        can: list[Callable[[], object]] = [self.withheld, self.shown, self.club, self.renamed, self.ages]
        can += [self.address, self.reported, self.merged]
        if self.lists < len(PAIRS) and not self.reopened:
            can += [self.new_list] * 4
        if self.lists >= 1 and not self.reopened and not self.corrected:
            can += [self.taken_up] * 3
        if self.reopened:
            can += [self.correction] * 4
        chosen = getattr(self, what) if what else self.random.choice(can)
        assert chosen in can, what
        chosen()
        return chosen.__name__

    def new_list(self) -> None:
        next_list(self.work, self.lists)
        self.lists += 1

    def taken_up(self) -> None:
        moment = self.work.moment
        self.work.moment = moment.replace(hour=moment.hour + 1)
        turned_round(self.work, moment.date())
        day = moment.date().isoformat()
        self.work.done("correction", "open", "1400001", "--reported", day, "--reason", "turned round")
        self.reopened = True

    def correction(self) -> None:
        self.work.done("correction", "publish", "--reason", "turned round")
        self.reopened, self.corrected = False, True

    def member(self, number: str, column: str, value: str) -> None:
        text = f"ID,Name,Memberships,{column}\n{number},{NAMES[number]},{ALWAYS},{value}\n"
        self.work.done("members", "import", self.work.file(text, "member.csv"))

    def withheld(self) -> None:
        self.hidden = self.random.choice((HATA, ONO))
        self.member(self.hidden, "Withheld", "yes")

    def shown(self) -> None:
        self.member(self.hidden, "Withheld", "no")

    def club(self) -> None:
        self.member(self.random.choice((MORI, TANI)), "Club", self.random.choice(("Rook <b>", "Knight & Co")))

    def renamed(self) -> None:
        self.member(self.random.choice((MORI, TANI)), "Kana", self.random.choice(("もり", "たに")))

    def ages(self) -> None:
        self.work.done(
            "site", self.work.folder.parent / "public", self.random.choice(("--ages", "--no-ages"))
        )

    def address(self) -> None:
        address = self.random.choice(("https://example.org/r/", "https://example.com/", ""))
        self.work.done("site", self.work.folder.parent / "public", "--address", address)

    def reported(self) -> None:
        number = 1500000 + self.random.randrange(10**5)
        self.work.store(game(number, date(2027, 3, 7), TANI, HATA, None), arrived=date(2027, 3, 7))

    def merged(self) -> None:
        standing = "SELECT id FROM ruling WHERE kind = 'merge' AND taken_back_at IS NULL"
        if rulings := self.work.rows(standing):
            self.work.done("resolve", "--take-back", rulings[0][0], "--reason", "two people")
        else:
            self.work.done(
                "members", "merge", "N90000005", "--into", TANI, "--anyway", "--reason", "one person"
            )


WALKS = (
    ("new_list", "taken_up", "withheld", "correction", "new_list", "shown"),
    ("merged", "new_list", "club", "taken_up", "merged", "correction"),
    ("address", "new_list", "ages", "renamed", "reported", "new_list"),
)
"""What happens; among them everything that can. In the long run also what seeds choose."""


@pytest.mark.parametrize("walk", [*WALKS, *(range(3) if LONG else ())])
@pytest.mark.slow
def test_whatever_happens_the_site_is_as_if_it_were_written_whole(
    work: Workplace, walk: tuple[str, ...] | int
) -> None:
    office = Office(work, walk if isinstance(walk, int) else 0)
    site = site_of(work)
    steps = iter(() if isinstance(walk, int) else walk)
    happened: list[str] = []
    for n in range(4):
        for _step in range(1 + n % 2):
            happened.append(office.happen(next(steps, None)))
        work.done("site", site)
        work.done("site", work.folder.parent / f"whole-{n}")
        assert tree(site) == tree(work.folder.parent / f"whole-{n}"), happened
    assert len(happened) == 6


@pytest.mark.slow
def test_a_site_of_juniors_goes_on_as_if_it_were_written_whole(queensland: Workplace) -> None:
    work = queensland
    juniors(work)
    site = site_of(work)
    games = (*GAMES, (DORA, ANNA, "1-0")), ((DORA, BEN, "1-0"), (CARL, DORA, "1-0")), ((ADULT, DORA, "1-0"),)
    days = (date(2026, 9, 27), date(2026, 11, 22), date(2027, 1, 24))
    for n, (day, month) in enumerate(zip(days, ("2026-11", "2027-01", "2027-03"), strict=True), start=1):
        work.moment = datetime.fromisoformat(f"{month}-02T01:00+00:00")
        rated(work, event(*games[n - 1], number=1400000 + n, day=day), arrived=day)
        if n == 2:  # two versions of a list between two builds
            work.store(event(games[1][0], (CARL, DORA, "0-1"), number=1400002, day=day))
            work.done("correction", "open", "1400002", "--reported", "2027-01-02", "--reason", "turned round")
            work.done("correction", "publish", "--reason", "turned round")
        work.done("site", site)
        work.done("site", site.parent / f"whole-{n}")
        assert tree(site) == tree(site.parent / f"whole-{n}")


def test_an_event_that_is_taken_up_again_stands_as_it_was_published(work: Workplace) -> None:
    office = Office(work, 0)
    office.new_list()
    site = site_of(work)
    before = (site / "en/events/chess-results-1400001.html").read_bytes()
    office.taken_up()
    work.done("site", site)
    assert (site / "en/events/chess-results-1400001.html").read_bytes() == before
    assert work.rows("SELECT result FROM pairing") == [("0-1",)]
    work.done("site", site.parent / "again")
    assert (site.parent / "again/en/events/chess-results-1400001.html").read_bytes() == before
    office.correction()
    work.done("site", site)
    after = shown(site / "en/events/chess-results-1400001.html")
    assert after != shown(site.parent / "again/en/events/chess-results-1400001.html")


def test_a_correction_is_told_and_the_old_version_stays(work: Workplace) -> None:
    office = Office(work, 0)
    office.new_list()
    site = site_of(work)
    office.taken_up()
    office.correction()
    said = work.done("site", site)
    assert "0 deleted" in said.out
    overview = shown(site / "en/lists/2026-11-01/index.html")
    assert "What changed since version 1" in overview
    assert "Mori SoraStandard17051685" in overview
    assert "replaced by version 2" in shown(site / "en/lists/2026-11-01/v1-standard.html")
    assert "1705" in shown(site / "en/lists/2026-11-01/v1-standard.html")
    assert "1685" in shown(site / f"en/members/{MORI}.html")
    page = shown(site / f"en/members/{MORI}.html")
    standing, replaced = page.split("Version 1: replaced by version 2")
    assert "1700 − 15 = 1685" in standing
    assert "1700 + 5 = 1705" in replaced and "1705" not in standing
    link = (site / "en/lists/2026-11-01/v1-standard.html").read_text()
    assert '<a href="v2-standard.html">replaced by version 2' in link
    assert '<a href="lists/2026-11-01/index.html">A correction: it replaces version 1.</a>' in (
        site / "en/index.html"
    ).read_text("utf-8")
    assert "第1版を差し替える訂正版です。" in shown(site / "ja/index.html")
    entry = "A correction: it replaces version 1. Standard, changed by the correction (2): "
    assert f"<summary>{entry}Mori Sora 1705 → 1685 and Hata Rin 1495 → 1515. Standard: 4 rated" in (
        site / "feeds/lists-en.xml"
    ).read_text("utf-8")
    assert "List of 1 November 2026 Version 2" in shown(site / "en/events/chess-results-1400001.html")
    assert "<summary>List of 1 November 2026, Version 2</summary>" in (
        site / "feeds/events-en.xml"
    ).read_text("utf-8")
    feed = (site / "feeds/lists-ja.xml").read_text("utf-8")
    assert "<summary>第1版を差し替える訂正版です。スタンダードの訂正による変更（2件）：Mori Sora 1705" in feed
    assert feed.count("訂正版") == 1  # version 1 stays what it was


def test_a_correction_that_prints_an_opponent_otherwise_says_nothing_of_a_member(
    work: Workplace,
) -> None:
    small_federation(work, ono={"Kanji": "小野 秋"})
    day = date(2026, 10, 4)
    for number, white, black in ((1400001, MORI, HATA), (1400002, TANI, ONO)):
        work.store(game(number, day, white, black, "1-0"), arrived=day)
    work.done("rate")
    work.done("publish")
    work.register({"ID": ONO, "Name": NAMES[ONO], "Kanji": "小野 明希"})
    work.store(game(1400001, day, MORI, HATA, "0-1"), arrived=date(2026, 11, 10))
    work.moment = datetime(2026, 11, 12, tzinfo=UTC)
    work.done("correction", "open", "1400001", "--reported", "2026-11-10", "--reason", "turned round")
    work.done("correction", "publish", "--reason", "turned round")
    site = site_of(work)
    assert "小野 明希" in (site / f"ja/members/{TANI}.html").read_text("utf-8")
    for number, versions in ((MORI, [2, 1, 1]), (TANI, [2, 1])):
        told = json.loads((site / f"data/members/{number}.json").read_text("utf-8"))["lists"]
        assert [one["version"] for one in told] == versions


def test_who_is_withheld_is_called_so_in_the_language_of_the_page_where_only_an_older_list_has_him(
    work: Workplace,
) -> None:
    office = Office(work, 0)
    office.new_list()
    office.member(HATA, "Withheld", "yes")
    site = site_of(work)
    office.new_list()
    work.done("site", site)
    for lang, told, other in (("ja", "（氏名非公開）", "(name"), ("en", "(name withheld)", "（氏名")):
        page = shown(site / lang / f"members/{MORI}.html")
        assert page.count(told) == 2 and other not in page  # among the best wins, and in the history


def test_a_correction_that_moves_no_rating_says_so(work: Workplace) -> None:
    office = Office(work, 0)
    office.new_list()
    number, day, white, black, _ = PAIRS[0]
    work.moment = work.moment.replace(hour=work.moment.hour + 1)
    assert work.store(game(number, day, black, white, "0-1"), arrived=work.moment.date()).state == "held"
    words = ("--reported", work.moment.date().isoformat(), "--reason", "the colours")
    work.done("correction", "open", str(number), *words)
    work.done("correction", "publish", "--reason", "the colours")
    site = site_of(work)
    overview = shown(site / "en/lists/2026-11-01/index.html")
    assert "What changed since version 1" not in overview
    assert "No rating differs from version 1;" in overview
    feed = (site / "feeds/lists-en.xml").read_text("utf-8")
    assert "it replaces version 1. No rating differs from version 1; the correction" in feed
    assert "第1版と異なるレーティングはありません。" in shown(site / "ja/lists/2026-11-01/index.html")


def test_an_entry_that_was_merged_says_so_and_leads_on(work: Workplace) -> None:
    office = Office(work, 0)
    office.new_list()
    work.done("members", "merge", ONO, "--into", TANI, "--anyway", "--reason", "one person")
    site = site_of(work)
    page = (site / f"en/members/{ONO}.html").read_text("utf-8")
    assert f"the same person as {TANI}" in page
    assert f'<a href="{TANI}.html">' in page
    kept = shown(site / f"en/members/{TANI}.html")
    assert f"newer lists count its games here too. They stand there: Ono Aki ({ONO})" in kept
    badges = [(site / f"badges/{number}.svg") for number in (ONO, TANI)]
    assert badges[0].read_text() != badges[1].read_text()  # he is still on the newest list
    office.new_list()
    work.done("site", site)
    assert badges[0].read_text() == badges[1].read_text()
    office.member(TANI, "Withheld", "yes")
    work.done("site", site)
    assert not (site / f"en/members/{ONO}.html").exists()


def test_the_pages_of_who_only_became_inactive_are_not_made_anew(
    work: Workplace, monkeypatch: pytest.MonkeyPatch
) -> None:
    work.register(*({"ID": i, "Name": n} for i, n in NAMES.items()))
    work.opening(
        {"ID": i, "Name": NAMES[i], "ST": r, "ST-G": 100, "ST-Peak": 1750, "Last-Game": "2025-11-15"}
        for i, r in RATINGS.items()
    )
    for (number, day, white, black, result), moment in zip(PAIRS[:2], PUBLISHED, strict=False):
        site = site_of(work, "--address", "https://example.org/r/")
        work.moment = moment
        work.store(game(number, day, white, black, result), arrived=day)
        work.done("rate")
        work.done("publish")
    active = "SELECT active FROM list_member WHERE federation_id = ? ORDER BY version_id"
    assert [bool(row[0]) for row in work.rows(active, ONO)] == [True, True, False]
    made: list[str] = []
    real = pages_members.write_members

    def noted(site: Site, some: Sequence[member_files.Making]) -> None:
        made.extend(one.story.person.id for one in some)
        real(site, some)

    monkeypatch.setattr(pages_members, "write_members", noted)
    work.done("site", site)
    assert {*made} == {white, black}
    work.done("site", site.parent / "whole")
    assert ONO in made
    assert tree(site) == tree(site.parent / "whole")
    known = {p["id"]: p["active"] for p in json.loads((site / "data/people.json").read_bytes())}
    assert not known[ONO]


def people_of(site: Path) -> list[list[Any]]:
    """What search reads of everybody."""
    text = (site / "data/people.js").read_text("utf-8")
    found: list[list[Any]] = json.loads(text.removeprefix('banzuke.put("people",').removesuffix(");\n"))
    return found


def test_names_are_folded_anew_only_where_they_are_others(work: Workplace) -> None:
    office = Office(work, 0)
    office.new_list()
    site = site_of(work)
    file = site.parent / ".public.site/state-000001.json"
    state = json.loads(file.read_bytes())
    state["forms"] = dict.fromkeys(state["forms"], "found before")
    file.write_text(json.dumps(state))
    office.member(MORI, "Kana", "もり")
    office.new_list()
    work.done("site", site)
    found = {row[0]: row[3] for row in people_of(site)}
    assert found.pop(MORI) != "found before"
    assert {*found.values()} == {"found before"}
    state["program"] = "another"
    (site.parent / ".public.site/state-000002.json").write_text(json.dumps(state))
    work.done("site", site)
    work.done("site", site.parent / "whole")
    assert people_of(site) == people_of(site.parent / "whole")


def test_what_is_gone_is_to_be_deleted_on_the_server_also_where_the_last_state_is_lost(
    work: Workplace,
) -> None:
    office = Office(work, 0)
    office.new_list()
    site = site_of(work)
    (site.parent / ".public.site/state-000001.json").write_text("cut off")
    office.member(MORI, "Withheld", "yes")
    work.done("site", site)
    gone = (site.parent / ".public.site/deleted.txt").read_text().splitlines()
    assert {f"en/members/{MORI}.html", f"data/members/{MORI}.json"} <= {*gone}
    assert not [path for path in gone if (site / path).exists()]


@pytest.mark.slow
def test_every_module_that_makes_pages_makes_another_program_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    over: list[str] = []
    monkeypatch.setattr(state, "_over", lambda *packages: over.extend(packages))
    state.program_signature.__wrapped__()
    asked = "import sys, publication.site.whole; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", asked], check=True, capture_output=True, text=True).stdout
    ours = {name for name in loaded.split() if name.partition(".")[0] in ("importer", "office", "rating")}
    assert ours and {name for name in ours if not any(f"{name}.".startswith(f"{p}.") for p in over)} == set()


def test_a_signature_is_another_for_every_other_fact() -> None:
    day, half = date(2026, 11, 1), "\ud800"
    every = [
        (1,),
        ("1",),
        (True,),
        (None,),
        ("",),
        ((1, 2),),
        (1, 2),
        (day,),
        (half,),
        ({1: day},),
        ({1: half},),
    ]
    assert len({signature(*facts) for facts in every}) == len(every)
    assert signature((day, {1: [half]})) == signature((date(2026, 11, 1), {1: [half]}))
