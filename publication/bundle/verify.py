"""Checking a public archive with nothing else at hand: hashes, chain, and every list derived again."""

import json
import re
from collections.abc import Callable, Iterator, Mapping
from importlib.resources import files
from math import ceil
from pathlib import Path
from typing import Any

from importer.apart import Budget, TooMuch, apart
from importer.faults import Unforeseen, fault
from importer.plain_text import file_name
from importer.reader import SECONDS
from importer.unpack import BROKEN
from office.chain.minisign import PublicKey
from office.errors import OfficeError
from office.lists.packing import sha256
from office.rebuild.again import derived_text
from office.tables import ListRatingRow
from office.words import _, p_
from office.words.formats import day
from publication.bundle.edition_texts import articles_apart, numbers_apart, told_apart
from publication.bundle.head import PARTS, UNFIT, Parts, head_of, not_one
from publication.bundle.public import WORDS, engine_inputs
from publication.bundle.signed import HEAD, HEAD_SIGNATURE, Verified, called, named_key, signature_faults
from rating.editions import load, names
from rating.errors import RatingError
from rating.interpretations import stored
from scraper.records import Problem

_WITHHELD = re.compile(r"\bwithheld-[0-9]+\b")
"""What stands for a member who is withheld (publication/bundle/write.py)."""

LARGEST = 500_000_000
"""Bytes of an archive; it is opened whole, its parts one at a time."""

SECONDS_A_MEGABYTE = 10
"""What an archive, and each list of it, may take beyond the ten seconds of every input, for each million
bytes that it has as it is packed. Sixty lists of 10,000 members have 50 million bytes and take five seconds
each, a quarter of what they may; what is sent in a small file is ended soon, whatever it claims to hold."""


def verify_bundle(file: Path, tell: Callable[[str], None], key: PublicKey | None = None) -> Verified:
    """Derives every list of an archive from what it holds. Refused where it is no such archive. `key`: the
    office's, known from elsewhere; without it the archive can only be shown to agree with itself.

    It comes from anybody: looking through it, and deriving each of its lists, are read apart within the
    bounds of `importer/reader.py`, and only the part at hand is unpacked; a list and the whole have the time
    that their sizes need (`SECONDS_A_MEGABYTE`)."""
    name, size = file_name(file.name), file.stat().st_size
    if size > LARGEST:
        raise not_one(name, f"{size} bytes, more than {LARGEST}")
    seconds = SECONDS + ceil(size * SECONDS_A_MEGABYTE / 1_000_000)
    budget = Budget(seconds, seconds, step=seconds)
    parts = Parts(file.read_bytes())
    try:
        head, found, packed, others = apart(budget, _looked_through, parts, name, key)
    except TooMuch as error:
        raise OfficeError(error.problem(name)) from None
    except Unforeseen as error:
        raise OfficeError(fault(error, name)) from None
    if found:
        return Verified(0, 0, 0, tuple(found))
    withheld, parts.looked = 0, True
    held: dict[tuple[str, int], tuple[str, str]] = {}
    for entry, size in zip(head["versions"], packed, strict=True):
        place = f"{name}, list of {entry['list']}, version {entry['version']}"
        budget.step = SECONDS + size * SECONDS_A_MEGABYTE // 1_000_000
        try:
            mine, people = apart(budget, _checked, place, entry, parts, held, others)
        except TooMuch as error:  # no other list of such an archive is begun
            return Verified(0, 0, 0, (*found, error.problem(name if error.seconds == seconds else place)))
        except Unforeseen as error:
            mine, people = [fault(error, place)], False
        held[entry["list"], entry["version"]] = (entry["text"], entry["published_sha256"])
        withheld += people
        named = _("list of {day}, version {version}", day=day(entry["list"]), version=entry["version"])
        same = called(entry, people=people, known=key is not None)
        sum_ = "SHA-256 " + entry["published_sha256"]
        told = _("not as published") if mine else _(", ").join((same, sum_))
        tell(f"{named}{p_('punctuation', ': ')}{told}")
        found += mine
    unworded = sum(not entry["as_published"] for entry in head["versions"]) - withheld
    newest = max((entry["list"] for entry in head["versions"]), default="")
    texts = tuple(told_apart(edition, articles) for edition, articles in others.items())
    return Verified(len(head["versions"]), withheld, unworded, tuple(found), named_key(head), newest, texts)


