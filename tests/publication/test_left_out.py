"""Events that the office left out whole are never told of as rated; nobody is new and a greatest gain; the
highest rating is the peak that K rests on."""

from __future__ import annotations

import json
import re
import zipfile
from collections.abc import Callable
from dataclasses import replace
from datetime import date, datetime
from pathlib import Path

import pytest

from office.database.engine import look
from publication.api.answers import event
from publication.exports.fields import wishes_of
from scraper.records import Player, TimeControl
from tests.importer.invented import pairing, player, reading
from tests.office.test_corrections import four_lists, game
from tests.office.test_desk import EVENT
from tests.publication.test_site import november, shown, site_of
from tests.workplace import HATA, LATE, MORI, NAMES, ONO, TANI, Workplace, small_federation

pytestmark = pytest.mark.slow

BAD = "1400002"
HIDDEN, AGAIN = "N90000009", "N90000010"
SIDES = ("white", "black")


def two_events(work: Workplace) -> None:
    small_federation(work)
    work.store(game(1400001, date(2026, 10, 4), MORI, HATA, "1-0"))
    work.store(game(1400002, date(2026, 10, 5), TANI, ONO, "1-0"))


def withdrawn_before(work: Workplace) -> None:
    """One of two events left out before the list is made."""
    two_events(work)
    work.done("resolve", BAD, "--exclude", "--reason", "the organizer withdrew it")
    work.done("rate")
    work.done("publish")


def withdrawn_after(work: Workplace) -> None:
    """The same by a correction: version 1 rates both, version 2 one."""
    two_events(work)
    work.done("rate")
    work.done("publish")
    work.moment = work.moment.replace(day=3)
    work.done("correction", "open", BAD, "--reported", "2026-11-03", "--reason", "the organizer writes")
    work.done("resolve", BAD, "--exclude", "--reason", "the organizer withdrew it")
    work.done("correction", "publish", "--reason", "the organizer withdrew it")


def came_too_late(work: Workplace) -> None:
    """One of them is reported three months and a day after its end (3(7)), and left unrated."""
    small_federation(work)
    work.store(game(1400001, date(2026, 10, 4), MORI, HATA, "1-0"))
    work.store(game(1400002, date(2026, 7, 4), TANI, ONO, "1-0"), date(2026, 10, 5))
    work.resolve(work.the("late-report"), "--accept")
    work.done("rate")
    work.done("publish")


def was_too_fast(work: Workplace) -> None:
    """One of them is of five minutes (2(1))."""
    small_federation(work)
    work.store(game(1400001, date(2026, 10, 4), MORI, HATA, "1-0"))
    blitz = TimeControl("5 min", "blitz", 5)
    work.store(replace(game(1400002, date(2026, 10, 5), TANI, ONO, "1-0"), time_control=blitz))
    work.done("rate")
    work.done("publish")


Withdrawn = Callable[[Workplace], None]
WITHDRAWN = pytest.mark.parametrize("withdrawn", [withdrawn_before, withdrawn_after])
NOT_RATED = pytest.mark.parametrize(
    "withdrawn", [withdrawn_before, withdrawn_after, came_too_late, was_too_fast]
)


def arrived(site: Path) -> dict[str, str]:
    return {a["event"]: a["state"] for a in json.loads((site / "data/arrived.json").read_text())}


@NOT_RATED
def test_an_event_of_which_nothing_could_be_rated_stands_nowhere_as_rated(
    work: Workplace, withdrawn: Withdrawn
) -> None:
    withdrawn(work)
    site = site_of(work)
    assert arrived(site) == {"Open 1400001": "rated", "Open 1400002": "excluded"}
    page = shown(site / "en/arrived.html")
    assert "Open 1400002not rated" in page and "Open 1400001rated on a list" in page
    assert '<a href="events/chess-results-1400002.html">' in (site / "en/arrived.html").read_text()
    for lang, rated, left in (("en", "Rated on", "Not rated: left out"), ("ja", "算入リスト", "算入対象外")):
        good = shown(site / f"{lang}/events/chess-results-1400001.html")
        bad = shown(site / f"{lang}/events/chess-results-1400002.html")
        assert rated in good and left not in good
        assert left in bad and rated not in bad
    for page in ("en/lists/2026-11-01/index.html", "en/events/index.html"):
        text = shown(site / page)
        assert re.search(r"Open 1400002.{0,24} ?\(not rated\)", text), text
        assert not re.search(r"Open 1400001.{0,12} ?\(not rated\)", text)
    assert "Open 1400002" not in shown(site / "en/index.html")
    assert "Open 1400002" not in (site / "feeds/events-en.xml").read_text()
    file = json.loads((site / "data/events/chess-results-1400002.json").read_text())
    assert file["rated"] is False
    with look(work.engine()) as session:
        assert json.loads(json.dumps(event(session, "chess-results-1400002"))) == file
    assert {e["name"]: e["rated"] for e in json.loads((site / "data/index.json").read_text())["events"]} == {
        "Open 1400001": True,
        "Open 1400002": False,
    }


