"""What an officer's answer says: read from what was typed, and told back in names."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING
from unicodedata import normalize

from sqlmodel import Session, col, select

from importer import bounds
from importer.cell_values import ends_of, parse_day
from importer.guests import NO_MEMBER
from importer.ids import member_number
from importer.merged import stands_for
from importer.names import name_key
from importer.rulings import Kind, Subject
from importer.tables import MemberNameRow, MemberRow, ProblemRow
from office.errors import refusal, typed_list
from office.families import family_of
from office.rules.accepted import ACCEPTED
from office.words import _, p_
from office.words.formats import day as told_day

if TYPE_CHECKING:
    from importer.view import EventView

ANSWERS: dict[str, list[str]] = tomllib.loads(Path(__file__).with_name("answers.toml").read_text("utf-8"))
"""What answers a question, by its code; for every other it is `--accept`."""

UNACCEPTABLE = frozenset(code for code, words in ANSWERS.items() if "--accept" not in words)
"""Questions that want their own answer: accepted as they are, games would be rated nowhere, unseen, or a
decision would be lost. One that no list waits for is accepted all the same: it says what is done without."""

SET_ASIDE = "decision-set-aside"
"""The question whether what is decided of a report that is set aside holds for the one that counts; the
likeliest answer is that decision itself."""

LEAVE_OUT = "leave out"
"""Said with an acceptance: the event is rated without what the reader left out."""

LEFT_OUT = frozenset(code for code, words in ANSWERS.items() if "--leave-out" in words)
"""Questions of the reader that are accepted by saying that the event is rated without what it left out."""

SHOWN_TOO = frozenset({"round-without-date", "fee-open"})
"""Those of them that no list may wait for."""


def accepted(row: ProblemRow) -> str:
    """What `--accept` decides here, in words; "" where it says no more than everywhere."""
    return ACCEPTED.get(row.code, "") if row.blocks else ""


@dataclass(frozen=True, slots=True)
class Decision:
    """What was decided: the kind of ruling, its value, and for a single game or player which one.

    `value`: a federation ID or `no-member`, a day, a time control, beside an acceptance `LEAVE_OUT` or the
    name of the event; None where the kind needs none.
    """

    kind: Kind
    value: str | None = None
    round: int | None = None
    board: int | None = None
    player: int | None = None

    @property
    def names(self) -> bool:
        """Whether it says what the event is called."""
        return self.kind is Kind.ACCEPT and self.value not in (None, LEAVE_OUT)


def member_id(session: Session, value: str | None, place: str) -> str:
    """The ID of a member, or `no-member`; `place`: where it was given."""
    if value == NO_MEMBER:
        return NO_MEMBER
    number = member_number(value or "")
    row = session.exec(select(MemberRow).where(col(MemberRow.federation_id) == (number or ""))).one_or_none()
    if row is None:
        remedy = "give an ID on the register, or import the member first"
        raise refusal("no-such-member", place, "a federation ID", f"“{value}”", remedy)
    return row.federation_id


def day(value: str | None) -> str:
    """A day as it is stored; refused if it is none, or one that no event has."""
    text = normalize("NFKC", value or "")
    try:
        return parse_day(text).isoformat()
    except ValueError:
        expected = bounds.wanted("a day, YYYY-MM-DD", text)
        raise refusal("not-a-day", "the day given", expected, f"“{value}”", "correct it") from None


def day_of_event(view: EventView, value: str | None, printed: date | None) -> str:
    """A day on which a round of the event can have been played; `printed`: the one the source gives it."""
    given, first, last = day(value), view.event.first_day, view.event.last_day
    if first and last and not first.isoformat() <= given <= last.isoformat():
        event = f"E{view.event.id}"
        remedy = f"correct the day; if the event had other days: banzuke resolve {event} --days FIRST/LAST"
        if printed is not None and not first <= printed <= last:  # asked: round-outside-event
            remedy = (
                "correct the day; a round that was played on another one is taken with --accept as printed"
            )
        raise refusal("not-a-day", "--date", f"a day from {first} to {last}", given, remedy)
    return given


def days_of_event(value: str | None) -> str:
    """The event's first and last day, `2026-10-03/2026-10-04`; one day where it had only one."""
    text = normalize("NFKC", value or "")
    first, _, last = (text, "", "") if text.count("/") == 2 else ends_of(text)  # 2026/10/3: one day
    begins, ends = day(first), day(last or first)
    if begins > ends:
        remedy = "write the first day before the last"
        raise refusal("not-a-day", "--days", f"a last day from {begins} on", ends, remedy)
    return f"{begins}/{ends}"


def time_control(text: str) -> str:
    """A time control as it was given; refused if its minutes at move 60 cannot be told."""
    from office.time_controls import officer_minutes

    minutes = officer_minutes(text)
    if minutes is None:
        remedy = "write it as minutes + seconds a move, e.g. 45+30"
        raise refusal("time-control-unreadable", "--time-control", "a time control", f"“{text}”", remedy)
    return text


def event_class(session: Session, text: str | None) -> str:
    """A class of event, by which the office's text gives it its K; an office of games has none."""
    known = family_of(session).event_classes
    if text is None or text not in known:
        expected = f"one of {typed_list(known)}" if known else "nothing: K is that of each player here"
        remedy = "name one of these" if known else "rule the time control: --time-control"
        raise refusal("event-class", "--class", expected, f"“{text}”", remedy)
    return text


def told(session: Session, kind: Kind, subject: Subject, value: str | None) -> str:
    """What exactly was decided, in names: which game, or which player is which member."""
    if kind is Kind.EXCLUDE and subject:
        return _(", ") + _("the game of round {round}, {white} – {black}", **subject)
    if kind is Kind.DEFER:
        return _(", ") + _("not into the list of {day}", day=told_day(str(subject["list"])))
    if kind in (Kind.REPORTER, Kind.RUN_BY) and value is not None:
        row = session.exec(select(MemberRow).where(MemberRow.federation_id == value)).one_or_none()
        return f"{p_('punctuation', ': ')}{row.federation_id} {row.name}" if row else ""
    if kind is Kind.PERSON:
        return p_("punctuation", ": ") + _("reports for “{organizer}” from now on", **subject)
    if kind not in (Kind.MATCH, Kind.ALIAS):
        return ""
    if value == NO_MEMBER:
        return p_("punctuation", ": ") + _("“{name}” is not a member", name=subject["name"])
    named = session.exec(select(MemberRow).where(MemberRow.federation_id == value)).one()
    member = stands_for(session, named)
    facts = {"name": subject["name"], "member": f"{member.federation_id} {member.name}"}
    differ = [] if _has_name(session, kind, member, str(subject["name"])) else [_("the names differ")]
    return p_("punctuation", ": ") + p_("problem", "; ").join([_("“{name}” is {member}", **facts), *differ])


def _has_name(session: Session, kind: Kind, member: MemberRow, name: str) -> bool:
    """Whether the register has a member under this name; under his first ones, of an alias, which is what
    makes it one of his."""
    known = [member.name, member.kanji, member.kana]
    if kind is Kind.MATCH:
        other = MemberNameRow
        named_too = select(other).where(other.member_id == member.id, col(other.known_until).is_(None))
        known += [one.name for one in session.exec(named_too)]
    return not _as_one(name).isdisjoint(key for one in known if one for key in _as_one(one))


def _as_one(name: str) -> set[str]:
    """What a name is by its words in any order, and by its signs, since kanji are written with and without a
    blank."""
    return {name_key(name), "".join(normalize("NFKC", name).split())} - {""}
