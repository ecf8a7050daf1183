"""The downloads page: what is there, that its sums hold, and that nothing private is in any file."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest
from selectolax.lexbor import LexborHTMLParser

from publication.site import pages_downloads
from tests.publication.exported import told
from tests.publication.test_site import november, november_site, site_of
from tests.publication.test_site_families import site_of_family
from tests.workplace import HATA, MORI, NAMES, Workplace


def sums(site: Path) -> dict[str, str]:
    lines = (site / "data/SHA256SUMS").read_text().splitlines()
    return {path: digest for digest, path in (line.split("  ") for line in lines)}


@pytest.mark.skipif(shutil.which("sha256sum") is None, reason="no sha256sum")
@pytest.mark.parametrize("office", ["work", "queensland"])
def test_sha256sum_itself_finds_every_sum_right(office: str, request: pytest.FixtureRequest) -> None:
    site = site_of_family(office, request)
    command = ["sha256sum", "-c", "--strict", "SHA256SUMS"]
    assert subprocess.run(command, cwd=site / "data", check=False, capture_output=True).returncode == 0
    one = site / "data/lists/2026-11-01-v1.json"
    data = one.read_bytes()
    one.unlink()  # the release before shares the file
    one.write_bytes(data + b" ")
    assert subprocess.run(command, cwd=site / "data", check=False, capture_output=True).returncode == 1


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_everything_named_is_there_and_in_the_sums(work: Workplace, lang: str) -> None:
    site = november_site(work)
    page = LexborHTMLParser((site / lang / "downloads.html").read_text("utf-8"))
    named = {(n.attributes["href"] or "").removeprefix("../data/") for n in page.css("a[download]")}
    assert named == {*sums(site), "SHA256SUMS"}
    (how,) = [n for n in page.css("p > span.note") if "SHA256SUMS" in n.text()]
    assert "data" in how.text() and "sha256sum -c SHA256SUMS" in str(how.parent and how.parent.text())
    heads = {head.text() for head in page.css("h3")}
    assert ("Signed statement" if lang == "en" else "署名した証明書") in heads
    assert {"key.pub", "lists/2026-10-01-v1.csv", "lists/2026-11-01-v1.json", "people.json"} <= named
    for path in named:
        assert (site / "data" / path).is_file(), path
    games = [path for path in named if path.startswith("games/")]
    assert games
    work.done("export", "games", "--list", "2026-11-01", "--to", work.folder / "g")
    for path in games:
        assert (site / "data" / path).read_bytes() == (work.folder / "g" / path[6:]).read_bytes()


def test_games_are_taken_over_and_not_made_again(work: Workplace) -> None:
    site = november_site(work)
    (file,) = (site / "data/games").rglob("*.csv")
    before = file.stat().st_ino
    work.register({"ID": MORI, "Name": "Mori Kanade", "Club": "Elsewhere"})
    work.done("site", site, "--mail", "somebody@example.org")  # every page is another
    assert (site / file.relative_to(site)).stat().st_ino == before
    assert len(sums(site)) == len(set(sums(site)))


def test_nothing_of_who_is_withheld_is_in_any_file(work: Workplace) -> None:
    november(work)
    ((name,),) = work.rows("SELECT name FROM list_member WHERE version_id = 2 AND federation_id = ?", HATA)
    site = site_of(work)
    before = [p for p in site.rglob("*") if p.is_file() and name in told(p)]
    assert {".csv", ".xlsx", ".parquet", ".txt", ".json", ".html", ".js"} <= {p.suffix for p in before}
    work.register(
        {"ID": HATA, "Name": name, "Kanji": "秘田", "Birth": "1931-03-14", "Withheld": "yes"}
    )  # fmt: skip
    site_of(work)
    for file in (p for p in site.rglob("*") if p.is_file()):
        held = told(file)
        assert not [word for word in (name, HATA, "1931", "秘田") if word in held], file


def test_every_list_is_there_in_every_format_for_everybody(work: Workplace) -> None:
    """The very files of `export list`; those for pairing programs are for organizers alone."""
    site = november_site(work)
    endings = {"csv": "-table.csv", "xlsx": ".xlsx", "parquet": ".parquet", "japan": ".csv", "json": ".json"}
    formats = [word for name in (*endings, "fide-txt", "top") for word in ("--format", name)]
    for day in ("2026-10-01", "2026-11-01"):
        out = work.folder / "l" / day
        work.done("export", "list", "--list", day, *formats, "--to", out)
        for name, ending in endings.items():
            kind, own = ("rating", "csv") if name == "japan" else ("list", name)
            there = site / f"data/lists/{day}-v1{ending}"
            assert there.read_bytes() == (out / f"{kind}-{day}.{own}").read_bytes(), there
    for name, kind in (("fide", "fide-style"), ("top", "top")):
        there = (site / f"data/lists/newest-{name}.txt").read_bytes()
        assert there == (out / f"{kind}-2026-11-01.txt").read_bytes()
    assert {"lists/newest-fide.txt", "lists/2026-10-01-v1.parquet"} <= sums(site).keys()


def test_what_the_register_says_today_is_told_at_once(work: Workplace) -> None:
    site = november_site(work)
    books = {p: p.stat().st_ino for p in (site / "data/lists").glob("*.xlsx")}
    assert len(books) == 2
    work.register({"ID": MORI, "Name": NAMES[MORI], "Sex": "f", "Federation": "JPN"})
    site_of(work)
    told = (site / "data/lists/newest-fide.txt").read_text().splitlines()
    (line,) = [line for line in told if line.startswith(MORI)]
    assert (line[76:79], line[80]) == ("JPN", "F")
    assert {p: p.stat().st_ino for p in books} == books


def test_a_list_of_nobody_has_its_files_all_the_same(work: Workplace) -> None:
    work.opening([])
    site = site_of(work)
    assert (site / "data/lists/2026-10-01-v1.xlsx").is_file()
    for lang in ("en", "ja"):
        assert (site / lang / "lists/2026-10-01/index.html").is_file()


def test_without_pyarrow_there_is_no_parquet(work: Workplace, monkeypatch: pytest.MonkeyPatch) -> None:
    november(work)
    monkeypatch.setattr(pages_downloads, "find_spec", lambda _: None)
    site = site_of(work)
    assert not list(site.rglob("*.parquet"))
    assert "parquet" not in (site / "en/downloads.html").read_text()
    assert list(site.rglob("*.xlsx"))
