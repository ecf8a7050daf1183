"""A run's inputs as a public archive carries them: derived facts, and numbers for who is withheld."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from office.bundle.derived import engine_facts, public_facts
from rating.edition import Edition
from rating.interpretations import Interpretations

Values = dict[str, Any]


def public_inputs(
    inputs: Values, law: Edition, switches: Interpretations, numbers: Mapping[str, str]
) -> Values:
    """The inputs without personal data. `numbers`: for each withheld member the number he stands under."""
    played: dict[str, set[tuple[str, str]]] = {}
    for event in inputs["events"]:
        for game in event["games"]:
            for side in ("white", "black"):
                played.setdefault(game[side], set()).add(tuple(game["days"]))
    members = [
        public_facts(m, played.get(m["id"], ()), law, switches, inputs["list"]) for m in inputs["members"]
    ]
    shown = {**inputs, "members": members}
    return withheld(shown, numbers) if numbers else shown


def engine_inputs(shown: Values, law: Edition) -> Values:
    """Public inputs as a run takes them."""
    return {**shown, "members": [engine_facts(m, law) for m in shown["members"]]}


def withheld(values: Any, numbers: Mapping[str, str]) -> Any:
    """The same with a number in the place of every withheld member's ID, and no name beside it. `numbers`
    also holds the names themselves, for where one stands inside other words."""
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
        if values.get(who) in numbers and values[who] is not None:
            for name in names:
                if shown.get(name) is not None:
                    shown[name] = numbers[values[who]]
    return shown


def _told(text: str, numbers: Mapping[str, str]) -> str:
    for hidden in sorted(numbers, key=len, reverse=True):
        if hidden in text:
            text = text.replace(hidden, numbers[hidden])
    return text
