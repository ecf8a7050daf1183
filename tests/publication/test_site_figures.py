"""The figures of every page as JSON: each page names its file, each file keeps to a published schema."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest
from selectolax.lexbor import LexborHTMLParser

from office.database.engine import look, open_engine
from office.place import Place
from publication.site.target import Target
from publication.site.whole import KINDS, address, schema, write_site
from tests.publication.test_site import site_of
from tests.publication.test_site_families import juniors_site
from tests.workplace import MORI, Workplace

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory, demonstration: Path) -> Path:
    folder = tmp_path_factory.mktemp("root") / "site"
    with look(open_engine(Place(demonstration))) as session:
        write_site(session, Target(folder), Place(folder.parent))
    return folder


def validators(site: Path) -> list[tuple[re.Pattern[str], Any]]:
    """By what the index of the site itself says: which files keep to which schema."""
    named = json.loads((site / "data/index.json").read_bytes())["schemas"]
    return [
        (
            re.compile(re.sub(r"\\\{\w+\\\}", "[^/]+", re.escape(path))),
            jsonschema_rs.validator_for(json.loads((site / "data" / of).read_bytes())),
        )
        for path, of in named.items()
    ]


def checked(site: Path) -> int:
    known, count = validators(site), 0
    for file in (site / "data").rglob("*.json"):
        path = file.relative_to(site / "data").as_posix()
        if path.startswith("schemas/"):
            continue
        kinds = [validator for pattern, validator in known if pattern.fullmatch(path)]
        assert len(kinds) == 1, path
        errors = [
            f"{path}: {e.message} at {e.instance_path}"
            for e in kinds[0].iter_errors(json.loads(file.read_bytes()))
        ]
        assert not errors, errors[:3]
        count += 1
    return count


def twins(site: Path) -> set[str]:
    """The files that pages name; every page in a language has one, and it is there."""
    found = set()
    for lang in ("ja", "en"):
        for page in (site / lang).rglob("*.html"):
            links = LexborHTMLParser(page.read_text("utf-8")).css(
                "link[rel=alternate][type='application/json']"
            )
            (link,) = (node.attributes["href"] or "" for node in links)
            file = (page.parent / link).resolve()
            assert file.is_file(), (page, link)
            found.add(file.relative_to(site.resolve()).as_posix())
    return found


def test_every_file_of_the_demonstration_keeps_to_its_schema_and_every_page_has_one(demo: Path) -> None:
    assert checked(demo) > 65
    found = twins(demo)
    for kind in ("members/", "events/", "lists/", "clubs/", "rules/"):
        assert any(path.startswith(f"data/{kind}") for path in found), kind


def test_so_do_those_of_queensland_and_of_an_office_without_a_list(
    work: Workplace, queensland: Workplace
) -> None:
    site = juniors_site(queensland)
    assert checked(site) > 5
    assert twins(site)
    work.register({"ID": MORI, "Name": "Mori Sora"})
    empty = site_of(work)
    assert checked(empty)
    assert twins(empty)


def spoilt(value: Any, put: Callable[[Any], Any]) -> Iterator[tuple[str, Any]]:
    """Wherever the value or one of its parts holds something: the whole with that replaced by what it never
    is (an object with a strange key), with a key too many, and with each key missing."""
    if isinstance(value, dict):
        yield "a key too many", put({**value, "banzuke-has-no-such-key": {"strange": []}})
        for key, inner in value.items():
            yield from spoilt(inner, lambda new, key=key: put({**value, key: new}))
    elif isinstance(value, list):
        for at, inner in list(enumerate(value))[:2]:
            yield from spoilt(inner, lambda new, at=at: put([*value[:at], new, *value[at + 1 :]]))
    if not isinstance(value, dict):
        yield f"a strange thing for {value!r:.40}", put({"strange": []})


def without_a_key(value: Any) -> Iterator[tuple[str, Any]]:
    """The file without one of the keys it has at the top, or that its first line has."""
    whole = value[0] if isinstance(value, list) else value
    for key in whole:
        less = {name: inner for name, inner in whole.items() if name != key}
        yield key, [less, *value[1:]] if isinstance(value, list) else less


@pytest.mark.parametrize("kind", KINDS.values())
def test_a_schema_refuses_what_is_no_such_file(demo: Path, tmp_path: Path, kind: str) -> None:
    pattern = next(re.escape(path) for path, name in KINDS.items() if name == kind)
    pattern = re.sub(r"\\\{\w+\\\}", "[^/]+", pattern)
    names = {file.relative_to(demo / "data").as_posix(): file for file in (demo / "data").rglob("*.json")}
    file = next(file for name, file in sorted(names.items()) if re.fullmatch(pattern, name))
    right = json.loads(file.read_bytes())
    valid = jsonschema_rs.validator_for(json.loads(schema(kind))).is_valid
    assert valid(right)
    tried = 0
    for what, wrong in spoilt(right, lambda new: new):
        assert not valid(wrong), (kind, what)
        tried += 1
    if kind != "statistics":  # whose keys are the types, any of them
        for key, wrong in without_a_key(right):
            assert not valid(wrong), (kind, key)
    assert tried > 5


def untold(part: Any, path: str, whole: Any) -> Iterator[str]:
    """Where a schema has a property, or a cell of a row, and does not say what it is."""
    if "$ref" in part:
        return
    for name, inner in part.get("properties", {}).items():
        if not inner.get("description") and "$ref" not in inner:
            yield f"{path}/{name}"
        yield from untold(inner, f"{path}/{name}", whole)
    for at, inner in enumerate(part.get("prefixItems", [])):
        if not inner.get("description"):
            yield f"{path}/{at}"
    for word in ("items", "additionalProperties"):
        if isinstance(part.get(word), dict):
            yield from untold(part[word], f"{path}/{word}", whole)


@pytest.mark.parametrize("kind", KINDS.values())
def test_a_schema_says_what_each_thing_is(kind: str) -> None:
    held = json.loads(schema(kind))
    assert not list(untold(held, "", held))
    for name, part in held.get("$defs", {}).items():
        assert not list(untold(part, name, held))
    assert held["$id"] == f"urn:banzuke:schema:{kind}:1"


def test_schemas_are_named_and_are_those_of_the_handbook() -> None:
    for kind in KINDS.values():
        held = json.loads(schema(kind))
        assert held["$schema"] == "https://json-schema.org/draft/2020-12/schema"
        assert held["title"] and held["description"]
        assert (ROOT / "docs" / address(kind)).read_bytes() == schema(kind)
