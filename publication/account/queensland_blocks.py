"""An explanation event by event as headings, lines and tables: what text and HTML both are made of."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from office.runs.report import signed
from publication.account.phrases import SCORES
from publication.account.queensland_words import LANGUAGES, Words

Values = dict[str, Any]
P = {True: "P", False: ""}


@dataclass(frozen=True, slots=True)
class Heading:
    """What follows is about this."""

    text: str


@dataclass(frozen=True, slots=True)
class Line:
    """One sentence; `deep`: an item of a list; `failed`: what must not be overlooked."""

    text: str
    deep: bool = False
    failed: bool = False


@dataclass(frozen=True, slots=True)
class Table:
    """Games."""

    headings: tuple[str, ...]
    rows: list[tuple[Any, ...]]


Block = Heading | Line | Table


def blocks(doc: Values, language: str) -> Iterator[Block]:
    """Everything behind the rating, in order."""
    words = LANGUAGES[language]
    if doc["how"] == "opening":
        yield from _opening(doc["opening"], words)
        return
    for part in doc["types"]:
        yield Heading(_headline(part, words))
        for event in part["events"]:
            yield from _event(event, part, words)
        if part["not_counted"]:
            yield Line(words["not_counted"])
            yield from (Line(_left_out(game, words), deep=True) for game in part["not_counted"])
        yield from _closing(part, words)


def _opening(opening: Values, words: Words) -> Iterator[Block]:
    for rating in opening["ratings"]:
        mark = P[rating["provisional"]]
        yield Line(words["opening"].format(rating=rating["rating"], mark=mark), deep=True)
    for told in opening["performances"]:
        told = {**told, "time_class": words[told["time_class"]]}
        yield Line(words["opening_performance"].format(**told), deep=True)
    if not opening["ratings"] and not opening["performances"]:
        yield Line(words["opening_nothing"], deep=True)


def _headline(part: Values, words: Words) -> str:
    if part["rating"] is None:
        key = "headline_adult" if part["how"] == "adult" else "headline_none"
        return words[key].format(article=part["articles"]["adult_rating"])
    before = words["new"] if part["previous"] is None else part["previous"]
    return words["headline"].format(before=before, rating=part["rating"], mark=P[part["provisional"]])


def _event(event: Values, part: Values, words: Words) -> Iterator[Block]:
    articles, games = part["articles"], event["games"]
    assumed = words["assumed"].format(article=articles["time_class"]) if event["class_assumed"] else ""
    points, average = _points(event["score"]), str(Fraction(*event["average"]))
    yield Heading(
        words["event"].format(
            event=event["event"]["name"],
            time_class=words[event["time_class"]],
            assumed=assumed,
            points=points,
            games=games,
        )
    )
    columns = ("round", "day", "opponent", "standing", "their", "counted", "score")
    yield Table(tuple(words[c] for c in columns), [_game(g, words) for g in event["opponents"]])
    if event["estimates"]:
        start, *cycles = event["estimates"]
        told = " ".join(map(str, cycles))
        yield Line(
            words["estimates"].format(
                count=len(cycles), start=start, article=articles["estimates"], cycles=told
            )
        )
    low, high = event["ceilings"]
    own = event["estimates"][-2] if event["estimates"] else event["rating"]
    yield Line(
        words["average"].format(
            average=average, low=low, high=high, own=own, article=articles["held_opponent"]
        )
    )
    if event["change"] is not None:
        yield from _change(event, part, points, words)
    yield Line(
        words["performance"].format(
            average=average,
            dp=f"{event['dp']:+d}",
            performance=event["performance"],
            p=event["p"],
            article=articles["event_performance"],
        )
    )
    if event["standing"] == "provisional":
        yield Line(words["stands"])


def _change(event: Values, part: Values, points: str, words: Words) -> Iterator[Block]:
    articles = part["articles"]
    expected = f"{event['expected'] // 100}.{event['expected'] % 100:02d}"
    side = "above" if event["rating"] >= Fraction(*event["average"]) else "below"
    yield Line(
        words["expected"].format(
            d=event["d"],
            side=words[side],
            table=event["table_percentage"],
            less=part["numbers"]["percent_less"],
            less_article=articles["less_percent"],
            percentage=event["percentage"],
            expected=expected,
            games=event["games"],
        )
    )
    yield Line(
        words["change"].format(
            points=points,
            expected=expected,
            k=event["k"],
            change=signed(event["change"]),
            article=articles["event_change"],
            k_article=articles["event_k"],
        )
    )


def _game(game: Values, words: Words) -> tuple[Any, ...]:
    first, last = game["days"]
    standing = words["new_player" if game["standing"] == "new" else game["standing"]]
    day = first if first == last else words["no_date"]
    return (
        game["round"],
        day,
        game["name"],
        standing,
        game["rating"],
        game["counted"],
        SCORES[game["score"]],
    )


def _left_out(game: Values, words: Words) -> str:
    first, last = game["days"]
    why = "; ".join(
        f"{words[r['reason']].format(detail=r['detail'])} ({r['article']})" for r in game["reasons"]
    )
    return words["left_out"].format(
        round=game["round"],
        day=first if first == last else words["no_date"],
        opponent=game["opponent"]["name"],
        result=game["result"],
        event=game["event"]["name"],
        why=why,
    )


def _closing(part: Values, words: Words) -> Iterator[Block]:
    if part["rating"] is not None:
        yield Heading("=")
        if part["pool"] is not None:
            yield from _pool(part, words)
        elif not part["events"]:
            kept = words["kept"].format(mark="P") if part["provisional"] else words["kept_full"]
            yield Line(kept)
        else:
            yield from _sum(part, words)
        yield from _shown(part, words)
    check = part.get("check")
    if check is not None:
        text = words["checked"] if check["holds"] else words["check_failed"].format(found=check["found"])
        yield Line(text, failed=not check["holds"])


def _pool(part: Values, words: Words) -> Iterator[Block]:
    article, numbers = part["articles"]["pooled"], part["numbers"]
    yield Line(words["pool"].format(article=article))
    for told in part["pool"]["performances"]:
        period, time_class = words[told["period"]], words[told["time_class"]]
        yield Line(
            words["pool_line"].format(**{**told, "period": period, "time_class": time_class}), deep=True
        )
    yield Line(
        words["pool_sum"].format(
            rating=part["rating"],
            counted=part["pool"]["games_counted"],
            lightning=words[numbers["not_counted"]],
            full=numbers["full_from"],
            mark="P" if part["provisional"] else words["full"],
        )
    )


def _sum(part: Values, words: Words) -> Iterator[Block]:
    events, articles = part["events"], part["articles"]
    yield Line(
        words["sum_of_one" if len(events) == 1 else "sum"].format(
            count=len(events),
            change=signed(part["sum"]["change"]),
            rounded=f"{part['sum']['rounded']:+d}",
            article=articles["rounding"],
            previous=part["previous"],
            gained=part["gained"],
        )
    )
    if part["capped"]:
        yield Line(
            words["capped"].format(
                games=part["period_games"],
                count=len(events),
                points=part["gained"] - part["previous"],
                **{name: part["numbers"][name] for name in ("many_games", "many_events", "many_points")},
                mean=Fraction(*part["mean_performance"]),
                previous=part["previous"],
                rating=part["rating"],
                article=articles["overshoot"],
            )
        )


def _shown(part: Values, words: Words) -> Iterator[Block]:
    numbers, articles = part["numbers"], part["articles"]
    if part["listed"]:
        yield Line(words["listed"].format(rank=part["rank"], games=part["period_games"]))
    elif not part["active"]:
        months, article = numbers["inactive_after"], articles["active"]
        yield Line(words["inactive"].format(day=part["last_game"], months=months, article=article))
    else:
        yield Line(words["too_low"].format(limit=numbers["listed_above"], article=articles["listed"]))


def _points(halves: int) -> str:
    whole = str(halves // 2) if halves != 1 else ""
    return f"{whole}{'½' if halves % 2 else ''}"
