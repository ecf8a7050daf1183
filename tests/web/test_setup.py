"""The guided set-up: what a file would store is shown first, and nothing else is stored."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path

from office.accounts.roles import Role
from tests.office.mail.shapes import mail
from tests.web.conftest import Client, Opener, Served
from tests.web.test_lists import text
from tests.web.test_look import WCAG, violations
from tests.workplace import Workplace

REGISTER = (
    "ID,Name,Kanji,Birth,Memberships\n"
    "N90000001,Mori Sora,森 空,2001-02-03,2026-04-01/2027-03-31\n"
    "N90000002,Hata Rin,畑 凛,1990-05-06,2026-04-01/2027-03-31\n"
).encode()
LIST = b"ID,Name,ST,ST-G,RP,RP-G,ST-Peak\n"
LIST += b"N90000001,Mori Sora,1650,40,,,1700\nN90000002,Hata Rin,1480,31,,,1500\n"
KEY = re.compile(r'name="key" value="([^"]+)"')
MEMBERS = "SELECT federation_id, name FROM member ORDER BY federation_id"
BOTH = [("N90000001", "Mori Sora"), ("N90000002", "Hata Rin")]


def head(desk: Served) -> Client:
    return desk.signed_in("Head", Role.ADMINISTRATOR)


def looked(client: Client, what: str, data: bytes, name: str = "file.csv", **typed: str) -> str:
    """The page that shows what would be stored of a file."""
    answer = client.post(f"/take/{what}", typed, files={"files": (name, data)})
    assert answer.status_code == 303, text(answer)
    return client.get(answer.headers["location"]).text


def key_of(page: str) -> str:
    found = KEY.search(page)
    assert found
    return unescape(found[1])


def test_the_set_up_says_by_which_columns_its_files_are_read(desk: Served) -> None:
    client = head(desk)
    assert '<a href="/members/register.xlsx" download>' in client.get("/setup").text
    book = client.get("/members/register.xlsx").content
    assert looked(client, "register", book, "empty.xlsx")  # its headings are those of a register
    key = key_of(looked(client, "register", REGISTER, step="setup"))
    client.post("/take/register/store", {"key": key})
    page = client.get("/setup").text
    assert "/members/register.xlsx" not in page
    for heading in ("ST-G", "RP-Peak", "Last-Game", "Opponent Rating"):
        assert heading in page


def test_first_start_to_the_opening_list_in_a_browser(desk: Served, opened: Opener, tmp_path: Path) -> None:
    register, opening = tmp_path / "register.csv", tmp_path / "list.csv"
    register.write_bytes(REGISTER)
    opening.write_bytes(LIST)
    page = opened("Head", Role.ADMINISTRATOR)
    page.goto("/")
    page.get_by_role("link", name="Set up the office").click()
    page.wait_for_url("**/setup")
    assert violations(page, WCAG) == []
    page.locator("input[type=file]").first.set_input_files(register)
    page.get_by_role("button", name="Show what would be stored").first.click()
    page.get_by_text("N90000001 Mori Sora: new").wait_for()
    assert desk.work.rows(MEMBERS) == []
    page.get_by_role("button", name="Store this").click()
    page.get_by_text("2 members on the register").wait_for()
    assert desk.work.rows(MEMBERS) == BOTH
    page.get_by_label("The date of the list").fill("2026-10-01")
    page.get_by_label("The list as CSV").set_input_files(opening)
    page.locator("form[action='/take/opening'] button").click()
    page.get_by_text("would be taken over").wait_for()
    assert violations(page, WCAG) == []
    assert desk.work.rows("SELECT count(*) FROM list_version") == [(0,)]
    page.get_by_role("button", name="Store this").press("Enter")
    page.get_by_text("Last published list").wait_for()
    rated = "SELECT federation_id, rating, games FROM list_rating ORDER BY federation_id"
    assert desk.work.rows(rated) == [("N90000001", 1650, 40), ("N90000002", 1480, 31)]
    page.get_by_role("link", name="Go to Today").click()
    page.get_by_text("Events of the list of").wait_for()


def test_whoever_goes_back_to_what_would_be_stored_is_not_asked_to_send_it_again(
    desk: Served, opened: Opener, tmp_path: Path
) -> None:
    register = tmp_path / "register.csv"
    register.write_bytes(REGISTER)
    page = opened("Head", Role.ADMINISTRATOR)
    page.goto("/take/register")
    page.locator("input[type=file]").set_input_files(register)
    page.get_by_role("button", name="Show what would be stored").click()
    page.get_by_text("N90000001 Mori Sora: new").wait_for()
    page.goto("/members")
    page.go_back()
    page.get_by_text("N90000001 Mori Sora: new").wait_for()
    page.get_by_role("button", name="Store this").click()
    page.wait_for_url("**/members?done=register")
    page.go_back()  # it is stored: the page behind it says so
    page.wait_for_url("**/members?done=register")
    assert desk.work.rows(MEMBERS) == BOTH


def test_files_are_dropped_on_the_form(desk: Served, opened: Opener) -> None:
    page = opened("Head", Role.ADMINISTRATOR)
    page.goto("/setup")
    page.evaluate(
        """text => {
          const data = new DataTransfer();
          data.items.add(new File([text], "register.csv"));
          const form = document.querySelector("form[action='/take/register']");
          form.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
        }""",
        REGISTER.decode(),
    )
    page.get_by_role("button", name="Show what would be stored").first.click()
    page.get_by_text("N90000002 Hata Rin: new").wait_for()


def test_what_is_shown_of_a_register_is_what_the_command_says_and_is_then_stored(
    work: Workplace, desk: Served, tmp_path: Path
) -> None:
    file = tmp_path / "register.csv"
    file.write_bytes(REGISTER)
    client = head(desk)
    client.get("/setup")
    page = looked(client, "register", REGISTER, "register.csv", step="setup")
    told = unescape(re.search(r"<pre>(.*?)</pre>", page, re.DOTALL)[1])  # type: ignore[index]
    said = work.done("members", "import", file, "--dry-run").out
    assert told.splitlines() == said.splitlines()[: len(told.splitlines())]
    assert work.rows(MEMBERS) == []
    stored = client.post("/take/register/store", {"key": key_of(page)})
    assert stored.headers["location"] == "/setup?done=register"
    assert work.rows(MEMBERS) == BOTH
    again = client.post("/take/register/store", {"key": key_of(page)})  # clicked twice
    assert again.headers["location"] == "/setup?done=register"
    assert work.rows("SELECT count(*) FROM register_fact WHERE field = 'name'") == [(2,)]


def test_a_wrong_line_keeps_the_whole_file_out_and_is_named(work: Workplace, desk: Served) -> None:
    client = head(desk)
    client.get("/setup")
    wrong = REGISTER.replace(b"1990-05-06", b"1990-13-06")
    answer = client.post("/take/register", files={"files": ("register.csv", wrong)})
    assert answer.status_code == 422 and not KEY.search(answer.text)
    assert "register.csv, line 3, column Birth" in text(answer) and "1990-13-06" in text(answer)
    assert "1 line is wrong" in text(answer) and "N90000001 Mori Sora: new" in text(answer)
    for data, code in (
        (b"\xff\xfe\x00", "422"),
        (b"A,B\n1,2\n", "422"),
        (b"PK\x03\x04broken", "422"),
        (b"", "422"),
    ):
        answer = client.post("/take/register", files={"files": ("register.csv", data)})
        assert str(answer.status_code) == code and not KEY.search(answer.text), data
    assert "nothing-sent" in client.post("/take/register", files={"files": ("", b"")}).text
    assert work.rows(MEMBERS) == []


def test_what_would_be_something_else_by_now_is_not_stored(work: Workplace, desk: Served) -> None:
    client = head(desk)
    client.get("/setup")
    page = looked(client, "register", REGISTER)
    work.register({"ID": "N90000002", "Name": "Hata Rin"})
    late = client.post("/take/register/store", {"key": key_of(page)})
    assert late.status_code == 409 and "file-shown-otherwise" in late.text
    assert work.rows(MEMBERS) == BOTH[1:]


def test_what_one_was_shown_another_does_not_store_nor_after_an_hour(work: Workplace, desk: Served) -> None:
    client, other = head(desk), desk.signed_in("Officer One")
    client.get("/setup")
    page = looked(client, "register", REGISTER)
    for who, key in ((other, key_of(page)), (client, "x"), (client, "")):
        answer = who.post("/take/register/store", {"key": key})
        assert answer.status_code == 409 and "file-not-held" in answer.text
    page = looked(client, "organizers", b"Name,Kind,Valid\nInvented Club,club,2020-04-01/\n")
    elsewhere = client.post("/take/register/store", {"key": key_of(page)})
    assert elsewhere.status_code == 409
    assert client.post("/setup/mails/store", {"key": key_of(page)}).status_code == 409
    assert work.rows(MEMBERS) == [] and work.rows("SELECT count(*) FROM sending") == [(0,)]


def test_the_opening_list_needs_the_register_and_its_date(work: Workplace, desk: Served) -> None:
    client = head(desk)
    client.get("/setup")
    early = client.post("/take/opening", {"list": "2026-10-01"}, files={"files": ("list.csv", LIST)})
    assert early.status_code == 404 and "import the register first" in text(early)
    undated = client.post("/take/opening", {"list": ""}, files={"files": ("list.csv", LIST)})
    assert undated.status_code == 422 and "not-a-day" in undated.text
    work.register({"ID": "N90000001", "Name": "Mori Sora"}, {"ID": "N90000002", "Name": "Hata Rin"})
    page = looked(client, "opening", LIST, list="2026-10-01")
    assert client.post("/take/opening/store", {"key": key_of(page)}).status_code == 303
    by = work.rows("SELECT list_date, state, published_by FROM list_version")
    assert by == [("2026-10-01", "published", "Head")]
    again = client.post("/take/opening", {"list": "2026-10-01"}, files={"files": ("list.csv", LIST)})
    assert again.status_code == 409 and "opening-repeated" in again.text


def test_organizers_and_applications_come_from_files_too(work: Workplace, desk: Served) -> None:
    client = head(desk)
    client.get("/setup")
    page = looked(
        client,
        "organizers",
        "Name,Kind,Valid\n架空クラブ,club,2020-04-01/\n".encode("cp932"),
        encoding="cp932",
    )
    assert client.post("/take/organizers/store", {"key": key_of(page)}).status_code == 303
    assert work.rows("SELECT name, kind FROM organizer") == [("架空クラブ", "club")]
    head_row = "Event,Organizer,First day,Last day,Applied,Type\n"
    line = "Autumn Open,Nobody Known,2026-11-03,2026-11-03,2026-10-01,rapid\n"
    page = looked(client, "applications", (head_row + line).encode())
    assert "is not registered on" in page
    assert client.post("/take/applications/store", {"key": key_of(page)}).status_code == 303
    assert work.rows("SELECT event_name, type FROM application") == [("Autumn Open", "rapid")]


def test_mails_are_shown_before_anything_of_them_is_kept(work: Workplace, replayed: Served) -> None:
    client = head(replayed)
    client.get("/setup")
    one = mail("Results: https://chess-results.com/tnr1499733.aspx\r\n", subject=b"Autumn")
    two = mail("Thank you.\r\n", subject=b"Thanks", message_id=b"<two@example.jp>")
    mbox = b"".join(
        b"From x Mon Oct  5 10:00:00 2026\n" + raw.replace(b"\r\n", b"\n") + b"\n" for raw in (one, two)
    )
    sent = client.post("/setup/mails", files={"files": ("box.mbox", mbox)})
    answer = client.get(sent.headers["location"])
    assert "Thanks" in text(answer) and "nothing that can be read as a report" in text(answer)
    assert "tnr1499733" in text(answer)
    assert work.rows("SELECT count(*) FROM message") == [(0,)]
    stored = client.post("/setup/mails/store", {"key": key_of(answer.text)})
    assert stored.headers["location"] == "/reports/1"
    again = client.post("/setup/mails/store", {"key": key_of(answer.text)})
    assert again.headers.get("location") == "/reports/1", again.text


def test_only_an_administrator_sets_up_and_a_reader_takes_no_file(desk: Served) -> None:
    for role, setup, take in ((Role.OFFICER, 403, 200), (Role.READER, 403, 403), (Role.REPORTER, 403, 403)):
        client = desk.signed_in(f"A {role}", role)
        assert client.get("/setup").status_code == setup
        assert client.post("/setup/mails", files={"files": ("a.eml", b"x")}).status_code == 403
        assert client.get("/take/register").status_code == take
        sent = client.post("/take/register", files={"files": ("register.csv", REGISTER)})
        assert sent.status_code == (303 if take == 200 else take)
    assert desk.signed_in().get("/take/nothing").status_code == 404
    forged = desk.signed_in("Officer Two").http.post("/take/register", files={"files": ("r.csv", REGISTER)})
    assert forged.status_code == 403


def test_the_set_up_takes_files_with_japanese_headings(desk: Served) -> None:
    client = head(desk)
    japanese = (
        "会員番号,氏名,ローマ字,生年月日,会員期間\r\n"
        "N90000001,森 空,Mori Sora,平成13年2月3日,2026/4/1～2027/3/31\r\n"
        "N90000002,畑 凛,Hata Rin,1990/5/6,2026/4/1～2027/3/31\r\n"
    ).encode("cp932")
    key = key_of(looked(client, "register", japanese, "名簿.csv", step="setup"))
    client.post("/take/register/store", {"key": key})
    assert desk.work.rows(MEMBERS) == BOTH
    assert desk.work.rows("SELECT born FROM member") == [("2001-02-03",), ("1990-05-06",)]
    alone = "会員番号,氏名,会員期間\r\nN90000003,谷 健,2026-04-01/2027-03-31\r\n".encode()
    page = text(client.post("/take/register", files={"files": ("r.csv", alone)}, follow_redirects=True))
    assert "“ローマ字氏名” or “漢字氏名”" in page
