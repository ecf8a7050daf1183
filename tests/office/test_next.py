"""The next question: shown whole, after an answer and when asked for, with lines that can be typed."""

from __future__ import annotations

import re
import shlex
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

import pytest
import typer.main

from cli.main import app
from docs.__main__ import listed
from office.desk.answers import ANSWERS
from office.words import speaking
from office.words.codes import meaning
from tests.earlier_editions import office
from tests.office.test_corrections import game
from tests.office.test_desk import EVENT, with_control, with_player
from tests.workplace import MORI, NAMES, ONO, TANI, Workplace, register_csv, small_federation


def answers(text: str) -> list[list[str]]:
    """The command lines of a shown question, as words."""
    lines = text.partition("  answers:\n")[2].splitlines()
    return [shlex.split(line)[1:] for line in lines if line.startswith("    banzuke ")]


def test_the_next_question_stands_with_its_candidates_and_lines_that_answer_it(work: Workplace) -> None:
    small_federation(work, abe={"Name": NAMES[MORI], "Sex": "f"})
    record = with_player(EVENT, 1, national_id=None)
    work.store(replace(record, time_control=with_control("G/90", None, None).time_control))
    said = work.done("problems", "--next")
    assert said.out.startswith("P1 time-control-unreadable")
    assert answers(said.out) == [["resolve", "P1", "--time-control", "45+30", "--reason", "…"]]
    said = work.done(*answers(said.out)[0])
    assert "Next:\nP2 member-ambiguous" in said.err
    assert "could be:\n" in said.err
    lines = answers(said.err)
    assert [line[2:4] for line in lines[:2]] == [["--match", MORI], ["--match", "N90000005"]]
    assert lines[-1][2] == "--no-member"
    said = work.done(*lines[0])
    assert "Nothing is left to decide: banzuke rate" in said.err
    work.done("rate")


def test_an_event_of_two_days_has_a_line_for_each_of_them(work: Workplace) -> None:
    from tests.office.test_desk import UNDATED

    small_federation(work, hata={"Memberships": "2026-10-05/2027-03-31"})
    work.store(UNDATED)
    days = [line[3] for line in answers(work.done("problems", "--next").out)]
    assert days == ["2026-10-04", "2026-10-05"]


def test_what_is_only_shown_comes_after_everything_that_a_list_waits_for(work: Workplace) -> None:
    small_federation(work)
    work.store(replace(EVENT, organizer=None, time_control=with_control(None, None, None).time_control))
    assert "time-control-missing" in work.done("problems", "--next").out
    said = work.resolve("E1", "--time-control", "45")
    assert "Something is shown for information: banzuke problems" in said.err
    assert "organizer-missing" not in said.err
    said = work.done("problems", "--next")
    assert said.out.startswith("Nothing is left to decide")
    assert "organizer-missing" in said.out
    assert work.done(*answers(said.out)[0])
    left = "Nothing is left to decide: banzuke rate (list of 1 November 2026)\n"
    assert work.done("problems", "--next").out == left


def test_the_next_question_of_all_is_asked_for_with_no_choice_among_them(work: Workplace) -> None:
    small_federation(work)
    work.store(EVENT)
    for choice in (["E1"], ["--code", "member-unknown"], ["--member", MORI], ["--all"], ["E7"]):
        said = work.run("problems", *choice, "--next")
        assert (said.code, said.out) == (2, "")
        assert "--next goes with no event and no other option" in said.err


def test_a_draft_is_looked_at_before_its_period_is_over_and_published_after_it(work: Workplace) -> None:
    work.moment = datetime(2026, 10, 20, 3, 0, tzinfo=UTC)
    small_federation(work)
    later = "Reports can still arrive until 20 October 2026; it can be published after that.\n"
    assert work.done("rate").err.endswith("Next: banzuke preview\n" + later)
    assert work.done("preview").err == later
    work.moment += timedelta(days=1)
    assert work.done("rate").err.endswith("Next: banzuke preview, then banzuke publish\n")
    assert work.done("preview").err == "Next: banzuke publish\n"


def test_a_preview_of_a_draft_that_is_out_of_date_says_what_comes_first(work: Workplace) -> None:
    small_federation(work)
    work.store(EVENT)
    work.done("rate")
    work.store(game(1400002, date(2026, 10, 11), TANI, ONO, "1-0"), date(2026, 10, 12))
    assert work.done("preview").err == "Next: banzuke rate (list of 1 November 2026)\n"
    work.done("rate")
    assert work.done("preview").err == "Next: banzuke publish\n"


