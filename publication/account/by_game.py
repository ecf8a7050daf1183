"""An account told game by game, as every text that rates single games can be."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from office.lists.first_rating import still_unrated
from office.lists.k_factor import k_and_reason
from office.words import N_, _, language, n_
from office.words.formats import day, joined, listed, short_day
from publication.account import words
from publication.account.blocks import Block, Line, Reader, Table, Told
from publication.account.events import Beside
from publication.account.figures import hundredths, mixed, plus, points, signed, total
from publication.account.model import Account, Game, Initial, KeptGame, ListVersion, Part, Rating
from rating.edition import Edition
from rating.records import EarlierGame
from rating.steps import UNRATED, Standing, UnratedGames

ORIGINS = {
    "fide": N_("The rating before is FIDE's at joining ({article})."),
    "adopted": N_("The rating before was taken over from {type} ({article})."),
    "outside": N_("The rating before was taken over from {type} ({article})."),
}


def beside(*_asked: object, **_more: object) -> Iterator[tuple[tuple[str, int], Beside]]:
    """Nothing is stored beside the rows of every list."""
    yield from ()


def tell(account: Account, part: Part, reader: Reader) -> Told:
    """What a list did to a rating, and every game behind it."""
    if account.version.how == "opening":
        lines = []
        if part.row:
            lines = [
                _in_all(account.version, part, part.row)
                if reader.office
                else _("Taken over from before this office.")
            ]
        return Told(words.heading(part, reader), lines, [*_kept(account.kept_of(part), reader)])
    if part.row is None:
        heading, held = words.heading(part, reader), _held(account, part)
        # Who has his first rating by this list was unrated until then.
        if _from_outside(account, part) is not None or (held and held.how != "initial"):
            heading = _("{type}: no rating yet", type=words.type_word(part.type))
        lines = [] if reader.office else [*_towards(account, part, held)]
        return Told(heading, lines, [*_unrated(account, part, held, reader)])
    lines = [*(_first(account, part, part.row, reader) if part.initial else _moved(account, part, part.row))]
    return Told(words.heading(part, reader), lines, [*_behind(account, part, part.row, reader)])


def _held(account: Account, part: Part) -> Part | None:
    """The rating of another type, which is taken over where there is none of this one."""
    if not part.type or not account.version.law.has("other_type"):
        return None
    return next((other for other in account.parts if other.row), None)


def _from_outside(account: Account, part: Part) -> int | None:
    """The rating from outside with which who has none was met; it is taken over with a rated game (R5)."""
    if not part.type or not account.version.law.has("outside_rating"):
        return None
    games = (x for other in account.parts for x in other.games)
    return next((x.rating for x in games if x.rating_from == "adopted"), None)


def _towards(account: Account, part: Part, held: Part | None) -> Iterator[str]:
    """How many games towards a first rating there are."""
    games = account.kept_of(part) if part.type and not held else ()
    if games and _from_outside(account, part) is None:
        yield _still_unrated(account, games)


def _unrated(account: Account, part: Part, held: Part | None, reader: Reader) -> Iterator[Block]:
    yield from _games(account, part, reader)
    outside = None if held else _from_outside(account, part)
    if outside is not None:
        told = {"rating": outside, "article": account.version.article("outside_rating")}
        yield Line(_("With the first rated game the rating {rating} is taken over ({article}).", **told))
    if held:
        told = {"type": words.type_word(held.type), "article": account.version.article("other_type")}
        yield Line(_("With the first rated game the {type} rating is taken over ({article}).", **told))
    if reader.office and part.type:
        games, article = account.kept_of(part), account.version.article("initial")
        unrated = not held and outside is None
        yield from map(Line, _towards(account, part, held))
        if games:
            yield Line(_("Kept for an initial rating ({article}):", article=article))
        elif unrated:
            yield Line(_("No game is kept for an initial rating ({article}).", article=article))
        yield from _kept(games, reader)


def _still_unrated(account: Account, games: Sequence[KeptGame]) -> str:
    """Why the games that are kept gave no first rating by this list."""
    version = account.version
    law, switches = version.law, version.switches
    assert switches is not None
    together = law.shapes.counts_all_types(law, switches)
    others = [x for x in account.kept if x not in games] if together else []  # a type without games now, too
    period = law.shapes.period(law, version.list_date)
    played = UnratedGames(_as_kept(games), (), period, _as_kept(others))
    return still_unrated(law.shapes.towards_initial(law, played, switches), law)


def _as_kept(games: Sequence[KeptGame]) -> list[EarlierGame]:
    return [
        EarlierGame(x.type, x.date, x.opponent_rating, x.score, assumed=x.rating_from.how == "assumed")
        for x in games
    ]


def _kept(games: Sequence[KeptGame], reader: Reader) -> Iterator[Block]:
    """Games towards an initial rating."""
    rows = [
        (
            x.round or "", short_day(x.date), reader.person(x.opponent_id, x.opponent_name, x.opponent_kanji),
            x.opponent_rating, words.origin_word(x.rating_from), points(x.score),
            reader.event(x.event_key, x.source),
        )
        for x in sorted(games, key=lambda x: (x.date, x.round or 0))
    ]  # fmt: skip
    headings = ("Round", "Date", "Opponent", "Opponent's rating", "Opponent's rating from", "Score", "Event")
    if rows:
        yield Table(_("Games towards an initial rating"), words.columns(*headings), rows)


def _moved(account: Account, part: Part, row: Rating) -> Iterator[str]:
    version, games = account.version, part.counted
    assert row.previous is not None
    if row.previous_from not in (None, "list"):
        origin = version.origin(row.previous_from or "", row.taken_from)
        yield _(ORIGINS[origin.how], article=origin.article, type=words.type_word(row.taken_from))
    yield from words.joined_sentence(part)
    if not games and not row.floored and row.adjusted is None:
        yield _("No rated game in this period: the rating stays.")
        return
    if games:
        told = {"change": signed(row.change or 0), "rounded": plus(row.rounded or 0)}
        told |= {"article": version.article("rounding")}
        if version.each_rounded:
            yield n_(
                "Sum of {n} game: {change}; each rounded, {rounded} ({article}).",
                "Sum of {n} games: {change}; each rounded, {rounded} ({article}).",
                len(games), **told,
            )  # fmt: skip
        else:
            yield n_(
                "Sum of {n} game: {change}, rounded {rounded} ({article}).",
                "Sum of {n} games: {change}, rounded {rounded} ({article}).",
                len(games), **told,
            )  # fmt: skip
    before, added = row.previous, [row.rounded or 0]
    if row.adjusted is not None:
        if (raised := version.raised_first(before + added[0])) is not None:
            yield _("{sum}.", sum=total(before, *added))
            yield _floor(version, raised)
            before, added = raised, []
        from office.rules.standing import reference_shown

        yield _(
            "By decision ({article}, {reference}): {points}.",
            article=version.article("adjustment"), points=plus(row.adjusted),
            reference=reference_shown(row.adjustment_reference or ""),
        )  # fmt: skip
        added.append(row.adjusted)
    yield _("{sum}.", sum=total(before, *added))
    if row.rating != before + sum(added):
        yield _floor(version, row.rating)


def _floor(version: ListVersion, rating: int) -> str:
    article = version.article("floor")
    return _("Held at the floor ({article}): {rating}.", article=article, rating=rating)


def _first(account: Account, part: Part, row: Rating, reader: Reader) -> Iterator[str]:
    """How an initial rating came about: the games are told beside."""
    version, law, made = account.version, account.version.law, part.initial
    assert isinstance(made, Initial)
    first, last = (day(of) for of in made.window)
    yield n_(
        "{n} game from {first} to {last} ({article}).",
        "{n} games from {first} to {last} ({article}).",
        len(made.games), first=first, last=last, article=version.article("initial"),
    )  # fmt: skip
    if assumed := law.values.get("unrated_opponent"):
        yield _("An unrated opponent counts as {assumed}.", assumed=assumed)
    if made.decided:
        rating, article = made.decided["rating"], version.article("decision")
        yield _("Decided by the federation ({article}): {rating}.", article=article, rating=rating)
        if reader.office and (reason := made.decided["reason"]):
            yield _("Reason: {reason}.", reason=reason)
    else:
        yield from _performed(made, law, version.article("performance"))
    if made.floor_acted:
        yield _floor(version, row.rating)


def _performed(made: Initial, law: Edition, article: str) -> Iterator[str]:
    """RA, percentage, dp and their sum; by FIDE's calculator the points for each half point over half."""
    count, each, dp = len(made.games), law.values.get("points_for_half_point"), plus(made.dp)
    yield _("The opponents' average RA is {ra}.", ra=mixed(made.ra))
    yield _("{points} of {count} is {p} %.", points=points(made.score), count=count, p=made.p)
    if each is None or made.score < count:
        yield _("The table gives dp {dp}.", dp=dp)
    else:
        yield n_(
            "{n} half point above one half, {each} points each: dp {dp}.",
            "{n} half points above one half, {each} points each: dp {dp}.",
            made.score - count, each=each, dp=dp,
        )  # fmt: skip
    yield _("RA and dp make {pr} ({article}).", pr=made.pr, article=article)


