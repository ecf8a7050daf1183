"""Links of a mail: its sender's own words are imported; what it quotes, what signs it and what nobody can see
through is shown until the officer answers."""

from __future__ import annotations

from datetime import UTC, datetime
from threading import Thread
from typing import Any

import pytest

from importer.rulings import Made
from office.errors import OfficeError
from office.intake.sources import client_for
from office.mail import take
from office.mail.keep import Shelf, mail_row
from office.mail.quoted import OWN, QUOTED, SIGNATURE, kinds
from office.mail.read import Mail, read_mail
from office.opened import Office
from office.place import Place
from tests.office.mail.shapes import LINK, NUMBER, OTHER, SHAPES, SITE, head, mail, part, whole
from tests.standin.server import Standin
from tests.workplace import Workplace

NOW = datetime(2026, 11, 2, 1, 0, tzinfo=UTC)
LAST = f"{SITE}/tnr{OTHER}.aspx"
REPORT = f"{SITE}/tnr{NUMBER}.aspx"
HTML = b"Content-Type: text/html; charset=utf-8"
HEADERS = "From: Club <club@example.jp>\nSent: Monday, October 5, 2026 10:00\nTo: rating\nSubject: results\n"


def read(text: str, subject: bytes = b"Results", *, forwarded_own: bool = True) -> Mail:
    return read_mail(
        mail(text.replace("\n", "\r\n"), subject=subject), NOW, "the mail", forwarded_own=forwarded_own
    )


def page(text: str, subject: bytes = b"Results") -> Mail:
    return read_mail(head(HTML, subject=subject) + text.encode(), NOW, "the mail")


def numbers(found: Mail) -> tuple[list[int], list[int]]:
    """What a mail reports, and what it only shows."""
    return [a.tournament for a in found.addresses], [a.tournament for a in found.shown]


QUOTES = {
    "marks": f"> the last one\n> {LAST}\n",
    "wide marks": f"＞ the last one\n〉 {LAST}\n",
    "marks behind a blank": f" > the last one\n\u3000＞ {LAST}\n",
    "gmail": f"On Mon, Oct 5, 2026 at 10:00 AM Club <club@example.jp> wrote:\n> {LAST}\n",
    "a line that says who wrote, on two lines": (
        f"On Mon, Oct 5, 2026 at 10:00 AM Invented Club <club@example.jp>\nwrote:\n\n{LAST}\n"
    ),
    "thunderbird, japanese": f"(2026/10/05 10:00), 森 空 wrote:\n{LAST}\n",
    "german": f"Am 05.10.2026 um 10:00 schrieb Club:\n{LAST}\n",
    "japanese": f"2026年10月5日(月) 10:00 森 <mori@example.jp>:\n{LAST}\n",
    "outlook": f"-----Original Message-----\n{HEADERS}\n{LAST}\n",
    "outlook, headers alone": f"________________________________\n{HEADERS}\n{LAST}\n",
    "outlook, japanese": (
        f"差出人: 森 空\n送信日時: 2026年10月5日 10:00\n宛先: rating@example.jp\n件名: 結果\n\n{LAST}\n"
    ),
    "a signature": f"-- \nInvented Club\nour last tournament: {LAST}\n",
    "a signature in wide signs": f"－－－－－－－－－－－－\n創作クラブ　TEL 00-0000-0000\n{LAST}\n",
    "a signature under a dash of CP932": f"――――――――――――\n創作クラブ　TEL 00-0000-0000\n{LAST}\n",
    "a japanese signature": f"━━━━━━━━━━━━\n創作クラブ　TEL 00-0000-0000\n前回の大会 {LAST}\n━━━━━━━━━━━━\n",
}


