"""`banzuke inbox reply`: a draft that says what arrived, for which list, and what is missing."""

from __future__ import annotations

import base64
import email
from dataclasses import replace
from email.header import decode_header, make_header
from email.message import EmailMessage
from email.policy import SMTP

import pytest

from office.mail.take import PASSING
from office.mail.to_sender import asked
from scraper.records import Problem
from tests.importer.documents import word_document
from tests.importer.forms import GAMES, filled
from tests.office.mail.shapes import LINK, PLAIN, SHAPES, SITE, attached, mail, part, whole
from tests.publication.site import event, running
from tests.standin.server import Standin
from tests.workplace import Workplace

INI = b"[Tournament Info]\r\nName=Invented Open\r\n"


def drafted(desk: Workplace, name: str = "M1") -> EmailMessage:
    """The draft as a mail program reads it."""
    file = desk.folder.parent / "draft.eml"
    desk.done("inbox", "reply", name, "--to", file)
    raw = file.read_bytes()
    raw.decode("ascii")
    assert max(map(len, raw.split(b"\r\n"))) <= 998
    made = email.message_from_bytes(raw, policy=SMTP)
    assert isinstance(made, EmailMessage)
    return made


def test_a_reply_says_what_arrived_and_for_which_list_in_two_languages(desk: Workplace) -> None:
    desk.done("inbox", desk.file(SHAPES["iso-2022-jp"].raw, "report.eml"))
    made = drafted(desk)
    assert str(made["To"]) == "森 空 <mori@example.jp>"
    assert str(made["Subject"]) == "Re: 大会結果のご報告"
    assert str(made["In-Reply-To"]) == "<one@example.jp>"
    assert str(made["References"]) == "<one@example.jp>"
    text = made.get_content()
    assert "thank you for your mail of 5 October 2026" in text
    assert "Invented Summer Open 2026\n  Received: 3 rounds, 11 players," in text.replace("\r\n", "\n")
    assert "Reported on 5 October 2026, for the rating list of 1 November 2026." in text
    assert "2026年11月1日付レーティングリストの対象です。" in text
    assert "Invented Officer" in text
    assert "Invented Federation" in text


def test_one_round_and_one_game_are_told_as_one(desk: Workplace) -> None:
    form = filled(games=GAMES[:1])
    desk.run("inbox", desk.file(whole(b"mixed", PLAIN, attached(b'filename="a.xlsx"', form)), "m.eml"))
    assert "  Received: 1 round, 4 players, 1 game." in drafted(desk).get_content()


def test_a_reply_goes_where_its_sender_wants_answers(desk: Workplace) -> None:
    raw = b"Reply-To: Rin <rin@example.jp>\r\n" + mail()
    desk.done("inbox", desk.file(raw, "report.eml"))
    assert str(drafted(desk)["To"]) == "Rin <rin@example.jp>"


@pytest.mark.parametrize("subject", ["RE：結果", "[list:12] Re: Results"])
def test_the_subject_of_an_answer_is_answered_as_it_is(desk: Workplace, subject: str) -> None:
    desk.done("inbox", desk.file(mail(subject=subject.encode()), "report.eml"))
    assert str(drafted(desk)["Subject"]) == subject


def test_a_reply_is_shown_and_never_sent(desk: Workplace) -> None:
    desk.done("inbox", desk.file(mail(), "report.eml"))
    said = desk.done("inbox", "reply", "1")
    assert said.out.startswith("To: Invented Club <club@example.jp>\nSubject: Re: Results\n\n")
    assert "Nothing was sent" in said.err


def test_it_asks_what_only_the_organizer_knows(desk: Workplace, standin: Standin) -> None:
    full = event()
    guest = replace(full.entrants[0], surname="Unbekannt", given="Uwe", national_id="N99999999")
    standin.events[full.number] = replace(
        full, entrants=(guest, *full.entrants[1:]), organizer="", time_control=""
    )
    desk.run("inbox", desk.file(mail(), "report.eml"))
    text = drafted(desk).get_content()
    assert "We find no member for “Unbekannt" in text
    assert "主催者が記載されていません" in text
    assert "The event states no time control. Please enter it, or tell us." in text
    assert "ruling" not in text
    assert "banzuke" not in text


def test_it_says_that_an_event_is_not_complete(desk: Workplace, standin: Standin) -> None:
    standin.events[9900001] = running(event(), 2)
    desk.run("inbox", desk.file(mail(), "report.eml"))
    text = drafted(desk).get_content()
    assert "It is not complete yet; it counts as reported on the day it is." in text
    assert "4 of 7 pairings without a result" in text
    assert "大会が終わってからご報告ください" in text


