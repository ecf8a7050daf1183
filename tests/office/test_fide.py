"""FIDE's list beside the register: kept, compared, never written into it."""

from __future__ import annotations

import gzip
import io
import threading
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from tests.importer.test_fide_list import HEAD, line
from tests.workplace import Workplace

AUSTRALIAN = line("3200001", "Able, Anna", "AUS", "F", "", (1100, 0, 0), "2014", "")
HEADINGS = ("ID", "Name", "FIDE ID", "Birth", "Sex", "Federation", "Joined")
MEMBERS = [
    dict(zip(HEADINGS, cells, strict=True))
    for cells in (
        ("N90000001", "Mori Sora", "7000001", "1981-05-05", "m", "JPN", "2026-10-05"),
        ("N90000002", "Hata Rin", None, "1999-05-05", "f", "JPN", None),
        ("N90000003", "Tani Ken", "7009999", None, None, "JPN", None),
        ("N90000004", "Guest Invented", "4100018", "1970-01-01", "f", "RUS", None),
        ("N90000005", "Ono Aki", None, "2001-01-01", "f", "JPN", None),
    )
]
ROWS = (
    line("7000001", "Mori, Sora", "JPN", "M", "", (2150, 0, 0), "1980", ""),
    line("7000002", "Hata, Rin", "JPN", "F", "", (1800, 1700, 0), "1999", ""),
    line("7000003", "Ono, Aki", "JPN", "F", "", (0, 0, 0), "2001", ""),
    line("7000004", "Ono, Aki", "JPN", "F", "", (0, 0, 0), "2001", ""),
    line("4100018", "Invented, Guest", "RUS", "F", "", (0, 1900, 0), "1970", ""),
    line("2000001", "Nobody, Of Ours", "USA", "M", "", (1500, 0, 0), "1990", ""),
)


def fide(work: Workplace) -> Path:
    return work.file("\n".join((HEAD, *ROWS, "")), "players_list_foa.txt")


@pytest.mark.parametrize("month", ["2026-12", "2027-01", "2062-10"])
def test_a_list_of_a_month_to_come_is_refused(work: Workplace, month: str) -> None:
    work.register(*MEMBERS)
    refused = work.run("fide", "import", fide(work), "--month", month).problem()
    assert (refused["code"], refused["expected"]) == ("fide-list-unclear", "a list of a month up to 2026-11")
    assert work.rows("SELECT count(*) FROM fide_list") == [(0,)]


def test_a_list_can_be_out_some_days_before_its_month(work: Workplace) -> None:
    work.moment = datetime(2026, 10, 30, 1, 0, tzinfo=UTC)
    work.done("fide", "import", fide(work), "--month", "2026-11")


def test_of_the_list_the_federations_players_and_the_members_are_kept(work: Workplace) -> None:
    work.register(*MEMBERS)
    said = work.done("fide", "import", fide(work), "--month", "2026-10")
    assert said.out == "FIDE's list of October 2026, all: 6 players, 5 of them kept\n"
    assert work.rows("SELECT fide_id, standard, rapid, born_year FROM fide_player ORDER BY fide_id") == [
        ("4100018", None, 1900, 1970),
        ("7000001", 2150, None, 1980),
        ("7000002", 1800, 1700, 1999),
        ("7000003", None, None, 2001),
        ("7000004", None, None, 2001),
    ]
    again = work.done("fide", "import", fide(work), "--month", "2026-10")
    assert "same file as before" in again.err
    assert work.rows("SELECT count(*) FROM fide_player") == [(5,)]
    assert work.rows("SELECT count(*) FROM fide_list") == [(1,)]


def for_organizers(work: Workplace) -> str:
    """The members as a pairing program takes them, with the titles of FIDE's list."""
    out = work.folder.parent / "members.txt"
    work.done("export", "members", "--for", "swiss-manager", "--to", out)
    return out.read_text("utf-8")


