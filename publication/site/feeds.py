"""Atom feeds of lists and events, lists and deadlines as an iCalendar (RFC 5545) that calendars subscribe to,
and the rules for robots."""

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from datetime import date, datetime, timedelta
from itertools import groupby
from operator import itemgetter
from typing import Any

from importer.plain_text import written
from office.words import speaking
from office.words.formats import day_in, listed
from publication.account.figures import plus
from publication.site.addresses import event_page, list_overview
from publication.site.events import Head
from publication.site.held import Row
from publication.site.render import template
from publication.site.settings import WORDS, SiteSettings
from publication.site.versions import Version

ENTRIES = 50
MOVED = 10
"""So many of each kind are named in an entry."""

BEGINNING = "2000-01-01T00:00:00Z"
"""The moment of a feed in which nothing has happened yet."""


def told(versions: Sequence[Version]) -> list[Version]:
    """The versions that a feed tells of."""
    return sorted(versions, key=lambda v: (_moment(v), v.list_date, v.version), reverse=True)[:ENTRIES]


def lists_feed(
    lang: str,
    versions: Sequence[Version],
    site: SiteSettings,
    summaries: Mapping[str, str],
) -> bytes:
    """A feed of the versions of lists, newest first, each with who moved most and who is new. `summaries`: by
    the marks of versions, what `summary` says of them."""
    entries = [
        {
            "title": _of(lang, v),
            "id": name_for_ever(site, f"list {v.list_date} version {v.version}"),
            "updated": _moment(v),
            "path": list_overview(lang, v.list_date),
            "summary": summaries[v.mark],
        }
        for v in told(versions)
    ]
    return _feed("lists", lang, WORDS[lang]["rating_lists"], "lists/index.html", entries, site)


def summary(
    lang: str,
    version: Version,
    rows: Mapping[str, Sequence[Row]],
    gains: Mapping[str, Sequence[Row]],
    before: Mapping[str, Mapping[str, int]],
    other: Sequence[Mapping[str, Any]],
) -> str:
    """What the feed says of a version. `rows`: by type, of members that may be shown; `gains`: who of them
    gained; `before`: by type and ID the ratings on the list before; `other`: of a correction the ratings that
    differ from the version in whose place it is."""
    w = WORDS[lang]
    between = "" if lang == "ja" else " "
    said = [*corrected(lang, version.version, other), *moved(lang, version, rows, gains, before)]
    return between.join(said) or w["comma"].join(w[t] for t in version.types)


