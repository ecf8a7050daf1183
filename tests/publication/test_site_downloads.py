"""The downloads page: what is there, that its sums hold, and that nothing private is in any file."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest
from selectolax.lexbor import LexborHTMLParser

from tests.office.test_desk import EVENT
from tests.publication.test_site import november, site_of
from tests.publication.test_site_families import site_of_family
from tests.workplace import HATA, MORI, Workplace


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
    november(work)
    site = site_of(work)
    page = LexborHTMLParser((site / lang / "downloads.html").read_text("utf-8"))
    named = {(n.attributes["href"] or "").removeprefix("../data/") for n in page.css("a[download]")}
    assert named == {*sums(site), "SHA256SUMS"}
    assert {"key.pub", "lists/2026-10-01-v1.csv", "lists/2026-11-01-v1.json", "people.json"} <= named
    for path in named:
        assert (site / "data" / path).is_file(), path
    games = [path for path in named if path.startswith("games/")]
    assert games
    work.done("export", "games", "--list", "2026-11-01", "--to", work.folder / "g")
    for path in games:
        assert (site / "data" / path).read_bytes() == (work.folder / "g" / path[6:]).read_bytes()


def test_games_are_taken_over_and_not_made_again(work: Workplace) -> None:
    november(work)
    site = site_of(work)
    (file,) = (site / "data/games").rglob("*.csv")
    before = file.stat().st_ino
    work.register({"ID": MORI, "Name": "Mori Kanade", "Club": "Elsewhere"})
    work.done("site", site, "--mail", "somebody@example.org")  # every page is another
    assert (site / file.relative_to(site)).stat().st_ino == before
    assert len(sums(site)) == len(set(sums(site)))


def test_nothing_of_who_is_withheld_is_in_any_file(work: Workplace) -> None:
    november(work)
    ((name, kanji),) = work.rows(
        "SELECT name, coalesce(kanji, '') FROM list_member WHERE version_id = 2 AND federation_id = ?", HATA
    )
    site = site_of(work)
    before = [p for p in site.rglob("*") if p.is_file() and name.encode() in p.read_bytes()]
    assert len(before) > 5
    work.register(
        {"ID": HATA, "Name": name, "Kanji": kanji or "秘田", "Birth": "1931-03-14", "Withheld": "yes",
         "Email": "hidden@example.net"}
    )  # fmt: skip
    work.done("site", site, "--address", "https://example.org/")
    secret = [name, HATA, "1931", "hidden@example.net", kanji or "秘田"]
    for file in (p for p in site.rglob("*") if p.is_file()):
        data = file.read_bytes()
        assert not [word for word in secret if word.encode() in data], file
    names = {p.number: p.name for p in EVENT.players}
    assert names  # the event is there without him
    assert (site / "en/events/index.html").is_file()
