"""The text report of a run: what went in, what came out, what was assumed; and the numbers that stand in its
row beside the text."""

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import NamedTuple

from office.families import family_named
from office.runs.inputs import Values
from office.words import _, language, n_, p_
from office.words.formats import day, kept_day
from rating.edition import Edition
from rating.outcome import GameLine, Outcome, Row, signed
from rating.row_columns import moving


class Game(NamedTuple):
    """A game by White's line, and for how many of its two sides it counts: one, where R7 has a game against a
    UR player rated for his opponent alone."""

    line: GameLine
    sides: int


def games_of(outcome: Outcome) -> list[Game]:
    """Each game once, in the order of the lines: White's, and Black's behind it."""
    lines = outcome.lines
    sides = zip(lines[::2], lines[1::2], strict=True)
    return [Game(white, white.counts + black.counts) for white, black in sides]


def moved(row: Row, more: str) -> str:
    """What a period did to a rating, and `more` of it."""
    count, more = _games(row.period_games, language()), _(", ") + more if more else ""
    by = f" {row.adjusted:+d}" if row.adjusted else ""  # as the account adds it up
    return f"{row.previous} {signed(row.change or 0)}{by} = {row.rating} ({count}){more}"


@cache
def _games(n: int, _spoken: str) -> str:
    return n_("{n} game", "{n} games", n)


def most_first(rows: Iterable[Row]) -> list[Row]:
    """Who gained most first."""
    return sorted(rows, key=lambda row: (-(row.change or 0), row.id))


def run_report(outcome: Outcome, inputs: Values, law: Edition, games: Sequence[Game]) -> str:
    """A page of plain text; the same run, the same text. `games`: those of `games_of`."""
    family = family_named(law.family)
    lines = [
        _("Rating list of {day}, edition {edition}", day=day(outcome.list_date), edition=outcome.edition),
        _(
            "Reports from {first} to {last}; ratings of the list of {day}, version {version}",
            first=day(outcome.period.first),
            last=day(outcome.period.last),
            day=kept_day(inputs["previous"]["list"]),
            version=inputs["previous"]["version"],
        ),
        "",
        _("Events"),
        *(list(_events(outcome, inputs, law, games)) or ["  " + _("none")]),
        *family.report_lines(outcome, inputs),
    ]
    return "\n".join(lines) + "\n"


def _events(outcome: Outcome, inputs: Values, law: Edition, all_games: Sequence[Game]) -> Iterator[str]:
    by_event: dict[str, list[Game]] = {}
    for game in all_games:
        by_event.setdefault(game.line.event, []).append(game)
    kinds = family_named(law.family).event_kinds(outcome, inputs)
    whole = {e.event: e for e in outcome.events_not_rated}
    for event in inputs["events"]:
        games, key = by_event.get(event["key"], []), event["key"]
        rated = sum(g.sides > 0 for g in games)
        one_sided = sum(g.sides == 1 for g in games)  # R7
        why = Counter(g.line.reasons[0].reason for g in games if not g.sides)
        left = _(", ").join(
            p_("reason", "{n} {reason}", n=n, reason=reason_word(reason)) for reason, n in sorted(why.items())
        )
        reported = _("reported on {day}", day=kept_day(event["reported"]))
        count = _("{n} of {all} games rated", n=rated, all=len(games))
        one = _(", ") + _("{n} of them for one side", n=one_sided) if one_sided else ""
        others = p_("problem", "; ") + _("not rated: {reasons}", reasons=left) if left else ""
        head = _(", ").join((f"{event['name']} ({key})", reported, kinds[key]))
        yield f"  {head}{p_('punctuation', ': ')}{count}{one}{others}"
        if key in whole and not event["excluded"]:
            yield "    " + _("nobody in it is rated ({article})", article=whole[key].article)
        if event["excluded"]:
            article, why_out = law.article_of_reason("excluded-by-officer"), event["excluded"]
            yield "    " + _("left out by decision ({article}): {why}", article=article, why=why_out)


def reason_word(reason: str) -> str:
    """Why a game does not count; the English is kept."""
    return {
        "excluded-by-officer": p_("reason", "excluded-by-officer"),
        "organizer": p_("reason", "organizer"),
        "too-fast": p_("reason", "too-fast"),
        "not-a-member": p_("reason", "not-a-member"),
        "forfeit": p_("reason", "forfeit"),
        "late": p_("reason", "late"),
        "fee-unpaid": p_("reason", "fee-unpaid"),
        "unrated-player": p_("reason", "unrated-player"),
        "too-far-apart": p_("reason", "too-far-apart"),
        "unrated-match": p_("reason", "unrated-match"),
        "match-won": p_("reason", "match-won"),
        "no-rated-player": p_("reason", "no-rated-player"),
    }[reason]


def counts_of(outcome: Outcome, inputs: Values, all_games: Sequence[Game]) -> str:
    """The counts of a run as JSON: `events` reported in the period, `games` that counted and `not_counted`,
    and by type of rating how many are `listed`, `played` a game that counted, and have their first rating on
    this list, from their games (`initial`) or taken over (`adopted`)."""
    games = [bool(game.sides) for game in all_games]
    found = {
        "events": len(inputs["events"]),
        "games": sum(games),
        "not_counted": len(games) - sum(games),
        "types": {
            type_: {
                "listed": len(rows) - sum(not row.listed for row in moved),
                "played": sum(row.period_games > 0 and row.how != "initial" for row in moved),
                "initial": sum(row.how == "initial" for row in moved),
                "adopted": sum(row.how == "adopted" for row in moved),
            }
            for type_, rows in outcome.lists.items()
            for moved in (moving(rows),)
        },
    }
    return json.dumps(found, sort_keys=True)
