"""What else is done with members: entries that may be one person, listed, merged after a look at it, or kept
apart; decisions on a rating, who played without a membership, all that is held about one, erasure; the
register as a file."""

from __future__ import annotations

from unicodedata import normalize

from fastapi import APIRouter
from starlette.responses import Response

from office.desk.lapsed import lapsed
from office.desk.lapsed_told import by_event, by_member, draft
from office.desk.refresh import refresh
from office.errors import refusal
from office.families import family_of, require_memberships
from office.merge.merge import keep_apart, merge, preview
from office.personal.erase import erase, erased_before, gone_for_good
from office.personal.everything import everything
from office.register.doubles import doubles, last_days
from office.register.export import register_csv, register_workbook
from office.register.find import find_member
from office.register.member import mark, refuse_changed
from office.register.told import member_line
from office.rules.enter import adjust, outside
from office.rules.standing import FOREIGN, HOW_MUCH, JCA, Adjusting
from office.words import language
from web.asked import Deciding, Reading, no_page
from web.pages.questions import decided, just_done
from web.render import download

routes = APIRouter()


@routes.get("/members/duplicates")
def every(asked: Reading) -> Response:
    """Pairs of entries that may be one person; with `all` also those whose other facts differ."""
    with asked.reading() as session:
        pairs, until = asked.desk.kept.of(
            session, ("doubles", language()), lambda: (doubles(session), last_days(session))
        )
        family = family_of(session)
        told = [
            (pair, *(member_line(m, until.get(m.member_id), family) for m in (pair.one, pair.other)))
            for pair in pairs
            if pair.likely or asked.whole
        ]
        more = len(pairs) - len(told)
        return asked.page("duplicates.html", pairs=told, more=more, done=just_done(asked, session))


@routes.get("/members/merge")
def look(asked: Deciding, gone: str = "", into: str = "") -> Response:
    """What merging two entries would do."""
    with asked.reading() as session:
        shown = preview(session, gone[:40], into[:40], asked.made("-"))
        return asked.page("merge.html", shown=shown)


@routes.post("/members/merge")
def merged(asked: Deciding) -> Response:
    """Rules that two entries are one person, as they were shown."""
    gone, into = asked.given("gone"), asked.given("into")
    anyway = asked.given("anyway") == "yes"
    with asked.writing() as session:
        for number, shown in zip((gone, into), [*asked.all_given("mark"), "", ""], strict=False):
            row = find_member(session, number)
            refuse_changed(row, shown, mark(session, row))
        done = merge(session, gone, into, anyway=anyway, made=asked.made())
        kept = done.kept.federation_id
    return decided(asked, f"/members/{kept}", done.ruling)


@routes.post("/members/apart")
def apart(asked: Deciding) -> Response:
    with asked.writing() as session:
        row = keep_apart(session, asked.given("gone"), asked.given("into"), asked.made())
    return decided(asked, "/members/duplicates", row)


@routes.get("/members/register.{ending}")
def register(asked: Deciding, ending: str) -> Response:
    """The whole register, birth dates included, as a file that reads back the same."""
    with asked.reading() as session:
        if ending == "xlsx":
            return download("register.xlsx", register_workbook(session))
        if ending == "csv":
            return download("register.csv", register_csv(session, bom=True))
    remedy = "look at the address, or begin at Members"
    raise no_page(f"register.{ending}", "register.csv or register.xlsx", remedy)


@routes.get("/members/lapsed")
def without(asked: Reading) -> Response:
    """Who played without a valid membership in events of lists to come; of one member with a text to him."""
    named = asked.query("member")[:40]
    with asked.reading() as session:
        require_memberships(session, "banzuke members lapsed")
        desk = refresh(session)
        found = lapsed(session, desk, asked.today(session))
        only = find_member(session, named) if named else None
        mine = [one for one in found if only is None or one.member.id == only.id]
        return asked.page(
            "lapsed.html", found=mine, lines=by_member(mine) if only else by_event(mine), only=only,
            text=draft(session, mine) if only and mine else "", begun=desk.last is not None,
        )  # fmt: skip


@routes.get("/members/{number}/everything.json")
def all_of(asked: Deciding, number: str) -> Response:
    """All that the office holds about a member, for him alone (7(1))."""
    with asked.reading() as session:
        row = find_member(session, number)
        text = everything(session, row, asked.now)
    return download(f"{row.federation_id}.json", text.encode())


@routes.post("/members/{number}/adjust")
def adjusted(asked: Deciding, number: str) -> Response:
    """Points added to his rating on the next list, or on one that is named."""
    days = [
        str(day) if day else None for day in map(asked.day, ("announced", "closed-list", "error-reported"))
    ]
    adjusting = Adjusting(_points(asked.given("points")), asked.given("reference"), *days)
    with asked.writing() as session:
        made = asked.made(rulings=asked.decisions)
        row = adjust(session, number, asked.given("type"), adjusting, asked.day("list"), made=made)
    return decided(asked, f"/members/{number}", row)


@routes.post("/members/{number}/outside")
def from_outside(asked: Deciding, number: str) -> Response:
    """A rating from outside that he may take over (2019 2(3))."""
    of = asked.given("of")
    if of not in (JCA, FOREIGN):
        raise refusal("nothing-chosen", number, "whose rating it is", "none", "choose whose it is")
    with asked.writing() as session:
        made = asked.made(rulings=asked.decisions)
        row = outside(session, number, of, _points(asked.given("rating")), made=made)
    return decided(asked, f"/members/{number}", row)


@routes.get("/members/{number}/erase")
def to_erase(asked: Deciding, number: str) -> Response:
    """What an erasure takes away, before it does."""
    with asked.reading() as session:
        row = find_member(session, number)
        before = erased_before(session, row, HOW_MUCH[0])
        return asked.page("member_erase.html", member=row, mark=mark(session, row), before=before)


@routes.post("/members/{number}/erase")
def erased(asked: Deciding, number: str) -> Response:
    """Erases what is known of a member beyond what published numbers rest on, for good (7(1))."""
    asked.refuse_without_tick("erase-unconfirmed", number, "tick the box, then erase")
    with asked.writing() as session:
        row = find_member(session, number)
        refuse_changed(row, asked.given("mark"), mark(session, row))
        done = erase(session, row.federation_id, how_much=HOW_MUCH[0], made=asked.made())
    gone_for_good(asked.desk.office)
    return decided(asked, f"/members/{number}", done.ruling)


def _points(given: str) -> int:
    text = normalize("NFKC", given)
    digits = text.removeprefix("+").removeprefix("-").removeprefix("−")
    if not (digits.isascii() and digits.isdigit() and len(digits) < 6):
        raise refusal("not-a-number", "points to add", "a number", f"“{given}”", "give a number")
    return int(digits) * (-1 if text[0] in "-−" else 1)