@pytest.mark.parametrize("quote", QUOTES.values(), ids=QUOTES)
def test_what_a_mail_quotes_or_has_in_its_signature_is_shown_and_not_imported(quote: str) -> None:
    found = read(f"The results: {LINK}\n\n{quote}")
    assert numbers(found) == ([NUMBER], [OTHER])
    assert (found.problems, [p.code for p in found.noted]) == ((), ["mail-link-seen"])
    assert LAST in found.noted[0].place
    alone = read(f"Thank you!\n\n{quote}")
    assert numbers(alone) == ([], [OTHER])
    assert [p.code for p in alone.problems] == ["mail-link-quoted"]


@pytest.mark.parametrize(
    ("subject", "own"),
    [
        ("Results: {}", True),
        ("Fwd: {}", True),
        ("Re: {}", False),
        ("Re[2]: Fwd: {}", False),
        ("返信：{}", False),
        ("[list:12] {}", True),
        ("[list:12] Re: {}", False),
        ("【EXTERNAL】 ＲＥ：{}", False),
        ("Re^2: {}", False),
        ("Re(2): {}", False),
    ],
)
def test_a_link_in_the_subject_is_the_sender_s_own_unless_it_answers(subject: str, own: bool) -> None:
    found = read("see above", subject.format(LAST).encode())
    assert numbers(found) == (([OTHER], []) if own else ([], [OTHER]))
    assert [p.code for p in found.problems] == ([] if own else ["mail-link-quoted"])


def test_a_link_of_a_picture_map_is_found() -> None:
    assert numbers(page(f'<map><area href="{LINK}"></map>')) == ([NUMBER], [])


@pytest.mark.parametrize(
    "text",
    [
        f"On Sunday our arbiter wrote:\n{LINK}",
        f"On 5 October 2026 we played; the arbiter wrote:\nall in {LINK}".replace("wrote:", "says:"),
        f"==========\n大会結果\n{LINK}\n==========\n以上、よろしくお願いします。",
        f"From: the club\n{LINK}",
        f"Yours --\n{LINK}",
        f"> which one?\n{LINK}\n> thanks",
    ],
)
def test_words_of_the_sender_are_not_taken_for_a_quotation(text: str) -> None:
    assert numbers(read(text)) == ([NUMBER], [])


FORWARDS = {
    "thunderbird": f"FYI\n\n-------- Forwarded Message --------\nSubject: x\nFrom: y\n\n{LINK}\n> {LAST}\n",
    "gmail": f"---------- Forwarded message ---------\n{HEADERS}\n{LINK}\n\n> {LAST}\n",
    "apple": f"Begin forwarded message:\n\n> From: <c@example.jp>\n> Date: today\n>\n> {LINK}\n>> {LAST}\n",
    "apple, all marked": f"x\n> Begin forwarded message:\n> \n> From: c\n> Date: x\n>\n> {LINK}\n>> {LAST}\n",
    "outlook": f"please see\n\n-----Original Message-----\n{HEADERS}\n{LINK}\n\n{HEADERS}\n{LAST}\n",
}


@pytest.mark.parametrize("text", FORWARDS.values(), ids=FORWARDS)
def test_a_forwarded_mail_is_reported_by_who_forwards_it_but_not_what_it_quotes(text: str) -> None:
    assert numbers(read(text, b"FW: results")) == ([NUMBER], [OTHER])


FORWARD = f"Begin forwarded message:\n> From: c\n> Date: x\n>\n> {LAST}\n"


@pytest.mark.parametrize(
    ("text", "subject"),
    [
        (f"fine\n\n> {FORWARD}", b"Re: Fwd: results"),
        (f"fine\n\n> {FORWARD}", b"results"),
        (f"fine\n\nOn 5 Oct 2026, 10:00, the club wrote:\n\n> {FORWARD}", b"Fwd: results"),
        (f"fine\n\n> please look\n> {FORWARD}", b"Fwd: results"),
    ],
)
def test_an_answer_that_quotes_a_forwarded_mail_reports_none_of_it(text: str, subject: bytes) -> None:
    assert numbers(read(text, subject)) == ([], [OTHER])


