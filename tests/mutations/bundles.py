"""Damaged and forged public archives: verified, or refused by name; nobody is told a forged list is sound."""

from __future__ import annotations

import json
import random
import zipfile
from functools import lru_cache, partial
from pathlib import Path

from importer.faults import CODE
from office.chain.minisign import SecretKey, made
from office.errors import OfficeError
from office.lists.packing import sha256
from publication.bundle.verify import verify_bundle
from tests.mutations import folder_of_its_own
from tests.mutations.values import damaged, put_odd
from tests.publication.forged import head_signed, resigned, zipped


@lru_cache(maxsize=1)
def folder() -> Path:
    return folder_of_its_own()


@lru_cache(maxsize=1)
def whole() -> dict[str, bytes]:
    """The parts of the demonstration's archive."""
    from cli.demo.run import run_demo
    from cli.main import app

    run_demo(folder() / "office", partial(app, standalone_mode=False))
    made = folder() / "whole.zip"
    app(["--office", str(folder() / "office"), "bundle", str(made)], standalone_mode=False)
    with zipfile.ZipFile(made) as archive:
        return resigned({name: archive.read(name) for name in archive.namelist()}, key())


@lru_cache(maxsize=1)
def key() -> SecretKey:
    return made()


def forged(chance: random.Random) -> bytes:
    """The archive with values in its JSON changed, its sums made right again, and signed anew."""
    parts = dict(whole())
    head = json.loads(parts["bundle.json"])
    name = chance.choice(sorted(n for n in parts if n.endswith(".json")))
    if name == "bundle.json":
        put_odd(head, chance)
    else:
        inputs = json.loads(parts[name])
        put_odd(inputs, chance)
        parts[name] = json.dumps(inputs).encode()
        head["files"][name] = sha256(parts[name])
    parts["bundle.json"] = json.dumps(head).encode()
    return zipped(head_signed(parts, key()))


def fault(chance: random.Random) -> str | None:
    """What a damaged archive leads to that must not be, None if all is well."""
    data = forged(chance) if chance.random() < 0.7 else damaged(zipped(whole()), chance)
    return judged(data)


def judged(data: bytes) -> str | None:
    """The same of an archive as it is."""
    path = folder() / f"damaged-{sha256(data)}.zip"
    path.write_bytes(data)
    try:
        found = verify_bundle(path, lambda _: None).problems
    except OfficeError as refused:
        found = tuple(refused.problems)
        if not found:
            return "refused without a reason"
    except Exception as error:  # noqa: BLE001 - any is the fault that is looked for
        return f"{type(error).__name__}: {error}"
    finally:
        path.unlink()
    for problem in found:
        if problem.code == CODE:
            return problem.found
        if not (problem.code and problem.place and problem.expected and problem.found and problem.remedy):
            return f"says nothing: {problem}"
    return None
