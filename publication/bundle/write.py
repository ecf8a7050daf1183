"""Writing a public archive: every published version, checked against itself before it leaves."""

import json
from collections.abc import Callable, Collection, Iterable, Mapping
from functools import partial
from hashlib import blake2b
from importlib.resources import files
from operator import itemgetter
from typing import Any

from sqlmodel import Session

from office.chain.key import PUBLIC, office_key
from office.chain.minisign import SecretKey, signed
from office.chain.statements import SIGNATURE, signed_statements
from office.errors import refusal
from office.house import fact
from office.lists.canonical import TABLES, canonical_text, parts_of
from office.lists.chain import place_of, published
from office.lists.columns import Columns, StoredRows, columns_of
from office.lists.law import law_of_version
from office.lists.packing import sha256, unpacked
from office.place import Place
from office.rebuild.again import derived_text
from office.runs.inputs import oneself
from office.tables import ListVersionRow
from office.words import _
from office.words.formats import day
from publication.account.document import pages_of
from publication.bundle.public import engine_inputs, public_inputs, withheld, without_words
from publication.bundle.signed import HEAD, HEAD_SIGNATURE, standing_versions
from publication.exports.fields import wishes_of
from publication.exports.files import zipped
from publication.exports.guests import guest_place, hides

FORMAT = "banzuke-bundle-2"


def write_bundle(
    session: Session, place: Place, tell: Callable[[str], None], before: Mapping[str, bytes] | None = None
) -> tuple[bytes, int]:
    """The archive's bytes (the same office, the same bytes) and how many versions it holds.

    Refused where a version does not come out of its public facts as it was published, or is not signed.
    `before`: the parts of an archive that this program made with the same members withheld; versions that
    stand in it under the office's own signature are taken over and not reckoned again.
    """
    key = office_key(place)
    signed_ones = signed_statements(place, session)
    said = {(one.statement.list_date, one.statement.version): one for one in signed_ones}
    versions = published(session)
    wished = wishes_of(session).withheld
    numbers = _numbers(key, (one for one in wished if "#" not in one))
    made: list[tuple[str, bytes]] = []
    listed = []
    editions: set[str] = set()
    standing = standing_versions(before or {}, key.public)
    for version in versions:
        proof = said.get((version.list_date.isoformat(), version.version))
        if proof is None:
            folder = place.statements
            expected = f"a signed statement in {folder}"
            remedy = "banzuke rebuild says why; then: banzuke key"
            raise refusal("list-unsigned", place_of(version), expected, "none", remedy)
        known = standing.get((version.list_date.isoformat(), version.version, version.text_sha256))
        entry, parts = known or _version(
            session, version, numbers, partial(_guests, key, wished, len(numbers))
        )
        entry["statement"] = f"statements/{proof.statement.name}"
        parts.append((entry["statement"], proof.statement.text()))
        parts.append((entry["statement"] + SIGNATURE, proof.signature))
        listed.append(entry)
        made += parts
        if version.edition is not None:
            editions.add(version.edition)
        if known is None:
            tell(_("list of {day}, version {version}", day=day(version.list_date), version=version.version))
        session.expire_all()
    held = files("rating.editions")
    made += [(f"editions/{one}.toml", (held / f"{one}.toml").read_bytes()) for one in sorted(editions)]
    readme = files("publication.bundle").joinpath("README.txt").read_bytes()
    made = [("README.txt", readme), (PUBLIC, key.public.file()), *made]
    head = {
        "format": FORMAT,
        "federation": fact(session, "name"),
        "key": key.public.text,
        "versions": listed,
        "files": {path: sha256(data) for path, data in made},
    }
    told = _json(head)
    newest = f", the newest of {versions[-1].list_date}" if versions else ""
    signature = signed(key, told, f"archive of {len(versions)} versions{newest}")
    return zipped([(HEAD, told), (HEAD_SIGNATURE, signature), *made]), len(versions)


