"""What the next list would bring, on a player's page: worked by hand from the events of four lists."""

from __future__ import annotations

import json
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

from tests.importer.invented import pairing, player, reading
from tests.office.test_corrections import PAIRS, four_lists, game
from tests.publication.exported import tells
from tests.publication.test_site import shown, site_of
from tests.publication.test_site_players import page
from tests.workplace import HATA, MORI, ONO, TANI, Workplace

NOTE = "What that list would bring if it were made now from the events already reported."


def reported(work: Workplace, *numbers: int, result: str | None = None) -> None:
    for number in numbers:
        event, day, white, black, ended = PAIRS[number]
        work.moment = datetime(day.year, day.month, day.day, 12, tzinfo=UTC)
        work.store(game(event, day, white, black, result or ended), arrived=day)


def following(site: Path, number: str, lang: str = "en") -> list[str]:
    """The ratings of the part on the list to come; none where the page has no such part."""
    return [" ".join(d.text().split()) for d in page(site, number, lang).css("section.following dd")]


def figures(site: Path, number: str) -> Any:
    return json.loads((site / f"data/members/{number}.json").read_text("utf-8"))["next_list"]


def test_an_event_that_was_reported_shows_what_the_next_list_would_bring(work: Workplace) -> None:
    """1705 against 1600 draws: 0.64 expected, K 20, −2.80, rounded −3; the other +2.80, rounded +3."""
    four_lists(work, 1)
    reported(work, 1)
    before = work.dump()
    site = site_of(work)
    assert following(site, MORI) == ["1705 → 1702 −3"]
    assert following(site, TANI, "ja") == ["1600 → 1603 +3"]
    assert following(site, HATA) == []
    text = shown(site / f"en/members/{MORI}.html")
    assert "The list of 1 December 2026, so far not official" in text
    assert "1 game: Open 1400002" in text and NOTE in text and "not counted yet" not in text
    assert "非公式" in shown(site / f"ja/members/{TANI}.html")
    assert figures(site, MORI) == {
        "list": "2026-12-01", "official": False, "waiting_for_events": 0,
        "ratings": [
            {"type": "standard", "previous": 1705, "rating": 1702, "games": 1, "events": ["Open 1400002"]}
        ],
    }  # fmt: skip
    assert figures(site, HATA) is None
    assert work.dump() == before  # nothing of it is stored


def test_once_the_list_is_published_it_is_gone(work: Workplace) -> None:
    four_lists(work, 1)
    reported(work, 1)
    site = site_of(work)
    assert following(site, MORI)
    work.moment = datetime(2026, 12, 1, 1, tzinfo=UTC)
    work.done("rate")
    assert following(site_of(work), MORI) == ["1705 → 1702 −3"]  # a draft is no list
    work.done("publish")
    assert following(site_of(work), MORI) == []
    assert "1705 → 1702" in shown(site / f"en/members/{MORI}.html")


def test_an_event_with_an_open_question_is_counted_and_not_reckoned(work: Workplace) -> None:
    four_lists(work, 1)
    reported(work, 1)
    players = (player(1, "Hata Rin", HATA), player(2, "Mori S"))  # which Mori?
    waits = reading(players, [pairing(1, 1, 2, "1-0")], number=1400009, days={1: date(2026, 11, 15)})
    work.store(waits, arrived=date(2026, 11, 15))
    assert any(problem.blocks for problem in work.problems())
    site = site_of(work)
    assert following(site, MORI) == ["1705 → 1702 −3"]
    assert following(site, HATA) == []
    assert "with open questions, which are not counted yet: 1." in shown(site / f"en/members/{MORI}.html")


def test_nothing_is_told_while_nothing_can_be_reckoned(work: Workplace) -> None:
    four_lists(work, 1)
    assert "so far" not in shown(site_of(work) / f"en/members/{MORI}.html")
    work.store(game(1400009, date(2026, 11, 15), MORI, ONO, None), arrived=date(2026, 11, 15))
    site = site_of(work)
    assert following(site, MORI) == []


def test_only_the_pages_of_those_who_played_are_made_anew(work: Workplace) -> None:
    four_lists(work, 1)
    site = site_of(work)
    at = {p: p.stat().st_mtime_ns for p in (site / "en/members").iterdir()}
    reported(work, 1)
    work.done("site", site)
    changed = {p.stem for p, moment in at.items() if p.stat().st_mtime_ns != moment}
    assert changed == {MORI, TANI}


def test_who_is_withheld_has_no_next_list_anywhere(work: Workplace) -> None:
    four_lists(work, 1)
    reported(work, 1)
    work.register({"ID": MORI, "Name": "Mori Sora", "Withheld": "yes"})
    site = site_of(work)
    assert following(site, TANI) == ["1600 → 1603 +3"]
    everything = "".join(p.read_text("utf-8") for p in site.rglob("*") if p.suffix in (".html", ".json"))
    assert not tells(everything, 1702) and "Mori" not in everything
