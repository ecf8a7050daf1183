"""Who reported, when the report came by mail (4(2)): an authorised sender, a stranger, and the answers."""

from __future__ import annotations

import json
import shutil
import zipfile
from dataclasses import replace

import pytest

from tests.office.mail.shapes import mail
from tests.office.mail.test_reply import drafted
from tests.office.test_who import ASKED, asked
from tests.publication.site import LINK, event, uploaded, with_result
from tests.standin.server import Standin
from tests.workplace import Workplace

CLUB = "Invented Chess Club"
MEMBER = event().entrants[0].national_id
OTHER = event().entrants[1].national_id
RAN = event().entrants[2].national_id
PEOPLE = f"""\
Name,Kind,Valid,Representatives,Reporters,In charge
{CLUB},club,2020-04-01/,Club Secretary Club@Example.jp,Oki Tsubame {MEMBER} oki@example.jp 2026-04-01/,{RAN}
"""
STRANGER = b"Somebody Else <stranger@example.net>"


def entered(desk: Workplace, text: str = PEOPLE) -> None:
    desk.done("organizers", "import", desk.file(text, "organizers.csv"))


def came(desk: Workplace, sender: bytes = b"Invented Club <club@example.jp>", number: int = 1) -> None:
    message_id = f"<{number}@example.jp>".encode()
    desk.done("inbox", desk.file(mail(sender=sender, message_id=message_id), f"report-{number}.eml"))


@pytest.mark.parametrize("sender", [b"club@example.jp", b"Oki <OKI@example.jp>", b'"X, Y" <Club@EXAMPLE.jp>'])
def test_a_mail_of_the_organizer_or_of_whom_he_authorised_asks_nothing(
    desk: Workplace, sender: bytes
) -> None:
    entered(desk)
    came(desk, sender)
    assert asked(desk) == []


def test_an_office_that_entered_nobody_is_asked_of_no_sender(desk: Workplace) -> None:
    came(desk, STRANGER)
    assert asked(desk) == []
    assert "nobody who reports for organizers" in desk.done("status").out


def test_a_stranger_is_asked_about_and_no_list_waits_for_the_answer(desk: Workplace) -> None:
    entered(desk)
    came(desk, STRANGER)
    shown = desk.the("reporter-not-authorised")
    assert not shown.blocks
    assert shown.place.endswith("mail M1")
    assert shown.expected == "the organizer, or a member whom he authorised (4(2))"
    assert "the sender of the mail, “Somebody Else”" in shown.found
    assert "reported by   Somebody Else, the sender of M1" in desk.done("events", "E1").out
    assert f"banzuke resolve P{shown.id} --authorised ID" in desk.done("problems", "E1").out
    assert f"  {CLUB}: whether the reporter of E1 may report for it" in desk.done("status").out
    desk.done("rate")
    desk.done("publish")


def test_one_answer_holds_for_whatever_the_stranger_reports_for_this_organizer(desk: Workplace) -> None:
    entered(desk)
    came(desk, STRANGER)
    question = desk.the("reporter-not-authorised")
    lines = desk.done("problems", "--next").out
    assert f"banzuke resolve P{question.id} --authorised ID" in lines
    said = desk.resolve(question, "--authorised", OTHER, reason="the club's chairman wrote so").out
    assert f"organizer-person as {OTHER}" in said
    assert f": reports for “{CLUB}” from now on" in said
    assert asked(desk) == []
    desk.done(
        "inbox",
        desk.file(mail(LINK.format(9900002), sender=STRANGER, message_id=b"<2@example.jp>"), "second.eml"),
    )
    assert desk.rows("SELECT count(*) FROM event") == [(2,)]
    assert asked(desk) == []
    settled = [p for p in desk.problems("settled") if p.code == "reporter-not-authorised"]
    assert [p.event_key for p in settled] == ["chess-results:9900001", "chess-results:9900002"]
    desk.done("resolve", "--take-back", settled[0].ruling_id, "--reason", "the chairman is another one")
    assert asked(desk) == ["reporter-not-authorised"] * 2


def test_the_answer_can_be_that_he_is_the_organizer_himself(desk: Workplace) -> None:
    entered(desk)
    came(desk, STRANGER)
    desk.resolve(desk.the("reporter-not-authorised"), "--authorised", "organizer")
    assert asked(desk) == []


