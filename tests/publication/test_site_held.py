"""What a version holds, read at once; and that a site with nothing new is not even linked."""

from __future__ import annotations

import os
from datetime import date

import pytest
from sqlalchemy import text

from office.database.engine import look
from publication.site.held import Held, Shelf
from publication.site.versions import Version, published_versions
from tests.office.test_corrections import PAIRS, PUBLISHED, game
from tests.publication.test_site import november, november_site
from tests.publication.test_site_families import LOW, juniors_site
from tests.queensland import number
from tests.workplace import HATA, MORI, ONO, TANI, Workplace, small_federation

TOUCHED = """
SELECT r.federation_id FROM list_rating r
  LEFT JOIN list_rating p
    ON p.version_id = :previous AND p.federation_id = r.federation_id AND p.type = r.type
 WHERE r.version_id = :version
   AND (p.id IS NULL OR p.rating <> r.rating OR p.games <> r.games OR coalesce(p.k, 0) <> coalesce(r.k, 0)
        OR r.period_games > 0 OR r.how NOT IN ('rated') OR coalesce(p.marks, '') <> coalesce(r.marks, '')
        OR r.adjustment_reference IS NOT NULL)
UNION
SELECT p.federation_id FROM list_rating p
  LEFT JOIN list_rating r ON r.version_id = :version AND p.federation_id = r.federation_id AND p.type = r.type
 WHERE p.version_id = :previous AND r.id IS NULL
UNION
SELECT federation_id FROM game_line WHERE version_id = :version AND federation_id IS NOT NULL
UNION
SELECT federation_id FROM event_line WHERE version_id = :version AND federation_id IS NOT NULL
UNION
SELECT r.federation_id FROM event_rating r
  LEFT JOIN event_rating p
    ON p.version_id = :previous AND p.federation_id = r.federation_id AND p.type = r.type
 WHERE r.version_id = :version AND (p.id IS NULL OR p.provisional <> r.provisional OR p.listed <> r.listed)
UNION
SELECT m.federation_id FROM list_member m
  LEFT JOIN list_member p ON p.version_id = :previous AND p.federation_id = m.federation_id
 WHERE m.version_id = :version
   AND (p.id IS NULL OR p.name <> m.name OR coalesce(p.kanji, '') <> coalesce(m.kanji, '')
        OR p.member_on_day <> m.member_on_day OR p.active <> m.active)
"""
"""Whom a version says anything new about, asked of the database itself."""


def touched(work: Workplace) -> list[list[str]]:
    """By the shelf for each version; compared with the database's own answer."""
    found = []
    with look(work.engine()) as session:
        versions = published_versions(session)
        by_id = {v.id: v for v in versions}
        shelf = Shelf(session)
        for version in versions:
            values = {"version": version.id, "previous": version.previous_id or 0}
            asked = sorted(session.connection().execute(text(TOUCHED), values).scalars())
            told, other = shelf.touched(version, by_id.get(version.previous_id or 0))
            assert sorted(told + other) == asked
            found.append(told)
    return found


def test_a_list_touches_who_is_new_and_who_played(work: Workplace) -> None:
    small_federation(work)
    for (event, day, white, black, result), moment in zip(PAIRS[:2], PUBLISHED, strict=False):
        work.moment = moment
        work.store(game(event, day, white, black, result), arrived=day)
        work.done("rate")
        work.done("publish")
    opening, first, second = touched(work)
    everybody = {HATA, MORI, ONO, TANI}
    assert set(opening) == set(first) == everybody  # no opening list has a K: the first one tells it
    assert set(second) == set(PAIRS[1][2:4]) < everybody


def test_a_list_reckoned_event_by_event_touches_who_it_keeps_unseen(queensland: Workplace) -> None:
    juniors_site(queensland)
    opening, first = touched(queensland)
    assert LOW in opening
    assert number(1) in first


def test_who_is_kept_unseen_is_in_no_row_and_in_no_figure(queensland: Workplace) -> None:
    juniors_site(queensland)
    with look(queensland.engine()) as session:
        newest = published_versions(session)[-1]
        held = Shelf(session).held(newest)
        rows = held.rows(frozenset())["qj"]
        listed = queensland.rows(
            "SELECT federation_id FROM event_rating WHERE version_id = ? AND listed", newest.id
        )
        assert sorted(r.id for r in rows) == sorted(i for (i,) in listed)
        assert LOW not in held.shown
        assert held.month()["qj"][0] == len(rows)
        assert [r.rating for r in rows] == sorted((r.rating for r in rows), reverse=True)


def test_types_that_are_known_are_not_asked_for(work: Workplace) -> None:
    november(work)
    with look(work.engine()) as session:
        asked = published_versions(session)
        known: dict[str, tuple[str, ...]] = {v.mark: v.types for v in asked}
        assert published_versions(session, known) == asked
        assert all(v.types == ("standard",) for v in asked)
        other = published_versions(session, dict.fromkeys(known, ("rapid",)))
        assert {v.types for v in other} == {("rapid",)}


def test_a_page_that_somebody_took_away_comes_back_and_the_release_before_stays_whole(
    work: Workplace,
) -> None:
    site = november_site(work)
    (site / f"en/members/{ONO}.html").unlink()
    (site / "robots.txt").write_text("other")
    before = {p: p.read_bytes() for p in site.resolve().rglob("*") if p.is_file()}
    said = work.done("site", site)
    assert " 2 new or changed, 0 deleted" in said.out
    assert f"{len(before) + 1} files" in said.out
    assert (site / f"en/members/{ONO}.html").is_file()
    assert (site / "robots.txt").read_text() != "other"
    assert {p: p.read_bytes() for p in before} == before


def test_nothing_is_linked_when_nothing_is_new(work: Workplace, monkeypatch: pytest.MonkeyPatch) -> None:
    site = november_site(work)
    linked: list[object] = []
    real = os.link
    monkeypatch.setattr(os, "link", lambda *words, **named: linked.append(words) or real(*words, **named))
    work.done("site", site)
    assert linked == []
    (site / "robots.txt").unlink()
    work.done("site", site)
    assert linked


def version(*types: str) -> Version:
    """A version with these types."""
    return Version(
        1, date(2026, 11, 1), 1, "rated", "2026", None, "", types, newest=True, previous_id=None,
        by_events=False, interpretations=(),
    )  # fmt: skip


def holding(type_: str, how: str, *ratings: tuple[str, int, int | None]) -> Held:
    """A version with ratings of one type: ID, rating, and the rating before it."""
    people = {number: (number, "", 1, 1) for number, _, _ in ratings}
    moved = [r - was if was and how == "rated" else None for _, r, was in ratings]
    rows = [
        (n, type_, r, 9, 20, "", how, 1, 1, 20, change, 0, was)
        for (n, r, was), change in zip(ratings, moved, strict=True)
    ]
    return Held(version(type_), people, rows, {})


def test_who_stood_on_the_list_before_is_not_new_where_his_type_is_called_otherwise() -> None:
    before = holding("standard", "rated", ("A", 1500, 1490), ("B", 1400, 1400))
    now = holding("standard", "rated", ("A", 1510, 1500), ("C", 1300, None))
    assert now.before("standard", before) == {"A": 1500, "B": 1400}
    assert now.before("standard", None) == {}
    renamed = holding("ncs", "rated", ("A", 1510, 1500), ("C", 1300, None))
    assert renamed.before("ncs", before) == {"A": 1500}
    assert holding("ncs", "initial", ("A", 1510, 1500)).before("ncs", before) == {}
