"""A list's files on the site: the very bytes that `banzuke export list` writes, from the rows at hand."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from office.tables import ListVersionRow
from publication.account.words import SIGNS
from publication.exports.cells import Writing
from publication.exports.json_list import json_list
from publication.exports.public_list import ListedMember, ListedRating, PublicList, ordered
from publication.exports.rating_table import csv_table
from publication.families import family_named
from publication.site.builder import Site
from publication.site.list_pages import Row
from publication.site.versions import Version

_MARKS = {sign: mark for mark, sign in SIGNS.items()}


def list_files(site: Site, version: Version, rows: Mapping[str, Sequence[Row]]) -> tuple[bytes, bytes]:
    """The list as CSV, in the columns of the office's regulations where they name a CSV, and as JSON."""
    listing = listing_of(site, version, rows)
    own = next((f for f in family_named(site.settings.family).formats.values() if f.table), None)
    if own is None:
        return csv_table(listing, Writing()), json_list(listing)
    stored = site.session.get_one(ListVersionRow, version.id)
    return own.write(site.session, stored, listing, Writing(), "").data, json_list(listing)


def listing_of(site: Site, version: Version, rows: Mapping[str, Sequence[Row]]) -> PublicList:
    """The public list, as publication/exports/public_list.py has it. What only the register says is left
    empty: hardly any of the site's files tells it. The last one is kept at hand."""
    if site.listing is None or site.listing[0] != version.id:
        site.listing = (version.id, _listing(site, version, rows))
    return site.listing[1]


def with_register(site: Site, listing: PublicList) -> PublicList:
    """The list with what the register says today."""
    about = {number: person.about for number, person in site.people.shown.items()}
    members = (
        m._replace(sex=about[m.id].sex, federation=about[m.id].federation) if m.id in about else m
        for m in listing.members
    )
    return replace(listing, members=tuple(members))


def _listing(site: Site, version: Version, rows: Mapping[str, Sequence[Row]]) -> PublicList:
    ratings: dict[str, dict[str, ListedRating]] = {}
    people: dict[str, Row] = {}
    for type_, mine in rows.items():
        for row in mine:
            people[row.id] = row
            ratings.setdefault(row.id, {})[type_] = ListedRating(
                type=type_,
                rating=row.rating,
                rank=row.rank,
                games=row.games,
                period_games=row.period_games,
                k=row.k,
                previous=None if row.change is None else row.rating - row.change,
                change=row.change,
                how=row.how,
                marks=tuple(_MARKS[sign] for sign in row.signs),
            )
    members = [
        ListedMember(
            id=row.id,
            owner=f"{row.id} {row.name}",
            name=row.name,
            kanji=row.kanji,
            active=bool(row.active),
            member=bool(row.member),
            sex="",
            federation="",
            ratings=ratings[row.id],
        )
        for row in people.values()
    ]
    before = next((v for v in site.versions if v.id == version.previous_id), None)
    return PublicList(
        list_date=version.list_date,
        version=version.version,
        edition=version.edition,
        sha256=version.sha256,
        interpretations=dict(version.interpretations),
        previous_list=before.list_date if before else None,
        types=tuple(type_ for type_ in version.types if rows.get(type_)),
        members=tuple(ordered(members)),
    )
