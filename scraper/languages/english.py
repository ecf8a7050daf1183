"""English, the language that the client asks for (lan=1); the words of the others lead here."""

from __future__ import annotations

import re

from scraper.languages.language import Language, ViewWord, Word
from scraper.words import ROUND_HEADING, PageKind


def _same(*words: str, seen: str | None = None) -> tuple[Word, ...]:
    return tuple(Word(word, word, seen) for word in words)


ENGLISH = Language(
    name="English",
    code="en",
    lan=1,
    update=Word("Last update", "Last update", "british2026_champ_r1"),
    views=(
        ViewWord(re.compile("Starting rank"), PageKind.START_LIST, "british2026_champ_startingrank"),
        ViewWord(
            re.compile("Starting rank list of players"),
            PageKind.START_LIST,
            "ussa2026_roundrobin_startingrank",
        ),
        ViewWord(re.compile("Pairings/Results"), PageKind.PAIRINGS, "british2026_champ_r1"),
        ViewWord(re.compile("Starting rank crosstable"), PageKind.CROSSTABLE, "british2026_champ_crosstable"),
        ViewWord(re.compile("not paired"), PageKind.NOT_PAIRED, "british2026_champ_notpaired_final"),
        ViewWord(
            re.compile(r"(?:Final Ranking|Rank|Ranking) after (?:Round )?(?P<round>\d{1,3})(?: Rounds?)?"),
            PageKind.RANKING,
            "bangkok2026_final_ranking",
        ),
        ViewWord(
            re.compile(
                r"(?:Final )?Ranking crosstable after (?:Round )?(?P<round>\d{1,3})(?: Rounds?)?",
            ),
            PageKind.RANKING_CROSSTABLE,
        ),
        ViewWord(re.compile("Alphabetical list"), PageKind.ALPHABETICAL, "bangkok2026_alphabetical"),
        ViewWord(re.compile("Alphabetical list all groups"), PageKind.OTHER),
        ViewWord(re.compile("Player info"), PageKind.PLAYER_CARD, "belyaladya2019_player_card"),
        ViewWord(re.compile("Playing schedule"), PageKind.SCHEDULE),
        ViewWord(re.compile("(?:Total )?[Ss]tatistics?"), PageKind.OTHER),
    ),
    columns=(
        *_same("No.", "Name", "ID", "FideID", "Rtg", "RtgI", "RtgN", seen="ussa2026_roundrobin_startingrank"),
        *_same("FED", "sex", "Club/City", "Pts.", "Rk.", "SNo", "Rp", seen="bangkok2026_final_ranking"),
        *_same("Typ", "n", "w", "we", "w-we", "K", "rtg+/-", seen="portimao2024_final_ranking_gated"),
        *_same("Bo.", "White", "Result", "Black", "PGN", seen="british2026_champ_r5"),
        *_same("Rd.", "Res.", seen="belyaladya2019_player_card"),
        *_same("Gr", "Date", "Time"),
    ),
    tie_break=Word("TB", "TB", "bangkok2026_final_ranking"),
    labels=_same(
        "Organizer(s)",
        "Federation",
        "Tournament director",
        "Chief Arbiter",
        "Deputy Chief Arbiter",
        "Arbiter",
        "Time control",
        "Location",
        "Number of rounds",
        "Tournament type",
        "Rating calculation",
        "FIDE-Event-ID",
        "Date",
        "Rating-Ø / Average age",
        "Rating-Ø",
        "Pairing program",
    ),
    card=(
        *_same(
            "Name",
            "Starting rank",
            "Rating national",
            "Rating international",
            "Performance rating",
            "FIDE rtg +/-",
            "Points",
            "Rank",
            "Federation",
            "Club/City",
            "Ident-Number",
            "Fide-ID",
            "Year of birth",
            seen="belyaladya2019_player_card",
        ),
        *_same("Rating"),
    ),
    menu=_same("Lists", "Board Pairings", "Team pairings"),
    alone=_same("bye", "not paired", seen="british2026_champ_r5"),
    menu_round=Word("Rd.", "Rd.", "british2026_champ_r5"),
    round_heading=ROUND_HEADING,
    dates=_same("to", seen="british2026_champ_r6_finished"),
    annotation=Word("Tie Break", "Tie Break", "bangkok2026_final_ranking"),
    colours={"w": "w", "b": "b"},
    colours_seen="british2026_champ_crosstable",
)
