"""Saved pages in place of a fetch: blocked, told what to save, brought by hand, rated as if fetched."""

from __future__ import annotations

import io
import json
import quopri
import re
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime
from math import inf
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from sqlmodel import select

from importer.apart import Budget
from importer.tables import EventRow, ReadingRow, ReportRow
from office.database.engine import look
from scraper.archive import FileArchive
from scraper.records import EventRecord
from tests.publication.site import LINK, NOVEMBER, connect, event, registered, uploaded, with_result
from tests.standin import faults
from tests.standin.model import Event
from tests.standin.round_robin import all_play_all
from tests.standin.server import Standin, render
from tests.standin.teams import team_event
from tests.workplace import Workplace

pytestmark = pytest.mark.slow

EVENT = event()
OCTOBER = datetime(2026, 10, 5, 3, 0, tzinfo=UTC)
VIEWS = ("art=0&turdet=YES", "art=5", "art=40", "art=2&rd=1", "art=2&rd=2", "art=2&rd=3")


@pytest.fixture
def site(work: Workplace, monkeypatch: pytest.MonkeyPatch) -> Iterator[Standin]:
    work.moment = OCTOBER
    with Standin([EVENT]) as standin:
        connect(monkeypatch, standin)
        yield standin


def page(query: str, of: Event = EVENT) -> str:
    """A page as the browser has it that opened this address."""
    return render(of, f"lan=1&{query}&zeilen=99999&flag=30&SNode=S0", "s1")


def folder(tmp_path: Path, *queries: str, of: Event = EVENT, name: str = "pages") -> Path:
    """A folder with these pages, named as browsers name them: by the title, with a number."""
    made = tmp_path / name
    made.mkdir(exist_ok=True)
    for query in queries:
        number = len(list(made.iterdir())) + 1
        (made / f"Chess-Results Server ({number}).html").write_text(page(query, of), "utf-8")
    return made


def records(work: Workplace) -> list[EventRecord]:
    """What the events are stored from, in the order of their numbers."""
    with look(work.engine()) as session:
        rows = session.exec(select(EventRow).order_by(EventRow.id)).all()  # type: ignore[arg-type]
        readings = [session.get_one(ReadingRow, row.reading_id) for row in rows]
    return [EventRecord.from_dict(json.loads(r.record)) for r in readings]


def same_when_fetched(work: Workplace, number: int = EVENT.number) -> bool:
    """Whether a fetch reads everything as the pages saved by hand: then it changes nothing."""
    return "0 created, 0 updated, 1 unchanged" in work.done("import", LINK.format(number)).out


def reports(work: Workplace) -> list[tuple[str, str]]:
    with look(work.engine()) as session:
        return [(r.reference, r.state) for r in session.exec(select(ReportRow))]


def addresses(told: str) -> list[str]:
    """The addresses that the office is told to open."""
    return re.findall(r"https://chess-results\.com/tnr\S+", told)


def list_text(work: Workplace) -> str:
    """The ratings of November, for which nothing is asked."""
    work.moment = NOVEMBER
    work.done("rate")
    return work.done("preview").out


def test_the_printed_advice_followed_word_by_word_gives_what_a_fetch_gives(
    work: Workplace, site: Standin, tmp_path: Path
) -> None:
    registered(work, EVENT)
    site.faults["art=0&"] = faults.challenge_in_japanese
    refused = work.run("import", LINK.format(EVENT.number))
    problem = refused.problem()
    assert (refused.code, problem["code"]) == (1, "not-of-the-site")
    assert "banzuke import FOLDER" in problem["do"]
    pages = tmp_path / "pages"
    pages.mkdir()
    (opened,) = addresses(problem["place"])
    rounds = 0
    while opened:
        for url in [opened] if isinstance(opened, str) else opened:
            parts = urlsplit(url)
            assert parts.path == f"/tnr{EVENT.number}.aspx"
            saved = render(EVENT, parts.query + "&SNode=S0", "s1")
            (pages / f"{len(list(pages.iterdir()))}.html").write_text(saved, "utf-8")
        said = work.done("import", pages)
        opened = addresses(said.err)
        rounds += 1
    assert rounds == 2  # the first page tells of all the others
    assert "pages saved by hand" in work.done("events").out
    site.faults.clear()
    assert same_when_fetched(work)
    fetched = replace(work, folder=tmp_path / "fetched")
    fetched.done("init", "--name", "Fetched", "--officer", "Invented Officer")
    registered(fetched, EVENT)
    fetched.done("import", LINK.format(EVENT.number))
    rated = list_text(work)
    assert "Chinen Midori" in rated
    assert list_text(fetched) == rated


