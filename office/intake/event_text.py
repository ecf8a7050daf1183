"""The reading of an event as an organizer or officer reads it: a page of text."""

from collections import Counter

from office.text_table import table
from office.words import N_, _, n_, p_
from office.words.formats import days, moment
from office.words.problems import said
from scraper.records import EventRecord, System

SYSTEMS = {
    System.SWISS: N_("swiss"),
    System.ROUND_ROBIN: N_("round-robin"),
    System.DOUBLE_ROUND_ROBIN: N_("double-round-robin"),
    System.TEAM_SWISS: N_("team-swiss"),
    System.TEAM_ROUND_ROBIN: N_("team-round-robin"),
}


def event_text(record: EventRecord) -> str:
    """The head of an event, and its rounds with counts."""
    control = record.time_control
    told = []
    if control.minutes_at_60 is not None:
        told.append(n_("{n} minute at move 60", "{n} minutes at move 60", control.minutes_at_60))
    elif control.text:
        told.append(_("not read"))
    if control.printed_kind:
        told.append(_("called {kind}", kind=said(control.printed_kind)))
    unknown = _("not stated")
    time = _("time control {text}", text=control.text or unknown)
    if told:
        time = p_("problem", "{place} ({file})", place=time, file=p_("problem", "; ").join(told))
    stated = record.first_day or record.last_day
    on = days(record.first_day, record.last_day) if stated else _("days not stated")
    rounds = (
        n_("{n} round", "{n} rounds", record.round_count) if record.round_count else _("rounds not stated")
    )
    system = _(SYSTEMS[record.system]) if record.system else _("system unknown")
    players = n_("{n} player", "{n} players", len(record.players))
    organizer = _("organizer {name}", name=record.organizer or unknown)
    update = moment(record.last_update) if record.last_update else unknown
    head = [
        record.called,
        "  " + _(", ").join((on, rounds, system, players)),
        "  "
        + p_("problem", "; ").join((organizer, _("federation {name}", name=record.federation or unknown))),
        f"  {time}",
        "  " + _("last update {moment}", moment=update),
    ]
    dates = {r.number: r for r in record.rounds}
    rows = []
    for number in sorted({p.round for p in record.pairings}):
        kinds = Counter(p.kind.value for p in record.pairings if p.round == number)
        when = dates.get(number)
        rows.append(
            (
                number,
                (when.date if when else None) or _("no date"),
                *(kinds.get(k, "") for k in ("game", "forfeit", "bye", "half-bye", "not-paired", "pending")),
            )
        )
    headings = (
        *(_("round"), _("date"), _("games"), _("forfeits"), _("byes"), _("half-point byes")),
        *(_("not paired"), _("pending")),
    )
    return "\n".join(head) + "\n\n" + table(rows, headings) + "\n"