@pytest.mark.parametrize(
    "subject", ["[EXTERNAL] FW: results", "[list:12] Fwd: results", "[Fwd: results]", "ＦＷ：結果"]
)
def test_a_mail_is_forwarded_whatever_a_list_or_a_gateway_sets_before_its_subject(subject: str) -> None:
    assert numbers(read(f"please see\n\n{HEADERS}\n{LINK}\n", subject.encode())) == ([NUMBER], [])


@pytest.mark.parametrize("text", FORWARDS.values(), ids=FORWARDS)
def test_r67_shows_what_a_forwarded_mail_holds(text: str) -> None:
    own, shown = numbers(read(text, b"FW: results", forwarded_own=False))
    assert (own, sorted(shown)) == ([], [NUMBER, OTHER])


PAGES = {
    "blockquote": f"<blockquote><p>{LAST}</p></blockquote>",
    "gmail": f'<div class="gmail_quote">2026 x:<blockquote><a href="{LAST}">it</a></blockquote></div>',
    "outlook on the web": f'<div id="divRplyFwdMsg">{HEADERS.replace(chr(10), "<br>")}</div>{LAST}',
    "a signature": f'<div class="gmail_signature"><a href="{LAST}">our last tournament</a></div>',
    "outlook's signature": f'<div id="Signature"><p>{LAST}</p></div>',
}


@pytest.mark.parametrize("quote", PAGES.values(), ids=PAGES)
def test_quotations_and_signatures_of_html_are_shown_and_not_imported(quote: str) -> None:
    found = page(f'<html><body><p>see <a href="{LINK}">here</a></p>{quote}</body></html>')
    assert numbers(found) == ([NUMBER], [OTHER])
    assert numbers(page(f"<html><body>{quote}<p>{LINK}</p></body></html>"))[0] == (
        [] if "divRply" in quote else [NUMBER]
    )


def test_what_gmail_forwards_stands_in_no_quotation() -> None:
    quote = f'<div class="gmail_quote"><div>---------- Forwarded message ---------</div><p>{LINK}</p></div>'
    assert numbers(page(f"<p>FYI</p>{quote}")) == ([NUMBER], [])


BY_TELEPHONE = (
    "<div>{line}<br><br></div>"
    '<blockquote type="cite"><div><b>From:</b> c<br><b>Date:</b> x<br><b>To:</b> y<br><br></div></blockquote>'
    f'<blockquote type="cite"><div>{LINK}<blockquote type="cite">{LAST}</blockquote></div></blockquote>'
)
"""As telephones forward a mail: its headers and its text in blockquotes below the line that says so."""


@pytest.mark.parametrize("line", ["Begin forwarded message:", "転送されたメッセージ:"])
def test_what_a_telephone_forwards_stands_in_no_quotation(line: str) -> None:
    told = BY_TELEPHONE.format(line=line)
    assert numbers(page(told)) == ([NUMBER], [OTHER])
    assert numbers(page(f"<blockquote>fine{told}</blockquote>")) == ([], [NUMBER, OTHER])
    assert numbers(page(f"{told}<p>before that:</p><blockquote>tnr9900003</blockquote>"))[0] == [NUMBER]


def test_what_one_version_of_a_text_quotes_is_quoted_in_the_other() -> None:
    plain = part(b"Content-Type: text/plain", f"Thanks\r\n\r\n> {LAST}".encode())
    raw = whole(b"alternative", plain, part(HTML, f'<p>Thanks</p><div class="q">{LAST}</div>'.encode()))
    assert numbers(read_mail(raw, NOW, "the mail")) == ([], [OTHER])


def test_so_is_what_two_of_three_versions_quote() -> None:
    plain = part(b"Content-Type: text/plain", f"Thanks\r\n\r\n> {LAST}".encode())
    html = part(HTML, f'<p>Thanks</p><div class="q">{LAST}</div>'.encode())
    assert numbers(read_mail(whole(b"alternative", plain, html, plain), NOW, "the mail")) == ([], [OTHER])


