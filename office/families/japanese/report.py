"""What the Japanese lists say in words: in the text report of a run, in the preview, and of supposed games;
and what a simulated list gives the next one."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date, timedelta

from sqlmodel import Session

from office.families.family import Answer
from office.lists.first_rating import still_unrated
from office.lists.k_factor import k_and_reason
from office.lists.law import carried_over, known_as, renamed
from office.lists.rows import type_name, type_said
from office.rules.standing import reference_shown
from office.runs.inputs import Values
from office.runs.merged import joined
from office.runs.report import most_first, moved, reason_word
from office.tables import ListMemberRow, ListRatingRow, ListVersionRow
from office.text_table import table
from office.words import N_, _, n_, p_
from office.words.formats import day as day_told
from office.words.problems import said
from rating.edition import Edition
from rating.editions import load
from rating.interpretations import stored
from rating.outcome import GameLine, Outcome, Row, signed
from rating.records import EarlierGame, Held, Member
from rating.row_columns import moving
from rating.steps import UnratedGames


def event_kinds(outcome: Outcome, inputs: Values) -> dict[str, str]:
    """The time control of each event. Of one left out without any the English that is kept says None; shown
    it is what that means (`report_shown`)."""
    return {event["key"]: event["time_control"] or p_("time control", "None") for event in inputs["events"]}


def report_lines(outcome: Outcome, inputs: Values) -> list[str]:
    """Each type with first ratings, adjustments and who moved; what waits, and what was assumed."""
    names = {m["id"]: m["name"] for m in inputs["members"]}
    lines = []
    for type_, rows in outcome.lists.items():
        played = [r for r in moving(rows) if r.period_games and r.how != "initial"]
        counts = _("{all} on the list, {played} with rated games", all=len(rows), played=len(played))
        lines += ["", f"{_(type_name(type_))}{p_('punctuation', ': ')}{counts}"]
        by_id = sorted((r for r in moving(rows) if _is_told(r)), key=lambda r: r.id)
        told = [(row, words) for row in by_id for words in _first(row)]
        told += [(row, words) for row in by_id for words in _decided(row)]
        floor = _("raised to the floor")
        told += [(row, moved(row, floor if row.floor_acted else "")) for row in most_first(played)]
        lines += [f"  {row.id} {names[row.id]}{p_('punctuation', ': ')}{words}" for row, words in told]
    if outcome.decisions:
        lines += ["", _("To be decided by the office; unrated until then")]
        lines += [_told(f"{d.id} {names[d.id]}", d.type, said(d.reason)) for d in outcome.decisions]
    lines += ["", _("Assumed, because it is not known")]
    lines += _assumptions(outcome, inputs, names) or ["  " + _("nothing")]
    return lines


def _is_told(row: Row) -> bool:
    """Whether `_first` or `_decided` has anything to say of it."""
    return row.how != "rated" or row.adjustment_reference is not None or row.initial is not None


def _told(who: str, type_: str, what: str) -> str:
    return f"  {who}{_(', ')}{type_said(type_)}{p_('punctuation', ': ')}{what}"


def _first(row: Row) -> Iterator[str]:
    """How somebody came by his first rating of a type."""
    if row.initial is not None:
        yield n_(
            "initial rating {rating} from {n} game",
            "initial rating {rating} from {n} games",
            len(row.initial.games),  # of those in all some are older (6(3)), or count for nothing else (R65)
            rating=row.rating,
        )
    elif row.how == "adopted":
        facts = {"rating": row.previous, "source": said(row.taken_from or ""), "now": row.rating}
        yield _("{rating} taken over from {source}, now {now}", **facts)


def _decided(row: Row) -> Iterator[str]:
    if row.adjustment_reference is not None:
        facts = {"points": f"{row.adjusted:+d}", "now": row.rating}
        facts |= {"reference": reference_shown(row.adjustment_reference)}
        yield _("{points} by decision, {reference}, now {now}", **facts)
    if row.initial is not None and row.initial.decided:
        yield _("first rating {rating} decided by the office", rating=row.rating)


def _assumptions(outcome: Outcome, inputs: Values, names: dict[str, str]) -> list[str]:
    """Each assumption that could have changed a figure of this list (R3, 5(1)). A rating goes on as that of
    another type where the edition has it so (R13)."""
    found = [_told(f"{n.member} {names[n.member]}", n.type, said(n.detail)) for n in outcome.notices]
    played = {(line.player, line.type) for line in outcome.lines if line.counts}
    players, into = {player for player, _type in played}, carried_over(load(outcome.edition))
    assumed = N_("no peak is known; the highest rating since the opening is used ({peak})")
    return found + [
        _told(f"{member['id']} {member['name']}", type_, _(assumed, peak=held["peak"]))
        for member in inputs["members"]
        if member["id"] in players
        for name, held in sorted(member["ratings"].items())
        for type_ in (into.get(name, name),)
        if held["peak_assumed"] and (member["id"], type_) in played
    ]


def preview_lines(
    session: Session,
    version: ListVersionRow,
    rows: Sequence[ListRatingRow],
    people: Mapping[str, ListMemberRow],
) -> Iterator[str]:
    """Every type in rank order, with the rating before and the change; who has no rank comes last."""
    for type_ in sorted({r.type for r in rows}, reverse=True):
        cells = [
            (
                r.rank or "–",
                r.federation_id,
                people[r.federation_id].name,
                r.rating,
                _("new") if r.how == "initial" else r.previous,
                "" if r.how in ("initial", "opening") else signed(r.change or 0),
                r.games,
                r.period_games or "",
                r.k,
                _beside(r, people[r.federation_id]),
            )
            for r in rows
            if r.type == type_
        ]
        headings = (
            *(_("rank"), _("ID"), _("name"), _(type_name(type_)), _("before"), _("change")),
            *(_("games"), _("this period"), _("K"), ""),
        )
        yield from ("", table(cells, headings))


MARKS = {"provisional": N_("provisional"), "not-for-qualification": N_("not used for qualification")}


def _beside(row: ListRatingRow, person: ListMemberRow) -> str:
    """What the officer has to know of a rating: what was decided, how it is marked, who is no member."""
    parts = [
        _("{points} by decision", points=f"{row.adjusted:+d}") if row.adjusted is not None else "",
        _("decided") if row.decided is not None else "",
        *(_(MARKS[mark]) for mark in (row.marks or "").split()),
        "" if person.member_on_day else _("not a member on this day"),
    ]
    return p_("problem", "; ").join(filter(None, parts))


def what_if_event(law: Edition, type_: str, event_class: str | None) -> Values:
    types = law.shapes.event_types(law)
    return {"type": next(t for t, enters in types.items() if enters == type_), "late_accepted": True}


def what_if_opponent(name: str, type_: str, rating: int, day: date) -> Member:
    """A member with a hundred games: only his rating matters."""
    span = (day - timedelta(days=1), day + timedelta(days=1))
    return Member(id=name, membership=(span,), ratings={type_: Held(rating, 100, rating)})


def what_if_lines(answer: Answer) -> Iterator[str]:
    """Each supposed game with its figures, then what the next list would say."""
    outcome, row, law = answer.outcome, answer.row, load(answer.outcome.edition)
    taken = next((x for x in answer.lines if x.rating_from == "adopted" and x.counts), None)
    yield _(
        "{who}, {type}: what these games would give on the list of {day}, from the ratings of {before}."
        " Nothing is stored.",
        who=answer.who,
        type=_(type_name(answer.type)),
        day=day_told(outcome.list_date),
        before=day_told(outcome.previous_list),
    )
    yield from ("  " + _game(x, answer, law) for x in answer.lines)
    if taken is not None and row is not None:
        source = _("{reason} ({article})", reason=said(row.taken_from or ""), article=row.taken_under)
        told = {"rating": taken.rating, "source": source}
        yield "  " + _("The rating of {rating} is taken over from {source} with these games", **told)
    if row is None:
        yield "  " + _still_unrated(answer, law)
    elif row.how == "initial" and row.initial is not None:
        pr = row.initial.performance
        yield "  " + n_(
            "Initial rating {rating}: {n} game, {p} %, dp {dp}, PR {pr}",
            "Initial rating {rating}: {n} games, {p} %, dp {dp}, PR {pr}",
            pr.games,
            rating=row.rating,
            p=pr.p,
            dp=f"{pr.dp:+d}",
            pr=pr.pr,
        )
    else:
        facts = {"before": row.previous, "change": signed(row.change or 0), "rating": row.rating}
        worked = _("{before} {change}, rounded {rounded}: {rating}", rounded=f"{row.rounded:+d}", **facts)
        parts = [worked, _("{points} by decision", points=f"{row.adjusted:+d}") if row.adjusted else ""]
        yield "  " + _(", ").join(filter(None, (*parts, _("raised to the floor") if row.floor_acted else "")))


def _game(x: GameLine, answer: Answer, law: Edition) -> str:
    opponent = f"{answer.names[x.opponent]} {'UR' if x.opponent_rating is None else x.opponent_rating}"
    score = {0: "0", 1: "½", 2: "1"}.get(x.score if x.score is not None else -1, "–")
    colon = p_("punctuation", ": ")
    if x.counts and x.pd is not None and x.c is not None:
        k = k_and_reason(x.k, x.k_reason or "", law)
        figures = (_difference(x, law), f"PD {x.pd // 100}.{x.pd % 100:02d}", f"K {k}", f"C {signed(x.c)}")
        told = _("{score} against {opponent}", score=score, opponent=opponent)
        return f"{told}{colon}{_(', ').join(figures)}"
    why = p_("problem", "; ").join(
        _("{reason} ({article})", reason=reason_word(r.reason), article=r.article)
        + f"{colon}{_named(r.detail, answer)}"
        for r in x.reasons
    )
    told = _("{score} against {opponent}: not rated: {why}", score=score, opponent=opponent, why=why)
    return told + (_(", ") + _("counts towards an initial rating") if x.for_initial else "")


def _difference(line: GameLine, law: Edition) -> str:
    """D, and what it counts as where that is another."""
    if line.d == line.d_used:
        return f"D {line.d}"
    article = law.article_of_value("difference_limit", line.type)
    facts = {"d": line.d, "used": line.d_used, "article": article}
    return _("D {d}, which counts as {used} ({article})", **facts)


def _still_unrated(answer: Answer, law: Edition) -> str:
    """How far a player is from his first rating: the games that count for it, and what is against it. Who
    holds the other rating takes that over."""
    outcome, new = answer.outcome, {line.ref for line in answer.lines}
    held = next((t for t, rows in outcome.lists.items() if any(r.id == answer.member.id for r in rows)), None)
    if held and law.has("other_type"):
        facts = {"type": _(type_name(held)), "article": law.article_of_role("other_type")}
        return _("With the first rated game the {type} rating is taken over ({article}).", **facts)
    mine, names = outcome.earlier_games.get(answer.member.id, ()), known_as(answer.type, law)
    kept = [g for g in mine if g.type in names]
    before, now = [g for g in kept if g.ref not in new], [g for g in kept if g.ref in new]
    switches = outcome.interpretations
    together = law.shapes.counts_all_types(law, switches)
    elsewhere = [g for g in mine if g.type not in names] if together else []
    played = UnratedGames(before, now, outcome.period, elsewhere)
    return still_unrated(law.shapes.towards_initial(law, played, switches), law)


def _named(detail: str, answer: Answer) -> str:
    """The engine's words with names for IDs."""
    for number, name in sorted(answer.names.items(), key=lambda at: -len(at[0])):
        detail = detail.replace(number, name)
    return said(detail)