def test_it_says_which_rounds_of_a_file_are_not_there(desk: Workplace) -> None:
    lines = ("012 Invented Open", "XXR 3", "001    1      Mori, Sora", "001    2      Hata, Rin", "")
    sent = whole(b"mixed", PLAIN, attached(b'filename="open.trf"', "\n".join(lines).encode()))
    desk.run("inbox", desk.file(sent, "report.eml"))
    assert "There are no pairings of rounds 1-3. Please enter them" in drafted(desk).get_content()


def test_a_round_in_which_only_rounds_off_stand_was_not_received(desk: Workplace) -> None:
    game = (f"{'001    1      Mori, Sora':<91}   2 w 1  0000 - H", f"{'001    2      Hata, Rin':<91}   1 b 0")
    sent = whole(b"mixed", PLAIN, attached(b'filename="open.trf"', "\n".join(("012 Open", *game)).encode()))
    desk.run("inbox", desk.file(sent, "report.eml"))
    text = drafted(desk).get_content()
    assert "Received: 1 round, 2 players, 1 game." in text
    assert "There are no pairings of round 2. Please enter them" in text


def test_nothing_of_the_register_stands_in_a_reply(desk: Workplace, standin: Standin) -> None:
    full = event()
    first = full.entrants[0]
    desk.register(
        {
            "ID": first.national_id,
            "Name": f"{first.surname} {first.given}",
            "Birth": "1987-03-21",
            "Kanji": "秘密",
        },
        {
            "ID": "N98765432",
            "Name": f"{first.surname} {first.given}",
            "Birth": "1990-12-24",
            "Club": "Hidden",
        },
    )
    changed = replace(first, national_id="")
    standin.events[full.number] = replace(full, entrants=(changed, *full.entrants[1:]))
    desk.run("inbox", desk.file(mail(), "report.eml"))
    assert "member-ambiguous" in desk.codes()
    text = drafted(desk).get_content()
    for known in ("1987", "1990", "秘密", "Hidden", "N98765432"):
        assert known not in text
    assert "We cannot tell which member" in text


NEITHER = (
    *("event-name-missing", "gate-not-opened", "many-events", "program-fault"),
    *("not-found", "record-not-found"),
)


@pytest.mark.parametrize("code", sorted({*PASSING, *NEITHER}))
def test_no_command_of_the_office_is_told_to_a_sender(code: str) -> None:
    english, japanese = asked(Problem(code, "PLACE", "a page", "none", "repeat: banzuke import FOLDER"))
    for text in (english, japanese):
        assert "PLACE" in text
        assert "banzuke" not in text


def test_where_the_program_fails_its_sender_reads_nothing_of_its_inside() -> None:
    told = asked(
        Problem("program-fault", "event.trf", "to be read", "KeyError: 'x' (office/a.py:1)", "close it")
    )
    assert not any("KeyError" in text for text in told)


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("mail-too-large", "Please send the link of the tournament, or the report alone."),
        ("mail-too-many-parts", "Please send a plain mail with the link."),
        ("mail-asks-correction", "Please send it to the office as a mail."),
        ("reading-too-much", "Please send the report alone, or in several files."),
    ],
)
def test_nobody_is_asked_to_do_what_the_officer_does(code: str, words: str) -> None:
    english, japanese = asked(Problem(code, "open.xlsx", "x", "y", "ask the sender: banzuke inbox list"))
    assert english.endswith(words)
    assert "banzuke" not in english + japanese


@pytest.mark.parametrize(
    ("shape", "words"),
    [
        ("winmail.dat", "Please send it again as plain text or HTML"),
        ("nothing in it", "We found no link of a tournament"),
        ("a picture of the crosstable", "We cannot read the attached file table.pdf"),
        ("alternative that differs", "Which do you mean?"),
        ("a link broken in its number", "Please send it on one line"),
    ],
)
def test_it_asks_for_what_could_not_be_read(desk: Workplace, shape: str, words: str) -> None:
    desk.run("inbox", desk.file(SHAPES[shape].raw, "report.eml"))
    assert words in drafted(desk).get_content()


def test_of_two_links_that_which_leads_nowhere_is_asked_about(desk: Workplace) -> None:
    said = desk.run("inbox", desk.file(mail(f"{LINK}\r\n{SITE}/tnr9900099.aspx\r\n"), "report.eml"))
    assert said.code == 1
    text = drafted(desk).get_content()
    assert "We find no tournament at https://chess-results.com/tnr9900099.aspx" in text
    assert "Please check the number in the link and send the right one." in text
    assert "Swiss-Manager" not in text
    assert "Received: 3 rounds, 11 players, 14 games." in text


