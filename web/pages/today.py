"""Today: what waits, what is next. One glance."""

from fastapi import APIRouter
from starlette.responses import Response

from office.accounts.roles import Need
from office.desk.today import today
from web.asked import Reading, SignedIn

routes = APIRouter()


@routes.get("/")
def first(asked: SignedIn) -> Response:
    """The first page of whoever comes in; of a reporter the page of his reports."""
    if not asked.may(Need.READ):
        return asked.page("welcome.html")
    return show(asked)


@routes.get("/today")
def show(asked: Reading) -> Response:
    """What waits today."""
    with asked.reading() as session:
        return asked.page("today.html", today=today(session, asked.today(session)))
