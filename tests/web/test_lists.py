"""The list at the desk: it grows with every answer, says what moves and why, opens its accounts, raises its
alarms, and is published once, by somebody who saw these very figures."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from html import unescape

import httpx
import pytest
from playwright.sync_api import expect

from office.accounts.roles import Role
from tests.office.test_publication import alarmed, drafted, state
from tests.web.conftest import Client, Opener, Served, served
from tests.web.test_questions import AMBIGUOUS, CONTROL, ROUND, UNKNOWN, answers
from tests.workplace import Workplace


def text(page: httpx.Response) -> str:
    """What a page says, without its marks."""
    return unescape(" ".join(re.sub("<[^>]+>", " ", page.text).split()))


def shown(client: Client) -> str:
    """The draft that the page of publishing asks about."""
    page = client.get("/lists/next/publish")
    found = re.search(r'name="shown" value="([0-9a-f]{64})"', page.text)
    assert found, page.text
    return found[1]


@pytest.fixture
def draft(work: Workplace) -> Iterator[Served]:
    """The small federation's list of November, drafted; its figures are worked by hand in test_lists.py."""
    drafted(work)
    with served(work) as desk:
        yield desk


@pytest.fixture
def alarming(work: Workplace) -> Iterator[Served]:
    """The same with two alarms: eleven points are a jump."""
    alarmed(work)
    with served(work) as desk:
        yield desk


def test_the_next_list_grows_with_every_answer(demo_desk: Served) -> None:
    client = demo_desk.signed_in()
    before = demo_desk.work.dump()
    page = client.get("/lists/next")
    assert page.status_code == 200, page.text
    assert "without the events that wait for an answer" in page.text
    rated = [len(re.findall('<th scope="row">', page.text))]
    for number, choice in (
        (AMBIGUOUS, "--match N10215754"),
        (UNKNOWN, "--no-member"),
        (CONTROL, "--accept"),
        (ROUND, "--date 2026-10-18"),
    ):
        assert answers(client, number, choice).status_code == 303
        rated.append(len(re.findall('<th scope="row">', client.get("/lists/next").text)))
    assert rated == sorted(rated) and rated[0] < rated[-1]
    assert "Nothing is left to decide" in client.get("/lists/next").text
    after = demo_desk.work.dump()
    assert after["list_version"] == before["list_version"]  # who looks stores nothing
    assert after["game_line"] == before["game_line"]


def test_the_desk_makes_the_same_draft_as_the_command_line(work: Workplace) -> None:
    drafted(work)
    query = "SELECT text_sha256, inputs_sha256 FROM list_version ORDER BY id DESC LIMIT 1"
    typed = work.rows(query)
    with served(work) as desk:
        client = desk.signed_in()
        assert "This is the draft of" in client.get("/lists/next").text
        assert client.post("/lists/next/rate").status_code == 303
        assert client.post("/lists/next/rate").status_code == 303
    assert work.rows(query) == typed
    assert work.rows("SELECT count(*) FROM list_version") == [(2,)]


def test_what_moves_is_said_with_the_games_that_moved_it(draft: Served) -> None:
    said = text(draft.signed_in().get("/lists/next"))
    # By hand in test_lists.py: Ono +12, Tani -18, two games each.
    assert re.search(r"N90000004 Ono Aki 1400 1412 \+12 2 .{3,40}: 2 games \+", said), said
    assert re.search(r"N90000003 Tani Ken 1600 1582 −18 2 .{3,40}: 2 games −", said), said