@pytest.mark.parametrize("ahead", [0, 3653], ids=["right", "clock ahead"])
def test_a_draft_made_before_a_membership_was_renewed_is_made_again_first(
    work: Workplace, ahead: int
) -> None:
    """It would be refused when it is published: the list that it was worked out as is no more that list."""
    small_federation(work, mori={"Memberships": "2025-04-01/2026-03-31"})
    work.store(EVENT)
    right, work.moment = work.moment, work.moment + timedelta(days=ahead)
    work.done("rate")
    assert "Next: banzuke preview, then banzuke publish" in work.done("status").out
    work.moment = right + timedelta(minutes=1)
    work.done("members", "renew", MORI, "2026-04-01/2027-03-31")
    assert work.run("publish").problem()["code"] == "draft-out-of-date"
    assert "Next: banzuke rate (list of 1 November 2026)" in work.done("status").out
    work.moment += timedelta(minutes=1)
    work.done("rate")
    assert "Next: banzuke preview, then banzuke publish" in work.done("status").out


def test_when_nothing_is_left_the_next_step_is_that_of_status(work: Workplace) -> None:
    small_federation(work)
    work.store(EVENT)
    rate, preview = "banzuke rate (list of 1 November 2026)", "banzuke preview, then banzuke publish"

    def next_step() -> str:
        step = work.done("status").out.splitlines()[-1].removeprefix("Next: ")
        assert work.done("problems").err.splitlines()[-1] == f"Nothing is left to decide. Next: {step}"
        assert work.done("problems", "--next").out.splitlines()[0] == f"Nothing is left to decide: {step}"
        return step

    assert next_step() == rate
    work.done("rate")
    assert next_step() == preview
    work.moment += timedelta(minutes=1)
    work.done("resolve", "E1", "--exclude", "--round", "1", "--board", "2", "--reason", "not fair")
    assert next_step() == rate
    work.done("rate")
    assert next_step() == preview
    work.store(game(1400002, date(2026, 10, 11), TANI, ONO, "1-0"), date(2026, 10, 12))
    assert next_step() == rate
    work.done("rate")
    work.done("publish")
    work.moment += timedelta(days=1)
    work.done("correction", "open", "E2", "--reported", work.moment.date(), "--reason", "turned round")
    assert next_step() == "banzuke correction preview"
    said = work.resolve("E2", "--exclude", "--round", "1", "--board", "1")
    assert "Nothing is left to decide: banzuke correction preview\n" in said.err
    work.done("correction", "close", "E2", "--reason", "as it was")
    assert next_step() == "banzuke rate (list of 1 December 2026)"


def test_a_question_about_an_event_taken_up_is_answered_before_the_correction(work: Workplace) -> None:
    small_federation(work)
    played = TANI, ONO
    work.store(game(1400002, date(2026, 10, 11), *played, "1-0"), date(2026, 10, 12))
    work.done("rate")
    work.done("publish")
    work.moment += timedelta(days=1)
    work.done("correction", "open", "E1", "--reason", "look at it")
    work.store(game(1400002, date(2026, 10, 11), *played, None), work.moment.date())

    def last() -> str:
        return work.done("status").out.splitlines()[-1]

    assert work.run("correction", "preview").problem()["code"] == "open-problems"
    assert last() == "Next: banzuke problems, then banzuke resolve P…"
    work.resolve("E1", "--defer")  # the correction takes it off its list: the question is one of the next
    assert last() == "Next: banzuke correction preview"
    work.done("correction", "preview")
    work.done("resolve", "--take-back", 2, "--reason", "not at all")
    work.resolve(work.the("result-pending"), "--accept")
    assert last() == "Next: banzuke correction preview"
    work.done("correction", "preview")


def test_a_report_that_came_twice_is_answered_by_the_event_it_repeats(work: Workplace) -> None:
    small_federation(work)
    work.store(EVENT)
    work.store(replace(EVENT, source=replace(EVENT.source, tournament=1400002)))
    first = answers(work.done("problems", "--next").out)[0]
    assert first[2:4] == ["--same-as", "E1"]
    work.done(*first)
    assert work.problems() == []


def test_every_answer_is_an_option_of_resolve_and_every_question_is_known() -> None:
    command = typer.main.get_command(app)
    options = {
        name
        for parameter in command.commands["resolve"].params  # type: ignore[attr-defined]
        for name in (*parameter.opts, *parameter.secondary_opts)
    }
    named = {re.match(r"--[a-z-]+", words)[0] for answers in ANSWERS.values() for words in answers}  # type: ignore[index]
    assert named <= options
    wings = ("scraper", "importer", "office")
    assert set(ANSWERS) <= {code for wing in wings for code in listed(f"{wing}/codes.toml")}


def test_a_register_names_the_step_after_it_before_the_first_list_and_behind_it(work: Workplace) -> None:
    register = work.file(register_csv([{"ID": MORI, "Name": NAMES[MORI]}]))
    assert "Next: banzuke opening import" in work.done("members", "import", register).err
    small_federation(work)
    said = work.done("members", "import", register).err
    assert "Next: banzuke status" in said and "opening" not in said


