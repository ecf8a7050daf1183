"""`banzuke verify` of what anybody may have made: lying, huge and malformed archives are refused by name."""

from __future__ import annotations

import json
import os
import time
from pathlib import Path
from typing import Any

import pytest

from importer import apart, reader
from office.chain.minisign import made, signed
from office.chain.statements import FIRST, Statement
from office.errors import OfficeError
from office.lists.packing import sha256
from publication.bundle import head, verify
from publication.bundle.verify import Verified, verify_bundle
from publication.bundle.write import FORMAT
from tests.importer.test_bombs import lying
from tests.publication.forged import head_signed, zipped

TEXT = b"a list"
ENTRY: dict[str, Any] = {
    "list": "2026-10-01",
    "version": 1,
    "how": "opening",
    "edition": None,
    "published_sha256": sha256(TEXT),
    "as_published": True,
    "previous": None,
    "text": "versions/a.txt",
}


KEY = made()


def archive(folder: Path, *versions: dict[str, Any], text: bytes = TEXT, **head: Any) -> Path:
    parts, before, listed = {"versions/a.txt": text}, FIRST, []
    for number, version in enumerate(versions, 1):
        one = Statement(number, "2026-10-01", number, "2026-10-02T00:00:00Z", sha256(text), "0" * 64, before)
        before = sha256(one.text())
        name = f"statements/{one.name}"
        parts |= {name: one.text(), f"{name}.minisig": signed(KEY, one.text(), "a list")}
        listed.append({**version, "statement": name})
    files = {name: sha256(data) for name, data in parts.items()}
    told = {"format": FORMAT, "versions": listed, "files": files, "key": KEY.public.text, **head}
    return written(folder, zipped(head_signed(parts | {"bundle.json": json.dumps(told).encode()}, KEY)))


def written(folder: Path, data: bytes) -> Path:
    path = folder / "bundle.zip"
    path.write_bytes(data)
    return path


def verified(path: Path) -> Verified:
    return verify_bundle(path, lambda _: None)


def refused(path: Path) -> tuple[str, str]:
    with pytest.raises(OfficeError) as caught:
        verified(path)
    (problem,) = caught.value.problems
    return problem.code, problem.found


def test_a_sound_archive_passes(tmp_path: Path) -> None:
    assert verified(archive(tmp_path, ENTRY)) == Verified(1, 0, 0, (), KEY.public, "2026-10-01")


def test_parts_whose_sizes_lie_or_are_huge_are_not_unpacked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reader, "MEMORY", 300_000_000)
    assert refused(written(tmp_path, lying(400, 1000, b"bundle.json"))) == (
        "not-a-bundle",
        "Bad CRC-32 for file 'bundle.json'",
    )
    assert refused(written(tmp_path, lying(400, 400_000_000, b"bundle.json"))) == (
        "not-a-bundle",
        f"ValueError: bundle.json has 400000000 bytes, more than {head.LARGEST_PART}",
    )


def test_a_huge_file_is_not_opened(tmp_path: Path) -> None:
    path = tmp_path / "bundle.zip"
    with path.open("wb") as file:
        file.truncate(verify.LARGEST + 1)
    assert refused(path) == ("not-a-bundle", f"{verify.LARGEST + 1} bytes, more than {verify.LARGEST}")


def test_a_huge_part_is_not_unpacked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(head, "LARGEST_PART", 5000)
    code, found = refused(archive(tmp_path, ENTRY, text=b"x" * 5001))
    assert code == "not-a-bundle" and "versions/a.txt has 5001 bytes, more than 5000" in found


@pytest.mark.parametrize(
    "change",
    [
        {"list": ["2026-10-01"]},
        {"list": "2026-13-45"},
        {"version": "1"},
        {"version": {}},
        {"published_sha256": 7},
        {"text": 7},
        {"text": ["versions/a.txt"]},
        {"how": "run"},
        {"how": "run", "inputs": "versions/a.txt", "previous": 5},
    ],
)
def test_a_list_named_otherwise_is_refused(tmp_path: Path, change: dict[str, Any]) -> None:
    assert refused(archive(tmp_path, {**ENTRY, **change}))[0] == "not-a-bundle"


@pytest.mark.parametrize("versions", [5, None, [5], ["x"], {"a": 1}, [[]]])
def test_a_head_of_another_form_is_refused(tmp_path: Path, versions: object) -> None:
    assert refused(archive(tmp_path, versions=versions))[0] == "not-a-bundle"


def test_a_list_that_takes_too_long_ends_the_work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def too_long(*_: object) -> None:
        raise apart.TooMuch("more processor time")

    monkeypatch.setattr(verify, "_checked", too_long)
    monkeypatch.setattr(reader, "_copied", True)  # in this process
    found = verified(archive(tmp_path, ENTRY, {**ENTRY, "version": 2}))
    assert [p.code for p in found.problems] == ["reading-too-much"]
    monkeypatch.setattr(reader, "_copied", False)


@pytest.mark.slow
def test_an_archive_has_the_time_that_its_size_needs_and_no_list_more_than_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A small archive of many lists that each take long is ended; one list is ended earlier than all."""
    monkeypatch.setattr(verify, "SECONDS", 1)
    lists = [{**ENTRY, "version": n} for n in range(1, 20)]

    def busy(seconds: float) -> list[str]:
        monkeypatch.setattr(verify, "_checked", lambda *_: (spent(seconds), ([], False))[1])
        began = time.process_time() + sum(os.times()[2:4])
        found = verified(archive(tmp_path, *lists)).problems
        assert time.process_time() + sum(os.times()[2:4]) - began < 3.5
        return [f"{p.code} {p.place} {p.expected}" for p in found]

    def spent(seconds: float) -> None:
        until = time.process_time() + seconds
        while time.process_time() < until:
            pass

    assert busy(0.4) == ["reading-too-much bundle.zip at most 2 s and 1 GB to read it"]
    assert busy(30) == [
        "reading-too-much bundle.zip, list of 2026-10-01, version 1 at most 1 s and 1 GB to read it"
    ]


def test_a_large_list_has_the_time_that_its_own_size_needs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    given: list[float] = []

    def noted(budget: apart.Budget | None, *asked: Any) -> Any:
        assert budget
        given.append(budget.step)
        return apart.apart(budget, *asked)

    monkeypatch.setattr(verify, "apart", noted)
    text = os.urandom(2_000_000)  # it cannot be packed
    entry = {**ENTRY, "published_sha256": sha256(text)}
    path = archive(tmp_path, entry, text=text)
    verified(path)
    assert given == [10 + 21, 10 + 20]


def test_more_lists_than_there_can_be_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(head, "MOST_VERSIONS", 1)
    assert refused(archive(tmp_path, ENTRY, {**ENTRY, "version": 2}))[1] == "2 lists, more than 1"
