"""The account as plain values, the JSON of an explanation, whose keys and their order do not move; as plain
text; and as one HTML page that needs nothing else. And the saved pages behind events as everybody may know
them; names of files stay with the office: an organizer's can name people."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from typing import Any, NamedTuple

from sqlmodel import Session, select

from office.tables import ListVersionRow, VersionEventRow
from office.text_table import hung
from office.words import _, speaking
from publication.account.blocks import Block, Reader, Table, Told, as_html, as_text
from publication.account.model import Account, Game, Initial, KeptGame, Origin, Part
from publication.account.readings import Reading
from publication.account.words import columns, title
from publication.account.words import made_under as under
from publication.design.styles import templates
from publication.families import family_named
from scraper.records import PageSource

Values = dict[str, Any]


def document(account: Account) -> Values:
    """Everything behind the ratings of one member on one list version, scores in halves, changes and
    expected scores in hundredths."""
    version = account.version
    return {
        "member": {"id": account.id, "name": account.name, "kanji": account.kanji},
        "list": version.list_date.isoformat(),
        "version": version.version,
        "state": version.state,
        "how": version.how,
        **family_named(version.family).document(account),
        "saved_pages": [
            {"event": reading.event_key, **page._asdict()}
            for reading in account.readings
            for page in public_pages(reading.pages)
        ],
    }


def game_by_game(account: Account) -> Values:
    """The rest of it where every game moves a rating by itself."""
    if account.version.how == "opening":
        return {"opening": _opening(account)}
    law = account.version.law
    return {
        **made_under(account, {n: v for n, v in law.values.items() if n.startswith("k_")}),
        "types": [_type(account, part) for part in account.parts if part.type],
        "games_of_no_type": [left_out(x) for part in account.parts if not part.type for x in part.games],
    }


def made_under(account: Account, k_numbers: Values | None = None) -> Values:
    """Edition, switches, period, and the list whose ratings were used."""
    version = account.version
    assert version.previous is not None
    return {
        "edition": version.edition,
        "interpretations": json.loads(version.interpretations),
        **({"k_numbers": k_numbers} if k_numbers is not None else {}),
        "period": [str(version.period_first), str(version.period_last)],
        "previous_list": {"list": str(version.previous[0]), "version": version.previous[1]},
    }


def check(part: Part) -> Values:
    """What came of working the figures out again, where that was asked."""
    return {"check": {"holds": part.fault is None, "found": part.fault}} if part.checked else {}


def left_out(x: Game) -> Values:
    """One game that moved nothing, as the event has it."""
    return {
        "event": {"key": x.event_key, "name": x.event_name},
        "round": x.round,
        "board": x.board,
        "days": [x.first_day.isoformat(), x.last_day.isoformat()],
        "colour": x.colour,
        "result": x.result,
        "opponent": {"id": x.opponent_id, "name": x.opponent_name},
        "rating": x.rating,
        "opponent_rating": x.opponent_rating,
        "reasons": [reason._asdict() for reason in x.reasons],
    }


def _opening(account: Account) -> Values:
    names = ("rating", "games", "peak", "peak_assumed")
    rows = [part.row for part in account.parts if part.row]
    return {
        "ratings": [{"type": row.type, **{n: getattr(row, n) for n in names}} for row in rows],
        "kept": [_kept(game) for game in account.kept],
    }


def _type(account: Account, part: Part) -> Values:
    version, law, row = account.version, account.version.law, part.row
    told: Values = {
        "type": part.type,
        "how": part.how,
        "games": [_counted(x) | _source(part.origin(x, version)) for x in part.counted],
        "towards_initial": [left_out(x) | _source(part.origin(x, version)) for x in part.towards_initial],
        "not_counted": [left_out(x) for x in part.left_out],
        "initial_article": version.article("initial"),
        "unrated_opponent": law.values.get("unrated_opponent"),
        "half_point": law.values.get("points_for_half_point"),
        "rating": None,
    }
    if row is None:
        return told | {"kept": [_kept(game) for game in account.kept_of(part)]}
    origin = version.origin(row.previous_from, row.taken_from) if row.previous_from else None
    told |= {
        "rating": row.rating,
        "previous": row.previous,
        "previous_from": origin and origin.how,
        "previous_article": origin and origin.article,
        "taken_from": row.taken_from,
        "games_in_all": row.games,
        "peak": row.peak,
        "peak_assumed": row.peak_assumed,
        "k_printed": row.k,
        "floor": {"acted": row.floored, "article": version.article("floor")},
        **check(part),
    }
    if row.marks and law.has("marks"):
        told["marks"] = {"words": row.marks.split(), "article": version.article("marks")}
    if isinstance(part.initial, Initial):
        return told | {"initial": _initial(account, part.initial)}
    if row.adjusted is not None:
        told["adjustment"] = {
            "points": row.adjusted,
            "reference": row.adjustment_reference,
            "article": version.article("adjustment"),
        }
    sums = {"change": row.change, "rounded": row.rounded, "article": version.article("rounding")}
    return told | {"sum": sums}


def _initial(account: Account, made: Initial) -> Values:
    return {
        "window": [day.isoformat() for day in made.window],
        "games": [_kept(game, of_list=True) for game in made.games],
        "score": made.score,
        "ra": [made.ra.numerator, made.ra.denominator],
        **{n: getattr(made, n) for n in ("p", "dp", "pr", "floor_acted")},
        **({"decided": made.decided} if made.decided else {}),
        "article": account.version.article("decision" if made.decided else "performance"),
    }


def _counted(x: Game) -> Values:
    told = left_out(x)
    del told["reasons"]
    names = ("opponent_rating_from", "d", "d_used", "column", "pd", "expected_article", "k", "k_reason")
    return told | {n: getattr(x, n) for n in (*names, "k_article", "score", "c")}


def _kept(x: KeptGame, *, of_list: bool = False) -> Values:
    told = {**({} if of_list else {"ref": ""}), **x._asdict()}
    del told["rating_from"], told["opponent_kanji"]  # for pages alone
    told |= {"date": x.date.isoformat(), "list": x.list and x.list.isoformat()}
    return told | {"opponent_name": x.opponent_name or None} | _source(x.rating_from)


def _source(origin: Origin | None) -> Values:
    """Where an opponent's rating comes from, as the text and the page say it: of which list, or whose it was
    and under which article it is used."""
    if origin is None:
        return {"opponent_rating_source": None}
    of_list = origin.list_date and origin.list_date.isoformat()
    return {"opponent_rating_source": {**origin._asdict(), "list_date": of_list}}


class Page(NamedTuple):
    """A page or file that an event was read from. `address` and `saved_at` (UTC) are None for what came as a
    file or was saved by hand; `sha256`: of its bytes as they were received."""

    kind: str
    round: int | None
    address: str | None
    saved_at: str | None
    sha256: str


def public_pages(sources: Iterable[PageSource]) -> tuple[Page, ...]:
    """The pages of a reading, in the order they were read."""
    return tuple(
        Page(p.kind, p.round, address, _moment(p.fetched_at), p.sha256)
        for p in sources
        for address in (p.address if (p.address or "").startswith("http") else None,)
    )


def _moment(moment: datetime | None) -> str | None:
    if moment is None:
        return None
    return f"{moment.astimezone(UTC) if moment.tzinfo else moment:%Y-%m-%dT%H:%M:%SZ}"


def pages_of(session: Session, version: ListVersionRow) -> dict[str, list[dict[str, str | int | None]]]:
    """By event key, the pages behind the readings that a version was reckoned from."""
    from importer.view import reading  # with what a whole event is read with

    query = select(VersionEventRow).where(VersionEventRow.version_id == version.id)
    held = sorted((row.event_key, row.reading_id) for row in session.exec(query))
    return {
        key: [p._asdict() for p in public_pages(reading(session, number).source.pages)]
        for key, number in held
    }


def told(account: Account, reader: Reader) -> list[Told]:
    """The account part by part, in the language spoken."""
    tell = family_named(account.version.family).tell
    return [tell(account, part, reader) for part in account.parts]


def explain_text(account: Account, language: str) -> str:
    """Everything behind the ratings of one member on one list, types one after the other."""
    with speaking(language):
        lines = [title(account), under(account)]
        for part in told(account, Reader()):
            lines += ["", part.heading, *(hung(line, "  ") for line in part.lines), *as_text(part.how)]
        lines += [] if account.parts else ["", _nothing()]
        for block in saved_pages(account):
            lines += ["", *as_text([block])]
    return "\n".join(lines) + "\n"


OFFICE = Reader()


def explain_page(account: Account, language: str, *, reasons_of_k: bool) -> str:
    """The same as a page for everybody's browser, and which saved pages the games were read from, without
    names of files: no script, no font, no other file; every name escaped. `reasons_of_k`: they can say how
    old a player is."""
    with speaking(language):
        page = templates("publication.account", ".").get_template("page.html")
        facts = page_facts(account, Reader(reasons_of_k=reasons_of_k), files=False)
        return page.render(language=language, **facts)


def page_facts(account: Account, reader: Reader = OFFICE, *, files: bool = True) -> Values:
    """What a page of an account shows to the office, or to another reader, in the language spoken. `files`:
    with the names of files, which an organizer gave them."""
    return {
        "heading": title(account),
        "made_under": under(account),
        "parts": told(account, reader),
        "nothing": _nothing(),
        "pages": [*saved_pages(account, office=files)],
        "html": as_html,
    }


def _nothing() -> str:
    """What is told of who has no rating and no game on a list."""
    return _("Nothing: no rating and no games towards one.")


def saved_pages(account: Account, *, office: bool = True) -> Iterator[Block]:
    """The saved pages that the games were read from, with what proves that they are unchanged. Names of files
    stay with the `office`: an organizer's can name people."""
    rounds: dict[str, set[int]] = {}
    for part in account.parts:
        for game in part.games:
            rounds.setdefault(game.event_key, set()).add(game.round)
    read_from = _read_from if office else _address
    rows = [
        (reading.event_name, round_, read_from(reading, page), page.sha256)
        for reading in account.readings
        for round_ in sorted(rounds.get(reading.event_key, ()))
        if (page := reading.page(round_))
    ]
    if rows:
        yield Table(_("Saved pages"), columns("Event", "Round", "Read from", "SHA-256"), rows)


def _address(_reading: Reading, page: PageSource) -> str:
    """Where everybody finds a page; where it has no address of the site, that the office holds it."""
    return (
        address if (address := page.address or "").startswith("http") else _("a file that the office holds")
    )


def _read_from(reading: Reading, page: PageSource) -> str:
    """The address of a page; of one of the site that the office saved by hand, the name of its file."""
    by_hand = page.address is None and reading.event_key.startswith("chess-results:")
    return _("{name}, saved by hand", name=page.origin) if by_hand else page.origin
