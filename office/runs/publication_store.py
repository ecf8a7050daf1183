"""The publication report of a version: as plain text (the same version, the same text), as it is kept, and
which draft the officer has looked at."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sqlmodel import Session, select

from importer.rulings import Made, Rulings
from office.house import fact
from office.lists.rows import type_name
from office.runs.publication import OfType, Publication, publication
from office.runs.publication_alarms import Alarm, accept, accepted, alarms, still_open, unseen
from office.runs.ranks import first
from office.tables import ListVersionRow, PublicationRow
from office.text_table import padded, table
from office.words import _, n_, speaking
from office.words.formats import day
from office.words.problems import said

MOST = 10
"""How many gains and losses are named; who ties with the last is named too."""

EDGES = (-100, -50, -25, -10, -1, 0, 1, 10, 25, 50, 100)
"""Where the bars of the histogram begin, in points: each reaches to before the next one away from 0."""

BAR = 40


def report_text(found: Publication, alarms: Sequence[Alarm], rulings: Rulings) -> str:
    """Counts, histogram, gains and losses for each type; then who fell inactive, and the alarms."""
    facts = {"day": day(found.list_date), "version": found.version}
    lines = [
        _(
            "List of {day}, version {version}, against the list of {before}",
            **facts,
            before=day(found.previous),
        )
        if found.previous
        else _("List of {day}, version {version}, the first", **facts)
    ]
    for of in found.types:
        lines += ["", *_type(of)]
    if found.previous:
        counts = {"now": len(found.inactive), "longer": found.still_inactive}
        lines += ["", _("Inactive: {now} since that list, {longer} for longer", **counts)]
        lines += [f"  {number} {name}" for number, name in found.inactive]
    lines += ["", _("Alarms: {n}", n=len(alarms)) if alarms else _("Alarms: none")]
    for alarm in alarms:
        word = accepted(rulings, alarm)
        answer = (
            _("accepted by {who}: {reason}", who=word.who, reason=word.reason)
            if word
            else _("not answered yet")
        )
        told = f"{said(alarm.found)}; {said(alarm.expected)}; {answer}"
        lines.append(f"  {alarm.name}: {alarm.who or _('the draft')}: {told}")
    return "\n".join(lines) + "\n"


def _type(of: OfType) -> Iterator[str]:
    counts = {
        "all": len(of.ratings),
        "new": len(of.new),
        "changed": len(of.changed),
        "same": len(of.unchanged),
        "left": len(of.left),
    }
    told = _("{all} on the list: {new} new, {changed} changed, {same} unchanged; {left} left it", **counts)
    yield f"{_(type_name(of.type))}: {told}"
    for m in of.new:
        yield "  " + _("new: {member}, {rating}", member=f"{m.id} {m.name}", rating=m.rating)
    for gone in of.left:
        yield "  " + _("left: {member}, {rating}", member=f"{gone.id} {gone.name}", rating=gone.rating)
    played = [m for m in of.ratings if m.before is not None and (m.points or m.period_games)]
    if played:
        yield "  " + _("Changes in points of those who played or were adjusted:")
        yield from (f"    {line}" for line in _histogram([m.points for m in played]))
    for title, sign in ((_("Biggest gains:"), 1), (_("Biggest losses:"), -1)):
        moved = [m for m in of.changed if m.points * sign > 0]
        moved.sort(key=lambda m: (-m.points * sign, m.id))
        if chosen := first(moved, lambda m: m.points, MOST):
            yield f"  {title}"
            cells = [
                (
                    f"{m.points:+d}",
                    m.before,
                    m.rating,
                    n_("{n} game", "{n} games", m.period_games),
                    m.id,
                    m.name,
                )
                for m in chosen
            ]
            yield from (
                f"    {line}"
                for line in table(cells, ("", _("before"), _("now"), "", _("ID"), _("name"))).split("\n")
            )


def _histogram(points: Sequence[int]) -> Iterator[str]:
    counts = dict.fromkeys(EDGES, 0)
    for change in points:
        if change < 0:
            edge = min(e for e in EDGES if e < 0 and change <= e)
        else:
            edge = max(e for e in EDGES if 0 <= e <= change)
        counts[edge] += 1
    top = max(counts.values())
    for n, count in enumerate(counts.values()):
        bar = "#" * -(-count * BAR // top)
        yield f"{padded(_range(n), 13)}  {count:>5}  {bar}".rstrip()


def _range(n: int) -> str:
    edge = EDGES[n]
    if edge == 0:
        return "0"
    far = EDGES[n - 1] if edge < 0 and n else EDGES[n + 1] if edge > 0 and n + 1 < len(EDGES) else None
    if far is None:
        shown = f"{edge:+d}"
        return _("{points} and less", points=shown) if edge < 0 else _("{points} and more", points=shown)
    low, high = (far + 1, edge) if edge < 0 else (edge, far - 1)
    return _("{first} to {last}", first=f"{low:+d}", last=f"{high:+d}")


@dataclass(frozen=True, slots=True)
class Looked:
    """A version looked at: its report as it is kept and as it is shown, in the language spoken; every alarm,
    and those that are not answered yet."""

    report: str
    shown: str
    alarms: tuple[Alarm, ...]
    open: tuple[Alarm, ...]


def look_at(
    session: Session, version: ListVersionRow, names: Sequence[str] = (), made: Made | None = None
) -> Looked:
    """The report of a version as things stand now. Of a draft that was made anew with other figures since
    it was previewed, that is an alarm too. `names`: the alarms that are taken as they are before the report
    is written, by whom and why `made` says."""
    found = publication(session, version)
    row = kept(session, version)
    raised = alarms(session, found)
    if version.state != "published":
        raised += unseen(str(version.list_date), row.seen_sha256 if row else None, version.text_sha256)
    if made is not None:
        accept(session, raised, names, made=made)
    open_ = tuple(still_open(session, raised))
    rulings = Rulings.in_force(session)
    shown = report_text(found, raised, rulings)
    with speaking("en"):  # what is kept stays in one language
        report = report_text(found, raised, rulings)
    return Looked(report, shown, tuple(raised), open_)


def kept(session: Session, version: ListVersionRow) -> PublicationRow | None:
    """What is kept of a version's publication, if anything."""
    return session.exec(select(PublicationRow).where(PublicationRow.version_id == version.id)).one_or_none()


