"""What is decided about members at the desk: facts corrected, points added,
organizers, applications and fees entered; the same as by the commands."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Mapping
from html import unescape

import httpx
import pytest

from office.accounts.roles import Role
from office.database.engine import transaction
from office.register.enter import enter_organizer
from tests.earlier_editions import NEW, of_2019
from tests.office.test_fees import CLUB, of_two_meetings
from tests.office.test_members import ONE, TWO, register
from tests.web.conftest import Client, Served
from tests.web.test_lists import text
from tests.web.test_members import SPANS, shown
from tests.workplace import HATA, MORI, Workplace, small_federation

FACTS = "SELECT value, valid_from, source FROM register_fact WHERE field = ? ORDER BY id"


def form_of(client: Client, path: str) -> dict[str, str]:
    """What the form of a page sends if nothing is changed."""
    page = client.get(path).text
    fields = {
        m[1]: unescape(m[2]) for m in re.finditer(r'<input[^>]*? name="([\w-]+)" value="([^"]*)"', page)
    }
    for name, options in re.findall(r'<select name="([\w-]+)">(.*?)</select>', page, re.DOTALL):
        chosen = re.search(r'<option(?: value="([^"]*)")? selected>([^<]*)', options)
        fields[name] = "" if chosen is None else chosen[1] if chosen[1] is not None else chosen[2]
    return fields


def test_facts_are_corrected_from_a_day_on_and_what_was_known_stays(work: Workplace, desk: Served) -> None:
    register(work, ONE)
    client, path = desk.signed_in(), "/members/N90000011/correct"
    form = form_of(client, path)
    assert (form["name"], form["birth"], form["fide-id"]) == ("Saito Kenichi", "1980-01-02", "79000011")
    assert form["former-names"] == "Ohta Kenichi; 太田 健一"
    same = client.post(path, form)
    assert same.headers["location"] == "/members/N90000011?done=same"
    assert work.rows(FACTS, "birth") == work.rows(FACTS, "club") == []
    changed = {**form, "club": "Koyo", "birth": "1980-02-01", "sex": "", "kanji": "", "since": "2026-10-01"}
    answer = client.post(path, {**changed, "source": "passport"})
    assert answer.headers["location"] == "/members/N90000011?done=corrected"
    assert work.rows(FACTS, "club") == [("Koyo", "2026-10-01", "passport")]
    assert work.rows(FACTS, "born")[-1] == ("1980-02-01", "2026-10-01", "passport")
    assert work.rows(FACTS, "born")[0][0] == "1980-01-02"
    row = work.rows("SELECT born, sex, kanji, kana, club, fide_id FROM member")
    assert row == [("1980-02-01", None, None, "サイトウ ケンイチ", "Koyo", "79000011")]
    page = text(client.get("/members/N90000011?done=corrected"))
    assert "Birth: 1980-02-01 from 1 October 2026 — known since 2 November 2026, passport" in page
    for day in ("２０２６－１１－０１", "2026/11/1", "令和8年11月1日"):
        before = text(client.get(f"/members/N90000011?known={day}"))
        assert "As the office knew it at the end of 1 November 2026" in before and "Koyo" not in before


def test_who_is_withheld_is_said_to_be_still_on_what_was_made_before(work: Workplace, desk: Served) -> None:
    """As the import of a file says it; who was withheld already is corrected like anybody."""
    register(work, ONE)
    client, path = desk.signed_in(), "/members/N90000011/correct"
    answer = client.post(path, {**form_of(client, path), "withheld": "yes"})
    assert answer.headers["location"] == "/members/N90000011?done=withheld"
    page = text(client.get(answer.headers["location"]))
    assert "stands on the website and in files until they are written again" in page
    answer = client.post(path, {**form_of(client, path), "withheld": "yes", "club": "Koyo"})
    assert answer.headers["location"] == "/members/N90000011?done=corrected"


def test_memberships_are_corrected_whole(work: Workplace, desk: Served) -> None:
    small_federation(work)
    client, path = desk.signed_in(), f"/members/{HATA}/correct"
    form = form_of(client, path)
    spans = "2026-04-01/2027-03-31 paid 2026-03-20; 2025-04-01/2026-03-31"
    assert client.post(path, {**form, "memberships": spans}).status_code == 303
    assert work.rows(SPANS.format(HATA)) == [
        ("2025-04-01", "2026-03-31", None),
        ("2026-04-01", "2027-03-31", "2026-03-20"),
    ]
    form = form_of(client, path)
    assert client.post(path, {**form, "memberships": ""}).status_code == 303
    assert work.rows(SPANS.format(HATA)) == []


CORRECTED = "/members/N90000011/correct"


def overtaken(desk: Served) -> tuple[Client, Client, dict[str, str]]:
    """An officer who has corrected a member, and another one with the form of before."""
    one, two = (desk.signed_in(f"Officer {n}") for n in ("One", "Two"))
    theirs = form_of(two, CORRECTED)
    assert one.post(CORRECTED, {**form_of(one, CORRECTED), "club": "Koyo"}).status_code == 303
    return one, two, theirs


def test_what_is_wrong_or_out_of_date_is_not_taken(work: Workplace, desk: Served) -> None:
    register(work, ONE, TWO)
    one, two, theirs = overtaken(desk)
    path = CORRECTED
    late = two.post(path, {**theirs, "club": "Asahi"})
    assert late.status_code == 409 and "member-changed" in late.text
    mine = form_of(one, path)
    for wrong in (
        {"name": ""},
        {"birth": "1980-13-01"},
        {"birth": "2026-11-03"},
        {"fide-id": "0"},
        {"sex": "x"},
        {"memberships": "2026"},
        {"fide-st": "9"},
    ):
        answer = one.post(path, {**mine, **wrong})
        assert answer.status_code == 422 and "bad-cell" in answer.text, wrong
    assert one.post(path, {**mine, "since": "soon", "club": "X"}).status_code == 422
    assert work.rows("SELECT club FROM member ORDER BY federation_id") == [("Koyo",), (None,)]


@pytest.mark.parametrize("points", ["-12", "−12", "－１２"])
def test_points_are_decided(work: Workplace, desk: Served, points: str) -> None:
    small_federation(work)
    client, path = desk.signed_in(), f"/members/{HATA}"
    client.get(path)
    form = {"points": points, "type": "standard", "reference": "Board 3/2026", "reason": "decided"}
    assert client.post(f"{path}/adjust", form).headers["location"] == f"{path}?done=1"
    kept = work.rows("SELECT kind, subject, value FROM ruling")
    assert kept[0][0] == "adjustment" and json.loads(kept[0][2]) == {
        "points": -12,
        "reference": "Board 3/2026",
    }
    assert json.loads(kept[0][1]) == {"list": "2026-11-01", "member": HATA, "type": "standard"}
    for wrong, code in (
        ({"points": "many"}, "not-a-number"),
        ({"points": "0"}, "adjustment-of-nothing"),
        ({"type": "blitz"}, "unknown-type"),
        ({"announced": "x"}, "not-a-day"),
    ):
        refused = client.post(f"{path}/adjust", {**form, **wrong})
        assert refused.status_code == 422 and code in refused.text, wrong
    assert work.rows("SELECT count(*) FROM ruling") == [(1,)]


def test_points_that_take_the_place_of_others_say_so_and_other_grounds_are_refused(
    work: Workplace, desk: Served
) -> None:
    small_federation(work)
    client, path = desk.signed_in(), f"/members/{HATA}"
    form = {"points": "5", "type": "standard", "reference": "Board 3/2026"}
    assert _decides(client, path, f"{path}/adjust", form).status_code == 303
    assert "in place of" not in text(client.get(f"{path}?done=1"))
    refused = _decides(client, path, f"{path}/adjust", {**form, "reference": "Board 4/2026"})
    assert refused.status_code == 422 and "adjustment-twice" in refused.text and "+10" in refused.text
    assert _decides(client, path, f"{path}/adjust", {**form, "points": "6"}).status_code == 303
    told = text(client.get(f"{path}?done=2"))
    assert "in place of decision 1 (adjustment +5; Board 3/2026)" in told


OUTSIDE = {"of": "jca", "rating": "1600", "reason": "letter"}


def test_a_rating_from_outside_is_decided_where_a_list_takes_one(work: Workplace, desk: Served) -> None:
    of_2019(work)
    client, path = desk.signed_in(), f"/members/{NEW}"
    assert "A rating from outside" in text(client.get(path))
    assert client.post(f"{path}/outside", OUTSIDE).status_code == 303
    assert work.rows("SELECT kind, value FROM ruling") == [("outside-rating", "1600")]


def test_a_rating_from_outside_that_no_list_takes_is_not_decided(work: Workplace, desk: Served) -> None:
    small_federation(work)
    client, path = desk.signed_in(), f"/members/{HATA}"
    assert "A rating from outside" not in text(client.get(path))
    refused = client.post(f"{path}/outside", OUTSIDE)
    assert refused.status_code == 422 and "decision-without-effect" in refused.text


def test_of_a_register_with_very_many_faults_the_first_hundred_are_told(
    work: Workplace, desk: Served
) -> None:
    """Ten thousand of them were a page of eight megabytes."""
    small_federation(work)
    client = desk.signed_in()
    client.get("/take/register")
    rows = [f"N9100{n:04d},Mori {n},2001-13-03" for n in range(104)]
    file = "\n".join(["ID,Name,Birth,Memberships", *(f"{row},2026-01-01/2026-12-31" for row in rows)])
    answer = client.post("/take/register", files={"files": ("r.csv", file.encode())})
    assert answer.status_code == 422 and len(re.findall("2001-13-03", answer.text)) == 100
    assert "and 4 more" in text(answer)
    rows = [f"Club {n},club,soon" for n in range(104)]
    file = "\n".join(["Name,Kind,Valid", *rows])
    answer = client.post("/take/organizers", files={"files": ("o.csv", file.encode())})
    assert answer.status_code == 422 and answer.text.count('class="problem"') == 100
    assert "and 4 more" in text(answer)


def test_organizers_and_applications_are_entered_by_hand(work: Workplace, desk: Served) -> None:
    small_federation(work)
    client = desk.signed_in()
    client.get("/members/organizers")
    form = {"name": CLUB, "kind": "club", "valid": "2024-10-01/", "reporters": f"Hata Rin {HATA}"}
    assert client.post("/members/organizers", form).status_code == 303
    page = text(client.get("/members/organizers?done=entered"))
    assert CLUB in page and "2024-10-01/" in page and f"reports for it (4(2)): Hata Rin {HATA}" in page
    assert work.done("organizers", "list").out.splitlines()[0] == f"club {CLUB}: 2024-10-01/"
    wrong = client.post("/members/organizers", {**form, "valid": "2024"})
    assert wrong.status_code == 422 and "bad-cell" in wrong.text
    person = {"organizer": CLUB, "person": MORI, "role": "runs", "reason": "asked them"}
    assert client.post("/members/organizers/person", person).headers["location"].endswith("?done=1")
    assert work.rows("SELECT kind FROM ruling") == [("organizer-person",)]
    applied = {
        "event": "Late Open",
        "organizer": CLUB,
        "first-day": "2026-10-04",
        "applied": "2026-10-02",
        "type": "rapid",
    }
    assert client.post("/members/applications", applied).status_code == 303
    said = work.done("applications", "list").out.strip()
    assert said.startswith("Late Open") and said in text(client.get("/members/applications"))
    refused = client.post("/members/applications", {**applied, "type": "blitz"})
    assert refused.status_code == 422 and "bad-cell" in refused.text


def test_fees_are_shown_and_what_became_of_them_is_kept(work: Workplace, desk: Served) -> None:
    of_two_meetings(work)
    client = desk.signed_in()
    page = client.get("/members/fees")
    assert f"{CLUB}: 6 fees, JPY 1200 (not recorded 1200)" in text(page)
    form = {"list": "2022-10-01", "organizer": CLUB, "state": "paid", "paid": "2022-09-29", "reason": "bank"}
    assert client.post("/members/fees", form).headers["location"] == "/members/fees?list=2022-10-01&done=1"
    assert f"{CLUB}: 6 fees, JPY 1200 (paid 1200)" in text(client.get("/members/fees?list=2022-10-01&done=1"))
    other = {**form, "state": "unpaid"}
    assert "answered-meanwhile" in client.post("/members/fees", other).text
    assert _decides(client, "/members/fees?list=2022-10-01", "/members/fees", other).status_code == 303
    assert _decides(client, "/members/fees?list=2022-10-01", "/members/fees", form).status_code == 303
    rows = list(csv.DictReader(io.StringIO(client.get("/members/fees?csv=1").text)))
    assert len(rows) == 6 and {row["state"] for row in rows} == {"paid"}
    for wrong in ({"state": ""}, {"paid": ""}, {"list": ""}):
        assert client.post("/members/fees", {**form, **wrong}).status_code == 422, wrong
    undated = client.post("/members/fees", {**form, "paid": ""}).text
    assert "not-a-day" in undated and "nothing-chosen" not in undated
    assert client.post("/members/fees", {**form, "organizer": "Nobody"}).status_code == 404
    page = client.get("/members/fees?list=2022-10-01&done=3")
    (back,) = set(re.findall(r'name="back" value="(.*?)"', page.text))
    undone = client.post("/decisions/take-back", {"numbers": "3", "back": back}).headers["location"]
    assert undone == "/members/fees?list=2022-10-01&done=3"
    assert "Taken back" in text(client.get(undone))


def _decides(client: Client, page: str, to: str, form: Mapping[str, str]) -> httpx.Response:
    """The form of a page as a browser sends it: with the decisions that stood there."""
    seen = re.findall(r'name="decision" value="(\d+)"', client.get(page).text)
    return client.post(to, {"reason": "so it is", **form, "decision": seen})


def test_what_another_officer_decided_meanwhile_is_not_replaced_unseen(work: Workplace, desk: Served) -> None:
    """A decision that no question asked for; the same rule as at the command line."""
    small_federation(work)
    of_two = {"organizer": CLUB, "person": HATA, "role": "reports"}
    with transaction(work.engine()) as session:
        cells = {"Name": CLUB, "Kind": "club", "Valid": "2024-10-01/"}
        enter_organizer(session, cells, work.moment)
    one, other = desk.signed_in(), desk.signed_in("Officer Two")
    points = {"type": "standard", "reference": "Board 3/2026"}
    for page, to, first, second in (
        (f"/members/{HATA}", f"/members/{HATA}/adjust", {**points, "points": "5"}, {**points, "points": "6"}),
        ("/settings/rules", "/settings/rules/rating-gap", {"points": "300"}, {"points": "400"}),
        ("/members/organizers", "/members/organizers/person", of_two, {**of_two, "until": "2026-12-31"}),
    ):
        as_it_was = re.findall(r'name="decision" value="(\d+)"', one.get(page).text)
        assert _decides(other, page, to, first).status_code == 303, to
        again = one.post(to, {"reason": "so it is", **first, "decision": as_it_was})
        assert again.status_code == 303, "the same is no other"
        assert _decides(other, page, to, first).status_code == 303
        refused = one.post(to, {"reason": "so it is", **second, "decision": as_it_was})
        assert refused.status_code == 409 and "answered-meanwhile" in refused.text, to
        assert "Officer Two" in refused.text
        assert _decides(one, page, to, second).status_code == 303, "seen, it is replaced"


def test_where_the_edition_has_no_fees_the_page_offers_nothing_about_them(
    work: Workplace, desk: Served
) -> None:
    small_federation(work)
    page = desk.signed_in().get("/members/fees")
    assert "jcf-2024-10 has no renewal fees" in text(page)
    assert "csv=1" not in page.text and 'name="organizer"' not in page.text


def test_the_register_and_all_about_a_member_go_out_as_files(work: Workplace, desk: Served) -> None:
    register(work, ONE, TWO)
    client = desk.signed_in()
    work.done("members", "export", work.folder / "out.csv", "--bom")
    assert client.get("/members/register.csv").content == (work.folder / "out.csv").read_bytes()
    assert client.get("/members/register.xlsx").content[:2] == b"PK"
    told = client.get("/members/N90000011/everything.json").json()
    assert told["members"] == ["N90000011"]
    reader = desk.signed_in("Reader", Role.READER)
    for path in ("/members/register.csv", "/members/register.xlsx", "/members/N90000011/everything.json"):
        assert reader.get(path).status_code == 403


def test_a_member_is_erased_only_after_a_yes(work: Workplace, desk: Served) -> None:
    register(work, ONE, TWO)
    client, path = desk.signed_in(), "/members/N90000011/erase"
    form = {"mark": shown(client.get(path).text), "reason": "on request"}
    assert "erase-unconfirmed" in client.post(path, form).text
    assert work.rows("SELECT fide_id FROM member WHERE federation_id = 'N90000011'") == [("79000011",)]
    assert client.post(path, {**form, "sure": "yes"}).status_code == 303
    assert work.rows("SELECT kana, fide_id FROM member WHERE federation_id = 'N90000011'") == [(None, None)]
    assert client.post(path, {**form, "sure": "yes"}).status_code == 409
    again = client.get(path).text
    assert "nothing is left to erase" in again and 'name="sure"' not in again
    for page in ("/members/N90000011", "/settings/decisions"):  # a button that could only refuse
        told = client.get(page).text
        assert "on request" in told and 'action="/decisions/take-back"' not in told


@pytest.mark.parametrize("role", [Role.READER, Role.REPORTER])
def test_who_does_not_decide_changes_nothing(work: Workplace, desk: Served, role: Role) -> None:
    register(work, ONE, TWO)
    client = desk.signed_in("Somebody", role)
    before = work.rows("SELECT count(*) FROM ruling") + work.rows("SELECT * FROM member")
    for path in (
        "/members/N90000011/correct", "/members/merge", "/members/apart", "/members/N90000011/adjust",
        "/members/N90000011/outside", "/members/N90000011/erase", "/members/organizers", "/members/fees",
        "/members/organizers/person", "/members/organizers/erase", "/members/applications",
        "/take/register/store",
    ):  # fmt: skip
        assert (
            client.post(path, {"name": "X", "gone": "N90000011", "into": "N90000012"}).status_code == 403
        ), path
    for path in ("/members/N90000011/correct", "/members/merge?gone=N90000011&into=N90000012"):
        assert client.get(path).status_code == 403
    seen = 200 if role is Role.READER else 403
    for path in (
        "/members/duplicates",
        "/members/organizers",
        "/members/applications",
        "/members/fees",
        "/members/lapsed",
    ):
        assert client.get(path).status_code == seen, path
    assert work.rows("SELECT count(*) FROM ruling") + work.rows("SELECT * FROM member") == before


def test_before_there_is_a_list_the_page_of_who_played_without_a_membership_says_that(
    work: Workplace, desk: Served
) -> None:
    work.register({"ID": HATA, "Name": "Hata Rin"})
    client = desk.signed_in()
    for path in ("/members/lapsed", f"/members/lapsed?member={HATA}"):
        said = text(client.get(path))
        assert "No list has been published yet." in said and "Nobody" not in said and "no game" not in said


def test_a_member_who_played_nothing_without_a_membership_has_a_page_that_says_so(
    work: Workplace, desk: Served
) -> None:
    small_federation(work)
    said = text(desk.signed_in().get(f"/members/lapsed?member={HATA}"))
    assert f"{HATA} Hata Rin: no game without a valid membership" in said and "Nobody" not in said
