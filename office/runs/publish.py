"""Publishing: the officer looks at the draft, and it becomes final, once, if nothing has moved under it."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from functools import partial

from sqlmodel import Session

from importer.rulings import Made
from office.chain.link import append
from office.desk.refresh import refresh
from office.errors import OfficeError, refusal
from office.families import day_here, family_of
from office.lists.canonical import signature
from office.lists.chain import draft, newest, require_published
from office.lists.columns import StoredRows
from office.lists.law import switches_of
from office.lists.rows import rows_of
from office.lists.sums import wrong_sums
from office.rebuild.again import draft_faults
from office.rules.decisions import refuse_undecided
from office.runs.inputs import gather
from office.runs.publication_alarms import accept, refuse, set_limits
from office.runs.publication_store import kept, look_at, note_report, note_seen
from office.runs.rate import edition_of, refuse_open, which_list
from office.runs.trust import refuse_changed
from office.tables import ListMemberRow, ListRatingRow, ListVersionRow, SettingRow
from office.undisturbed import undisturbed
from office.words import _, language, n_
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
    jump: int | None = None,
    games: int | None = None,
    everything: bool = False,
) -> Previewed:
    """Shows a list with its publication report. A draft is then `previewed`: the officer has seen these very
    figures. `accepted` names alarms that are taken as they are; `jump` and `games` set what raises one;
    `everything` shows who does not move too."""
    version = newest(session, list_date)
    set_limits(session, jump=jump, games=games)
    if version.state == "published":
        row = kept(session, version)
        report = row.report if row is not None else look_at(session, version).report
        shown = report if language() == "en" else look_at(session, version).shown
        text = preview_text(session, version, everything=everything)
        return Previewed(version.list_date, version.text_sha256, text, shown, report, 0, True)
    note_seen_by(session, version, made)
    word = partial(accept, session, names=accepted, made=made)
    looked = look_at(session, version, word)
    note_report(session, version, looked.report)
    text = preview_text(session, version, everything=everything)
    told = (text, looked.shown, looked.report, len(looked.open))
    return Previewed(version.list_date, version.text_sha256, *told, published=False)


def note_looked(session: Session, seen: Previewed, *, made: Made) -> bool:
    """Keeps that the officer looked at a draft; False where it was made anew or published since he was shown
    it."""
    version = newest(session, seen.list_date)
    if version.state == "published" or version.text_sha256 != seen.sha256:
        return False
    note_seen_by(session, version, made)
    note_report(session, version, seen.kept)
    return True


def note_seen_by(session: Session, version: ListVersionRow, made: Made) -> None:
    """Keeps that somebody, or else the office's officer, has looked at a draft."""
    setting = session.get(SettingRow, "officer")
    note_seen(session, version, officer=made.who or (setting.value if setting else None), now=made.now)


def preview_text(session: Session, version: ListVersionRow, *, everything: bool) -> str:
    """Who moves on the list, most first, with who is new and who played; with `everything` the whole list as
    it would be printed, highest rating first."""
    people = {p.federation_id: p for p in rows_of(session, ListMemberRow, version)}
    rows = sorted(rows_of(session, ListRatingRow, version), key=lambda r: (-r.rating, r.federation_id))
    shown = rows
    if not everything and version.how != "opening":
        shown = sorted(filter(_moves, rows), key=lambda r: -abs(r.change or 0))
    head = _("List of {day}, version {version}", day=day(version.list_date), version=version.version)
    lines = list(family_of(session).preview_lines(session, version, shown, people))
    if rest := len(rows) - len(shown):
        told = n_("{n} rating does not move", "{n} ratings do not move", rest)
        lines += ["", told + ": banzuke preview --all"]
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
        raise refusal("no-draft", f"list of {list_date}", "a draft", "none", "make it: banzuke rate")
    stored = switches_of(version)
    desk = refresh(session, stored, anew=True)
    law = edition_of(list_date, desk.rulings, stored)
    refuse_changed(session, [desk_before], desk.current, publishing=True)
    refuse_early(version, day_here(session, made.now), law)
    events = desk.for_list(list_date)
    refuse_open(session, [*desk.left_behind(list_date), *events], list_date)
    refuse_undecided(session, list_date)
    inputs = gather(session, list_date, desk_before, events, law, stored)
    if signature(inputs) != version.inputs_sha256 or version.previous_id != desk_before.id:
        remedy = "look at what changed, then make the draft anew: banzuke rate; banzuke preview"
        place = f"list of {list_date}"
        expected = "the register, events and rulings that the draft was reckoned from"
        raise refusal("draft-out-of-date", place, expected, "other ones since the draft was made", remedy)
    rows = StoredRows(session, version.id)
    wrong = wrong_sums(session, version, rows) or list(draft_faults(rows, version, inputs, law, stored))
    if wrong:
        raise OfficeError(*wrong)
    if shown not in (None, version.text_sha256):
        expected, remedy = (
            "the draft that you were shown",
            "look at it: banzuke preview; then banzuke publish",
        )
        raise refusal("draft-out-of-date", f"list of {list_date}", expected, "another one made since", remedy)
    word = partial(accept, session, names=accepted, made=made)
    looked = look_at(session, version, word)
    refuse(looked.open)
    note_report(session, version, looked.report)
    version.state, version.published_at, version.published_by = "published", made.now, made.who
    session.add(version)
    append(session, version, rows)
    return version


def refuse_early(version: ListVersionRow, today: date, law: Edition) -> None:
    """Stops before the period of a list is over."""
    last, article = law.shapes.period(law, version.list_date).last, law.article_of_role("period")
    if today <= last:
        expected = f"a day after {last}, the last day of its period ({article})"
        found = f"{today} where the office is"
        remedy = "reports can still arrive; publish when the period is over"
        raise refusal("period-open", f"list of {version.list_date}", expected, found, remedy)
