"""The text report of a run that is reckoned event by event, and the draft as the officer looks at it."""

from collections import Counter
from collections.abc import Iterator, Sequence

from sqlmodel import Session, select

from office.runs.queensland_inputs import Values
from office.runs.report import signed
from office.tables import EventRatingRow, ListMemberRow, ListRatingRow, ListVersionRow
from office.text_table import table
from rating.outcome import EventLine, Outcome, Row


def run_report(outcome: Outcome, inputs: Values) -> str:
    """A page of plain text; the same run, the same text."""
    names = {m["id"]: m["name"] for m in inputs["members"]}
    rows = [row for held in outcome.lists.values() for row in held if row.id in names]
    listed = sum(row.listed for row in rows)
    lines = [
        f"Rating list of {outcome.list_date}, edition {outcome.edition}",
        f"Reports from {outcome.period.first} to {outcome.period.last};"
        f" reckoned from the list of {inputs['previous']['list']}, version {inputs['previous']['version']}",
        "",
        "Events",
        *(list(_events(outcome, inputs)) or ["  none"]),
        "",
        f"QJ: {len(rows)} ratings, {listed} of them listed",
        *_new(rows, names),
        *_rated(rows, names),
        "",
        "On no register: opponents in their events, no rating kept",
        *(_guests(outcome.event_lines, names, inputs) or ["  nobody"]),
        "",
        "Assumed, because it is not known",
        *([f"  {n.member} {names[n.member]}: {n.detail}" for n in outcome.notices] or ["  nothing"]),
    ]
    return "\n".join(lines) + "\n"


def preview_text(session: Session, version: ListVersionRow) -> str:
    """The list in rank order, then what is kept and not listed."""
    people = {
        p.federation_id: p
        for p in session.exec(select(ListMemberRow).where(ListMemberRow.version_id == version.id))
    }
    marks = {
        m.federation_id: m
        for m in session.exec(select(EventRatingRow).where(EventRatingRow.version_id == version.id))
    }
    rows = sorted(
        session.exec(select(ListRatingRow).where(ListRatingRow.version_id == version.id)),
        key=lambda r: (-r.rating, r.federation_id),
    )

    def cells(row: ListRatingRow) -> tuple[object, ...]:
        mark, person = marks[row.federation_id], people[row.federation_id]
        why = "" if mark.listed else "rating too low" if person.active else "no game for too long"
        return (
            row.rank or "–",
            row.federation_id,
            person.name,
            f"{row.rating}{'P' if mark.provisional else ''}",
            "new" if row.previous is None else row.previous,
            "" if row.change is None else signed(row.change),
            row.period_games or "",
            "held at the mean performance" if mark.capped else why,
        )

    headings = ("rank", "ID", "name", "QJ", "before", "change", "games", "")
    head = f"List of {version.list_date}, version {version.version}, {version.state}"
    shown = table([cells(r) for r in rows if marks[r.federation_id].listed], headings)
    kept = [cells(r) for r in rows if not marks[r.federation_id].listed]
    return "\n".join([head, "", shown, *(["", "Kept, not listed:", table(kept, headings)] if kept else [])])


def _events(outcome: Outcome, inputs: Values) -> Iterator[str]:
    whole = {e.event: e for e in outcome.events_not_rated}
    classes = {line.event: line.time_class for line in outcome.event_lines}
    for event in inputs["events"]:
        sides = [x for x in outcome.lines if x.event == event["key"] and x.colour == "white"]
        why = Counter(x.reasons[0].reason for x in sides if not x.counts)
        left = "; ".join(f"{n} {reason}" for reason, n in sorted(why.items()))
        kind = classes.get(event["key"]) or event["time_class"] or "junior"
        assumed = " (assumed of a junior event)" if event["junior"] else ""
        yield (
            f"  {event['name']} ({event['key']}), reported {event['reported']}, {kind}{assumed}:"
            f" {sum(x.counts for x in sides)} of {len(sides)} games rated"
            + (f"; not: {left}" if left else "")
        )
        if event["key"] in whole:
            yield f"    nobody in it is rated ({whole[event['key']].article})"
        if event["excluded"]:
            yield f"    left out by ruling: {event['excluded']}"


def _new(rows: Sequence[Row], names: dict[str, str]) -> Iterator[str]:
    for row in rows:
        if row.pool is not None:
            mark = "provisional, P" if row.provisional else "full"
            yield (
                f"  {row.id} {names[row.id]}: {row.rating}, {mark}, by performances of two periods"
                f" ({row.pool.games} games counted)"
            )


def _rated(rows: Sequence[Row], names: dict[str, str]) -> Iterator[str]:
    moved = [row for row in rows if row.change is not None and row.period_games]
    for row in sorted(moved, key=lambda r: (-(r.change or 0), r.id)):
        held = ", held at the mean performance" if row.capped else ""
        games = f"{row.period_games} game{'' if row.period_games == 1 else 's'}"
        yield (
            f"  {row.id} {names[row.id]}: {row.previous} {signed(row.change or 0)} = {row.rating}"
            f" ({games}){held}"
        )


def _guests(lines: Sequence[EventLine], names: dict[str, str], inputs: Values) -> list[str]:
    printed = {
        (e["key"], g[side]): g[f"{side}_name"]
        for e in inputs["events"]
        for g in e["games"]
        for side in ("white", "black")
    }
    return [
        f"  {printed[line.event, line.player]}: {line.games} games, performed {line.performance}"
        for line in lines
        if line.player not in names
    ]
