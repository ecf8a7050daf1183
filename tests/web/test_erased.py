"""A name that an erasure took is shown nowhere any more, though lists keep it (R94): it is sought on every
page of the desk and in what every command that shows something says. Where it stays docs/privacy.md says."""

from __future__ import annotations

import shlex
from datetime import UTC, date, datetime

import pytest

from office.accounts.roles import Role
from office.database.engine import look
from tests.importer.invented import ALWAYS, pairing, player, reading
from tests.office.test_queensland import ANNA, BEN, GAMES, event, juniors
from tests.office.test_queensland import NAMES as JUNIORS
from tests.office.test_register_files import table
from tests.web.conftest import Served, served
from tests.web.every_route import every, facts, filled
from tests.web.test_everything import table as commands
from tests.workplace import HATA, LATE, MORI, NAMES, ONO, TANI, Workplace, once
from web.desk import Desk
from web.serve import application

LISTED, KANJI, PRINTED = "Markmori Listena", "森標空", "Markmori Printena"
"""As the lists have the member, and as the pages of the events do."""
MARKS = ("Markmori", "Listena", "Printena", KANJI)


@pytest.fixture
@once
def erased(work: Workplace) -> Workplace:
    """A member is on three published lists, the first taken over. He meets somebody who gets a first rating;
    on the last one he is no member, so his games do not count. A draft of before the erasure stands."""
    people = [{"ID": i, "Name": n, "Memberships": ALWAYS, "Birth": "1980-05-05"} for i, n in NAMES.items()]
    people[0] |= {"Name": LISTED, "Kanji": KANJI, "Former names": PRINTED}
    people[0] |= {"Memberships": "2015-04-01/2026-10-31"}
    work.done("members", "import", work.file(table(*people), "register.csv"))
    rated = {"ST": 1500, "ST-G": 100, "ST-Peak": 1750}
    rows = [{"ID": i, "Name": {**NAMES, MORI: LISTED}[i], **rated} for i in (MORI, HATA, TANI, ONO)]
    work.opening(rows, [(LATE, "ST", "2026-09-05", 1500, "1", "Club")])
    for number, day, moment in (
        (1400001, date(2026, 10, 4), work.moment),
        (1400002, date(2026, 11, 4), datetime(2027, 1, 2, 1, tzinfo=UTC)),
    ):
        work.moment = moment
        names = {**NAMES, MORI: PRINTED}
        players = [player(n, names[i], i) for n, i in enumerate((MORI, HATA, TANI, LATE), start=1)]
        games = [
            *(pairing(1, 1, 2, "1-0"), pairing(1, 3, 4, "0-1", 2)),
            *(pairing(2, 1, 3, "1/2-1/2"), pairing(2, 2, 4, "0-1", 2)),
            *(pairing(3, 1, 4, "1-0"), pairing(3, 2, 3, "0-1", 2)),
        ]
        work.store(reading(players, games, number=number, days=dict.fromkeys((1, 2, 3), day)), arrived=day)
        work.done("rate")
        work.done("publish")
    work.moment = datetime(2027, 4, 9, 1, tzinfo=UTC)
    work.done("rate")
    work.done("members", "erase", MORI, "--yes", "--reason", "asked for it by letter")
    return work


BY_THE_PAGE = {"Markmori", "Printena"}
"""What of him stays where it is told how the page of an event has him."""


def marks(text: str) -> set[str]:
    return {mark for mark in MARKS if mark in text}


LISTS = ("2026-10-01", "2026-11-01", "2026-12-01", "2027-01-01")
READING = {
    "explain": [
        f"{member} --list {day} {how}"
        for member in (MORI, HATA, TANI, LATE)
        for day in LISTS
        for how in ("", "--json", "--html", "--lang ja")
    ],
    "preview": ["", *(f"--all --list {day}" for day in LISTS)],
    "announce": ["", "--lang ja", "--list 2026-11-01"],
    "members search": ["Markmori", KANJI, MORI],
    "members show": [MORI, HATA],
    "whatif": [f"{HATA} --game 'win {MORI}'"],
    "events": ["", "E1", "E2"],
    "problems": ["", "--all"],
    "jobs log": ["site"],
    "notices preview": ["membership"],
    "rebuild": ["--no-pages"],
    "retention": ["--mails 400"],
}
"""What each command that shows something is asked here."""
READING |= {
    command: [""]
    for group in (
        ("applications list", "correction list", "correction preview", "fees", "fide suggest", "inbox list"),
        ("jobs", "journal", "lists", "members duplicates", "members lapsed", "notices", "notices people"),
        ("notices sent", "organizers list", "rulings", "settings", "status", "account list"),
        ("account tokens", "assess", "budget", "doctor", "simulate", "rate"),
    )
    for command in group
}
FILES = {
    *("form", "inbox reply", "members everything", "members export", "members newcomers", "rulings export")
}
"""Commands that write a file: what stands in it is tested where it is made."""
FILES |= {f"export {what}" for what in ("games", "list", "members")}


