"""What the second reckonings share: rounding, months and FIDE's table of what is expected. Nothing of the
program is imported here either."""

from __future__ import annotations

from datetime import date
from fractions import Fraction
from math import floor

UP_TO = """3 10 17 25 32 39 46 53 61 68 76 83 91 98 106 113 121 129 137 145 153 162 170 179 188 197 206 215
225 235 245 256 267 278 290 302 315 328 344 357 374 391 411 432 456 484 517 559 619 735"""
EXPECTED = tuple(int(n) for n in UP_TO.split())
"""FIDE 8.1.2, Queensland's Table 1: the last difference at which 50, 51, 52 … per cent are expected of the
higher rated."""


def half_up(n: Fraction) -> int:
    return floor(n + Fraction(1, 2))


def half_away(n: Fraction) -> int:
    return half_up(n) if n >= 0 else -half_up(-n)


def months_before(day: date, months: int) -> date:
    at = day.year * 12 + day.month - 1 - months
    return date(at // 12, at % 12 + 1, day.day)
