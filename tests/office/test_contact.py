"""`banzuke contact`: where the site reaches the office stands in every request; without it nothing false."""

from __future__ import annotations

import pytest

from tests.office.mail.shapes import mail
from tests.publication.site import LINK, connect, event
from tests.standin.server import Standin
from tests.workplace import Workplace


def test_the_site_is_told_where_the_office_is_reached(
    work: Workplace, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Standin([event()]) as standin:
        connect(monkeypatch, standin)
        assert "+" not in work.done("contact").out
        work.done("import", LINK.format(event().number))
        assert standin.agents and not any("+" in agent for agent in standin.agents)
        standin.agents.clear()
        assert "; +rating@example.org)" in work.done("contact", "rating@example.org").out
        work.done("import", LINK.format(event().number))
        work.done("poll")
        work.done("read", LINK.format(event().number))
        before = len(standin.agents)
        work.run("inbox", work.file(mail("> " + LINK.format(event().number)), "quoted.eml"))
        work.done("inbox", "import", "M1")
        assert len(standin.agents) > before
        assert standin.agents and all(a.endswith("; +rating@example.org)") for a in standin.agents)
        standin.agents.clear()
        assert "+" not in work.done("contact", "").out
        work.done("poll")
        assert standin.agents and not any("+" in agent for agent in standin.agents)


@pytest.mark.parametrize(
    "text",
    ["the office", "rating@", "a@b", "a b@example.org", "連盟@example.org", "ftp://x.org", "a@x.org); evil"],
)
def test_what_is_no_contact_is_refused_and_the_one_before_stays(work: Workplace, text: str) -> None:
    work.done("contact", "https://example.org/rating")
    assert work.run("contact", text).problem()["code"] == "contact-unreadable"
    assert "+https://example.org/rating)" in work.done("contact").out