def test_each_line_is_told_with_its_kind() -> None:
    lines = ["own", "> quoted", "own", "-- ", "signed", "On 5.10.2026 10:00 x wrote:", "quoted"]
    assert kinds(lines) == [OWN, QUOTED, OWN, SIGNATURE, SIGNATURE, QUOTED, QUOTED]


# Links that hide where they lead, and other links


@pytest.mark.parametrize(
    "shape", ["a shortened link", "a link that Mimecast rewrote", "a link to another site"]
)
def test_a_link_that_nobody_opened_waits_until_it_is_closed(
    desk: Workplace, standin: Standin, shape: str
) -> None:
    said = desk.run("inbox", desk.file(SHAPES[shape].raw, "report.eml"))
    assert (said.code, said.problem()["code"]) == (3, SHAPES[shape].codes[0])
    assert "reports nothing" not in said.out
    assert standin.requests == []
    link = said.problem()["place"]
    assert "banzuke inbox close M1 --reason" in said.problem()["do"]
    for command in (("status",), ("inbox", "list")):
        shown = desk.done(*command)
        assert link in shown.all
        assert "reports nothing" not in shown.all
    assert desk.run("inbox", "close", "M1").code == 1  # no reason
    desk.done("inbox", "close", "M1", "--reason", "photos of the prize-giving")
    assert link not in desk.done("status").all
    assert "closed: photos of the prize-giving" in desk.done("inbox", "list").out
    again = desk.run("inbox", "close", "M1", "--reason", "again")
    assert (again.code, again.problem()["code"]) == (1, "answered-meanwhile")


def test_closing_a_mail_can_be_taken_back(desk: Workplace) -> None:
    desk.run("inbox", desk.file(SHAPES["a shortened link"].raw, "report.eml"))
    desk.done("inbox", "close", "M1", "--reason", "an advertisement")
    assert desk.done("rulings").out.splitlines()[0] == "1 close · M1"
    assert "decision 1 close · M1\n" in desk.done("journal").out
    back = desk.done("resolve", "--take-back", "1", "--reason", "it was the report")
    assert "Next: banzuke status" in back.err
    assert "https://bit.ly/3aBcDeF" in desk.done("status").out


def test_what_a_hidden_link_leads_to_is_imported_as_of_the_mail(desk: Workplace) -> None:
    desk.run("inbox", desk.file(SHAPES["a shortened link"].raw, "report.eml"))
    desk.done("inbox", "import", "M1", LINK)
    assert desk.rows("SELECT reference, state, arrived_on, message_id FROM report") == [
        (f"{SITE}/tnr{NUMBER}.aspx", "read", "2026-10-05", 1)
    ]
    assert "bit.ly" not in desk.done("status").out
    assert "Invented Summer Open 2026" in desk.done("inbox", "list").out


def test_a_hidden_link_beside_a_report_waits_too(desk: Workplace) -> None:
    said = desk.run("inbox", desk.file(mail(f"{LINK}\r\nthe second: bit.ly/3aBcDeF\r\n"), "report.eml"))
    assert said.code == 3
    assert "created: Invented Summer Open 2026" in said.out
    assert "bit.ly/3aBcDeF" in desk.done("status").out


def test_a_hidden_link_in_a_signature_beside_a_report_is_only_noted(desk: Workplace) -> None:
    text = f"{LINK}\r\n-- \r\nClub, https://bit.ly/3aBcDeF\r\n"
    said = desk.done("inbox", desk.file(mail(text), "report.eml"))
    assert "no report: https://bit.ly/3aBcDeF," in said.err
    assert "bit.ly" not in desk.done("status").out


