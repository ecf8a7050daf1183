"""The journal: every change of settings, accounts and jobs with who, when and why; on both databases whoever
changes one of them behind the program is named. What was changed is said by hand."""

from __future__ import annotations

import json
import subprocess
import sys
from datetime import timedelta

import pytest
from sqlalchemy import Engine, text
from sqlalchemy.exc import DatabaseError
from sqlmodel import select

from cli.session import open_office
from importer.tables import EventRow
from office.accounts.people import add, named, set_role
from office.accounts.roles import Role
from office.chain.compare import chain_faults
from office.chain.covered import Sums, unpacked
from office.chain.link import links
from office.database.engine import look, transaction
from office.journal.acting import acts
from office.journal.note import JournalRow, head
from office.journal.view import Page, page
from office.notices.addresses import forget_addresses
from office.rebuild.run import journal_faults
from office.register.enter import renew
from office.tables import ListVersionRow, SettingRow, VersionEventRow
from office.words.formats import day
from tests.importer.invented import register_csv
from tests.office.chained import Chained
from tests.office.mail.shapes import mail
from tests.workplace import HATA, MORI, Workplace, small_federation


def entries(work: Workplace) -> list[tuple[object, ...]]:
    with look(work.engine()) as session:
        rows = session.connection().execute(
            text("SELECT who, kind, subject, now, why FROM journal WHERE kind <> 'held' ORDER BY id")
        )
        return [tuple(row) for row in rows]


def faults(engine: Engine) -> list[tuple[str, str, str]]:
    with look(engine) as session:
        return [(p.place, p.expected, p.found) for p in journal_faults(session)]


def test_whoever_acts_is_named_whatever_is_changed(work: Workplace) -> None:
    small_federation(work)
    before = len(entries(work))
    # In a process of its own, as it is typed: what a command does not load is loaded in this one.
    words = [sys.executable, "-m", "cli.main", "--office", str(work.folder), "budget", "70"]
    subprocess.run(words, check=True, capture_output=True, timeout=60)
    officer = work.done("officer").out.strip()
    work.monkeypatch.setenv("BANZUKE_OFFICER", "Officer Two")
    work.done("contact", "rating@example.org")
    work.done("budget", 80)
    work.done("account", "add", "Third")
    assert [(who, kind) for who, kind, *_ in entries(work)[before:]] == [
        (officer, "budget"),
        ("Officer Two", "setting"),
        ("Officer Two", "budget"),
        ("Officer Two", "account"),
    ]
    assert work.rows("SELECT made_by FROM account") == [("Officer Two",)]


def behind(engine: Engine, *statements: str) -> None:
    """Plain SQL past the program, by somebody who may take the triggers away."""
    with engine.begin() as connection:
        if engine.dialect.name == "sqlite":
            names = "SELECT name FROM sqlite_master WHERE type = 'trigger' AND tbl_name = 'journal'"
            for name in connection.exec_driver_sql(names).scalars().all():
                connection.exec_driver_sql(f"DROP TRIGGER {name}")
        else:
            connection.exec_driver_sql("ALTER TABLE journal DISABLE TRIGGER ALL")
        for statement in statements:
            connection.execute(text(statement))


def test_settings_accounts_jobs_and_notices_are_in_it_with_who(work: Workplace) -> None:
    before = len(entries(work))
    work.done("language", "ja")
    work.done("contact", "rating@office.example")
    work.done("jobs", "on", "poll", "--who", "Tani")
    work.done("notices", "on", "read", "--who", "Ono")
    work.done("account", "add", "Second")
    work.done("account", "role", "Second", "reader")
    told = entries(work)[before:]
    who = work.rows("SELECT value FROM setting WHERE name = 'officer'")[0][0]
    assert [one[:3] for one in told] == [
        (who, "setting", "language"), (who, "setting", "contact"), ("Tani", "job", "poll"),
        ("Ono", "notice_kind", "read"), (who, "account", "Second"), (who, "account", "Second"),
    ]  # fmt: skip
    assert told[0][3] == '{"value":"ja"}'
    assert "rating@office.example" not in json.dumps(told)
    assert json.loads(str(told[-1][3]))["role"] == "reader"
    work.done("contact", "rating@office.example")  # nothing is other than before
    work.done("jobs", "off", "poll")
    assert len(entries(work)) == before + 7
    assert faults(work.engine()) == []


