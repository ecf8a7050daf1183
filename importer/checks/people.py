"""The members behind the names (3(5), 4(3) b)."""

import json
from collections import defaultdict
from collections.abc import Iterator

from importer.checks.facts import Facts
from importer.findings import Finding
from importer.rulings import Kind, fingerprint
from importer.tables import EventPlayerRow

CODES = {"unknown": "member-unknown", "ambiguous": "member-ambiguous"}


def player_facts(player: EventPlayerRow) -> str:
    """What a decision on a player was made on, beside his name and IDs."""
    return fingerprint(player.federation, player.sex)


def unmatched_players(facts: Facts) -> Iterator[Finding]:
    """Each player who is nobody, or could be several; asked only of those who had a game."""
    view = facts.view
    played = {n for p in view.pairings if p.black is not None for n in (p.white, p.black)}
    for player in view.players.values():
        if player.number not in played:
            continue
        subject = view.subject_of(player)
        ruling = view.rulings.find(Kind.MATCH, view.key, subject, player_facts(player))
        if ruling is None and player.match not in CODES:
            continue
        candidates = json.loads(player.candidates)
        listed = "; ".join(f"{c['federation_id']} {c['name']} ({c['why']})" for c in candidates)
        yield facts.finding(
            CODES["ambiguous" if candidates else "unknown"],
            subject,
            f"player {player.number}",
            "one member",
            f"“{player.name}”"
            + (f", ID {player.national_id}" if player.national_id else ", no ID")
            + (f", FIDE ID {player.fide_id}" if player.fide_id else "")
            + f": {player.match_rule}"
            + (f"; candidates: {listed}" if listed else ""),
            "banzuke resolve PROBLEM --match ID, or --no-member for a guest",
            settled_by=ruling.id if ruling else None,
        )


def member_twice(facts: Facts) -> Iterator[Finding]:
    """Two players of the event taken for the same member."""
    found: dict[int, list[EventPlayerRow]] = defaultdict(list)
    for player in facts.view.players.values():
        if player.member_id is not None:
            found[player.member_id].append(player)
    for players in found.values():
        if len(players) > 1:
            names = " and ".join(f"{p.number} {p.name}" for p in players)
            yield facts.finding(
                "member-twice",
                {"names": names},
                f"players {names}",
                "each member once in an event",
                f"both matched to one member ({players[0].match_rule})",
                "banzuke resolve EVENT --player NUMBER --match ID, or --no-member, for the wrong one",
            )
