"""German (lan=0): seen are the pages of leagues of teams (gated and not); views of individual events are only
reported. Crosstables and cards print `s` for Black."""

from scraper.languages.language import Language, RoundWords, ViewWord, Word, Words
from scraper.words import PageKind

_BOARDS = "league1479341_art3_german_transcribed"
_TEAMS = "league1479341_art1_german_transcribed"
_PLAYERS = "league1479341_art16_german_transcribed"

GERMAN = Language(
    name="German",
    code="de",
    lan=0,
    update=Word("Die Seite wurde zuletzt aktualisiert am", "Last update", _BOARDS),
    views=(
        ViewWord("Startrangliste", PageKind.START_LIST, _PLAYERS),
        ViewWord("Paarungen/Ergebnisse", PageKind.PAIRINGS),
        ViewWord("Endtabelle nach {n} Runden", PageKind.RANKING_CROSSTABLE),
        ViewWord("Endstand nach {n} Runden", PageKind.RANKING),
        ViewWord("Alphabetische Liste", PageKind.ALPHABETICAL),
    ),
    team_views=(
        ViewWord("Spielerpaarungen", PageKind.BOARD_PAIRINGS, _BOARDS),
        ViewWord("Teamauslosung", PageKind.TEAM_PAIRINGS),
        ViewWord("Teamauslosung aller Runden", PageKind.TEAM_PAIRINGS),
        ViewWord("Teamaufstellung mit Einzelergebnissen", PageKind.TEAM_COMPOSITION, _TEAMS),
        ViewWord("Teamaufstellung ohne Ergebnisse", PageKind.TEAM_COMPOSITION),
        ViewWord("Startrangliste", PageKind.START_LIST, _PLAYERS),
    ),
    columns=Words(
        Word("Nr.", "No.", _PLAYERS),
        Word("Name", "Name", _PLAYERS),
        Word("Land", "FED", _PLAYERS),
        Word("Elo", "Rtg", _PLAYERS),
        Word("EloI", "RtgI"),
        Word("EloN", "RtgN"),
        Word("Br.", "Bo.", _BOARDS),
        Word("Pkt.", "Pts.", _TEAMS),
        Word("Erg.", "Res."),
        Word("Snr", "SNo"),
        Word("Rg.", "Rk."),
        Word("Verein/Ort", "Club/City"),
    ),
    tie_break=Word("Wtg", "TB", _TEAMS),
    labels=Words(
        Word("Veranstalter", "Organizer(s)", _BOARDS),
        Word("Föderation", "Federation", _BOARDS),
        Word("Turnierdirektor", "Tournament director", _BOARDS),
        Word("Hauptschiedsrichter", "Chief Arbiter", _BOARDS),
        Word("Bedenkzeit", "Time control", _BOARDS),
        Word("Ort", "Location", _BOARDS),
        Word("Rundenanzahl", "Number of rounds", _BOARDS),
        Word("Turniermodus", "Tournament type", _BOARDS),
        Word("Elorechnung", "Rating calculation", _BOARDS),
        Word("Von", "Date", _BOARDS),
        Word("Eloschnitt / Altersschnitt", "Rating-Ø / Average age", _BOARDS),
        Word("Auslosungsprogramm", "Pairing program"),
    ),
    types=Words(
        Word("Mannschafts-Rundenturniere", "Round robin for teams", _BOARDS),
        Word("Mannschafts-Schweizersystem Turniere", "Swiss-System for teams"),
    ),
    card=Words(
        Word("Startrang", "Starting rank"),
        Word("Eloperformance", "Performance rating"),
        Word("Verein/Ort", "Club/City"),
        Word("Ident-Nummer", "Ident-Number"),
        Word("Geburtsjahr", "Year of birth"),
    ),
    menu=Words(
        Word("Listen", "Lists", _BOARDS),
        Word("Spielerpaarungen", "Board Pairings", _BOARDS),
        Word("Teamauslosung", "Team pairings"),
    ),
    menu_known=False,
    alone=Words(Word("spielfrei", "bye"), Word("nicht ausgelost", "not paired")),
    nobody=Words(Word("Brett nicht besetzt", "nobody at the board")),
    team_facts=(Word(" (EloDS:", "average rating", _TEAMS), Word(" (Wtg1:", "tie-breaks")),
    menu_round=Word("Rd.", "Rd.", _BOARDS),
    round_words=RoundWords("{n}. Runde", "am", "um", _BOARDS),
    dates=(Word("bis", "to", _BOARDS),),
    colours={"w": "w", "s": "b"},
)
