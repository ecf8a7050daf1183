"""The list as JSON, as docs/schemas/list.schema.json describes it."""

import json
from json.encoder import encode_basestring as _text

from importer.plain_text import written
from publication.exports.public_list import ListedMember, ListedRating, PublicList

FORMAT = "banzuke rating list"
FORMAT_VERSION = 1
"""Moves only when a reader of the files has to be changed."""


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
    members = ",\n".join(map(_member, listing.members))
    return written(f'{_encode(head)[:-1]},"members":[\n{members}\n]}}\n')


_encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


def _member(m: ListedMember) -> str:
    """A member's line. Put together by hand: a site's lists have half a million of them, and the library
    takes three times as long."""
    ratings = ",".join([f"{_text(type_)}:{_rating(r)}" for type_, r in sorted(m.ratings.items())])
    return (
        f'{{"id":{_text(m.id) if m.id else "null"},"name":{_text(m.name)},'
        f'"kanji":{_text(m.kanji) if m.kanji else "null"},"active":{_SIGNS[m.active]},'
        f'"member":{_SIGNS[m.member]},"ratings":{{{ratings}}}}}'
    )


def _rating(r: ListedRating) -> str:
    return (
        f'{{"rating":{r.rating},"rank":{_number(r.rank)},"games":{r.games},"period_games":{r.period_games},'
        f'"k":{_number(r.k)},"previous":{_number(r.previous)},"change":{_number(r.change)},'
        f'"how":{_text(r.how)},"marks":{_encode(r.marks) if r.marks else "[]"}}}'
    )


def _number(n: int | None) -> str | int:
    return "null" if n is None else n


_SIGNS = {True: "true", False: "false"}
