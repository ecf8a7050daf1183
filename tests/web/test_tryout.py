"""Trying out at the desk says what the command line says, and stores nothing."""

from __future__ import annotations

import html
import io
import json
import re
from pathlib import Path

import pytest
from python_calamine import CalamineWorkbook

from office.accounts.roles import Role
from tests.web.conftest import REPLAY, Served, served_copy
from tests.web.tasks import command, ended
from tests.web.test_reports import CUP, TRF

pytestmark = pytest.mark.slow


def shown(page: str) -> str:
    """The report on a page."""
    return html.unescape(re.search(r'<div class="report"[^>]*><pre[^>]*>(.*?)</pre>', page, re.S)[1])  # type: ignore[index]


def test_supposed_games_give_what_the_command_says(published_desk: Served) -> None:
    """2268 against 1850 and 1700: D counts as 400, PD 0.92, K 20: +1.60 and −8.40 (5(1), Table 1)."""
    desk = published_desk
    reader = desk.signed_in("Reader", Role.READER)
    before = desk.work.dump()
    page = reader.get(
        "/lists/whatif?member=N10210411&score=win&against=1850&score=draw&against=1700&score=win&against="
    ).text
    assert "2268 -6.80, rounded -7: 2261" in shown(page)
    said = command(desk, "whatif", "N10210411", "--game", "win 1850", "--game", "draw 1700")
    assert said.strip() == shown(page).strip()
    assert desk.work.dump() == before
    japanese = desk.signed_in("Second Reader", Role.READER, "ja")
    page = japanese.get("/lists/whatif?member=N10210411&score=win&against=1850").text
    assert "1850" in shown(page) and not re.search("[a-z]{4}", shown(page).replace("Aotsuki Kaede", ""))


@pytest.mark.parametrize(
    ("query", "code"),
    [
        ("member=N10210411&score=win&against=none", "whatif-game"),
        ("member=N10210411&score=win&against=N10210411", "whatif-game"),
        ("member=Nobody+Ever&score=win&against=1850", "no-such-member"),
        ("member=N10210411&score=win&against=1850&type=blitz", "whatif-type"),
        ("member=N10210411&score=win&against=1850&class=lightning", "office-family"),
        ("member=N10210411&score=win&against=1850&interpretation=R1%3Dnever", "unknown-interpretation"),
        ("member=N10210411&score=win&against=1850&day=yesterday", "not-a-day"),
    ],
)
def test_what_cannot_be_supposed_is_refused_by_name(published_desk: Served, query: str, code: str) -> None:
    answer = published_desk.signed_in().get(f"/lists/whatif?{query}")
    status = 404 if code == "no-such-member" else 422
    assert answer.status_code == status and code in answer.text, answer.text


def test_a_simulation_is_the_commands(published_desk: Served) -> None:
    desk = published_desk
    officer = desk.signed_in()
    officer.get("/lists/simulate")
    page = ended(officer, officer.post("/lists/simulate", {"edition": "ncs-2022-09"}))
    said = command(desk, "simulate", "--edition", "ncs-2022-09", "--csv", str(desk.work.folder / "s.csv"))
    assert shown(page).strip() in said
    (link,) = re.findall(r'href="(/tasks/\d+/files/simulation.csv)"', page)
    assert officer.http.get(link).content == (desk.work.folder / "s.csv").read_bytes()
    assert officer.post("/lists/simulate", {"edition": "no-such"}).status_code == 422
    assert officer.post("/lists/simulate", {"interpretation": "R32=x"}).status_code == 422


def test_an_amended_edition_is_simulated_from_its_file(published_desk: Served) -> None:
    from importlib.resources import files

    text = (files("rating.editions") / "jcf-2024-10.toml").read_text("utf-8")
    officer = published_desk.signed_in()
    officer.get("/lists/simulate")
    sent = {"amended": ("broken.toml", b"this is no edition")}
    assert 'class="problem"' in ended(officer, officer.post("/lists/simulate", files=sent))
    sent = {"amended": ("draft.toml", text.replace("k_usual = 20", "k_usual = 30").encode())}
    page = ended(officer, officer.post("/lists/simulate", files=sent))
    assert "Does it predict better?" in shown(page) and "K 30" in shown(page)


