"""The articles of every edition that a shown list was made under."""

from office.words import speaking
from publication.site.articles import articles, rules_data, rules_page
from publication.site.builder import Site
from publication.site.data_pages import rules_json
from publication.site.settings import LANGUAGES
from publication.site.words import LANGUAGES as WORDS
from rating.editions import load


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