def test_an_event_that_a_correction_took_off_keeps_its_page(work: Workplace) -> None:
    """Version 1 holds it, and players' pages lead to it; no standing list does until the next."""
    two_events(work)
    work.done("rate")
    work.done("publish")
    page = site_of(work) / "en/events/chess-results-1400002.html"
    assert "Rated on" in shown(page)
    work.moment = work.moment.replace(day=3)
    work.done("correction", "open", BAD, "--reported", "2026-11-03", "--reason", "too early")
    work.done("resolve", BAD, "--defer", "--reason", "too early")
    work.done("correction", "publish", "--reason", "too early")
    site = site_of(work)
    assert "events/chess-results-1400002.html" in (site / f"en/members/{TANI}.html").read_text()
    assert "taken off by a correction of theList of 1 November 2026" in shown(page)
    assert "Open 1400002" not in (site / "feeds/events-en.xml").read_text()
    assert "Open 1400002" not in shown(site / "en/index.html")
    assert json.loads((site / "data/events/chess-results-1400002.json").read_text())["rated"] is False
    work.moment = work.moment.replace(month=12)
    work.done("rate")
    work.done("publish")
    site_of(work)
    assert "Rated onList of 1 December 2026" in shown(page)


def withheld_while_corrected(work: Workplace, seat: Player) -> None:
    """Who has this seat and played no game asks to be withheld; then the event's only game is corrected."""
    small_federation(work)
    seats = [player(1, "Hata Rin", HATA), player(2, "Tani Ken", TANI), seat]
    games = [pairing(1, 1, 2, "1-0"), pairing(1, 3, None, "0", None)]
    first = reading(seats, games, number=1400001)
    work.store(first)
    work.done("rate")
    work.done("publish")
    work.register({"ID": MORI, "Name": "Mori Sora", "Withheld": "yes"})
    later = datetime(2026, 10, 6, 18, 0)  # noqa: DTZ001  the site states no zone
    work.store(replace(first, last_update=later, pairings=(pairing(1, 1, 2, "0-1"), games[1])))
    work.done("correction", "open", "E1", "--reported", "2026-11-02", "--reason", "the organizer writes")


def test_who_is_withheld_and_played_no_game_is_hidden_also_while_the_event_is_corrected(
    work: Workplace,
) -> None:
    """Without an ID in the report; the newer reading is taken up, the page shows the one that was rated."""
    withheld_while_corrected(work, player(3, "Mori Sora"))
    page = shown(site_of(work) / "en/events/chess-results-1400001.html")
    assert "(name withheld)" in page
    assert "Mori" not in page


def test_who_is_withheld_is_hidden_where_a_list_had_him_as_a_guest(work: Workplace, tmp_path: Path) -> None:
    """Taken for a namesake first, and published so; then for the member, who asked to be withheld. A namesake
    of another event keeps his name."""
    small_federation(work)
    work.register({"ID": HIDDEN, "Name": "Wu Hidden", "Withheld": "yes"})
    games = [pairing(1, 1, 2, "1-0"), pairing(2, 1, 3, "1-0"), pairing(3, 3, 2, "1-0")]
    for number, (one, two) in {1400001: (HATA, TANI), 1400002: (MORI, ONO)}.items():
        seats = [player(1, NAMES[one], one), player(2, NAMES[two], two), player(3, "Wu Hidden")]
        work.store(reading(seats, games, number=number, name=f"Open {number}"))
        named = ("resolve", f"E{number - 1400000}", "--player", 3, "--no-member")
        work.done(*named, "--reason", "a namesake")
    work.done("rate")
    work.done("publish")
    assert "Wu Hidden" in shown(site_of(work) / f"en/members/{HATA}.html")
    work.moment = work.moment.replace(day=3)
    work.done("correction", "open", "E1", "--reported", "2026-11-03", "--reason", "it was he")
    work.done("resolve", "E1", "--player", 3, "--match", HIDDEN, "--reason", "it was he")
    site_of(work)
    assert naming("Wu Hidden", work) == {"1400002"}
    work.done("correction", "publish", "--reason", "it was he")
    site_of(work)
    assert naming("Wu Hidden", work) == {"1400002"}
    bundled(work, tmp_path)
    with zipfile.ZipFile(tmp_path / "b.zip") as archive:
        inputs = json.loads(archive.read("versions/2026-11-01-v1.json"))
        text = archive.read("versions/2026-11-01-v1.txt").decode()
    names = {(e["key"], g[f"{side}_name"]) for e in inputs["events"] for g in e["games"] for side in SIDES}
    assert ("chess-results:1400002", "Wu Hidden") in names
    assert ("chess-results:1400001", "withheld-2") in names
    assert ("chess-results:1400001", "Wu Hidden") not in names
    assert text.count("withheld-2") >= 2


