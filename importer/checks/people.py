"""The members behind the names (3(5), 4(3) b)."""

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from importer.ahead import Entered
from importer.findings import Facts, Finding
from importer.ids import fide_number
from importer.matching.agreement import Rule
from importer.matching.identifiers import plain_id
from importer.matching.records import READ_OTHERWISE
from importer.rulings import CODES, GUEST_SINCE, Kind, fingerprint, player_facts
from scraper.records import Kind as Pairing

DECIDED = ("ruling ", "alias ")
"""How the rule of a match begins that the officer made."""


TELL = "tell the organizer; banzuke resolve EVENT --player NUMBER --match ID where one is another"


WHO = "banzuke resolve PROBLEM --match ID, or --no-member for a guest"


def unmatched_players(facts: Facts, remedy: str = WHO) -> Iterator[Finding]:
    """Each player who is nobody, or could be several; asked only of those who had an opponent."""
    view = facts.view
    played = {n for p in view.pairings if p.black is not None for n in (p.white, p.black)}
    ruled = view.rulings.has(Kind.MATCH, view.key)
    for player in view.players.values():
        if player.number not in played or not (ruled or player.match in CODES):
            continue
        subject = view.subject_of(player)
        ruling = view.rulings.find(Kind.MATCH, view.key, subject, player_facts(player))
        if ruling is None and player.match not in CODES:
            continue
        candidates = json.loads(player.candidates)
        listed = "".join(f"\n{_told(c)}" for c in candidates)
        sure = any(c.get("likeness") is None for c in candidates)
        yield facts.finding(
            CODES["ambiguous" if sure else "unknown"],
            subject,
            f"player {player.number}",
            "one member",
            f"“{player.name}”"
            + (f", ID {player.national_id}" if player.national_id else ", no ID")
            + (f", FIDE ID {player.fide_id}" if player.fide_id else "")
            + f": {player.match_rule}"
            + (f"; could be:{listed}" if listed else ""),
            remedy,
            # A decision of another office can name who is on no register here: that answers nothing.
            settled_by=ruling.id if ruling and player.match not in CODES else None,
        )


def federation_ids_missing(facts: Facts) -> Iterator[Finding]:
    """4(3) b: members who had an opponent and stand in the report without their ID. Shown; the name was
    enough. Of whom the officer was asked, he need not be told again."""
    view = facts.view
    played = {n for p in view.pairings if p.black is not None for n in (p.white, p.black)}
    members = [p for n, p in sorted(view.players.items()) if n in played and p.member_id is not None]
    numberless = [p for p in members if not plain_id(p.national_id or "")]
    without = [p for p in numberless if not p.match_rule.startswith(DECIDED)]
    if without:
        named = (
            ""
            if len(without) == len(members) > 1
            else ": " + ", ".join(f"{p.number} {p.name}" for p in without)
        )
        expected = "the federation ID of every member (4(3) b)"
        found = f"{len(without)} of {len(members)} members stand without it" + named
        remedy = "send the organizer docs/organizers.md; the event is rated all the same"
        yield facts.finding(
            "federation-ids-missing", {}, "list of players", expected, found, remedy, blocks=False
        )


def ids_read_otherwise(facts: Facts) -> Iterator[Finding]:
    """IDs that are no member's as they were printed, and certain all the same (R41)."""
    read = [p for p in facts.view.players.values() if p.match_rule.startswith(READ_OTHERWISE)]
    if read:
        told = "".join(f"\n{p.number} {p.name}: {p.match_rule}" for p in read)
        expected = "federation IDs as members have them"
        found = f"{len(read)} written otherwise, and read as the one member each can be:" + told
        yield facts.finding("ids-read", {}, _numbers(read), expected, found, TELL, blocks=False)


def names_read_otherwise(facts: Facts) -> Iterator[Finding]:
    """Names that are their members' but for one slip (R61) or the order of words, the IDs being theirs."""
    words = (f" and {Rule.SLIP.words}: ", f" and {Rule.ORDER.words}: ")
    read = [p for p in facts.view.players.values() if any(told in p.match_rule for told in words)]
    if read:
        told = "".join(f"\n{p.number} {p.name}, {p.national_id or p.fide_id}: {p.match_rule}" for p in read)
        expected = "names as members have them"
        found = f"{len(read)} with one slip, and taken for the member whose ID stands there:" + told
        if any(words[1] in p.match_rule for p in read):
            found = f"{len(read)} with one slip or another order, and taken for whose ID stands there:" + told
        yield facts.finding("names-read", {}, _numbers(read), expected, found, TELL, blocks=False)


