"""Who played without a valid membership, shown while a renewal still saves the games (3(5), R17, R71).

Mori and Hata meet in round 1 on 3 October, Tani and Ono too; Hata–Tani and Ono–Mori in round 2 on the 4th.
The list is that of November 2026: reports to 20 October, dated 1 November."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime

import pytest
from sqlmodel import Session

from importer.organizers import Organizer
from office.database.engine import transaction
from office.desk.lapsed import lapsed
from office.desk.refresh import refresh
from rating.interpretations import Interpretations
from scraper.records import Round, TimeControl
from tests.earlier_editions import event as event_of_2022
from tests.earlier_editions import of_2022, office
from tests.office.test_desk import EVENT as ONE_DAY
from tests.office.test_desk import with_result
from tests.workplace import HATA, MORI, NAMES, NOVEMBER, Workplace, once, small_federation

FIRST, SECOND = date(2026, 10, 3), date(2026, 10, 4)
EVENT = replace(ONE_DAY, first_day=FIRST, last_day=SECOND, rounds=(Round(1, FIRST), Round(2, SECOND)))
ENDED = "2025-10-04/2026-10-03"
OCTOBER = datetime(2026, 10, 12, 1, tzinfo=UTC)


@once
def october(work: Workplace, spans: str | None = ENDED) -> None:
    """Hata's membership held on the first day of the event, not on the second, unless `spans` says else."""
    small_federation(work, hata={"Memberships": spans, "Kanji": "畑凛"})
    work.moment = OCTOBER
    work.store(EVENT)


def test_a_game_on_the_day_after_the_last_of_the_membership_is_shown_everywhere(work: Workplace) -> None:
    october(work)
    line = f"{HATA} Hata Rin: 1 game, 4 October 2026; member until 3 October 2026"
    for words in (("status",), ("events", "E1"), ("members", "lapsed")):
        out = work.done(*words).out
        assert line in out
        assert "list of 1 November 2026" in out
        assert "a renewal saves them until 31 October 2026" in out
    assert f"{HATA} Hata Rin: member until 3 October 2026" in work.done("members", "lapsed").out
    assert "(2026年" not in work.done("--lang", "ja", "members", "lapsed").out


def test_before_there_is_a_list_to_start_from_nobody_is_said_to_have_played_with_a_membership(
    work: Workplace,
) -> None:
    """Under which edition the event will be rated is not known, nor for which list."""
    work.register({"ID": MORI, "Name": NAMES[MORI]}, {"ID": HATA, "Name": NAMES[HATA], "Memberships": ENDED})
    work.store(EVENT)
    assert work.run("members", "lapsed").problem()["code"] == "no-opening"


def test_the_games_shown_are_those_that_the_list_does_not_count(work: Workplace) -> None:
    october(work, "2024-01-01/2024-12-31")
    assert f"{HATA} Hata Rin: 2 games, 3 October 2026 and 4 October 2026; member until 31 December 2024" in (
        work.done("members", "lapsed").out
    )
    work.moment = datetime(2026, 11, 2, 1, tzinfo=UTC)
    assert "2 of 4 games rated; not rated: 2 not-a-member" in work.done("rate").out


def test_a_renewal_settles_it(work: Workplace) -> None:
    october(work)
    work.done("members", "renew", HATA, "2026-10-04/2027-10-03")
    assert "Nobody played" in work.done("members", "lapsed").out
    assert "without a valid membership" not in work.done("status").out
    work.moment = datetime(2026, 11, 2, 1, tzinfo=UTC)
    assert "4 of 4 games rated" in work.done("rate").out


def test_a_renewal_from_a_later_day_does_not(work: Workplace) -> None:
    october(work)
    work.done("members", "renew", HATA, "2026-10-05/2027-10-04")
    assert "1 game, 4 October 2026" in work.done("members", "lapsed").out


def test_who_was_never_a_member_is_shown_and_a_guest_is_not(work: Workplace) -> None:
    october(work, None)
    assert "no membership before it" in work.done("members", "lapsed").out
    work.resolve("E1", "--no-member", "--player", "2")
    assert "Nobody played" in work.done("members", "lapsed").out


def test_no_renewal_saves_a_game_with_a_guest(work: Workplace) -> None:
    october(work)
    work.resolve("E1", "--no-member", "--player", "3")  # Tani, whom Hata met on the 4th
    assert "Nobody played" in work.done("members", "lapsed").out