def as_saved_complete(text: str) -> bytes:
    """As a browser saves "Webpage, complete": absolute addresses, and from where it was saved."""
    url = f"https://s1.chess-results.com/tnr{EVENT.number}.aspx"
    text = text.replace('action="./tnr', 'action="https://s1.chess-results.com/tnr')
    return text.replace("<html", f"<!-- saved from url=({len(url):04}){url} -->\r\n<html", 1).encode()


def as_mhtml(text: str) -> bytes:
    """As Chrome saves "Webpage, single file"."""
    location = f"https://s1.chess-results.com/tnr{EVENT.number}.aspx?lan=1"
    head = (
        f"From: <Saved by Blink>\r\nSnapshot-Content-Location: {location}\r\nSubject: Chess-Results\r\n"
        "Date: Mon, 5 Oct 2026 12:00:00 -0000\r\nMIME-Version: 1.0\r\nContent-Type: multipart/related;\r\n"
        '\ttype="text/html";\r\n\tboundary="----b----"\r\n\r\n\r\n'
    )
    part = "------b----\r\nContent-Type: {}\r\nContent-Transfer-Encoding: {}\r\nContent-Location: {}\r\n\r\n"
    picture = (
        part.format("image/gif", "base64", "https://s1.chess-results.com/a.gif") + "R0lGODlhAQABAAAAACw="
    )
    main = part.format("text/html", "quoted-printable", location)
    return (
        head.encode()
        + main.encode()
        + quopri.encodestring(text.encode(), quotetabs=False)
        + f"\r\n{picture}\r\n------b------\r\n".encode()
    )


def zipped(pages: dict[str, bytes]) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        for name, data in pages.items():
            archive.writestr(name, data)
    return made.getvalue()


WAYS: dict[str, Callable[[str], bytes]] = {
    "HTML only": str.encode,
    "complete": as_saved_complete,
    "single file": as_mhtml,
    "with a mark of the order of bytes": lambda text: b"\xef\xbb\xbf" + text.encode(),
    "with the server's headers": lambda text: b"HTTP/1.1 200 OK\r\nVary: x\r\n\r\n" + text.encode(),
}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("given", ["folder", "files", "zip"])
def test_pages_come_in_a_folder_one_by_one_or_in_a_zip_however_they_were_saved(
    work: Workplace, site: Standin, tmp_path: Path, way: str, given: str
) -> None:
    ending = "mhtml" if way == "single file" else "html"
    pages = {f"{n}.{ending}": WAYS[way](page(query)) for n, query in enumerate(VIEWS)}
    if given == "zip":
        what: list[object] = [work.file(zipped({f"saved/{n}": d for n, d in pages.items()}), "pages.zip")]
    else:
        (tmp_path / "pages").mkdir()
        files = [tmp_path / "pages" / name for name in pages]
        for file in files:
            file.write_bytes(pages[file.name])
        what = [*files] if given == "files" else [tmp_path / "pages"]
    said = work.done("import", *what)
    assert "1 created, 0 updated, 0 unchanged, 0 not read" in said.out
    assert "pages-missing" not in said.err
    (record,) = records(work)
    assert site.requests == []
    assert len(record.source.by_hand) == len(record.source.pages) == len(VIEWS)
    assert reports(work) == [(f"https://chess-results.com/tnr{EVENT.number}.aspx", "read")]
    for kept in record.source.pages:
        body = FileArchive(work.folder / "archive").body(kept.sha256)
        assert body in pages.values()
    assert same_when_fetched(work)
    assert "1 as before, 0 different" in work.done("reread").out


