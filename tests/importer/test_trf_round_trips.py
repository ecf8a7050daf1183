"""Any event that a TRF file can say: written, read and written again it is the same, byte for byte."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta

from hypothesis import given, settings
from hypothesis import strategies as st

from importer.files import read_files
from importer.given import GivenFile
from importer.trf.write import write_trf
from publication.exports.trf import time_code
from rating.time_control import minutes_at_60
from scraper.records import (
    EventRecord,
    Kind,
    Pairing,
    Player,
    Result,
    Round,
    Source,
    System,
    TimeControl,
)
from tests.depth import deep

LETTERS = st.sampled_from("abcdefghijklmnopqrstuvwxyzäéōßł'’-.")
WORDS = st.text(LETTERS, min_size=1, max_size=12).map(str.title)
TOGETHER = [
    *[(r, Kind.GAME) for r in (Result.WHITE_WINS, Result.BLACK_WINS, Result.DRAW)],
    *[(r, Kind.UNRATED) for r in (Result.WHITE_WINS, Result.BLACK_WINS, Result.DRAW)],
    (Result.WHITE_BY_FORFEIT, Kind.FORFEIT),
    (Result.BLACK_BY_FORFEIT, Kind.FORFEIT),
    (Result.DOUBLE_FORFEIT, Kind.FORFEIT),
    (None, Kind.PENDING),
]
ALONE = [(Result.BYE_ONE, Kind.BYE), (Result.BYE_HALF, Kind.HALF_BYE), (Result.BYE_ZERO, Kind.NOT_PAIRED)]
CONTROLS = [TimeControl("90 min + 30 sec", "standard", 120), TimeControl("25+10", "rapid", 35), TimeControl()]


@st.composite
def events(draw: st.DrawFn) -> EventRecord:
    count, rounds = draw(st.integers(2, 9)), draw(st.integers(1, 6))
    first = draw(st.dates(date(2000, 1, 1), date(2068, 12, 31)))
    return EventRecord(
        name=" ".join(draw(st.lists(WORDS, min_size=1, max_size=4))),
        federation=draw(st.sampled_from(["JPN", None])),
        first_day=first,
        last_day=first + timedelta(rounds),
        round_count=rounds,
        rounds=tuple(
            Round(n, first + timedelta(n - 1) if draw(st.booleans()) else None) for n in _to(rounds)
        ),
        system=draw(st.sampled_from([*System, None])),
        time_control=draw(st.sampled_from(CONTROLS)),
        players=tuple(draw(_player(number)) for number in _to(count)),
        pairings=tuple(p for n in _to(rounds) for p in draw(_round(n, count))),
        place=draw(st.none() | WORDS),
        arbiter=draw(st.none() | WORDS),
    )


def _to(last: int) -> range:
    return range(1, last + 1)


@st.composite
def _player(draw: st.DrawFn, number: int) -> Player:
    rating = draw(st.none() | st.integers(1, 2999))
    home = draw(st.booleans())
    return Player(
        number,
        f"{draw(WORDS)}, {draw(WORDS)}",
        title=draw(st.sampled_from([None, "GM", "WFM", "CM"])),
        federation=draw(st.sampled_from([None, "JPN", "GER"])),
        national_id=f"N{draw(st.integers(10**7, 10**8 - 1))}" if home else None,
        fide_id=draw(st.none() | st.integers(1, 10**10).map(str)),
        rating=rating,
        rating_national=draw(st.none() | st.integers(1, 2999)) if home else None,
        rating_international=rating,
        sex=draw(st.sampled_from([None, "m", "f"])),
        club=draw(st.sampled_from([None, "HOK"])) if home else None,
        born=draw(st.sampled_from([None, "1999", "2001-02-03"])),
    )


@st.composite
def _round(draw: st.DrawFn, number: int, count: int) -> list[Pairing]:
    """Everybody once, in the order in which a reader meets them: by the lower number of each pair."""
    order = draw(st.permutations(list(_to(count))))
    pairs = [tuple(order[i : i + 2]) for i in range(0, 2 * draw(st.integers(0, count // 2)), 2)]
    paired = {n for pair in pairs for n in pair}
    found: list[tuple[int, Pairing]] = []
    for white, black in pairs:
        colours = draw(st.booleans())
        if not colours:
            white, black = sorted((white, black))
        result, kind = draw(st.sampled_from(TOGETHER))
        found.append((min(white, black), Pairing(number, None, white, black, result, kind, colours)))
    for one in set(_to(count)) - paired:
        found.append((one, Pairing(number, None, one, None, *draw(st.sampled_from(ALONE)))))
    board = 0
    ordered = []
    for _, pairing in sorted(found, key=lambda f: f[0]):
        board += pairing.black is not None
        ordered.append(replace(pairing, board=board if pairing.black is not None else None))
    return ordered


@settings(max_examples=deep(150, 20))
@given(events())
def test_an_event_written_and_read_is_the_same_event_and_the_same_bytes(event: EventRecord) -> None:
    data = write_trf(event, time_code(event.time_control.text))
    (reading,) = read_files([GivenFile("event.trf", data)], minutes_at_60)
    assert reading.record is not None, reading.problems
    again = reading.record
    assert again.problems == ()
    assert replace(again, source=Source()) == event
    assert write_trf(again, time_code(again.time_control.text)) == data