def test_a_forfeit_and_a_game_left_out_are_no_games(work: Workplace) -> None:
    small_federation(work, hata={"Memberships": ENDED})
    work.moment = OCTOBER
    work.store(with_result(EVENT, 2, "+--"))
    assert "Nobody played" in work.done("members", "lapsed").out
    work.store(EVENT, date(2026, 10, 6))
    assert "1 game, 4 October 2026" in work.done("members", "lapsed").out
    work.resolve("E1", "--exclude", "--round", "2", "--board", "1")
    assert "Nobody played" in work.done("members", "lapsed").out


def test_an_event_that_is_still_running_is_shown_already(work: Workplace) -> None:
    small_federation(work, hata={"Memberships": ENDED})
    work.moment = OCTOBER
    work.store(with_result(EVENT, 3, None))
    out = work.done("status").out
    assert "(not reported yet); a renewal saves them until the list is made" in out
    assert f"{HATA} Hata Rin: 1 game, 4 October 2026" in out


def test_the_text_to_the_member_says_which_games_and_until_when_in_both_languages(work: Workplace) -> None:
    october(work)
    said = work.done("members", "lapsed", HATA)
    english, _, japanese = said.out.partition("--------")
    assert "Dear Hata Rin," in english
    assert "your membership ended on 3 October 2026" in english
    assert "(3(5))" in english
    assert f"{EVENT.name}, 4 October 2026: 1 game, for the list of 1 November 2026" in english
    assert "renew by 31 October 2026" in english
    assert "畑凛" in japanese
    for told in ("2026年10月3日", "2026年10月4日", "2026年11月1日", "2026年10月31日"):
        assert told in japanese
    assert "Invented Officer" in english
    assert f"members renew {HATA}" in said.err
    assert work.done("members", "lapsed", MORI).out.startswith(f"{MORI} Mori Sora: no game without")


def test_of_two_gaps_each_end_of_a_membership_is_told(work: Workplace) -> None:
    october(work, f"{ENDED}; 2026-10-05/2026-10-10")
    third, eleventh = Round(1, SECOND), Round(2, date(2026, 10, 11))
    work.store(replace(EVENT, last_day=date(2026, 10, 11), rounds=(third, eleventh)), date(2026, 10, 12))
    ends = "3 October 2026 and 10 October 2026"
    assert f"2 games, 4 October 2026 and 11 October 2026; member until {ends}" in work.done("status").out
    said = work.done("members", "lapsed", HATA).out
    assert f"{HATA} Hata Rin: member until {ends}\n" in said
    assert f"your membership ended on {ends}." in said


def test_who_was_a_member_between_the_games_alone_is_told_both(work: Workplace) -> None:
    october(work, "2026-10-05/2026-10-10")
    later = replace(EVENT, source=replace(EVENT.source, tournament=1300002), name="The second")
    day = date(2026, 10, 11)
    work.store(replace(later, first_day=day, last_day=day, rounds=(Round(1, day), Round(2, day))))
    said = work.done("members", "lapsed", HATA).out
    assert f"{HATA} Hata Rin: no membership up to 4 October 2026, member until 10 October 2026\n" in said
    assert "Our register has no membership of yours up to 4 October 2026." in said
    assert "By our register your membership ended on 10 October 2026." in said
    first, second = [line for line in work.done("status").out.splitlines() if f"{HATA} Hata Rin" in line]
    assert first.endswith("no membership before it")
    assert second.endswith("11 October 2026; member until 10 October 2026")


def test_a_published_list_is_left_to_corrections(work: Workplace) -> None:
    october(work)
    work.moment = datetime(2026, 11, 2, 1, tzinfo=UTC)
    assert "a renewal saves them until the list is made" in work.done("status").out  # 31 October is past
    work.done("rate")
    work.done("publish")
    assert "Nobody played" in work.done("members", "lapsed").out
    assert "without a valid membership" not in work.done("status").out