def test_what_a_browser_puts_beside_a_page_is_not_read(work: Workplace, site: Standin) -> None:
    pages = {f"{n}.html": page(query).encode() for n, query in enumerate(VIEWS)}
    beside = {
        "0_files/saved_resource.html": b"<html><body>an advertisement</body></html>",
        "0_files/Styles.css": b"td { }",
        "1.files/frame.html": b"<html><body>another</body></html>",
    }
    photo = {"prize-giving.jpg": b"\xff\xd8\xff" + bytes(99)}
    said = work.done("import", work.file(zipped(pages | beside | photo), "pages.zip"))
    assert "1 created, 0 updated, 0 unchanged, 0 not read" in said.out


def test_what_a_zip_holds_beside_pages_and_is_read_by_nobody_is_named(work: Workplace, site: Standin) -> None:
    pages = {f"{n}.html": page(query).encode() for n, query in enumerate(VIEWS)}
    beside = {"0_files/Styles.css": b"td { }", "Regulations.pdf": b"%PDF-1.7 what was agreed"}
    said = work.run("import", work.file(zipped(pages | beside), "pages.zip"))
    assert "1 created, 0 updated, 0 unchanged, 1 not read" in said.out
    (problem,) = said.problems()
    assert problem["place"].endswith("pages.zip/Regulations.pdf")
    assert (problem["code"], problem["found"]) == ("file-unknown", "a PDF document")
    assert "pages.zip" in work.done("status").out  # until somebody closes it
    lists = {"rounds.csv": b"Round,White,Result,Black\n1,Mori Sora,1-0,Hata Rin\n"}
    said = work.run("import", work.file(zipped(pages | {"0_files/a.css": b"td { }"} | lists), "both.zip"))
    assert "a.css" not in said.all


def test_what_is_missing_is_said_with_the_address_to_open_and_completes_the_report(
    work: Workplace, site: Standin, tmp_path: Path
) -> None:
    first = folder(tmp_path, "art=0&turdet=YES", "art=5", "art=2&rd=1", "art=2&rd=3")
    said = work.done("import", first)
    problem = next(p for p in said.problems() if p["code"] == "pages-missing")
    base = f"https://chess-results.com/tnr{EVENT.number}.aspx?lan=1"
    assert f"not there: not paired: {base}&art=40&zeilen=99999&flag=30" in said.err
    assert f"not there: pairings of round 2: {base}&art=2&rd=2&zeilen=99999&flag=30" in said.err
    assert len(addresses(said.err)) == 2
    assert "banzuke import FILE" in problem["do"]
    assert [p.code for p in records(work)[0].problems] == ["pages-missing"]
    asked = [p for p in work.problems() if p.code == "pages-missing"]
    assert len(asked) == 1 and asked[0].blocks

    one = folder(tmp_path, "art=2&rd=2", name="one")
    still = work.done("import", *one.iterdir())
    assert addresses(still.err) == [f"{base}&art=40&zeilen=99999&flag=30"]
    last = work.done("import", *folder(tmp_path, "art=40", name="last").iterdir())
    assert "pages-missing" not in last.err
    assert not [p for p in work.problems() if p.code == "pages-missing"]
    assert same_when_fetched(work)


@pytest.mark.parametrize("kind", ["round robin", "teams"])
def test_other_kinds_of_events_are_completed_by_what_is_printed(
    work: Workplace, site: Standin, tmp_path: Path, kind: str
) -> None:
    other = all_play_all(5, 9900002) if kind == "round robin" else team_event(9900003)
    site.events[other.number] = other
    pages = folder(tmp_path, "art=0&turdet=YES" if kind == "round robin" else "art=1&turdet=YES", of=other)
    told = addresses(work.done("import", pages).err)
    assert told
    for number, url in enumerate(told):
        (pages / f"{number}.html").write_text(render(other, urlsplit(url).query + "&SNode=S0", "s1"), "utf-8")
    assert addresses(work.done("import", pages).err) == []
    assert same_when_fetched(work, other.number)


