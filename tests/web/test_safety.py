"""One attack for each rule of safety. Each is made as a stranger's page, program or machine would make it."""

from __future__ import annotations

import socket
import sqlite3

import httpx
import psycopg
import pytest
from playwright.sync_api import Browser

from cli.session import open_office
from office.accounts.people import add
from office.accounts.roles import Role
from office.database.engine import transaction
from office.errors import OfficeError
from tests.web.conftest import PASSWORD, Opener, Served, served
from tests.workplace import Workplace
from web.serve import listening

pytestmark = pytest.mark.slow


def test_a_session_cookie_cannot_be_read_by_a_script_nor_sent_along_by_another_site(desk: Served) -> None:
    client = desk.client()
    client.get("/enter")
    answer = client.post("/enter", {"code": desk.link("Officer One")})
    (told,) = [c for c in answer.headers.get_list("set-cookie") if c.startswith(f"{desk.cookie}=")]
    assert "HttpOnly" in told and "SameSite=lax" in told and "Path=/" in told


def test_behind_a_proxy_that_is_named_cookies_go_by_https_alone(work: Workplace) -> None:
    with served(work, names=["desk.example"], proxies=["127.0.0.1"]) as desk:
        headers = {"host": "desk.example", "x-forwarded-proto": "https"}
        client = desk.client()
        client.get("/enter", headers=headers)
        (cookie,) = client.http.cookies.jar
        assert cookie.name == "__Host-banzuke-form" and cookie.secure
        answer = client.get("/sign-in", headers=headers)
        assert answer.headers["strict-transport-security"] == "max-age=31536000"


def test_a_machine_that_is_no_named_proxy_is_not_believed(desk: Served) -> None:
    headers = {"x-forwarded-proto": "https", "x-forwarded-for": "192.0.2.1"}
    answer = desk.client().get("/sign-in", headers=headers)
    assert "strict-transport-security" not in answer.headers
    assert "__Host-" not in answer.headers["set-cookie"]


@pytest.mark.parametrize("proxy", ["*", "proxy.example", ""])
def test_nobody_is_believed_who_is_not_named_by_his_number(work: Workplace, proxy: str) -> None:
    at = {"host": "127.0.0.1", "port": 0, "proxies": [proxy]}
    with pytest.raises(OfficeError) as refused, listening(open_office(work.folder), **at):
        pass
    assert refused.value.problems[0].code == "proxy-unnamed"


@pytest.mark.parametrize(
    "name", ["https://desk.example", "desk.example/", "desk_.example", "9" * 300, "", "*"]
)
def test_the_desk_is_reached_under_the_name_of_a_host(work: Workplace, name: str) -> None:
    at = {"host": "127.0.0.1", "port": 0, "names": [name]}
    with pytest.raises(OfficeError) as refused, listening(open_office(work.folder), **at):
        pass
    assert refused.value.problems[0].code == "host-unnamed"


@pytest.mark.parametrize(
    ("headers", "code"),
    [
        ({"origin": "https://evil.example"}, "not-from-here"),
        ({"origin": "null"}, "not-from-here"),
        ({"origin": "http://127.0.0.1:1"}, "not-from-here"),
    ],
)
def test_another_sites_page_changes_nothing(desk: Served, headers: dict[str, str], code: str) -> None:
    client = desk.signed_in()
    answer = client.post("/settings/password", {"new": PASSWORD, "again": PASSWORD}, headers=headers)
    assert answer.status_code == 403 and code in answer.text
    assert desk.work.rows("SELECT password FROM account") == [(None,)]


def test_a_page_that_does_not_say_where_it_is_from_changes_nothing(desk: Served) -> None:
    client = desk.signed_in()
    answer = client.http.post("/settings/language", data={"token": client.token, "language": "ja"})
    assert answer.status_code == 403 and "not-from-here" in answer.text


@pytest.mark.parametrize("token", ["", "0" * 64, "é"])
def test_a_form_without_the_token_of_this_browser_changes_nothing(desk: Served, token: str) -> None:
    client = desk.signed_in()
    answer = client.post("/settings/language", {"token": token, "language": "ja"})
    assert answer.status_code == 403 and "form-out-of-date" in answer.text
    assert desk.work.rows("SELECT language FROM account") == [(None,)]


