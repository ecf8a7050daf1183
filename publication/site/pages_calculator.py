"""The calculator: what games would do to a rating, and the arithmetic with Table 1 for who reads it."""

from publication.site.articles import anchor, rules_data
from publication.site.builder import Site
from publication.site.calculator import choices, edition_of, rules
from publication.site.settings import LANGUAGES
from publication.site.words import LANGUAGES as WORDS
from rating.interpretations import Interpretations, stored

ROLES = ("expected_score", "k_factor", "change", "rounding", "floor", "unrated", "forfeit")


def calculator_page(site: Site) -> None:
    """The page in both languages, by the edition of the newest list; none where lists are reckoned event by
    event."""
    if not site.settings.calculator:
        return
    newest, known, articles = site.newest, {}, {}
    law, switches = edition_of(newest), Interpretations()
    if newest is not None and law is not None:
        switches = stored(dict(newest.interpretations))
        known = rules(law, switches)
        articles = {role: law.article_of_role(role) for role in ROLES}
        articles["k_limit"] = law.article_of_role("k_limit") if known["kTimesGames"] else ""
        cited = {
            name: f"rules/{law.id}.html#{anchor(name)}" for name in dict.fromkeys(articles.values()) if name
        }
        known |= {"articles": cited}
    for lang in LANGUAGES:
        site.write_page(
            "calculator.html",
            f"{lang}/calculator.html",
            WORDS[lang]["calculator"],
            data=rules_data(law.id) if law else "data/index.json",
            law=law,
            newest=newest,
            rules=known,
            articles=articles,
            table=law.steps("expected_scores") if law else (),
            choices=choices(law, switches, lang) if law else (),
            halves=("calc_halves_away" if known.get("halvesAwayFromZero") else "calc_halves_up"),
        )
