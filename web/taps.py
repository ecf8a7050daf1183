"""How often strangers may hand something in: so often within an hour from one address, whatever they send."""

from __future__ import annotations

import threading
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from office.errors import later, refusal

WINDOW = timedelta(hours=1)
OF_ADDRESS, WAITING = 20, 10
"""From one address within the window; and so many of all that are not read yet."""
A_WHILE = timedelta(minutes=1)
"""Until some of those that are not read yet are read."""


@dataclass
class Taps:
    """When what came from where."""

    _seen: dict[str, list[datetime]] = field(default_factory=dict)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def one_more(self, address: str, waiting: int, now: datetime, most: int = OF_ADDRESS) -> None:
        """Notes one; refused where there were too many, `most` of one address. `waiting`: how many are not
        read yet."""
        with self._lock:
            for known in list(self._seen):
                self._seen[known] = [at for at in self._seen[known] if at > now - WINDOW]
                if not self._seen[known]:
                    del self._seen[known]
            seen = self._seen.get(address, ())
            if len(seen) >= most or waiting >= WAITING:
                remedy = "wait a while, then send it again; or send a mail to the office"
                expected = f"at most {most} in an hour"
                found = refusal("too-many-sendings", "what was sent", expected, "more of them", remedy)
                free = seen[-most] + WINDOW - now if len(seen) >= most else A_WHILE
                raise later(found, free.total_seconds())
            self._seen.setdefault(address, []).append(now)
