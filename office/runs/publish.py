"""Publishing: the officer looks at the draft, and it becomes final, once, if nothing has moved under it; and
what he says to figures that he was shown. Those that were made since are others, and he is told so."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date

from sqlmodel import Session, col, select

from importer.rulings import Kind, Made, take_back
from importer.tables import RulingRow
from office.chain.link import append
from office.corrections.open_lists import of_corrections
from office.desk.refresh import refresh
from office.errors import OfficeError, refusal
from office.families import day_here, family_of
from office.lists.chain import draft, list_after, newest, require_published
from office.lists.columns import held
from office.lists.erased import Erased, people_of
from office.lists.law import law_of_version, switches_of
from office.lists.packing import signature
from office.lists.rows import rows_of
from office.lists.sums import wrong_sums
from office.rebuild.again import draft_faults
from office.rules.decisions import refuse_undecided
from office.runs.coming import Coming
from office.runs.inputs import gather
from office.runs.open_questions import refuse_open
from office.runs.publication import OF_BEFORE
from office.runs.publication_alarms import GAMES, JUMP, accept, refuse
from office.runs.publication_store import Looked, answered, kept, look_at, note_report, note_seen
from office.runs.rate import edition_of, which_list
from office.runs.trust import refuse_changed
from office.tables import ListRatingRow, ListVersionRow, SettingRow, VersionEventRow
from office.undisturbed import undisturbed
from office.words import _, language, n_, p_
from office.words.formats import day
from rating.edition import Edition


@dataclass(frozen=True, slots=True)
class Previewed:
    """A list as it was shown: the figures it stands for, the text, the report in the language spoken and as
    it is kept. `open`: how many alarms wait for the officer's word."""

    list_date: date
    sha256: str
    text: str
    report: str
    kept: str
    open: int
    published: bool


def preview_list(
    session: Session,
    list_date: date | None,
    accepted: Sequence[str],
    *,
    made: Made,
    jump: int | None,
    games: int | None,
    everything: bool,
) -> Previewed:
    """Shows a list with its publication report. A draft is then `previewed`: the officer has seen these very
    figures. `accepted` names alarms that are taken as they are; `jump` and `games` set what raises one;
    `everything` shows who does not move too."""
    version = newest(session, list_date)
    for name, value in ((JUMP, jump), (GAMES, games)):
        if value is not None:
            session.merge(SettingRow(name=name, value=str(value)))
    if version.state == "published":
        accept(session, (), accepted, made=made)  # it has no alarms any more
        row = kept(session, version)
        report = row.report if row is not None else look_at(session, version).report
        shown = Erased(session).told(report) if language() == "en" else look_at(session, version).shown
        text = preview_text(session, version, everything=everything)
        return Previewed(version.list_date, version.text_sha256, text, shown, report, 0, True)
    note_seen(session, version, made)
    looked = answered(session, version, accepted, made=made)
    text = preview_text(session, version, everything=everything)
    told = (text, looked.shown, looked.report, len(looked.open))
    return Previewed(version.list_date, version.text_sha256, *told, published=False)


def note_looked(session: Session, seen: Previewed, *, made: Made) -> bool:
    """Keeps that the officer looked at a draft; False where it was made anew or published since he was shown
    it."""
    version = newest(session, seen.list_date)
    if version.state == "published" or version.text_sha256 != seen.sha256:
        return False
    note_seen(session, version, made)
    note_report(session, version, seen.kept)
    return True


def preview_text(session: Session, version: ListVersionRow, *, everything: bool) -> str:
    """Who moves on the list, most first, with who is new and who played; with `everything` the whole list as
    it would be printed, highest rating first."""
    people = people_of(session, version)
    rows = sorted(rows_of(session, ListRatingRow, version), key=lambda r: (-r.rating, r.federation_id))
    shown = rows
    if not everything and version.how != "opening":
        shown = sorted(filter(_moves, rows), key=lambda r: -abs(r.change or 0))
    head = _("List of {day}, version {version}", day=day(version.list_date), version=version.version)
    lines = list(family_of(session).preview_lines(session, version, shown, people))
    if rest := len(rows) - len(shown):
        told = n_("{n} rating does not move", "{n} ratings do not move", rest)
        lines += ["", told + p_("punctuation", ": ") + "banzuke preview --all"]
    return "\n".join([_(", ").join((head, _(version.state))), *lines])


def _moves(row: ListRatingRow) -> bool:
    """Whether anything happened to a rating in the period."""
    new = row.how in ("initial", "adopted") or row.previous is None
    return bool(new or row.change or row.period_games or row.adjusted or row.decided is not None)