def test_whoever_is_authorised_has_to_be_a_member_on_the_day_he_reports(desk: Workplace) -> None:
    entered(desk)
    desk.register({"ID": "N90009999", "Name": "Gone Member", "Memberships": "2025-04-01/2026-03-31"})
    came(desk, STRANGER)
    desk.resolve(desk.the("reporter-not-authorised"), "--authorised", "N90009999")
    shown = desk.the("reporter-not-a-member")
    assert shown.found.endswith("N90009999 Gone Member has no membership on 2026-10-05")
    desk.register({"ID": "N90009999", "Name": "Gone Member", "Memberships": "2025-04-01/2027-03-31"})
    assert asked(desk) == []


def test_an_answer_that_cannot_be_is_refused_and_says_what_can(desk: Workplace) -> None:
    entered(desk)
    came(desk, STRANGER)
    question = desk.the("reporter-not-authorised")
    for words, code in (
        (("--authorised", "nobody"), "no-such-member"),
        (("--authorised", "no-member"), "person-of-organizer"),
        (("--run-by", "organizer"), "no-such-member"),
    ):
        said = desk.run("resolve", f"P{question.id}", *words, "--reason", "x")
        assert said.problem()["code"] == code
    said = desk.run("resolve", "E1", "--authorised", OTHER, "--reason", "x")
    assert said.problem()["code"] == "decision-does-not-fit"
    assert desk.rows("SELECT count(*) FROM ruling") == [(0,)]


def test_who_really_reported_can_be_said_of_one_event(desk: Workplace) -> None:
    entered(desk)
    came(desk, STRANGER)
    question = desk.the("reporter-not-authorised")
    desk.resolve(question, "--reported-by", OTHER)
    assert [p.found.split(",")[0] for p in desk.problems() if p.code in ASKED] == [OTHER]
    desk.resolve("E1", "--reported-by", MEMBER)
    assert asked(desk) == []
    assert f"{MEMBER}" in desk.done("events", "E1").out


def test_a_second_mail_of_the_organizer_for_the_same_link_is_enough(desk: Workplace) -> None:
    entered(desk)
    came(desk, STRANGER)
    assert asked(desk) == ["reporter-not-authorised"]
    came(desk, number=2)
    assert asked(desk) == []


def test_whom_the_organizer_authorised_no_longer_is_asked_about(desk: Workplace) -> None:
    entered(desk, PEOPLE.replace("2026-04-01/", "2026-04-01/2026-10-04"))
    came(desk, b"oki@example.jp")
    assert asked(desk) == ["reporter-not-authorised"]


def test_the_people_of_another_organizer_do_not_report_for_this_one(desk: Workplace) -> None:
    entered(desk, PEOPLE.replace(f"\n{CLUB},", "\nAnother Club,"))
    came(desk)
    assert asked(desk) == ["reporter-not-authorised", "run-by-unknown"]
    assert desk.the("run-by-unknown").found == "nobody is named"


def test_an_event_of_the_federation_that_the_office_took_in_itself_is_by_the_federation(
    desk: Workplace,
) -> None:
    entered(desk, PEOPLE.replace(",club,", ",federation,"))
    desk.done("import", LINK.format(9900001), "--reported", "2026-10-05")
    assert asked(desk) == []
    said = desk.run("rate", "--interpretation", "R55=federation-too", "--interpretation", "R54=waits")
    assert "reporter-unknown" in said.problem()["found"]


def test_what_the_office_fetches_later_says_nothing_of_who_reported(
    desk: Workplace, standin: Standin
) -> None:
    entered(desk, PEOPLE.replace(",club,", ",federation,"))
    came(desk, STRANGER)
    standin.events[9900001] = uploaded(with_result(event(), 1, 1, "1/2"))
    desk.done("poll", "--once")
    assert desk.rows("SELECT message_id FROM report ORDER BY id") == [(1,), (None,)]
    assert asked(desk) == ["reporter-not-authorised"]


def test_r54_has_a_list_wait_and_r55_believes_the_sender_alone(desk: Workplace) -> None:
    came(desk, STRANGER)
    assert desk.run("rate").code == 0
    for words in ("R54=waits", "R54=waits R55=sender"):
        given = [part for word in words.split() for part in ("--interpretation", word)]
        said = desk.run("rate", *given)
        assert said.code == 3
        assert "run-by-unknown" in said.problem()["found"]
        assert "reporter-not-authorised" in said.problem()["found"]
    desk.done("rate", "--interpretation", "R54=shown")
    shown = desk.rows("SELECT code, blocks FROM problem WHERE state = 'open' ORDER BY code")
    assert shown == [("reporter-not-authorised", 0), ("run-by-unknown", 0)]


