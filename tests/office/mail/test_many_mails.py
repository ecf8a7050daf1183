"""Many mails of one Message-ID, as a program sends them that has only one, or somebody who means harm."""

from __future__ import annotations

from typing import Any

import pytest

from office.mail import keep
from tests.office.mail.shapes import SITE, mail
from tests.workplace import Workplace

MAILS = 12


def test_each_of_many_mails_of_one_identifier_is_compared_with_a_few_and_none_is_lost(
    desk: Workplace, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(keep, "MOST_OF_ONE_ID", 2)
    read, times = keep.read_mail, []

    def counted(*given: Any, **more: Any) -> Any:
        times.append(given[2])
        return read(*given, **more)

    monkeypatch.setattr(keep, "read_mail", counted)
    mails = [desk.file(mail(f"{SITE}/tnr{9900100 + n}.aspx"), f"{n}.eml") for n in range(MAILS)]
    desk.run("inbox", "--offline", *mails)
    assert desk.rows("SELECT state, count(*) FROM message GROUP BY state") == [("waits", MAILS)]
    assert len(times) <= MAILS * (1 + 2 + 1)
