"""The figures of pages that sum up: top players, statistics, reports, names; a file beside each."""

from collections.abc import Iterable, Mapping, Sequence

from publication.site.arrived import Arrival
from publication.site.articles import Article
from publication.site.data import text
from publication.site.list_pages import Row
from publication.site.people import People, Person
from publication.site.statistics import BAND, Statistics
from publication.site.versions import Version
from rating.edition import Edition

Ranking = tuple[str, Sequence[Row], Sequence[Row], Sequence[Row]]
"""A rating type with its highest, most improved and juniors, as the page of top players has them."""


def top_json(newest: Version | None, types: Iterable[Ranking]) -> bytes:
    """The page of top players: rows with the cells that `columns` names."""
    names = ("top", "improved", "juniors")
    return text(
        {
            "list": newest and str(newest.list_date),
            "version": newest and newest.version,
            "columns": Row._fields,
            "types": {type_: dict(zip(names, rows, strict=True)) for type_, *rows in types},
        }
    )


def statistics_json(figures: Iterable[Statistics]) -> bytes:
    """The statistics: players in each band and age class of the newest list, every list in short, and all
    games by how many points the players were apart: what the higher rated scored in halves, what was expected
    of him in hundredths."""
    return text(
        {
            s.type: {
                "band": BAND,
                "bands": [{"from": low, "players": count} for low, count in s.bands],
                "ages": [{"class": name or None, "players": count, "median": m} for name, count, m in s.ages],
                "calibration": [
                    {"from": x.low, "games": x.games, "score": x.halves, "expected": x.expected}
                    for x in s.apart
                ],
                "lists": [
                    {"list": str(m.list_date), "rated": m.rated, "played": m.players, "games": m.games,
                     "median": m.median}
                    for m in s.months
                ],
            }
            for s in figures
        }
    )  # fmt: skip


def arrived_json(found: Iterable[Arrival]) -> bytes:
    """The state of every report, newest first; of one that could not be read nobody knows the event."""
    return text(
        [
            {
                "event": None if a.state in ("unread", "closed") else a.name,
                "link": a.link or None,
                "arrived_on": str(a.arrived_on),
                "state": a.state,
                "list": a.list_date and str(a.list_date),
                "questions": a.questions,
            }
            for a in found
        ]
    )


def club_json(name: str, mean: int | None, active: int, boards: int, people: Iterable[Person]) -> bytes:
    """A club: the mean of its highest `boards` active ratings, and its players in the order of its page."""
    return text(
        {
            "name": name,
            "boards": boards,
            "mean": mean,
            "active": active,
            "players": [
                {"id": p.id, "name": p.name, "kanji": p.kanji, "active": p.active, "age_class": p.age_class,
                 "ratings": dict(p.ratings)}
                for p in people
            ],
        }
    )  # fmt: skip


def rules_json(law: Edition, says: Mapping[str, Sequence[Article]]) -> bytes:
    """The articles of an edition, `says` them in each language: the numbers as its file names them, rows of
    Table 1 in hundredths, rows of Table 2 as percentage and points."""
    return text(
        {
            "edition": law.id,
            "in_force_from": law.in_force_from and str(law.in_force_from),
            "articles": [
                {
                    "article": entry.article,
                    "anchor": first.anchor,
                    "says": {lang: found[at].says for lang, found in says.items()},
                    "settles": [role for role, _ in first.roles],
                    "numbers": dict(first.numbers),
                    "steps": [[s.first, s.last, s.high, s.low] for s in first.steps],
                    "points": first.points,
                }
                for at, (entry, first) in enumerate(zip(law.entries, says["en"], strict=True))
            ],
        }
    )


def people_json(people: People) -> bytes:
    """Everyone with a page, in the order of IDs."""
    return text(
        [
            {"id": p.id, "name": p.name, "kanji": p.kanji, "kana": p.about.kana, "sex": p.about.sex,
             "home": p.home, "age_class": p.age_class, "active": p.active, "ratings": dict(p.ratings)}
            for p in people.shown.values()
        ]
    )  # fmt: skip