def test_an_assessment_has_its_files(published_desk: Served) -> None:
    officer = published_desk.signed_in()
    officer.get("/lists/assess")
    page = ended(officer, officer.post("/lists/assess", {"editions": ["ncs-2022-09"]}))
    said = command(published_desk, "assess", "--edition", "ncs-2022-09")
    assert shown(page).strip() == said.strip()
    found = re.findall(r'href="(/tasks/\d+/files/[^"]+)"', page)
    assert {link.rpartition("/")[2] for link in found} >= {"assess.json", "report.html"}
    for link in found:
        answer = officer.http.get(link)
        assert answer.headers["content-disposition"].startswith("attachment"), link


def test_an_event_is_shown_as_it_is_read_and_not_stored(demo_office: Path, tmp_path: Path) -> None:
    with served_copy(demo_office, tmp_path / "office", replay=REPLAY) as desk:
        officer = desk.signed_in()
        officer.get("/reports/read")
        before = desk.work.dump()
        answer = officer.post("/reports/read", {"text": CUP})
        page = ended(officer, answer)
        assert desk.work.dump() == before
        (link,) = re.findall(r'href="(/tasks/\d+/files/reading.json)"', page)
        (record,) = json.loads(officer.http.get(link).content)
        assert record["name"] in html.unescape(page) and record["players"]
        assert "the office would ask" in page


def test_two_files_of_one_name_are_both_read_and_a_name_that_is_too_long_is_none_the_worse(
    published_desk: Served,
) -> None:
    officer = published_desk.signed_in()
    officer.get("/reports/read")
    names = ("spring", "rapid.trf"), ("autumn", "rapid.trf"), ("winter", f"{'冬' * 120}.trf")
    sent = [("files", (file, TRF.replace(b"Rapid", name.encode()))) for name, file in names]
    page = ended(officer, officer.post("/reports/read", files=sent))
    assert [name in page for name, _file in names] == [True, True, True], page


@pytest.mark.parametrize("text", ["/etc/passwd", "key.sec", "http://127.0.0.1/", "https://example.org/x"])
def test_what_is_typed_names_no_file_of_the_machine(published_desk: Served, text: str) -> None:
    officer = published_desk.signed_in()
    officer.get("/reports/read")
    page = ended(officer, officer.post("/reports/read", {"text": text}))
    assert 'class="problem"' in page and "root:" not in page and "minisign" not in page


def test_the_report_form_is_a_workbook_with_members_on_wish(published_desk: Served) -> None:
    officer = published_desk.signed_in()
    plain = officer.http.get("/reports/form.xlsx")
    picks = officer.http.get("/reports/form.xlsx?members=yes")
    cells = []
    for answer in (plain, picks):
        book = CalamineWorkbook.from_filelike(io.BytesIO(answer.content))
        sheets = [book.get_sheet_by_name(name).to_python() for name in book.sheet_names]
        cells.append({str(cell) for sheet in sheets for row in sheet for cell in row})
    assert "N10210411" not in cells[0] and "N10210411" in cells[1]


def test_every_decision_is_shown_and_goes_to_another_office(demonstration: Path, tmp_path: Path) -> None:
    with served_copy(demonstration, tmp_path / "office") as desk:
        officer = desk.signed_in()
        page = officer.get("/settings/decisions").text
        rows = desk.work.rows("SELECT id FROM ruling WHERE taken_back_at IS NULL")
        assert page.count('<br><span class="note">') == len(rows) > 0
        data = officer.http.get("/settings/decisions/rulings.json").content
        assert officer.post("/settings/decisions", files={"files": ("r.json", data)}).status_code == 403
        head = desk.signed_in("Head", Role.ADMINISTRATOR)
        before = desk.work.rows("SELECT count(*) FROM ruling")
        answer = head.post("/settings/decisions", files={"files": ("r.json", data)})
        assert (
            answer.headers["location"]
            == f"/settings/decisions?taken=0&known={len(json.loads(data)['rulings'])}"
        )
        assert desk.work.rows("SELECT count(*) FROM ruling") == before
        assert head.post("/settings/decisions", files={"files": ("r.json", b"{}")}).status_code == 422
        elsewhere = data.replace(b"chess-results:1499", b"chess-results:1599")
        answer = head.post("/settings/decisions", files={"files": ("r.json", elsewhere)})
        assert "events or lists that this office does not have" in head.get(answer.headers["location"]).text
