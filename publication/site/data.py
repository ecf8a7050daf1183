"""The figures of the pages as files: JSON beside each page, and the scripts that search reads."""

import json
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from typing import Any

from importer.plain_text import written
from office.runs.coming import Ahead
from publication.account.events import EventAccount
from publication.account.model import Game, Part
from publication.site.addresses import event_slug
from publication.site.arrived import Arrival
from publication.site.articles import Article
from publication.site.events import EventStory
from publication.site.list_pages import Row
from publication.site.people import People, Person
from publication.site.record import Count, head_to_head, records
from publication.site.row_texts import Texts
from publication.site.statistics import BAND, Statistics
from publication.site.stories import Story
from publication.site.versions import Version
from rating.edition import Edition

Ranking = tuple[str, Sequence[Row], Sequence[Row], Sequence[Row]]
"""A rating type with its highest, most improved and juniors, as the page of top players has them."""


def text(values: Any) -> bytes:
    """Plain values as JSON, the same values the same bytes."""
    return written(f"{plain(values)}\n")


def plain(values: Any) -> str:
    """Plain values as compact JSON."""
    return json.dumps(values, ensure_ascii=False, separators=(",", ":"))


def script(name: str, values: str) -> bytes:
    """JSON as a script that hands it to the site's search: scripts can be read from files, JSON not.
    “<” is written as an escape, so that no name can end the script."""
    values = values.replace("<", "\\u003c")
    return written(f"banzuke.put({json.dumps(name)},{values});\n")


def list_script(version: Version, type_: str, texts: Texts) -> bytes:
    """The rows that the filters of a list page read."""
    return script(f"{version.slug}-{type_}", texts.json)


def member_json(story: Story, following: tuple[date, int, tuple[Ahead, ...]] | None = None) -> bytes:
    """A member's page as figures: scores in halves, changes and expected scores in hundredths. `following`:
    the list to come, how many events it waits for, and what it would bring."""
    p: Person = story.person
    met = head_to_head(story.accounts)
    day, waiting, ahead = following or (None, 0, ())
    not_official = {
        "list": str(day),
        "official": False,
        "waiting_for_events": waiting,
        "ratings": [
            {"type": a.type, "previous": a.previous, "rating": a.rating, "games": a.games, "events": a.events}
            for a in ahead
        ],
    }
    return text(
        {
            "id": p.id,
            "name": p.name,
            "kanji": p.kanji,
            "club": p.about.club,
            "federation": p.about.federation,
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
            "peaks": {type_: max(r, story.peaks.get(type_, r)) for type_, r in p.ratings},
            "courses": {type_: [(str(day), rating) for day, rating in c] for type_, c in story.courses},
            "record": [{"type": r.type, **_count(r.all)} for r in records(story.accounts)],
            "opponents": [{"id": o.id, "name": o.name, **_count(o.tally)} for o in met.opponents],
            "next_list": not_official if following else None,
        }
    )


def _count(x: Count) -> dict[str, int]:
    return {"games": x.games, "won": x.won, "drawn": x.drawn, "lost": x.lost}


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
    return {"event": x.event_name, **{n: getattr(x, n) for n in names}, "average": average}


def _game(x: Game) -> dict[str, Any]:
    head = {"event": event_slug(x.event_key), "round": x.round, "day": str(x.first_day)}
    names = ("opponent_name", "colour", "result", "rating", "opponent_rating", "score", "d", "pd", "k", "c")
    told = {name: getattr(x, name) for name in (*names, "counts")}
    reasons = [reason.reason for reason in x.reasons]
    return {**head, "opponent": x.opponent_id, **told, "reasons": reasons}


def event_json(story: EventStory) -> bytes:
    """An event's crosstable and what it did; scores in halves, changes in hundredths."""
    h = story.head
    return text(
        {
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
    )


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
