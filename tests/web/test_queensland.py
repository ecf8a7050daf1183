"""The desk of a Queensland office, page by page: nothing on it that its text does not know."""

from __future__ import annotations

import io
import re
import zipfile
from datetime import UTC, date, datetime

import pytest

from office.accounts.roles import Role
from office.database.engine import transaction
from office.notices.tables import NoticeKindRow
from tests.importer.swiss_perfect import files
from tests.office.test_queensland import ADULT, ANNA, BEN, CARL, DORA, GAMES, NAMES, event, juniors, rated
from tests.office.test_queensland_files import GAMES as GAMES_PLAYED
from tests.office.test_queensland_files import PLAYERS
from tests.queensland import register
from tests.web.conftest import Client, Served, served
from tests.workplace import Workplace

JAPANESE = re.compile(r"\d\(\d+\)|[Mm]embership|[Aa]nnual|[Rr]enewal")
"""What the Japanese texts alone know, and how they number their articles; those of Queensland are QJ 1 or
Players 1."""

LINK = re.compile(r'href="(/[^"#]*)')
FILES = re.compile(r"\.(xlsx|json|csv|css|js|svg|png|txt)(\?|$)|/(for|files|archive|trf)/")


def pages(client: Client) -> dict[str, str]:
    """Every page that links lead to, from Today on; one for all members."""
    found: dict[str, str] = {}
    waiting = ["/"]
    while waiting:
        path = waiting.pop().replace("&amp;", "&")
        shape = re.sub(r"[QN]\d{6,}", "ID", path)
        if shape not in found and not FILES.search(path):
            answer = client.get(path)
            assert answer.status_code in (200, 303), (path, answer.text)
            found[shape] = answer.text
            waiting += LINK.findall(answer.text)
    return found


@pytest.mark.slow
def test_no_page_names_what_the_japanese_texts_alone_know(queensland: Workplace, desk: Served) -> None:
    """A list is published, an event taken up again, and another has questions."""
    juniors(queensland)
    rated(queensland, event(*GAMES))
    queensland.moment = datetime(2026, 11, 20, 1, tzinfo=UTC)
    queensland.done("correction", "open", "E1", "--reason", "a result is wrong")
    later = event((ANNA, BEN, "1-0"), (DORA, BEN, "0-1"), number=1400002, day=date(2026, 11, 15))
    queensland.store(later, date(2026, 11, 16))
    with served(queensland) as other:
        found = pages(other.signed_in("Chief", Role.ADMINISTRATOR))
    assert {
        "/corrections",
        "/events/2",
        "/members/ID/correct",
        "/reports",
        "/settings/notices",
    } < found.keys()
    assert {path: named for path, page in found.items() if (named := JAPANESE.findall(page))} == {}
    theirs = pages(desk.signed_in("Chief", Role.ADMINISTRATOR))
    named = {path for path, page in theirs.items() if JAPANESE.search(page)}
    assert {"/reports", "/settings/notices", "/settings/rules"} < named


def test_notices_about_memberships_are_refused_there_and_switched_off_if_they_were_on(
    queensland: Workplace, work: Workplace
) -> None:
    assert "membership" not in queensland.done("notices").out
    for words in (("on", "membership"), ("preview", "uncounted")):
        said = queensland.run("notices", *words).problem()
        assert said["code"] == "no-such-notice" and "membership" not in said["do"].split("one of these")[1]
    with served(queensland) as desk:
        client = desk.signed_in()
        for answer in (
            client.get("/settings/notices/membership"),
            client.post("/settings/notices/membership/switch", {"to": "on"}),
        ):
            assert answer.status_code == 404 and "no-such-notice" in answer.text
    with transaction(queensland.engine()) as session:  # as an earlier Banzuke let it
        now = queensland.moment
        session.add(
            NoticeKindRow(name="membership", switched_on=True, since=now, changed_by="X", changed_at=now)
        )
    assert "membership" in queensland.done("notices").out
    queensland.done("notices", "off", "membership")
    assert "membership" not in queensland.done("notices").out
    assert "membership" in work.done("notices").out


