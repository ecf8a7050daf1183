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


def test_an_edition_with_another_text_is_of_another_banzuke(work: Workplace, whole: Parts) -> None:
    path = "editions/jcf-2024-10.toml"
    head = json.loads(whole["bundle.json"])
    text = whole[path] + b"# of another day\n"
    head["files"][path] = sha256(text)
    parts = head_signed(whole | {path: text, "bundle.json": json.dumps(head).encode()}, KEY)
    told = work.run("verify", work.file(zipped(parts), "other.zip")).problem()
    assert (told["code"], told["found"]) == ("verify-differs", "another text")
    assert told["do"].startswith("check it with the Banzuke that the office has")
