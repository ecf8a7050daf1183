"""Letters, names that could do harm, and disks that fill up: what an export makes of them."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from importer.plain_text import shown
from office.errors import OfficeError
from publication.exports.cells import MISSING, Writing
from publication.exports.files import write_whole
from tests.importer.invented import ALWAYS
from tests.office.test_register_files import table
from tests.publication.exported import one, rows, sheets, unzipped
from tests.publication.test_export import taken_over
from tests.publication.test_site import site_of
from tests.workplace import Workplace, once


@pytest.fixture
@once
def published(work: Workplace) -> Workplace:
    """The list of tests/publication/test_export.py."""
    taken_over(work)
    work.done("rate")
    work.done("publish")
    return work


def with_names(work: Workplace, **kanji_by_name: str) -> None:
    people = [
        {"ID": f"N9000000{n}", "Name": name, "Kanji": kanji}
        for n, (name, kanji) in enumerate(kanji_by_name.items(), start=1)
    ]
    work.register(*people)
    work.opening({"ID": p["ID"], "Name": p["Name"], "ST": 1500, "ST-G": 1} for p in people)
    work.done("rate")
    work.done("publish")


def test_cp932_writes_what_it_has_and_reads_back(work: Workplace) -> None:
    with_names(work, Takasaki="髙﨑 空", Mori="森 凛～①")
    data = one(work, "--encoding", "cp932")
    assert [r["Kanji"] for r in rows(data, "cp932")] == ["髙﨑 空", "森 凛～①"]
    assert not data.startswith(b"\xef\xbb\xbf")
    assert [r["Kanji"] for r in rows(one(work, "--format", "csv", "--encoding", "cp932"), "cp932")] == [
        "髙﨑 空", "森 凛～①",
    ]  # fmt: skip


def test_a_name_that_is_not_in_roman_letters_is_that_of_the_kana_in_files_of_western_letters(
    work: Workplace,
) -> None:
    """Readings of kanji are never guessed: without kana it stays as it is."""
    register = (
        "ID,Name,Kana,Memberships\nN90000001,森 空,もり そら,\nN90000002,大野 蓮,オオノ レン,\n"
        "N90000003,秦 凛,,\nN90000004,Zoë Z,ざ ぞえ,\n"
    )
    work.done("members", "import", work.file(register.encode(), "register.csv"))
    for name, program in (("m.txt", "swiss-manager"), ("m.dbf", "swiss-perfect")):
        work.done("export", "members", "--for", program, "--to", work.folder / name)
    text = (work.folder / "m.txt").read_text("ascii")
    assert [line[10:42].rstrip() for line in text.splitlines()[1:]] == [
        "Zoe Z",
        "Oono Ren",
        "Mori Sora",
        "? ?",
    ]
    dbase = (work.folder / "m.dbf").read_bytes()
    assert b"Mori Sora" in dbase and b"Oono Ren" in dbase and b"Zo\xeb Z" in dbase


def test_names_in_the_columns_of_fide_are_in_roman_letters_where_the_register_knows_them(
    work: Workplace,
) -> None:
    """From the list, from the register of today, or from its kana; of whoever has neither it is said."""
    names = {1: ("森 空", "もり そら"), 2: ("大野 蓮", ""), 3: ("秦 凛", ""), 4: ("Zoë Z", "ざ ぞえ")}
    register = [f"N9000000{n},{name},{kana},{ALWAYS}" for n, (name, kana) in names.items()]
    register.insert(0, "ID,Name,Kana,Memberships")
    work.done("members", "import", work.file("\n".join(register), "register.csv"))
    work.opening(
        {"ID": f"N9000000{n}", "Name": name, "ST": 1500, "ST-G": 1} for n, (name, _) in names.items()
    )
    work.done("rate")
    work.done("publish")
    register[2] = register[2].replace("大野 蓮", "Ono Ren")
    work.done("members", "import", work.file("\n".join(register), "later.csv"))
    said = work.done("export", "list", "--format", "fide-txt", "--to", work.folder / "f")
    data = (work.folder / "f" / "fide-style-2026-11-01.txt").read_bytes()
    lines = data.decode("ascii").splitlines()[1:]
    assert [line[15:76].rstrip() for line in lines] == ["? ?", "Mori Sora", "Ono Ren", "Zoe Z"]
    assert "in the names of N90000003 秦 凛." in said.err
    assert (site_of(work) / "data/lists/newest-fide.txt").read_bytes() == data


def test_an_apostrophe_or_a_hyphen_of_any_kind_is_the_plain_one_in_files_of_western_letters(
    work: Workplace,
) -> None:
    register = "ID,Name,Kana,Memberships\nN90000001,O’Neil Ken,オニール けん,\nN90000002,Ono‐Ito Ai,,\n"
    work.done("members", "import", work.file(register.encode(), "register.csv"))
    said = work.done("export", "members", "--for", "swiss-manager", "--to", work.folder / "m.txt")
    lines = (work.folder / "m.txt").read_text("ascii").splitlines()[1:]
    assert (sorted(line[10:42].rstrip() for line in lines), said.err) == (["O'Neil Ken", "Ono-Ito Ai"], "")


def test_letters_that_cp932_lacks_are_named_with_their_member_and_nothing_is_written(work: Workplace) -> None:
    with_names(work, Yoshida="𠮷田", Mori="森", Zoe="Zoë 😀")
    said = work.run("export", "list", "--encoding", "cp932")
    assert said.code == 1
    assert [(p["code"], p["place"], p["found"]) for p in said.problems()] == [
        ("letters-missing", "N90000001 Yoshida", "“𠮷” (U+20BB7)"),
        ("letters-missing", "N90000003 Zoe", "“ë” (U+00EB), “😀” (U+1F600)"),
    ]
    assert not (work.folder / "lists").exists()


def test_with_replace_a_sign_stands_for_each_and_it_is_said_which(work: Workplace) -> None:
    with_names(work, Yoshida="𠮷田", Mori="森")
    said = work.done("export", "list", "--encoding", "cp932", "--replace", "--to", work.folder / "r")
    assert "N90000001 Yoshida: “𠮷” (U+20BB7)" in said.err
    data = (work.folder / "r" / "rating-2026-11-01.csv").read_bytes()
    assert [r["Kanji"] for r in rows(data, "cp932")] == [f"{MISSING}田", "森"]


def test_the_mark_and_cp932_exclude_each_other(published: Workplace) -> None:
    assert published.run("export", "list", "--bom", "--encoding", "cp932").code == 2
    marked = one(published, "--encoding", "utf-8-sig")
    assert marked == one(published, "--bom") == b"\xef\xbb\xbf" + one(published)


def test_plain_lines_are_named_too() -> None:
    writing = Writing("cp932")
    with pytest.raises(OfficeError, match="é"):
        writing.lines([("somebody", "é")])
    assert Writing("cp932", replace=True).lines([("somebody", "é")]) == f"{MISSING}\r\n".encode("cp932")


# Names that could do harm.

ODD = {
    "html": "Mori <b onclick=\"x()\">&amp;</b>",
    "quotes": "O'\"Neil “Ann” \\ |",
    "right to left": "\u202eirom \u200farot\u202c",
    "emoji": "Ono 👩‍👧 😀",
    "long": "Na" * 100,
    "formula": "=cmd|' /C calc'!A1",
    "json": '{"id": null} ]]> \u2028',
}  # fmt: skip


@pytest.fixture
@once
def odd(work: Workplace) -> Workplace:
    people = [
        {"ID": f"N9000000{n}", "Name": f"Player {n}", "Kanji": kanji, "Memberships": ALWAYS}
        for n, kanji in enumerate(ODD.values(), start=1)
    ]
    people += [
        {"ID": f"N9000001{n}", "Name": name, "Memberships": ALWAYS}
        for n, name in enumerate(ODD.values(), start=1)
    ]
    work.done("members", "import", work.file(table(*people), "register.csv"))
    names = {row[0]: row[1] for row in work.rows("SELECT federation_id, name FROM member")}
    work.opening({"ID": i, "Name": n, "ST": 1500, "ST-G": 1} for i, n in names.items())
    work.done("rate")
    work.done("publish")
    return work


def kept(work: Workplace) -> dict[str, tuple[str, str]]:
    """Name and kanji of everybody, as the frozen list has them."""
    return {
        number: (name, kanji or "")
        for number, name, kanji in work.rows(
            "SELECT federation_id, name, kanji FROM list_member WHERE version_id = 2"
        )
    }


def test_odd_names_go_through_every_file_and_back(odd: Workplace) -> None:
    expected = kept(odd)
    assert len(expected) == 2 * len(ODD)
    assert {kanji for _, kanji in expected.values() if kanji} >= {ODD["html"], ODD["long"], ODD["emoji"]}

    def plain(text: str) -> str:
        return text[1:] if text.startswith("'=") else text

    as_shown = {i: (shown(n), shown(k)) for i, (n, k) in expected.items()}
    for format_ in ("japan", "csv"):
        found = {r["ID"]: (plain(r["Name"]), plain(r["Kanji"])) for r in rows(one(odd, "--format", format_))}
        assert found == as_shown
    document = json.loads(one(odd, "--format", "json"))
    assert {m["id"]: (m["name"], m["kanji"] or "") for m in document["members"]} == expected
    _, *lines = sheets(one(odd, "--format", "xlsx"))["standard"]
    assert {r[3]: (r[4], r[5]) for r in lines} == as_shown


@pytest.mark.parametrize("format_", ["fide-txt", "swiss-manager", "swiss-perfect", "top"])
def test_in_fixed_columns_an_odd_name_stays_in_its_line_and_column(odd: Workplace, format_: str) -> None:
    data = one(odd, "--format", format_)
    if format_ == "swiss-perfect":
        width = int.from_bytes(data[10:12], "little")
        start = int.from_bytes(data[8:10], "little")
        assert (len(data) - start - 1) == width * 2 * len(ODD)
        return
    text = data.decode("utf-8" if format_ == "top" else "ascii")
    lines = text.split("\r\n")
    players = [line for line in lines if "9000000" in line or "9000001" in line]
    assert len(players) == 2 * len(ODD)
    assert "\n" not in text.replace("\r\n", "")
    if format_ == "fide-txt":
        assert {line[113:117] for line in players} == {"1500"}
    elif format_ == "swiss-manager":
        assert {line[53:57] for line in players} == {"1500"}
    if format_ != "top":
        assert any("?" in line for line in players)  # an emoji has no ASCII form, and does not vanish


def test_the_members_file_for_swiss_manager_keeps_odd_names_as_text(odd: Workplace) -> None:
    data = one(odd, "--format", "swiss-manager-excel")
    (found,) = sheets(data).values()
    assert {r[0]: r[1] for r in found[1:]} == {i: shown(name) for i, (name, _) in kept(odd).items()}
    assert "<f>" not in unzipped(data)["xl/worksheets/sheet1.xml"]


# A disk that fills up.


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of its own of 16 kB, with the rights to mount one; else skipped."""
    folder = tmp_path / "disk"
    folder.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", "size=16k", "tmpfs", str(folder)]
    try:
        made = subprocess.run(command, capture_output=True, check=False).returncode == 0
    except OSError:
        made = False
    if not made:
        pytest.skip("a small disk cannot be mounted here")
    try:
        yield folder
    finally:
        subprocess.run(["umount", str(folder)], check=True)


def test_a_full_disk_leaves_the_old_files_whole(published: Workplace, small_disk: Path) -> None:
    words = ("export", "list", "--to", small_disk)
    published.done(*words)
    path = small_disk / "rating-2026-11-01.csv"
    before = path.read_bytes()
    filler = small_disk / "filler"
    filler.write_bytes(bytes(8 * 1024))
    said = published.run(*words, "--format", "japan", "--format", "xlsx")
    assert said.code == 1
    assert (said.problem()["code"], said.problem()["found"]) == ("file-trouble", "No space left on device")
    assert {p.name for p in small_disk.iterdir()} == {path.name, filler.name}
    assert path.read_bytes() == before


@pytest.mark.skipif(sys.platform == "win32", reason="no such limit")
def test_a_file_that_grows_past_what_is_allowed_leaves_the_old_one_whole(tmp_path: Path) -> None:
    import resource

    path = tmp_path / "list.csv"
    write_whole(path, b"old")
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (4096, limits[1]))
    try:
        with pytest.raises(OSError):
            write_whole(path, bytes(100_000))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert path.read_bytes() == b"old"
    assert [p.name for p in tmp_path.iterdir()] == ["list.csv"]
