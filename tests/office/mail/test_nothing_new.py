"""Mails of somebody else than who reported an event: a doubt in words beside the link of an event that has
not changed. Somebody has to read it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations

import pytest

from office.mail.quoted import plain_subject
from tests.office.mail.outgoing import Smtp, smtp_server
from tests.office.mail.shapes import LINK, NUMBER, OTHER, SITE, TRF, attached, mail, multipart, part
from tests.office.mail.test_notices import on, settle
from tests.office.test_killed import CASSETTE, killed, sound
from tests.publication.site import event, uploaded, with_result
from tests.standin.server import Standin
from tests.workplace import Said, Workplace

CLUB, PLAYER = b"Invented Club <club@example.jp>", b"Sora Mori <sora@example.net>"
DOUBT = f"In round 3 of {SITE}/tnr{NUMBER}.aspx I won, it says draw; please correct it.\r\n"


def report(body: str = f"The results: {LINK}\r\n", *, day: int = 5, **more: bytes) -> bytes:
    return mail(
        body, received=b"Mon, %02d Oct 2026 10:00:00 +0900" % day, message_id=b"<report@example.jp>", **more
    )


def doubt(body: str = DOUBT, *, day: int = 6, sender: bytes = PLAYER, number: int = 1) -> bytes:
    of = {"subject": b"My game", "message_id": b"<doubt-%d@example.net>" % number}
    return mail(body, received=b"Tue, %02d Oct 2026 11:00:00 +0900" % day, sender=sender, **of)


def came(desk: Workplace, *raw: bytes) -> Said:
    """Mails that come in one run."""
    return desk.run("inbox", *(desk.file(one, f"mail-{desk.texts}.eml") for one in raw))


def codes(said: Said) -> list[str]:
    return [problem["code"] for problem in said.problems()]


def waiting(desk: Workplace) -> list[str]:
    """The senders of the mails that wait, as `banzuke status` names them."""
    lines = desk.done("status").out.splitlines()
    return [line.partition("from ")[2].partition(":")[0] for line in lines if line.startswith("  M")]


def test_a_doubt_in_words_waits_and_says_which_event_has_not_changed(desk: Workplace) -> None:
    assert came(desk, report()).code == 0
    said = came(desk, doubt())
    problem = said.problem()
    assert (said.code, problem["code"], problem["place"]) == (
        3,
        "mail-nothing-new",
        "E1 Invented Summer Open 2026",
    )
    assert problem["found"] == "reported before by the sender of M1; nothing has changed since"
    assert "banzuke inbox close M2 --reason" in problem["do"] and "banzuke correction open" in problem["do"]
    told = f"M2, 6 October 2026, from sora@example.net: {problem['place']}: {problem['found']}"
    assert told in desk.done("status").out
    assert "mail-nothing-new" in desk.done("inbox", "list").all
    assert desk.rows("SELECT state FROM message ORDER BY id") == [("taken",), ("taken",)]
    desk.done("inbox", "close", "M2", "--reason", "the scoresheet says draw")
    assert waiting(desk) == []
    listed = desk.done("inbox", "list").all
    assert "closed: the scoresheet says draw" in listed and "mail-nothing-new" not in listed
    (ruling,) = desk.rows("SELECT id FROM ruling")
    desk.done("resolve", "--take-back", ruling[0], "--reason", "he sent the scoresheet")
    assert waiting(desk) == ["sora@example.net"]


def test_r127_it_can_be_one_more_report(desk: Workplace) -> None:
    came(desk, report())
    desk.done("inbox", desk.file(doubt(), "doubt.eml"), "--interpretation", "R127=one-more-report")
    assert waiting(desk) == []
    assert "the sender of M2" in desk.done("events", "E1").out


@pytest.mark.parametrize("order", [*permutations((0, 1, 2))])
def test_in_whatever_order_mails_are_taken_the_first_that_arrived_is_the_report(
    desk: Workplace, order: tuple[int, ...]
) -> None:
    mails = (
        report(),
        doubt(),
        doubt("Me, too: board 2 of " + DOUBT, day=7, sender=b"rin@example.org", number=2),
    )
    for number in order:
        came(desk, mails[number])
    assert waiting(desk) == ["sora@example.net", "rin@example.org"]
    assert "reported by   Invented Club, the sender of M" in desk.done("events", "E1").out


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_mails_of_one_run_are_weighed_as_they_arrived(desk: Workplace, order: tuple[int, ...]) -> None:
    mails = (report(), doubt())
    said = came(desk, *(mails[number] for number in order))
    assert (said.code, codes(said)) == (3, ["mail-nothing-new"])
    assert waiting(desk) == ["sora@example.net"]


def test_a_report_that_comes_late_has_the_run_ask_about_the_mail_that_came_before_it(desk: Workplace) -> None:
    assert came(desk, doubt()).code == 0  # nobody else reported it yet
    said = came(desk, report())
    assert (said.code, codes(said)) == (3, ["mail-nothing-new"])
    assert "banzuke inbox close M1 --reason" in said.problem()["do"]
    assert waiting(desk) == ["sora@example.net"]


@pytest.mark.parametrize("order", [*permutations((0, 1, 2))])
def test_the_reporters_own_mail_asks_no_more_once_his_first_one_is_found(
    desk: Workplace, order: tuple[int, ...]
) -> None:
    again = report("Please look at it: " + LINK, day=7).replace(b"<report@", b"<again@")
    mails = (report(), doubt(), again)
    for number in order:
        came(desk, mails[number])
    assert waiting(desk) == ["sora@example.net"]


def test_such_a_mail_is_closed_and_what_it_links_is_not_imported_once_more(desk: Workplace) -> None:
    came(desk, report(), doubt())
    for links in ((), (LINK,)):
        said = desk.run("inbox", "import", "M2", *links)
        assert said.problem()["code"] == "mail-not-waiting"
    assert waiting(desk) == ["sora@example.net"]
    desk.done("inbox", "import", "M2", f"{SITE}/tnr{OTHER}.aspx")  # of which it told in words
    assert waiting(desk) == []


def test_who_writes_again_is_asked_about_again_and_never_becomes_the_reporter(desk: Workplace) -> None:
    came(desk, report(), doubt())
    desk.done("inbox", "close", "M2", "--reason", "it was a draw")
    assert codes(came(desk, doubt("It was not! " + DOUBT, day=8, number=2))) == ["mail-nothing-new"]
    assert waiting(desk) == ["sora@example.net"]


@pytest.mark.parametrize(
    "raw",
    [
        report("Once more: " + LINK, day=7).replace(b"<report@", b"<again@"),
        report("Once more: " + LINK, day=7, sender=b"CLUB@Example.JP").replace(b"<report@", b"<again@"),
        doubt(f"And another one: {SITE}/tnr{OTHER}.aspx\r\n" + DOUBT),
        doubt(f"{DOUBT}\r\n").replace(b"From: ", b"Auto-Submitted: auto-replied\r\nFrom: ", 1),
        report(day=7, sender=PLAYER).replace(b"<report@", b"<copy@"),
    ],
)
def test_what_is_no_doubt_of_somebody_else_asks_nothing(desk: Workplace, raw: bytes) -> None:
    came(desk, report())
    assert codes(came(desk, raw)) in ([], ["mail-link-quoted"])
    assert waiting(desk) == []


def test_a_mail_with_a_file_asks_only_about_that(desk: Workplace) -> None:
    came(desk, report())
    body = part(b"Content-Type: text/plain; charset=utf-8", DOUBT.encode())
    raw = doubt("").partition(b"Content-Type")[0] + multipart(b"mixed", body, attached(b"rapid.trf", TRF))
    said = came(desk, raw)
    assert len(desk.rows("SELECT id FROM report")) == 3
    assert "mail-nothing-new" not in codes(said)


def test_an_event_that_did_change_is_a_report_whoever_sends_it(desk: Workplace, standin: Standin) -> None:
    came(desk, report())
    standin.events[NUMBER] = uploaded(with_result(event(), 1, 1, "1/2"))
    assert came(desk, doubt("It is corrected now: " + LINK)).code == 0
    assert codes(came(desk, doubt(day=9, sender=b"rin@example.org", number=2))) == ["mail-nothing-new"]
    assert waiting(desk) == ["rin@example.org"]


@pytest.mark.parametrize("above", ["", "\r\nSent from my iPhone\r\n\r\n", "-- \r\nSora Mori\r\n"])
def test_a_forwarded_copy_asks_nothing_unless_something_is_said_with_it(desk: Workplace, above: str) -> None:
    forwarded = (
        "---------- Forwarded message ---------\r\nFrom: Invented Club <club@example.jp>\r\n"
        "Date: Mon, 5 Oct 2026 at 10:00\r\nSubject: Results\r\nTo: <sora@example.net>\r\n\r\n"
        f"The results:\r\n{LINK}\r\n"
    )
    came(desk, report())
    raw = doubt(above + forwarded).replace(b"My game", b"Fwd: Results")
    if "--" in above:
        raw = doubt(forwarded + above).replace(b"My game", b"Fwd: Results")
    said = came(desk, raw)
    assert (said.code, waiting(desk)) == (0, [])
    assert "no report: M1, the words of that mail once more" in desk.done("inbox", "list").all
    words = doubt("Round 3 is wrong here.\r\n" + forwarded, number=2).replace(b"My game", b"Fwd: Results")
    assert codes(came(desk, words)) == ["mail-nothing-new"]
    other = doubt(forwarded, number=3).replace(b"My game", b"Fwd: Round 3 is wrong")
    assert codes(came(desk, other)) == ["mail-nothing-new"]


@pytest.mark.parametrize(
    "subject", ["Results", "Fwd: Results", "RE: [Fwd: Results]", "転送: Re: results", "Ｆｗ: Results"]
)
def test_a_subject_is_the_same_without_what_programs_set_before_it(subject: str) -> None:
    assert plain_subject(subject) == "results"


def test_what_the_office_took_in_without_a_name_has_its_reporter_by_the_first_mail(desk: Workplace) -> None:
    desk.done("import", LINK, "--reported", "2026-10-05")
    assert came(desk, report()).code == 0
    assert codes(came(desk, doubt())) == ["mail-nothing-new"]


@pytest.mark.parametrize(("reporter", "expected"), [("club@example.jp", 0), ("Somebody Else", 3)])
def test_whom_the_officer_named_as_the_reporter_counts_as_one(
    desk: Workplace, reporter: str, expected: int
) -> None:
    desk.done("import", LINK, "--reported", "2026-10-05", "--reporter", reporter)
    said = came(desk, report())
    assert said.code == expected
    if expected:
        assert said.problem()["found"] == "reported before by somebody else; nothing has changed since"


def test_the_offices_own_mails_about_an_event_ask_nothing(desk: Workplace) -> None:
    desk.done("notices", "address", "officer@example.jp", "--officer")
    came(desk, report())
    assert came(desk, doubt(sender=b"Officer@example.jp")).code == 0
    forwarded = doubt(sender=b"officer@example.jp", number=2).replace(b"My game", b"Fwd: My game")
    assert codes(came(desk, forwarded)) == ["mail-nothing-new"]  # what a player wrote to him at home


def test_who_wrote_through_a_list_without_an_address_is_told_apart_by_the_name(desk: Workplace) -> None:
    via = b"'Rin Hata' via Clubs <clubs@lists.example.jp>"
    of_list = b"List-Post: <mailto:clubs@lists.example.jp>\r\n"
    came(desk, of_list + report(sender=via))
    assert came(desk, of_list + doubt(sender=via)).code == 0
    other = doubt("I won! " + DOUBT, sender=via.replace(b"Rin Hata", b"Sora Mori"), number=2)
    assert codes(came(desk, of_list + other)) == ["mail-nothing-new"]


@pytest.fixture
def server(desk: Workplace) -> Iterator[Smtp]:
    with smtp_server(Smtp()) as made:
        settle(desk, made)
        yield made


def test_who_brings_nothing_new_is_told_nothing_that_is_for_the_reporter(
    desk: Workplace, server: Smtp
) -> None:
    on(desk, "read")
    copy = report(day=7, sender=b"arbiter@example.org").replace(b"<report@", b"<copy@")
    came(desk, report(), doubt(), copy)
    desk.done("notices", "send")
    assert sorted(to for to, _raw in server.got) == ["arbiter@example.org", "club@example.jp"]
    reply = desk.done("inbox", "reply", "M2").out
    assert reply.startswith("To: Sora Mori <sora@example.net>") and "Invented Summer Open" not in reply
    assert "Invented Summer Open" in desk.done("inbox", "reply", "M1").out


def test_a_mail_that_is_pasted_is_told_of_as_well_and_its_sender_reports_nothing(desk: Workplace) -> None:
    came(desk, report())
    for number in (1, 2):
        said = desk.run("import", desk.file(doubt(number=number), "pasted.eml"))
        (problem,) = said.problems()
        assert (said.code, problem["code"]) == (1, "mail-nothing-new")
        assert problem["place"].endswith("pasted.eml, E1 Invented Summer Open 2026")
        assert problem["found"] == "reported before by the sender of M1; nothing has changed since"
        assert "inbox" not in problem["do"]
    assert codes(came(desk, doubt())) == ["mail-nothing-new"]
    again = report(day=8).replace(b"<report@", b"<again@")
    desk.done("import", desk.file(again, "again.eml"))
    desk.done("import", desk.file(doubt(number=3), "named.eml"), "--reporter", "sora@example.net")


def test_mails_that_are_pasted_alone_are_told_apart_by_who_sent_the_first(desk: Workplace) -> None:
    desk.done("import", desk.file(report(), "report.eml"))
    said = desk.run("import", desk.file(doubt(), "doubt.eml"))
    assert said.problem()["found"] == "reported before by somebody else; nothing has changed since"
    both = [desk.file(one, f"both-{number}.eml") for number, one in enumerate((report(day=9), doubt(day=9)))]
    assert codes(desk.run("import", *both)) == ["mail-nothing-new"]
    more = doubt(f"{DOUBT} And {SITE}/tnr{OTHER}.aspx\r\n", number=2)
    desk.done("import", desk.file(more, "more.eml"))


def test_of_mails_that_are_pasted_together_the_second_one_is_told_of(desk: Workplace) -> None:
    both = [desk.file(one, f"both-{number}.eml") for number, one in enumerate((report(), doubt()))]
    said = desk.run("import", *both)
    assert codes(said) == ["mail-nothing-new"] and "both-1.eml" in said.problem()["place"]


MOMENTS = {
    "before its report is noted": (("office.intake.take_in", "", "received"), 1, True),
    "while the event is fetched": (("scraper.client", "Client", "get"), 4, True),
    "before it is weighed": (("office.mail.nothing_new", "Weighing", "of"), 1, True),
    "before it is kept what is asked": (("office.mail.take", "", "keep_said"), 1, True),
    "before that is stored": (("office.mail.take", "", "keep_said"), 1, False),
    "before it is told": (("cli.inbox", "", "_tell_mail"), 1, True),
}


@pytest.mark.parametrize("moment", MOMENTS)
def test_a_run_that_was_killed_leaves_no_doubt_unread(work: Workplace, moment: str) -> None:
    where, call, before = MOMENTS[moment]
    links = [f"{SITE}/tnr1499733.aspx", f"{SITE}/tnr1499612.aspx"]
    work.done("inbox", work.file(report("\r\n".join(links)), "report.eml"), "--replay", CASSETTE)
    file = work.file(doubt(f"I won in round 3 of {links[0]}\r\n"), "doubt.eml")
    killed(work, where, call, "inbox", file, "--replay", CASSETTE, before=before)
    sound(work)
    work.run("inbox", "--replay", CASSETTE)
    assert waiting(work) == ["sora@example.net"]
    assert work.rows("SELECT state FROM message ORDER BY id") == [("taken",), ("taken",)]
    assert work.rows("SELECT count(*) FROM report") == [(3,)]