def test_of_an_event_that_came_after_its_list_the_correction_is_waited_for(work: Workplace) -> None:
    small_federation(work, hata={"Memberships": ENDED})
    work.done("rate")
    work.done("publish")
    work.store(EVENT)
    for words in (("status",), ("members", "lapsed")):
        out = work.done(*words).out
        assert "the list is out: a renewal saves them until its correction is made" in out
    work.moment = datetime(2027, 4, 1, 1, tzinfo=UTC)  # no correction goes through it any more (7(3))
    assert "a renewal saves them until the list is made" in work.done("members", "lapsed").out
    work.moment = NOVEMBER
    work.resolve(work.the("list-already-published"), "--defer")
    assert "a renewal saves them until 30 November 2026" in work.done("members", "lapsed").out


def test_of_a_list_that_came_out_before_its_day_no_renewal_until_that_day_is_asked_for(
    work: Workplace,
) -> None:
    small_federation(work, hata={"Memberships": ENDED})
    work.moment = datetime(2026, 10, 25, 1, tzinfo=UTC)
    work.done("rate")
    work.done("publish")
    work.store(EVENT, date(2026, 10, 19))
    out = work.done("members", "lapsed").out
    assert "until its correction is made" in out and "31 October" not in out
    assert "for the list of 1 November 2026: renew at once" in work.done("members", "lapsed", HATA).out


@pytest.mark.parametrize(
    ("word", "until"), [("before-list", date(2026, 10, 31)), ("period-end", date(2026, 10, 20))]
)
def test_r71_the_day_up_to_which_a_renewal_is_asked_for(work: Workplace, word: str, until: date) -> None:
    october(work)
    with transaction(work.engine()) as session:
        (one,) = lapsed(session, refresh(session), OCTOBER.date(), Interpretations(r71=word))
    assert (one.member.federation_id, one.games, one.until) == (HATA, 1, until)
    said = work.done("members", "lapsed", "--interpretation", f"R71={word}").out
    assert f"a renewal saves them until {until:%-d %B %Y}" in said


def test_r39_a_collegiate_membership_saves_no_game_where_annual_ones_alone_count(work: Workplace) -> None:
    work.moment = OCTOBER
    small_federation(work, hata={"Memberships": f"{ENDED}; 2026-10-01/2027-03-31 collegiate"})
    work.store(EVENT)
    assert "Nobody played" in work.done("members", "lapsed").out
    out = work.done("members", "lapsed", "--interpretation", "R39=annual-only").out
    assert f"{HATA} Hata Rin: 1 game, 4 October 2026; member until 3 October 2026" in out


def test_r39_a_day_on_which_an_annual_membership_hangs_is_asked_for(work: Workplace) -> None:
    """3(5): also where a collegiate one goes on, which counts for nothing then."""
    spans = "2025-04-01/2026-10-03; 2026-10-04/2027-03-31 collegiate"
    small_federation(work, hata={"Memberships": spans})
    work.store(replace(EVENT, rounds=()))
    assert "round-without-date" not in [p.code for p in work.problems() if p.blocks]
    said = work.run("rate", "--interpretation", "R39=annual-only")
    assert said.code == 3 and "2 open: E1 round-without-date, E1 round-without-date" in said.all
    assert "by: banzuke resolve E1 --round NUMBER --date YYYY-MM-DD" in said.problem()["do"]
    for number in (1, 2):
        work.resolve("E1", "--round", number, "--date", FIRST)
    assert "4 of 4 games rated" in work.done("rate", "--interpretation", "R39=annual-only").out


def test_r0_who_lapsed_is_shown_by_the_edition_of_the_list_s_date_where_that_decides(work: Workplace) -> None:
    office(work, datetime(2024, 9, 22, 1, tzinfo=UTC), "2024-09-01", hata={"Memberships": ENDED})
    work.store(event_of_2022(1240001, date(2024, 9, 7), [(MORI, HATA, "1-0")]), date(2024, 9, 9))
    assert "Nobody played" in work.done("members", "lapsed").out
    out = work.done("members", "lapsed", "--interpretation", "R0=list-date").out
    assert f"{HATA} Hata Rin: 1 game, 7 September 2024; no membership before it" in out


def test_a_one_time_membership_of_2022_holds_for_its_event(work: Workplace) -> None:
    of_2022(work)
    work.register({"ID": HATA, "Name": NAMES[HATA], "Memberships": "2020-01-01/2020-12-31"})
    record = event_of_2022(1190001, date(2022, 9, 7), [(MORI, HATA, "1-0")])
    work.store(record, date(2022, 9, 9))
    assert f"{HATA} Hata Rin: 1 game" in work.done("members", "lapsed").out
    spans = "2020-01-01/2020-12-31; 2022-09-07/2022-09-07 one-time 1190001"
    work.register({"ID": HATA, "Name": NAMES[HATA], "Memberships": spans})
    assert "Nobody played" in work.done("members", "lapsed").out