def test_a_namesake_in_the_same_event_keeps_the_name_and_is_not_told_to_have_it(
    work: Workplace, tmp_path: Path
) -> None:
    """Of two of one name the list had the one as a guest who asked to be withheld; were the other one's name
    taken away as well, everybody would know whose name it is."""
    small_federation(work)
    work.register({"ID": HIDDEN, "Name": "Wu Hidden", "Withheld": "yes"}, {"ID": AGAIN, "Name": "Wu Hidden"})
    seats = [player(1, NAMES[HATA], HATA), player(2, NAMES[TANI], TANI)]
    seats += [player(3, "Wu Hidden"), player(4, "Wu Hidden", AGAIN)]
    games = [pairing(*g, "1-0") for g in ((1, 1, 3), (1, 2, 4), (2, 4, 1), (2, 3, 2))]
    work.store(reading(seats, games, number=1400001, name="Open 1400001"))
    work.done("resolve", "E1", "--player", 3, "--no-member", "--reason", "a namesake")
    work.done("rate")
    work.done("publish")
    work.moment = work.moment.replace(day=3)
    work.done("correction", "open", "E1", "--reported", "2026-11-03", "--reason", "it was he")
    work.done("resolve", "E1", "--player", 3, "--match", HIDDEN, "--reason", "it was he")
    site = site_of(work)
    told = json.loads((site / "data/events/chess-results-1400001.json").read_text())["players"]
    assert [p["name"] for p in told] == [NAMES[HATA], NAMES[TANI], None, "Wu Hidden"]
    bundled(work, tmp_path)
    with zipfile.ZipFile(tmp_path / "b.zip") as archive:
        (of_event,) = json.loads(archive.read("versions/2026-11-01-v1.json"))["events"]
    names = {(g[side], g[f"{side}_name"]) for g in of_event["games"] for side in SIDES}
    assert names == {
        (HATA, NAMES[HATA]),
        (TANI, NAMES[TANI]),
        ("withheld-2", "withheld-2"),
        (AGAIN, "Wu Hidden"),
    }


def test_who_is_withheld_is_hidden_where_a_list_took_him_for_another_member(
    work: Workplace, tmp_path: Path
) -> None:
    small_federation(work)
    work.register({"ID": HIDDEN, "Name": "Wu Hidden", "Withheld": "yes"})
    games = [pairing(1, 1, 2, "1-0"), pairing(2, 1, 3, "1-0"), pairing(3, 3, 2, "1-0")]
    seats = [player(1, NAMES[HATA], HATA), player(2, NAMES[TANI], TANI), player(3, "Wu Hidden", ONO)]
    work.store(reading(seats, games, number=1400001, name="Open 1400001"))
    work.done("resolve", "E1", "--player", 3, "--match", ONO, "--reason", "a married name")
    work.done("rate")
    work.done("publish")
    work.moment = work.moment.replace(day=3)
    work.done("correction", "open", "E1", "--reported", "2026-11-03", "--reason", "it was another")
    work.done("resolve", "E1", "--player", 3, "--match", HIDDEN, "--reason", "it was he")
    site_of(work)
    assert naming("Wu Hidden", work) == set()
    work.done("correction", "publish", "--reason", "it was he")
    site_of(work)
    assert naming("Wu Hidden", work) == set()
    told = bundled(work, tmp_path)
    assert "Wu Hidden" not in told and ONO in told


