"""Figures as an account prints them, with a true minus. The same ones stand all over a site."""

from fractions import Fraction
from functools import lru_cache


@lru_cache(maxsize=8192)
def signed(n: int) -> str:
    """Hundredths with a sign: 1520 is +15.20, -480 is −4.80; 0.00 has none."""
    return f"{'−' if n < 0 else '+' if n else ''}{hundredths(abs(n))}"


@lru_cache(maxsize=8192)
def plus(n: int) -> str:
    """A whole number with a sign: +8, −8, 0."""
    return f"+{n}" if n > 0 else f"−{-n}" if n else "0"


@lru_cache(maxsize=8192)
def hundredths(n: int) -> str:
    """92 is 0.92."""
    return f"{n // 100}.{n % 100:02d}"


@lru_cache(maxsize=8192)
def points(halves: int) -> str:
    """Points with a half as ½: 9 halves are 4½; ½, 0."""
    whole, rest = divmod(halves, 2)
    return f"{whole or ''}½" if rest else str(whole)


def mixed(value: Fraction) -> str:
    """An exact fraction: 1133 1/3, −3 1/2."""
    whole, rest = divmod(abs(value.numerator), value.denominator)
    return f"{'−' if value < 0 else ''}{whole}" + (f" {rest}/{value.denominator}" if rest else "")


def total(before: int, *added: int) -> str:
    """An addition written out: 1700 + 8 = 1708."""
    steps = "".join(f" {'−' if n < 0 else '+'} {abs(n)}" for n in added)
    after = before + sum(added)
    return f"{before}{steps} = {'−' if after < 0 else ''}{abs(after)}"