def test_a_round_without_a_day_is_shown_by_the_first_day_that_is_not_covered(work: Workplace) -> None:
    small_federation(work, hata={"Memberships": "2025-01-01/2025-12-31"})
    work.moment = OCTOBER
    work.store(replace(EVENT, rounds=()))
    assert f"{HATA} Hata Rin: 2 games, 3 October 2026; member" in work.done("members", "lapsed").out


@pytest.mark.parametrize("why", ["too fast", "organizer", "late"])
def test_no_renewal_is_asked_for_games_that_it_cannot_save(work: Workplace, why: str) -> None:
    small_federation(work, hata={"Memberships": ENDED})
    work.moment = OCTOBER
    blitz = replace(EVENT, time_control=TimeControl("3 min + 2 sec", "Blitz", 5))
    if why == "late":
        work.moment = datetime(2027, 1, 12, 1, tzinfo=UTC)
    work.store(
        blitz if why == "too fast" else EVENT, date(2027, 1, 10) if why == "late" else date(2026, 10, 5)
    )
    if why == "organizer":
        work.done("resolve", "E1", "--organizer", "refused", "--reason", "no club of ours")
    assert "Hata Rin" not in work.done("members", "lapsed").out
    if why == "late":
        work.done("resolve", "E1", "--accept-late", "--reason", "the post was slow")
        assert "Hata Rin" in work.done("members", "lapsed").out


def test_of_an_event_of_which_some_games_are_late_the_others_are_shown(work: Workplace) -> None:
    of_2022(work)  # there each game has its own ninety days (3(6))
    work.register({"ID": HATA, "Name": NAMES[HATA], "Memberships": "2020-01-01/2020-12-31"})
    record = event_of_2022(1190001, date(2022, 9, 7), [(MORI, HATA, "1-0"), (MORI, HATA, "0-1")])
    june = (Round(1, date(2022, 6, 1)), Round(2, date(2022, 9, 7)))
    work.store(replace(record, first_day=date(2022, 6, 1), rounds=june), date(2022, 9, 9))
    assert f"{HATA} Hata Rin: 1 game, 7 September 2022" in work.done("members", "lapsed").out
    work.resolve("E1", "--accept-late")
    assert f"{HATA} Hata Rin: 2 games, 1 June 2022 and 7 September 2022" in (
        work.done("members", "lapsed").out
    )


def test_who_pays_is_looked_up_once_for_all_events(work: Workplace, monkeypatch: pytest.MonkeyPatch) -> None:
    of_2022(work)
    work.register({"ID": HATA, "Name": NAMES[HATA], "Memberships": "2020-01-01/2020-12-31"})
    for number in (1190001, 1190002):
        work.store(event_of_2022(number, date(2022, 9, 7), [(MORI, HATA, "1-0")]), date(2022, 9, 9))
    asked: list[Session] = []

    def organizers(session: Session) -> list[Organizer]:
        asked.append(session)
        return []

    monkeypatch.setattr("office.rules.payers.organizers", organizers)
    with transaction(work.engine()) as session:
        desk = refresh(session)
        asked.clear()
        assert len(lapsed(session, desk, date(2022, 9, 20))) == 2
    assert len(asked) == 1


def test_no_renewal_is_asked_for_games_whose_fee_was_not_paid_in_time(work: Workplace) -> None:
    of_2022(work)
    work.register({"ID": HATA, "Name": NAMES[HATA], "Memberships": "2020-01-01/2020-12-31"})
    work.store(event_of_2022(1190001, date(2022, 9, 7), [(MORI, HATA, "1-0")]), date(2022, 9, 9))
    for word, shown in (
        (("--fee-unpaid",), False),
        (("--fee-paid", "2022-10-01"), False),
        (("--fee-paid", "2022-09-30"), True),
        (("--fee-accepted",), True),
    ):
        work.resolve("E1", *word)
        assert ("Hata Rin" in work.done("members", "lapsed").out) == shown, word