@undisturbed()
def publish_list(
    session: Session,
    list_date: date | None,
    *,
    made: Made,
    accepted: Sequence[str] = (),
    shown: str | None = None,
) -> ListVersionRow:
    """Makes the draft of the next list final, with its publication report, and joins it to the chain. Refused
    without a draft, before its period is over, while questions are open, if anything it was reckoned from has
    changed since or was changed past the office, if a sum does not hold, or while an alarm waits for the
    officer's word: `accepted` names those that are taken as they are, for the reason given. `shown`: the
    SHA-256 of the draft that was said yes to, where somebody was asked; another one is not published."""
    desk_before = require_published(session)
    list_date = which_list(desk_before, list_date)
    version = draft(session, list_date)
    if version is None:
        raise _no_draft(list_date)
    stored = switches_of(version)
    with held(session, desk_before.id) as before, held(session, version.id) as rows:
        desk = refresh(session, stored, anew=True)
        law = edition_of(list_date, desk.rulings, stored)
        refuse_changed(session, [desk_before], desk.current, publishing=True)
        refuse_early(version, day_here(session, made.now), law)
        events = desk.for_list(list_date)
        refuse_open(session, [*desk.left_behind(list_date), *events], list_date, stored)
        refuse_undecided(session, list_date)
        inputs = gather(session, list_date, desk_before, events, law, stored)
        before.leave(OF_BEFORE)
        del desk, events  # and with them the register as matching sees it: a fifth of the memory
        if signature(inputs) != version.inputs_sha256 or version.previous_id != desk_before.id:
            raise _out_of_date(list_date)
        wrong = wrong_sums(session, version, rows) or list(draft_faults(rows, version, inputs, law, stored))
        if wrong:
            raise OfficeError(*wrong)
        del inputs
        if shown not in (None, version.text_sha256):
            raise _out_of_date(list_date, SHOWN, ANOTHER, "look at it: banzuke preview; then banzuke publish")
        refuse(answered(session, version, accepted, made=made).open)
    _settle_late(session, version, made)
    version.state, version.published_at, version.published_by = "published", made.now, made.who
    session.add(version)
    append(session, version, rows)
    return version


def _settle_late(session: Session, version: ListVersionRow, made: Made) -> None:
    """An event that was to be put into a list that is out, and is on this one after all, waits for no
    correction any more."""
    mine = [row.event_key for row in rows_of(session, VersionEventRow, version)]
    late = of_corrections().where(RulingRow.kind == Kind.INTO.value, col(RulingRow.event_key).in_(mine))
    for row in session.exec(late).all():
        take_back(session, row, replace(made, reason=f"the list of {version.list_date} has the event"))


def open_until(version: ListVersionRow, today: date, law: Edition) -> date | None:
    """The last day of a list's period; None once it is over, and the list can be published."""
    last = law.shapes.period(law, version.list_date).last
    return last if today <= last else None


def refuse_early(version: ListVersionRow, today: date, law: Edition) -> None:
    """Stops before the period of a list is over."""
    if (last := open_until(version, today, law)) is not None:
        article = law.article_of_role("period")
        expected = f"a day after {last}, the last day of its period ({article})"
        raise refusal("period-open", f"list of {version.list_date}", expected, f"{today} where the office is")


def accept_shown(session: Session, names: Sequence[str], shown: str, *, made: Made) -> None:
    """The officer's word on alarms of the draft that he was shown; one that is answered already stays as it
    is. `shown`: the draft's SHA-256. Refused where the draft is another one by now."""
    version = _shown(session, shown)
    note_seen(session, version, made)
    looked = look_at(session, version)
    done = {a.name for a in looked.alarms} - {a.name for a in looked.open}
    answered(session, version, [name for name in names if name not in done], made=made)


def refuse_unready(session: Session, now: Coming, looked: Looked, made: Made) -> None:
    """Says before the officer is asked what keeps the next list from being published: no draft that is what
    it would be now, a period that is not over, a rating to decide, an alarm. `looked`: at the draft on his
    screen. The rows themselves are reckoned anew and compared when it is published."""
    version = now.version
    if not now.drafted:
        raise _out_of_date(version.list_date) if now.old else _no_draft(version.list_date)
    refuse_early(version, day_here(session, made.now), law_of_version(version)[0])
    refuse_undecided(session, version.list_date)
    refuse(looked.open)


def publish_shown(session: Session, shown: str, *, made: Made) -> ListVersionRow:
    """Publishes the draft that the officer was shown and said yes to. Asked twice, it gives what was
    published at the first time. Refused as `publish_list` refuses, and where the draft is another one."""
    is_it = select(ListVersionRow).where(
        ListVersionRow.text_sha256 == shown, ListVersionRow.state == "published"
    )
    out = session.exec(is_it).first()
    if out is not None:
        return out
    note_seen(session, _shown(session, shown), made)
    return publish_list(session, None, made=made, shown=shown)


def _shown(session: Session, sha256: str) -> ListVersionRow:
    """The draft of the next list, if it is the one that was shown."""
    list_date = list_after(require_published(session))
    version = draft(session, list_date)
    if version is None:
        raise _no_draft(list_date)
    if version.text_sha256 != sha256:
        raise _out_of_date(list_date, SHOWN, ANOTHER)
    return version


SHOWN = "the draft that you were shown"
ANOTHER = "another one made since"


def _no_draft(list_date: date) -> OfficeError:
    return refusal("no-draft", f"list of {list_date}", "a draft", "none")


def _out_of_date(
    list_date: date,
    expected: str = "the register, events and rulings that the draft was worked out from",
    found: str = "other ones since the draft was made",
    remedy: str = "look at what changed, then make the draft again: banzuke rate; banzuke preview",
) -> OfficeError:
    return refusal("draft-out-of-date", f"list of {list_date}", expected, found, remedy)
