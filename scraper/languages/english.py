"""English, the language that the client asks for (lan=1); the words of the others lead here."""

from scraper.languages.language import Language, RoundWords, ViewWord, Word, Words
from scraper.words import PageKind

_RANKINGS = (
    "Rank after Round {n}",
    "Ranking after Round {n}",
    "Ranking after {n} Rounds",
    "Final Ranking after Round {n}",
    "Final Ranking after {n} Round",
)
_RANKING_CROSSTABLES = (
    "Final Ranking crosstable after {n} Rounds",
    "Final Ranking crosstable after {n} Round",
    "Final Ranking crosstable after Round {n}",
    "Ranking crosstable after Round {n}",
    "Ranking crosstable after {n} Rounds",
)
_STATISTICS = ("Statistics", "Total statistics", "Total Statistics")
_TEAM_RANKING = "a ranking of teams (art=0) or of the best players of each board (art=4)"


def _same(*words: str, seen: str | None = None) -> Words:
    return Words(*(Word(word, word, seen) for word in words))


ENGLISH = Language(
    name="English",
    code="en",
    lan=1,
    update=Word("Last update", "Last update", "british2026_champ_r1"),
    views=(
        ViewWord("Starting rank", PageKind.START_LIST, "british2026_champ_startingrank"),
        ViewWord("Starting rank list of players", PageKind.START_LIST, "ussa2026_roundrobin_startingrank"),
        ViewWord("Pairings/Results", PageKind.PAIRINGS, "british2026_champ_r1"),
        ViewWord("Starting rank crosstable", PageKind.CROSSTABLE, "british2026_champ_crosstable"),
        ViewWord("not paired", PageKind.NOT_PAIRED, "british2026_champ_notpaired_final"),
        ViewWord("Final Ranking after {n} Rounds", PageKind.RANKING, "bangkok2026_final_ranking"),
        *(ViewWord(text, PageKind.RANKING) for text in _RANKINGS),
        *(ViewWord(text, PageKind.RANKING_CROSSTABLE) for text in _RANKING_CROSSTABLES),
        ViewWord("Alphabetical list", PageKind.ALPHABETICAL, "bangkok2026_alphabetical"),
        ViewWord("Player info", PageKind.PLAYER_CARD, "belyaladya2019_player_card"),
        ViewWord("Playing schedule", PageKind.SCHEDULE),
        *(ViewWord(text, PageKind.OTHER) for text in ("Alphabetical list all groups", *_STATISTICS)),
    ),
    team_views=(
        ViewWord("Board Pairings", PageKind.BOARD_PAIRINGS, "portugal2026_team_board_pairings_r1"),
        ViewWord("Team pairings", PageKind.TEAM_PAIRINGS, "portugal2026_team_pairings_r1"),
        ViewWord("Team-Pairings of all rounds", PageKind.TEAM_PAIRINGS),
        ViewWord(
            "Team-Composition with round-results", PageKind.TEAM_COMPOSITION, "portugal2026_team_standings"
        ),
        ViewWord("Team-Composition without round-results", PageKind.TEAM_COMPOSITION),
        ViewWord("Starting rank", PageKind.START_LIST, "cnyt2026_g14_playerrank"),
        ViewWord("Starting rank list of players", PageKind.START_LIST),
        ViewWord(
            "Rank after Round {n}", PageKind.OTHER, "portugal2026_team_standings_crosstable", _TEAM_RANKING
        ),
        *(
            ViewWord(text, PageKind.OTHER, None, _TEAM_RANKING)
            for text in ("Final Ranking after {n} Rounds", *_RANKINGS)
        ),
        *(
            ViewWord(text, PageKind.OTHER, None, "a crosstable of teams (art=63)")
            for text in _RANKING_CROSSTABLES
        ),
        ViewWord("Team-Starting rank", PageKind.OTHER, None, "the list of teams (art=32)"),
        ViewWord("Board list", PageKind.OTHER, None, "the best players of each board (art=81)"),
        ViewWord("Alphabetical list", PageKind.OTHER, None, "an alphabetical list (art=15)"),
        ViewWord("Alphabetical list all groups", PageKind.OTHER, None, "an alphabetical list (art=79)"),
        ViewWord("Player info", PageKind.OTHER, None, "a player card (art=9)"),
        ViewWord("Playing schedule", PageKind.OTHER, None, "a playing schedule (art=14)"),
        *(ViewWord(text, PageKind.OTHER, None, "statistics (art=13)") for text in _STATISTICS),
    ),
    columns=Words(
        *_same("No.", "Name", "ID", "FideID", "Rtg", "RtgI", "RtgN", seen="ussa2026_roundrobin_startingrank"),
        *_same("FED", "sex", "Club/City", "Pts.", "Rk.", "SNo", "Rp", seen="bangkok2026_final_ranking"),
        *_same("Typ", "n", "w", "we", "w-we", "K", "rtg+/-", seen="portimao2024_final_ranking_gated"),
        *_same("Bo.", "White", "Result", "Black", "PGN", seen="british2026_champ_r5"),
        *_same("Rd.", "Res.", seen="belyaladya2019_player_card"),
        *_same("Gr", "Team", seen="cnyt2026_g14_playerrank"),
        *_same("Date", "Time"),
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
    card=Words(
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
    round_words=RoundWords("Round {n}", "on", "at", "british2026_champ_r6_finished"),
    team_facts=(
        Word(" (RtgAvg:", "average rating", "portugal2026_team_standings"),
        Word(" (Captain:", "captain", "portugal2026_team_standings"),
        Word(" (TB1:", "tie-breaks"),
    ),
    dates=_same("to", seen="british2026_champ_r6_finished"),
    annotation=Word("Tie Break", "Tie Break", "bangkok2026_final_ranking"),
    colours={"w": "w", "b": "b"},
    colours_seen="british2026_champ_crosstable",
)
