"""Who reported and who ran an event, when the report is a form (3(3), 4(2)); the people of organizers."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime

import pytest

from scraper.records import Source
from tests.earlier_editions import event, of_2019, of_2022
from tests.importer import xls
from tests.office.mail.shapes import PLAIN, attached, whole
from tests.office.test_desk import EVENT
from tests.office.test_files import REPORTED, form
from tests.workplace import HATA, LATE, MORI, ONO, TANI, Workplace, small_federation

CLUB = "Invented Chess Club"
HEAD = "Name,Kind,Valid,Representatives,Reporters,In charge\n"
PEOPLE = f"{HEAD}{CLUB},club,2019-04-01/,Club Secretary,Mori Sora {MORI},Hata Rin {HATA}\n"
ASKED = {
    "reporter-unknown",
    "reporter-not-authorised",
    "reporter-not-a-member",
    "run-by-unknown",
    "not-run-by-a-member",
}
ENDED = "2025-04-01/2026-10-03"
"""A membership that ends on the first of the two days of the form's event."""


def entered(work: Workplace, text: str = PEOPLE) -> None:
    work.done("organizers", "import", work.file(text, "organizers.csv"))


def sent(work: Workplace, **more: object) -> None:
    work.done("import", work.file(form(**more), "report.xlsx"), *REPORTED)


def asked(work: Workplace) -> list[str]:
    return [code for code in work.codes() if code in ASKED]


def test_a_form_that_names_who_reports_and_who_ran_it_asks_nothing(work: Workplace) -> None:
    small_federation(work)
    entered(work)
    sent(work, reporter="Mori Sora", reporter_id=MORI, run_by="Tani Ken", run_by_id=TANI)
    assert asked(work) == []
    page = work.done("events", "E1").out
    assert f"reported by   Mori Sora {MORI}, named in the report" in page
    assert f"run by        Tani Ken {TANI}, named in the report" in page


def test_a_form_without_them_is_answered_by_the_people_of_the_organizer(work: Workplace) -> None:
    small_federation(work)
    entered(work)
    sent(work)
    assert asked(work) == ["reporter-unknown"]
    work.done("rate")
    work.done("publish")


def test_an_office_that_entered_nobody_asks_nothing_of_a_form_that_says_nothing(work: Workplace) -> None:
    small_federation(work)
    sent(work)
    assert asked(work) == []


def test_whom_a_form_names_is_looked_at_also_where_nobody_is_entered(work: Workplace) -> None:
    small_federation(work, abe={"Memberships": ENDED})
    sent(work, reporter="Guest Gil", run_by="Abe Late", run_by_id=LATE)
    assert asked(work) == ["not-run-by-a-member", "reporter-not-a-member"]
    assert work.the("reporter-not-a-member").found == "“Guest Gil”: nobody on the register"
    ran = work.the("not-run-by-a-member")
    assert ran.expected == "run by an annual member (3(3))"
    assert ran.found == f"“Abe Late” {LATE}: {LATE} Abe Late has no membership on 2026-10-04"
    assert not ran.blocks
    work.resolve(ran, "--run-by", TANI)
    work.resolve(work.the("reporter-not-a-member"), "--reported-by", "organizer")
    assert asked(work) == []
    assert f"{LATE}, named in the report → {TANI}" in work.done("events", "E1").out


def test_an_answer_that_names_another_who_is_none_is_asked_about_again(work: Workplace) -> None:
    small_federation(work, abe={"Memberships": ENDED})
    entered(work, PEOPLE.replace(f"Hata Rin {HATA}", "none"))
    sent(work, reporter_id=MORI)
    work.resolve(work.the("run-by-unknown"), "--run-by", LATE)
    assert asked(work) == ["not-run-by-a-member"]
    work.resolve(work.the("not-run-by-a-member"), "--accept", reason="renewed on the second day")
    assert asked(work) == []


def test_a_member_whom_the_organizer_did_not_authorise_is_asked_about(work: Workplace) -> None:
    small_federation(work)
    entered(work)
    sent(work, reporter="Ono Aki", reporter_id=ONO)
    question = work.the("reporter-not-authorised")
    assert question.found.startswith(f"“Ono Aki” {ONO}, of whom")
    said = work.run("resolve", f"P{question.id}", "--authorised", TANI, "--reason", "x")
    assert said.problem()["expected"] == f"organizer, or {ONO}"
    work.resolve(question, "--authorised", ONO)
    assert asked(work) == []


