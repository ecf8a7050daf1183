"""A run's inputs as a public archive carries them: derived facts, and numbers for who is withheld."""

from collections.abc import Mapping
from typing import Any

from publication.bundle.derived import engine_facts, public_facts
from rating.edition import Edition
from rating.interpretations import Interpretations

Values = dict[str, Any]


WORDS = "by the office"
"""What stands for the office's own words, which can name people."""


def public_inputs(inputs: Values, law: Edition, switches: Interpretations) -> Values:
    """The inputs with derived facts in the place of personal ones; the list that comes out is the same."""
    played: dict[str, set[tuple[str, str]]] = {}
    for event in inputs["events"]:
        for game in event["games"]:
            for side in ("white", "black"):
                played.setdefault(game[side], set()).add(tuple(game["days"]))
    members = [
        public_facts(m, played.get(m["id"], ()), law, switches, inputs["list"]) for m in inputs["members"]
    ]
    return {**inputs, "members": members}


def without_words(inputs: Values) -> Values:
    """The inputs without what the office wrote in its own words: why a game, an event or an organizer was
    left out, why a rating was decided."""
    return {
        **inputs,
        "events": [_event_without_words(event) for event in inputs["events"]],
        "members": [_member_without_words(member) for member in inputs["members"]],
    }


def _event_without_words(event: Values) -> Values:
    shown = dict(event)
    for name in ("excluded", "organizer_refused"):
        if shown.get(name) is not None:
            shown[name] = WORDS
    shown["games"] = [g if g["excluded"] is None else {**g, "excluded": WORDS} for g in event["games"]]
    return shown


def _member_without_words(member: Values) -> Values:
    if "decided" not in member:
        return member
    return {**member, "decided": {t: {**told, "reason": WORDS} for t, told in member["decided"].items()}}


def engine_inputs(shown: Values, law: Edition) -> Values:
    """Public inputs as a run takes them."""
    return {**shown, "members": [engine_facts(m, law) for m in shown["members"]]}


def withheld(values: Any, numbers: Mapping[str, str]) -> Any:
    """The same with a number in the place of every withheld member's ID, and no name beside it. Who has the
    same name is somebody else and keeps it; an ID inside other words is a number too."""
    if isinstance(values, list):
        return [withheld(v, numbers) for v in values]
    if isinstance(values, str):
        return _told(values, numbers)
    if not isinstance(values, dict):
        return values
    shown = {_told(k, numbers): withheld(v, numbers) for k, v in values.items()}
    for who, names in (
        ("id", ("name", "kanji", "surname", "given")),
        ("white", ("white_name",)),
        ("black", ("black_name",)),
        ("opponent_id", ("opponent_name",)),
        ("federation_id", ("name", "kanji", "player_name")),
    ):
        if values.get(who) in numbers:
            for name in names:
                if shown.get(name) is not None:
                    shown[name] = numbers[values[who]]
    return shown


def _told(text: str, numbers: Mapping[str, str]) -> str:
    for hidden, number in numbers.items():
        if hidden in text:
            text = text.replace(hidden, number)
    return text
