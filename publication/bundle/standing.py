"""What an archive that the office made before has of each version, so that it need not be made again."""

import json
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from office.chain.minisign import PublicKey, Unfit, check
from office.chain.statements import SIGNATURE
from office.lists.canonical import sha256

HEAD, HEAD_SIGNATURE = "bundle.json", f"bundle.json{SIGNATURE}"
"""What says everything of an archive, and its signature: the only parts whose SHA-256 is not in it."""

UNMADE: Mapping[str, bytes] = MappingProxyType({})
"""The parts of an archive that was never made."""

Standing = tuple[dict[str, Any], list[tuple[str, bytes]]]
"""What the head says of a version, and its parts but for the statement."""


def standing_versions(parts: Mapping[str, bytes], key: PublicKey) -> dict[tuple[str, int, str], Standing]:
    """By list date, version and SHA-256 of the published text, what can be taken over: whatever the head
    names, if it is signed by `key`, and every part has the SHA-256 it had. From another archive, or a
    damaged one, nothing is."""
    try:
        check(key, parts[HEAD], parts[HEAD_SIGNATURE])
        head = json.loads(parts[HEAD])
    except (KeyError, ValueError, Unfit):
        return {}
    found: dict[tuple[str, int, str], Standing] = {}
    for entry in head["versions"]:
        paths = [entry[name] for name in ("inputs", "text", "pages") if name in entry]
        held = [(path, parts.get(path, b"")) for path in paths]
        if all(head["files"].get(path) == sha256(data) for path, data in held):
            found[entry["list"], entry["version"], entry["published_sha256"]] = (entry, held)
    return found
