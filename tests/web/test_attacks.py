"""One attack for each rule of safety; what goes through all pages takes them from the application, so that a
new page is attacked as well.

| rule | attack | where |
|---|---|---|
| cookies: HttpOnly, SameSite, Secure by https | a script, another site, plain http | test_safety |
| sessions are revoked | a copied cookie after signing out, a new password, a revocation | test_sessions |
| a second factor where others reach the desk | a password alone, a code twice | test_safety, test_guessing |
| a brake on guessing | passwords under a name, names from an address, links | test_guessing |
| … | guesses under forged addresses, with and without a proxy | here |
| CSRF on every change | each without token, with another's, from another page or nowhere | here |
| no inline script | each page's policy and markup; a script that got in | here; test_safety |
| no secret in a log or an address | five kinds of secret, while all pages are asked | here |
| … | links' secrets behind #; what is stored | test_safety, test_api |
| uploads limited by size | more than each address takes, told and not told | here; test_sent_in |
| uploads by kind, read in the bounded process | a photo; a workbook that repeats for ever | here |
| loopback unless told otherwise | another address of this machine | test_safety |
| behind a proxy | forged scheme, host and sender | here; test_safety |
| outgoing requests only to the site's hosts | pasted links to this machine, the cloud's, look-alikes | here |
| … | redirects away from the site | tests/scraper/test_client, test_attacks |
| no personal data in a page of a lower role | each route asked by each role | here |
| … | who asked to be withheld; a namesake of the register | test_api, test_reporters |
"""

from __future__ import annotations

import re
import socket
import threading
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

import httpx
import pytest
from selectolax.lexbor import LexborHTMLParser
from sqlmodel import select

from importer import reader
from importer.tables import MemberRow
from office.accounts.people import named
from office.accounts.programs import admit
from office.accounts.roles import Need, Role, may
from office.accounts.sessions import OF_ADDRESS, OF_NAME
from office.database.engine import look, transaction
from tests.importer.test_workbook import ods, text_cell
from tests.office.mail.shapes import mail
from tests.web.conftest import PASSWORD, REPLAY, Client, Served, served, served_copy
from tests.web.every_route import Address, every, facts, filled
from tests.web.test_reports import CUP, sends, settled
from tests.workplace import Workplace
from web.desk import FORM, Desk
from web.serve import UPLOADS, application

pytestmark = pytest.mark.slow

SENDER = "someone-private@example.jp"


@dataclass(frozen=True)
class House:
    """The demonstration's desk with a mail that was read: who may do what, and what nobody else may see."""

    desk: Served
    routes: tuple[Address, ...]
    known: Mapping[str, str]
    clients: Mapping[Role | None, Client]
    private: frozenset[str]
    """Of the register: names, numbers, readings, birth dates; and who sent a mail."""
    seen: dict[Role | None, list[tuple[Address, str, httpx.Response]]] = field(default_factory=dict)

    def answers(self, role: Role | None) -> list[tuple[Address, str, httpx.Response]]:
        """The same with what somebody of this role is answered: asked once, for several tests look at it."""
        if role not in self.seen:
            http = self.clients[role].http
            self.seen[role] = [(one, path, http.get(path)) for one, path in self.get_routes()]
        return self.seen[role]

    def get_routes(self) -> Iterator[tuple[Address, str]]:
        """Every page, file and answer that can be looked at."""
        for one in self.routes:
            path = filled(one, self.known) if one.method == "GET" else None
            if path is not None:
                yield one, path

    def posts(self) -> list[tuple[Address, str]]:
        """Every address of the desk that changes something."""
        changing = [one for one in self.routes if one.method != "GET" and not one.at_api]
        return [(one, filled(one, self.known) or one.path.replace("{number}", "1")) for one in changing]


