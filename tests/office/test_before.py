"""`read --check` asks what an import would ask: nothing less, and nothing is stored."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date

import pytest

from importer.given import GivenFile
from tests.importer.forms import GAMES, PLAYERS
from tests.importer.swiss_perfect import files as swiss_perfect
from tests.office.test_files import form
from tests.workplace import Workplace

from .test_files import small_federation

OTHER_NAME = ((1, "Nobody Such", "N90000001", ""), *PLAYERS[1:])
UNKNOWN_ID = ((1, "Mori Sora", "N90000999", ""), *PLAYERS[1:])
LIST = "Round,White,White ID,Result,Black\n1,Mori Sora,N90000002,1-0,Hata Rin\n"
FILES: dict[str, Callable[[], list[GivenFile]]] = {
    "a sound form": lambda: [GivenFile("a.xlsx", form())],
    "an unknown ID": lambda: [GivenFile("a.xlsx", form(players=UNKNOWN_ID))],
    "the ID of another name": lambda: [GivenFile("a.xlsx", form(players=OTHER_NAME))],
    "kind against time control": lambda: [
        GivenFile("a.xlsx", form(type="Rapid ラピッド", time_control="90+30"))
    ],
    "a time control nobody can read": lambda: [GivenFile("a.xlsx", form(time_control="as always"))],
    "no result yet": lambda: [GivenFile("a.xlsx", form(games=(*GAMES[:-1], (2, "", 1, "", 4))))],
    "an unknown organizer": lambda: [GivenFile("a.xlsx", form(organizer="Somebody Else"))],
    "a day long ago": lambda: [
        GivenFile("a.xlsx", form(first_day=date(2020, 10, 3), last_day=date(2020, 10, 4), games=OLD))
    ],
    "Swiss Perfect": lambda: swiss_perfect(organiser="NSW NORMAL 04/10/2026"),
    "an odd result": lambda: swiss_perfect(games=((1, 1, 2, 0, 2, 1, 0), (1, 3, 0, 0, 0, 1, 1))),
    "a list of games": lambda: [GivenFile("spring.csv", LIST.encode())],
}
OLD = tuple((n, "", *rest) for n, _, *rest in GAMES)


@pytest.mark.parametrize("what", FILES)
def test_the_check_asks_what_the_import_asks_and_stores_nothing(work: Workplace, what: str) -> None:
    small_federation(work)
    given = [work.file(f.data, f.name) for f in FILES[what]()]
    before = work.dump("event"), work.dump("problem"), work.dump("report"), work.dump("reading")
    said = work.run("read", *given, "--check")
    assert (work.dump("event"), work.dump("problem"), work.dump("report"), work.dump("reading")) == before
    work.done("import", *given)
    asked = work.codes()
    assert {code for code in asked if f"{code}: " not in said.out} == set()
    blocking = work.rows("SELECT code FROM problem WHERE blocks AND state = 'open'")
    assert said.code == (3 if blocking else 0)


def test_kind_against_time_control_is_asked_without_an_office_too(work: Workplace) -> None:
    given = [work.file(f.data, f.name) for f in FILES["kind against time control"]()]
    said = work.run("read", *given, "--check")
    assert (said.code, "time-control-contradicts-kind: " in said.out) == (3, True)


@pytest.mark.parametrize(
    ("what", "code"),
    [
        ("an unknown ID", "member-unknown"),
        ("the ID of another name", "member-unknown"),
        ("kind against time control", "time-control-contradicts-kind"),
    ],
)
def test_what_the_register_says_is_asked_before_the_report(work: Workplace, what: str, code: str) -> None:
    small_federation(work)
    given = [work.file(f.data, f.name) for f in FILES[what]()]
    assert f"{code}: " in work.run("read", *given, "--check").out
