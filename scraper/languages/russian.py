"""Russian (lan=11): seen in the layout of 2020; start lists, rankings and details are only reported."""

from scraper.languages.language import Language, RoundWords, ViewWord, Word, Words
from scraper.words import PageKind

_ROUND = "kids2020_r5_russian"
_CARD = "kids2020_player_card_russian"
_SCHEDULE = "kids2020_schedule"

RUSSIAN = Language(
    name="Russian",
    code="ru",
    lan=11,
    update=Word("Последнее обновление", "Last update", _ROUND),
    views=(
        ViewWord("Стартовый список", PageKind.START_LIST),
        ViewWord("Пары/Результаты", PageKind.PAIRINGS, _ROUND),
        ViewWord("Место после {n} тура", PageKind.RANKING),
        ViewWord("Расписание", PageKind.SCHEDULE, _SCHEDULE),
        ViewWord("Инфо игрока", PageKind.PLAYER_CARD, _CARD),
    ),
    columns=Words(
        Word("Ном.", "No.", _ROUND),
        Word("Имя", "Name", _ROUND),
        Word("Рейт", "Rtg", _ROUND),
        Word("Рейт.", "Rtg", _CARD),
        Word("Очки", "Pts.", _ROUND),
        Word("Результат", "Result", _ROUND),
        Word("Тур", "Rd.", _CARD),
        Word("Ст.ном.", "SNo", _CARD),
        Word("Ст.ном", "Rk."),  # printed so, wrongly, over the ranks
        Word("ФЕД.", "FED", _CARD),
        Word("Клуб/Город", "Club/City", _CARD),
        Word("Рез.", "Res.", _CARD),
        Word("Дата", "Date", _SCHEDULE),
        Word("Время", "Time", _SCHEDULE),
        Word("ИН", "ID"),
        Word("ИН (ID)", "ID"),
        Word("код FIDE", "FideID"),
        Word("пол", "sex"),
    ),
    tie_break=Word("Доп", "TB"),
    labels=Words(
        Word("Организатор(ы)", "Organizer(s)"),
        Word("Федерация", "Federation"),
        Word("Турнирный директор", "Tournament director"),
        Word("Главный арбитр", "Chief Arbiter"),
        Word("Заместитель главного судьи", "Deputy Chief Arbiter"),
        Word("Арбитр(ы)", "Arbiter"),
        Word("Контроль времени", "Time control"),
        Word("Город", "Location"),
        Word("Расчет рейтинга", "Rating calculation"),
        Word("Дата(ы)", "Date"),
        Word("Рейт.-Ø / Average age", "Rating-Ø / Average age"),
    ),
    card=Words(
        Word("Имя", "Name", _CARD),
        Word("Стартовое место", "Starting rank", _CARD),
        Word("Рейтинг", "Rating", _CARD),
        Word("Нац.рейтинг", "Rating national", _CARD),
        Word("Междун. рейтинг", "Rating international", _CARD),
        Word("Рейтинговый перфоманс", "Performance rating", _CARD),
        Word("Очки", "Points", _CARD),
        Word("Место", "Rank", _CARD),
        Word("Федерация", "Federation", _CARD),
        Word("Клуб/Город", "Club/City", _CARD),
        Word("Идент.Номер", "Ident-Number", _CARD),
        Word("код FIDE", "Fide-ID", _CARD),
        Word("Год рождения", "Year of birth", _CARD),
    ),
    menu=Words(
        Word("Списки", "Lists", _ROUND),
        Word("Пары по доскам", "Board Pairings", _ROUND),
    ),
    alone=Words(Word("без пары", "not paired", _ROUND)),
    menu_round=Word("Тур", "Rd.", _ROUND),
    round_words=RoundWords("{n}. Тур", "on", "в", _ROUND),
    dates=(Word("по", "to"),),
    colours={"w": "w", "s": "b"},
    colours_seen=_CARD,
)
