"""Problems in the reader's language.

A problem is stored and compared in English, as it was made; it is told in other words only where it is shown.
Its texts are made from templates, which `flow` finds in the sources for the catalogues.
"""

import itertools
import re
from collections.abc import Callable
from contextvars import ContextVar
from dataclasses import replace
from functools import cache, wraps
from typing import TYPE_CHECKING, TypeAlias

from office.words import catalogue, language, p_
from office.words.codes import CONTEXT, as_text
from office.words.formats import day
from office.words.several import ON_DAY, PLAYERS, RANGE, alike
from office.words.templates import Templates
from scraper.records import Problem

if TYPE_CHECKING:
    from importer.tables import ProblemRow
    from rating.errors import Problem as RatingProblem

SAID, PART, FACT = 5, 4, 9
"""Signs of its own that a template needs: for a whole text, for a part of a place, and for a fact within a
text, so that what people wrote is not taken apart."""
DEEPEST = 5
"""So far texts stand in one another; those of ours end before. What people wrote may go on for ever, and be
taken apart in two ways at each step."""
LONGEST = 20_000
"""Signs of a line that is looked at."""
LIST = "_list"
"""How the name of a place ends that holds several things: `flow` names it so."""
PLACES = ("place", "where", "origin")
"""How places in a text are named that hold the place of a problem."""


ProblemLike: TypeAlias = "Problem | RatingProblem | ProblemRow"
"""A problem of any wing."""

COMMA = re.compile(", ")
QUOTED = re.compile(r"“([^“”]*)”")
"""What is nothing but a quotation of what people wrote."""
WHERE = re.compile(r"(?:[^“(]+, )?(?:player|round|line|row|record) \d+(?:, [^“(]+)?")
"""What stands before a colon and is a place: in a player, round, line and so on of a number."""
OF_LIST = re.compile(r"\b(list of )(\d{4}-\d\d-\d\d)(?![-.\w])")
"""A list as places name it, by its day; without “of” it stands as it was asked for."""
A_NUMBER = re.compile(r"[A-Z]?\d+ [^\W\d_][^;:“]*")
"""Somebody or something by its number and its name: “N90000001 Mori Sora”."""
OF_PLACE = re.compile(r"(column [A-Z]{1,3}|round \d+)(?:: (\d+))?")
"""A part of a place that stands as a fact: a column without a heading; a round, and how many there."""
NUMBERED = re.compile(r", (?=\w?\d+ )")
"""What parts a list, and one of people, each with his number: “4 Mori, Sora, 9 Hata, Rin”."""


def in_language(problem: ProblemLike) -> Problem:
    """A problem in the language spoken; what has no translation stays in English."""
    expected, found = (as_text(problem.code, text) for text in (problem.expected, problem.found))
    return Problem(problem.code, place(problem.place), said(expected), said(found), said(problem.remedy))


def shown(problem: ProblemLike) -> Problem:
    """The same as a person reads it on a page or at a terminal: its place as `where` tells it."""
    return replace(in_language(problem), place=where(problem.place))


_depth: ContextVar[int] = ContextVar("depth", default=0)


def _bounded(tell: Callable[[str], str]) -> Callable[[str], str]:
    """The same, but that it leaves a text as it stands which stands too deep in others."""

    @wraps(tell)
    def told(text: str) -> str:
        if (depth := _depth.get()) > DEEPEST:
            return text
        before = _depth.set(depth + 1)
        try:
            return tell(text)
        finally:
            _depth.reset(before)

    return told