def _numbers(key: SecretKey, hidden: Iterable[str], before: int = 0) -> dict[str, str]:
    """The number of each who is withheld, in an order that the office alone can know: that of the register
    would tell between which two other IDs his own is. `before`: how many numbers are others'."""
    mixed = sorted(hidden, key=lambda one: blake2b(one.encode(), key=key.seed).digest())
    return {one: f"withheld-{n}" for n, one in enumerate(mixed, start=before + 1)}


def _guests(
    key: SecretKey, wished: Collection[str], before: int, inputs: Mapping[str, Any]
) -> dict[str, Any]:
    """The inputs without the names, and the places, of who is known to be withheld now and was a guest when
    this list was made, or taken for somebody else, or his own opponent, as after a merge. `before`: how many
    numbers are others'."""
    met = {
        (event["key"], game["ref"], side): guest_place(event["key"], game[f"{side}_name"])
        for event in inputs["events"]
        for game in event["games"]
        for side, other in (("white", "black"), ("black", "white"))
        if game[side] not in wished
        and (
            hides(wished, game[side], event["key"], game[f"{side}_name"])
            or (game[other] in wished and (game["excluded"] or "").startswith(oneself(game[other])))
        )
    }
    if not met:
        return dict(inputs)
    numbers, found = (
        _numbers(key, {*met.values()}, before),
        json.loads(json.dumps(inputs, ensure_ascii=False)),
    )
    for event in found["events"]:
        for game in event["games"]:
            for side in ("white", "black"):
                # Of a namesake in the event, whom the list shows, the number would tell whose name it is.
                if (place := met.get((event["key"], game["ref"], side))) is not None:
                    game[f"{side}_name"] = numbers[place]
                    if "#" in game[side]:
                        game[side] = numbers[place]
    return dict(found)


def _version(
    session: Session,
    version: ListVersionRow,
    numbers: dict[str, str],
    guests: Callable[[Mapping[str, Any]], dict[str, Any]],
) -> tuple[dict[str, Any], list[tuple[str, bytes]]]:
    slug = f"{version.list_date}-v{version.version}"
    entry: dict[str, Any] = {
        "list": version.list_date.isoformat(),
        "version": version.version,
        "how": version.how,
        "edition": version.edition,
        "published_sha256": version.text_sha256,
        "previous": None,
        "text": f"versions/{slug}.txt",
    }
    stored = canonical_text(session, version)
    if version.how == "opening":
        text = _opening(session, version, numbers) if numbers else stored
        entry["as_published"] = text == stored
        return entry, [(entry["text"], text.encode())]
    law, switches = law_of_version(version)
    shown = public_inputs(unpacked(version.inputs), law, switches)
    if derived_text(engine_inputs(shown, law), version.version, law, switches) != stored:
        expected = "the published list from its public facts"  # before anybody is withheld
        remedy = "report this as a fault of the program; nothing was written"
        raise refusal("bundle-differs", place_of(version), expected, "another one", remedy)
    hidden = without_words(withheld(guests(shown), numbers))
    hidden["members"].sort(key=itemgetter("id"))  # nobody's place says whose it was
    text = stored
    if hidden != shown:
        text = derived_text(engine_inputs(hidden, law), version.version, law, switches)
    entry["as_published"] = text == stored
    before = session.get_one(ListVersionRow, version.previous_id)
    entry["previous"] = {"list": before.list_date.isoformat(), "version": before.version}
    entry["inputs"], entry["pages"] = f"versions/{slug}.json", f"pages/{slug}.json"
    pages = _json(pages_of(session, version))
    return entry, [(entry["inputs"], _json(hidden)), (entry["text"], text.encode()), (entry["pages"], pages)]


def _opening(session: Session, version: ListVersionRow, numbers: dict[str, str]) -> str:
    stored, tables = StoredRows(session, version.id), dict[type, Columns]()
    for table in TABLES:
        rows = (row._asdict() for row in stored.of(table))
        tables[table] = columns_of(table, [withheld(row, numbers) for row in rows])
    parts = parts_of(version.list_date, version.version, version.how, version.edition, tables)
    return "".join(parts)


def _json(values: Any) -> bytes:
    return (json.dumps(values, ensure_ascii=False, sort_keys=True, indent=1) + "\n").encode()
