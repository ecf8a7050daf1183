"""Templates into bytes: one environment for all pages, every name escaped, nothing missing unnoticed."""

from functools import cache, lru_cache
from typing import Any

from jinja2 import Environment, Template
from markupsafe import Markup

from importer.plain_text import written
from office.words import speaking
from office.words.formats import day_in
from publication.account.figures import hundredths, plus, points, signed
from publication.design.styles import templates
from publication.site.addresses import club_slug, event_slug, up
from publication.site.articles import anchor, cited, k_values, reason_against
from publication.site.columns import signs
from publication.site.compiled import Kept, Quick, stating
from publication.site.settings import LANGUAGES, WORDS, SiteSettings

MENU = (
    ("home", "index.html"),
    ("rating_lists", "lists/index.html"),
    ("members", "members/index.html"),
    ("events", "events/index.html"),
    ("top", "top.html"),
    ("statistics", "statistics.html"),
    ("calculator", "calculator.html"),
    ("arrived", "arrived.html"),
    ("corrections", "corrections.html"),
)


OF_MENU = frozenset(href for _, href in MENU)

SHARED = "static/share.png"
"""The picture of every page that has none of its own: 1200 by 630 dots, as all of them."""


@cache
def environment() -> Environment:
    """Jinja2, set up once: escaping for HTML and XML, and the filters of exact figures."""
    made = templates("publication.site")
    made.template_class, made.bytecode_cache = Quick, Kept()
    made.filters |= {
        "day": day_in,
        "signed": signed,
        "plus": plus,
        "hundredths": hundredths,
        "points": points,
        "signs": signs,
        "slug": event_slug,
        "club_slug": club_slug,
        "k_values": k_values,
        "against": reason_against,
        "anchor": anchor,
        "cited": cited,
    }
    return made


@cache
def template(name: str) -> Template:
    """A template whose words come with its facts."""
    return environment().get_template(name)


@cache
def _template(name: str, lang: str, root: str) -> Template:
    """The template of a page in a language, at a distance from the site's root."""
    return _spoken(lang, root).get_template(name)


@cache
def _spoken(lang: str, root: str) -> Environment:
    return stating(environment(), {"lang": lang, "other": _other(lang), "root": root}, WORDS[lang])


def _other(lang: str) -> str:
    return "en" if lang == "ja" else "ja"


def page(
    name: str,
    path: str,
    title: str,
    site: SiteSettings,
    *,
    data: str | None = None,
    asked: str = "",
    picture: str = "",
    **facts: Any,
) -> bytes:
    """A page of the site from its template. `path` begins with the language; `data` is the address of the
    page's figures as JSON; `asked` is what the form for corrections is filled with, as a query; `picture` is
    what messengers show beside a link to it, the site's own where the page has none."""
    lang, _, inner = path.partition("/")
    root = up(path)
    with speaking(lang):
        text = _template(name, lang, root).render(
            lang=lang,
            other=_other(lang),
            inner=inner,
            path=path,
            root=root,
            w=WORDS[lang],
            menu=_menu(lang, root, inner if inner in OF_MENU else "", calculator=site.calculator),
            title=unmarked(title),
            site=site,
            data=data,
            asked=asked,
            picture=picture or SHARED,
            description=described(name, unmarked(title), site, lang),
            **facts,
        )
    return written(text)


def landing(site: SiteSettings) -> bytes:
    """The page at the site's own address, which leads to both languages; it is described as home is."""
    name = site.named("ja")
    text = template("landing.html").render(
        lang="ja",
        inner="index.html",
        path="index.html",
        root="",
        w=WORDS["ja"],
        title=name,
        site=site,
        picture=SHARED,
        description=" ".join(described("home.html", name, site, lang) for lang in LANGUAGES),
        **WORDS,
    )
    return written(text)


@cache
def _menu(lang: str, root: str, here: str, *, calculator: bool) -> Markup:
    """The menu, in which there is a calculator or none. `here`: the page of it that it stands on."""
    shown = [(key, href) for key, href in MENU if key != "calculator" or calculator]
    line = Markup('<li><a href="{}{}/{}"{}>{}</a></li>\n')
    current = Markup(' aria-current="page"')
    return Markup("").join(
        line.format(root, lang, href, current if href == here else "", WORDS[lang][key])
        for key, href in shown
    )


def described(name: str, title: str, site: SiteSettings, lang: str) -> str:
    """What search engines and messengers say of a page: by its template, in the page's language."""
    w = WORDS[lang]
    said = w.get(f"desc_{name.removesuffix('.html')}", w["desc_other"])
    return said.format(title=title, name=site.named(lang))


_MARKS = str.maketrans("", "", "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


@lru_cache(maxsize=4096)
def unmarked(text: str) -> str:
    """A text without marks for the direction of writing: in a title nothing keeps them from turning round
    what follows."""
    return text.translate(_MARKS)
