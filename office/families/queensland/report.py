"""What the Queensland list says in the text report of a run, and in the preview."""

from collections.abc import Iterator, Mapping, Sequence

from sqlmodel import Session

from office.lists.rows import rows_of
from office.runs.derived import printed_names
from office.runs.inputs import Values
from office.runs.report import signed
from office.tables import EventRatingRow, ListMemberRow, ListRatingRow, ListVersionRow
from office.text_table import table
from office.words import _, n_
from office.words.problems import said
from rating.outcome import EventLine, Outcome, Row


def event_kinds(outcome: Outcome, inputs: Values) -> dict[str, str]:
    """The class of each event, by which it has its K."""
    classes = {line.event: line.time_class for line in outcome.event_lines}
    assumed = {True: " " + _("(assumed of a junior event)"), False: ""}
    return {
        e["key"]: (classes.get(e["key"]) or e["time_class"] or "junior") + assumed[e["junior"]]
        for e in inputs["events"]
    }


def report_lines(outcome: Outcome, inputs: Values) -> Iterator[str]:
    """Who has a first rating, who moved, who is on no register, and what was assumed."""
    names = {m["id"]: m["name"] for m in inputs["members"]}
    rows = [row for held in outcome.lists.values() for row in held if row.id in names]
    counts = {"all": len(rows), "listed": sum(row.listed for row in rows)}
    yield from ("", "QJ: " + _("{all} ratings, {listed} of them on the list", **counts))
    moved = [row for row in rows if row.change is not None and row.period_games]
    told = [(row, words) for row in rows for words in _new(row)]
    told += [(row, _moved(row)) for row in sorted(moved, key=lambda r: (-(r.change or 0), r.id))]
    yield from (f"  {row.id} {names[row.id]}: {words}" for row, words in told)
    yield from ("", _("Not on the register: opponents in their events, no rating kept"))
    yield from _guests(outcome.event_lines, names, inputs) or ["  " + _("nobody")]
    yield from ("", _("Assumed, because it is not known"))
    assumed = [f"  {n.member} {names[n.member]}: {said(n.detail)}" for n in outcome.notices]
    yield from assumed or ["  " + _("nothing")]


def preview_lines(
    session: Session,
    version: ListVersionRow,
    rows: Sequence[ListRatingRow],
    people: Mapping[str, ListMemberRow],
) -> Iterator[str]:
    """The list in rank order, then what is kept and not listed."""
    marks = {m.federation_id: m for m in rows_of(session, EventRatingRow, version)}

    def cells(row: ListRatingRow) -> tuple[object, ...]:
        mark, person = marks[row.federation_id], people[row.federation_id]
        why = "" if mark.listed else _("rating too low") if person.active else _("no game for too long")
        return (
            row.rank or "–",
            row.federation_id,
            person.name,
            f"{row.rating}{'P' if mark.provisional else ''}",
            _("new") if row.previous is None else row.previous,
            "" if row.change is None else signed(row.change),
            row.period_games or "",
            _("limited to the mean performance") if mark.capped else why,
        )

    headings = (_("rank"), _("ID"), _("name"), "QJ", _("before"), _("change"), _("games"), "")
    yield from ("", table([cells(r) for r in rows if marks[r.federation_id].listed], headings))
    kept = [cells(r) for r in rows if not marks[r.federation_id].listed]
    if kept:
        yield from ("", _("Kept, but not on the list:"), table(kept, headings))


def _new(row: Row) -> Iterator[str]:
    """How somebody came by a first rating."""
    if row.pool is not None:
        yield n_(
            "{rating}, {mark}, by performances of two periods ({n} game counted)",
            "{rating}, {mark}, by performances of two periods ({n} games counted)",
            row.pool.games,
            rating=row.rating,
            mark=_("provisional, P") if row.provisional else _("full"),
        )


def _moved(row: Row) -> str:
    held = ", " + _("limited to the mean performance") if row.capped else ""
    games = n_("{n} game", "{n} games", row.period_games)
    return f"{row.previous} {signed(row.change or 0)} = {row.rating} ({games}){held}"


def _guests(lines: Sequence[EventLine], names: dict[str, str], inputs: Values) -> list[str]:
    printed = printed_names(inputs)
    return [
        f"  {printed[line.event, line.player]}: "
        + n_("{n} game, performed {pr}", "{n} games, performed {pr}", line.games, pr=line.performance)
        for line in lines
        if line.player not in names
    ]
