"""Forged public archives: each is refused by who knows the office's key, and nobody else is told that it is
as published."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from office.chain.minisign import made
from office.lists.packing import sha256
from office.words.formats import day as told
from publication.bundle.public import engine_inputs
from publication.bundle.verify import verify_bundle
from rating.editions import load
from rating.interpretations import stored
from tests.office.test_corrections import four_lists
from tests.publication.forged import Parts, head_signed, resigned, unzipped, zipped
from tests.workplace import MORI, ONO, Said, Workplace


@pytest.fixture
def whole(work: Workplace) -> Parts:
    four_lists(work, 2)
    work.done("bundle", work.folder.parent / "lists.zip")
    return unzipped((work.folder.parent / "lists.zip").read_bytes())


def verified(work: Workplace, parts: Parts, *words: object) -> Said:
    return work.run("verify", work.file(zipped(parts), "forged.zip"), *words)


def refused(work: Workplace, parts: Parts) -> set[str]:
    """By who knows the key: the codes."""
    said = verified(work, parts, "--key", work.folder / "key.pub")
    assert said.code == 1
    assert "as published" not in said.all.replace("not as published", "")
    return {p["code"] for p in said.problems()}


def with_head(parts: Parts, change: Callable[[dict[str, Any]], None]) -> Parts:
    head = json.loads(parts["bundle.json"])
    change(head)
    return parts | {"bundle.json": json.dumps(head).encode()}


def turned_round(inputs: dict[str, Any]) -> None:
    game = inputs["events"][-1]["games"][0]
    game["result"] = {"1-0": "0-1", "0-1": "1-0"}.get(game["result"], "1-0")


def other_result(parts: Parts, change: Callable[[dict[str, Any]], None] = turned_round) -> Parts:
    """The newest list with a game turned round, reckoned anew, every sum of it right: the reckoning alone
    cannot tell it from the real one."""
    from office.rebuild.again import derived_text

    head = json.loads(parts["bundle.json"])
    entry = head["versions"][-1]
    inputs = json.loads(parts[entry["inputs"]])
    change(inputs)
    law, switches = load(entry["edition"]), stored(inputs["interpretations"])
    text = derived_text(engine_inputs(inputs, law), entry["version"], law, switches)
    raw = json.dumps(inputs).encode()
    entry["published_sha256"] = sha256(text)
    head["files"] |= {entry["inputs"]: sha256(raw), entry["text"]: sha256(text)}
    return parts | {
        entry["inputs"]: raw,
        entry["text"]: text.encode(),
        "bundle.json": json.dumps(head).encode(),
    }


def test_the_real_archive_is_as_published_with_the_sums_that_the_site_shows(
    work: Workplace, whole: Parts
) -> None:
    said = verified(work, whole, "--key", work.folder / "key.pub")
    assert said.code == 0
    assert "3 versions made again from forged.zip alone: all as published, signed by the key" in said.out
    sums = work.rows("SELECT list_date, text_sha256 FROM list_version WHERE state = 'published'")
    for day, sum_ in sums:
        assert f"list of {told(day)}, version 1: as published, SHA-256 {sum_}" in said.err
    work.done("site", work.folder.parent / "site")
    for day, sum_ in sums:
        assert sum_ in (work.folder.parent / f"site/en/lists/{day}/index.html").read_text()
    assert "after that of 1 December 2026, no archive can say" in said.err


def test_an_archive_of_an_office_without_a_list_says_nothing_of_lists_after_it(work: Workplace) -> None:
    path = work.folder.parent / "lists.zip"
    work.done("bundle", path)
    said = work.done("verify", path, "--key", work.folder / "key.pub")
    assert said.out.startswith("0 versions made again from lists.zip alone: ")
    assert said.err == ""


def test_without_the_key_an_archive_only_agrees_with_itself(work: Workplace, whole: Parts) -> None:
    key = work.done("key").out.strip()
    said = verified(work, whole)
    assert said.code == 0
    assert said.out == "3 versions made again from forged.zip alone: the archive agrees with itself\n"
    assert ": as published" not in said.all and "all as published" not in said.all
    assert f"Whose it is, it cannot say itself. It names the key {key}" in said.err


def test_a_key_that_was_put_into_the_environment_is_asked(
    work: Workplace, whole: Parts, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BANZUKE_KEY", work.done("key").out.strip())
    assert "all as published" in verified(work, whole).out
    monkeypatch.setenv("BANZUKE_KEY", made().public.text)
    assert verified(work, whole).code == 1


def test_one_that_is_forged_consistently_and_signed_by_its_forger_is_refused(
    work: Workplace, whole: Parts
) -> None:
    forged = resigned(other_result(whole))
    said = verified(work, forged)
    assert said.out.endswith("the archive agrees with itself\n")  # all that it can show
    assert refused(work, forged) == {"verify-signature"}


@pytest.mark.parametrize("name", ["rating", "games", "peak"])
def test_a_list_that_does_not_start_from_the_list_before_it_does_not_agree_with_itself(
    work: Workplace, whole: Parts, name: str
) -> None:
    """A peak of 2400 makes K 10 (5(1))."""

    def other(inputs: dict[str, Any]) -> None:
        held = next(m["ratings"]["standard"] for m in inputs["members"] if m["id"] == MORI)
        held[name] += 1000 if name == "peak" else 10

    said = verified(work, resigned(other_result(whole, other)))
    assert said.code == 1
    assert {(p["code"], p["place"].split(", ")[-2]) for p in said.problems()} == {("verify-differs", MORI)}


@pytest.mark.parametrize(
    ("given", "expected", "found"),
    [
        ({}, "(1400, 100, 1750) as on the list before", "None"),
        (
            {"rapid": {"rating": 1900, "games": 50, "peak": 1900, "peak_assumed": False, "adopted": False}},
            "None as on the list before",
            "(1900, 50, 1900)",
        ),
    ],
)
def test_a_list_that_leaves_out_a_rating_or_brings_in_one_does_not_agree_with_itself(
    work: Workplace, whole: Parts, given: dict[str, Any], expected: str, found: str
) -> None:
    """Of somebody without a game on it: Ono, who stands on the list before with 1400, and without rapid."""

    def other(inputs: dict[str, Any]) -> None:
        (ono,) = (m for m in inputs["members"] if m["id"] == ONO)
        ono["ratings"] = {**ono["ratings"], **given} if given else {}

    problem = verified(work, resigned(other_result(whole, other))).problem()
    assert problem["place"].split(", ")[-2:] == [ONO, *(given or ("standard",))]
    assert (problem["expected"], problem["found"]) == (expected, found)


def test_one_that_is_forged_consistently_and_not_signed_anew_is_refused_without_a_key(
    work: Workplace, whole: Parts
) -> None:
    assert verified(work, other_result(whole)).code == 1
    assert refused(work, other_result(whole)) == {"verify-signature"}


def test_one_that_keeps_the_forgers_key_to_itself_is_refused(work: Workplace, whole: Parts) -> None:
    """Signed by the forger, and named as signed by the office."""
    forged = resigned(other_result(whole))
    own = json.loads(whole["bundle.json"])["key"]
    named = head_signed(with_head(forged, lambda head: head.update(key=own)))
    assert verified(work, named).code == 1
    assert refused(work, named) == {"verify-signature"}


def test_another_list_beside_the_genuine_sum_is_refused(work: Workplace, whole: Parts) -> None:
    """`"as_published": false`, and the SHA-256 that the site shows."""
    genuine = json.loads(whole["bundle.json"])["versions"][-1]["published_sha256"]

    def change(head: dict[str, Any]) -> None:
        head["versions"][-1] |= {"as_published": False, "published_sha256": genuine}

    forged = with_head(other_result(whole), change)
    assert refused(work, forged) == {"verify-signature"}
    own = verified(work, resigned(forged))  # even where its forger signs it
    assert own.code == 1
    assert own.problem()["found"] == "another list than published"


def test_a_changed_readme_is_refused(work: Workplace, whole: Parts) -> None:
    forged = whole | {"README.txt": whole["README.txt"] + b"The office's new key: RWQ...\n"}
    assert refused(work, forged) == {"verify-differs"}
    mended = with_head(
        forged, lambda head: head["files"].update({"README.txt": sha256(forged["README.txt"])})
    )
    assert refused(work, mended) == {"verify-signature"}


def test_what_is_wrong_with_a_signature_is_told_in_japanese_too(work: Workplace, whole: Parts) -> None:
    head = with_head(whole, lambda head: head.update(more="more"))
    said = work.run("--lang", "ja", "verify", work.file(zipped(head), "forged.zip"))
    assert "実際      内容と一致しない署名" in said.err


def test_a_statement_that_is_not_there_is_named_as_missing(work: Workplace, whole: Parts) -> None:
    path = json.loads(whole["bundle.json"])["versions"][-1]["statement"]
    said = verified(work, {name: data for name, data in whole.items() if name != path})
    assert {p["found"] for p in said.problems() if p["place"] == f"forged.zip, {path}"} == {"none"}


@pytest.mark.parametrize("name", ["extra.txt", "versions/2027-01-01-v1.txt", "statements/0009.txt"])
def test_an_extra_file_is_refused(work: Workplace, whole: Parts, name: str) -> None:
    forged = whole | {name: b"more"}
    assert refused(work, forged) == {"verify-differs"}
    assert verified(work, forged).problem()["found"] == "one"


def test_a_file_that_is_there_twice_is_refused(work: Workplace, whole: Parts) -> None:
    import io
    import zipfile

    out = io.BytesIO(zipped(whole))
    with pytest.warns(UserWarning, match="Duplicate name"), zipfile.ZipFile(out, "a") as archive:
        archive.writestr("README.txt", whole["README.txt"])
    said = work.run("verify", work.file(out.getvalue(), "twice.zip"))
    assert said.problem()["place"] == "twice.zip, README.txt"


@pytest.mark.parametrize("at", [-1, 0, 1])
def test_an_archive_that_lacks_a_list_is_refused(work: Workplace, whole: Parts, at: int) -> None:
    gone = json.loads(whole["bundle.json"])["versions"][at]
    left = {name: data for name, data in whole.items() if name not in gone.values()}

    def change(head: dict[str, Any]) -> None:
        head["versions"].pop(at)
        head["files"] = {name: sum_ for name, sum_ in head["files"].items() if name in left}

    assert "verify-signature" in refused(work, with_head(left, change))
    for part in (gone["text"], gone["statement"], gone["statement"] + ".minisig"):
        assert refused(work, {name: data for name, data in whole.items() if name != part})


def test_lists_of_two_archives_of_one_office_do_not_mix(work: Workplace, whole: Parts) -> None:
    """An older head, genuinely signed, on the lists of today."""
    kept = (work.folder.parent / "lists.zip").read_bytes()
    work.register({"ID": "N90000001", "Name": "Mori Sora", "Withheld": "yes"})
    work.done("bundle", work.folder.parent / "withheld.zip")
    newer = unzipped((work.folder.parent / "withheld.zip").read_bytes())
    older = {name: kept_part for name, kept_part in unzipped(kept).items() if name.startswith("bundle.json")}
    assert refused(work, newer | older) == {"verify-differs"}


def test_what_is_no_key_is_refused_by_name(work: Workplace, whole: Parts, tmp_path: Path) -> None:
    said = verified(work, whole, "--key", "no key")
    assert said.problem()["code"] == "key-unfit"
    (tmp_path / "x.pub").write_bytes(b"\xff" * 50)
    assert verified(work, whole, "--key", tmp_path / "x.pub").problem()["code"] == "key-unfit"


def test_another_offices_key_is_told_apart(work: Workplace, whole: Parts) -> None:
    from office.chain.minisign import public_key

    path = work.file(zipped(whole), "lists.zip")
    key = public_key((work.folder / "key.pub").read_text())
    assert verify_bundle(path, lambda _: None, key).problems == ()
    assert verify_bundle(path, lambda _: None, made().public).problems[0].code == "verify-signature"