def test_a_list_that_had_as_a_guest_whom_its_correction_has_hides_him_while_nobody_is_matched(
    work: Workplace, tmp_path: Path
) -> None:
    """The event is read with another name and taken up once more: who he is, is asked again."""
    small_federation(work)
    work.register({"ID": HIDDEN, "Name": "Wu Hidden", "Withheld": "yes"})
    seats = [player(1, NAMES[HATA], HATA), player(2, NAMES[TANI], TANI)]
    seats += [player(3, "Wu Hidden"), player(4, "Guest Gil")]
    games = [pairing(*g, "1-0") for g in ((1, 1, 3), (1, 2, 4), (2, 4, 1), (2, 3, 2))]
    first = reading(seats, games, number=1400001, name="Open 1400001")
    work.store(first)
    for guest in (3, 4):
        work.done("resolve", "E1", "--player", guest, "--no-member", "--reason", "a guest")
    work.done("rate")
    work.done("publish")
    work.moment = work.moment.replace(day=3)
    words = ("E1", "--reported", "2026-11-03", "--reason", "it was he")
    work.done("correction", "open", *words)
    work.done("resolve", "E1", "--player", 3, "--match", HIDDEN, "--reason", "it was he")
    work.done("correction", "publish", "--reason", "it was he")
    later = datetime(2026, 10, 6, 18, 0)  # noqa: DTZ001  the site states no zone
    otherwise = (*seats[:2], player(3, "Wu Hidden jr"), seats[3])
    work.store(replace(first, last_update=later, players=otherwise))
    work.done("correction", "open", *words)
    assert "ruling-no-longer-fits" in work.codes()
    site = site_of(work)
    assert naming("Hidden", work) == set()
    assert "Hidden" not in bundled(work, tmp_path)
    assert "Guest Gil" in shown(site / f"en/members/{TANI}.html")


def test_who_is_withheld_is_hidden_where_he_was_his_own_opponent(work: Workplace, tmp_path: Path) -> None:
    """Two entries of one person that were merged after they had met: a guest is in the place of one."""
    small_federation(work)
    work.register({"ID": HIDDEN, "Name": "Wu Hidden"}, {"ID": AGAIN, "Name": "Wu Hidden"})
    seats = [player(1, NAMES[HATA], HATA), player(2, "Wu Hidden", HIDDEN), player(3, "Wu Hidden", AGAIN)]
    work.store(reading(seats, [pairing(1, 2, 3, "1-0"), pairing(2, 1, 2, "1-0")]))
    work.done("rate")
    work.done("publish")
    words = ("--into", HIDDEN, "--anyway", "--reason", "one person")
    work.done("members", "merge", AGAIN, *words)
    work.moment = work.moment.replace(day=3)
    work.done("correction", "publish", *words[3:])
    work.register({"ID": HIDDEN, "Name": "Wu Hidden", "Withheld": "yes"})
    site_of(work)
    assert naming("Wu Hidden", work) == set()
    assert "Wu Hidden" not in bundled(work, tmp_path)


def test_who_is_withheld_is_hidden_where_a_reading_of_before_spelled_him_otherwise(
    work: Workplace, tmp_path: Path
) -> None:
    small_federation(work)
    work.register({"ID": HIDDEN, "Name": "Wu Hidden", "Withheld": "yes"})
    games = [pairing(1, 1, 2, "1-0"), pairing(2, 1, 3, "1-0"), pairing(3, 3, 2, "1-0")]
    seats = [player(1, NAMES[HATA], HATA), player(2, NAMES[TANI], TANI), player(3, "Wu, Hiden")]
    first = reading(seats, games, number=1400001, name="Open 1400001")
    work.store(first)
    work.done("resolve", "E1", "--player", 3, "--no-member", "--reason", "a guest")
    work.done("rate")
    work.done("publish")
    work.moment = work.moment.replace(day=3)
    later = datetime(2026, 10, 6, 18, 0)  # noqa: DTZ001  the site states no zone
    work.store(replace(first, last_update=later, players=(*seats[:2], player(3, "Wu, Hidden", HIDDEN))))
    work.done("correction", "open", "E1", "--reported", "2026-11-03", "--reason", "it was he")
    work.done("resolve", "E1", "--player", 3, "--match", HIDDEN, "--reason", "it was he")
    work.done("resolve", "--take-back", 1, "--reason", "it was he")
    work.done("correction", "publish", "--reason", "it was he")
    site_of(work)
    assert naming("Hiden", work) == set() == naming("Hidden", work)
    assert "Hid" not in bundled(work, tmp_path)


