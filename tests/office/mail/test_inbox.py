"""`banzuke inbox` on files: mails become reports with their own day, once; what repeats is said."""

from __future__ import annotations

import mailbox

import pytest

from scraper.archive import FileArchive
from scraper.budget import Budget
from tests.importer.forms import filled
from tests.office.mail.shapes import LINK, OTHER, SHAPES, SITE, attached, mail, part, whole
from tests.scraper.fakes import FakeTime
from tests.standin.faults import status
from tests.standin.server import Standin
from tests.workplace import Workplace

EVENING = b"Tue, 20 Oct 2026 16:30:00 +0000 (UTC)"
FIRST, SECOND = f"{SITE}/tnr9900001.aspx", f"{SITE}/tnr{OTHER}.aspx"


def messages(work: Workplace) -> list[tuple[object, ...]]:
    return work.rows("SELECT id, state, arrived_on, arrived_by, repeats FROM message ORDER BY id")


def reports(work: Workplace) -> list[tuple[object, ...]]:
    return work.rows("SELECT reference, state, arrived_on, message_id FROM report ORDER BY id")


def test_a_mail_becomes_a_report_of_the_day_it_arrived_in_japan(desk: Workplace) -> None:
    said = desk.done("inbox", desk.file(mail(received=EVENING), "report.eml"))
    assert (
        "M1 arrived on 21 October 2026 (by its Received header) from Invented Club <club@example.jp>: Results"
        in said.out
    )
    assert "created: Invented Summer Open 2026, 11 players" in said.out
    assert "for the list of 1 December 2026" in said.out  # the 21st in Japan: the next period
    assert "1 new mail, 0 known, 1 taken" in said.out
    assert messages(desk) == [(1, "taken", "2026-10-21", "received", None)]
    assert reports(desk) == [(FIRST, "read", "2026-10-21", 1)]
    assert desk.rows("SELECT arrived_on, complete_on FROM event") == [("2026-10-21", "2026-10-21")]


def test_the_bytes_are_kept_as_they_came(desk: Workplace) -> None:
    raw = SHAPES["cp932 called utf-8, 8-bit headers"].raw
    desk.done("inbox", desk.file(raw, "report.eml"))
    ((sha256, text),) = desk.rows("SELECT message.sha256, report.text FROM message, report")
    assert FileArchive(desk.folder / "mails").body(sha256) == raw
    assert text is None
    assert not list((desk.folder / "archive").rglob(f"{sha256}*"))


def test_links_in_mails_leave_half_of_the_requests_of_the_day_to_the_officer(desk: Workplace) -> None:
    """Whoever sends one link after the other does not keep the office from looking at its own events."""
    desk.done("import", FIRST, "--reported", "2026-10-20")
    budget = Budget(desk.folder / "archive", FakeTime().clock)
    spent = budget.spent().asked
    budget.set(2 * spent)
    said = desk.run("inbox", desk.file(mail(SECOND), "report.eml"))
    assert "daily-budget" in said.all and f"at most half of {2 * spent} requests" in said.all
    assert messages(desk)[0][1] == "waits"
    assert "created: Second Open" in desk.done("import", SECOND, "--reported", "2026-10-20").out


def test_the_same_file_again_is_known_and_nothing_is_fetched(desk: Workplace, standin: Standin) -> None:
    file = desk.file(mail(), "report.eml")
    desk.done("inbox", file)
    before, asked = desk.dump(), len(standin.requests)
    said = desk.done("inbox", file)
    assert "M1 is known: Results, taken" in said.out
    assert "0 new mails, 1 known, 0 taken" in said.out
    assert desk.dump() == before
    assert len(standin.requests) == asked


