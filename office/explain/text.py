"""The explanation of a member's ratings on one list, as plain text."""

import json
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

from office.explain.member import Story
from office.explain.sums import fault, law_of_version
from office.runs.earlier import kept_values
from office.runs.report import signed
from office.tables import GameLineRow, ListRatingRow
from rating.citation import REGISTRY
from rating.edition import Edition
from rating.interpretations import Interpretations

SCORES = {0: "0", 1: "½", 2: "1", None: "–"}
SOURCES = {"list": "of the list before", "fide": "the FIDE rating at joining", "adopted": "of the other type"}


def cite(law: Edition, function: Callable[..., Any]) -> str:
    """The article of an edition that a function carries."""
    return REGISTRY[function.__name__].articles[law.id]


def _k_reason(law: Edition, reason: str | None) -> str:
    """Why a K holds, with the edition's own numbers."""
    return {
        "top": f"{law.number('k_top_from_peak')} or more once reached",
        "new": f"fewer than {law.number('k_new_below_games')} rated games",
        "junior": f"under {law.number('k_junior_below_age')}, never {law.number('k_junior_below_peak')}",
        "usual": "the usual one",
    }[reason or ""]


def explain_text(story: Story) -> str:
    """Everything behind the ratings of one member on one list, types one after the other."""
    version = story.version
    state = "" if version.state == "published" else f", {version.state}"
    lines = [
        f"{story.member.name} ({story.member.federation_id}), list of {version.list_date},"
        f" version {version.version}{state}"
    ]
    if version.how == "opening":
        lines += ["", *_opening(story)]
        return "\n".join(lines) + "\n"
    law, switches = law_of_version(version)
    assert story.previous is not None
    lines.append(
        f"Edition {version.edition}; reports from {version.period_first} to {version.period_last};"
        f" ratings of the list of {story.previous.list_date}, version {story.previous.version}"
    )
    for type_ in law.shapes.types(law):
        lines += ["", *_type(story, type_, law, switches)]
    fast = [x for x in story.lines if x.type is None]
    if fast:
        lines += ["", "Games of no type", *(_left_out(x) for x in fast)]
    return "\n".join(lines) + "\n"


def _opening(story: Story) -> Iterator[str]:
    yield "Taken over from before this office:"
    for type_, row in story.ratings.items():
        assumed = ", assumed: no peak was handed over" if row.peak_assumed else ""
        yield f"  {type_}: {row.rating}, {row.games} games, peak {row.peak}{assumed}"
    for game in story.earlier:
        yield f"  {game.type}, UR: {kept_game(kept_values(game, ''))}"
    if not story.ratings and not story.earlier:
        yield "  nothing: UR in both types, no games against rated opponents"


def _type(story: Story, type_: str, law: Edition, switches: Interpretations) -> Iterator[str]:
    row = story.ratings.get(type_)
    mine = [x for x in story.lines if x.type == type_]
    counted = [x for x in mine if x.counts]
    yield f"{type_.capitalize()}: " + (_headline(row, law) if row else "unrated (UR)")
    if row is not None and row.how == "initial":
        yield from _initial(row, law)
    elif counted:
        yield "  round  day         opponent                        own  opp.    D   PD  score   K       C"
        yield from (_rated(x, law) for x in counted)
    towards = [x for x in mine if x.for_initial]
    if towards:
        article = cite(law, law.shapes.initial)
        yield f"  Not rated for either player, but counted towards the initial rating ({article}):"
        yield from (_left_out(x) for x in towards)
    others = [x for x in mine if not x.counts and not x.for_initial]
    if others:
        yield "  Not counted:"
        yield from (_left_out(x) for x in others)
    if row is None:
        kept = [g for g in story.earlier if g.type == type_]
        article = cite(law, law.shapes.initial)
        yield f"  Games against rated opponents kept for an initial rating, {article}: {len(kept)}"
        yield from (f"    {kept_game(kept_values(game, ''))}" for game in kept)
        return
    if row.how != "initial":
        yield from _sum(row, counted, law)
    wrong = fault(row, counted, law, switches)
    yield f"  CHECK FAILED: {wrong}" if wrong else "  Checked: the games above give this rating."


