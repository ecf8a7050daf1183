"""Entries merged, parted again and kept apart at the desk; the same as by the commands."""

from __future__ import annotations

import re
from datetime import UTC, datetime

import pytest

from tests.office.test_merge import AGAIN, federation, game, on_list
from tests.office.test_merge_lists import carried
from tests.web.conftest import Served
from tests.web.test_lists import text
from tests.web.test_member_changes import form_of
from tests.workplace import HATA, MORI, Workplace

STANDS = "SELECT kind, value, reason, who FROM ruling WHERE taken_back_at IS NULL"
WHY = "one birth certificate"
MARK = re.compile(r'name="mark" value="([0-9a-f]{16})"')


def test_two_entries_are_merged_after_a_look_and_parted_again(work: Workplace, desk: Served) -> None:
    """By hand as in tests/office/test_merge.py: Hata 1500 loses to Mori 1700, D 200: −4.80, 111 games."""
    federation(work)
    work.store(game(MORI, AGAIN, "1-0"))
    client = desk.signed_in()
    pairs = client.get("/members/duplicates")
    assert f'href="/members/merge?gone={AGAIN}&amp;into={HATA}"' in pairs.text
    assert "the same name" in text(pairs)
    before = work.dump()
    look = client.get(f"/members/merge?gone={AGAIN}&into={HATA}")
    assert f"{AGAIN} has 1520 (10 games)" in text(look) and "theirs too: Open 1400001" in text(look)
    assert work.dump() == before
    form = {**form_of(client, f"/members/merge?gone={AGAIN}&into={HATA}"), "reason": WHY}
    marks, _tick = MARK.findall(look.text), form.pop("anyway")
    refused = client.post("/members/merge", {**form, "mark": marks})
    assert refused.status_code == 422 and "merge-ratings-differ" in refused.text
    done = client.post("/members/merge", {**form, "mark": marks, "anyway": "yes"})
    assert done.headers["location"] == f"/members/{HATA}?done=1"
    assert work.rows(STANDS) == [("merge", HATA, WHY, "Officer One")]
    page = client.get(f"/members/{HATA}?done=1")
    assert "Undo" in text(page) and f"{AGAIN} Hata Rin was merged into this entry" in text(page)
    assert f'href="/members/{AGAIN}"' in page.text
    assert "</bdi> <form" in page.text.replace("\n", "") and 'aria-label="Take decision 1 back"' in page.text
    assert f'href="/members/{HATA}"' in client.get(f"/members/{AGAIN}").text
    assert "Open 1400001" in text(page)
    work.done("rate")
    assert on_list(work)[HATA] == (1495, 111)
    client.post("/decisions/take-back", {"numbers": "1", "back": f"/members/{HATA}"})
    assert work.rows(STANDS) == [] and work.rows(
        "SELECT count(*) FROM member WHERE merged_into IS NOT NULL"
    ) == [(0,)]


def test_a_look_at_a_merge_is_none_at_the_open_events(
    work: Workplace, desk: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of an office with open events that is nearly all of its time, and says nothing of what is shown."""
    federation(work)
    work.store(game(MORI, AGAIN, "1-0"))
    client = desk.signed_in()
    path = f"/members/merge?gone={AGAIN}&into={HATA}"
    before = client.get(path)
    monkeypatch.delattr("office.merge.merge.refresh")
    assert client.get(path).status_code == 200 and text(client.get(path)) == text(before)


def test_a_merge_taken_back_that_only_carried_ratings_is_named_until_it_is_corrected(
    work: Workplace, desk: Served
) -> None:
    carried(work)
    one, two = desk.signed_in(), desk.signed_in("Officer Two", language="ja")
    named = f"1 published list has {AGAIN} Hata Rin otherwise than is decided now"
    assert named not in text(one.get("/")) + text(one.get("/corrections"))
    work.done("resolve", "--take-back", "1", "--reason", "father and son")
    assert named in text(one.get("/")) and named in text(one.get("/corrections"))
    told = f"発表済みリスト1件で、{AGAIN} Hata Rinの扱いが現在の決定と異なります"
    assert told in text(two.get("/")) and told in text(two.get("/corrections"))
    assert f"なし（2026-11-01付リストでは両者が同一人物{HATA}）" in text(two.get("/lists/next"))
    work.done("correction", "publish", "--reason", "father and son")
    assert named not in text(one.get("/")) + text(one.get("/corrections"))


def test_each_reads_in_his_own_language_why_two_may_be_one(work: Workplace, desk: Served) -> None:
    federation(work)
    one, two = desk.signed_in(), desk.signed_in("Officer Two", language="ja")
    assert "the same name" in one.get("/members/duplicates").text
    assert "氏名が同じ" in two.get("/members/duplicates").text


def test_a_merge_of_entries_that_changed_since_is_not_made(work: Workplace, desk: Served) -> None:
    federation(work)
    client = desk.signed_in()
    look = client.get(f"/members/merge?gone={AGAIN}&into={HATA}").text
    marks = MARK.findall(look)
    work.register({"ID": AGAIN, "Name": "Hata Rin", "Birth": "1999-09-09"})
    form = {"gone": AGAIN, "into": HATA, "reason": "x", "anyway": "yes"}
    late = client.post("/members/merge", {**form, "mark": marks})
    assert late.status_code == 409 and "member-changed" in late.text
    without = client.post("/members/merge", form)
    assert without.status_code == 409
    assert client.get(f"/members/merge?gone={HATA}&into={HATA}").status_code == 422
    assert client.get("/members/merge?gone=&into=").status_code == 404
    assert work.rows(STANDS) == []
    marks = MARK.findall(client.get(f"/members/merge?gone={AGAIN}&into={HATA}").text)
    client.http.headers["accept-language"] = "ja"  # who reads on in another language was shown the same
    assert client.post("/members/merge", {**form, "mark": marks}).status_code == 303


def test_two_entries_are_kept_apart(work: Workplace, desk: Served) -> None:
    federation(work)
    work.moment = datetime(2026, 11, 2, 20, tzinfo=UTC)
    client = desk.signed_in()
    client.get("/members/duplicates")
    answer = client.post("/members/apart", {"gone": HATA, "into": AGAIN, "reason": "father and son"})
    assert answer.headers["location"] == "/members/duplicates?done=1"
    page = text(client.get("/members/duplicates?done=1"))
    assert "Pairs of entries that may be one person: 0" in page and "Undo" in page
    assert [row[2] for row in work.rows(STANDS)] == ["father and son"]
    assert "father and son (Officer One, 3 November 2026)" in text(client.get(f"/members/{HATA}"))
