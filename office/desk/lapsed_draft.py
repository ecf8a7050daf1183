"""What the officer can write to a member who played without a valid membership: in English and Japanese."""

from collections.abc import Sequence

from sqlmodel import Session

from office.desk.lapsed import Lapsed
from office.tables import SettingRow
from office.words import _, n_, speaking
from office.words.formats import day, listed


def draft(session: Session, found: Sequence[Lapsed]) -> str:
    """The text for the one member of `found`: which games do not count, why, and until when a renewal saves
    them. The register keeps no address to send it to."""
    office, officer = (_setting(session, name) for name in ("name", "officer"))
    texts = []
    for language in ("en", "ja"):
        with speaking(language):
            texts.append("\n".join([*_lines(found, language), "", officer, office]))
    return "\n\n--------\n\n".join(texts)


def _lines(found: Sequence[Lapsed], language: str) -> list[str]:
    first = found[0]
    name = first.member.kanji if language == "ja" and first.member.kanji else first.member.name
    ended = (
        _("By our register your membership ended on {day}.", day=day(first.ended))
        if first.ended
        else _("Our register has no membership of yours before these days.")
    )
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
        ended,
        without,
        "",
        *(f"  - {line}" for one in found for line in _event(one)),
        "",
        save,
    ]


def _event(one: Lapsed) -> list[str]:
    days, name = listed(day(d) for d in one.days), one.event.view.event.name
    games = n_("{n} game", "{n} games", one.games)
    if one.list_date is None:
        return [_("{event}, {days}: {games}", event=name, days=days, games=games)]
    facts = {"event": name, "days": days, "games": games, "list": day(one.list_date)}
    if one.until is None:
        return [_("{event}, {days}: {games}, for the list of {list}: renew at once", **facts)]
    return [
        _("{event}, {days}: {games}, for the list of {list}: renew by {until}", until=day(one.until), **facts)
    ]


def _setting(session: Session, name: str) -> str:
    row = session.get(SettingRow, name)
    return row.value if row is not None else ""
