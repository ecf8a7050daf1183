"""Settings, accounts with what lets them in, jobs and notices: a row that is changed, put in or taken out
past the program is named with what to do, on both databases; what the program does itself, never. What was
changed is said by hand."""

from __future__ import annotations

import json
import re
from datetime import timedelta
from typing import Any

from sqlmodel import Session

from office.accounts.passwords import password_hash
from office.accounts.people import link, named
from office.accounts.sessions import account_of, begin, change_password, exchange, seen, sign_in
from office.database.engine import look, transaction
from office.journal.held import TABLES, changed_past
from office.journal.note import HELD
from office.rebuild.run import journal_faults
from tests.office.chained import Chained
from tests.office.test_noted import behind
from tests.web.conftest import PASSWORD
from tests.workplace import MORI, Workplace

SECRET = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP"
ADDRESS = "ono@club.example"


def faults(work: Workplace) -> list[tuple[str, str, str, str]]:
    with look(work.engine()) as session:
        return told_of(session)


def told_of(session: Session) -> list[tuple[str, str, str, str]]:
    return [(p.place, p.expected, p.found, p.remedy) for p in journal_faults(session)]


def remarks(work: Workplace) -> list[tuple[str, str]]:
    with look(work.engine()) as session:
        return [(p.code, p.place) for p in changed_past(session)]


def entries(work: Workplace) -> list[Any]:
    rows = work.rows("SELECT now FROM journal WHERE kind = 'held' ORDER BY id")
    return [json.loads(now) for (now,) in rows]


def all_at_work(work: Workplace) -> str:
    """Something in every table; the token of somebody who is signed in."""
    work.done("account", "add", "Second", "--role", "reporter")
    work.done("account", "add", "Third")
    work.done("account", "token", "Second", "club site")
    work.done("jobs", "on", "poll")
    work.done("notices", "on", "read")
    work.done("notices", "address", ADDRESS, "--officer")
    work.done("contact", "rating@office.example")
    with transaction(work.engine()) as session:
        third = named(session, "Third")
        third.second = SECRET
        return begin(session, third, browser="A Browser", now=work.moment)


CHANGES: dict[str, tuple[str, str]] = {
    "a setting": ("UPDATE setting SET value = 'x' WHERE name = 'contact'", "setting contact"),
    "a role": ("UPDATE account SET role = 'administrator' WHERE name = 'Third'", "account Third"),
    "a password": ("UPDATE account SET password = 'x' WHERE name = 'Third'", "account Third"),
    "no authenticator any more": ("UPDATE account SET second = NULL WHERE name = 'Third'", "account Third"),
    "who made an account": ("UPDATE account SET made_by = 'x' WHERE name = 'Third'", "account Third"),
    "another name": ("UPDATE account SET name = 'Fourth' WHERE name = 'Third'", "account Fourth"),
    "a token that was made": (
        "INSERT INTO account_session (account_id, token_sha256, made_at, seen_at, ends_at, browser)"
        " SELECT account_id, 'x', made_at, seen_at, ends_at, browser FROM account_session WHERE id = 1",
        "account_session 3 of Second",
    ),
    "a token that stands longer": (
        "UPDATE account_session SET ends_at = '2099-01-01' WHERE id = 1",
        "account_session 1 of Second",
    ),
    "a token of another secret": (
        "UPDATE account_session SET token_sha256 = 'x' WHERE id = 1",
        "account_session 1 of Second",
    ),
    "a token that is gone": ("DELETE FROM account_session WHERE id = 1", "account_session 1"),
    "a session of somebody else": (
        "UPDATE account_session SET account_id = (SELECT id FROM account WHERE name = 'Second') WHERE id = 2",
        "account_session 2 of Second",
    ),
    "a link": (
        "INSERT INTO account_link (account_id, token_sha256, made_at, ends_at)"
        " SELECT account_id, 'x', made_at, ends_at FROM account_link WHERE id = 1",
        "account_link 3 of Second",
    ),
    "a link that stands longer": ("UPDATE account_link SET ends_at = '2099-01-01' WHERE id = 1",
                                  "account_link 1 of Second"),
    "a job's hour": ("UPDATE job SET schedule = '1 1 * * *' WHERE name = 'poll'", "job poll"),
    "a job's words": ("UPDATE job SET words = '[\"x\"]' WHERE name = 'poll'", "job poll"),
    "who changed a job": ("UPDATE job SET changed_by = 'x' WHERE name = 'poll'", "job poll"),
    "a kind": ("UPDATE notice_kind SET since = '2020-01-01' WHERE name = 'read'", "notice_kind read"),
    "an address": ("UPDATE notice_recipient SET address = 'x@club.example'", "notice_recipient 1"),
    "a member's address": (
        f"UPDATE notice_recipient SET member_id = (SELECT id FROM member WHERE federation_id = '{MORI}')",
        "notice_recipient 1",
    ),
    "an address more": (
        "INSERT INTO notice_recipient (address, officer, changed_by, changed_at)"
        " SELECT 'x@club.example', officer, changed_by, changed_at FROM notice_recipient",
        "notice_recipient 2",
    ),
    "an address gone": ("DELETE FROM notice_recipient", "notice_recipient 1"),
}  # fmt: skip


