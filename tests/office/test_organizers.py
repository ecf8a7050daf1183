"""Organizers and applications: entered, listed, and asked for by the checks of 3(3) and 3(4)."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest
import sqlalchemy as sa

from importer.applications import report_key
from office.database.engine import transaction
from office.desk.refresh import refresh
from tests.earlier_editions import of_2019, of_2022
from tests.office.test_desk import EVENT
from tests.workplace import HATA, MORI, Workplace, small_federation

ORGANIZERS = """\
Name,Kind,Valid,Names
Invented Federation,federation,2024-10-01/,
Ｉｎｖｅｎｔｅｄ Chess Club,club,2024-10-01/2025-03-31; 2026-04-01/2027-03-31,ICC; 架空チェスクラブ
Tsukimi Circle,circle,2026-10-05/,
"""
APPLICATIONS = """\
Event,Organizer,First day,Last day,Applied,Type,Form,Announced,Report
Invented Open,invented chess club,2026-10-04,2026-10-04,2026-09-20,standard,tournament,yes,
"""


def entered(work: Workplace) -> None:
    work.done("organizers", "import", work.file(ORGANIZERS, "o.csv"))


def test_organizers_are_entered_and_listed_by_day(work: Workplace) -> None:
    entered(work)
    assert work.done("organizers", "list", "--on", "2026-10-04").out.splitlines() == [
        "federation Invented Federation: 2024-10-01/",
        "club Ｉｎｖｅｎｔｅｄ Chess Club (also ICC; 架空チェスクラブ):"
        " 2024-10-01/2025-03-31; 2026-04-01/2027-03-31",
    ]
    assert "（ICC、架空チェスクラブとも）" in work.done("--lang", "ja", "organizers", "list").out
    assert "0 new, 0 changed, 3 unchanged" in work.done("organizers", "import", work.file(ORGANIZERS)).out


def test_a_wrong_heading_hides_no_wrong_cell_of_organizers_and_applications(work: Workplace) -> None:
    text = "Name,Knd,Valid\nTsukimi Circle,circle,2026-10-05/2026-10-01\nX, Y,club,2026/\n"
    said = work.run("organizers", "import", work.file(text, "o.csv"))
    assert [(p["code"], p["place"]) for p in said.problems()] == [
        ("bad-heading", "o.csv, line 1"),
        ("bad-heading", "o.csv, line 1"),
        ("bad-cell", "o.csv, line 2, column Valid"),
        ("bad-line", "o.csv, line 3"),
    ]
    once = APPLICATIONS.splitlines()[1].replace("standard", "slow")
    text = "\n".join((APPLICATIONS.splitlines()[0].replace("First day", "From"), once, once))
    said = work.run("applications", "import", work.file(text, "a.csv"))
    assert [(p["place"], p["found"]) for p in said.problems()] == [
        ("a.csv, line 1", "no such heading"),
        ("a.csv, line 1", "“From”"),
        ("a.csv, line 2, column Type", "“slow”"),
        ("a.csv, line 3, column Type", "“slow”"),  # of which day each is, is not known
    ]


def test_an_interval_that_ended_stays_on_record(work: Workplace) -> None:
    entered(work)
    work.moment = datetime(2026, 11, 9, tzinfo=UTC)
    ended = "Name,Kind,Valid\nTsukimi Circle,circle,2026-10-05/2026-11-05\n"
    dry = work.done("organizers", "import", work.file(ended), "--dry-run").out
    assert "  Tsukimi Circle: Valid 2026-10-05/ → 2026-10-05/2026-11-05" in dry
    work.done("organizers", "import", work.file(ended))
    query = "SELECT first_day, last_day, known_until IS NULL FROM organizer_span ORDER BY id DESC LIMIT 2"
    assert work.rows(query) == [("2026-10-05", "2026-11-05", 1), ("2026-10-05", None, 0)]


def test_an_interval_that_stands_twice_is_one_and_ends_as_one(work: Workplace) -> None:
    twice = "Name,Kind,Valid\nTsukimi Circle,circle,2026-10-05/; 2026-10-05/\n"
    work.done("organizers", "import", work.file(twice))
    ended = "Name,Kind,Valid\nTsukimi Circle,circle,2026-10-05/2026-11-05\n"
    work.done("organizers", "import", work.file(ended))
    listed = work.done("organizers", "list").out.strip()
    assert listed == "circle Tsukimi Circle: 2026-10-05/2026-11-05"


def test_a_name_that_an_organizer_has_no_more_stays_on_record(work: Workplace) -> None:
    entered(work)
    query = "SELECT name, known_since, known_until FROM organizer_name ORDER BY id"
    before = work.rows(query)
    work.moment = datetime(2026, 11, 9, tzinfo=UTC)
    fewer = "Name,Kind,Valid,Names\nInvented Chess Club,club,2026-04-01/,架空チェスクラブ; IC\n"
    work.done("organizers", "import", work.file(fewer))
    after = work.rows(query)
    dropped, kept, added = after
    assert dropped[:2] == before[0][:2] and dropped[2].startswith("2026-11-09 00:00")
    assert kept == before[1] and kept[2] is None
    assert added[0] == "IC" and added[1].startswith("2026-11-09 00:00") and added[2] is None
    listed = work.done("organizers", "list", "--on", "2026-10-04").out
    assert "(also 架空チェスクラブ; IC)" in listed
    work.done("organizers", "import", work.file(fewer.replace("; IC", "; ICC")))
    names = [(name, until is None) for name, _, until in work.rows(query)]
    assert names == [("ICC", False), ("架空チェスクラブ", True), ("IC", False), ("ICC", True)]


def test_faults_of_organizers_and_applications_are_named_by_cell(work: Workplace) -> None:
    wrong = "Name,Kind,Valid\n,guild,soon\nICC,club,2026-04-01\n"
    said = work.run("organizers", "import", work.file(wrong, "o.csv"))
    assert {p["place"] for p in said.problems()} == {
        f"o.csv, line {n}, column {c}" for n, c in ((2, "Name"), (2, "Kind"), (2, "Valid"), (3, "Valid"))
    }
    wrong = (
        "Event,Organizer,First day,Last day,Applied,Type,Report\n"
        "Open,ICC,2026-10-04,2026-10-03,2026-09-31,blitz,http://elsewhere\n"
    )
    said = work.run("applications", "import", work.file(wrong, "a.csv"))
    assert {p["place"] for p in said.problems()} == {
        f"a.csv, line 2, column {c}" for c in ("Last day", "Applied", "Type", "Report")
    }
    assert work.rows("SELECT count(*) FROM organizer UNION ALL SELECT count(*) FROM application") == [
        (0,),
        (0,),
    ]


@pytest.mark.parametrize(
    ("lines", "place"),
    [
        (
            ("2026-10-04,2026-10-04,2026-09-20,standard,", "2026/10/4,2026/10/4,2026-09-21,standard,"),
            "3, column Event",
        ),
        (("2026-10-04,2026-10-04,2026-09-20,standard,tnr1499801.aspx tnr1499802.aspx",), "2, column Report"),
    ],
)
def test_an_application_is_one_for_one_event_however_its_day_is_written(
    work: Workplace, lines: tuple[str, ...], place: str
) -> None:
    head = "Event,Organizer,First day,Last day,Applied,Type,Report\n"
    file = work.file(head + "".join(f"Open,ICC,{line}\n" for line in lines), "a.csv")
    assert [p["place"] for p in work.run("applications", "import", file).problems()] == [
        f"a.csv, line {place}"
    ]
    assert work.rows("SELECT count(*) FROM application") == [(0,)]


def test_an_application_is_for_the_event_of_its_organizer_and_day(work: Workplace) -> None:
    small_federation(work)
    entered(work)
    work.done("applications", "import", work.file(APPLICATIONS))
    work.store(EVENT)
    said = work.done("applications", "list").out
    assert "applied on 20 September 2026, standard, tournament, announced as rated; E1" in said
    assert not [c for c in work.codes() if c.startswith(("application", "organizer"))]


@pytest.mark.parametrize(
    "text",
    [
        *("1400001", "１４００００１", "01400001", "chess-results:1400001"),
        "https://chess-results.com/tnr1400001.aspx?lan=1",
    ],
)
def test_an_upload_is_named_by_its_number_or_address(text: str) -> None:
    assert report_key(text) == "chess-results:1400001"
    for wrong in ("", "0", "٣", "https://elsewhere/1400001", "14 00001", "tnr1400001"):
        with pytest.raises(ValueError):
            report_key(wrong)


def test_an_application_stated_anew_replaces_the_old_one(work: Workplace) -> None:
    add = ("applications", "add", "--event", "Late Open", "--organizer", "Nobody", "--first", "2026-10-04")
    said = work.done(*add, "--applied", "2026-10-02", "--type", "rapid", "--report", "1499612")
    assert "“Nobody” is not registered on 4 October 2026 (3(3))" in said.out
    wrong = work.run(*add, "--applied", "1 October", "--type", "rapid").problem()
    assert (wrong["place"], wrong["do"]) == ("applications add, Applied", "correct it")
    work.done(*add, "--applied", "2026-10-01", "--type", "rapid")
    query = "SELECT applied_on, event_key, known_until IS NULL FROM application ORDER BY id"
    assert work.rows(query) == [
        ("2026-10-02", "chess-results:1499612", 0),
        ("2026-10-01", "chess-results:1499612", 1),
    ]


@contextmanager
def asked_of(table: str) -> Iterator[list[int]]:
    """How often rows of a table are asked for, added to the last of these numbers."""
    times = [0]

    def met(_connection: Any, _cursor: Any, statement: str, *_more: Any) -> None:
        times[-1] += f"FROM {table} " in " ".join(statement.split()) + " "

    sa.event.listen(sa.Engine, "before_cursor_execute", met)
    try:
        yield times
    finally:
        sa.event.remove(sa.Engine, "before_cursor_execute", met)


def test_the_organizers_are_read_once_for_a_file_of_applications(work: Workplace) -> None:
    entered(work)
    head, line = APPLICATIONS.splitlines()[:2]
    with asked_of("organizer") as times:
        work.done("applications", "import", work.file(APPLICATIONS))
        times.append(0)
        lines = [line.replace("Invented Open", f"Open {n}") for n in range(40)]
        work.done("applications", "import", work.file("\n".join([head, *lines, ""])))
    assert times[0] == times[1] > 0


def test_the_applications_are_read_once_for_all_events_that_are_looked_at(work: Workplace) -> None:
    small_federation(work)
    work.done("applications", "import", work.file(APPLICATIONS))
    read = []
    for number in range(10):
        source = replace(EVENT.source, tournament=1400100 + number)
        work.store(replace(EVENT, name=f"Open {number}", source=source))
        if number in (0, 9):
            with asked_of("application") as times, transaction(work.engine()) as session:
                refresh(session, anew=True)
            read += times
    assert read[0] == read[1] > 0


def test_an_event_of_nobody_registered_and_applied_for_too_late_is_asked_about(work: Workplace) -> None:
    small_federation(work)
    organizers = "Name,Kind,Valid\nSomebody Else,club,2024-10-01/\n"
    work.done("organizers", "import", work.file(organizers))
    late = APPLICATIONS.replace("2026-09-20", "2026-10-01")
    work.done("applications", "import", work.file(late))
    work.store(EVENT)
    assert {"organizer-unregistered", "application-late"} <= set(work.codes())


def test_an_office_is_told_what_the_edition_of_its_list_would_ask(work: Workplace) -> None:
    of_2022(work)
    told = work.done("status").out
    assert "no organizers (2(1)):" in told and "no applications" not in told
    assert "nobody who reports for organizers or runs events (3(2), 2(1)):" in told


def test_what_the_edition_of_2019_would_not_ask_is_not_called_missing(work: Workplace) -> None:
    of_2019(work)
    assert "Not asked" not in work.done("status").out


def test_an_office_that_entered_nobody_is_told_once_and_not_event_by_event(work: Workplace) -> None:
    small_federation(work)
    work.store(EVENT)
    hint = "Not asked, because nothing is entered:\n  no organizers (3(3)): banzuke organizers import FILE"
    assert work.done("status").out.count(hint) == 1
    assert not [c for c in work.codes() if c.startswith(("application", "organizer"))]
    entered(work)
    work.done("applications", "import", work.file(APPLICATIONS))
    hint = "nothing is entered:\n  nobody who reports for organizers or runs events (4(2), 3(3))"
    assert work.done("status").out.count(hint) == 1
    people = "Name,Kind,Valid,In charge\nTsukimi Circle,circle,2026-10-05/,N90000001\n"
    work.done("organizers", "import", work.file(people))
    assert "Not asked" not in work.done("status").out


def test_an_application_is_found_under_another_name_of_its_organizer_and_before_one_of_him_alone(
    work: Workplace,
) -> None:
    small_federation(work)
    entered(work)
    lines = (
        "Event,Organizer,First day,Last day,Applied,Type\n"
        f"{EVENT.name},Invented Club,2026-10-04,2026-10-04,2026-09-20,standard\n"
        "Rapid Side Event,Invented Club,2026-10-04,2026-10-04,2026-09-20,rapid\n"
    )
    register = "Name,Kind,Valid,Names\nInvented Club,club,2024-04-01/,Invented C.C.\n"
    work.done("organizers", "import", work.file(register, "more.csv"))
    work.done("applications", "import", work.file(lines, "two.csv"))
    work.store(replace(EVENT, organizer="INVENTED C.C."))
    told = work.done("applications", "list").out.splitlines()
    assert [line.endswith("E1") for line in told if "Invented Club" in line or "E1" in line].count(True) == 1
    assert "application-missing" not in work.codes()


@pytest.mark.parametrize("name", ["{} [B]", "{} B", "B {}"])
def test_of_the_groups_of_a_festival_each_has_the_application_that_names_it(
    work: Workplace, name: str
) -> None:
    small_federation(work)
    group = replace(EVENT, group="B", organizer="Invented Club")
    head, line = (
        "Event,Organizer,First day,Last day,Applied,Type\n",
        "{},Invented Club,2026-10-04,2026-10-04,",
    )
    early, late = "2026-09-20,standard\n", "2026-10-02,standard\n"
    lines = head + line.format(group.name) + early + line.format(name.format(group.name)) + late
    work.done("applications", "import", work.file(lines, "two.csv"))
    work.store(group)
    told = work.done("applications", "list").out.splitlines()
    assert [line.partition(",")[0] for line in told if line.endswith("E1")] == [name.format(group.name)]
    assert "application-late" in work.codes()


def test_none_takes_the_other_names_of_an_organizer_away(work: Workplace) -> None:
    small_federation(work)
    line = "Name,Kind,Valid,Names\nTama Club,club,2024-04-01/,{}\n"
    work.done("organizers", "import", work.file(line.format("T.C.; Tama"), "o.csv"))
    work.done("organizers", "import", work.file(line.format(""), "o.csv"))
    assert "also T.C." in work.done("organizers", "list").out
    file = work.file(line.format("none"), "o.csv")
    told = work.done("--lang", "ja", "organizers", "import", file, "--dry-run").out
    assert "  Tama Club：別の名称（Names） T.C.; Tama → なし\n" in told
    assert "Names T.C.; Tama → none" in work.done("organizers", "import", file).out
    assert "also" not in work.done("organizers", "list").out


def test_people_of_organizers_whose_ids_nobody_has_are_named_and_nothing_is_stored(work: Workplace) -> None:
    small_federation(work)
    head = "Name,Kind,Valid,Representatives,Reporters,In charge\n"
    people = f"A Club,club,2024-04-01/,Sato N99999998,{MORI},Ono N99999999; {HATA}\n"
    for words in ((), ("--dry-run",)):
        said = work.run("organizers", "import", work.file(head + people, "o.csv"), *words)
        assert said.code == 1
        assert [(p["code"], p["place"], p["found"]) for p in said.problems()] == [
            ("no-such-member", "o.csv, A Club, column Representatives", "“Sato N99999998”"),
            ("no-such-member", "o.csv, A Club, column In charge", "“Ono N99999999”"),
        ]
    assert work.rows("SELECT count(*) FROM organizer") == [(0,)]


def test_organizers_and_applications_are_told_in_japanese_with_its_own_signs(work: Workplace) -> None:
    small_federation(work)
    text = "Name,Kind,Valid,Reporters\n" + f"架空クラブ,club,2024-10-01/,Mori Sora {MORI}\n"
    work.done("organizers", "import", work.file(text, "o.csv"))
    told = work.done("--lang", "ja", "organizers", "list").out
    assert told == f"公認クラブ 架空クラブ：2024-10-01/\n    報告者：Mori Sora {MORI}\n"
    said = work.done("--lang", "ja", "applications", "import", work.file(APPLICATIONS, "a.csv")).out
    assert said.startswith("申請1件：新規1件")
    told = work.done("--lang", "ja", "applications", "list").out
    assert told.startswith("Invented Open、invented chess club、2026年10月4日：申請日")


def test_what_was_decided_of_an_event_is_told_in_japanese_beside_what_its_page_says(work: Workplace) -> None:
    small_federation(work)
    work.store(EVENT)
    work.resolve("E1", "--organizer", "accepted")
    work.resolve("E1", "--reported-by", "organizer")
    work.resolve("E1", "--reported-by", MORI)
    told = work.done("--lang", "ja", "events", "E1").out
    assert "→ 承認（決定1：" in told and f"→ {MORI}（決定3：" in told and "accepted" not in told
    assert "決定し直し" in work.run("--lang", "ja", "resolve", "--take-back", 2, "--reason", "x").all
