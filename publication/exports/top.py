"""Top players and most improved of a published list, as text: for the news and the notice board.

Each part names twenty, and who ties with the last. Who has no rank (R18) is in no part; most improved counts
points since the list before, of who had a rating on it.
"""

from collections.abc import Callable, Iterator, Sequence

from office.lists.rows import type_name
from office.runs.ranks import first, places
from office.text_table import table
from publication.exports.cells import Writing
from publication.exports.public_list import ListedMember, ListedRating, PublicList

MOST = 20

One = tuple[ListedMember, ListedRating]


def top_file(listing: PublicList, writing: Writing) -> bytes:
    """For each type the top players, the top women (by the sex on the register), and the most improved."""
    lines = [("headings", f"Ratings of {listing.list_date}")]
    for type_ in listing.types:
        ranked = [one for one in listing.of_type(type_) if one[1].rank is not None]
        gained = [one for one in ranked if _gain(one) > 0]
        gained.sort(key=lambda one: (-_gain(one), one[0].owner))
        women = [one for one in ranked if one[0].sex == "f"]
        for title, chosen, value in (
            ("top players", ranked, _rating),
            ("top women", women, _rating),
            ("most improved", gained, _gain),
        ):
            if shown := first(chosen, value, MOST):
                lines += [("headings", ""), ("headings", f"{type_name(type_)}: {title}")]
                lines += _part(shown, value)
    return writing.lines(lines)


def _part(chosen: Sequence[One], value: Callable[[One], int]) -> Iterator[tuple[str, str]]:
    cells = []
    for rank, one in zip(places([value(one) for one in chosen]), chosen, strict=True):
        person, rating = one
        gained = "" if rating.change is None else f"{rating.change:+d}"
        names = (" ".join(text.split()) for text in (person.name, person.kanji))
        cells.append((rank, rating.rating, gained, person.id, *names))
    owners = ["headings", *(person.owner for person, _ in chosen)]
    text = table(cells, ("", "Rating", "Gained", "ID", "Name", "Kanji"))
    yield from zip(owners, text.split("\n"), strict=True)


def _rating(one: One) -> int:
    return one[1].rating


def _gain(one: One) -> int:
    return one[1].change or 0
