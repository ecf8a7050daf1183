"""What the Japanese lists say in the text report of a run, and in the preview."""

from collections.abc import Iterator, Mapping, Sequence

from sqlmodel import Session

from office.lists.rows import type_name
from office.runs.inputs import Values
from office.runs.report import signed
from office.tables import ListMemberRow, ListRatingRow, ListVersionRow
from office.text_table import table
from office.words import N_, _, n_
from office.words.problems import said
from rating.outcome import Outcome, Row


def event_kinds(outcome: Outcome, inputs: Values) -> dict[str, str]:
    """The time control of each event."""
    return {event["key"]: str(event["time_control"]) for event in inputs["events"]}


def report_lines(outcome: Outcome, inputs: Values) -> list[str]:
    """Each type with first ratings, adjustments and who moved; what waits, and what was assumed."""
    names = {m["id"]: m["name"] for m in inputs["members"]}
    lines = []
    for type_, rows in outcome.lists.items():
        played = [r for r in rows if r.period_games and r.how != "initial"]
        counts = _("{all} on the list, {played} with rated games", all=len(rows), played=len(played))
        lines += ["", f"{_(type_name(type_))}: {counts}"]
        by_id = sorted(rows, key=lambda r: r.id)
        told = [(row, words) for row in by_id for words in _first(row)]
        told += [(row, words) for row in by_id for words in _decided(row)]
        told += [(row, _moved(row)) for row in sorted(played, key=lambda r: (-(r.change or 0), r.id))]
        lines += [f"  {row.id} {names[row.id]}: {words}" for row, words in told]
    if outcome.decisions:
        lines += ["", _("To be decided by the office; unrated until then")]
        lines += [f"  {d.id} {names[d.id]}, {d.type}: {said(d.reason)}" for d in outcome.decisions]
    lines += ["", _("Assumed, because it is not known")]
    lines += _assumptions(outcome, inputs, names) or ["  " + _("nothing")]
    return lines


def _first(row: Row) -> Iterator[str]:
    """How somebody came by his first rating of a type."""
    if row.how == "initial":
        yield n_(
            "initial rating {rating} from {n} game",
            "initial rating {rating} from {n} games",
            row.games,
            rating=row.rating,
        )
    elif row.how == "adopted":
        facts = {"rating": row.previous, "source": row.taken_from, "now": row.rating}
        yield _("{rating} taken over from {source}, now {now}", **facts)


def _decided(row: Row) -> Iterator[str]:
    if row.adjustment_reference is not None:
        facts = {"points": f"{row.adjusted:+d}", "reference": row.adjustment_reference, "now": row.rating}
        yield _("{points} by decision, {reference}, now {now}", **facts)
    if row.initial is not None and row.initial.decided:
        yield _("first rating {rating} decided by the office", rating=row.rating)


def _moved(row: Row) -> str:
    floor = ", " + _("raised to the floor") if row.floor_acted else ""
    count = n_("{n} game", "{n} games", row.period_games)
    return f"{row.previous} {signed(row.change or 0)} = {row.rating} ({count}){floor}"


def _assumptions(outcome: Outcome, inputs: Values, names: dict[str, str]) -> list[str]:
    """Each assumption that could have changed a figure of this list (R3, 5(1))."""
    found = [f"  {n.member} {names[n.member]}, {n.type}: {said(n.detail)}" for n in outcome.notices]
    played = {(line.player, line.type) for line in outcome.lines if line.counts}
    assumed = N_("no peak was handed over; the opening rating is taken for it ({peak})")
    return found + [
        f"  {member['id']} {member['name']}, {type_}: {_(assumed, peak=held['peak'])}"
        for member in inputs["members"]
        for type_, held in sorted(member["ratings"].items())
        if held["peak_assumed"] and (member["id"], type_) in played
    ]


def preview_lines(
    session: Session,
    version: ListVersionRow,
    rows: Sequence[ListRatingRow],
    people: Mapping[str, ListMemberRow],
) -> Iterator[str]:
    """Every type in rank order, with the rating before and the change; who has no rank comes last."""
    for type_ in sorted({r.type for r in rows}, reverse=True):
        cells = [
            (
                r.rank or "–",
                r.federation_id,
                people[r.federation_id].name,
                r.rating,
                _("new") if r.how == "initial" else r.previous,
                "" if r.how in ("initial", "opening") else signed(r.change or 0),
                r.games,
                r.period_games or "",
                r.k,
                _beside(r, people[r.federation_id]),
            )
            for r in rows
            if r.type == type_
        ]
        headings = (
            *(_("rank"), _("ID"), _("name"), _(type_name(type_)), _("before"), _("change")),
            *(_("games"), _("this period"), _("K"), ""),
        )
        yield from ("", table(cells, headings))


def _beside(row: ListRatingRow, person: ListMemberRow) -> str:
    """What the officer has to know of a rating: what was decided, how it is marked, who is no member."""
    parts = [
        _("{points} by decision", points=f"{row.adjusted:+d}") if row.adjusted is not None else "",
        _("decided") if row.decided is not None else "",
        row.marks or "",
        "" if person.member_on_day else _("not a member on this day"),
    ]
    return "; ".join(filter(None, parts))
