"""Entries of the register that may be one person: who is looked at, and what speaks for and against it.

Nobody is merged here: `banzuke members merge` rules that two entries are one person, `banzuke members apart`
that they are two. Entries are brought together by keys (a name in any spelling, a FIDE ID, a birth date with
a word of the name), so the work grows with the register and not with its square.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import combinations

from rapidfuzz.distance import OSA
from sqlmodel import Session, col, select

from importer.known import known_members
from importer.matching import Known
from importer.matching.agreement import LESS, Rule, agreement, japanese, names_of
from importer.matching.spelling import one_form, spelled, words_of
from importer.merged import merged, ruled_apart
from importer.names import folded, sorted_words
from importer.register_history import ANNUAL
from importer.tables import EventPlayerRow, EventRow, MembershipRow
from importer.words import SEX_IN_WORDS
from office.words import N_, _, n_
from office.words.formats import joined
from scraper.records import called

MOST_OF_ONE_DAY = 50
"""A birth date that more members of one name have stands for one that nobody knew."""

MOST_OF_ONE_NAME = 50
"""Where a name has more members than these, each stands beside the first of them alone."""

MOST_EVENTS = 3
"""So many events that both played in are named."""


@dataclass(frozen=True, slots=True)
class Double:
    """Two entries, the lower ID first. `likely`: nothing that a person has once is other, or they have one
    name and one kanji, or one FIDE ID."""

    one: Known
    other: Known
    speaks_for: tuple[str, ...]
    speaks_against: tuple[str, ...]
    likely: bool


def doubles(session: Session, only: str | None = None) -> list[Double]:
    """Every two entries that may be one person, the surest first; those ruled to be two are left out. `only`:
    those with the entry of this federation ID."""
    members = known_members(session, {})
    apart = ruled_apart(session)
    about = next((n for n, member in enumerate(members) if member.federation_id == only), None)
    found = ([members[n] for n in pair] for pair in sorted(_brought_together(members, about)))
    pairs = []
    for one, other in (sorted(pair, key=lambda m: m.federation_id) for pair in found):
        ids = (one.federation_id, other.federation_id)
        if (only is None or only in ids) and frozenset(ids) not in apart:
            pairs.append((one, other))
    concerned = {m.member_id for pair in pairs for m in pair}
    known = _known_of(session, concerned) if pairs else ({}, {})
    return sorted((_looked_at(one, other, *known) for one, other in pairs), key=_order)


def _order(pair: Double) -> tuple[bool, int, int, str, str]:
    against, speaks_for = len(pair.speaks_against), len(pair.speaks_for)
    return not pair.likely, against, -speaks_for, pair.one.federation_id, pair.other.federation_id


def _brought_together(members: Sequence[Known], about: int | None) -> set[tuple[int, int]]:
    """Every two members, by number, who share a name in any spelling, a FIDE ID, or a birth date and a name
    that can be the other's. `about`: the one alone whose pairs are asked for."""
    owners = [n for n, member in enumerate(members) for name in names_of(member)]
    texts = spelled(folded([name for member in members for name in names_of(member)]))
    keys: dict[str, set[int]] = defaultdict(set)
    born: dict[tuple[date, str], set[int]] = defaultdict(set)
    for text, n in zip(texts, owners, strict=True):
        keys[text.replace(" ", "") if japanese(text) else sorted_words(text)].add(n)
        if (day := members[n].born) is not None:
            for word in text.split():
                born[day, word].add(n)
    for n, member in enumerate(members):
        if member.fide_id:
            keys[f"FIDE {member.fide_id}"].add(n)
    found = {pair for holders in keys.values() for pair in _pairs(holders, about)}
    for alike in born.values():
        if len(alike) <= MOST_OF_ONE_DAY:
            for pair in combinations(sorted(alike), 2):
                one, other = (members[n] for n in pair)
                # one person with a new surname, a slip in the name, or a shorter one; twins share the surname
                if _same_given(one, other) or _one_slip(one, other) or _shorter(one, other):
                    found.add(pair)
    return found


def _pairs(holders: Collection[int], about: int | None) -> Iterable[tuple[int, int]]:
    """Every two of these; of very many, or where one is asked about, each with that one or the first."""
    if about is None and len(holders) <= MOST_OF_ONE_NAME:
        return combinations(sorted(holders), 2)
    beside = min(holders) if about is None else about
    return ((min(n, beside), max(n, beside)) for n in holders if n != beside and beside in holders)


def _same_given(one: Known, other: Known) -> bool:
    given = [words_of(m.name)[1][1:] for m in (one, other)]
    return bool(given[0]) and given[0] == given[1]


def _shorter(one: Known, other: Known) -> bool:
    """Whether the name of one says less than the other's: a short form, an initial, no middle name."""
    return agreement(one.name, other) in LESS or agreement(other.name, one) in LESS


def _one_slip(one: Known, other: Known) -> bool:
    letters = ["".join(sorted(words_of(m.name)[1])) for m in (one, other)]
    return OSA.distance(*letters, score_cutoff=1) == 1


Spans = Mapping[int, Sequence[MembershipRow]]
Events = Mapping[int, Mapping[int, str]]