def carried_on(members: Sequence[Member], inputs: Values, before: Outcome, law: Edition) -> list[Member]:
    """The members with what the simulated list before gave them. Of who was entered twice and merged since,
    what the other entry held is joined to it as then (R53)."""
    carried: dict[str, dict[str, Held]] = {}
    for type_, rows in before.lists.items():
        for row in rows:
            carried.setdefault(row.id, {})[type_] = Held(row.rating, row.games, row.peak, row.adopted)
    kept = before.earlier_games
    if before.edition != law.id and (names := renamed(law, load(before.edition))):
        kept = {
            number: tuple(replace(game, type=names.get(game.type, game.type)) for game in games)
            for number, games in kept.items()
        }
    merged = {m["id"]: m["merged"] for m in inputs["members"] if "merged" in m}
    switches = stored(inputs["interpretations"])
    found = []
    for member in members:
        own = member.id
        ratings = {**before.fallen.get(own, {}), **carried.get(own, {})}
        games = tuple(kept.get(own, ()))
        others = [n for n in merged.get(own, ()) if n in carried or n in kept]
        if others:
            people = [_values(n, carried.get(n, {}), kept.get(n, ())) for n in (own, *others)]
            (one,) = joined(people, dict.fromkeys(others, own), law, switches, _games)
            joint = {type_: Held(**row) for type_, row in one["ratings"].items()}
            ratings = {**before.fallen.get(own, {}), **joint}
            games = tuple(_games(one))
        found.append(replace(member, ratings=ratings, earlier_games=games))
    return found


def _games(entry: Values) -> Sequence[EarlierGame]:
    return [item["game"] for item in entry["earlier_games"]]


def _values(number: str, ratings: Mapping[str, Held], games: Iterable[EarlierGame]) -> Values:
    """An entry as the inputs of a run hold it, as far as merging asks."""
    return {
        "id": number,
        "membership": [],
        "last_game": None,
        "ratings": {
            type_: {"rating": h.rating, "games": h.games, "peak": h.peak, "adopted": h.adopted}
            for type_, h in ratings.items()
        },
        "earlier_games": [{"type": g.type, "date": g.date.isoformat(), "game": g} for g in games],
    }
