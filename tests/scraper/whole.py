"""Whole invented events, read: what the tests of reading look at."""

from __future__ import annotations

from scraper.page import PageReading
from scraper.reading import read_event
from scraper.records import EventRecord, Pairing
from tests.scraper.invented import Invented


def read(event: Invented, *leave_out: str) -> EventRecord:
    return read_event(event.pages(*leave_out), minutes_at_60=lambda text: 120)


def codes(read: EventRecord | PageReading) -> list[str]:
    return [p.code for p in read.problems]


def pairing(record: EventRecord, round: int, white: int) -> Pairing:
    return next(p for p in record.pairings if p.round == round and p.white == white)
