"""The two cookies of the desk: who is signed in, and which browser a form was shown in."""

from hashlib import sha256

from starlette.requests import Request
from starlette.responses import Response

SESSION_COOKIE, FORM_COOKIE = "banzuke", "banzuke-form"


def cookie_name(request: Request, name: str) -> str:
    """By https a name that only this host, and only by https, can set."""
    return f"__Host-{name}" if request.url.scheme == "https" else name


def set_cookie(request: Request, answer: Response, name: str, value: str, *, strict: bool = False) -> None:
    """A cookie that no script reads and no other page sends along."""
    answer.set_cookie(
        cookie_name(request, name),
        value,
        httponly=True,
        secure=request.url.scheme == "https",
        samesite="strict" if strict else "lax",
        path="/",
    )


def drop_cookie(request: Request, answer: Response, name: str) -> None:
    """Takes a cookie away."""
    secure = request.url.scheme == "https"
    answer.delete_cookie(cookie_name(request, name), path="/", secure=secure, httponly=True, samesite="lax")


def form_token(secret: str) -> str:
    """What a form sends back beside the cookie that no other page can read or set."""
    return sha256(b"form:" + secret.encode("utf-8", "surrogatepass")).hexdigest()