def test_an_officer_who_leaves_hands_over_and_is_named_no_more(work: Workplace) -> None:
    small_federation(work)
    before = work.done("officer").out.strip()
    assert work.done("officer", " Hata Rin ", "--reason", "elected on 3 May").out == "Hata Rin\n"
    assert work.done("officer").out == "Hata Rin\n"
    who, kind, subject, now = entries(work)[-1][:4]
    assert (who, kind, subject, now) == (before, "setting", "officer", '{"value":"Hata Rin"}')
    assert f"{before}: setting officer: Hata Rin\n    elected on 3 May\n" in work.done("journal").out
    # Whatever is done from then on is his, and so are the letters that the office drafts.
    work.done("contact", "rating@office.example")
    assert "Hata Rin: setting contact" in work.done("journal").out
    work.done("inbox", work.file(mail("Good morning."), "one.eml"))
    draft = work.done("inbox", "reply", "M1").out
    assert "Hata Rin" in draft and before not in draft
    assert work.run("officer", " ").problem()["code"] == "nobody"
    assert faults(work.engine()) == []


def test_tokens_and_addresses_for_notices_are_in_it_and_lead_to_nobody(both: Workplace) -> None:
    before = len(entries(both))
    both.done("notices", "address", "ono@club.example", "--officer", "--lang", "ja", "--who", "Ono")
    both.done("notices", "address", "mori@club.example", "--member", MORI)
    both.done("notices", "stop", "ono@club.example", "--who", "Tani")
    both.done("notices", "stop", "ono@club.example", "--who", "Hata")  # nothing is other than before
    both.done("account", "add", "Second")
    token = both.done("account", "token", "Second", "club site").out.split()[-1]
    officer = entries(both)[0][0]
    told = [one for one in entries(both)[before:] if one[1] != "account"]
    numbers = [one[2] for one in told[:3]]
    assert numbers[0] == numbers[2] != numbers[1]
    assert [(who, kind) for who, kind, *_rest in told] == [
        ("Ono", "notice_recipient"), (officer, "notice_recipient"), ("Tani", "notice_recipient"),
        (officer, "token"),
    ]  # fmt: skip
    assert "stopped_at" in str(told[2][3]) and told[3][2:4] == (
        "Second",
        '{"program":"club site","revoked":false}',
    )
    every = json.dumps(entries(both))
    assert "club.example" not in every and token not in every and MORI not in str(told[1])
    both.done("account", "revoke", "Second")
    assert entries(both)[-1][1:4] == ("token", "Second", '{"program":"club site","revoked":true}')
    out = both.done("journal").out
    assert f"address {numbers[0]} for notices: ja, an officer, wants none" in out
    assert f"address {numbers[1]} for notices: a member" in out
    assert "token of Second: club site, made" in out and "token of Second: club site, taken back" in out
    assert f"{numbers[0]} ono@club.example: " in both.done("notices", "people").out
    both.done("notices", "address", "ono@club.example")
    both.done("notices", "allow", "ono@club.example")
    assert f"address {numbers[0]} for notices: nothing more is known" in both.done("journal").out
    with transaction(both.engine()) as session:
        forget_addresses(session, ["ono@club.example"], both.moment)
    assert f"address {numbers[0]} for notices: gone" in both.done("journal").out
    assert faults(both.engine()) == []


def test_rows_from_before_such_entries_are_no_fault(work: Workplace) -> None:
    work.done("notices", "address", "ono@club.example", "--officer")
    behind(work.engine(), "DELETE FROM journal WHERE kind IN ('notice_recipient', 'held')")
    assert faults(work.engine()) == []


