"""The text report of a run: what went in, what came out, what was assumed."""

from collections import Counter

from office.lists.rows import type_name
from office.runs.counts import Game, games_of
from office.runs.inputs import Values
from office.words import _, n_
from office.words.formats import day
from office.words.problems import said
from rating.outcome import Outcome


def signed(hundredths: int) -> str:
    """Hundredths with sign and two decimals: 1520 is +15.20."""
    sign = "-" if hundredths < 0 else "+"
    return f"{sign}{abs(hundredths) // 100}.{abs(hundredths) % 100:02d}"


def run_report(outcome: Outcome, inputs: Values) -> str:
    """A page of plain text; the same run, the same text."""
    names = {m["id"]: m["name"] for m in inputs["members"]}
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
    ]
    lines += _events(outcome, inputs) or ["  " + _("none")]
    for type_, rows in outcome.lists.items():
        played = [r for r in rows if r.period_games and r.how != "initial"]
        counts = _("{all} on the list, {played} with rated games", all=len(rows), played=len(played))
        lines += ["", f"{_(type_name(type_))}: {counts}"]
        for row in sorted(rows, key=lambda r: r.id):
            if row.how == "initial":
                told = n_(
                    "initial rating {rating} from {n} game",
                    "initial rating {rating} from {n} games",
                    row.games,
                    rating=row.rating,
                )
                lines.append(f"  {row.id} {names[row.id]}: {told}")
            elif row.how == "adopted":
                told = _(
                    "{rating} taken over from {source}, now {now}",
                    rating=row.previous,
                    source=row.taken_from,
                    now=row.rating,
                )
                lines.append(f"  {row.id} {names[row.id]}: {told}")
        for row in sorted(rows, key=lambda r: r.id):
            if row.adjustment_reference is not None:
                told = _(
                    "{points} by decision, {reference}, now {now}",
                    points=f"{row.adjusted:+d}",
                    reference=row.adjustment_reference,
                    now=row.rating,
                )
                lines.append(f"  {row.id} {names[row.id]}: {told}")
            if row.initial is not None and row.initial.decided:
                told = _("first rating {rating} decided by the office", rating=row.rating)
                lines.append(f"  {row.id} {names[row.id]}: {told}")
        for row in sorted(played, key=lambda r: (-(r.change or 0), r.id)):
            floor = ", " + _("raised to the floor") if row.floor_acted else ""
            count = n_("{n} game", "{n} games", row.period_games)
            told = f"{row.previous} {signed(row.change or 0)} = {row.rating} ({count}){floor}"
            lines.append(f"  {row.id} {names[row.id]}: {told}")
    if outcome.decisions:
        lines += ["", _("To be decided by the office; unrated until then")]
        lines += [f"  {d.id} {names[d.id]}, {d.type}: {said(d.reason)}" for d in outcome.decisions]
    lines += ["", _("Assumed, because it is not known")]
    lines += _assumptions(outcome, inputs, names) or ["  " + _("nothing")]
    return "\n".join(lines) + "\n"


def _events(outcome: Outcome, inputs: Values) -> list[str]:
    found = []
    by_event: dict[str, list[Game]] = {}
    for game in games_of(outcome):
        by_event.setdefault(game.line.event, []).append(game)
    for event in inputs["events"]:
        games = by_event.get(event["key"], [])
        rated = sum(g.sides > 0 for g in games)
        one_sided = sum(g.sides == 1 for g in games)  # R7
        why = Counter(g.line.reasons[0].reason for g in games if not g.sides)
        left = ", ".join(f"{n} {_(reason)}" for reason, n in sorted(why.items()))
        reported = _("reported on {day}", day=event["reported"])
        count = _("{n} of {all} games rated", n=rated, all=len(games))
        one = ", " + _("{n} of them for one side", n=one_sided) if one_sided else ""
        others = "; " + _("not rated: {reasons}", reasons=left) if left else ""
        head = f"{event['name']} ({event['key']}), {reported}, {event['time_control']}"
        found.append(f"  {head}: {count}{one}{others}")
        if event["excluded"]:
            found.append("    " + _("left out by decision (3(8)): {why}", why=event["excluded"]))
    return found


def _assumptions(outcome: Outcome, inputs: Values, names: dict[str, str]) -> list[str]:
    """Each assumption that could have changed a figure of this list (R3, 5(1))."""
    found = [f"  {n.member} {names[n.member]}, {n.type}: {said(n.detail)}" for n in outcome.notices]
    played = {(line.player, line.type) for line in outcome.lines if line.counts}
    for member in inputs["members"]:
        for type_, held in sorted(member["ratings"].items()):
            if held["peak_assumed"] and (member["id"], type_) in played:
                told = _(
                    "no peak was handed over; the opening rating is taken for it ({peak})", peak=held["peak"]
                )
                found.append(f"  {member['id']} {member['name']}, {type_}: {told}")
    return found
