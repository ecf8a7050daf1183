"""The articles of an edition as a page of its own, how a page links each article that it cites, and what a
page says of the rules: what an edition settles in which article, and its K."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any

from jinja2 import pass_context
from jinja2.runtime import Context
from markupsafe import Markup, escape

from office.lists.k_factor import k_and_reason
from office.words import _, p_, speaking
from office.words.formats import listed
from publication.account.blocks import escaped, safe
from publication.account.words import REASONS, against
from rating.edition import Entry
from rating.editions import load
from rating.tables import Step

CONTEXT = "article"
"""The context of what articles say in the catalogues."""

_PRINTED = re.compile(r"(Table|Note) (\d+)")
_SKIPPED = re.compile(r"(<(a|bdi|code|script|style)\b.*?</\2>|<[^>]*>)", re.DOTALL)
_BETWEEN = r"(?:, | and |、| or )"


@dataclass(frozen=True, slots=True)
class Article:
    """One paragraph as its page has it. `roles`: what it settles, each with the function that carries it;
    `reasons`: why a game does not count by it; `numbers`: as the edition's file names them. `steps`: rows of
    Table 1, `percent` where they are whole percentages; `points`: rows of Table 2, percentage and points."""

    name: str
    anchor: str
    says: str
    roles: tuple[tuple[str, str], ...]
    reasons: tuple[str, ...]
    numbers: tuple[tuple[str, str], ...]
    steps: tuple[Step, ...]
    percent: bool
    points: tuple[tuple[int, int], ...]


def rules_page(language: str, edition: str) -> str:
    """The address of an edition's articles."""
    return f"{language}/rules/{edition}.html"


def rules_data(edition: str) -> str:
    """The address of the same as figures."""
    return f"data/rules/{edition}.json"


def anchor(article: str) -> str:
    """Where an article stands on that page: 6(3) at `a-6-3`."""
    return "a-" + re.sub(r"[^0-9a-z]+", "-", article.lower()).strip("-")


def articles(edition: str) -> list[Article]:
    """Every article of an edition in the order of the text, in the language spoken."""
    return [_article(entry) for entry in load(edition).entries]


def _article(entry: Entry) -> Article:
    steps: tuple[Step, ...] = ()
    points: list[tuple[int, int]] = []
    numbers = []
    for name, value in entry.values.items():
        if isinstance(value, Mapping):
            points += sorted(value.items(), reverse=True)
        elif isinstance(value, tuple) and value and isinstance(value[0], Step):
            steps = tuple(step for step in value if isinstance(step, Step))
        else:
            numbers.append((name, ", ".join(map(str, value)) if isinstance(value, tuple) else str(value)))
    return Article(
        name=article_name(entry.article),
        anchor=anchor(entry.article),
        says=p_(CONTEXT, entry.says),
        roles=tuple(entry.functions.items()),
        reasons=tuple(_(REASONS[reason]) for reason in entry.reasons if reason in REASONS),
        numbers=tuple(numbers),
        steps=steps,
        percent="percentage_expected" in entry.values,
        points=tuple(points),
    )


def article_name(article: str) -> str:
    """An article as it is cited in the language spoken; its number stays as the text has it."""
    found = _PRINTED.fullmatch(article)
    if found is None:
        return article
    return (
        _("Table {number}", number=found[2]) if found[1] == "Table" else _("Note {number}", number=found[2])
    )


@cache
def _cited(edition: str) -> tuple[re.Pattern[str], Mapping[str, str]]:
    """What a citation of an edition looks like, and the anchors. A name such as 5(1) or Table 1 is one
    wherever it stands; one such as 3 only if the whole bracket is of articles."""
    known = {entry.article: anchor(entry.article) for entry in load(edition).entries}
    for name in [*known]:
        if found := _PRINTED.fullmatch(name):
            known[f"{'表' if found[1] == 'Table' else '注'}{found[2]}"] = known[name]
    plain = sorted((n for n in known if "(" in n or re.search(r"(?:Table|Note|表|注) ?\d", n)), key=_longest)
    short = "|".join(map(re.escape, sorted(known, key=_longest)))
    alone = "|".join(map(re.escape, plain)) or r"(?!)"
    whole = rf"(?<=[(（])(?:{short})(?:{_BETWEEN}(?:{short}))*(?=[)）])"
    return re.compile(rf"{whole}|(?<![\w.(（])(?:{alone})(?![\w(])|(?<=[(（])(?:{alone})(?=[,、])"), known