def test_nobody_is_authorised_by_an_organizer_who_is_not_named(work: Workplace) -> None:
    small_federation(work)
    entered(work)
    work.store(replace(EVENT, organizer=None, source=Source("form"), reporter_id=ONO))
    question = work.the("reporter-not-authorised")
    assert question.found.endswith("for an organizer who is not named")
    said = work.run("resolve", f"P{question.id}", "--authorised", ONO, "--reason", "x")
    assert said.problem()["code"] == "decision-does-not-fit"
    work.resolve(question, "--reported-by", "organizer")
    assert "reporter-not-authorised" not in asked(work)


def test_an_id_that_is_not_the_one_of_the_name_names_nobody(work: Workplace) -> None:
    small_federation(work)
    entered(work)
    sent(work, reporter="Nobody Known", reporter_id=MORI)
    assert asked(work) == ["reporter-not-authorised"]


def test_a_form_from_a_strangers_address_is_by_whom_it_names_unless_r55_takes_the_sender_alone(
    work: Workplace,
) -> None:
    small_federation(work)
    entered(work)
    data = form(reporter="Mori Sora", reporter_id=MORI)
    raw = whole(b"mixed", PLAIN, attached(b'filename="report.xlsx"', data), sender=b"stranger@example.net")
    work.done("inbox", work.file(raw, "report.eml"))
    assert asked(work) == []
    given = ("--interpretation", "R55=sender", "--interpretation", "R54=waits")
    assert "reporter-not-authorised" in work.run("rate", *given).problem()["found"]
    unnamed = whole(
        b"mixed", PLAIN, attached(b'filename="report.xlsx"', form()), sender=b"stranger@example.net"
    )
    work.done("inbox", work.file(unnamed, "again.eml"), "--all")
    assert asked(work) == ["reporter-not-authorised"]


def test_a_representative_is_known_by_his_name(work: Workplace) -> None:
    small_federation(work)
    entered(work)
    sent(work, reporter="SECRETARY, Club")
    assert asked(work) == []


def test_an_id_on_the_form_that_is_none_is_refused_with_its_cell(work: Workplace) -> None:
    small_federation(work)
    said = work.run("import", work.file(form(reporter_id="N1", run_by_id="x"), "report.xlsx"), *REPORTED)
    assert said.code == 1
    places = [p["place"] for p in said.problems()]
    assert [place.split("(")[1] for place in places] == [
        "ID of who ran it 運営責任者の連盟ID)",
        "ID of who reports 報告者の連盟ID)",
    ]


def test_whoever_is_in_charge_has_to_be_a_member_on_every_day(work: Workplace) -> None:
    small_federation(work, hata={"Memberships": ENDED})
    entered(work)
    sent(work, reporter_id=MORI)
    shown = work.the("not-run-by-a-member")
    assert shown.found == f"in charge at “{CLUB}”: {HATA} Hata Rin has no membership on 2026-10-04"
    entered(work, PEOPLE.replace(f"Hata Rin {HATA}", f"Hata Rin {HATA}; {TANI}"))
    assert asked(work) == []


