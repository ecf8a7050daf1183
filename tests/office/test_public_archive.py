"""Published lists derived again from a public archive alone, and archives that are none."""

from __future__ import annotations

import json
import re
import shutil
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from tests.depth import deep
from tests.office.test_corrections import PUBLISHED, four_lists, game
from tests.office.test_merge import AGAIN, federation, merged
from tests.office.test_rebuild import archive, office, parts, verified
from tests.publication.forged import resigned, zipped
from tests.publication.test_bundle_forged import other_result
from tests.workplace import HATA, MORI, NAMES, ONO, TANI, Workplace, small_federation


def packed(files: dict[str, bytes], file: Path) -> Path:
    file.write_bytes(zipped(files))
    return file


def test_an_archive_verifies_with_nothing_else_at_hand(work: Workplace, demonstration: Path) -> None:
    file = archive(office(work, demonstration))
    key = work.done("key").out.strip()
    shutil.rmtree(work.folder)  # no office any more
    said = work.done("verify", file, "--key", key)
    assert "2 versions made again from lists.zip alone: all as published, signed by the key" in said.out


def test_the_same_office_writes_the_same_archive(work: Workplace, demonstration: Path) -> None:
    office(work, demonstration)
    assert archive(work).read_bytes() == archive(work).read_bytes()


def test_no_birth_date_membership_or_club_is_in_an_archive(work: Workplace, demonstration: Path) -> None:
    office(work, demonstration)
    everything = b"".join(parts(archive(work)).values()).decode()
    hosts = {
        name for (name,) in work.rows("SELECT organizer FROM event")
    }  # public, whose members they are not
    for born, club, fide in work.rows("SELECT born, club, fide_id FROM member"):
        for secret in (born, None if club in hosts else club, fide):
            assert secret is None or secret not in everything, secret
    for first, last in work.rows("SELECT first_day, last_day FROM membership"):
        assert f'"{last}"' not in everything or last <= "2026-11-01"
        assert first != last


def test_a_junior_comes_out_the_same_without_a_birth_date(work: Workplace) -> None:
    """Eighteen on 1 January 2026, nineteen a year later: K 40 in December's game, 20 in January's."""
    small_federation(work, mori={"Birth": "2007-06-05"})
    for moment in PUBLISHED:
        work.moment = moment
        if moment is PUBLISHED[-1]:
            work.store(game(1400007, date(2026, 12, 28), MORI, HATA, "1-0"), arrived=date(2026, 12, 29))
            work.store(game(1400008, date(2027, 1, 10), MORI, HATA, "0-1"), arrived=date(2027, 1, 11))
        work.done("rate")
        work.done("publish")
    played = "SELECT first_day, k FROM game_line WHERE federation_id = ? ORDER BY 1"
    assert work.rows(played, MORI) == [("2026-12-28", 40), ("2027-01-10", 20)]
    file = archive(work)
    year = rb"(?<![0-9A-Za-z+/=])2007(?![0-9A-Za-z+/=])"  # as a word: a hash may hold the four digits
    assert re.search(year, b"\n".join(parts(file).values())) is None
    assert "all as published" in verified(work, file).out


def test_who_is_withheld_stands_under_a_number(work: Workplace) -> None:
    four_lists(work, 2)
    work.register({"ID": MORI, "Name": NAMES[MORI], "Withheld": "yes"})
    file = archive(work)
    everything = b"".join(parts(file).values()).decode()
    assert MORI not in everything
    assert "Mori" not in everything
    assert "withheld-1" in everything
    assert "3 versions" in verified(work, file).out


def test_neither_number_nor_place_tells_whose_id_was_withheld(work: Workplace) -> None:
    four_lists(work, 2)
    ((first,),) = work.rows("SELECT min(federation_id) FROM member")
    assert first < TANI
    work.register({"ID": TANI, "Name": NAMES[TANI], "Withheld": "yes"})
    files = parts(archive(work))
    people = [m["id"] for m in json.loads(files["versions/2026-11-01-v1.json"])["members"]]
    assert people[-1] == "withheld-1"
    assert people == sorted(people)