def test_a_pasted_link_is_asked_about_until_the_officer_says_who_sent_it(desk: Workplace) -> None:
    entered(desk)
    desk.done("import", LINK.format(9900001), "--reported", "2026-10-05")
    shown = desk.the("reporter-unknown")
    assert (shown.blocks, shown.found) == (False, "neither a mail nor a name")
    desk.resolve(shown, "--reported-by", "organizer")
    assert asked(desk) == []


@pytest.mark.parametrize(
    ("given", "codes"),
    [
        (MEMBER, []),
        ("organizer", []),
        ("Club Secretary", []),
        ("club@example.jp", []),
        ("Somebody Else", ["reporter-not-authorised"]),
        (OTHER, ["reporter-not-authorised"]),
        ("stranger@example.net", ["reporter-not-authorised"]),
    ],
)
def test_the_officer_can_say_with_the_link_who_sent_it(desk: Workplace, given: str, codes: list[str]) -> None:
    entered(desk)
    desk.done("import", LINK.format(9900001), "--reported", "2026-10-05", "--reporter", given)
    assert asked(desk) == codes


def test_nobody_is_said_to_have_sent_a_mail_whom_the_officer_named_by_an_address(desk: Workplace) -> None:
    entered(desk)
    desk.done("import", LINK.format(9900001), "--reported", "2026-10-05", "--reporter", "who@example.net")
    assert "  reported by   a sender known by an address\n" in desk.done("events", "E1").out


@pytest.mark.parametrize("given", ["", "x@", "12", "@example.jp"])
def test_a_reporter_who_is_none_is_refused_before_anything_is_fetched(desk: Workplace, given: str) -> None:
    said = desk.run("import", LINK.format(9900001), "--reporter", given)
    assert said.problem()["code"] == "person-of-organizer"
    assert desk.rows("SELECT count(*) FROM report") == [(0,)]


def test_a_mail_that_is_pasted_has_its_sender_too(desk: Workplace) -> None:
    entered(desk)
    desk.done("import", desk.file(mail(sender=b"Oki <oki@example.jp>"), "pasted.eml"))
    assert asked(desk) == []
    assert desk.rows("SELECT reporter FROM report") == [("oki@example.jp",)]


def test_the_reply_asks_the_organizer_and_tells_nothing_of_the_register(desk: Workplace) -> None:
    entered(desk, PEOPLE.replace(f",{RAN}", ",none"))
    came(desk, STRANGER)
    text = drafted(desk).get_content()
    assert "We do not know yet that you report for the organizer." in text
    assert "Who was in charge of the event?" in text
    assert "大会の運営責任者" in text
    for secret in ("oki@", "Secretary", MEMBER, "banzuke", "authorised ID"):
        assert secret not in text


def test_no_address_leaves_with_rulings_problems_or_a_public_archive(desk: Workplace) -> None:
    entered(desk)
    came(desk, STRANGER)
    desk.resolve(desk.the("reporter-not-authorised"), "--authorised", OTHER)
    desk.done(
        "rule", "person", CLUB, "third@example.jp", "--as", "reporter", "--member", OTHER, "--reason", "x"
    )
    file = desk.folder.parent / "rulings.json"
    desk.done("rulings", "export", file)
    told = file.read_text() + json.dumps(desk.rows("SELECT * FROM problem"))
    told += desk.done("organizers", "list").out + desk.done("status").out + desk.done("events", "E1").out
    desk.done("rate")
    desk.done("publish")
    bundle = desk.folder.parent / "lists.zip"
    desk.done("bundle", bundle)
    site = desk.folder.parent / "site"
    desk.done("site", site)
    with zipfile.ZipFile(bundle) as archive:
        told += "".join(archive.read(name).decode() for name in archive.namelist())
    told += "".join(p.read_bytes().decode("latin-1") for p in site.rglob("*") if p.is_file())
    for address in ("stranger@", "oki@", "club@example", "third@"):
        assert address not in told.casefold()


def test_rulings_on_people_are_replayed_with_the_same_answers(desk: Workplace) -> None:
    entered(desk)
    came(desk, STRANGER)
    other = replace(desk, folder=desk.folder.parent / "other")
    shutil.copytree(desk.folder, other.folder)
    assert asked(other) == ["reporter-not-authorised"]  # on PostgreSQL it is copied when it is first used
    desk.resolve(desk.the("reporter-not-authorised"), "--authorised", OTHER)
    file = desk.folder.parent / "rulings.json"
    desk.done("rulings", "export", file)
    assert "1 decision taken over" in other.done("rulings", "import", file).out
    assert asked(other) == []
