"""Who asked to be withheld and stands otherwise in a list or a reading: as a guest, as somebody else, under
another name or number; and that nobody else is hidden with him."""

from __future__ import annotations

import json
import re
import zipfile
from dataclasses import replace
from datetime import date, datetime
from pathlib import Path

import pytest

from office.database.engine import look
from publication.api.answers import event
from publication.exports.fields import wishes_of
from scraper.records import Player
from tests.importer.invented import pairing, player, reading
from tests.office.test_corrections import game
from tests.publication.test_site import shown, site_of
from tests.workplace import HATA, MORI, NAMES, ONO, TANI, Workplace, small_federation

pytestmark = pytest.mark.slow

HIDDEN, AGAIN = "N90000009", "N90000010"
SIDES = ("white", "black")


def a_guest_then_he(work: Workplace, number: int) -> None:
    """A list has a player of the event as a guest; in its correction he is who is withheld."""
    work.done("resolve", "E1", "--player", number, "--no-member", "--reason", "a guest")
    work.done("rate")
    work.done("publish")
    work.moment = work.moment.replace(day=3)
    work.done("correction", "open", "E1", "--reported", "2026-11-03", "--reason", "it was he")
    work.done("resolve", "E1", "--player", number, "--match", HIDDEN, "--reason", "it was he")


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
    a_guest_then_he(work, 3)
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
    a_guest_then_he(work, 4)
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
