"""Who played without a valid membership on the day, in events that no list holds yet (3(5)): such a game
counts for neither player. Shown while a renewal still saves it: what counts is what is on the register when
the list is made (R17)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cache, partial
from typing import TYPE_CHECKING

from sqlmodel import Session, col, select

from importer.guests import NO_MEMBER
from importer.merged import Spans, merged, spans_by_member
from office.lists.chain import list_after
from office.lists.law import law_of
from office.rules.standing import PAID, REFUSED, UNPAID, YES
from office.words import _, n_
from office.words.formats import day, listed
from rating.edition import Edition
from rating.errors import EditionError
from rating.interpretations import Interpretations
from scraper.records import Kind

if TYPE_CHECKING:
    from importer.meetings import Meeting
    from importer.tables import MemberRow
    from importer.view import EventView
    from office.desk.desk import Desk, DeskEvent
    from office.rules.payers import ByName


@dataclass(frozen=True, slots=True)
class Lapsed:
    """A member in an event that he played in without a membership. `days`: of his games without one (of a
    game whose day nobody says, the first of the event's days without one), each once, with the last day of
    the membership before it, None where there was none; `games`: how many; `until`: the last day on which a
    renewal is asked for, None where that day is not known or past: the list is not made yet, and a renewal
    still saves the games; `out`: the list is, whatever the day, and a correction of it can take them."""

    event: DeskEvent
    member: MemberRow
    days: Mapping[date, date | None]
    games: int
    until: date | None
    article: str
    out: bool = False

    @property
    def who(self) -> str:
        """The member for people."""
        return f"{self.member.federation_id} {self.member.name}"

    def membership(self) -> str:
        """What the register says of his membership before these games."""
        return membership_told([self])

    def what(self) -> str:
        """How many games, and when."""
        games = n_("{n} game", "{n} games", self.games)
        return _(", ").join((games, listed(day(d) for d in self.days)))

    def saved_by(self) -> str:
        """Until when a renewal saves the games."""
        if self.until is not None:
            return _("a renewal saves them until {day}", day=day(self.until))
        if self.out:
            return _("the list is out: a renewal saves them until its correction is made")
        return _("a renewal saves them until the list is made")


def lapsed(
    session: Session, desk: Desk, today: date, switches: Interpretations | None = None
) -> list[Lapsed]:
    """Everybody who played without a membership, by event. `today`: the day where the office is."""
    events = [e for e in desk.current if e.published is None and e.view.excluded() is None]
    if desk.last is None or not events:
        return []
    from importer.tables import MemberRow

    one = merged(session)
    met = {e.view.key: _met(desk.meetings(e.view), one.row) for e in events}
    members = {who for games in met.values() for who, _days in games}
    read = switches or Interpretations()
    spans = spans_by_member(session, one, members, annual=read.r39 == "annual-only")
    one_time = _one_time(session, one.row)
    payers, corrected = cache(partial(_payers, session)), cache(partial(_corrected, session, today))
    found = []
    for event in events:
        law = _law(desk, event, read)
        if (
            law is None
            or not _can_be_rated(event, law, read)
            or all(
                _without(law, spans, who, days, (event.view.key, who) in one_time, read) is None
                for who, days in met[event.view.key]
            )
            or _fee_unpaid(event, payers, law, read)
        ):
            continue  # nobody lapsed, whatever was left out of its games
        missed: dict[int, list[date]] = defaultdict(list)
        for who, first, last in _played(event.view):
            row_id = one.row(who)
            once = (event.view.key, row_id) in one_time
            without = _without(law, spans, row_id, (first, last), once, read)
            if without is None or _late(event.view, law, (first, last), read):
                continue
            missed[row_id].append(without)
        rows = select(MemberRow).where(col(MemberRow.id).in_(missed))
        for member in session.exec(rows.order_by(col(MemberRow.federation_id))):
            days = missed[member.id or 0]
            made = event.list_date is not None and event.list_date <= desk.last.list_date
            until = None if made else _until(law, event.list_date, today, read)
            ends = [end for _begin, end in spans.get(member.id or 0, [])]
            each = {d: max((end for end in ends if end < d), default=None) for d in sorted(set(days))}
            article = law.article_of_reason("not-a-member")
            out = made and event.list_date in corrected()
            found.append(Lapsed(event, member, each, len(days), until, article, out))
    return found


def _without(
    law: Edition, spans: Spans, who: int, days: tuple[date, date], one_time: bool, read: Interpretations
) -> date | None:
    """The first of these days without a membership."""
    return law.shapes.membership(law, spans.get(who, []), *days, one_time, read)


def ended(found: Sequence[Lapsed]) -> tuple[date | None, list[date]]:
    """The last of the days of these games before which he had no membership at all, and when those that he
    had before the others ended."""
    days = dict(item for one in found for item in one.days.items())
    ends = sorted({end for end in days.values() if end})
    return max((d for d, end in days.items() if end is None), default=None), ends


def membership_told(found: Sequence[Lapsed]) -> str:
    """What the register says of a member's memberships before these games."""
    never, ends = ended(found)
    if not ends:
        return _("no membership before it")
    until = _("member until {day}", day=listed(day(end) for end in ends))
    return _(", ").join((_("no membership up to {day}", day=day(never)), until)) if never else until


def _met(games: Iterable[Meeting], same: Callable[[int], int]) -> set[tuple[int, tuple[date, date]]]:
    """The members in these games, each with the days he can have played on."""
    return {
        (same(who), (game.first, game.last))
        for game in games
        if game.game and game.first is not None and game.last is not None
        for who in (game.white, game.black)
        if isinstance(who, int)
    }


def _one_time(session: Session, same: Callable[[int], int]) -> set[tuple[str | None, int]]:
    """The one-time memberships that stand: event and member."""
    from importer.register_history import ONE_TIME
    from importer.tables import MembershipRow

    row = MembershipRow
    query = select(row.event_key, row.member_id).where(row.kind == ONE_TIME, col(row.known_until).is_(None))
    return {(key, same(member)) for key, member in session.exec(query)}


def _law(desk: Desk, event: DeskEvent, switches: Interpretations) -> Edition | None:
    """The edition of the event's list, of one that has none yet that of the next list; None where no
    membership is asked for, or no edition is held (which is a question of its own)."""
    assert desk.last is not None
    try:
        law = law_of(event.list_date or list_after(desk.last), desk.rulings, switches)
    except EditionError:
        return None
    return law if law.has("membership") else None


def _can_be_rated(event: DeskEvent, law: Edition, switches: Interpretations) -> bool:
    """Whether games of the event count at all, as far as it is known: no renewal saves games that are too
    fast, or of an organizer who may not host them."""
    view = event.view
    organizer, control = view.organizer_ruling(), view.time_control_ruling()
    if organizer is not None and organizer.value == REFUSED:
        return False
    minutes = view.event.minutes_at_60
    if control is not None:
        from office.time_controls import officer_minutes

        minutes = officer_minutes(control.value or "", switches)
    official = view.fide_official_ruling()
    fide = official is not None and official.value == YES
    return minutes is None or law.shapes.rating_type(law, minutes, fide, switches) is not None


def _late(view: EventView, law: Edition, days: tuple[date, date], switches: Interpretations) -> bool:
    """Whether a game of these days was reported late and is not accepted: no renewal saves it."""
    reported, last_day = view.reported_on(), view.event.last_day
    if not law.has("late") or reported is None or last_day is None or view.accepted_late() is not None:
        return False
    return law.shapes.late(law, reported, last_day, days, switches) is not None


def _corrected(session: Session, today: date) -> set[date]:
    """The lists through which a correction can go."""
    from office.corrections.open_lists import chain  # most desks have no event of a list that is out

    return {version.list_date for version in chain(session, today)}


def _payers(session: Session) -> ByName:
    from office.rules.payers import by_name  # few editions have a fee that excludes

    return by_name(session)


def _fee_unpaid(
    event: DeskEvent, payers: Callable[[], ByName], law: Edition, switches: Interpretations
) -> bool:
    """Whether the officer said that the fee of the event was not paid in time, and did not accept it: no
    renewal saves its games."""
    reported = event.view.reported_on()
    if not law.has("fee_excludes") or reported is None or event.list_date is None:
        return False
    from office.rules.payers import fee_ruling

    ruled = fee_ruling(event.view, payers(), event.list_date)
    word, _blank, paid_on = ((ruled.value if ruled else None) or "").partition(" ")
    due = law.shapes.fee_due(law, reported, law.shapes.period(law, event.list_date), switches)
    return word == UNPAID or (word == PAID and due is not None and date.fromisoformat(paid_on) > due)


def _played(view: EventView) -> Iterator[tuple[int, date, date]]:
    """Of every game that was played and not left out, both members, with its day or the event's days. No
    renewal saves a game with a guest."""
    for pairing in view.pairings:
        days = view.days(pairing.round)
        if days is None or pairing.black is None or pairing.kind != Kind.GAME.value:
            continue
        players = [view.players[number] for number in (pairing.white, pairing.black)]
        if view.excluded_game(pairing) is not None or any(p.match == NO_MEMBER for p in players):
            continue
        for player in players:
            if player.member_id is not None:
                yield player.member_id, *days


def _until(law: Edition, list_date: date | None, today: date, switches: Interpretations) -> date | None:
    """The last day on which a renewal is asked for (R71)."""
    if list_date is None:
        return None
    until = list_date - timedelta(days=1)
    if switches.r71 == "period-end":
        until = law.shapes.period(law, list_date).last
    return until if until >= today else None
