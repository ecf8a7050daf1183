"""Corrected reports of events that a published list holds: what their senders are told."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from tests.office.mail.outgoing import Smtp, smtp_server
from tests.office.mail.shapes import mail
from tests.office.mail.test_notices import on, read, settle
from tests.publication.site import connect, event, published, with_result
from tests.standin.server import Standin
from tests.workplace import Workplace


@pytest.fixture
def server(work: Workplace) -> Iterator[Smtp]:
    with smtp_server(Smtp()) as made:
        settle(work, made)
        yield made


@pytest.fixture
def listed(work: Workplace, standin: Standin) -> Workplace:
    """The event is on the list of November; its organizer sends the link again, with another result."""
    connect(work.monkeypatch, standin)
    work.moment = datetime(2026, 10, 5, 1, tzinfo=UTC)
    published(work, standin)
    work.moment += timedelta(days=1)
    standin.events[event().number] = with_result(event(), 1, 1, "0-1")
    return work


def sent_again(work: Workplace) -> str:
    """The organizer's mail is taken; what the draft of its answer says, on one line."""
    raw = mail(received=b"Tue, 03 Nov 2026 09:00:00 +0900")
    work.done("inbox", work.file(raw, "again.eml"))
    return told(work)


def told(work: Workplace) -> str:
    return " ".join(work.done("inbox", "reply", "M1").out.split())


LISTED = "It is on the rating list of 1 November 2026"
AS_IT_WAS = f"{LISTED} as it was published. What differs now is with the office as a correction."
JAPANESE = "2026年11月1日付レーティングリストには発表時のまま掲載しています。"


def test_who_corrects_a_published_event_reads_that_it_is_published_as_it_was(listed: Workplace) -> None:
    text = sent_again(listed)
    assert AS_IT_WAS in text and JAPANESE in text
    assert "掲載済み" not in text
    listed.done("correction", "open", "E1", "--reason", "the organizer wrote")
    assert AS_IT_WAS in told(listed)
    listed.done("correction", "publish", "--reason", "the organizer wrote")
    text = told(listed)
    assert f"{LISTED}." in text and "correction" not in text and "発表時のまま" not in text


def test_the_published_list_that_stands_is_all_that_is_told_of(listed: Workplace) -> None:
    sent_again(listed)
    listed.resolve(listed.the("changed-after-publication"), "--accept")
    text = told(listed)
    assert f"{LISTED}." in text and "correction" not in text


def test_what_is_received_is_counted_as_it_was_sent(listed: Workplace, standin: Standin) -> None:
    full = event()
    standin.events[full.number] = replace(full, rounds=full.rounds[:2])
    assert "Received: 2 rounds, 11 players, " in sent_again(listed)


def test_a_notice_says_the_same(listed: Workplace, server: Smtp) -> None:
    on(listed, "read")
    sent_again(listed)
    listed.done("notices", "send")
    ((_to, raw),) = server.got
    assert AS_IT_WAS in read(raw)[1]
