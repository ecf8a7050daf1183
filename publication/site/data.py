"""The figures of the pages as files: JSON beside each page, and JSON as a script."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from datetime import date
from typing import Any

import orjson

from importer.plain_text import written
from office.runs.coming import Ahead
from publication.account.events import EventAccount
from publication.account.model import Game, Part
from publication.site.addresses import event_slug
from publication.site.articles import Article
from publication.site.career import Career
from publication.site.events import EventStory
from publication.site.held import Row
from publication.site.people import People, Person
from publication.site.statistics import BAND, Statistics
from publication.site.stories import Story
from publication.site.versions import Version
from rating.edition import Edition

Values = dict[str, Any]

Ranking = tuple[str, Sequence[Row], Sequence[Row], Sequence[Row]]
"""A rating type with its highest, most improved and juniors, as the page of top players has them."""


def plain(values: Any) -> str:
    """Plain values as compact JSON."""
    try:
        return orjson.dumps(values, default=_tuple, option=_STRICT).decode()
    except TypeError:  # it takes no half of a pair of signs
        return json.dumps(values, ensure_ascii=False, separators=(",", ":"))


_STRICT = orjson.OPT_PASSTHROUGH_DATETIME | orjson.OPT_PASSTHROUGH_DATACLASS


def _tuple(value: Any) -> tuple[Any, ...]:
    """A tuple with names as a plain one."""
    if isinstance(value, tuple):
        return tuple(value)
    raise TypeError(type(value))


def script(name: str, values: str) -> bytes:
    """JSON as a script that hands it to the site's search: scripts can be read from files, JSON not.
    “<” is written as an escape, so that no name can end the script."""
    values = values.replace("<", "\\u003c")
    return written(f"banzuke.put({json.dumps(name)},{values});\n")


def some(of: Any, *names: str) -> dict[str, Any]:
    """Of a row or a value what these names stand for, by them."""
    return {name: getattr(of, name) for name in names}


NextList = tuple[date, int, tuple[Ahead, ...]]
"""Of the list to come: its date, how many events it waits for, and what it would bring to one member."""


def member_values(story: Story, career: Career, following: NextList | None = None) -> Values:
    """A member's page as figures: scores in halves, changes and expected scores in hundredths."""
    p: Person = story.person
    day, waiting, ahead = following or (None, 0, ())
    not_official = {
        "list": str(day),
        "official": False,
        "waiting_for_events": waiting,
        "ratings": list(map(asdict, ahead)),
    }
    return {
        **some(p, "id", "name", "kanji"),
        **some(p.about, "club", "federation"),
        "merged_into": p.merged_into,
        "ratings": dict(p.ratings),
        "lists": [
            {
                "list": str(e.version.list_date),
                "version": e.version.version,
                "replaced_by": story.replaced.get(e.version.id),
                "types": [_part(x) for x in e.parts],
            }
            for e in story.entries
        ],
        "peaks": {one.type: one.peak for one in p.held},
        "courses": {type_: [(str(day), rating) for day, rating in c] for type_, c in career.drawn},
        "record": [{"type": r.type, **some(r.all, *COUNT)} for r in career.records],
        "opponents": [
            {"id": number, "name": name, "games": games, "won": won, "drawn": drawn, "lost": lost}
            for number, name, _kanji, (games, won, drawn, lost, _) in career.opponents
        ],
        "next_list": not_official if following else None,
    }


COUNT = ("games", "won", "drawn", "lost")


def _part(part: Part) -> dict[str, Any]:
    row, held = part.row, part.beside
    moved = ("previous", "change", "rounded")
    told: dict[str, Any] = {"type": part.type or "", "how": part.how if held.listed else "unlisted"}
    told |= {name: row and getattr(row, name) for name in moved}
    told |= {
        "rating": part.shown,
        "peak": row and row.peak,
        "games": row.games if row else 0,
        "period_games": row.period_games if row else 0,
        "k": row and row.k,
        "floored": bool(row and row.floored),
        "adjusted": row and row.adjusted,
        "reference": row and row.adjustment_reference,
        "decided": row and row.decided,
        "gained": held.gained if held.capped else None,
        "marks": part.marks,
    }
    games, events = [_game(x) for x in part.games], [_event(x) for x in held.events]
    return told | {"lines": games, "events": events}


def _event(x: EventAccount) -> dict[str, Any]:
    names = ("time_class", "standing", "rating", "games", "score", "performance", "k", "change")
    average = [x.average.numerator, x.average.denominator]
    return {"event": x.event_name, **some(x, *names), "average": average}


def _game(x: Game) -> dict[str, Any]:
    return {
        "event": event_slug(x.event_key), "round": x.round, "day": str(x.first_day),
        "opponent": x.opponent_id, "opponent_name": x.opponent_name, "colour": x.colour, "result": x.result,
        "rating": x.rating, "opponent_rating": x.opponent_rating, "score": x.score, "d": x.d, "pd": x.pd,
        "k": x.k, "c": x.c, "counts": x.counts, "reasons": [reason.reason for reason in x.reasons],
    }  # fmt: skip


def event_values(story: EventStory) -> Values:
    """An event's crosstable and what it did; scores in halves, changes in hundredths."""
    h = story.head
    return {
        "event": h.key,
        "name": h.name,
        "first_day": h.first_day and str(h.first_day),
        "last_day": h.last_day and str(h.last_day),
        "type": story.type,
        "list": str(h.version.list_date),
        "version": h.version.version,
        "rated": h.rated,
        "rounds": story.rounds,
        "players": [place._asdict() for place in story.places],
        "left_out": dict(story.left_out),
        "pages": [page._asdict() for page in story.pages],
    }


def top_values(newest: Version | None, types: Iterable[Ranking]) -> Values:
    """The page of top players: rows with the cells that `columns` names."""
    names = ("top", "improved", "juniors")
    return {
        "list": newest and str(newest.list_date),
        "version": newest and newest.version,
        "columns": Row._fields,
        "types": {type_: dict(zip(names, rows, strict=True)) for type_, *rows in types},
    }


def statistics_values(figures: Iterable[Statistics]) -> Values:
    """The statistics: players in each band and age class of the newest list, every list in short, and all
    games by how many points the players were apart: what the higher rated scored in halves, what was expected
    of him in hundredths."""
    return {
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
    }  # fmt: skip


def club_values(name: str, mean: int | None, active: int, boards: int, people: Iterable[Person]) -> Values:
    """A club: the mean of its highest `boards` active ratings, and its players in the order of its page."""
    return {
        "name": name,
        "boards": boards,
        "mean": mean,
        "active": active,
        "players": [
            {
                "id": p.id,
                "name": p.name,
                "kanji": p.kanji,
                "active": p.active,
                "age_class": p.age_class,
                "ratings": dict(p.ratings),
            }
            for p in people
        ],
    }


def rules_values(law: Edition, says: Mapping[str, Sequence[Article]]) -> Values:
    """The articles of an edition, `says` them in each language: the numbers as its file names them, rows of
    Table 1 in hundredths, rows of Table 2 as percentage and points."""
    return {
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


def people_values(people: People) -> list[Values]:
    """Everyone with a page, in the order of IDs."""
    return [
        {"id": p.id, "name": p.name, "kanji": p.kanji, "kana": p.about.kana, "sex": p.about.sex,
         "home": p.home, "age_class": p.age_class, "active": p.active, "ratings": dict(p.ratings)}
        for p in people.shown.values()
    ]  # fmt: skip
