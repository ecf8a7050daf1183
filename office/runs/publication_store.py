"""The publication report of a version: as plain text (the same version, the same text), as it is kept, and
which draft the officer has looked at."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from textwrap import indent

from sqlmodel import Session, select

from importer.rulings import Made, Rulings
from office.house import fact
from office.lists.rows import type_name
from office.runs.publication import Moved, OfType, Publication, publication
from office.runs.publication_alarms import Alarm, accept, accepted, alarms, parted, still_open, unseen
from office.runs.ranks import first
from office.tables import ListVersionRow, PublicationRow
from office.text_table import hung, padded, table
from office.words import _, language, n_, p_, speaking
from office.words.formats import day
from office.words.problems import said

MOST = 10
"""How many gains and losses are named; who ties with the last is named too."""

RANGES: tuple[tuple[int | None, int | None], ...] = (
    *((None, -100), (-99, -50), (-49, -25), (-24, -10), (-9, -1), (0, 0)),
    *((1, 9), (10, 24), (25, 49), (50, 99), (100, None)),
)
"""The bars of the histogram, in points."""

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
    if found.previous and found.inactive is not None:
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
        head = p_("punctuation", ": ").join((alarm.name, alarm.who or _("the draft"), told))
        lines.append(hung(f"  {head}"))
    return "\n".join(lines) + "\n"


def _type(of: OfType) -> Iterator[str]:
    new, changed = of.new, of.changed
    counts = {
        "all": of.count,
        "new": len(new),
        "changed": len(changed),
        "same": of.unchanged,
        "left": len(of.left),
    }
    told = _("{all} on the list: {new} new, {changed} changed, {same} unchanged; {left} left it", **counts)
    yield f"{_(type_name(of.type))}{p_('punctuation', ': ')}{told}"
    for m in new:
        yield "  " + _("new: {member}, {rating}", member=f"{m.id} {m.name}", rating=_now(m))
    for m in of.again:
        yield "  " + _("on the list again: {member}, {rating}", member=f"{m.id} {m.name}", rating=_now(m))
    for gone in of.left:
        yield "  " + _("left: {member}, {rating}", member=f"{gone.id} {gone.name}", rating=gone.rating)
    played = [m for m in of.touched if m.before is not None and (m.points or m.period_games)]
    if played:
        yield "  " + _("Changes in points of those who played or were adjusted:")
        yield from (f"    {line}" for line in _histogram([m.points for m in played]))
    for title, sign in ((_("Biggest gains:"), 1), (_("Biggest losses:"), -1)):
        moved = [m for m in changed if m.points * sign > 0]
        moved.sort(key=lambda m: (-m.points * sign, m.id))
        if chosen := first(moved, lambda m: m.points, MOST):
            yield f"  {title}"
            headings = ("", _("before"), _("now"), "", _("ID"), _("name"))
            cells = [
                (f"{m.points:+d}", _marked(m.before, m.was_provisional), _now(m), games, m.id, m.name)
                for m in chosen
                for games in (n_("{n} game", "{n} games", m.period_games),)
            ]
            yield indent(table(cells, headings), "    ")


def _now(m: Moved) -> str:
    return _marked(m.rating, m.provisional)


def _marked(rating: int | None, provisional: bool) -> str:
    """A rating as the list prints it: one that is worked out anew each time moves further than others."""
    return f"{rating}{'P' if provisional else ''}"


def _histogram(points: Sequence[int]) -> Iterator[str]:
    counts = [
        sum((low is None or low <= p) and (high is None or p <= high) for p in points) for low, high in RANGES
    ]
    top = max(counts)
    for (low, high), count in zip(RANGES, counts, strict=True):
        bar = "#" * -(-count * BAR // top)
        yield f"{padded(_range(low, high), 13)}  {count:>5}  {bar}".rstrip()


def _range(low: int | None, high: int | None) -> str:
    if low is None:
        return _("{points} and less", points=f"{high:+d}")
    if high is None:
        return _("{points} and more", points=f"{low:+d}")
    return _("{first} to {last}", first=f"{low:+d}", last=f"{high:+d}") if low != high else str(low)


@dataclass(frozen=True, slots=True)
class Looked:
    """A version looked at: its report as it is kept and as it is shown, in the language spoken; every alarm,
    and those that are not answered yet."""

    report: str
    shown: str
    alarms: tuple[Alarm, ...]
    open: tuple[Alarm, ...]


def look_at(
    session: Session,
    version: ListVersionRow,
    names: Sequence[str] = (),
    made: Made | None = None,
    *,
    on_screen: bool = False,
) -> Looked:
    """The report of a version as things stand now. Of a draft that was made anew with other figures since
    it was previewed, that is an alarm too, unless it is itself `on_screen`: whoever says yes there says it to
    these figures. `names`: the alarms that are taken as they are before the report is written, by whom and
    why `made` says."""
    found = publication(session, version)
    row = kept(session, version)
    raised = alarms(session, found)
    if version.state != "published":
        if version.version == 1:  # a correction brings back whom it can
            raised += parted(session, version)
        if not on_screen:
            raised += unseen(str(version.list_date), row.seen_sha256 if row else None, version.text_sha256)
    if made is not None:
        accept(session, raised, names, made=made)
    open_ = tuple(still_open(session, raised))
    rulings = Rulings.in_force(session)
    shown = report_text(found, raised, rulings)
    report = shown
    if language() != "en":  # what is kept stays in one language
        with speaking("en"):
            report = report_text(found, raised, rulings)
    return Looked(report, shown, tuple(raised), open_)


def kept(session: Session, version: ListVersionRow) -> PublicationRow | None:
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
