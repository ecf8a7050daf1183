"""Commands that work with servers, on real ones; and the jobs, each with its worker, which is killed."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import replace
from datetime import timedelta

import cli.carry
from office.jobs import worker as workers
from tests.office.kills.carried import Forked
from tests.office.kills.cases import KEPT, Case, Ready
from tests.office.kills.locks import unlocked
from tests.office.kills.state import rows as rows_of
from tests.office.mail.outgoing import Smtp, smtp_server
from tests.office.mail.server import PASSWORD, USER, ImapServer
from tests.office.mail.shapes import mail
from tests.office.test_fide import serving, single
from tests.office.writers import CUP, REPLAY, WHY, busy, with_pages
from tests.workplace import Workplace

OFFICER = "officer@example.jp"
MAILS = (
    mail(f"{CUP}\r\n", received=b"Mon, 19 Oct 2026 10:00:00 +0900", message_id=b"<one@example.jp>"),
    mail("see https://bit.ly/3abc", message_id=b"<two@example.jp>"),
)


@contextmanager
def _notices(work: Workplace) -> Iterator[Ready]:
    """A mail to an officer, by a real mail server."""
    busy(work)
    with smtp_server(Smtp()) as server, work.monkeypatch.context() as patch:
        said = {
            "HOST": "127.0.0.1",
            "PORT": server.port,
            "SECURITY": "none",
            "SENDER": "rating@office.example",
        }
        for name, value in said.items():
            patch.setenv(f"BANZUKE_NOTICES_{name}", str(value))
        work.done("notices", "on", "waiting", "read")
        work.done("notices", "address", OFFICER, "--officer")

        def faults() -> list[str]:
            told = [to for to, _ in server.got]
            rows = [row["state"] for row in rows_of(work.folder)["notice"]]
            less = "sent" in rows and not told
            return [f"{told} got a mail, noted as {rows}"] if less or len(set(told)) < len(told) else []

        yield Ready(("notices", "send"), server.got.clear, faults)


@contextmanager
def _inbox(work: Workplace) -> Iterator[Ready]:
    """Two mails in a real mailbox, the first with a link to an event."""
    busy(work)
    folder = work.folder.parent.with_name(f"{work.folder.parent.name} mailbox")
    with ImapServer(folder, *MAILS) as server, work.monkeypatch.context() as patch:
        said = {
            "HOST": "127.0.0.1",
            "USER": USER,
            "PASSWORD": PASSWORD,
            "SECURITY": "none",
            "PORT": server.port,
        }
        for name, value in said.items():
            patch.setenv(f"BANZUKE_IMAP_{name}", str(value))
        yield Ready(("inbox", "--imap", *REPLAY))
    shutil.rmtree(folder)


@contextmanager
def _fide(work: Workplace) -> Iterator[Ready]:
    """FIDE's three lists of the month, by a real web server."""
    busy(work)
    month = f"{work.moment:%b%y}".upper()
    lists = {f"/{kind}.zip": (200, single(month, 2000)) for kind in ("standard", "rapid", "blitz")}
    with serving(lists) as (address, _asked):
        yield Ready(("fide", "fetch", "--address", address))


def _busy(work: Workplace) -> None:
    """The office, unless another job's made it."""
    if work.rows("SELECT 1 FROM member LIMIT 1") == []:
        busy(work)


@contextmanager
def _site(work: Workplace) -> Iterator[Ready]:
    _busy(work)
    work.done("site", work.folder.parent / "elsewhere", "--address", "https://federation.example/")
    yield Ready(("site", work.folder.parent / "elsewhere"))


@contextmanager
def _backup(work: Workplace) -> Iterator[Ready]:
    busy(work)
    yield Ready(("backup", "--keep", "14", work.folder.parent / "elsewhere"))


@contextmanager
def _poll(work: Workplace) -> Iterator[Ready]:
    with_pages(work)
    yield Ready(("poll", "--once", *REPLAY))


@contextmanager
def _draft(work: Workplace) -> Iterator[Ready]:
    _busy(work)
    yield Ready(("rate",))