def test_a_rewritten_link_whose_words_name_the_tournament_is_not_asked_about() -> None:
    rewritten = "https://protect-eu.mimecast.com/s/AbCdE?domain=chess-results.com"
    plain = part(b"Content-Type: text/plain", f"Results: {rewritten}".encode())
    raw = whole(b"alternative", plain, part(HTML, f'<p><a href="{rewritten}">{LINK}</a></p>'.encode()))
    found = read_mail(raw, NOW, "the mail")
    assert (numbers(found), found.problems) == (([NUMBER], []), ())
    other = f'<p><a href="{rewritten}">{LINK}</a> and <a href="https://bit.ly/3aBcDeF">here</a></p>'
    assert [p.place for p in page(other).problems] == ["https://bit.ly/3aBcDeF"]


# Answering for what a mail quotes


def test_a_quoted_tournament_is_imported_by_one_answer(desk: Workplace) -> None:
    raw = mail(f"Please rate it.\r\n\r\n> {LINK}\r\n")
    said = desk.run("inbox", desk.file(raw, "report.eml"))
    assert (said.code, said.problem()["code"]) == (3, "mail-link-quoted")
    assert desk.rows("SELECT count(*) FROM report") == [(0,)]
    assert f"tnr{NUMBER}" in desk.done("status").out
    desk.done("inbox", "import", "M1")
    assert desk.rows("SELECT state, arrived_on FROM report") == [("read", "2026-10-05")]
    assert "Mails that a person" not in desk.done("status").out


def test_a_quoted_tournament_that_two_import_at_once_is_one_report(desk: Workplace) -> None:
    desk.run("inbox", desk.file(mail(f"Please rate it.\r\n\r\n> {LINK}\r\n"), "report.eml"))
    refused: list[OfficeError] = []

    def second() -> None:
        office = Office(Place(desk.folder), desk.engine(), print)
        with office.reading() as session:
            row = mail_row(session, "M1")
        kept = Shelf(office.place, office.engine, clock, ()).mail(row)
        made = Made("", "Officer Two", clock())
        with client_for(office.place.archive, None, print, offline=True) as client:
            try:
                take.import_shown(office, client, row, kept, (), made=made, clock=clock, progress=untold)
            except OfficeError as error:
                refused.append(error)

    def meanwhile(*given: Any, **more: Any) -> Any:
        other.start()
        other.join(0.5)
        return real(*given, **more)

    def clock() -> datetime:
        return desk.moment

    def untold(_link: object) -> Any:
        return lambda *_page: None

    other, real = Thread(target=second), take.take_links
    desk.monkeypatch.setattr(take, "take_links", meanwhile)
    desk.done("inbox", "import", "M1", "--who", "Officer One")
    other.join()
    told = [(problem.code, problem.found) for error in refused for problem in error.problems]
    assert told == [("mail-not-waiting", f"imported already: {REPORT}")]
    assert desk.rows("SELECT reference, state FROM report") == [(REPORT, "read")]


def test_what_was_imported_of_a_mail_is_not_imported_again(desk: Workplace) -> None:
    desk.done("inbox", desk.file(mail(f"{LINK}\r\n-- \r\nour last one: {LAST}\r\n"), "report.eml"))
    desk.done("inbox", "import", "M1")
    again = desk.run("inbox", "import", "M1").problem()
    assert (again["code"], again["found"]) == ("mail-not-waiting", f"imported already: {LAST}")
    assert desk.rows("SELECT count(*) FROM report") == [(2,)]


def test_what_a_report_quotes_besides_is_listed_and_can_be_imported(desk: Workplace) -> None:
    said = desk.done("inbox", desk.file(mail(f"{LINK}\r\n-- \r\nour last one: {LAST}\r\n"), "report.eml"))
    assert f"seen: {LAST}, in a signature, not imported" in said.err
    assert desk.rows("SELECT count(*) FROM event") == [(1,)]
    assert f"seen: {LAST}, in a signature" in desk.done("inbox", "list").out
    assert LAST not in desk.done("status").out
    desk.done("inbox", "import", "M1")
    assert desk.rows("SELECT count(*) FROM event") == [(2,)]


