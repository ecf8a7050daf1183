"""A run killed in the middle: the mail is taken whole by the next run, and nothing is there twice."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.office.mail.shapes import SITE, mail
from tests.office.test_killed import CASSETTE, DATA, killed, sound
from tests.workplace import Workplace, once

CUPS = ("1499733", "1499612")
BODY = "\r\n".join(f"{SITE}/tnr{n}.aspx" for n in CUPS)

MOMENTS = {
    "before the mail is kept": (("scraper.archive", "FileArchive", "_keep"), 1, True),
    "after its bytes, before its row": (("office.mail.keep", "", "_row"), 1, True),
    "after its row, before that is stored": (("office.mail.keep", "", "_place"), 1, False),
    "before its reports are looked at": (("office.mail.take", "", "_links"), 1, True),
    "before the first report is noted": (("office.intake.take_in", "", "received"), 1, True),
    "while the first event is fetched": (("scraper.client", "Client", "get"), 4, True),
    "between players and pairings of the first": (("importer.store", "", "_insert"), 2, False),
    "while the second event is fetched": (("scraper.client", "Client", "get"), 14, True),
    "before the files": (("office.mail.take", "", "take_files"), 1, True),
    "before the mail is called taken": (("office.mail.take", "", "as_json"), 1, True),
}


@pytest.fixture
@once
def ready(work: Workplace) -> Workplace:
    work.done("members", "import", DATA / "register.csv")
    work.done("opening", "import", DATA / "opening.csv", "--list", "2026-10-01")
    return work


@pytest.mark.parametrize("moment", MOMENTS)
def test_a_killed_run_is_made_good_by_the_next(ready: Workplace, moment: str) -> None:
    where, call, before = MOMENTS[moment]
    file = ready.file(mail(BODY, received=b"Mon, 19 Oct 2026 10:00:00 +0900"), "report.eml")
    words = ("inbox", file, "--replay", CASSETTE)
    killed(ready, where, call, *words, before=before)
    sound(ready)
    # Once it has a row the file is not needed any more.
    row = ready.rows("SELECT state FROM message")
    assert row in ([], [("waits",)])
    ready.run("inbox", *(words[1:2] if not row else ()), "--replay", CASSETTE)
    assert ready.rows("SELECT state, arrived_on FROM message") == [("taken", "2026-10-19")]
    assert ready.rows("SELECT reference, state, arrived_on, message_id FROM report ORDER BY reference") == [
        (f"{SITE}/tnr{n}.aspx", "read", "2026-10-19", 1) for n in sorted(CUPS)
    ]
    assert ready.rows("SELECT count(*) FROM event") == [(2,)]
    assert ready.rows("SELECT count(*) FROM reading") == [(2,)]
    before_again = ready.dump()
    ready.done("inbox", file, "--replay", CASSETTE)
    assert ready.dump() == before_again


def test_a_run_killed_from_outside_leaves_no_lock(ready: Workplace, tmp_path: Path) -> None:
    file = ready.file(mail(BODY), "report.eml")
    waiting = (
        "import sys, time\nimport office.mail.keep as keep\n"
        "def wait(*_, **__): print('there', flush=True); time.sleep(60)\nkeep.read_mail = wait\n"
        f"sys.argv = ['banzuke', '--office', {str(ready.folder)!r}, 'inbox', {str(file)!r}]\n"
        "from cli.main import main\nmain()\n"
    )
    root = Path(__file__).resolve().parents[3]
    running = subprocess.Popen(
        [sys.executable, "-c", waiting],
        env={**os.environ, "PYTHONPATH": str(root)},
        stdout=subprocess.PIPE,
    )
    assert running.stdout is not None
    try:
        assert running.stdout.readline() == b"there\n"
        assert ready.run("inbox", file).problem()["code"] == "inbox-running"
    finally:
        running.send_signal(signal.SIGKILL)
        running.communicate()
    assert ready.run("inbox", file, "--replay", CASSETTE).code == 0
    assert ready.rows("SELECT state FROM message") == [("taken",)]
