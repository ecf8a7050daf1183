"""An account told event by event."""

from collections.abc import Iterator
from typing import Any

from office.words import N_, _, n_, p_
from office.words.formats import day, joined, listed
from publication.account.blocks import Block, Heading, Line, Reader, Table, Told
from publication.account.events import EventAccount, Performance, Pool
from publication.account.figures import hundredths, mixed, plus, points, signed, total
from publication.account.model import Account, ListVersion, Part, Rating
from publication.account.words import checked, columns, heading, joined_sentence, left_out, played
from publication.families.queensland.account.document import ceilings, mean_performance, numbers_of

CLASSES = {
    "lightning": N_("lightning event"),
    "open": N_("open event"),
    "club": N_("club or school event"),
    "short": N_("short event"),
}


def tell(account: Account, part: Part, reader: Reader) -> Told:
    """What a list did to a rating, and every event behind it."""
    name, row, version = heading(part, reader), part.row, account.version
    if version.how == "opening":
        lines = [_("Taken over from before this office.")] if row and not reader.office else []
        return Told(name, lines, [*_performances(part.beside.performances, reader)])
    lines = [*(_moved(account, part, row) if row else ())]
    if row is None and any(event.standing == "adult" for event in part.beside.events):
        article = version.article("adult_rating")
        lines.append(
            _("An adult has no QJ rating: for opponents the ACF rating counts ({article}).", article=article)
        )
        if any(event.estimates for event in part.beside.events):
            lines.append(_("Where no ACF list before the event has one, the estimate of the event counts."))
    if row and (reader.office or not part.beside.listed):
        lines.append(_shown(account, part, row, reader))
    return Told(name, lines, [*_behind(account, part, reader)])


def _moved(account: Account, part: Part, row: Rating) -> Iterator[str]:
    version, held = account.version, part.beside
    numbers = numbers_of(version.law)
    yield from joined_sentence(part)
    if isinstance(part.initial, Pool):
        pooled = {"rating": row.rating, "article": version.article("pooled")}
        if version.each_event_once:
            yield _(
                "The mean of the performances of this period and the one before, each event counted once:"
                " {rating} ({article}).",
                **pooled,
            )
        else:
            yield _(
                "The mean of the performances of this period and the one before, weighted by games: {rating}"
                " ({article}).",
                **pooled,
            )
        yield n_(
            "{n} of these games counts towards a full rating, which takes {full} (a {no} does not count).",
            "{n} of these games count towards a full rating, which takes {full} (a {no} does not count).",
            part.initial.games_counted, full=numbers["full_from"], no=_(CLASSES[numbers["not_counted"]]),
        )  # fmt: skip
    elif not held.events:
        yield _("No rated game in this period: the rating stays.")
    else:
        previous, rounded = row.previous or 0, row.rounded or 0
        told = {"change": signed(row.change or 0), "rounded": plus(rounded)}
        told |= {"article": version.article("rounding")}
        if version.each_rounded:
            yield n_(
                "Sum of {n} event: {change}; each rounded, {rounded} ({article}).",
                "Sum of {n} events: {change}; each rounded, {rounded} ({article}).",
                len(held.events), **told,
            )  # fmt: skip
        else:
            yield n_(
                "Sum of {n} event: {change}, rounded {rounded} ({article}).",
                "Sum of {n} events: {change}, rounded {rounded} ({article}).",
                len(held.events), **told,
            )  # fmt: skip
        yield _("{sum}.", sum=total(previous, rounded))
        mean = mean_performance(account, part)
        if held.capped and mean is not None:
            yield _(
                "Overshooting is prevented ({article}): {points} points gained in {games} games and {events}"
                " events. From {many_points} points, {many_games} games and {many_events} events on, a rating"
                " does not rise above the mean performance, {mean}, nor fall below {previous} for it:"
                " {rating}.",
                **numbers, points=(held.gained or 0) - previous, games=row.period_games,
                events=len(held.events), mean=mixed(mean), previous=previous, rating=row.rating,
                article=version.article("overshoot"),
            )  # fmt: skip


def _shown(account: Account, part: Part, row: Rating, reader: Reader) -> str:
    """Whether the list shows the rating, and why not."""
    version = account.version
    numbers = numbers_of(version.law)
    if not reader.office:
        return _("The office keeps the rating.")
    if part.beside.listed:
        return n_(
            "On the list, rank {rank}; {n} game in the period.",
            "On the list, rank {rank}; {n} games in the period.",
            row.period_games, rank=row.rank,
        )  # fmt: skip
    if not account.active and account.last_game:
        return _(
            "Kept but not on the list: the last game, on {day}, was more than {months} months before"
            " ({article}).",
            day=day(account.last_game), months=numbers["inactive_after"], article=version.article("active"),
        )  # fmt: skip
    if not account.active:  # R73
        return _(
            "Kept but not on the list: nobody knows when the last game was ({article}).",
            article=version.article("active"),
        )
    limit, article = numbers["listed_above"], version.article("listed")
    return _(
        "Kept but not on the list, which shows ratings above {limit} only ({article}).",
        limit=limit, article=article,
    )  # fmt: skip