@pytest.mark.parametrize(("before", "fide"), [("Hidden Wu", None), ("Someone Else", "7000001")])
def test_who_is_withheld_is_hidden_where_a_reading_of_before_had_him_under_another_number(
    work: Workplace, tmp_path: Path, before: str, fide: str | None
) -> None:
    """By the words of his name, or his FIDE ID; who had the number then that is his now keeps his name."""
    small_federation(work)
    work.register({"ID": HIDDEN, "Name": "Wu Hidden", "Withheld": "yes"})
    games = [pairing(*g, "1-0") for g in ((1, 1, 2), (1, 3, 4), (2, 1, 3), (2, 4, 2), (3, 1, 4))]
    seats = [player(1, NAMES[HATA], HATA), player(2, NAMES[TANI], TANI)]
    first = (*seats, player(3, before, fide_id=fide), player(4, NAMES[ONO], ONO))
    reported = reading(first, games, number=1400001, name="Open 1400001")
    work.store(reported)
    work.done("resolve", "E1", "--player", 3, "--no-member", "--reason", "a guest")
    work.done("rate")
    work.done("publish")
    work.moment = work.moment.replace(day=3)
    later = datetime(2026, 10, 6, 18, 0)  # noqa: DTZ001  the site states no zone
    entered = player(3, NAMES[MORI], MORI)
    seats = [*seats, entered, player(4, "Wu, Hidden", HIDDEN, fide_id=fide), player(5, NAMES[ONO], ONO)]
    games = [pairing(*g, "1-0") for g in ((1, 1, 2), (1, 4, 5), (2, 1, 4), (2, 5, 2), (3, 1, 5))]
    work.store(replace(reported, last_update=later, players=tuple(seats), pairings=tuple(games)))
    work.done("correction", "open", "E1", "--reported", "2026-11-03", "--reason", "it was he")
    work.done("resolve", "E1", "--player", 4, "--match", HIDDEN, "--reason", "it was he")
    work.done("resolve", "--take-back", 1, "--reason", "it was he")
    work.done("correction", "publish", "--reason", "it was he")
    site = site_of(work)
    assert naming(before, work) == set() == naming("Hidden", work)
    told = bundled(work, tmp_path)
    assert before not in told and "Hidden" not in told
    assert NAMES[ONO] in shown(site / f"en/members/{HATA}.html")
    with zipfile.ZipFile(tmp_path / "b.zip") as archive:
        (of_event,) = json.loads(archive.read("versions/2026-11-01-v1.json"))["events"]
    assert {g[f"{side}_name"] for g in of_event["games"] for side in SIDES} == {
        *(NAMES[i] for i in (HATA, TANI, ONO)),
        "withheld-2",
    }


@pytest.mark.parametrize("seated", [(HIDDEN, AGAIN), (AGAIN, HIDDEN)])
@pytest.mark.parametrize("with_ids", [True, False])
def test_of_two_of_one_name_the_one_who_is_withheld_is_hidden_alone(
    work: Workplace, seated: tuple[str, str], with_ids: bool
) -> None:
    """Whichever of them stands first, and also while an event is corrected in which he played no game."""
    small_federation(work)
    work.register({"ID": HIDDEN, "Name": "Wu Hidden", "Withheld": "yes"}, {"ID": AGAIN, "Name": "Wu Hidden"})
    seats = [player(1, NAMES[HATA], HATA), player(2, NAMES[TANI], TANI)]
    seats += [player(n, "Wu Hidden", i if with_ids else None) for n, i in enumerate(seated, start=3)]
    (shown_one,) = (n for n, i in enumerate(seated, start=3) if i == AGAIN)
    games = [pairing(1, 1, shown_one, "1-0"), pairing(2, shown_one, 2, "1-0")]
    games.append(pairing(1, 7 - shown_one, None, "0", None))
    first = reading(seats, games, number=1400001, name="Open 1400001")
    work.store(first)
    for n, i in enumerate(() if with_ids else seated, start=3):
        work.done("resolve", "E1", "--player", n, "--match", i, "--reason", "as the organizer says")
    work.done("rate")
    work.done("publish")
    told = site_of(work) / "data/events/chess-results-1400001.json"

    def named() -> dict[str | None, str | None]:
        return {p["id"]: p["name"] for p in json.loads(told.read_text())["players"]}

    both = {HATA: NAMES[HATA], TANI: NAMES[TANI], AGAIN: "Wu Hidden", None: None}
    assert named() == both
    later = datetime(2026, 10, 6, 18, 0)  # noqa: DTZ001  the site states no zone
    work.store(replace(first, last_update=later, pairings=(pairing(1, 1, shown_one, "0-1"), *games[1:])))
    work.done("correction", "open", "E1", "--reported", "2026-11-02", "--reason", "the organizer writes")
    site_of(work)
    assert named() == both