def test_what_a_queensland_office_cannot_lack_is_not_known_to_be_missing(queensland: Workplace) -> None:
    before = queensland.dump()
    for word in ("organizers", "birth-dates", "people"):
        said = queensland.run("rule", "known", word, "--reason", "we have none").problem()
        assert (said["code"], said["expected"]) == ("not-missing", "no word: nothing is missed here")
    assert queensland.dump() == before


def test_an_address_there_is_an_officers_for_no_notice_goes_to_members(queensland: Workplace) -> None:
    juniors(queensland)
    assert queensland.done("notices", "people").err == "Next: banzuke notices address ADDRESS --officer\n"
    said = queensland.run("notices", "address", "a@example.org", "--member", ANNA).problem()
    assert said["code"] == "no-such-notice" and said["found"] == "a member's"
    with served(queensland) as desk:
        client = desk.signed_in()
        page = client.get("/settings/notices").text
        assert "An address of an officer</h3>" in page and 'name="member"' not in page
        assert '<input type="hidden" name="officer" value="yes">' in page
        given = {"address": "o@example.org", "officer": "yes", "reason": "hers"}
        assert client.post("/settings/notices", given).status_code == 303
    assert "o@example.org: an officer" in queensland.done("notices", "people").out


def test_what_a_register_holds_of_memberships_can_still_be_corrected(queensland: Workplace) -> None:
    """As one that was taken over from another program may; an empty field of it is not shown."""
    juniors(queensland)
    file = queensland.file("ID,Name,Joined\nQ000002,Baker Ben,2020-04-01\n", "register.csv")
    queensland.done("members", "import", file)
    with served(queensland) as desk:
        client = desk.signed_in()
        assert 'name="joined"' not in client.get("/members/Q000001/correct").text
        page = client.get("/members/Q000002/correct").text
    assert 'name="joined"' in page and 'name="memberships"' not in page


def test_of_nobody_it_is_said_that_he_has_no_membership(queensland: Workplace) -> None:
    """Neither where members are searched for, nor of two entries that may be one person."""
    names = {"Q000001": "Jones Jill", "Q000002": "Jones Jil"}
    register(queensland, *({"ID": i, "Name": n, "Birth": "2014-10-11"} for i, n in names.items()))
    told = [queensland.done("members", *words).out for words in (("search", "Jones"), ("duplicates",))]
    with served(queensland) as desk:
        client = desk.signed_in()
        told += [client.get(path).text for path in ("/members?q=Jones", "/members/duplicates")]
    assert all("Q000001 Jones Jill" in one and "Q000002 Jones Jil" in one for one in told)
    assert not any("membership" in one for one in told)


def test_no_notice_names_a_time_for_corrections_that_no_text_there_sets(queensland: Workplace) -> None:
    """Its lists are never closed (R48)."""
    told = queensland.done("notices", "preview", "published").out
    assert "within the time that the regulations allow" not in told and "規程で定められて" not in told
    assert "can limit the time" in told and "限られる場合があります" in told


def test_what_nothing_there_hangs_on_is_refused_by_name(queensland: Workplace) -> None:
    """Memberships, organizers and applications (Players 1, Organisers 2): it was stored, to no effect."""
    juniors(queensland)
    before = queensland.dump()
    file = queensland.file("Name,Kind,Valid\nHill Club,club,2026-01-01/2026-12-31\n", "organizers.csv")
    applied = ("--event", "Cup", "--organizer", "Hill Club", "--first", "2026-11-20", "--type", "rapid")
    for words in (
        ("members", "renew", ANNA, "2026-04-01/2027-03-31"),
        ("members", "lapsed"),
        ("organizers", "import", file),
        ("organizers", "list"),
        ("applications", "add", *applied, "--applied", "2026-11-01"),
        ("applications", "list"),
        ("rule", "person", "Hill Club", ANNA, "--as", "reporter", "--reason", "x"),
    ):
        assert queensland.run(*words).problem()["code"] == "office-family", words
    assert queensland.dump() == before
    with served(queensland) as desk:
        client = desk.signed_in()
        pages = ("/members/lapsed", "/members/organizers", "/members/applications")
        for path in (*pages, "/take/organizers", "/take/applications"):
            assert "office-family" in client.get(path).text, path
        given = {"name": "Hill Club", "kind": "club", "valid": "2026-01-01/2026-12-31", "reason": "x"}
        assert "office-family" in client.post("/members/organizers", given).text


