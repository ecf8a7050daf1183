"""Mails that the website's form for corrections wrote: they doubt a list, and report nothing."""

from __future__ import annotations

import pytest
from selectolax.lexbor import LexborHTMLParser

from office.mail.read import mail_of
from tests.office.mail.shapes import LINK, NUMBER, html, mail
from tests.workplace import NOVEMBER, Workplace


def written(desk: Workplace, lang: str, *, copied: bool = False) -> str:
    """The form of the website as it comes by mail: a browser writes `name=value` in each line (text/plain of
    HTML), its button that copies `name: value`."""
    site = desk.folder.parent / "public"
    desk.done("site", site, "--mail", "rating@example.jp")
    page = LexborHTMLParser((site / lang / "corrections.html").read_text("utf-8"))
    fields = page.css("form.correction input, form.correction textarea")
    sign = ": " if copied else "="
    return "".join(f"{f.attributes['name']}{sign}{f.attributes.get('value') or LINK}\r\n" for f in fields)


@pytest.mark.parametrize("copied", [False, True])
@pytest.mark.parametrize("lang", ["en", "ja"])
def test_a_doubt_by_the_form_of_the_website_waits_and_nothing_that_it_links_is_taken(
    desk: Workplace, lang: str, copied: bool
) -> None:
    desk.done("inbox", desk.file(mail(), "report.eml"))
    body = "Dear officer,\r\n\r\n" + written(desk, lang, copied=copied)
    raw = mail(body, message_id=b"<doubt@example.jp>", subject=f"tnr{NUMBER}".encode())
    said = desk.run("inbox", desk.file(raw, "doubt.eml"))
    assert (said.code, said.problem()["code"]) == (3, "mail-asks-correction")
    assert desk.rows("SELECT state FROM message ORDER BY id") == [("taken",), ("nothing",)]
    assert desk.rows("SELECT count(*) FROM report") == [(1,)]  # it is not reported a second time
    assert "M2" in desk.done("status").out
    reply = desk.done("inbox", "reply", "M2").out
    assert "no link" not in reply and "form for corrections" not in reply
    desk.done("inbox", "close", "M2", "--reason", "corrected")
    assert "M2" not in desk.done("status").out


def test_a_report_that_answers_such_a_mail_is_a_report(desk: Workplace) -> None:
    form = written(desk, "en")
    quoted = "".join(f"> {line}\r\n" for line in form.splitlines())
    found = mail_of(mail(f"It was typed wrong, this is the right one: {LINK}\r\n\r\n{quoted}"), NOVEMBER)
    assert [a.tournament for a in found.addresses] == [NUMBER]
    assert found.problems == ()


def test_a_doubt_in_html_is_known_as_well() -> None:
    raw = mail().replace(b"text/plain", b"text/html").partition(b"\r\n\r\n")[0]
    body = html(LINK).replace(b"<p>", b"<p>Banzuke=correction<br>", 1)
    found = mail_of(raw + b"\r\n\r\n" + body, NOVEMBER)
    assert (found.addresses, [p.code for p in found.problems][:1]) == ((), ["mail-asks-correction"])
