"""What a list of the Japanese editions says, and who was entered twice (R18, R23, R31, R53)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import date

from tests.independent.japanese import counts_for_k
from tests.independent.japanese_articles import counted, is_member, k_factor
from tests.independent.japanese_terms import (
    NCS19,
    NCS22,
    Held,
    Law,
    Ledger,
    Member,
    month,
)


def merged(ledger: Ledger, law: Law, twice: Mapping[str, str]) -> Ledger:
    """R53: `twice` has by the ID of a second entry that of the first."""
    ratings = {t: dict(rows) for t, rows in ledger.ratings.items()}
    past, last = {key: list(games) for key, games in ledger.past.items()}, dict(ledger.last_game)
    for second, first in twice.items():
        if law.reads("R53=own-alone"):
            for rows in (*ratings.values(), last):
                rows.pop(second, None)
            past = {key: games for key, games in past.items() if key[1] != second}
        for t, rows in ratings.items():
            both = [rows.pop(one) for one in (first, second) if one in rows]
            games = past.pop((t, first), []) + past.pop((t, second), [])
            if both:
                count = sum(one.games for one in both) + counted(law, games)
                if law.reads("R53=more-games"):
                    both.sort(key=lambda one: -one.games)
                rows[first] = replace(both[0], games=count, peak=max(one.peak for one in both))
            elif games:
                past[t, first] = games
        days = [last.pop(one) for one in (first, second) if one in last]
        last |= {first: max(days)} if days else {}
    return replace(ledger, ratings=ratings, past=past, last_game=last)


def printed(
    law: Law, ledger: Ledger, members: Mapping[str, Member], list_date: date
) -> dict[tuple[str, str], dict[str, object]]:
    """What the list says by type and ID: R18, R23; marks by ncs19 5(1), and by ncs22 6(3), R31."""
    valid = {who.id for who in members.values() if is_member(law, who, list_date)}
    ranked_ = {*members} if law.reads("R18=everyone-ranked") else valid
    year = month(list_date, -12)
    rows: dict[tuple[str, str], dict[str, object]] = {}
    for t, held in ledger.ratings.items():
        ranked = [one.rating for who, one in held.items() if who in ranked_]
        for who, one in held.items():
            games, peak = counts_for_k(law, t, who, ledger.ratings, ledger.past)
            for_k = replace(one, games=one.games + games, peak=max(one.peak, peak))
            k = k_factor(law, for_k, members[who].born, list_date.year)
            rows[t, who] = {
                "rating": one.rating,
                "games": one.games,
                "period_games": one.period_games,
                "k": one.period_k if law.reads("R23=this-period") else k,
                "rank": 1 + sum(rating > one.rating for rating in ranked) if who in ranked_ else None,
                "previous": one.previous,
                "change": None if one.previous is None else one.rating - one.previous,
                "how": one.how,
                "marks": marks(law, one),
                "active": year <= ledger.last_game.get(who, date.min) < list_date,
                "member": who in valid,
            }
    return rows


def marks(law: Law, one: Held) -> list[str]:
    """ncs19 5(1); ncs22 6(3), R31."""
    if law.edition == NCS19:
        return ["provisional"] if one.games < 18 else []
    first = one.games < 18 and one.first != "taken" if law.reads("R31=first-games") else one.how == "initial"
    return ["not-for-qualification"] if law.edition == NCS22 and first else []
