"""The text report of a run: what went in, what came out, what was assumed."""

from collections import Counter
from collections.abc import Iterator

from office.families import family_named
from office.runs.counts import Game, games_of
from office.runs.inputs import Values
from office.words import _
from office.words.formats import day
from rating.edition import Edition
from rating.outcome import Outcome


def signed(hundredths: int) -> str:
    """Hundredths with sign and two decimals: 1520 is +15.20."""
    sign = "-" if hundredths < 0 else "+"
    return f"{sign}{abs(hundredths) // 100}.{abs(hundredths) % 100:02d}"


def run_report(outcome: Outcome, inputs: Values, law: Edition) -> str:
    """A page of plain text; the same run, the same text."""
    family = family_named(law.family)
    lines = [
        _("Rating list of {day}, edition {edition}", day=day(outcome.list_date), edition=outcome.edition),
        _(
            "Reports from {first} to {last}; ratings of the list of {day}, version {version}",
            first=day(outcome.period.first),
            last=day(outcome.period.last),
            day=inputs["previous"]["list"],
            version=inputs["previous"]["version"],
        ),
        "",
        _("Events"),
        *(list(_events(outcome, inputs, law)) or ["  " + _("none")]),
        *family.report_lines(outcome, inputs),
    ]
    return "\n".join(lines) + "\n"


def _events(outcome: Outcome, inputs: Values, law: Edition) -> Iterator[str]:
    by_event: dict[str, list[Game]] = {}
    for game in games_of(outcome):
        by_event.setdefault(game.line.event, []).append(game)
    kinds = family_named(law.family).event_kinds(outcome, inputs)
    whole = {e.event: e for e in outcome.events_not_rated}
    for event in inputs["events"]:
        games, key = by_event.get(event["key"], []), event["key"]
        rated = sum(g.sides > 0 for g in games)
        one_sided = sum(g.sides == 1 for g in games)  # R7
        why = Counter(g.line.reasons[0].reason for g in games if not g.sides)
        left = ", ".join(f"{n} {_(reason)}" for reason, n in sorted(why.items()))
        reported = _("reported on {day}", day=event["reported"])
        count = _("{n} of {all} games rated", n=rated, all=len(games))
        one = ", " + _("{n} of them for one side", n=one_sided) if one_sided else ""
        others = "; " + _("not rated: {reasons}", reasons=left) if left else ""
        yield f"  {event['name']} ({key}), {reported}, {kinds[key]}: {count}{one}{others}"
        if key in whole:
            yield "    " + _("nobody in it is rated ({article})", article=whole[key].article)
        if event["excluded"]:
            article, why_out = law.article_of_reason("excluded-by-officer"), event["excluded"]
            yield "    " + _("left out by decision ({article}): {why}", article=article, why=why_out)
