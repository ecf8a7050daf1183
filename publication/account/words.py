"""What every account says alike, whichever way its list moves ratings."""

from collections.abc import Iterator, Sequence
from datetime import date
from functools import cache, lru_cache

from office.lists.rows import type_name
from office.words import N_, _, language, p_
from office.words.formats import day, short_day
from office.words.problems import said
from publication.account.blocks import DAY, NAME, NUMBER, Block, Reader, Table
from publication.account.figures import points
from publication.account.model import Account, Game, Origin, Part

TYPES = (N_("Standard"), N_("Rapid"))
"""What office/lists/rows.py calls the types; NCS and QJ are called so everywhere."""

COLUMNS = {
    N_("Date"): DAY,
    **dict.fromkeys((N_("Opponent"), N_("Opponent's rating from"), N_("Event"), N_("Why")), NAME),
    **dict.fromkeys((N_("Class"), N_("Period"), N_("Taken as"), N_("Read from"), "SHA-256"), NAME),
    **dict.fromkeys((N_("Round"), N_("Own rating"), N_("Opponent's rating"), N_("Score")), NUMBER),
    **dict.fromkeys((N_("Rating"), N_("Counted as"), N_("Performance"), N_("Games")), NUMBER),
}
"""Every column of the tables of an account, and what it holds; figures by their letters are numbers."""

STATES = {"draft": N_("draft"), "previewed": N_("draft, previewed")}

SIGNS = {"provisional": "P", "not-for-qualification": "*"}
"""What stands beside a rating for each mark."""

REASONS = {
    "excluded-by-officer": N_("left out by the office"),
    "organizer": N_("the organizer may not host rated games"),
    "too-fast": N_("too fast to be rated"),
    "not-a-member": N_("a player was not a member on that day"),
    "forfeit": N_("forfeit"),
    "late": N_("reported too late"),
    "fee-unpaid": N_("fee not paid"),
    "unrated-player": N_("a player without a rating"),
    "too-far-apart": N_("ratings too far apart"),
    "unrated-match": N_("a match with a player without a rating"),
    "match-won": N_("the match was won before"),
    "no-rated-player": N_("nobody in the event had a rating"),
}
IN_WORDS = ("excluded-by-officer", "organizer")
"""Of these the office says more, in its own words."""
BY_FIGURES = ("too-fast", "late", "fee-unpaid")
"""Of these minutes or days say more; of the others who and when says enough."""


def title(account: Account) -> str:
    """Whose account of which list."""
    version = account.version
    kanji = f" {account.kanji}" if account.kanji and language() == "ja" else ""
    head = f"{account.name}{kanji} ({account.id})"
    of = _("list of {day}, version {version}", day=day(version.list_date), version=version.version)
    if state := STATES.get(version.state):
        of = _("{list} ({state})", list=of, state=_(state))
    return _("{member}: {list}", member=head, list=of)


def made_under(account: Account) -> str:
    """Edition, period, and the list whose ratings were used."""
    version = account.version
    if version.how == "opening":
        return _("Taken over from before this office.")
    assert version.previous is not None
    assert version.period_first is not None
    assert version.period_last is not None
    return _(
        "Edition {edition}. Rating period: {first} to {last}."
        " Ratings before it: list of {day}, version {version}.",
        edition=version.edition,
        first=day(version.period_first),
        last=day(version.period_last),
        day=day(version.previous[0]),
        version=version.previous[1],
    )


def type_word(type_: str | None) -> str:
    if type_ and " " in type_:  # no type of ours: “FIDE standard”, “another country”
        return said(type_)
    return _(type_name(type_)) if type_ else _("No type")


def heading(part: Part, reader: Reader) -> str:
    """A rating, and what it was and is."""
    name, row = type_word(part.type), part.row
    if row is None:
        return _("{type}: unrated (UR)", type=name) if part.type else name
    if part.shown is None and not reader.office:
        return _("{type}: not shown on this list", type=name)
    rating = f"{row.rating}{''.join(SIGNS[mark] for mark in part.marks)}"
    if row.how == "initial":
        return _("{type}: initial rating {rating}", type=name, rating=rating)
    if row.how == "opening" or row.previous is None:
        return _("{type}: {rating}", type=name, rating=rating)
    return _("{type}: {previous} → {rating}", type=name, previous=row.previous, rating=rating)


