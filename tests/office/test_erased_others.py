"""An erasure on request of somebody who is no member: where his marks may stand afterwards is said by hand
(docs/privacy.md)."""

from __future__ import annotations

import json
from datetime import UTC, datetime

import pytest
from sqlalchemy.exc import DatabaseError

from office.database.engine import transaction
from tests.importer.invented import pairing, player, reading
from tests.office.mail.shapes import mail
from tests.office.marked import LATER, bytes_of, published_rows
from tests.office.writers import CUP, REPLAY
from tests.workplace import HATA, MORI, NAMES, Workplace, once, small_federation

CLUB, OTHER = "Invented Club", "Another Circle"
HOSTS = (
    "Name,Kind,Valid,Representatives,Reporters\n"
    f"{CLUB},club,2015-04-01/,Markone Chie chie@mark.example; Keepone Eri eri@keep.example,"
    f"Hata Rin {HATA} hata@keep.example\n"
    f"{OTHER},circle,2015-04-01/,Marktwo Dan,none\n"
)
WHY = ("--yes", "--reason", "asked for it by letter")


@pytest.fixture
@once
def hosts(work: Workplace) -> Workplace:
    """Two organizers with people who are no members, one of whom stands no more, and one a member; a list was
    published on it. The first list can be corrected no more."""
    small_federation(work)
    before = HOSTS.replace("Markone Chie chie@mark.example;", "Markone Chieko chie@mark.example;")
    work.done("organizers", "import", work.file(before, "before.csv"))
    work.done("organizers", "import", work.file(HOSTS, "hosts.csv"))
    both = [player(1, NAMES[MORI], MORI), player(2, NAMES[HATA], HATA)]
    work.store(reading(both, [pairing(1, 1, 2, "1-0")], organizer=CLUB))
    work.done("rate")
    work.done("publish")
    return work


def stands(work: Workplace, *marks: str) -> set[str]:
    """Those of these marks that the database holds, in a row or anywhere in its file."""
    held = repr(work.dump()).encode() + (b"" if work.served() else bytes_of(work))
    return {mark for mark in marks if mark.encode() in held}


def people(work: Workplace) -> list[tuple[object, ...]]:
    return work.rows("SELECT name, email, known_until IS NULL FROM organizer_person ORDER BY id")


def sound(work: Workplace) -> None:
    """The chain holds, and another list can rest on it."""
    assert "all made again, the same byte for byte" in work.done("rebuild", "--no-pages").out
    work.moment = LATER
    work.done("rate")
    work.done("publish")
    work.done("rebuild", "--no-pages")


def test_who_stands_with_an_organizer_without_an_id_is_erased_by_the_address(hosts: Workplace) -> None:
    work = hosts
    work.done("notices", "stop", "chie@mark.example")
    before = published_rows(work)
    marks = ("Markone", "Chieko", "chie@mark.example")
    assert stands(work, *marks) == {*marks}
    work.moment = LATER
    said = work.done("members", "erase", "Chie@mark.example", *WHY)
    assert "2 rows were emptied" in said.out
    assert stands(work, *marks) == set()
    empty, kept = (None, None, 0), ("Keepone Eri", "eri@keep.example", 1)
    member = ("Hata Rin", "hata@keep.example", 1)
    assert sorted(people(work), key=str) == sorted(
        [empty, kept, member, ("Marktwo Dan", None, 1), empty], key=str
    )
    assert published_rows(work) == before
    sound(work)
    assert "chie@mark.example" not in work.done("notices", "people").out
    for subject, reason in work.rows("SELECT subject, reason FROM ruling WHERE kind = 'erasure'"):
        assert set(json.loads(subject)) == {"organizer", "row"} and reason == "asked for it by letter"
    ((number,),) = work.rows("SELECT min(id) FROM ruling WHERE kind = 'erasure'")
    problem = work.run("resolve", "--take-back", number, "--reason", "a slip").problem()
    assert problem["code"] == "erased-for-good"
    again = work.run("members", "erase", "chie@mark.example", *WHY).problem()
    assert again["code"] == "nobody-to-erase"