def test_a_long_list_stands_on_several_pages_each_type_by_itself(
    draft: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A list of 4,000 who move was a page of 1.5 MB, which takes six seconds."""
    client = draft.signed_in()

    def page(path: str) -> tuple[str, list[str]]:
        text = client.get(path).text
        return text, re.findall(r'<td class="id">(N\d+)</td>', text)

    for path in ("/lists/next", "/lists/next?all=1"):
        whole, everybody = page(path)
        assert len(everybody) > 3 and 'class="pages"' not in whole
        with monkeypatch.context() as patched:
            patched.setattr("office.desk.lengths.ROWS", 3)
            first, shown = page(path)
            assert shown[:3] == everybody[:3] and len(shown) < len(everybody)
            links = [unescape(link) for link in re.findall(r'<li><a href="([^"]+)#type1"', first)]
            assert len(links) > 1 and all(link.startswith(path) for link in links)
            told = [page(link)[1] for link in links]
            ahead = len(told[0]) - 3  # of other types
            found = [number for rows in told for number in rows[: len(rows) - ahead]]
            assert found == everybody[: len(found)] and len(found) > 3
            for past in ("0", "x", "-1", "999"):
                assert page(links[0].replace("from=1", f"from={past}"))[1] == shown


def test_every_number_opens_its_account(draft: Served) -> None:
    client = draft.signed_in()
    links = set(re.findall(r'href="(/lists/next/members/[^"]+)"', client.get("/lists/next?all=1").text))
    assert len(links) == len(draft.work.rows("SELECT DISTINCT federation_id FROM list_rating"))
    for link in links:
        page = client.get(link)
        assert page.status_code == 200 and 'class="failed"' not in page.text
    told = draft.work.done("explain", "N90000004", "--list", "2026-11-01").out
    for line in filter(None, (line.strip() for line in told.splitlines()[:4])):
        assert line in text(client.get("/lists/next/members/N90000004"))
    assert client.get("/lists/1/members/N90000004").status_code == 200
    assert client.get("/lists/1/members/N99999999").status_code == 404
    for path in ("/lists/99", "/lists/x", "/lists/99999999999999999999", "/lists/-1"):
        assert client.get(path).status_code == 404, path


def test_a_list_is_published_once_with_what_can_never_be_changed_named(draft: Served) -> None:
    client = draft.signed_in()
    page = client.get("/lists/next/publish")
    assert "can never be changed or taken back" in page.text
    assert "Standard: 4 ratings (0 new, 4 changed)" in text(page)
    behind = "The clock stands before what the office has noted already"
    assert behind not in text(page)
    draft.work.moment -= timedelta(hours=1)
    assert behind in text(client.get("/lists/next/publish"))
    draft.work.moment += timedelta(hours=1)
    sha256 = shown(client)
    unsure = client.post("/lists/next/publish", {"shown": sha256})
    assert unsure.status_code == 422 and "publish-unconfirmed" in unsure.text
    assert state(draft.work) == "draft"
    form = {"shown": sha256, "sure": "yes"}
    first, second = client.post("/lists/next/publish", form), client.post("/lists/next/publish", form)
    assert first.status_code == second.status_code == 303
    assert first.headers["location"] == second.headers["location"] == "/lists/2?done=published"
    assert "The list is published." in client.get("/lists/2?done=published").text
    query = "SELECT list_date, version, state, published_by, text_sha256 FROM list_version WHERE id > 1"
    assert draft.work.rows(query) == [("2026-11-01", 1, "published", "Officer One", sha256)]
    assert "1 Nov 2026 1 published 2 Nov 2026" in text(client.get("/lists"))
    assert draft.work.done("rebuild", "--no-pages").code == 0


def test_before_the_first_draft_there_is_none_to_publish_also_while_questions_wait(demo_desk: Served) -> None:
    client = demo_desk.signed_in()
    for path in ("/lists/next/publish", "/lists/next"):
        page = client.get(path)
        assert ("no-draft" in page.text, "draft-out-of-date" in page.text) == (
            path.endswith("publish"),
            False,
        )


def test_a_draft_that_was_made_anew_is_not_published_by_who_saw_the_old_one(draft: Served) -> None:
    one, two = draft.signed_in("Officer One"), draft.signed_in("Officer Two")
    seen = shown(one)
    draft.work.done("resolve", "E1", "--exclude", "--reason", "the organizer withdrew it")
    assert "has changed since it was made" in two.get("/lists/next").text
    late = one.get("/lists/next/publish")
    assert late.status_code == 409 and "draft-out-of-date" in late.text
    two.post("/lists/next/rate")
    refused = one.post("/lists/next/publish", {"shown": seen, "sure": "yes"})
    assert refused.status_code == 409 and "draft-out-of-date" in refused.text
    assert state(draft.work) != "published"


def test_a_draft_that_is_on_the_screen_has_been_seen_whichever_was_previewed(draft: Served) -> None:
    draft.work.done("preview")
    draft.work.done("resolve", "E1", "--exclude", "--reason", "the organizer withdrew it")
    client = draft.signed_in()
    assert "Alarms" not in text(client.get("/lists/next")).partition("The report of the list")[0]
    client.post("/lists/next/rate")
    page = client.get("/lists/next").text
    assert "draft-not-seen" not in page and 'href="/lists/next/publish"' in page
    assert "your word on" not in client.get("/lists/next/publish").text  # nobody gave any
    answer = client.post("/lists/next/publish", {"shown": shown(client), "sure": "yes"})
    assert answer.status_code == 303 and state(draft.work) == "published"


def test_whoever_is_new_on_a_list_stands_there_with_what_brought_him(published_desk: Served) -> None:
    said = text(published_desk.signed_in().get("/lists/2"))
    assert re.search(r"Wakabayama Shun new 1715 4 FIDE at joining; Koyo Weekend Cup 2026 : 4 games", said)
    assert re.search(r"Sazanamino Itsuki new 1432 4 initial rating; Koyo Weekend Cup 2026 : 4 games", said)
    assert re.search(r"Suzukage Emi new 1790 4 taken over; Tsukimi Rapid 2026 : 4 games", said)
    assert re.search(r"Kumogaki Ren 1402 1455 \+53 3 Koyo Weekend Cup", said)  # he was on the list


def test_a_list_is_not_published_before_its_period_is_over(work: Workplace) -> None:
    drafted(work)
    work.moment = datetime(2026, 10, 20, tzinfo=UTC)
    with served(work) as desk:
        client = desk.signed_in()
        page = client.get("/lists/next")
        assert "Reports can still arrive until" in page.text and "/lists/next/publish" not in page.text
        refused = client.get("/lists/next/publish")
        assert refused.status_code == 422 and "period-open" in refused.text


def test_alarms_wait_for_an_officers_word_with_a_reason(alarming: Served) -> None:
    client = alarming.signed_in()
    page = client.get("/lists/next")
    names = [unescape(n) for n in re.findall(r'name="alarm" value="([^"]+)"', page.text)]
    assert names == ["rating-jump:N90000003:standard", "rating-jump:N90000004:standard"]
    waits = client.get("/lists/next/publish")
    assert waits.status_code == 422 and "rating-jump" in waits.text
    found = re.search(r'name="shown" value="([0-9a-f]{64})"', page.text)
    assert found
    form = {"shown": found[1], "alarm": names[0]}
    assert "ruling-incomplete" in client.post("/lists/next/alarms", form).text
    form["reason"] = "two games against much stronger players"
    assert client.post("/lists/next/alarms", form).status_code == 303
    assert client.post("/lists/next/alarms", form).status_code == 303  # clicked twice
    two = alarming.signed_in("Officer Two")
    late = two.post("/lists/next/alarms", {**form, "reason": "mine"})
    assert late.status_code == 303  # it is answered: the first word stays
    query = "SELECT who, reason FROM ruling WHERE code = 'rating-jump' AND taken_back_at IS NULL"
    assert alarming.work.rows(query) == [("Officer One", form["reason"])]
    unknown = client.post("/lists/next/alarms", {**form, "alarm": "rating-jump:N90000001:standard"})
    assert unknown.status_code == 422 and "no-such-alarm" in unknown.text
    client.post("/lists/next/alarms", {**form, "alarm": names[1]})
    answer = client.post("/lists/next/publish", {"shown": shown(client), "sure": "yes"})
    assert answer.status_code == 303 and state(alarming.work) == "published"


def test_a_word_on_an_alarm_is_on_the_figures_that_were_seen(alarming: Served) -> None:
    client = alarming.signed_in()
    client.get("/lists/next")
    form = {"shown": "0" * 64, "alarm": "rating-jump:N90000003:standard", "reason": "right"}
    refused = client.post("/lists/next/alarms", form)
    assert refused.status_code == 409 and "draft-out-of-date" in refused.text
    assert alarming.work.rows("SELECT count(*) FROM ruling WHERE code = 'rating-jump'") == [(0,)]


def test_a_reader_looks_and_changes_nothing_and_a_reporter_sees_no_list(draft: Served) -> None:
    reader = draft.signed_in("Reader", Role.READER)
    page = reader.get("/lists/next")
    assert page.status_code == 200 and "Publish" not in text(page)
    assert reader.get("/lists/next/publish").status_code == 403
    for path in ("/lists/next/rate", "/lists/next/alarms", "/lists/next/publish"):
        assert reader.post(path, {"sure": "yes"}).status_code == 403
        assert reader.http.post(path, headers={"origin": draft.address.rstrip("/")}).status_code == 403
    reporter = draft.signed_in("Reporter", Role.REPORTER)
    for path in ("/lists", "/lists/next", "/lists/1", "/lists/1/members/N90000004"):
        assert reporter.get(path).status_code == 403


def test_before_the_first_list_the_page_says_what_comes_first(desk: Served) -> None:
    client = desk.signed_in()
    assert "Set up the office" in client.get("/lists").text
    refused = client.get("/lists/next")
    assert refused.status_code == 422 and "no-opening" in refused.text


def test_from_the_last_question_to_the_published_list_in_a_browser(demo_desk: Served, opened: Opener) -> None:
    page = opened()
    page.goto("/questions/next")
    for key in ("2", "g", "2", "2"):
        with page.expect_navigation():
            page.keyboard.press(key)
    page.get_by_role("link", name="Lists").click()
    page.get_by_role("link", name="The next list as it would be now").click()
    page.get_by_role("button", name="Work it out").click()
    page.get_by_role("link", name="Publish …").click()
    page.get_by_role("button", name=re.compile("^Publish the list of")).click()
    assert "/lists/next/publish" in page.url  # the browser asks for the tick
    page.get_by_label("I have checked it. Publish it").check()
    page.get_by_role("button", name=re.compile("^Publish the list of")).click()
    page.wait_for_url("**/lists/*?done=published")
    expect(page.get_by_text("The list is published.")).to_be_visible()
    query = "SELECT published_by FROM list_version WHERE list_date = '2026-11-01' AND state = 'published'"
    assert demo_desk.work.rows(query) == [("Officer One",)]