def answered(session: Session, version: ListVersionRow, names: Sequence[str], *, made: Made) -> Looked:
    """The same with the officer's word on these alarms; the report is kept with the version."""
    looked = look_at(session, version, names, made)
    note_report(session, version, looked.report)
    return looked


def note_seen(session: Session, version: ListVersionRow, made: Made) -> None:
    """Somebody, or else the office's officer, has looked at this draft: it is `previewed`."""
    row, who = _row(session, version), made.who or fact(session, "officer") or None
    row.seen_sha256, row.seen_at, row.seen_by = version.text_sha256, made.now, who
    version.state = "previewed"
    session.add(row)
    session.add(version)
    session.flush()


def note_report(session: Session, version: ListVersionRow, report: str) -> None:
    """Keeps the report with the version; to be called before it is published, which freezes both."""
    row = _row(session, version)
    row.report = report
    session.add(row)
    session.flush()


def take_off(session: Session, draft: ListVersionRow) -> PublicationRow | None:
    """Takes what is kept of a draft off it, before the draft is made anew."""
    row = kept(session, draft)
    if row is not None:
        session.delete(row)
        session.flush()
    return row


def put_on(session: Session, draft: ListVersionRow, of_old: PublicationRow | None) -> None:
    """Remembers with a draft made anew which one the officer saw; the same figures stay seen."""
    if of_old is None or of_old.seen_sha256 is None:
        return
    row = _row(session, draft)
    row.seen_sha256, row.seen_at, row.seen_by = of_old.seen_sha256, of_old.seen_at, of_old.seen_by
    session.add(row)
    if row.seen_sha256 == draft.text_sha256:
        draft.state = "previewed"
        session.add(draft)
    session.flush()


def _row(session: Session, version: ListVersionRow) -> PublicationRow:
    assert version.id is not None
    return kept(session, version) or PublicationRow(version_id=version.id)