@pytest.fixture(scope="module")
def house(demo_office: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    folder = tmp_path_factory.mktemp("attacked") / "office"
    with served_copy(demo_office, folder, 'log = "json"\n', replay=REPLAY, organizers=True) as desk:
        clients = {role: desk.signed_in(role.value.title(), role) for role in Role}
        head = clients[Role.ADMINISTRATOR]
        text = mail(f"The results: {CUP}\r\n", sender=f"Somebody <{SENDER}>".encode()).decode()
        settled(head, sends(head, text))
        with look(desk.work.engine()) as session:
            known = facts(session)
            people = session.exec(select(MemberRow)).all()
            private = {word for one in people for word in _words(one)}
        routes = every(application(Desk(desk.office, lambda: desk.work.moment)))
        everybody = {**clients, None: desk.client()}
        yield House(desk, tuple(routes), known, everybody, frozenset(private | {SENDER}))


def _words(member: MemberRow) -> Iterator[str]:
    for word in (member.federation_id, member.name, member.kanji, member.kana, member.born):
        if word is not None and len(str(word)) > 3:
            yield str(word)


def test_the_house_has_something_of_every_kind(house: House) -> None:
    """Else a page would not be attacked: each can be filled in."""
    paths = {one.path for one, _path in house.get_routes()}
    assert paths == {one.path for one in house.routes if one.method == "GET"}
    assert len(house.private) > 50 and len(house.posts()) > 30


def test_no_change_is_made_without_a_form_of_this_browser(house: House) -> None:
    head, other = house.clients[Role.ADMINISTRATOR], house.clients[Role.OFFICER]
    before = house.desk.work.dump()
    foreign = {one.path for one, _path in house.posts() if one.foreign}
    assert foreign == {"/doubt"}  # shown filled in, and sent from its own page: it changes nothing
    for one, path in house.posts():
        if one.foreign:
            continue
        for token in ("", "0" * 64, other.token):
            answer = head.post(path, {"token": token})
            assert (answer.status_code, "form-out-of-date" in answer.text) == (403, True), path
        for origin in ("https://evil.example", "null", head.address.replace("127.0.0.1", "localhost")[:-1]):
            answer = head.post(path, headers={"origin": origin})
            assert (answer.status_code, "not-from-here" in answer.text) == (403, True), path
        answer = head.http.post(path, data={"token": head.token})  # a browser says where it is from
        assert (answer.status_code, "not-from-here" in answer.text) == (403, True), path
    head.http.post("/doubt", data={"text": "x"}, headers={"origin": "https://evil.example"})
    for one in house.routes:
        if one.at_api and one.method != "GET":
            assert head.http.post(one.path, json={"text": "x"}).status_code == 401
    assert house.desk.work.dump() == before


def test_nothing_that_changes_is_done_by_looking(house: House) -> None:
    before = house.desk.work.dump()
    only = {path for one, path in house.posts()} - {path for _one, path in house.get_routes()}
    statuses = {path: house.clients[Role.ADMINISTRATOR].get(path).status_code for path in only}
    assert {path for path, status in statuses.items() if status not in (404, 405)} == set()
    assert house.desk.work.dump() == before


@pytest.mark.parametrize("role", [None, *Role])
def test_every_answer_forbids_inline_script_and_has_none(house: House, role: Role | None) -> None:
    pages = 0
    for one, path, answer in house.answers(role):
        policy = answer.headers["content-security-policy"]
        assert "default-src 'none'" in policy and "unsafe" not in policy and "*" not in policy, path
        assert answer.headers["x-content-type-options"] == "nosniff", path
        if not one.at_api and one.path not in ("/static/{name}", "/health", "/metrics"):
            assert answer.headers["cache-control"] == "no-store", path
        if answer.headers.get("content-type", "").startswith("text/html"):
            pages += 1
            assert _inline(answer.text) == [], path
    assert pages >= (5 if role is None else 8)


def _inline(page: str) -> list[str]:
    """Whatever a browser would run or draw that stands in the page itself, or comes from elsewhere."""
    found = []
    for node in LexborHTMLParser(page).css("*"):
        given = {name: value or "" for name, value in node.attributes.items()}
        found += [f"{node.tag} {name}" for name in given if name.startswith("on") or name == "style"]
        if node.tag == "style" or (node.tag == "script" and not given.get("src", "").startswith("/static/")):
            found.append(node.tag)
        for name in ("href", "src", "action", "formaction"):
            if given.get(name, "").lower().startswith(("javascript:", "vbscript:", "data:text")):
                found.append(f"{node.tag} {name}")
    return found


def test_no_secret_is_in_the_log_or_in_an_address(house: House, capsys: pytest.CaptureFixture[str]) -> None:
    desk = house.desk
    code = desk.link("Comes Now")
    client = desk.client()
    client.get("/enter")
    client.post("/enter", {"code": code})
    client.get("/settings")
    client.post("/settings/password", {"new": PASSWORD, "again": PASSWORD})
    client.post("/sign-in", {"name": "Comes Now", "password": PASSWORD + "!"})
    with transaction(desk.work.engine()) as session:
        owner = named(session, "Comes Now").id or 0
        program = admit(session, owner, "x", who="a test", now=desk.work.moment)
    secrets = [code, PASSWORD, program, client.token, *client.http.cookies.values()]
    assert len(secrets) == 6
    addresses: list[str] = []
    for one, path in house.get_routes():
        given = {"authorization": f"Bearer {program}"} if one.at_api else {}
        answer = client.http.get(path, headers=given)
        addresses.append(answer.headers.get("location", ""))
        if answer.headers.get("content-type", "").startswith("text/html"):
            for node in LexborHTMLParser(answer.text).css("[href], [src], [action]"):
                addresses += [node.attributes.get(name) or "" for name in ("href", "src", "action")]
    assert len(addresses) > 100
    assert [a for a in addresses if any(secret in a for secret in secrets)] == []
    log = capsys.readouterr().err
    assert log.count('"route"') > 40
    assert [word for word in (*secrets, *house.private) if word in log] == []


@pytest.mark.parametrize("role", [None, *Role])
def test_each_role_opens_its_own_pages_and_reads_nobody_elsewhere(house: House, role: Role | None) -> None:
    """Whoever may not read the desk reads nothing of the register on any page, refusals included."""
    reads = role is not None and may(role, Need.READ)
    for one, path, answer in house.answers(role):
        open_ = one.need is None or (role is not None and may(role, one.need))
        if open_:
            assert answer.status_code not in (401, 403) or one.at_api, path
        elif role is None:
            assert (answer.status_code, answer.headers["location"][:9]) == (303, "/sign-in?"), path
        else:
            assert answer.status_code == 403 and "not-allowed" in answer.text, path
        if not (open_ and reads) and not one.at_api:
            assert [word for word in house.private if word in answer.text] == [], path


@pytest.mark.parametrize("role", [None, Role.READER, Role.REPORTER, Role.OFFICER])
def test_no_role_changes_what_is_a_higher_ones(house: House, role: Role | None) -> None:
    client = house.clients[role]
    client.get("/sign-in" if role is None else "/settings")
    before = house.desk.work.dump()
    asked = 0
    for one, path in house.posts():
        if one.need is None or (role is not None and may(role, one.need)):
            continue
        asked += 1
        answer = client.post(path)
        code = "signed-out" if role is None else "not-allowed"
        assert answer.status_code == 403 and code in answer.text, path
        assert [word for word in house.private if word in answer.text] == [], path
    assert asked > 3
    assert house.desk.work.dump() == before


def test_the_api_tells_no_reading_of_a_name_and_no_birth_date(house: House) -> None:
    with look(house.desk.work.engine()) as session:
        people = session.exec(select(MemberRow)).all()
        hidden = {str(word) for one in people for word in (one.kana, one.born) if word} | {SENDER}
    assert len(hidden) > 20
    for one, path, answer in house.answers(None):
        if one.at_api:
            assert [word for word in hidden if word in answer.text] == [], path


def _asked_raw(address: str, path: str, length: int, kind: str = "") -> int:
    """The status of a form that says it is so long; none of it is sent."""
    host, port = address.removeprefix("http://").rstrip("/").split(":")
    head = f"POST {path} HTTP/1.1\r\nHost: {host}:{port}\r\nOrigin: {address.rstrip('/')}\r\n"
    of_form = "application/x-www-form-urlencoded"
    kind = kind or ("application/json" if path.startswith("/api/") else of_form)
    with socket.create_connection((host, int(port)), timeout=20) as line:
        line.sendall(f"{head}Content-Type: {kind}\r\nContent-Length: {length}\r\n\r\n".encode())
        return int(line.recv(100).split()[1])


def test_each_address_takes_so_much_and_no_more(house: House) -> None:
    for one in house.routes:
        if one.method == "GET":
            continue
        most = next((size for begins, size in UPLOADS.items() if one.path.startswith(begins)), FORM)
        assert most <= 60_000_000, one.path
        path = re.sub(r"{\w+}", "1", one.path)
        assert _asked_raw(house.desk.address, path, most + 1) == 413, path


def test_what_somebody_sends_who_may_not_is_refused_before_it_is_read(house: House) -> None:
    """Fifty megabytes of it lay among the temporary files until the answer."""
    reader = house.clients[Role.READER].http.cookies
    for cookies in ("", "; ".join(f"{name}={value}" for name, value in reader.items())):
        for one, path in house.posts():
            most = next((size for begins, size in UPLOADS.items() if path.startswith(begins)), FORM)
            if most > FORM and one.need is not None and not (cookies and may(Role.READER, one.need)):
                kind = f"multipart/form-data; boundary=x\r\nCookie: {cookies}"
                assert _asked_raw(house.desk.address, path, most, kind) == 403, path


def test_where_organizers_are_not_let_in_no_files_of_theirs_are_read(work: Workplace) -> None:
    with served(work) as desk:
        kind = "multipart/form-data; boundary=x"
        assert _asked_raw(desk.address, "/organizers", 10_000_000, kind) == 413


def test_what_is_no_table_is_refused_by_name(house: House) -> None:
    head = house.clients[Role.ADMINISTRATOR]
    head.get("/take/register")
    photo = b"\x89PNG\r\n\x1a\n" + bytes(2000)
    for name, data in (("register.xlsx", photo), ("register.csv", b"MZ\x90\x00" + bytes(range(256)) * 9)):
        answer = head.post("/take/register", files={"files": (name, data)})
        assert answer.status_code == 422 and "Traceback" not in answer.text, name


def test_a_file_that_takes_all_memory_is_read_apart_and_the_desk_goes_on(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reader, "MEMORY", 300_000_000)  # the same in less time
    cell = text_cell("x" * 10_000, ' table:number-columns-repeated="100"')
    data = ods(f'<table:table-row table:number-rows-repeated="10000">{cell}</table:table-row>')
    assert len(data) < 15_000  # which stand for 10 GB
    head = house.clients[Role.ADMINISTRATOR]
    head.get("/take/register")
    members = house.desk.work.rows("SELECT count(*) FROM member")
    answer = head.post("/take/register", files={"files": ("register.ods", data)})
    assert answer.status_code == 422 and "reading-too-much" in answer.text
    assert head.get("/settings").status_code == 200
    assert house.desk.work.rows("SELECT count(*) FROM member") == members


INSIDE = (
    "http://127.0.0.1:{port}/tnr1499733.aspx",
    "http://localhost:{port}/tnr1499733.aspx?lan=1",
    "http://[::1]:{port}/tnr1499733.aspx",
    "http://169.254.169.254/latest/meta-data/tnr1499733.aspx",
    "http://chess-results.com@127.0.0.1:{port}/tnr1499733.aspx",
    "http://chess-results.com.evil.example:{port}/tnr1499733.aspx",
    "http://127.0.0.1:{port}\\@chess-results.com/tnr1499733.aspx",
    "https://chess-results.com:{port}/tnr1499733.aspx",
    "file:///etc/passwd?tnr1499733.aspx",
    "ftp://chess-results.com/tnr1499733.aspx",
)


def test_a_pasted_link_leads_nowhere_but_to_the_site(
    work: Workplace, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A server on this machine waits for whoever is led to it. Nobody comes; no other name is looked up."""
    looked_up: list[str] = []
    ask = socket.getaddrinfo

    def noted(host: str, *more: object, **named: object) -> object:
        looked_up.append(str(host))
        if host not in ("127.0.0.1", "localhost"):
            raise socket.gaierror("this test has no network")
        return ask(host, *more, **named)  # type: ignore[call-overload]

    with served(work) as desk, socket.create_server(("127.0.0.1", 0)) as trap:
        trap.settimeout(0.2)
        port = trap.getsockname()[1]
        client = desk.signed_in()
        monkeypatch.setattr(socket, "getaddrinfo", noted)
        text = "".join(f"Results: {link.format(port=port)} \n" for link in INSIDE)
        assert "Traceback" not in settled(client, sends(client, text))
        with pytest.raises(TimeoutError):
            trap.accept()
        assert looked_up == []
        with pytest.raises(httpx.ConnectError):
            httpx.get("https://chess-results.com/")
        assert looked_up == ["chess-results.com"]


@pytest.fixture
def quickly(monkeypatch: pytest.MonkeyPatch) -> None:
    """A wrong password is told without the time that hashing takes."""
    monkeypatch.setattr("office.accounts.passwords.fits", lambda _kept, _password: False)


def _guesses(desk: Served, count: int, **headers: str) -> list[int]:
    client = desk.client()
    client.get("/sign-in")
    return [
        client.post(
            "/sign-in",
            {"name": f"Nobody {n}", "password": "x"},
            headers={name: value.format(n=n) for name, value in headers.items()},
        ).status_code
        for n in range(count)
    ]


@pytest.mark.usefixtures("quickly")
def test_who_says_he_is_another_at_each_guess_is_braked_all_the_same(work: Workplace) -> None:
    forged = {"x-forwarded-for": "192.0.2.{n}", "forwarded": "for=192.0.2.{n}", "x-real-ip": "192.0.2.{n}"}
    with served(work) as desk:
        assert _guesses(desk, OF_ADDRESS + 1, **forged)[-2:] == [403, 429]


@pytest.mark.usefixtures("quickly")
def test_all_addresses_of_a_machine_by_ipv6_are_braked_as_one(work: Workplace) -> None:
    with served(work, proxies=["127.0.0.1"]) as desk:
        assert _guesses(desk, OF_ADDRESS + 1, **{"x-forwarded-for": "2001:db8:1:2::{n}"})[-1] == 429
        assert _guesses(desk, 1, **{"x-forwarded-for": "2001:db8:1:3::1"}) == [403]  # others come in
        mapped = _guesses(desk, OF_ADDRESS + 1, **{"x-forwarded-for": "::ffff:192.0.2.{n}"})
        assert set(mapped) == {403}  # by IPv4 each is a machine


@pytest.mark.usefixtures("quickly")
def test_behind_a_proxy_the_proxys_word_counts_and_no_other(work: Workplace) -> None:
    """A proxy adds whom it sees at the end; what stands before it was sent by whoever guesses."""
    with served(work, proxies=["127.0.0.1"]) as desk:
        assert _guesses(desk, OF_ADDRESS + 1, **{"x-forwarded-for": "192.0.2.{n}, 198.51.100.7"})[-1] == 429
        assert _guesses(desk, 1, **{"x-forwarded-for": "198.51.100.8"}) == [403]  # others come in
        assert _guesses(desk, OF_NAME, **{"x-forwarded-host": "evil.example"})[0] == 403
        answer = httpx.get(f"{desk.address}sign-in", headers={"host": "evil.example"})
        assert answer.status_code == 400


def test_head_is_answered_as_get_without_a_body(house: House) -> None:
    """Every page and every address of the API, whatever is added."""
    client = house.clients[Role.ADMINISTRATOR]
    program = {"authorization": "Bearer none"}
    for one, path in house.get_routes():
        given = program if one.at_api else {}
        asked, whole = client.http.head(path, headers=given), client.http.get(path, headers=given)
        assert (asked.status_code, asked.content) == (whole.status_code, b""), path
        for name in ("content-type", "etag", "location", "cache-control"):
            assert asked.headers.get(name) == whole.headers.get(name), (path, name)
    assert threading.active_count() < 100
