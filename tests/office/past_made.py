"""What a program of the past does to make an office: `python -m tests.office.past_made TREE FAMILY FOLDER`.

TREE is that program's checkout (`tests.office.past` has one). FOLDER gets the office (`office/`) and what was
told of it (`told.json`). Only what that program has is used: its commands, and its desk over HTTP. Accounts,
jobs and notices are there if it knows them.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import subprocess
import sys
import threading
from datetime import UTC, date, datetime
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from selectolax.lexbor import LexborHTMLParser

from benchmarks.same_bytes import queensland
from benchmarks.same_bytes.desk import Desk, Product
from benchmarks.same_bytes.earlier import CLUB, Earlier
from benchmarks.same_bytes.queensland import Queensland
from tests.office.mail.shapes import mail

PASSWORD = "four words of nobody"
queensland.JUNIORS, queensland.ADULTS, queensland.RATED = 16, 2, 12


class Juniors(Queensland):
    """The list taken over, one that was made, and an event for the next."""

    def made(self) -> None:
        self._founded()
        for n, day in enumerate((date(2026, 10, 3), date(2026, 11, 14))):
            entrants = self._entrants(5, adults=True, guests=True)
            self.held(f"Event {n}", [day] * 3, entrants, day.replace(day=16), control=None)
            self.desk.product.present.on(day.replace(day=20))
            self.desk.answer(self.answers)
            if n == 0:
                self.desk.product.present.on(date(2026, 11, 1), 1)
                self.desk.publish()


class Societies(Earlier):
    """The list taken over, two under the text of 2019, one under that of 2022, and an event for the next."""

    def made(self) -> None:
        self.build(self.desk.files)
        ruled = ("--edition", "ncs-2019-09", "--reason", "no text between is held")
        for month in (7, 8, 9, 10):
            day = date(2022, month, 9)
            if month != 8:
                entrants = [self._entrant(at) for at in self.chance.sample(range(30), 8)]
                self.held(f"Cup {month}", [day] * 3, entrants, day.replace(day=11), organizer=CLUB)
                self.desk.answer(self.answers)
            if month < 10:
                self.desk.product.present.on(date(2022, month + 1, 1), 1)
                self.desk.answer(self.answers)
                self.desk.publish(*ruled[: 0 if month == 9 else None])

    def _month(self, n: int) -> None:
        """None of those that `build` makes."""


def unseen(page: str, to: str) -> dict[str, str]:
    """What the form that is sent to an address holds without being seen."""
    fields = LexborHTMLParser(page).css(f'form[action="{to}"] input[type="hidden"]')
    return {f.attributes["name"] or "": f.attributes["value"] or "" for f in fields}


def knows(desk: Desk, command: str) -> bool:
    return desk.run(command, "--help", office=False).code == 0


def accounts(desk: Desk, told: dict[str, Any]) -> None:
    """One who chose a password at the desk and is signed in, one who never came, a closed one, one attempt
    that failed; a program's token; and a report handed in by a reporter."""
    import httpx

    from cli.session import open_office
    from web.serve import listening

    links = {}
    for name, role in (("Ada Admin", "administrator"), ("Rin Reporter", "reporter"), ("Never Came", "reader"),
                       ("Gone Since", "officer")):  # fmt: skip
        links[name] = desk.done("account", "add", name, "--role", role).out.split("#")[1].split()[0]
    desk.done("account", "revoke", "Gone Since")
    told["link"] = links["Never Came"]
    office = open_office(desk.folder)
    with listening(office, host="127.0.0.1", port=0, clock=lambda: desk.product.present.moment) as open_desk:
        thread = threading.Thread(target=open_desk.run, daemon=True)
        thread.start()
        address = open_desk.address

        def asked(
            http: httpx.Client, page: str, to: str, data: dict[str, str], **more: object
        ) -> httpx.Response:
            given = unseen(http.get(page).text, to) | data
            headers = {"origin": address.rstrip("/")}
            answer = http.post(to, data=given, headers=headers, **more)  # type: ignore[arg-type]
            assert answer.status_code in (200, 303), (to, answer.status_code, answer.text[-2000:])
            return answer

        for name in ("Ada Admin", "Rin Reporter"):
            with httpx.Client(base_url=address, timeout=60) as http:
                asked(http, "/enter", "/enter", {"code": links[name]})
                asked(
                    http, "/settings", "/settings/password", {"old": "", "new": PASSWORD, "again": PASSWORD}
                )
                if name == "Ada Admin":
                    told["session"] = dict(http.cookies)
                    if find_spec("office.accounts.programs") is not None:
                        page = asked(http, "/settings/programs", "/settings/programs", {"name": "club site"})
                        told["program"] = re.search(r"banzuke_[A-Za-z0-9_-]{43}", page.text)[0]  # type: ignore[index]
                elif find_spec("office.sendings") is not None:
                    files = {"files": ("late.trf", b"012 A late report\n")}
                    asked(http, "/reports", "/reports", {"text": "", "reported": ""}, files=files)
        with httpx.Client(base_url=address, timeout=60) as http:
            wrong = unseen(http.get("/sign-in").text, "/sign-in")
            wrong |= {"name": "Ada Admin", "password": "not hers"}
            assert (
                http.post("/sign-in", data=wrong, headers={"origin": address.rstrip("/")}).status_code >= 400
            )
        open_desk.stop()
        thread.join(60)


