"""Whose a public archive is: the signature over its head, and the signed chain of statements."""

from collections.abc import Iterator, Mapping
from typing import Any

from office.chain.minisign import PublicKey, Unfit, check, public_key
from office.chain.statements import FIRST, SIGNATURE, Statement, statement_of
from office.lists.canonical import sha256
from office.words import _
from publication.bundle.standing import HEAD, HEAD_SIGNATURE
from scraper.records import Problem


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
        except (Unfit, KeyError) as error:
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


def called(entry: Mapping[str, Any], *, people: bool, known: bool) -> str:
    """How a list without a fault is called: whether it is as published, a key alone can show."""
    if entry["as_published"]:
        return _("as published") if known else _("comes out again")
    if people:
        return (
            _("as published, but for who is withheld")
            if known
            else _("comes out again, but for who is withheld")
        )
    return (
        _("as published, but for the office's own words")
        if known
        else _("comes out again, but for the office's own words")
    )


def told(key: PublicKey, newest: str, name: str, *, known: bool) -> list[str]:
    """What a check of an archive cannot know, in the language spoken. `newest`: the date of its newest list,
    "" where it has none."""
    whose = _(
        "Whose it is, it cannot say itself. It names the key {key}: compare that, or the SHA-256 of each"
        " list, with the office's website; then: banzuke verify {file} --key KEY",
        key=key.text,
        file=name,
    )
    after = _(
        "Whether the office has published lists after that of {day}, no archive can say: look at its"
        " website.",
        day=newest,
    )
    return [*([] if known else [whose]), *([after] if newest else [])]


def _fault(place: str, expected: str, found: str) -> Problem:
    remedy = "do not trust this archive; take the key from the office's website and ask for another archive"
    return Problem("verify-signature", place, expected, found, remedy)
