"""German (lan=0): no page is saved, every word is reported. Crosstables and cards print `s` for Black."""

from __future__ import annotations

import re

from scraper.languages.language import Language, ViewWord, Word
from scraper.words import PageKind

GERMAN = Language(
    name="German",
    code="de",
    lan=0,
    update=Word("Die Seite wurde zuletzt aktualisiert am", "Last update"),
    views=(
        ViewWord(re.compile("Spielerpaarungen"), PageKind.PAIRINGS),
        ViewWord(re.compile(r"Endtabelle nach (?P<round>\d{1,3}) Runden"), PageKind.RANKING_CROSSTABLE),
    ),
    columns=(
        Word("Rg.", "Rk."),
        Word("Name", "Name"),
        Word("Land", "FED"),
        Word("Pkt.", "Pts."),
        Word("Elo", "Rtg"),
        Word("Verein/Ort", "Club/City"),
    ),
    tie_break=Word("Wtg", "TB"),
    card=(
        Word("Startrang", "Starting rank"),
        Word("Eloperformance", "Performance rating"),
        Word("Verein/Ort", "Club/City"),
        Word("Ident-Nummer", "Ident-Number"),
        Word("Geburtsjahr", "Year of birth"),
    ),
    alone=(Word("spielfrei", "bye"), Word("nicht ausgelost", "not paired")),
    round_heading=re.compile(
        r"(?P<number>\d+)\. Runde"
        r"(?: am (?P<date>\d{1,2}\.\d{1,2}\.\d{4}|\d{4}/\d{1,2}/\d{1,2}))?(?: um (?P<time>\d{1,2}:\d\d))?",
        re.ASCII,
    ),
    dates=(Word("bis", "to"),),
    colours={"w": "w", "s": "b"},
)