def test_a_guest_of_the_name_of_who_is_withheld_keeps_it_on_the_event_s_page(work: Workplace) -> None:
    """It stands on the pages of his opponents."""
    small_federation(work)
    work.register({"ID": HIDDEN, "Name": "Wu Hidden", "Withheld": "yes"})
    seats = [player(1, NAMES[HATA], HATA), player(2, NAMES[TANI], TANI)]
    seats += [player(3, "Wu Hidden", HIDDEN), player(4, "Wu Hidden")]
    games = [pairing(*g, "1-0") for g in ((1, 1, 3), (1, 2, 4), (2, 4, 1), (2, 3, 2))]
    work.store(reading(seats, games, number=1400001, name="Open 1400001"))
    work.done("resolve", "E1", "--player", 4, "--no-member", "--reason", "a namesake")
    work.done("rate")
    work.done("publish")
    site = site_of(work)
    told = json.loads((site / "data/events/chess-results-1400001.json").read_text())["players"]
    assert [p["name"] for p in told] == [NAMES[HATA], NAMES[TANI], None, "Wu Hidden"]
    assert "Wu Hidden" in shown(site / f"en/members/{HATA}.html")


def test_who_is_withheld_is_hidden_under_each_of_two_numbers(work: Workplace, tmp_path: Path) -> None:
    """As who left and was entered again: the list had one of them as his, and the other as a guest's."""
    small_federation(work)
    work.register({"ID": HIDDEN, "Name": "Wu Hidden", "Withheld": "yes"})
    seats = [player(1, NAMES[HATA], HATA), player(2, NAMES[TANI], TANI), player(3, "Wu Hidden", HIDDEN)]
    seats += [player(4, "Hidden W"), player(5, NAMES[ONO], ONO)]
    games = [pairing(*g, "1-0") for g in ((1, 1, 3), (2, 4, 1), (2, 5, 2), (3, 4, 5))]
    work.store(reading(seats, games, number=1400001, name="Open 1400001"))
    work.done("resolve", "E1", "--player", 4, "--no-member", "--reason", "a guest")
    work.done("rate")
    work.done("publish")
    work.moment = work.moment.replace(day=3)
    work.done("correction", "open", "E1", "--reported", "2026-11-03", "--reason", "it was he")
    work.done("resolve", "E1", "--player", 4, "--match", HIDDEN, "--reason", "it was he")
    for published in (False, True):
        if published:
            work.resolve(work.the("member-twice"), "--accept")
            work.done("correction", "publish", "--reason", "it was he")
        site = site_of(work)
        assert naming("Hidden", work) == set()
        assert "Hidden" not in bundled(work, tmp_path)
        assert NAMES[ONO] in shown(site / f"en/members/{TANI}.html")


def test_who_is_withheld_and_whose_id_is_printed_otherwise_is_hidden_too(work: Workplace) -> None:
    withheld_while_corrected(work, player(3, "Mori Sora", MORI[1:]))
    work.done("resolve", "E1", "--defer", "--reason", "too early")
    work.done("correction", "publish", "--reason", "too early")
    with look(work.engine()) as session:
        assert [p["name"] for p in event(session, "chess-results-1400001")["players"]][2] is None
    site_of(work)
    assert naming("Mori Sora", work) == set()


