"""Whose a public archive is: the signature over its head, and the signed chain of statements; what of one
that the office made before need not be made again; and what a check of one says in the end, and the key that
it is given: the same by either door."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from office.chain.minisign import PublicKey, Unfit, check, public_key
from office.chain.statements import FIRST, SIGNATURE, Statement, statement_of
from office.errors import refusal
from office.lists.packing import sha256
from office.words import _, n_, p_
from office.words.formats import day
from scraper.records import Problem

HEAD, HEAD_SIGNATURE = "bundle.json", f"bundle.json{SIGNATURE}"
"""What says everything of an archive, and its signature: the only parts whose SHA-256 is not in it."""

Standing = tuple[dict[str, Any], list[tuple[str, bytes]]]
"""What the head says of a version, and its parts but for the statement."""


def named_key(head: Mapping[str, Any]) -> PublicKey:
    """The key an archive says it is signed with. Unfit where it says none."""
    return public_key(head["key"])


def signature_faults(
    parts: Mapping[str, bytes], head: Mapping[str, Any], name: str, key: PublicKey | None
) -> Iterator[Problem]:
    """Everything by which an archive is not signed by `key`, the office's as its reader knows it; without
    one, by the key it names itself."""
    try:
        own = named_key(head)
    except Unfit as error:
        yield _fault(name, "the office's public key", str(error))
        return
    if key not in (None, own):
        yield _fault(f"{name}, {HEAD}", f"the key {key.id}, as you gave it", f"the key {own.id}")
        return
    using = key or own
    yield from _unsigned(parts, using, HEAD, HEAD_SIGNATURE, name)
    found: dict[int, Statement] = {}
    for entry in head["versions"]:
        path = entry["statement"]
        place = f"{name}, {path}"
        try:
            told = statement_of(parts[path])
        except KeyError:
            yield _fault(place, "what the office says of this list", "none")
            continue
        except Unfit as error:
            yield _fault(place, "what the office says of this list", str(error))
            continue
        said = (entry["list"], entry["version"], entry["published_sha256"])
        if (told.list_date, told.version, told.sha256) != said or path != f"statements/{told.name}":
            expected = f"the list of {told.list_date}, version {told.version}, SHA-256 {told.sha256}"
            yield _fault(place, expected, f"that of {said[0]}, version {said[1]}, SHA-256 {said[2]}")
        if told.number in found:
            yield _fault(place, f"one publication number {told.number}", "another one")
        found[told.number] = told
        yield from _unsigned(parts, using, path, path + SIGNATURE, name)
    before = FIRST
    for number in range(1, len(head["versions"]) + 1):
        one = found.get(number)
        place = f"{name}, statements/{one.name if one else f'{number:04}'}"
        if one is None:
            yield _fault(place, f"publication number {number}", "none")
            return
        if one.before != before:
            yield _fault(place, f"the statement before it, SHA-256 {before}", one.before)
        before = sha256(one.text())


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


def _unsigned(
    parts: Mapping[str, bytes], key: PublicKey, path: str, signature: str, name: str
) -> Iterator[Problem]:
    expected = f"a signature by the key {key.id}"
    try:
        check(key, parts[path], parts[signature])
    except KeyError:
        yield _fault(f"{name}, {signature}", expected, "none")
    except Unfit as error:
        yield _fault(f"{name}, {signature}", expected, str(error))


def _fault(place: str, expected: str, found: str) -> Problem:
    remedy = "do not trust this archive; take the key from the office's website and ask for another archive"
    return Problem("verify-signature", place, expected, found, remedy)


@dataclass(frozen=True, slots=True)
class Verified:
    """What was found: versions derived or compared, `withheld` of them without members who asked for it,
    `unworded` without the office's own words alone, and every fault. `key`: that by which it is signed;
    `newest`: the date of its newest list; `texts`: what is said of each edition with another text there."""

    versions: int
    withheld: int
    unworded: int
    problems: tuple[Problem, ...]
    key: PublicKey | None = None
    newest: str = ""
    texts: tuple[str, ...] = ()


def key_given(text: str) -> PublicKey:
    """A public key as somebody gave it; refused where it is none."""
    try:
        return public_key(text)
    except Unfit as error:
        remedy = "copy it from the office's website: it begins with RW"
        expected = "a public key in the format of minisign"
        raise refusal("key-unfit", "--key", expected, str(error), remedy) from None


def result(found: Verified, name: str, key: PublicKey | None) -> list[str]:
    """What was shown of an archive without a fault, first in one line, and then what no check can know."""
    made = n_(
        "{n} version made again from {file} alone",
        "{n} versions made again from {file} alone",
        found.versions,
        file=name,
    )
    same = (
        _("all as published, signed by the key {key}", key=key.id)
        if key is not None
        else _("the archive agrees with itself")
    )
    but = [_("{n} of them without who is withheld", n=found.withheld)] if found.withheld else []
    if found.unworded:
        but.append(_("{n} of them without the office's own words", n=found.unworded))
    assert found.key is not None
    whose = _(
        "Whose it is, it cannot say itself. It names the key {key}: compare that, or the SHA-256 of each"
        " list, with the office's website; then: banzuke verify {file} --key KEY",
        key=found.key.text,
        file=name,
    )
    first = _(", ").join([f"{made}{p_('punctuation', ': ')}{same}", *but])
    said = [first, *found.texts, *([whose] if key is None else [])]
    if not found.newest:
        return said
    after = _(
        "Whether the office has published lists after that of {day}, no archive can say: look at its"
        " website.",
        day=day(found.newest),
    )
    return [*said, after]


def called(entry: Mapping[str, Any], *, people: bool, known: bool) -> str:
    """How a list without a fault is called: whether it is as published, a key alone can show."""
    if entry["as_published"]:
        told = _("comes out again"), _("as published")
    elif people:
        told = _("comes out again, but for who is withheld"), _("as published, but for who is withheld")
    else:
        told = (
            _("comes out again, but for the office's own words"),
            _("as published, but for the office's own words"),
        )
    return told[known]