def kept_game(game: dict[str, Any]) -> str:
    """A UR player's game against a rated opponent: day, score, opponent with rating and its list, event."""
    who = f"{game['opponent_name']}, " if game["opponent_name"] else ""
    of = f" (list of {game['list']})" if game["list"] else ""
    where = game["source"] + (f", round {game['round']}" if game["round"] else "")
    return f"{game['date']} {SCORES[game['score']]} against {who}{game['opponent_rating']}{of}, {where}"


def _headline(row: ListRatingRow, law: Edition) -> str:
    if row.how == "initial":
        return f"initial rating {row.rating}"
    cited = ""
    if row.previous_from == "fide":
        cited = f", {cite(law, law.shapes.fide)}"
    elif row.previous_from == "adopted":
        cited = f", {cite(law, law.shapes.other_type)}"
    return f"{row.previous} → {row.rating} ({SOURCES[row.previous_from or '']}{cited})"


def _rated(x: GameLineRow, law: Edition) -> str:
    assert x.pd is not None
    assert x.c is not None
    colour = {"white": "w", "black": "b"}.get(x.colour or "", "–")
    day = str(x.first_day) if x.first_day == x.last_day else "no date"
    used = "" if x.d == x.d_used else f"; difference counted as {x.d_used}"
    return (
        f"  {x.round:>3} {colour}  {day:<10}  {x.opponent_name:<28.28} {x.rating:>6} {x.opponent_rating:>5}"
        f" {x.d:>4} {x.pd // 100}.{x.pd % 100:02d} {SCORES[x.score]:>4} {x.k:>5} {signed(x.c):>7}\n"
        f"        {x.event_name}; expected score {x.expected_article}, column {x.column}{used};"
        f" K {x.k_article}: {_k_reason(law, x.k_reason)}"
    )


def _left_out(x: GameLineRow) -> str:
    reasons = json.loads(x.reasons)
    why = "; ".join(f"{r['reason']} ({r['article']}): {r['detail']}" for r in reasons)
    return f"    round {x.round}, {x.first_day}, {x.opponent_name}, {x.result}, {x.event_name}: {why}"


def _sum(row: ListRatingRow, counted: list[GameLineRow], law: Edition) -> Iterator[str]:
    floor = f"; held at the floor, {cite(law, law.shapes.floor)}" if row.floored else ""
    games = f"{len(counted)} game{'' if len(counted) == 1 else 's'}"
    if not counted and not row.floored:
        yield "  No rated game in this period: the rating stands."
    else:
        yield (
            f"  Sum of {games}: {signed(row.change or 0)}, rounded {row.rounded:+d}"
            f" ({cite(law, law.shapes.rounding)}); {row.previous} {row.rounded:+d} = {row.rating}{floor}"
        )
    assumed = " (assumed at the opening)" if row.peak_assumed else ""
    yield f"  Rated games in all {row.games}; peak {row.peak}{assumed}; K printed on the list {row.k}"


def _initial(row: ListRatingRow, law: Edition) -> Iterator[str]:
    told = json.loads(row.initial or "{}")
    first, last = told["window"]
    games = told["games"]
    article = cite(law, law.shapes.initial)
    yield f"  {len(games)} games against rated opponents from {first} to {last} ({article}):"
    yield from (f"    {kept_game(game)}" for game in games)
    ra = Fraction(*told["ra"])
    exact = str(ra) if ra.denominator == 1 else f"{ra.numerator}/{ra.denominator}"
    floor = f", held at the floor, {cite(law, law.shapes.floor)}: {row.rating}" if told["floor_acted"] else ""
    points = f"{told['score'] // 2}{'½' if told['score'] % 2 else ''}"
    yield (
        f"  RA {exact}; {points} of {len(games)} is {told['p']} %, dp {told['dp']:+d};"
        f" RA + dp rounded {told['pr']} ({cite(law, law.shapes.performance)}){floor}"
    )
    yield f"  Games in all {row.games}; K printed on the list {row.k}"