def test_a_row_that_was_changed_past_the_program_is_named_with_what_to_do(both: Workplace) -> None:
    all_at_work(both)
    assert faults(both) == []
    for change, (statement, place) in CHANGES.items():
        with Chained(both.folder).altered(statement) as session:
            found = told_of(session)
        assert [one[0] for one in found].count(place) == 1, change
        assert len(found) == (2 if change == "another name" else 1), change
        assert all("see who can write the database; " in remedy for *_rest, remedy in found), change
        told = " ".join(text for one in found for text in one)
        assert "club.example" not in told and SECRET not in told, change
    assert faults(both) == []


WITHOUT_A_HAND = (
    "UPDATE account SET second_used = 7",
    "UPDATE account_session SET seen_at = '2026-11-02 05:00:00+00:00'",
    "UPDATE job SET beat = 9, attempt = 2, holder = 'x', late_since = '2026-11-02 05:00:00+00:00'",
)


def test_what_the_program_notes_while_nobody_changes_anything_is_not_held(both: Workplace) -> None:
    all_at_work(both)
    behind(both.engine(), *WITHOUT_A_HAND)
    assert faults(both) == []


def test_what_the_program_does_itself_is_no_fault(both: Workplace) -> None:
    all_at_work(both)
    engine, moment = both.engine(), both.moment

    def writing() -> Any:
        return transaction(engine)

    with writing() as session:
        code = link(session, named(session, "Second"), now=moment)
    at: Any = {"address": "127.0.0.1", "browser": "A Browser", "now": moment}
    exchange(writing, code, **at)
    before = len(entries(both))
    with writing() as session:
        session.connection().execute(seen(2, moment + timedelta(hours=1)))
    assert len(entries(both)) == before
    for words in (
        ("account", "role", "Second", "reader"), ("account", "reset", "Third"),
        ("account", "revoke", "Second"), ("jobs", "change", "poll", "--schedule", "5 5 * * *"),
        ("jobs", "off", "poll"), ("notices", "off", "read"), ("notices", "stop", ADDRESS),
        ("notices", "allow", ADDRESS), ("contact", ""), ("language", "ja"),
    ):  # fmt: skip
        both.done(*words)
    both.moment += timedelta(days=500)
    both.done("retention", "--sender", "nobody@example.jp", "--yes")
    assert both.rows("SELECT count(*) FROM account_session") == [(0,)]
    assert faults(both) == [] and remarks(both) == []


