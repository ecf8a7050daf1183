"""FIDE's list and the ACF's at the desk, and what the office decides about itself: as by the command line."""

from __future__ import annotations

from tests.importer.test_fide_list import HEAD
from tests.office.test_fide import MEMBERS, ROWS
from tests.queensland import number, register
from tests.web.conftest import Served, served
from tests.web.test_lists import text
from tests.web.test_setup import key_of, looked
from tests.workplace import Workplace

LIST = "\n".join((HEAD, *ROWS, "")).encode()
PLAYERS = "SELECT fide_id, standard, rapid, born_year FROM fide_player ORDER BY fide_id"
SENT = {"files": ("players_list_foa.txt", LIST)}


def test_a_list_is_kept_as_by_the_command_line_and_says_what_differs(desk: Served, work: Workplace) -> None:
    work.register(*MEMBERS)
    client = desk.signed_in()
    assert "No FIDE list is stored yet." in text(client.get("/members/fide"))
    taken = client.post("/members/fide", {"month": "2026-10"}, files=SENT)
    assert taken.status_code == 303  # a page that is loaded again sends no file again
    page = text(client.get(taken.headers["location"]))
    assert "FIDE's list of October 2026, all: 6 players, 5 of them kept" in page
    assert "By FIDE's list of October 2026: 4 suggestions" in page
    for told in (
        "Could be filled: 2",
        "Different: 1",
        "FIDE ID not on the list: 1",
        "7000002 (Hata, Rin, born",
    ):
        assert told in page, told
    japanese = desk.signed_in("Officer Two", language="ja").get("/members/fide").text
    assert "<td>生年月日</td>" in japanese and "7000002（Hata, Rin、1999年生まれ）" in japanese
    assert '<option value="rapid">ラピッド' in japanese and "2026年10月 すべて：" in japanese
    assert "/members/N90000002/correct" in client.get("/members/fide").text
    kept = work.rows(PLAYERS)
    assert len(kept) == 5
    file = work.file(LIST.decode(), "players_list_foa.txt")
    assert "same file as before" in work.done("fide", "import", file, "--month", "2026-10").err
    assert work.rows(PLAYERS) == kept
    again = client.post("/members/fide", {"month": "2026-10"}, files=SENT).headers["location"]
    assert "It is the same file as before." in text(client.get(again))
    odd = {"files": ("list.txt", LIST.replace(b"JPN F", b"JPN X", 1))}
    told = text(client.post("/members/fide", {"month": "2026-11"}, files=odd))
    assert "FIDE's list of November 2026, all: 6 players, 4 of them kept" in told
    assert "list.txt, line 3 : sex “x”" in told


def test_what_is_no_list_of_fide_is_refused_and_leaves_nothing(desk: Served, work: Workplace) -> None:
    client = desk.signed_in()
    client.get("/members/fide")
    for sent, month, code in (
        (SENT, "", "fide-list-unclear"),
        (SENT, "2026-13", "not-a-day"),
        ({"files": ("../../..", b"what is this")}, "2026-10", "fide-list-unclear"),
        ({"files": ("空" * 300 + ".txt", b"\x00" * 50)}, "2026-10", "fide-list-unclear"),
        ({"files": ("list.zip", b"PK\x03\x04broken")}, "2026-10", "archive-broken"),
        (None, "2026-10", "nothing-sent"),
    ):
        answer = client.post("/members/fide", {"month": month}, files=sent)
        assert answer.status_code == 422 and code in answer.text, (month, answer.text)
    assert work.rows("SELECT count(*) FROM fide_list") == [(0,)]
    assert not list(work.folder.glob(".banzuke-unfinished-*"))