def test_one_ruling_says_who_is_in_charge_of_everything_until_it_is_taken_back(work: Workplace) -> None:
    small_federation(work)
    entered(work, PEOPLE.replace(f"Hata Rin {HATA}", "none"))
    sent(work, reporter_id=MORI)
    shown = work.the("run-by-unknown")
    assert shown.found == "nobody is named; chief arbiter “Mori Sora”"  # a hint, and no answer
    work.done(
        *("rule", "person", "invented chess club", TANI, "--as", "in-charge", "--from", "2026-10-01"),
        *("--reason", "the club's board of October"),
    )
    assert asked(work) == []
    told = work.done("rulings").out
    assert "organizer-person · as N90000003 2026-10-01/" in told
    assert f"organizer {CLUB}, person {TANI}, role in-charge" in told  # as it was typed
    assert (
        f"N90000003として 2026-10-01/ · 主催者 {CLUB}、人 {TANI}、役割 運営責任者"
        in work.done("--lang", "ja", "rulings").out
    )
    assert f"    In charge: {TANI} 2026-10-01/, by decision 1\n" in work.done("organizers", "list").out
    work.store(EVENT)
    assert asked(work) == ["reporter-unknown"]
    work.done("resolve", "--take-back", 1, "--reason", "he left")
    assert asked(work) == ["reporter-unknown", "run-by-unknown", "run-by-unknown"]


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (("Nobody's Club", MORI, "--as", "reporter"), "no-such-organizer"),
        ((CLUB, "N99999999", "--as", "reporter"), "no-such-member"),
        ((CLUB, "a@example.jp", "--as", "reporter"), "person-of-organizer"),
        ((CLUB, "a@example.jp", "--as", "in-charge", "--member", MORI), "person-of-organizer"),
        ((CLUB, MORI, "--as", "reporter", "--member", HATA), "person-of-organizer"),
        ((CLUB, "a@example.jp", "--as", "representative", "--member", MORI), "person-of-organizer"),
        (
            (CLUB, MORI, "--as", "reporter", "--from", "2026-10-02", "--until", "2026-10-01"),
            "person-of-organizer",
        ),
    ],
)
def test_a_ruling_on_somebody_that_cannot_be_is_refused(
    work: Workplace, words: tuple[str, ...], code: str
) -> None:
    small_federation(work)
    entered(work)
    assert work.run("rule", "person", *words, "--reason", "x").problem()["code"] == code
    assert work.rows("SELECT count(*) FROM ruling") == [(0,)]


@pytest.mark.parametrize("nobody", ["N99999999", "no-member"])
def test_who_is_no_member_is_named_by_where_it_was_said(work: Workplace, nobody: str) -> None:
    small_federation(work)
    entered(work)
    sent(work)
    for words, place in (
        (("rule", "person", CLUB, nobody, "--as", "reporter"), "PERSON"),
        (("rule", "person", CLUB, "a@example.jp", "--as", "reporter", "--member", nobody), "--member"),
        (("resolve", "E1", "--reported-by", nobody), "--reported-by"),
        (("resolve", "E1", "--run-by", nobody), "--run-by"),
    ):
        problem = work.run(*words, "--reason", "x").problem()
        assert (problem["place"], problem["found"]) == (place, f"“{nobody}”")
    assert work.rows("SELECT count(*) FROM ruling") == [(0,)]


def test_the_members_entered_twice_are_one_person_here_too(work: Workplace) -> None:
    small_federation(work)
    work.register({"ID": "N90000077", "Name": "Mori Sora", "Birth": ""})
    entered(work)
    sent(work, reporter_id="N90000077")
    assert asked(work) == ["reporter-not-authorised"]
    work.done("members", "merge", "N90000077", "--into", MORI, "--reason", "one person", "--anyway")
    assert asked(work) == []


def test_people_are_imported_with_a_dry_run_and_the_time_they_were_known(work: Workplace) -> None:
    small_federation(work)
    entered(work)
    work.moment = datetime(2026, 11, 9, tzinfo=UTC)
    other = PEOPLE.replace(f"Mori Sora {MORI}", f"Tani Ken {TANI} tani@example.jp 2026-11-01/")
    said = work.done("organizers", "import", work.file(other), "--dry-run").out
    told = f"Reporters Mori Sora {MORI} → Tani Ken {TANI} t…@example.jp 2026-11-01/"
    assert f"  {CLUB}: {told}" in said
    kept = "SELECT role, federation_id, first_day, known_until IS NULL FROM organizer_person ORDER BY id"
    assert len(work.rows(kept)) == 3
    work.done("organizers", "import", work.file(other))
    assert work.rows(kept) == [
        ("represents", None, None, 1),
        ("reports", MORI, None, 0),
        ("runs", HATA, None, 1),
        ("reports", TANI, "2026-11-01", 1),
    ]
    assert "1 unchanged" in work.done("organizers", "import", work.file(other)).out
    without = "\n".join(",".join(line.split(",")[:3]) for line in other.splitlines()) + "\n"
    assert "1 unchanged" in work.done("organizers", "import", work.file(without)).out
    listed = work.done("organizers", "list").out.splitlines()
    assert listed[1:] == [
        "    Representatives: Club Secretary",
        f"    Reporters: Tani Ken {TANI} t…@example.jp 2026-11-01/",
        f"    In charge: Hata Rin {HATA}",
    ]
    work.done("organizers", "import", work.file(other.replace("Club Secretary", "none")))
    assert "Representatives" not in work.done("organizers", "list").out