def jobs(desk: Desk, tree: Path) -> None:
    """Switched on, put on another schedule, given a folder; those that were due have run, as the program runs
    them, each in a process."""
    folder = desk.files / "backups"
    desk.done("jobs", "change", "preview", "--schedule", "7 5 * * *", "--who", "Olga Officer")
    desk.done("jobs", "on", "preview", "poll", "--who", "Olga Officer")
    if "backup" in desk.run("jobs").out:
        desk.done("jobs", "change", "backup", "--with", str(folder), "--who", "Olga Officer")
        desk.done("jobs", "on", "backup", "--who", "Olga Officer")
    words = [sys.executable, "-m", "cli.main", "--office", str(desk.folder), "work", "--once"]
    subprocess.run(words, check=True, cwd=tree, env={**os.environ, "PYTHONPATH": str(tree)})


def notices(desk: Desk) -> None:
    """Kinds that are on, addresses, one that wants none, and what was sent, into a folder."""
    os.environ["BANZUKE_NOTICES_SENDER"] = "rating@office.example"
    desk.done("notices", "on", "waiting", "read")
    desk.done("notices", "address", "officer@example.jp", "--officer", "--lang", "en")
    desk.done("notices", "stop", "nobody@example.jp")
    desk.done("notices", "send", codes=(0, 3))


def main(tree: Path, family: str, folder: Path) -> None:
    desk = Desk(Product.of("cli.main", tree), folder / "office", folder / "files")
    office = {"queensland": Juniors, "ncs": Societies}[family](desk)
    told: dict[str, Any] = {}
    office.made()
    hidden = mail("see https://bit.ly/2xyz\r\n")  # it waits for the officer, who is told so
    desk.done("inbox", desk.file("mail.eml", hidden), codes=(3,))
    if knows(desk, "account"):
        accounts(desk, told)
    if knows(desk, "notices"):
        notices(desk)
    if knows(desk, "jobs"):
        jobs(desk, tree)
    published = (
        "SELECT list_date, version, text_sha256 FROM list_version WHERE state = 'published' ORDER BY id"
    )
    told["lists"] = [[*row] for row in desk.rows(published)]
    told["exports"] = {}
    for list_date, *_ in told["lists"]:
        for form in ("json", "csv"):
            desk.done("export", "list", "--list", list_date, "--format", form, codes=(0, 1))
    for path in sorted((desk.folder / "lists").iterdir()):
        told["exports"][path.name] = hashlib.sha256(path.read_bytes()).hexdigest()
    told["moment"] = max(desk.product.present.moment, datetime.now(UTC)).isoformat()
    (folder / "told.json").write_text(json.dumps(told))


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2], Path(sys.argv[3]))