def test_who_is_known_by_a_name_alone_is_erased_among_the_people_of_the_organizer(hosts: Workplace) -> None:
    work = hosts
    namesake = HOSTS.replace("eri@keep.example,", "eri@keep.example; Marktwo Dan,")
    work.done("organizers", "import", work.file(namesake, "namesake.csv"))
    assert work.run("members", "erase", "Marktwo Dan", *WHY).problem()["code"] == "no-such-member"
    nobody = work.run("members", "erase", "Marktwo Dan", "--organizer", "No Club", *WHY).problem()
    assert (nobody["code"], nobody["place"]) == ("no-such-organizer", "--organizer")
    work.done("members", "erase", "Dan Marktwo", "--organizer", OTHER, *WHY)
    assert work.done("organizers", "list").out.count("Marktwo Dan") == 1
    assert people(work).count((None, None, 0)) == 1
    sound(work)


def test_a_member_among_the_people_is_not_erased_by_the_address_alone(hosts: Workplace) -> None:
    """It is somebody else's who asks, or the member's: that one is erased by the ID."""
    before = people(hosts)
    assert hosts.run("members", "erase", "hata@keep.example", *WHY).problem()["code"] == "nobody-to-erase"
    assert people(hosts) == before


def test_a_row_that_nobody_decided_to_erase_is_missed_also_where_another_was_erased(hosts: Workplace) -> None:
    work = hosts
    work.done("members", "erase", "chie@mark.example", *WHY)
    assert "chain-differs" not in work.run("doctor").all
    with transaction(work.engine()) as session:
        text = "UPDATE organizer_person SET name = NULL, email = NULL WHERE email = 'eri@keep.example'"
        session.connection().exec_driver_sql(text)
    assert "chain-differs" in [one["code"] for one in work.run("doctor").problems()]


def pasted(work: Workplace) -> None:
    """A mail pasted into `banzuke import`: its text is kept with the report."""
    text = mail(f"Good morning, see {CUP}", sender=b"Markmail Gen <gen@mark.example>")
    work.done("import", work.file(text, "pasted.eml"), "--reported", "2026-10-05", *REPLAY)
    work.resolve("E1", "--exclude")


def test_the_text_of_a_mail_that_was_pasted_is_erased_once_its_list_is_closed(work: Workplace) -> None:
    small_federation(work)
    pasted(work)
    work.done("rate")
    early = work.run("members", "erase", "gen@mark.example", *WHY).problem()
    assert early["code"] == "erasure-too-early" and early["place"].startswith("E1 ")
    work.done("publish")
    work.moment = datetime(2027, 3, 2, 1, tzinfo=UTC)
    asked = "SELECT reference, text, reporter FROM report"
    ((reference, text, reporter),) = work.rows(asked)
    assert "Markmail" in text and reporter == "gen@mark.example"
    with pytest.raises(DatabaseError), transaction(work.engine()) as session:
        session.connection().exec_driver_sql("UPDATE report SET text = NULL")
    work.done("members", "erase", "gen@mark.example", *WHY)
    assert work.rows(asked) == [(reference, None, "gen@mark.example")]
    work.done("retention", "--sender", "GEN@mark.example", "--yes")
    assert work.rows(asked) == [(reference, None, None)]
    assert stands(work, "mark.example", "Markmail") == set()
    sound(work)


def test_such_a_decision_is_carried_to_another_office_and_one_without_its_row_is_refused(
    hosts: Workplace,
) -> None:
    work = hosts
    work.done("members", "erase", "chie@mark.example", *WHY)
    file = work.folder.parent / "rulings.json"
    work.done("rulings", "export", file)
    assert b"mark" not in file.read_bytes().lower()
    told = json.loads(file.read_text("utf-8"))
    before = work.rows("SELECT * FROM ruling ORDER BY id")
    work.done("rulings", "import", file)
    assert work.rows("SELECT * FROM ruling ORDER BY id") == before
    (one, *_) = [r for r in told["rulings"] if r["kind"] == "erasure"]
    one["subject"]["row"] = "chie@mark.example"
    refused = work.run("rulings", "import", work.file(json.dumps(told), "other.json")).problem()
    assert "subject, row" in refused["place"]