def test_of_two_files_of_one_month_the_one_imported_last_counts_and_the_other_is_named(
    work: Workplace,
) -> None:
    """A list of FIDE names its month and no day: which of two is the newer nobody can read in them."""
    work.register(*MEMBERS)
    mori = line("7000001", "Mori, Sora", "JPN", "M", "FM", (2150, 0, 0), "1980", "")
    other = work.file("\n".join((HEAD, mori, *ROWS[1:], "")), "later.txt")
    assert work.done("fide", "import", fide(work), "--month", "2026-10").err.startswith("Next: ")
    work.moment += timedelta(days=1)
    assert "fide-list-twice: " in work.done("fide", "import", other, "--month", "2026-10").err
    assert " FM " in for_organizers(work)
    work.moment += timedelta(days=1)
    said = work.done("fide", "import", fide(work), "--month", "2026-10").err
    assert "fide-list-twice: FIDE's list of 2026-10, all" in said
    assert "found     another one too: later.txt, imported before" in said
    assert "if the other is the newer, import that once more" in said
    assert " FM " not in for_organizers(work)


def test_the_federation_is_that_of_the_offices_family(queensland: Workplace) -> None:
    file = queensland.file("\n".join((HEAD, *ROWS, AUSTRALIAN, "")), "players_list_foa.txt")
    queensland.done("fide", "import", file, "--month", "2026-10")
    assert queensland.rows("SELECT fide_id, federation FROM fide_player") == [("3200001", "AUS")]


def test_the_officer_is_told_what_could_be_filled_and_what_differs(work: Workplace) -> None:
    work.register(*MEMBERS)
    work.done("fide", "import", fide(work), "--month", "2026-10")
    before = work.rows("SELECT * FROM member")
    assert work.done("fide", "suggest").out.splitlines() == [
        "By FIDE's list of October 2026: 4 suggestions",
        "Could be filled: 2",
        "  N90000001 Mori Sora: FIDE ST: 2150 (FIDE list 2026-10)",
        "  N90000002 Hata Rin: FIDE ID: 7000002 (Hata, Rin, born 1999)",
        "Different: 1",
        "  N90000001 Mori Sora: Birth: 1981 here, 1980",
        "FIDE ID not on the list: 1",
        "  N90000003 Tani Ken: FIDE ID: 7009999 here, not on the list of 2026-10",
    ]
    assert work.rows("SELECT * FROM member") == before


def test_a_fide_id_that_came_after_the_list_was_not_looked_for_on_it(work: Workplace) -> None:
    """Of other federations the office keeps nobody else: the guest stands on the list, and was not kept."""
    work.register(*MEMBERS[:3])
    work.done("fide", "import", fide(work), "--month", "2026-10")
    work.moment += timedelta(days=1)
    work.register(*MEMBERS)
    told = work.done("fide", "suggest").out
    assert "N90000003 Tani Ken: FIDE ID: 7009999 here, not on the list of 2026-10" in told
    assert "N90000004" not in told
    work.done("fide", "import", work.file(f"{HEAD}\n{ROWS[0]}\n", "new_foa.txt"), "--month", "2026-10")
    assert "N90000004 Guest Invented: FIDE ID: 4100018 here, not on" in work.done("fide", "suggest").out


def merged(work: Workplace, gone: str, kept: str) -> None:
    words = ("--into", kept, "--anyway", "--reason", "entered twice")
    work.done("members", "merge", gone, *words)


def test_who_has_a_fide_id_by_the_other_entry_is_not_looked_for_by_name(work: Workplace) -> None:
    """FIDE's Hata Rin is another person: ours has the ID of Hata Rinko."""
    rin = dict(MEMBERS[1])
    work.register(rin, {**rin, "ID": "N90000006", "FIDE ID": "7000008"})
    rinko = line("7000008", "Hata, Rinko", "JPN", "F", "", (1500, 0, 0), "1999", "")
    work.done(
        "fide", "import", work.file("\n".join((HEAD, *ROWS, rinko, "")), "foa.txt"), "--month", "2026-10"
    )
    merged(work, "N90000006", "N90000002")
    assert work.done("fide", "suggest").out.splitlines() == [
        "By FIDE's list of October 2026: 1 suggestion",
        "Different: 1",
        "  N90000002 Hata Rin: Name: Hata Rin here, Hata, Rinko",
    ]


