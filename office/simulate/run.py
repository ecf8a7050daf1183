"""Replaying stored lists under another edition, other interpretations or an amended copy of an edition.

Each list is reckoned again from the inputs that its run froze; only the ratings it starts from are those
that the simulation itself gave the list before. Nothing stored is touched.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from pathlib import Path
from sys import intern

from sqlmodel import Session, col, select

from importer.given import bytes_of
from office.errors import refusal
from office.families import family_of
from office.lists.chain import standing_versions
from office.lists.columns import read_rows
from office.lists.erased import Erased
from office.lists.law import carried_over, law_of_version
from office.lists.packing import unpacked
from office.runs.decisions import adjustments_of
from office.runs.inputs import Values, events_of, members_of
from office.runs.rate import reckon_list, refusing
from office.tables import EventLineRow, GameLineRow, ListRatingRow, ListVersionRow
from office.undisturbed import undisturbed
from rating.edition import Edition
from rating.edition_changes import Change, changes
from rating.edition_file import read_draft
from rating.editions import held as editions_held
from rating.editions import load
from rating.errors import EditionError
from rating.families import is_compared
from rating.field import list_in_force
from rating.outcome import Outcome
from rating.records import NO_LISTS, EarlierLists, Event, Member
from rating.rulings import RULINGS

Ratings = dict[str, dict[str, int]]
ELSEWHERE = frozenset(("R0", "R21", "R31", "R32", "R37", "R106", "R114"))
"""Rulings of the regulations that act before a run (the edition, the minutes), on marks, on fees or on what
is asked of the officer."""


@dataclass(frozen=True, slots=True)
class Rules:
    """What a simulation changes: an edition (None keeps that of each list), and these interpretations; all
    others stay as each list was made with. Of a draft: which edition it amends, and what it changes in its
    text."""

    edition: Edition | None = None
    chosen: Mapping[str, str] = field(default_factory=dict)
    amends: str = ""
    changes: tuple[Change, ...] = ()


@dataclass(frozen=True, slots=True)
class SimulatedList:
    """One list of the history: as published, and as the simulation gives it; ratings by type and ID, held
    once where both are the same. A published rating that the other edition has under another name stands
    under that name (R13). `k_factors`, `k_published`: how often each K was used, once for each player of a
    game."""

    list_date: date
    published: Ratings
    simulated: Ratings
    k_factors: Mapping[int, int]
    k_published: Mapping[int, int]
    names: dict[str, str]


def acts(number: str) -> bool:
    """Whether a ruling acts in the reckoning itself, and so on lists simulated from frozen inputs."""
    return RULINGS[number].consulted_in.startswith("`rating/") and number not in ELSEWHERE


def rules_from(edition: str | None, amended: Path | None, chosen: Mapping[str, str]) -> Rules:
    """The rules to simulate: an edition by name, or a file that is an amended copy of one. Refused where an
    interpretation cannot act on frozen inputs: that nobody moves would then say nothing."""
    if idle := sorted(name.upper() for name in chosen if not acts(name.upper())):
        expected, found = f"one of {', '.join(n for n in RULINGS if acts(n))}", ", ".join(idle)
        raise refusal("simulation-interpretation", "--interpretation", expected, found)
    if edition is not None and amended is not None:
        raise refusal("simulation-rules", "banzuke simulate", "an edition or an amended file", "both")
    with refusing():
        if edition is not None:
            return Rules(load(edition), chosen)
        if amended is not None:
            draft, amends = read_draft(bytes_of(amended), amended.name)
            try:
                before = load(amends)
            except EditionError as error:
                (said,), where = error.problems, f"{amended.name}, amends"
                remedy = 'write amends = "NAME" under its id'
                raise refusal(said.code, where, said.expected, said.found, remedy) from error
            return Rules(draft, chosen, amends, changes(before, draft))
    return Rules(None, chosen)


@undisturbed()
def simulate(session: Session, rules: Rules, *, first: date | None, last: date | None) -> list[SimulatedList]:
    """Every published list of the range, in order, as published and as simulated.

    Where the edition changes, the one rating of before goes on as standard, with its games and peak (R13).
    Of who was erased the ID stands for the name. Refused without such a list, or where no text says how a
    rating held becomes one of the edition's.
    """
    found: list[SimulatedList] = []
    erased = Erased(session).ids
    for version, inputs, outcome in replayed(session, rules, history(session, first, last)):
        members = ((intern(m["id"]), m["name"]) for m in inputs["members"])
        names = {number: number if number in erased else intern(name) for number, name in members}
        if found and found[-1].names == names:
            names = found[-1].names  # most keep them: held once for all
        found.append(_compared(session, version, outcome, names))
        session.expire(version)  # its inputs are not asked for again
    return found


def replayed(
    session: Session, rules: Rules, versions: Iterable[ListVersionRow]
) -> Iterator[tuple[ListVersionRow, Values, Outcome]]:
    """Each version with its frozen inputs and the outcome under the rules, from the ratings of the one
    before; refused as `simulate` is."""
    versions = [*versions]
    _refuse_of_other_texts(rules, versions)
    outcome: Outcome | None = None
    lists: dict[date, Ratings] = {}
    for version in versions:
        inputs = unpacked(version.inputs)
        members = members_of(inputs)
        if outcome is not None:
            law = rules.edition or law_of_version(version)[0]
            members = family_of(session).carried_on(members, inputs, outcome, law)
        outcome = _reckoned(version, inputs, members, rules, lists)
        yield version, inputs, outcome


def _refuse_of_other_texts(rules: Rules, versions: Iterable[ListVersionRow]) -> None:
    """A point that none of the texts has which the lists are made by: nobody would move, whatever it is."""
    texts = {version.edition for version in versions}
    if rules.edition is not None:
        texts = {rules.amends or rules.edition.id}
    known = [name for name, one in RULINGS.items() if acts(name) and not texts.isdisjoint(one.articles)]
    if strange := sorted(name.upper() for name in rules.chosen if name.upper() not in known):
        found = "; ".join(f"{name}: {RULINGS[name].article}" for name in strange)
        raise refusal("simulation-interpretation", "--interpretation", f"one of {', '.join(known)}", found)


def history(session: Session, first: date | None, last: date | None) -> list[ListVersionRow]:
    """The published lists of a range that were worked out here, in order, each in the version in force.
    Refused where there is none."""
    made = [v for v in standing_versions(session) if v.how == "run"]
    chosen = [
        v for v in made if (first is None or v.list_date >= first) and (last is None or v.list_date <= last)
    ]
    if not made:
        expected, remedy = "a published list that was worked out here", "publish one first: banzuke status"
        raise refusal("simulation-range", "office", expected, "none", remedy)
    if not chosen:
        held = ", ".join(str(v.list_date) for v in made)
        expected = f"published lists; held are {held}"
        raise refusal("simulation-range", "--from, --to", expected, "none in the range")
    return chosen


def _reckoned(
    version: ListVersionRow,
    inputs: Values,
    members: Sequence[Member],
    rules: Rules,
    lists: dict[date, Ratings],
) -> Outcome:
    """One list. `lists`: the ratings from which each list before this one was made; its own are added."""
    law, switches = law_of_version(version)
    used = rules.edition or law
    into = {**{t: t for t in used.shapes.types(used)}, **carried_over(used)}
    strange = {t for m in members for t in (*m.ratings, *(g.type for g in m.earlier_games)) if t not in into}
    known = sorted(strange) or law.shapes.types(law)
    if strange or not (used.family == law.family or is_compared(used.family)):
        expected = f"an edition that knows the ratings held: {', '.join(known)}"
        found = f"{used.id}: {', '.join(into)}"
        raise refusal("simulation-types", f"list of {version.list_date}", expected, found)
    held = {(m.id, into[t]) for m in members for t in m.ratings}
    # Points of who has no rating by these rules are left away: as in a correction, there is none to add to.
    adjustments = [
        replace(a, type=into[a.type]) for a in adjustments_of(inputs) if (a.member, into.get(a.type)) in held
    ]
    events = events_of(inputs)
    if used.has("list_following"):
        before = used.shapes.previous_list(used, version.list_date)
        lists[before] = {m.id: {into[t]: held.rating for t, held in m.ratings.items()} for m in members}
        for item in inputs["members"]:  # who was entered twice stood on a list by the other number (R53)
            for other in item.get("merged", ()):
                for ratings in (held for held in lists.values() if other in held):
                    ratings[item["id"]] = {**ratings[other], **ratings.get(item["id"], {})}
    return reckon_list(
        members,
        events,
        list_date=version.list_date,
        law=used,
        switches=replace(switches, **rules.chosen),
        adjustments=adjustments,
        earlier_lists=_in_force(used, events, lists),
    )


def _in_force(law: Edition, events: Iterable[Event], lists: Mapping[date, Ratings]) -> EarlierLists:
    """The lists under which events began, for an edition that asks for them; for an event from before the
    history the first list of it, and for a month without a list the one before."""
    if not law.has("list_following"):
        return NO_LISTS
    began = {list_in_force(law, event)[0] for event in events}
    return {day: lists[max((d for d in lists if d <= day), default=min(lists))] for day in began}


def _names(outcome: Outcome) -> dict[str, str]:
    """Under which type of a simulated list a published rating of another type stands, by R13 either way."""
    names: dict[str, str] = {}
    for law in editions_held():
        for old, new in carried_over(law).items():
            for a, b in ((old, new), (new, old)):
                if a not in outcome.lists and b in outcome.lists:
                    names[a] = b
    return names


def _k_published(session: Session, version: ListVersionRow) -> Counter[int]:
    by_game = select(GameLineRow.k).where(GameLineRow.version_id == version.id, col(GameLineRow.counts))
    found = Counter(k for k in session.exec(by_game) if k is not None)
    by_event = select(EventLineRow.k, EventLineRow.games).where(EventLineRow.version_id == version.id)
    for k, games in session.exec(by_event):
        if k is not None:
            found[k] += games
    return found


def _compared(
    session: Session, version: ListVersionRow, outcome: Outcome, names: dict[str, str]
) -> SimulatedList:
    published: Ratings = {t: {} for t in outcome.lists}
    types = _names(outcome)
    for number, type_, rating in read_rows(
        session, ListRatingRow, version.id, ("federation_id", "type", "rating")
    ):
        published.setdefault(types.get(type_, type_), {})[intern(number)] = rating
    simulated = {
        t: {intern(r.id): r.rating for r in rows if r.id in names} for t, rows in outcome.lists.items()
    }
    k_factors: Counter[int] = Counter()
    for moved in outcome.event_lines:
        if moved.k is not None:
            k_factors[moved.k] += moved.games
    k_factors.update(line.k for line in outcome.lines if line.counts and line.k is not None)
    return SimulatedList(
        list_date=version.list_date,
        published=published,
        simulated=published if simulated == published else simulated,
        k_factors=k_factors,
        k_published=_k_published(session, version),
        names=names,
    )
