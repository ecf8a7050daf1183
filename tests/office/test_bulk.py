"""Many questions in one answer: ranges, an event's questions of one kind, groups; what --accept refuses."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest

from scraper.records import EventRecord, Problem
from tests.importer.invented import ALWAYS, pairing, player, reading
from tests.office.test_desk import ASKED, EVENT, UNDATED, with_player, with_result
from tests.workplace import HATA, MORI, NAMES, TANI, Workplace, small_federation

GUESTS = ("Pedersen Nils", "Okoro Ife", "Marchetti Ugo", "Lindqvist Aja")


def with_guests() -> EventRecord:
    """A member against four guests of other federations, and a player of no federation whom nobody knows."""
    guests = [player(n, name, federation="DEN") for n, name in enumerate(GUESTS, 2)]
    players = [
        player(1, NAMES[MORI], MORI, federation="JPN"),
        *guests,
        player(6, "Nobody Known", rating=1500),
    ]
    games = [pairing(n, 1, n + 1, "1-0") for n in range(1, 6)]
    days = {n: date(2026, 9, 29 + n) if n < 2 else date(2026, 10, n - 1) for n in range(1, 6)}
    return reading(players, games, days=days)


def test_likely_guests_are_one_question_with_one_answer(work: Workplace) -> None:
    small_federation(work)
    work.store(with_guests())
    said = work.done("problems")
    assert "P1-P4 member-unknown: Invented Open (chess-results:1400001)\n" in said.out
    assert "    4 players of other federations, no likely member: all non-members?\n" in said.out
    assert (
        "      P2 player 3: “Okoro Ife”, no ID: no member has this name; of another federation: DEN"
        in said.out
    )
    assert "P5 member-unknown: Invented Open (chess-results:1400001), player 6\n" in said.out
    assert "2 questions to decide" in said.err
    assert "      P2 選手3：「Okoro Ife」、IDなし：" in work.done("--lang", "ja", "problems").out
    shown = work.done("problems", "--next").out
    assert '    banzuke resolve P1-P4 --no-member --reason "…"\n' in shown
    work.done("resolve", "P1-P4", "--no-member", "--reason", "all from Aarhus")
    assert [p.id for p in work.problems()] == [5]
    assert work.rows("SELECT count(*) FROM ruling WHERE value = 'no-member'") == [(4,)]


def test_a_player_whose_name_is_nearly_a_members_is_no_likely_guest(work: Workplace) -> None:
    small_federation(work)
    work.store(with_player(with_guests(), 3, name="Hata Rim"))
    said = work.done("problems").out
    assert "P1,P3-P4 member-unknown: Invented Open" in said
    assert "P2 member-unknown: Invented Open (chess-results:1400001), player 3" in said


def test_missing_results_are_one_question_until_they_arrive(work: Workplace) -> None:
    small_federation(work)
    record = replace(EVENT, pairings=tuple(replace_result(EVENT)))
    work.store(record)
    assert "P1-P4 result-pending: Invented Open" in (said := work.done("problems").out)
    assert "4 results are still missing" in said
    assert "P1-P4 result-pending: 4 results are still missing" in work.done("events", "E1").out
    work.done("resolve", "E1", "--accept", "--reason", "the club burned down")
    assert work.codes() == ["report-day-open"]
    assert work.done("events", "E1").out.endswith(" report-day-open\n")  # a question about all of it
    work.store(with_result(record, 0, "1-0"))
    assert work.codes() == ["report-day-open"]


def replace_result(record: EventRecord) -> list[object]:
    return [pairing(p.round, p.white, p.black, None, p.board) for p in record.pairings]


def test_ranges_and_lists_stand_for_their_open_problems(work: Workplace) -> None:
    small_federation(work)
    work.store(with_guests())
    work.done("resolve", "P2,P4-P5", "--no-member", "--reason", "guests")
    assert [p.id for p in work.problems()] == [1, 3]
    work.done("resolve", "p1-5", "--no-member", "--reason", "guests too")
    assert work.codes() == []
    assert work.rows("SELECT count(*) FROM ruling WHERE taken_back_at IS NULL") == [(5,)]
    assert work.run("resolve", "P5-P1", "--no-member", "--reason", "x").problem()["code"] == "no-such-problem"
    said = work.run("resolve", "P1-P5", "--no-member", "--reason", "again")
    assert (said.code, said.problem()["code"]) == (1, "no-such-problem")
    work.done("resolve", "--take-back", "1-3,5", "--reason", "who knows")
    assert len(work.problems()) == 4
    for words in ("3-", "x", "1,,2", "4-3"):
        assert work.run("resolve", "--take-back", words, "--reason", "a slip").code == 1


def test_an_event_stands_for_its_open_problems_of_one_kind(work: Workplace) -> None:
    small_federation(work)
    record = with_guests()
    work.store(replace(record, pairings=(*record.pairings[1:], pairing(1, 1, 2, None))))
    said = work.run("resolve", "E1", "--code", "member-ambiguous", "--no-member", "--reason", "guests")
    problem = said.problem()
    assert problem["code"] == "no-such-problem"
    assert "member-unknown (5), result-pending (1)" in problem["expected"]
    work.done("resolve", "E1", "--code", "member-unknown", "--no-member", "--reason", "guests")
    assert work.codes() == ["result-pending"]
    work.done("resolve", "E1", "--accept", "--reason", "never played")
    assert work.codes() == ["report-day-open"]


def test_an_answer_that_fits_several_kinds_asks_which(work: Workplace) -> None:
    small_federation(work)
    record = with_result(replace(EVENT, organizer=None), 0, None)
    work.store(record)
    before = work.dump()
    said = work.run("resolve", "E1", "--accept", "--reason", "as it is")
    assert (said.code, said.problem()["code"]) == (1, "no-such-problem")
    assert "organizer-missing (1), result-pending (1)" in said.problem()["expected"]
    assert work.dump() == before


def test_many_answers_are_told_in_one_line(work: Workplace) -> None:
    small_federation(work)
    names = [f"Guest {chr(65 + n)}{'aeiou'[n % 5]}xx" for n in range(12)]
    guests = [player(n, name, federation="DEN") for n, name in enumerate(names, 2)]
    games = [pairing(n, 1, n + 1, "1-0") for n in range(1, 13)]
    work.store(reading([player(1, NAMES[MORI], MORI, federation="JPN"), *guests], games))
    said = work.done("resolve", "P1-P12", "--no-member", "--reason", "guests")
    told = "Decisions 1 to 12: match no-member: 12 questions; undone by banzuke resolve --take-back 1-12"
    assert said.out == told + "\n"


# Accepting is no answer to these, one of each group.


@pytest.mark.parametrize(
    ("record", "code", "answer"),
    [
        (with_player(EVENT, 1, name="Nobody Known", national_id=None), "member-unknown", "--no-member"),
        (ASKED["a wrong digit"][0], "member-ambiguous", "--match ID"),
        (replace(EVENT, first_day=None, last_day=None), "event-without-days", "--days"),
    ],
)
def test_accepting_a_question_that_wants_another_answer_is_refused_with_the_answers(
    work: Workplace, record: EventRecord, code: str, answer: str
) -> None:
    small_federation(work)
    work.store(record)
    _refused(work, code, answer)


def test_accepting_a_round_whose_day_matters_is_refused_and_one_that_is_shown_is_not(work: Workplace) -> None:
    small_federation(work, hata={"Memberships": "2026-10-05/2027-03-31"})
    work.store(UNDATED)
    _refused(work, "round-without-date", "--date YYYY-MM-DD")
    work.register({"ID": HATA, "Name": NAMES[HATA], "Memberships": ALWAYS})  # now any day gives the same
    (shown,) = work.problems()
    assert (shown.code, shown.blocks) == ("round-without-date", False)
    work.resolve(shown, "--accept")


def test_accepting_a_decision_that_no_longer_fits_is_refused(work: Workplace) -> None:
    small_federation(work)
    work.store(ASKED["a wrong digit"][0])
    work.resolve(work.the("member-ambiguous"), "--match", MORI)
    work.store(with_player(ASKED["a wrong digit"][0], 1, federation="USA"))
    _refused(work, "ruling-no-longer-fits", "--take-back")
    assert "--accept" not in work.done("resolve", f"P{work.the('ruling-no-longer-fits').id}").out


def test_accepting_an_organizer_whom_nobody_registered_is_refused(work: Workplace) -> None:
    small_federation(work)
    text = "Name,Kind,Valid\nAnother Club,club,2024-10-01/\n"
    work.done("organizers", "import", work.file(text, "organizers.csv"))
    work.store(EVENT)
    _refused(work, "organizer-unregistered", "--organizer accepted")


def _refused(work: Workplace, code: str, answer: str) -> None:
    problem = next(p for p in work.problems() if p.code == code and p.blocks)
    before = work.dump()
    said = work.run("resolve", f"P{problem.id}", "--accept", "--reason", "no time")
    assert (said.code, said.problem()["code"]) == (1, "decision-does-not-fit")
    assert answer in said.problem()["expected"]
    assert work.dump() == before


# Problems of one event, one kind, one member; by number on the event's page.


def test_problems_are_chosen_by_event_kind_and_member(work: Workplace) -> None:
    small_federation(work)
    work.store(with_guests())
    work.store(with_result(replace(EVENT, source=replace(EVENT.source, tournament=1400002)), 0, None))
    assert "result-pending" not in work.done("problems", "E1").out
    assert "member-unknown" not in (said := work.done("problems", "1400002").out)
    assert "result-pending" in said
    each = work.done("problems", "--code", "member-unknown").out
    assert each.count("member-unknown: ") == 5
    found = work.the("result-pending").place
    theirs = [i for i, name in NAMES.items() if name in found]
    assert theirs
    for member in theirs:
        assert "result-pending" in work.done("problems", "--member", member).out
    other = next(i for i in (MORI, HATA, TANI) if NAMES[i] not in found)
    assert work.done("problems", "--member", NAMES[other]).out == ""
    assert work.run("problems", "--code", "nothing-such").problem()["code"] == "no-such-problem"
    assert work.run("problems", "E99").problem()["code"] == "no-such-event"
    assert work.run("problems", "--member", "Nobody").problem()["code"] == "no-such-member"


def test_where_each_of_several_questions_is_stands_in_the_language_of_the_reader(work: Workplace) -> None:
    small_federation(work)
    work.store(with_guests(), date(2026, 10, 5))
    for words in (("problems", "E1"), ("events", "E1")):
        told = work.done("--lang", "ja", *words).out
        assert "player 6" not in told and "選手6" in told
    assert "P1 選手2" in work.done("--lang", "ja", "problems", "E1").out


def test_an_event_names_its_questions_by_number(work: Workplace) -> None:
    small_federation(work)
    work.store(with_guests(), date(2026, 10, 5))
    page = work.done("events", "E1").out
    found = "4 players of other federations, no likely member: all non-members?"
    assert f"  P1-P4 member-unknown: {found}\n" in page
    assert "  P5 member-unknown: player 6\n" in page


def test_the_problem_of_a_range_that_an_answer_does_not_fit_is_named(work: Workplace) -> None:
    small_federation(work)
    record = with_guests()
    work.store(replace(record, pairings=(*record.pairings[1:], pairing(1, 1, 2, None))))
    other = f"P{work.the('result-pending').id}"
    problem = work.run("resolve", f"P1-{other}", "--no-member", "--reason", "guests").problem()
    assert (problem["code"], problem["place"]) == ("decision-does-not-fit", f"banzuke resolve {other}")
    assert work.run(*problem["do"].split(": banzuke ")[1].split()).code == 0


def test_what_the_reader_left_out_is_left_out_only_by_saying_so(work: Workplace) -> None:
    small_federation(work)
    expected, found = "a player of the start list", "No. 99"
    missing = Problem("player-unknown", "round 1, board 3", expected, found, "fetch again")
    work.store(replace(EVENT, problems=(*EVENT.problems, missing)))
    question = f"P{work.the('player-unknown').id}"
    said = work.run("resolve", question, "--accept", "--reason", "as it is")
    assert said.problem()["code"] == "decision-does-not-fit"
    assert "--leave-out" in said.problem()["expected"]
    assert "--leave-out" in work.done("resolve", question).out
    assert work.the("player-unknown").state == "open"
    work.done("resolve", question, "--leave-out", "--reason", "nobody knows who played")
    assert not [p for p in work.problems() if p.code == "player-unknown"]
    other = work.run("resolve", "E1", "--time-control", "90+30", "--reason", "x")
    assert other.code == 0
    assert work.run("resolve", "E1", "--leave-out", "--reason", "x").code == 1