def test_a_file_that_could_not_be_read_is_named_with_what_is_wrong(desk: Workplace) -> None:
    raw = whole(b"mixed", part(b"Content-Type: text/plain", b"x"), attached(b'filename="open.ini"', INI))
    said = desk.run("inbox", desk.file(raw, "report.eml"))
    assert "not read: open.ini" in said.out
    assert "open.ini: " in drafted(desk).get_content()


def test_every_fault_of_a_form_is_named_in_both_languages(desk: Workplace) -> None:
    form = filled(non_members="two", first_day="3rd of October")
    raw = whole(b"mixed", part(b"Content-Type: text/plain", b"x"), attached(b'filename="r.xlsx"', form))
    desk.run("inbox", desk.file(raw, "report.eml"))
    text = drafted(desk).get_content()
    assert "column B (First day 初日): we found “3rd of October”, and expect a day, YYYY-MM-DD." in text
    assert "we found “two”, and expect a number" in text
    assert "r.xlsx、シート「Event 大会」、14行目、B列（Number of non-member participants" in text
    assert "：「two」。必要な内容：数（ない場合は0）" in text


def test_who_was_found_to_be_a_guest_is_not_asked_for_an_id(desk: Workplace) -> None:
    raw = whole(b"mixed", part(b"Content-Type: text/plain", b"x"), attached(b'filename="r.xlsx"', filled()))
    desk.run("inbox", desk.file(raw, "report.eml"))
    assert "1 without it: 4 Guest Gil" in drafted(desk).get_content()
    desk.done("resolve", "E1", "--player", "4", "--no-member", "--reason", "a guest of the club")
    assert "Guest Gil" not in drafted(desk).get_content()


def test_a_refused_report_shows_what_else_its_sender_reported_since(desk: Workplace) -> None:
    for n, form in enumerate((filled(first_day="3rd of October"), filled())):
        text, file = part(b"Content-Type: text/plain", b"x"), attached(b'filename="r.xlsx"', form)
        desk.run("inbox", desk.file(whole(b"mixed", text, file).replace(b"<one@", b"<%d@" % n), f"{n}.eml"))
    assert "“3rd of October”; the same sender has reported E1 Autumn Open since" in desk.done("status").out


def test_the_correction_of_a_form_by_mail_is_listed(desk: Workplace) -> None:
    for n, form in enumerate((filled(non_members="two"), filled())):
        text, file = part(b"Content-Type: text/plain", b"x"), attached(b'filename="r.xlsx"', form)
        desk.run("inbox", desk.file(whole(b"mixed", text, file).replace(b"<one@", b"<%d@" % n), f"{n}.eml"))
    assert "r.xlsx: not read, form-cell; its correction came" in desk.done("inbox", "list").out
    assert "Received, but not read" not in desk.done("status").out
    assert "“two”" not in drafted(desk).get_content()


def test_the_office_can_have_a_text_of_its_own(desk: Workplace) -> None:
    desk.done("inbox", desk.file(mail(), "report.eml"))
    desk.done("inbox", "reply", "--template")
    own = desk.folder / "templates" / "reply.txt"
    assert "thank you" in own.read_text("utf-8")
    own.write_text("{{ sender_name }}: {{ events | length }} event\n", encoding="utf-8")
    assert drafted(desk).get_content() == "Invented Club: 1 event\r\n"
    desk.done("inbox", "reply", "--template")
    assert own.read_text("utf-8").startswith("{{ sender_name }}")


@pytest.mark.parametrize(
    "text", ["{% for", "{{ nobody }}", "{{ ''.__class__.__mro__ }}", "{{ 1 / 0 }}", "{{ events.append(1) }}"]
)
def test_a_text_that_cannot_be_followed_is_refused_by_name(desk: Workplace, text: str) -> None:
    desk.done("inbox", desk.file(mail(), "report.eml"))
    desk.done("inbox", "reply", "--template")
    (desk.folder / "templates" / "reply.txt").write_text(text, encoding="utf-8")
    said = desk.run("inbox", "reply", "M1")
    assert (said.code, said.problem()["code"]) == (1, "template-broken")


def test_a_subject_cannot_put_a_header_into_the_reply(desk: Workplace) -> None:
    subject = b"=?utf-8?q?Hello=0D=0ABcc:_all@example.jp?="
    name = b'"x\r\n\tBcc: y@example.jp" <club@example.jp>'
    ids = b" ".join(b"<%060d@example.jp>" % n for n in range(300))
    raw = mail(subject=subject, sender=name).replace(
        b"MIME-Version", b"References: " + ids + b"\r\nMIME-Version"
    )
    desk.done("inbox", desk.file(raw, "report.eml"))
    made = drafted(desk)
    assert made["Bcc"] is None
    assert str(made["Subject"]) == "Re: Hello Bcc: all@example.jp"
    assert str(made["References"]).endswith("<one@example.jp>")


