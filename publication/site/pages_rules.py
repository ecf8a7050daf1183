"""The rules for who reads them: the articles of every edition that a shown list was made under, and the
calculator, which says what games would do to a rating."""

from office.words import speaking
from publication.site.articles import anchor, articles, rules_data, rules_page
from publication.site.builder import Site
from publication.site.calculator import choices, edition_of, rules
from publication.site.data import rules_json
from publication.site.settings import LANGUAGES
from publication.site.words import LANGUAGES as WORDS
from rating.editions import load
from rating.interpretations import Interpretations, stored

ROLES = ("expected_score", "k_factor", "change", "rounding", "floor", "unrated", "forfeit")


def calculator_page(site: Site) -> None:
    """The page in both languages, by the edition of the newest list; none where lists are reckoned event by
    event."""
    if not site.settings.calculator:
        return
    newest, known, named = site.newest, {}, {}
    law, switches = edition_of(newest), Interpretations()
    if newest is not None and law is not None:
        switches = stored(dict(newest.interpretations))
        known = rules(law, switches)
        named = {role: law.article_of_role(role) for role in ROLES}
        named["k_limit"] = law.article_of_role("k_limit") if known["kTimesGames"] else ""
        cited = {
            name: f"rules/{law.id}.html#{anchor(name)}" for name in dict.fromkeys(named.values()) if name
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
            articles=named,
            table=law.steps("expected_scores") if law else (),
            choices=choices(law, switches, lang) if law else (),
            halves=("calc_halves_away" if known.get("halvesAwayFromZero") else "calc_halves_up"),
        )


def rules_pages(site: Site) -> None:
    """A page for each edition in both languages: each article, what it says and settles, and the tables."""
    for edition in sorted({v.edition for v in site.versions if v.edition}):
        says, law = {}, load(edition)
        for lang in LANGUAGES:
            with speaking(lang):
                says[lang] = articles(edition)
            title, path = WORDS[lang]["rules_of"].format(edition=edition), rules_page(lang, edition)
            told = {"law": law, "articles": says[lang]}
            site.write_page("rules.html", path, title, data=rules_data(edition), **told)
        site.write(rules_data(edition), rules_json(law, says))
