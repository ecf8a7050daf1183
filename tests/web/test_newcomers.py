"""A school's new juniors: entered in an office that assigns the IDs with what their event's report says."""

from __future__ import annotations

import csv
import io
import re
from html import unescape

from tests.importer.swiss_perfect import files
from tests.office.test_queensland import ANNA, BEN, NAMES, juniors
from tests.queensland import number
from tests.web.conftest import Served, served
from tests.web.test_setup import key_of
from tests.workplace import Workplace

CHILDREN = (
    {"SURNAME": "Hobbs", "FIRSTNAME": "Ivy", "BIRTH_DATE": "20150203", "SEX": 2, "CLUB": "Hill School"},
    {"SURNAME": "=Irwin", "FIRSTNAME": "Leo", "SEX": 1, "CLUB": ""},
    {"SURNAME": "Baker", "FIRSTNAME": "Bem"},
)
"""New, one of them with a sign that spreadsheets work out; and one with a slip in the name of Baker Ben."""
GAMES = [(1, 1, 2, 2, 0, 1, 1), (1, 3, 4, 2, 0, 1, 1), (2, 1, 5, 1, 1, 1, 1), (2, 4, 3, 0, 2, 1, 1)]
HEADINGS = "ID,Name,Surname,Given,Birth,Sex,FIDE ID,Federation,School,Level,Location"
IVY, LEO = number(6), number(7)
"""The next two: five are on the register."""


def reported(work: Workplace) -> None:
    juniors(work)
    rated = [{"SURNAME": NAMES[who].split()[0], "FIRSTNAME": NAMES[who].split()[1]} for who in (ANNA, BEN)]
    rows = [{"ID": n, **row} for n, row in enumerate((*rated, *CHILDREN), start=1)]
    given = [work.file(f.data, f.name) for f in files(rows, GAMES, name="Hill School Cup")]
    work.done("import", *given, "--reported", "2026-10-05")


def asked(work: Workplace) -> set[str]:
    codes = ("member-unknown", "member-ambiguous")
    return {p.place.rpartition(", ")[2] for p in work.problems() if p.code in codes}


def test_the_new_players_of_an_event_are_written_as_a_register_file(queensland: Workplace) -> None:
    work = queensland
    reported(work)
    assert asked(work) == {"player 3", "player 4", "player 5"}
    assert "new players: banzuke members newcomers E1 NEW.csv" in work.run("problems").out
    file = work.folder.parent / "new.csv"
    said = work.done("members", "newcomers", "E1", file)
    assert said.out == f"{file}: 2 players\n"
    lines = file.read_text("utf-8-sig").splitlines()
    assert lines[0] == HEADINGS
    assert lines[1] == f"{IVY},Hobbs Ivy,Hobbs,Ivy,2015-02-03,f,,,Hill School,,"
    (leo,) = csv.reader(lines[2:])  # Bem is no new player: he may be Ben
    assert leo[0] == LEO and leo[1].startswith("'=")  # no spreadsheet works it out
    kept = work.run("members", "newcomers", "E1", work.file("x", "new.csv")).problem()
    assert kept["code"] == "file-there"
    work.done("members", "newcomers", "E1", file, "--replace")
    work.done("members", "import", file)
    assert asked(work) == {"player 5"}
    assert work.done("members", "newcomers", "E1", file).out == "No player of the event is to be entered.\n"
    taken = "SELECT name, surname, given, born, sex, school FROM member WHERE federation_id = ?"
    assert work.rows(taken, LEO) == [("=Irwin Leo", "=Irwin", "Leo", None, "m", None)]
    assert work.rows(taken, IVY) == [("Hobbs Ivy", "Hobbs", "Ivy", "2015-02-03", "f", "Hill School")]


def test_the_ids_of_who_was_merged_or_erased_are_not_given_again(queensland: Workplace) -> None:
    work = queensland
    reported(work)
    work.done("members", "add", "Q000900", "Able Annette", "--reason", "new")
    work.done("members", "merge", "Q000900", "--into", ANNA, "--reason", "the same girl")
    file = work.folder.parent / "new.csv"
    work.done("members", "newcomers", "E1", file)
    assert [row["ID"] for row in csv.DictReader(io.StringIO(file.read_text("utf-8-sig")))] == [
        "Q000901",
        "Q000902",
    ]


def test_where_others_assign_the_ids_it_is_refused_and_no_page_has_it(work: Workplace, desk: Served) -> None:
    said = work.run("members", "newcomers", "E1", work.folder.parent / "new.csv").problem()
    assert said["code"] == "office-family"
    client = desk.signed_in()
    assert client.get("/members/new?name=Mori%2C+Aoi&event=1").text.count('value="Mori Aoi"') == 1
    assert 'name="id" value=""' in client.get("/members/new").text


def test_they_are_entered_from_the_page_of_their_event(queensland: Workplace) -> None:
    work = queensland
    reported(work)
    with served(work) as desk:
        client = desk.signed_in()
        page = client.get("/events/1").text
        assert "2 players are not on the register" in page
        assert client.get("/events/1/newcomers.csv").content.startswith(b"\xef\xbb\xbfID,Name")
        looked = client.post("/events/1/newcomers")
        assert looked.status_code == 303
        shown = client.get(looked.headers["location"]).text
        assert f"{IVY} Hobbs Ivy: new" in shown and asked(work) == {"player 3", "player 4", "player 5"}
        stored = client.post("/take/register/store", {"key": key_of(shown)})
        assert stored.headers["location"] == "/events/1#questions"
        assert asked(work) == {"player 5"}
        assert "not on the register, and nobody" not in client.get("/events/1").text
        again = client.post("/events/1/newcomers")
        assert again.status_code == 422 and "nothing-chosen" in again.text


def test_the_form_of_a_new_player_has_what_the_report_says(queensland: Workplace) -> None:
    work = queensland
    reported(work)
    with served(work) as desk:
        client = desk.signed_in()
        (number_,) = (p.id for p in work.problems() if p.place.endswith("player 3"))
        (link,) = re.findall(r'href="(/members/new[^"]*)"', client.get(f"/questions/{number_}").text)
        form = client.get(unescape(link)).text
        sent = dict(re.findall(r'<input (?:type="date" )?name="([a-z-]+)" value="([^"]*)"', form))
        assert {name: value for name, value in sent.items() if value} == {
            "id": IVY,
            "name": "Hobbs Ivy",
            "surname": "Hobbs",
            "given": "Ivy",
            "birth": "2015-02-03",
            "school": "Hill School",
        }
        assert '<option value="f" selected>' in form
        assert client.post("/members", {**sent, "sex": "f", "reason": "new"}).status_code == 303
    assert asked(work) == {"player 4", "player 5"}
    assert work.rows("SELECT name FROM member WHERE federation_id = ?", IVY) == [("Hobbs Ivy",)]
