"""Lists and deadlines as an iCalendar (RFC 5545) that calendars subscribe to."""

from collections.abc import Iterator, Sequence
from datetime import date, datetime, timedelta
from itertools import islice

from office.words.formats import day_in
from publication.site.addresses import list_overview
from publication.site.feeds import name_for_ever
from publication.site.settings import SiteSettings
from publication.site.versions import Version
from publication.site.words import LANGUAGES
from rating.edition import Edition
from rating.editions import load
from rating.errors import RatingError

AHEAD = 12
"""So many lists to come are told, with the last day for reports to each."""

OCTETS = 75
"""So long may a line be, in octets, without its end."""


def calendar(lang: str, versions: Sequence[Version], site: SiteSettings) -> bytes:
    """Every list that was published and the next ones, each to come with the last day for reports, by the
    edition of the newest list. Without a list that this office made, only what was published."""
    w = LANGUAGES[lang]
    standing = [v for v in versions if v.newest]
    moment = max((v.published_at for v in versions if v.published_at), default=datetime(2000, 1, 1))  # noqa: DTZ001  written as UTC
    lines = [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//Banzuke//Banzuke//EN",
        "CALSCALE:GREGORIAN",
        "METHOD:PUBLISH",
        f"X-WR-CALNAME:{escaped(site.named(lang) + ': ' + w['rating_lists'])}",
    ]

    def entry(kind: str, list_date: date, day: date, said: str, address: str = "") -> None:
        lines.extend(
            (
                "BEGIN:VEVENT",
                f"UID:{name_for_ever(site, f'{kind} {list_date}').removeprefix('urn:sha256:')[:40]}@banzuke",
                f"DTSTAMP:{moment:%Y%m%dT%H%M%SZ}",
                f"DTSTART;VALUE=DATE:{day:%Y%m%d}",
                f"DTEND;VALUE=DATE:{day + timedelta(days=1):%Y%m%d}",
                f"SUMMARY:{escaped(said)}",
                *([f"URL:{address}"] if address else []),
                "TRANSP:TRANSPARENT",
                "END:VEVENT",
            )
        )

    for version in standing:
        told = w["calendar_list"].format(day=day_in(version.list_date, lang))
        page = site.address and f"{site.address}{list_overview(lang, version.list_date)}"
        entry("list", version.list_date, version.list_date, told, page or "")
    newest = standing[-1] if standing else None
    if newest and newest.edition:
        law = load(newest.edition)
        for list_date in islice(lists_to_come(law, newest.list_date), AHEAD):
            said = day_in(list_date, lang)
            entry("list", list_date, list_date, w["calendar_list"].format(day=said))
            last = law.shapes.period(law, list_date).last
            entry("deadline", list_date, last, w["calendar_deadline"].format(day=said))
    return "".join(folded(line) for line in [*lines, "END:VCALENDAR"]).encode()


def lists_to_come(law: Edition, after: date) -> Iterator[date]:
    """The dates of the lists that follow a list of this date, by the edition itself."""
    before, day = after, law.number("list_day")
    month = after.replace(day=1)
    while month.year < date.max.year:
        month = (month + timedelta(days=31)).replace(day=1)
        candidate = month.replace(day=day)
        if candidate > before and _follows(law, candidate, before, after):
            yield candidate
            before = candidate


def _follows(law: Edition, candidate: date, before: date, first: date) -> bool:
    """Whether the edition has a list on a day, and the one before it there. The list that stands may be of a
    day on which the edition has none, as one taken over is: after it the next comes as it comes."""
    try:
        earlier = law.shapes.previous_list(law, candidate)
    except RatingError:  # no list on this day
        return False
    return earlier == before or (before == first and earlier <= before)


def escaped(text: str) -> str:
    """A text as a value: backslash, semicolon and comma escaped, a new line written as one."""
    for sign in ("\\", ";", ","):
        text = text.replace(sign, f"\\{sign}")
    return " ".join(text.split())


def folded(line: str) -> str:
    """A line with its end, cut where it is longer than `OCTETS`, never within a letter."""
    parts, here, room = [], "", OCTETS
    for letter in line:
        size = len(letter.encode())
        if size > room:
            parts.append(here)
            here, room = "", OCTETS - 1  # the blank that begins the next line counts
        here, room = here + letter, room - size
    return "\r\n ".join([*parts, here]) + "\r\n"
