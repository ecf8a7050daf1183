"""What the office would ask an organizer, before he reports: 4(3) and what the reading met."""

from importer.names import federation_id
from scraper.records import EventRecord, Kind, Problem


def asked_before_reporting(record: EventRecord) -> list[Problem]:
    """The reading's problems, then what article 4(3) wants and the event does not say."""
    found = list(record.problems)
    codes = {p.code for p in found}
    upload = "enter it in Swiss-Manager and upload again"
    if not record.organizer:
        found.append(Problem("organizer-missing", "details", "the organizer (4(3) a)", "none", upload))
    if record.first_day is None or record.last_day is None:
        found.append(Problem("event-without-days", "details", "first and last day (4(3) a)", "none", upload))
    if record.time_control.text is None and "time-control-missing" not in codes:
        found.append(Problem("time-control-missing", "details", "a time control (4(3) a)", "none", upload))
    pending = [p for p in record.pairings if p.kind is Kind.PENDING]
    if pending and "result-pending" not in codes:
        rounds = ", ".join(str(n) for n in sorted({p.round for p in pending}))
        found.append(
            Problem(
                "result-pending",
                f"rounds {rounds}",
                "every result",
                f"{len(pending)} without",
                "enter the results and upload again",
            )
        )
    played = {n for p in record.pairings if p.black is not None for n in (p.white, p.black)}
    without = [p for p in record.players if p.number in played and federation_id(p.national_id or "") is None]
    if without:
        names = "; ".join(
            f"{p.number} {p.name}" + (f" (ID {p.national_id})" if p.national_id else "") for p in without[:20]
        )
        more = f" and {len(without) - 20} more" if len(without) > 20 else ""
        found.append(
            Problem(
                "federation-id-missing",
                "start list, column ID",
                "the federation ID of every member, N and eight digits (4(3) b)",
                f"{len(without)} players without: {names}{more}",
                "enter the IDs in Swiss-Manager; only guests who are no members may stay without",
            )
        )
    commas = [p for p in record.players if p.name.count(",") > 1]
    for player in commas:
        found.append(
            Problem(
                "name-unclear",
                f"player {player.number}",
                "surname and first name (4 Note 4)",
                f"“{player.name}”",
                "correct the name in Swiss-Manager",
            )
        )
    return found
