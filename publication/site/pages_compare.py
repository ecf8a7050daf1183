"""Players side by side: one page for all, which the browser fills with the figures of their own pages."""

from publication.site.builder import Site
from publication.site.data import plain
from publication.site.settings import LANGUAGES
from publication.site.words import LANGUAGES as WORDS

SAID = {
    "graph": "graph", "peak": "peak", "record": "record", "met": "compare_met", "nobody": "search_none",
    "found": "found", "remove": "compare_remove", "figures": "compare_figures", "missing": "compare_missing",
    "another": "compare_another",
}  # fmt: skip
"""What the script says, by its own names, and the words of it."""


def compare_page(site: Site) -> None:
    """The page in both languages."""
    types = site.newest.types if site.newest else ()
    for lang in LANGUAGES:
        w = WORDS[lang]
        words = {name: w[key] for name, key in SAID.items()} | {type_: w[type_] for type_ in types}
        path = f"{lang}/compare.html"
        site.write_page("compare.html", path, w["compare"], data="data/people.json", words=plain(words))