def played(first: date, last: date) -> str:
    """The day of a game; that there is none where the round has no date."""
    return short_day(first) if first == last else _("no date")


def seat(game: Game) -> str:
    return _seat(game.round, game.colour, language())


@lru_cache(maxsize=4096)
def _seat(round_: int, colour: str | None, _language: str) -> str:
    said = {"white": p_("colour", "w"), "black": p_("colour", "b")}.get(colour or "")
    return f"{round_} {said}" if said else str(round_)


def result(game: Game) -> str:
    """What a game brought the player: points, or + and − without a game."""
    if game.score is not None:
        return points(game.score)
    winner = {"+--": "white", "--+": "black"}.get(game.result)
    if winner is None:
        return "−"
    return game.result if game.side is None else "+" if game.side == winner else "−"


def origin_word(origin: Origin | None) -> str:
    """Where a rating comes from, in a cell of a table; nothing for no rating."""
    match origin:
        case Origin("list", list_date=of) if of:
            return _("list of {day}", day=short_day(of))
        case Origin("list" | "handed-over"):
            return _("opening list")
        case Origin("fide"):
            return _("FIDE at joining")
        case Origin("adopted" | "outside", of=of):
            return _("taken over from {rating}", rating=type_word(of)) if of else _("taken over")
        case Origin("assumed"):
            return _("assumed, unrated")
    return ""


def columns(*headings: str) -> Sequence[tuple[str, str]]:
    """The columns of a table by their English headings, each with what it holds."""
    return _columns(headings, language())


@cache
def _columns(headings: tuple[str, ...], _language: str) -> Sequence[tuple[str, str]]:
    return tuple((_(heading), COLUMNS.get(heading, NUMBER)) for heading in headings)


def left_out(games: list[Game], reader: Reader) -> Block:
    """Games that do not count, with every reason and its article."""
    rows = [
        (
            seat(x), played(x.first_day, x.last_day),
            reader.person(x.opponent_id, x.opponent_name, x.opponent_kanji), result(x),
            reader.event(x.event_key, x.event_name), why(x),
        )
        for x in games
    ]  # fmt: skip
    headings = columns("Round", "Date", "Opponent", "Score", "Event", "Why")
    return Table(_("Games that do not count"), headings, rows)


def why(game: Game) -> str:
    """Every reason against a game, each with its article and, for the office, with what it is about. Who got
    a forfeit stands in the score: its token is White's, whoever reads it, and also where nobody had White."""
    told = []
    left_out = any(reason.reason == "excluded-by-officer" for reason in game.reasons)
    for reason in game.reasons:
        if left_out and reason.reason == "no-rated-player":
            continue  # where all games of an event are left out, nobody is left to be rated
        about = "" if reason.reason == "forfeit" else reason.detail
        if reason.reason in BY_FIGURES:
            about = said(about)
        elif language() != "en" and reason.reason not in IN_WORDS:
            on = reason.day and short_day(date.fromisoformat(reason.day))
            about = " ".join(filter(None, (reason.who, on)))
        word = against(reason.reason, reason.article)
        told.append(_("{reason}: {about}", reason=word, about=about) if about else word)
    return p_("between reasons", "; ").join(told)


def against(reason: str, article: str) -> str:
    """A reason why a game does not count, with its article."""
    return _("{reason} ({article})", reason=_(REASONS[reason]), article=article)


def checked(part: Part) -> str:
    """What came of working the figures out again."""
    if part.fault is None:
        return _("Checked: the games above give this rating.")
    return _("CHECK FAILED: {found}", found=said(part.fault))


def joined_sentence(part: Part) -> Iterator[str]:
    """What a merge did to the rating that a list goes on from."""
    if part.row is None or part.joined is None:
        return
    rating, games = part.joined
    told = {"rating": part.row.previous, "games": part.row.games - part.row.period_games}
    if rating is None:
        yield _(
            "Two entries of this player were merged: the rating goes on from {rating}, with {games} rated"
            " games in all; under this ID, the list before has none.",
            **told,
        )
    else:
        yield _(
            "Two entries of this player were merged: the rating goes on from {rating}, with {games} rated"
            " games in all; under this ID, the list before has {before}, with {games_before}.",
            **told, before=rating, games_before=games,
        )  # fmt: skip