def _looked_through(
    parts: Parts, name: str, key: PublicKey | None
) -> tuple[dict[str, Any], list[Problem], list[int], dict[str, str]]:
    """What the archive says of itself; every part that is not as it says, or not signed; the bytes that each
    of its lists has as it is packed; and of each edition that has another text here the articles."""
    try:
        head, others = head_of(parts, name), dict[str, str]()
        found = [*_hash_faults(parts, head, name), *signature_faults(parts, head, name, key)]
        found += _edition_faults(parts, head, name, others)
        packed = parts.packed()
        sizes = [sum(packed.get(entry.get(part), 0) for part in PARTS) for entry in head["versions"]]
        return head, found, sizes, others
    except BROKEN as error:
        raise not_one(name, str(error) or type(error).__name__) from error


def _checked(
    place: str,
    entry: Mapping[str, Any],
    parts: Parts,
    held: Mapping[tuple[str, int], tuple[str, str]],
    others: Mapping[str, str],
) -> tuple[list[Problem], bool]:
    """What is wrong with a list, and whether a member is withheld in it. `others`: the editions that have
    another text here."""
    text = parts[entry["text"]].decode("utf-8", "replace")
    people = not entry["as_published"] and _WITHHELD.search(text) is not None
    if not entry["as_published"] and not people and WORDS not in text:
        return [
            _other(place, "somebody withheld, or words that are not told", "another list than published")
        ], False
    try:
        return list(_version_faults(place, entry, text, parts, held, others)), people
    except KeyError as error:
        told = f"nothing that is called “{error.args[0]}”"
    except (OfficeError, *UNFIT) as error:
        told = f"{type(error).__name__}: {error}"
    return [_other(place, "inputs that give a list", told)], people


def _version_faults(
    place: str,
    entry: Mapping[str, Any],
    text: str,
    parts: Mapping[str, bytes],
    held: Mapping[tuple[str, int], tuple[str, str]],
    others: Mapping[str, str],
) -> Iterator[Problem]:
    if entry["as_published"] and sha256(text) != entry["published_sha256"]:
        yield _other(place, f"the published list, SHA-256 {entry['published_sha256']}", sha256(text))
    if entry["how"] == "opening":
        return
    before = held.get((entry["previous"]["list"], entry["previous"]["version"]))
    inputs = json.loads(parts[entry["inputs"]])
    if before is None or before[1] != inputs["previous"]["text_sha256"]:
        yield _other(
            place, "the list it was worked out from, before it in the archive", "none, or another one"
        )
        return
    yield from _chain_faults(place, inputs, parts[before[0]].decode("utf-8", "replace"))
    try:
        law = load(entry["edition"])
        switches = stored(inputs["interpretations"])
        again = derived_text(engine_inputs(inputs, law), entry["version"], law, switches)
    except RatingError as error:
        for p in error.problems:
            if p.code == "unknown-interpretation":
                remedy = "take the newest Banzuke: the list can be of a later one"
                yield Problem(p.code, f"{place}, {p.place}", p.expected, str(p.found), remedy)
            else:
                yield _other(p.place, p.expected, str(p.found))
        return
    if again != text:
        lines = set(text.splitlines()) ^ set(again.splitlines())
        found = f"{len(lines)} other lines, e.g. “{min(lines)}”"
        if entry["edition"] in others:
            yield _by_other_text(place, "the list of the archive", found)
        else:
            yield _other(place, "the list of the archive", found)


STARTED_FROM = ("rating", "games", "peak")


