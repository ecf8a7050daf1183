"""What an edition asks of a report beside its games; numbers and articles are handed in as plain values."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest

from importer.checks.asked import (
    Asked,
    application,
    fees_open,
    fide_notice,
    newcomers,
    non_members,
    report_items,
    sent_apart,
    unregistered_organizer,
)
from importer.findings import Facts
from importer.rulings import Rulings
from importer.tables import ApplicationRow, EventPlayerRow, EventRow
from importer.view import EventView
from scraper.records import EventRecord, Source
from tests.importer.invented import pairing, player, reading

PLAYED = date(2026, 10, 4)
RECORD = reading([player(1, "Mori Sora"), player(2, "Hata Rin")], [pairing(1, 1, 2, "1-0")])
ITEMS = ("name", "days", "venue", "chief-arbiter", "participants", "games", "non-members")


def facts(record: EventRecord = RECORD, matches: tuple[str, ...] = ("matched", "no-member")) -> Facts:
    event = EventRow(
        id=1,
        key="chess-results:1400001",
        name=record.name,
        organizer=record.organizer,
        first_day=PLAYED,
        last_day=PLAYED,
        link_came_on=PLAYED,
        arrived_on=PLAYED,
        day_stated=True,
        reading_id=1,
    )
    players = {
        n: EventPlayerRow(event_id=1, number=n, name=p.name, match=match, match_rule="")
        for (n, match), p in zip(enumerate(matches, start=1), record.players, strict=True)
    }
    return Facts(EventView(event, {}, players, (), Rulings([])), record, {})


def application_on(day: date, type_: str, announced: bool | None = None) -> ApplicationRow:
    of = {"event_name": "Open", "organizer": "Invented Club", "first_day": PLAYED, "last_day": PLAYED}
    return ApplicationRow(**of, applied_on=day, type=type_, announced=announced)


def by_file(**more: object) -> EventRecord:
    return replace(RECORD, source=Source(site="form", tournament=None), **more)


def test_an_organizer_on_the_register_is_not_asked_about_and_another_waits_for_the_officer() -> None:
    assert list(unregistered_organizer(facts(), Asked("3(3)"), registered=True)) == []
    (found,) = unregistered_organizer(facts(), Asked("3(3)"), registered=False)
    assert (found.code, found.blocks, found.found) == (
        "organizer-unregistered",
        True,
        "“Invented Chess Club”",
    )
    assert "(3(3))" in found.expected
    (nobody,) = unregistered_organizer(
        facts(replace(RECORD, organizer=None)), Asked("3(3)"), registered=False
    )
    assert nobody.found == "none named" and nobody.remedy.startswith("ask who organized the event")


UNTIL = Asked("3(4)", date(2026, 9, 29))


@pytest.mark.parametrize(
    ("applied", "codes"),
    [
        (None, ["application-missing"]),
        (application_on(date(2026, 9, 29), "standard"), []),
        (application_on(date(2026, 9, 29), "standard", announced=True), []),
        (application_on(date(2026, 9, 30), "standard"), ["application-late"]),
        (application_on(date(2026, 9, 1), "rapid"), ["application-other-type"]),
        (application_on(date(2026, 9, 1), "standard", announced=False), ["application-not-announced"]),
        (
            application_on(date(2026, 10, 1), "rapid", announced=False),
            ["application-late", "application-other-type", "application-not-announced"],
        ),
    ],
)
def test_an_application_is_looked_at_for_its_day_its_type_and_its_announcement(
    applied: ApplicationRow | None, codes: list[str]
) -> None:
    found = list(application(facts(), UNTIL, applied, "standard"))
    assert [f.code for f in found] == codes
    assert not any(f.blocks for f in found)


def test_where_the_type_is_not_known_the_application_is_not_asked_about_it() -> None:
    assert list(application(facts(), UNTIL, application_on(date(2026, 9, 1), "rapid"), None)) == []


@pytest.mark.parametrize(
    ("applied", "found"),
    [
        (None, ["no application or notice"]),
        (application_on(date(2026, 8, 5), "standard"), ["told on 2026-08-05"]),
        (application_on(date(2026, 8, 4), "standard"), []),
    ],
)
def test_a_fide_event_wants_its_notice_in_time(applied: ApplicationRow | None, found: list[str]) -> None:
    asked = Asked("2(3)", date(2026, 8, 4))
    assert [f.found for f in fide_notice(facts(), asked, applied)] == found


def test_a_report_as_a_file_is_asked_for_what_it_does_not_say() -> None:
    codes = [f.expected for f in report_items(facts(by_file()), Asked("4(3)"), ITEMS)]
    assert codes == ["venue (4(3))", "chief-arbiter (4(3))", "non-members (4(3))"]
    whole = by_file(place="Hall", arbiter="Somebody", non_members=0)
    assert list(report_items(facts(whole), Asked("4(3)"), ITEMS)) == []


def test_the_address_of_an_upload_stands_for_a_report() -> None:
    assert list(report_items(facts(), Asked("4(3)"), ITEMS)) == []


@pytest.mark.parametrize(("stated", "codes"), [(None, []), (1, []), (0, ["non-members-differ"])])
def test_the_number_of_non_members_is_compared_with_what_the_office_finds(
    stated: int | None, codes: list[str]
) -> None:
    found = list(non_members(facts(by_file(non_members=stated)), Asked("4(3)")))
    assert [f.code for f in found] == codes
    assert all(f.found.startswith("1 by the register") for f in found)


@pytest.mark.parametrize(("stated", "shown"), [(0, False), (1, False), (2, True)])
def test_who_is_not_decided_yet_can_still_be_one_of_them(stated: int, shown: bool) -> None:
    """One is a member, of the other nobody has said anything."""
    found = list(non_members(facts(by_file(non_members=stated), ("matched", "unknown")), Asked("4(3)")))
    assert bool(found) is shown


@pytest.mark.parametrize(("stated", "shown"), [(0, True), (1, False), (2, False), (3, True)])
def test_a_member_whose_membership_ended_may_be_counted_among_them(stated: int, shown: bool) -> None:
    one = facts(by_file(non_members=stated))
    one.view.players[1].member_id = 7
    one.memberships[7] = [(date(2025, 4, 1), date(2026, 3, 31))]
    assert bool(list(non_members(one, Asked("4(3)")))) is shown


def test_a_file_for_fide_is_asked_for_unless_the_report_is_one() -> None:
    (found,) = sent_apart(facts(), Asked("3(1)"), ("txt-file",), "FIDE official event")
    assert (found.subject, found.expected) == ({"item": "txt-file"}, "txt-file (3(1))")
    trf = replace(RECORD, source=Source(site="trf", tournament=None))
    assert list(sent_apart(facts(trf), Asked("3(1)"), ("txt-file",), "FIDE official event")) == []


def test_what_is_not_known_of_a_newcomer_is_listed() -> None:
    (found,) = newcomers(facts(), Asked("4(5)"), {"N90000009 Nitta Yu": ["kanji", "birth-date"]})
    assert found.expected == "kanji, birth-date (4(5))"
    assert "newcomer N90000009 Nitta Yu" in found.place


def test_fees_that_nobody_recorded_are_shown_until_somebody_does() -> None:
    asked = Asked("3(4)", date(2026, 10, 31))
    (found,) = fees_open(facts(), asked, 2, None)
    assert (found.settled_by, found.blocks, found.expected) == (None, False, "paid by 2026-10-31 (3(4))")
    (answered,) = fees_open(facts(), asked, 2, 7)
    assert answered.settled_by == 7