def _known_of(session: Session, concerned: set[int]) -> tuple[Spans, Events]:
    """Of the members concerned, by row: the annual memberships, and the events played in."""
    one = merged(session)
    spans: dict[int, list[MembershipRow]] = defaultdict(list)
    events: dict[int, dict[int, str]] = defaultdict(dict)
    annual = select(MembershipRow).where(MembershipRow.kind == ANNUAL)
    for row in session.exec(annual.where(col(MembershipRow.known_until).is_(None))):
        if (who := one.row(row.member_id)) in concerned:
            spans[who].append(row)
    played = (
        select(EventPlayerRow.member_id, EventRow.id, EventRow.name, EventRow.group)
        .join(EventRow, col(EventRow.id) == EventPlayerRow.event_id)
        .where(col(EventPlayerRow.member_id).is_not(None))
    )
    for member, event, name, group in session.exec(played):
        if (who := one.row(member or 0)) in concerned:
            events[who][event or 0] = f"E{event} {called(name, group)}"
    return spans, events


def _looked_at(one: Known, other: Known, spans: Spans, events: Events) -> Double:
    """The two with everything that speaks for and against their being one person."""
    name, same_name = _name(one, other)
    kanji, same_kanji = _kanji(one, other)
    speaks_for = [text for text in (name, kanji if same_kanji else None) if text]
    against = [kanji] if kanji and not same_kanji else []
    for same, differ, mine, theirs in (
        (N_("the same birth date"), N_("birth date: {one} and {other}"), one.born, other.born),
        (N_("the same FIDE ID"), N_("FIDE ID: {one} and {other}"), one.fide_id, other.fide_id),
        ("", N_("sex: {one} and {other}"), _sex(one), _sex(other)),
    ):
        if mine and theirs and mine != theirs:
            against.append(_(differ, one=mine, other=theirs))
        elif mine and theirs and same:
            speaks_for.append(_(same))
    likely = not against or (same_name and same_kanji) or bool(one.fide_id and one.fide_id == other.fide_id)
    if one.club and one.club == other.club:
        speaks_for.append(_("the same club"))
    if one.federation and other.federation and one.federation != other.federation:
        against.append(_("federation: {one} and {other}", one=one.federation, other=other.federation))
    mine_played, theirs_played = (events.get(m.member_id, {}) for m in (one, other))
    if together := sorted(mine_played.keys() & theirs_played.keys()):
        named = _(", ").join(mine_played[event] for event in together[:MOST_EVENTS])
        if (more := len(together) - MOST_EVENTS) > 0:
            named = joined((named, n_("and {n} more", "and {n} more", more)))
        against.append(_("both played in {events}", events=named))
    mine_held, theirs_held = (spans.get(m.member_id, ()) for m in (one, other))
    if any(a.first_day <= b.last_day and b.first_day <= a.last_day for a in mine_held for b in theirs_held):
        against.append(_("both were annual members on the same days"))
    return Double(one, other, tuple(speaks_for), tuple(against), likely)


def _sex(member: Known) -> str:
    return _(SEX_IN_WORDS[member.sex]) if member.sex else ""


NAMES = {
    Rule.SAME: N_("the same name"),
    Rule.FORM: N_("the same name, a kanji in another form"),
    Rule.OTHER_NAME: N_("another name on the register is the same"),
    Rule.FORMER_NAME: N_("a former name is the same"),
    Rule.SPELLING: N_("the same name in another spelling"),
    Rule.DIVIDED: N_("the same name divided differently into words"),
    Rule.ORDER: N_("the same name with its words in another order"),
    Rule.MIDDLE_NAME: N_("the same name without a middle name"),
    Rule.INITIAL: N_("the same name with an initial"),
    Rule.NICKNAME: N_("the same name with a short form"),
    Rule.CUT: N_("the same name cut short"),
}


def _name(one: Known, other: Known) -> tuple[str | None, bool]:
    """What their names have in common, in words; and whether it is the whole name."""
    rules = [
        max(rule, least)
        for whose, of in ((one, other), (other, one))
        for names, least in (
            ((whose.name,), Rule.SAME),
            (whose.other_names, Rule.OTHER_NAME),
            (whose.former_names, Rule.FORMER_NAME),
        )
        for name in names
        if (rule := agreement(name, of)) in NAMES and rule is not None
    ]
    if rules:
        return _(NAMES[min(rules)]), min(rules) is Rule.SAME
    if _one_slip(one, other):
        return _("names one slip apart"), False
    return (_("the same given name") if _same_given(one, other) else None), False


def _kanji(one: Known, other: Known) -> tuple[str | None, bool]:
    """What their kanji have in common or not, in words, where both are known; whether they are the same."""
    if not (one.kanji and other.kanji):
        return None, False
    written = ["".join(text.split()) for text in folded([one.kanji, other.kanji])]
    if written[0] == written[1]:
        return _("the same kanji"), True
    if one_form(written[:1]) == one_form(written[1:]):
        return _("the same kanji in another form"), True
    return _("kanji: {one} and {other}", one=one.kanji, other=other.kanji), False


def last_days(session: Session) -> dict[int, date]:
    """The last day of each member's last membership, by row; of a merged entry, the kept member's."""
    one, found = merged(session), dict[int, date]()
    query = select(col(MembershipRow.member_id), col(MembershipRow.last_day))
    for number, day in session.exec(query.where(col(MembershipRow.known_until).is_(None))):
        member = one.row(number)
        found[member] = max(day, found.get(member, day))
    return found
