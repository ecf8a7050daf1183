"""FIDE's list in each of its forms: what is kept, what is refused."""

from __future__ import annotations

import io
import zipfile
from datetime import date
from pathlib import Path

import pytest

from benchmarks.fide_list import HEAD, write_files
from importer.errors import ImportRefused
from importer.fide_list.players import FidePlayer
from importer.fide_list.read import Contents, Wanted, read_list

OCTOBER = date(2026, 10, 1)
WANTED = Wanted(frozenset({"JPN"}), frozenset({"4100018"}))
MORI = FidePlayer("7000001", "Mori, Sora", "JPN", "m", "FM", 2150, None, 2101, 1980, "i")
GUEST = FidePlayer("4100018", "Invented, Guest", "RUS", "f", None, None, 1900, None, None, None)


def line(
    fide_id: str,
    name: str,
    fed: str,
    sex: str,
    title: str,
    ratings: tuple[int, int, int],
    born: str,
    flag: str,
    other: str = "",
) -> str:
    person = f"{fide_id:<15}{name:<61}{fed} {sex}   {title:<5}{'':<5}{other:<15}{'':<4}"
    return person + "".join(f"{r:<6}{12:<4}{20:<3}" for r in ratings) + f"{born:<6}{flag}"


LINES = (
    line("7000001", "Mori, Sora", "JPN", "M", "FM", (2150, 0, 2101), "1980", "i"),
    line("2000001", "Nobody, Of Ours", "USA", "M", "", (1500, 0, 0), "1990", ""),
    line("4100018", "Invented, Guest", "RUS", "F", "", (0, 1900, 0), "0000", ""),
)
TEXT = "\r\n".join((HEAD, *LINES, ""))
SINGLE = f"{HEAD[:113]}OCT26 Gms K  B-day Flag\n{LINES[0][:113]}2150  3   20 1980  i\n"


def given(path: Path, data: str | bytes, name: str = "players_list_foa.txt") -> Path:
    file = path / name
    file.write_bytes(data if isinstance(data, bytes) else data.encode())
    return file


def read(path: Path, data: str | bytes, name: str = "players_list_foa.txt", **more: object) -> Contents:
    return read_list(given(path, data, name), WANTED, **{"month": OCTOBER, **more})  # type: ignore[arg-type]


def refusal(
    path: Path, data: str | bytes, name: str = "players_list_foa.txt", **more: object
) -> tuple[str, str]:
    with pytest.raises(ImportRefused) as caught:
        read(path, data, name, **more)
    (problem,) = caught.value.problems
    return problem.code, problem.found


def test_the_combined_list_is_read_by_its_headings(tmp_path: Path) -> None:
    contents = read(tmp_path, TEXT)
    assert (contents.month, contents.kind, contents.players, contents.odd) == (OCTOBER, "all", 3, ())
    assert contents.kept == (MORI, GUEST)


def test_headings_that_moved_are_followed(tmp_path: Path) -> None:
    moved = "\r\n".join(
        "  " + row if at else "ID Number" + " " * 8 + row[15:] for at, row in enumerate((HEAD, *LINES))
    )
    assert read(tmp_path, moved).kept == (MORI, GUEST)


def test_a_title_longer_than_its_column_moves_only_what_is_behind_it(tmp_path: Path) -> None:
    long = line(
        "7000002", "Hata, Rin", "JPN", "F", "WIM", (1800, 1700, 0), "1999", "w", other="FI,FT,NA,SI,DI,LSI"
    )
    (player,) = read(tmp_path, "\n".join((HEAD, long, ""))).kept
    assert (player.standard, player.rapid, player.born_year, player.flag) == (1800, 1700, 1999, "w")


def test_a_cell_that_is_no_number_moves_nothing_and_is_named(tmp_path: Path) -> None:
    contents = read(tmp_path, TEXT.replace("1980", "19x0"))
    assert contents.kept == (GUEST,)
    (odd,) = contents.odd
    assert (odd.code, odd.place) == ("bad-line", "players_list_foa.txt, line 2")


def test_a_single_list_says_its_month_and_its_name_its_kind(tmp_path: Path) -> None:
    contents = read(tmp_path, SINGLE, "standard_rating_list.txt", month=None)
    assert (contents.month, contents.kind, contents.players) == (OCTOBER, "standard", 1)
    assert contents.kept[0] == FidePlayer(
        "7000001", "Mori, Sora", "JPN", "m", "FM", 2150, None, None, 1980, "i"
    )
    assert read(tmp_path, SINGLE, "list.txt", kind="rapid").kept[0].rapid == 2150


def test_a_list_that_does_not_say_its_month_or_kind_or_says_another_is_refused(tmp_path: Path) -> None:
    assert refusal(tmp_path, TEXT, month=None) == ("fide-list-unclear", "none")
    assert refusal(tmp_path, SINGLE, "list.txt") == ("fide-list-unclear", "none")
    september = date(2026, 9, 1)
    assert refusal(tmp_path, SINGLE, "rapid.txt", month=september)[1] == "2026-10-01 in the file"


def test_text_xml_and_zip_of_the_same_players_give_the_same(tmp_path: Path) -> None:
    text, xml = write_files(tmp_path, 2000)
    packed = tmp_path / "list.zip"
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.write(xml, xml.name)
    contents = [read_list(p, WANTED, month=OCTOBER) for p in (text, xml, packed)]
    assert len(contents[0].kept) > 2
    assert {(c.kept, c.players, c.kind) for c in contents} == {(contents[0].kept, 2000, "all")}


