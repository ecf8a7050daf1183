"""The text report of a run: what went in, what came out, what was assumed."""

from collections import Counter

from office.lists.rows import type_name
from office.runs.counts import Game, games_of
from office.runs.inputs import Values
from rating.outcome import Outcome


def signed(hundredths: int) -> str:
    """Hundredths with sign and two decimals: 1520 is +15.20."""
    sign = "-" if hundredths < 0 else "+"
    return f"{sign}{abs(hundredths) // 100}.{abs(hundredths) % 100:02d}"


def run_report(outcome: Outcome, inputs: Values) -> str:
    """A page of plain text; the same run, the same text."""
    names = {m["id"]: m["name"] for m in inputs["members"]}
    lines = [
        f"Rating list of {outcome.list_date}, edition {outcome.edition}",
        f"Reports from {outcome.period.first} to {outcome.period.last};"
        f" reckoned from the list of {inputs['previous']['list']}, version {inputs['previous']['version']}",
        "",
        "Events",
    ]
    lines += _events(outcome, inputs) or ["  none"]
    for type_, rows in outcome.lists.items():
        played = [r for r in rows if r.period_games and r.how != "initial"]
        lines += ["", f"{type_name(type_)}: {len(rows)} on the list, {len(played)} with rated games"]
        for row in sorted(rows, key=lambda r: r.id):
            if row.how == "initial":
                lines.append(
                    f"  {row.id} {names[row.id]}: initial rating {row.rating} from {row.games} games"
                )
            elif row.how == "adopted":
                lines.append(
                    f"  {row.id} {names[row.id]}: took over {row.previous} from {row.taken_from},"
                    f" now {row.rating}"
                )
        for row in sorted(rows, key=lambda r: r.id):
            if row.adjustment_reference is not None:
                lines.append(
                    f"  {row.id} {names[row.id]}: {row.adjusted:+d} by decision, {row.adjustment_reference},"
                    f" now {row.rating}"
                )
            if row.initial is not None and row.initial.decided:
                lines.append(f"  {row.id} {names[row.id]}: first rating {row.rating} decided by the office")
        for row in sorted(played, key=lambda r: (-(r.change or 0), r.id)):
            floor = ", held at the floor" if row.floor_acted else ""
            lines.append(
                f"  {row.id} {names[row.id]}: {row.previous} {signed(row.change or 0)} = {row.rating}"
                f" ({row.period_games} game{'' if row.period_games == 1 else 's'}){floor}"
            )
    if outcome.decisions:
        lines += ["", "Waits for the office's decision; unrated until then"]
        lines += [f"  {d.id} {names[d.id]}, {d.type}: {d.reason}" for d in outcome.decisions]
    lines += ["", "Assumed, because it is not known"]
    lines += _assumptions(outcome, inputs, names) or ["  nothing"]
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
        left = "; ".join(f"{n} {reason}" for reason, n in sorted(why.items()))
        found.append(
            f"  {event['name']} ({event['key']}), reported {event['reported']}, {event['time_control']}:"
            f" {rated} of {len(games)} games rated"
            + (f", {one_sided} of them for one side" if one_sided else "")
            + (f"; not: {left}" if left else "")
        )
        if event["excluded"]:
            found.append(f"    left out by ruling (3(8)): {event['excluded']}")
    return found


def _assumptions(outcome: Outcome, inputs: Values, names: dict[str, str]) -> list[str]:
    """Each assumption that could have changed a figure of this list (R3, 5(1))."""
    found = [f"  {n.member} {names[n.member]}, {n.type}: {n.detail}" for n in outcome.notices]
    played = {(line.player, line.type) for line in outcome.lines if line.counts}
    for member in inputs["members"]:
        for type_, held in sorted(member["ratings"].items()):
            if held["peak_assumed"] and (member["id"], type_) in played:
                found.append(
                    f"  {member['id']} {member['name']}, {type_}: no peak was handed over;"
                    f" the opening rating stands for it ({held['peak']})"
                )
    return found
