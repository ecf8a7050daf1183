"""Who gained most is told alike wherever it is told: the home page, the page of top players, the feed, the
announcement and the files."""

from __future__ import annotations

import json
import re
from datetime import date
from pathlib import Path

from tests.office.test_corrections import game
from tests.office.test_queensland import ANNA, BEN, CARL, NAMES, event
from tests.publication.test_site import shown, site_of
from tests.queensland import number, opening, register
from tests.workplace import HATA, MORI, ONO, TANI, Workplace, small_federation

LOW = number(7)
SIGNED = re.compile(r"([A-Z]\w+ [A-Z]\w+) \+(\d+)")


def on_home(site: Path) -> list[tuple[str, str]]:
    page = (site / "en/index.html").read_text()
    return re.findall(r'<bdi>([^<]+)</bdi></a>(?:(?!</li>).)*?<b class="up">\+(\d+)</b>', page)


def on_top(site: Path) -> list[tuple[str, str]]:
    page = (site / "en/top.html").read_text()
    return re.findall(r'<bdi>([^<]+)</bdi></a>(?:(?!</li>).)*?<span class="n">\+(\d+) → ', page)


def everywhere(work: Workplace, site: Path) -> list[list[tuple[str, str]]]:
    """Who gained and how much, by each place that says so."""
    feed = shown(site / "feeds/lists-en.xml").split("Most gained: ")[1].split("New: ")[0]
    news = work.done("announce", "--lang", "en").out.split("Greatest gains: ")[1].splitlines()[0]
    file = (site / "data/lists/newest-top.txt").read_text().split("most improved")[1].splitlines()[2:]
    in_file = [(" ".join(x.split()[4:6]), x.split()[2][1:]) for x in file if x]
    return [on_home(site), on_top(site), SIGNED.findall(feed), SIGNED.findall(news), in_file]


def kept_low_and_provisional(queensland: Workplace, *words: str) -> Path:
    """The site of a list on which Ben had a provisional rating before, and Low one below 500."""
    people = {**NAMES, LOW: "Low Lee"}
    register(queensland, *({"ID": i, "Name": n} for i, n in people.items()))
    before = {ANNA: 1000, BEN: 700, CARL: 900, LOW: 497}
    opening(
        queensland,
        (
            {"ID": i, "Name": people[i], "QJ": r, "P": "P" if i == BEN else "", "Last-Game": "2026-08-01"}
            for i, r in before.items()
        ),
    )
    queensland.store(event((BEN, ANNA, "1-0"), (LOW, CARL, "1-0"), (CARL, ANNA, "1-0"), names=people))
    queensland.resolve("P1", "--class", "club")
    queensland.done("rate", *words)
    queensland.done("publish")
    return site_of(queensland)


def test_r34_whoever_was_provisional_is_named_everywhere_if_a_list_is_read_so(queensland: Workplace) -> None:
    """The same list read otherwise: Ben, too, by what stands between his two ratings in the database."""
    site = kept_low_and_provisional(queensland, "--interpretation", "R34=all-ratings")
    moved = "SELECT federation_id, rating - previous FROM list_rating WHERE version_id = 2"
    up = sorted(((c, m) for m, c in queensland.rows(moved) if c > 0), reverse=True)
    assert BEN in {m for _, m in up}
    places = everywhere(queensland, site)
    assert places == [[({**NAMES, LOW: "Low Lee"}[m], str(c)) for c, m in up]] * len(places)


def test_a_provisional_rating_gained_nothing_and_a_kept_one_did(queensland: Workplace) -> None:
    """R34: who had a full rating, also below 500, and is listed now; Ben's list has no change (`P`)."""
    people, site = {**NAMES, LOW: "Low Lee"}, kept_low_and_provisional(queensland)
    members = json.loads((site / "data/lists/2026-11-01-v1.json").read_text())["members"]
    change = {m["id"]: m["ratings"]["qj"]["change"] for m in members}
    assert change[BEN] is None and change[LOW] > 0
    places = everywhere(queensland, site)
    gained = sorted(((c, m) for m, c in change.items() if c and c > 0), reverse=True)
    assert places == [[(people[m], str(c)) for c, m in gained]] * len(places)
    counted = re.search(r"QJ: 4 rated, (\d+) changed", shown(site / "feeds/lists-en.xml"))
    assert counted is not None
    assert f"{counted[1]} ratings changed" in queensland.done("announce", "--lang", "en").out


def test_who_has_no_rank_is_not_among_the_greatest_gains(work: Workplace) -> None:
    """Mori's membership ended the day before the list; his win stands."""
    small_federation(work, mori={"Memberships": "2026-04-01/2026-10-31"})
    work.store(game(1400001, date(2026, 10, 4), MORI, HATA, "1-0"))
    work.store(game(1400002, date(2026, 10, 5), ONO, TANI, "1-0"))
    work.done("rate")
    work.done("publish")
    site = site_of(work)
    listed = json.loads((site / "data/lists/2026-11-01-v1.json").read_text())["members"]
    mori = next(m for m in listed if m["id"] == MORI)["ratings"]["standard"]
    assert mori["rank"] is None and mori["change"] > 0
    places = everywhere(work, site)
    assert places == [places[0]] * len(places) and [name for name, _ in places[0]] == ["Ono Aki"]