@pytest.mark.slow
def test_no_command_shows_the_name_of_who_is_erased(erased: Workplace) -> None:
    at, _not = commands()
    looks = {words for words, place in at.items() if not place.startswith("POST")}
    assert looks - FILES <= READING.keys()
    found = {}
    for command, asked in READING.items():
        for more in asked:
            said = erased.run(*command.split(), *shlex.split(more))
            assert "Usage:" not in said.err, said.err
            if shown := marks(said.all):
                found[f"{command} {more}"] = shown
    assert found == {f"events E{n}": BY_THE_PAGE for n in (1, 2)}


def addresses(desk: Served, **more: str) -> set[str]:
    """Every address that shows something, filled in with what the office has."""
    with look(desk.work.engine()) as session:
        known = {**facts(session), **more}
    every_one = every(application(Desk(desk.office, lambda: desk.work.moment)))
    paths = {path for one in every_one if one.method == "GET" and (path := filled(one, known))}
    return paths | {f"{path}?all=1" for path in paths if path.startswith("/lists/")}


@pytest.mark.slow
def test_no_page_of_the_desk_shows_the_name_of_who_is_erased(erased: Workplace) -> None:
    found = {}
    with served(erased) as desk:
        paths = set[str]().union(
            *(
                addresses(desk, member=member, version=version, event=number)
                for member in (MORI, HATA, LATE)
                for version, number in (("1", "1"), ("2", "1"), ("3", "2"))
            )
        )
        assert {f"/lists/3/members/{LATE}", "/lists/2?all=1", "/lists/next"} <= paths
        clients = [desk.signed_in(f"Head {lang}", Role.ADMINISTRATOR, lang) for lang in ("en", "ja")]
        for path in sorted(paths):
            for client in clients if path.startswith("/lists") else clients[:1]:
                if shown := marks(client.get(path).text):
                    found[path] = shown
    his_own = f"/members/{MORI}/everything.json"
    assert found == {**{f"/events/{n}": BY_THE_PAGE for n in (1, 2)}, his_own: {*MARKS}}


def test_the_id_stands_for_the_name_and_whoever_is_withheld_alone_is_shown(erased: Workplace) -> None:
    work = erased
    own = work.done("explain", MORI, "--list", "2026-11-01").out
    assert own.startswith(f"{MORI} ({MORI}): list of 1 November 2026")
    of_hata = work.done("explain", HATA, "--list", "2026-12-01").out
    assert f"{MORI} ({MORI}) had no membership on 2026-11-04" in of_hata
    preview = work.done("preview", "--list", "2026-11-01").out
    assert f"{MORI}  {MORI}  1510" in preview and f"{MORI}  {MORI}\n" in preview
    people = [{"ID": TANI, "Name": NAMES[TANI], "Withheld": "yes", "Memberships": ALWAYS}]
    work.done("members", "import", work.file(table(*people), "withheld.csv"))
    assert NAMES[TANI] in work.done("explain", MORI, "--list", "2026-11-01").out
    assert NAMES[TANI] in work.done("preview", "--list", "2026-11-01").out


def test_a_file_that_withholds_him_no_more_shows_nothing_of_him(erased: Workplace) -> None:
    work = erased
    wish = {
        "ID": MORI,
        "Name": MORI,
        "Withheld": "no",
        "Birth withheld": "no",
    }  # as `members export` names him
    work.done("members", "import", work.file(table(wish), "wishes.csv"))
    assert work.rows("SELECT withheld FROM member WHERE federation_id = ?", MORI) == [(0,)]
    site = work.folder.parent / "site"
    work.done("site", site)
    work.done("export", "list", "--list", "2026-11-01", "--to", site / "list")
    files = {path: path.read_bytes().decode("utf-8", "replace") for path in site.rglob("*") if path.is_file()}
    assert {path.relative_to(site): shown for path, text in files.items() if (shown := marks(text))} == {}
    assert not (site / "en" / "members" / f"{MORI}.html").exists()


def test_of_who_is_named_again_lists_show_what_they_print(erased: Workplace) -> None:
    work = erased
    work.done("members", "import", work.file(table({"ID": MORI, "Name": "Again Known"}), "again.csv"))
    assert work.done("explain", MORI, "--list", "2026-11-01").out.startswith(f"{LISTED} ({MORI})")


def test_no_queensland_account_or_list_shows_it_either(queensland: Workplace) -> None:
    work, name = queensland, JUNIORS[ANNA]
    juniors(work)
    work.store(event(*GAMES))
    work.resolve("P1", "--class", "open")
    work.done("rate")
    work.done("publish")
    before = work.done("explain", BEN).out, work.done("preview").out
    assert all(name in text for text in before)
    work.moment = datetime(2029, 1, 9, 1, tzinfo=UTC)
    work.done("members", "erase", ANNA, "--yes", "--reason", "asked for it by letter")
    after = [work.done("explain", BEN).out, work.done("explain", ANNA).out, work.done("preview").out]
    assert all(name not in text and ANNA in text for text in after)
    with served(work) as desk:
        client = desk.signed_in()
        shown = [client.get(f"/lists/2{more}").text for more in ("", "?all=1", f"/members/{BEN}")]
    assert all(name not in text and ANNA in text for text in shown)