def test_the_token_of_another_browser_is_none(desk: Served) -> None:
    client, other = desk.signed_in(), desk.signed_in("Officer Two")
    assert client.token != other.token
    assert client.post("/sign-out", {"token": other.token}).status_code == 403


def test_nothing_is_done_in_the_name_of_who_came_in_at_this_browser_since(desk: Served) -> None:
    """The page has another's name on it; what he answers there would be a decision of who is signed in."""
    one = desk.signed_in()
    shown = one.token
    one.get("/enter")
    assert one.post("/enter", {"code": desk.link("Officer Two")}).status_code == 303
    points = {"points": "300", "reason": "so it is"}
    refused = one.post("/settings/rules/rating-gap", {**points, "token": shown})
    assert refused.status_code == 403 and "form-out-of-date" in refused.text
    assert desk.work.rows("SELECT count(*) FROM ruling") == [(0,)]
    one.get("/settings/rules")
    assert one.post("/settings/rules/rating-gap", points).status_code == 303
    assert desk.work.rows("SELECT who FROM ruling") == [("Officer Two",)]


def test_nothing_is_changed_by_looking(desk: Served) -> None:
    client = desk.signed_in()
    for path in ("/sign-out", "/settings/password", "/settings/accounts/close"):
        assert client.get(path).status_code == 405
    assert client.get("/settings").status_code == 200


def test_every_answer_forbids_inline_scripts_frames_and_keeping(desk: Served) -> None:
    client = desk.signed_in()
    for path, status in (("/", 200), ("/settings", 200), ("/nowhere", 404), ("/sign-out", 405)):
        answer = client.get(path)
        assert answer.status_code == status
        policy = answer.headers["content-security-policy"]
        assert "default-src 'none'" in policy and "frame-ancestors 'none'" in policy
        assert "unsafe" not in policy
        assert answer.headers["cache-control"] == "no-store"
        assert answer.headers["referrer-policy"] == "same-origin"
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert "server" not in answer.headers
        assert "style=" not in answer.text and "onclick" not in answer.text
    assert "immutable" in client.get("/static/desk.css").headers["cache-control"]


def test_a_name_full_of_markup_is_only_shown(desk: Served, opened: Opener) -> None:
    page = opened("<img src=x onerror=document.title='taken'><script>document.title='taken'</script>")
    page.goto("/settings")
    assert page.title().startswith("Settings")
    assert page.locator("header :not(.site > a) > img").count() == 0
    assert "<img src=x" in page.locator("header .me span").inner_text()


def test_a_link_of_another_site_leaves_the_forms_of_open_pages_as_they_are(
    desk: Served, opened: Opener
) -> None:
    """A webmail is such a site; the form of another tab was refused after it."""
    page = opened()
    page.get_by_label("The pages are in").select_option("ja")
    mails = page.context.new_page()
    link = f'<a href="{desk.address}settings">The desk</a>'
    mails.route("http://mail.example/", lambda route: route.fulfill(body=link, content_type="text/html"))
    mails.goto("http://mail.example/")
    mails.get_by_role("link").click()
    mails.get_by_role("heading", name="Settings").wait_for()
    page.get_by_role("button", name="Set", exact=True).first.click()
    page.get_by_role("heading", name="設定").wait_for()


def test_an_inline_script_that_got_into_a_page_does_not_run(desk: Served, browser: Browser) -> None:
    """What the policy is for: were something ever shown unescaped, the browser would not run it."""
    page = browser.new_context().new_page()
    page.goto(f"{desk.address}sign-in")
    page.evaluate("""() => {
      const s = document.createElement('script');
      s.textContent = 'document.documentElement.dataset.taken = 1';
      document.body.append(s);
    }""")
    assert page.evaluate("document.documentElement.dataset.taken") is None
    page.context.close()