def test_each_draft_is_in_it_and_an_event_shows_the_lists_that_hold_it(chained: Chained) -> None:
    with look(chained.engine) as session:
        held = select(VersionEventRow.event_key, ListVersionRow.list_date).join(ListVersionRow)
        key, list_date = session.exec(held.where(ListVersionRow.state == "published")).first() or ("", None)
        number = session.exec(select(EventRow.id).where(EventRow.key == key)).one()
        drafts = session.exec(select(JournalRow).where(JournalRow.kind == "draft")).all()
        assert str(list_date) in {one.subject for one in drafts}
        assert all(len(json.loads(one.now)["text"]) == 64 and one.who for one in drafts)
        of_event = [one.what for one in page(session, event=f"E{number}", last=500).entries]
        whole = [one.what for one in page(session, last=500).entries]
    assert [what for what in of_event if what.startswith("published: list of ")]
    others = {what for what in whole if what.startswith("published: list of ")} - set(of_event)
    assert any("1 October 2026" in what for what in others), "the first list holds no event"
    assert any(what.startswith(f"draft of the list of {day(list_date)}: SHA-256 ") for what in whole)


def test_a_draft_that_is_made_anew_as_it_was_has_no_entry(work: Workplace) -> None:
    small_federation(work)
    work.done("rate")
    work.done("rate")
    work.done("rule", "adjustment", MORI, "--points=10", "--reference", "Board", "--reason", "so")
    work.done("rate")
    assert [one[1] for one in entries(work)].count("draft") == 2


def test_no_password_stands_in_it(work: Workplace) -> None:
    with transaction(work.engine()) as session:
        acts("Mori", "by letter")
        row = add(session, "Second", Role.OFFICER, who="a test", now=work.moment)
        session.flush()
        row.password, row.second = "$argon2id$invented", "INVENTEDSECRET"
        session.add(row)
    (who, _kind, _subject, now, why) = entries(work)[-1]
    assert (who, why) == ("Mori", "by letter")
    assert "argon2" not in str(now) and "INVENTED" not in str(now)
    assert json.loads(str(now)).keys() == {"role", "made_by", "password", "second"}


def test_the_reason_of_a_decision_stands_beside_what_it_changed(work: Workplace) -> None:
    small_federation(work)
    work.done("rate")
    work.done("preview", "--alarm-games", "7", "--reason", "a long event")
    assert entries(work)[-1][1:] == ("setting", "alarm-games", '{"value":"7"}', "a long event")


def test_what_is_only_looked_at_is_not_in_it(work: Workplace) -> None:
    before = entries(work)
    with look(work.engine()) as session:
        session.add(SettingRow(name="language", value="ja"))
        session.flush()
    assert entries(work) == before


CHANGES = {
    "a setting": ("UPDATE setting SET value = 'Somebody' WHERE name = 'officer'", "setting officer"),
    "a new setting": ("INSERT INTO setting (name, value) VALUES ('language', 'ja')", "setting language"),
    "a setting gone": ("DELETE FROM setting WHERE name = 'officer'", "setting officer"),
    "a role": ("UPDATE account SET role = 'administrator' WHERE name = 'Second'", "account Second"),
    "a password": ("UPDATE account SET password = 'x' WHERE name = 'Second'", "account Second"),
    "an entry": ("UPDATE journal SET who = 'Somebody' WHERE id = 2", "journal, entry 2"),
    "an entry's moment": (
        "UPDATE journal SET at = '2020-01-01 00:00:00+00:00' WHERE id = 2",
        "journal, entry 2",
    ),
    "an entry gone": ("DELETE FROM journal WHERE id = 2", "journal, entry 2"),
    "the newest entry gone": (
        "DELETE FROM journal WHERE id = (SELECT max(id) FROM journal)",
        "account Second",
    ),
}


