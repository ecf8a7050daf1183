"""Programs that send reports by themselves: each gets a token of its own, which is shown once."""

from fastapi import APIRouter
from starlette.responses import Response

from office.accounts import programs as of_programs
from office.accounts.roles import Need
from web.asked import Asked, Reporting

routes = APIRouter()


@routes.get("/settings/programs")
def every(asked: Reporting) -> Response:
    """One's own programs; of an administrator everybody's."""
    return _page(asked)


@routes.post("/settings/programs")
def new(asked: Reporting) -> Response:
    """A new program, and its token."""
    with asked.storing() as session:
        token = of_programs.admit(
            session, asked.who.id, asked.given("name"), who=asked.who.name, now=asked.now
        )
    return _page(asked, token)


@routes.post("/settings/programs/{number}/end")
def end(asked: Reporting, number: int) -> Response:
    """The program sends no more."""
    with asked.storing() as session:
        of_programs.end(session, number, asked.now, _own(asked))
    return asked.see("/settings/programs")


def _page(asked: Asked, token: str | None = None) -> Response:
    with asked.reading() as session:
        found = of_programs.programs(session, asked.now, _own(asked))
    return asked.page("programs.html", programs=found, shown=token)


def _own(asked: Asked) -> int | None:
    return None if asked.may(Need.ACCOUNTS) else asked.who.id