def _behind(account: Account, part: Part, row: Rating, reader: Reader) -> Iterator[Block]:
    """The games, and for the office what else the list has of the rating."""
    if isinstance(part.initial, Initial):
        yield from _kept(part.initial.games, reader)
    yield from _games(account, part, reader)
    if not reader.office:
        return
    yield Line(_in_all(account.version, part, row))
    law = account.version.law
    for mark in part.marks if law.has("marks") else ():
        yield Line(_(MARKS[mark], article=account.version.article("marks")))
    if part.checked:
        yield Line(words.checked(part), failed=part.fault is not None)


MARKS = {
    "provisional": N_("Provisional ({article})."),
    "not-for-qualification": N_("Not to be used for qualification ({article})."),
}


def _in_all(version: ListVersion, part: Part, row: Rating) -> str:
    told = [_("Rated games in all: {games}.", games=row.games)]
    if (earlier := _not_listed(part, row)) > 0:
        told.append(
            n_(
                "{n} of them is an earlier one that is not listed here ({article}).",
                "{n} of them are earlier ones that are not listed here ({article}).",
                earlier, article=version.article("games_of_unrated"),
            )
        )  # fmt: skip
    if row.how != "initial":
        told.append(_("Peak: {peak}.", peak=row.peak))
    if row.peak_assumed:
        told.append(_("No peak was known at the opening: the rating of that day is used as the peak."))
    if row.k is not None:
        told.append(_("K printed on the list: {k}.", k=row.k))
    return joined(told)