def test_another_copy_with_the_same_message_id_is_recognised(desk: Workplace, standin: Standin) -> None:
    desk.done("inbox", desk.file(mail(), "report.eml"))
    asked = len(standin.requests)
    copy = b"Received: by list.example.jp; Tue, 06 Oct 2026 00:00:00 +0900\r\n" + mail()
    said = desk.done("inbox", desk.file(copy, "copy.eml"))
    assert "all it reports came with M1 (the same Message-ID)" in said.out
    assert messages(desk)[1][1:] == ("repeated", "2026-10-06", "received", 1)
    assert len(standin.requests) == asked
    assert len(reports(desk)) == 1


def test_of_two_copies_in_one_run_that_which_arrived_first_gives_the_day(desk: Workplace) -> None:
    later = desk.file(mail(received=EVENING), "copy.eml")
    said = desk.done("inbox", later, desk.file(mail(), "report.eml"))
    assert "tournament 9900001 came before, with mail M2, on 5 October 2026" in said.out
    assert [row[1] for row in messages(desk)] == ["taken", "taken"]
    assert desk.rows("SELECT arrived_on, complete_on FROM event") == [("2026-10-05", "2026-10-05")]


def test_a_copy_of_a_mail_whose_bytes_are_gone_is_taken_and_keeps_no_other(desk: Workplace) -> None:
    desk.done("inbox", desk.file(mail(), "report.eml"))
    for kept in (desk.folder / "mails").rglob("*.gz"):
        kept.unlink()
    copy = b"Received: by list.example.jp; Tue, 06 Oct 2026 00:00:00 +0900\r\n" + mail()
    desk.done("inbox", desk.file(copy, "copy.eml"))
    assert [row[1] for row in messages(desk)] == ["taken", "taken"]


def test_a_message_id_used_again_for_another_report_hides_nothing(desk: Workplace) -> None:
    desk.done("inbox", desk.file(mail(), "report.eml"))
    said = desk.done("inbox", desk.file(mail(f"{LINK} {SITE}/tnr{OTHER}.aspx"), "more.eml"))
    assert "created: Second Open" in said.out
    assert "tournament 9900001 came before, with mail M1, on 5 October 2026" in said.out


def test_a_forwarded_copy_is_said_and_changes_nothing(desk: Workplace) -> None:
    desk.done("inbox", desk.file(mail(), "report.eml"))
    before = desk.dump("message", "report")
    forwarded = whole(
        b"mixed",
        part(b"Content-Type: message/rfc822", mail()),
        message_id=b"<two@example.jp>",
        received=EVENING,
    )
    said = desk.done("inbox", desk.file(forwarded, "forwarded.eml"))
    assert "unchanged: Invented Summer Open 2026" in said.out
    assert "tournament 9900001 came before, with mail M1, on 5 October 2026" in said.out
    assert desk.dump("message", "report") == before
    assert desk.rows("SELECT count(*) FROM event") == [(1,)]
    third = forwarded.replace(b"two@example.jp", b"three@example.jp")
    said = desk.done("--lang", "ja", "inbox", desk.file(third, "third.eml"))
    assert "大会番号9900001は2026年10月5日にメールM1で届いています" in said.out
    assert "大会番号9900001：" in said.err  # how many pages were read


def test_a_mail_forwarded_twice_in_one_counts_once(desk: Workplace, standin: Standin) -> None:
    desk.done("inbox", desk.file(SHAPES["forwarded as a file, twice"].raw, "twice.eml"))
    assert reports(desk) == [(FIRST, "read", "2026-10-05", 1)]


def test_mails_are_taken_in_the_order_in_which_they_arrived(desk: Workplace) -> None:
    later = mail(message_id=b"<late@example.jp>", received=EVENING)
    said = desk.done("inbox", desk.file(later, "a.eml"), desk.file(mail(), "b.eml"))
    assert said.out.index("M2 arrived on 5 October 2026") < said.out.index("M1 arrived on 21 October 2026")
    assert desk.rows("SELECT arrived_on FROM event") == [("2026-10-05",)]