@pytest.mark.parametrize("name", CHANGES)
def test_a_change_behind_the_program_is_named(both: Workplace, name: str) -> None:
    engine = both.engine()
    with transaction(engine) as session:
        acts("Mori")
        add(session, "Second", Role.READER, who="a test", now=both.moment)
        session.flush()
        set_role(session, named(session, "Second"), Role.OFFICER)
    assert faults(engine) == []
    statement, place = CHANGES[name]
    behind(engine, statement)
    assert place in [found[0] for found in faults(engine)]


def test_the_database_itself_lets_no_entry_be_changed(both: Workplace) -> None:
    for statement in ("UPDATE journal SET who = 'x'", "DELETE FROM journal"):
        with pytest.raises(DatabaseError), both.engine().begin() as connection:
            connection.execute(text(statement))


@pytest.mark.parametrize("database", ["sqlite", "postgresql"])
def test_published_lists_cover_the_journal(offices: dict[str, Chained], database: str) -> None:
    with look(offices[database].engine) as session:
        covered = [unpacked(link.ledger).get("journal", Sums()) for link in links(session)]
        rows = session.connection().execute(text("SELECT count(*) FROM journal")).scalar_one()
    # others wrote into this office since its last list
    assert 0 < sum(len(part.rows) for part in covered) <= rows


def test_a_journal_written_anew_meets_the_chain(work: Workplace) -> None:
    """Each head follows on the one before it, as if the other officer had always been there."""
    small_federation(work)
    engine = work.engine()
    with look(engine) as session:
        rows = session.connection().execute(text("SELECT * FROM journal ORDER BY id")).mappings().all()
        typed = session.exec(select(JournalRow).order_by(JournalRow.id)).all()  # type: ignore[arg-type]
    before, statements = "", []
    for row, one in zip(rows, typed, strict=True):
        before = head(before, {**row, "at": one.at, "who": "Somebody"})
        statements.append(f"UPDATE journal SET who = 'Somebody', head = '{before}' WHERE id = {row['id']}")
    behind(engine, *statements)
    assert faults(engine) == []
    with look(engine) as session:
        named = [p.place for p in chain_faults(session)]
    assert f"list of 2026-10-01, version 1, journal {rows[0]['id']}" in named
    assert work.run("doctor").code != 0


def told(work: Workplace, **asked: object) -> Page:
    with look(work.engine()) as session:
        return page(session, **asked)  # type: ignore[arg-type]


def test_an_entry_says_what_stands_since_and_no_secret(work: Workplace) -> None:
    work.done("jobs", "on", "poll")
    work.done("contact", "rating@office.example")
    work.done("account", "add", "Second")
    work.done("account", "revoke", "Second")
    out = work.done("journal").out
    for line in ("job poll: on, daily at 6:17 and 18:17", "setting contact: sha256:",
                 "account Second: officer\n", "account Second: officer, closed"):  # fmt: skip
        assert line in out
    assert "rating@" not in out


def test_it_is_seen_by_member_event_and_officer(both: Workplace) -> None:
    work = both
    first = next(p for p in work.problems() if p.code == "member-unknown")
    work.resolve(first, "--no-member", reason="a guest from abroad")
    work.done("rule", "adjustment", MORI, "--points=7", "--reference", "Board 3", "--who", "Tani",
              "--reason", "as the Board decided")  # fmt: skip
    of_mori = [one.what for one in told(work, member=MORI).entries]
    assert any("adjustment" in what for what in of_mori)
    assert any(what.startswith(f"register: {MORI}, Name") for what in of_mori)
    assert not any(HATA in what for what in of_mori)
    of_event = told(work, event="E1").entries
    assert [one.why for one in of_event if one.why] == ["a guest from abroad"]
    assert any(one.what.startswith("event read: E1") for one in of_event)
    by_tani = told(work, by="Tani").entries
    assert [(one.who, one.why) for one in by_tani] == [("Tani", "as the Board decided")]
    out = work.done("journal", "--by", "Tani").out
    assert "Tani: decision" in out and "    as the Board decided" in out
    for wrong in (("--member", "N99999999"), ("--event", "E99"), ("--after", "yesterday")):
        assert work.run("journal", *wrong).code == 1