def test_nobody_else_is_hidden_whose_number_or_name_a_withheld_member_has_or_had(
    work: Workplace, tmp_path: Path
) -> None:
    """After a late entry the numbers are others; and a namesake with an ID of his own keeps his name."""
    small_federation(work)
    twin = {"ID": "N90000010", "Name": NAMES[MORI]}
    work.register({"ID": MORI, "Name": NAMES[MORI], "Withheld": "yes"}, twin)
    seats = [player(1, NAMES[HATA], HATA), player(2, NAMES[MORI], MORI), player(3, NAMES[TANI], TANI)]
    first = reading(seats, [pairing(1, 1, 3, "1-0")], number=1400001, name="Open 1400001")
    work.store(first)
    seats = [player(n, NAMES[i], i) for n, i in enumerate((ONO, HATA, MORI, TANI), start=1)]
    seats.append(player(5, NAMES[MORI], "N90000010"))
    games = [
        pairing(1, 2, 4, "1-0"),
        pairing(2, 3, 4, "1-0"),
        pairing(3, 1, 3, "1-0"),
        pairing(4, 5, 2, "1-0"),
    ]
    later = datetime(2026, 10, 6, 18, 0)  # noqa: DTZ001  the site states no zone
    work.store(replace(first, last_update=later, players=tuple(seats), pairings=tuple(games)))
    work.done("rate")
    work.done("publish")
    site = site_of(work)
    told = json.loads((site / "data/events/chess-results-1400001.json").read_text())["players"]
    assert [p["name"] for p in told].count(None) == 1
    assert {NAMES[ONO], NAMES[HATA], NAMES[TANI], NAMES[MORI]} == {p["name"] for p in told} - {None}
    assert NAMES[TANI] in shown(site / f"en/members/{HATA}.html")
    assert f'"{NAMES[TANI]}"' in bundled(work, tmp_path)


def test_an_event_that_is_on_no_list_yet_makes_nothing_anew_for_who_is_withheld(work: Workplace) -> None:
    small_federation(work)
    work.register({"ID": MORI, "Name": NAMES[MORI], "Withheld": "yes"})
    work.store(game(1400001, date(2026, 10, 4), MORI, HATA, "1-0"))
    work.done("rate")
    work.done("publish")
    with look(work.engine()) as session:
        assert wishes_of(session).withheld == {MORI}
    work.store(game(1400002, date(2026, 11, 1), MORI, TANI, "1-0"), date(2026, 11, 2))
    with look(work.engine()) as session:
        assert wishes_of(session).withheld == {MORI}


def bundled(work: Workplace, folder: Path) -> str:
    """Everything in the public archive, which is as it should be."""
    bundle = folder / "b.zip"
    work.done("bundle", bundle)
    work.done("verify", bundle)
    with zipfile.ZipFile(bundle) as archive:
        return "".join(archive.read(name).decode() for name in archive.namelist())


def naming(name: str, work: Workplace) -> set[str]:
    """The events beside which the website has a name: on their own pages, and in players' files."""
    site, found = work.folder.parent / "public", set[str]()
    for file in [*site.glob("*/events/*.html"), *site.glob("data/events/*.json")]:
        found |= {file.stem[-7:]} if name in file.read_text() else set()
    for file in [*site.glob("*/members/*.html"), *site.glob("data/members/*")]:
        for line in re.split(r"\n|<tr|\{\"", file.read_text()):
            found |= set(re.findall("14000[0-9]+", line) or ["elsewhere"]) if name in line else set()
    return found


@WITHDRAWN
def test_a_withdrawn_event_is_not_announced_or_counted(work: Workplace, withdrawn: Withdrawn) -> None:
    withdrawn(work)
    for lang in ("en", "ja"):
        assert "1400002" not in work.done("announce", "--lang", lang).out
    if withdrawn is withdrawn_before:
        assert "- Open 1400001" in work.done("announce", "--lang", "en").out
    counts = [line.split() for line in work.done("lists").out.splitlines() if "jcf" in line]
    assert [re.search(r"(\d) of 2", " ".join(line)).group(1) for line in counts] == (  # type: ignore[union-attr]
        ["1"] if withdrawn is withdrawn_before else ["1", "2"]
    )
    states = work.done("events").out
    assert "left out by decision, with the list of 1 November 2026" in states


def test_until_a_correction_is_published_the_list_that_stands_is_told(work: Workplace) -> None:
    """Version 1 does rate the event: what is decided since becomes true with version 2."""
    two_events(work)
    work.done("rate")
    work.done("publish")
    work.done("correction", "open", BAD, "--reported", "2026-11-02", "--reason", "the organizer writes")
    work.done("resolve", BAD, "--exclude", "--reason", "the organizer withdrew it")
    site = site_of(work)
    assert arrived(site)["Open 1400002"] == "rated"
    assert "Rated on" in shown(site / "en/events/chess-results-1400002.html")