def _chain_faults(place: str, inputs: Mapping[str, Any], before: str) -> Iterator[Problem]:
    """The ratings a list starts from, with games and peaks, on which K rests, are those of the list before
    it; of a member who stood there under several IDs, the rating is that of one of them (R53)."""
    columns = [n for n in ListRatingRow.model_fields if n not in ("id", "version_id")]
    told: dict[tuple[str, str], tuple[int, ...]] = {}
    for line in before.splitlines():
        table, *cells = line.split("\t")
        if table == ListRatingRow.__tablename__:
            row = dict(zip(columns, cells, strict=False))
            told[row["federation_id"], row["type"]] = tuple(int(row[name]) for name in STARTED_FROM)
    taken = {
        (m["id"], type_): tuple(r[name] for name in STARTED_FROM)
        for m in inputs["members"]
        for type_, r in m["ratings"].items()
    }
    gone = set[str]()
    for member in inputs["members"]:
        entries = (member["id"], *member.get("merged", ()))
        for type_ in member["ratings"] if len(entries) > 1 else ():
            found = {told[e, type_][0] for e in entries if e not in gone and (e, type_) in told}
            if taken[member["id"], type_][0] in found:
                told[member["id"], type_] = taken[member["id"], type_]
        gone.update(entries[1:])  # an entry is one member's
    told = {key: row for key, row in told.items() if key[0] not in gone}
    for key in sorted(told.keys() | taken.keys()):
        if told.get(key) != taken.get(key):
            yield _other(
                f"{place}, {key[0]}, {key[1]}", f"{told.get(key)} as on the list before", f"{taken.get(key)}"
            )


def _hash_faults(parts: Mapping[str, bytes], head: Mapping[str, Any], name: str) -> Iterator[Problem]:
    known = head["files"].keys() | {HEAD, HEAD_SIGNATURE}
    seen: set[str] = set()
    for path in parts:
        if path not in known or path in seen:
            yield _other(f"{name}, {file_name(path)}", "no such file: bundle.json does not name it", "one")
        seen.add(path)
    for path, expected in head["files"].items():
        data = parts.get(path)
        if data is None or sha256(data) != expected:
            yield _other(
                f"{name}, {path}", f"a file with SHA-256 {expected}", "none" if data is None else sha256(data)
            )


def _edition_faults(
    parts: Mapping[str, bytes], head: Mapping[str, Any], name: str, others: dict[str, str]
) -> Iterator[Problem]:
    """Every edition that has another number than here, or is none that is held. Of one that has another text
    for all that, the articles are put into `others`."""
    later = {entry.get("edition") or "" for entry in head["versions"]} - {"", *names()}
    mine_of = {e.name: e for e in files("rating.editions").iterdir()}
    for path in parts:
        if not path.startswith("editions/") or path not in head["files"]:
            continue
        held = mine_of.get(path.removeprefix("editions/"))
        edition = path.removeprefix("editions/").removesuffix(".toml")
        if edition in later:
            yield from _not_held(f"{name}, {path}", edition)
            continue
        try:
            mine, theirs = (b"" if held is None else held.read_bytes()), parts[path]
            differing = list(numbers_apart(mine, theirs))
            articles = articles_apart(mine, theirs)
        except UNFIT:
            yield _by_other_text(f"{name}, {path}", "the edition as this Banzuke holds it", "another text")
            continue
        for article, expected, found in differing:
            yield _by_other_text(f"{name}, {path}, {article}", expected, found)
        if articles and not differing:
            others[edition] = articles


def _not_held(place: str, edition: str) -> Iterator[Problem]:
    """It came later than this Banzuke, which says nothing against the archive."""
    try:
        load(edition)
    except RatingError as error:
        yield from (Problem(p.code, place, p.expected, str(p.found), p.remedy) for p in error.problems)


def _other(place: str, expected: str, found: str) -> Problem:
    remedy = "do not trust this archive; ask the office for another one"
    return Problem("verify-differs", place, expected, found, remedy)


def _by_other_text(place: str, expected: str, found: str) -> Problem:
    """Where the archive has another text of the edition than is held here."""
    remedy = "check it with the Banzuke that the office has; if that says so too, do not trust it"
    return Problem("verify-differs", place, expected, found, remedy)
