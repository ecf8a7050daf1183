"""Alarms: what an officer has to look at before a list is published, and his word on each.

An alarm does not say that something is wrong. Each is taken as it is by a ruling with a reason; the ruling
holds for exactly the figures that the officer saw.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from sqlmodel import Session

from importer.rulings import Kind, Made, Rulings, fingerprint, record
from importer.tables import RulingRow
from office.errors import WaitsForOfficer, refusal
from office.families import family_of
from office.families.family import Limits
from office.house import fact
from office.merge.listed import left_off
from office.runs.publication import Moved, OfType, Publication
from office.tables import ListVersionRow
from rating.editions import load
from scraper.records import Problem

HIGHEST = 3000
"""No rating of any federation was ever higher."""

JUMP, GAMES = "alarm-jump", "alarm-games"


@dataclass(frozen=True, slots=True)
class Alarm:
    """One thing to look at. `figures` are what it was raised on."""

    list_date: str
    code: str
    id: str
    type: str
    who: str
    expected: str
    found: str
    figures: tuple[int | str | None, ...]

    @property
    def name(self) -> str:
        """How it is named in an answer: `rating-jump:N10200001:standard`."""
        return ":".join(filter(None, (self.code, self.id, self.type)))

    def problem(self) -> Problem:
        place = ", ".join(filter(None, (f"list of {self.list_date}", self.who, self.type)))
        remedy = f"look: {self._look()}; if it is right: --accept-alarm {self.name} --reason …"
        if self.code == PARTED:
            remedy = (
                "banzuke correction preview: while that list is open, a correction gives it back to the"
                f" member; once it is closed: --accept-alarm {self.name} --reason …"
            )
        return Problem(self.code, place, self.expected, self.found, remedy)

    def _look(self) -> str:
        return f"banzuke explain {self.id} --list {self.list_date}" if self.id else "banzuke preview"


PARTED = "merge-taken-back"
NOT_SEEN = "draft-not-seen"
"""Another draft was previewed; whoever is shown this one has seen it."""


def limits(session: Session) -> Limits:
    """As the office set them, else the usual ones."""
    usual = family_of(session).usual_limits
    return Limits(int(fact(session, JUMP) or usual.jump), int(fact(session, GAMES) or usual.games))


def alarms(session: Session, found: Publication) -> list[Alarm]:
    """Every alarm of a version; none of one that was taken over, which others answered for."""
    if found.how == "opening" or found.edition is None:
        return []
    law = load(found.edition)
    held, family = limits(session), family_of(session)
    every = {rating for of in found.types for rating in of.columns["rating"]}
    floored = {rating: family.floored(law, rating) for rating in every}
    return [
        Alarm(str(found.list_date), code, m.id, m.type, f"{m.id} {m.name}", expected, told, figures)
        for of in found.types
        for m in of.at(_looked_at(of, held, floored))
        for code, expected, told, figures in _about(m, held, floored[m.rating])
    ]


def _looked_at(of: OfType, held: Limits, floored: Mapping[int, int]) -> Iterator[int]:
    """The places of the ratings of which `_about` may have something to say, and not of many others."""
    impossible = {rating for rating, floor in floored.items() if floor != rating or rating > HIGHEST}
    names = ("rating", "before", "games", "games_before", "period_games")
    told = zip(*(of.columns[name] for name in names), strict=True)
    for place, (rating, before, games, games_before, played) in enumerate(told):
        jumped = before is not None and abs(rating - before) > held.jump
        too_few = games < played or games < (games_before or 0)
        if jumped or too_few or played > held.games or rating in impossible:
            yield place


def _about(
    m: Moved, held: Limits, floored: int
) -> Iterator[tuple[str, str, str, tuple[int | str | None, ...]]]:
    if floored != m.rating or m.rating > HIGHEST:
        expected = f"a rating from the floor to {HIGHEST}"
        yield "rating-impossible", expected, str(m.rating), ("rating", m.rating)
    if m.games < m.period_games or m.games < (m.games_before or 0):
        expected = f"at least {max(m.period_games, m.games_before or 0)} games in all"
        yield "games-impossible", expected, str(m.games), (m.games, m.period_games, m.games_before)
    jumped = m.before is not None and abs(m.points) > held.jump
    if jumped and not m.provisional and not m.adjusted:  # an adjustment has the officer's word already
        expected = f"at most {held.jump} points between two lists"
        told = f"{m.before} {m.points:+d} = {m.rating}, {games(m.period_games)}"
        yield "rating-jump", expected, told, (m.before, m.rating, m.period_games)
    if m.period_games > held.games:
        expected = f"at most {held.games} games in a period"
        yield "games-many", expected, games(m.period_games), (m.period_games,)


def games(number: int) -> str:
    return f"{number} game{'' if number == 1 else 's'}"


def unseen(list_date: str, seen: str | None, now: str) -> list[Alarm]:
    """The alarm of a draft that was made anew, with other figures, since the officer looked at it."""
    if seen is None or seen == now:
        return []
    found = "another one: it was made again since"
    return [Alarm(list_date, NOT_SEEN, "", "", "", "the draft that was previewed", found, (now,))]


def parted(session: Session, draft: ListVersionRow) -> list[Alarm]:
    """An alarm for each whom a draft would leave without what he had: he was one with another member when
    the list before was made, and no longer is."""
    raised = []
    for one in left_off(session, draft):
        expected = f"what the member had on the list of {one.stood}, carried on"
        found = f"nothing: the list of {one.before} has both as one, {one.kept}"
        who, figures = f"{one.number} {one.name}", (one.kept, str(one.before), str(one.stood))
        list_date = str(draft.list_date)
        raised.append(Alarm(list_date, PARTED, one.number, "", who, expected, found, figures))
    return raised


def accepted(rulings: Rulings, alarm: Alarm) -> RulingRow | None:
    """The officer's word on an alarm, if it is on these very figures."""
    return rulings.find(Kind.ALARM, None, _subject(alarm), fingerprint(*alarm.figures), alarm.code)


def still_open(session: Session, found: Sequence[Alarm]) -> list[Alarm]:
    rulings = Rulings.in_force(session)
    return [alarm for alarm in found if accepted(rulings, alarm) is None]


def accept(session: Session, found: Sequence[Alarm], names: Sequence[str], *, made: Made) -> None:
    """Records the officer's word on each alarm that is named: whole, or by as much of it as only one has. One
    that a correction has on several of its lists is answered on each of them. Refused where nothing or more
    than one name is meant."""
    for name in dict.fromkeys(names):
        meant = [a for a in found if a.name == name] or [a for a in found if a.name.startswith(f"{name}:")]
        if len({alarm.name for alarm in meant}) != 1:
            open_ = ", ".join(dict.fromkeys(a.name for a in (meant or found))) or "none"
            raise refusal("no-such-alarm", "--accept-alarm", f"one of the alarms: {open_}", name)
        for alarm in meant:
            facts, about = fingerprint(*alarm.figures), _subject(alarm)
            code, value = alarm.code, alarm.found
            record(session, Kind.ALARM, subject=about, facts=facts, code=code, value=value, made=made)


def refuse(found: Sequence[Alarm]) -> None:
    """Stops with every alarm that waits for the officer's word."""
    if found:
        raise WaitsForOfficer(*(alarm.problem() for alarm in found))


def _subject(alarm: Alarm) -> dict[str, str | int | None]:
    return {"list": alarm.list_date, "member": alarm.id or None, "type": alarm.type or None}
