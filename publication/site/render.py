"""Templates into bytes: one environment for all pages, every name escaped, nothing missing unnoticed."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined, Template

from office.words.formats import day_in
from publication.site import rules
from publication.site.addresses import up
from publication.site.list_pages import signs
from publication.site.settings import SiteSettings
from publication.site.words import LANGUAGES

MENU = (
    ("home", "index.html"),
    ("rating_lists", "lists/index.html"),
    ("members", "members/index.html"),
    ("events", "events/index.html"),
    ("top", "top.html"),
    ("statistics", "statistics.html"),
    ("arrived", "arrived.html"),
    ("corrections", "corrections.html"),
)


@cache
def environment() -> Environment:
    """Jinja2, set up once: escaping for HTML and XML, and the filters of exact figures."""
    made = Environment(
        loader=PackageLoader("publication.site", "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
    made.filters |= {
        "day": day_in,
        "signed": signed,
        "plus": plus,
        "hundredths": hundredths,
        "points": points,
        "ra": average,
        "tenths": tenths,
        "signs": signs,
        "cited": rules.cited,
        "why_k": rules.why_k,
        "k_values": rules.k_values,
        "reason_article": rules.reason_article,
    }
    return made


@cache
def template(name: str) -> Template:
    """A template by its file name."""
    return environment().get_template(name)


def page(
    name: str,
    path: str,
    title: str,
    site: SiteSettings,
    *,
    data: str | None = None,
    asked: str = "",
    **facts: Any,
) -> bytes:
    """A page of the site from its template. `path` begins with the language; `data` is the address of the
    page's figures as JSON; `asked` is what the form for corrections is filled with, as a query."""
    lang, _, inner = path.partition("/")
    return (
        template(name)
        .render(
            lang=lang,
            other="en" if lang == "ja" else "ja",
            inner=inner,
            root=up(path),
            w=LANGUAGES[lang],
            menu=MENU,
            title=unmarked(title),
            site=site,
            data=data,
            asked=asked,
            **facts,
        )
        .encode()
    )


_MARKS = str.maketrans("", "", "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


def unmarked(text: str) -> str:
    """A text without marks for the direction of writing: in a title nothing keeps them from turning round
    what follows."""
    return text.translate(_MARKS)


def signed(n: int) -> str:
    """Hundredths with a sign: 1520 is +15.20, with a true minus where it is one; 0 has none."""
    return f"{'−' if n < 0 else '+' if n else ''}{hundredths(abs(n))}"


def plus(n: int) -> str:
    """A whole number with a sign, the minus a true one; 0 has none."""
    return f"+{n}" if n > 0 else f"−{-n}" if n else "0"


def hundredths(n: int) -> str:
    """92 is 0.92."""
    return f"{n // 100}.{n % 100:02d}"


def points(halves: int) -> str:
    """Points with a half as ½: 9 halves are 4½; ½, 0."""
    whole, rest = divmod(halves, 2)
    return f"{whole or ''}½" if rest else str(whole)


def average(initial: dict[str, Any]) -> str:
    """RA of an initial rating, an exact fraction, shown to a tenth."""
    return tenths(Fraction(*initial["ra"]))


def tenths(value: Fraction) -> str:
    """An exact fraction, shown to a tenth, half up."""
    shown = (value.numerator * 20 + value.denominator) // (value.denominator * 2)
    return f"{shown // 10}.{shown % 10}"
