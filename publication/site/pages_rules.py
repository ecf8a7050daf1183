"""The articles of every edition that a shown list was made under."""

from office.words import speaking
from publication.site.articles import articles, rules_page
from publication.site.builder import Site
from publication.site.settings import LANGUAGES
from publication.site.words import LANGUAGES as WORDS
from rating.editions import load


def rules_pages(site: Site) -> None:
    """A page for each edition in both languages: each article, what it says and settles, and the tables."""
    for edition in sorted({v.edition for v in site.versions if v.edition}):
        for lang in LANGUAGES:
            with speaking(lang):
                found = articles(edition)
            title = WORDS[lang]["rules_of"].format(edition=edition)
            site.write_page("rules.html", rules_page(lang, edition), title, law=load(edition), articles=found)
