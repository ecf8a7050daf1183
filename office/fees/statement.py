"""The statement of a period's renewal fees, from stored events and what was recorded of payments;
as text and as CSV.

Of a published list the events are those its version froze; of a list to come those on the desk now, under the
readings of its draft where one was made.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import date
from itertools import groupby
from typing import Any

from sqlmodel import Session, select

from importer.rulings import Kind, Rulings, fingerprint
from importer.spreadsheet import cell, csv_text
from importer.tables import EventRow, MemberRow
from office.desk.refresh import refresh
from office.errors import refusal
from office.lists.chain import draft, list_after, newest, require_published
from office.lists.event_names import EventNames
from office.lists.law import chosen_for, switches_of
from office.lists.packing import unpacked
from office.rules.payers import by_name, names_of_payer, payer
from office.rules.standing import ACCEPTED, PAID, UNPAID, fee_of_organizer
from office.runs.inputs import event_values, events_of, met_himself
from office.runs.rate import edition_of
from office.words import _, n_, p_
from office.words.formats import day
from rating.edition import Edition
from rating.fee_statement import fees_owed
from rating.interpretations import Interpretations
from rating.records import Event

OPEN, LATE = "not recorded", "paid late"


@dataclass(frozen=True, slots=True)
class FeeLine:
    """One fee: for which player and event, and what became of it. `due`: the last day in time; `state`:
    `paid`, `paid late`, `unpaid`, `accepted` (unpaid, rated all the same) or `not recorded`."""

    organizer: str
    event_key: str
    event_name: str
    reported: date
    player: str
    name: str
    yen: int
    due: date
    state: str
    paid_on: date | None


@dataclass(frozen=True, slots=True)
class FeeSheet:
    """The fees of a list's period. `article`: under which they are owed, None where the edition has none;
    `sanction`: the article by which an unpaid fee leaves games out, None where that has no effect."""

    list_date: date
    edition: str
    first: date
    last: date
    article: str | None
    sanction: str | None
    lines: tuple[FeeLine, ...]


def fee_sheet(session: Session, list_date: date | None, organizer: str | None) -> FeeSheet:
    """The statement of a list, published or to come; of one organizer if named. Refused where no list has
    the date, where no edition is known for it, or where the organizer owes nothing in it."""
    law, facts, day, switches = _events(session, list_date)
    events = [*facts.values()]
    period = law.shapes.period(law, day)
    names = _names(session, events)
    rulings = Rulings.in_force(session)
    payers = by_name(session)
    printed = {e.key: e.organizer for e in session.exec(select(EventRow))}
    lines, article = [], law.article_of_role("fees") if law.has("fees") else None
    charged = [_timed(event) for event in events if not _set_aside(rulings, event)]
    given = {"edition": law.id, "events": charged}
    played = [_once_each(event) for event in events_of(given)]
    players = {player for event in played for game in event.games for player in (game.white, game.black)}
    guests = {player for player in players if "#" in player}  # by the place in the event, without a number
    for fee in fees_owed(law, played, day, switches, guests):
        event = facts[fee.event]
        reported = date.fromisoformat(event["reported"])
        due = law.shapes.fee_due(law, reported, period, switches)
        assert due is not None
        names_of = names_of_payer(payers, printed.get(fee.event) or fee.organizer)
        who = (payer(payers, fee.organizer), fee.event, event["name"], reported)
        number = "" if fee.player in guests else fee.player
        state = _state(rulings, event, names_of, day, due)
        lines.append(FeeLine(*who, number, names[fee.player], fee.yen, due, *state))
    lines.sort(key=lambda line: line.organizer)
    if organizer is not None and article is not None:
        organizer = payer(payers, organizer)
        known = sorted({line.organizer for line in lines})
        lines = [line for line in lines if line.organizer == organizer]
        if not lines:
            expected = f"an organizer with fees in this period: {'; '.join(known) or 'none'}"
            remedy = "name the organizer as the events do, or leave --organizer out"
            raise refusal("no-such-organizer", "--organizer", expected, organizer, remedy)
    sanction = law.article_of_role("fee_excludes") if law.has("fee_excludes") else None
    return FeeSheet(day, law.id, period.first, period.last, article, sanction, tuple(lines))


SLOW = 120
"""Minutes at move 60 that every edition rates."""


def _timed(event: dict[str, Any]) -> dict[str, Any]:
    """An event of which nobody knows how fast it was, as where it was left out for that, owes its fees like
    another (R114)."""
    return event | {"minutes_at_60": SLOW} if event.get("minutes_at_60", SLOW) is None else event


def _set_aside(rulings: Rulings, event: Mapping[str, Any]) -> bool:
    """Whether another report of the same event counts in place of this one: the event owes its fees once."""
    days = fingerprint(event["first_day"], event["last_day"])
    same = rulings.find(Kind.SAME_EVENT, event["key"], {}, days)
    return event["excluded"] is not None and same is not None


def _once_each(event: Event) -> Event:
    """The event for its fees: who met another entry of himself there owes for one player, not for two."""
    games = (replace(g, black=g.white) if met_himself(g.white, g.excluded) else g for g in event.games)
    return replace(event, games=tuple(games))


def _events(
    session: Session, wanted: date | None
) -> tuple[Edition, dict[str, dict[str, Any]], date, Interpretations]:
    """The edition, and by key the events of a list, each with its name for people."""
    last = require_published(session)
    if wanted is not None and wanted <= last.list_date:
        version = newest(session, wanted)
        switches = switches_of(version)
        law = edition_of(wanted, Rulings.in_force(session), switches)
        events = unpacked(version.inputs).get("events", [])
        return law, EventNames(session).of_events(version.id, events), wanted, switches
    day = wanted or list_after(last)
    switches = chosen_for(draft(session, day))
    desk = refresh(session, switches)
    law = edition_of(day, desk.rulings, switches)
    placed = desk.for_list(day)
    names = {e.view.key: e.view.event.called for e in placed}
    given = event_values(session, day, placed, law, switches)
    return law, {e["key"]: {**e, "name": names[e["key"]]} for e in given}, day, switches


def _state(
    rulings: Rulings, event: Mapping[str, Any], names: Sequence[str], list_date: date, due: date
) -> tuple[str, date | None]:
    """What became of a fee: as ruled of the event, else of everything of its organizer."""
    days = fingerprint(event["first_day"], event["last_day"])
    ruled = rulings.find(Kind.FEE, event["key"], {}, days) or fee_of_organizer(rulings, names, list_date)
    word, _, day = ((ruled.value if ruled else None) or OPEN).partition(" ")
    if word == PAID:
        paid_on = date.fromisoformat(day)
        return (LATE if paid_on > due else PAID), paid_on
    return (word if word in (UNPAID, ACCEPTED) else OPEN), None


def _names(session: Session, events: list[dict[str, Any]]) -> dict[str, str]:
    """Names by the IDs that the inputs give; who is on no register by his name in the source."""
    games = [game for event in events for game in event["games"]]
    names = {game[side]: game[f"{side}_name"] for game in games for side in ("white", "black")}
    return names | dict(session.exec(select(MemberRow.federation_id, MemberRow.name)).all())


COLUMNS = (
    "list", "organizer", "event", "event name", "reported", "ID", "name", "yen", "due", "state", "paid on",
)  # fmt: skip
TYPED = ("organizer", "event_name", "name")
"""What people typed: no spreadsheet takes it for a formula."""


def fee_text(sheet: FeeSheet) -> str:
    """By organizer and event, one line a player, and the sums."""
    days = {"day": day(sheet.list_date), "first": day(sheet.first), "last": day(sheet.last)}
    head = _("Renewal fees for the list of {day}, reports from {first} to {last}", **days)
    if sheet.article is None:
        return f"{head}\n" + _("{edition} has no renewal fees.", edition=sheet.edition) + "\n"
    effect = (
        _("Games may be left out if their fees are not paid in time ({article}).", article=sheet.sanction)
        if sheet.sanction
        else _("A fee that is not paid in time is shown as a problem; it does not change ratings.")
    )
    lines = [f"{head} ({sheet.edition} {sheet.article})", effect]
    for organizer, of_organizer in groupby(sheet.lines, key=lambda line: line.organizer):
        mine = list(of_organizer)
        lines += ["", f"{organizer}{p_('punctuation', ': ')}{_sums(mine)}"]
        for (name, key, reported, due), fees in groupby(
            sorted(mine, key=lambda line: (line.reported, line.event_key, line.name)),
            key=lambda line: (line.event_name, line.event_key, line.reported, line.due),
        ):
            facts = {"event": name, "key": key, "day": day(reported), "due": day(due)}
            lines.append("  " + _("{event} ({key}), reported {day}, due {due}", **facts))
            lines += [
                f"    {x.name}{_number(x)}{p_('punctuation', ': ')}"
                f"{_('JPY {yen}', yen=x.yen)}{_(', ')}{_told(x)}"
                for x in fees
            ]
    total = _("Total: {sums}", sums=_sums(sheet.lines))
    lines += ["", total if sheet.lines else _("Nobody owes a fee in this period.")]
    return "\n".join(lines) + "\n"


def fee_csv(sheet: FeeSheet) -> bytes:
    """Every fee, one line each."""
    rows = (asdict(line) for line in sheet.lines)
    told = (row | {name: cell(row[name]) for name in TYPED} for row in rows)
    return csv_text([COLUMNS, *((sheet.list_date, *row.values()) for row in told)]).encode()


def _sums(lines: Sequence[FeeLine]) -> str:
    by_state: Counter[str] = Counter()
    for line in lines:
        by_state[line.state] += line.yen
    parts = _(", ").join(f"{_state_word(state)} {yen}" for state, yen in sorted(by_state.items()))
    told = {"total": by_state.total(), "parts": parts}
    return n_("{n} fee, JPY {total} ({parts})", "{n} fees, JPY {total} ({parts})", len(lines), **told)


def _state_word(state: str) -> str:
    return {
        PAID: p_("fee", "paid"),
        LATE: p_("fee", "paid late"),
        UNPAID: p_("fee", "unpaid"),
        ACCEPTED: p_("fee", "accepted"),
        OPEN: p_("fee", "not recorded"),
    }[state]


def _number(line: FeeLine) -> str:
    return f" ({line.player})" if line.player else _(", ") + _("not on the register")


def _told(line: FeeLine) -> str:
    state = _state_word(line.state)
    return _("{state} on {day}", state=state, day=day(line.paid_on)) if line.paid_on else state
