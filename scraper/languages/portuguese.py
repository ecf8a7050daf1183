"""Portuguese (lan=10): one ranking is seen; rounds, crosstables and details have no known words."""

from scraper.languages.language import Language, ViewWord, Word, Words
from scraper.words import PageKind

_RANKING = "portimao2024_final_ranking_portuguese"

PORTUGUESE = Language(
    name="Portuguese",
    code="pt",
    lan=10,
    update=Word("Última Atualização", "Last update", _RANKING),
    views=(ViewWord("Classificação final após {n} rondas", PageKind.RANKING, _RANKING),),
    columns=Words(
        Word("Nº.Inic.", "SNo", _RANKING),
        Word("Nome", "Name", _RANKING),
        Word("Tipo", "Typ", _RANKING),
        Word("sexo", "sex", _RANKING),
        Word("EloI", "RtgI", _RANKING),
        Word("Clube/Cidade", "Club/City", _RANKING),
    ),
    tie_break=Word("Desp", "TB", _RANKING),
    annotation=Word("Desempate", "Tie Break", _RANKING),
)
