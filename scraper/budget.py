"""The daily budget of requests: how many may leave this machine on one day (UTC), and how many have.

One small file in the archive's folder, written in place by one write of fixed length: a kill leaves the
old count or the new one. A request is counted before it leaves, so that a kill can count one too many
and never one too few. What cannot be read is refused; setting the budget writes it anew.
"""

import fcntl
import json
import os
from contextlib import AbstractContextManager
from dataclasses import asdict, dataclass
from pathlib import Path

from scraper.clock import Clock
from scraper.errors import DailyBudget
from scraper.unfinished import held

A_DAY = 2000
"""Requests a day, if nobody set another number: some hundred imports, or an hour's poll of eighty events."""
FILE = "requests-of-the-day"
_LENGTH = 120


@dataclass(frozen=True, slots=True)
class Spent:
    """`asked` of `a_day` requests have left on `day` (UTC, YYYY-MM-DD)."""

    a_day: int
    day: str
    asked: int


class Budget:
    """The budget of one archive's folder; several processes may count on it. `half`: for whom half a day's
    requests are all, so that the other half is left to others."""

    def __init__(self, folder: Path, clock: Clock | None = None, *, half: bool = False) -> None:
        self._file = folder / FILE
        self._clock = clock or Clock()
        self._half = half

    def spent(self) -> Spent:
        """What has been asked today; nothing is written, so an auditor may ask. Raises DailyBudget where the
        file cannot be read."""
        try:
            with held(os.open(self._file, os.O_RDONLY), fcntl.LOCK_SH) as handle:
                return self._today(handle)
        except FileNotFoundError:
            return Spent(A_DAY, self._day(), 0)

    def set(self, a_day: int) -> Spent:
        """Allow so many requests a day from now on; today's count stays if it can be read."""
        if a_day < 0:
            raise ValueError(f"a budget is no negative number: {a_day}")
        with self._to_write() as handle:
            try:
                asked = self._today(handle).asked
            except DailyBudget:
                asked = 0
            return self._write(handle, Spent(a_day, self._day(), asked))

    def take(self, url: str) -> None:
        """Count one request to `url`. Raises DailyBudget, and counts nothing, if none is left."""
        with self._to_write() as handle:
            spent = self._today(handle)
            if spent.asked >= spent.a_day // (2 if self._half else 1):
                expected = f"at most {spent.a_day} requests on {spent.day} (UTC)"
                if self._half:
                    expected = f"at most half of {spent.a_day} requests on {spent.day} (UTC)"
                raise DailyBudget(url, expected, f"{spent.asked} already asked")
            self._write(handle, Spent(spent.a_day, spent.day, spent.asked + 1))

    def _to_write(self) -> AbstractContextManager[int]:
        self._file.parent.mkdir(parents=True, exist_ok=True)
        return held(os.open(self._file, os.O_RDWR | os.O_CREAT, 0o644), fcntl.LOCK_EX)

    def _today(self, handle: int) -> Spent:
        raw = os.pread(handle, 4096, 0)
        if not raw:
            return Spent(A_DAY, self._day(), 0)
        try:
            plain = json.loads(raw)
            kept = Spent(int(plain["a_day"]), str(plain["day"]), int(plain["asked"]))
        except (ValueError, TypeError, KeyError) as error:
            expected, found = "the day, the count and the budget", "a file that cannot be read"
            remedy = "set the budget again, and today's count begins at 0: banzuke budget NUMBER"
            raise DailyBudget(str(self._file), expected, found, remedy) from error
        return kept if kept.day == self._day() else Spent(kept.a_day, self._day(), 0)

    def _write(self, handle: int, spent: Spent) -> Spent:
        os.pwrite(handle, json.dumps(asdict(spent)).ljust(_LENGTH).encode() + b"\n", 0)
        # Something longer than a line of ours can only be what was there before and could not be read.
        os.ftruncate(handle, _LENGTH + 1)
        os.fsync(handle)
        return spent

    def _day(self) -> str:
        return self._clock.now().date().isoformat()