def guests_again(facts: Facts) -> Iterator[Finding]:
    """Players who stay guests by a decision at another event (R69). Shown."""
    again = [p for p in facts.view.players.values() if p.match_rule.startswith(GUEST_SINCE)]
    if again:
        told = "".join(f"\n{p.number} {p.name}: {p.match_rule}" for p in again)
        expected = "decisions at other events on who is no member (R69)"
        found = f"{len(again)} decided to be guests there, and no member is likelier now:" + told
        remedy = "nothing; banzuke resolve EVENT --player NUMBER --match ID where one is a member now"
        yield facts.finding("guests-again", {}, _numbers(again), expected, found, remedy, blocks=False)


def _numbers(players: Iterable[Entered]) -> str:
    return "players " + ", ".join(str(p.number) for p in players)


def _told(candidate: dict[str, Any]) -> str:
    """A candidate as the officer reads him: who, why, and what speaks against it."""
    against = "".join(f"; against: {a}" for a in candidate.get("against", ()))
    return f"{candidate['federation_id']} {candidate['name']} ({candidate['why']}{against})"


def member_twice(facts: Facts) -> Iterator[Finding]:
    """Two players of the event taken for the same member; and, shown, two others with one FIDE ID."""
    found: dict[int, list[Entered]] = defaultdict(list)
    for player in facts.view.players.values():
        if player.member_id is not None:
            found[player.member_id].append(player)
    for players in found.values():
        if len(players) > 1:
            first, names, printed = _together(facts, players)
            told = f"both matched to one member ({first.match_rule})"
            remedy = "banzuke resolve EVENT --player NUMBER --match ID, or --no-member, for the wrong one"
            place, expected = f"players {names}", "each member once in an event"
            yield facts.finding(
                "member-twice",
                {"names": printed},
                place,
                expected,
                told,
                remedy,
                settled_by=_by_numbers(facts, names, expected, told),
            )
    yield from _fide_id_twice(facts)


def _fide_id_twice(facts: Facts) -> Iterator[Finding]:
    """Two players with one FIDE ID, neither of them a member. Shown."""
    found: dict[str, list[Entered]] = defaultdict(list)
    for player in facts.view.players.values():
        if player.member_id is None and (number := fide_number(player.fide_id)) is not None:
            found[number].append(player)
    for number, players in found.items():
        if len(players) > 1:
            _first, names, printed = _together(facts, players)
            told = f"the FIDE ID {number} stands with each of them"
            remedy = "ask the organizer whose it is, or whether they are one; without an answer they stay two"
            place, expected = f"players {names}", "each FIDE ID once in an event"
            yield facts.finding(
                "member-twice",
                {"names": printed},
                place,
                expected,
                told,
                remedy,
                blocks=False,
                settled_by=_by_numbers(facts, names, expected, told),
            )


def _together(facts: Facts, players: Sequence[Entered]) -> tuple[Entered, str, str]:
    """Players who may be one: the first of them, whatever their starting numbers, which late entries move;
    how they are shown, with these; and how a decision names them, without."""
    subjects = {p.number: facts.view.subject_of(p) for p in players}
    printed = {number: ", ".join(str(x) for x in told.values() if x) for number, told in subjects.items()}
    in_order = sorted(players, key=lambda p: printed[p.number])
    shown = " and ".join(f"{p.number} {p.name}" for p in players)
    return in_order[0], shown, " and ".join(printed[p.number] for p in in_order)


def _by_numbers(facts: Facts, names: str, expected: str, found: str) -> int | None:
    """An answer from when this question named the players with their starting numbers."""
    view, code = facts.view, "member-twice"
    ruling = view.rulings.find(
        Kind.ACCEPT, view.key, {"names": names}, fingerprint(code, expected, found), code
    )
    return ruling.id if ruling else None


def rating_far_off(facts: Facts, ratings: Mapping[int, Sequence[int]], gap: int) -> Iterator[Finding]:
    """Players whose printed rating is more than `gap` from each of the member's; `ratings`: by row id.
    One finding for the event: it may be FIDE's ratings that are printed. Whom the officer matched himself is
    not asked about: he saw the ratings."""
    played = {
        number
        for p in facts.view.pairings
        if p.kind == Pairing.GAME.value
        for number in (p.white, p.black)
        if number is not None
    }
    told = []
    for number in sorted(played & facts.view.players.keys()):
        player = facts.view.players[number]
        printed, ours = player.rating_national or player.rating, ratings.get(player.member_id or 0)
        if not printed or not ours or any(abs(rating - printed) <= gap for rating in ours):
            continue
        if not player.match_rule.startswith(DECIDED):
            nearest = min(ours, key=lambda rating: abs(rating - printed))
            told.append(f"\n{number} {player.name}: {printed}, and the member's is {nearest}")
    if told:
        expected = f"ratings within {gap} points of the last list's"
        found = f"{len(told)} of {len(played)} are farther off:" + "".join(told)
        remedy = (
            "look whether it is somebody else: banzuke resolve EVENT --player NUMBER --match ID;"
            " without an answer the match stands"
        )
        yield facts.finding(
            "rating-far-off", {}, "ratings of the players", expected, found, remedy, blocks=False
        )
