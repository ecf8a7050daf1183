"""`banzuke inbox --imap` at servers that do not hand out a mail, or do not let in for now (`odd.py`)."""

from __future__ import annotations

import pytest

from office.mail.imap import MOST_BROKEN
from tests.office.mail.odd import Odd, odd_server
from tests.office.mail.shapes import NUMBER, OTHER, SITE, mail
from tests.workplace import Said, Workplace

pytestmark = pytest.mark.slow

HOW = ("hangs up", "breaks off", "placeholder", "no longer exists", "nil")


def numbered(uid: int) -> bytes:
    return mail(f"{SITE}/tnr{OTHER if uid == 3 else NUMBER}.aspx\r\n", message_id=b"<%d@example.jp>" % uid)


def look(desk: Workplace, server: Odd, *words: object) -> Said:
    said = {"HOST": "127.0.0.1", "USER": "rating", "PASSWORD": "invented password", "SECURITY": "none"}
    for name, value in said.items():
        desk.monkeypatch.setenv(f"BANZUKE_IMAP_{name}", value)
    return desk.run("inbox", "--imap", "--port", server.port, *words)


def mails(desk: Workplace) -> list[tuple[object, ...]]:
    return desk.rows(
        "SELECT uid, state FROM message_place JOIN message ON message.id = message_row_id ORDER BY uid"
    )


@pytest.mark.parametrize("how", HOW)
def test_a_mail_that_the_server_does_not_hand_out_keeps_no_other_from_being_taken_and_is_asked_for_again(
    desk: Workplace, how: str
) -> None:
    with odd_server(Odd({uid: numbered(uid) for uid in (1, 2, 3)}, how={2: how})) as server:
        said = look(desk, server)
        assert (said.code, said.problem()["code"]) == (1, "mail-not-given")
        assert said.problem()["place"] == "rating@127.0.0.1 INBOX, mail 2"
        assert mails(desk) == [(1, "taken"), (3, "taken")]
        again = look(desk, server)
        assert (again.code, again.problem()["code"]) == (1, "mail-not-given")
        server.how = {}
        assert look(desk, server).code == 0
        assert mails(desk) == [(1, "taken"), (2, "taken"), (3, "taken")]


def test_what_the_server_says_of_a_mail_that_it_does_not_hand_out_is_told(desk: Workplace) -> None:
    how = {1: "hangs up", 2: "no longer exists", 3: "placeholder"}
    with odd_server(Odd({uid: numbered(uid) for uid in (1, 2, 3)}, how=how)) as server:
        found = [problem["found"] for problem in look(desk, server).problems()]
    told = [
        "FETCH failed: Internal error occurred. Refer to server log.",
        "Message 2 no longer exists",
        "nothing",
    ]
    assert found == told


@pytest.mark.parametrize("how", ["placeholder", "no longer exists"])
def test_a_mail_that_was_deleted_meanwhile_is_passed_over(desk: Workplace, how: str) -> None:
    with odd_server(Odd({uid: numbered(uid) for uid in (1, 2, 3)}, how={2: how}, deleted={2})) as server:
        said = look(desk, server)
        assert (said.code, said.problems()) == (0, [])
        assert mails(desk) == [(1, "taken"), (3, "taken")]


def test_a_mail_of_which_the_server_cannot_even_tell_the_size_keeps_no_other_from_being_taken(
    desk: Workplace,
) -> None:
    server = Odd({uid: numbered(uid) for uid in (1, 2, 3)}, how={2: "hangs up"}, unsized={2})
    with odd_server(server):
        assert look(desk, server).problem()["code"] == "mail-not-given"
        assert mails(desk) == [(1, "taken"), (3, "taken")]


def test_a_server_that_breaks_off_at_every_mail_is_left(desk: Workplace) -> None:
    server = Odd({uid: numbered(uid) for uid in range(1, 31)}, how=dict.fromkeys(range(1, 31), "hangs up"))
    with odd_server(server):
        said = look(desk, server)
    assert said.code == 75
    assert "imap-lost" in [problem["code"] for problem in said.problems()]
    assert server.sessions == MOST_BROKEN + 1


def test_what_was_kept_is_taken_where_the_mailbox_then_breaks_off_for_good(desk: Workplace) -> None:
    server = Odd({uid: numbered(uid) for uid in (1, 2, 3)}, how={2: "hangs up"}, validity=[7, 8])
    with odd_server(server):
        said = look(desk, server)
        assert (said.code, said.problem()["code"]) == (75, "imap-lost")  # its numbers name other mails now
        assert mails(desk) == [(1, "taken")]
        assert "created: Invented Summer Open 2026" in said.out
        server.login, server.how = "NO [UNAVAILABLE] Temporary authentication failure.", {}
        desk.run("inbox", desk.file(numbered(3), "three.eml"), "--offline")
        assert desk.rows("SELECT count(*) FROM message WHERE state = 'waits'") == [(1,)]
        assert look(desk, server).code == 75
    assert desk.rows("SELECT count(*) FROM message WHERE state = 'waits'") == [(0,)]


@pytest.mark.parametrize(
    "said",
    [
        "NO [LIMIT] Maximum number of connections from user+IP exceeded",  # Dovecot 2.3.19
        "NO [UNAVAILABLE] Temporary authentication failure.",  # RFC 5530
    ],
)
def test_a_server_that_lets_nobody_in_for_now_is_not_told_to_refuse_the_password(
    desk: Workplace, said: str
) -> None:
    with odd_server(Odd({}, login=said)) as server:
        found = look(desk, server)
    assert (found.code, found.problem()["code"]) == (75, "imap-unreachable")
    assert found.problem()["found"] == said.removeprefix("NO ")
    assert found.problem()["do"] == "repeat the command in a while"


def test_a_folder_that_cannot_be_read_for_now_is_not_told_to_be_missing(desk: Workplace) -> None:
    with odd_server(Odd({}, folder="NO [SERVERBUG] Internal error occurred.")) as server:  # Dovecot 2.3.19
        found = look(desk, server)
    assert (found.code, found.problem()["code"]) == (75, "imap-unreachable")


def test_a_folder_that_is_not_there_is_told_with_those_that_are_in_the_words_of_the_server(
    desk: Workplace,
) -> None:
    with odd_server(Odd({}, folder="NO Mailbox doesn't exist: 報告書")) as server:
        found = look(desk, server, "--folder", "報告書").problem()
    assert found["code"] == "imap-no-folder"
    assert found["expected"] == "a folder of the mailbox: 報告, INBOX, INBOX.Reports"
    assert found["found"] == "“報告書”; the server says: Mailbox doesn't exist: 報告書"


def test_a_refused_login_is_told_in_the_words_of_the_server(desk: Workplace) -> None:
    with odd_server(Odd({}, login="NO [AUTHENTICATIONFAILED] Authentication failed.")) as server:
        found = look(desk, server).problem()
    assert found["found"] == "[AUTHENTICATIONFAILED] Authentication failed."
