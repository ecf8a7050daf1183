"""Time controls: stages of main time with increments, read from text only where that is certain.

A text with several readings, different times for the two players or words that are not understood is
refused with `TimeControlError`, which names the part. A delay counts like an increment.
"""

import re
from dataclasses import dataclass, replace
from fractions import Fraction

from rating.errors import TimeControlError
from rating.interpretations import OURS, Interpretations
from rating.time_words import (
    AFTER,
    CLOCK,
    DELAY,
    FROM_MOVE_1,
    HOUR,
    INCREMENT,
    LONGEST,
    MINUTE,
    NUMBER,
    OPEN,
    PER_MOVE,
    PLUS,
    SECOND,
    SLASH,
    THEN,
    TWO,
    Token,
    not_certain,
    tokens,
)

SECONDS_OF_MINUTE = 60
MINUTES_OF_HOUR = 60
MARK = 60
# A number without a unit from here on may as well be seconds (TRF writes 5400+30).
LONGEST_WITHOUT_UNIT = 180
MOST = 10_000
"""Of minutes, moves and seconds; no text has a bound, and no game over the board comes near it."""

_TIME = "(?:NHNM?|NH|NM|X|N)"
_STAGE = re.compile(f"G?T?(?P<rest>{_TIME})R?|(?P<moves>N)(?:V?(?:/|T)|V)(?P<in>{_TIME})")
_TIME_FIRST = re.compile(r"(?P<time>NHNM?|NH|NM|X)(?:/|O)(?P<moves>N)V?")
_INCREMENT = re.compile(r"[PF]*N(?P<unit>S?)[PIDF]*|[ID]/?N(?P<after>S?)[PIDF]*")
# "90min 30sec increment": a number that begins an increment, though nothing stands before it.
_NAMED = re.compile(r"(?<![PFID/])NS[PF]*[ID][PIDF]*(?=$|[+,>(])")
_NOTATION = re.compile(r"(?:(\d+)/)?(\d+)(?:\+(\d+))?")


@dataclass(frozen=True, slots=True)
class Stage:
    """Main time in minutes for `moves` moves (None: the rest of the game), seconds added for each."""

    minutes: Fraction
    moves: int | None = None
    increment: int = 0


@dataclass(frozen=True, slots=True)
class TimeControl:
    """The stages of one player; both players have the same."""

    stages: tuple[Stage, ...]

    def minutes_at(self, move: int) -> int:
        """Minutes a player has had when this move is complete: the main time of every stage that begins
        before, and an increment for each move. TimeControlError where that is not whole."""
        total, done = Fraction(0), 0
        for stage in self.stages:
            if done >= move:
                break
            moves = move - done if stage.moves is None else min(stage.moves, move - done)
            total += stage.minutes + Fraction(stage.increment * moves, SECONDS_OF_MINUTE)
            done += moves
        if total.denominator != 1:
            raise not_certain(str(self), f"{total} minutes at move {move}", "a whole number of minutes")
        return total.numerator

    def __str__(self) -> str:
        """As the cases write it: 40/90,30+30."""
        parts = []
        for number, stage in enumerate(self.stages, 1):
            moves = "" if stage.moves is None else f"{stage.moves}/"
            alike = len({item.increment for item in self.stages}) == 1
            shown = stage.increment and (not alike or number == len(self.stages))
            parts.append(f"{moves}{stage.minutes}" + (f"+{stage.increment}" if shown else ""))
        return ",".join(parts)


@dataclass(frozen=True, slots=True)
class _Part:
    """A component: the words between two separators, whether a plus stands before them, and whether
    "then" or a bracket does."""

    words: tuple[Token, ...]
    plus: bool
    after: bool

    @property
    def kinds(self) -> str:
        return "".join(word.kind for word in self.words)

    @property
    def text(self) -> str:
        return " ".join(word.text for word in self.words)


def parse(text: str, switches: Interpretations = OURS) -> TimeControl:
    """The time control a page or a report prints. TimeControlError where it is not certain."""
    words = tokens(text)
    if words and words[0].kind == TWO:
        if switches.r21 != "each-player":
            raise not_certain(text, words[0].text, "one time for each player")
        words = words[1:]
    return _assemble(text, _parts(words))


def parse_notation(text: str) -> TimeControl:
    """The notation of rating cases: stages `moves/minutes+seconds` by commas, the moves left out in the
    last one. An increment that only the last stage has holds for all. Else read like a page's text."""
    stated = text.split(",") if len(text) <= LONGEST else ()
    matches = [_NOTATION.fullmatch(stage.strip()) for stage in stated] or [None]
    stages: list[Stage] = []
    for match in matches:
        if match is None:
            return parse(text)
        moves, minutes, seconds = match.groups()
        stages.append(Stage(Fraction(minutes), _moves(text, moves) if moves else None, int(seconds or 0)))
    return _checked(text, stages, [match is not None and match[3] is not None for match in matches])


def minutes_at_60(text: str, switches: Interpretations = OURS) -> int | None:
    """Minutes at move 60 of a printed time control, None where they are not certain."""
    try:
        return parse(text, switches).minutes_at(MARK)
    except TimeControlError:
        return None


