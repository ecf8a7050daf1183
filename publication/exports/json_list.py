"""The list as JSON, as docs/schemas/list.schema.json describes it."""

import json
from typing import Any

from importer.plain_text import written
from publication.exports.public_list import ListedMember, PublicList

FORMAT = "banzuke rating list"
FORMAT_VERSION = 1
"""Moves only when a reader of the files has to be changed."""

RATING = ("rating", "rank", "games", "period_games", "k", "previous", "change", "how")
"""What stands of a rating, with its marks."""


def json_list(listing: PublicList) -> bytes:
    """The list in UTF-8, a line for each member; the same list gives the same bytes. A hidden ID is null."""
    head = {
        "format": FORMAT,
        "format_version": FORMAT_VERSION,
        "list": str(listing.list_date),
        "version": listing.version,
        "edition": listing.edition,
        "sha256": listing.sha256,
        "previous_list": str(listing.previous_list) if listing.previous_list else None,
        "types": list(listing.types),
    }
    members = ",\n".join(_encode(_member(m)) for m in listing.members)
    return written(f'{_encode(head)[:-1]},"members":[\n{members}\n]}}\n')


_encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


def _member(person: ListedMember) -> dict[str, Any]:
    return {
        "id": person.id or None,
        "name": person.name,
        "kanji": person.kanji or None,
        "active": person.active,
        "member": person.member,
        "ratings": {
            type_: {**{name: getattr(r, name) for name in RATING}, "marks": list(r.marks)}
            for type_, r in sorted(person.ratings.items())
        },
    }