@pytest.mark.parametrize("kept", ["N90000001", "N90000006"])
def test_the_rating_at_joining_is_asked_of_the_entry_that_joined_first(work: Workplace, kept: str) -> None:
    """6(1): of who joined in 2020, the list of the month in which the other entry was made says nothing."""
    mori = {**MEMBERS[0], "Birth": "1980-05-05"}
    earlier = {**mori, "ID": "N90000006", "FIDE ID": None, "Joined": "2020-04-01"}
    work.register(mori, earlier)
    work.done("fide", "import", fide(work), "--month", "2026-10")
    assert "N90000001 Mori Sora: FIDE ST: 2150" in work.done("fide", "suggest").out
    gone = "N90000001" if kept == "N90000006" else "N90000006"
    merged(work, gone, kept)
    assert work.done("fide", "suggest").out == "By FIDE's list of October 2026: 0 suggestions\n"
    work.done("fide", "import", fide(work), "--month", "2020-04")
    said = work.done("fide", "suggest").out
    assert "N90000006 Mori Sora: FIDE ST: 2150 (FIDE list 2020-04)" in said
    assert "N90000001" not in said


def test_without_a_list_nothing_can_be_suggested(work: Workplace) -> None:
    assert work.run("fide", "suggest").problem()["code"] == "no-fide-list"


def test_a_list_that_cannot_be_read_leaves_nothing_behind(work: Workplace) -> None:
    before = work.dump()
    cut = work.file("\n".join((HEAD, *ROWS))[:-100], "players_list_foa.txt")
    assert work.run("fide", "import", cut, "--month", "2026-10").code == 1
    assert work.dump() == before


def single(month: str, rating: int) -> bytes:
    """A list of one kind as FIDE packs it."""
    text = f"{HEAD[:113]}{month} Gms K  B-day Flag\n{ROWS[0][:113]}{rating}  3   20 1980  i\n"
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as packed:
        packed.writestr("rating_list.txt", text)
    return made.getvalue()


@contextmanager
def serving(answers: dict[str, tuple[int, bytes]]) -> Iterator[tuple[str, list[tuple[str, str]]]]:
    """A web server on loopback: what it answers by path; its address, and who asked for what."""
    asked: list[tuple[str, str]] = []

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.append((self.path, self.headers["User-Agent"]))
            status, body = answers.get(self.path, (404, b""))
            self.send_response(status)
            self.send_header("Content-Length", str(len(body)))
            if body.startswith(b"\x1f\x8b"):
                self.send_header("Content-Encoding", "gzip, gzip")
            if status == 302:
                self.send_header("Location", "/standard.zip")
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/{{kind}}.zip", asked
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def test_the_lists_of_the_month_are_fetched_once(work: Workplace) -> None:
    work.register(*MEMBERS)
    work.done("contact", "office@federation.example")
    lists = {f"/{kind}.zip": (200, single("NOV26", r)) for kind, r in
             (("standard", 2150), ("rapid", 2100), ("blitz", 2050))}  # fmt: skip
    with serving(lists) as (address, asked):
        said = work.done("fide", "fetch", "--address", address)
        assert said.out.splitlines() == [
            f"FIDE's list of November 2026, {kind}: 1 players, 1 of them kept"
            for kind in ("standard", "rapid", "blitz")
        ]
        assert [path for path, _ in asked] == list(lists)
        assert all("office@federation.example" in agent for _, agent in asked)
        assert "are here" in work.done("fide", "fetch", "--address", address).out
        assert len(asked) == 3
    rows = work.rows("SELECT fide_id, standard, rapid, blitz FROM fide_player ORDER BY id")
    assert rows == [
        ("7000001", 2150, None, None),
        ("7000001", None, 2100, None),
        ("7000001", None, None, 2050),
    ]
    assert not list(work.folder.glob(".banzuke-unfinished-*"))


def test_a_server_that_does_not_answer_is_told_from_one_that_says_no(work: Workplace) -> None:
    answers = {"/standard.zip": (500, b"")}
    with serving(answers) as (address, _asked):
        for status, code in ((500, 75), (503, 75), (403, 1), (429, 1)):
            answers["/standard.zip"] = (status, b"")
            refused = work.run("fide", "fetch", "--address", address)
            assert (refused.code, refused.problem()["code"]) == (code, "fide-not-fetched")
    assert work.run("fide", "fetch", "--address", address).code == 75  # nobody is there


def test_a_list_of_last_month_is_kept_and_this_months_asked_for_again(work: Workplace) -> None:
    work.register(*MEMBERS)
    lists = {f"/{kind}.zip": (200, single("OCT26", 2000)) for kind in ("standard", "rapid", "blitz")}
    with serving(lists) as (address, asked):
        for _ in range(2):
            refused = work.run("fide", "fetch", "--address", address)
            assert (refused.code, refused.problem()["code"]) == (1, "fide-not-fetched")
            assert "older ones: standard, rapid, blitz" in refused.problem()["found"]
        assert len(asked) == 6
        lists["/standard.zip"] = (200, single("NOV26", 2000))
        refused = work.run("fide", "fetch", "--address", address)
        assert "older ones: rapid, blitz" in refused.problem()["found"]
        work.run("fide", "fetch", "--address", address)
        assert [path for path, _ in asked[9:]] == ["/rapid.zip", "/blitz.zip"]