def test_people_come_from_a_workbook_too(work: Workplace) -> None:
    small_federation(work)
    rows = [line.split(",") for line in PEOPLE.splitlines()]
    work.done("organizers", "import", work.file(xls.workbook({"Organizers": rows}), "organizers.xls"))
    assert work.rows("SELECT count(*) FROM organizer_person") == [(3,)]


@pytest.mark.parametrize(
    ("column", "cell"),
    [
        ("Reporters", "Sato Hana"),
        ("Reporters", "hana@example.jp"),
        ("In charge", "Sato Hana hana@example.jp"),
        ("Representatives", "hana@"),
        ("Representatives", "N90000001 N90000002"),
        ("Representatives", "a@example.jp b@example.jp"),
        ("Representatives", "Sato 2026-05-01/2026-04-01"),
        ("Representatives", "Sato 2026-13-01/"),
        ("Representatives", "Sato /"),
        ("Representatives", "123"),
        ("Representatives", "Sato; none 5"),
    ],
)
def test_a_person_that_cannot_be_taken_is_named_by_his_cell_and_nothing_is_stored(
    work: Workplace, column: str, cell: str
) -> None:
    said = work.run(
        "organizers",
        "import",
        work.file(f"Name,Kind,Valid,{column}\n{CLUB},club,2026-04-01/,{cell}\n", "o.csv"),
    )
    assert said.code != 0
    assert {p["place"] for p in said.problems()} == {f"o.csv, line 2, column {column}"}
    assert work.rows("SELECT count(*) FROM organizer") == [(0,)]


def test_the_edition_of_2022_asks_under_its_own_articles_and_that_of_2019_not_at_all(
    work: Workplace,
) -> None:
    of_2022(work)
    entered(work, PEOPLE.replace(f"Hata Rin {HATA}", "none"))
    work.store(event(1220001, date(2022, 9, 4), [(MORI, HATA, "1-0")]), date(2022, 9, 5))
    assert work.the("reporter-unknown").expected.endswith("(3(2))")
    assert work.the("run-by-unknown").expected.endswith("(2(1))")


def test_the_edition_of_2019_does_not_ask_who_reported(work: Workplace) -> None:
    of_2019(work)
    entered(work)
    work.store(event(1190001, date(2019, 9, 4), [(MORI, HATA, "1-0")]), date(2019, 9, 5))
    assert asked(work) == []


def early(year: int, **more: object) -> bytes:
    days = date(year, 9, 10), date(year, 9, 11)
    games = ((1, days[0], 1, "1-0", 2), (2, days[1], 3, "½-½", 4))
    return form(first_day=days[0], last_day=days[1], games=games, **more)


def test_a_form_of_2019_is_asked_for_venue_and_chief_arbiter_and_a_regional_one_for_placings(
    work: Workplace,
) -> None:
    of_2019(work)
    bare = early(2019, place="", arbiter="")
    work.done("import", work.file(bare, "report.xlsx"), "--reported", "2019-09-19")
    items = {p.expected for p in work.problems() if p.code == "report-item-missing"}
    assert items == {"venue (3(1))", "chief-arbiter (3(1))"}
    late = work.the("late-report")
    assert (late.expected, late.blocks) == ("a report by 2019-09-18 (3(1))", False)
    work.resolve("E1", "--regional")
    items = {p.expected for p in work.problems() if p.code == "report-item-missing"}
    assert {"placings (3(1))", "qualified-players (3(1))"} < items
    work.done("import", work.file(early(2019), "report.xlsx"), "--reported", "2019-09-18")
    items = {p.expected for p in work.problems() if p.code == "report-item-missing"}
    assert items == {"placings (3(1))", "qualified-players (3(1))"}
    work.resolve("E1", "--exclude", reason="3(2): refused, so void (3(5))")
    work.done("rate")
    assert work.rows("SELECT DISTINCT counts FROM game_line WHERE version_id = 2") == [(0,)]


def test_a_form_of_2022_is_asked_for_who_was_in_charge(work: Workplace) -> None:
    of_2022(work)
    work.done("import", work.file(early(2022), "report.xlsx"), "--reported", "2022-09-12")
    assert work.the("report-item-missing").expected == "person-in-charge (4(1))"
    named = early(2022, run_by="Hata Rin", run_by_id=HATA)
    work.done("import", work.file(named, "report.xlsx"), "--reported", "2022-09-12")
    assert "report-item-missing" not in work.codes()
