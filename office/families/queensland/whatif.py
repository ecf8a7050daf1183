"""Lists that nobody publishes, under the Queensland text: supposed games, one event of a class (QJ 1 to 4c);
and what a simulated list gives the next one."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import date, timedelta

from office.errors import refusal
from office.families.family import Answer
from office.families.queensland.rows import NEW
from office.runs.derived import last_played
from office.runs.inputs import Values
from office.runs.report import signed
from office.words import _, n_
from office.words.formats import day
from rating.edition import Edition
from rating.outcome import Outcome
from rating.records import AcfRating, EventPerformance, Held, Member


def what_if_event(law: Edition, type_: str, event_class: str | None) -> Values:
    """What the event of supposed games is beside days and games: of a class. Refused without one."""
    known = law.words("time_classes")
    if event_class not in known:
        expected, found = f"one of {', '.join(known)}", event_class or "none"
        raise refusal("event-class", "--class", expected, found, "K hangs on the class of the event (QJ 1)")
    return {"time_class": event_class}


def what_if_opponent(name: str, type_: str, rating: int, day: date) -> Member:
    """An opponent of whom only the rating is given: as an adult, who stands at it."""
    return Member(name, acf=(AcfRating(day - timedelta(days=1), rating),))


def what_if_lines(answer: Answer) -> Iterator[str]:
    """What the next list would say of the player if these games were his only event."""
    outcome, row = answer.outcome, answer.row
    yield _(
        "{who}: what these games, one event ({class_}), would give on the list of {day}, from the ratings of"
        " {before}. Nothing is stored.",
        who=answer.who,
        class_=answer.event_class,
        day=day(outcome.list_date),
        before=day(answer.previous_list),
    )
    if outcome.events_not_rated:
        article = outcome.events_not_rated[0].article
        yield "  " + _("Not rated: nobody in it is rated ({article})", article=article)
        return
    line = next(x for x in outcome.event_lines if x.player == answer.member.id)
    points = f"{line.score // 2}{'½' if line.score % 2 else ''}"
    tenths = (20 * line.average + 1) // 2  # half up; the exact mean is in the explanation of a real list
    facts = {"points": points, "n": line.games, "average": f"{tenths // 10}.{tenths % 10}"}
    yield "  " + _("{points} of {n} against an average of {average}", **facts)
    if line.change is not None and line.percentage is not None:
        hundredths = line.percentage * line.games
        told = _(
            "{table} % of Table 1, {percentage} % after the 3 % rule: expected {expected}",
            table=line.table,
            percentage=line.percentage,
            expected=f"{hundredths // 100}.{hundredths % 100:02d}",
        )
        yield f"  {told}; K {line.k}: {signed(line.change)}"
    dp = f"{line.dp:+d}"
    yield "  " + _("Performance {pr}: {p} %, dp {dp}", pr=line.performance, p=line.p, dp=dp)
    if row is None:
        yield "  " + _("An adult: no QJ rating")
        return
    mark = "P" if row.provisional else ""
    if row.pool is not None:
        yield "  " + n_(
            "Mean of two periods {rating}, {n} game without lightning",
            "Mean of two periods {rating}, {n} games without lightning",
            row.pool.games,
            rating=f"{row.rating}{mark}",
        )
    else:
        yield f"  {row.previous} {row.rounded or 0:+d} = {row.rating}"
    if not row.listed:
        yield "  " + _("Not on the list: too low")


def carried_on(members: Sequence[Member], inputs: Values, before: Outcome, law: Edition) -> list[Member]:
    """The members with what the simulated list before gave them: rating and `P`, performances of its
    period for who has no full rating, and the day of the last game."""
    (type_,) = before.lists
    held = {
        row.id: Held(row.rating, row.games, row.peak, provisional=row.provisional)
        for row in before.lists[type_]
    }
    performed: dict[str, list[EventPerformance]] = defaultdict(list)
    for line in before.event_lines:
        if line.standing in NEW:
            performed[line.player].append(EventPerformance(line.performance, line.games, line.time_class))
    last = last_played(before, {m["id"]: m for m in inputs["members"]})
    return [
        replace(
            member,
            ratings={type_: held[member.id]} if member.id in held else {},
            previous_period=tuple(performed.get(member.id, ())),
            last_played=last[member.id],
        )
        for member in members
    ]
