"""Coming in and going out."""

from fastapi import APIRouter
from starlette.responses import Response

from office.accounts.sessions import exchange, revoke, sign_in
from web.asked import Anybody, Asked, SignedIn
from web.cookies import SESSION_COOKIE, drop_cookie, set_cookie

routes = APIRouter()


@routes.get("/sign-in")
def form(asked: Anybody, next: str = "/") -> Response:
    """The form; who is signed in already goes on."""
    return (
        asked.page("sign_in.html", next=own_path(next))
        if asked.account is None
        else asked.see(own_path(next))
    )


@routes.post("/sign-in")
def come_in(asked: Anybody) -> Response:
    """A session for name, password and code."""
    token = sign_in(
        asked.storing,
        asked.given("name"),
        str(asked.form.get("password", "")),
        asked.given("code"),
        address=asked.address,
        browser=asked.browser,
        now=asked.now,
    )
    return _in(asked, token, own_path(asked.given("next")))


@routes.get("/enter")
def by_link(asked: Anybody) -> Response:
    """Where a link leads. What signs in stands behind the # of its address, which no browser sends: the page
    takes it from there, away from the address, and sends it as a form."""
    return asked.page("enter.html")


@routes.post("/enter")
def exchanged(asked: Anybody) -> Response:
    """A session for what stood in a link, which is used up by it."""
    code = asked.given("code").rpartition("#")[2]
    token = exchange(asked.storing, code, address=asked.address, browser=asked.browser, now=asked.now)
    return _in(asked, token, "/" if asked.desk.demo else "/settings")


@routes.post("/sign-out")
def go_out(asked: SignedIn) -> Response:
    """Ends this session."""
    with asked.storing() as session:
        revoke(session, asked.who.id, asked.who.session, asked.now)
    answer = asked.see("/sign-in")
    drop_cookie(asked.request, answer, SESSION_COOKIE)
    return answer


def own_path(path: str) -> str:
    """A path of the desk, whatever was asked for: nobody is sent elsewhere from here."""
    ours = path.startswith("/") and not path.startswith("//") and "\\" not in path and path.isprintable()
    return path if ours and path.isascii() else "/"


def _in(asked: Asked, token: str, path: str) -> Response:
    answer = asked.see(path)
    set_cookie(asked.request, answer, SESSION_COOKIE, token)
    return answer
