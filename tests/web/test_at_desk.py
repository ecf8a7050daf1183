"""A refusal that names a command says where at the desk the same is done."""

from __future__ import annotations

import re
from datetime import timedelta
from importlib.resources import files

import pytest
from httpx import Response
from selectolax.lexbor import LexborHTMLParser

from importer.rulings import Kind, word
from office.accounts.roles import Role, may
from office.database.engine import transaction
from office.words import _, speaking
from office.words.problems import said
from tests.web.conftest import Served
from tests.web.every_route import every, facts, filled
from tests.web.test_everything import table
from tests.web.test_typed import TEMPLATES
from tests.workplace import MORI
from web.at_desk import FIELDS, PAGES, pages_for
from web.desk import Desk
from web.labels import DOUBTED, LABELS, label_of
from web.serve import application


def test_every_page_is_one_of_the_desk_and_asks_what_it_is_said_to_ask(desk: Served) -> None:
    known = every(application(Desk(desk.office, lambda: desk.work.moment)))
    needs = {one.path: one.need for one in known if one.method == "GET"}
    for page in PAGES.values():
        path = page.path.partition("#")[0]
        needed = needs[path.replace("register", "{what}").replace("opening", "{what}")]
        assert needed is not None, path
        assert [role for role in Role if may(role, page.need) and not may(role, needed)] == [], path


@pytest.mark.parametrize(
    ("remedy", "paths"),
    [
        ("banzuke inbox list", ["/reports"]),
        ("see: banzuke rulings; or first: banzuke resolve --take-back 3", ["/settings/decisions"]),
        ("look at it, banzuke resolve P3, or banzuke members import FILE", ["/questions", "/take/register"]),
        ("counted (banzuke members lapsed): one", ["/members/lapsed"]),
        ("restore the database first: banzuke restore FILE", []),
    ],
)
def test_the_pages_for_a_remedy(remedy: str, paths: list[str]) -> None:
    assert [page.path for page in pages_for(remedy, lambda need: may(Role.OFFICER, need))] == paths


def test_a_command_that_the_desk_has_leads_to_a_page() -> None:
    at, _not = table()
    assert sorted({words.split()[0] for words in at} - {key.split()[0] for key in PAGES}) == []


def test_what_names_a_command_beside_no_refusal_leads_to_its_page_as_well(demo_desk: Served) -> None:
    """On Today what the office rates without, at an event who played without a membership."""
    at_the_desk = re.compile(r"banzuke ([a-z]+)[^<]*<br>At the desk: (.*?)</(?:li|dd)>")
    leads = {"organizers": "/members/organizers", "applications": "/members/applications"}
    client = demo_desk.signed_in()
    told = dict(at_the_desk.findall(client.get("/").text))
    for command, path in {**leads, "rule": "/settings/rules"}.items():
        assert f'<a href="{path}">' in told[command], told
    assert '<a href="/members/lapsed">' in dict(at_the_desk.findall(client.get("/events/3").text))["members"]
    reader = demo_desk.signed_in("Reader", Role.READER)
    assert "rule" not in dict(at_the_desk.findall(reader.get("/").text))


def test_no_page_is_named_that_a_reader_may_not_open(desk: Served) -> None:
    reader = desk.signed_in("Reader", Role.READER, language="ja")
    assert '<dd class="lines">閲覧者</dd>' in reader.get("/settings/jobs").text
    assert "デスクでは" not in reader.get("/mails/7").text  # nothing is handed in by a reader
    assert '<a href="/reports">Reports</a>' in desk.signed_in().get("/mails/7").text


def test_in_japanese_fields_and_decisions_are_named_as_on_the_pages(desk: Served) -> None:
    client = desk.signed_in(language="ja")
    client.get("/members/new")
    assert "生年月日（Birth）" in client.post("/members", {"birth": "x"}).text
    assert "加える点" in client.post("/members/N90000011/adjust", {"points": "x"}).text
    told = {"what": ["peaks"]}
    assert "記入してください" in client.post("/settings/rules/known", told).text  # no reason
    assert client.post("/settings/rules/known", {**told, "reason": "ない"}).status_code == 303
    assert "1 登録のないことの承認 · 項目 最高レーティング" in client.get("/settings/decisions").text
    assert client.post("/decisions/take-back", {"numbers": "1", "reason": "誤り"}).status_code == 303
    again = client.post("/decisions/take-back", {"numbers": "1"}).text
    assert "Officer Oneが取り消した決定（理由：誤り）" in again


def test_the_form_of_an_event_is_not_told_as_the_report_form() -> None:
    words = [word(kind) for kind in Kind]
    assert len(set(words)) == len(words)
    with speaking("ja"):
        assert said(word(Kind.FORM)) == "大会・例会の別"
        assert said("decided as form of the event: meeting") == "大会・例会の別 例会"