def test_a_namesake_of_who_is_withheld_keeps_his_name(work: Workplace) -> None:
    twin = "N90000077"
    names = {**NAMES, twin: NAMES[MORI]}
    work.register(*({"ID": i, "Name": n, "Withheld": "yes" if i == MORI else None} for i, n in names.items()))
    work.opening({"ID": i, "Name": n, "ST": 1500, "ST-G": 100, "ST-Peak": 1500} for i, n in names.items())
    file = archive(work)
    lines = parts(file)["versions/2026-10-01-v1.txt"].decode().splitlines()
    people = {cells[1]: cells[2] for line in lines if (cells := line.split("\t"))[0] == "list_member"}
    assert people[twin] == NAMES[MORI]
    assert MORI not in people
    assert people["withheld-1"] == "withheld-1"


@pytest.mark.parametrize("part", ["versions/2026-11-01-v1.txt", "versions/2026-12-01-v1.json", "bundle.json"])
def test_one_changed_figure_of_an_archive_is_caught(work: Workplace, part: str) -> None:
    four_lists(work, 2)
    files = parts(archive(work))
    assert b"1705" in files[part] or part == "bundle.json"
    files[part] = files[part].replace(b"1705", b"1706").replace(b'"version": 1', b'"version": 2')
    said = work.run("verify", packed(files, work.folder.parent / "forged.zip"))
    assert said.code == 1
    assert {p["code"] for p in said.problems()} <= {"verify-differs", "verify-signature", "not-a-bundle"}


def test_a_forger_who_mends_the_hashes_is_caught_by_the_reckoning(work: Workplace) -> None:
    from office.lists.packing import sha256

    four_lists(work, 2)
    files = parts(archive(work))
    name = "versions/2026-11-01-v1.txt"
    files[name] = files[name].replace(b"\t1705\t", b"\t1715\t")
    head = json.loads(files["bundle.json"])
    head["files"][name] = sha256(files[name])
    for entry in head["versions"]:
        if entry["text"] == name:
            entry["published_sha256"] = sha256(files[name])
    files = resigned(files | {"bundle.json": json.dumps(head).encode()})
    said = work.run("verify", packed(files, work.folder.parent / "forged.zip"))
    assert said.code == 1
    assert any("other lines" in p["found"] for p in said.problems())


@pytest.mark.parametrize(
    "data",
    [b"", b"PK\x05\x06" + bytes(18), b"no zip at all", b"PK\x03\x04" + b"x" * 100],
)
def test_what_is_no_archive_is_refused(work: Workplace, data: bytes) -> None:
    assert work.run("verify", work.file(data, "x.zip")).problem()["code"] == "not-a-bundle"


@pytest.mark.parametrize(
    "head", ["[]", "{}", '{"format": "other"}', "{", '{"format": "banzuke-bundle-2", "versions": [{}]}']
)
def test_an_archive_with_a_broken_head_is_refused(work: Workplace, head: str) -> None:
    file = packed({"bundle.json": head.encode()}, work.folder.parent / "x.zip")
    assert work.run("verify", file).problem()["code"] == "not-a-bundle"


@pytest.mark.slow
def test_damaged_archives_are_never_a_traceback(work: Workplace) -> None:
    """Archives with bytes changed: as published, or a named problem; more of them in
    `python -m benchmarks.mutations bundles`."""
    import random

    four_lists(work, 1)
    whole = archive(work).read_bytes()
    chance = random.Random(12)
    caught, archives = 0, deep(100, 40)
    for _ in range(archives):
        data = bytearray(whole)
        for _ in range(chance.randint(1, 3)):
            data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
        said = work.run("verify", work.file(bytes(data), "damaged.zip"))
        assert said.code in (0, 1)
        caught += said.code
    assert 3 * caught > 2 * archives


def test_hata_is_named_in_the_archive_of_an_office_without_wishes(work: Workplace) -> None:
    four_lists(work, 1)
    assert HATA in parts(archive(work))["versions/2026-11-01-v1.txt"].decode()


@pytest.mark.parametrize("missing", ["previous", "members", "events", "interpretations", "list"])
def test_an_archive_whose_inputs_lack_a_part_is_named_and_no_traceback(work: Workplace, missing: str) -> None:
    from office.lists.packing import sha256

    four_lists(work, 1)
    files = parts(archive(work))
    name = "versions/2026-11-01-v1.json"
    inputs = json.loads(files[name])
    del inputs[missing]
    files[name] = json.dumps(inputs).encode()
    head = json.loads(files["bundle.json"])
    head["files"][name] = sha256(files[name])
    files = resigned(files | {"bundle.json": json.dumps(head).encode()})
    said = work.run("verify", packed(files, work.folder.parent / "forged.zip"))
    assert said.code == 1
    assert said.problem()["code"] == "verify-differs"
    assert missing in said.problem()["found"]