def test_nothing_of_a_row_can_be_read_from_its_entry(both: Workplace) -> None:
    token = all_at_work(both)
    with transaction(both.engine()) as session:
        named(session, "Third").password = "$argon2id$invented"
    lines = [
        line for one in entries(both) for rows in one.values() for both_ in rows.values() for line in both_
    ]
    assert len(lines) > 20 and all(line is None or re.fullmatch("[0-9a-f]{16}", line) for line in lines)
    every = json.dumps(entries(both))
    for secret in (token, SECRET, "argon2", "club.example", "office.example", "A Browser"):
        assert secret not in every
    assert {table for one in entries(both) for table in one} == set(TABLES)
    assert "held" not in both.done("journal", "--last", 500).out


def older(work: Workplace) -> None:
    """As an office whose rows are from before there were such entries."""
    behind(work.engine(), f"DELETE FROM journal WHERE kind = '{HELD}'")


def test_an_older_office_is_sound_and_held_from_its_next_command_on(both: Workplace) -> None:
    all_at_work(both)
    older(both)
    behind(both.engine(), "UPDATE notice_recipient SET address = 'early@club.example'")
    assert not [place for place, *_rest in faults(both) if "entry" not in place]
    both.done("members", "renew", MORI, "2036-04-01/2037-03-31")
    (first,) = entries(both)
    assert set(first) == set(TABLES) and all(
        met is None for rows in first.values() for met, _since in rows.values()
    )
    assert not [place for place, *_rest in faults(both) if "entry" not in place]
    behind(both.engine(), "UPDATE notice_recipient SET address = 'late@club.example'")
    assert [place for place, *_rest in faults(both) if "entry" not in place] == ["notice_recipient 1"]


def test_what_is_put_right_stays_as_a_remark_and_the_office_is_sound(both: Workplace) -> None:
    all_at_work(both)
    behind(both.engine(), "UPDATE account SET role = 'officer' WHERE name = 'Second'")
    behind(both.engine(), CHANGES["a link"][0])
    said = both.run("doctor")
    assert said.code == 1
    found = {one["place"]: one for one in said.problems() if one["code"] == "journal-differs"}
    assert set(found) == {"account Second", "account_link 3 of Second"}
    assert found["account Second"]["do"].endswith("banzuke account reset, role or revoke")
    both.done("account", "role", "Second", "reporter")
    both.done("account", "revoke", "Second", "--keep")
    said = both.done("doctor")
    assert "The office is sound" in said.out
    left = {one["place"] for one in said.problems() if one["code"] == "changed-past"}
    assert left == {"account Second", "account_link 3"}


def test_who_changes_his_password_does_not_hide_what_was_done_before(work: Workplace) -> None:
    """Somebody puts a password of his own in, signs in by it, and changes it as its owner would."""
    all_at_work(work)
    engine, now = work.engine(), work.moment
    behind(engine, "UPDATE account SET second = NULL, password = '{}' WHERE name = 'Third'".format(
        password_hash(PASSWORD, "Third")))  # fmt: skip
    at: Any = {"address": "127.0.0.1", "now": now}
    token = sign_in(lambda: transaction(engine), "Third", PASSWORD, "", browser="x", **at)
    with look(engine) as session:
        found = account_of(session, token, now)
    assert found is not None
    assert [place for place, *_rest in faults(work)] == ["account Third"]
    change_password(lambda: transaction(engine), found[0], PASSWORD, PASSWORD + " more", **at)
    assert faults(work) == [] and remarks(work) == [("changed-past", "account Third")]


def test_only_who_changes_such_a_row_writes_such_an_entry(work: Workplace) -> None:
    work.done("jobs", "on", "poll")
    before = len(entries(work))
    work.done("members", "add", "N90000099", "Nagai Ren")
    assert len(entries(work)) == before
    work.moment += timedelta(hours=1)
    work.done("jobs", "off", "poll")
    assert [set(one) for one in entries(work)[before:]] == [{"job"}]
