"""What the Queensland list says in words: in the text report of a run, in the preview, and of supposed games
(one event of a class, QJ 1 to 4c); and what a simulated list gives the next one."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date

from sqlmodel import Session

from importer.families.queensland.checks import JUNIOR
from office.errors import refusal
from office.families.family import Answer
from office.families.queensland.rows import NEW
from office.lists.rows import rows_of
from office.runs.derived import last_played, printed_names
from office.runs.inputs import Values
from office.runs.report import most_first, moved
from office.tables import EventRatingRow, ListMemberRow, ListRatingRow, ListVersionRow
from office.text_table import table
from office.words import _, n_, p_
from office.words.formats import day, joined
from office.words.problems import said
from rating.edition import Edition
from rating.outcome import EventLine, Outcome, Row, signed
from rating.records import AcfRating, EventPerformance, Held, Member


def event_kinds(outcome: Outcome, inputs: Values) -> dict[str, str]:
    """The class of each event, by which it has its K."""
    classes = {line.event: line.time_class for line in outcome.event_lines}
    assumed = {True: (_("(assumed of a junior event)"),), False: ()}
    return {
        e["key"]: joined(
            (_class_word(classes.get(e["key"]) or e["time_class"] or "junior"), *assumed[e["junior"]])
        )
        for e in inputs["events"]
    }


def _class_word(time_class: str) -> str:
    """A class in a report, of which the English is kept."""
    return {
        "lightning": p_("class", "lightning"),
        "open": p_("class", "open"),
        "short": p_("class", "short"),
        "club": p_("class", "club"),
        "junior": p_("class", "junior"),
    }[time_class]


def report_lines(outcome: Outcome, inputs: Values) -> Iterator[str]:
    """Who has a first rating, who moved, who is on no register, and what was assumed."""
    names = {m["id"]: m["name"] for m in inputs["members"]}
    rows = [row for held in outcome.lists.values() for row in held if row.id in names]
    counts = n_(
        "{n} rating, {listed} of them on the list",
        "{n} ratings, {listed} of them on the list",
        len(rows), listed=sum(row.listed for row in rows),
    )  # fmt: skip
    yield from ("", f"QJ{p_('punctuation', ': ')}{counts}")
    played = [row for row in rows if row.change is not None and row.period_games]
    told = [(row, words) for row in rows for words in _new(row)]
    held = _("limited to the mean performance")
    told += [(row, moved(row, held if row.capped else "")) for row in most_first(played)]
    yield from (f"  {row.id} {names[row.id]}{p_('punctuation', ': ')}{words}" for row, words in told)
    yield from ("", _("Not on the register: opponents in their events, no rating kept"))
    yield from _guests(outcome.event_lines, names, inputs) or ["  " + _("nobody")]
    yield from ("", _("Assumed, because it is not known"))
    assumed = [
        f"  {n.member} {names[n.member]}{p_('punctuation', ': ')}{said(n.detail)}" for n in outcome.notices
    ]
    yield from assumed or ["  " + _("nothing")]


def preview_lines(
    session: Session,
    version: ListVersionRow,
    rows: Sequence[ListRatingRow],
    people: Mapping[str, ListMemberRow],
) -> Iterator[str]:
    """The list in rank order, then what is kept and not listed."""
    marks = {m.federation_id: m for m in rows_of(session, EventRatingRow, version)}

    def cells(row: ListRatingRow) -> tuple[object, ...]:
        mark, person = marks[row.federation_id], people[row.federation_id]
        away = _("no game for too long") if person.last_game else _("last game not known")
        why = "" if mark.listed else _("rating too low") if person.active else away
        return (
            row.rank or "–",
            row.federation_id,
            person.name,
            f"{row.rating}{'P' if mark.provisional else ''}",
            _("new") if row.previous is None else row.previous,
            "" if row.change is None else signed(row.change),
            row.period_games or "",
            _("limited to the mean performance") if mark.capped else why,
        )

    headings = (_("rank"), _("ID"), _("name"), "QJ", _("before"), _("change"), _("games"), "")
    yield from ("", table([cells(r) for r in rows if marks[r.federation_id].listed], headings))
    kept = [cells(r) for r in rows if not marks[r.federation_id].listed]
    if kept:
        yield from ("", _("Kept, but not on the list:"), table(kept, headings))


def _new(row: Row) -> Iterator[str]:
    """How somebody came by a first rating."""
    if row.pool is not None:
        yield n_(
            "{rating}, {mark}, by performances of two periods ({n} game counted)",
            "{rating}, {mark}, by performances of two periods ({n} games counted)",
            row.pool.games,
            rating=row.rating,
            mark=_("provisional, P") if row.provisional else _("full"),
        )


def _guests(lines: Sequence[EventLine], names: dict[str, str], inputs: Values) -> list[str]:
    printed = printed_names(inputs)
    return [
        f"  {printed[line.event, line.player]}: "
        + n_("{n} game, performed {pr}", "{n} games, performed {pr}", line.games, pr=line.performance)
        for line in lines
        if line.player not in names
    ]


def what_if_event(law: Edition, type_: str, event_class: str | None) -> Values:
    """What the event of supposed games is beside days and games: of a class. Refused without one."""
    known = (*law.words("time_classes"), JUNIOR)
    if event_class not in known:
        expected, found = f"one of {', '.join(known)}", event_class or "none"
        raise refusal("event-class", "--class", expected, found, "K hangs on the class of the event (QJ 1)")
    if event_class == JUNIOR:
        return {"time_class": None, "junior": True}
    return {"time_class": event_class}


def what_if_opponent(name: str, type_: str, rating: int, day: date) -> Member:
    """An opponent of whom only the rating is given: as an adult, who stands at it, by a list of long ago: R98
    can ask for one of before the period."""
    return Member(name, acf=(AcfRating(date.min, rating),))


def what_if_lines(answer: Answer) -> Iterator[str]:
    """What the next list would say of the player if these games were his only event."""
    outcome, row = answer.outcome, answer.row
    yield _(
        "{who}: what these games, one event ({class_}), would give on the list of {day}, from the ratings of"
        " {before}. Nothing is stored.",
        who=answer.who,
        class_=_class_word(str(answer.event_class)),
        day=day(outcome.list_date),
        before=day(answer.previous_list),
    )
    if outcome.events_not_rated:
        article = outcome.events_not_rated[0].article
        yield "  " + _("Not rated: nobody in it is rated ({article})", article=article)
        return
    line = next(x for x in outcome.event_lines if x.player == answer.member.id)
    whole, half = divmod(line.score, 2)
    points = f"{whole or ''}½" if half else str(whole)
    tenths = (20 * line.average + 1) // 2  # half up; the exact mean is in the explanation of a real list
    average = f"{'-' if tenths < 0 else ''}{abs(tenths) // 10}.{abs(tenths) % 10}"
    facts = {"points": points, "n": line.games, "average": average}
    yield "  " + _("{points} of {n} against an average of {average}", **facts)
    if line.change is not None and line.percentage is not None:
        hundredths = line.percentage * line.games
        told = _(
            "{table} % of Table 1, {percentage} % after the 3 % rule: expected {expected}",
            table=line.table,
            percentage=line.percentage,
            expected=f"{hundredths // 100}.{hundredths % 100:02d}",
        )
        yield f"  {told}{p_('problem', '; ')}K {line.k}: {signed(line.change)}"
    dp = f"{line.dp:+d}"
    yield "  " + _("Performance {pr}: {p} %, dp {dp}", pr=line.performance, p=line.p, dp=dp)
    if row is None:
        yield "  " + _("An adult: no QJ rating")
        return
    mark = "P" if row.provisional else ""
    if row.pool is not None:
        yield "  " + n_(
            "Mean of two periods {rating}, {n} game without lightning",
            "Mean of two periods {rating}, {n} games without lightning",
            row.pool.games,
            rating=f"{row.rating}{mark}",
        )
    else:
        yield f"  {row.previous} {row.rounded or 0:+d} = {row.rating}"
    if not row.listed:
        yield "  " + _("Not on the list: too low")


def carried_on(members: Sequence[Member], inputs: Values, before: Outcome, law: Edition) -> list[Member]:
    """The members with what the simulated list before gave them: rating and `P`, performances of its
    period for who has no full rating, and the day of the last game."""
    (type_,) = before.lists
    held = {
        row.id: Held(row.rating, row.games, row.peak, provisional=row.provisional)
        for row in before.lists[type_]
    }
    performed: dict[str, list[EventPerformance]] = defaultdict(list)
    for line in before.event_lines:
        if line.standing in NEW:
            performed[line.player].append(EventPerformance(line.performance, line.games, line.time_class))
    last = last_played(before, {m["id"]: m for m in inputs["members"]})
    return [
        replace(
            member,
            ratings={type_: held[member.id]} if member.id in held else {},
            previous_period=tuple(performed.get(member.id, ())),
            last_played=last[member.id],
        )
        for member in members
    ]