def test_an_archive_without_files_in_its_head_is_refused(work: Workplace) -> None:
    head = b'{"format": "banzuke-bundle-2", "versions": []}'
    file = packed({"bundle.json": head}, work.folder.parent / "x.zip")
    assert work.run("verify", file).problem()["code"] == "not-a-bundle"


def test_nobody_is_called_withheld_where_only_the_offices_words_are_not_told(work: Workplace) -> None:
    small_federation(work)
    work.store(game(1400001, date(2026, 10, 4), MORI, HATA, "1-0"))
    work.done("resolve", "1400001", "--exclude", "--reason", "a private matter of Hata Rin")
    work.done("rate")
    work.done("publish")
    file = archive(work)
    assert "a private matter" not in b"".join(parts(file).values()).decode()
    said = verified(work, file)
    assert "withheld" not in said.all
    assert "as published, but for the office's own words" in said.all
    work.register({"ID": MORI, "Name": NAMES[MORI], "Withheld": "yes"})
    assert "as published, but for who is withheld" in verified(work, archive(work)).all


def test_the_sum_of_a_saved_page_is_on_site_explanation_and_in_the_archive(
    work: Workplace, demonstration: Path
) -> None:
    """As the README says: from a number to the game, the article and the saved page."""
    office(work, demonstration)
    ((key, record),) = work.rows(
        "SELECT e.event_key, r.record FROM version_event e JOIN reading r ON r.id = e.reading_id"
        ' WHERE r.record LIKE \'%"address": "http%\' OR r.record LIKE \'%"address":"http%\' LIMIT 1'
    )
    pages = json.loads(record)["source"]["pages"]
    kept = {p.name.removesuffix(".gz") for p in (work.folder / "archive/pages").rglob("*.gz")}
    sums = {page["sha256"] for page in pages}
    assert sums and sums <= kept
    work.done("site", work.folder.parent / "site")
    slug = key.replace(":", "-")
    for lang in ("en", "ja"):
        event = (work.folder.parent / f"site/{lang}/events/{slug}.html").read_text()
        assert all(sum_ in event for sum_ in sums)
        assert {"en": "Pairings, round 1", "ja": "第1ラウンドの組み合わせ"}[lang] in event
    told = json.loads((work.folder.parent / f"site/data/events/{slug}.json").read_text())["pages"]
    assert [(p["sha256"], p["address"]) for p in told] == [(p["sha256"], p["address"]) for p in pages]
    listed = json.loads(parts(archive(work))["pages/2026-11-01-v1.json"])
    assert listed[key] == told
    (player,) = work.rows("SELECT federation_id FROM game_line WHERE event_key = ? AND counts LIMIT 1", key)[
        0
    ]
    assert any(sum_ in work.done("explain", player).out for sum_ in sums)
    said = json.loads(work.done("explain", player, "--json").out)["saved_pages"]
    assert [p["sha256"] for p in said if p["event"] == key] == [p["sha256"] for p in pages]


def entered_twice(work: Workplace) -> dict[str, bytes]:
    """The archive of a list on which Hata, 1500 and again 1520, is one member for the first time."""
    federation(work)
    merged(work, "--anyway")
    work.store(game(1400001, date(2026, 10, 4), MORI, ONO, "1-0"))
    work.done("rate")
    work.done("publish")
    return parts(archive(work))


def test_who_was_entered_twice_starts_from_one_of_two_ratings_in_an_archive_too(work: Workplace) -> None:
    entered_twice(work)
    said = verified(work, work.folder.parent / "lists.zip")
    assert "2 versions made again from lists.zip alone: all as published" in said.out


def test_the_rating_of_an_entry_is_taken_by_one_member_alone(work: Workplace) -> None:
    """Tani, 1600, is said to have been entered as that one as well, and to go on from 1520."""

    def both(inputs: dict[str, Any]) -> None:
        (tani,) = (m for m in inputs["members"] if m["id"] == TANI)
        tani["merged"], tani["ratings"]["standard"]["rating"] = [AGAIN], 1520

    forged = resigned(other_result(entered_twice(work), both))
    said = work.run("verify", packed(forged, work.folder.parent / "forged.zip"))
    problem = said.problem()
    assert (problem["code"], problem["place"].split(", ")[-2:]) == ("verify-differs", [TANI, "standard"])
    assert (problem["expected"], problem["found"]) == (
        "(1600, 100, 1750) as on the list before",
        "(1520, 100, 1750)",
    )