def _not_listed(part: Part, row: Rating) -> int:
    """How many games of before are counted of a rating that begins here, and stand neither among those it was
    worked from nor among those of the period."""
    if isinstance(part.initial, Initial):
        return row.games - len(part.initial.games)
    return row.games - row.period_games if row.previous_from not in (None, "list") else 0


def _games(account: Account, part: Part, reader: Reader) -> Iterator[Block]:
    if counted := part.counted:
        yield _counted(account.version, part, counted, reader)
        yield Line(_by_articles(account.version, counted, reader))
    above = part.initial.games if isinstance(part.initial, Initial) else ()
    known = {(x.event_key, x.round) for x in above}
    towards = [x for x in part.towards_initial if (x.event_key, x.round) not in known]
    if len(towards) < len(part.towards_initial):
        by = {"article": listed(dict.fromkeys(r.article for x in part.towards_initial for r in x.reasons))}
        if _for_neither(account.version):
            told = _("The games of this period are rated for neither player ({article}).", **by)
        else:
            told = _("The games of this period are rated for rated opponents alone ({article}).", **by)
        yield Line(told)
    if towards:
        by = {"article": account.version.article("initial")}
        if _for_neither(account.version):
            told = _("Counted towards the initial rating, rated for neither player ({article}):", **by)
        else:
            told = _("Counted towards the initial rating, rated for rated opponents alone ({article}):", **by)
        yield Line(told)
        yield words.left_out(towards, reader)
    if part.left_out:
        if part.type:
            yield Line(_("Not counted:"))
        yield words.left_out(part.left_out, reader)