@pytest.mark.parametrize(
    "host", ["evil.example", "127.0.0.1.evil.example", "evil.example:80", "localhost:²", "", "[::1"]
)
def test_a_name_that_was_bent_to_this_machine_is_not_answered(desk: Served, host: str) -> None:
    answer = httpx.get(f"{desk.address}sign-in", headers={"host": host.encode("latin-1")})
    assert answer.status_code == 400
    assert "Sign in" not in answer.text


@pytest.mark.parametrize("next_", ["//evil.example", "https://evil.example/", "/\\evil.example", "\t//evil"])
def test_nobody_is_sent_elsewhere_from_the_way_in(desk: Served, next_: str) -> None:
    client = desk.signed_in()
    answer = client.get("/sign-in", params={"next": next_})
    assert answer.status_code == 303 and answer.headers["location"] == "/"


def test_no_secret_is_stored_or_stands_in_an_address(desk: Served, browser: Browser) -> None:
    """The link's secret is behind #, which no browser sends: neither server nor proxy nor history has it."""
    code = desk.link("Officer One")
    page = browser.new_context().new_page()
    asked: list[str] = []
    page.on("request", lambda r: asked.append(r.url))
    page.goto(f"{desk.address}enter#{code}")
    page.wait_for_url("**/settings")
    sent = [a.partition("#")[0] for a in asked]
    assert sent and not [a for a in sent if code in a]
    page.go_back()
    assert code not in page.url
    cookies = {c["name"]: c["value"] for c in page.context.cookies()}
    page.context.close()
    stored = repr(desk.work.dump())
    for secret in (code, *cookies.values()):
        assert secret and secret not in stored


def test_passwords_are_kept_as_argon2_hashes(desk: Served) -> None:
    client = desk.signed_in()
    client.post("/settings/password", {"new": PASSWORD, "again": PASSWORD})
    ((kept,),) = desk.work.rows("SELECT password FROM account")
    assert kept.startswith("$argon2id$v=19$m=65536,t=3,p=4$") and PASSWORD not in repr(desk.work.dump())


def test_it_listens_on_this_machine_alone_unless_told(desk: Served) -> None:
    host, port = desk.address.removeprefix("http://").rstrip("/").split(":")
    assert host == "127.0.0.1"
    own = socket.gethostbyname(socket.gethostname())
    if own.startswith("127."):
        pytest.skip("this machine has no other address")
    with pytest.raises(OSError), socket.create_connection((own, int(port)), timeout=2):
        pass


def test_an_officer_of_a_desk_that_others_reach_has_to_take_an_authenticator(work: Workplace) -> None:
    with served(work, names=["desk.example"]) as desk:
        client = desk.signed_in()
        assert client.get("/today").headers["location"] == "/settings"
        assert client.post("/settings/second").status_code == 200
        closed = ("journal", "jobs", "jobs/poll", "notices", "rules", "decisions", "programs")
        for path in (f"/settings/{name}" for name in closed):
            assert client.get(path).headers.get("location") == "/settings", path
        for path in ("/settings/accounts", "/settings/jobs/poll", "/settings/programs"):
            assert "second-factor" in client.post(path, {"name": "x", "role": "reader", "do": "on"}).text, (
                path
            )
        assert desk.signed_in("Reader", Role.READER).get("/today").status_code == 200