def test_pages_of_two_tournaments_are_two_events(work: Workplace, site: Standin, tmp_path: Path) -> None:
    other = event(9900002, name="Another Open")
    folder(tmp_path, *VIEWS)
    pages = folder(tmp_path, *VIEWS, of=other)
    said = work.done("import", pages)
    assert "2 created, 0 updated, 0 unchanged, 0 not read" in said.out
    assert {r.source.tournament for r in records(work)} == {EVENT.number, other.number}
    assert {len(r.source.pages) for r in records(work)} == {len(VIEWS)}


def test_what_is_no_page_of_a_tournament_is_named_by_its_file_and_the_rest_is_read(
    work: Workplace, site: Standin, tmp_path: Path
) -> None:
    pages = folder(tmp_path, *VIEWS)
    (pages / "wait.html").write_text("<html><head><title>確認中</title></head><body><p>…</p></body></html>")
    (pages / "cut.html").write_text(page("art=5").rpartition("</table>")[0])
    (pages / "old.webarchive").write_bytes(b"bplist00\xd1\x01\x02")
    (pages / "notes.txt").write_text("save round 4 too")
    (pages / "b.pdf").write_bytes(b"%PDF-1.7")
    for inside in ("Group B", "cut_files"):
        (pages / inside).mkdir()
    (pages / "links.txt").write_text("URL:chess-results.com/tnr9900077.aspx")
    (pages / "x.eml").write_text("From: a@example.jp\nSubject: x\n\nbit.ly/abc")
    (pages / "Thumbs.db").write_bytes(bytes.fromhex("d0cf11e0a1b11ae1"))
    (pages / "._cut.html").write_bytes(bytes.fromhex("00051607"))
    said = work.run("import", pages)
    assert said.code == 1
    assert "1 created, 0 updated, 0 unchanged, 2 not read" in said.out
    codes = {p["place"]: p["code"] for p in said.problems()}
    assert codes == {"wait.html": "no-tournament", "old.webarchive": "web-archive"}
    assert [p.code for p in records(work)[0].problems] == ["page-truncated"]
    assert "cut.html" in records(work)[0].problems[0].place
    told = "Group B/, b.pdf, links.txt, notes.txt, x.eml"
    assert f"Not read in {pages}, give them by themselves: {told}\n" in said.err


@pytest.mark.parametrize("given", ["pages", "pages/wait.html"])
def test_pages_of_which_none_can_be_read_are_kept_and_wait(
    work: Workplace, site: Standin, tmp_path: Path, given: str
) -> None:
    pages = tmp_path / "pages"
    pages.mkdir()
    (pages / "wait.html").write_text("<html><head><title>Moment</title></head><body><p>…</p></body></html>")
    said = work.run("import", tmp_path / given)
    assert (said.code, said.problem()["code"]) == (1, "no-tournament")
    assert "wait.html" in work.done("status").out
    entries = FileArchive(work.folder / "archive").entries()
    assert [e.address for e in entries] == ["file:wait.html"]


def test_a_page_that_would_take_hours_to_parse_is_told_so_and_the_others_are_read(
    work: Workplace, site: Standin, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Budget.__init__, "__defaults__", (0.2, 0.2, inf))  # the same in less time
    deep = "<div>" * 60_000
    pages = folder(tmp_path, "art=2&rd=1")
    (pages / "deep.html").write_text(page("art=2&rd=2").replace("<h2>", f"{deep}<h2>", 1))
    said = work.run("import", pages)
    assert [p["code"] for p in said.problems()][:1] == ["reading-too-much"]
    assert len(records(work)) == 1
    listed = f'<html><body><form action="TurnierSuche.aspx">{deep}</form></body></html>'
    assert work.run("import", work.file(listed, "search.html")).problem()["code"] == "reading-too-much"
    for source in (pages, pages / "deep.html"):
        assert work.run("read", source).problem()["code"] == "reading-too-much"


def test_a_folder_without_pages_is_refused_and_nothing_is_taken(work: Workplace, site: Standin) -> None:
    said = work.run("import", LINK.format(EVENT.number), work.folder / "archive")
    assert (said.code, said.problem()["code"]) == (1, "no-pages")
    assert reports(work) == []
    assert site.requests == []