def corrected(lang: str, number: int, other: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """What a version says of itself that is a correction: which it replaces, and what it changed."""
    if number == 1:
        return
    w = WORDS[lang]
    yield w["feed_corrected"].format(number=number - 1)
    if not other:
        yield w["no_difference"].format(number=number - 1)
    with speaking(lang):
        for type_, mine in groupby(other, itemgetter("type")):
            found = [*mine]
            who = [f"{_named(lang, d)} {_or_none(d['was'])} → {_or_none(d['now'])}" for d in found]
            yield w["feed_differs"].format(type=w[type_], count=len(found), who=listed(who[:MOVED]))


def _named(lang: str, row: Mapping[str, Any]) -> str:
    return str((lang == "ja" and row["kanji"]) or row["name"])


def _or_none(rating: int | None) -> str:
    """A rating; a dash where there is none."""
    return "–" if rating is None else str(rating)


def moved(
    lang: str,
    version: Version,
    rows: Mapping[str, Sequence[Row]],
    gains: Mapping[str, Sequence[Row]],
    before: Mapping[str, Mapping[str, int]],
) -> Iterator[str]:
    """What a list says of each type: how many are rated and changed, as the announcement counts them, who
    gained most, who is new; in Japanese by their kanji. On the first list nobody is new; of one that was
    taken over only how many it rates."""
    w = WORDS[lang]

    def name(row: Row) -> str:
        return (lang == "ja" and row.kanji) or row.name

    with speaking(lang):
        for type_, mine in rows.items():
            was = before[type_]
            if version.how == "opening":
                yield w["feed_taken_over"].format(type=w[type_], rated=len(mine))
                continue
            changed = sum(was.get(row.id, row.rating) != row.rating for row in mine)
            yield w["feed_counts"].format(type=w[type_], rated=len(mine), changed=changed)
            if up := [f"{name(row)} {plus(row.change or 0)}" for row in gains[type_][:MOVED]]:
                yield w["feed_up"].format(who=listed(up))
            new = [row for row in mine if version.previous_id is not None and row.id not in was]
            if told := [f"{name(row)} {row.rating}{row.signs}" for row in new[:MOVED]]:
                yield w["feed_new"].format(who=listed(told))


def events_feed(lang: str, heads: Sequence[Head], site: SiteSettings) -> bytes:
    """A feed of rated events, those of the newest list first."""
    ordered = sorted(
        heads,
        key=lambda h: (_moment(h.version), h.last_day is not None, h.last_day or 0, h.key),
        reverse=True,
    )
    entries = [
        {
            "title": h.name,
            "id": name_for_ever(site, f"event {h.key}"),
            "updated": _moment(h.version),
            "path": event_page(lang, h.key),
            "summary": _of(lang, h.version),
        }
        for h in ordered[:ENTRIES]
    ]
    return _feed("events", lang, WORDS[lang]["events"], "events/index.html", entries, site)


def _of(lang: str, version: Version) -> str:
    """Which list it is, and which version: an event of a corrected list comes again in a feed."""
    w = WORDS[lang]
    list_of = w["list_of"].format(day=day_in(version.list_date, lang))
    return w["comma"].join((list_of, w["version"].format(number=version.version)))


def _feed(
    name: str, lang: str, title: str, page: str, entries: list[dict[str, Any]], site: SiteSettings
) -> bytes:
    path = f"feeds/{name}-{lang}.xml"
    return written(
        template("feed.xml").render(
            lang=lang,
            site=site,
            title=title,
            colon=WORDS[lang]["colon"],
            id=name_for_ever(site, f"feed {name} {lang}"),
            updated=max((e["updated"] for e in entries), default=BEGINNING),
            base=site.address or "../",
            path=path,
            page=page,
            entries=entries,
        )
    )


def robots(site: SiteSettings) -> bytes:
    """Everybody may read everything; where the sitemap is, if there is one."""
    lines = ["User-agent: *", "Disallow:"]
    if site.address:
        lines.append(f"Sitemap: {site.address}sitemap.xml")
    return ("\n".join(lines) + "\n").encode()


def _moment(version: Version) -> str:
    moment = version.published_at
    return BEGINNING if moment is None else moment.strftime("%Y-%m-%dT%H:%M:%SZ")


def name_for_ever(site: SiteSettings, what: str) -> str:
    """A name that stays the same for ever, wherever the site stands."""
    return "urn:sha256:" + hashlib.sha256(f"{site.name}\n{what}".encode()).hexdigest()


AHEAD = 12
"""So many lists to come are told, with the last day for reports to each."""

OCTETS = 75
"""So long may a line be, in octets, without its end."""


def calendar(
    lang: str, versions: Sequence[Version], coming: Sequence[tuple[date, date]], site: SiteSettings
) -> bytes:
    """Every list that was published, and those `coming`, each with the last day for reports."""
    w = WORDS[lang]
    standing = [v for v in versions if v.newest]
    moment = max((v.published_at for v in versions if v.published_at), default=datetime(2000, 1, 1))  # noqa: DTZ001  written as UTC
    lines = [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//Banzuke//Banzuke//EN",
        "CALSCALE:GREGORIAN",
        "METHOD:PUBLISH",
        f"X-WR-CALNAME:{escaped(site.named(lang) + w['colon'] + w['rating_lists'])}",
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
    for list_date, last in coming:
        said = day_in(list_date, lang)
        entry("list", list_date, list_date, w["calendar_list"].format(day=said))
        entry("deadline", list_date, last, w["calendar_deadline"].format(day=said))
    return "".join(folded(line) for line in [*lines, "END:VCALENDAR"]).encode()


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