def test_a_list_that_no_edition_is_in_force_for_is_made_under_one_that_is_named(work: Workplace) -> None:
    office(work, datetime(2023, 9, 3, tzinfo=UTC), "2023-08-01")
    said = work.done("status")
    assert said.out.endswith("Next: banzuke rate --edition EDITION --reason WHY\n")
    assert work.run("rate").problem()["code"] == "no-edition"
    work.done("rate", "--edition", "ncs-2022-09", "--reason", "nothing newer is held")
    assert work.done("status").out.endswith("Next: banzuke preview, then banzuke publish\n")
    work.done("publish")
    work.store(game(1400002, date(2023, 9, 1), TANI, ONO, "1-0"), date(2023, 9, 2))
    assert work.the("no-edition")
    said = work.resolve("E1", "--exclude")
    assert said.err.endswith("Nothing is left to decide: banzuke rate --edition EDITION --reason WHY\n")


def test_an_edition_that_does_not_know_the_ratings_of_the_last_list_is_not_named_for_the_next(
    work: Workplace,
) -> None:
    """While something is open, the word on the edition stays: no list could be made under it."""
    small_federation(work)
    unfinished = game(1400001, date(2026, 10, 4), TANI, ONO, None)
    work.store(unfinished, date(2026, 10, 5))
    work.resolve("E1", "--reported", "2026-10-05")
    refused = work.run("rate", "--edition", "ncs-2019-09", "--reason", "a slip").problem()
    assert (refused["code"], refused["place"]) == ("unknown-type", "--edition")
    assert refused["expected"] == "one that knows the ratings of the list of 2026-10-01: standard"
    assert refused["found"] == "ncs-2019-09, which does not know standard"
    work.resolve("E1", "--exclude")
    work.done("rate")


def test_that_a_list_falls_under_no_edition_says_nothing_of_its_own_day(work: Workplace) -> None:
    """R0: on 1 October 2024 an edition is in force; the list of that day has its period before it."""
    office(work, datetime(2024, 10, 2, tzinfo=UTC), "2024-09-01")
    refused = work.run("rate").problem()
    assert (refused["code"], refused["place"]) == ("no-edition", "list of 1 October 2024")
    assert "in force on the last day of its period" in refused["expected"]
    with speaking("ja"):
        assert meaning("no-edition") == "このリストに適用する規程が、ここにはありません（R0）。"


def test_rate_names_what_comes_before_the_list_is_looked_at(work: Workplace) -> None:
    small_federation(work)
    played = TANI, ONO
    work.store(game(1400002, date(2026, 10, 11), *played, "1-0"), date(2026, 10, 12))
    work.done("rate")
    work.done("publish")
    work.moment = datetime(2026, 12, 2, tzinfo=UTC)
    work.done("correction", "open", "E1", "--reported", "2026-12-01", "--reason", "look at it")
    correct = "Next: banzuke correction preview\n"
    assert work.done("rate").err == correct == work.done("preview").err
    work.store(game(1400002, date(2026, 10, 11), *played, None), work.moment.date())
    asked = "Next: banzuke problems, then banzuke resolve P…\n"
    assert work.done("rate").err == asked == work.done("preview").err


def test_a_merge_names_the_questions_that_come_before_the_list(work: Workplace) -> None:
    small_federation(work)
    work.store(replace(EVENT, time_control=with_control(None, None, None).time_control))
    said = work.done("members", "merge", "N90000005", "--into", MORI, "--anyway", "--reason", "one person")
    assert "Next: banzuke problems, then banzuke resolve P…; banzuke resolve --take-back 1" in said.err


def test_a_list_that_is_not_there_is_asked_for_after_the_register(work: Workplace) -> None:
    for step in ("banzuke members import REGISTER.csv", "banzuke opening import LIST.csv --list YYYY-MM-01"):
        assert work.done("lists").err == f"No list yet. Next: {step}\n"
        assert work.done("status").out.endswith(f"Next: {step}\n")
        work.register({"ID": MORI, "Name": NAMES[MORI]})


def test_a_correction_with_nothing_to_change_yet_says_what_follows(work: Workplace) -> None:
    small_federation(work)
    work.store(game(1400002, date(2026, 10, 11), TANI, ONO, "1-0"), date(2026, 10, 12))
    work.done("rate")
    work.done("publish")
    work.moment += timedelta(days=1)
    work.done("correction", "open", "E1", "--reason", "look at it")
    assert work.done("status").out.endswith("Next: banzuke correction preview\n")
    assert work.run("correction", "publish", "--reason", "WHY").problem()["code"] == "nothing-to-correct"
    assert "decide again with banzuke resolve" in work.done("correction", "preview").err
    work.resolve("E1", "--exclude")
    assert work.done("correction", "preview").err.endswith("Next: banzuke correction publish --reason …\n")