def test_who_is_withheld_stands_by_no_id_in_the_account_of_an_opponent(queensland: Workplace) -> None:
    """Nor does a guest who is known to be withheld now; another guest keeps name and place."""
    juniors(queensland)
    told = {DORA: "New One", ADULT: "New Two"}
    seen = event(
        (ANNA, BEN, "1-0"), (ANNA, DORA, "1-0"), (CARL, ANNA, "0-1"), (ADULT, ANNA, "0-1"), names=told
    )
    queensland.store(seen)
    for player in (4, 5):
        queensland.done("resolve", "E1", "--player", player, "--no-member", "--reason", "a guest")
    rated(queensland)
    register(queensland, {"ID": BEN, "Name": NAMES[BEN], "Withheld": "yes"})
    register(queensland, {"ID": DORA, "Name": NAMES[DORA], "Withheld": "yes"})
    queensland.done("correction", "open", "E1", "--reported", "2026-11-02", "--reason", "it was she")
    queensland.done("resolve", "E1", "--player", 4, "--match", DORA, "--reason", "it was she")
    with served(queensland) as desk:
        path = f"/api/v1/lists/2026-11-01/1/members/{ANNA}/account"
        account = desk.client().get(path).json()
    (of_event,) = account["types"][0]["events"]
    who = {tuple(m[word] for word in ("player", "id", "name")) for m in of_event["opponents"]}
    assert who == {
        (None, None, None),
        (CARL, CARL, NAMES[CARL]),
        ("chess-results:1400001#5", None, "New Two"),
    }


def test_a_new_player_is_entered_with_what_the_list_prints(queensland: Workplace) -> None:
    """Organisers 6: school, HS/PS/club, location, surname and name, and who asks to be withheld; no kanji."""
    words = ("--surname", "Able", "--given", "Anna", "--school", "Hill School", "--level", "PS")
    more = ("--location", "Logan", "--birth-withheld", "--reason", "new")
    queensland.done("members", "add", "Q000001", "Able Anna", *words, *more)
    given = {
        "id": "Q000002",
        "name": "Baker Ben",
        "surname": "Baker",
        "given": "Ben",
        "level": "HS",
        "school": "Creek School",
        "location": "Ipswich",
        "withheld": "yes",
        "reason": "new",
    }
    with served(queensland) as desk:
        client = desk.signed_in()
        page = client.get("/members/new").text
        assert {f'name="{name}"' in page for name in given} == {True}
        assert not any(f'name="{name}"' in page for name in ("kanji", "kana", "joined"))
        assert client.post("/members", given).status_code == 303
        page = client.get("/members/Q000002/correct").text
        assert "kanji" not in page and "kana" not in page
    printed = "SELECT surname, given, school, level, location, withheld, birth_withheld FROM member"
    assert queensland.rows(f"{printed} ORDER BY id") == [
        ("Able", "Anna", "Hill School", "PS", "Logan", 0, 1),
        ("Baker", "Ben", "Creek School", "HS", "Ipswich", 1, 0),
    ]


def test_who_is_not_found_is_looked_for_by_the_ids_of_the_office(
    queensland: Workplace, work: Workplace
) -> None:
    for office, form in ((queensland, "Q and six digits"), (work, "N and eight digits")):
        said = office.run("members", "show", "Nobody Known").problem()
        assert said["expected"] == f"one member's ID ({form}) or whole name"


def test_no_question_of_swiss_perfect_files_names_what_the_japanese_texts_alone_know(
    queensland: Workplace,
) -> None:
    """Such files never have the days of their event, so that each is asked for them."""
    juniors(queensland)
    queensland.done("import", *(queensland.file(f.data, f.name) for f in files(PLAYERS, GAMES_PLAYED)))
    assert "event-without-days" in queensland.codes()
    with served(queensland) as desk:
        client = desk.signed_in()
        for path in ("/questions", "/events/1"):
            assert JAPANESE.findall(client.get(path).text) == [], path