def test_a_thank_you_that_quotes_an_event_of_the_office_waits_for_nothing(desk: Workplace) -> None:
    desk.done("inbox", desk.file(mail(), "report.eml"))
    thanks = mail(f"Thank you!\r\n\r\n> {LINK}\r\n", message_id=b"<two@example.jp>")
    desk.done("inbox", desk.file(thanks, "thanks.eml"))
    assert "Mails that a person" not in desk.done("status").out
    assert desk.rows("SELECT count(*) FROM report") == [(1,)]


def test_a_link_that_could_not_be_read_and_is_quoted_in_the_answer_waits_once(desk: Workplace) -> None:
    gone = f"{SITE}/tnr9900099.aspx"
    desk.run("inbox", desk.file(mail(f"{LINK}\r\n{gone}\r\n"), "report.eml"))
    answer = mail(f"the second is wrong\r\n\r\n> {LINK}\r\n> {gone}\r\n", message_id=b"<two@example.jp>")
    desk.done("inbox", desk.file(answer, "answer.eml"))
    told = desk.done("status").out
    assert "Mails that a person" not in told and told.count("tnr9900099") == 1


def test_r67_of_a_run_leaves_forwarded_links_to_the_officer(desk: Workplace) -> None:
    raw = SHAPES["forwarded inline"].raw
    said = desk.run("inbox", desk.file(raw, "report.eml"), "--interpretation", "R67=shown")
    assert (said.code, said.problem()["code"]) == (3, "mail-link-quoted")


def test_a_mail_with_nothing_to_import_is_refused(desk: Workplace) -> None:
    desk.done("inbox", desk.file(SHAPES["nothing in it"].raw, "thanks.eml"))
    assert desk.run("inbox", "import", "M1").problem()["code"] == "mail-not-waiting"
    assert desk.run("inbox", "import", "M1", "https://bit.ly/x").problem()["code"] == "address-hidden"


def test_a_mail_that_only_its_program_can_open_waits(desk: Workplace) -> None:
    said = desk.run("inbox", desk.file(SHAPES["signed in one piece"].raw, "signed.eml"))
    assert (said.code, said.problem()["code"]) == (3, "mail-signed")
    assert "smime.p7m: one that is signed" in desk.done("status").out


@pytest.mark.parametrize(
    ("shape", "words"),
    [
        ("a shortened link", "We do not open links that hide where they lead (https://bit.ly/3aBcDeF)"),
        ("a link to another site", "no tournament of Chess-Results: https://docs.example.jp/d/abc"),
        ("quoted, format=flowed", f"Your mail only quotes {SITE}/tnr{NUMBER}.aspx"),
        ("signed in one piece", "Please send it again unsigned"),
    ],
)
def test_a_reply_asks_for_the_link_itself(desk: Workplace, shape: str, words: str) -> None:
    desk.run("inbox", desk.file(SHAPES[shape].raw, "report.eml"))
    assert words in " ".join(desk.done("inbox", "reply", "M1").out.split())


def test_a_japanese_office_is_told_whole_in_japanese(desk: Workplace) -> None:
    desk.monkeypatch.setenv("BANZUKE_LANG", "ja")
    for n, shape in enumerate(("a shortened link", "quoted, format=flowed", "signed in one piece")):
        raw = SHAPES[shape].raw.replace(b"<one@", b"<%d@" % n)
        desk.run("inbox", desk.file(raw, f"{n}.eml"))
    told = desk.done("status").out
    assert "確認が必要なメール：" in told
    assert "https://bit.ly/3aBcDeF：bit.lyの短縮リンク" in told.replace(": ", "：")
    assert "リンクは引用の中だけ" in told
    listed = desk.done("inbox", "list").all
    assert "取り込みなし" in listed
    assert "nothing was taken" not in listed