def test_a_fact_is_called_as_its_column_and_where_it_is_from_in_the_readers_language(work: Workplace) -> None:
    small_federation(work)
    work.done("members", "add", "N90000099", "Aki Mori", "2026-04-01/2027-03-31", "--birth", "1990-02-03")
    of_aki = work.done("--lang", "ja", "journal", "--member", "N90000099").out
    assert "会員名簿：N90000099、生年月日\n    Invented Officerが登録\n" in of_aki and "born" not in of_aki
    whole = work.done("--lang", "ja", "journal").out
    assert "Invented Officerが登録" in whole and "entered by" not in whole


def test_pages_follow_on_each_other_without_a_gap(work: Workplace) -> None:
    small_federation(work)
    for number in range(7):
        if number % 3 == 0:
            work.moment += timedelta(minutes=1)
        work.done("rule", "rating-gap", 400 + number, "--reason", f"no {number}")
    whole = told(work, last=500)
    assert whole.after is None and len(whole.entries) > 10
    for size in (1, 2, 3):
        found, after = [], ""
        while True:
            part = told(work, last=size, after=after)
            found += part.entries
            if part.after is None:
                break
            after = part.after
        assert found == list(whole.entries)


def of_register(work: Workplace) -> list[tuple[object, ...]]:
    return [(who, source, now) for who, kind, source, now, _why in entries(work) if kind == "register"]


def test_who_changed_the_register_is_in_it_and_how_many_members(both: Workplace) -> None:
    (register,) = [one for one in of_register(both) if one[1] == "register.csv"]
    officer = register[0]
    assert officer and register == (officer, "register.csv", '{"members":5}')
    before = len(of_register(both))
    both.moment += timedelta(days=1)
    with open_office(both.folder).writing() as session:
        acts("Ono", "by letter")
        renew(session, MORI, ["2036-04-01/2037-03-31"], who="Ono", now=both.moment)
    assert of_register(both)[before:] == [("Ono", "entered by Ono", '{"members":1}')]
    with look(both.engine()) as session:
        whole = [(e.who, e.what) for e in page(session).entries]
        assert ("Ono", "register: 1 member") in whole and (officer, "register: 5 members") in whole
        assert not [what for _who, what in whole if what.startswith("register: ") and "fact" in what]
        (his,) = page(session, member=MORI, by="Ono").entries
        assert his.who == "Ono" and his.what.endswith("1 April 2036 to 31 March 2037")
        assert {e.who for e in page(session, member=MORI).entries if "Name" in e.what} == {officer}
        assert [e.what for e in page(session, by="Ono").entries] == ["register: 1 member"]


def test_a_register_that_stays_as_it_is_has_no_entry(work: Workplace) -> None:
    members = [{"ID": MORI, "Name": "Mori Sora"}, {"ID": HATA, "Name": "Hata Rin"}]
    work.register(*members)
    before = of_register(work)
    assert [now for *_who, now in before] == ['{"members":2}']
    work.register(*members)
    other = work.file(register_csv([{"ID": MORI, "Name": "Mori Umi"}]))
    work.done("members", "import", other, "--dry-run")
    assert work.run("members", "renew", MORI, "no days").code
    assert of_register(work) == before


def test_what_was_stored_before_who_did_it_was_kept_is_shown_without(work: Workplace) -> None:
    small_federation(work)
    behind(work.engine(), "DELETE FROM journal WHERE kind = 'register'")
    with look(work.engine()) as session:
        (entry,) = [e for e in page(session).entries if e.what.startswith("register")]
        assert (entry.who, entry.why) == ("", "register.csv") and entry.what.endswith("facts")
