"""Records as plain values, and as the texts of JSON that the reading of an event is kept in: its keys, their
order and every sign are relied upon, for a fingerprint is over them."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import fields, is_dataclass
from datetime import date, datetime
from enum import StrEnum
from functools import cache
from operator import itemgetter
from typing import Any


@cache
def names_of(kind: Any) -> tuple[str, ...] | None:
    """The fields of a record of ours; None for any other kind of value."""
    return tuple(field.name for field in fields(kind)) if is_dataclass(kind) else None


def plain_value(value: Any) -> Any:
    """A value as JSON has it: records as mappings, days "YYYY-MM-DD", times "YYYY-MM-DDTHH:MM:SS"."""
    if value is None or type(value) in (str, int, bool):
        return value
    kind: Any = type(value)
    names = names_of(kind)
    if names is not None:
        return {name: plain_value(getattr(value, name)) for name in names}
    if isinstance(value, dict):
        return {k: plain_value(v) for k, v in value.items()}
    if isinstance(value, list | tuple):
        return [plain_value(v) for v in value]
    if isinstance(value, StrEnum):
        return value.value
    if isinstance(value, datetime):
        return value.isoformat(timespec="seconds")
    if isinstance(value, date):
        return value.isoformat()
    return value


def day_in(text: str | None) -> date | None:
    """The day that such a text is; ValueError where it is none."""
    return None if text is None else date.fromisoformat(text)


def moment_in(text: str | None) -> datetime | None:
    """The moment that such a text is; ValueError where it is none."""
    return None if text is None else datetime.fromisoformat(text)


AS_IT_IS = json.JSONEncoder(ensure_ascii=False).encode
IN_ORDER = json.JSONEncoder(ensure_ascii=False, sort_keys=True).encode
"""A value as JSON on one line: its names as they come, and in their order."""


def row_texts(names: Sequence[str], rows: Sequence[tuple[Any, ...]]) -> tuple[str, str]:
    """Rows of plain cells as they stand in the JSON document, and the same with the names in their order."""
    words = {cell: AS_IT_IS(cell) for cell in {cell for row in rows for cell in row if type(cell) is not int}}
    told = [tuple([cell if type(cell) is int else words[cell] for cell in row]) for row in rows]
    ordered = sorted(names)
    one, other = ("{" + ", ".join(f'"{n}": %s' for n in some) + "}" for some in (names, ordered))
    in_order = itemgetter(*map(names.index, ordered))
    found = [one % row for row in told], [other % row for row in map(in_order, told)]
    return f"[{', '.join(found[0])}]", f"[{', '.join(found[1])}]"


def pairing_texts(rows: Iterable[tuple[Any, ...]]) -> tuple[str, str]:
    """The same of the cells of pairings, of which there are a thousand: they end in a few ways."""
    ends: dict[tuple[Any, ...], tuple[str, str]] = {}
    one, other = [], []
    for number, board, white, black, result, kind, colours in rows:
        end = ends.get((result, kind, colours))
        if end is None:
            how, what, whose = map(AS_IT_IS, (result, kind, colours))
            told = f'"colours": {whose}, "kind": {what}, "result": {how}'
            end = f'"result": {how}, "kind": {what}, "colours": {whose}', told
            ends[result, kind, colours] = end
        board, black = "null" if board is None else board, "null" if black is None else black
        one.append(f'{{"round": {number}, "board": {board}, "white": {white}, "black": {black}, {end[0]}}}')
        other.append(f'{{"black": {black}, "board": {board}, {end[1]}, "round": {number}, "white": {white}}}')
    return f"[{', '.join(one)}]", f"[{', '.join(other)}]"


def document(told: dict[str, str], order: Sequence[str]) -> str:
    """One object of texts that stand already, by their names in this order."""
    return "{" + ", ".join([f'"{name}": {told[name]}' for name in order]) + "}"
