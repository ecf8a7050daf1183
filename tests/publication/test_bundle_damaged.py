"""Archives that are none, in every way: `verify` names it, and never fails of itself."""

from __future__ import annotations

import copy
import io
import json
import re
import struct
import zipfile
from collections.abc import Callable
from typing import Any

import pytest

from office.chain.minisign import made
from office.lists.packing import sha256
from tests.office.test_corrections import four_lists
from tests.publication.forged import Parts, head_signed, resigned, unzipped, zipped
from tests.workplace import Workplace

Head = dict[str, Any]


KEY = made()
"""With which the damaged archives are signed: what is wrong with them, the signature does not say."""


@pytest.fixture
def whole(work: Workplace) -> Parts:
    kept = work.shelf / "four-lists.zip"
    if not kept.exists():
        four_lists(work, 2)
        work.done("bundle", kept)
    return resigned(unzipped(kept.read_bytes()), KEY)


def of_head(**values: object) -> Callable[[Head, Head], None]:
    return lambda head, _inputs: head.update(values)


def of_list(at: int, **values: object) -> Callable[[Head, Head], None]:
    return lambda head, _inputs: head["versions"][at].update(values)


def of_inputs(*path: object, value: object) -> Callable[[Head, Head], None]:
    def change(_head: Head, inputs: Head) -> None:
        held: Any = inputs
        for key in path[:-1]:
            held = held[key]
        held[path[-1]] = value

    return change


DAMAGE: dict[str, Callable[[Head, Head], None]] = {
    "no versions": of_head(versions=None),
    "versions that are a number": of_head(versions=7),
    "versions that are text": of_head(versions="2026"),
    "files that are a list": of_head(files=[]),
    "another format": of_head(format=[1]),
    "half a sign": of_head(format="\ud800"),
    "a list that is a list": of_list(0, list=[]),
    "a list that is an object": of_list(0, list={}),
    "a list that is nothing": of_list(1, list=None),
    "a version that is text": of_list(1, version="1"),
    "a version that is yes": of_list(1, version=True),
    "no edition": of_list(1, edition=None),
    "an edition that is a number": of_list(1, edition=0),
    "an edition of a list that was taken over": of_list(0, edition=[{}]),
    "an edition elsewhere": of_list(1, edition="../../../etc/passwd"),
    "previous that is text": of_list(1, previous="2026-10-01"),
    "previous of nothing": of_list(1, previous={"list": None, "version": []}),
    "inputs that are no name": of_list(1, inputs=[]),
    "a text that is none": of_list(0, text={"a": 1}),
    "inputs without members": of_inputs("members", value=None),
    "games beyond all counting": of_inputs("members", 0, "ratings", "standard", "games", value=10**19),
    "a rating beyond all floats": of_inputs("members", 0, "ratings", "standard", "rating", value=1e400),
    "an edition of the inputs": of_inputs("edition", value=-1),
    "another way to read": of_inputs("interpretations", value=["\ud800"]),
    "a previous list that is none": of_inputs("previous", value=0),
    "half a sign in a name": of_inputs("members", 0, "id", value="\ud800"),
    "a day that is none": of_inputs("list", value="9999-99-99"),
}


@pytest.mark.parametrize("damage", DAMAGE.values(), ids=DAMAGE.keys())
def test_a_damaged_archive_is_named(
    work: Workplace, whole: Parts, damage: Callable[[Head, Head], None]
) -> None:
    head = json.loads(whole["bundle.json"])
    path = head["versions"][1]["inputs"]
    inputs = json.loads(whole[path])
    before = json.dumps(head), json.dumps(inputs)
    damage(head, inputs)
    raw = json.dumps(inputs)
    if raw != before[1]:
        head["files"][path] = sha256(raw)
        whole = whole | {path: raw.encode()}
    assert (json.dumps(head), raw) != before
    refused(work, head_signed(whole | {"bundle.json": json.dumps(head).encode()}, KEY))


def refused(work: Workplace, parts: Parts) -> None:
    said = work.run("verify", work.file(zipped(parts), "damaged.zip"))
    assert said.code == 1
    assert {p["code"] for p in said.problems()} <= {"not-a-bundle", "verify-differs"}
    assert said.problems()


@pytest.mark.parametrize(
    "text", [b"", b"\xff", b"[" * 100_000, b"null", b"9" * 5000, b'{"format": "banzuke-bundle-2"}']
)
def test_a_head_that_is_none_is_named(work: Workplace, whole: Parts, text: bytes) -> None:
    refused(work, head_signed(whole | {"bundle.json": text}, KEY))


def test_an_edition_from_elsewhere_is_not_looked_for(work: Workplace, whole: Parts) -> None:
    head = json.loads(whole["bundle.json"])
    for name in ("editions/../__init__.py", "editions/" + "x" * 5000, "editions/"):
        text = b"other"
        held = copy.deepcopy(head)
        held["files"][name] = sha256(text)
        refused(work, head_signed(whole | {name: text, "bundle.json": json.dumps(held).encode()}, KEY))


LAW = "editions/jcf-2024-10.toml"


def test_an_archive_agrees_with_a_banzuke_that_knows_another_end_of_its_edition(
    work: Workplace, whole: Parts
) -> None:
    """Until the next edition is decided nobody knows it: an archive is kept longer, or a Banzuke."""
    begins = re.search(rb"^in_force_from = .*\n", whole[LAW], re.MULTILINE)
    assert begins is not None and b"in_force_until" not in whole[LAW]
    ended = whole[LAW].replace(begins[0], begins[0] + b"in_force_until = 2031-04-01\n")
    work.done("verify", work.file(zipped(resigned(whole | {LAW: ended}, KEY)), "ended.zip"))
    refused(work, resigned(whole | {LAW: ended.replace(b"floor = 1000", b"floor = 1100")}, KEY))


