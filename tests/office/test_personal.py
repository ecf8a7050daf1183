"""What an office holds of a member: handed out whole, and erased without touching a published number.

The marks are invented; where each may stand afterwards is said by hand (docs/privacy.md)."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest
from sqlalchemy import Engine, event
from sqlalchemy.exc import DatabaseError

from cli.main import app
from cli.session import open_office
from importer.tables import ReportRow
from office.chain.link import links
from office.database.engine import look, transaction
from office.database.migrate import unlike
from office.jobs.tables import JobRunRow
from office.lists.packing import packed, unpacked_text
from office.personal.everything import NOBODY, _members, kept
from office.tables import whole
from tests.importer.invented import ALWAYS, pairing, player, reading
from tests.office.test_register_files import table
from tests.workplace import HATA, MORI, NAMES, ONO, TANI, Workplace, once

LATER = datetime(2027, 3, 2, 1, tzinfo=UTC)
"""More than ninety days after the list of November 2026 was published: no list with his game is open."""

MARKED = {
    "ID": MORI, "Name": NAMES[MORI], "Kanji": "森標", "Kana": "モリシルシ", "Birth": "1931-03-14", "Sex": "m",
    "FIDE ID": "7654321", "Club": "Markclub", "School": "Markschool", "Location": "Markplace",
    "Federation": "JPN", "Former names": "Formermark Sora", "Memberships": ALWAYS,
}  # fmt: skip
GONE = ("モリシルシ", "7654321", "Markclub", "Markschool", "Markplace", "Formermark", "mark@example.jp",
        "tell@mark.example")  # fmt: skip
"""What an erasure takes out of the database, wherever in it it stood."""


@pytest.fixture
@once
def office_(work: Workplace) -> Workplace:
    """Mori, with a mark in every field, plays on the published list of November and reports for a club."""
    people = [MARKED, *({"ID": i, "Name": NAMES[i], "Memberships": ALWAYS} for i in (HATA, TANI, ONO))]
    work.done("members", "import", work.file(table(*people), "register.csv"))
    changed = {**MARKED, "Club": "Markclub II"}
    work.done("members", "import", work.file(table(changed), "again.csv"))
    rows = [{"ID": i, "Name": n, "ST": 1500, "ST-G": 100, "ST-Peak": 1750} for i, n in NAMES.items()]
    work.opening([row for row in rows if row["ID"] in (MORI, HATA, TANI, ONO)])
    players = [player(n, NAMES[i], i) for n, i in enumerate((MORI, HATA), start=1)]
    work.store(reading(players, [pairing(1, 1, 2, "1-0")]))
    work.done("rate")
    work.done("publish")
    people_of = "Name,Kind,Valid,Reporters\nInvented Club,club,2015-04-01/,Mori Sora {} mark@example.jp\n"
    work.done("organizers", "import", work.file(people_of.format(MORI), "organizers.csv"))
    work.done("notices", "address", "tell@mark.example", "--member", MORI)
    work.done("notices", "on", "membership")
    work.monkeypatch.setenv("BANZUKE_NOTICES_SENDER", "rating@office.example")
    moment, work.moment = work.moment, datetime(2035, 3, 30, 1, tzinfo=UTC)
    assert "sent" in work.done("notices", "send").out
    work.moment = moment
    return work


def bytes_of(work: Workplace) -> bytes:
    return b"".join(p.read_bytes() for p in work.folder.glob("banzuke.sqlite*") if "writer" not in p.name)


def outgoing(work: Workplace) -> str:
    """The mails that no server took."""
    return "".join(p.read_text("ascii") for p in (work.folder / "outgoing").iterdir())


def published_rows(work: Workplace) -> list[tuple[object, ...]]:
    return [
        row
        for name in ("list_version", "list_member", "list_rating", "game_line", "chain_link", "reading")
        for row in work.rows(f"SELECT * FROM {name} ORDER BY 1")
    ]


def erased(work: Workplace, *words: str) -> None:
    work.moment = LATER
    work.done("members", "erase", MORI, "--yes", "--reason", "asked for it by letter", *words)


def test_every_table_is_said_to_hold_something_of_people_or_nothing() -> None:
    columns = {name: set(table.columns.keys()) for name, table in whole().tables.items()}
    pointing = {"member_id", "federation_id"}
    assert set(columns) == set(kept()) | NOBODY
    assert not set(kept()) & NOBODY
    for name, one in kept().items():
        assert all((one.what, one.why, one.until, one.erased))
        assert set(one.by) <= columns[name]
        assert pointing & columns[name] <= set(one.by)
    assert not any(pointing & columns[name] for name in NOBODY)


def test_everything_about_a_member_is_written_and_of_nobody_else(office_: Workplace) -> None:
    work = office_
    file = work.folder.parent / "mori.json"
    work.done("members", "everything", MORI, file)
    text = file.read_text("utf-8")
    told = json.loads(text)
    assert oct(file.stat().st_mode & 0o777) == "0o600"
    for mark in ("1931-03-14", "森標", "Markclub II", *GONE):
        assert mark in text, mark
    assert told["tables"].keys() == {
        *("member", "register_fact", "member_name", "membership", "event_player", "organizer_person"),
        *("list_member", "list_rating", "game_line", "notice", "notice_recipient", "publication"),
    }
    (shown,) = told["tables"]["publication"]
    assert shown["report"] and all(MORI in line for line in shown["report"])
    assert len(told["tables"]["list_member"]) == 2
    assert [one["born"] for one in told["lists"]] == ["1931-03-14"]
    assert told["as_read"] == [
        {
            "event": "chess-results:1400001",
            "name": "Mori Sora",
            "games": [{"round": 1, "white": "Mori Sora", "black": "Hata Rin", "result": "1-0"}],
        }
    ]
    assert TANI not in text and NAMES[TANI] not in text


def test_what_came_from_an_address_of_his_is_his_however_it_was_written(office_: Workplace) -> None:
    work = office_
    for address in ("Mark@Example.JP", "other.mark@example.jp"):
        raw = f"From: A Mark <{address}>\nSubject: Thanks\nDate: Mon, 5 Oct 2026 10:00:00 +0900\n\nThanks\n"
        work.done("inbox", work.file(raw, f"{address}.eml"))
    with transaction(work.engine()) as session:
        session.get_one(ReportRow, 1).reporter = "mark@example.jp"
    file = work.folder.parent / "mori.json"
    work.done("members", "everything", MORI, file)
    told = json.loads(file.read_text("utf-8"))["tables"]
    assert [row["sender"] for row in told["message"]] == ["Mark@Example.JP"]
    assert [row["reporter"] for row in told["report"]] == ["mark@example.jp"]


def test_of_what_jobs_said_a_member_is_told_the_lines_with_him_alone(office_: Workplace) -> None:
    work = office_
    said = (
        "E1 Autumn: updated",
        "    round 1, Mori Sora – Hata Rin: 1-0 → ½",
        "    round 2, Mori Soran – 森標子: 1-0",
    )
    with transaction(work.engine()) as session:
        for log in ("\n".join((*said, "M3, from Mark@Example.jp")), said[2]):
            session.add(JobRunRow(job="poll", due=LATER, attempt=1, began_at=LATER, log=log))
    file = work.folder.parent / "mori.json"
    work.done("members", "everything", MORI, file)
    (run,) = json.loads(file.read_text("utf-8"))["tables"]["job_run"]
    assert run["log"] == [said[1], "M3, from Mark@Example.jp"]


def test_his_name_is_found_in_what_jobs_said_however_it_was_written(both: Workplace) -> None:
    with transaction(both.engine()) as session:
        session.add(JobRunRow(job="inbox", due=LATER, attempt=1, began_at=LATER, log="M3, from MORI SORA"))
    file = both.folder.parent / "mori.json"
    both.done("members", "everything", MORI, file)
    (run,) = json.loads(file.read_text("utf-8"))["tables"]["job_run"]
    assert run["log"] == ["M3, from MORI SORA"]


def test_a_member_reads_in_the_language_spoken_why_it_is_kept(office_: Workplace) -> None:
    reasons = {
        "en": "only games between members count (3(5))",
        "ja": "会員どうしの対局だけを算入するため（3(5)）",
    }
    for language, why in reasons.items():
        file = office_.folder.parent / f"mori-{language}.json"
        office_.done("--lang", language, "members", "everything", MORI, file)
        told = json.loads(file.read_text("utf-8"))["kept"]
        assert told["membership"]["why"] == why
    words = [text for one in told.values() for text in one.values()]
    assert len(words) > 90 and [text for text in words if not re.search("[ぁ-ヿ一-鿿]|^(6|QJ )", text)] == []


def test_an_erasure_empties_the_office_of_a_member_and_moves_no_published_number(office_: Workplace) -> None:
    work = office_
    before, text = published_rows(work), bytes_of(work)
    for mark in GONE:
        assert mark.encode() in text, mark
    assert "tell@mark.example" in outgoing(work)
    erased(work)
    assert outgoing(work) == ""
    text = bytes_of(work)
    assert [mark for mark in GONE if mark.encode() in text] == []
    assert published_rows(work) == before
    assert "all made again, the same byte for byte" in work.done("rebuild", "--no-pages").out
    shown = work.done("members", "show", MORI).out
    assert "1931-03-14" in shown  # K under 19 and the inputs of published lists rest on it
    assert "森標" not in shown and "Mori Sora" not in shown
    ((name, withheld, hidden),) = work.rows(
        "SELECT name, withheld, birth_withheld FROM member WHERE federation_id = ?", MORI
    )
    assert (name, withheld, hidden) == (MORI, 1, 1)
    assert work.rows("SELECT email, name, known_until IS NOT NULL FROM organizer_person") == [(None, None, 1)]


def test_a_name_of_two_kanji_goes_out_of_a_question_that_was_asked(office_: Workplace) -> None:
    work = office_
    for name in ("Mori Soro", "Quite Another"):
        both = [player(1, name), player(2, NAMES[HATA], HATA)]
        work.store(reading(both, [pairing(1, 1, 2, "1-0")], number=1400002))
    kanji = "SELECT found FROM problem WHERE found LIKE '%森標%'"
    ((found,),) = work.rows(kanji)
    assert NAMES[MORI] in found
    erased(work)
    assert work.rows(kanji) == []


def test_who_a_player_of_a_published_list_could_have_been_is_erased(office_: Workplace) -> None:
    work = office_
    work.moment = datetime(2026, 12, 2, 1, tzinfo=UTC)
    both = [player(1, "Mori Soro"), player(2, NAMES[HATA], HATA)]
    work.store(reading(both, [pairing(1, 1, 2, "1-0")], number=1400002), arrived=date(2026, 11, 10))
    work.resolve(work.the("member-unknown"), "--no-member")
    work.resolve("E2", "--organizer", "accepted")
    work.done("rate")
    work.done("publish")
    could_be = "SELECT candidates FROM event_player WHERE name = 'Mori Soro'"
    ((told,),) = work.rows(could_be)
    assert "Markclub II" in told and "森標" in told
    before, after = work.folder.parent / "before.json", work.folder.parent / "after.json"
    work.done("members", "everything", MORI, before)
    assert json.loads(before.read_text("utf-8"))["could_be"] == [{"event": "chess-results:1400002"}]
    erased(work)
    assert work.rows(could_be) == [("[]",)]
    work.done("members", "everything", MORI, after)
    assert json.loads(after.read_text("utf-8"))["could_be"] == []
    assert "all made again, the same byte for byte" in work.done("rebuild", "--no-pages").out


def test_of_whom_else_a_player_could_have_been_his_member_is_told_nothing(office_: Workplace) -> None:
    work, file = office_, office_.folder.parent / "tani.json"
    both = [player(1, "Mori Soro"), player(2, NAMES[HATA], HATA)]
    work.store(reading(both, [pairing(1, 1, 2, "1-0")], number=1400002), arrived=date(2026, 11, 10))
    work.resolve(work.the("member-unknown"), "--match", TANI)
    ((candidates,),) = work.rows("SELECT candidates FROM event_player WHERE name = 'Mori Soro'")
    assert MORI in candidates
    work.done("members", "everything", TANI, file)
    text = file.read_text("utf-8")
    assert all(mark not in text for mark in (MORI, "森標", "Markclub"))
    assert json.loads(text)["could_be"] == []
    work.done("members", "everything", MORI, file.with_name("mori.json"))
    told = json.loads(file.with_name("mori.json").read_text("utf-8"))
    assert told["could_be"] == [{"event": "chess-results:1400002"}]


def test_what_an_erasure_leaves_in_the_folders_of_the_office_is_said(office_: Workplace) -> None:
    work = office_
    work.done("export", "list", "--format", "swiss-manager")
    work.moment = LATER
    said = work.done("members", "erase", MORI, "--yes", "--reason", "asked for it by letter")
    (file,) = (work.folder / "lists").iterdir()
    assert NAMES[MORI] in file.read_text("ascii")
    assert all(f"{folder}/" in said.err for folder in ("lists", "games", "fide"))


def test_the_next_list_carries_the_rating_on_under_the_id_and_the_chain_goes_on(office_: Workplace) -> None:
    work = office_
    erased(work)
    players = [player(n, NAMES[i], i) for n, i in enumerate((HATA, TANI), start=1)]
    work.store(
        reading(players, [pairing(1, 1, 2, "1-0")], number=1400009, days={1: date(2026, 11, 8)}),
        date(2026, 11, 9),
    )
    work.resolve("P1", "--organizer", "accepted", reason="the club's own event")
    work.done("rate")
    work.done("publish")
    rows = work.rows("SELECT name FROM list_member WHERE federation_id = ? ORDER BY version_id", MORI)
    assert [name for (name,) in rows] == ["Mori Sora", "Mori Sora", MORI]
    assert "all made again, the same byte for byte" in work.done("rebuild", "--no-pages").out
    with look(work.engine()) as session:
        assert len(list(links(session))) == 3


def test_the_name_stays_where_r94_is_read_so(office_: Workplace) -> None:
    work = office_
    erased(work, "--interpretation", "R94=name-stays")
    shown = work.done("members", "show", MORI).out
    assert "Mori Sora" in shown and "森標" in shown and "Markclub" not in shown
    assert f"消去 · 氏名は残す · 会員 {MORI}" in work.done("--lang", "ja", "rulings").out
    assert "all made again, the same byte for byte" in work.done("rebuild", "--no-pages").out


def test_it_is_refused_while_a_list_with_his_games_can_be_corrected(office_: Workplace) -> None:
    # Published on 2 November 2026 in Japan; closed is what was published 90 days before or earlier (7(3)):
    # on 30 January 2027 it is 89 days, on 31 January 90.
    work = office_
    work.moment = datetime(2027, 1, 30, 1, tzinfo=UTC)
    refused = work.run("members", "erase", MORI, "--yes", "--reason", "asked")
    assert (refused.code, refused.problem()["code"]) == (1, "erasure-too-early")
    assert "2027-01-30" in refused.problem()["do"]
    work.moment += timedelta(days=1)
    work.done("members", "erase", MORI, "--yes", "--reason", "asked")


def test_it_is_refused_while_a_correction_with_his_games_is_under_way(office_: Workplace) -> None:
    """Its event was taken up while the list was open; the correction still has to find him by his name."""
    work = office_
    work.moment = datetime(2027, 1, 30, 1, tzinfo=UTC)
    work.done("correction", "open", "E1", "--reason", "turned round")
    work.moment += timedelta(days=200)
    refused = work.run("members", "erase", MORI, "--yes", "--reason", "asked")
    assert [p["code"] for p in refused.problems()] == ["erasure-too-early"]
    assert "banzuke correction close" in refused.problem()["do"]
    work.done("correction", "close", "E1", "--reason", "it was right")
    work.done("members", "erase", MORI, "--yes", "--reason", "asked")


def test_it_is_refused_while_an_event_with_him_is_to_be_rated(office_: Workplace) -> None:
    work = office_
    players = [player(n, NAMES[i], i) for n, i in enumerate((MORI, TANI), start=1)]
    waits = reading(players, [pairing(1, 1, 2, "1-0")], number=1400007, days={1: date(2027, 2, 7)})
    work.moment = LATER
    work.store(waits, date(2027, 2, 8))
    refused = work.run("members", "erase", MORI, "--yes", "--reason", "asked")
    assert [p["code"] for p in refused.problems()] == ["erasure-too-early"]
    assert "E2" in refused.problem()["place"]
    assert refused.problem()["do"] == "publish the list of 2027-03-01; then erase"
    work.done("resolve", "E2", "--exclude", "--reason", "asked")  # the list still has it
    again = work.run("members", "erase", MORI, "--yes", "--reason", "asked").problem()
    assert again["do"] == "publish the list of 2027-03-01; then erase"


def test_it_is_refused_while_it_is_asked_whether_a_player_is_he(office_: Workplace) -> None:
    work = office_
    players = [player(1, "Mori Kagami", MORI), player(2, NAMES[TANI], TANI)]
    waits = reading(players, [pairing(1, 1, 2, "1-0")], number=1400007, days={1: date(2027, 2, 7)})
    work.moment = LATER
    work.store(waits, date(2027, 2, 8))
    refused = work.run("members", "erase", MORI, "--yes", "--reason", "asked").problem()
    assert (refused["code"], refused["found"]) == ("erasure-too-early", "1 Mori Kagami")
    assert refused["do"] == "decide who it is: banzuke problems; then erase"
    work.resolve("E2", "--player", "1", "--no-member")
    work.done("members", "erase", MORI, "--yes", "--reason", "asked")


def test_an_event_that_is_left_out_and_that_no_list_takes_does_not_keep_anybody(office_: Workplace) -> None:
    work = office_
    players = [player(n, NAMES[i], i) for n, i in enumerate((MORI, TANI), start=1)]
    work.moment = LATER
    work.store(
        reading(players, [pairing(1, 1, 2, "1-0")], number=1400007, days={1: date(2026, 8, 2)}),
        date(2026, 8, 5),
    )
    refused = work.run("members", "erase", MORI, "--yes", "--reason", "asked")
    assert "leave the event out" in refused.problem()["do"]
    work.done("resolve", "E2", "--exclude", "--reason", "from before this office")
    work.done("members", "erase", MORI, "--yes", "--reason", "asked")


def test_a_notice_that_no_server_took_is_in_the_backup_and_goes_with_its_address(office_: Workplace) -> None:
    work = office_
    work.done("backup", work.folder.parent / "backups")
    (file,) = (work.folder.parent / "backups").iterdir()
    restored = replace(work, folder=work.folder.parent / "restored")
    restored.done("restore", file)
    assert outgoing(restored) == outgoing(work) != ""
    (restored.folder / "outgoing" / "20350330-000000-of-somebody.eml").write_text("kept")
    restored.moment = datetime(2036, 3, 29, 1, tzinfo=UTC)
    restored.done("retention", "--mails", 365, "--yes")
    assert "tell@mark.example" in outgoing(restored)  # a year less a day
    restored.moment += timedelta(days=2)
    restored.done("retention", "--mails", 365)
    assert "tell@mark.example" in outgoing(restored)
    restored.done("retention", "--mails", 365, "--yes")
    assert outgoing(restored) == "kept"


def test_what_was_erased_cannot_be_taken_back_and_nothing_goes_without_a_yes(office_: Workplace) -> None:
    work = office_
    work.moment = LATER
    refused = work.run("members", "erase", MORI, "--reason", "asked")
    assert refused.problem()["code"] == "erase-unconfirmed"
    erased(work)
    (number,) = work.rows("SELECT id FROM ruling WHERE kind = 'erasure'")[0]
    again = work.run("resolve", "--take-back", number, "--reason", "after all")
    assert again.problem()["code"] == "erased-for-good"
    told = work.done("--lang", "ja", "members", "show", MORI).out
    assert "、消去" in told and "erased" not in told


def test_who_is_erased_already_is_erased_again_where_something_is_known_of_him_again(
    office_: Workplace,
) -> None:
    work = office_
    erased(work)
    rulings = "SELECT id FROM ruling WHERE kind = 'erasure'"
    ((number,),) = work.rows(rulings)
    assert f"{number} erasure · name included · member {MORI}" in work.done("rulings").out
    assert f"{number} 消去 · 氏名も含む · 会員 {MORI}" in work.done("--lang", "ja", "rulings").out
    said = work.done("members", "erase", MORI, "--reason", "asked twice").out
    assert said == f"{MORI} was erased before, by decision {number}; nothing is left to erase\n"
    assert len(work.rows(rulings)) == 1
    work.register({"ID": MORI, "Name": "Mori Sora"})
    work.done("members", "erase", MORI, "--yes", "--reason", "entered again by mistake")
    assert len(work.rows(rulings)) == 2
    assert "Mori" not in work.done("members", "show", MORI).out
    assert "漢字：なし — 2026年11月2日登録、消去" in work.done("--lang", "ja", "members", "show", MORI).out


def test_a_row_emptied_past_the_office_is_a_fault_still(office_: Workplace) -> None:
    """Only an erasure that was decided empties rows, and only those of its member."""
    work = office_
    erased(work)
    with transaction(work.engine()) as session:
        connection = session.connection()
        for (name,) in list(
            connection.exec_driver_sql("SELECT name FROM sqlite_master WHERE type = 'trigger'")
        ):
            connection.exec_driver_sql(f'DROP TRIGGER "{name}"')
        connection.exec_driver_sql(
            "UPDATE register_fact SET value = NULL, source = 'erased' WHERE id = (SELECT f.id FROM"
            " register_fact f JOIN member m ON m.id = f.member_id"
            f" WHERE m.federation_id = '{HATA}' AND f.field = 'name')"
        )
    found = work.run("rebuild", "--no-pages")
    assert found.code != 0
    assert "chain-differs" in {p["code"] for p in found.problems()}


def test_what_stops_an_erasure_half_way_leaves_everything_and_every_trigger(office_: Workplace) -> None:
    work = office_
    work.moment = LATER
    query = "SELECT name, sql FROM sqlite_master WHERE type = 'trigger' ORDER BY name"
    triggers, facts = work.rows(query), work.rows("SELECT * FROM register_fact ORDER BY id")

    def full(_c: object, _cursor: object, statement: str, *_more: object) -> None:
        if statement.startswith("UPDATE member_name"):
            raise OSError(28, "No space left on device", "banzuke.sqlite")

    event.listen(Engine, "before_cursor_execute", full)
    try:
        stopped = work.run("members", "erase", MORI, "--yes", "--reason", "asked")
    finally:
        event.remove(Engine, "before_cursor_execute", full)
    assert (stopped.code, stopped.problem()["code"]) == (1, "file-trouble")
    assert work.rows(query) == triggers
    assert work.rows("SELECT * FROM register_fact ORDER BY id") == facts
    erased(work)
    assert work.rows(query) == triggers


def test_on_postgresql_it_is_the_same_and_the_triggers_stand_again(server: str, tmp_path: Path) -> None:
    def banzuke(*words: str) -> None:
        app(["--office", str(tmp_path / "served"), *words], standalone_mode=False)

    banzuke("init", "--officer", "Tester", "--database", server)
    (tmp_path / "register.csv").write_bytes(table(MARKED))
    banzuke("members", "import", str(tmp_path / "register.csv"))
    banzuke("members", "erase", MORI, "--yes", "--reason", "asked for it by letter")
    office = open_office(tmp_path / "served")
    with office.reading() as session:
        connection = session.connection()
        assert unlike(connection) == []
        facts = dict(connection.exec_driver_sql("SELECT field, value FROM register_fact").fetchall())
        names = connection.exec_driver_sql("SELECT name FROM member_name").fetchall()
    assert (facts["kana"], facts["club"], facts["name"]) == (None, None, MORI)
    assert facts["born"] == "1931-03-14"
    assert [name for (name,) in names] == [""]
    with (
        pytest.raises(DatabaseError, match="does not change"),
        transaction(office.engine) as session,
    ):
        session.connection().exec_driver_sql("UPDATE register_fact SET value = 'x'")


def test_of_a_list_his_own_part_alone_is_read_whatever_stands_around_it() -> None:
    """Braces and quotes in texts, parts within parts, and his ID where others are told of."""
    braces = {"name": 'A "{} {\\', "kanji": '{"id":"N90000002"}'}
    people = [
        {"id": "N90000001", "earlier_games": [{"source": '{"a":1}'}], "ratings": {"rapid": {}}, **braces},
        {"id": "N90000002", "earlier_games": [{"id": "N90000003"}], "ratings": {}, "merged": ["N90000001"]},
        {"id": "N90000003", "fide": {}, "ratings": {"standard": {"rating": 1500}}, "name": "森 }空"},
    ]
    players = [{"id": one["id"], "ratings": "of the event"} for one in people]
    inputs = {"events": players, "members": people, "previous": {"members": [{"id": "N90000001"}]}}
    text = unpacked_text(packed(inputs)[0])
    for ids in ({"N90000001"}, {"N90000002"}, {"N90000003", "N90000001"}, {"N90000004"}):
        assert _members(text, ids) == [one for one in people if one["id"] in ids]
    assert _members(unpacked_text(packed({"list": players})[0]), {"N90000001"}) == []
