"""The links of a mail: what it reports, what it only shows, and what a person has to open.

Reported is what stands in its sender's own words. What it quotes, or what signs it, is shown, and imported
when the officer says so. A link that hides where it leads is never guessed at.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from office.errors import problem_of
from office.mail.quoted import OWN, QUOTED, SIGNATURE, WHERE
from office.mail.texts import Text
from office.mail.waiting import ELSEWHERE, HARMLESS, HIDDEN, ONLY_QUOTED, SEEN, UNREADABLE
from scraper.addresses import Address, find_addresses
from scraper.records import Problem

MOST_NOTED = 50
LISTED = 10
"""So many links of one mail are written out; the others are counted."""


@dataclass(frozen=True, slots=True)
class Links:
    """`addresses`: what the mail reports; `shown`: tournaments in its quoted lines and signatures alone;
    `problems` are for the officer, `noted` only told."""

    addresses: tuple[Address, ...]
    shown: tuple[Address, ...]
    problems: tuple[Problem, ...]
    noted: tuple[Problem, ...]


@dataclass(slots=True)
class _Met:
    """Tournaments, and problems of the other links by the address as it stood there."""

    tournaments: dict[int, Address] = field(default_factory=dict)
    refused: dict[str, Problem] = field(default_factory=dict)

    def add(self, other: "_Met") -> None:
        self.tournaments = {**other.tournaments, **self.tournaments}
        self.refused = {**other.refused, **self.refused}


def links_of(texts: Sequence[Text], *, files: bool) -> Links:
    """What the texts of a mail link. `files`: the mail reports something as a file."""
    met = {kind: _Met() for kind in (OWN, QUOTED, SIGNATURE)}
    read = [(text, {kind: _of_text(text, kind) for kind in met}) for text in texts]
    for text, here in read:
        # What another version of the same text quotes is quoted, however this one marks it.
        others = [m for t, m in read if t is not text and t.alternative == text.alternative is not None]
        for number in [n for n in here[OWN].tournaments if any(_only_shown(n, m) for m in others)]:
            met[QUOTED].tournaments.setdefault(number, here[OWN].tournaments.pop(number))
    for _, here in reversed(read):
        for kind, links in here.items():
            met[kind].add(links)
    own = met[OWN].tournaments
    differ = [p for text, _ in read for p in _words_and_targets(text)] or _versions(read)
    where = {a: WHERE[kind] for kind in (SIGNATURE, QUOTED) for a in met[kind].tournaments.values()}
    shown = {a.tournament: (a, words) for a, words in where.items() if a.tournament not in own}
    alone = not own and not files
    problems, noted = _told(met, _named(texts), alone=alone)
    if shown:
        (problems if alone else noted).insert(0, _shown(list(shown.values()), alone=alone))
    every = {**own, **{number: a for number, (a, _) in shown.items()}}
    broken = [p for m in met.values() for p in m.refused.values() if p.code in UNREADABLE]
    asked = (*differ, *(p for p in broken if not _is_whole(p, every)), *problems)
    only_shown = tuple(a for a, _ in shown.values())
    return Links(tuple(own.values()), only_shown, asked, tuple(noted[:MOST_NOTED]))


def _only_shown(number: int, version: dict[str, _Met]) -> bool:
    return number not in version[OWN].tournaments and any(number in version[k].tournaments for k in WHERE)


def _of_text(text: Text, kind: str) -> _Met:
    """The links in the lines of a kind: of HTML also those that only the targets of its links name."""
    sources = [text.of(kind)]
    if text.html is not None:
        sources += [a.href for a in text.html.anchors if text.kinds[a.line] == kind]
    found = _Met()
    for source in sources:
        here = find_addresses(source)
        for address in here.addresses:
            found.tournaments.setdefault(address.tournament, address)
        for problem in here.refused:
            found.refused.setdefault(problem.place, problem)
        for listing in here.lists:
            place, remedy = listing.met, "open the tournament itself and send its link"
            code = "address-not-a-tournament"  # as the scraper lists it
            problem = Problem(code, place, "a tournament", f"a {listing.what}", remedy)
            found.refused.setdefault(place, problem)
    return found


def _named(texts: Sequence[Text]) -> set[str]:
    """Links whose own words name a tournament: a gateway rewrites where they lead, and leaves the words."""
    anchors = [a for text in texts if text.html is not None for a in text.html.anchors]
    told = [a.href for a in anchors if find_addresses(a.words).addresses]
    return {p.place for href in told for p in find_addresses(href).refused}


def _told(met: dict[str, _Met], named: set[str], *, alone: bool) -> tuple[list[Problem], list[Problem]]:
    """What is asked of links that are no tournaments, and what is only noted. `named`: links whose words say
    where they lead; `alone`: the mail reports nothing else, so that every link in it may be the report."""
    own = dict(met[OWN].refused)
    others = {place: p for kind in WHERE for place, p in met[kind].refused.items() if place not in own}
    asked_of = (*own.values(), *(others.values() if alone else ()))
    hidden = [p for p in asked_of if p.code == "address-hidden" and p.place not in named]
    elsewhere = [p for p in own.values() if p.code in HARMLESS] if alone and not hidden else []
    asked = {p.place for p in (*hidden, *elsewhere)}
    told = (*HARMLESS, "address-hidden")
    noted = [p for p in (*own.values(), *others.values()) if p.place not in asked and p.code in told]
    problems = []
    if hidden:
        expected = "links that show where they lead"
        remedy = f"open them in a browser; {_ANSWER}"
        problems.append(_listed(HIDDEN, hidden, expected, remedy))
    if elsewhere:
        expected = "a tournament of Chess-Results, or a report file"
        problems.append(_listed(ELSEWHERE, elsewhere, expected, f"look at them; {_ANSWER}"))
    return problems, noted


_ANSWER = "if one is a tournament: banzuke inbox import M… LINK; else: banzuke inbox close M… --reason WHY"


def _listed(code: str, links: Sequence[Problem], expected: str, remedy: str) -> Problem:
    more = f" and {len(links) - LISTED} more" if len(links) > LISTED else ""
    places = ", ".join(p.place for p in links[:LISTED]) + more
    return Problem(code, places, expected, "; ".join(dict.fromkeys(p.found for p in links[:LISTED])), remedy)


def _shown(found: Sequence[tuple[Address, str]], *, alone: bool) -> Problem:
    """Tournaments that the mail does not report in its own words."""
    places = ", ".join(address.url.partition("?")[0] for address, _ in found)
    where = " and ".join(dict.fromkeys(words for _, words in found))
    expected, take = "a link in the mail's own words", "if they are reported with it: banzuke inbox import M…"
    if alone:
        remedy = f"{take}; else: banzuke inbox close M… --reason WHY"
        return Problem(ONLY_QUOTED, places, expected, f"links only in {where}", remedy)
    return Problem(SEEN, places, expected, f"in {where}, not imported", take)


def _words_and_targets(text: Text) -> list[Problem]:
    """Links whose words show another tournament than they lead to: both are taken, and one is not meant."""
    problems = []
    for anchor in text.html.anchors if text.html is not None else ():
        shown = {a.tournament for a in find_addresses(anchor.words).addresses}
        leads = {a.tournament for a in find_addresses(anchor.href).addresses}
        if shown and leads and shown != leads and text.kinds[anchor.line] == OWN:
            found = f"shows {_numbers(shown)}, leads to {_numbers(leads)}"
            problems.append(_disagree("a link of the mail", found))
    return list({p.found: p for p in problems}.values())


def _versions(read: Sequence[tuple[Text, dict[str, _Met]]]) -> list[Problem]:
    """Versions of one text that report other tournaments."""
    versions: dict[int, list[set[int]]] = {}
    for text, met in read:
        if text.alternative is not None and met[OWN].tournaments:
            versions.setdefault(text.alternative, []).append(set(met[OWN].tournaments))
    return [
        _disagree("the text and the HTML version", " / ".join(map(_numbers, named)))
        for named in versions.values()
        if any(s != named[0] for s in named)
    ]


def _is_whole(broken: Problem, tournaments: dict[int, Address]) -> bool:
    """Whether an address broken by a line end stands whole elsewhere in the mail."""
    start = broken.place.lower().rpartition("tnr")[2].lstrip("0")
    return start.isdigit() and any(str(number).startswith(start) for number in tournaments)


def _disagree(place: str, found: str) -> Problem:
    return problem_of("mail-links-differ", place, "one tournament", found)


def _numbers(tournaments: set[int]) -> str:
    return ", ".join(str(t) for t in sorted(tournaments))