def test_several_reports_of_one_mail_are_all_taken(desk: Workplace) -> None:
    said = desk.done("inbox", desk.file(SHAPES["several reports"].raw, "two.eml"))
    assert said.out.count("created: ") == 2
    assert [r[3] for r in reports(desk)] == [1, 1]


def test_a_line_of_a_text_that_begins_with_from_ends_no_mail_of_an_mbox(desk: Workplace) -> None:
    first = mail(f"Hello,\n\nFrom our club:\n{LINK}\n").replace(b"\r\n", b"\n")
    second = mail(message_id=b"<two@example.jp>").replace(b"\r\n", b"\n")
    when = b"From a@example.jp Mon Oct  5 10:00:00 2026\n"
    for between in (b"\n", b""):  # some programs leave the empty line out
        box = when + first + between + when + second
        said = desk.run("inbox", desk.file(box, "old.mbox"), "--offline")
        assert not [p for p in said.problems() if p["code"] == "mail-not-one"]
        assert len(messages(desk)) == 2


def test_an_mbox_a_maildir_and_a_folder_are_read_and_left_as_they_are(desk: Workplace) -> None:
    one, two = mail(), mail(f"{SITE}/tnr{OTHER}.aspx", message_id=b"<two@example.jp>")
    folder = desk.folder.parent / "mails"
    folder.mkdir()
    box = mailbox.mbox(folder / "old.mbox")
    box.add(one.replace(b"\r\n", b"\n") + b"\nFrom here on all is well\n")
    box.add(two.replace(b"\r\n", b"\n"))
    box.close()
    maildir = mailbox.Maildir(folder / "new")
    maildir.add(one)
    maildir.close()
    (folder / "photo.jpg").write_bytes(b"\xff\xd8")
    (folder / "reports").mkdir()
    (folder / "same.eml").write_bytes(one)

    def stands() -> dict[str, tuple[bytes, int]]:
        return {str(p): (p.read_bytes(), p.stat().st_mtime_ns) for p in folder.rglob("*") if p.is_file()}

    before = stands()
    said = desk.done("inbox", folder)
    assert stands() == before
    assert f"Not read in {folder}, give them by themselves: photo.jpg, reports/\n" in said.err
    assert "created: Invented Summer Open 2026" in said.out
    assert "created: Second Open" in said.out
    assert len(reports(desk)) == 2
    assert [m[1] for m in messages(desk)].count("taken") == 2
    again = desk.done("inbox", folder / "old.mbox", folder / "new")
    assert "0 new mails, 3 known, 0 taken" in again.out


def test_a_maildir_that_lost_its_empty_folders_is_read(desk: Workplace) -> None:
    # Archives and copies leave folders out in which nothing is.
    one, two = (desk.folder.parent / "mails" / name / "cur" for name in ("one", "two"))
    for folder, number, name in ((one, 9900001, b"<one@example.jp>"), (two, OTHER, b"<two@example.jp>")):
        folder.mkdir(parents=True)
        (folder / "1.M1.host:2,S").write_bytes(mail(f"{SITE}/tnr{number}.aspx", message_id=name))
    assert "1 new mail" in desk.done("inbox", one.parent).out
    assert "1 new mail" in desk.done("inbox", one.parent.parent).out


def test_a_mail_that_reports_nothing_is_said_and_no_error(desk: Workplace, standin: Standin) -> None:
    said = desk.done("inbox", desk.file(SHAPES["nothing in it"].raw, "thanks.eml"))
    assert "reports nothing: no link of a tournament, no report file" in said.out
    assert messages(desk)[0][1] == "nothing"
    again = SHAPES["nothing in it"].raw.replace(b"Message-ID: <", b"Message-ID: <again-")
    said = desk.done("--lang", "ja", "inbox", desk.file(again, "again.eml"))
    assert "取り込み0通、報告なし1件" in said.out and "：" in said.out.splitlines()[0]
    assert standin.requests == []