def test_what_nobody_foresaw_is_a_page_with_a_report(desk: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    client = desk.signed_in()

    def breaks(*_: object) -> None:
        raise ZeroDivisionError("a secret of the program")

    monkeypatch.setattr("web.pages.questions.today", breaks)
    answer = client.get("/today")
    assert answer.status_code == 500
    assert "unforeseen" in answer.text and "Traceback" not in answer.text
    assert "a secret of the program" not in answer.text
    (report,) = desk.work.folder.glob("fault-*.txt")
    assert "banzuke serve GET today" in report.read_text("utf-8")
    assert str(desk.work.folder) in answer.text


def test_what_the_database_cannot_do_is_no_fault_of_who_asks(
    desk: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same question can be answered later (503), and a program may ask it again (RFC 9110, 15.6.4)."""
    raised: list[Exception] = [
        psycopg.errors.DiskFull("could not extend file: No space left on device"),
        psycopg.errors.ReadOnlySqlTransaction("cannot execute INSERT in a read-only transaction"),
        psycopg.errors.DataCorrupted("invalid page in block 3"),
        psycopg.errors.LockNotAvailable("could not obtain lock"),
        psycopg.OperationalError("connection refused"),
        sqlite3.OperationalError("database or disk is full"),
        sqlite3.OperationalError("attempt to write a readonly database"),
        sqlite3.DatabaseError("database disk image is malformed"),
    ]

    def breaks(*_: object) -> None:
        raise raised[0]

    client = desk.signed_in()
    monkeypatch.setattr("web.pages.questions.today", breaks)
    monkeypatch.setattr("web.api.asked._refuse_off", breaks)
    while raised:
        told = {path: client.get(path).status_code for path in ("/today", "/api/v1/lists")}
        assert told == {"/today": 503, "/api/v1/lists": 503}, raised.pop(0)
        raised.pop(0)


def test_strangers_are_not_told_where_the_office_lies(
    work: Workplace, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nor on which machine its database is: whoever asks from this machine, and an officer, is told."""
    server = 'connection to server at "10.1.2.3", port 5432 failed: FATAL: no such role "kyoku"'
    raised: list[Exception] = [
        ZeroDivisionError("x"),
        PermissionError(13, "Permission denied", str(work.folder / "archive" / "a.xz")),
        psycopg.OperationalError(server),
    ]

    def breaks(*_: object) -> None:
        raise raised[0]

    elsewhere = {"x-forwarded-for": "192.0.2.1"}
    with served(work, organizers=True) as desk:
        officer, stranger = desk.signed_in(), desk.client()
        monkeypatch.setattr("web.pages.organizers._refuse_unless_open", breaks)
        monkeypatch.setattr("web.api.asked._refuse_off", breaks)
        for _ in "123":
            for path in ("/organizers", "/api/v1/lists"):
                told = stranger.get(path, headers=elsewhere)
                assert told.status_code >= 500 or "file-trouble" in told.text
                for secret in (str(work.folder), "10.1.2.3", "kyoku"):
                    assert secret not in told.text, path
            whole = officer.get("/organizers", headers=elsewhere).text, stranger.get("/organizers").text
            for text in whole:
                assert str(work.folder) in text or "10.1.2.3" in text
            raised.pop(0)
        monkeypatch.setenv("BANZUKE_METRICS_TOKEN_FILE", str(work.folder / "nowhere"))
        assert str(work.folder) not in stranger.get("/metrics", headers=elsewhere).text


def test_an_account_is_of_the_office_not_of_the_list(work: Workplace) -> None:
    """No account, session or attempt changes what is published; that there is one is in the journal alone."""
    before = work.dump("account", "journal")
    with transaction(work.engine()) as session:
        add(session, "Somebody", Role.READER, who="a test", now=work.moment)
    assert work.dump("account", "journal") == before


def test_an_administrator_without_an_authenticator_sees_his_own_settings_alone(work: Workplace) -> None:
    with served(work, names=["desk.example"]) as desk:
        desk.link("Officer Two")
        page = desk.signed_in("Administrator", Role.ADMINISTRATOR).get("/settings").text
        assert "Set up an authenticator" in page
        assert "Officer Two" not in page and "/settings/accounts" not in page and "/office" not in page


@pytest.mark.parametrize(("method", "status"), [("GET", 404), ("POST", 405)])
def test_what_is_no_page_is_told_on_one_in_the_persons_own_language(
    desk: Served, method: str, status: int
) -> None:
    client = desk.signed_in()
    client.post("/settings/language", {"language": "ja"})
    answer = client.get("/nowhere") if method == "GET" else client.post("/lists")
    assert answer.status_code == status
    assert '<html lang="ja">' in answer.text and 'href="/members"' in answer.text
    assert "Officer One" in answer.text and 'href="/"' in answer.text
    stranger = desk.client("ja").get("/nowhere")
    assert stranger.status_code == 404 and 'href="/sign-in"' in stranger.text