@_bounded
def said(text: str) -> str:
    """A text of a problem in the language spoken."""
    if not text.strip() or not _has_words(language()):
        return text
    if "\n" in text:
        return "\n".join(map(_line, text.split("\n")))
    if len(text) > LONGEST:
        return text
    if (exact := _templates(language()).exact.get(text)) is not None:
        return exact
    if "; " in text and (whole := _people(text) or _told(text, SAID, joined="; ")) is not None:
        return whole
    whom, colon, several = text.partition(": ")
    if colon and (told := _people(several)) is not None:
        ours = said(whom)
        whole = _told(text, SAID) if ours == whom else None  # “4 without it: 1 Mori, Sora; …”
        return whole or f"{ours}{p_('punctuation', ': ')}{told}"
    each = text.split("; ") if "; " in text else []
    if each and all(one.count("(") == one.count(")") and said(one) != one for one in each):
        return p_("problem", "; ").join(map(said, each))
    who, quoted, why = text.partition("”: ")  # who it is, by a name, before what is said of him
    if quoted and (named := _told(f"{who}”", FACT)) and (because := said(why)) != why:
        return f"{named}{p_('punctuation', ': ')}{because}"
    if told := _told(text, SAID) or _both(text):
        return told
    if RANGE.fullmatch(text):
        return place(text)
    within = re.fullmatch(r"(.+?) \((.+)\)", text)  # people's words on either side
    if within is not None and (both := (said(within[1]), said(within[2]))) != within.groups():
        return p_("problem", "{place} ({file})", place=both[0], file=both[1])
    name, colon, told = text.partition(": ")
    whose = colon and "; " not in name and said(name) == name  # as people wrote it, his comma too
    if not whose and (parts := _parts(text, "; ", said) or _parts(text, ", ", said)):
        return parts
    ours, other = said(name) if colon else name, said(told)
    return text if (ours, other) == (name, told) else f"{ours}{p_('punctuation', ': ')}{other}"


def _line(text: str) -> str:
    """One of several lines, which may say where before what: `player 4: “Mori, Sora”, no ID: no member …`."""
    where, _colon, told = text.partition(": ")
    whole = _templates(language()).find(text, SAID, holding=": ")
    of_ours = whole is not None and whole[0].between[0]  # begins with words of its own
    if WHERE.fullmatch(where) and told and not of_ours:
        return f"{place(where)}{p_('punctuation', ': ')}{said(told)}"
    return said(text)


@_bounded
def place(text: str) -> str:
    """A place in the language spoken, part by part: `round 5, table 1, row 12 (r5.html)`."""
    if not text.strip() or not _has_words(language()):
        return text
    if (exact := _templates(language()).exact.get(text)) is not None:
        return exact
    within = re.fullmatch(r"(.+) \(([^()]+)\)", text, re.DOTALL)
    named = within and _templates(language()).find(text.rpartition(", ")[2], PART)
    if named and "name" in named[1]:  # what stands in brackets is of the name
        within = None
    if within is not None and (inner := place(within[1])) != within[1]:
        return p_("problem", "{place} ({file})", place=inner, file=within[2])
    if (several := PLAYERS.fullmatch(text)) and (people := _told(several[2], PART)):
        return _joined([*([(place(several[1]), True)] if several[1] else []), (people, True)], ", ")
    parts, told = text.split(", "), list[tuple[str, bool]]()
    while parts:  # as many parts at once as one text of ours has
        for many in range(min(len(parts), _most_parts(language())), 0, -1):
            ours = _told(", ".join(parts[:many]), PART, exact=many > 1)
            if ours is not None or many == 1:
                further = parts[0].isdigit() and bool(told) and told[-1][1]  # “players 4, 9”
                told.append((ours or parts[0], ours is not None or further))
                del parts[:many]
                break
    return _joined(told, ", ")


def where(text: str) -> str:
    """A place as a person reads it: the day of a list as sentences have it."""
    return place(OF_LIST.sub(_list_day, text))


def _list_day(named: re.Match[str]) -> str:
    try:
        return named[1] + day(named[2])
    except ValueError:
        return named[0]  # no day, so no list: as somebody wrote it


def _fact(text: str) -> str:
    if of_place := OF_PLACE.fullmatch(text):
        return place(of_place[1]) + (p_("punctuation", ": ") + of_place[2] if of_place[2] else "")
    return _both(text) or _told(text, FACT) or _on_days(text) or _people(text) or text


def _people(text: str) -> str | None:
    """People, events and so on, each with the number it has, joined as the language joins names."""
    each = text.split("; ")
    named = len(each) > 1 and all(A_NUMBER.fullmatch(one) and said(one) == one for one in each)
    return p_("people", "; ").join(each) if named else None


def _on_days(text: str) -> str | None:
    """Whoever is named with a day, one after the other."""
    each = [ON_DAY.fullmatch(one) for one in text.split("; ")]
    told = [p_("people", "{who} on {day}", who=on[1], day=on[2]) for on in each if on]
    return p_("problem", "; ").join(told) if len(told) == len(each) else None


