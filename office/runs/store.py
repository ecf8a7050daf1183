"""The outcome of a run into the tables: one draft, whole, in the caller's transaction."""

import json
import re
from collections.abc import Iterable, Mapping
from datetime import date, datetime
from typing import Any

from sqlmodel import Session, col, delete, func, insert, select

from office.desk.refresh import DeskEvent
from office.lists.canonical import canonical_text, packed, sha256
from office.lists.chain import draft
from office.runs.columns import member_rows, rating_rows
from office.runs.earlier import Earlier
from office.runs.inputs import Values
from office.runs.report import run_report
from office.tables import (
    EarlierGameRow,
    GameLineRow,
    ListMemberRow,
    ListRatingRow,
    ListVersionRow,
    VersionEventRow,
)
from rating.edition import Edition
from rating.outcome import GameLine, Outcome

BELONGING = (ListMemberRow, ListRatingRow, GameLineRow, EarlierGameRow, VersionEventRow)


def store_draft(
    session: Session,
    outcome: Outcome,
    inputs: Values,
    events: Iterable[DeskEvent],
    law: Edition,
    previous: ListVersionRow,
    now: datetime,
) -> ListVersionRow:
    """Stores the outcome as the draft of its list, in the place of an earlier draft."""
    old = draft(session, outcome.list_date)
    if old is not None:
        for table in BELONGING:
            session.exec(delete(table).where(col(table.version_id) == old.id))
        session.delete(old)
        session.flush()
    newest = session.exec(
        select(func.max(ListVersionRow.version)).where(ListVersionRow.list_date == outcome.list_date)
    ).one()
    blob, inputs_sha = packed(inputs)
    version = ListVersionRow(
        list_date=outcome.list_date,
        version=(newest or 0) + 1,
        how="run",
        state="draft",
        previous_id=previous.id,
        edition=outcome.edition,
        interpretations=json.dumps(outcome.interpretations.as_dict(), sort_keys=True),
        period_first=outcome.period.first,
        period_last=outcome.period.last,
        made_at=now,
        inputs=blob,
        inputs_sha256=inputs_sha,
        text_sha256="",
        report="",
    )
    session.add(version)
    session.flush()
    assert version.id is not None
    _insert(session, ListMemberRow, version.id, member_rows(outcome, inputs))
    games = Earlier(outcome, inputs)
    _insert(session, ListRatingRow, version.id, rating_rows(outcome, inputs, law, games))
    _insert(session, GameLineRow, version.id, _lines(outcome, inputs))
    _insert(session, EarlierGameRow, version.id, _earlier(outcome, games))
    held = [{"event_key": e.view.key, "reading_id": e.view.event.reading_id} for e in events]
    _insert(session, VersionEventRow, version.id, held)
    version.report = run_report(outcome, inputs)
    version.text_sha256 = sha256(canonical_text(session, version))
    session.add(version)
    session.flush()
    return version


def _insert(session: Session, table: type, version_id: int, rows: Iterable[Mapping[str, Any]]) -> None:
    values = [{**row, "version_id": version_id} for row in rows]
    if values:  # Core's insert with no parameters would add one row of defaults
        session.exec(insert(table), params=values)


def _lines(outcome: Outcome, inputs: Values) -> list[Values]:
    known = {m["id"]: m["name"] for m in inputs["members"]}
    events = {e["key"]: e for e in inputs["events"]}
    names: dict[tuple[str, str], str] = {}
    colours: dict[tuple[str, int, int | None, str], bool] = {}
    for event in inputs["events"]:
        for game in event["games"]:
            for side in ("white", "black"):
                names[event["key"], game[side]] = game[f"{side}_name"]
                colours[event["key"], game["round"], game["board"], game[side]] = game["colours"]

    def name(line: GameLine, who: str) -> str:
        return known.get(who) or names[line.event, who]

    def told(line: GameLine, detail: str) -> str:
        """The engine's words with names for IDs; who is no member has no ID to show."""
        shown = {
            who: f"{name(line, who)} ({who})" if who in known else name(line, who)
            for who in (line.player, line.opponent)
        }
        # The longer first: one guest's place in the event, #1, begins another's, #14.
        pattern = "|".join(re.escape(who) for who in sorted(shown, key=len, reverse=True))
        return re.sub(pattern, lambda found: shown[found[0]], detail)

    return [
        {
            "federation_id": line.player if line.player in known else None,
            "player_name": name(line, line.player),
            "opponent_id": line.opponent if line.opponent in known else None,
            "opponent_name": name(line, line.opponent),
            "event_key": line.event,
            "event_name": events[line.event]["name"],
            "colour": line.colour if colours[line.event, line.round, line.board, line.player] else None,
            "reasons": json.dumps(
                [
                    {
                        "reason": r.reason,
                        "article": r.article,
                        "detail": told(line, r.detail),
                        "player": r.player if r.player in known else None,
                        "who": name(line, r.player) if r.player else None,
                        "day": r.day.isoformat() if r.day else None,
                    }
                    for r in line.reasons
                ],
                ensure_ascii=False,
            ),
            **{n: getattr(line, n) for n in LINE_FIELDS},
        }
        for line in outcome.lines
    ]


LINE_FIELDS = (
    "round",
    "board",
    "first_day",
    "last_day",
    "type",
    "result",
    "score",
    "rating",
    "rating_from",
    "opponent_rating",
    "opponent_rating_from",
    "counts",
    "for_initial",
    "d",
    "d_used",
    "column",
    "pd",
    "expected_article",
    "k",
    "k_reason",
    "k_article",
    "c",
)


def _earlier(outcome: Outcome, games: Earlier) -> list[Values]:
    return [
        {
            "federation_id": number,
            "type": g.type,
            "played_on": g.date,
            "opponent_rating": g.opponent_rating,
            "score": g.score,
            "source": told["source"],
            "event_key": told["event_key"],
            "round": told["round"],
            "opponent_id": told["opponent_id"],
            "opponent_name": told["opponent_name"],
            "list_date": told["list"] and date.fromisoformat(told["list"]),
        }
        for number, kept in outcome.earlier_games.items()
        for g in kept
        for told in (games.values(number, g),)
    ]