def _longest(name: str) -> tuple[int, str]:
    return -len(name), name


@lru_cache(maxsize=65_536)
def cited_text(text: str, edition: str, base: str) -> Markup:
    """A text with its citations as links, everything else escaped. `base`: the way from the page to
    `LANGUAGE/`."""
    pattern, _known = _cited(edition)
    made, at = [], 0
    for found in pattern.finditer(text):
        made += [safe(text[at : found.start()]), _links(found[0], edition, f"{base}rules/{edition}.html")]
        at = found.end()
    return Markup("".join([*made, safe(text[at:])]))


@lru_cache(maxsize=4096)
def _links(group: str, edition: str, page: str) -> Markup:
    """The articles of one bracket, each a link."""
    _pattern, known = _cited(edition)
    names = "|".join(map(re.escape, sorted(known, key=_longest)))
    parts = re.split(rf"({_BETWEEN})", group) if not re.fullmatch(names, group) else [group]
    return Markup("").join(
        Markup('<a class="cite" href="{}#{}">{}</a>').format(page, known[part], part)
        if part in known
        else escape(part)
        for part in parts
    )


@cache
def citing(edition: str | None, base: str) -> Callable[[object], str]:
    """What a line or a cell of an account becomes on a page: escaped, with links in the place of citations
    where an edition is behind it. What can cite is a text that is not markup yet, with a bracket in it."""
    if edition is None:
        return escaped

    @lru_cache(maxsize=65_536, typed=True)
    def said(cell: object) -> str:
        if type(cell) is str and ("(" in cell or "（" in cell):
            return str(cited_text(cell, edition, base))
        return escaped(cell)

    return said


@pass_context
def cited(context: Context, text: str, edition: str) -> Markup:
    """The filter: text or markup of a page with its citations as links; what is a link, a name or a script
    already stays as it is."""
    base = f"{context['root']}{context['lang']}/"
    if not isinstance(text, Markup):
        return cited_text(text, edition, base)
    made = []
    for n, piece in enumerate(_SKIPPED.split(text)):
        if n % 3 == 0:
            made.append(cited_text(Markup(piece).unescape(), edition, base))
        elif n % 3 == 1:
            made.append(Markup(piece))
    return Markup("").join(made)


GAME_BY_GAME = (
    "rating_type", "membership", "expected_score", "k_factor", "change", "unrated", "forfeit", "rounding",
    "floor", "fide", "other_type", "initial", "performance", "is_open",
)  # fmt: skip
EVENT_BY_EVENT = (
    "event_k", "average_opposition", "held_opponent", "expected_of_event", "less_percent", "event_change",
    "rounding", "overshoot", "estimates", "event_performance", "pooled", "adult_rating", "listed", "active",
)  # fmt: skip
K_REASONS = ("top", "new", "junior", "usual")


@cache
def law_in_short(edition: str) -> Mapping[str, Any]:
    """What the page about this site tells of an edition: its title, and each point of `GAME_BY_GAME` or
    `EVENT_BY_EVENT` with the article that settles it, where it has one."""
    law = load(edition)
    roles = EVENT_BY_EVENT if law.by_event else GAME_BY_GAME
    points = [(role, law.article_of_role(role)) for role in roles if law.has(role)]
    return {"edition": edition, "title": law.title, "points": points}


@cache
def k_values(edition: str, lang: str) -> str:
    """Every K of an edition with its condition, in the order in which they are asked; "" where K is of the
    event."""
    law = load(edition)
    named = [(reason, law.values.get(f"k_{reason}")) for reason in K_REASONS]
    with speaking(lang):
        return listed(k_and_reason(k, reason, law) for reason, k in named if isinstance(k, int))


def reason_against(reason: str, edition: str) -> str:
    """Why a game does not count, with the article of the edition, in the language spoken."""
    return against(reason, load(edition).article_of_reason(reason))