def test_an_office_without_a_list_leads_to_its_set_up_and_names_no_command(desk: Served) -> None:
    page = desk.signed_in("Head", Role.ADMINISTRATOR).get("/lists").text
    assert 'href="/setup"' in page and "banzuke opening" not in page
    assert 'href="/setup"' not in desk.signed_in().get("/lists").text


def test_a_field_is_called_as_on_the_page_that_has_it() -> None:
    pages = [one.read_text() for one in files("web").joinpath("templates").iterdir() if one.is_file()]
    told = {label for page in pages for label in re.findall(r'_\("([^"]+)"', page)}
    assert set(FIELDS.values()) - told == set()


def place_of(refused: Response) -> str:
    (place,) = re.findall(r'<p class="where">([^<]+)</p>', refused.text)
    return str(place)


def test_a_refusal_names_the_field_and_not_the_option_of_a_command(published_desk: Served) -> None:
    to_come = str(published_desk.work.moment.date() + timedelta(days=2))
    officer, japanese = published_desk.signed_in(), published_desk.signed_in("Officer Two", language="ja")
    day = {"reported": to_come, "reason": "a doubt"}
    refused = officer.post("/corrections/events/1/open", day)
    assert place_of(refused) == "The day on which the error was pointed out"
    assert place_of(japanese.post("/corrections/events/1/open", day)) == "誤りの指摘を受けた日"
    ((number,),) = published_desk.work.rows("SELECT federation_id FROM member ORDER BY id LIMIT 1")
    refused = officer.post(f"/members/{number}/adjust", {"points": "0", "type": "OTB", "reference": "it"})
    assert place_of(refused) == "Points, + or −"


LONG = "x" * 5001


@pytest.mark.parametrize(
    ("path", "form", "label"),
    [
        ("/members", {"kanji": LONG}, "The name in kanji"),
        (f"/members/{MORI}/correct", {"kanji": LONG}, "Kanji"),
        ("/members/organizers", {"name": LONG}, "Name; one that is there is changed"),
        ("/members/fees", {"list": "2", "state": "paid", "paid": "2026-11-01"}, "List"),
        ("/office/budget", {"requests": "x"}, "Requests a day"),
    ],
)
def test_a_field_is_called_in_a_refusal_as_its_page_calls_it(
    desk: Served, path: str, form: dict[str, str], label: str
) -> None:
    for language in ("en", "ja"):
        client = desk.signed_in(f"Head {language}", Role.ADMINISTRATOR, language=language)
        page = client.post(path, {**form, "reason": "x"}).text
        with speaking(language):
            assert re.findall('<p class="where">(.*?)</p>', page) == [_(label)]


@pytest.mark.slow
def test_every_field_of_a_page_is_called_in_a_refusal_as_its_form_calls_it(published_desk: Served) -> None:
    client = published_desk.signed_in("Head", Role.ADMINISTRATOR)
    with transaction(published_desk.work.engine()) as session:
        known = facts(session)
    routes = every(application(Desk(published_desk.office, lambda: published_desk.work.moment)))
    pages = {filled(one, known) for one in routes if one.method == "GET" and not one.at_api} - {None}
    (other,) = published_desk.work.rows("SELECT federation_id FROM member ORDER BY id DESC LIMIT 1")[0]
    called = set()
    for path in (*sorted(filter(None, pages)), f"/members/merge?gone={other}&into={known['member']}"):
        answer = client.get(path)
        for form in LexborHTMLParser(answer.text).css("form") if answer.status_code == 200 else ():
            action = form.attributes.get("action") or path
            for label in form.css("label"):
                text = " ".join(one.text() for one in label.iter(include_text=True) if one.tag == "-text")
                for field in label.css("input:not([type=checkbox]):not([type=radio]), textarea, select"):
                    name = field.attributes.get("name")
                    with speaking("en"):
                        told = label_of(f"the field {name}", action)
                    called.add((action, name, told or "", " ".join(text.split())))
    wrong = [
        (action, name, told, text) for action, name, told, text in sorted(called) if told not in ("", text)
    ]
    assert wrong == [] and len([told for _, _, told, _ in called if told]) > 80


def test_every_label_of_a_refusal_stands_on_a_page() -> None:
    pages = "\n".join(file.read_text("utf-8") for file in TEMPLATES.glob("*.html"))
    found = {
        (name, label)
        for label, field in re.findall(r'<label[^>]*>\{\{ _\("([^"]*)"\) \}\}(.*?)</label>', pages, re.DOTALL)
        for name in re.findall(' name="([^"]*)"', field)
    }
    found |= {*DOUBTED}  # on the page by this table
    said_here = {(key if isinstance(key, str) else key[1], label) for key, label in LABELS.items()}
    assert sorted(said_here - found) == []
