"""What an erasure takes out of an office; no published number moves.

Where each mark may stand afterwards is said by hand (docs/privacy.md)."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest
from sqlalchemy.exc import DatabaseError

from cli.main import app
from cli.session import open_office
from office.chain.link import links
from office.database.engine import look, transaction
from office.database.migrate import unlike
from office.desk.keeping import register_state
from tests.importer.invented import pairing, player, reading
from tests.office.marked import GONE, LATER, MARKED, bytes_of, erased, outgoing, published_rows
from tests.office.test_register_files import table
from tests.workplace import HATA, MORI, NAMES, TANI, Workplace


def test_an_erasure_empties_the_office_of_a_member_and_moves_no_published_number(marked: Workplace) -> None:
    work = marked
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


def test_who_keeps_the_register_sees_the_erasure_of_who_was_withheld_before(marked: Workplace) -> None:
    """A desk that is open would have found players under his name for as long as nothing else changed."""
    work = marked
    wishes = table({"ID": TANI, "Name": NAMES[TANI], "Withheld": "yes", "Birth withheld": "yes"})
    work.done("members", "import", work.file(wishes, "wishes.csv"))

    def state() -> tuple[object, ...]:
        with look(work.engine()) as session:
            return register_state(session)

    before = state()
    work.moment = LATER
    work.done("members", "erase", TANI, "--yes", "--reason", "asked for it by letter")
    assert work.rows("SELECT name FROM member WHERE federation_id = ?", TANI) == [(TANI,)]
    assert state() != before


def test_a_name_of_two_kanji_goes_out_of_a_question_that_was_asked(marked: Workplace) -> None:
    work = marked
    for name in ("Mori Soro", "Quite Another"):
        both = [player(1, name), player(2, NAMES[HATA], HATA)]
        work.store(reading(both, [pairing(1, 1, 2, "1-0")], number=1400002))
    kanji = "SELECT found FROM problem WHERE found LIKE '%森標%'"
    ((found,),) = work.rows(kanji)
    assert NAMES[MORI] in found
    erased(work)
    assert work.rows(kanji) == []


def test_his_name_as_an_event_has_it_goes_out_of_a_question_too(marked: Workplace) -> None:
    work = marked
    work.moment = datetime(2026, 12, 2, 1, tzinfo=UTC)
    both = [player(1, "Mori, Soro"), player(2, NAMES[TANI], TANI)]
    work.store(reading(both, [pairing(1, 1, 2, "1-0")], number=1400002), arrived=date(2026, 11, 10))
    work.resolve(work.the("member-unknown"), "--match", MORI)
    work.resolve("E2", "--organizer", "accepted")
    work.done("rate")
    work.done("publish")
    asked = "SELECT found FROM problem WHERE found LIKE '%Mori, Soro%'"
    assert work.rows(asked)
    erased(work)
    work.done("status")
    assert work.rows(asked) == []


def test_who_a_player_of_a_published_list_could_have_been_is_erased(marked: Workplace) -> None:
    work = marked
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


def test_what_an_erasure_leaves_in_the_folders_of_the_office_is_said(marked: Workplace) -> None:
    work = marked
    work.done("export", "list", "--format", "swiss-manager")
    work.moment = LATER
    said = work.done("members", "erase", MORI, "--yes", "--reason", "asked for it by letter")
    (file,) = (work.folder / "lists").iterdir()
    assert NAMES[MORI] in file.read_text("ascii")
    assert all(f"{folder}/" in said.err for folder in ("lists", "games", "fide"))
    assert "a database that the office was moved from" in said.err


def test_a_simulation_of_lists_from_before_has_the_id_for_the_name(marked: Workplace) -> None:
    work, table = marked, marked.folder / "simulated.csv"
    work.done("simulate", "--csv", table)
    assert NAMES[MORI] in table.read_text("utf-8")
    erased(work)
    work.done("simulate", "--csv", table)
    told = table.read_text("utf-8")
    assert MORI in told and NAMES[MORI] not in told and NAMES[HATA] in told


def test_the_next_list_carries_the_rating_on_under_the_id_and_the_chain_goes_on(marked: Workplace) -> None:
    work = marked
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


def test_the_name_stays_where_r94_is_read_so(marked: Workplace) -> None:
    work = marked
    erased(work, "--interpretation", "R94=name-stays")
    shown = work.done("members", "show", MORI).out
    assert "Mori Sora" in shown and "森標" in shown and "Markclub" not in shown
    assert f"消去 · 氏名は残す · 会員 {MORI}" in work.done("--lang", "ja", "rulings").out
    assert "all made again, the same byte for byte" in work.done("rebuild", "--no-pages").out


def test_a_notice_that_no_server_took_is_in_the_backup_and_goes_with_its_address(marked: Workplace) -> None:
    work = marked
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


def test_an_address_that_another_one_has_too_wants_no_notices_as_before(marked: Workplace) -> None:
    work, shared = marked, "club@invented.example"
    people = f"Mori Sora {MORI} {shared}; Hata Rin {HATA} {shared}"
    organizers = f"Name,Kind,Valid,Reporters\nInvented Club,club,2015-04-01/,{people}\n"
    work.done("organizers", "import", work.file(organizers, "organizers.csv"))
    work.done("notices", "stop", shared)
    erased(work)
    assert work.rows("SELECT address FROM notice_recipient") == [(shared,)]
    assert shared in work.done("notices", "people").out


def test_who_is_erased_already_is_erased_again_where_something_is_known_of_him_again(
    marked: Workplace,
) -> None:
    work = marked
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
    work.register({"ID": MORI, "Name": "Mori Sora"})
    work.done("members", "erase", MORI, "--yes", "--reason", "entered again by mistake")
    assert len(work.rows(rulings)) == 3  # the same words, and yet another deed
    assert "漢字：なし — 2026年11月2日登録、消去" in work.done("--lang", "ja", "members", "show", MORI).out


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
