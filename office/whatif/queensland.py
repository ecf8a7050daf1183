"""Supposed games of one player as one event of a class, reckoned like a real one (QJ 1 to 4c)."""

from datetime import date, timedelta
from fractions import Fraction

from sqlmodel import Session

from importer.rulings import Rulings
from office.errors import refusal
from office.lists.chain import list_after, require_published
from office.runs.inputs import gather, members_of
from office.runs.rate import edition_of, refused
from office.runs.report import signed
from office.whatif.games import EVENT, Supposed
from rating.engine import rate
from rating.errors import RatingError
from rating.interpretations import Interpretations
from rating.records import AcfRating, Event, Game, Member


def what_if_text(
    session: Session,
    number: str,
    games: list[Supposed],
    *,
    time_class: str | None,
    day: date | None,
    switches: Interpretations,
) -> str:
    """What the next list would say of the player if these games were his only event. Opponents of whom
    only a rating is given stand at it. Refused without a class, or where an opponent is nobody."""
    last = require_published(session)
    list_date = list_after(last)
    law = edition_of(list_date, Rulings.in_force(session), switches)
    known = law.words("time_classes")
    if time_class not in known:
        expected, found = f"one of {', '.join(known)}", time_class or "none"
        raise refusal("event-class", "--class", expected, found, "K hangs on the class of the event (QJ 1)")
    inputs = gather(session, list_date, last, [], law, switches)
    names = {m["id"]: m["name"] for m in inputs["members"]}
    members = {m.id: m for m in members_of(inputs)}
    day = day or law.shapes.period(law, list_date).last
    played = []
    for round_, game in enumerate(games, start=1):
        if isinstance(game.opponent, int):
            opponent = f"{EVENT} {round_}"
            members[opponent] = Member(opponent, acf=(AcfRating(day - timedelta(days=1), game.opponent),))
            names[opponent] = "a player rated"
        else:
            opponent = game.opponent
        if opponent not in members or opponent == number:
            found = "the player himself" if opponent == number else f"{opponent}, who is nobody"
            raise refusal("whatif-game", "--game", "another player's ID", found, "correct the ID")
        played.append(Game(round_, number, opponent, game.result, day, day, ref=f"{EVENT} {round_}"))
    event = Event(
        EVENT, law.shapes.period(law, list_date).last, day, tuple(played), for_list=list_date,
        time_class=time_class,
    )  # fmt: skip
    try:
        outcome = rate(members.values(), [event], list_date=list_date, edition=law, switches=switches)
    except RatingError as error:
        raise refused(error) from error
    lines = [
        f"{names[number]} ({number}): supposed games, one event ({time_class}), for the list of {list_date},"
        f" on the ratings of {last.list_date}; nothing is stored"
    ]
    if outcome.events_not_rated:
        return "\n".join(
            [*lines, f"  Not rated: nobody in it is rated ({outcome.events_not_rated[0].article})"]
        )
    line = next(x for x in outcome.event_lines if x.player == number)
    points = f"{line.score // 2}{'½' if line.score % 2 else ''}"
    lines.append(f"  {points} of {line.games} against an average of {_shown(line.average)}")
    if line.change is not None and line.percentage is not None:
        hundredths = line.percentage * line.games
        lines.append(
            f"  {line.table} % of Table 1, {line.percentage} % after the 3 % rule: expected"
            f" {hundredths // 100}.{hundredths % 100:02d}; K {line.k}: {signed(line.change)}"
        )
    lines.append(f"  Performance {line.performance}: {line.p} %, dp {line.dp:+d}")
    row = next((r for r in outcome.lists[law.shapes.types(law)[0]] if r.id == number), None)
    if row is None:
        return "\n".join([*lines, "  An adult: no QJ rating"])
    mark = "P" if row.provisional else ""
    if row.pool is not None:
        lines.append(
            f"  Mean of two periods {row.rating}{mark}, {row.pool.games} games that are not lightning"
        )
    else:
        lines.append(f"  {row.previous} {row.rounded or 0:+d} = {row.rating}")
    if not row.listed:
        lines.append("  Not on the list: too low")
    return "\n".join(lines)


def _shown(value: Fraction) -> str:
    """A mean to a tenth, half up; the exact one is in the explanation of a real list."""
    tenths = (20 * value + 1) // 2
    return f"{tenths // 10}.{tenths % 10}"
