"""The rules for who reads them: the articles of every edition that a shown list was made under; and the
calculator, which says what games would do to a rating: its numbers are asked of the edition itself."""

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Any, NamedTuple

from office.lists.k_factor import why_k
from office.words import speaking
from office.words.formats import listed
from publication.site.articles import anchor, articles, rules_data, rules_page
from publication.site.builder import Site
from publication.site.data import rules_values
from publication.site.settings import LANGUAGES, WORDS
from publication.site.versions import Version
from rating.edition import Edition
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
        named["difference_limit"] = law.article_of_value("difference_limit")
        named["k_limit"] = law.article_of_role("k_limit") if known["kTimesGames"] else ""
        cited = {
            name: f"rules/{law.id}.html#{anchor(name)}" for name in dict.fromkeys(named.values()) if name
        }
        known |= {"articles": cited}
    for lang in LANGUAGES:
        site.page(
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
            told: dict[str, Any] = {"law": law, "articles": says[lang]}
            site.page("rules.html", path, title, data=rules_data(edition), **told)
        site.values(rules_data(edition), rules_values(law, says))


TOP_FIRST = "ten-first"
"""How R4 is read where the K of the highest rated is asked first."""


class Standing(NamedTuple):
    """What stands of a player on the newest list in one type: rating, the K printed there (None: none is),
    and his rated games in all."""

    type: str
    rating: int
    k: int | None
    games: int

    @property
    def query(self) -> str:
        """The query by which the calculator's address is filled in."""
        k = "" if self.k is None else f"k={self.k}&"
        return f"rating={self.rating}&{k}games={self.games}"


_standing: Callable[[Iterable[object]], Standing] = partial(tuple.__new__, Standing)
"""The same by the shortest way there is: everybody has one."""


def edition_of(version: Version | None) -> Edition | None:
    """The edition of a list; None where it is from before this office, or there is no list."""
    return load(version.edition) if version and version.edition else None


def rules(law: Edition, switches: Interpretations) -> dict[str, Any]:
    """The numbers of an edition for the script, whole numbers all: ratings in points, scores expected (H, L)
    in hundredths. Of rounding and the limit of K only the edition's own functions know: they are asked."""
    rounded, limit = law.shapes.rounding, None
    if law.has("k_limit"):
        most = law.number("k_times_games")
        limit = most if law.shapes.k_limit(law, most, 2, switches) != most else None
    return {
        "edition": law.id,
        "differenceLimit": law.number("difference_limit"),
        "expected": [[s.first, s.last, s.high, s.low] for s in law.steps("expected_scores")],
        "floor": law.number("floor"),
        "kTimesGames": limit,
        "halvesAwayFromZero": rounded(law, [-50], switches) == -1,
        "eachGameRounded": rounded(law, [50, 50], switches) == 2,
        "kNew": law.number("k_new"),
        "kNewBelowGames": law.number("k_new_below_games"),
        "kBeforeNew": law.number("k_top") if switches.r4 == TOP_FIRST else None,
    }


def choices(law: Edition, switches: Interpretations, lang: str) -> list[dict[str, Any]]:
    """Every K of an edition with everything that gives it, in words, in the order in which its rules are
    asked (R4); rules that give the same K are one choice: nobody has to say how old he is."""
    first = ("top",) if switches.r4 == TOP_FIRST else ()
    whys: dict[int, list[str]] = {}
    with speaking(lang):
        for reason in dict.fromkeys((*first, "new", "junior", "top", "usual")):
            whys.setdefault(law.number(f"k_{reason}"), []).append(why_k(reason, law))
        return [{"k": k, "why": listed(why, "or")} for k, why in whys.items()]


def standings(site: Site) -> Mapping[str, tuple[Standing, ...]]:
    """By ID, what players have on the newest list; nobody where there is no calculator."""
    if site.newest is None or site.newest.edition is None or not site.settings.calculator:
        return {}
    found: dict[str, tuple[Standing, ...]] = {}
    for type_, rows in site.rows(site.newest).items():
        for row in rows:
            found[row.id] = (*found.get(row.id, ()), _standing((type_, row.rating, row.k, row.games)))
    return found
