"""One member: everything the office knows, or knew on a day, with since when and from where; and what the
columns of a register file are called."""

from collections.abc import Iterator
from datetime import date, timedelta
from hashlib import sha256
from zoneinfo import ZoneInfo

from sqlmodel import Session, col, select

from importer.register_apply import span_of
from importer.register_cells import FIDE_COLUMNS, FIELDS, NAME_COLUMNS
from importer.register_history import ERASED, FIDE_FIELDS, history
from importer.register_replay import MERGED
from importer.tables import MemberNameRow, MemberRow, MembershipRow, RegisterFactRow
from importer.words import SEX_IN_WORDS
from office.clock import day_begins
from office.errors import refusal
from office.families import family_of
from office.words import _, p_, speaking
from office.words.formats import day
from office.words.problems import said

Fact = RegisterFactRow | MembershipRow | MemberNameRow
HEADINGS = {
    "merged_into": "Merged into",
    **FIELDS,
    **{FIDE_FIELDS[t]: column for t, column in FIDE_COLUMNS.items()},
}
"""The column of each field; what columns are called in other languages: words.toml."""
YES_OR_NO = {"yes": "yes", "no": "no"}
CODES = {"sex": SEX_IN_WORDS, "withheld": YES_OR_NO, "birth_withheld": YES_OR_NO}
"""What the codes of a field say, in English."""


def member_lines(session: Session, member: MemberRow, known: date | None) -> Iterator[str]:
    """The member, a line each. `known`: as the office knew it at the end of this day where it is; what became
    known later, or was known no more, is left out. Without it, what no longer stands is shown too."""
    zone = family_of(session).zone
    colon = p_("punctuation", ": ")
    before = None if known is None else day_begins(known + timedelta(days=1), zone)

    def stands(row: Fact) -> bool:
        return before is None or (
            row.known_since < before and (row.known_until is None or row.known_until >= before)
        )

    def named(one: MemberRow) -> str:
        facts = history(session, one.id or 0) if known else ()
        names = [fact.value for fact in facts if fact.field == "name" and fact.value and stands(fact)]
        return f"{one.federation_id} {names[-1] if names else one.name}"

    then = _(", ") + _("as known on {day}", day=day(known)) if known else ""
    yield f"{named(member)}{then}"
    if member.merged_into is not None and known is None:  # else it stands below, where it was known then
        into = named(session.get_one(MemberRow, member.merged_into))
        yield "  " + _("was merged into {member}: one person, entered twice", member=into)
    gone = select(MemberRow).where(MemberRow.merged_into == member.id)
    if known:
        merges = select(RegisterFactRow).where(RegisterFactRow.field == MERGED)
        theirs = session.exec(merges.where(RegisterFactRow.value == member.federation_id))
        gone = select(MemberRow).where(col(MemberRow.id).in_({m.member_id for m in theirs if stands(m)}))
    for other in session.exec(gone.order_by(col(MemberRow.id))):
        yield "  " + _("{member} was merged into this entry", member=named(other))

    facts = list(filter(stands, history(session, member.id or 0)))
    if known is not None and not facts:  # a name at least is known of whom the office knows
        yield "  " + _("not known yet")
    for fact in facts:
        valid = " " + _("from {day}", day=day(fact.valid_from)) if fact.valid_from else ""
        value = in_words(fact.field, fact.value) or _("nothing")
        told = f"{field_told(fact.field)}{colon}{value}{valid}"
        yield f"  {told}{_times(fact, zone)}{_(', ')}{source_told(fact.source)}"
    names = select(MemberNameRow).where(MemberNameRow.member_id == member.id).order_by(col(MemberNameRow.id))
    for name in session.exec(names):
        if stands(name):
            told = f"{_(NAME_COLUMNS[name.kind])}{colon}{name.name or _('nothing')}"
            yield f"  {told}{_times(name, zone)}{_(', ')}{source_told(name.source)}"
    spans = select(MembershipRow).where(MembershipRow.member_id == member.id)
    for span in session.exec(spans.order_by(col(MembershipRow.first_day), col(MembershipRow.id))):
        if stands(span):
            yield "  " + _("Membership: {span}", span=span_of(span).text()) + _times(span, zone)


def in_words(field: str, value: str | None) -> str | None:
    """A fact's value: what is kept as a code in words."""
    words = CODES.get(field, {}).get(value or "")
    return _(words) if words else value


def field_told(field: str) -> str:
    """What a field is called: as its column is."""
    return _(HEADINGS.get(field, field))


def source_told(source: str) -> str:
    """Who said it; that it was erased."""
    return _("erased") if source == ERASED else said(source)


def _times(row: Fact, zone: ZoneInfo) -> str:
    since = row.known_since.astimezone(zone).date()
    if row.known_until:
        until = row.known_until.astimezone(zone).date()
        return " — " + _("known from {first} to {last}", first=day(since), last=day(until))
    return " — " + _("known since {day}", day=day(since))


def mark(session: Session, member: MemberRow) -> str:
    """A sum over everything that is known of a member: another one when anything of it is."""
    with speaking("en"):  # the same for whoever looks
        return sha256("\n".join(member_lines(session, member, None)).encode()).hexdigest()[:16]


def refuse_changed(member: MemberRow, shown: str, now: str) -> None:
    """Stops where a member was changed since somebody was shown him. `shown`: his mark then; `now`: before
    anything was entered."""
    if shown != now:
        expected, found = "the facts that you were shown", "other ones: changed since"
        raise refusal("member-changed", f"{member.federation_id} {member.name}", expected, found)