@contextmanager
def _retention(work: Workplace) -> Iterator[Ready]:
    """A mail that says nothing, older than it has to be kept."""
    after = work.moment
    work.moment -= timedelta(days=500)
    came = mail("Good morning.", received=f"{work.moment:%a, %d %b %Y %H:%M:%S} +0000".encode())
    work.run("inbox", work.file(came, "old.eml"))
    work.moment = after
    yield Ready(("retention", "--mails", "400", "--pages", "400", "--yes"))


COMMANDS: dict[str, Callable[[Workplace], AbstractContextManager[Ready]]] = {
    "poll": _poll,
    "inbox": _inbox,
    "preview": _draft,
    "site": _site,
    "notices": _notices,
    "fide": _fide,
    "backup": _backup,
    "retention": _retention,
}
"""By kind of job what its command is given; office/jobs/kinds.py knows the command's own words."""


def _by_worker(*kinds: str, due: bool) -> Callable[[Workplace], AbstractContextManager[Ready]]:
    """These jobs, by a worker: one that was asked for, or all that are `due`."""

    @contextmanager
    def office(work: Workplace) -> Iterator[Ready]:
        from office.jobs.kinds import KINDS

        with ExitStack() as stack:
            every = [stack.enter_context(COMMANDS[kind](work)) for kind in kinds]
            patch = stack.enter_context(work.monkeypatch.context())
            patch.setattr(cli.carry, "Command", Forked)
            patch.setattr(workers, "UNSTORED", 0.3)  # as it is, for trials that need not wait
            before = replace(work, moment=work.moment - timedelta(days=1))
            for kind, ready in zip(kinds, every, strict=True):
                more = ready.words[len(KINDS[kind].command) :]
                before.done("jobs", "change", kind, "--with", " ".join(f"'{word}'" for word in more))
                if due:
                    before.done("jobs", "on", kind)

            def reset() -> None:
                for ready in every:
                    ready.reset()

            def faults() -> list[str]:
                return [fault for ready in every for fault in ready.faults()]

            words = ("work", "--once") if due else ("jobs", "run", kinds[0])
            yield Ready(words, reset, faults, lambda: unlocked(work.folder))

    return office


ASKED = ("resolve", "E2", "--reported", "2026-11-10", *WHY)
"""What an event asks that was stored before the kill is shown with the numbers it will have; they are stored
with the next answer. No mail is new, so that the run itself has nothing to store."""

SAID = "a command that was done already when its worker was killed has nothing more to do, and says so"
UNSURE = "nobody knows whether a mail left that was noted as leaving; it is shown, and not sent again (R91)"
TOLD = {f"notice.{column}": UNSURE for column in ("state", "ended_at", "found")} | {
    "notice.attempts": "a server that was not there is asked again",
    "notice.message_id": "random",
    "notice.claimed_at": "a quarter of an hour later",
}
RUN = {
    "job.beat": "counts each time that it was taken",
    **{f"job_run.{column}": SAID for column in ("result", "code", "log")},
    "job_run.attempt": "the one that was cut off was the first",
}
EACH = "each run that was asked for is told"

OF_SERVERS = {
    "notices send": Case("notices send", _notices, unlike=TOLD, later=16),
    "inbox --imap": Case("inbox --imap", _inbox, then=ASKED),
    "fide fetch": Case("fide fetch", _fide),
}
LATER = {f"job_run.{name}": "a quarter of an hour later" for name in ("due", "began_at", "ended_at")}
OF_ITS_OWN = {
    "notices": TOLD | LATER,
    "site": KEPT,
    "retention": {"office/mails/index.jsonl": "the moment at which a mail was deleted"},
    "backup": {"elsewhere/": "it holds the run in which it is made; that it is whole it has proved itself"},
}
DRAWN_UP = dict.fromkeys(("list_version.made_at", "publication.seen_at"), "six minutes later")
AGAIN = {
    ".elsewhere.site/": "made while the preview could not be: made again behind it; `site` is compared whole"
}
JOBS = {
    f"jobs run {kind}": Case(
        f"jobs run {kind}",
        _by_worker(kind, due=False),
        twice=EACH,
        unlike=RUN | OF_ITS_OWN.get(kind, {}),
        later=16 if kind == "notices" else 0,
        then=ASKED if kind == "inbox" else (),
    )
    for kind in COMMANDS
} | {
    "work": Case(
        "work", _by_worker("preview", "site", due=True), unlike=RUN | LATER | DRAWN_UP | AGAIN, later=6
    )
}