def _behind(account: Account, part: Part, reader: Reader) -> Iterator[Block]:
    if isinstance(part.initial, Pool):
        yield from _performances(part.initial.performances, reader)
    for event in part.beside.events:
        yield from _event(account.version, event, reader)
    if others := [x for other in account.parts for x in other.left_out]:
        yield Line(_("Not counted:"))
        yield left_out(others, reader)
    if part.checked and reader.office:
        yield Line(checked(part), failed=part.fault is not None)


def _performances(performed: tuple[Performance, ...], reader: Reader) -> Iterator[Block]:
    """What was performed, and in which events."""
    periods = {"this": p_("period", "this period"), "before": p_("period", "the period before")}
    rows = [
        (
            p.performance, p.games, reader.event(p.event_key, p.source), _(CLASSES[p.time_class]),
            *([periods[p.period]] if p.period else []),
        )
        for p in performed
    ]  # fmt: skip
    period = ["Period"] if any(p.period for p in performed) else []
    if rows:
        headings = columns("Performance", "Games", "Event", "Class", *period)
        yield Table(_("Performances"), headings, rows)


def _event(version: ListVersion, event: EventAccount, reader: Reader) -> Iterator[Block]:
    low, high = ceilings(event, version.law)
    facts = event._asdict() | {"own": event.own, "low": low, "high": high, "dp": plus(event.dp)}
    facts |= {"average": mixed(event.average), "points": points(event.score)}
    facts["kind"] = _(CLASSES[event.time_class])
    yield Heading(reader.event(event.event_key, event.event_name))
    told = [n_("{points} from {n} game, {kind}.", "{points} from {n} games, {kind}.", event.games, **facts)]
    if event.class_assumed:
        article = version.article("time_class")
        told.append(_("The class is assumed of a junior event ({article}).", article=article))
    yield Line(joined(told))
    standings = {
        "rated": p_("taken as", "rated"),
        "provisional": p_("taken as", "provisional (P)"),
        "adult": p_("taken as", "adult"),
        "new": p_("taken as", "estimated"),
    }
    assert version.switches is not None
    if not version.law.queensland.plays_with_rating(version.law, "provisional", version.switches):
        standings["provisional"] = standings["new"]  # R107
    rows = [
        (
            m.round, played(*m.days), reader.person(m.id, m.name, None),
            standings[m.standing], m.rating, m.counted, points(m.score),
        )
        for m in event.opponents
    ]  # fmt: skip
    headings = columns("Round", "Date", "Opponent", "Taken as", "Rating", "Counted as", "Score")
    yield Table(_("Games that count"), headings, rows)
    if event.estimates:
        start, *cycles = event.estimates
        yield Line(_(
            "Estimated in {count} cycles from {start}, the mean of the rated players ({article}): {cycles}.",
            count=len(cycles), start=start, cycles=listed(map(str, cycles)),
            article=version.article("estimates"),
        ))  # fmt: skip
    yield Line(_(
        "The opponents' average is {average}; each counts within {low} and {high}, the ceilings of {own}"
        " ({article}).",
        **facts, article=version.article("held_opponent"),
    ))  # fmt: skip
    if event.change is not None:
        yield Line(joined(_change(version, event, facts)))
    articles = [version.article("event_performance")]
    if version.law.percentages("performance_difference").get(event.p) != event.dp:  # held (R9)
        articles.append(version.article("held_opponent"))
    yield Line(_(
        "Performance: {average} and {dp} for {p} % make {performance} ({article}).",
        **facts, article=listed(articles),
    ))  # fmt: skip
    if event.standing == "provisional" and not event.estimates:
        yield Line(_("A provisional rating stays in its event; the performance counts towards the next."))


def _change(version: ListVersion, event: EventAccount, facts: dict[str, Any]) -> Iterator[str]:
    d, expected = event.d or 0, hundredths((event.percentage or 0) * event.games)
    facts |= {"d": plus(d if event.rating >= event.average else -d), "expected": expected}
    yield _(
        "Difference from the average: {d}. Table 1 gives {table_percentage} %, less {less} ({article})"
        " {percentage} %: {expected} of {games} are expected.",
        **facts, less=version.law.number("percent_less"), article=version.article("less_percent"),
    )  # fmt: skip
    yield _(
        "K {k} of the class ({k_article}): ({points} − {expected}) × {k} = {change} ({article}).",
        **facts | {"change": signed(event.change or 0)}, k_article=version.article("event_k"),
        article=version.article("event_change"),
    )  # fmt: skip