NO_HEADING = "none of ID Number, Name, Fed, Sex, Tit, SRtng, RRtng, BRtng, B-day, Flag"


@pytest.mark.parametrize(
    ("answer", "found"),
    [
        ((404, b""), ("fide-not-fetched", "the answer 404")),
        ((302, b""), ("fide-not-fetched", "the answer 302")),
        ((200, b""), ("file-empty", "an empty file")),
        ((200, b"PK\x03\x04 not a zip"), ("archive-broken", "File is not a zip file")),
        ((200, b"<html>please sign in</html>"), ("fide-list-unclear", "“html”")),
        ((200, single("NOV26", 2000)[:-30]), ("archive-broken", "File is not a zip file")),
        # what is packed once more for the way is not unpacked: five thousand bytes can be gigabytes
        ((200, gzip.compress(gzip.compress(single("NOV26", 2000)))), ("fide-list-unclear", NO_HEADING)),
    ],
)
def test_what_is_no_list_is_refused_and_stores_nothing(
    work: Workplace, answer: tuple[int, bytes], found: tuple[str, str]
) -> None:
    work.register(*MEMBERS)
    with serving({"/standard.zip": answer}) as (address, asked):
        refused = work.run("fide", "fetch", "--address", address)
    problem = refused.problem()
    assert (refused.code, problem["code"], problem["found"]) == (1, *found)
    assert len(asked) == 1
    assert work.rows("SELECT count(*) FROM fide_list") == [(0,)]
    assert not list(work.folder.glob(".banzuke-unfinished-*"))


@pytest.mark.parametrize(
    "address", ["http://ratings.example/{kind}.zip", "file:///etc/passwd", "x", "https://"]
)
def test_an_address_without_protection_or_that_is_none_is_refused(work: Workplace, address: str) -> None:
    refused = work.run("fide", "fetch", "--address", address)
    assert (refused.code, refused.problem()["code"]) == (1, "fide-not-fetched")


def test_a_list_with_far_fewer_players_than_the_one_before_is_named(work: Workplace) -> None:
    """Text that was cut off at the end of a line is like a whole list in all but its length."""

    def players(many: int) -> str:
        rows = (
            line(f"{2000000 + n}", f"Nobody, {n}", "USA", "M", "", (1500, 0, 0), "", "") for n in range(many)
        )
        return "\r\n".join((HEAD, *rows, ""))

    work.register(*MEMBERS)
    whole, cut = work.file(players(100), "a.txt"), work.file(players(89), "b.txt")
    assert "fide-list-short" not in work.done("fide", "import", whole, "--month", "2026-10").err
    said = work.done("fide", "import", cut, "--month", "2026-11").err
    assert "fide-list-short: FIDE's list of 2026-11, all" in said
    assert "about 100 players, as on a.txt" in said and "found     89 players" in said
    fewer = work.file(players(90), "c.txt")
    assert "fide-list-short" not in work.done("fide", "import", fewer, "--month", "2026-11").err
    work.done("fide", "import", whole, "--month", "2026-11")


def test_the_file_imported_last_counts_also_where_the_clock_was_ahead_before(work: Workplace) -> None:
    work.register(*MEMBERS)
    sent = work.moment
    one, other = (
        work.file(
            "\r\n".join((HEAD, line("7000001", "Mori, Sora", "JPN", "M", "", (r, 0, 0), "1980", ""), "")),
            f"{r}.txt",
        )
        for r in (2100, 2200)
    )
    work.moment = sent + timedelta(days=400)
    work.done("fide", "import", one, "--month", "2026-10")
    work.moment = sent
    assert "this one counts from now on" in work.done("fide", "import", other, "--month", "2026-10").err
    newest = "SELECT file FROM fide_list ORDER BY month DESC, imported_at DESC, id DESC"
    assert work.rows(newest)[0] == ("2200.txt",)
    work.done("fide", "import", one, "--month", "2026-10")
    assert work.rows(newest)[0] == ("2100.txt",)
