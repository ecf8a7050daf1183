"""What an office holds of a member, handed out whole: to himself, and of nobody else."""

from __future__ import annotations

import json
import re
from datetime import date

from importer.tables import ReportRow
from office.database.engine import transaction
from office.jobs.tables import JobRunRow
from office.lists.packing import packed, unpacked_text
from office.notices.tables import NoticeRecipientRow
from office.personal.everything import _members, kept
from office.tables import whole
from tests.importer.invented import pairing, player, reading
from tests.office.marked import GONE, LATER, erased
from tests.workplace import HATA, MORI, NAMES, TANI, Workplace

NOBODY = frozenset(
    {
        *("application", "event", "event_round", "pairing", "poll", "reread", "version_event", "chain_link"),
        *("organizer", "organizer_name", "organizer_span", "fide_list", "message_place"),
        "sending_part",
    }
)
"""Tables that hold nothing of a person; every other one stands in `kept.toml`."""


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


def test_everything_about_a_member_is_written_and_of_nobody_else(marked: Workplace) -> None:
    work = marked
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


def test_an_opponent_who_was_erased_is_his_id_in_what_was_read_too(marked: Workplace) -> None:
    work, file = marked, marked.folder.parent / "hata.json"
    erased(work)
    work.done("members", "everything", HATA, file)
    text = file.read_text("utf-8")
    ((game,),) = (one["games"] for one in json.loads(text)["as_read"])
    assert game == {"round": 1, "white": MORI, "black": NAMES[HATA], "result": "1-0"}
    assert NAMES[MORI] not in text and "森標" not in text


def test_what_came_from_an_address_of_his_is_his_however_it_was_written(marked: Workplace) -> None:
    work = marked
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


def test_so_is_one_with_letters_that_not_every_database_knows_in_capitals(both: Workplace) -> None:
    with transaction(both.engine()) as session:
        session.get_one(ReportRow, 1).reporter = "MÖRI@Example.jp"
        session.add(
            NoticeRecipientRow(address="möri@example.jp", member_id=1, changed_by="Officer", changed_at=LATER)
        )
    file = both.folder.parent / "mori.json"
    both.done("members", "everything", MORI, file)
    told = json.loads(file.read_text("utf-8"))["tables"]
    assert [row["reporter"] for row in told["report"]] == ["MÖRI@Example.jp"]


def test_of_what_jobs_said_a_member_is_told_the_lines_with_him_alone(marked: Workplace) -> None:
    work = marked
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


def test_a_member_reads_in_the_language_spoken_why_it_is_kept(marked: Workplace) -> None:
    reasons = {
        "en": "only games between members count (3(5))",
        "ja": "会員どうしの対局だけを算入するため（3(5)）",
    }
    for language, why in reasons.items():
        file = marked.folder.parent / f"mori-{language}.json"
        marked.done("--lang", language, "members", "everything", MORI, file)
        told = json.loads(file.read_text("utf-8"))["kept"]
        assert told["membership"]["why"] == why
    words = [text for one in told.values() for text in one.values()]
    assert len(words) > 90 and [text for text in words if not re.search("[ぁ-ヿ一-鿿]|^(6|QJ )", text)] == []


def test_of_whom_else_a_player_could_have_been_his_member_is_told_nothing(marked: Workplace) -> None:
    work, file = marked, marked.folder.parent / "tani.json"
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
