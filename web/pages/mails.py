"""A mail: what came with it, what is asked of it, and the reply as a draft."""

from fastapi import APIRouter
from starlette.responses import Response

from office.errors import OfficeError
from office.mail.keep import WORDS, Shelf, mail_row
from office.mail.reply import Draft, draft, facts_for, template
from office.mail.waiting import close_mail, said_of, waiting_mails
from office.mail.waiting import closed as closed_mails
from office.sendings.outcome import mail_reports
from web.asked import Asked, Deciding, Reading
from web.pages.reports import new_once

routes = APIRouter()


@routes.get("/mails/{number}")
def one(asked: Reading, number: int) -> Response:
    """A mail with its reports, and what would be answered."""
    with asked.reading() as session:
        row = mail_row(session, str(number))
        waits = next((w for w in waiting_mails(session) if w.row.id == row.id), None)
        problems, noted = said_of(row)
        reports = mail_reports(session, row)
        try:
            made, refused = _draft(asked, number), []
        except OfficeError as error:
            made, refused = None, list(error.problems)
        return asked.page(
            "mail.html",
            row=row,
            waits=waits,
            state=WORDS.get(row.state),
            closed=closed_mails(session).get(row.sha256 or ""),
            problems=problems,
            noted=noted,
            reports=reports,
            draft=made,
            refused=refused,
            once=new_once(),
        )


@routes.get("/mails/{number}/reply.eml")
def reply(asked: Reading, number: int) -> Response:
    """The draft for a mail program. Nothing is sent from here."""
    headers = {"content-disposition": f'attachment; filename="reply-M{number}.eml"'}
    return Response(_draft(asked, number).eml(), media_type="message/rfc822", headers=headers)


@routes.post("/mails/{number}/close")
def closed(asked: Deciding, number: int) -> Response:
    """Nothing is to be taken from this mail any more."""
    with asked.writing() as session:
        close_mail(session, mail_row(session, str(number)), made=asked.made(asked.given("reason")))
    return asked.see(f"/mails/{number}")


def _draft(asked: Asked, number: int) -> Draft:
    office = asked.desk.office
    with asked.reading() as session:
        row = mail_row(session, str(number))
        facts = facts_for(session, row)
    mail = Shelf(office.place, office.engine, asked.desk.clock, ()).mail(row)
    return draft(row, mail, template(office.place).followed(facts))