def test_a_single_list_as_xml_is_told_from_the_combined_one(tmp_path: Path) -> None:
    xml = (
        "<playerslist><player><fideid>7000001</fideid><name>Mori, Sora</name><country>JPN</country>"
        "<sex>M</sex><title>FM</title><rating>2150</rating><games>0</games><birthday>1980</birthday>"
        "</player></playerslist>"
    )
    assert read(tmp_path, xml, "x.xml", kind="standard").kept[0].standard == 2150
    assert refusal(tmp_path, xml, "x.xml") == ("fide-list-unclear", "none")


@pytest.mark.parametrize(
    ("data", "code"),
    [
        ("", "file-empty"),
        ("ID,Name,Memberships\n", "fide-list-unclear"),
        (HEAD + "\n", "fide-list-unclear"),
        ("\n" + TEXT, "fide-list-unclear"),
        (TEXT + "<html>\n", "bad-line"),
        (TEXT.rstrip()[:-130], "fide-list-unclear"),
        ("<html><body/></html>", "fide-list-unclear"),
        ("<playerslist><player><fideid>12</fideid>", "fide-list-unclear"),
        ("<playerslist><player><fideid>x</fideid></player></playerslist>", "bad-line"),
        ("<playerslist></playerslist>", "fide-list-unclear"),
        ('<!DOCTYPE p [<!ENTITY a "a">]><playerslist/>', "fide-list-unclear"),
        *(
            (f'<?xml version="1.0" encoding="{encoding}"?><playerslist/>', "fide-list-unclear")
            for encoding in ("UTF-88", "shift_jis", "idna", "base64")
        ),
        (b"PK\x03\x04" + bytes(30), "archive-broken"),
    ],
)
def test_what_is_no_whole_list_is_refused(tmp_path: Path, data: str | bytes, code: str) -> None:
    assert refusal(tmp_path, data)[0] == code


@pytest.mark.parametrize(("right", "wrong"), [("1980", "19x0"), ("Sora", "S\0ra")])
def test_a_wanted_player_who_cannot_be_read_is_named_and_not_kept(
    tmp_path: Path, right: str, wrong: str
) -> None:
    odd = LINES[0].replace(right, wrong)
    contents = read(tmp_path, "\n".join((HEAD, odd, LINES[2], "")))
    assert contents.kept == (GUEST,)
    assert [p.place for p in contents.odd] == ["players_list_foa.txt, line 2"]


def test_a_player_without_a_name_is_named_in_words(tmp_path: Path) -> None:
    xml = (
        "<playerslist><player><fideid>7000001</fideid><country>JPN</country><rating>2150</rating></player>"
        "</playerslist>"
    )
    contents = read(tmp_path, xml, "standard.xml", month=date(2026, 11, 1))
    assert contents.kept == ()
    assert [p.found for p in contents.odd] == ["no FIDE ID or no name"]


def test_a_zip_of_two_files_is_not_chosen_from(tmp_path: Path) -> None:
    two = io.BytesIO()
    with zipfile.ZipFile(two, "w") as archive:
        archive.writestr("a.txt", TEXT)
        archive.writestr("b.txt", TEXT)
    assert refusal(tmp_path, two.getvalue()) == ("fide-list-unclear", "2 files in it")


def test_what_the_disk_does_not_give_out_is_told_as_that_and_is_no_fault_of_the_program() -> None:
    """Address 0 of this process cannot be read: as a bad sector, or a share that went away."""
    with pytest.raises(OSError, match="Input/output error") as met:
        read_list(Path("/proc/self/mem"), WANTED, month=OCTOBER)
    assert met.value.filename == "/proc/self/mem"


@pytest.mark.parametrize("end", [77, 113, 119, 139, 141, 149])
def test_a_line_in_the_middle_that_is_cut_off_makes_nobody_unrated(tmp_path: Path, end: int) -> None:
    """Without its ratings it would be that of a player who has none."""
    data = "\r\n".join((HEAD, LINES[0][:end], LINES[2], ""))
    if end < 79:  # whose player it is cannot be read either
        assert refusal(tmp_path, data) == ("bad-line", f"{end + 2} bytes")
        return
    contents = read(tmp_path, data)
    assert contents.kept == (GUEST,)
    (odd,) = contents.odd
    assert (odd.code, odd.place) == ("bad-line", "players_list_foa.txt, line 2")
    assert odd.found == f"a line that ends after {end} bytes"


def test_a_line_whose_empty_end_an_editor_took_away_is_whole(tmp_path: Path) -> None:
    nameless = line("7000003", "Tani, Aki", "JPN", "M", "", (1500, 0, 0), "", "").rstrip()
    (player,) = read(tmp_path, "\n".join((HEAD, nameless, ""))).kept
    assert (player.standard, player.rapid, player.born_year, player.flag) == (1500, None, None, None)


@pytest.mark.parametrize("end", [40, 113, 158])
def test_two_lines_that_became_one_are_refused_and_the_second_is_not_swallowed(
    tmp_path: Path, end: int
) -> None:
    merged = LINES[1].ljust(158)[:end] + LINES[0]
    assert refusal(tmp_path, "\r\n".join((HEAD, merged, LINES[2], ""))) == (
        "bad-line",
        f"{len(merged) + 2} bytes",
    )


def test_of_two_players_with_one_fide_id_neither_is_kept_and_the_same_line_twice_is_one(
    tmp_path: Path,
) -> None:
    other = LINES[0].replace("2150", "2250")
    contents = read(tmp_path, "\r\n".join((HEAD, LINES[0], LINES[2], other, "")))
    assert contents.kept == (GUEST,)
    assert [(p.place, p.found) for p in contents.odd] == [
        ("players_list_foa.txt, line 4", "another player with the FIDE ID 7000001; neither is kept")
    ]
    again = read(tmp_path, "\r\n".join((HEAD, LINES[0], LINES[2], LINES[0], "")))
    assert (again.kept, again.odd) == ((MORI, GUEST), ())
