"""Who played without a valid membership, in words: by event, by member, and the text for one of them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import TYPE_CHECKING

from sqlmodel import Session

from office.desk.lapsed import Lapsed, ended, lapsed, membership_told
from office.words import _, n_, p_, speaking
from office.words.formats import day, listed

if TYPE_CHECKING:
    from office.desk.desk import Desk


def by_event(found: Sequence[Lapsed]) -> list[str]:
    """A line for each event, then its members."""
    lines, colon = list[str](), p_("punctuation", ": ")
    for key in dict.fromkeys(one.event.view.key for one in found):
        mine = [one for one in found if one.event.view.key == key]
        first = mine[0]
        of_list = (
            _("list of {day}", day=day(first.event.list_date))
            if first.event.list_date
            else _("not reported yet")
        )
        named = _("{event} ({list})", event=first.event.named, list=of_list)
        lines.append(f"{named}{p_('problem', '; ')}{first.saved_by()}")
        lines += [f"  {one.who}{colon}{one.what()}{p_('problem', '; ')}{one.membership()}" for one in mine]
    return lines


def by_member(found: Sequence[Lapsed]) -> list[str]:
    """A line for each member, then the events."""
    lines, colon = list[str](), p_("punctuation", ": ")
    for who in sorted({one.who for one in found}):
        mine = [one for one in found if one.who == who]
        lines.append(f"{who}{colon}{membership_told(mine)}")
        lines += [
            f"  {one.event.named}{colon}{one.what()}{p_('problem', '; ')}{one.saved_by()}" for one in mine
        ]
    return lines


def lapsed_lines(session: Session, desk: Desk, today: date) -> list[str]:
    """The events of the desk with those who lapsed, under a heading; nothing where nobody did."""
    mine = lapsed(session, desk, today)
    heading = _("Played without a valid membership, so not counted (banzuke members lapsed):")
    return [heading, *(f"  {line}" for line in by_event(mine))] if mine else []


def draft(session: Session, found: Sequence[Lapsed]) -> str:
    """The text for the one member of `found`: which games do not count, why, and until when a renewal saves
    them. The register keeps no address to send it to."""
    from office.house import fact

    office, officer = (fact(session, name) for name in ("name", "officer"))
    texts = []
    for language in ("en", "ja"):
        with speaking(language):
            texts.append("\n".join([*_draft_lines(found, language), "", officer, office]))
    return "\n\n--------\n\n".join(texts)


def _draft_lines(found: Sequence[Lapsed], language: str) -> list[str]:
    first = found[0]
    name = first.member.kanji if language == "ja" and first.member.kanji else first.member.name
    without = _(
        "Games count only if both players are members on the day ({article}). These games were played without"
        " a valid membership and do not count, neither for you nor for your opponents:",
        article=first.article,
    )
    save = _(
        "They can only count if your membership covers these days and the renewal reaches us in time. If you"
        " have renewed already, please tell us when."
    )
    return [
        _("Subject: your membership on the days of your games"),
        "",
        _("Dear {name},", name=name),
        "",
        *_draft_ended(found),
        without,
        "",
        *(f"  - {_draft_line(one)}" for one in found),
        "",
        save,
    ]


def _draft_ended(found: Sequence[Lapsed]) -> list[str]:
    never, ends = ended(found)
    if not ends:
        return [_("Our register has no membership of yours before these days.")]
    told = [_("Our register has no membership of yours up to {day}.", day=day(never))] if never else []
    return [*told, _("By our register your membership ended on {day}.", day=listed(day(end) for end in ends))]


def _draft_line(one: Lapsed) -> str:
    days, name = listed(day(d) for d in one.days), one.event.view.event.called
    games = n_("{n} game", "{n} games", one.games)
    if one.event.list_date is None:
        return _("{event}, {days}: {games}", event=name, days=days, games=games)
    facts = {"event": name, "days": days, "games": games, "list": day(one.event.list_date)}
    if one.until is None:
        return _("{event}, {days}: {games}, for the list of {list}: renew at once", **facts)
    facts["until"] = day(one.until)
    return _("{event}, {days}: {games}, for the list of {list}: renew by {until}", **facts)