def _for_neither(version: ListVersion) -> bool:
    """Whether games of a UR player are rated for nobody, or for an opponent with a rating (2022 R7)."""
    holder, switches = Standing("list", 0, 0, 0), version.switches
    assert switches is not None
    return version.law.shapes.rating_of_unrated(version.law, UNRATED, holder, switches) is None


def _counted(version: ListVersion, part: Part, games: Sequence[Game], reader: Reader) -> Table:
    """Games with all that made their change."""
    elsewhere = any(x.opponent_rating_from != "list" and x.opponent_rating is not None for x in games)
    source = ["Opponent's rating from"] if elsewhere else []
    headings = ("Round", "Date", "Opponent", "Own rating", "Opponent's rating", *source)
    rows = [
        (
            words.seat(x), words.played(x.first_day, x.last_day),
            reader.person(x.opponent_id, x.opponent_name, x.opponent_kanji), x.rating, x.opponent_rating,
            *([words.origin_word(part.origin(x, version))] if elsewhere else ()),
            x.d if x.d == x.d_used else f"{x.d} ({x.d_used})", f"{hundredths(x.pd or 0)} {x.column}",
            points(x.score or 0), x.k, signed(x.c or 0), reader.event(x.event_key, x.event_name),
        )
        for x in games
    ]  # fmt: skip
    figures = words.columns(*headings, "D", "PD", "Score", "K", "C", "Event")
    return Table(_("Games that count"), figures, rows)


def _by_articles(version: ListVersion, games: Sequence[Game], reader: Reader) -> str:
    """Under which articles the figures of games stand, and why each K."""
    figures = dict.fromkeys([(x.type, x.expected_article, x.k_article, x.k, x.k_reason) for x in games])
    otherwise = tuple(dict.fromkeys(x.type for x in games if x.d != x.d_used))
    return _articles_of(version.law, tuple(figures), otherwise, reader.reasons_of_k, language())


Figures = tuple[str | None, str | None, str | None, int | None, str | None]
"""Type, article of the expected score, article of K, K and its reason."""


@lru_cache(maxsize=8192)  # what stands below one table of games stands below many
def _articles_of(
    law: Edition,
    games: Sequence[Figures],
    otherwise: Sequence[str | None],
    reasons_of_k: bool,
    _language: str,
) -> str:
    expected = listed(dict.fromkeys(article or "" for _, article, *_ in games))
    change = (law.article_of_role("change", type_) for type_, *_ in games)
    k = listed(dict.fromkeys((*change, *(article or "" for _, _, article, *_ in games))))
    told = [
        _("PD is the expected score for D ({expected}), C = (score − PD) × K ({k}).", expected=expected, k=k)
    ]
    if otherwise:
        limits = [law.article_of_value("difference_limit", type_) for type_ in otherwise]
        counted = listed(dict.fromkeys(limits))
        told.append(_("D in brackets: what it counts as ({article}).", article=counted))
    if reasons_of_k:
        reasons = dict.fromkeys((number, why or "") for *_, number, why in games)
        told.append(_("K: {reasons}.", reasons=listed(k_and_reason(n, why, law) for n, why in reasons)))
    return joined(told)