def test_a_page_saved_from_another_tournament_than_it_shows_is_refused(
    work: Workplace, site: Standin, tmp_path: Path
) -> None:
    pages = folder(tmp_path, *VIEWS)
    forged = as_saved_complete(page("art=2&rd=1")).replace(
        b")https://s1.chess-results.com/tnr", b")https://x/tnr1"
    )
    (pages / "forged.html").write_bytes(forged)
    said = work.run("import", pages)
    assert said.code == 1
    assert [(p["place"], p["code"]) for p in said.problems()] == [("forged.html", "other-tournament")]


def test_a_page_whose_number_cannot_be_known_is_refused(
    work: Workplace, site: Standin, tmp_path: Path
) -> None:
    pages = tmp_path / "pages"
    pages.mkdir()
    text = re.sub(r'action="[^"]*"', 'action="file:///C:/pages/x.html"', page("art=5"))
    (pages / "x.html").write_text(text, "utf-8")
    assert work.run("import", pages).problem()["code"] == "no-tournament"
    assert records(work) == []


def test_a_link_that_failed_no_longer_waits_once_its_pages_are_brought(
    work: Workplace, site: Standin, tmp_path: Path
) -> None:
    site.faults["art=0&"] = faults.captcha
    work.run("import", LINK.format(EVENT.number))
    assert "blocked-by-site" in work.done("status").out
    work.done("import", folder(tmp_path, *VIEWS))
    assert "blocked-by-site" not in work.done("status").out


def test_a_newer_page_brought_by_hand_is_read_with_those_that_were_fetched(
    work: Workplace, site: Standin, tmp_path: Path
) -> None:
    work.done("import", LINK.format(EVENT.number))
    changed = uploaded(with_result(EVENT, 3, 1, "1/2"))
    said = work.done("import", folder(tmp_path, "art=2&rd=3", "art=5", of=changed))
    assert "0 created, 1 updated, 0 unchanged, 0 not read" in said.out
    (record,) = records(work)
    assert len(record.source.by_hand) == 2
    assert "by hand" in work.done("events", "E1").out
    again = work.done("import", folder(tmp_path, "art=2&rd=3", of=EVENT, name="older"))
    assert "1 unchanged" in again.out


def test_pages_that_complete_an_event_count_by_the_day_stated_for_them(
    work: Workplace, site: Standin, tmp_path: Path
) -> None:
    work.moment = datetime(2026, 11, 22, 1, 0, tzinfo=UTC)
    unfinished = with_result(EVENT, 3, 1, "")
    work.done("import", folder(tmp_path, *VIEWS, of=unfinished), "--reported", "2026-10-05")
    later = folder(tmp_path, *VIEWS, of=uploaded(EVENT), name="later")
    said = work.done("import", later, "--reported", "2026-10-13")
    assert "for the list of 1 November 2026" in said.out
    assert work.rows("SELECT arrived_on, complete_on FROM event") == [("2026-10-05", "2026-10-13")]


def test_the_next_poll_fetches_what_was_brought_by_hand(
    work: Workplace, site: Standin, tmp_path: Path
) -> None:
    work.done("import", folder(tmp_path, *VIEWS))
    assert "pages saved by hand" in work.done("events").out
    work.done("poll")
    assert len(site.requests) > len(VIEWS)  # its pages, and redirects
    assert "pages saved by hand" in work.done("events").out  # they say the same, and it rests on them
    site.events[EVENT.number] = uploaded(with_result(EVENT, 3, 1, "1/2"))
    assert "changed" in work.done("poll").out
    assert "pages saved by hand" not in work.done("events").out
    assert records(work)[0].source.by_hand == ()


def test_an_html_mail_with_a_link_is_still_a_mail(work: Workplace, site: Standin) -> None:
    mail = f'<html><body><a href="{LINK.format(EVENT.number)}">the results</a></body></html>'
    assert "1 created" in work.done("import", work.file(mail, "mail.html")).out
    assert site.requests
