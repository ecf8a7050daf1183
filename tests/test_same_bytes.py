"""The comparison of two dumps (benchmarks/same_bytes): nothing exact may differ and go untold."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest

from benchmarks.same_bytes.compare import compared


def dump(folder: Path, **files: str | bytes) -> Path:
    """A dump with these files; `__` is a slash."""
    for name, data in {"exact__japan__codes.txt": "0 bundle\n", **files}.items():
        path = folder / name.replace("__", "/")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data if isinstance(data, bytes) else data.encode())
    return folder


def test_dumps_that_are_the_same_are_told_to_be(tmp_path: Path) -> None:
    one, two = (dump(tmp_path / n, words__japan__status="nothing waits") for n in ("one", "two"))
    assert compared(one, two, words=True)


@pytest.mark.parametrize(
    "more", [{"exact__japan__list.csv": "ID,ST\n"}, {"exact__japan__codes.txt": "1 bundle\n"}]
)
def test_a_byte_or_a_file_that_differs_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], more: dict[str, str]
) -> None:
    one, two = dump(tmp_path / "one"), dump(tmp_path / "two", **more)
    (name,) = more
    for before, after in ((one, two), (two, one)):
        assert not compared(before, after, words=False)
        assert name.replace("__", "/") + ": " in capsys.readouterr().out


def test_the_first_line_that_differs_is_shown(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    one = dump(tmp_path / "one", exact__list="1700\n1500\n1400\n")
    two = dump(tmp_path / "two", exact__list="1700\n1501\n1400\n")
    assert not compared(one, two, words=False)
    assert "line 2, byte 3\n    - 1500\n    + 1501" in capsys.readouterr().out


def test_of_a_workbook_the_part_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("one", "two"):
        with zipfile.ZipFile(dump(tmp_path / name) / "exact" / "list.xlsx", "w") as book:
            book.writestr("styles.xml", "the same")
            book.writestr("sheet1.xml", name)
    assert not compared(tmp_path / "one", tmp_path / "two", words=False)
    assert "parts: sheet1.xml\n" in capsys.readouterr().out


def test_words_may_change_and_each_change_is_shown_once(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pages = {f"words__site__{n}.html": "<title>Members</title><p class=a>held <b>back</b></p>" for n in "abc"}
    one = dump(tmp_path / "one", **pages)
    two = dump(
        tmp_path / "two", **{n: p.replace("held", "kept").replace("=a", "=b") for n, p in pages.items()}
    )
    assert compared(one, two, words=True)
    out = capsys.readouterr().out
    assert "3 times, as in words/site/a.html\n- held\n+ kept\n" in out
    assert out.count("- held") == 1
    assert "words: 3 of 3 files differ" in out


def test_a_folder_that_is_no_whole_dump_is_refused(tmp_path: Path) -> None:
    one, two = dump(tmp_path / "one"), dump(tmp_path / "two")
    assert not compared(one, tmp_path / "three", words=False)
    assert not compared(tmp_path / "three", tmp_path / "four", words=False)
    (two / "work").mkdir()
    assert not compared(one, two, words=False)
