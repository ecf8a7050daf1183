"""The `.ini` file: what Swiss Perfect knows of the event as a whole. It has no start date."""

import re
from dataclasses import dataclass
from datetime import date

from importer.bounds import bounded
from scraper.records import System

_SECTION = re.compile(r"\s*\[(.*)\]\s*")
_DAY_AT_END = re.compile(r"\b(\d{1,2})/(\d{1,2})/(\d{4})\s*$")
_SYSTEMS = {"0": System.SWISS, "1": System.ROUND_ROBIN}
"""Seen in real files (reported); what else there is, is not known."""


@dataclass(frozen=True, slots=True)
class Settings:
    """`hint` is a day that stands at the end of the organiser's field (`NSW NORMAL 27/08/2001`, a habit in
    Australia): day first. It is shown, and never taken for the event's day."""

    name: str | None
    arbiter: str | None
    organiser: str | None
    system: System | None
    hint: date | None


def read_settings(data: bytes) -> Settings:
    """The `[Tournament Info]` section; `Rounds` is left alone, since it is not to be trusted."""
    values: dict[str, str] = {}
    section = ""
    for line in _decoded(data).splitlines():
        if found := _SECTION.fullmatch(line):
            section = found[1].strip().casefold()
        elif section == "tournament info" and "=" in line:
            key, _, value = line.partition("=")
            values.setdefault(key.strip().casefold(), " ".join(value.split()))
    organiser = values.get("organiser") or values.get("organizer") or None
    teams = values.get("team or individual", "0") not in ("", "0")
    return Settings(
        name=values.get("name") or None,
        arbiter=values.get("arbiter") or None,
        organiser=organiser,
        system=None if teams else _SYSTEMS.get(values.get("system", "")),
        hint=_hint(organiser or ""),
    )


def _hint(text: str) -> date | None:
    found = _DAY_AT_END.search(text)
    if found is None:
        return None
    try:
        return bounded(date(int(found[3]), int(found[2]), int(found[1])))
    except ValueError:
        return None


def _decoded(data: bytes) -> str:
    for encoding in ("utf-8-sig", "cp1252"):
        try:
            return data.decode(encoding)
        except UnicodeDecodeError:
            continue
    return data.decode("latin-1")