def _parts(words: list[Token]) -> list[_Part]:
    parts: list[_Part] = []
    current: list[Token] = []
    plus = after = False
    kinds = "".join(word.kind for word in words)
    for number, word in enumerate(words):
        ahead = kinds[number + 1 : number + 3]
        # "G/60 d5", "G/90 inc/30": the word itself begins the increment.
        begins = word.kind in (INCREMENT, DELAY) and (ahead[:1] == NUMBER or ahead == SLASH + NUMBER)
        begins = begins or bool(_NAMED.match(kinds, number))
        separates = word.kind in (PLUS, THEN, AFTER, OPEN)
        if separates or begins:
            if current:
                parts.append(_Part(tuple(current), plus, after))
                current, plus, after = [], False, False
            plus = plus or word.kind == PLUS
            after = after or word.kind in (AFTER, OPEN)
        if not separates:
            current.append(word)
    return [*parts, _Part(tuple(current), plus, after)]


def _assemble(text: str, parts: list[_Part]) -> TimeControl:
    stages: list[Stage] = []
    own_increment: list[bool] = []
    # A plus and a bare number add seconds only where the main time is bare as well, as in 90+30.
    bare = all(not set(part.kinds) & {HOUR, MINUTE, SECOND, CLOCK} for part in parts)
    for part in parts:
        increment = _increment(part, bare=bare) if stages else None
        if increment is not None:
            if own_increment[-1]:
                raise not_certain(text, part.text, "one increment for a stage")
            stages[-1] = replace(stages[-1], increment=increment)
            own_increment[-1] = True
            continue
        stages.append(_stage(text, part))
        own_increment.append(False)
    return _checked(text, stages, own_increment)


def _increment(part: _Part, *, bare: bool) -> int | None:
    """Seconds added for each move, None where the part is no increment."""
    match = _INCREMENT.fullmatch(part.kinds)
    if match is None:
        return None
    seconds = next(word.text for word in part.words if word.kind == NUMBER)
    named = len(part.kinds) > 1
    if not seconds.isdigit() or not (named or (bare and part.plus)):
        return None
    return int(seconds) if part.plus or not _may_be_byoyomi(part) else None


def _may_be_byoyomi(part: _Part) -> bool:
    """Whether seconds without a plus may as well be those of byoyomi, after the main time is used up:
    60分、30秒; 60 min, then 30 sec/move; 1手30秒."""
    if set(part.kinds) & {INCREMENT, DELAY, FROM_MOVE_1}:
        return False
    in_japanese = any(word.text == "秒" for word in part.words)
    return part.after or in_japanese or part.kinds.startswith(PER_MOVE)


def _stage(text: str, part: _Part) -> Stage:
    kinds = part.kinds
    if match := _TIME_FIRST.fullmatch(kinds):
        moves = part.words[match.start("moves")].text
        return Stage(_time(text, part.words[: match.end("time")]), _moves(text, moves))
    match = _STAGE.fullmatch(kinds)
    if match is None:
        raise not_certain(text, part.text, "a main time, as 90 min or 40/90 min, or an increment")
    if match["rest"]:
        if part.plus and kinds == NUMBER:
            raise not_certain(text, part.text, "a unit, minutes or seconds")
        return Stage(_time(text, part.words[match.start("rest") : match.end("rest")]))
    moves = part.words[match.start("moves")].text
    time = _time(text, part.words[match.start("in") :])
    if kinds == "N/N" and _moves(text, moves) > time:
        raise not_certain(text, part.text, "moves before minutes, or a unit")
    return Stage(time, _moves(text, moves))


def _time(text: str, words: tuple[Token, ...]) -> Fraction:
    kinds = "".join(word.kind for word in words)
    if kinds == CLOCK:
        hours, minutes, seconds = map(int, words[0].text.split(":"))
        return hours * MINUTES_OF_HOUR + minutes + Fraction(seconds, SECONDS_OF_MINUTE)
    numbers = [Fraction(word.text.replace(",", ".")) for word in words if word.kind == NUMBER]
    if kinds == NUMBER and numbers[0] >= LONGEST_WITHOUT_UNIT:
        raise not_certain(text, words[0].text, "a unit, minutes or seconds")
    if HOUR in kinds:
        return numbers[0] * MINUTES_OF_HOUR + sum(numbers[1:], Fraction(0))
    return numbers[0]


def _moves(text: str, number: str) -> int:
    if not number.isdigit() or int(number) == 0:
        raise not_certain(text, number, "a number of moves")
    return int(number)


def _checked(text: str, stages: list[Stage], own_increment: list[bool]) -> TimeControl:
    for stage in stages:
        if stage.minutes > MOST or (stage.moves or 0) > MOST or stage.increment > MOST:
            raise not_certain(text, "a greater number", f"numbers up to {MOST}")
        if stage.minutes <= 0:
            raise not_certain(text, f"{stage.minutes} minutes", "a main time")
    for stage in stages[:-1]:
        if stage.moves is None:
            raise not_certain(
                text, f"{stage.minutes} minutes", "for how many moves, as another stage follows"
            )
    if stages[-1].moves is not None:
        raise not_certain(text, f"{stages[-1].moves} moves", "what follows after these moves")
    if not any(own_increment[:-1]):
        stages = [replace(stage, increment=stages[-1].increment) for stage in stages]
    elif any(own_increment) and not all(own_increment):
        raise not_certain(text, "an increment", "one for every stage, or one at the end for all")
    return TimeControl(tuple(stages))