@pytest.mark.parametrize("words", ["=?utf-8?q?x=0D=0ABcc:_all@example.jp?=", "=?utf-8?b?DQoNCkRlYXIgYWxs?="])
def test_what_a_subject_and_a_name_hold_is_not_read_once_more(desk: Workplace, words: str) -> None:
    """Encoded twice, the end of a line stands in the text that is answered, and begins a header there."""
    twice = b"=?utf-8?b?" + base64.b64encode(words.encode()) + b"?="
    raw = mail(subject=b"Results " + twice, sender=twice + b" <club@example.jp>")
    desk.done("inbox", desk.file(raw, "report.eml"))
    made = drafted(desk)
    raw = (desk.folder.parent / "draft.eml").read_bytes()
    assert b"\r\nBcc" not in raw and b"Dear all" not in raw
    parts = decode_header(email.message_from_bytes(raw)["Subject"])
    assert str(make_header(parts)) == f"Re: Results {words}"
    assert [one.addr_spec for one in made["To"].addresses] == ["club@example.jp"]


def test_a_long_name_adds_nobody_to_those_who_get_the_reply(desk: Workplace) -> None:
    name = b'"all@example.jp, ' + b"x " * 60 + b'" <club@example.jp>'
    desk.done("inbox", desk.file(mail(sender=name), "report.eml"))
    assert [one.addr_spec for one in drafted(desk)["To"].addresses] == ["club@example.jp"]


def test_a_mail_without_a_sender_cannot_be_answered(desk: Workplace) -> None:
    desk.done("inbox", desk.file(mail(sender=b"undisclosed"), "report.eml"))
    assert desk.run("inbox", "reply", "M1").problem()["code"] == "mail-no-sender"
    assert desk.run("inbox", "reply", "M7").problem()["code"] == "no-such-mail"
    assert desk.run("inbox", "reply").code == 2


def test_nobody_is_asked_about_twice(desk: Workplace) -> None:
    raw = whole(b"mixed", part(b"Content-Type: text/plain", b"x"), attached(b'filename="r.xlsx"', filled()))
    desk.run("inbox", desk.file(raw, "report.eml"))
    assert "member-unknown" in desk.codes()
    text = " ".join(drafted(desk).get_content().split())
    assert "tell us who is not a member: 1 without it: 4 Guest Gil." in text
    assert text.count("Guest Gil") == 2  # once in each language


def test_a_sound_document_is_called_what_it_is(desk: Workplace) -> None:
    raw = whole(
        b"mixed", part(b"Content-Type: text/plain", b"x"), attached(b'filename="r.docx"', word_document())
    )
    said = desk.run("inbox", desk.file(raw, "report.eml"))
    assert "damaged" not in said.all
    assert said.problem()["code"] == "file-of-another-program"
    text = drafted(desk).get_content()
    assert "r.docx: a text document (Word); expected a Rating Report Form" in text
    assert "Please send the event's Chess-Results link, or the Rating Report Form" in text
    assert "damaged" not in text


@pytest.mark.parametrize("remedy", ["Give the board pairings of the round.", "give the round"])
def test_what_has_no_phrase_of_its_own_is_one_sentence_with_one_end(remedy: str) -> None:
    english, japanese = asked(Problem("round-differs", "round 3", "8 boards", "7 boards", remedy))
    assert english == f"round 3: 7 boards; expected 8 boards. Please g{remedy.strip('.')[1:]}."
    assert japanese.endswith("。") and not japanese.endswith("。。")


def test_a_player_without_an_id_is_told_so_in_japanese() -> None:
    english, japanese = asked(Problem("member-unknown", "“Gil Guest”", "a member", "no ID", ""))
    assert "(no ID)" in english
    assert "（IDなし）" in japanese
    assert "no ID" not in japanese


def test_what_was_written_stands_between_japanese_marks_in_japanese() -> None:
    _english, japanese = asked(Problem("member-unknown", "“Gil, Guest”", "a member", "ID N1", ""))
    assert japanese.startswith("「Gil, Guest」")
    english, japanese = asked(Problem("form-cell", "r.xlsx: Games", "a result", "“x”, “1 “0””", ""))
    assert "“x”, “1 “0””" in english and "「x」、“1 “0””" in japanese
