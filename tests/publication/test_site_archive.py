"""The archive on the website: anybody takes it from there and checks it, and it tells nothing it may not."""

from __future__ import annotations

import hashlib
import json
from datetime import UTC, datetime
from pathlib import Path

import pytest
from selectolax.lexbor import LexborHTMLParser

from publication.bundle import write
from tests.publication.forged import head_signed, resigned, unzipped, zipped
from tests.publication.test_site import november, site_of
from tests.publication.test_site_families import site_of_family
from tests.workplace import HATA, NAMES, Workplace

ARCHIVE = "data/archive.zip"


@pytest.fixture
def offered(work: Workplace) -> Path:
    """A site of two lists with the archive."""
    november(work)
    site = work.folder.parent / "public"
    work.done("site", site, "--archive")
    return site


def december(work: Workplace) -> None:
    """One more list."""
    work.moment = datetime(2026, 12, 2, 1, tzinfo=UTC)
    work.done("rate", "--list", "2026-12-01")
    work.done("publish", "--list", "2026-12-01", "--yes")


def reckoned(work: Workplace, monkeypatch: pytest.MonkeyPatch, site: Path, *words: object) -> list[str]:
    """The lists that were worked out again for the archive while the site was written."""
    found: list[str] = []
    real = write._version

    def noted(session: object, version: object, *more: object) -> object:
        found.append(str(version.list_date))  # type: ignore[attr-defined]
        return real(session, version, *more)  # type: ignore[arg-type]

    monkeypatch.setattr(write, "_version", noted)
    work.done("site", site, *words)
    monkeypatch.setattr(write, "_version", real)
    return found


@pytest.mark.parametrize("office", ["work", "queensland"])
def test_anybody_checks_what_the_site_offers_with_the_key_of_the_site(
    office: str, request: pytest.FixtureRequest
) -> None:
    site = site_of_family(office, request)
    work: Workplace = request.getfixturevalue(office)
    assert not (site / ARCHIVE).exists()  # nobody asked for it
    work.done("site", site, "--archive")
    page = LexborHTMLParser((site / "en/downloads.html").read_text("utf-8"))
    (link,) = page.css("#archive a[download]")
    taken = (site / "en" / str(link.attributes["href"])).resolve()
    (command,) = (c.text() for c in page.css("#archive code"))
    assert command.startswith("banzuke verify archive.zip --key RW")
    said = work.done("verify", taken, "--key", command.split()[-1])
    index = json.loads((site / "data/index.json").read_text())
    assert all(one["sha256"] in said.all for one in index["lists"])
    assert "as published" in said.all
    assert index["archive"] == "archive.zip"
    sums = dict(reversed(line.split("  ")) for line in (site / "data/SHA256SUMS").read_text().splitlines())  # type: ignore[misc]
    assert sums["archive.zip"] == hashlib.sha256(taken.read_bytes()).hexdigest()
    work.done("bundle", work.folder / "b.zip")
    assert taken.read_bytes() == (work.folder / "b.zip").read_bytes()


def test_every_list_leads_to_it_in_both_languages(offered: Path) -> None:
    for lang in ("en", "ja"):
        for day in ("2026-10-01", "2026-11-01"):
            file = offered / lang / "lists" / day / "index.html"
            links = [n.attributes["href"] or "" for n in LexborHTMLParser(file.read_text("utf-8")).css("a")]
            (to,) = [link for link in links if link.endswith(ARCHIVE)]
            assert (file.parent / to).is_file()
            assert any(link.endswith("downloads.html#archive") for link in links)


def test_a_forged_one_is_refused_by_who_has_the_key_of_the_site(work: Workplace, offered: Path) -> None:
    parts = unzipped((offered / ARCHIVE).read_bytes())
    key = offered / "data/key.pub"
    (text,) = [name for name in parts if name.startswith("versions/2026-11-01") and name.endswith(".txt")]
    for forged in (
        resigned(parts),
        head_signed(parts),
        parts | {text: parts[text] + b" "},
        parts | {"more.txt": b"x"},
    ):
        said = work.run("verify", work.file(zipped(forged), "forged.zip"), "--key", key)
        assert said.code == 1
        assert said.problems()