def _both(text: str) -> str | None:
    """Two things of ours, joined; or several that are alike, as they stand."""
    exact = _templates(language()).exact
    if several := alike(text):
        return p_("problem", " and ").join(several)
    for joined, word in ((" and ", p_("problem", " and ")), (" or ", p_("problem", " or "))):
        parts = text.split(joined)
        both = [exact.get(part) for part in parts]
        if len(both) == 2 and None not in both:
            return word.join(filter(None, both))
        quoted = [q[1] for part in parts if (q := QUOTED.fullmatch(part))]
        if len(parts) == len(quoted) > 1:
            return word.join(p_("problem", "“{text}”", text=one) for one in quoted)
    return None


def _told(text: str, size: int, *, exact: bool = False, joined: str = "") -> str | None:
    """The text in other words; None if there is no template for it. `exact`: only as it stands;
    `joined`: only by a template that holds this too."""
    if (quoted := QUOTED.fullmatch(text)) is not None:
        return p_("problem", "“{text}”", text=quoted[1])
    templates = _templates(language())
    if (plain := templates.exact.get(text)) is not None or exact:
        return plain
    found = templates.find(text, size, joined)
    if found is None:
        return None
    template, facts = found
    try:
        typed = template.typed
        return template.told.format(
            **{name: fact if name in typed else _within(name, fact) for name, fact in facts.items()}
        )
    except (LookupError, ValueError, AttributeError):
        return None


def _within(name: str, fact: str) -> str:
    """A fact that stands in another text: words of ours are told, what people wrote stays."""
    if name in PLACES:
        return place(fact)
    if name.endswith(LIST):
        if "; " in fact:
            return _parts(fact, "; ", _fact) or p_("people", "; ").join(fact.split("; "))
        parted = NUMBERED if NUMBERED.match(f", {fact}") else COMMA
        return _joined([(_fact(part), True) for part in parted.split(fact)], ", ")
    told = _fact(fact)
    return told if told != fact else _parts(fact, "; ", _fact) or _parts(fact, ", ", _fact) or fact


def _parts(text: str, separator: str, tell: Callable[[str], str]) -> str | None:
    """A list of texts, each told for itself, as many parts at once as one text of ours has; None if none of
    them could be."""
    parts, exact = text.split(separator), _templates(language()).exact
    if len(parts) == 1:
        return None
    told, at = list[tuple[str, bool]](), 0
    while at < len(parts):
        several = ((n, separator.join(parts[at : at + n])) for n in range(min(3, len(parts) - at), 1, -1))
        many, whole = next(((n, exact[joined]) for n, joined in several if joined in exact), (1, ""))
        part, at = parts[at], at + many
        if whole:
            told.append((whole, True))
        elif told and (added := _told(separator + part, FACT)) is not None:  # what is added begins with it
            told[-1] = (told[-1][0] + added, True)
        else:
            told.append((one := tell(part), one != part))
    return _joined(told, separator) if any(ours for _, ours in told) else None


def _joined(told: list[tuple[str, bool]], separator: str) -> str:
    """Texts joined as the language joins, but those that stand as people wrote them as they stood."""
    ours = p_("problem", "; ") if separator == "; " else p_("problem", ", ")
    joined = told[0][0]
    for (_, before), (text, here) in itertools.pairwise(told):
        joined += (ours if before or here else separator) + text
    return joined


@cache
def _templates(language: str) -> Templates:
    """The templates of problems of a compiled catalogue; where it lacks one, English as newly worded."""
    texts = {} if language == "en" else dict(_texts("en"))
    return Templates(texts | _texts(language))


def _texts(language: str) -> dict[str, str]:
    start = f"{CONTEXT}\x04"
    messages: dict[str, str] = getattr(
        catalogue(language), "_catalog", {}
    )  # gettext has no other way to list
    return {  # told line by line: the end of the line before is no part of it
        key.removeprefix(start).removeprefix("\n"): text.removeprefix("\n")
        for key, text in messages.items()
        if isinstance(key, str) and key.startswith(start)
    }


@cache
def _most_parts(language: str) -> int:
    """How many parts, between commas, a text of ours has at most."""
    return 1 + max((text.count(", ") for text in _templates(language).exact), default=0)


@cache
def _has_words(language: str) -> bool:
    templates = _templates(language)
    return bool(templates.exact) or bool(templates._by_word)
