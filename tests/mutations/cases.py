"""Damaged rating cases: reckoned, or refused with every problem and its place."""

from __future__ import annotations

import json
import random
from functools import lru_cache

from rating.case import load_case, outcome_of
from rating.errors import RatingError
from tests.mutations.values import damaged, put_odd
from tests.rating.shared import shared


@lru_cache(maxsize=1)
def whole() -> list[bytes]:
    """The smaller examples of every edition."""
    folder = shared("examples")
    found = [p.read_bytes() for p in sorted(folder.glob("*/*.json")) if p.stat().st_size < 60_000]
    assert found
    return found


def fault(chance: random.Random) -> str | None:
    """What a damaged case leads to that must not be, None if all is well."""
    data = chance.choice(whole())
    if chance.random() < 0.7:
        case = json.loads(data)
        put_odd(case.get("case", case), chance)
        data = json.dumps(case).encode()
    else:
        data = damaged(data, chance)
    return judged(data)


def judged(data: bytes) -> str | None:
    """The same of a case as it is."""
    try:
        outcome = outcome_of(load_case(data))
        json.dumps(outcome, ensure_ascii=False)
    except RatingError as error:
        if not error.problems:
            return "refused without a reason"
        return next(
            (
                f"says nothing: {p}"
                for p in error.problems
                if not (p.code and p.place and p.expected and p.found)
            ),
            None,
        )
    except Exception as error:  # noqa: BLE001 - any is the fault that is looked for
        return f"{type(error).__name__}: {error}"
    return None
