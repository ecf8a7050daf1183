"""What the build before knew: the signature of every page, and facts of frozen versions worked out then."""

import hashlib
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

import orjson


@dataclass
class State:
    """`pages`: path → signature of what it was made from. `versions`: for each version by its mark, what was
    worked out of it (`Site.fact`); versions do not change, so that it holds as long as the `program` is the
    same. `archive`: what the parts of the archive that stands were made under. `forms`: what is found of
    names, by them."""

    base: str = ""
    program: str = ""
    pages: dict[str, str] = field(default_factory=dict)
    versions: dict[str, dict[str, Any]] = field(default_factory=dict)
    archive: str = ""
    forms: dict[str, str] = field(default_factory=dict)

    def to_json(self) -> bytes:
        return orjson.dumps(vars(self))


def read_state(file: Path) -> State:
    """The state kept in a file; a fresh one where there is none. One that cannot be read is taken for none:
    everything is then written anew, which is slow but right."""
    try:
        kept = {"versions": {}, "forms": {}} | orjson.loads(file.read_bytes())
        versions = {mark: dict(of) for mark, of in kept["versions"].items()}
        pages, forms = (dict(kept[name]) for name in ("pages", "forms"))
        return State(kept["base"], kept["program"], pages, versions, str(kept["archive"]), forms)
    except (OSError, ValueError, KeyError, AttributeError, TypeError):
        return State()


def signature(*facts: Any) -> str:
    """Twenty hexadecimal digits over plain facts."""
    try:
        told = orjson.dumps(facts, default=repr)
    except TypeError:  # half of a pair of signs, or keys that are no texts
        told = repr(facts).encode()
    return hashlib.sha256(told).hexdigest()[:20]


def signature_of(*data: bytes) -> str:
    """The same over the bytes of a page, or of several one after the other."""
    found = hashlib.sha256()
    for page in data:
        found.update(page)
    return found.hexdigest()[:20]


@cache
def program_signature() -> str:
    """Over every template, script, style, module and catalogue that makes pages, the regulations among them:
    another program, other pages."""
    return _over("importer", "office", "publication", "rating")


@cache
def archive_signature() -> str:
    """Over everything that makes the public archive, the rules of rating among it."""
    parts = ("bundle", "account", "exports")  # of exports: whom the archive names
    return _over(
        *(f"publication.{part}" for part in parts), "office.lists", "office.rebuild", "office.runs", "rating"
    )


def _over(*packages: str) -> str:
    digest = hashlib.sha256()

    def add(folder: Traversable) -> None:
        for item in sorted(folder.iterdir(), key=lambda i: i.name):
            if item.is_dir():
                if item.name != "__pycache__":
                    add(item)
            elif not item.name.endswith(".pyc"):
                digest.update(item.name.encode() + b"\0" + item.read_bytes())

    for package in packages:
        add(files(package))
    return digest.hexdigest()[:20]