def test_who_is_withheld_is_in_it_under_a_number_at_once(work: Workplace, offered: Path) -> None:
    def told() -> str:
        return b"".join(unzipped((offered / ARCHIVE).read_bytes()).values()).decode()

    ((name,),) = work.rows("SELECT name FROM list_member WHERE version_id = 2 AND federation_id = ?", HATA)
    assert name in told()
    assert HATA in told()
    work.register({"ID": HATA, "Name": name, "Birth": "1931-03-14", "Withheld": "yes"})
    work.done("site", offered)
    assert not [word for word in (name, HATA, "1931-03-14") if word in told()]
    assert "withheld-" in told()
    said = work.done("verify", offered / ARCHIVE, "--key", offered / "data/key.pub")
    assert "withheld" in said.all


def test_a_list_that_it_holds_is_not_reckoned_again(
    work: Workplace, offered: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    inode = (offered / ARCHIVE).stat().st_ino
    assert reckoned(work, monkeypatch, offered) == []
    assert reckoned(work, monkeypatch, offered, "--mail", "somebody@example.org") == []
    assert (offered / ARCHIVE).stat().st_ino == inode
    december(work)
    assert reckoned(work, monkeypatch, offered) == ["2026-12-01"]
    work.done("bundle", work.folder / "b.zip")
    assert (offered / ARCHIVE).read_bytes() == (work.folder / "b.zip").read_bytes()


def test_nothing_is_taken_over_from_one_that_somebody_changed(
    work: Workplace, offered: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = offered / ARCHIVE
    real = file.read_bytes()
    parts = unzipped(real)
    december(work)
    file.unlink()
    file.write_bytes(zipped(resigned(parts)))
    assert reckoned(work, monkeypatch, offered) == ["2026-10-01", "2026-11-01", "2026-12-01"]
    work.done("verify", file, "--key", offered / "data/key.pub")


@pytest.mark.parametrize("part", ["txt", "json"])
def test_a_list_of_it_that_was_damaged_is_worked_out_again(
    work: Workplace, offered: Path, monkeypatch: pytest.MonkeyPatch, part: str
) -> None:
    """The head is the office's own and still signed; what it names is another one."""
    file = offered / ARCHIVE
    parts = unzipped(file.read_bytes())
    path = f"versions/2026-11-01-v1.{part}"
    december(work)
    file.unlink()
    file.write_bytes(zipped(parts | {path: parts[path].replace(b"1400", b"1500")}))
    assert reckoned(work, monkeypatch, offered) == ["2026-11-01", "2026-12-01"]
    assert unzipped(file.read_bytes())[path] == parts[path]
    work.done("verify", file, "--key", offered / "data/key.pub")


def test_a_site_whose_archive_is_refused_is_written_without_it_and_says_so(
    work: Workplace, offered: Path
) -> None:
    key = work.folder / "key.sec"
    kept = key.read_bytes()
    key.unlink()
    work.register({"ID": HATA, "Name": NAMES[HATA], "Withheld": "yes"})
    said = work.run("site", offered)
    assert said.code == 0
    assert "key-lost" in {p["code"] for p in said.problems()}
    assert not (offered / ARCHIVE).exists()
    assert "archive.zip" not in (offered / "en/downloads.html").read_text("utf-8")
    assert "archive.zip" not in (offered / "data/SHA256SUMS").read_text()
    key.write_bytes(kept)
    work.done("site", offered)
    work.done("verify", offered / ARCHIVE, "--key", offered / "data/key.pub")


def test_it_is_gone_when_it_is_turned_off(work: Workplace, offered: Path) -> None:
    work.done("site", offered, "--no-archive")
    assert not (offered / ARCHIVE).exists()
    assert "archive.zip" not in (offered / "en/lists/2026-11-01/index.html").read_text("utf-8")
    assert site_of(work).exists()