def test_ratings_of_adults_are_shown_then_stored(queensland: Workplace) -> None:
    work = queensland
    register(work, {"ID": number(1), "Name": "Adams Amy"})
    with served(work) as desk:
        client = desk.signed_in()
        assert 'href="/take/acf"' in client.get("/members").text
        page = looked(client, "acf", f"ID,Name,ACF\n{number(1)},Adams Amy,1500\n".encode(), list="2026-09-01")
        assert "1 would be new, 0 would be changed, 0 unchanged" in page
        assert work.rows("SELECT count(*) FROM acf_rating") == [(0,)]
        client.post("/take/acf/store", {"key": key_of(page)})
        assert work.rows("SELECT rating FROM acf_rating") == [(1500,)]
        nobody = client.post(
            "/take/acf",
            {"list": "2026-09-01"},
            files={"files": ("a.csv", b"ID,Name,ACF\nQ999999,No Body,1\n")},
        )
        assert nobody.status_code == 422


def test_the_page_of_a_queensland_junior_names_no_article_of_the_japanese_text(queensland: Workplace) -> None:
    register(queensland, {"ID": number(1), "Name": "Adams Amy"})
    with served(queensland) as desk:
        page = text(desk.signed_in().get(f"/members/{number(1)}"))
    assert "Personal data" in page and "7(1)" not in page


def test_a_queensland_desk_offers_nothing_that_its_text_does_not_know(
    queensland: Workplace, desk: Served
) -> None:
    """No membership, organizer, application or fee: what would be decided of them is refused there."""
    register(queensland, {"ID": number(1), "Name": "Adams Amy"})
    hidden = ("/members/lapsed", "/members/organizers", "/members/applications", "/members/fees")
    with served(queensland) as other:
        client = other.signed_in()
        doors = client.get("/members").text
        assert "/take/acf" in doors and not [path for path in hidden if path in doors]
        for path in ("/members/new", f"/members/{number(1)}"):
            page = client.get(path).text
            assert "embership" not in page and "6(1)" not in page and "/members/lapsed" not in page
    client = desk.signed_in()
    doors = client.get("/members").text
    assert all(path in doors for path in hidden)
    assert "embership" in client.get("/members/new").text


def test_a_japanese_office_takes_no_such_list(desk: Served) -> None:
    client = desk.signed_in()
    assert "/take/acf" not in client.get("/members").text
    answer = client.get("/take/acf")
    assert answer.status_code == 422 and "office-family" in answer.text


def test_the_offices_own_rules_are_decided_and_taken_back(desk: Served, work: Workplace) -> None:
    work.register(*MEMBERS)
    work.opening([])
    client = desk.signed_in()
    page = text(client.get("/settings/rules"))
    assert "may differ from the member's by 500 points" in page and "who reports for organizers" in page
    why = {"reason": "the board says so"}
    client.post("/settings/rules/rating-gap", {"points": "３５０", **why})
    client.post("/settings/rules/known", {"what": ["people", "organizers"], **why})
    kinds = "SELECT kind, value, reason, who FROM ruling WHERE taken_back_at IS NULL ORDER BY id"
    assert work.rows(kinds) == [
        ("rating-gap", "350", "the board says so", "Officer One"),
        ("known", None, "the board says so", "Officer One"),
        ("known", None, "the board says so", "Officer One"),
    ]
    page = text(client.get("/settings/rules"))
    assert "may differ from the member's by 350 points" in page
    assert "applications for rated events (3(4))" in page
    today = text(client.get("/"))
    assert "no applications" in today and "no organizers" not in today
    undo = {"numbers": "1", "back": "/settings/rules"}
    back = client.post("/decisions/take-back", undo).headers["location"]
    assert back == "/settings/rules?done=1"
    assert "may differ from the member's by 500 points" in text(client.get(back))
    for path, sent, code in (
        ("rating-gap", {"points": "0", **why}, "not-a-rating"),
        ("rating-gap", {"points": "9" * 40, **why}, "not-a-rating"),
        ("known", {"what": "everything", **why}, "nothing-chosen"),
    ):
        answer = client.post(f"/settings/rules/{path}", sent)
        assert answer.status_code == 422 and code in answer.text, path