def test_a_mail_with_a_home_page_in_its_signature_is_done(desk: Workplace) -> None:
    said = desk.done("inbox", desk.file(SHAPES["a signature and a logo"].raw, "signed.eml"))
    assert "no report: https://chess-results.com/," in said.err
    assert "created: Invented Summer Open 2026" in said.out


@pytest.mark.parametrize(
    ("shape", "code"),
    [
        ("winmail.dat", "mail-winmail"),
        ("encrypted", "mail-encrypted"),
        ("a picture of the crosstable", "mail-file-unknown"),
        ("a link broken in its number", "address-broken"),
        ("alternative that differs", "mail-links-differ"),
    ],
)
def test_what_the_officer_has_to_look_at_ends_with_code_3(desk: Workplace, shape: str, code: str) -> None:
    said = desk.run("inbox", desk.file(SHAPES[shape].raw, "asks.eml"))
    assert said.code == 3, said.all
    assert [p["code"] for p in said.problems()] == [code]
    listed = desk.done("inbox", "list")
    assert [p["code"] for p in listed.problems()] == [code]


def test_a_day_that_cannot_be_is_not_believed_and_the_day_of_the_run_is_taken(desk: Workplace) -> None:
    raw = mail(received=None, date=b"Fri, 20 Nov 2026 02:00:00 +0900")
    said = desk.run("inbox", desk.file(raw, "future.eml"))
    assert said.code == 3
    assert said.problem()["code"] == "mail-day-unbelievable"
    assert "--reported" in said.problem()["do"]
    assert messages(desk) == [(1, "taken", "2026-11-02", "seen", None)]


@pytest.mark.parametrize(
    ("word", "day", "by"),
    [("received", "2026-10-21", "received"), ("sent", "2026-10-19", "date"), ("seen", "2026-11-02", "seen")],
)
def test_r46_reads_the_day_as_asked(desk: Workplace, word: str, day: str, by: str) -> None:
    raw = mail(received=EVENING, date=b"Mon, 19 Oct 2026 10:00:00 +0900")
    desk.done("inbox", desk.file(raw, "report.eml"), "--interpretation", f"R46={word}")
    assert messages(desk) == [(1, "taken", day, by, None)]


@pytest.mark.parametrize(
    ("data", "code"), [(b"", "mail-empty"), (b"\x89PNG\x00", "mail-not-one"), (b"only text", "mail-not-one")]
)
def test_a_file_that_is_no_mail_is_refused_and_the_others_are_taken(
    desk: Workplace, data: bytes, code: str
) -> None:
    said = desk.run("inbox", desk.file(data, "odd.eml"), desk.file(mail(), "report.eml"))
    assert said.code == 1
    assert [p["code"] for p in said.problems()] == [code]
    assert "1 new mail, 0 known, 1 taken" in said.out
    assert len(messages(desk)) == 1


def test_a_mail_of_fifty_megabytes_is_refused_by_its_size_alone(desk: Workplace) -> None:
    path = desk.folder.parent / "huge.eml"
    with path.open("wb") as file:
        file.write(mail())
        file.truncate(50_000_000)
    said = desk.run("inbox", path)
    assert (said.code, said.problem()["code"]) == (1, "mail-too-large")
    assert said.problem()["found"] == "50.0 MB"
    assert messages(desk) == []


def test_a_name_behind_which_there_is_nothing_is_refused_before_anything_is_read(desk: Workplace) -> None:
    said = desk.run("inbox", desk.file(mail(), "report.eml"), "missing.eml")
    assert (said.code, said.problem()["code"]) == (1, "no-such-source")
    assert messages(desk) == []
    empty = desk.folder.parent / "empty"
    empty.mkdir()
    assert desk.run("inbox", empty).problem()["code"] == "no-mails"