def test_the_first_version_links_the_second_and_its_sums_stay_on_the_players_pages(work: Workplace) -> None:
    withdrawn_after(work)
    site = site_of(work)
    for lang in ("en", "ja"):
        v1 = (site / f"{lang}/lists/2026-11-01/v1-standard.html").read_text()
        assert '<a href="v2-standard.html">' in v1
        overview = (site / f"{lang}/lists/2026-11-01/index.html").read_text()
        assert '<a href="#v2">' in overview and '<section class="card" id="v2">' in overview
    page = shown(site / f"en/members/{TANI}.html")
    (standing, replaced) = page.split("Version 1: replaced by version 2")
    # By hand: 1600 beats 1400 (0.76 expected), K 20.
    assert "1600 → 1605" in replaced and "1605" not in standing
    told = json.loads((site / f"data/members/{TANI}.json").read_text())["lists"]
    assert [(x["list"], x["version"], x["replaced_by"]) for x in told] == [
        ("2026-11-01", 2, None),
        ("2026-11-01", 1, 2),
        ("2026-10-01", 1, None),
    ]
    same = shown(site / f"en/members/{MORI}.html")  # his sum is the same in both: it stands once
    assert same.count("List of 1 November 2026") == 1 and "replaced by" not in same


def test_nobody_is_new_and_a_greatest_gain(work: Workplace) -> None:
    """Rapid ratings taken over from standard ones are new on the list, whatever their first games brought."""
    small_federation(work)
    work.store(replace(EVENT, time_control=TimeControl("15 min + 10 sec", "rapid", 25)))
    work.done("rate")
    report = work.done("preview").out
    work.done("publish")
    assert "Rapid: 4 on the list: 4 new, 0 changed" in report
    said = work.done("announce", "--lang", "en").out
    rapid = said[said.index("Rapid: 4 players") :]
    assert "0 ratings changed" in rapid and "New on the list (4)" in rapid
    assert "Greatest gains" not in said
    work.done("export", "list", "--format", "json", "--format", "top", "--to", work.folder / "out")
    listed = json.loads((work.folder / "out/list-2026-11-01.json").read_text())["members"]
    assert {(m["ratings"]["rapid"]["previous"], m["ratings"]["rapid"]["change"]) for m in listed} == {
        (None, None)
    }
    assert "most improved" not in (work.folder / "out/top-2026-11-01.txt").read_text()
    assert "greatest gains" not in shown(site_of(work) / "en/top.html")


def test_who_brings_the_first_rapid_rating_from_fide_is_new_by_it(work: Workplace) -> None:
    joined = {"Joined": "2026-10-12", "FIDE RP": 1650, "FIDE Source": "FIDE list 2026-10"}
    people = {MORI: {}, HATA: {}, LATE: joined}
    work.register(*({"ID": i, "Name": NAMES[i], **facts} for i, facts in people.items()))
    work.opening({"ID": i, "Name": NAMES[i], "ST": 1600, "ST-G": 100} for i in (MORI, HATA))
    rapid = TimeControl("15 min + 10 sec", "rapid", 25)
    work.store(replace(game(1400001, date(2026, 10, 15), LATE, MORI, "1-0"), time_control=rapid))
    work.done("rate")
    assert "Rapid: 2 on the list: 2 new, 0 changed, 0 unchanged; 0 left it" in work.done("preview").out
    work.done("publish")
    said = work.done("announce", "--lang", "en").out
    assert "New on the list (2)" in said[said.index("Rapid: 2 players") :]
    site = site_of(work)
    home = shown(site / "en/index.html")
    assert "New ratings2" in home and "Greatest gains" not in home


def test_preview_and_announcement_count_alike(work: Workplace) -> None:
    november(work)
    report = work.done("preview", "--list", "2026-11-01").out
    told = re.search(r"Standard: (\d+) on the list: (\d+) new, (\d+) changed", report)
    assert told is not None
    said = work.done("announce", "--lang", "en").out
    assert f"Standard: {told[1]} players" in said and f"{told[3]} ratings changed" in said
    assert ("New on the list" in said) == (told[2] != "0")


def test_the_highest_rating_is_the_peak_that_k_rests_on(work: Workplace) -> None:
    """1750 was handed over with the opening; no list of ours shows more than 1705."""
    four_lists(work, 1)
    site = site_of(work)
    assert "Peak: 1750" in work.done("explain", MORI).out
    assert "Highest rating1750" in shown(site / f"en/members/{MORI}.html")
    told = json.loads((site / f"data/members/{MORI}.json").read_text())["lists"]
    assert {x["types"][0]["peak"] for x in told} == {1750}
