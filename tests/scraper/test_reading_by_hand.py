"""Pages that a person saved: of which tournament, what is missing, and pages packed into one file."""

from __future__ import annotations

import hashlib
import random
import time

import pytest

from scraper.errors import PageError
from scraper.page import read_page
from scraper.reading import read_by_hand, tournament_on
from scraper.records import SavedPage
from scraper.web_archive import is_packed, is_saved_by_browser, page_in
from tests.depth import deep
from tests.samples import samples
from tests.scraper.invented import Invented


def saved(body: bytes, name: str = "page.html") -> SavedPage:
    return SavedPage(body, name, hashlib.sha256(body).hexdigest())


def packed(html: bytes, *more: bytes, encoding: str = "8bit") -> bytes:
    parts = [
        b"Content-Type: text/html\r\nContent-Transfer-Encoding: " + encoding.encode() + b"\r\n\r\n" + html,
        *more,
    ]
    return (
        b"From: <Saved by Blink>\r\nMIME-Version: 1.0\r\n"
        b'Content-Type: multipart/related;\r\n\ttype="text/html";\r\n\tboundary="b"\r\n\r\n'
        + b"".join(b"\r\n--b\r\n" + part for part in parts)
        + b"\r\n--b--\r\n"
    )


START = Invented().start_page().body


def test_every_sample_says_its_tournament_and_what_is_missing_of_it() -> None:
    missing = {}
    pages: dict[int, list[SavedPage]] = {}
    for path in sorted(samples("chess-results").glob("*.html")):
        page = saved(path.read_bytes(), path.name)
        pages.setdefault(tournament_on(page), []).append(page)
    for number, given in pages.items():
        problems = read_by_hand(given, minutes_at_60=lambda text: 120).problems
        told = [p for p in problems if p.code == "pages-missing"]
        missing[number] = [line.split(": ")[1] for p in told for line in p.found.splitlines()]
    # British: all nine rounds, crosstable, not paired, details of one page, and a start list are there.
    assert missing[1452107] == []
    assert missing[1471902] == ["start list with details"]  # a round robin whose details no page shows
    assert missing[1393521] == ["start list with details", "crosstable"]  # frome: gated, nothing tells rounds
    assert missing[1472122] == ["teams with results"]  # cnyt: boards, pairings and players are there
    rounds = [f"pairings of round {n}" for n in range(1, 5)]
    # Prague: four rounds of nine are paired, and its start list is cut at 150 rows.
    assert missing[1307079] == ["start list with details", "crosstable", "not paired", *rounds]


@pytest.mark.parametrize("encoding", ["8bit", "binary", "quoted-printable", "base64"])
def test_a_page_packed_into_one_file_is_the_page(encoding: str) -> None:
    import base64
    import quopri

    coded = {"quoted-printable": quopri.encodestring, "base64": base64.encodebytes}.get(encoding, bytes)
    body = packed(coded(START), b"Content-Type: image/gif\r\n\r\nGIF89a", encoding=encoding)
    assert is_packed(body) and is_saved_by_browser(body)
    assert tournament_on(saved(body)) == 990001
    assert read_page(saved(body)).content == read_page(saved(START)).content


def test_a_mail_is_not_taken_for_a_page_that_a_browser_saved() -> None:
    mail = packed(START).replace(b"<Saved by Blink>", b"Aoi Akagi <aoi@example.org>")
    assert is_packed(mail) and not is_saved_by_browser(mail)


@pytest.mark.parametrize(
    ("body", "code"),
    [
        (packed(b"").replace(b"text/html", b"text/plain"), "web-archive"),
        (
            b'From: <Saved by Blink>\r\nContent-Type: multipart/related; boundary="b"\r\n\r\nno part',
            "web-archive",
        ),
        (
            b"".join(
                b'Content-Type: multipart/related; boundary="%d"\r\n\r\n--%d\r\n' % (n, n)
                for n in range(3000)
            ),
            "web-archive",
        ),
        (b"Received: from mail.example.org\r\n\tby mx.example.org\r\n" * 12 + b"\r\na mail", "not-html"),
    ],
)
def test_a_packed_file_without_a_page_is_named_in_no_time(body: bytes, code: str) -> None:
    began = time.process_time()
    with pytest.raises(PageError) as caught:
        tournament_on(saved(body))
    assert caught.value.problem.code == code
    assert time.process_time() - began < 2


@pytest.mark.slow
def test_mutations_of_a_packed_page_are_read_or_named() -> None:
    chance = random.Random(12)
    body = packed(START[:6000] + START[-2000:])
    unsaid = 0
    for _ in range(deep(2_000, 1_000)):
        changed = bytearray(body)
        for _ in range(chance.randint(1, 6)):
            at = chance.randrange(len(changed))
            match chance.randrange(3):
                case 0:
                    changed[at] = chance.randrange(256)
                case 1:
                    del changed[at : at + chance.randint(1, 200)]
                case 2:
                    changed[at:at] = changed[chance.randrange(len(changed)) :][: chance.randint(1, 200)]
        page_in(bytes(changed))
        for read in (tournament_on, read_page):
            try:
                read(saved(bytes(changed)))
            except PageError as error:
                unsaid += not error.problem.remedy
    assert unsaid == 0


def test_the_tournament_is_read_from_the_beginning_of_a_page_and_from_all_of_it_alike() -> None:
    for page in Invented().pages():
        expected = tournament_on(page)
        for at in (b"<form", b"</head>", b"<h2"):
            for between in (b" " * 40_000, b"<h2>", b"<h2><h2>", b"<h2 <H2>"):
                pushed = page.body.replace(at, b"<!--" + between + b"-->" + at, 1)
                assert tournament_on(saved(pushed)) == expected
        assert tournament_on(saved(page.body.replace(b"<h2", b"<H2"))) == expected
        assert tournament_on(saved(page.body + b"<p>" + b" " * 40_000 + b"</p>")) == expected