def test_of_an_edition_that_came_later_it_is_said_to_take_the_newest_banzuke(
    work: Workplace, whole: Parts
) -> None:
    head = json.loads(whole["bundle.json"])
    later = LAW.replace("2024-10", "2031-04")
    head["files"][later] = head["files"].pop(LAW)
    head["versions"][-1]["edition"] = "jcf-2031-04"
    parts = {later if name == LAW else name: text for name, text in whole.items()}
    newer = zipped(head_signed(parts | {"bundle.json": json.dumps(head).encode()}, KEY))
    told = work.run("verify", work.file(newer, "newer.zip")).problem()
    assert (told["code"], told["found"]) == ("unknown-edition", "jcf-2031-04")
    assert told["do"].endswith("take the newest")


def test_an_archive_whose_part_ends_too_early_says_which(work: Workplace) -> None:
    made_of = io.BytesIO()
    with zipfile.ZipFile(made_of, "w", zipfile.ZIP_STORED) as archive:
        archive.writestr("bundle.json", "{}")
    data = bytearray(made_of.getvalue())
    entry = data.index(b"PK\x01\x02")
    struct.pack_into("<LL", data, entry + 20, 4000, 4000)  # of the directory: packed and unpacked size
    said = work.run("verify", work.file(bytes(data), "short.zip"))
    told = said.problem()
    assert told["code"] == "not-a-bundle"  # newer releases of Python see it before the part is read
    assert "bundle.json ends before it should" in told["found"] or "'bundle.json'" in told["found"]


def test_an_archive_with_a_damaged_part_says_which(work: Workplace, whole: Parts) -> None:
    data = bytearray(zipped({"bundle.json": whole["bundle.json"]}))
    data[30 + len("bundle.json")] |= 0b111  # a kind of block that there is not
    told = work.run("verify", work.file(bytes(data), "damaged.zip")).problem()
    assert told["code"] == "not-a-bundle" and told["found"].startswith("bundle.json: ")


def with_inputs(parts: Parts, change: Callable[[Head], None]) -> Parts:
    """The archive with the inputs of its first list that was reckoned changed, signed."""
    head = json.loads(parts["bundle.json"])
    path = head["versions"][1]["inputs"]
    inputs = json.loads(parts[path])
    change(inputs)
    return resigned(parts | {path: json.dumps(inputs).encode()}, KEY)


def test_an_archive_of_another_version_is_verified_and_its_other_text_is_noted(
    work: Workplace, whole: Parts
) -> None:
    """What an edition leaves open, and its words, come with versions of Banzuke; its numbers do not."""
    for old, new, article in (
        (b'rulings = ["R120", "R126"]\n', b"", "7(3)"),
        (b"No rating is below 1000.", b"1000 is the lowest.", "5(3)"),
        (b"floor = 1000", b"lowest = 1000", "5(3)"),
    ):
        assert old in whole[LAW]
        older = resigned(whole | {LAW: whole[LAW].replace(old, new)}, KEY)
        said = work.done("verify", work.file(zipped(older), "older.zip"), "--key", KEY.public.text)
        assert f"jcf-2024-10 differs from that of this Banzuke in {article}:" in said.err
        assert "all as published, signed by the key" in said.out
    same = resigned(whole | {LAW: whole[LAW] + b"# of another day\n"}, KEY)
    assert "differs" not in work.done("verify", work.file(zipped(same), "same.zip")).err


def test_another_number_of_an_edition_is_named_with_its_article(work: Workplace, whole: Parts) -> None:
    other = resigned(whole | {LAW: whole[LAW].replace(b"floor = 1000", b"floor = 1100")}, KEY)
    told = work.run("verify", work.file(zipped(other), "other.zip")).problem()
    assert told["place"].endswith(f"{LAW}, 5(3)")
    assert (told["code"], told["expected"], told["found"]) == (
        "verify-differs",
        "floor = 1000",
        "floor = 1100",
    )
    assert told["do"].startswith("check it with the Banzuke that the office has")


def test_a_list_that_does_not_come_out_by_another_text_is_for_the_banzuke_of_the_office(
    work: Workplace, whole: Parts
) -> None:
    other = with_inputs(whole, lambda inputs: inputs["events"][0]["games"][0].update(result="1/2-1/2"))
    other = resigned(other | {LAW: whole[LAW].replace(b'rulings = ["R120", "R126"]\n', b"")}, KEY)
    told = work.run("verify", work.file(zipped(other), "changed.zip")).problems()[0]
    assert told["code"] == "verify-differs" and "other lines" in told["found"]
    assert told["do"].startswith("check it with the Banzuke that the office has")


def test_an_edition_that_is_none_is_named(work: Workplace, whole: Parts) -> None:
    for text in (b"\xff", b"article = 1\n", b"[" * 100_000, b"[[article]]\n"):
        other = resigned(whole | {LAW: text}, KEY)
        told = work.run("verify", work.file(zipped(other), "none.zip")).problem()
        assert (told["code"], told["found"]) == ("verify-differs", "another text")


def test_a_list_read_with_a_later_interpretation_asks_for_the_newest_banzuke(
    work: Workplace, whole: Parts
) -> None:
    later = with_inputs(whole, lambda inputs: inputs["interpretations"].update(R999="as-then"))
    told = work.run("verify", work.file(zipped(later), "later.zip")).problems()[0]
    assert (told["code"], told["found"]) == ("unknown-interpretation", "r999")
    assert told["do"].startswith("take the newest Banzuke")