@pytest.mark.slow
def test_more_than_ten_tournaments_wait_for_the_officers_word(desk: Workplace, standin: Standin) -> None:
    many = " ".join(f"{SITE}/tnr{n}.aspx" for n in range(9900001, 9900013))
    said = desk.run("inbox", desk.file(mail(many), "many.eml"))
    assert (said.code, said.problem()["code"]) == (3, "many-links")
    assert standin.requests == []
    assert "M1, 5 October 2026" in desk.done("status").out
    desk.done("inbox", "close", "M1", "--reason", "a list of other events")
    assert messages(desk)[0][1] == "nothing"
    assert "M1" not in desk.done("inbox").out
    ((decision,),) = desk.rows("SELECT id FROM ruling")
    desk.done("resolve", "--take-back", decision, "--reason", "one is ours")
    assert desk.run("inbox").problem()["code"] == "many-links"  # it waits again
    desk.done("inbox", "import", "M1", LINK)
    assert messages(desk)[0][1] == "taken"
    standin.requests.clear()
    single = [
        desk.file(mail(f"{SITE}/tnr{9900001 + n}.aspx", message_id=b"<%d@x.jp>" % n), f"s{n}.eml")
        for n in range(11)
    ]
    said = desk.run("inbox", *single)
    assert said.code in (1, 3)
    assert "1 mail is left for the next run" in said.err
    said = desk.run("inbox", "--all")
    assert "created: Invented Summer Open 2026" not in said.out  # it came with the first of the single ones
    assert [m for m in messages(desk) if m[1] == "waits"] == []


def test_of_a_mail_with_many_links_the_files_are_taken_with_the_links_that_are_reported(
    desk: Workplace,
) -> None:
    many = "".join(f"{SITE}/tnr{n}.aspx\r\n" for n in range(9900001, 9900013)).encode()
    form = attached(b'filename="a.xlsx"', filled())
    raw = whole(b"mixed", part(b"Content-Type: text/plain; charset=utf-8", many), form)
    assert desk.run("inbox", desk.file(raw, "m.eml")).problem()["code"] == "many-links"
    desk.done("inbox", "import", "M1", LINK)
    assert messages(desk)[0][1] == "taken"
    assert [state for _reference, state, *_ in reports(desk)] == ["read", "read"]


def test_reports_that_wait_for_the_next_run_are_not_lost_where_a_quoted_one_is_imported(
    desk: Workplace, standin: Standin
) -> None:
    standin.faults["tnr9900001"] = status(503)
    quoted = f"{SITE}/tnr9900001.aspx\r\n\r\n> {SITE}/tnr9900002.aspx\r\n"
    desk.run("inbox", desk.file(mail(quoted), "m.eml"))
    assert messages(desk)[0][1] == "waits"
    desk.done("inbox", "import", "M1")
    assert messages(desk)[0][1] == "waits"
    standin.faults.clear()
    desk.done("inbox")
    assert messages(desk)[0][1] == "taken"
    assert sorted((r[0][-12:-5], r[1]) for r in reports(desk)) == [("9900001", "read"), ("9900002", "read")]


def test_the_list_shows_mails_with_their_reports(desk: Workplace) -> None:
    assert "No mail was seen yet" in desk.done("inbox", "list").err
    desk.done("inbox", desk.file(SHAPES["several reports"].raw, "two.eml"))
    desk.done("inbox", desk.file(SHAPES["nothing in it"].raw.replace(b"<one@", b"<n@"), "n.eml"))
    lines = desk.done("inbox", "list").out.splitlines()
    assert lines[0].startswith("M1 arrived on 5 October 2026 (by its Received header) from Invented Club")
    assert lines[1:4] == ["    taken", "    E1 Invented Summer Open 2026", "    E2 Second Open"]
    assert lines[5] == "    reports nothing"


def test_two_runs_at_once_exclude_each_other(desk: Workplace) -> None:
    from office.locks import alone

    with alone(desk.folder, "inbox"):
        said = desk.run("inbox", desk.file(mail(), "report.eml"))
    assert said.problem()["code"] == "inbox-running"
    assert messages(desk) == []