def test_the_set_up_there_asks_for_what_such_an_office_has(queensland: Workplace) -> None:
    """Its list has neither peaks nor games in two types; its register no memberships and no kanji."""
    with served(queensland) as desk:
        client = desk.signed_in("Chief", Role.ADMINISTRATOR)
        empty = client.get("/setup").text
        book = client.get("/members/register.xlsx").content
        juniors(queensland)
        columns = client.get("/members/register.csv").text.split("\r\n", 1)[0].lstrip("\ufeff").split(",")
        begun = client.get("/setup").text
        kept = queensland.file("ID,Name,Kanji\nQ000002,Baker Ben,\u68ee\n", "register.csv")
        queensland.done("members", "import", kept)
        after = client.get("/members/register.csv").text.split("\r\n", 1)[0]
    assert "School, Level and Location" in empty
    for page in (empty, begun):
        assert JAPANESE.findall(page) == [] and "peak" not in page
    with zipfile.ZipFile(io.BytesIO(book)) as parts:
        headings = parts.read("xl/sharedStrings.xml").decode()
    assert "Location" in headings and "Kanji" not in headings and "Memberships" not in headings
    assert {"Surname", "Birth", "School", "Level"} < set(columns)
    assert not {"Memberships", "Joined", "Kanji", "Kana", "FIDE ST", "FIDE Source"} & set(columns)
    assert "Kanji" in after  # what somebody has is never left out


def test_what_is_published_there_names_no_article_of_the_japanese_texts(queensland: Workplace) -> None:
    juniors(queensland)
    queensland.store(event(*GAMES), date(2026, 10, 5))
    queensland.resolve(queensland.the("event-class-missing"), "--class", "club")
    queensland.done("rate")
    with served(queensland) as desk:
        client = desk.signed_in()
        page = client.get("/lists/next/publish").text
        assert "by a correction." in page and JAPANESE.findall(page) == []
        queensland.done("publish")
        files_ = client.get("/lists/2/files").text
        assert "without IDs" in files_ and "Japan" not in files_ and "CP932" not in files_
        queensland.moment = datetime(2026, 11, 20, 1, tzinfo=UTC)
        queensland.store(event((ANNA, BEN, "0-1"), *GAMES[1:]), date(2026, 11, 20))
        queensland.done("correction", "open", "E1", "--reason", "a result is wrong")
        client = desk.signed_in("Officer Two")  # the other's session is over
        page = client.get("/corrections/publish").text
        assert "further correction." in page and JAPANESE.findall(page) == []


def test_an_erasure_there_waits_for_the_ninetieth_day_and_says_so(queensland: Workplace) -> None:
    """Nothing closes a list there (R48), so that no article is named; the office waits all the same."""
    juniors(queensland)
    rated(queensland, event(*GAMES))  # on 2 November
    said = queensland.run("members", "erase", ANNA, "--yes", "--reason", "asked").problem()
    assert said["expected"] == "a day after 2027-01-31, the ninetieth after the list was published"


def test_of_a_player_who_stays_off_the_register_it_is_not_said_that_he_is_no_member(
    queensland: Workplace, work: Workplace
) -> None:
    """Nobody is one there (Players 1); he is an opponent, and gets no rating."""
    juniors(queensland)
    queensland.store(event((ANNA, "Stranger Otto", "1-0"), names={"Stranger Otto": "Stranger Otto"}))
    number = queensland.the("member-unknown").id
    with served(queensland) as desk:
        client = desk.signed_in()
        question, of_event = (client.get(path).text for path in (f"/questions/{number}", "/events/1"))
        for page in (question, of_event):
            assert "an opponent only: not on the register, no rating" in page
            assert "non-member" not in page
        mark = re.findall(r'name="mark" value="([^"]*)"', question)
        assert client.post("/questions", {"mark": mark, "choice": "--no-member"}).status_code == 303
    assert "member-unknown" not in queensland.codes()
    work.store(event((ANNA, BEN, "1-0")))
    with served(work) as desk:
        asked = min(p.id for p in work.problems() if p.code == "member-unknown")
        page = desk.signed_in().get(f"/questions/{asked}").text
    assert "a non-member" in page and "an opponent only" not in page
